// The house view: every table at a glance, and one of them in full, with what a supervisor may do there.

import { get } from "/js/api.js";
import { classes, h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { gameOf, StaffPage } from "./door.js";
import { detail } from "./detail.js";
import { worst, zText, zTone } from "./hold.js";

const HOLD_EVERY = 4;  // refreshes

class HouseView extends StaffPage {
  heading = "The house";
  roles = ["supervisor", "auditor"];

  async open() {
    this.chosen = new URLSearchParams(location.search).get("table");
    onpopstate = () => this.choose(new URLSearchParams(location.search).get("table"), false);
    this.looks = 0;
    await this.refresh();
  }

  async refresh() {
    const withHold = this.looks++ % HOLD_EVERY === 0;
    const [tables, health, hold] = await Promise.all([get("/api/house"),
      get("/health").catch((refusal) => ({ ok: false, ledger: refusal.message })),
      withHold ? get("/api/audit/hold") : this.hold]);
    Object.assign(this, { tables, health, hold });
    this.games = Object.fromEntries(await Promise.all([...new Set(tables.map((table) =>
      table.config.game))].map(async (slug) => [slug, await gameOf(slug)])));
    if (!tables.some((table) => table.table === this.chosen)) this.chosen = tables[0]?.table;
  }

  /** After something was done: everything as it is now. */
  async done() {
    this.looks = 0;
    await this.look();
  }

  choose(table, push = true) {
    this.chosen = table ?? this.tables[0]?.table;
    if (push) history.pushState(null, "", `/house?table=${this.chosen}`);
    this.draw();
    if (push) requestAnimationFrame(() => {
      const shown = this.querySelector(".detail");
      shown?.focus({ preventScroll: true });
      if (matchMedia("(max-width: 64rem)").matches) shown?.scrollIntoView();
    });
  }

  inside() {
    const shown = this.tables.find((table) => table.table === this.chosen);
    return [this.tiles(), h("div", { class: "house-two", key: "two" }, this.list(),
      shown && detail(shown, { game: this.games[shown.config.game], hold: this.hold.filter((row) =>
        row.table === shown.table), done: () => this.done() }))];
  }

  tiles() {
    const { tables, health } = this;
    const seated = tables.flatMap((table) => table.players);
    const people = new Set(seated.filter((each) => !each.bot).map((each) =>
      each.player));  // one may play at several tables
    const sum = (account) => tables.reduce((cents, table) => cents + (table.accounts[account] ?? 0), 0);
    const tile = (title, value, more = "", tone = "") => h("div", { class: classes("tile", tone), key: title },
      h("dt", {}, title), h("dd", {}, value, more && h("small", {}, more)));
    return h("dl", { class: "tiles", key: "tiles" },
      tile("Tables open", `${tables.filter((table) => !table.closed).length}`, ` of ${tables.length}`),
      tile("Rounds on", String(tables.filter((table) => table.phase === "playing").length)),
      tile("People", String(people.size), ` and ${seated.filter((each) => each.bot).length} bots`),
      tile("On the felt", dollars(sum("felt"))),
      tile("The house has won", signed(sum("house"))),
      tile("Ledger", health.ledger === "writable" ? "Good" : "Cannot be written", health.ledger === "writable"
        ? ` ${tables.reduce((all, table) => all + table.version, 0).toLocaleString("en-US")} events`
          : ` ${health.ledger}`, health.ok ? "" : "alarm"));
  }

  list() {
    return h("section", { class: "panel list", key: "list", "aria-label": "Tables" }, h("table", { class: "rows" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Table"), h("th", { scope: "col", class: "number" }, "Won"),
        h("th", { scope: "col", class: "number" }, h("abbr",
          { title: "The wager whose hold is farthest from theory, in standard deviations" }, "z")))),
      h("tbody", {}, this.tables.map((table) => this.row(table)))));
  }

  row(table) {
    const here = table.table === this.chosen;
    const taken = table.players.reduce((seats, player) => seats + player.seats.length, 0);
    const far = worst(this.hold.filter((row) => row.table === table.table));
    return h("tr", { key: table.table, class: here ? "here" : "", onclick: (event) => event.target.closest("a")
      || this.choose(table.table) },
      h("th", { scope: "row" }, h("a", { href: `/house?table=${table.table}`, "aria-current": here ? "true" : null,
        onclick: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.choose(table.table);
      } }, table.config.title),
      h("span", { class: "now" }, phase(table),
        `${taken} of ${table.config.seats} seats, ${table.rounds.toLocaleString("en-US")} rounds`)),
      h("td", { class: "number" }, signed(table.accounts.house ?? 0)),
      h("td", { class: classes("number", zTone(far)) }, far === null ? "" : zText(far)));
  }
}

const PHASES = { betting: "Betting", playing: "Round on", closed: "Closed" };
const phase = (table) => h("span", { class: `phase ${table.phase}` }, PHASES[table.phase]);

customElements.define("house-view", HouseView);
document.body.append(document.createElement("house-view"));
