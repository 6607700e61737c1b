// How long somebody has: seconds as text, in a ring that runs down. The browser's own animation draws the ring; for those
// who want no movement it stands, and is drawn anew with the seconds.

import { classes, h } from "./dom.js";
import { still } from "./settings.js";

const LATE = 0.3;               // of the time: from here on the ring warns
const TOLD_AT = [10, 5];        // seconds left at which a reader hears of it

let last = { until: 0, drawn: null };

/** Milliseconds until `until`, in microseconds of the house's clock; `ahead` is how far that clock is ahead of ours. */
export const leftMs = (until, ahead) => Math.max(until / 1000 - ahead - Date.now(), 0);

export function ring(until, total_s, ahead) {
  const left = leftMs(until, ahead);
  const seconds = Math.ceil(left / 1000);
  if (last.until !== until) last = { until, drawn: running(left, total_s * 1000) };
  return h("span", { key: `clock-${until}`, class: classes("clock", left < total_s * 1000 * LATE && "late") },
    still() ? standing(left, total_s * 1000) : last.drawn,
    h("span", { class: "seconds", role: "timer", "aria-label": `${seconds} seconds left` }, String(seconds)));
}

const svg = (kind, style) => h("svg", { key: kind, class: `ring ${kind}`, viewBox: "0 0 40 40", "aria-hidden": "true" },
  h("circle", { class: "track", cx: 20, cy: 20, r: 17 }),
  h("circle", { class: "run", cx: 20, cy: 20, r: 17, pathLength: 100, style }));

const running = (left, whole) =>
  svg("running", { "animation-duration": `${whole}ms`, "animation-delay": `${left - whole}ms` });

const standing = (left, whole) => svg("standing", { "stroke-dashoffset": String(100 - Math.min((left / whole) * 100, 100)) });

/** Says how much time is left when there is little, once for each clock and moment. */
export class TimeCaller {
  constructor() {
    this.spoken = "";
    this.until = 0;
    this.told = Infinity;  // seconds left when it was last said
  }

  hear(until, ahead) {
    if (until !== this.until) {
      this.until = until;
      this.told = Infinity;
      this.spoken = "";
    }
    const seconds = until ? Math.ceil(leftMs(until, ahead) / 1000) : Infinity;
    if (!seconds || !TOLD_AT.some((at) => seconds <= at && this.told > at)) return;
    this.told = seconds;
    this.spoken = `${seconds} seconds left`;
  }
}

/** Until when we have time ourselves, for a choice, a bet that we have not finished, or our seat; 0 where no clock is ours. */
export function ownClock(table) {
  const { pending, betting_until: until } = table.view;
  if (table.isShut) return 0;
  if (table.isAsked) return pending.until;
  const own = table.betting && table.mySeats().some((seat) => !table.seatOf(seat).ready);
  return (own && until) || table.idle?.until || 0;
}
