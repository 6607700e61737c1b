// What the dealer says just now, written on the felt: it stands there until play goes on.

import { houseWayLine } from "./game.js";
import * as tape from "./tape.js";
import { callText, inSentence } from "./words.js";

/** `{text, kind}` or null. `concerns` says whose hands the reader cares about. */
export function remarkOf(scene, game, options, concerns = () => true) {
  const call = [...scene.calls].find(([place]) => concerns(Number(place.split(".")[0])));
  if (call) return { kind: "call", text: callText(game, options, call[1]) };
  const said = (word) => scene.said.get(tape.at(tape.HOUSE, tape.DEALER, word));
  const line = said(tape.HOUSE_WAY);
  if (line !== undefined) {
    const words = houseWayLine(game, options, line) || "the dealer keeps two cards";
    return { kind: "way", text: `House way, line ${line}: ${inSentence(words)}` };
  }
  const dealt = [...scene.hands.values()].some((cards) => cards.length);
  return said(tape.NO_MORE_BETS) && !dealt ? { kind: "call", text: "No more bets" } : null;
}
