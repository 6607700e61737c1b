// A big win: a round that brought many times what was put up. Shown on the felt until it is closed or the next chip lies
// there; with movement coins fall for a moment, without it the banner just stands.

import { h } from "./dom.js";
import { signed } from "./money.js";
import { netOf } from "./purse.js";
import { still } from "./settings.js";
import * as tape from "./tape.js";

const TIMES = 10;
const COINS = 14;

/** `{cents, times}` where the round was one for these seats, or null. */
export function bigWin(game, rows, seats) {
  const isOwn = ([verb, seat]) => verb === tape.STAKE && seats.includes(seat);
  const staked = rows.filter(isOwn).reduce((sum, row) => sum + row[4], 0);
  const cents = netOf(game, rows, seats);
  return staked > 0 && cents >= TIMES * staked ? { cents, times: Math.floor(cents / staked) } : null;
}

export const bigWinText = ({ times }) => `A big win, ${times} times what you put up.`;

export function bigWinView({ cents, times }, close) {
  return h("section", { class: "big-win", key: "big-win", "aria-label": "A big win" },
    !still() && h("span", { class: "coins", key: "coins", "aria-hidden": "true" },
      Array.from({ length: COINS }, (_, i) => h("i", { key: i, style: { "--coin": String(i) } }))),
    h("p", { class: "big-title" }, "Big win"),
    h("p", { class: "big-cents" }, signed(cents)),
    h("p", { class: "big-times" }, `${times} times what you put up`),
    h("button", { type: "button", class: "button", onclick: close }, "Close"));
}
