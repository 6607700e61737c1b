// How long somebody has: a ring that runs down, drawn by the browser's own animation so that no script runs meanwhile.

import { h } from "./dom.js";

let last = { until: 0, drawn: null };

/** `until` in microseconds of the house's clock; `ahead` is how far that clock is ahead of ours, in milliseconds. */
export function ring(until, total_s, ahead) {
  if (last.until !== until) last = { until, drawn: draw(until, total_s, ahead) };
  return last.drawn;
}

function draw(until, total_s, ahead) {
  const left = Math.max(until / 1000 - ahead - Date.now(), 0);
  const whole = total_s * 1000;
  return h("svg", { key: `ring-${until}`, class: "ring", viewBox: "0 0 40 40", role: "img",
    "aria-label": `a clock of ${total_s} seconds` },
    h("circle", { class: "track", cx: 20, cy: 20, r: 17 }),
    h("circle", { class: "run", cx: 20, cy: 20, r: 17, pathLength: 100,
      style: { "animation-duration": `${whole}ms`, "animation-delay": `${left - whole}ms` } }));
}
