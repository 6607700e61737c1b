// The dealer's calls: a short list on the page, and for screen readers what concerns the listener. What is spoken is only
// ever added to, a line for each thing that happened: a reader that is still speaking loses nothing, and repeats nothing.

import { h } from "./dom.js";
import { settings } from "./settings.js";
import * as tape from "./tape.js";
import { newsOf } from "./words.js";

const KEPT_MAX = 80;

export class Caller {
  constructor() {
    this.lines = [];   // {id, text, tone}
    this.spoken = [];  // {id, text}
    this.drawn = 0;    // the last line that was on the page: a reader has it
    this.count = 0;
  }

  /** A new round: what was spoken of the last one goes, once it was on the page. */
  clear() {
    this.lines = [];
    this.spoken = this.spoken.filter(({ id }) => id > this.drawn);
  }

  /** Nothing of what was called so far is spoken. */
  hush() {
    this.spoken = [];
  }

  /** Rows of the tape that were just dealt. */
  hear(rows, told) {
    for (const row of rows) {
      const text = newsOf(row, told);
      if (!text) continue;
      const [verb, seat, , , , cents] = row;
      const tone = verb === tape.SETTLE && told.own(seat) ? (cents > 0 ? "won" : cents < 0 ? "lost" : "") : "";
      this.lines.push({ id: ++this.count, text, tone });
      if (settings.heard === "all" || told.own(seat) || seat === tape.HOUSE) this.say(`${text.replace(/\.$/, "")}.`);
    }
    if (this.lines.length > KEPT_MAX) this.lines.splice(0, this.lines.length - KEPT_MAX);
  }

  /** What the house says of the round, among the calls; spoken unless it is read out elsewhere. */
  call(text, aloud) {
    this.lines.push({ id: ++this.count, text, tone: "" });
    if (aloud) this.say(text);
  }

  say(text) {
    this.spoken.push({ id: ++this.count, text });
  }
}

export function spokenView(caller) {
  caller.drawn = caller.count;
  return h("div", { class: "for-readers", key: "live", role: "log", "aria-live": "polite", "aria-label": "Spoken" },
    caller.spoken.map(({ id, text }) => h("p", { key: id }, text)));
}
