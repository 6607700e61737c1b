// The auditor's pages: what is in the streams, whether it is true, a round as a dispute needs it. Nothing here changes anything.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { gameOf, StaffPage } from "/house/door.js";
import { holdTable } from "/house/hold.js";
import { labelOf } from "/house/words.js";
import { Events } from "./events.js";
import { Recall } from "./recall.js";
import { Verify } from "./verify.js";

const VIEWS = { events: "Events", rounds: "Rounds", verify: "Verify and export", hold: "Hold" };

class AuditView extends StaffPage {
  heading = "Audit";
  roles = ["auditor"];

  async open() {
    this.tables = await get("/api/audit/tables");
    this.parts = { events: new Events(this), rounds: new Recall(this), verify: new Verify(this),
      hold: { read() {}, inside: () => this.hold() } };
    onpopstate = () => this.read();
    await this.read();
  }

  /** The address says what is shown: a permalink to every question. */
  async read() {
    const asked = new URLSearchParams(location.search);
    this.view = asked.get("view") in VIEWS ? asked.get("view") : "events";
    this.table = this.tables.find((each) => each.table === asked.get("table")) ?? this.tables[0];
    this.asked = asked;
    this.problem = "";
    this.draw();
    try {
      this.game = await gameOf(this.table.game);
      if (this.view === "hold") this.held = await get(`/api/audit/hold?table=${this.table.table}`);
      await this.parts[this.view].read(asked);
    } catch (refusal) {
      this.problem = refusal.message;
    }
    this.draw();
  }

  addressOf(view, asked = {}) {
    const said = Object.entries({ table: this.table.table, view, ...asked }).filter(([, value]) => value !== ""
      && value != null);
    return `/audit?${new URLSearchParams(said)}`;
  }

  go(address) {
    history.pushState(null, "", address);
    return this.read();
  }

  /** A link within the page. */
  link(address, props, ...inside) {
    return h("a", { href: address, ...props, onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.go(address);
    } }, ...inside);
  }

  /** The streams grow: heads, people and kinds as they are now. */
  async renew() {
    this.tables = await get("/api/audit/tables");
    this.table = this.tables.find((each) => each.table === this.table.table);
  }

  titleOf(wager) {
    return this.game?.wagers.find((each) => each.name === wager)?.title ?? labelOf(wager);
  }

  inside() {
    return [h("div", { class: "audit-bar", key: "bar" },
      h("label", { class: "field" }, h("span", {}, "Table"), h("select",
        { name: "table", onchange: (event) => this.go(`/audit?table=${event.target.value}&view=${this.view}`) },
        this.tables.map((each) => h("option", { value: each.table, key: each.table,
          selected: each.table === this.table.table }, `${each.title} (${each.table})`)))),
      h("nav", { class: "tabs", "aria-label": "What to look at" }, Object.entries(VIEWS).map(([view, title]) =>
        this.link(this.addressOf(view), { key: view, "aria-current": view === this.view ? "page" : null }, title)))),
    h("div", { key: this.view, class: this.view === "rounds" ? "record-page" : "" }, this.parts[this.view].inside())];
  }

  hold() {
    return h("section", { class: "panel" }, h("h2", {}, "Hold against theory"), this.held && this.game
      && holdTable(this.held, this.game));
  }
}

customElements.define("audit-view", AuditView);
document.body.append(document.createElement("audit-view"));
