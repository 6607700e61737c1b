// A table: the line to the house, what it says, and what the player does. table_page.js draws it.

import { Refusal, get, known, readPurse, whoAmI } from "./api.js";
import { Betting } from "./betting.js";
import { Calling } from "./calling.js";
import { drawDeck } from "./cards.js";
import { sitDown } from "./chair.js";
import { DeadTime } from "./dead_time.js";
import { closePays } from "./dialogs.js";
import { minding } from "./dock_room.js";
import { h, painter, patch } from "./dom.js";
import { Flight } from "./flight.js";
import { loadGame } from "./game.js";
import { Guide } from "./guide.js";
import { InSight } from "./in_sight.js";
import { Jackpots } from "./jackpots.js";
import { Keys } from "./keys.js";
import { Line } from "./line.js";
import { isNarrow } from "./narrow.js";
import { News, tellNews } from "./news.js";
import { SKIP } from "./pace.js";
import * as picks from "./picks.js";
import { Practice, unitBet } from "./practice.js";
import { movedSince, netOf } from "./purse.js";
import { changed } from "./settings.js";
import { TimeCaller, ownClock } from "./ring.js";
import { Show } from "./show.js";
import { ENDED, isStranger } from "./shut.js";
import { Sitting } from "./sitting.js";
import { Stage } from "./stage.js";
import { tablePage } from "./table_page.js";
import * as tape from "./tape.js";
import { toast } from "./toast.js";
import { actText, mistakeText } from "./words.js";

const ASK_AGAIN_MS = 1000;
const SECOND_MS = 1000;

class HouseTable extends HTMLElement {
  async connectedCallback() {
    this.name = this.getAttribute("name");
    this.draw = painter(() => this.paint());
    this.stage = new Stage((seat) => Boolean(this.view.seats[seat - 1]?.bot));
    this.show = new Show(this);
    this.jackpots = new Jackpots(this);
    this.deadTime = new DeadTime(this.draw);
    this.calling = new Calling(this);
    this.caller = this.calling.caller;
    this.timeCaller = new TimeCaller();
    this.practice = new Practice(this.name);
    this.practice.judged = async (told) => (await import("./tally.js"))
      .countChoice(this.game.slug, told, { table: this.name, said: () => mistakeText(this.game, told) });
    this.tally = null;        // what choices came to, loaded where they are judged
    this.sitting = new Sitting(this.name);
    this.farewell = "";       // how the last sitting went
    this.putOff = "";         // why the house ended it
    this.picked = new Set();  // places of cards that an act will name
    this.view = null;
    this.news = new News(this.name);
    this.idle = null;         // until when our seat is kept though we do nothing, and why
    this.choosing = null;     // the act that the house is being told
    this.since = 0;           // version of the table that first asked for the choice that waits
    this.ahead = 0;           // milliseconds by which the house's clock is ahead of ours
    this.lineState = { state: "connecting", reason: "" };
    drawDeck();
    try {
      await this.enterTable();
    } catch (refusal) {
      patch(this, h("main", { class: "page" }, h("h1", {}, "This table cannot be shown"), h("p", {}, refusal.message),
        h("p", {}, h("a", { href: "/" }, "To the lobby"))));
    }
  }

  disconnectedCallback() {
    this.line?.close();
    this.keys?.stop();
    this.guide?.stop();
    this.stage.stop();
    clearTimeout(this.ticking);
    this.deadTime.stop();
    removeEventListener("resize", this.draw);
    changed.removeEventListener("change", this.draw);
    this.tally?.counting.removeEventListener("heard", this.draw);
  }

  async enterTable() {
    const [{ facts, view, now }] = await Promise.all([get(`/api/tables/${encodeURIComponent(this.name)}`), whoAmI()]);
    this.facts = facts;
    this.game = await loadGame(facts.game);
    this.wagering = new Betting(this, facts);
    this.compareFacts(view);
    document.title = `${facts.title} · houseway`;
    this.flight = new Flight(this);
    this.guide = new Guide(this);
    this.inSight = new InSight(this);
    this.keys = new Keys((letter) => this.press(letter), () => this.show.wave());
    changed.addEventListener("change", this.draw);
    addEventListener("resize", this.draw);
    this.hearView({ view, now });
    this.calling.begin();
    this.stage.addEventListener("rows", ({ detail }) => this.dealt(detail));
    this.connect();
    if (view.practice) this.loadTally();
    if (!view.you) this.showPurse();
    if (new URLSearchParams(location.search).has("sit")) {
      history.replaceState(null, "", location.pathname);
      if (known()?.role === "player" && !view.you) sitDown(this);
    }
  }

  async loadTally() {
    this.tally = await import("./tally.js");
    this.tally.counting.addEventListener("heard", this.draw);
    this.draw();
  }

  /** Before one sits down. */
  async showPurse() {
    this.purse = undefined;
    this.purse = await readPurse();
    this.draw();
  }

  connect() {
    const line = new Line(this.name);
    this.line = line;
    line.addEventListener("view", ({ detail }) => this.hearView(detail));
    const drawn = (hear) => ({ detail }) => (hear(detail), this.draw());
    line.addEventListener("hints", drawn((told) => this.practice.hear(told)));
    line.addEventListener("working", drawn((told) => this.practice.hearWait(told)));
    line.addEventListener("meters", drawn((told) => this.jackpots.hear(told)));
    line.addEventListener("refused", ({ detail }) => this.hearRefused(detail));
    for (const kind of ["closing", "wait"]) line.addEventListener(kind, ({ detail }) => toast(detail.reason));
    line.addEventListener("idle", ({ detail }) => {
      this.idle = detail.until ? detail : null;
      this.draw();
    });
    line.addEventListener("state", ({ detail }) => {
      if (detail.state !== "open") this.idle = null;  // the house says it again when we are back
      if (this.isCutOff && detail.state === "open") toast("The connection is back");
      this.lineState = detail;
      this.draw();
    });
    line.open();
  }

  // --- what the house says ---

  /** What was refused comes and goes; that the house gave up our seat stays in the dock. */
  hearRefused({ code, reason }) {
    if (code !== "idle") {
      toast(reason, "bad");
      return;
    }
    this.putOff = reason;
    this.draw();
  }

  hearView({ view, now }) {
    const before = this.view;
    if (before && view.version < before.version) return;
    if (isStranger(before, view)) {
      this.line.shut(ENDED);
      return;
    }
    const sameRound = before?.round === view.round;
    const sameChoice = sameRound && before.tape.length === view.tape.length;
    this.ahead = now / 1000 - Date.now();
    const farewell = this.sitting.hear(before, view, this.game);
    if (farewell || view.you) this.farewell = farewell;
    if (view.you && !before?.you) this.putOff = "";
    if (view.you && before && !before.you) this.news.see(this.facts, view.you.id);
    if (farewell) {
      this.news.forget();
      this.showPurse();
    }
    if (!view.you) this.idle = null;
    this.view = view;
    if (!sameChoice) {
      this.since = view.version;
      this.picked.clear();
    }
    if (before && !sameRound) {
      this.wagering.nextRound();
      this.caller.clear();
      this.show.big = null;
      this.practice.told = null;
    }
    if (before && before.set_up !== view.set_up) this.news.gaveBack(this.wagering.bets.total());
    if (view.set_up !== this.facts.set_up) this.renewFacts(view.set_up);
    this.wagering.hear(view);
    this.stage.follow(view.round, view.tape, before !== null);
    if (before) tellNews(this, before);
    this.calling.prepare();
    this.draw();
  }

  /** A supervisor changed limits or options: the felt, the spots and the pays are those of the new table. */
  async renewFacts(setUp) {
    if (this.renewing === setUp) return;
    this.renewing = setUp;
    const { facts } = await get(`/api/tables/${encodeURIComponent(this.name)}`).catch(() => ({}));
    this.renewing = null;
    if (!facts) {
      setTimeout(() => this.isConnected && this.view.set_up !== this.facts.set_up && this.renewFacts(setUp), ASK_AGAIN_MS);
      return;
    }
    if (facts.game !== this.game.slug) this.game = await loadGame(facts.game);
    this.facts = facts;
    this.wagering = this.wagering.under(facts);
    this.wagering.hear(this.view);
    this.compareFacts(this.view);
    closePays();
    document.title = `${facts.title} · houseway`;
    this.draw();
  }

  /** What is new must be seen before the next bet. */
  compareFacts(view) {
    this.news.compare(this.game, this.facts, view.you?.id ?? "");
    if (this.news.told.length) this.caller.say(`The table was changed. ${this.news.told.join(". ")}.`);
    this.draw();
  }

  /** The player says that they have seen it, and so that they are here. */
  agree() {
    this.news.see(this.facts, this.view.you?.id);
    this.line.here();
    this.draw();
  }

  dealt(rows) {
    this.show.dealt(rows);
    this.calling.dealt(rows);
    this.draw();
  }

  // --- who and what ---

  seatOf(seat) {
    return this.view.seats[seat - 1];
  }

  isOwn(seat) {
    if (seat < 1) return false;
    const inRound = this.view.owners[seat - 1];
    return inRound ? inRound === this.view.you?.id : Boolean(this.seatOf(seat).you);
  }

  who(seat, hand) {
    if (seat === tape.HOUSE) return this.game.layout[hand === tape.COMMUNITY ? "community_title" : "dealer_title"];
    const { player, name: called } = this.seatOf(seat);
    const several = player && this.view.seats.filter((each) => each.player === player).length > 1;
    const theirs = this.wasDealtTo(seat) ? called : null;
    const name = (this.isOwn(seat) ? "You" : theirs ?? `Seat ${seat}`) + (several ? `, seat ${seat}` : "");
    return hand ? `${name}, hand ${hand + 1}` : name;
  }

  mySeats() {
    return this.view.you?.seats ?? [];
  }

  /** Those of our seats that the round on the felt is dealt to. */
  seatsInRound() {
    return this.view.seats.map(({ seat }) => seat).filter((seat) => this.view.owners[seat - 1] && this.isOwn(seat));
  }

  /** Whether what lies on the felt before a seat is of whoever sits there now: somebody else may have left it. */
  wasDealtTo(seat) {
    const inRound = this.view.owners[seat - 1];
    return !inRound || inRound === this.seatOf(seat).player;
  }

  /** What the round on the felt brought these seats, corrections included. */
  net(seats) {
    const corrected = seats.reduce((cents, seat) => cents + (this.view.corrected[seat] ?? 0), 0);
    return netOf(this.game, this.stage.rows, seats) + corrected;
  }

  /** Our chips, as far as the round has been dealt on this page. */
  chips() {
    const moved = movedSince(this.game, this.stage.tape, this.stage.shown, this.seatsInRound());
    return this.view.you.cents - moved - this.jackpots.held();
  }

  /** The acts of the choice that waits for us. */
  acts() {
    const named = new Map(this.game.acts.map((act) => [act.name, act]));
    return (this.view.pending?.acts ?? []).map((name) => named.get(name));
  }

  /** Whether the side panel lies below the felt, out of sight. */
  get isNarrow() {
    return isNarrow();
  }

  /** Whether it is our turn, and we have seen all that led to it. */
  get isAsked() {
    return Boolean(this.stage.caughtUp && this.view.pending?.you && !this.isShut);
  }

  /** Whether bets are made now, and the last round has been dealt to its end on this page. */
  get betting() {
    return this.view.phase === "betting" && this.stage.caughtUp;
  }

  /** Whether we may bet: we have seen what the table is now. */
  get mayBet() {
    return this.betting && !this.isShut && !this.news.told.length && this.facts.set_up === this.view.set_up;
  }

  /** The options that the round on the felt was dealt under. */
  get options() {
    return this.view.dealt_under ?? this.facts.options;
  }

  /** The last round stays on the felt until the next bet. */
  get roundShown() {
    return !this.betting || (this.stage.tape.length > 0 && this.wagering.bets.total() === 0);
  }

  choiceNow() {
    return `${this.view.round}.${this.view.tape.length}`;
  }

  /** The cards of a hand, as they lie now. */
  cardsOf(seat, hand) {
    return tape.cardsAt(tape.sceneOf(this.view.tape), seat, hand);
  }

  /** Whether nothing comes through to the house. */
  get isCutOff() {
    return this.lineState.state === "lost";
  }

  /** Whether the house closed our line for good. */
  get isShut() {
    return this.lineState.state === "refused";
  }

  // --- what the player does ---

  /** Do something that the house may refuse; the refusal is shown. */
  async attempt(work) {
    try {
      return await work();
    } catch (refusal) {
      toast(refusal.message, refusal.code === "stale" ? "note" : "bad");
      return null;
    } finally {
      this.draw();
    }
  }

  async choose(act) {
    const pending = this.view.pending;
    if (!pending?.you || this.choosing || !this.deadTime.hears()) return;
    const { seat, hand } = pending;
    const choice = {
      seat, hand, since: this.since, act: act.name, round: this.view.round, unit: unitBet(this, seat),
      number: this.view.tape.filter(([verb]) => verb === tape.CHOOSE).length + 1,
      cards: this.cardsOf(seat, hand),
    };
    this.choosing = act;
    this.keys.typed = "";
    this.draw();
    const done = await this.attempt(() => this.tellAct({ act: act.name, seat, hand }, actText(act, choice.cards)));
    if (done && this.view.practice) this.practice.chose({ ...choice, until: done.version });
    this.choosing = null;
    this.picked.clear();
    this.draw();
  }

  /** An act. If the house finds our picture of the table old, but the choice is still the same, it is told again. */
  async tellAct(what, named) {
    const asked = this.choiceNow();
    try {
      return await this.line.say("act", what, this.view.version);
    } catch (refusal) {
      if (refusal.code !== "stale") throw refusal;
      await new Promise((seen) => this.line.addEventListener("view", seen, { once: true }));
      if (this.choiceNow() !== asked) throw new Refusal("stale", `${named} came too late: the house had played on`);
      return this.line.say("act", what, this.view.version);
    }
  }

  /** Whether what lies in the dock has lain there long enough to be meant. */
  get settled() {
    return this.deadTime.over;
  }

  /** A single key; whether it meant something here. */
  press(letter) {
    if (letter === SKIP && this.show.skip()) return true;
    if (!this.view.you) return false;
    if (this.isAsked && !this.choosing) this.pressAct(letter);
    else if (!this.mayBet || !this.wagering.press(letter)) return false;
    this.draw();
    return true;
  }

  pressAct(letter) {
    if (!this.deadTime.hears()) return;
    const act = this.keys.spell(letter, this.acts());
    this.picked = picks.inKeys(this.keys.typed);
    if (act) this.choose(act);
  }

  togglePick(number) {
    picks.toggle(this.picked, number, this.acts());
    this.draw();
  }

  // --- drawing ---

  paint() {
    if (!this.isConnected || !this.line) return;
    this.timeCaller.hear(ownClock(this), this.ahead);
    this.flight.before();
    const shown = this.shownBefore ?? this.stage.shown;
    patch(this, tablePage(this));
    this.flight.after((id) => id >= shown);
    this.shownBefore = this.stage.shown;
    minding(this);
    this.inSight.follow();
    this.guide.follow();
    this.refocus();
    this.tick();
  }

  /** What counts seconds is drawn again every second, for as long as something does. */
  tick() {
    clearTimeout(this.ticking);
    if (this.querySelector(".cut-off, .clock, .working, .staying")) this.ticking = setTimeout(this.draw, SECOND_MS);
  }

  /** When the control that had the focus is gone, the dock has it, so that keys and readers do not start over. */
  refocus() {
    const lost = document.activeElement === document.body && this.hadFocus;
    if (lost) this.querySelector(".dock-holder")?.focus({ preventScroll: true });
    this.hadFocus = document.activeElement !== document.body;
  }
}

customElements.define("house-table", HouseTable);
