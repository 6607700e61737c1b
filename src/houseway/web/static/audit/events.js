// The stream of a table, the newest event first: by kind, by person, by round; each row opens to all that is stored.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { button, count, counted, pairs, timeText } from "/house/parts.js";
import { tell } from "./event_words.js";

const PAGE = 50;
const [SECOND_MS, MINUTE_MS, DAY_MS] = [1000, 60_000, 86_400_000];
const FILTERS = ["kind", "player", "round", "before", "since", "until"];
const MICROS = 1000;  // a millisecond
const OF_A_ROUND = ["dealt", "settled", "voided", "ruled", "corrected"];
const COLUMNS = [["Event", ""], ["Time", "when"], ["Kind", ""], ["What happened", ""]];

/** In which zone moments are read and shown. */
export const ZONE = `Times are of your own clock (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`;

const words = (kind) => kind.replace(/_/g, " ");

export class Events {
  constructor(page) {
    this.page = page;
    this.rows = [];
    this.opened = new Set();  // versions of which all is shown
  }

  async read(asked) {
    const filter = Object.fromEntries(FILTERS.map((name) => [name, asked.get(name) ?? ""]));
    const opened = new Set(asked.has("open") ? [Number(asked.get("open"))] : []);
    const shown = { filter, opened, rows: [], more: false };
    try {
      await this.page.renew();
      const wanted = { ...filter, since: micros(filter.since), until: micros(filter.until, true), limit: PAGE + 1 };
      const said = Object.entries(wanted).filter(([, value]) => value !== "");
      const rows = await get(`/api/audit/tables/${this.page.table.table}/search?${new URLSearchParams(said)}`);
      Object.assign(shown, { more: rows.length > PAGE, rows: rows.slice(0, PAGE) });
    } finally {
      Object.assign(this, shown);  // the form stands whatever is refused
    }
  }

  inside() {
    if (!this.filter) return h("p", { class: "quiet" }, "A moment …");
    const none = h("tr", { key: "none" }, h("td", { colspan: COLUMNS.length }, "No event fits."));
    return [this.filterForm(), h("section", { class: "panel", key: "events", "aria-label": "Events" },
      h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Events, the newest first" },
        h("table", { class: "rows events" },
          h("thead", {}, h("tr", {},
            COLUMNS.map(([title, kind]) => h("th", { scope: "col", key: title, class: kind }, title)))),
          h("tbody", {}, this.rows.length ? this.rows.map((row) => this.row(row)) : none)))), this.pager()];
  }

  filterForm() {
    const { page, filter: { kind, player, round, since, until } } = this;
    const { table } = page;
    const onsubmit = (event) => {
      event.preventDefault();
      page.go(page.addressOf("events", Object.fromEntries(new FormData(event.target))));
    };
    const kinds = Object.entries(table.kinds).sort()
      .map(([name, number]) => [name, `${words(name)} (${count(number)})`]);
    const people = persons(table.people);
    return h("form", { class: "filter", key: `filter ${table.table} ${Object.values(this.filter).join(" ")}`, onsubmit },
      pick("kind", "Kind", kinds, kind),
      pick("player", "Player", people, player),
      h("label", { class: "field short" }, h("span", {}, "Round"),
        h("input", { name: "round", type: "number", min: 1, step: 1, value: round, placeholder: "any" })),
      moment("since", "From", since),
      moment("until", "To", until),
      h("button", { class: "button primary" }, "Show"),
      (kind || player || round || since || until) && page.link(page.addressOf("events"), { class: "link", key: "all" }, "Show all"),
      h("p", { class: "quiet" }, `${this.counts()} ${ZONE}`));
  }

  /** How many there are, and with a filter how many of them it leaves. */
  counts() {
    const { rows, more, page: { table }, filter: { before, ...asked } } = this;
    const all = `${counted(table.head.version, "event")}, ${counted(table.rounds, "round")}`;
    if (!Object.values(asked).some(Boolean)) return `${all}.`;
    const fit = more || before ? `${count(rows.length)} of those that fit are on this page`
      : `${counted(rows.length, "event")} ${rows.length === 1 ? "fits" : "fit"}`;
    return `${fit}, of ${all} in all.`;
  }

  row(event) {
    const open = this.opened.has(event.version);
    const label = `Event ${event.version}, all that is stored`;
    const onclick = () => {
      if (!this.opened.delete(event.version)) this.opened.add(event.version);
      this.page.draw();
    };
    const opener = button(`${open ? "▾" : "▸"} ${event.version}`, onclick,
      { class: "link", "aria-expanded": String(open), "aria-label": label, key: "open" });
    return [
      h("tr", { key: event.version },
        h("th", { scope: "row" }, opener),
        h("td", { class: "when" }, timeText(event.at)),
        h("td", { class: "event-kind" }, words(event.kind)),
        h("td", {}, `${this.told(event)} `, this.recall(event))),
      open && h("tr", { key: `all of ${event.version}` }, h("td", { colspan: COLUMNS.length }, stored(event))),
    ];
  }

  told(event) {
    const { page } = this;
    const names = new Map(page.table.people.map((each) => [each.player, each.name]));
    return tell(event, {
      name: (id) => names.get(id) ?? id,
      wager: (name) => page.titleOf(name),
      place: (name) => page.game?.wagers.findIndex((each) => each.name === name) ?? 0,
      act: (act) => page.chosen(act, event.cards),
    });
  }

  /** From an event of a round to all of the round, once it is dealt: a bet may be late for one that is not. */
  recall({ kind, round }) {
    return OF_A_ROUND.includes(kind) && round > 0 && round <= this.page.table.rounds && this.page.link(this.page.addressOf("rounds", { round }),
      { "aria-label": `Recall round ${round}` }, "Recall");
  }

  pager() {
    const { page, rows, filter: { before, ...asked } } = this;
    const older = { ...asked, before: rows.at(-1)?.version };
    return h("nav", { class: "pager", key: "pager", "aria-label": "Pages" },
      before && page.link(page.addressOf("events", asked), { class: "button", key: "newest" }, "Newest"),
      rows.length > 0 && h("span", {}, `Events ${count(rows.at(-1).version)} to ${count(rows[0].version)}`),
      this.more && page.link(page.addressOf("events", older), { class: "button", key: "older" }, "Older"));
  }
}

export const moment = (name, title, now) => h("label", { class: "field", key: name }, h("span", {}, title),
  h("input", { name, type: "datetime-local", value: now }));

/** A moment in the reader's own time, as the ledger counts: where it begins, or the last of what it is written to. */
export function micros(written, ends = false) {
  if (!written) return "";
  const time = /T([\d:.]+)/.exec(written)?.[1] ?? "";
  const at = Date.parse(time ? written : `${written}T00:00`);
  if (Number.isNaN(at)) throw new Error(`'${written}' is no time: write it as in 2026-01-31T14:05`);
  return at * MICROS + (ends ? lasts(time) * MICROS - 1 : 0);
}

/** In milliseconds: "" is a day, "14:05" a minute, "14:05:30" a second. */
const lasts = (time) => ({ 0: DAY_MS, 5: MINUTE_MS, 8: SECOND_MS })[time.length] ?? 1;

/** What an address asks for stands in the field, also where the table has none of it. */
/** To be chosen from: by their names, and what tells those of one name apart. */
export const persons = (people) => [...people].sort((a, b) => a.name.localeCompare(b.name))
  .map((each) => [each.player, `${each.name} (${each.bot ? "bot" : each.player.slice(0, 6)})`]);

export function pick(name, title, choices, now) {
  const all = !now || choices.some(([value]) => value === now) ? choices : [...choices, [now, `${words(now)} (none here)`]];
  return h("label", { class: "field", key: name }, h("span", {}, title),
    h("select", { name }, h("option", { value: "", key: "" }, "All"), all.map(([value, text]) =>
      h("option", { value, key: value, selected: value === now }, text))));
}

function stored({ at, body, command, before, hash, withheld }) {
  const code = (text) => h("code", { class: "hash" }, text);
  return h("div", { class: "more-of" },
    h("pre", { class: "body", tabindex: "0", "aria-label": "Body" }, JSON.stringify(body, null, 2)),
    withheld.length > 0 && h("p", { class: "warn" },
      `Withheld until the cards are used up (for ever, where they are thrown away), though the hash covers it: ${withheld.join(", ")}.`),
    pairs([
      ["Time", `${timeText(at)} (${at})`],
      ["Command", code(command || "the house's own")],
      ["Hash before", code(before)],
      ["Hash", code(hash)],
    ]));
}
