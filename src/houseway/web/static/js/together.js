// Which settings of a game go together, by its own data. An option leads those listed after it: they follow it.

import { choicesOf } from "./words.js";

const holds = (when, options) => Object.entries(when).every(([name, asked]) =>
  name in options && [asked].flat().map(String).includes(String(options[name])));

const usual = ({ default: setting, default_when: hangs }, chosen) =>
  (hangs?.find(({ when }) => holds(when, chosen)) ?? { default: setting }).default;

/** Every option: those chosen, and the usual setting of the rest beside them. */
export const settled = ({ options }, chosen) => Object.fromEntries(options.map((option) =>
  [option.name, option.name in chosen ? chosen[option.name] : usual(option, chosen)]));

/** Why a setting does not go with the options that lead its own; "" where it does. */
export function against(game, chosen, name, setting) {
  const place = game.options.findIndex((each) => each.name === name);
  const leading = game.options.slice(0, place + 1).map((each) => each.name);
  const options = settled(game, { ...chosen, [name]: setting });
  const found = (game.conflicts ?? []).find(({ when }) =>
    name in when && Object.keys(when).every((each) => leading.includes(each)) && holds(when, options));
  return found?.because ?? "";
}

/** Options that are not as they were, beside what was chosen: how they are now, and why they could not stay. */
export function moves(game, before, after) {
  const [was, is] = [settled(game, before), settled(game, after)];
  return game.options.filter(({ name }) => String(was[name]) !== String(is[name])).map(({ name }) =>
    ({ name, from: was[name], to: is[name], because: against(game, after, name, was[name]) }));
}

/** Options that are not as the rules usually have them. */
export const departures = (game, chosen) => moves(game, {}, chosen).map(({ name }) => name);

/** What was chosen, with what cannot stay beside it moved to the usual setting, or to the first that goes. */
export function together(game, chosen) {
  const found = { ...chosen };
  for (const option of game.options) {
    const { name } = option;
    const goes = (setting) => !against(game, found, name, setting);
    if (goes(settled(game, found)[name])) continue;
    const others = Object.fromEntries(Object.entries(found).filter(([each]) => each !== name));
    const next = [usual(option, others), ...choicesOf(option)].find(goes);
    if (next !== undefined) found[name] = next;
  }
  return found;
}
