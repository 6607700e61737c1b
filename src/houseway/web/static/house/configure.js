// A table's configuration as a form: its fields come from the configuration's own schema and from the game's options.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { toast } from "/js/toast.js";
import { inForce } from "/js/words.js";
import { askForm, choice, command, reasonField } from "./actions.js";
import { labelOf, settingText } from "./words.js";

const ELSEWHERE = ["name", "game", "options", "wagers", "bots"];  // fixed, or drawn in a way of their own
const LIMITS = ["least_cents", "most_cents", "step_cents"];
const OPTIMAL = "optimal";

export async function configure(table, game, done) {
  const schema = await get("/api/house/form");
  const form = new ConfigForm(table, game, schema);
  askForm(`Change ${table.config.title}`, {
    kind: "config",
    button: "Change the table",
    done,
    fields: () => form.fields(),
    typed: (element) => {
      form.told = form.changes(form.read(element));
    },
    send: async (element) => {
      const config = form.read(element);
      if (!form.changes(config).length) throw new Error("nothing is changed yet");
      await verifyUnchanged(table);
      await command(table.table, "configure", { config, reason: element.elements.reason.value });
      toast("the table is changed", "good");
    },
  });
}

/** Two supervisors do not undo each other's changes unseen. */
async function verifyUnchanged(table) {
  const now = (await get("/api/house")).find((each) => each.table === table.table);
  if (JSON.stringify(now?.config) !== JSON.stringify(table.config)) throw new Error("the table was changed by somebody else meanwhile: close this and look again");
}

class ConfigForm {
  constructor(table, game, schema) {
    this.table = table;
    this.config = table.config;
    this.game = game;
    this.properties = schema.properties;
    this.told = [];  // what is changed so far
  }

  fields() {
    const plain = Object.entries(this.properties).filter(([key, rule]) => !ELSEWHERE.includes(key)
      && rule.const === undefined);
    return [
      h("p", { class: "quiet", key: "when" },
        "Only between rounds. Bets on the felt go back, and the cards are shown and shuffled anew."),
      h("fieldset", { key: "limits" }, h("legend", {}, "Limits"), this.limitRows()),
      h("fieldset", { key: "options", class: "grid" }, h("legend", {}, `Options of ${this.game.title}`),
        this.game.options.map((option) => this.option(option))),
      h("fieldset", { key: "table", class: "grid" }, h("legend", {}, "The table"),
        plain.map(([key, rule]) => this.plain(key, rule))),
      h("div", { key: "changes", class: "changes", "aria-live": "polite" }, h("h3", {}, "Changes"),
        h("ul", {}, (this.told.length ? this.told : ["None yet."]).map((text) => h("li", {}, text)))),
      reasonField(false),
    ];
  }

  limitRows() {
    const titles = new Map(this.game.wagers.map((wager) => [wager.name, wager]));
    return h("table", { class: "rows" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Wager"),
      LIMITS.map((bound) => h("th", { scope: "col", key: bound, class: "number" }, labelOf(bound))))),
      h("tbody", {}, Object.entries(this.config.wagers).map(([name, limits]) =>
        h("tr", { key: name }, h("th", { scope: "row" }, titles.get(name).title),
        this.twin(name) ? h("td", { colspan: 3, class: "number quiet" }, `as ${titles.get(this.twin(name)).title}`)
          : LIMITS.map((bound) => h("td", { key: bound, class: "number" },
            money(`wagers.${name}.${bound}`, limits[bound],
            `${titles.get(name).title}, ${labelOf(bound).toLowerCase()}`)))))));
  }

  /** The wager whose amount this one must have. */
  twin(name) {
    const wager = this.game.wagers.find((each) => each.name === name);
    return wager.equals && inForce(wager.equals_when, this.config.options) && this.config.wagers[wager.equals]
      ? wager.equals : "";
  }

  option(option) {
    const { name, choices, least, most, about } = option;
    const now = this.config.options[name];
    const key = `options.${name}`;
    const field = choices.length ? h("select", { name: key }, choices.map((each) =>
      h("option", { value: String(each), key: String(each), selected: each === now }, settingText(name, each))))
      : name.endsWith("_cents") ? money(key, now, null, least) : h("input",
        { name: key, type: "number", min: least, max: most, step: 1, value: now });
    return h("label", { class: "field", key, title: about }, h("span", {}, labelOf(name)), field);
  }

  plain(key, rule) {
    const now = this.config[key];
    if (key === "silent") return choice(key, labelOf(key), [...new Set([...this.game.strategies, OPTIMAL,
      now])].map((name) => [name, name]), now);
    if (rule.enum) return choice(key, labelOf(key), rule.enum.map((each) => [each, settingText(key, each)]), now);
    if (rule.type === "boolean") return h("label", { class: "field switch", key },
      h("input", { name: key, type: "checkbox", ".defaultChecked": now }), h("span", {}, labelOf(key)));
    const field = key.endsWith("_cents") ? money(key, now)
      : rule.type === "integer" ? h("input", { name: key, type: "number", min: rule.minimum, max: rule.maximum,
        step: 1, required: true, value: now })
        : h("input", { name: key, required: true, maxlength: 80, value: now });
    return h("label", { class: "field", key }, h("span", {}, labelOf(key) + (key.endsWith("_s") ? ", seconds" : "")),
      field);
  }

  /** The configuration as the form has it now. */
  read(form) {
    const field = (name) => form.elements[name];
    const config = structuredClone(this.config);
    for (const [key, rule] of Object.entries(this.properties)) {
      if (!field(key)) continue;
      config[key] = rule.type === "boolean" ? field(key).checked : rule.type === "integer"
        ? amount(key, field(key).value) : field(key).value;
    }
    for (const { name, choices } of this.game.options) {
      const written = field(`options.${name}`).value;
      config.options[name] = choices.length ? choices.find((each) => String(each) === written) : amount(name, written);
    }
    for (const name of Object.keys(config.wagers)) {
      const twin = this.twin(name);
      config.wagers[name] = twin ? { ...config.wagers[twin] } : Object.fromEntries(LIMITS.map((bound) =>
        [bound, amount(bound, field(`wagers.${name}.${bound}`).value)]));
      if (!config.tokes && this.game.wagers.find((wager) => wager.name === name).toke) delete config.wagers[name];
    }
    return config;
  }

  /** What differs from what is in force, in words. */
  changes(config) {
    const before = flat(this.config);
    const after = flat(config);
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) =>
      before[key] !== after[key]).map((key) =>
      `${this.nameOf(key)}: ${key in before ? settingText(key, before[key]) : "none"} → ${key in after ? settingText(key, after[key]) : "none"}`);
  }

  nameOf(path) {
    const [group, name, bound] = path.split(".");
    if (group === "wagers") return `${this.game.wagers.find((wager) => wager.name === name).title}, ${labelOf(bound).toLowerCase()}`;
    return labelOf(group === "options" ? name : group);
  }
}

const money = (name, cents, label = null, least = 1) => h("span", { class: "money" }, "$",
  h("input", { name, type: "number", min: least / 100, step: 0.01, required: true, value: cents / 100,
    "aria-label": label }));

/** What stands in a field, as the configuration has it: money in cents. */
const amount = (key, written) => Math.round(Number(written) * (key.endsWith("_cents") ? 100 : 1));

/** Settings by their path; lists (bots) stay as they are. */
function flat(config, path = "") {
  return Object.entries(config).reduce((all, [key, value]) => {
    const name = path ? `${path}.${key}` : key;
    return Array.isArray(value) ? all : value && typeof value === "object" ? { ...all, ...flat(value, name) }
      : { ...all, [name]: value };
  }, {});
}
