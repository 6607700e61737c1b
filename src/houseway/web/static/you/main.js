// You: who you are to this house, and what it keeps of you. Whoever gave no name yet can come back here.

import { become, get, known, post, signOut, whoAmI } from "/js/api.js";
import { settingsDialog } from "/js/dialogs.js";
import { h, painter, patch } from "/js/dom.js";
import { begin, forgottenAt } from "/js/keeping.js";
import { remember } from "/js/kept.js";
import { apply } from "/js/settings.js";
import { counting, hearHouse, learnt } from "/js/tally.js";
import { toast } from "/js/toast.js";
import { dataPanel, forgottenNote, leavingNote } from "./data.js";
import { historyPanel } from "./history.js";
import { keptPanel, keepPanel, returnPanel } from "./keep.js";
import { pursePanel, resultsPanel } from "./purse.js";
import { mistakesPanel, scorePanel } from "./score.js";

const AGAIN_MS = 1500;
const BUSY = new Set(["busy", "too_fast"]);

class HouseYou extends HTMLElement {
  async connectedCallback() {
    apply();
    this.draw = painter(() => this.isConnected && patch(this, this.page()));
    this.busy = false;
    this.problem = "";
    for (const kind of ["counted", "heard"]) counting.addEventListener(kind, this.draw);
    try {
      const [games, room] = await Promise.all([get("/api/games"), get("/api/room"), whoAmI()]);
      this.open = new Set(room.tables.map(({ table }) => table));
      this.titles = new Map(games.map((game) => [game.slug, game.title]));
      await this.look();
    } catch (refusal) {
      patch(this, h("main", { class: "page" }, h("h1", {}, "This page cannot be shown"), h("p", {}, refusal.message)));
    }
  }

  disconnectedCallback() {
    for (const kind of ["counted", "heard"]) counting.removeEventListener(kind, this.draw);
  }

  get who() {
    return known();
  }

  get isPlayer() {
    return this.who.role === "player";
  }

  /** What this browser counted belongs to it too, as long as the house has not got it. */
  get learnt() {
    return learnt();
  }

  get forgottenAt() {
    return this.who.kept ? forgottenAt() : 0;
  }

  /** A table of the room may have been retired meanwhile; one's own practice opens again. */
  canOpen(table) {
    return this.open.has(table) || table.startsWith("alone-");
  }

  /** All that is known of whoever is here now. */
  async look() {
    if (this.who.kept) await begin();
    hearHouse(this.isPlayer ? await get("/api/you/score") : { score: {}, days: {}, mistakes: [] });
    this.draw();
    if (this.isPlayer) this.readPast(this.who.id);
    else this.summary = this.rounds = null;
  }

  /** The page is there before the ledger is read. */
  async readPast(id) {
    try {
      const summary = await patiently("/api/you");
      const rounds = await patiently("/api/you/rounds");
      if (this.who.id === id) Object.assign(this, { summary, rounds });
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
    this.draw();
  }

  async more() {
    this.busy = true;
    this.draw();
    try {
      this.rounds = [...this.rounds, ...await patiently(`/api/you/rounds?before=${this.rounds.at(-1).at}`)];
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
    this.busy = false;
    this.draw();
  }

  /** Something that the house may refuse; `where` is the form that says so. */
  async attempt(where, work, done) {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    this.draw();
    try {
      await work();
      remember(Boolean(this.who.kept));
      await this.look();
      toast(done);
    } catch (refusal) {
      this.problem = { where, reason: refusal.message };
    }
    this.busy = false;
    this.draw();
  }

  keep(name, passphrase) {
    this.attempt("keep", () => become("/api/you/keep", { name, passphrase }), "You are kept: your name is yours.");
  }

  rename(name, passphrase) {
    this.attempt("name", () => become("/api/you/name", { name, passphrase }), `You are ${name} from now on.`);
  }

  comeBack(name, passphrase) {
    this.attempt("return", () => become("/api/you/return", { name, passphrase }), "Welcome back.");
  }

  change(old, fresh) {
    this.attempt("change", () => become("/api/you/passphrase", { old, new: fresh }),
      "Your passphrase is changed; every other browser is signed out.");
  }

  leave(everywhere) {
    this.attempt("leave", () => signOut(everywhere), everywhere ? "You are signed out everywhere." : "You are signed out.");
  }

  forget(passphrase) {
    this.attempt("forget", async () => {
      await become("/api/you/forget", { passphrase });
      for (const name of Object.keys(localStorage)) if (name.startsWith("houseway-")) localStorage.removeItem(name);
      this.forgotten = true;
    }, "You are forgotten.");
  }

  forgetLater(name) {
    this.attempt("lost", () => become("/api/you/forget", { name }), "You will be forgotten in 7 days, unless it is stopped.");
  }

  stay() {
    this.attempt("stay", () => post("/api/you/forget", undefined, "DELETE"), "You stay.");
  }

  /** What was wrong with a form is said until it is filled in anew. */
  tryAgain(where) {
    if (this.problem?.where !== where) return;
    this.problem = "";
    this.draw();
  }

  // --- drawing ---

  page() {
    return [
      h("header", { class: "bar lobby-bar", key: "bar" }, h("a", { class: "brand", href: "/" }, "houseway"),
        h("nav", { "aria-label": "houseway" }, h("a", { class: "link", href: "/" }, "Lobby"),
          h("button", { type: "button", class: "link", onclick: () => settingsDialog(true) }, "Settings"))),
      h("main", { class: "page you-page", key: `you-${this.who.id} ${this.who.name}` }, this.isPlayer ? this.yours() : this.guests()),
    ];
  }

  guests() {
    return [
      h("h1", {}, "You"),
      this.forgotten && forgottenNote(),
      h("p", { class: "lead" }, "Nobody needs an account to play: give a name in the lobby, or none. ",
        "Whoever chose a passphrase before comes back here, on any browser."),
      h("div", { class: "you-panels" }, returnPanel(this), scorePanel(this)),
    ];
  }

  yours() {
    return [
      h("h1", {}, this.who.name),
      h("p", { class: "lead" }, this.who.kept
        ? "You are kept: your name, chips, history, settings and score are yours on any browser."
        : "This browser knows you for 30 days. A passphrase keeps you for good, and on any browser."),
      leavingNote(this),
      h("div", { class: "you-panels" },
        pursePanel(this), this.who.kept ? keptPanel(this) : keepPanel(this), resultsPanel(this), scorePanel(this),
        mistakesPanel(this), historyPanel(this), dataPanel(this), !this.who.kept && returnPanel(this)),
    ];
  }
}

/** A long ledger is read a part at a time: whoever asks again hears when it is done. */
async function patiently(path) {
  for (;;) {
    try {
      return await get(path);
    } catch (refusal) {
      if (!BUSY.has(refusal.code)) throw refusal;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

customElements.define("house-you", HouseYou);
document.body.append(document.createElement("house-you"));
