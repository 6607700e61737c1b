// What is called at a table: every row as it is dealt, whose turn it is, and how the round ended for the listener.

import { bigWinText } from "./big_win.js";
import { Caller } from "./caller.js";
import { houseWayLine, loadRules } from "./game.js";
import { signed } from "./money.js";
import { netOf } from "./purse.js";
import * as tape from "./tape.js";
import { byRow } from "./why.js";

const SPOKEN_ACTS_MAX = 8;

export class Calling {
  constructor(table) {
    this.table = table;
    this.caller = new Caller();
    this.asked = "";   // the choice that was last put to the listener
    this.ended = null; // the round whose end was last told
    this.houseWay = null; // its lines, on their way or here
  }

  /** Lines of the house way are called once cards are set: whoever only looks in need not wait for them. */
  prepare() {
    const { view, game, draw } = this.table;
    if (this.houseWay || !game.layout.house_ways.length || !(view.you || view.tape.length)) return;
    this.houseWay = loadRules(game).then(draw, () => { this.houseWay = null; });
  }

  /** What lies on the table when one comes is written, not spoken. */
  begin() {
    const { stage, view } = this.table;
    this.caller.hear(this.inContext(0, stage.shown), this.told());
    this.caller.hush();
    if (view.phase !== "playing") this.ended = view.round;
  }

  dealt({ from, to }) {
    const { stage, view } = this.table;
    if (from < to) this.caller.hear(this.inContext(from, to), this.told());
    if (!stage.caughtUp) return;
    if (view.pending?.you) this.ask();
    else if (view.phase !== "playing") this.end();
  }

  /** Rows with what one must know to tell them. */
  inContext(from, to) {
    const { view, stage, game } = this.table;
    const whys = byRow(view.why);
    const by = view.chosen_by.map((each) => (each === "bot" ? "" : each));  // bots are called so
    return stage.tape.slice(from, to).map((_, i) => tape.inContext(stage.tape, from + i, { whys, totals: game.totals, by }));
  }

  told() {
    const { table } = this;
    return {
      game: table.game,
      options: table.options,
      own: (seat) => table.isOwn(seat),
      who: (seat, hand) => table.who(seat, hand),
      lines: (line) => houseWayLine(table.game, table.options, line),
    };
  }

  ask() {
    const asked = this.table.choiceNow();
    if (this.asked === asked) return;
    this.asked = asked;
    const acts = this.table.acts();
    const names = acts.length > SPOKEN_ACTS_MAX
      ? [...new Set(acts.map((act) => act.way))] : acts.map((act) => `${act.title}, key ${act.key}`);
    this.caller.say(`Your turn: ${names.join("; ")}.`);
  }

  end() {
    const { view, game, stage } = this.table;
    if (this.ended === view.round) return;
    this.ended = view.round;
    const mine = this.table.seatsInRound();
    if (!mine.length) return;
    const cents = netOf(game, stage.tape, mine);
    const big = this.table.show.end(mine);
    this.caller.say(`The round is over: ${cents ? signed(cents) : "even"}.${big ? ` ${bigWinText(big)}` : ""}`);
  }
}
