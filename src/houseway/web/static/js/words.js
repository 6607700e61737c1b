// Cards, hands and pays in the words of a dealer.

import { dollars, signed } from "./money.js";
import * as tape from "./tape.js";

const ONE = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const MANY = ONE.map((name) => name + (name === "six" ? "es" : "s"));
const SUITS = ["clubs", "diamonds", "hearts", "spades"];

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const PLACES = /(\d(?:\+\d)+)/;  // in the title of an act that names cards by where they lie

/** "K♠". */
export const cardFace = (card) => RANKS[card >> 2] + "♣♦♥♠"[card & 3];

/** An act in parts, words and lists of cards: places of a hand mean nothing when its cards are gone. */
export function actParts(act, cards) {
  if (!act.way) return [act.title];
  if (!cards?.length || cards.includes(tape.UNSEEN)) return [act.way];
  return act.title.split(PLACES).filter(Boolean)
    .map((part) => (PLACES.test(part) ? part.split("+").map((place) => cards[place - 1]) : part));
}

/** "Keep K♠ Q♠". */
export const actText = (act, cards) =>
  actParts(act, cards).map((part) => (Array.isArray(part) ? part.map(cardFace).join(" ") : part)).join("");

/** "Stand instead of Hit", by the cards of the choice. */
export function mistakeText(game, { act, best, cards }) {
  const named = (name) => actText(game.acts.find((each) => each.name === name), cards);
  return `${named(act)} instead of ${named(best)}`;
}

/** "Keep cards 3 and 4", where the cards are told elsewhere. */
export const actInPlaces = (title) => title.replace(PLACES, (places) => `cards ${places.split("+").join(" and ")}`);

export function cardName(card) {
  return card === tape.UNSEEN ? "a face-down card" : `${ONE[card >> 2]} of ${SUITS[card & 3]}`;
}

/** A poker value as the rules pack it: the category, then five ranks of four bits. */
export function pokerHand(value) {
  const [first, , third, fourth] = [16, 12, 8, 4].map((shift) => (value >> shift) & 15);
  return [
    () => `${ONE[first]} high`,
    () => `pair of ${MANY[first]}`,
    () => `two pair, ${MANY[first]} and ${MANY[third]}`,
    () => `three ${MANY[first]}`,
    () => `straight, ${ONE[first]} high`,
    () => `${ONE[first]}-high flush`,
    () => `full house, ${MANY[first]} over ${MANY[fourth]}`,
    () => `four ${MANY[first]}`,
    () => `five ${MANY[first]}`,
    () => `${ONE[first]}-high straight flush`,
    () => "royal flush",
    () => `five suited ${MANY[first]}`,
  ][value >> 20]();
}

/** A blackjack hand as a dealer calls it: 17, soft 18; null while a card is hidden. */
export function blackjackTotal(cards) {
  if (!cards.length || cards.includes(tape.UNSEEN)) return null;
  const points = cards.map((card) => (card >> 2 === 12 ? 1 : Math.min((card >> 2) + 2, 10)));
  const hard = points.reduce((sum, each) => sum + each, 0);
  const soft = hard + 10 <= 21 && points.includes(1);
  return { total: soft ? hard + 10 : hard, soft, cards: cards.length };
}

export function totalText(found) {
  if (!found) return "";
  if (found.total > 21) return `${found.total}, bust`;
  return found.soft && found.total < 21 ? `soft ${found.total}` : `${found.total}`;
}

/** What a hand is, as far as it can be told: what the dealer announced, or its blackjack total. */
export function handText(scene, seat, hand, cards, game) {
  const said = (word) => scene.said.get(tape.at(seat, hand, word));
  if (said(tape.RANKED) !== undefined) return pokerHand(said(tape.RANKED));
  if (!game.layout.totals) return `${said(tape.TOTAL) ?? ""}`;
  if (said(tape.NATURAL)) return "blackjack";
  const counted = scene.counted.get(tape.at(seat, hand)) ?? cards.length;  // cards dealt later are for another game
  return totalText(blackjackTotal(cards.slice(0, counted).map(({ card }) => card)));
}

/** The odds of an outcome under the paytables in force: [num, den], or null where none is printed. */
export function oddsOf(game, options, wager, outcome) {
  for (const table of game.paytables) {
    if (!table.wagers.includes(wager) || !inForce(table.when, options)) continue;
    const row = table.pays.find(([name]) => name === outcome);
    if (row) return [row[1], row[2]];
  }
  return null;
}

/** Where a setting of an option stands: approved (`cites`) or for study (`study`), and its words. */
export function standingOf({ settings, others }, setting) {
  return settings.find((each) => String(each.setting) === String(setting)) ?? others ?? { words: String(setting) };
}

/** A setting as a card room says it: "a pair of sixes", "$250". */
export function settingWords(option, setting) {
  return standingOf(option, setting).words
    .replace("{dollars}", () => dollars(Number(setting))).replace("{number}", String(setting));
}

/** Settings to choose from; an option whose numbers have no names of their own has none. */
export const choicesOf = ({ choices, settings, others }) =>
  (choices.length || others ? choices : settings.map((each) => each.setting));

export function inForce(when, options) {
  return Object.entries(when ?? {}).every(([name, asked]) => [asked].flat().includes(options[name]));
}

/** A text with its {options} in words; those that are not known yet as they usually are. */
export function worded(game, options, text) {
  const named = (name) => game.options.find((each) => each.name === name);
  const said = (option) => settingWords(option, options[option.name] ?? option.default);
  return text.replace(/\{(\w+)\}/g, (_, name) => said(named(name)));
}

/** How a wager ended, in words that are true under a table's options. */
export const outcomeTitle = (game, options, outcome) => worded(game, options, outcome.worded || outcome.title);

const WINS = /^(wins|beats)\b/;  // outcomes that say themselves that the bet is won

/** "Poker: flush pays 5 to 1: $25", "War: wins, +$5", "Ante: lost, −$5, corrected +$10". */
export const payText = (game, options, wager, settled) =>
  [paidText(game, options, wager, settled), correctedText(settled)].filter(Boolean).join(", ");

/** By what a pay was put right later; odds are of the pay alone. */
export const correctedText = ({ corrected }) => (corrected ? `corrected ${signed(corrected)}` : "");

function paidText(game, options, wager, { outcome, cents, stake }) {
  const named = game.wagers[wager];
  const end = game.outcomes[outcome];
  const told = outcomeTitle(game, options, end);
  if (cents < 0) return `${named.title}: ${told}, ${dollars(cents)}`;
  if (cents === 0) return `${named.title}: ${told}, ${stake ? `${dollars(stake)} returned` : "nothing won"}`;
  const odds = paidOdds(oddsOf(game, options, named.name, end.name), cents, stake);
  const whose = named.toke ? " to the dealers" : "";
  if (WINS.test(told)) return `${named.title}: ${told}, ${signed(cents)}${whose}`;
  return `${named.title}: ${told}${odds ? ` pays ${odds}: ${dollars(cents)}` : `, ${signed(cents)}`}${whose}`;
}

/** The odds at which a wager was paid, "4 to 1"; "" for even money, losses and fixed sums. */
export function oddsText(game, options, wager, { outcome, cents, stake }) {
  if (cents <= 0) return "";
  const odds = paidOdds(oddsOf(game, options, game.wagers[wager].name, game.outcomes[outcome].name), cents, stake);
  return odds === "1 to 1" ? "" : odds;
}

/** How the bets of a seat ended, one phrase for all that ended alike. */
export function explain(game, options, scene, seat) {
  const alike = new Map();
  for (const [spot, settled] of scene.settled) {
    const [where, hand, wager] = spot.split(".").map(Number);
    if (where !== seat) continue;
    const told = payText(game, options, wager, settled).replace(`${game.wagers[wager].title}: `, "");
    const name = game.wagers[wager].title + (hand ? ` of hand ${hand + 1}` : "");
    alike.set(told, [...(alike.get(told) ?? []), name]);
  }
  return [...alike].map(([told, names]) => `${names.join(", ")}: ${names.length > 1 ? "each " : ""}${told}`);
}

function paidOdds(printed, cents, stake) {
  if (printed && stake && cents * printed[1] === stake * printed[0]) return `${printed[0]} to ${printed[1]}`;
  return stake && cents % stake === 0 ? `${cents / stake} to 1` : "";
}

/** What the dealer tells a player of a hand, with the odds in force. */
export function callText(game, options, number) {
  const { text, wager } = game.calls[number];
  return text.replace(/\{(\w+)\}/g, (_, outcome) => oddsOf(game, options, wager, outcome).join(" to "));
}

const FOR_A_PLAYER = { bot: "bot", clock: "the clock ran out", absence: "the player had left" };

/** Who chose, behind an act that its player did not choose. */
export const chosenBy = (by) => (by in FOR_A_PLAYER ? ` (${FOR_A_PLAYER[by]})` : "");

/** Whether the house chose, for a player who was silent. */
export const isHouses = (by) => ["clock", "absence"].includes(by);

/** Who made a choice: the player, or the house for one who was silent. */
export const chooser = (name, by) => (isHouses(by) ? `The house for ${name.replace(/^You/, "you")}` : name);

/** A sentence that goes on in another: "A pair" is "a pair" there, but "AK" stays. */
export const inSentence = (text) => text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

const names = (cards) => cards.map(cardName).join(", ");

/** What the dealer says of one row of the tape, or "" if there is nothing to say. `who` names seats. */
export function newsOf(row, { game, options, who, lines }) {
  const [verb, seat, hand, a, b, c] = row;
  const name = who(seat, hand);
  if (verb === tape.DEAL) return a === tape.UNSEEN ? "" : `${name}: ${cardName(a)}${makes(row)}`;
  if (verb === tape.TURN) return `${name}: ${cardName(b)}${makes(row)}`;
  if (verb === tape.CHOOSE) return `${chooser(name, row.by)}: ${actText(game.acts[a], row.held)}${chosenBy(row.by)}`;
  if (verb === tape.BACK) return `${name}: ${game.wagers[a].title} comes back, ${dollars(b)}`;
  if (verb === tape.SETTLE) {
    const why = row.why ? `. ${row.why.replace(/\.$/, "")}` : "";
    return `${name}: ${payText(game, options, a, { outcome: b, cents: c, stake: row.stake ?? 0 })}${why}`;
  }
  if (verb === tape.DISCARD && row.last) return `${name}: the cards go to the discards`;
  if (verb === tape.SAY && a === tape.HOUSE_WAY) return houseWayText(row, lines(b));
  if (verb === tape.SAY) return said(name, a, b, { game, options });
  return "";
}

/** " makes soft 18", where the hand is one that is counted. */
function makes({ counts = [] }) {
  const total = totalText(blackjackTotal(counts));
  return total && ` makes ${total}`;
}

/** "The dealer shows ...; keeps ... by line 3 of the house way: ...". */
function houseWayText(row, line) {
  const seen = row.shown?.length ? `The dealer shows ${names(row.shown)}; keeps ${names(row.kept)}` : "The dealer keeps two";
  return `${seen} by line ${row[4]} of the house way${line ? `: ${inSentence(line)}` : ""}`;
}

function said(name, word, value, { game, options }) {
  if (word === tape.LAMMER) return `${name}: an Envy lammer`;
  if (word === tape.LAMMERS_IN) return `The dealer picks up the Envy ${value > 1 ? "lammers" : "lammer"}`;
  if (word === tape.TOTAL) return `${name}: ${value > 21 ? `busts with ${value}` : value}`;
  if (word === tape.RANKED) return `${name}: ${pokerHand(value)}`;
  if (word === tape.CHECKED) return value ? "The dealer checks: blackjack" : "The dealer checks: no blackjack";
  if (word === tape.NATURAL) return `${name}: blackjack`;
  if (word === tape.CAP) return `The cap is reached: the odds alone would pay ${dollars(value)}`;
  if (word === tape.NO_MORE_BETS) return "No more bets";
  if (word === tape.CALL) return `The dealer to ${name.replace(/^You/, "you")}: ${callText(game, options, value)}`;
  if (word === tape.ADVICE) return `The dealer advises: ${game.acts[value].title}`;
  if (word === tape.VOID) return "The shoe ran out: every bet goes back";
  return "";
}
