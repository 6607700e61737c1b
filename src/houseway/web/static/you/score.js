// The score: choices judged by hints, and drills, by game.

import { h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { day } from "./days.js";

export function scorePanel(you) {
  const score = Object.entries(you.learnt.score).filter(([game]) => you.titles.has(game));
  return h("section", { class: "panel", key: "score", "aria-labelledby": "score-title" },
    h("h2", { id: "score-title" }, "Your score"),
    score.length ? table(you, score) : h("p", { class: "quiet" },
      "No choice of yours was judged yet: practise alone with hints, or drill hard choices."),
    !you.who.kept && score.length > 0 && h("p", { class: "quiet", key: "where" }, "It lies in this browser."));
}

/** Each leads to the decision, with the worth of every act. */
export function mistakesPanel(you) {
  const { mistakes } = you.learnt;
  if (!mistakes.length) return null;
  const item = ({ table: name, game, round: number, choice, said, lost_cents: lost, at }) => h("li", { key: `${name} ${number} ${choice}` },
    h("a", { href: `/round/${encodeURIComponent(name)}/${number}#choice-${choice}` }, `${you.titles.get(game) ?? game}, round ${number.toLocaleString("en-US")}`),
    ` (${day(at / 1000)}): ${said}, `, h("span", { class: "sum" }, dollars(-lost)));
  return h("section", { class: "panel whole", key: "mistakes", id: "mistakes", "aria-labelledby": "mistakes-title" },
    h("h2", { id: "mistakes-title" }, "Your mistakes"),
    h("p", { class: "quiet" }, "Choices that were not the best, and what each gave away on average. Open one to see what every act was worth, and to try again."),
    h("ol", { class: "own-mistakes", tabindex: "0", "aria-label": "Your mistakes" }, mistakes.map(item)));
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

export const share = (part, whole) => `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
