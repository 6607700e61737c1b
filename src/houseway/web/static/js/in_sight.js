// On a narrow screen the dock lies over the felt: the hand that is asked about, or the net of a round that has ended and
// what became of each bet, are brought clear of it, also when the dock grows, and back from above the window after a bet
// on a low spot; with them the dealer's cards and the reasons, as far as there is room. Who scrolls elsewhere meanwhile is
// left there.

import { pace } from "./pace.js";

const MARGIN = 8;  // pixels

export class InSight {
  constructor(table) {
    this.table = table;
    this.cleared = "";  // what it was done for, and the height of the dock then
  }

  /** After the table was drawn. */
  follow() {
    const { table } = this;
    const meant = table.isNarrow && table.querySelector(".own .hand.active, .own .net");
    if (!meant) return;
    const dock = table.querySelector(".dock-holder").getBoundingClientRect();
    const now = `${meant.className} ${table.choiceNow()} ${dock.height}`;
    if (now === this.cleared) return;
    this.cleared = now;
    const also = meant.matches(".net") ? table.querySelectorAll(".own .net, .own .result, .own .made") : [];
    const lowest = Math.max(...[meant, ...also].map((each) => each.getBoundingClientRect().bottom));
    const room = meant.getBoundingClientRect().top - MARGIN;  // the net itself stays in sight
    const hidden = Math.min(lowest + MARGIN - dock.top, room);  // below zero: it lies above the window
    const by = hidden > 0 || room < 0 ? hidden : -this.roomAbove(dock.top - MARGIN - lowest);
    if (by) scrollBy({ top: by, behavior: pace() ? "smooth" : "instant" });
  }

  /** How far the felt may come down, so that the dealer's cards are seen too, or at least why bets ended so. */
  roomAbove(free) {
    const tops = [".house", ".printed"].map((each) => MARGIN - this.table.querySelector(each).getBoundingClientRect().top);
    return tops.find((top) => top > 0 && top <= free) ?? 0;
  }
}
