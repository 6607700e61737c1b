// What makes a round a show, and what ends it early: sounds, a big win, the skip to what the house has told already.

import { bigWin } from "./big_win.js";
import { netOf } from "./purse.js";
import { sound } from "./sound.js";
import * as tape from "./tape.js";

export class Show {
  constructor(table) {
    this.table = table;
    this.big = null;  // {cents, times} for as long as it is shown
  }

  dealt({ from, to }) {
    this.table.jackpots.follow();
    const rows = this.table.stage.tape.slice(from, to);
    if (rows.some(([verb]) => verb === tape.DEAL || verb === tape.TURN)) sound("card");
    if (rows.some(([verb, seat]) => verb === tape.STAKE && this.table.isOwn(seat))) sound("chip");
  }

  /** The round has come to its end on this page; the big win that it was, or null. */
  end(seats) {
    const { game, stage } = this.table;
    this.big = bigWin(game, stage.tape, seats);
    if (this.big) sound("big");
    else if (netOf(game, stage.tape, seats) > 0) sound("win");
    return this.big;
  }

  close() {
    this.big = null;
    this.table.draw();
  }

  /** All that is dealt lies there at once. It chooses nothing: what then lies in the dock is dead for a moment, as ever. */
  skip() {
    const { stage, flight } = this.table;
    const flies = [...flight.cards()].some((card) => card.getAnimations().length);
    if (stage.caughtUp && !flies) return false;
    flight.land();
    if (!stage.caughtUp) stage.finish();
    return true;
  }

  /** A tap on the felt, or Escape. */
  wave() {
    if (this.big) this.close();
    else this.skip();
  }
}
