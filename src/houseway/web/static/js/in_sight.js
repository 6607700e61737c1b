// On a narrow screen the dock lies over the felt: the net of a round is brought clear of it when the round ends, and
// when the dock grows by a verdict. Who scrolls elsewhere meanwhile is left there.

import { pace } from "./pace.js";

const MARGIN = 8;  // pixels

export class NetInSight {
  constructor(table) {
    this.table = table;
    this.cleared = "";  // the round and the height of the dock that it was done for
  }

  /** After the table was drawn. */
  follow() {
    const { table } = this;
    const net = table.isNarrow && table.querySelector(".own .net");
    if (!net) return;
    const dock = table.querySelector(".dock-holder").getBoundingClientRect();
    const now = `${table.view.round} ${dock.height}`;
    if (now === this.cleared) return;
    this.cleared = now;
    const hidden = net.getBoundingClientRect().bottom + MARGIN - dock.top;
    if (hidden > 0) scrollBy({ top: hidden, behavior: pace() ? "smooth" : "instant" });
  }
}
