// What the house holds about you: as a file, or gone.

import { h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { day } from "./days.js";
import { field, form, secret } from "./keep.js";
import { called } from "./purse.js";

const STAYS = "Your rounds stay in the ledger: its chain of hashes proves every deal and cannot lose a link. They stand "
  + "there under a random number and the name you sat down with; nothing else leads from them to you.";

const LATER = "Type your name: this browser is signed in, so it may have you deleted, but not at once. It is done after 7 days, when no "
  + "chips of yours lie on a table, unless somebody comes back with the passphrase or stops it here: whoever finds your browser "
  + "open cannot delete you behind your back. Then your name is free, also for you with a new passphrase.";

/** What is on a table at this moment. */
function atTables({ summary }) {
  const tables = summary?.on_tables ?? [];
  if (!tables.length) return null;
  const each = tables.map((table) => `${dollars(table.cents)} at ${called(table)}`).join(", ");
  return h("p", { key: "at-tables" }, h("strong", {}, `On tables now, with bets that lie there: ${each}.`),
    " Leave first to take them with you to the cage. Otherwise the house plays a hand that is on to its end, gives up the seat, and the "
    + "chips are nobody's.");
}

/** Somebody asked for it without the passphrase: seen before all else, and stopped with one press. */
export const leavingNote = (you) => you.forgottenAt > 0 && h("div", { class: "panel leaving-note", key: "leaving", role: "note" },
  h("p", {}, h("strong", {}, `You will be forgotten on ${day(you.forgottenAt / 1000)}.`),
    " A browser that is signed in asked for it without your passphrase. If it was not you, change your passphrase too."),
  h("button", { type: "button", class: "button primary", disabled: you.busy, onclick: () => you.stay() }, "Do not forget me"));

/** It stays on the page: what is gone, and what is not. */
export const forgottenNote = () => h("div", { class: "panel leaving-note", key: "forgotten", role: "note" },
  h("p", {}, h("strong", {}, "You are forgotten."), " Your name, passphrase, settings, score and mistakes are deleted, here and at the house. ", STAYS),
  h("a", { class: "button primary", href: "/" }, "To the lobby"));

const lostForm = (you) => h("details", { key: "lost" }, h("summary", {}, "I lost my passphrase"), h("p", { class: "quiet" }, LATER),
  form(you, "lost", [field("Your name", { name: "name", maxlength: 24, autocomplete: "off", key: "name" })], "Forget me in 7 days",
    (said) => you.forgetLater(said.get("name").trim())));

export function dataPanel(you) {
  const { kept } = you.who;
  return h("section", { class: "panel", key: "data", "aria-labelledby": "data-title" },
    h("h2", { id: "data-title" }, "What the house holds about you"),
    h("p", { class: "quiet" }, kept ? "Your name, the hash of your passphrase, settings, score, mistakes and your rounds."
      : "Your rounds. Settings, score and mistakes lie in this browser only."),
    h("p", {}, h("a", { class: "button", href: "/api/you/export", download: "houseway-your-record.json" }, "Save it all as a file")),
    h("details", { key: "forget" }, h("summary", {}, "Forget me"),
      h("p", { class: "quiet" }, kept
        ? "Passphrase, settings and score are deleted, you are signed out everywhere, and your name is free for others. "
        : "You are signed out, and this browser forgets settings and score. ", STAYS),
      atTables(you),
      form(you, "forget", [
        kept && secret("Your passphrase", { name: "old", autocomplete: "current-password" }),
      ], "Forget me now", (said) => you.forget(said.get("old") ?? "")),
      kept && !you.forgottenAt && lostForm(you)));
}
