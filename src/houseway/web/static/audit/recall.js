// A round with all that a dispute needs on one page: when, who, bets, cards, choices, pays, what was in force, chips.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { dollars, signed } from "/js/money.js";
import { reportOf } from "/js/paper.js";
import { isRuledOn, rulingText } from "/js/ruling.js";
import { button, figures, inWords, pairs, timeText } from "/house/parts.js";
import { oddsText } from "/house/words.js";
import { micros, moment, persons, pick, ZONE } from "./events.js";

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
    const player = asked.get("player") ?? "";
    const shown = { table, since, until, player, list: [], round: null };
    try {
      shown.list = await (player ? played(player, since, until)
        : since || until ? between(table, since, until) : get(`${where}?limit=${LISTED}`));
      const number = asked.get("round") || shown.list.find((each) => !player || each.table === table)?.round;
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
    if (this.player) return this.list.length ? "Choose one of the rounds in the list." : "No round of theirs is found.";
    return `No round was dealt at this table ${this.since || this.until ? "in that time" : "yet"}.`;
  }

  chooser() {
    const { page, list, round } = this;
    const onsubmit = (event) => {
      event.preventDefault();
      page.go(page.addressOf("rounds", Object.fromEntries(new FormData(event.target))));
    };
    const { since, until, player } = this;
    const entry = (each) => h("li", { key: `${each.table} ${each.round}` }, page.link(
      page.addressOf("rounds", { ...(player ? { table: each.table } : {}), round: each.round, since, until, player }),
      { "aria-current": each.round === round?.round && (!player || each.table === round.table) ? "true" : null },
      h("strong", {}, `Round ${each.round}`), ` ${player ? cameTo(each) : stateOf(each)}`, h("br", {}),
      h("span", { class: "quiet" }, `${timeText(each.began_at ?? each.at)}${player ? `, ${each.title}` : ""}`)));
    const people = new Map(page.tables.flatMap((each) => each.people).filter((each) => !each.bot).map((each) => [each.player, each]));
    const named = since || until ? "Rounds of that time" : "The last rounds";
    return h("nav", { class: "panel", "aria-label": "Rounds" },
      h("form", { class: "filter", key: `${page.table.table} ${since} ${until} ${player} ${round?.round}`, onsubmit },
        h("label", { class: "field short" }, h("span", {}, "Round number"),
          h("input", { name: "round", type: "number", min: 1, step: 1, placeholder: "any" })),
        moment("since", "Dealt from", since),
        moment("until", "Dealt up to", until),
        pick("player", "Player, at every table", persons(people.values()), player),
        h("button", { class: "button" }, "Recall"),
        (since || until || player) && page.link(page.addressOf("rounds"), { class: "link", key: "all" }, "The last rounds"),
        h("p", { class: "quiet" }, ZONE)),
      h("ol", { class: "rounds-list", tabindex: "0", "aria-label": player ? `${named} of ${people.get(player)?.name ?? "the player"}` : named },
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
      round.amiss && h("p", { class: "banner", role: "alert", key: "amiss" }, `This round is not as it was written: `
        + `${round.amiss}. Nothing below proves anything until that is explained: verify the table.`),
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
          round.players.map((each) => balanceRow(each, round.corrections.length > 0)), { kind: "stacks" })),
      part("In force",
        round.departs && h("p", { class: "departs", key: "departs" }, round.departs),
        pairs(inWords(round)),
        round.paytables.map((paytable) => this.paytable(paytable))),
      part("Shuffle",
        pairs([
          ["Shuffle", round.shuffle.cycle],
          ["Cards dealt from it before", round.shuffle.dealt_before],
          ["Order", orderOf(round.shuffle)],
        ]),
        h("code", { class: "hash" }, round.shuffle.commitment)),
      part("Hash of its last event", h("code", { class: "hash" }, round.hash)));
  }

  bets(round) {
    const layout = this.page.game?.wagers.map((wager) => wager.name) ?? [];
    const laid = (wagers) => Object.keys(wagers).sort((a, b) => layout.indexOf(a) - layout.indexOf(b));
    const correctedBy = (seat, wager) => round.corrections
      .filter((each) => each.seat === seat && each.wager === wager).reduce((sum, { cents }) => sum + cents, 0);
    return round.seats.flatMap(({ seat, name, wagers, raised, taken, won, back, undone }) =>
      laid({ ...wagers, ...won, ...back, ...undone }).map((wager, i) => [
        `${seat} ${wager}`,
        [
          i ? "" : String(seat),
          i ? "" : name,
          this.page.titleOf(wager),
          betOf(wager, { wagers, raised, taken }),
          resultOf(wager, { won, back, undone, corrected: correctedBy(seat, wager) }),
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
const between = (table, since, until) => get(`/api/audit/tables/${table}/rounds?${within(since, until)}`);

/** A person's rounds at every table, the newest first. */
const played = (player, since, until) => get(`/api/audit/rounds?${within(since, until, [["player", player]])}`);

function within(since, until, more = []) {
  const said = Object.entries({ since: micros(since), until: micros(until, true) })
    .filter(([, value]) => value !== "");
  return new URLSearchParams([["limit", FOUND], ...more, ...said]);
}

/** What a round brought the person whose rounds are listed. */
const cameTo = (each) => (each.void ? "void" : signed(each.net_cents)) + (each.corrected_cents ? ", corrected" : "");

const part = (title, ...inside) => h("section", { key: title }, h("h3", {}, title), ...inside);

export function orderOf({ revealed, discarded }) {
  if (discarded) return `thrown away ${timeText(discarded.at)}: ${discarded.reason}. It is never shown`;
  return revealed ? "revealed: the round's page checks it" : "still dealt from";
}

/** All that was bet: before the round, and in play. */
export function betOf(wager, { wagers, raised, taken }) {
  const told = [wagers[wager], raised[wager]].filter(Boolean).map(dollars).join(" + ") || "no bet";
  return told + (taken[wager] ? `, ${dollars(taken[wager])} taken back` : "");
}

/** What a wager won or lost, or what became of it as the round was void. */
export function resultOf(wager, { won, back, undone, corrected }) {
  if (wager in undone) return "undone";
  if (!(wager in won)) return wager in back ? "went back" : "";
  return signed(won[wager]) + (wager in back ? `, ${dollars(back[wager])} went back` : "")
    + (corrected ? `, corrected ${signed(corrected)}: ${signed(won[wager] + corrected)}` : "");
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
