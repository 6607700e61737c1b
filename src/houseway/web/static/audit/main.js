// The auditor's pages: what is in the streams, whether it is true, a round as a dispute needs it. All of it read-only.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { UNSEEN } from "/js/tape.js";
import { actInPlaces, actText } from "/js/words.js";
import { gameOf, StaffPage } from "/house/door.js";
import { holdTable } from "/house/hold.js";
import { link, panel } from "/house/parts.js";
import { labelOf } from "/house/words.js";
import { Events } from "./events.js";
import { Recall } from "./recall.js";
import { Verify } from "./verify.js";

const VIEWS = { events: "Events", rounds: "Rounds", verify: "Verify and export", hold: "Hold" };

class AuditView extends StaffPage {
  heading = "Audit";
  roles = ["auditor"];

  async open() {
    await this.renew();
    this.views = { events: new Events(this), rounds: new Recall(this), verify: new Verify(this), hold: new Hold(this) };
    onpopstate = () => this.read();
    await this.read();
  }

  /** The address says what is shown: a permalink to every question. */
  async read() {
    const asked = new URLSearchParams(location.search);
    const view = asked.get("view") || "events";
    this.view = Object.hasOwn(VIEWS, view) ? view : "events";
    this.problem = "";
    const named = asked.get("table");
    if (named && !this.tables.some((each) => each.table === named)) await this.renew();
    this.table = this.tables.find((each) => each.table === named) ?? this.tables[0];
    this.draw();
    try {
      this.game = await gameOf(this.table.game);
      await this.views[this.view].read(asked);
      if (this.view !== view) this.problem = `there is no view "${view}" here; events are shown`;
    } catch (refusal) {
      this.problem = refusal.message;
    }
    this.draw();
  }

  addressOf(view, asked = {}) {
    const said = Object.entries({ table: this.table.table, view, ...asked }).filter(([, value]) => value !== "");
    return `/audit?${new URLSearchParams(said)}`;
  }

  go(address) {
    history.pushState(null, "", address);
    return this.read();
  }

  link(address, props, ...inside) {
    return link(address, () => this.go(address), props, ...inside);
  }

  /** The streams grow: heads, people and kinds as they are now; of a table that was put away if it is asked for. */
  async renew() {
    const named = new URLSearchParams(location.search).get("table");
    const asked = named ? `?${new URLSearchParams({ table: named })}` : "";
    const tables = get(`/api/audit/tables${asked}`).catch((refusal) => {
      if (!named) throw refusal;
      this.problem = `${refusal.message}; another one is shown`;
      return get("/api/audit/tables");
    });
    [this.tables, this.streams] = await Promise.all([tables, get("/api/audit/streams")]);
    const practice = new Set(this.streams.filter((each) => each.practice).map((each) => each.table));
    this.tables.sort((one, other) => practice.has(one.table) - practice.has(other.table));  // the room comes first
    this.table = this.tables.find((each) => each.table === this.table?.table);
  }

  /** An act by its number, with the cards that it names as far as they may be known; otherwise with their places. */
  chosen(act, cards) {
    const known = this.game?.acts[act];
    if (!known) return String(act);
    return cards.length && !cards.includes(UNSEEN) ? actText(known, cards) : actInPlaces(known.title);
  }

  titleOf(wager) {
    return this.game?.wagers.find((each) => each.name === wager)?.title ?? labelOf(wager);
  }

  inside() {
    const { table, tables, streams, view } = this;
    const onchange = (event) => this.go(`/audit?${new URLSearchParams({ table: event.target.value, view })}`);
    const option = (each) =>
      h("option", { value: each.table, key: each.table, selected: each === table },
        `${each.title} (${each.table}${each.retired ? ", retired" : ""})`);
    const there = new Set(tables.map((each) => each.table));
    const away = streams.filter((each) => !each.open && !there.has(each.table));  // the rest of the ledger's tables
    const inHouse = streams.some((each) => each.table === table.table && (each.open || each.retired));
    const tab = ([name, title]) =>
      this.link(this.addressOf(name), { key: name, "aria-current": name === view ? "page" : null }, title);
    return [
      h("div", { class: "audit-bar", key: "bar" },
        h("label", { class: "field" }, h("span", {}, "Table"), h("select", { onchange }, tables.map(option),
          away.length > 0 && h("optgroup", { key: "away", label: "Put away" }, away.map(option)))),
        h("nav", { class: "tabs", "aria-label": "What to look at" }, Object.entries(VIEWS).map(tab),
          inHouse && h("a", { key: "machine", href: `/house?${new URLSearchParams({ table: table.table })}` }, "Shuffler log"))),
      h("div", { key: view, class: `${view}-page` }, this.views[view].inside()),
    ];
  }
}

class Hold {
  constructor(page) {
    this.page = page;
  }

  async read() {
    this.rows = await get(`/api/audit/hold?table=${this.page.table.table}`);
  }

  inside() {
    const { page, rows } = this;
    return panel("Hold against theory", rows && page.game?.slug === page.table.game && holdTable(rows, page.game));
  }
}

customElements.define("audit-view", AuditView);
document.body.append(document.createElement("audit-view"));
