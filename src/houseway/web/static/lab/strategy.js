// How to play: grids of acts for blackjack, rules in words for poker, and the value of every choice for a hand.

import { h } from "/js/dom.js";
import { downloads, progress, typing } from "./parts.js";
import { question } from "./state.js";
import { human, percent, plus } from "./words.js";

const HAND_BY_HAND = "No chart and no list of rules is drawn for this game: look a hand up, and every choice is told with its value.";
const ACTS = { H: "hit", S: "stand", D: "double", P: "split", R: "surrender" };

export function strategyPanel(view) {
  const { state, desk } = view;
  const url = question(state, "strategy", ["set", "strategy", "pay"]);
  const at = desk.want("strategy", url);
  const found = at.answer;
  return [
    lookUp(view),
    progress(at, () => desk.stop("strategy")),
    found && h("div", { class: at.isOld ? "stack old" : "stack" }, FORMS[found.form](found)),
    found && downloads(url, found.downloads),
  ];
}

const FORMS = { charts, guide, hands: () => h("p", { class: "how" }, HAND_BY_HAND) };

// --- charts ---

function charts(found) {
  const kinds = { hard: "Hard totals", soft: "Soft totals", pair: "Pairs" };
  return [
    h("ul", { class: "letters", "aria-label": "Letters of the chart" },
      Object.entries(found.letters).map(([letter, title]) => h("li", { key: letter }, h("span", { class: `cell act-${ACTS[letter]}`, "aria-hidden": "true" }, letter), `${letter}: ${title}`)),
      h("li", {}, "A second letter: what to do where the first is not allowed. *: it depends on the cards; look the hand up.")),
    found.situations.map((situation) => {
      const lines = found.lines.filter((line) => line.situation === situation);
      if (!lines.length) return null;
      return h("section", { key: situation, class: "charts" }, h("h2", {}, human(situation)),
        h("div", { class: "grids" }, Object.entries(kinds).map(([kind, title]) => {
          const mine = lines.filter((line) => line.kind === kind);
          return mine.length ? grid(`${title}, ${situation}`, title, mine, found.up_cards) : null;
        })));
    }),
  ];
}

function grid(name, title, lines, upCards) {
  return h("div", { key: title, class: "scroll", tabindex: 0, role: "region", "aria-label": name }, h("table", { class: "grid" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hand"), h("th", { scope: "col" }, "Cards"), upCards.map((up) => h("th", { key: up, scope: "col" }, up)))),
    h("tbody", {}, lines.map((line, i) => h("tr", { key: `${line.hand} ${line.cards_from}`, class: i && lines[i - 1].hand === line.hand ? "more" : "" },
      h("th", { scope: "row" }, line.hand),
      h("td", { class: "cards" }, line.kind === "pair" ? "2" : `${line.cards_from}+`),
      upCards.map((up) => h("td", { key: up, class: line.cells[up] ? `cell act-${ACTS[line.cells[up][0]] ?? "other"}` : "cell none" }, line.cells[up])))))));
}

// --- rules in words ---

function guide(found) {
  return found.sections.map((section) => h("section", { key: section.title, class: "guide" },
    h("h2", {}, section.title),
    h("ul", {}, section.rules.length ? section.rules.map((rule) => h("li", { key: rule.text }, rule.text, rule.share < 1 ? h("small", {}, ` ${percent(rule.share, 2)} of deals`, "left_out" in rule ? `; left out, it would cost ${percent(rule.left_out, 4)}` : null) : null)) : h("li", {}, "Nothing.")),
    h("p", { class: section.right === 1 ? "how good" : "how" }, section.right === 1
      ? "This is the best play itself: it costs nothing."
      : `In ${percent(section.right, 2)} of deals this is the best play, or as good. Against it, it costs ${percent(section.cost, 4)} of the base bet a round.`),
    h("div", { class: "grids" }, section.grids.map(bands))));
}

function bands(grid) {
  const last = Math.max(...grid.cells.flat().filter((cell) => cell !== "").map(Number));
  return h("div", { key: grid.title, class: "scroll", tabindex: 0, role: "region", "aria-label": grid.title }, h("table", { class: "grid" },
    h("caption", {}, grid.title),
    h("thead", {}, h("tr", {}, h("td", {}), grid.names.map((name) => h("th", { key: name, scope: "col" }, name)))),
    h("tbody", {}, grid.cells.map((row, i) => h("tr", { key: grid.names[i] }, h("th", { scope: "row" }, grid.names[i]),
      row.map((cell, j) => h("td", { key: j, class: `cell band-${Math.min(3, Math.floor(((Number(cell) - 1) * 4) / last))}` }, cell)))))));
}

// --- one hand ---

function lookUp(view) {
  const { state, desk, go, sheet, shown } = view;
  const examples = sheet.answer?.hands ?? [];
  const at = state.hand ? desk.want("hand", question(state, "advise", ["set", "pay", "hand"]), 200) : null;
  if (!state.hand) desk.drop("hand");
  return h("section", { class: "look-up" },
    h("h2", {}, "Look a hand up"),
    h("form", { onsubmit: (event) => { event.preventDefault(); go({ hand: new FormData(event.target).get("hand").trim() }); } },
      h("label", {}, h("span", {}, "Hand"), h("input", { type: "text", placeholder: examples[0] ?? "", autocomplete: "off", spellcheck: "false", ...typing(shown, "hand", state.hand, () => {}) })),
      h("button", { type: "submit", class: "button" }, "Show"),
      examples.length > 0 && h("span", { class: "examples" }, "such as ", examples.map((each) => h("button", { key: each, type: "button", class: "link", onclick: () => go({ hand: each }) }, each)))),
    at && progress(at),
    at?.answer && at.answer.hand === state.hand ? advice(at.answer) : null);
}

function advice(found) {
  const worst = Math.max(...found.acts.map((act) => act.costs), 1e-9);
  const shown = found.acts.slice(0, 8);
  return h("table", { class: "advice" },
    h("caption", { class: "for-readers" }, `Expected value of every choice with ${found.hand}`),
    h("thead", {}, h("tr", {}, ["Choice", "Expected value", "Costs"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, shown.map((act, i) => h("tr", { key: act.act, class: i ? "" : "best" },
      h("th", { scope: "row" }, act.title), h("td", {}, plus(act.decimal, 5)),
      h("td", {}, i ? plus(-act.costs, 5) : "best", h("meter", { "aria-label": `costs ${act.costs.toFixed(5)}`, min: 0, max: worst, value: act.costs }))))),
    found.acts.length > shown.length ? h("tfoot", {}, h("tr", {}, h("td", { colspan: 3 }, `${found.acts.length - shown.length} further choices cost more.`))) : null);
}
