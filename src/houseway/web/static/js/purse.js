// Money read off a tape, as the house's ledger reads it (house/money.py): chips leave a player when they are put up, and
// come when the tape settles a wager, in the middle of a round too. A bet for the dealers is theirs, won or lost.

import * as tape from "./tape.js";

/** What a round has brought the player of these seats so far. */
export function netOf(game, rows, seats) {
  let net = 0;
  for (const [verb, seat, , a, b, c] of rows) {
    if (!seats.includes(seat)) continue;
    if (verb === tape.SETTLE && !game.wagers[a].toke) net += c;
    else if ((verb === tape.STAKE || verb === tape.BACK) && game.wagers[a].toke) net += verb === tape.BACK ? b : -b;
  }
  return net;
}

/** Chips that the rows behind the first so many moved to (or from) the player of these seats. */
export function movedSince(game, rows, first, seats) {
  const { chips } = followed(game, rows, seats);
  return chips.at(-1) - chips[first];
}

/** What the rows behind the first so many gave the dealers. */
export function tokesSince(game, rows, first) {
  const { tokes } = followed(game, rows, []);
  return tokes.at(-1) - tokes[first];
}

/** The player's chips and the dealers' after each row, counted from when the bets lay on the felt. */
export function followed(game, rows, seats) {
  const stakes = new Map();
  const chips = [0];
  const tokes = [0];
  let dealt = false;  // what is put up before the first card was bet, and left the player's chips then
  for (const [verb, seat, hand, a, b, c] of rows) {
    const place = tape.at(seat, hand, a);
    const lies = stakes.get(place) ?? 0;
    let own = 0;
    let theirs = 0;
    if (verb === tape.DEAL) dealt = true;
    else if (verb === tape.STAKE) {
      stakes.set(place, lies + b);
      if (dealt) own = -b;
    } else if (verb === tape.BACK) {
      stakes.set(place, lies - b);
      own = b;
    } else if (verb === tape.SETTLE) {
      stakes.delete(place);
      if (game.wagers[a].toke) theirs = lies + c;
      else own = lies + c;
    }
    chips.push(chips.at(-1) + (seats.includes(seat) ? own : 0));
    tokes.push(tokes.at(-1) + theirs);
  }
  return { chips, tokes };
}
