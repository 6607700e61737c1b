// The rules of a game as players read them: how a round goes, what one may do, what pays with cards that make it. Each
// statement has its paragraphs of the rules of play one click away.

import { cardView } from "./cards.js";
import { classes, h } from "./dom.js";
import { feltPicture } from "./picture.js";
import { worded } from "./words.js";

export function primerView(game, primer) {
  const { options } = primer;
  const usual = game.options.every((option) => options[option.name] === option.default);
  return [
    h("p", { class: "lead" }, worded(game, options, game.about)),
    feltPicture(game),
    primer.steps.length > 0 && [h("h2", {}, "How a round goes"), h("ol", { class: "round-steps" }, primer.steps.map((step) => stepView(step, game)))],
    game.acts.length > 0 && [h("h2", {}, "What you may do"), h("dl", { class: "may-do" }, acts(game))],
    h("h2", {}, "What pays"), h("p", { class: "quiet" }, `${usual
      ? "As the game is usually dealt; a table's own odds are on its felt and sign." : "By the options of the table that you came from."}${primer.examples.length > 0 ? " Cards that count are raised." : ""}`),
    wagers(game, primer).map((wager) => paysView(wager, worded(game, options, wager.about), primer)),
    primer.prizes.map(prizesView),
  ];
}

function stepView({ text, by }, game) {
  return h("li", {}, h("p", {}, text), h("details", {}, h("summary", {}, "By the rules"),
    h("dl", { class: "paragraphs" }, by.map((id) => game.paragraphs.find((each) => each.id === id)).map(paragraphView))));
}

const paragraphView = ({ id, cites, text }) => [h("dt", { key: `t-${id}` }, cites), h("dd", { key: `d-${id}` }, text)];

/** Acts that differ in the cards they name are one thing to do. */
function acts(game) {
  const told = new Map(game.acts.map((act) => [act.way || act.title, act.about]));
  return [...told].map(([title, about]) => [h("dt", { key: title }, title), h("dd", { key: `d-${title}` }, about)]);
}

const wagers = (game, primer) => game.wagers.filter((wager) => !wager.toke && primer.examples.some((each) => each.wager === wager.name));

function paysView({ name, title }, about, primer) {
  const rows = primer.examples.filter((each) => each.wager === name);
  return h("section", { class: "pays-of", key: name, "aria-label": title }, h("h3", {}, title), h("p", {}, about),
    h("ul", { class: "example-rows" }, rows.map((row) => h("li", { key: row.outcome, class: "example", "data-outcome": row.outcome },
      h("p", { class: "pay-row" }, h("strong", {}, row.title), h("span", {}, row.pays)),
      h("div", { class: "example-hands" }, Object.entries(row.hands).map(([whose, cards]) => handView(whose, cards))),
      h("p", { class: "quiet" }, row.says)))));
}

function prizesView({ title, rows }) {
  return h("section", { class: "pays-of", key: title, "aria-label": title }, h("h3", {}, title),
    h("ul", { class: "prize-rows" }, rows.map(([what, pays]) =>
      h("li", { class: "pay-row", key: what }, h("strong", {}, what), h("span", {}, pays)))));
}

function handView(whose, cards) {
  const raised = cards.some(([, counts]) => counts);
  return h("figure", { key: whose }, h("figcaption", {}, whose),
    h("div", { class: "example-cards" }, cards.map(([card, counts]) =>
      cardView(card, { design: "small", class: classes(raised && counts && "counts") }))));
}

/** The rules of play themselves: each section with its paragraphs. */
export function sectionsOf(game) {
  const sections = [...new Set(game.paragraphs.map((each) => each.section))];
  return sections.map((section) => [section, h("dl", { class: "paragraphs", key: `l-${section}` },
    game.paragraphs.filter((each) => each.section === section).map(paragraphView))]);
}
