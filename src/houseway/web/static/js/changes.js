// What a supervisor changed at a table, from what the player saw last to what is in force, in words.

import { dollars } from "./money.js";
import { inForce, inSentence, outcomeTitle, settingWords } from "./words.js";

/** Sentences, the most important first; none where nothing changed that a player can notice. */
export function changesBetween(game, before, after) {
  const told = [];
  const tell = (what, from, to) => from !== to && told.push(`${what}: ${from} → ${to}`);
  if (before.game !== after.game) return [`Another game is played here now: ${game.title}`];
  for (const option of game.options) {
    const [from, to] = [before, after].map(({ options }) =>
      (option.name in options ? settingWords(option, options[option.name]) : "none"));
    const pays = from === to ? [] : paysBetween(game, option.name, before.options, after.options);
    if (pays.length) told.push(...pays);
    else tell(option.title, from, to);
  }
  told.push(...wagersBetween(before.wagers, after.wagers));
  tell("Buy-in", ...[before, after].map(({ buy_in: [least, most] }) => `${dollars(least)} to ${dollars(most)}`));
  tell("Time to bet", ...[before, after].map(({ clocks_s: { betting } }) => `${betting} s`));
  tell("Time for a choice", ...[before, after].map(({ clocks_s: { decision } }) => `${decision} s`));
  tell("Hands a player", ...[before, after].map(({ hands_a_player: hands }) => String(hands)));
  tell("Table", before.title, after.title);
  if (before.practice !== after.practice) told.push(after.practice ? "Hints are given now" : "No more hints are given");
  if (before.departs !== after.departs) told.push(after.departs || "The table is back to the approved rules");
  return told;
}

/** What pays otherwise by an option that chooses among paytables: "Bonus: flush, 4 to 1 → 3 to 1". */
function paysBetween(game, option, before, after) {
  const chosen = game.paytables.filter(({ when }) => option in (when ?? {}));
  const rows = (wager, options) => new Map(chosen
    .filter(({ wagers, when }) => wagers.includes(wager) && inForce(when, options))
    .flatMap(({ pays }) => pays.map(([outcome, num, den]) => [outcome, oddsWords(num, den)])));
  return game.wagers.filter(({ toke }) => !toke).flatMap(({ name, title }) => {
    const [from, to] = [before, after].map((options) => rows(name, options));
    const told = [...new Set([...from.keys(), ...to.keys()])].filter((outcome) => from.get(outcome) !== to.get(outcome))
      .map((outcome) => `${outcomeName(game, after, outcome)}, ${from.get(outcome) ?? NOT_PAID} → ${to.get(outcome) ?? NOT_PAID}`);
    return told.length ? [`${title}: ${told.join("; ")}`] : [];
  });
}

const NOT_PAID = "not paid";
const oddsWords = (num, den) => (num > 0 ? `${num} to ${den}` : num < 0 ? "lost" : "returned");
const outcomeName = (game, options, outcome) =>
  inSentence(outcomeTitle(game, options, game.outcomes.find(({ name }) => name === outcome)));

/** Bets that came, went, or have other limits; those that changed alike are told together. */
function wagersBetween(before, after) {
  const alike = new Map();
  for (const title of new Set([...before, ...after].map((wager) => wager.title))) {
    const [from, to] = [before, after].map((wagers) => limitsText(wagers.find((wager) => wager.title === title)));
    if (from === to) continue;
    const change = !from ? `offered now, ${to}` : !to ? "no longer offered" : `${from} → ${to}`;
    alike.set(change, [...(alike.get(change) ?? []), title]);
  }
  return [...alike].map(([change, titles]) => `${titles.join(", ")}: ${change}`);
}

function limitsText(wager) {
  if (!wager) return "";
  const { least_cents: least, most_cents: most, step_cents: step } = wager;
  return `${dollars(least)} to ${dollars(most)}${step === 100 ? "" : ` in steps of ${dollars(step)}`}`;
}
