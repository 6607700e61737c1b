// The lobby: every game with its felt, what it costs to play, and its tables.

import { enter, get, known, post, readPurse, whoAmI } from "./api.js";
import { settingsDialog } from "./dialogs.js";
import { h, patch } from "./dom.js";
import { prepare } from "./game.js";
import { glance } from "./glance.js";
import { dollars, percent } from "./money.js";
import { feltPicture } from "./picture.js";
import { sentence } from "./sentence.js";
import { toast } from "./toast.js";

const REFRESH_MS = 5000;
const FIGURES = "Edge: the share of a bet that best play loses on average. ±: how far one round usually strays from "
  + "that, in bets; ±1 is calm, ±6 is wild. Tables with other options show their own.";

class HouseLobby extends HTMLElement {
  async connectedCallback() {
    try {
      const [room, games] = await Promise.all([get("/api/room"), get("/api/games"), whoAmI()]);
      this.room = room;
      this.games = games.map(prepare);
      document.title = `${room.name} · houseway`;
      this.paint();
      this.timer = setInterval(() => this.refresh(), REFRESH_MS);
      readPurse().then((cents) => this.showPurse(cents));  // after the page is there
    } catch (refusal) {
      patch(this, h("main", { class: "page" }, h("h1", {}, "The room cannot be shown"), h("p", {}, refusal.message)));
    }
  }

  showPurse(cents) {
    this.purse = cents;
    this.paint();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  async refresh() {
    if (document.hidden) return;
    try {
      this.room = await get("/api/room");
      this.paint();
    } catch { /* the next time, perhaps */ }
  }

  async sitDown(table) {
    try {
      await this.haveName();
      location.assign(`/table/${table}?sit`);
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
  }

  paint() {
    patch(this, [
      h("header", { class: "bar lobby-bar", key: "bar" }, h("a", { class: "brand", href: "/" }, "houseway"),
        h("nav", { "aria-label": "houseway" }, h("a", { class: "link", href: "/school" }, "School"), h("a", { class: "link", href: "/lab" }, "Lab"),
          h("a", { class: "link", href: "/you" }, "You"),
          h("button", { type: "button", class: "link", onclick: () => settingsDialog(true) }, "Settings"))),
      h("main", { class: "page lobby", key: "lobby" },
        h("div", { class: "welcome" },
          h("div", {}, h("h1", {}, this.room.name),
            h("p", {}, "Table games by their rules of play, for play money only.")),
          youAre(known(), this.purse),
          h("p", { class: "quiet explain" }, FIGURES)),
        h("div", { class: "games" }, this.games.map((game) => this.gameCard(game)))),
      h("footer", { class: "foot", key: "foot" },
        h("p", {}, `${this.room.software}. Play money only: chips cannot be bought or redeemed.`,
          h("a", { class: "link", href: "/house" }, "Staff"))),
    ]);
  }

  /** To a table of one's own, with bots and hints. */
  async practise(game) {
    try {
      await this.haveName();
      const { table } = await post("/api/practice", { game });
      location.assign(`/table/${table}?sit`);
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
  }

  /** Whoever gave no name is a visitor with a number. */
  async haveName() {
    if (known()?.role !== "player") await enter(this.querySelector("#your-name").value.trim() || guestName());
  }

  gameCard(game) {
    const tables = this.room.tables.filter((table) => table.game === game.slug);
    const open = tables.filter((table) => !table.practice);
    return h("article", { class: "game", key: game.slug },
      feltPicture(game),
      h("div", { class: "about" }, h("h2", {}, game.title), h("p", { class: "maker" }, game.maker),
        h("p", {}, game.about)),
      h("div", { class: "practise" },
        tables.length > 0 && h("button", {
          type: "button", class: "button", "aria-label": `Practise in private: ${game.title}`,
          onclick: () => this.practise(game.slug),
        }, game.chooses ? "Practise in private, with hints" : "Practise in private"),
        departing(tables),
        game.chooses && h("a", { class: "link", href: `/school/${game.slug}/drill?side=player`, "aria-label": `Drill hard choices: ${game.title}` },
          "Drill hard choices"),
        h("a", { class: "link", href: `/rules/${game.slug}`, "aria-label": `Rules with pictures: ${game.title}` }, "Rules")),
      figures(game),
      h("ul", { class: "tables" }, open.map((table) => this.tableRow(table, game)),
        tables.length > open.length && !open.length
          && h("li", { class: "quiet", key: "none" }, "For practice only: no table of the room deals it.")));
  }

  tableRow(table, game) {
    const least = table.wagers.find((wager) => wager.required && !wager.equals) ?? table.wagers[0];
    const full = !table.free.length;
    return h("li", { key: table.table },
      h("div", {}, h("strong", {}, shortTitle(table, game)),
        h("span", { class: "facts" }, `${least.title} ${dollars(least.least_cents)} to ${dollars(least.most_cents)}`),
        ownFigures(table, game),
        seatDots(table),
        (table.progressives ?? []).flatMap(({ name, title, meters }) => meters.map((meter) =>
          h("span", { class: "facts", key: `${name} ${meter.name}` }, h("a", { href: "/meters" }, title), ` ${dollars(meter.cents)}`))),
        table.closed && h("span", { class: "bad" }, `Closed. ${sentence(table.closed)}`)),
      h("div", { class: "doors" },
        h("a", { class: "link", href: `/sign/${table.table}`, "aria-label": `Sign: ${table.title}` }, "Sign"),
        table.spectators && h("a", { class: "link", href: `/table/${table.table}` }, "Watch"),
        h("button", {
          type: "button", class: "button primary", disabled: full || Boolean(table.closed),
          "aria-label": `Sit down: ${table.title}`, onclick: () => this.sitDown(table.table),
        }, full ? "Full" : "Sit down")),
      table.departs && h("p", { class: "departs", key: "departs" }, table.departs));
  }
}

function youAre(who, purse) {
  if (who?.role === "player") return h("p", { class: "you", key: "you" }, "You play as ",
    h("a", { href: "/you" }, h("strong", {}, who.name)), purse !== undefined && `, with ${dollars(purse)} in your purse`);
  const field = { id: "your-name", maxlength: 24, placeholder: "your name", autocomplete: "nickname" };
  return h("div", { class: "you", key: "name" }, h("label", {}, "Play as ", h("input", field)),
    h("a", { class: "link", href: "/you" }, "I have been here before"));
}

/** Whoever practises in private sits at a copy of the practice table. */
function departing(tables) {
  const departs = tables.find((table) => table.practice)?.departs;
  return departs && h("span", { class: "departs", key: "departs" }, `Practice: ${departs}`);
}

function seatDots({ seats, free }) {
  const label = `${seats - free.length} of ${seats} seats taken`;
  return h("span", { class: "seats", role: "img", "aria-label": label },
    Array.from({ length: seats }, (_, i) => h("i", { class: free.includes(i + 1) ? null : "taken" })));
}

/** The edge of a round and of each bet that is apart, and how far results stray: what a player asks first. */
function figures(game) {
  const { figures: found = {}, wagers, unit } = game;
  const shown = glance({ wagers, figures: found }, unit);
  if (!shown.length) return null;
  return h("dl", { class: "figures" }, shown.map(([name, title]) => h("div", { key: name }, h("dt", {}, title),
    h("dd", {}, percent(found[name].edge),
      h("small", {}, ` ${edgeText(found[name])}`)))));
}

/** Below nought it is the player who has the edge. */
const edgeText = ({ edge, sd }) => `edge${edge < 0 ? ", the player is ahead" : ""}, ±${sd.toFixed(1)} bets`;

/** Bets whose figures at a table are not the game's standard ones. */
function ownFigures({ figures: own, wagers }, { figures: standard = {} }) {
  return wagers.filter(({ name }) => own[name] && own[name].edge !== standard[name]?.edge).map(({ name, title }) =>
    h("span", { class: "facts", key: `figures-${name}` },
      `${title} here: ${percent(own[name].edge)} ${edgeText(own[name])}`));
}

/** A table is called by what sets it apart from others of its game. */
function shortTitle(table, game) {
  const rest = table.title.startsWith(`${game.title}, `) ? table.title.slice(game.title.length + 2) : "";
  return rest ? rest[0].toUpperCase() + rest.slice(1) : "Main table";
}

const guestName = () => `Visitor ${Math.floor(Math.random() * 900) + 100}`;

customElements.define("house-lobby", HouseLobby);
