// What the house holds about you: as a file, or gone.

import { h } from "/js/dom.js";
import { field, form } from "./keep.js";

const STAYS = "Your rounds stay in the ledger: its chain of hashes proves every deal and cannot lose a link. They stand "
  + "there under a random number and the name you sat down with; nothing else leads from them to you.";

export function dataPanel(you) {
  const { kept } = you.who;
  return h("section", { class: "panel", key: "data", "aria-labelledby": "data-title" },
    h("h2", { id: "data-title" }, "What the house holds about you"),
    h("p", { class: "quiet" }, kept ? "Your name, the hash of your passphrase, settings, score and your rounds."
      : "Your rounds. Settings and score lie in this browser only."),
    h("p", {}, h("a", { class: "button", href: "/api/you/export", download: "houseway-your-record.json" }, "Save it all as a file")),
    h("details", { key: "forget" }, h("summary", {}, "Forget me"),
      h("p", { class: "quiet" }, kept
        ? "Passphrase, settings and score are deleted, you are signed out everywhere, and your name is free for others. "
        : "You are signed out, and this browser forgets settings and score. ", STAYS),
      form(you, "forget", [
        kept && field("Your passphrase", { name: "old", type: "password", autocomplete: "current-password", key: "old" }),
      ], "Forget me now", (said) => you.forget(said.get("old") ?? ""))));
}
