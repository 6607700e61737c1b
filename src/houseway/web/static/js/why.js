// Why bets ended as they did: the house's own sentences, each of the row of the tape that settled its bet.

import { classes, h } from "./dom.js";
import * as tape from "./tape.js";
import { inSentence } from "./words.js";

/** Those of rows that are shown. */
export const upTo = (whys, rows) => (whys ?? []).filter(({ row }) => row < rows);

/** One sentence for all bets of a hand that ended for the same reason, in order; it stands at the last of them. */
export function once(whys) {
  const last = new Map(whys.map((each) => [`${each.seat}.${each.hand}.${each.text}`, each]));
  return [...last.values()].sort((one, other) => one.row - other.row);
}

export const byRow = (whys) => new Map(once(whys ?? []).map(({ row, text }) => [row, text]));

/** The scene with the cards that count lifted, and what each bet was decided on. */
export function explained(scene, whys, lifting = whys) {
  scene.lifted = new Set(lifting.flatMap(({ cards }) => cards));
  scene.made = new Map(whys.map(({ seat, hand, wager, made }) => [tape.at(seat, hand, wager), made]));
  return scene;
}

/** The sentences on the felt; `name` tells seats, hands and games apart where there are several. */
export function whyView(whys, rows, name) {
  const tone = (row) => (rows[row][5] > 0 ? "won" : rows[row][5] < 0 ? "lost" : "");
  return whys.length > 0 && h("ul", { class: "why", key: "why", "aria-label": "Why" }, once(whys).map((each) =>
    h("li", { key: each.row, class: classes(tone(each.row)) }, named(name(each), each.text))));
}

const named = (name, text) => (name ? `${name}: ${inSentence(text)}` : text);
