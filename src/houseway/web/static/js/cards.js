// Our own cards, drawn once each as symbols of one hidden picture; a card on the table only refers to its symbol.
// Two designs: `full` with pips and courts, `small` with a large index, for cards that lie far away.

import { h, patch } from "./dom.js";
import { cardName } from "./words.js";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["club", "diamond", "heart", "spade"];

const SHAPES = {
  club: [
    h("circle", { cx: 50, cy: 27, r: 21 }),
    h("circle", { cx: 27, cy: 58, r: 21 }),
    h("circle", { cx: 73, cy: 58, r: 21 }),
    h("path", { d: "M42 40h16l-1 26c1 14 5 23 13 29H30c8-6 12-15 13-29z" }),
  ],
  diamond: [h("path", { d: "M50 3C60 22 71 37 84 50 71 63 60 78 50 97 40 78 29 63 16 50 29 37 40 22 50 3z" })],
  heart: [h("path", {
    d: "M50 92C24 66 7 50 7 30 7 16 18 7 30 7c9 0 17 6 20 15C53 13 61 7 70 7c12 0 23 9 23 23 0 20-17 36-43 62z",
  })],
  spade: [h("path", {
    d: "M50 4C70 28 92 42 92 62c0 12-9 20-20 20-7 0-13-3-17-9 1 10 5 17 12 22H33"
      + "c7-5 11-12 12-22-4 6-10 9-17 9C17 82 8 74 8 62 8 42 30 28 50 4z",
  })],
};

const LEFT = 34, MIDDLE = 50, RIGHT = 66;
const pairs = (...rows) => rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
const PIPS = {
  2: [[MIDDLE, 30], [MIDDLE, 110]],
  3: [[MIDDLE, 30], [MIDDLE, 70], [MIDDLE, 110]],
  4: pairs(30, 110),
  5: [...pairs(30, 110), [MIDDLE, 70]],
  6: pairs(30, 70, 110),
  7: [...pairs(30, 70, 110), [MIDDLE, 50]],
  8: [...pairs(30, 70, 110), [MIDDLE, 50], [MIDDLE, 90]],
  9: [...pairs(28, 56, 84, 112), [MIDDLE, 70]],
  10: [...pairs(28, 56, 84, 112), [MIDDLE, 42], [MIDDLE, 98]],
};

const CROWNS = {
  K: "M31 52l-3-24 11 9 11-17 11 17 11-9-3 24zM48 13h4v-3h3V7h-3V4h-4v3h-3v3h3z",
  Q: "M32 52l-5-20a4 4 0 1 1 3-1l8 9 5-16a4 4 0 1 1 4-1l3 17 3-17a4 4 0 1 1 4 1l5 16 8-9a4 4 0 1 1 3 1l-5 20z",
  J: "M30 52c-1-14 7-22 20-22s21 8 20 22zM58 28c1-11 9-17 17-17-1 8-6 16-15 20z",
};

const pip = (suit, x, y, size, turned) => h("use", {
  href: `#suit-${suit}`, x: x - size / 2, y: y - size / 2, width: size, height: size,
  transform: turned ? `rotate(180 ${x} ${y})` : null,
});

const index = (rank, suit) => [
  h("text", { class: "index", x: 14, y: 27, "text-anchor": "middle", "font-size": rank === "10" ? 23 : 27,
    "letter-spacing": rank === "10" ? -2.5 : 0 }, rank),
  pip(suit, 14, 42, 19),
];

function middle(rank, suit) {
  if (rank === "A") return pip(suit, 50, 70, 54);
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => pip(suit, x, y, 20, y > 70));
  const half = [h("path", { class: "crown", d: CROWNS[rank], transform: "translate(11 18) scale(.78)" })];
  return [
    h("rect", { class: "court", x: 27, y: 16, width: 46, height: 108, rx: 5 }),
    h("g", {}, half), h("g", { transform: "rotate(180 50 70)" }, half),
    pip(suit, 50, 70, 26),
  ];
}

function full(card) {
  const rank = RANKS[card >> 2], suit = SUITS[card & 3];
  return h("symbol", { id: `card-${card}`, viewBox: "0 0 100 140", class: suit },
    h("rect", { class: "face", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    index(rank, suit), h("g", { transform: "rotate(180 50 70)" }, index(rank, suit)), middle(rank, suit));
}

function small(card) {
  const rank = RANKS[card >> 2], suit = SUITS[card & 3];
  return h("symbol", { id: `card-${card}-small`, viewBox: "0 0 100 140", class: suit },
    h("rect", { class: "face", x: 2, y: 2, width: 96, height: 136, rx: 12 }),
    h("text", { class: "index", x: 46, y: 64, "text-anchor": "middle", "font-size": rank === "10" ? 58 : 68,
      "letter-spacing": rank === "10" ? -6 : 0 }, rank),
    pip(suit, 50, 102, 58));
}

function back() {
  const lattice = [];
  for (let x = -140; x < 140; x += 12) lattice.push(`M${x} 0l140 140M${x + 140} 0l-140 140`);
  return h("symbol", { id: "card-back", viewBox: "0 0 100 140" },
    h("rect", { class: "face", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    h("svg", { x: 8, y: 8, width: 84, height: 124, viewBox: "8 8 84 124" },
      h("rect", { class: "back", x: 8, y: 8, width: 84, height: 124, rx: 5 }),
      h("path", { class: "lattice", d: lattice.join("") })),
    h("rect", { class: "frame", x: 8, y: 8, width: 84, height: 124, rx: 5 }),
    h("circle", { class: "back", cx: 50, cy: 70, r: 17 }), h("circle", { class: "frame", cx: 50, cy: 70, r: 17 }),
    h("path", { class: "emblem", d: "M50 57l14 11v15H54v-9h-8v9H36V68z" }));
}

/** The picture that all cards refer to; made once a page. */
export function drawDeck() {
  if (document.getElementById("deck")) return;
  const holder = document.createElement("div");
  holder.className = "for-readers";
  holder.setAttribute("aria-hidden", "true");
  const suits = SUITS.map((suit) => h("symbol", { id: `suit-${suit}`, viewBox: "0 0 100 100" }, SHAPES[suit]));
  const cards = Array.from({ length: 52 }, (_, card) => [full(card), small(card)]);
  patch(holder, h("svg", { id: "deck", width: 0, height: 0 }, suits, back(), cards));
  document.body.append(holder);
}

/** A card on the table. */
export function cardView(card, { key, design = "full", ...props } = {}) {
  const symbol = card < 0 ? "card-back" : design === "small" ? `card-${card}-small` : `card-${card}`;
  return h("svg", { key, viewBox: "0 0 100 140", preserveAspectRatio: "xMinYMin slice", role: "img", "aria-label": cardName(card), ...props,
    class: `card ${props.class ?? ""}`.trim() }, h("use", { href: `#${symbol}` }));
}
