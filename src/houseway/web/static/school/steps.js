// A round told step by step, every row in words: whoever looks for a fault must be able to stop at any of them.

import { houseWayLine } from "/js/game.js";
import { dollars } from "/js/money.js";
import * as tape from "/js/tape.js";
import { newsOf } from "/js/words.js";
import { untold } from "./felt.js";

/** "Seat 2", "Seat 2, hand 2", "Dealer". */
export function nameOf(game, seat, hand) {
  if (seat === tape.HOUSE) return game.layout[hand === tape.COMMUNITY ? "community_title" : "dealer_title"];
  return hand ? `Seat ${seat}, hand ${hand + 1}` : `Seat ${seat}`;
}

/** What each row of a tape is in words; "" where nothing is to be seen. A pay is told as it was made, right or wrong. */
export function told(game, options, rows) {
  const context = {
    options,
    who: (seat, hand) => nameOf(game, seat, hand),
    lines: (line) => houseWayLine(game, options, line),
  };
  const word = (row, i) => newsOf(tape.inContext(rows, i), { game: row[0] === tape.SETTLE ? untold(game) : game, ...context });
  return rows.map((row, i) => word(row, i) || plainly(game, row));
}

/** What a table does not call out, as it is seen from above. */
function plainly(game, [verb, seat, hand, a, b]) {
  const name = nameOf(game, seat, hand);
  if (verb === tape.STAKE) return `${name}: ${game.wagers[a].title}, ${dollars(b)}`;
  if (verb === tape.DEAL) return `${name}: a card face down`;
  if (verb === tape.MOVE) return `${name}: card ${a + 1} moves to hand ${b + 1}`;
  if (verb === tape.DISCARD) return `${name}: card ${a + 1} goes to the discards`;
  return "";
}
