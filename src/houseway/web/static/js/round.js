// A round recalled: every card, choice and pay, step by step, and the shuffle checked against its promise.

import { get } from "./api.js";
import { drawDeck } from "./cards.js";
import { commitmentOf } from "./commitment.js";
import { h, painter, patch } from "./dom.js";
import { Flight } from "./flight.js";
import { houseWayLine, loadGame, loadRules } from "./game.js";
import { Keys } from "./keys.js";
import { roundPage } from "./round_page.js";
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
    this.at = this.choiceAsked() ?? this.round.tape.length;  // rows that are shown
    this.flight = new Flight(this);
    this.keys = new Keys((letter) => this.press(letter));
    addEventListener("keydown", this.arrows);
    changed.addEventListener("change", this.draw);
    this.draw();
    this.check();
  }

  disconnectedCallback() {
    clearInterval(this.playing);
    this.keys?.stop();
    removeEventListener("keydown", this.arrows);
    changed.removeEventListener("change", this.draw);
  }

  async load() {
    const rounds = `/api/tables/${encodeURIComponent(this.table)}/rounds`;
    const [round, list] = await Promise.all([get(`${rounds}/${this.number}`), get(`${rounds}?limit=${LISTED}`)]);
    this.round = round;
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
    return round.tape.map((_, i) => newsOf(tape.inContext(round.tape, i, whys), told));
  }

  who(seat, hand) {
    if (seat === tape.HOUSE) return hand === tape.COMMUNITY ? "Community" : "Dealer";
    const name = this.round.seats.find((each) => each.seat === seat)?.name ?? `Seat ${seat}`;
    return hand ? `${name}, hand ${hand + 1}` : name;
  }

  /** Where the choice lies that the address asks for (#choice-2), before it was made; null where it asks for none. */
  choiceAsked() {
    const number = Number(/^#choice-(\d+)$/.exec(location.hash)?.[1] ?? 0);
    return this.round.tape.flatMap(([verb], i) => (verb === tape.CHOOSE ? [i] : []))[number - 1] ?? null;
  }

  // --- stepping ---

  get end() {
    return this.round.tape.length;
  }

  go(at) {
    this.at = Math.min(Math.max(at, 0), this.end);
    if (this.at === this.end) this.pause();
    this.draw();
  }

  next() {
    this.go((this.stops.find((i) => i >= this.at) ?? this.end) + 1);
  }

  back() {
    this.go((this.stops.findLast((i) => i < this.at - 1) ?? -1) + 1);
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
    const doing = { p: "playOrPause", n: "next", b: "back" }[letter];
    if (doing) this[doing]();
    return Boolean(doing);
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
    const dealt = this.round.tape.filter((row) => row[0] === tape.DEAL).map((row) => row[3]);
    const inOrder = dealt.every((card, i) => card === order[i]);
    this.checked = { kept: found === shuffle.commitment, inOrder, cards: dealt.length };
    this.draw();
  }

  // --- drawing ---

  paint() {
    if (!this.isConnected) return;
    this.flight.before();
    const before = this.shownBefore ?? this.at;
    patch(this, roundPage(this));
    this.flight.after((id) => id >= before);
    this.shownBefore = this.at;
    this.showStep();
  }

  /** The list follows the step; the page stays where it is. */
  showStep() {
    const now = this.querySelector("li.now");
    const list = now?.parentElement;
    if (list) list.scrollTop = Math.max(now.offsetTop - list.offsetTop - list.clientHeight / 2, 0);
  }
}

customElements.define("house-round", HouseRound);
