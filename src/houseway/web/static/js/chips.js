// Chips, seen from above; a stack leans a little towards the player.

import { classes, h } from "./dom.js";
import { dollars, stack } from "./money.js";

const NAMES = { 50: "half", 100: "one", 500: "five", 2500: "quarter", 10000: "hundred", 50000: "five-hundred" };
const face = (worth) => (worth < 100 ? "50¢" : `${worth / 100}`);

function disc(worth, y = 0) {
  const long = face(worth).length > 2;
  return h("g", { class: `chip ${NAMES[worth]}`, transform: `translate(0 ${y})` },
    h("circle", { class: "edge", cx: 30, cy: 30, r: 28 }),
    h("circle", { class: "marks", cx: 30, cy: 30, r: 24.5, pathLength: 48 }),
    h("circle", { class: "plate", cx: 30, cy: 30, r: 18.5 }),
    h("text", { x: 30, y: long ? 35 : 36.5, "text-anchor": "middle", "font-size": long ? 14 : 18 }, face(worth)));
}

export function chipView(worth) {
  return h("svg", { viewBox: "0 0 60 62", class: "chip-one", "aria-hidden": "true" }, disc(worth));
}

/** The chips of a bet with its amount beneath. */
export function stackView(cents, { tone = "", key } = {}) {
  const chips = stack(cents);
  const rise = 6;
  const height = 60 + rise * Math.max(chips.length - 1, 0);
  return h("span", { key, class: classes("stack", tone) },
    h("svg", { viewBox: `0 0 60 ${height + 2}`, "aria-hidden": "true", style: { "--chips": String(chips.length) } },
      chips.map((worth, i) => disc(worth, height - 60 - rise * i))),
    tone !== "paid" && h("span", { class: "amount" }, dollars(cents)));
}
