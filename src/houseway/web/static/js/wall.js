// A display for the wall: the meters of every link, large, and the last hits.

import { get } from "./api.js";
import { h, patch } from "./dom.js";
import { hitText } from "./meters.js";
import { dollars } from "./money.js";

const REFRESH_MS = 2000;

class HouseWall extends HTMLElement {
  async connectedCallback() {
    document.title = "Progressives · houseway";
    await this.refresh();
    this.timer = setInterval(() => this.refresh(), REFRESH_MS);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  async refresh() {
    try {
      const { links } = await get("/api/links");
      patch(this, h("main", { class: "page wall" },
        h("h1", {}, "Progressives"),
        links.length ? links.map(linkView) : h("p", {}, "No table of this house carries a progressive."),
        h("p", { class: "facts" }, "Play money only.")));
    } catch (refusal) {
      if (!this.firstChild) patch(this, h("main", { class: "page wall" }, h("h1", {}, "Progressives"), h("p", {}, refusal.message)));
    }
  }
}

function linkView({ link, meters, tables, hits }) {
  return h("section", { key: link, "aria-label": `Link ${link}` },
    meters.map(({ name, title, cents, must_hit_by_cents: limit, revealed }) => h("div", { key: name },
      h("p", { class: "wall-meter" },
        h("span", {}, title), " ", h("strong", { class: "meter", "data-cents": String(cents) }, dollars(cents))),
      limit ? h("p", { class: "facts" }, `Must hit by ${dollars(limit)}.`, revealed && ` The last trigger was ${dollars(revealed.trigger_cents)}.`)
        : null)),
    h("p", { class: "facts" }, `At ${tables.join(", ")}`),
    hits.length ? h("ol", { class: "hits" }, hits.map((hit) => h("li", { key: `${hit.table} ${hit.round}` }, hitText(hit)))) : null);
}

customElements.define("house-wall", HouseWall);
