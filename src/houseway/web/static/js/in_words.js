// What the house refuses names options and outcomes as an address has them: said again in the words of a form.

import { dollars } from "./money.js";
import { choicesOf, settingWords } from "./words.js";

const PAIR = /\b(\w+)=(\S+?)(?=[:;,]?(\s|$))/g;
const NOT_POSSIBLE = /\b(\w+)=(.*) is not possible: choose .*/;
const KEY = /(?<![.\w])[a-z]+(_[a-z0-9]+)+\b/g;  // alone, not in the path of a configuration

/** "Moved to six decks: paytables 1, 2 and 3 are for six to eight decks." */
export const moveText = (option, { to, because }) => `Moved to ${settingWords(option, to)}${because && `: ${because}`}.`;

/** A refusal of options and pays. */
export function settingsInWords(game, refusal) {
  const named = (name) => game.options.find((each) => each.name === name);
  const titleOf = (key) => named(key)?.title ?? game.outcomes.find((each) => each.name === key)?.title ?? key;
  return refusal
    .replace(NOT_POSSIBLE, (all, name, setting) => (named(name) ? notPossible(named(name), setting) : all))
    .replace(PAIR, (all, name, setting) =>
      (named(name) ? `${named(name).title} (${settingWords(named(name), setting)})` : all))
    .replace(/(?<= has no option '.*'; )(.*)/, (names) => names.replace(/\w+/g, titleOf))
    .replace(KEY, titleOf);
}

function notPossible(option, setting) {
  const { title, least, most } = option;
  const choices = choicesOf(option).map((each) => settingWords(option, each));
  const range = [least, most].map((each) => settingWords(option, each));
  const allowed = choices.length ? choices.join("; ") : range.join(" to ");
  const said = option.name.endsWith("_cents") && Number.isFinite(Number(setting)) ? dollars(Number(setting)) : `'${setting}'`;
  return `${title} cannot be ${said}. There is: ${allowed}`;
}
