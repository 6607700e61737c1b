// The options of the table that is learnt on: every rule that a house may choose. They stand in the address, so a
// teacher can hand out a lesson under the rules of the own house, and a browser that comes back has them.

import { h } from "/js/dom.js";
import { against, departures, settled, together } from "/js/together.js";
import { choicesOf, settingWords } from "/js/words.js";

/** What the address says: {name: setting}. */
export const inAddress = () => Object.fromEntries(new URLSearchParams(location.search).getAll("set")
  .map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]).filter(([name]) => name));

/** The same page under other options. */
function goTo(chosen) {
  const said = new URLSearchParams(location.search);
  said.delete("set");
  for (const each of Object.entries(chosen)) said.append("set", each.join("="));
  location.search = said;
}

export const optionsView = (game) => optionsForm(game, inAddress(), goTo, "Another choice begins anew, under its own rules.");

/** What is chosen, {name: setting}, and `take` hears what is chosen next. */
export function optionsForm(game, chosen, take, said) {
  const options = settled(game, chosen);
  const changed = departures(game, chosen);
  const set = (name, value) => take(together(game, { ...chosen, [name]: value }));
  return h("details", { class: "panel table-options", key: "options" },
    h("summary", {}, "Options of the table ", changed.length > 0 && h("span", { class: "tag" }, `${changed.length} changed`)),
    h("p", { class: "quiet" }, said),
    game.options.map((option) => h("label", { class: "field", key: option.name, title: option.about }, option.title,
      control(game, option, chosen, options[option.name], (value) => set(option.name, value)))),
    changed.length > 0 && h("button", { type: "button", class: "button", onclick: () => take({}) }, "Back to the standard options"));
}

function control(game, option, chosen, value, set) {
  const onchange = ({ target }) => target.value !== "" && set(target.value);
  const choices = choicesOf(option);
  if (!choices.length) return h("input", { type: "number", min: option.least, max: option.most, value: String(value), onchange });
  return h("select", { onchange }, choices.map((each) => h("option", {
    key: String(each), value: String(each), selected: String(each) === String(value), disabled: Boolean(against(game, chosen, option.name, each)),
  }, settingWords(option, each))));
}
