// What a choice cost, told with the cards that it was about.

import { classes, h } from "./dom.js";
import { dollars } from "./money.js";
import { actParts, cardFace, cardName } from "./words.js";

const KINDS = ["club", "diamond", "heart", "spade"];

const smallCard = (card) =>
  h("span", { class: `face ${KINDS[card & 3]}`, role: "img", "aria-label": cardName(card) }, cardFace(card));

/** An act with the cards that it names drawn small. */
export function actView(act, cards) {
  return actParts(act, cards).map((part) => (Array.isArray(part) ? part.map(smallCard) : part));
}

/** How a choice was judged. One of an earlier round, whose values came late, says so. */
export function verdictView({ act, best, cards, cost, cents, wrong, round }, game, now = round) {
  const named = (name) => actView(game.acts.find((each) => each.name === name), cards);
  const earlier = round !== now && `Round ${round}: `;
  const price = [` costs ${cost.toFixed(3)} bets (${dollars(cents)}). Best was: `, named(best), "."];
  return h("p", { class: classes("told", wrong ? "wrong" : "right"), role: "status" },
    earlier, named(act), wrong ? price : " was the best choice.");
}
