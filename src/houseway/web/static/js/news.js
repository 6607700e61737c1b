// What a supervisor changed at a table since its player last looked, and the bet that came back with it: seen before the
// next bet. It outlives a reload, and the window: whoever comes back to their seat in another one reads it there.

import { changesBetween } from "./changes.js";
import { dollars } from "./money.js";
import { sentence } from "./sentence.js";
import { forLater } from "./shelf.js";
import { toast } from "./toast.js";

export class News {
  constructor(name) {
    this.told = [];  // sentences that the player has not seen yet
    this.shelf = forLater("news", name);  // {player, facts: what they saw last, back: cents that came back since}
  }

  /** The table is another one from now on: what lay on the felt lies there no more. */
  gaveBack(cents) {
    const kept = this.shelf.read();
    if (kept) this.shelf.write({ ...kept, back: kept.back + cents });
  }

  /** What differs from what the player (an id) saw last; who only watches ("") sees the felt. */
  compare(game, facts, player) {
    const kept = this.shelf.read();
    const { facts: seen, back } = player && kept?.player === player ? kept : { facts: null, back: 0 };
    this.told = seen ? changesBetween(game, seen, facts) : [];
    if (back) this.told.push(`Your bet of ${dollars(back)} came back to you: it is among your chips`);
    if (!this.told.length) this.see(facts, player);
  }

  see(facts, player) {
    this.told = [];
    if (player) this.shelf.write({ player, facts, back: 0 });
  }

  /** They left: what is changed from now on is not news to them. */
  forget() {
    this.shelf.write(null);
  }
}

/**
 * Lines of the house that are new: who bets next has them in the dock until then; whoever is in a round, or watches, sees
 * them come and go. A line that has only lost its end (who has left is told less of their bets) is not new.
 */
function tellNotice(table, before) {
  const { notice, notice_stands: stands, you, phase } = table.view;
  const known = before.split("\n");
  const inDock = stands && you && phase !== "playing" && !table.wagering.bets.total();
  for (const line of notice.split("\n").filter((each) => each && !known.some((line) => line.startsWith(each)))) {
    table.caller.call(sentence(line), inDock && phase === "betting");  // the dock of a closed table is read out itself
    if (!inDock) toast(line);
  }
}

/** What is new since the last view: what the house says, and hits on the table's links. */
export function tellNews(table, before) {
  tellNotice(table, before.notice);
  table.jackpots.follow(before);
}
