// The house closed this page's line, and trying again will not help: a session was ended, or the table is gone. Nothing
// can be bet or chosen here any more. What becomes of bet, hand and seat is said, and where to go on.

import { h } from "./dom.js";
import { sentence } from "./sentence.js";

const FORGOTTEN = /^you were forgotten/;
const DELETED = "Your name, passphrase, settings and score are deleted. The rounds you played stay in the ledger, under a random number. "
  + "A hand that is on is played to its end by the house; then your seat is free, and chips on it are nobody's.";
const GONE = 4404;  // a close code: there is no such table any more
export const ENDED = "your session was ended, here or in another browser";

/** Whether the house knows us no more, and plays on without us: not so where the table itself is gone. */
export const isMissed = ({ code, reason }, view) => Boolean(view.you) && code !== GONE && !isForgotten({ reason });

/** Whether the person was deleted: nobody can come back, and nothing is missed. */
export const isForgotten = ({ reason }) => FORGOTTEN.test(reason ?? "");

/** Whether our own seat is shown to us as a stranger's: whoever left it is not in it. */
export const isStranger = (before, view) =>
  Boolean(before?.you) && !view.you && view.seats.some(({ player }) => player === before.you.id);

export function shutDock({ name, view, lineState, farewell }) {
  const link = (label, href, kind = "") => h("a", { key: label, class: `button ${kind}`, href }, label);
  if (isForgotten(lineState)) {
    return h("div", { class: "dock shut", key: "shut", role: "group", "aria-label": "This page is closed" },
      h("p", {}, DELETED), h("div", { class: "go" }, link("To the lobby", "/", "primary")));
  }
  const back = isMissed(lineState, view);
  return h("div", { class: "dock shut", key: "shut", role: "group", "aria-label": "This page is closed" },
    h("p", {}, [lineState.code === GONE && view.closed && `The table was retired: ${sentence(view.closed)}`, farewell,
      "Nothing can be bet or chosen on this page any more."].filter(Boolean).join(" ")),
    h("div", { class: "go" },
      lineState.code !== GONE && link("Watch", `/table/${encodeURIComponent(name)}`, back ? "" : "primary"),
      back ? link("Come back", "/you", "primary") : link("To the lobby", "/")));
}
