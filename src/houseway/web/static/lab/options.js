// The form of a game's options, made from their descriptions: whatever the rules leave open can be chosen.

import { classes, h } from "/js/dom.js";
import { moveText } from "/js/in_words.js";
import { against, departures, moves, settled, together } from "/js/together.js";
import { choice, typing } from "./parts.js";
import { choicesOf, settingWords, standingOf } from "/js/words.js";
import { listed, pairs } from "./state.js";
import { human } from "./words.js";

const SHORT = 14;  // letters that a field beside its title has room for
const ROOM = 29;   // and one below it; what is longer, or no amount, is written out

export function optionsForm({ state, game, sheet, go, shown }) {
  const chosen = pairs(state.set);
  const settings = sheet.answer?.options ?? {};
  const strategies = sheet.answer?.strategies ?? ["optimal"];
  const pick = (name, value) => {
    const next = { ...chosen, [name]: value };
    if (value === "") delete next[name];
    const set = listed(together(game, next));
    const wanted = { ...settled(game, chosen), [name]: settled(game, next)[name] };
    shown.moved = { beside: set.join(), all: moves(game, wanted, pairs(set)) };
    go({ set, pay: [], run: "" });
  };
  const moved = shown.moved?.beside === state.set.join() ? shown.moved.all : [];  // along with the last that was changed
  const changed = departures(game, chosen);
  const out = (option, setting) => against(game, chosen, option.name, setting);
  return h("details", { class: "options", open: shown.options ?? matchMedia("(min-width: 62rem)").matches, ontoggle: (event) => { shown.options = event.target.open; } },
    h("summary", {}, "Options", changed.length ? h("span", { class: "badge" }, `${changed.length} changed`) : null),
    h("form", { novalidate: true, onsubmit: (event) => event.preventDefault() },
      h("label", { class: "field strategy" }, h("span", {}, "Strategy"),
        choice("strategy", state.strategy || strategies[0], strategies.map((name) => [name, human(name)]), (name) => go({ strategy: name, run: "" }))),
      game.options.map((option) => field(option, option.name in chosen ? chosen[option.name] : settings[option.name] ?? option.default, { isChanged: changed.includes(option.name), move: moved.find(({ name }) => name === option.name) }, pick, shown, out)),
      game.options.some((option) => choicesOf(option).some((each) => standingOf(option, each).study))
        && h("p", { class: "quiet", key: "marks" }, "† is for study: the approved rules do not have it."),
      state.set.length ? h("button", { type: "button", class: "button", onclick: () => go({ set: [], pay: [], run: "" }) }, "Back to the standard options") : null));
}

function field(option, value, { isChanged, move }, pick, shown, out) {
  const id = `about-${option.name}`;
  const name = `set-${option.name}`;
  const set = (text) => pick(option.name, text);
  const choices = choicesOf(option);
  const { study } = standingOf(option, value);
  const titles = choices.map((each) => [String(each), words(option, each), out(option, each)]);
  const isLong = titles.some(([, title]) => title.length > SHORT);
  const isMoney = !choices.length && option.name.endsWith("_cents");
  const control = choices.length
    ? choice(name, String(value), titles, set)
    : isMoney ? moneyInput(option, name, value, set, shown)
      : h("input", { type: "number", min: option.least, max: option.most, ...typing(shown, name, String(value), set) });
  control.props["aria-describedby"] = id;
  const about = isMoney ? option.about.replace("in cents", "in dollars") : option.about;
  const said = human(settingWords(option, value));
  const isCut = isMoney ? !said.includes("$") : isLong && said.length > ROOM;
  return h("div", { key: option.name, class: classes("field", isChanged && "changed", isLong && "long") },
    h("label", { class: isMoney ? "money" : null }, h("span", {}, option.title), control),
    isCut && h("p", { class: "named" }, said),
    move && h("p", { class: "moved", role: "status" }, moveText(option, move)),
    h("small", { id }, `${about}. ${option.cites}.`, study && ` For study: ${study}.`));
}

/** An amount that the rules have in cents is typed in dollars. */
function moneyInput({ least, most }, name, cents, set, shown) {
  const told = (text) => set(text === "" ? "" : String(Math.round(Number(text) * 100)));
  return h("input", {
    type: "number", min: least / 100, max: most / 100, step: 0.01, inputmode: "decimal",
    ...typing(shown, name, (Number(cents) / 100).toFixed(2), told),
  });
}

/** A setting in words; one that the rules do not approve has a mark. */
const words = (option, setting) => (standingOf(option, setting).study ? "† " : "") + human(settingWords(option, setting));
