// A table that comes into the room by page: a new one of a game, or one that was retired.

import { get, post } from "/js/api.js";
import { openDialog } from "/js/dialogs.js";
import { h } from "/js/dom.js";
import { newId } from "/js/line.js";
import { toast } from "/js/toast.js";
import { askForm, choice } from "./actions.js";
import { ConfigForm } from "./configure.js";
import { gameOf } from "./door.js";
import { EdgePreview } from "./edges.js";
import { count, counted } from "./parts.js";
import { labelOf } from "./words.js";

const NAME = "[a-z0-9][a-z0-9\\-]*";

/** First which game; then everything about the table, as the game has it until somebody says otherwise. */
export async function openNew(tables, done) {
  const [games, room] = await Promise.all([get("/api/games"), get("/api/house/totals")]);
  if (isFull(room)) return sayFull("Open a table", room);
  let slug = "";
  askForm("Open a table", {
    fields: () => [
      h("p", { key: "about" }, "It is held to the rules that the house file is held to, and is there after a restart. "
        + `The room may have ${counted(room.places_most, "table")} and has ${count(room.places_taken)}.`),
      choice("game", "Game", games.map((game) => [game.slug, game.title]), games[0].slug, true)],
    button: "Go on",
    send: async (form) => {
      slug = form.elements.game.value;
    },
    done: async () => {
      const [game, pattern] = await Promise.all([gameOf(slug), get(`/api/house/pattern/${slug}`)]);
      const name = free(pattern.config.name, tables.map(({ table }) => table), "-");
      const title = free(pattern.config.title, tables.map(({ config }) => config.title), " ");
      await ask(`Open a table: ${game.title}`, { ...pattern, config: { ...pattern.config, name, title } }, game, "", done);
    },
  });
}

export async function openAgain(table, game, done) {
  const title = `Open again: ${table.config.title}`;
  const room = await get("/api/house/totals");
  return isFull(room) ? sayFull(title, room) : ask(title, table, game, table.table, done);
}

const isFull = ({ places_taken: taken, places_most: most }) => taken >= most;

/** Before anybody fills in a form that would be refused. */
const sayFull = (title, { places_most: most }) => openDialog(title, () => h("p", {},
  `The room is full: it may have ${counted(most, "table")} and has ${most === 1 ? "it" : "them"} `
    + "(tables_max, RCW 9.46.0282). Retire one first."), "small");

/** A name or a title that no table has: the second of a kind is 2. */
function free(wanted, taken, between) {
  const all = [wanted, ...taken.map((_, i) => `${wanted}${between}${i + 2}`)];
  return all.find((each) => !taken.includes(each));
}

async function ask(title, pattern, game, named, done) {
  const form = new OpeningForm(pattern, game, await get("/api/house/form"), named);
  const look = (element, again) => {
    const { config, isOpen } = form.ask(element, again);
    form.ahead.ask(config, again, isOpen);
  };
  askForm(title, {
    kind: "config",
    button: "Open the table",
    done: () => done(form.opened),
    fields: () => form.fields(),
    words: (refusal) => form.inWords(refusal),
    typed: look,
    atOnce: true,
    send: async (element) => {
      const config = form.read(element);
      const { reason, warned } = element.elements;
      await form.ahead.heed(config, () => post("/api/house/tables",
        { id: newId(), config, reason: reason.value, warned: warned?.checked ? warned.value : "" }));
      form.opened = config.name;
      toast("the table is open", "good");
    },
  });
}

class OpeningForm extends ConfigForm {
  /** `named` is the name of a table that was there before; a new one is named here. */
  constructor(pattern, game, schema, named) {
    super(pattern, game, schema, []);
    this.edges = new EdgePreview([], true);
    this.named = named;
    this.isNew = !named;
  }

  head() {
    return this.named ? null : h("label", { class: "field", key: "name" },
      h("span", {}, labelOf("name")),
      h("input", { name: "name", required: true, maxlength: 32, pattern: NAME, autocomplete: "off", "data-first": true,
        title: "Small letters, digits and hyphens", value: this.config.name }));
  }

  /** All of it is new. */
  sum() {
    return null;
  }

  read(element) {
    const config = super.read(element);
    const [is, was] = [config.shuffler, this.config.shuffler].map((each) => JSON.stringify(Object.entries(each ?? {}).sort()));
    if (this.isNew && is === was) delete config.shuffler;  // the house takes what goes with the options
    return { ...config, name: this.named || element.elements.name.value.trim() };
  }
}
