// The machine at a table: what it is, what it did, what lies in it; and how a supervisor sets it up or brings cards.

import { h } from "/js/dom.js";
import { act, choice } from "./actions.js";
import { pairs, sentence, timeText } from "./parts.js";
import { labelOf } from "./words.js";

const SHOWN = 5;
const CARDS_MAX = 400;
const BY_THE_GAME = "";  // the mode that the house fills in
const FOLLOWS = "Left as it is, the house takes the machine and the mode that go with the options.";

/** Its panel: the log as the table's events have it. */
export function shuffler(table) {
  const { cycles, decks, rounds, voids, packets, cards, dispensed, faults, changes } = table.shuffler;
  const byDeck = decks && table.decks.length > 1
    ? ` (${Object.entries(decks).map(([deck, times]) => `deck ${deck}: ${times}`).join(", ")})` : "";
  return [
    pairs([
      ["Machine", sentence(table.shuffler_machine)],
      ["Mode", sentence(table.shuffler_mode)],
      ["Shuffles", `${cycles}${byDeck}`],
      ["Rounds delivered", rounds],
      ...(voids ? [["Void rounds", `${voids}, whose cards left the machine too: not in these counts`]] : []),
      ["Packets", packets],
      ["Cards", cards],
      ["Remaining cards dispensed", dispensed],
      ["Cards left now", table.cards_left ?? "none"],
    ]),
    table.wrong_deck && h("p", { class: "bad" }, `Deck ${table.wrong_deck} is not whole: bring another.`),
    faults.length ? lines("Faults", faults.map((fault) => h("span", { class: "bad" }, sentence(fault))))
      : h("p", { class: "quiet" }, "No fault since the table was opened."),
    lines("Machines and cards", changes.map((change) => [
      h("time", { datetime: new Date(change.at / 1000).toISOString() }, timeText(change.at)),
      `${sentence(change.words)} ${sentence(`${change.by}: ${change.reason}`)}`,
    ])),
  ];
}

function lines(label, all) {
  const last = all.slice(-SHOWN).reverse();
  return h("ul", { class: "faults", "aria-label": `${label}, the newest first` }, last.map((line) => h("li", {}, line)));
}

/** Cards were counted, or a new deck is brought: what lies in the machine from now on. */
export const bringCards = (table, done) => act(table, done, {
  name: "deck",
  title: "Cards in the machine",
  about: "Leave both lists empty for a new, whole deck. The machine counts the cards: if they are not exactly the deck, "
    + "the table closes, bets go back, and the reason names the cards.",
  button: "Put them in the machine",
  said: "the cards are in the machine",
  what: ({ elements }) => Object.fromEntries(["deck", "missing", "too_many"]
    .filter((key) => elements[key]?.value.trim()).map((key) => [key, elements[key].value.trim()])),
  more: () => [
    table.decks.length > 1 && choice("deck", "Deck", table.decks.map((deck) => [deck, `Deck ${deck}`]),
      table.wrong_deck || table.decks[0], true),
    cardList("missing", "Missing, as in 7h 10s", table.decks.length === 1),
    cardList("too_many", "Too many", false),
  ],
});

const cardList = (name, title, first) => h("label", { class: "field", key: name }, h("span", {}, title),
  h("input", { name, maxlength: CARDS_MAX, autocomplete: "off", "data-first": first }));

/** A table's shuffler as its form has it: the usual mode is the house's to fill in, whatever the options become. */
export function setUp({ config, shuffler_choices: { modes } }) {
  const { mode, ...rest } = config.shuffler ?? {};
  return !mode || mode === modes[0].mode ? rest : { ...rest, mode };
}

/** What the house refuses of a shuffler it says for its file: said again for the form. */
export function shufflerInWords({ words }, refusal) {
  if (!refusal.startsWith("shuffler.mode ")) {
    return refusal.replace("add approval = '...' with the approval", "fill in the approval")
      .replace(/^shuffler\.alternating is true: (.*): write false$/, "$1: take the tick away");
  }
  const about = new RegExp(`'?\\b(${Object.keys(words).join("|")})\\b'?`, "g");
  return refusal.replace(about, (_, mode) => `“${words[mode]}”`)
    .replace("write that, or leave it out", "choose “as the game is dealt”");
}

/** The part of a table's form that is about its shuffler. */
export function shufflerFields(table, isNew = false) {
  const now = setUp(table);
  const { machines, modes } = table.shuffler_choices;
  const named = [...machines.map(({ model }) => model), "hand", "approved"];
  const field = (key, props) => h("label", { class: "field", key }, h("span", {}, labelOf(`shuffler_${key}`)),
    h("input", { name: `shuffler.${key}`, value: now[key] ?? "", autocomplete: "off", ...props }));
  return h("fieldset", { key: "shuffler", class: "grid" }, h("legend", {}, "Shuffler"),
    isNew && h("p", { class: "quiet wide", key: "follows" }, FOLLOWS),
    field("model", { list: "shuffler-models", maxlength: 60, placeholder: "a model, or hand" }),
    h("datalist", { id: "shuffler-models" }, named.map((model) => h("option", { value: model, key: model }))),
    field("version", { maxlength: 30 }),
    choice("shuffler.mode", labelOf("shuffler_mode"),
      [[BY_THE_GAME, "as the game is dealt"], ...modes.map(({ mode, about }) => [mode, about])], now.mode ?? BY_THE_GAME),
    field("approval", { maxlength: 200, title: "Of a model that the game's source does not name" }),
    h("label", { class: "field switch", key: "alternating" },
      h("input", { name: "shuffler.alternating", type: "checkbox", ".defaultChecked": now.alternating ?? false }),
      h("span", {}, labelOf("shuffler_alternating"))));
}

/** What the form says of it; what is left out the house fills in. */
export function readShuffler(elements) {
  const { value: model } = elements["shuffler.model"];
  if (!model.trim()) return undefined;
  const written = { model: model.trim(), alternating: elements["shuffler.alternating"].checked };
  for (const key of ["version", "approval"]) written[key] = elements[`shuffler.${key}`].value.trim();
  const { value: mode } = elements["shuffler.mode"];
  return mode === BY_THE_GAME ? written : { ...written, mode };
}
