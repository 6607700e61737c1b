// What lies before the dealer and before each seat, drawn from a scene of the tape and the layout of the game.

import { cardView } from "./cards.js";
import { stackView } from "./chips.js";
import { classes, h } from "./dom.js";
import { dollars, signed, toneOf } from "./money.js";
import { spotView } from "./spots.js";
import * as tape from "./tape.js";
import { handText, payText } from "./words.js";

const CARDS_MAX = 12;  // beyond it cards lie no closer

/** Cards side by side; with `pick` each is a button with its number. */
function cardsView(cards, { design = "full", pick = null, kind = "", lifted = null } = {}) {
  const count = Math.min(Math.max(cards.length, 1), CARDS_MAX);
  return h("div", { class: classes("cards", pick && "picking", kind), style: { "--cards": String(count) } },
    cards.map(({ id, card }, place) => {
      const counts = lifted?.has(id) ? { class: "counts" } : {};
      const drawn = cardView(card, { key: pick ? undefined : `card-${id}`, design, "data-card": String(id), ...counts });
      return pick ? pickable(drawn, id, place + 1, pick) : drawn;
    }));
}

function pickable(drawn, id, number, { picked, toggle }) {
  const isPicked = picked.has(number);
  return h("button", {
    key: `pick-${id}`, type: "button", class: classes("pick", isPicked && "picked"), "aria-pressed": String(isPicked),
    "aria-label": `Card ${number}: ${drawn.props["aria-label"]}`, onclick: () => toggle(number),
  }, drawn, h("kbd", {}, String(number)));
}

/** What a hand gave up: it stays in sight, but plays no more. */
function discardsView(cards, design) {
  if (!cards?.length) return null;
  return h("div", { key: "discards", class: "discarded", role: "group", "aria-label": "Discarded" },
    cardsView(cards, { design }));
}

/** Where the cards go that are done with, at the dealer's right. */
export function holderView(scene) {
  const count = [...scene.discards.values()].reduce((sum, cards) => sum + cards.length, 0);
  const title = `Discard holder: ${count} ${count === 1 ? "card" : "cards"} of this round`;
  return h("span", { class: classes("holder", count && "filled"), role: "img", "aria-label": title, title },
    count ? String(count) : "");
}

/** The dealer's hand or the community cards, with empty places for cards to come. Community cards lie from the
 * dealer's left, which is on the right of everyone who looks at the dealer. */
export function houseHand(scene, hand, { title, places, game, design, active = false, pick = null }) {
  const at = tape.at(tape.HOUSE, hand);
  const cards = scene.hands.get(at) ?? [];
  if (!cards.length && !places) return null;
  const counts = hand === tape.DEALER || !game.layout.totals;  // beside a blackjack hand lies none
  const text = counts ? handText(scene, tape.HOUSE, hand, cards, game) : "";
  const place = (_, i) => h("span", { key: `place-${i}`, class: "place" });
  const style = { "--least": String(places) };
  const kind = hand === tape.COMMUNITY ? "from-dealers-left" : "";
  const { dealer, community } = game.layout;
  const beside = hand === tape.COMMUNITY ? [community > dealer && "longer", community > 2 * dealer && "twice"] : [];
  return h("section", { class: classes("house-hand", active && "active", ...beside), key: `house-${hand}`, "aria-label": title, style },
    h("h2", {}, title, text && h("span", { class: "hand-text" }, text)),
    h("div", { class: "laid" }, cardsView(cards, { design, kind, pick, lifted: scene.lifted }), discardsView(scene.discards.get(at), design),
      cards.length === 0 && Array.from({ length: places }, place)));
}

/** Chips of a hand that has no spot of its own on the layout, such as a third hand after splits. */
function looseStakes({ game, options, scene, seat }, hand) {
  const drawn = new Set(game.layout.spots.map((spot) => `${spot.number}.${spot.hand}`));
  return game.wagers.map((wager, number) => {
    const place = tape.at(seat, hand, number);
    const cents = scene.stakes.get(place);
    const settled = scene.settled.get(place);
    if (drawn.has(`${number}.${hand}`) || (!cents && !settled)) return null;
    const title = settled ? payText(game, options, number, settled) : wager.title;
    return h("span", { key: `loose-${number}`, class: "loose", title },
      cents && stackView(cents), settled && netView(tape.netAt(settled), "push"));
  });
}

function netView(cents, nothing, kind = "result") {
  return h("span", { key: kind, class: classes(kind, toneOf(cents)) }, cents ? signed(cents) : nothing);
}

/** A seat of the viewer: cards, spots and results, large. */
export function ownSeat(look) {
  const { game, scene, seat, turn, title } = look;
  const hands = look.inRound ? tape.handsOf(scene, seat) : [];
  const spots = game.layout.spots.filter((spot) => look.shownWagers.has(spot.wager));
  const name = { "aria-label": title, "data-seat": seat };
  return h("section", { key: `seat-${seat}`, class: classes("seat own", turn && "turn"), ...name },
    h("div", { class: "hands" }, hands.length ? hands.map((each) => ownHand(look, each)) : h("div", { class: "hand" })),
    h("div", { class: "spots" }, spots.map((spot) => spotView(spot, look))),
    h("p", { class: "plate" }, h("span", { class: "name" }, title),
      look.inRound && look.over && netView(look.net, "even", "net")));
}

function ownHand(look, { hand, cards, discards, taken }) {
  const { scene, seat, game } = look;
  const active = look.turn && look.hand === hand;
  const text = handText(scene, seat, hand, cards, game);
  return h("div", { key: `hand-${hand}`, class: classes("hand", active && "active", taken && "taken") },
    taken ? discardsView(cards)
      : h("div", { key: "laid", class: "laid" }, cardsView(cards, { pick: active ? look.pick : null, lifted: scene.lifted }), discardsView(discards)),
    h("div", { class: "told" }, text && h("span", { class: "hand-text" }, text), looseStakes(look, hand)));
}

/** Another seat: small, at its place around the table. */
export function otherSeat(look) {
  const { scene, seat, who, inRound } = look;
  if (!who.player) return freeSeat(look);
  const mine = (place) => place.startsWith(`${seat}.`);
  const staked = inRound ? [...scene.stakes].filter(([place]) => mine(place)).map(([, cents]) => cents)
    : Object.values(who.bets ?? {});
  const bets = staked.reduce((sum, cents) => sum + cents, 0);
  const over = inRound && [...scene.settled.keys()].some(mine);
  return h("section", {
    key: `seat-${seat}`, class: classes("seat other", look.turn && "turn", who.gone && "gone"),
    "aria-label": `Seat ${seat}: ${who.name}`, "data-seat": seat,
  },
  h("header", {}, h("span", { class: "number", "aria-hidden": "true" }, String(seat)),
    h("span", { class: "name" }, who.name), tags(look)),
  h("div", { class: "hands" }, inRound && tape.handsOf(scene, seat).map((each) => otherHand(look, each))),
  h("footer", {}, bets ? stackView(bets) : who.cents > 0 && h("span", { class: "amount" }, dollars(who.cents)),
    over && netView(look.net, "even")));
}

function tags({ scene, seat, who, inRound }) {
  const lammer = inRound && scene.said.get(tape.at(seat, 0, tape.LAMMER));
  return [
    who.bot && h("span", { class: "tag", title: `plays ${who.bot}` }, "bot"),
    lammer && h("span", { class: "tag lammer", title: "Envy lammer" }, "envy"),
    who.gone && h("span", { class: "tag" }, "away"),
    who.ready && !inRound && h("span", { class: "tag" }, "ready"),
  ];
}

function otherHand({ scene, seat, game }, { hand, cards, taken }) {
  const text = handText(scene, seat, hand, cards, game);
  return h("div", { key: `hand-${hand}`, class: classes("hand", taken && "taken") },
    taken ? discardsView(cards, "small") : cardsView(cards, { design: "small" }), text && h("span", { class: "hand-text" }, text));
}

function freeSeat({ seat, sit }) {
  const inside = [`Seat ${seat}`, h("small", {}, sit ? "sit here" : "free")];
  return h("section", { key: `seat-${seat}`, class: "seat other free", "aria-label": `Seat ${seat}, free`, "data-seat": seat },
    sit ? h("button", { type: "button", class: "sit", onclick: sit }, inside) : h("span", { class: "sit" }, inside));
}
