// What the values of a choice are of, and what the whole round comes to.

import { dollars, signed } from "./money.js";

const CLEAR = 1;  // cent: acts nearer than this come to the same

const listed = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
const cents = (amount) => `${amount < 0 ? "\u2212" : "+"}$${(Math.abs(amount) / 100).toFixed(2)}`;

/** In one line: what the round wins on average with the choice that the values call the best. */
export function wholeLine(game, { acts, covers }) {
  const best = acts[0];
  if (!covers || best?.whole_cents === undefined) return "";
  const more = acts.reduce((one, other) => (other.whole_cents > one.whole_cents + CLEAR ? other : one), best);
  const about = covers.exact ? "" : "about ";
  const title = game.acts.find(({ name }) => name === more.act).title;
  const better = more === best ? "" : `; with ${title} ${about}${cents(more.whole_cents)}`;
  return `Whole round ${about}${cents(best.whole_cents)} with the best choice${better}`;
}

/** The bets that the values are of, and those that the whole round has beside them. */
export function coversText(game, { covers }) {
  if (!covers) return "Values are of the bets that hang on this choice.";
  const title = (name) => game.wagers.find((wager) => wager.name === name).title;
  const bet = ({ wager, hand, cents: staked }) =>
    `${title(wager)}${hand ? ` of hand ${hand + 1}` : ""}${staked ? ` (${dollars(staked)})` : ""}`;
  const more = [...covers.rest.map(bet), ...(covers.settled_cents ? [`${signed(covers.settled_cents)} settled so far`] : [])];
  const also = more.length ? ` The whole round has also ${listed(more)}.` : "";
  const left = covers.left_out.length ? ` Not counted: ${listed(covers.left_out.map(bet))}.` : "";
  return `Values are of the bets that hang on this choice: ${listed(covers.wagers.map(title))}.${also}${left}`;
}
