// The stage deals what is new on a tape, row by row at a dealer's pace; what was seen before stands at once.

import { atOnce, pace } from "./pace.js";
import * as tape from "./tape.js";

const PACE = {  // milliseconds that a row takes
  [tape.DEAL]: 150, [tape.TURN]: 220, [tape.MOVE]: 120, [tape.DISCARD]: 90, [tape.SETTLE]: 170, [tape.CHOOSE]: 160,
  [tape.SAY]: 60,
};
const SAID = { [tape.HOUSE_WAY]: 1600, [tape.NO_MORE_BETS]: 600 };  // words that want a moment, to be read or to look
const HURRY = 40;  // with so many rows waiting the dealer doubles the pace

const paceOf = ([verb, , , word]) => (verb === tape.SAY && SAID[word]) || PACE[verb] || 0;

export class Stage extends EventTarget {
  /** `isBot` says of a seat whether the house plays it. */
  constructor(isBot = () => false) {
    super();
    this.isBot = isBot;
    this.tape = [];
    this.shown = 0;
    this.round = null;
  }

  get caughtUp() {
    return this.shown === this.tape.length;
  }

  get rows() {
    return this.tape.slice(0, this.shown);
  }

  /** The newest tape of a round. `fresh` is false for the first look at a table: it is not dealt all over again. */
  follow(round, rows, fresh = true) {
    const same = round === this.round && tape.goesOn(this.tape, rows);
    const dealtNow = round !== this.round && fresh && this.round !== null;
    this.tape = rows;
    this.round = round;
    if (dealtNow) this.shown = 0;
    else if (!same) this.shown = rows.length;
    if (!pace() || document.hidden) this.finish();
    else this.step();
  }

  finish() {
    clearTimeout(this.timer);
    this.timer = null;
    const from = this.shown;
    this.shown = this.tape.length;
    this.tell(from);
  }

  step() {
    if (this.timer || this.caughtUp) return;
    const from = this.shown;
    let wait = 0;
    while (!this.caughtUp && !wait) wait = this.waitFor(this.tape[this.shown++]);
    this.tell(from);
    if (this.tape.length - this.shown > HURRY) wait /= 2;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (!pace() || document.hidden) this.finish();
      else this.step();
      if (this.caughtUp) this.tell(this.shown);
    }, wait);
  }

  waitFor(row) {
    return atOnce(this.isBot(row[1])) ? 0 : paceOf(row) * pace();
  }

  tell(from) {
    this.dispatchEvent(new CustomEvent("rows", { detail: { from, to: this.shown } }));
  }

  stop() {
    clearTimeout(this.timer);
  }
}
