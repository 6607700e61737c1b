// The house view: every table at a glance, and one of them in full, with what a supervisor may do there.

import { get, known } from "/js/api.js";
import { classes, h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { aheadTag } from "./ahead.js";
import { detail } from "./detail.js";
import { gameOf, StaffPage } from "./door.js";
import { worst, zText, zTone } from "./hold.js";
import { openNew } from "./opening.js";
import { button, count, counted, link } from "./parts.js";

const HOLD_EVERY = 4;  // refreshes
const NARROW = "(max-width: 64rem)";
const PHASES = { betting: "Betting", playing: "Round on", closed: "Closed", retired: "Retired" };
const FARTHEST = "the hold of the wager that is farthest from theory, in standard deviations";

class HouseView extends StaffPage {
  heading = "The house";
  roles = ["supervisor", "auditor"];

  async open() {
    this.chosen = new URLSearchParams(location.search).get("table");
    onpopstate = () => this.choose(new URLSearchParams(location.search).get("table"));
    this.looks = 0;
    await this.refresh();
  }

  async refresh() {
    const health = get("/health").catch((refusal) => ({ ok: false, ledger: refusal.message }));
    const anew = this.looks++ % HOLD_EVERY === 0;
    const hold = anew ? get("/api/audit/hold") : this.hold;
    const ahead = !anew && this.ahead?.every((each) => each.state === "known") ? this.ahead : get("/api/house/ahead");
    [this.tables, this.totals, this.health, this.hold, this.ahead, this.links] =
      await Promise.all([get("/api/house"), get("/api/house/totals"), health, hold, ahead, get("/api/house/links")]);
    const slugs = [...new Set(this.tables.map((table) => table.config.game))];
    this.games = Object.fromEntries(await Promise.all(slugs.map(async (slug) => [slug, await gameOf(slug)])));
    if (this.tables.some((table) => table.table === this.chosen)) return;
    this.missing = this.chosen ?? "";
    this.chosen = this.first();
  }

  /** Whoever has chosen nothing looks at the room. */
  first() {
    return (this.tables.find((table) => !table.practice && !table.retired) ?? this.tables[0])?.table;
  }

  /** After something was done: everything as it is now. */
  async done(opened = "") {
    this.looks = 0;
    await this.look();
    if (opened) this.goTo(opened);
  }

  choose(table) {
    this.chosen = table ?? this.first();
    this.missing = "";
    this.draw();
  }

  /** A person chose: the address says so, and the table is where they look next. */
  goTo(table) {
    history.pushState(null, "", `/house?table=${table}`);
    this.choose(table);
    requestAnimationFrame(() => {
      const shown = this.querySelector(".detail");
      shown?.focus({ preventScroll: true });
      const isAbove = shown?.getBoundingClientRect().top < 0;
      if (matchMedia(NARROW).matches || isAbove) shown?.scrollIntoView();
    });
  }

  inside() {
    const shown = this.tables.find((table) => table.table === this.chosen);
    const about = shown && {
      game: this.games[shown.config.game],
      hold: this.holdOf(shown),
      ahead: this.aheadOf(shown),
      links: this.links.filter((link) => link.tables.includes(shown.table)),
      done: (opened) => this.done(opened),
    };
    const lost = this.missing && h("p", { class: "banner", role: "alert", key: "missing" },
      `There is no table '${this.missing}'; another one is shown.`);
    return [lost, this.tiles(), h("div", { class: "house-two", key: "two" }, this.list(), shown && detail(shown, about))];
  }

  holdOf(table) {
    return this.hold.filter((row) => row.table === table.table);
  }

  aheadOf(table) {
    return this.ahead.find((each) => each.table === table.table);
  }

  tiles() {
    const { health, totals: { room, practice, put_away: away } } = this;
    const { room: tables, practice: open } = this.sorts();
    const seated = tables.flatMap((table) => table.players);
    const people = new Set(seated.filter((each) => !each.bot).map((each) => each.player));  // who may sit at several
    const bots = seated.filter((each) => each.bot).length;
    const dues = this.links.flatMap((link) => link.dues);
    const due = dues.reduce((sum, { cents }) => sum + cents, 0);
    const writable = health.ledger === "writable";
    const events = this.tables.reduce((all, table) => all + table.version, 0);
    return h("dl", { class: "tiles", key: "tiles" },
      tile("Tables open", tables.filter((table) => !table.closed).length,
        ` of ${tables.filter((table) => !table.retired).length}`),
      tile("Rounds on", tables.filter((table) => table.phase === "playing").length),
      tile("People", people.size, ` and ${counted(bots, "bot")}`),
      tile("On the felt", dollars(room.felt_cents)),
      dues.length > 0 && tile("To pay by hand", dollars(due), ` at ${[...new Set(dues.map(({ table }) => table))].join(", ")}`, "alarm"),
      tile("The house has won", signed(room.won_cents)),
      (open.length > 0 || practice.rounds > 0) && tile("Practice, apart", signed(practice.won_cents),
        ` at ${counted(open.length, "table")}${away ? `, ${count(away)} put away` : ""}`),
      writable ? tile("Ledger", "Good", ` ${counted(events, "event")}`)
        : tile("Ledger", "Cannot be written", ` ${health.ledger}`, "alarm"));
  }

  /** Practice is no business of the room's: never one sum. What a retired table has won stays in its sum. */
  sorts() {
    const sort = (practice) => this.tables.filter((table) => table.practice === practice);
    return { room: sort(false), practice: sort(true) };
  }

  list() {
    const there = (tables) => tables.filter((table) => !table.retired);
    const { room, practice } = this.sorts();
    const retired = this.tables.filter((table) => table.retired);
    const open = () => openNew(this.tables, (opened) => this.done(opened));
    return h("div", { class: "lists", key: "list" },
      known().role === "supervisor" && button("Open a table", open),
      this.rows("Tables", "Table", there(room)),
      there(practice).length > 0 && this.rows("Practice", "For practice", there(practice)),
      retired.length > 0 && this.rows("Retired", "Retired", retired),
      h("p", { class: "quiet", key: "about" }, `z: ${FARTHEST}.`));
  }

  rows(label, title, tables) {
    return h("section", { class: "panel list", key: label, "aria-label": label }, h("table", { class: "rows" },
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, title),
        h("th", { scope: "col", class: "number" }, "Won"),
        h("th", { scope: "col", class: "number" }, h("abbr", { title: FARTHEST }, "z")))),
      h("tbody", {}, tables.map((table) => this.row(table)))));
  }

  /** Another table has the same title: then its name tells which it is. */
  isNamesake({ table, config }) {
    return this.tables.some((each) => each.table !== table && each.config.title === config.title);
  }

  row(table) {
    const here = table.table === this.chosen;
    const taken = table.players.reduce((seats, player) => seats + player.seats.length, 0);
    const far = worst(this.holdOf(table));
    const go = () => this.goTo(table.table);
    const onclick = (event) => event.target.closest("a") || go();
    return h("tr", { key: table.table, class: here ? "here" : "", onclick },
      h("th", { scope: "row" },
        link(`/house?table=${table.table}`, go, { "aria-current": here ? "true" : null }, table.config.title),
        h("span", { class: "now" },
          h("span", { class: `phase ${table.phase}` }, PHASES[table.retired ? "retired" : table.phase]),
          h("span", { class: "counts" }, `${this.isNamesake(table) ? `${table.table}, ` : ""}${taken}/${table.config.seats} seats, `
            + counted(table.rounds, "round")),
          table.departs && h("span", { class: "tag warn", key: "departs", title: table.departs }, "departs"),
          aheadTag(this.aheadOf(table)))),
      h("td", { class: "number" }, signed(table.accounts.house ?? 0)),
      h("td", { class: classes("number", zTone(far)) }, far === null ? "" : zText(far)));
  }
}

const tile = (title, value, more = "", tone = "") => h("div", { class: classes("tile", tone), key: title },
  h("dt", {}, title), h("dd", {}, String(value), more && h("small", {}, more)));

customElements.define("house-view", HouseView);
document.body.append(document.createElement("house-view"));
