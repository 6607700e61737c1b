// What is printed on the felt beside the spots: payout columns and lines of rules, as the house tells them for a table.

import { h } from "./dom.js";

const HEAD_ROWS = 1.3;  // a heading is so many rows tall
const LINE_ROWS = 1.8;  // ... and a line of rules, which may wrap

/** Two blocks of about the same height, left and right of the player's spots; on a narrow felt one after the other. */
export function feltPrints({ payouts, lines }) {
  const parts = [
    ...payouts.map((payout) => ({ payout, rows: payout.rows.length + HEAD_ROWS })),
    ...lines.map((line) => ({ line, rows: LINE_ROWS })),
  ];
  if (!parts.length) return null;
  const at = evenSplit(parts.map(({ rows }) => rows));
  return h("section", { class: "felt-prints", key: "prints", "aria-label": "Printed on the felt" },
    block("left", parts.slice(0, at)), block("right", parts.slice(at)));
}

/** Where to part a list so that its taller part is as low as can be. */
function evenSplit(rows) {
  const sum = (some) => some.reduce((total, each) => total + each, 0);
  const taller = (at) => Math.max(sum(rows.slice(0, at)), sum(rows.slice(at)));
  return rows.reduce((best, _, i) => (taller(i + 1) < taller(best) ? i + 1 : best), 1);
}

function block(side, parts) {
  const lines = parts.filter(({ line }) => line).map(({ line }) => h("li", { key: line }, line));
  return h("div", { class: `felt-print ${side}`, key: side },
    parts.filter(({ payout }) => payout).map(({ payout }) => column(payout)),
    lines.length > 0 && h("ul", {}, lines));
}

function column({ title, rows }) {
  return h("table", { key: title }, h("caption", {}, title), h("tbody", {}, rows.map(([name, pays]) =>
    h("tr", { key: name }, h("th", { scope: "row" }, name), h("td", {}, pays)))));
}
