// Forms around the passphrase: choose one, come back with it, change it, sign out.

import { h } from "/js/dom.js";
import { sentence } from "/js/sentence.js";
import { newPassphrase, WORDS } from "./passphrase.js";

const HOW = "Four words or more that do not belong together. The house keeps only a hash of them: nobody can tell you "
  + "your passphrase, so write it down.";
const STRONG = `Five words, each one of ${WORDS.length}: a guesser needs about a `
  + "million million tries.";

const ROUNDS_STAY = "You stay who you are, with all that is yours. Rounds keep the name that you played them under; a "
  + "table where you sit, until you sit down there again.";

const lapses = ({ who }) => `Your name is yours until you stay away for ${who.kept_days} days.`;

const LOST = "Nobody can read it or give you another one, not even the house: it has only a hash. A browser where you are still "
  + "signed in plays on, and can delete you there, which frees the name; otherwise play under another name.";

const problem = (you, where) =>
  you.problem?.where === where && h("p", { class: "bad", role: "alert", key: "problem" }, sentence(you.problem.reason));


export function form(you, name, fields, label, submit) {
  const onsubmit = (event) => {
    event.preventDefault();
    submit(new FormData(event.target));
  };
  return h("form", { onsubmit, oninput: () => you.tryAgain(name), key: name }, fields, problem(you, name),
    h("button", { class: "button primary", disabled: you.busy }, label));
}

export const field = (label, props) =>
  h("label", { class: "field" }, label, h("input", { required: true, maxlength: 200, ...props }));

/** A passphrase, masked until one wants to see it. */
export function secret(label, props) {
  const show = ({ target }) => {
    target.closest(".secret").querySelector(`[name=${props.name}]`).type = target.checked ? "text" : "password";
  };
  return h("div", { class: "secret", key: props.name }, field(label, { type: "password", spellcheck: "false", autocapitalize: "none", ...props }),
    h("label", { class: "show" }, h("input", { type: "checkbox", onchange: show }), "Show what I type"));
}

/** For the browser's own store of passwords. */
const account = (you) => h("input", { type: "text", name: "username", value: you.who.name, autocomplete: "username",
  readonly: true, class: "for-readers", tabindex: "-1", "aria-hidden": "true" });

function offer(event) {
  const form = event.target.closest("form");
  const input = form.querySelector("[name=fresh]");
  input.value = newPassphrase();
  input.type = "text";
  input.closest(".secret").querySelector("[type=checkbox]").checked = true;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

const freshField = (label) => [
  secret(label, { name: "fresh", autocomplete: "new-password" }),
  h("div", { class: "quiet", key: "offer" },
    h("button", { type: "button", class: "link", onclick: offer }, "Offer me one"), h("p", {}, STRONG)),
];

export function keepPanel(you) {
  return h("section", { class: "panel", key: "keep", "aria-labelledby": "keep-title" },
    h("h2", { id: "keep-title" }, "Keep me with a passphrase"),
    h("p", { class: "quiet" }, `${HOW} ${lapses(you)}`),
    form(you, "keep", [nameField(you), freshField("Passphrase")], "Keep me",
      (said) => you.keep(said.get("name").trim(), said.get("fresh"))),
    nameForm(you));
}

const nameField = (you) => field("Name", { name: "name", maxlength: 24, autocomplete: "username", value: you.who.name, key: "name" });

/** Another name. Whoever is kept comes back by it, so it takes the passphrase. */
function nameForm(you) {
  const { kept } = you.who;
  return h("details", { key: "rename" }, h("summary", {}, kept ? "Change the name" : "Change only the name"),
    h("p", { class: "quiet" }, ROUNDS_STAY, kept && " Your name until now is free for others, and every other browser is signed out."),
    form(you, "name", [
      nameField(you),
      kept && secret("Your passphrase", { name: "passphrase", autocomplete: "current-password" }),
    ], "Take this name", (said) => you.rename(said.get("name").trim(), said.get("passphrase") ?? "")));
}

export function returnPanel(you) {
  return h("section", { class: "panel", key: "return", "aria-labelledby": "return-title" },
    h("h2", { id: "return-title" }, "I have been here before"),
    form(you, "return", [
      field("Name", { name: "name", maxlength: 24, autocomplete: "username", key: "name" }),
      secret("Passphrase", { name: "passphrase", autocomplete: "current-password" }),
    ], "Come back", (said) => you.comeBack(said.get("name").trim(), said.get("passphrase"))),
    h("details", { key: "lost" }, h("summary", {}, "I lost my passphrase"), h("p", { class: "quiet" }, LOST)));
}

export function keptPanel(you) {
  const out = (label, everywhere) =>
    h("button", { type: "button", class: "button", disabled: you.busy, onclick: () => you.leave(everywhere) }, label);
  return h("section", { class: "panel", key: "kept", "aria-labelledby": "kept-title" },
    h("h2", { id: "kept-title" }, "Kept with a passphrase"),
    h("p", { class: "quiet" },
      `Come back on any browser with your name and your passphrase. ${lapses(you)}`),
    h("div", { class: "doors" }, out("Sign out", false), out("Sign out everywhere", true)),
    problem(you, "leave"),
    h("details", { key: "change" }, h("summary", {}, "Change the passphrase"),
      form(you, "change", [
        account(you),
        secret("Passphrase until now", { name: "old", autocomplete: "current-password" }),
        freshField("New passphrase"),
      ], "Change it", (said) => you.change(said.get("old"), said.get("fresh")))),
    nameForm(you));
}
