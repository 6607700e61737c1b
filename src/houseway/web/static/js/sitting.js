// A sitting at a table: rounds, what was bought, what it brought. Kept for as long as the window is open.

import { dollars } from "./money.js";
import { movedSince } from "./purse.js";
import { sentence } from "./sentence.js";
import { forNow } from "./shelf.js";
import * as tape from "./tape.js";

const GIVEN_UP = "Your seat was given up while you were away; your chips are in the cage.";
const LEFT = "You left with";
const countOf = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** What the bets of the person who sees this come to, in the same picture as their chips. */
export const onFelt = (view) => view.seats.filter(({ you }) => you)
  .reduce((cents, { bets }) => cents + Object.values(bets).reduce((sum, each) => sum + each, 0), 0);

export class Sitting {
  constructor(table) {
    this.shelf = forNow("sitting", table);
    this.kept = this.shelf.read();
  }

  /** The next view; when the player is no more in it, the sitting is over and is summed up in a sentence. */
  hear(before, view, game) {
    if (view.you) this.goOn(view, game);
    else if (before?.you && this.kept) return this.end(before, view, game);
    return "";
  }

  goOn(view, game) {
    const { id, cents } = view.you;
    const own = view.owners.includes(id);
    const playing = view.phase === "playing";
    if (this.kept?.player !== id) {
      const counted = playing && own ? view.round - 1 : view.round;
      this.kept = { player: id, rounds: 0, counted, tokes: 0, bought: cents + onFelt(view) };
    }
    if (!playing && own && view.round > this.kept.counted) this.count(view, game, view.you.seats);
    this.shelf.write(this.kept);
  }

  count(view, game, seats) {
    const isToke = ([verb, seat, , wager]) => verb === tape.STAKE && seats.includes(seat) && game.wagers[wager].toke;
    this.kept.rounds += 1;
    this.kept.counted = view.round;
    this.kept.tokes += view.tape.filter(isToke).reduce((sum, row) => sum + row[4], 0);
  }

  boughtIn(cents) {
    if (!this.kept) return;
    this.kept.bought += cents;
    this.shelf.write(this.kept);
  }

  end(before, view, game) {
    const { id, seats } = before.you;
    const played = before.phase === "playing" && before.owners.includes(id);
    if (played && view.tape.length) this.count(view, game, seats);
    const moved = played ? movedSince(game, view.tape, before.tape.length, seats) : 0;
    const cents = before.you.cents + onFelt(before) + moved;
    const told = view.round === before.round ? `${LEFT} ${dollars(cents)}: ${this.sum(cents)}.` : GIVEN_UP;
    this.kept = null;
    this.shelf.write(null);
    return told;
  }

  /** "12 rounds, $200 bought in, $20 lost, $5 for the dealers". */
  sum(cents) {
    const { rounds, bought, tokes } = this.kept;
    const net = cents - bought;
    return [
      countOf(rounds, "round"), `${dollars(bought)} bought in`,
      net ? `${dollars(Math.abs(net))} ${net > 0 ? "won" : "lost"}` : "nothing won or lost",
      tokes && `${dollars(tokes)} bet for the dealers`,
    ].filter(Boolean).join(", ");
  }

  /** The same while one still sits there; what is at stake counts as one's own. */
  sumNow(view, staked) {
    return this.kept ? this.sum(view.you.cents + onFelt(view) + staked) : "";
  }
}

/** How a sitting went that the house ended, for its reason: nobody left. */
export function putOffText(reason, farewell) {
  const had = farewell.startsWith(LEFT) ? ` You had${farewell.slice(LEFT.length)}` : "";
  return sentence(reason) + had;
}
