// What the house refuses of an address, in the words of the lab's forms.

import { settingsInWords } from "/js/in_words.js";
import { count, dollars } from "./words.js";

const FIELDS = { rounds: "Rounds", bankroll: "Bankroll", seed: "Seed" };
const AT_FAULT = /^query\.(\w+): Input should be (.*)$/;

export function inLabWords(game, reason) {
  const [, field, rule] = reason.match(AT_FAULT) ?? [];
  return field in FIELDS ? `${FIELDS[field]}: write ${written(field, rule)}` : settingsInWords(game, reason);
}

function written(field, rule) {
  const [, side, bound] = rule.match(/^(greater|less) than or equal to (\d+)$/) ?? [];
  if (!side) return "a whole number";
  return `${field === "bankroll" ? dollars(Number(bound)) : count(Number(bound))} or ${side === "less" ? "less" : "more"}`;
}
