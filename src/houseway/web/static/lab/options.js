// The form of a game's options, made from their descriptions: whatever the rules leave open can be chosen.

import { h } from "/js/dom.js";
import { choice, typing } from "./parts.js";
import { choicesOf, settingWords, standingOf } from "/js/words.js";
import { listed, pairs } from "./state.js";
import { human } from "./words.js";

export function optionsForm({ state, game, sheet, go, shown }) {
  const chosen = pairs(state.set);
  const settings = sheet.answer?.options ?? {};
  const strategies = sheet.answer?.strategies ?? ["optimal"];
  const pick = (name, value) => {
    const next = { ...chosen, [name]: value };
    if (value === "") delete next[name];
    go({ set: listed(next), pay: [], run: "" });
  };
  const count = state.set.length;
  return h("details", { class: "options", open: shown.options ?? matchMedia("(min-width: 62rem)").matches, ontoggle: (event) => { shown.options = event.target.open; } },
    h("summary", {}, "Options", count ? h("span", { class: "badge" }, `${count} changed`) : null),
    h("form", { onsubmit: (event) => event.preventDefault() },
      h("label", { class: "field strategy" }, h("span", {}, "Strategy"),
        choice("strategy", state.strategy || "optimal", strategies.map((name) => [name, human(name)]), (name) => go({ strategy: name, run: "" }))),
      game.options.map((option) => field(option, option.name in chosen ? chosen[option.name] : settings[option.name] ?? option.default, option.name in chosen, pick, shown)),
      count ? h("button", { type: "button", class: "button", onclick: () => go({ set: [], pay: [], run: "" }) }, "Back to the standard options") : null));
}

function field(option, value, isChanged, pick, shown) {
  const id = `about-${option.name}`;
  const name = `set-${option.name}`;
  const set = (text) => pick(option.name, text);
  const choices = choicesOf(option);
  const { study } = standingOf(option, value);
  const control = choices.length
    ? choice(name, String(value), choices.map((each) => [String(each), words(option, each)]), set)
    : h("input", { type: "number", min: option.least, max: option.most, ...typing(shown, name, String(value), set) });
  control.props["aria-describedby"] = id;
  return h("div", { key: option.name, class: isChanged ? "field changed" : "field" },
    h("label", {}, h("span", {}, option.title), control),
    h("small", { id }, `${option.about}. ${option.cites}.`, study && ` For study: ${study}.`));
}

/** A setting in words; one that the rules do not approve has a mark. */
const words = (option, setting) => (standingOf(option, setting).study ? "† " : "") + human(settingWords(option, setting));
