// The score: choices judged by hints, and drills, by game.

import { h } from "/js/dom.js";
import { dollars } from "/js/money.js";

export function scorePanel(you) {
  const score = Object.entries(you.wholeScore).filter(([game]) => you.titles.has(game));
  return h("section", { class: "panel", key: "score", "aria-labelledby": "score-title" },
    h("h2", { id: "score-title" }, "Your score"),
    score.length ? table(you, score) : h("p", { class: "quiet" },
      "No choice of yours was judged yet: practise alone with hints, or drill hard choices."),
    !you.who.kept && score.length > 0 && h("p", { class: "quiet", key: "where" }, "It lies in this browser."));
}

function table(you, score) {
  const heads = ["Game", "Choices with hints", "Drills"];
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Your score by game" },
    h("table", { class: "figures-table in-words" },
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, score.map(([game, counts]) => row(you.titles.get(game), counts)))));
}

function row(title, { choices = 0, mistakes = 0, lost_cents: lost = 0, drills = 0, drills_right: right = 0 }) {
  return h("tr", { key: title }, h("th", { scope: "row" }, title),
    h("td", {}, choices ? `${share(choices - mistakes, choices)} best; ${dollars(lost)} given away` : "none"),
    h("td", {}, drills ? `${share(right, drills)} right` : "none"));
}

const share = (part, whole) => `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
