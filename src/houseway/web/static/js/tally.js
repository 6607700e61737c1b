// What choices came to, by game and by day, and those that were not the best: judged at practice tables and in drills. It is
// counted in this browser; of somebody who is kept it goes on to the house.

import { Shelf } from "./shelf.js";

const MISTAKES_MAX = 100;  // the oldest go
const DAYS_MAX = 366;

const shelf = new Shelf(() => localStorage, "houseway-score");
const dayShelf = new Shelf(() => localStorage, "houseway-days");
const mistakeShelf = new Shelf(() => localStorage, "houseway-mistakes");

export const counting = new EventTarget();

export const counted = () => shelf.read() ?? {};

/** All that is counted here: {score, days, mistakes}. */
export const learntHere = () => ({ score: counted(), days: dayShelf.read() ?? {}, mistakes: mistakeShelf.read() ?? [] });

const NOTHING = { score: {}, days: {}, mistakes: [] };
let house = null;  // what the house has of somebody who is kept, once it was asked

export const heard = () => house !== null;

export function hearHouse(learnt) {
  house = learnt;
  counting.dispatchEvent(new Event("heard"));
}

/** All that is counted of this person: at the house and here. */
export const learnt = () => together(house ?? NOTHING, learntHere());

function together(one, other) {
  const mistakes = new Map([...other.mistakes, ...one.mistakes].map((each) => [choiceKey(each), each]));
  return {
    score: summed(one.score, other.score), days: summed(one.days, other.days),
    mistakes: [...mistakes.values()].sort((a, b) => b.at - a.at),
  };
}

const choiceKey = ({ table, round, choice }) => `${table} ${round} ${choice}`;

/** One more choice, as Practice judged it; `where` is the table and what it says of a mistake. */
export function countChoice(game, { wrong, cents, round, number }, { table, said }) {
  const at = Date.now() * 1000;
  const one = { choices: 1, mistakes: Number(wrong), lost_cents: wrong ? cents : 0 };
  const days = Object.entries(summed(dayShelf.read() ?? {}, { [new Date().toISOString().slice(0, 10)]: one }));
  dayShelf.write(Object.fromEntries(days.sort().slice(-DAYS_MAX)));
  if (wrong) {
    const made = { at, table, game, round, choice: number, said: said(), lost_cents: cents };
    mistakeShelf.write([made, ...mistakeShelf.read() ?? []].slice(0, MISTAKES_MAX));
  }
  add(game, one);
}

export const countDrill = (game, { wrong }) => add(game, { drills: 1, drills_right: Number(!wrong) });

function add(game, more) {
  shelf.write(summed(counted(), { [game]: more }));
  counting.dispatchEvent(new Event("counted"));
}

/** What the house has now is not kept here too. */
export function takeOff({ score, days, mistakes }) {
  shelf.write(less(counted(), score));
  dayShelf.write(less(dayShelf.read() ?? {}, days));
  const sent = new Set(mistakes.map(choiceKey));
  mistakeShelf.write((mistakeShelf.read() ?? []).filter((each) => !sent.has(choiceKey(each))));
}

function less(counts, sent) {
  const minus = Object.entries(sent).map(([of, score]) =>
    [of, Object.fromEntries(Object.entries(score).map(([name, count]) => [name, -count]))]);
  const left = Object.entries(summed(counts, Object.fromEntries(minus)));
  return Object.fromEntries(left.filter(([, score]) => Object.values(score).some((count) => count > 0)));
}

export function summed(one, other) {
  const sum = structuredClone(one);
  for (const [game, score] of Object.entries(other)) {
    sum[game] ??= {};
    for (const [name, count] of Object.entries(score)) sum[game][name] = Math.max((sum[game][name] ?? 0) + count, 0);
  }
  return sum;
}
