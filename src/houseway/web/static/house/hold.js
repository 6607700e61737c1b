// Hold against theory: what a wager kept, what it should keep, and how far chance explains the difference.

import { classes, h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";

const SCALE = 4;  // standard deviations either side
const percent = (share) => (share === null ? "" : `${(share * 100).toFixed(2).replace("-", "−")} %`);

export const zText = (z) => (z < 0 ? "−" : "+") + Math.abs(z).toFixed(1);

/** Beyond two standard deviations it is worth a look; beyond three hardly chance. */
export function zTone(z) {
  if (z === null || Math.abs(z) < 2) return "";
  return Math.abs(z) < 3 ? "warn" : "alarm";
}

export const worst = (rows) => rows.map((row) => row.z).filter((z) => z !== null).reduce((far, z) =>
  (far === null || Math.abs(z) > Math.abs(far) ? z : far), null);

/** The rows of one table, in the order of the felt, people before bots. */
export function holdTable(given, game) {
  if (!given.length) return h("p", { class: "quiet" }, "No round was settled yet.");
  const numbered = new Map(game.wagers.map((wager, number) => [wager.name, number]));
  const rows = [...given].sort((a, b) => (a.who === "bots") - (b.who === "bots")
    || numbered.get(a.wager) - numbered.get(b.wager));
  const titleOf = (name) => game.wagers[numbered.get(name)]?.title ?? name;
  return [h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Hold against theory" },
    h("table", { class: "rows hold" },
    h("thead", {}, h("tr", {}, ["Wager", "Bets", "Bet", "Held", "Hold", "Theory", "z"].map((title) =>
      h("th", { scope: "col", key: title, class: title === "Wager" ? "" : "number" }, title)))),
    h("tbody", {}, rows.map((row) => h("tr", { key: `${row.table} ${row.who} ${row.wager}` },
      h("th", { scope: "row" }, titleOf(row.wager), row.who === "bots" && h("span", { class: "tag" }, "bots")),
      h("td", { class: "number" }, row.rounds.toLocaleString("en-US")),
      h("td", { class: "number" }, dollars(row.bet_cents)),
      h("td", { class: "number" }, signed(row.held_cents)),
      h("td", { class: "number" }, percent(row.hold)),
      h("td", { class: "number" }, row.expected_hold === null ? "not solved" : percent(row.expected_hold)),
      h("td", { class: classes("number z", zTone(row.z)) }, row.z !== null && [zText(row.z), scale(row.z)])))))),
  h("p", { class: "quiet" },
    "z counts standard deviations between hold and theory: within 2 is chance, beyond 3 hardly. Theory is best play for people, ",
    "who mostly play worse, and their own strategy for bots. Seats of a round share cards, which z leaves out.",
    rows.some((row) => row.expected_hold === null) && [" What is not solved, ",
      h("code", { key: "how" }, "houseway audit hold"), " works out."])];
}

function scale(z) {
  const at = 50 + (Math.max(-SCALE, Math.min(SCALE, z)) / SCALE) * 46;
  return h("svg", { class: "scale", viewBox: "0 0 100 14", "aria-hidden": "true" },
    h("rect", { x: 4, y: 6, width: 92, height: 2 }), h("rect", { class: "chance", x: 27, y: 3, width: 46, height: 8 }),
    h("circle", { cx: at.toFixed(1), cy: 7, r: 5 }));
}
