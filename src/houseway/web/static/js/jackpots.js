// What a page knows of the progressives of its table: meters that tick between two views, and hits, celebrated at every
// table of the link. A hit of the round that is still being dealt on this page waits until its cards lie there.

import { hitText } from "./meters.js";
import { still } from "./settings.js";
import { sound } from "./sound.js";
import { toast } from "./toast.js";

const FEAST_MS = 12_000;

const named = ({ table, round, at }) => `${table} ${round} ${at}`;

/** Hits in what is known now that were not in what was known before, the oldest first. */
export function newHits(now, before) {
  return now.flatMap(({ name, title, hits }) => {
    const known = new Set((before.find((each) => each.name === name)?.hits ?? []).map(named));
    const first = hits.findIndex((hit) => known.has(named(hit)));
    return hits.slice(0, first < 0 ? hits.length : first).map((hit) => ({ name, title, hit })).reverse();
  });
}

export class Jackpots {
  constructor(table) {
    this.table = table;
    this.told = null;   // the progressives of the table, as this page has told of them
    this.feast = null;  // {name, text, own, still}: the hit that is celebrated, and what it brought us
  }

  get shown() {
    return this.told ?? this.table.view.progressives ?? [];
  }

  /** What the house says of the meters of a link, where nothing else has changed. */
  hear({ link, meters, hits }) {
    const { view } = this.table;
    if (!view.progressives) return;  // the table has left the link meanwhile
    const progressives = view.progressives.map((each) => (each.link === link ? { ...each, meters, hits } : each));
    this.table.view = { ...view, progressives };
    this.follow(view);
  }

  /** Tell what is new since `before`, as far as the round has been dealt on this page. */
  follow(before = this.table.view) {
    this.told ??= before.progressives ?? [];
    const now = this.table.view.progressives ?? [];
    const fresh = newHits(now, this.told);
    if (!this.table.stage.caughtUp && fresh.some(({ hit }) => this.isHere(hit))) return;
    this.told = now;
    for (const { name, title, hit } of fresh) {
      toast(`${title} hit! ${hitText(hit)}`, "good");
      this.celebrate(name, hit);
    }
  }

  /** Chips that an untold hit of this round has brought us, which are not shown yet; what is paid by hand is no chip. */
  held() {
    const { progressives = [] } = this.table.view;
    const seats = this.table.seatsInRound().filter((seat) => !progressives.some(({ due }) => due.includes(seat)));
    const here = newHits(progressives, this.told ?? progressives).filter(({ hit }) => this.isHere(hit));
    return here.flatMap(({ hit }) => hit.awards).filter(({ seat }) => seats.includes(seat)).reduce((sum, { cents }) => sum + cents, 0);
  }

  isHere({ table, round }) {
    return table === this.table.name && round === this.table.view.round;
  }

  celebrate(name, hit) {
    const mine = this.isHere(hit) ? this.table.seatsInRound() : [];
    const own = hit.awards.filter(({ seat }) => mine.includes(seat)).reduce((sum, { cents }) => sum + cents, 0);
    const feast = { name, text: hitText(hit), own, still: still() };
    this.feast = feast;
    sound("big");
    setTimeout(() => {
      if (this.feast !== feast) return;
      this.feast = null;
      this.table.draw();
    }, FEAST_MS);
  }
}
