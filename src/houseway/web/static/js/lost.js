// The line to the house is lost: what becomes of the bet, the hand and the seat meanwhile, in words.

import { dollars } from "./money.js";
import * as tape from "./tape.js";

const MICRO = 1000;  // of a second, in a millisecond

/** Sentences for a player who is cut off. `ahead` is how far the house's clock is ahead of ours, in milliseconds. */
export function whileLost({ view, facts, ahead, since, seats, placed, game, now = Date.now() }) {
  if (!view.you) return [];
  const left = (until) => Math.ceil((until / MICRO - ahead - now) / 1000);
  return [
    view.phase === "playing" ? inRound({ view, facts, seats, game, left }) : beforeRound({ view, placed, left }),
    seat(facts.keep_seat_s - Math.floor((now - since) / 1000)),
  ];
}

const housePlays = ({ silent }) => `plays your hand by its ${silent} strategy and puts up no more chips`;

/** What becomes of an act that was chosen meanwhile, or ("") may be; `late` where the time for it is over. */
export const actKept = (named, facts, late) => (late ? `Your time is over: the house ${housePlays(facts)}.` : named
  ? `Kept: ${named}. It is played when the line is back; if your time runs out first, the house ${housePlays(facts)}.`
  : "Offline: what you choose now is kept, and played when the line is back.");

/** What becomes of chips meanwhile. */
export const betKept = (seconds) => `Offline: chips and Deal reach the house only if the line is back within ${seconds} s of your last click.`;

function inRound({ view, facts, seats, game, left }) {
  const stakes = [...tape.sceneOf(view.tape, game.totals).stakes];
  const mine = stakes.filter(([place]) => seats.includes(Number(place.split(".")[0])));
  const cents = mine.reduce((sum, [, each]) => sum + each, 0);
  if (!cents) return "You have no bet in this round.";
  const played = housePlays(facts);
  const bets = `Your bets of ${dollars(cents)} stand`;
  if (!view.pending?.you) return `${bets}; when your turn comes and its ${facts.clocks_s.decision} s are over, the house ${played}.`;
  const seconds = left(view.pending.until);
  return seconds > 0 ? `${bets}; if you do not choose in ${seconds} s, the house ${played}.`
    : `${bets}; the time for your choice is over, and the house ${played}.`;
}

function beforeRound({ view, placed, left }) {
  if (!placed) return "You have no bet on the felt.";
  const seconds = view.betting_until ? left(view.betting_until) : 0;
  return `Your bet of ${dollars(placed)} stands and ${seconds > 0 ? `is dealt in ${seconds} s at the latest` : "may have been dealt"}.`;
}

/** The house counts from when it noticed, so it keeps the seat no shorter than this. */
function seat(seconds) {
  return seconds > 0 ? `Your seat is kept for ${seconds} s more.`
    : "Your seat may have been given up by now; your chips are then in the cage.";
}
