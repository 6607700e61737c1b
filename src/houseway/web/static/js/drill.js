// A drill: one hard choice after another. What each act is worth is shown when one is chosen; the score is kept.

import { get } from "./api.js";
import { Caller } from "./caller.js";
import { drawDeck } from "./cards.js";
import { KEYS } from "./dock.js";
import { minding } from "./dock_room.js";
import { drillPage, waitingPage } from "./drill_page.js";
import { h, painter, patch } from "./dom.js";
import { Flight } from "./flight.js";
import { loadGame } from "./game.js";
import { Keys } from "./keys.js";
import * as picks from "./picks.js";
import { Practice } from "./practice.js";
import { changed } from "./settings.js";
import { countDrill } from "./tally.js";
import * as tape from "./tape.js";
import { toast } from "./toast.js";

const SECOND_MS = 1000;
const HAD_MAX = 100;  // choices that do not come again

class HouseDrill extends HTMLElement {
  async connectedCallback() {
    this.slug = this.getAttribute("slug");
    const asked = new URLSearchParams(location.search);
    this.sets = asked.getAll("set");
    this.table = asked.get("table");  // where the player came from
    this.draw = painter(() => this.paint());
    this.caller = new Caller();
    this.practice = new Practice(`drill-${this.slug}`);
    this.practice.judged = (told) => countDrill(this.slug, told);
    this.picked = new Set();
    this.had = [];
    drawDeck();
    this.since = Date.now();
    const wait = () => patch(this, waitingPage(this));
    const waiting = setInterval(wait, SECOND_MS);
    wait();
    try {
      this.game = await loadGame(this.slug);
      wait();
      document.title = `Drill: ${this.game.title} · houseway`;
      await this.deal();
    } catch (refusal) {
      patch(this, waitingPage(this, h("h2", {}, "This drill cannot be shown"), h("p", {}, refusal.message)));
      return;
    } finally {
      clearInterval(waiting);
    }
    this.flight = new Flight(this);
    this.keys = new Keys((letter) => this.press(letter));
    addEventListener("resize", this.draw);
    changed.addEventListener("change", this.draw);
    this.draw();
  }

  disconnectedCallback() {
    this.keys?.stop();
    removeEventListener("resize", this.draw);
    changed.removeEventListener("change", this.draw);
  }

  async deal() {
    const asked = new URLSearchParams(this.sets.map((each) => ["set", each]));
    asked.set("not", this.had.join(","));
    this.spot = await get(`/api/games/${encodeURIComponent(this.slug)}/drill?${asked}`);
    this.had = [...this.had, this.spot.id].slice(-HAD_MAX);
    this.practice.told = null;
    this.picked.clear();
    this.caller.clear();
    this.caller.hear(this.spot.tape.map((_, i) => tape.inContext(this.spot.tape, i, { totals: this.game.totals })), this.told());
    this.caller.say(`Your choice: ${this.spokenActs().join("; ")}.`);
  }

  async next() {
    if (this.dealing || !this.practice.told) return;
    this.dealing = true;
    this.draw();
    try {
      await this.deal();
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
    this.dealing = false;
    this.draw();
  }

  /** What the dealer's calls need to know. */
  told() {
    return {
      game: this.game,
      options: this.spot.options,
      own: (seat) => seat === this.spot.seat,
      who: (seat, hand) => {
        if (seat === tape.HOUSE) return this.game.layout[hand === tape.COMMUNITY ? "community_title" : "dealer_title"];
        return hand ? `You, hand ${hand + 1}` : "You";
      },
      lines: () => "",
    };
  }

  acts() {
    const named = new Map(this.game.acts.map((act) => [act.name, act]));
    return this.spot.acts.map((name) => named.get(name));
  }

  spokenActs() {
    const acts = this.acts();
    const ways = [...new Set(acts.filter((act) => act.way).map((act) => act.way))];
    return ways.length ? ways : acts.map((act) => `${act.title}, key ${act.key}`);
  }

  // --- what the player does ---

  choose(act) {
    if (this.practice.told || this.dealing) return;
    const { seat, hand, values: acts, unit_cents: unit } = this.spot;
    this.practice.judge({ seat, hand, act: act.name, unit }, { acts });
    const { wrong, cost, best } = this.practice.told;
    const title = this.game.acts.find((each) => each.name === best).title;
    this.caller.say(wrong ? `It costs ${cost.toFixed(3)} bets. Best was: ${title}.` : "The best choice.");
    this.draw();
  }

  press(letter) {
    if (this.practice.told) {
      if (letter === KEYS.deal) this.next();
      return letter === KEYS.deal;
    }
    const act = this.keys.spell(letter, this.acts());
    this.picked = picks.inKeys(this.keys.typed);
    if (act) this.choose(act);
    this.draw();
    return true;
  }

  togglePick(number) {
    picks.toggle(this.picked, number, this.acts());
    this.draw();
  }

  startAgain() {
    this.practice.forget();
    this.draw();
  }

  // --- drawing ---

  paint() {
    if (!this.isConnected) return;
    this.flight.before();
    patch(this, drillPage(this));
    this.flight.after(() => this.shown !== this.spot.id);
    this.shown = this.spot.id;
    minding(this);
    const lost = document.activeElement === document.body && this.hadFocus;
    if (lost) this.querySelector(".dock-holder")?.focus({ preventScroll: true });
    this.hadFocus = document.activeElement !== document.body;
  }
}

customElements.define("house-drill", HouseDrill);
