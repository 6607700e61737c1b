// The dealer's calls: a short list on the page, and for screen readers what concerns the listener.

import * as tape from "./tape.js";
import { newsOf } from "./words.js";

const KEPT_MAX = 80;

export class Caller {
  constructor() {
    this.lines = [];  // {id, text, tone}
    this.spoken = "";
    this.count = 0;
  }

  clear() {
    this.lines = [];
  }

  /** Rows of the tape that were just dealt. */
  hear(rows, told) {
    const spoken = [];
    for (const row of rows) {
      const text = newsOf(row, told);
      if (!text) continue;
      const [verb, seat, , , , cents] = row;
      const tone = verb === tape.SETTLE && told.own(seat) ? (cents > 0 ? "won" : cents < 0 ? "lost" : "") : "";
      this.lines.push({ id: ++this.count, text, tone });
      if (told.own(seat) || seat === tape.HOUSE) spoken.push(text);
    }
    if (this.lines.length > KEPT_MAX) this.lines.splice(0, this.lines.length - KEPT_MAX);
    if (spoken.length) this.say(`${spoken.join(". ")}.`);
  }

  say(text) {
    this.spoken = text;
  }
}
