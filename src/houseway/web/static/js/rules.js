// The rules of a game for players, at an address of their own.

import { get } from "./api.js";
import { drawDeck } from "./cards.js";
import { h, patch } from "./dom.js";
import { loadGame, loadRules } from "./game.js";
import { primerView, sectionsOf } from "./primer.js";

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
  return [
    h("header", { class: "bar lobby-bar" }, h("a", { class: "brand", href: "/" }, "houseway"),
      h("nav", { "aria-label": "Elsewhere" }, h("a", { class: "link", href: "/" }, "Lobby"),
        game.acts.length > 0 && h("a", { class: "link", href: `/school/${game.slug}/drill?side=player` }, "Drill"), h("a", { class: "link", href: `/lab/${game.slug}` }, "Lab"))),
    h("main", { class: "page rules-page" }, h("h1", {}, game.title), primerView(game, primer),
      h("h2", { id: "paragraphs" }, "The rules, paragraph by paragraph"),
      sectionsOf(game).map(([section, list]) => h("details", { key: section }, h("summary", {}, section), list))),
  ];
}

customElements.define("house-rules", HouseRules);
