// The rules of a game for players: how a round goes, what pays with cards that make it, what one may do. The paragraphs
// of the rules of play are one click away from each statement.

import { get } from "./api.js";
import { cardView, drawDeck } from "./cards.js";
import { classes, h, patch } from "./dom.js";
import { loadGame, loadRules } from "./game.js";
import { feltPicture } from "./picture.js";
import { worded } from "./words.js";

class HouseRules extends HTMLElement {
  async connectedCallback() {
    const slug = this.getAttribute("slug");
    drawDeck();
    try {
      const [game, primer] = await Promise.all([loadGame(slug), get(`/api/games/${encodeURIComponent(slug)}/primer${location.search}`)]);
      await loadRules(game);
      document.title = `Rules of ${game.title} · houseway`;
      patch(this, page(game, primer));
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    } catch (refusal) {
      patch(this, h("main", { class: "page" }, h("h1", {}, "These rules cannot be shown"), h("p", {}, refusal.message),
        h("p", {}, h("a", { href: "/" }, "To the lobby"))));
    }
  }
}

function page(game, primer) {
  const { options } = primer;
  const usual = game.options.every((option) => options[option.name] === option.default);
  return [
    h("header", { class: "bar lobby-bar" }, h("a", { class: "brand", href: "/" }, "houseway"),
      h("nav", { "aria-label": "Elsewhere" }, h("a", { class: "link", href: "/" }, "Lobby"),
        h("a", { class: "link", href: `/drill/${game.slug}` }, "Drill"), h("a", { class: "link", href: `/lab/${game.slug}` }, "Lab"))),
    h("main", { class: "page rules-page" },
      h("h1", {}, game.title), h("p", { class: "lead" }, worded(game, options, game.about)),
      feltPicture(game),
      primer.steps.length > 0 && [h("h2", {}, "How a round goes"), h("ol", { class: "round-steps" }, primer.steps.map((step) => stepView(step, game)))],
      h("h2", {}, "What you may do"), h("dl", { class: "may-do" }, acts(game)),
      h("h2", {}, "What pays"), h("p", { class: "quiet" }, `${usual
        ? "As the game is usually dealt; a table's own odds are on its felt and sign." : "By the options of the table that you came from."} Cards that count are raised.`),
      wagers(game, primer).map((wager) => paysView(wager, worded(game, options, wager.about), primer)),
      primer.prizes.map(prizesView),
      h("h2", { id: "paragraphs" }, "The rules, paragraph by paragraph"), allParagraphs(game)),
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

function allParagraphs(game) {
  const sections = [...new Set(game.paragraphs.map((each) => each.section))];
  return sections.map((section) => h("details", { key: section }, h("summary", {}, section),
    h("dl", { class: "paragraphs" }, game.paragraphs.filter((each) => each.section === section).map(paragraphView))));
}

customElements.define("house-rules", HouseRules);
