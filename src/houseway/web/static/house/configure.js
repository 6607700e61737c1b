// A table's configuration as a form: its fields come from the configuration's own schema and from the game's options.

import { get } from "/js/api.js";
import { classes, h } from "/js/dom.js";
import { moveText, settingsInWords } from "/js/in_words.js";
import { toast } from "/js/toast.js";
import { against, moves, together } from "/js/together.js";
import { choicesOf, inForce, settingWords, standingOf } from "/js/words.js";
import { askForm, choice, command, reasonField } from "./actions.js";
import { AheadPreview } from "./ahead.js";
import { EdgePreview } from "./edges.js";
import { figures } from "./parts.js";
import { readShuffler, setUp, shufflerFields, shufflerInWords } from "./shuffler.js";
import { labelOf, settingText } from "./words.js";

const ELSEWHERE = ["name", "game", "options", "departs", "wagers", "bots", "progressives", "shuffler"];  // fixed, or drawn elsewhere
const LIMITS = ["least_cents", "most_cents", "step_cents"];
const OPTIMAL = "optimal";
const SHORT = 20;  // letters of a choice that a narrow select has room for
const LONG = 44;  // ... and one of twice its width
const PHONE = 26;  // ... and one on a phone

export async function configure(table, game, hold, done) {
  const schema = await get("/api/house/form");
  const form = new ConfigForm(table, game, schema, hold);
  askForm(`Change ${table.config.title}`, {
    kind: "config",
    button: "Change the table",
    done,
    fields: () => form.fields(),
    words: (refusal) => form.inWords(refusal),
    typed: (element, again) => {
      const { config, isOpen } = form.ask(element, again);
      if (form.told.length) form.ahead.ask(config, again, isOpen);
    },
    send: async (element) => {
      const config = form.read(element);
      if (!form.changes(config).length) throw new Error("nothing is changed yet");
      await verifyUnchanged(table);
      const { reason, warned } = element.elements;
      await form.ahead.heed(config, () =>
        command(table.table, "configure", { config, reason: reason.value, warned: warned?.checked ? warned.value : "" }));
      toast("the table is changed", "good");
    },
  });
}

/** Two supervisors do not undo each other's changes unseen. */
async function verifyUnchanged(table) {
  const now = (await get("/api/house")).find((each) => each.table === table.table);
  if (JSON.stringify(now?.config) === JSON.stringify(table.config)) return;
  throw new Error("the table was changed by somebody else meanwhile: close this and look again");
}

export class ConfigForm {
  constructor(table, game, schema, hold) {
    this.table = table;
    this.config = table.config.shuffler ? { ...table.config, shuffler: setUp(table) } : table.config;
    this.game = game;
    this.properties = schema.properties;
    this.told = [];  // what is changed so far
    this.wanted = this.config;  // as the form has it
    this.moves = [];  // options that went along with the last that was changed
    this.ahead = new AheadPreview();
    this.edges = new EdgePreview(hold);
  }

  /** Ask what the form as it stands would do. */
  ask(element, again) {
    this.follow(element);
    const config = this.read(element);
    const isOpen = () => element.isConnected;
    this.wanted = config;
    this.told = this.changes(config);
    this.edges.ask(config, again, isOpen);
    return { config, isOpen };
  }

  /** Options that cannot stay as they are beside another that was changed. */
  follow({ elements }) {
    const { options } = this.read({ elements });
    if (JSON.stringify(options) === JSON.stringify(this.wanted.options)) return;
    this.moves = moves(this.game, options, together(this.game, options));
    for (const { name, to } of this.moves) elements[`options.${name}`].value = String(to);
  }

  /** A refusal of the house in the words of the form. */
  inWords(refusal) {
    const knows = (path) => ["name", ...Object.keys(this.properties)].includes(path.split(".")[0]);
    const said = refusal.replace(/^config: /, "").replace(/^options cannot be: /, "");
    return settingsInWords(this.game, shufflerInWords(this.table.shuffler_choices, said))
      .replace(/^[a-z_]+(\.\w+)*(?= )/, (path) => (knows(path) ? this.nameOf(path) : path))
      .replace(/\b[a-z_]+_cents\b/g, (key) => labelOf(key).toLowerCase());
  }

  fields() {
    const words = (refusal) => this.inWords(refusal);
    const plain = Object.entries(this.properties)
      .filter(([key, rule]) => !ELSEWHERE.includes(key) && rule.const === undefined);
    return [
      this.head(),
      h("fieldset", { key: "limits" }, h("legend", {}, "Limits"), this.limitRows()),
      h("fieldset", { key: "options", class: "grid" }, h("legend", {}, `Options of ${this.game.title}`),
        this.game.options.map((option) => this.option(option)), this.departs()),
      h("aside", { key: "preview", class: "preview", "aria-label": "What it would do" }, this.sum(), this.edges.fields(words)),
      shufflerFields(this.table, this.isNew),
      h("fieldset", { key: "table", class: "grid" }, h("legend", {}, "The table"),
        plain.map(([key, rule]) => this.plain(key, rule))),
      this.ahead.fields(words, this.edges.problem),
      reasonField(false),
    ];
  }

  head() {
    return h("p", { class: "quiet", key: "when" },
      "Only between rounds. Bets on the felt go back, and the cards are shown and shuffled anew. The change outlives a "
      + "restart of the server; once the table's entry in the house file is changed, the file holds.");
  }

  sum() {
    const told = this.told.length ? this.told : ["None yet."];
    return h("div", { key: "changes", class: "changes", "aria-live": "polite" },
      h("h3", {}, "Changes"), h("ul", {}, told.map((text) => h("li", {}, text))));
  }

  limitRows() {
    const cells = (name, limits) => LIMITS.map((bound) =>
      money(`wagers.${name}.${bound}`, limits[bound], this.nameOf(`wagers.${name}.${bound}`)));
    const rows = Object.entries(this.config.wagers).map(([name, limits]) => {
      const twin = this.twin(name);
      const bounds = twin ? [`as ${this.wager(twin).title}`, "", ""] : cells(name, limits);
      return [name, [this.wager(name).title, ...bounds]];
    });
    return figures(["Wager", ...LIMITS.map((bound) => `#${labelOf(bound)}`)], rows);
  }

  wager(name) {
    return this.game.wagers.find((each) => each.name === name);
  }

  /** The wager whose amount this one must have. */
  twin(name) {
    const { equals, equals_when: when } = this.wager(name);
    return equals && inForce(when, this.config.options) && this.config.wagers[equals] ? equals : "";
  }

  option(option) {
    const { name, title, least, most, about } = option;
    const now = this.config.options[name];
    const key = `options.${name}`;
    const choices = choicesOf(option);
    const longest = Math.max(0, ...choices.map((each) => choiceText(option, each).length));
    const room = longest > LONG ? "wide" : longest > SHORT && "long";
    const out = (each) => against(this.game, this.wanted.options, name, each);
    const move = this.moves.find((each) => each.name === name);
    const said = choices.length ? choiceText(option, this.wanted.options[name]) : "";
    const field = choices.length ? h("select", { name: key, "aria-describedby": move ? `moved-${name}` : null }, choices.map((each) =>
      h("option", { value: String(each), key: String(each), selected: each === now, disabled: Boolean(out(each)), title: out(each) || null },
        choiceText(option, each))))
      : name.endsWith("_cents") ? money(key, now, null, least) : whole(key, now, least, most);
    return h("label", { class: classes("field", room), key, title: about }, h("span", {}, title), field,
      said.length > PHONE && h("small", { class: "whole", "aria-hidden": "true" }, said),
      move && h("small", { class: "moved", id: `moved-${name}`, "aria-hidden": "true", key: "moved" }, moveText(option, move)));
  }

  /** Whoever leaves the approved rules says why; the house refuses a table that does not. */
  departs() {
    const { maxLength } = this.properties.departs;
    return h("label", { class: "field wide", key: "departs" }, h("span", {}, labelOf("departs")),
      h("input", { name: "departs", maxlength: maxLength, value: this.config.departs ?? "",
        placeholder: "only for settings marked as a study" }));
  }

  plain(key, rule) {
    const now = this.config[key];
    const label = labelOf(key);
    if (key === "silent") {
      const strategies = [...new Set([...this.game.strategies, OPTIMAL, now])];
      return choice(key, label, strategies.map((name) => [name, name === OPTIMAL ? "the best play" : `the ${name} strategy`]), now);
    }
    if (rule.enum) return choice(key, label, rule.enum.map((each) => [each, settingText(key, each)]), now);
    if (rule.type === "boolean") {
      return h("label", { class: "field switch", key },
        h("input", { name: key, type: "checkbox", ".defaultChecked": now }), h("span", {}, label));
    }
    const field = key.endsWith("_cents") ? money(key, now)
      : rule.type === "integer" ? whole(key, now, rule.minimum, rule.maximum)
        : h("input", { name: key, required: true, maxlength: 80, value: now });
    return h("label", { class: "field", key }, h("span", {}, label + (key.endsWith("_s") ? ", seconds" : "")), field);
  }

  /** The configuration as the form has it now. */
  read({ elements }) {
    const config = structuredClone(this.config);
    for (const [key, rule] of Object.entries(this.properties)) {
      const field = elements[key];
      if (field) config[key] = READ[rule.type](key, field);
    }
    if (!config.departs) delete config.departs;
    for (const option of this.game.options) {
      const { value } = elements[`options.${option.name}`];
      const choices = choicesOf(option);
      config.options[option.name] = choices.length ? choices.find((each) => String(each) === value)
        : amount(option.name, value);
    }
    config.shuffler = readShuffler(elements);
    for (const name of Object.keys(config.wagers)) {
      const twin = this.twin(name);
      const limits = () => LIMITS.map((bound) => [bound, amount(bound, elements[`wagers.${name}.${bound}`].value)]);
      config.wagers[name] = twin ? { ...config.wagers[twin] } : Object.fromEntries(limits());
      if (!config.tokes && this.wager(name).toke) delete config.wagers[name];
    }
    return config;
  }

  /** What differs from what is in force, in words. */
  changes(config) {
    const before = flat(this.config);
    const after = flat(config);
    const told = (settings, key) => (key in settings ? this.said(key, settings[key]) : "none");
    return Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key])
      .map((key) => `${this.nameOf(key)}: ${told(before, key)} → ${told(after, key)}`);
  }

  said(path, value) {
    const option = this.optionAt(path);
    return option ? choiceText(option, value) : settingText(path, value);
  }

  nameOf(path) {
    const [group, name, bound] = path.split(".");
    if (group === "wagers" && this.wager(name)) return this.wager(name).title + (bound ? `, ${labelOf(bound).toLowerCase()}` : "");
    if (group === "shuffler") return labelOf(path.replace(".", "_"));
    return this.optionAt(path)?.title ?? labelOf(group);
  }

  optionAt(path) {
    const [group, name] = path.split(".");
    return group === "options" && this.game.options.find((each) => each.name === name);
  }
}

const choiceText = (option, setting) =>
  (standingOf(option, setting).study ? "for study: " : "") + settingWords(option, setting);

const money = (name, cents, label = null, least = 1) => h("span", { class: "money" }, "$", h("input", {
  name, type: "number", min: least / 100, step: 0.01, required: true, value: cents / 100, "aria-label": label }));

const whole = (name, value, min, max) =>
  h("input", { name, type: "number", min, max, step: 1, required: true, value });

/** What stands in a field, as the configuration has it: money in cents. */
const amount = (key, written) => Math.round(Number(written) * (key.endsWith("_cents") ? 100 : 1));

const READ = {
  boolean: (_, field) => field.checked,
  integer: (key, field) => amount(key, field.value),
  string: (_, field) => field.value,
};

/** Settings by their path; lists (bots) stay as they are. */
function flat(config, path = "") {
  return Object.assign({}, ...Object.entries(config).map(([key, value]) => {
    const name = path + key;
    if (Array.isArray(value) || value === undefined) return {};
    return value && typeof value === "object" ? flat(value, `${name}.`) : { [name]: value };
  }));
}
