// What choices came to over the days, by game: judged at practice tables and in drills. It is counted in this browser;
// of somebody who is kept it goes on to the house.

import { Shelf } from "./shelf.js";

const shelf = new Shelf(() => localStorage, "houseway-score");

export const counting = new EventTarget();

export const counted = () => shelf.read() ?? {};

/** One more choice, as Practice judged it. */
export const countChoice = (game, { wrong, cents }) =>
  add(game, { choices: 1, mistakes: Number(wrong), lost_cents: wrong ? cents : 0 });

export const countDrill = (game, { wrong }) => add(game, { drills: 1, drills_right: Number(!wrong) });

function add(game, more) {
  shelf.write(summed(counted(), { [game]: more }));
  counting.dispatchEvent(new Event("counted"));
}

/** What the house has now is not kept here too. */
export function takeOff(sent) {
  const minus = Object.entries(sent).map(([game, score]) =>
    [game, Object.fromEntries(Object.entries(score).map(([name, count]) => [name, -count]))]);
  const left = Object.entries(summed(counted(), Object.fromEntries(minus)));
  shelf.write(Object.fromEntries(left.filter(([, score]) => Object.values(score).some((count) => count > 0))));
}

export function summed(one, other) {
  const sum = structuredClone(one);
  for (const [game, score] of Object.entries(other)) {
    sum[game] ??= {};
    for (const [name, count] of Object.entries(score)) sum[game][name] = Math.max((sum[game][name] ?? 0) + count, 0);
  }
  return sum;
}
