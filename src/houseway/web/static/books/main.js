// The books of the house: a period, what it is told by, figures with their meaning, charts, files. The address has it all.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { signed } from "/js/money.js";
import { StaffPage } from "/house/door.js";
import { button, counted, link, panel, sentence, timeText } from "/house/parts.js";
import { bookPanels } from "./figures.js";
import { dayHere, spansOf } from "./period.js";

const DIMENSIONS = { table: "table", game: "game", wager: "wager", shift: "shift", day: "day", week: "week", month: "month" };
const FILES = { pdf: "PDF", xlsx: "Excel", csv: "CSV" };
const AGAIN_MS = 700;

class BooksView extends StaffPage {
  heading = "The books";
  roles = ["supervisor", "auditor"];

  async open() {
    this.behind = {};
    onpopstate = () => this.read();
    this.tables = await get("/api/house");
    await this.read();
  }

  get asked() {
    const said = new URLSearchParams(location.search);
    const by = said.getAll("by").filter((name) => name in DIMENSIONS);
    return { since: said.get("since") ?? "", until: said.get("until") ?? "", by: by.length || said.has("by") ? by : ["table"], table: said.getAll("table").filter(Boolean) };
  }

  query({ since, until, by, table }, more = []) {
    const said = [["since", since], ["until", until], ...by.map((name) => ["by", name]), ...table.map((name) => ["table", name]), ...more];
    return new URLSearchParams(said.filter(([, value]) => value !== ""));
  }

  /** Ask until the figures are there; whoever asks for something else meanwhile gets that. */
  async read() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    this.working = { done: 0, total: 0 };
    this.problem = "";
    this.draw();
    try {
      while (this.working && turn === this.turn && this.isConnected) {
        const answer = await get(`/api/house/books?${this.query(this.asked)}`);
        if (turn !== this.turn) return;
        this.working = answer.working ? answer : null;
        if (answer.books) {
          this.books = answer.books;
          this.today = answer.books.today;
        }
        this.draw();
        if (answer.working) await new Promise((wake) => setTimeout(wake, AGAIN_MS));
      }
    } catch (refusal) {
      if (turn !== this.turn) return;
      this.working = null;
      this.books = null;
      this.problem = refusal.message;
    }
    this.behind = {};
    this.draw();
  }

  go(address) {
    history.pushState(null, "", address);
    return this.read();
  }

  explain(name) {
    this.explained = this.explained === name ? "" : name;
    this.draw();
  }

  /** The rounds that moved what an alert tells of. */
  async lookBehind(alert, number) {
    const { first: since, last: until } = this.books;
    const more = [["wager", alert.wager], ["player", alert.player]];
    const asked = this.query({ since, until, by: [], table: alert.table ? [alert.table] : [] }, more);
    this.behind[number] = { waiting: true, rounds: [] };
    this.draw();
    try {
      this.behind[number] = { rounds: await get(`/api/house/books/rounds?${asked}`) };
    } catch (refusal) {
      this.behind[number] = { problem: refusal.message, rounds: [] };
    }
    this.draw();
  }

  inside() {
    const { books, working } = this;
    return [
      this.ask(),
      working && h("div", { class: "panel books-working", key: "working", role: "status" },
        h("p", {}, working.total ? `Reading the ledger: ${counted(working.done, "event")} of ${working.total.toLocaleString("en-US")} …` : "A moment …"),
        working.total > 0 && h("progress", { max: working.total, value: working.done, "aria-label": "Events read" })),
      books && h("div", { key: "books", "aria-busy": String(Boolean(working)) },
        this.said(), bookPanels(this), this.charts()),
    ];
  }

  ask() {
    const { asked, books } = this;
    const since = asked.since || books?.first || "";
    const until = asked.until || books?.last || "";
    const send = (event) => {
      event.preventDefault();
      const given = new FormData(event.target);
      const by = given.getAll("by");
      this.go(`/house/books?${this.query({ since: given.get("since"), until: given.get("until"), by: by.length ? by : ["table"], table: given.getAll("table") })}`);
    };
    const span = ([title, first, last]) => {
      const address = `/house/books?${this.query({ ...asked, since: first, until: last })}`;
      return link(address, () => this.go(address), { key: title, "aria-current": since === first && until === last ? "true" : null }, title);
    };
    const noShifts = Boolean(books && !books.shifts.length);
    const day = (name, title, value) => h("label", { class: "field short" }, h("span", {}, title),
      h("input", { type: "date", name, value, required: true, key: `${name} ${value}` }));
    const by = ([name, title]) => h("label", { key: name },
      h("input", { type: "checkbox", name: "by", value: name, checked: asked.by.includes(name), disabled: name === "shift" && noShifts }), title,
      name === "shift" && noShifts && h("span", { class: "quiet" }, "(the house file names none)"));
    const table = (each) => h("option", { key: each.table, value: each.table, selected: asked.table.includes(each.table) }, `${each.config.title} (${each.table})`);
    const files = ([form, title]) => h("a", { class: "button", key: form, download: "",
      href: `/api/house/books/file?${this.query(asked, [["format", form]])}` }, title);
    return h("section", { class: "panel", key: "ask", "aria-label": "What the books are of" },
      (this.today || this.problem) && h("nav", { class: "books-ask", "aria-label": "Periods", key: "spans" },
        h("div", { class: "spans" }, spansOf(this.today ?? dayHere()).map(span))),
      h("form", { class: "books-ask", key: `form ${since} ${until} ${asked.by} ${asked.table}`, onsubmit: send },
        h("div", { class: "filter" }, day("since", "From", since), day("until", "To", until),
          h("label", { class: "field" }, h("span", {}, "Table"), h("select", { name: "table" },
            h("option", { value: "" }, "All tables"), this.tables.map(table))),
          h("button", { class: "button primary" }, "Show")),
        h("fieldset", {}, h("legend", {}, "Told by"), h("div", { class: "dimensions" }, Object.entries(DIMENSIONS).map(by)))),
      books && h("div", { class: "tools-row", key: "files" }, h("span", { class: "quiet" }, "Download"), Object.entries(FILES).map(files)));
  }

  /** Alerts before all else, then what is missing and what has to be known. */
  said() {
    const { books } = this;
    const told = `${books.first === books.last ? books.first : `${books.first} to ${books.last}`}, by the clock of ${books.zone}.`;
    return h("section", { class: "panel", key: "said" }, h("h2", {}, "In short"),
      h("p", { class: "quiet" }, told),
      books.alerts.length + books.missing.length > 0 && h("ul", { class: "books-alerts", key: "alerts" },
        books.alerts.map((alert, i) => h("li", { key: i }, sentence(alert.said), " ", this.roundsBehind(alert, i))),
        books.missing.map((said) => h("li", { class: "missing", key: said }, sentence(said)))),
      !books.alerts.length && books.rows.length > 0 && h("p", { key: "quiet" }, "Nothing here is beyond what chance does."),
      books.notes.map((note) => h("p", { key: note }, note)));
  }

  roundsBehind(alert, number) {
    const known = this.behind[number];
    if (!known) return button("Rounds behind it", () => this.lookBehind(alert, number), { class: "link" });
    if (known.waiting) return h("span", { class: "quiet", role: "status" }, "A moment …");
    if (known.problem) return h("span", { class: "bad", role: "alert" }, sentence(known.problem));
    return h("ol", { class: "rounds-behind", "aria-label": "Rounds that moved it most" }, known.rounds.map((each) =>
      h("li", { key: `${each.table} ${each.round}` },
        h("a", { href: `/round/${encodeURIComponent(each.table)}/${each.round}` }, `${each.table_title}, round ${each.round}`),
        ` ${timeText(each.at)}: the house ${signed(each.held_cents)}`)));
  }

  charts() {
    const { books } = this;
    if (!books.charts.length) return books.rows.length > 0 && h("p", { class: "quiet", key: "charts" }, "Charts begin with two days of play.");
    return panel("Trends and chance",
      h("p", { class: "quiet" }, "People at the tables of the room; theory is best play, which most people do not reach."),
      h("div", { class: "books-charts" }, books.charts.map(({ name, title, about, svg }) =>
        h("figure", { key: name }, h("figcaption", {}, h("strong", {}, title), about),
          h("div", { class: "drawing", tabindex: "0", role: "region", "aria-label": title, ".innerHTML": svg })))));
  }
}

customElements.define("books-view", BooksView);
document.body.append(document.createElement("books-view"));
