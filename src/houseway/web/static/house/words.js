// Keys of a configuration as a supervisor reads them. What is not here reads as it is written.

import { dollars } from "/js/money.js";

const LABELS = {
  name: "Name in addresses and in the ledger",
  title: "Title on the sign",
  departs: "Why it departs from the approved rules",
  hands_a_player: "Hands a player",
  wagers_a_hand_max: "Wagers a hand, at most",
  buy_in_least_cents: "Buy-in, at least",
  buy_in_most_cents: "Buy-in, at most",
  tokes: "Bets for the dealers",
  betting_clock_s: "Clock for bets",
  decision_clock_s: "Clock for decisions",
  shuffler_model: "Shuffler: model",
  shuffler_version: "Shuffler: version",
  shuffler_mode: "Shuffler: mode",
  shuffler_approval: "Shuffler: approval",
  shuffler_alternating: "Shuffler: two decks take turns",
  silent: "A silent hand plays",
  practice: "Practice: hints are given",
  spectators: "Spectators",
  keep_seat_s: "A lost player's seat is kept",
  away_rounds_max: "Rounds a player may sit out",
  on_restart: "A round when the server stops",
  least_cents: "Least",
  most_cents: "Most",
  step_cents: "Step",
  go_on: "goes on",
  void: "is void",
};

export function labelOf(key) {
  if (key in LABELS) return LABELS[key];
  const words = key.replace(/_(cents|s)$/, "").replace(/_/g, " ");
  return words[0].toUpperCase() + words.slice(1);
}

export function settingText(key, value) {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (key.endsWith("_cents")) return value === 0 && key === "cap_cents" ? "none" : dollars(value);
  if (key.endsWith("_s")) return `${value} s`;
  return key === "on_restart" ? LABELS[value] : String(value).replace(/_/g, " ");
}

export function oddsText([num, den]) {
  if (num === 0) return "push";
  return num > 0 ? `${num} to ${den}` : num === -den ? "loses" : `loses ${-num}/${den}`;
}
