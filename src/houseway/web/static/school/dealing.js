// The learner deals. In a lesson each step is told with its paragraph before it is done; at a table of bots nothing is
// told, every deed is checked, and errors and pace are counted.

import { Caller, spokenView } from "/js/caller.js";
import { drawDeck } from "/js/cards.js";
import { KEYS, button } from "/js/dock.js";
import { minding } from "/js/dock_room.js";
import { classes, h } from "/js/dom.js";
import { Flight } from "/js/flight.js";
import { loadGame, loadRules } from "/js/game.js";
import { Keys } from "/js/keys.js";
import { isNarrow } from "/js/narrow.js";
import { sentence } from "/js/sentence.js";
import { toast } from "/js/toast.js";
import { Deeds, handAt } from "./deeds.js";
import { feltView, inFull, postedView } from "./felt.js";
import * as house from "./house.js";
import { inAddress, optionsView } from "./options.js";
import { SchoolPage } from "./shell.js";

const HEARD_MAX = 30;
const STALE = "stale";
const PARTS = { opening: "Opening", dealing: "Step", closing: "Closing", closed: "Closing" };
const WHAT_NEXT = { opening: "You open the table: what comes first?", dealing: "You deal: what comes next?", closing: "You close the table: what comes next?" };

class SchoolDealing extends SchoolPage {
  caller = new Caller();
  heard = [];
  busy = false;

  async connectedCallback() {
    drawDeck();
    await super.connectedCallback();
    this.flight = new Flight(this);
    this.keys = new Keys((letter) => this.press(letter), () => this.deeds?.wave());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.keys?.stop();
  }

  get view() {
    return this.getAttribute("view");
  }

  get isLesson() {
    return this.view === "lesson";
  }

  get heading() {
    const what = this.isLesson ? "Lesson" : "Deal a table";
    return this.game ? `${what}: ${this.game.title}` : what;
  }

  doors() {
    return [["This game", `/school/${this.getAttribute("game")}`]];
  }

  async open() {
    await house.beSomebody();
    this.game = await loadGame(this.getAttribute("game"));
    if (this.game.layout.house_ways.length) await loadRules(this.game);
    this.deeds = new Deeds(this.game, () => this.draw(), (key) => this.do(key));
    const found = await house.begin(this.view, this.game.slug, inAddress(), false);
    this.take(found.done ? await house.begin(this.view, this.game.slug, inAddress(), true) : found);
  }

  /** Where the round is now. */
  take(now) {
    this.now = now;
    this.options = inFull(this.game, now.options);
    this.deeds.offer(now.offered ?? []);
    const at = `${now.shift} ${now.round} ${now.step}`;
    if (at !== this.heardAt) for (const said of now.happened) this.hear(said);  // after a wrong deed nothing happened
    this.heardAt = at;
    if (this.isLesson && now.due) this.caller.say(`${now.due.words} ${now.due.because} ${now.due.cites.map(({ text }) => text).join(" ")}`);
    if (now.done) this.caller.say(`${this.overSaid()}`);
    if (now.done) this.wanted = ".next";
  }

  hear(said) {
    this.heard = [...this.heard, said].slice(-HEARD_MAX);
    this.caller.say(said);
  }

  do(key) {
    return this.attempt(async () => {
      const now = await this.act(key);
      this.told = now.told;
      this.caller.clear();
      if (now.told && !now.told.right) this.caller.say(now.told.words);
      this.take(now);
    });
  }

  /** What was dealt on meanwhile, on another device, is shown instead: nothing is done on an old picture. */
  async act(key) {
    try {
      return await house.act(this.view, this.now.id, key, this.now.deeds);
    } catch (refusal) {
      if (refusal.code !== STALE) throw refusal;
      toast(refusal.message, "bad");
      return house.look(this.view, this.now.id);
    }
  }

  again() {
    return this.attempt(async () => {
      this.told = null;
      this.heard = [];
      this.heardAt = "";
      this.take(await house.begin(this.view, this.game.slug, inAddress(), true));
      this.wanted = ".dock-holder";
    });
  }

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

  press(letter) {
    if (this.busy || !this.now) return false;
    if (this.now.done) {
      if (letter === KEYS.deal) this.again();
      return letter === KEYS.deal;
    }
    return this.deeds.press(letter);
  }

  // --- drawing ---

  paint() {
    this.flight?.before();
    const before = this.rowsDrawn ?? 0;
    super.paint();
    this.flight?.after((id) => id >= before);
    this.rowsDrawn = this.now?.tape.length;
    minding(this);
    const lost = document.activeElement === document.body && this.hadFocus;
    if (this.wanted && !this.busy) {
      this.querySelector(this.wanted)?.focus({ preventScroll: true });
      this.wanted = "";
    } else if (lost) this.querySelector(".dock-holder")?.focus({ preventScroll: true });
    this.hadFocus = document.activeElement !== document.body;
    if (this.deeds?.cutting !== this.cut) this.querySelector("[data-focus]")?.focus({ preventScroll: true });
    this.cut = this.deeds?.cutting;
    const list = this.querySelector(".heard ol");
    if (list) list.scrollTop = list.scrollHeight;
  }

  inside() {
    return [
      h("main", { class: "table-page school-table", key: "dealt", "data-step": `${this.now.shift} ${this.now.round} ${this.now.step}`, "data-errors": this.now.errors, "data-incident": this.now.incident?.sort ?? "", "data-busy": String(this.busy) }, this.felt(), this.aside()),
      h("div", { class: "dock-holder", key: "dock", role: "region", "aria-label": "Your deed", tabindex: "-1" }, this.now.done ? this.over() : this.dock()),
      spokenView(this.caller),
    ];
  }

  felt() {
    const { now, deeds } = this;
    const picking = deeds.pick;
    const seats = Array.from({ length: now.seats }, (_, i) => i + 1);
    const view = feltView({ game: this.game, options: this.options, rows: now.tape, seats, asked: picking ?? handAt(deeds.place), pick: picking?.pick ?? null });
    view.props.onclick = (event) => this.pointed(event.target);
    return view;
  }

  /** A place may be pointed at on the felt too. */
  pointed(target) {
    if (this.now.done || target.closest(".pick")) return;
    const seat = target.closest("[data-seat]")?.dataset.seat;
    if (seat) this.deeds.go(`seat.${seat}.${handOf(target)}`);
    else if (target.closest(".house-hand")) this.deeds.go(`house.${[...this.querySelectorAll(".house-hand")].indexOf(target.closest(".house-hand"))}`);
  }

  aside() {
    const { now } = this;
    const figure = (title, text) => h("div", { key: title }, h("dt", {}, title), h("dd", {}, text));
    return h("aside", { class: "side-panel", key: "side", "aria-label": "Beside the felt" },
      h("section", { class: "panel", key: "score" }, h("h2", {}, this.isLesson ? "The lesson" : "Your table"),
        h("dl", { class: "score" }, this.isLesson && figure(PARTS[now.shift] ?? PARTS.dealing, `${Math.min(now.step + 1, now.steps)} of ${now.steps}`), figure("Errors", String(now.errors)),
          !this.isLesson && [figure("Rounds", String(now.rounds)), figure("An hour", String(Math.round(now.rounds_an_hour)))]),
        this.isLesson && h("progress", { max: now.steps, value: now.step, "aria-label": "Steps done" })),
      this.isLesson && now.due?.cites.length > 0 && h("section", { class: "panel", key: "cites" }, h("h2", {}, "By the rules"), paragraphs(now.due.cites)),
      h("section", { class: "panel calls heard", key: "heard" }, h("h2", {}, "What happened"),
        h("ol", { tabindex: "0", "aria-label": "What happened" }, this.heard.map((said, i) => h("li", { key: i }, said)))),
      postedView(now.felt), optionsView(this.game));
  }

  dock() {
    const { now, told } = this;
    const wrong = told && !told.right;
    return h("div", { class: "dock dealing", key: "dealing", role: "group", "aria-label": "What you do", "aria-busy": String(this.busy) },
      h("div", { class: "due" },
        wrong && h("p", { class: "told wrong", key: "wrong" }, sentence(told.words), " ", told.because && sentence(told.because)),
        isNarrow() && this.heard.length > 0 && h("p", { class: "quiet", key: "heard" }, this.heard.at(-1)),
        this.isLesson && h("p", { class: "asks", key: "due" }, h("span", { id: "due" }, now.due.words), now.due.because && h("span", { class: "because" }, ` ${sentence(now.due.because)}`)),
        this.isLesson && isNarrow() && now.due.cites.length > 0 && h("details", { class: "by-rules", key: "by" }, h("summary", {}, "By the rules"), paragraphs(now.due.cites)),
        now.incident && h("p", { class: "banner", key: "incident", role: "alert" }, now.incident.words),
        !this.isLesson && !wrong && h("p", { class: "asks", key: "due" }, now.incident ? "How do you rule?" : WHAT_NEXT[now.shift] ?? WHAT_NEXT.dealing)),
      this.deeds.draw());
  }

  overSaid() {
    const { now } = this;
    const said = now.errors ? `${now.errors} ${now.errors === 1 ? "error" : "errors"}.` : "No error.";
    if (this.isLesson) return `The table is closed. ${said}`;
    return `The table is closed after ${now.rounds} ${now.rounds === 1 ? "round" : "rounds"}, ${Math.round(now.rounds_an_hour)} an hour. ${said} It is on file under Progress.`;
  }

  over() {
    const { now } = this;
    const next = this.isLesson ? ["Deal a table", `/school/${this.game.slug}/table`] : ["This game", `/school/${this.game.slug}`];
    return h("div", { class: classes("dock judged-answer", now.errors ? "wrong" : "right"), key: "over", role: "group", "aria-label": "The table is closed" },
      h("div", { class: "why-so" }, h("p", { class: classes("told", now.errors ? "wrong" : "right") }, this.overSaid()), this.errorList()),
      h("a", { class: "button", href: next[1] }, next[0]),
      button(this.isLesson ? "Another round" : "Another table", { hot: KEYS.deal, kind: "primary next", onclick: () => this.again() }));
  }

  errorList() {
    const { slips = [] } = this.now;
    return slips.length > 0 && h("ol", { class: "slips" }, slips.map(({ words }, i) => h("li", { key: i }, words)));
  }
}

/** Which hand of its seat was pointed at; the first where it was none. */
function handOf(target) {
  const hand = target.closest(".hand");
  return hand ? [...hand.parentElement.children].indexOf(hand) : 0;
}

const paragraphs = (cites) => h("dl", { class: "paragraphs" },
  cites.map((each) => [h("dt", { key: `t ${each.id}` }, each.cites), h("dd", { key: each.id }, each.text)]));

customElements.define("school-dealing", SchoolDealing);
