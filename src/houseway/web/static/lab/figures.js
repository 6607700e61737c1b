// Exact figures of every wager, and how each can end.

import { h } from "/js/dom.js";
import { named } from "./chart.js";
import { choice, downloads, fraction, progress, units } from "./parts.js";
import { envyRemark, oddsRemark } from "./remarks.js";
import { question } from "./state.js";
import { odds, oneIn, percent, plain, plus, short } from "./words.js";

const UNITS = named("units", (value) => (value > 0 ? "+" : "") + short(value));

const HEADS = { hit: "Hits", sd: "St. dev.", action: "Avg. stake", element_of_risk: "Element of risk" };
const EXACTLY = "Edge, exactly";

export const figuresUrl = (state) => question(state, "figures", ["set", "strategy", "pay"]);

export function figuresPanel({ state, desk, go, game, sheet }) {
  const url = figuresUrl(state);
  const at = desk.want("figures", url);
  const found = at.answer;
  return [
    progress(at, () => desk.stop("figures")),
    found && [
      oddsRemark(sheet.answer?.options),
      h("div", { class: at.isOld ? "stack old" : "stack" }, summary(found),
        units(found), envyRemark(sheet.answer?.options, found.notes), outcomes(found, state, go, game)),
      notes(found),
      downloads(url, ["figures", "outcomes"]),
    ],
  ];
}

function summary(found) {
  const figure = (wager, name, show) => {
    const { decimal, se } = wager.figures[name] ?? {};
    if (decimal === undefined || (name === "action" && !decimal)) return h("td", { "data-head": HEADS[name] }, "no stake");
    return h("td", { "data-head": HEADS[name] }, show(decimal), se ? h("small", {}, ` \u00b1 ${show(se).replace("+", "")}`) : null);
  };
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Figures of every wager" }, h("table", { class: "summary stacks" },
    h("caption", { class: "for-readers" }, "Figures of every wager"),
    h("thead", {}, h("tr", {}, ["Wager", "House edge", ...Object.values(HEADS), EXACTLY].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, found.wagers.map((wager) => h("tr", { key: wager.name, "data-wager": wager.name },
      h("th", { scope: "row" }, wager.title),
      h("td", { class: "edge", "data-head": "House edge", "data-edge": wager.figures.edge.value }, percent(wager.figures.edge.decimal, 4)),
      figure(wager, "hit", (value) => percent(value, 3)),
      figure(wager, "sd", (value) => plain(value, 4)),
      figure(wager, "action", (value) => plain(value, 4)),
      figure(wager, "element_of_risk", (value) => percent(value, 4)),
      h("td", { "data-head": EXACTLY }, fraction(wager.figures.edge.value)))))));
}

function outcomes(found, state, go, game) {
  const withRows = found.wagers.filter((wager) => wager.rows.length);
  const wager = withRows.find((each) => each.name === state.wager) ?? withRows[0];
  if (!wager) return null;
  const rows = merged(wager.rows);
  return h("section", { class: "outcomes" },
    h("div", { class: "with-choice" }, h("h2", {}, "How it can end"),
      h("label", {}, h("span", { class: "for-readers" }, "Wager"), choice("wager", wager.name, withRows.map((each) => [each.name, each.title]), (name) => go({ wager: name })))),
    h("lab-chart", { key: "chart", ".spec": chart(wager, rows, game) }),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Outcomes of ${wager.title}` }, h("table", { class: "ends" },
      h("caption", { class: "for-readers" }, `Outcomes of ${wager.title}`),
      h("thead", {}, h("tr", {}, ["Outcome", "Wins", "Probability", "1 in", "To the mean", "Exactly"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, wager.rows.map((row, i) => h("tr", { key: `${row.outcome} ${row.won}`, class: row.won_decimal > 0 ? "wins" : row.won_decimal < 0 ? "loses" : "", "data-row": i },
        h("th", { scope: "row" }, row.title),
        h("td", {}, plus(row.won_decimal, Number.isInteger(row.won_decimal) ? 0 : 2)),
        h("td", {}, percent(row.decimal, row.decimal < 0.0001 ? 7 : 4)),
        h("td", {}, oneIn(row.decimal)),
        h("td", {}, plus(row.won_decimal * row.decimal, 6)),
        h("td", {}, fraction(row.probability))))))));
}

/** Outcomes of one name together: what each adds to the mean. */
function merged(rows) {
  const sums = new Map();
  for (const row of rows) {
    const sum = sums.get(row.outcome) ?? sums.set(row.outcome, { title: row.title, likely: 0, adds: 0, won: new Set() }).get(row.outcome);
    sum.likely += row.decimal;
    sum.adds += row.decimal * row.won_decimal;
    sum.won.add(row.won);
  }
  return [...sums.values()].sort((a, b) => b.adds - a.adds);
}

function chart(wager, rows) {
  return {
    title: `What each outcome adds to the mean of ${wager.title}`,
    about: "Bars above the line are won by the player, those below by the house; their sum is the player's mean result a unit bet.",
    x: { label: "Outcomes, the most profitable first", range: [0, rows.length], names: rows.map((row) => row.title) },
    y: { label: "Units a bet", format: UNITS },
    bars: rows.map((row, i) => [i, i + 1, row.adds, row.adds >= 0 ? "good" : "bad",
      `${row.title}${row.won.size === 1 ? ` (${odds([...row.won][0])})` : ""}: 1 in ${oneIn(row.likely)}, adds ${plus(row.adds, 5)}`]),
    key: [["won by the player", "good"], ["won by the house", "bad"]],
    table: { columns: ["Outcome", "Probability", "Adds"], rows: rows.map((row) => [row.title, percent(row.likely, 5), plus(row.adds, 6)]) },
  };
}

function notes(found) {
  const entries = Object.entries(found.notes ?? {});
  if (!entries.length) return null;
  return h("details", { class: "notes" }, h("summary", {}, `${entries.length} further ${entries.length === 1 ? "figure" : "figures"} of the solver`),
    h("dl", {}, entries.map(([name, note]) => [h("dt", {}, name.replaceAll("_", " ").replaceAll(".", ": ")), h("dd", {}, plain(note.decimal, 6))])));
}
