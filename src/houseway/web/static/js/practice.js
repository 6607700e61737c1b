// Practice: what every choice was worth, what it cost, and a score that outlives a reload of the page.

import { costOf } from "./cost.js";
import * as tape from "./tape.js";

const KEPT_MAX = 200;
const UNJUDGED_MAX = 40;
const NOTHING = { choices: 0, missed: 0, lost: 0 };  // choices, those not the best, cents given away

export class Practice {
  constructor(table) {
    this.shelf = `houseway-practice-${table}`;
    this.hints = null;     // {seat, hand, acts: [{act, value}]} of the choice that waits
    this.told = null;      // the last choice, judged
    this.unjudged = [];    // choices made before their hints were here
    this.waits = null;     // {since, last}: from when on the player waits for the values, and how many seconds it took before
    this.judged = () => {};  // told of every choice that was judged
    this.score = this.read();
  }

  hear(hints) {
    const acts = [...hints.acts].sort((one, other) => other.value - one.value);
    const heard = { ...hints, acts };
    this.waits = null;
    const late = this.unjudged.find((choice) => isAbout(heard, choice));
    if (late) this.judge(late, heard);
    else if (!this.hints || heard.version >= this.hints.version) this.hints = heard;
  }

  /** The house works out the values. What it took before is no promise: the time that has passed is told. */
  hearWait({ so_far: soFar, last }) {
    this.waits ??= { since: Date.now() - soFar * 1000, last };
  }

  /** "12 s so far; it took 20 s the last time". */
  waitText() {
    const { since, last } = this.waits;
    const soFar = Math.floor((Date.now() - since) / 1000);
    const before = !last ? "often some seconds, on a busy machine a minute or more"
      : soFar <= last ? `it took ${last} s the last time` : `longer than the ${last} s of the last time`;
    return `${soFar > 0 ? `${soFar} s so far; ` : ""}${before}`;
  }

  /** The hints that belong to a choice, best first. `since` is the version of the table that first asked for it. */
  of(choice) {
    return this.hints && choice && isAbout(this.hints, choice) ? this.hints : null;
  }

  /** A choice that stands, at version `until` of the table. */
  chose(choice) {
    const hints = this.of(choice);
    this.hints = null;
    this.told = null;
    this.unjudged = [...this.unjudged, choice].slice(-UNJUDGED_MAX);
    if (hints) this.judge(choice, hints);
  }

  judge(choice, hints) {
    this.unjudged = this.unjudged.filter((each) => each !== choice);
    const best = hints.acts[0];
    const made = hints.acts.find((each) => each.act === choice.act);
    if (!best || !made) return;
    const { cost, wrong, cents } = costOf(best.value, made.value, choice.unit);
    this.told = { ...choice, best: best.act, cost, wrong, cents };
    this.score.choices += 1;
    if (wrong) {
      this.score.missed += 1;
      this.score.lost += cents;
      const { round, act, number, cards } = choice;
      this.score.mistakes.unshift({ round, number, cards, act, best: best.act, cost, cents });
      this.score.mistakes.length = Math.min(this.score.mistakes.length, KEPT_MAX);
    }
    this.write();
    this.judged(this.told);
  }

  reset() {
    this.told = null;
    this.forget();
  }

  forget() {
    this.score = { ...NOTHING, mistakes: [] };
    this.write();
  }

  read() {
    try {
      return { ...NOTHING, mistakes: [], ...JSON.parse(sessionStorage.getItem(this.shelf)) };
    } catch {
      return { ...NOTHING, mistakes: [] };
    }
  }

  write() {
    try {
      sessionStorage.setItem(this.shelf, JSON.stringify(this.score));
    } catch { /* the score then lasts as long as the page */ }
  }
}

function isAbout(hints, { seat, hand, since, until = Infinity }) {
  return hints.seat === seat && hints.hand === hand && hints.version >= since && hints.version < until;
}

/** The size of the bet in whose units hints are told. */
export function unitBet(table, seat) {
  const number = table.game.wagers.findIndex((wager) => wager.name === table.game.unit);
  const isIt = (row) => row[0] === tape.STAKE && row[1] === seat && row[3] === number;
  return table.view.tape.find(isIt)?.[4] ?? 0;
}
