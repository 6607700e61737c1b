// A question on the felt: the scene, what is asked, the form of its answer, and the verdict. Drills, spotted errors,
// the challenge of the day and exams differ in where questions come from and where answers go.

import { Caller, spokenView } from "/js/caller.js";
import { drawDeck } from "/js/cards.js";
import { stackView } from "/js/chips.js";
import { KEYS, button } from "/js/dock.js";
import { minding } from "/js/dock_room.js";
import { classes, h, patch } from "/js/dom.js";
import { Flight } from "/js/flight.js";
import { loadGame, loadRules } from "/js/game.js";
import { Keys } from "/js/keys.js";
import { sentence } from "/js/sentence.js";
import * as tape from "/js/tape.js";
import { toast } from "/js/toast.js";
import { cardName } from "/js/words.js";
import { feltView, inFull, postedView, seatsOf } from "./felt.js";
import { formOf } from "./forms.js";
import { SchoolPage } from "./shell.js";
import { nameOf, told } from "./steps.js";

const LEVELS = ["", "easy", "middling", "hard"];

/** Whoever extends it says `fetchQuestion()` and `mark(answer)`, and fills `side()`. */
export class AskingPage extends SchoolPage {
  games = new Map();
  caller = new Caller();
  verdict = null;
  busy = false;

  async connectedCallback() {
    drawDeck();
    await super.connectedCallback();
    this.flight = new Flight(this);
    this.keys = new Keys((letter) => this.press(letter));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.keys?.stop();
  }

  /** Put a question on the felt and say it. */
  async show(question) {
    if (!question) {
      this.question = null;
      return;
    }
    const { game: slug } = question;
    if (!this.games.has(slug)) {
      const game = await loadGame(slug);
      if (game.layout.house_ways.length) await loadRules(game);
      this.games.set(slug, game);
    }
    this.game = this.games.get(slug);
    this.options = inFull(this.game, question.options);
    this.verdict = null;
    this.question = question;
    this.words = told(this.game, this.options, question.tape);
    this.form = formOf(question, (answer) => this.give(answer), () => this.draw());
    this.form.tell = (row) => this.words[row];
    this.caller.clear();
    this.say(`${question.asks} ${this.spokenCards()} ${this.form.how()}`);
    this.wanted = "answer";
  }

  async next() {
    await this.attempt(async () => this.show(await this.fetchQuestion()));
  }

  async give(answer) {
    if (this.verdict || !this.question) return;
    await this.attempt(async () => {
      this.given = answer;
      this.verdict = await this.mark(answer);
      this.wanted = "next";
      if (this.verdict) this.say(`${this.verdict.right ? "Right." : `Wrong. Right is: ${this.form.inWords(this.verdict.answer)}.`} ${this.verdict.because}`);
    });
  }

  /** Something that the house may refuse; one at a time. */
  async attempt(work) {
    if (this.busy) return;
    this.busy = true;
    this.draw();
    try {
      await work();
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
    this.busy = false;
    this.draw();
  }

  say(text) {
    this.caller.say(text.replace(/\s+/g, " ").trim());
  }

  /** The cards that lie open, by hand. */
  spokenCards() {
    const scene = tape.sceneOf(this.question.tape.slice(0, this.form.shown));
    const hands = [...scene.hands].filter(([, cards]) => cards.length);
    return hands.map(([place, cards]) => {
      const [seat, hand] = place.split(".").map(Number);
      return `${nameOf(this.game, seat, hand)}: ${cards.map(({ card }) => cardName(card)).join(", ")}.`;
    }).join(" ");
  }

  press(letter) {
    if (this.busy || !this.question) return false;
    if (!this.verdict) return this.form.press(letter);
    if (letter === KEYS.deal || letter === "n") this.next();
    return letter === KEYS.deal || letter === "n";
  }

  // --- drawing ---

  paint() {
    this.flight?.before();
    super.paint();
    const { id } = this.question ?? {};
    this.flight?.after(() => this.drawnId !== id);
    this.drawnId = id;
    minding(this);
    this.lead();
  }

  /** The focus goes where the next key belongs. */
  lead() {
    if (!this.wanted || this.busy) return;
    const to = this.wanted === "next" ? this.querySelector(".dock .next") : this.querySelector("[data-focus]") ?? this.querySelector(".dock-holder");
    this.wanted = "";
    to?.focus({ preventScroll: true });
  }

  inside() {
    if (!this.question) return this.without();
    return [
      h("main", { class: "table-page school-table", key: "asked", "data-question": this.question.id }, this.felt(), this.aside()),
      h("div", { class: "dock-holder", key: "dock", role: "region", "aria-label": "Your answer", tabindex: "-1" }, this.dock()),
      spokenView(this.caller),
    ];
  }

  felt() {
    const { question, form } = this;
    const rows = question.tape.slice(0, form.shown);
    const watching = question.form.is === "point";
    const [, seat, hand] = rows.at(-1) ?? [];
    return feltView({
      game: this.game, options: this.options, rows, seats: seatsOf(question.tape),
      asked: watching ? { seat, hand } : this.concerned, pick: this.verdict ? null : form.pick,
    });
  }

  /** The hand that is asked about. Of the house alone there is one where its cards are picked: else nothing would be
   * left to find. */
  get concerned() {
    const { seat, hand, form } = this.question;
    return form.is === "pick" || seat !== tape.HOUSE ? { seat, hand } : null;
  }

  aside() {
    const { question } = this;
    return h("aside", { class: "side-panel", key: "side", "aria-label": "Beside the felt" },
      this.side(),
      question.form.is === "point" && this.stepList(),
      postedView(question.felt), this.below());
  }

  /** What else stands beside the felt, below everything. */
  below() {
    return null;
  }

  stepList() {
    const { form, words } = this;
    const item = (row, i) => h("li", { key: row, class: classes(i <= form.at ? "past" : "to-come", i === form.at && "now") },
      h("button", { type: "button", class: "step", disabled: i > form.at, onclick: () => form.go(i) }, i <= form.at ? words[row] || "…" : "…"));
    return h("section", { class: "panel calls", key: "steps" }, h("h2", {}, "Step by step"),
      h("ol", { tabindex: "0", "aria-label": "Steps" }, form.rows.map(item)));
  }

  dock() {
    return this.verdict ? this.judged() : this.asking();
  }

  asking() {
    const { question } = this;
    return h("div", { class: "dock asking", key: `asking ${question.id}`, role: "group", "aria-labelledby": "asks", "aria-busy": String(this.busy) },
      h("p", { class: "asks", id: "asks" }, this.where(), question.asks,
        question.again && h("span", { class: "tag" }, "missed before")),
      this.form.draw());
  }

  where() {
    const { seat, hand } = this.concerned ?? {};
    return this.question.form.is === "point" || seat === undefined ? null : h("span", { class: "about-hand" }, nameOf(this.game, seat, hand));
  }

  judged() {
    const { right, answer, because, cites, difficulty } = this.verdict;
    const money = this.question.form.is === "cents" && answer > 0;
    return h("div", { class: classes("dock judged-answer", right ? "right" : "wrong"), key: "judged", role: "group", "aria-label": "Your answer, judged" },
      h("div", { class: "why-so" },
        h("p", { class: classes("told", right ? "right" : "wrong") }, right ? "Right: " : "Wrong. Right is: ", this.form.inWords(answer), ". ",
          h("span", { class: "tag level" }, LEVELS[difficulty])),
        h("p", {}, sentence(because)), this.after(),
        cites.length > 0 && h("details", { class: "by-rules" }, h("summary", {}, "By the rules"),
          h("dl", { class: "paragraphs" }, cites.map((each) => [h("dt", { key: `t ${each.id}` }, each.cites), h("dd", { key: each.id }, each.text)])))),
      money && h("span", { class: "cut", key: "cut" }, stackView(answer)),
      this.onward());
  }

  /** What else is to be said of a verdict. */
  after() {
    return null;
  }

  onward() {
    return button("Next", { hot: KEYS.deal, kind: "primary next", onclick: () => this.next() });
  }
}
