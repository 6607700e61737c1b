// The house is about to give up our seat because we did nothing: said until it is answered, or over.

import { h } from "./dom.js";
import { leftMs } from "./ring.js";

/** Only the first words are read out as they come; the seconds are counted. */
export function stayBanner({ until, reason }, ahead, stay) {
  const seconds = Math.ceil(leftMs(until, ahead) / 1000);
  return h("div", { class: "staying", key: "staying", role: "group", "aria-label": "Your seat" },
    h("p", {}, h("strong", { role: "alert" }, `${reason[0].toUpperCase()}${reason.slice(1)}.`),
      " Your seat is given up in ", h("span", { class: "left", role: "timer" }, `${seconds} s`), "."),
    h("button", { type: "button", key: "stay", class: "button primary stay", onclick: stay }, "Stay"));
}
