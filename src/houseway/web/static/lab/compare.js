// Two sets of options, pays and strategies beside each other: what each makes of every wager, and the difference.

import { h } from "/js/dom.js";
import { settingWords } from "/js/words.js";
import { figuresUrl } from "./figures.js";
import { isMoney, prizesTitle, progress, units, wagerTitle } from "./parts.js";
import { oddsRemark } from "./remarks.js";
import { pairs, question } from "./state.js";
import { dollars, human, odds, percent, plain, plus, points } from "./words.js";

const SORTS = ["set", "pay", "strategy"];

/** The other side travels in the address as `beside=set:decks=6`, `beside=pay:...`, `beside=strategy:basic`. */
export function besideOf(state) {
  const of = (sort) => state.beside.filter((each) => each.startsWith(`${sort}:`)).map((each) => each.slice(sort.length + 1));
  return { ...state, set: of("set"), pay: of("pay"), strategy: of("strategy")[0] ?? "" };
}

const kept = (state) => SORTS.flatMap((sort) => [state[sort]].flat().filter(Boolean).map((each) => `${sort}:${each}`));

export function comparePanel(view) {
  const { state, desk, go } = view;
  const other = besideOf(state);
  const [a, b] = [desk.want("figures", figuresUrl(state)), desk.want("beside", figuresUrl(other))];
  const sheet = desk.want("beside-sheet", question(other, "paytables", ["set", "pay"]));
  const swap = () => go({ set: other.set, pay: other.pay, strategy: other.strategy, beside: kept(state) });
  return [
    h("p", { class: "note-line" }, `A: the options and pays chosen now. B: ${state.beside.length ? "what was kept" : "the standard options"}.`),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "button", onclick: () => go({ beside: kept(state) }) }, "Keep A as B, and change A"),
      h("button", { type: "button", class: "button", onclick: swap }, "Swap A and B"),
      state.beside.length ? h("button", { type: "button", class: "button", onclick: () => go({ beside: [] }) }, "B: the standard options") : null),
    differences(view, other, sheet),
    oddsRemark(view.sheet.answer?.options, sheet.answer?.options),
    progress(a, () => desk.stop("figures")),
    progress(b, () => desk.stop("beside")),
    a.answer && b.answer && h("div", { class: a.isOld || b.isOld ? "stack old" : "stack" }, table(a.answer, b.answer)),
    units(a.answer),
  ];
}

// --- in what they differ ---

function differences({ state, game, sheet }, other, otherSheet) {
  if (!sheet.answer || !otherSheet.answer) return null;
  const [mine, theirs] = [sheet.answer.options, otherSheet.answer.options];
  const rows = game.options.filter(({ name }) => String(mine[name]) !== String(theirs[name]))
    .map((option) => [option.title, human(settingWords(option, mine[option.name])), human(settingWords(option, theirs[option.name]))]);
  const [play, otherPlay] = [state.strategy || "optimal", other.strategy || "optimal"];
  if (play !== otherPlay) rows.push(["Strategy", human(play), human(otherPlay)]);
  const pays = [paysOf(sheet.answer, game), paysOf(otherSheet.answer, game)];
  for (const name of new Set([...pays[0].keys(), ...pays[1].keys()])) {
    const [here, there] = pays.map((side) => side.get(name));
    if (here?.now !== there?.now) rows.push([(here ?? there).title, here ? shown(here) : "-", there ? shown(there) : "-"]);
  }
  if (!rows.length) return h("p", { class: "how" }, "A and B are the same. Change an option, or a pay, and see what it does.");
  return scrolled("In what they differ", h("table", { class: "differ" },
    h("caption", {}, "In what they differ"),
    h("thead", {}, h("tr", {}, ["", "A", "B"].map((head, i) => (i ? h("th", { scope: "col" }, head) : h("td", {}))))),
    h("tbody", {}, rows.map(([name, here, there]) => h("tr", { key: name }, h("th", { scope: "row" }, name), h("td", {}, here), h("td", {}, there))))));
}

/** Pays by wager and outcome: paytables have other codes under other options, and pay the same things. */
function paysOf(sheet, game) {
  const rows = sheet.tables.flatMap((table) => table.rows.map((row) => [`${table.wagers.join("+") || table.code} ${row.outcome}`, {
    now: row.now, isPrize: table.kind === "prizes", isMoney: isMoney(table), title: `${table.wagers.length ? wagerTitle(game, table.wagers[0]) : prizesTitle(table)}: ${row.title}`,
  }]));
  return new Map(rows);
}

const shown = ({ now, isMoney, isPrize }) => (isMoney ? dollars(Number(now)) : isPrize ? now : odds(now));

// --- what they make of each wager ---

const MEASURES = [["House edge", "edge", (value) => percent(value, 4), (value) => points(value)], ["Hits", "hit", (value) => percent(value, 3), (value) => points(value, 3)], ["St. dev.", "sd", (value) => plain(value, 4), (value) => plus(value, 4)]];

function table(a, b) {
  const theirs = Object.fromEntries(b.wagers.map((wager) => [wager.name, wager]));
  const all = [...a.wagers, ...b.wagers.filter((wager) => !a.wagers.some(({ name }) => name === wager.name))];
  const mine = Object.fromEntries(a.wagers.map((wager) => [wager.name, wager]));
  return scrolled("Figures of both", h("table", { class: "both stacks" },
    h("caption", {}, "Figures of both"),
    h("thead", {},
      h("tr", {}, h("td", { rowspan: 2 }), MEASURES.map(([title]) => h("th", { scope: "colgroup", colspan: 3 }, title))),
      h("tr", {}, MEASURES.flatMap(() => ["A", "B", "B less A"].map((head) => h("th", { scope: "col" }, head))))),
    h("tbody", {}, all.map(({ name, title }) => h("tr", { key: name, "data-wager": name },
      h("th", { scope: "row" }, title),
      MEASURES.flatMap((each) => cells(each, mine[name]?.figures[each[1]]?.decimal, theirs[name]?.figures[each[1]]?.decimal)))))));
}

function cells([title, measure, show, change], here, there) {
  const value = (at) => (at == null ? "not offered" : show(at));
  const both = here != null && there != null;
  const less = both ? there - here : 0;
  return [
    h("td", { class: `${measure} a`, "data-head": `${title}, A` }, value(here)), h("td", { class: `${measure} b`, "data-head": `${title}, B` }, value(there)),
    h("td", { "data-head": "B less A", class: Math.abs(less) < 1e-15 ? "" : measure === "sd" ? "" : less > 0 === (measure === "edge") ? "bad" : "good" }, both ? (Math.abs(less) < 1e-15 ? "same" : change(less)) : ""),
  ];
}

const scrolled = (name, inside) => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, inside);
