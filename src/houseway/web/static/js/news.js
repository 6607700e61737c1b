// What a supervisor changed at a table since its player last looked, and the bet that came back with it: seen before the
// next bet. It outlives a reload.

import { changesBetween } from "./changes.js";
import { dollars } from "./money.js";
import { forNow } from "./shelf.js";

export class News {
  constructor(name) {
    this.told = [];  // sentences that the player has not seen yet
    this.seen = forNow("seen", name);
    this.back = forNow("back", name);  // cents that lay on the felt and came back
  }

  /** The table is another one from now on: what lay on the felt lies there no more. */
  gaveBack(cents) {
    this.back.write((this.back.read() ?? 0) + cents);
  }

  /** What differs from what the player saw last; who only watches sees the felt. */
  compare(game, facts, isPlayer) {
    const [seen, back] = isPlayer ? [this.seen.read(), this.back.read()] : [null, 0];
    this.told = seen ? changesBetween(game, seen, facts) : [];
    if (back) this.told.push(`Your bet of ${dollars(back)} came back to you: it is among your chips`);
    if (!this.told.length) this.see(facts);
  }

  see(facts) {
    this.told = [];
    this.seen.write(facts);
    this.back.write(0);
  }
}
