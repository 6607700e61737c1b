// A round with all that a dispute needs on one page: when, who, bets, cards, choices, pays, what was in force, balances.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { timeText } from "/house/door.js";
import { labelOf, oddsText, settingText } from "/house/words.js";

const LISTED = 25;
const BY = { player: "the player", bot: "a bot", clock: "the clock ran out", absence: "the player had left" };
const STATES = { on: "is on", settled: "settled", voided: "void" };

export class Recall {
  constructor(page) {
    this.page = page;
    this.list = null;
    this.round = null;
  }

  async read(asked) {
    const where = `/api/tables/${this.page.table.table}/rounds`;
    this.list = await get(`${where}?limit=${LISTED}`);
    const number = Number(asked.get("round")) || this.list[0]?.round;
    this.round = number ? this.list.find((each) => each.round === number) ?? await get(`${where}/${number}`) : null;
  }

  inside() {
    const { page, list, round } = this;
    if (!list) return h("p", { class: "quiet" }, "A moment …");
    if (!round || round.table !== page.table.table) return h("p", { class: "panel" },
      "No round was dealt at this table yet.");
    return h("div", { class: "recall-two" }, this.choose(), this.record());
  }

  choose() {
    const { page, round } = this;
    return h("nav", { class: "panel", "aria-label": "Rounds" }, h("form", { class: "filter", onsubmit: (event) => {
      event.preventDefault();
      page.go(page.addressOf("rounds", { round: event.target.elements.round.value }));
    } }, h("label", { class: "field short" }, h("span", {}, "Round number"),
      h("input", { name: "round", type: "number", min: 1, step: 1, required: true })),
      h("button", { class: "button" }, "Recall")),
    h("ol", { class: "rounds-list", tabindex: "0", "aria-label": "The last rounds" },
      this.list.map((each) => h("li", { key: each.round },
      page.link(page.addressOf("rounds", { round: each.round }), { "aria-current": each.round === round.round ? "true"
        : null },
        h("strong", {}, `Round ${each.round}`), ` ${STATES[each.state]}`, h("br", {}),
          h("span", { class: "quiet" }, timeText(each.began_at)))))));
  }

  record() {
    const { page, round } = this;
    const versions = round.versions.join(" to ");
    return h("article", { class: "panel record", "aria-label": `Round ${round.round}` },
      h("header", {}, h("h2", {}, `${round.title}, round ${round.round}`), h("div", { class: "tools-row" },
        h("a", { class: "link", href: `/round/${round.table}/${round.round}` }, "Step by step"),
        page.link(page.addressOf("events", { round: round.round }), { class: "link" }, "Its events"),
        h("button", { type: "button", class: "link", onclick: () => print() }, "Print"))),
      pairs([["Table", round.table], ["State", `${STATES[round.state]}${round.reason ? `: ${round.reason}` : ""}`],
        ["Began", timeText(round.began_at)],
        ["Ended", round.ended_at ? timeText(round.ended_at) : "not yet"], ["Events", versions],
          ["Software", `houseway ${round.software}`]]),
      table("Bets and pays", ["Seat", "Player", "Wager", "Bet", "Result"], this.bets()),
      table("Cards", ["Whose", "Cards"], round.hands.map((hand) => [hand.who, cardsOf(hand.cards)])),
      round.choices.length > 0 && table("Choices", ["Time", "Seat", "Choice", "By"], round.choices.map((each) =>
        [timeText(each.at), `${each.seat}${each.hand ? `, hand ${each.hand + 1}` : ""}, ${each.name}`, each.title,
          BY[each.by] ?? each.by])),
      table("Balances", ["Player", "Before", "Bought in", "After", "Result"],
        round.players.map((each) => [each.name + (each.bot ? ` (bot, ${each.bot})` : ""), dollars(each.cents_before),
        each.cents_bought ? dollars(each.cents_bought) : "", each.cents_after === null ? "in play"
          : dollars(each.cents_after),
        each.cents_after === null ? "" : signed(each.cents_after - each.cents_before - each.cents_bought)])),
      h("section", { key: "force" }, h("h3", {}, "In force"), pairs(Object.entries(round.options).map(([name,
        setting]) => [labelOf(name), settingText(name, setting)])),
        round.paytables.map((each) => h("p", { class: "pays", key: each.code },
          h("strong", {}, `Paytable ${each.code} (${each.wagers.map((name) => page.titleOf(name)).join(", ")}): `),
          each.pays.map(({ title, pays }) => `${title} ${oddsText(pays)}`).join("; ")))),
      h("section", { key: "shuffle" }, h("h3", {}, "Shuffle"), pairs([["Shuffle", round.shuffle.cycle],
        ["Cards dealt from it before", round.shuffle.dealt_before],
        ["Order", round.shuffle.revealed ? "revealed: the round's page checks it" : "still dealt from"]]),
          h("code", { class: "hash" }, round.shuffle.commitment)),
      h("section", { key: "hash" }, h("h3", {}, "Hash of its last event"), h("code", { class: "hash" }, round.hash)));
  }

  bets() {
    return this.round.seats.flatMap((seat) => [...new Set([...Object.keys(seat.wagers),
      ...Object.keys(seat.won)])].map((wager, i) =>
      [i ? "" : seat.seat, i ? "" : seat.name, this.page.titleOf(wager), wager in seat.wagers
        ? dollars(seat.wagers[wager]) : "in play", wager in seat.won ? signed(seat.won[wager]) : ""]));
  }
}

const pairs = (all) => h("dl", { class: "pairs" }, all.map(([title, value]) =>
  h("div", { key: title }, h("dt", {}, title), h("dd", {}, String(value)))));

function table(title, columns, rows) {
  const money = (i) => ["Bet", "Result", "Before", "Bought in", "After"].includes(columns[i]);
  return h("section", { key: title }, h("h3", {}, title), h("div", { class: "wide" }, h("table", { class: "rows" },
    h("thead", {}, h("tr", {}, columns.map((column, i) => h("th", { scope: "col", key: column, class: money(i)
      ? "number" : "" }, column)))),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, i) =>
      h("td", { class: money(i) ? "number" : "" }, cell))))))));
}

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "Kd 9h" with suits as signs; a card nobody may see yet stays "??". */
function cardsOf(cards) {
  return h("span", { class: "cards-of" }, cards.map((card) => [h("span",
    { class: "dh".includes(card[1]) ? "red" : "" }, card[0] + (SUITS[card[1]] ?? card[1])), " "]));
}
