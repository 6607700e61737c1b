// A round with all that a dispute needs on one page: when, who, bets, cards, choices, pays, what was in force, chips.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { reportOf } from "/js/paper.js";
import { isRuledOn, rulingText } from "/js/ruling.js";
import { button, figures, inWords, pairs, timeText } from "/house/parts.js";
import { oddsText } from "/house/words.js";
import { micros, moment, ZONE } from "./events.js";

const LISTED = 25;
const FOUND = 200;  // rounds of a time
const BY = { player: "the player", bot: "a bot", clock: "the clock ran out", absence: "the player had left" };
const STATES = { on: "is on", settled: "settled", voided: "void" };
const stateOf = ({ state, rulings, corrections, ruled = isRuledOn(rulings), corrected = corrections.length > 0 }) =>
  STATES[state] + (ruled ? ", ruled" : "") + (corrected ? ", corrected" : "");
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

export class Recall {
  constructor(page) {
    this.page = page;
    this.table = "";  // whose rounds are here
  }

  async read(asked) {
    const { table } = this.page.table;
    const where = `/api/tables/${table}/rounds`;
    const since = asked.get("since") ?? "";
    const until = asked.get("until") ?? "";
    const shown = { table, since, until, list: [], round: null };
    try {
      shown.list = await (since || until ? between(table, since, until) : get(`${where}?limit=${LISTED}`));
      const number = asked.get("round") || shown.list[0]?.round;
      const listed = shown.list.find((each) => each.round === Number(number) && each.hands);  // those of a time are only named
      shown.round = listed ?? (number ? await get(`${where}/${encodeURIComponent(number)}`) : null);
    } finally {
      Object.assign(this, shown);  // the form stands whatever is refused
    }
  }

  inside() {
    const { page, round } = this;
    if (this.table !== page.table.table) return h("p", { class: "quiet" }, page.problem ? "" : "A moment …");
    return h("div", { class: "recall-two" }, this.chooser(), round ? this.record(round) : h("p", { class: "panel" }, this.none()));
  }

  /** Why there is no round to see. */
  none() {
    if (this.page.problem) return this.list.length ? "Choose one of the rounds in the list." : "No round is shown.";
    return `No round was dealt at this table ${this.since || this.until ? "in that time" : "yet"}.`;
  }

  chooser() {
    const { page, list, round } = this;
    const onsubmit = (event) => {
      event.preventDefault();
      page.go(page.addressOf("rounds", Object.fromEntries(new FormData(event.target))));
    };
    const { since, until } = this;
    const entry = (each) => h("li", { key: each.round }, page.link(
      page.addressOf("rounds", { round: each.round, since, until }),
      { "aria-current": each.round === round?.round ? "true" : null },
      h("strong", {}, `Round ${each.round}`), ` ${stateOf(each)}`, h("br", {}),
      h("span", { class: "quiet" }, timeText(each.began_at))));
    return h("nav", { class: "panel", "aria-label": "Rounds" },
      h("form", { class: "filter", key: `${page.table.table} ${since} ${until} ${round?.round}`, onsubmit },
        h("label", { class: "field short" }, h("span", {}, "Round number"),
          h("input", { name: "round", type: "number", min: 1, step: 1, placeholder: "any" })),
        moment("since", "Dealt from", since),
        moment("until", "Dealt up to", until),
        h("button", { class: "button" }, "Recall"),
        (since || until) && page.link(page.addressOf("rounds"), { class: "link", key: "all" }, "The last rounds"),
        h("p", { class: "quiet" }, ZONE)),
      h("ol", { class: "rounds-list", tabindex: "0", "aria-label": since || until ? "Rounds of that time" : "The last rounds" },
        list.map(entry)));
  }

  record(round) {
    const { page } = this;
    return h("article", { class: "panel record", "aria-label": `Round ${round.round}` },
      h("header", {}, h("h2", {}, `${round.title}, round ${round.round}`),
        h("div", { class: "tools-row" },
          h("a", { class: "link", href: `/round/${round.table}/${round.round}` }, "Step by step"),
          page.link(page.addressOf("events", { round: round.round }), { class: "link" }, "Its events"),
          h("a", { class: "link", href: reportOf(round), download: "" }, "Report (PDF)"),
          button("Print", () => print(), { class: "link" }))),
      pairs([
        ["Table", round.table],
        ["State", stateOf(round) + (round.by && `, by ${round.by}${round.reason.includes(": ") ? "." : ":"} ${round.reason}`)],
        ["Began", timeText(round.began_at)],
        ["Ended", round.ended_at ? timeText(round.ended_at) : "not yet"],
        ["Events", round.versions.join(" to ")],
        ["Software", `houseway ${round.software}`],
      ]),
      part("Bets and pays", figures(["Seat", "Player", "Wager", "#Bet", "#Result"], this.bets(round))),
      round.rulings.length + round.aftermath.length > 0 && part("Irregularities", h("ul", { class: "irregular" },
        round.rulings.map((each, i) => h("li", { key: `r${i}` }, `${timeText(each.at)}: ${rulingText(each)}`)),
        round.aftermath.map(({ said, at }, i) => h("li", { key: `a${i}` }, `${timeText(at)}: ${said}`)))),
      part("Cards", figures(["Whose", "Cards"], round.hands.map(({ who, cards }) => [who, [who, cardsOf(cards)]]))),
      round.choices.length > 0 && part("Choices",
        figures(["Time", "Seat", "Choice", "By"], round.choices.map((each) => this.choice(each)))),
      part("Balances",
        figures(["Player", "#Before", "#Bought in", "#After", "#Result", ...(round.corrections.length ? ["#Corrected"] : [])],
          round.players.map((each) => balanceRow(each, round.corrections.length > 0)))),
      part("In force",
        round.departs && h("p", { class: "departs", key: "departs" }, round.departs),
        pairs(inWords(round)),
        round.paytables.map((paytable) => this.paytable(paytable))),
      part("Shuffle",
        pairs([
          ["Shuffle", round.shuffle.cycle],
          ["Cards dealt from it before", round.shuffle.dealt_before],
          ["Order", round.shuffle.revealed ? "revealed: the round's page checks it" : "still dealt from"],
        ]),
        h("code", { class: "hash" }, round.shuffle.commitment)),
      part("Hash of its last event", h("code", { class: "hash" }, round.hash)));
  }

  bets(round) {
    const layout = this.page.game?.wagers.map((wager) => wager.name) ?? [];
    const laid = (wagers) => Object.keys(wagers).sort((a, b) => layout.indexOf(a) - layout.indexOf(b));
    return round.seats.flatMap(({ seat, name, wagers, won, back, undone }) =>
      laid({ ...wagers, ...won, ...back, ...undone }).map((wager, i) => [
        `${seat} ${wager}`,
        [
          i ? "" : String(seat),
          i ? "" : name,
          this.page.titleOf(wager),
          wager in wagers ? dollars(wagers[wager]) : "in play",
          resultOf(wager, { won, back, undone }),
        ],
      ]));
  }

  choice({ version, at, seat, hand, name, act, cards, by }) {
    const chosen = this.page.chosen(this.page.game?.acts.findIndex((each) => each.name === act), cards);
    return [version, [timeText(at), `${seat}${hand ? `, hand ${hand + 1}` : ""}, ${name}`, chosen, BY[by] ?? by]];
  }

  paytable({ code, wagers, pays }) {
    const name = `Paytable ${code} (${wagers.map((wager) => this.page.titleOf(wager)).join(", ")}): `;
    const told = pays.map(({ title, pays: odds }) => `${title}: ${oddsText(odds)}`).join("; ");
    return h("p", { class: "pays", key: code }, h("strong", {}, name), told);
  }
}

/** Rounds that were dealt in a time, the newest first. */
function between(table, since, until) {
  const said = Object.entries({ since: micros(since), until: micros(until, true) })
    .filter(([, value]) => value !== "");
  return get(`/api/audit/tables/${table}/rounds?${new URLSearchParams([["limit", FOUND], ...said])}`);
}

const part = (title, ...inside) => h("section", { key: title }, h("h3", {}, title), ...inside);

/** What a wager won or lost, or what became of it as the round was void. */
function resultOf(wager, { won, back, undone }) {
  if (wager in undone) return "undone";
  if (!(wager in won)) return wager in back ? "went back" : "";
  return signed(won[wager]) + (wager in back ? `, ${dollars(back[wager])} went back` : "");
}

function balanceRow({ player, name, bot, cents_before: before, cents_bought: bought, cents_after: after, cents_corrected: since }, corrected) {
  const over = after !== null;
  return [player, [
    name + (bot ? ` (bot, ${bot})` : ""),
    dollars(before),
    bought ? dollars(bought) : "",
    over ? dollars(after) : "in play",
    over ? signed(after - before - bought) : "",
    ...(corrected ? [since ? signed(since) : ""] : []),
  ]];
}

/** "Kd 9h" with suits as signs; a card nobody may see yet stays "??". */
function cardsOf(cards) {
  const sign = ([rank, suit]) => h("span", { class: "dh".includes(suit) ? "red" : "" }, rank + (SUITS[suit] ?? suit));
  return h("span", { class: "cards-of" }, cards.map((card) => [sign(card), " "]));
}
