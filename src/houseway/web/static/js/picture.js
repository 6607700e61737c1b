// A small picture of a game's felt, drawn from its layout: the table from above, with the spots of some seats.

import { h } from "./dom.js";

const SEATS = 3;
const SCALE = 0.7;
const SIZES = { circle: 7.4, small: 6, lammer: 4, box: 4.6 };
const CLOTH = "M17 22h286c3 68-54 137-143 137S14 90 17 22z";

export function feltPicture(game) {
  const { layout } = game;
  const arc = `arc-${game.slug}`;
  const label = `The felt of ${game.title}`;
  return h("svg", { class: "felt-picture", viewBox: "0 0 320 176", role: "img", "aria-label": label },
    h("path", { class: "rail", d: "M8 14h304c6 78-58 154-152 154S2 92 8 14z" }),
    h("path", { class: "cloth", d: CLOTH, style: { fill: layout.felt } }),
    h("path", { class: "light", d: CLOTH }),
    h("rect", { class: "tray", x: 118, y: 18, width: 84, height: 14, rx: 4 }),
    Array.from({ length: 5 }, (_, i) =>
      h("rect", { class: `t${i}`, x: 123 + i * 15, y: 21, width: 12, height: 8, rx: 2 })),
    cards(layout.dealer, 40),
    cards(layout.community, layout.dealer ? 62 : 42),
    h("path", { id: arc, class: "arc", d: "M40 70q120 46 240 0" }),
    h("text", { class: "print" },
      h("textPath", { href: `#${arc}`, startOffset: "50%", "text-anchor": "middle" }, layout.motto)),
    Array.from({ length: SEATS }, (_, i) => seat(layout, i - (SEATS - 1) / 2)));
}

function cards(count, y) {
  const card = (_, i) => h("rect", {
    class: "small-card", x: 162 + (i - count / 2) * 16, y, width: 12, height: 17, rx: 1.5,
  });
  return Array.from({ length: count }, card);
}

/** The spots of one seat, turned towards its player; `aside` is how far it sits from the middle. */
function seat(layout, aside) {
  const place = `translate(${160 - aside * 82} ${127 - Math.abs(aside) * 22}) rotate(${aside * 26})`;
  return h("g", { transform: `${place} scale(${SCALE}) translate(-50 -32)` }, layout.spots.map(mark));
}

function mark({ shape, at: [x, y], label }) {
  const size = SIZES[shape] / SCALE;
  const short = label.length <= 2 ? label : label.split(" ").map((word) => word[0]).join("");
  return h("g", { class: "spot-mark" },
    shape === "box" ? h("rect", { x: x - size * 1.6, y: y - size * 0.7, width: size * 3.2, height: size * 1.4, rx: 2 })
      : h("circle", { cx: x, cy: y, r: size }),
    h("text", { x, y: y + size * 0.36, "text-anchor": "middle", "font-size": size }, short));
}
