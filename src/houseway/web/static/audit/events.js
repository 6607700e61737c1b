// The stream of a table, the newest event first: by kind, by person, by round; each row opens to all that is stored.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { timeText } from "/house/door.js";
import { tell } from "./event_words.js";

const PAGE = 50;

export class Events {
  constructor(page) {
    this.page = page;
    this.rows = [];
    this.opened = new Set();
  }

  async read(asked) {
    await this.page.renew();
    this.filter = Object.fromEntries(["kind", "player", "round", "before"].map((name) =>
      [name, asked.get(name) ?? ""]));
    const said = Object.entries({ ...this.filter, limit: PAGE + 1 }).filter(([, value]) => value !== "");
    const rows = await get(`/api/audit/tables/${this.page.table.table}/search?${new URLSearchParams(said)}`);
    this.more = rows.length > PAGE;
    this.rows = rows.slice(0, PAGE);
    this.opened = new Set(asked.has("open") ? [Number(asked.get("open"))] : []);
  }

  inside() {
    if (!this.filter) return h("p", { class: "quiet" }, "A moment …");
    return [this.filterForm(), h("section", { class: "panel", key: "events", "aria-label": "Events" },
      h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Events, the newest first" },
      h("table", { class: "rows events" },
        h("thead", {}, h("tr", {}, ["Event", "Time", "Kind", "What happened"].map((title) =>
          h("th", { scope: "col", key: title, class: title === "Time" ? "when" : "" }, title)))),
        h("tbody", {}, this.rows.length ? this.rows.map((row) => this.row(row))
          : h("tr", { key: "none" }, h("td", { colspan: 4 }, "No event fits.")))))), this.pager()];
  }

  filterForm() {
    const { page, filter } = this;
    const people = [...page.table.people].sort((a, b) => a.name.localeCompare(b.name));
    const pick = (name, title, choices) => h("label", { class: "field", key: name }, h("span", {}, title),
      h("select", { name },
      h("option", { value: "", key: "" }, "All"), choices.map(([value, text]) =>
        h("option", { value, key: value, selected: value === filter[name] }, text))));
    return h("form", { class: "filter",
      key: `filter ${page.table.table} ${filter.kind} ${filter.player} ${filter.round}`, onsubmit: (event) => {
      event.preventDefault();
      page.go(page.addressOf("events", Object.fromEntries(new FormData(event.target))));
    } },
    pick("kind", "Kind", Object.entries(page.table.kinds).sort().map(([kind, count]) =>
      [kind, `${kind.replace(/_/g, " ")} (${count.toLocaleString("en-US")})`])),
    pick("player", "Player", people.map((each) => [each.player, each.bot ? `${each.name} (bot)`
      : `${each.name} (${each.player.slice(0, 6)})`])),
    h("label", { class: "field short", key: "round" }, h("span", {}, "Round"),
      h("input", { name: "round", type: "number", min: 1, step: 1, value: filter.round, placeholder: "any" })),
    h("button", { class: "button primary" }, "Show"),
    (filter.kind || filter.player || filter.round) && page.link(page.addressOf("events"),
      { class: "link", key: "all" }, "Show all"),
    h("p", { class: "quiet", key: "head" },
      `${page.table.head.version.toLocaleString("en-US")} events, ${page.table.rounds.toLocaleString("en-US")} rounds`));
  }

  row(event) {
    const { page } = this;
    const open = this.opened.has(event.version);
    const names = new Map(page.table.people.map((each) => [each.player, each.name]));
    return [h("tr", { key: event.version },
      h("th", { scope: "row" }, h("button", { type: "button", class: "link", "aria-expanded": String(open),
        "aria-label": `Event ${event.version}, all that is stored`, onclick: () => {
        if (!this.opened.delete(event.version)) this.opened.add(event.version);
        page.draw();
      } }, `${open ? "▾" : "▸"} ${event.version}`)),
      h("td", { class: "when" }, timeText(event.at)),
      h("td", { class: "event-kind" }, event.kind.replace(/_/g, " ")),
      h("td", {}, tell(event, { name: (id) => names.get(id) ?? id, wager: (name) => page.titleOf(name), act: (act) =>
        page.game?.acts[act]?.title ?? String(act) }))),
    open && h("tr", { key: `more ${event.version}` }, h("td", { colspan: 4 }, h("div", { class: "more-of" },
      h("pre", { class: "body", tabindex: "0", "aria-label": "Body" }, JSON.stringify(event.body, null, 2)),
      event.withheld.length > 0 && h("p", { class: "warn" },
        `Withheld until the cards are used up, though the hash covers it: ${event.withheld.join(", ")}.`),
      h("dl", { class: "pairs" }, [["Time", `${timeText(event.at)} (${event.at})`],
        ["Command", event.command || "the house's own"], ["Hash before", event.before],
        ["Hash", event.hash]].map(([title, value]) =>
        h("div", { key: title }, h("dt", {}, title), h("dd", { class: "hash" }, value)))))))];
  }

  pager() {
    const { page, filter, rows } = this;
    const asked = { kind: filter.kind, player: filter.player, round: filter.round };
    return h("nav", { class: "pager", key: "pager", "aria-label": "Pages" },
      filter.before && page.link(page.addressOf("events", asked), { class: "button", key: "newest" }, "Newest"),
      rows.length > 0 && h("span", { key: "now" },
        `Events ${rows.at(-1).version.toLocaleString("en-US")} to ${rows[0].version.toLocaleString("en-US")}`),
      this.more && page.link(page.addressOf("events", { ...asked, before: rows.at(-1).version }),
        { class: "button", key: "older" }, "Older"));
  }
}
