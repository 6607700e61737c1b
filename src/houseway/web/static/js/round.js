// A round recalled: every card, choice and pay, step by step, and the shuffle checked against its promise.

import { get, whoAmI } from "./api.js";
import { drawDeck } from "./cards.js";
import { commitmentOf } from "./commitment.js";
import { minding } from "./dock_room.js";
import { h, painter, patch } from "./dom.js";
import { Flight } from "./flight.js";
import { houseWayLine, loadGame, loadRules } from "./game.js";
import { Keys } from "./keys.js";
import { isNarrow } from "./narrow.js";
import * as picks from "./picks.js";
import { Review } from "./review.js";
import { roundPage } from "./round_page.js";
import { withRulings } from "./ruling.js";
import { changed } from "./settings.js";
import * as tape from "./tape.js";
import { byRow } from "./why.js";
import { newsOf } from "./words.js";

const STEP_MS = 700;
const LISTED = 25;

class HouseRound extends HTMLElement {
  async connectedCallback() {
    this.table = this.getAttribute("table");
    this.number = Number(this.getAttribute("number"));
    this.draw = painter(() => this.paint());
    this.arrows = (event) => this.arrow(event);
    drawDeck();
    try {
      await this.load();
    } catch (refusal) {
      patch(this, h("main", { class: "page" },
        h("h1", {}, `Round ${this.number} cannot be shown`), h("p", {}, refusal.message),
        h("p", {}, h("a", { href: `/table/${this.table}` }, "To the table"))));
      return;
    }
    document.title = `Round ${this.number}, ${this.round.title} · houseway`;
    this.news = this.tell();
    this.stops = [...this.news.keys()].filter((i) => this.news[i]);
    this.review = new Review(this);
    this.at = this.round.tape.length;  // rows that are shown
    this.follow = () => this.openNamed();
    this.flight = new Flight(this);
    this.keys = new Keys((letter) => this.press(letter));
    addEventListener("keydown", this.arrows);
    addEventListener("hashchange", this.follow);
    addEventListener("resize", this.draw);
    changed.addEventListener("change", this.draw);
    this.openNamed();
    this.draw();
    this.check();
  }

  disconnectedCallback() {
    clearInterval(this.playing);
    this.keys?.stop();
    removeEventListener("keydown", this.arrows);
    removeEventListener("hashchange", this.follow);
    removeEventListener("resize", this.draw);
    changed.removeEventListener("change", this.draw);
  }

  async load() {
    const rounds = `/api/tables/${encodeURIComponent(this.table)}/rounds`;
    const [round, list] = await Promise.all(
      [get(`${rounds}/${this.number}`), get(`${rounds}?limit=${LISTED}`), whoAmI()]);
    this.dealt = round.tape.filter(([verb]) => verb === tape.DEAL).map((row) => row[3]);
    const after = round.aftermath.flatMap((each) => each.rows);  // a void, corrections: behind what was played
    const corrections = round.aftermath.slice(round.aftermath.length - round.corrections.length).flatMap((each) => each.rows);
    const rows = tape.asDealt([...round.tape, ...after]);
    this.round = { ...round, tape: rows, played: round.tape.length, corrected: rows.length - corrections.length };
    this.numbers = list.map((each) => each.round);
    this.game = await loadGame(round.game);
    if (this.game.layout.house_ways.length) await loadRules(this.game);
  }

  /** What the dealer said of each row. */
  tell() {
    const { game, round } = this;
    const told = {
      game,
      options: round.options,
      who: (seat, hand) => this.who(seat, hand),
      lines: (line) => houseWayLine(game, round.options, line),
    };
    const whys = byRow(round.why);
    const played = round.tape.slice(0, round.played);
    const by = round.choices.map((each) => each.by);
    const news = played.map((_, i) => newsOf(tape.inContext(played, i, { whys, totals: game.totals, by }), told));
    return [...withRulings(news, round.rulings), ...aftermathNews(round)];
  }

  who(seat, hand) {
    if (seat === tape.HOUSE) return this.game.layout[hand === tape.COMMUNITY ? "community_title" : "dealer_title"];
    const name = this.round.seats.find((each) => each.seat === seat)?.name ?? `Seat ${seat}`;
    return hand ? `${name}, hand ${hand + 1}` : name;
  }

  // --- stepping ---

  get end() {
    return this.round.tape.length;
  }

  /** Whether what stands beside the felt elsewhere lies below it, out of sight. */
  get isNarrow() {
    return isNarrow();
  }

  /** The rows that lie on the felt: of the round as far as it is shown, or of a what-if. */
  get rows() {
    return this.review.trial?.answer?.tape ?? this.round.tape.slice(0, this.at);
  }

  /** A choice that the address names is opened with what it was worth. */
  openNamed() {
    const choice = this.review.named(location.hash);
    if (!choice) return;
    this.go(this.review.rowsOf(choice));
    if (this.review.state === "none") this.review.ask();
  }

  go(at) {
    this.at = Math.min(Math.max(at, 0), this.end);
    this.review.trial = null;
    const choice = this.review.choiceAt(this.at);
    history.replaceState(null, "", choice ? `#choice-${choice}` : location.pathname);
    if (this.at === this.end) this.pause();
    this.draw();
  }

  /** The row told last; none at the start. */
  get step() {
    return this.stops.findLast((i) => i < this.at) ?? -1;
  }

  /** How many rows are shown after a step. Where a choice comes next it waits already, with its values. */
  after(step) {
    const next = this.stops.find((i) => i > step);
    return this.review.choiceAt(next) ? next : step + 1;
  }

  next() {
    this.go(this.after(this.stops.find((i) => i >= this.at) ?? this.end));
  }

  back() {
    const before = this.stops.findLast((i) => i < this.step);
    this.go(before === undefined ? 0 : this.after(before));
  }

  playOrPause() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at === this.end) this.go(0);
    this.playing = setInterval(() => this.next(), STEP_MS);
    this.draw();
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    this.draw();
  }

  press(letter) {
    if (this.review.trial) return this.pressTrial(letter);
    const doing = { p: "playOrPause", n: "next", b: "back" }[letter];
    if (doing) this[doing]();
    return Boolean(doing);
  }

  pressTrial(letter) {
    const { review } = this;
    if (!review.pending || review.trial.waiting) return false;
    const act = this.keys.spell(letter, review.acts());
    review.trial.picked = picks.inKeys(this.keys.typed);
    if (act) review.act(act);
    this.draw();
    return true;
  }

  arrow(event) {
    if (event.target.closest?.("input, ol") || document.querySelector("dialog[open]")) return;
    if (event.key === "ArrowRight") this.next();
    if (event.key === "ArrowLeft") this.back();
  }

  // --- the promise ---

  /** Whether the order shown is the one that was promised, and whether the cards were dealt in it. */
  async check() {
    const { shuffle } = this.round;
    if (!shuffle.revealed) return;
    const found = await commitmentOf(this.table, shuffle.cycle, shuffle.order, shuffle.key);
    const order = shuffle.order.match(/../g).map((pair) => parseInt(pair, 16)).slice(shuffle.dealt_before);
    const inOrder = this.dealt.every((card, i) => card === order[i]);
    this.checked = { kept: found === shuffle.commitment, inOrder, cards: this.dealt.length };
    this.draw();
  }

  // --- drawing ---

  paint() {
    if (!this.isConnected) return;
    this.flight.before();
    const before = this.shownBefore ?? this.rows.length;
    patch(this, roundPage(this));
    this.flight.after((id) => id >= before);
    this.shownBefore = this.rows.length;
    minding(this);
    this.showStep();
  }

  /** The list follows the step; the page stays where it is. */
  showStep() {
    const now = this.querySelector("li.now");
    const list = now?.parentElement;
    if (list) list.scrollTop = Math.max(now.offsetTop - list.offsetTop - list.clientHeight / 2, 0);
  }
}

/** Told at the last row of each part of it. */
const aftermathNews = ({ aftermath }) =>
  aftermath.flatMap(({ said, rows }) => rows.map((_, i) => (i === rows.length - 1 ? said : "")));

customElements.define("house-round", HouseRound);
