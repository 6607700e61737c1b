// The felt at a moment of a round, as a dealer sees it: every seat, every card that is open to the dealer, nothing to
// bet on. It is drawn from a tape alone.

import { classes, h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { isNarrow } from "/js/narrow.js";
import { feltPrints } from "/js/prints.js";
import { netOf } from "/js/purse.js";
import { remarkOf } from "/js/remarks.js";
import { holderView, houseHand, otherSeat, ownSeat } from "/js/seats.js";
import * as tape from "/js/tape.js";

const FEW = 5;  // cards of the house that are drawn in full on a phone

/** `asked` is the hand ({seat, hand}) that something is asked about, `pick` what its cards are picked with. */
export function feltView({ game: whole, options, rows, seats, asked = null, pick = null, label = "The felt" }) {
  const game = untold(whole);
  const { layout } = game;
  const scene = tape.sceneOf(rows, game.totals);
  const design = isNarrow() && layout.dealer + layout.community > FEW ? "small" : "full";
  const isAsked = (seat, hand) => asked?.seat === seat && asked.hand === hand;
  const house = (hand, title, places) => houseHand(scene, hand, {
    title, places, game, design, active: isAsked(tape.HOUSE, hand), pick: isAsked(tape.HOUSE, hand) ? pick : null,
  });
  const remark = remarkOf(scene, whole, options);
  const used = usedWagers(game, rows);
  const size = { "--felt": layout.felt, "--places": String(Math.max(layout.dealer + layout.community, FEW)) };
  return h("div", { class: "felt recalled", key: "felt", style: size, tabindex: "0", role: "region", "aria-label": label },
    h("div", { class: "middle" },
      h("div", { class: "house" },
        house(tape.DEALER, layout.dealer_title, layout.dealer), house(tape.COMMUNITY, layout.community_title, layout.community),
        holderView(scene), h("span", { class: "shoe", "aria-hidden": "true" })),
      h("div", { class: "printed" }, h("p", { class: "motto" }, layout.motto),
        remark && h("p", { class: classes("remark", remark.kind), key: "remark" }, remark.text)),
      h("div", { class: "own-seats all-seats" }, seats.map((seat) => (isNarrow() && asked?.seat !== seat ? small(seat) : ownSeat({
        game, scene, seat, options,
        offered: new Set(),
        shownWagers: used,
        title: `Seat ${seat}`,
        inRound: true,
        over: false,
        bets: {},
        turn: asked?.seat === seat,
        hand: asked?.hand,
        pick,
      }))))));

  /** On a phone only the seat that matters now is drawn whole. */
  function small(seat) {
    return otherSeat({ game, scene, seat, inRound: true, who: { player: true, name: betsOf(game, scene, seat) }, net: netOf(game, rows, [seat]) });
  }
}

/** "Ante $5, Bonus $10". */
function betsOf(game, scene, seat) {
  const own = [...scene.stakes].map(([place, cents]) => [place.split(".").map(Number), cents]).filter(([[where]]) => where === seat);
  return own.map(([[, , wager], cents]) => `${game.wagers[wager].title} ${dollars(cents)}`).join(", ") || `Seat ${seat}`;
}

/** What is printed on the felt, beside it: a dealer who pays may read it. */
export function postedView(felt) {
  const printed = feltPrints(felt);
  return printed && h("section", { class: "panel posted", key: "posted" }, h("h2", {}, "Printed on the felt"), printed);
}

/** A game whose felt does the learner's work no more: it counts no hand, and prints no odds beside a pay. */
export const untold = (game) => ({ ...game, paytables: [], layout: { ...game.layout, totals: "" } });

/** The seats that a round is dealt to. */
export const seatsOf = (rows) => [...new Set(rows.map(([, seat]) => seat))].filter((seat) => seat !== tape.HOUSE).sort((a, b) => a - b);

/** Names of the wagers whose spots are drawn: those that somebody has a bet on, and those that come of themselves. */
function usedWagers(game, rows) {
  const staked = new Set(rows.filter(([verb]) => verb === tape.STAKE || verb === tape.SETTLE).map((row) => row[3]));
  return new Set(game.wagers.filter((wager, number) => staked.has(number) || wager.placed === false).map(({ name }) => name));
}

/** All options of a game: what is said, and the usual setting of every other. */
export const inFull = (game, options) => ({ ...Object.fromEntries(game.options.map((each) => [each.name, each.default])), ...options });
