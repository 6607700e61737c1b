// Cards in flight: a new card comes from the shoe, one that moved glides from where it was. Transforms only.

import { pace } from "./pace.js";

const GLIDE_MS = 260;
const EASING = "cubic-bezier(.2,.75,.3,1)";

export class Flight {
  constructor(root) {
    this.root = root;
    this.places = new Map();
    this.landed = false;  // whether the cards of the next drawing lie there at once
  }

  /** Where every card lies before the table is drawn again. */
  before() {
    this.places.clear();
    if (!pace()) return;
    for (const card of this.cards()) this.places.set(card.dataset.card, card.getBoundingClientRect());
  }

  after(fresh) {
    const landed = this.landed || !pace();
    this.landed = false;
    if (landed) return;
    const shoe = this.root.querySelector(".shoe")?.getBoundingClientRect();
    for (const card of this.cards()) {
      const was = this.places.get(card.dataset.card) ?? (fresh(Number(card.dataset.card)) ? shoe : null);
      if (was) glide(card, was, !this.places.has(card.dataset.card));
    }
  }

  /** Every card is where it was going, and those that come with the next drawing are there. */
  land() {
    this.landed = true;
    for (const card of this.cards()) card.getAnimations().forEach((each) => each.finish());
  }

  cards() {
    return this.root.querySelectorAll("[data-card]");
  }
}

function glide(card, was, dealt) {
  const now = card.getBoundingClientRect();
  const x = was.left + was.width / 2 - now.left - now.width / 2;
  const y = was.top + was.height / 2 - now.top - now.height / 2;
  if (Math.abs(x) + Math.abs(y) < 1) return;
  const turn = dealt ? " rotate(-14deg)" : "";
  const start = { transform: `translate(${x}px, ${y}px)${turn}`, opacity: dealt ? 0.3 : 1 };
  card.animate([start, { transform: "none", opacity: 1 }], { duration: GLIDE_MS * pace(), easing: EASING });
}
