// A spot of the layout: where chips are bet, lie, and are paid.

import { stackView } from "./chips.js";
import { classes, h } from "./dom.js";
import { dollars, signed, toneOf } from "./money.js";
import * as tape from "./tape.js";
import { correctedText, oddsText, payText, worded } from "./words.js";

const DEPTH = 64;  // of the box in which layouts place their spots; it is 100 wide
const LESS = ["Backspace", "Delete", "-"];

export function spotView(spot, look) {
  const wager = look.game.wager(spot.wager);
  const lies = whatLies(spot, look);
  const open = look.place && spot.hand === 0 && look.offered.has(spot.wager);
  const props = {
    key: `${spot.wager}-${spot.hand}`,
    class: classes("spot", spot.shape, lies.tone, lies.cents && "staked", open && "open", lies.lit && "lit",
      lies.back && "back", wager.placed === false && "arises", open && look.meant === spot.wager && "meant"),
    style: { left: `${spot.at[0]}%`, top: `${(spot.at[1] / DEPTH) * 100}%` },
    title: [wager.title, worded(look.game, look.options, wager.about), lies.note].filter(Boolean).join(" · "),
    "data-wager": spot.wager,
  };
  if (!open) return h("div", props, inside(spot, look, lies));
  const label = [`Bet on ${wager.title}`, lies.cents && dollars(lies.cents), lies.note].filter(Boolean).join(", ");
  return h("button", { ...props, ...hands(spot.wager, look.place), type: "button", "aria-label": label },
    inside(spot, look, lies));
}

/** What is on a spot: chips, or what became of them. */
function whatLies(spot, { game, options, scene, seat, inRound, bets }) {
  const place = tape.at(seat, spot.hand, spot.number);
  if (!inRound) return { cents: spot.hand === 0 ? bets[spot.wager] ?? 0 : 0 };
  const back = scene.backed.has(place);
  const ended = scene.settled.get(place);
  const settled = back && !ended?.cents && !ended?.corrected ? undefined : ended;  // undone, as it was void
  return {
    cents: scene.stakes.get(place) ?? 0,
    settled,
    made: settled && scene.made?.get(place),
    back,
    tone: settled && toneOf(tape.netAt(settled)),
    note: settled ? payText(game, options, spot.number, settled) : back ? "taken back" : "",
    lit: spot.shape === "lammer" && !game.wager(spot.wager).toke && scene.said.get(tape.at(seat, 0, tape.LAMMER)),
  };
}

function inside(spot, { game, options }, { cents, settled, made, back, tone }) {
  return [
    h("span", { class: "label", style: { "--letters": String(longestWord(spot.label)) } }, spot.label),
    cents > 0 && stackView(cents),
    settled && h("span", { key: "result", class: classes("result", tone) },
      game.wagers[spot.number].toke && settled.cents > 0 && "dealers ",
      settled.cents ? signed(settled.cents) : "push", settled.corrected && ", ",
      h("small", {}, correctedText(settled) || oddsText(game, options, spot.number, settled))),
    made && h("span", { key: "made", class: "made" }, made),
    back && h("span", { key: "back", class: "result even" }, "back"),
  ];
}

/** A word is never broken: a long one is printed smaller where its ring is small. */
const longestWord = (label) => Math.max(...label.split(" ").map((word) => word.length), 1);

/** A click or Enter adds a chip; a right click, shift or the minus key takes one away. */
function hands(wager, { more, less }) {
  return {
    onclick: (event) => (event.shiftKey ? less(wager) : more(wager)),
    oncontextmenu: (event) => {
      event.preventDefault();
      less(wager);
    },
    onkeydown: (event) => {
      if (!LESS.includes(event.key)) return;
      event.preventDefault();
      less(wager);
    },
  };
}
