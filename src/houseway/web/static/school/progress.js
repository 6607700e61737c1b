// What a person has learnt: by week, by kind, and what is weak.

import { known } from "/js/api.js";
import { h } from "/js/dom.js";
import { dollars } from "/js/money.js";
import { named } from "/lab/chart.js";
import * as house from "./house.js";
import { figures } from "./figures.js";
import { SchoolPage } from "./shell.js";
import { dayText, dueText } from "./when.js";

const SHARE = named("share", (value) => `${Math.round(value)} %`);
const COUNT = named("count", String);
const MONEY = named("lost", (cents) => dollars(Math.round(cents)));
const WEEK = named("week", (number) => weeks[number] ?? "");
const CHARTED_MIN = 2;  // weeks: one point is no line

let weeks = [];  // names of what is on the axis

class SchoolProgress extends SchoolPage {
  async open() {
    await house.beSomebody();
    [this.found, this.titles] = await Promise.all([house.progress(), house.titles()]);
    weeks = this.found.weeks.map(({ week }) => week);
  }

  get heading() {
    return "Progress";
  }

  inside() {
    const { found } = this;
    const asked = found.weeks.reduce((sum, week) => sum + week.asked, 0);
    return h("main", { class: "page school-page", key: "progress" },
      h("div", { class: "welcome" }, h("div", {}, h("h2", {}, "What you know"),
        h("p", {}, known()?.role === "player" ? `${known().name}: ` : "", found.kept ? "kept for good, on every device." : "kept for this visit; ",
          !found.kept && h("a", { href: "/you" }, "a passphrase keeps it for good")))),
      this.tables(),
      asked ? [this.tiles(asked), this.charts(), this.weak(), this.byKind()]
        : h("section", { class: "panel", key: "none" }, h("h2", {}, "Nothing yet"), h("p", {}, "Answer a few questions and what you know is told here, kind by kind and week by week."),
          h("a", { class: "button primary", href: "/school" }, "To the school")));
  }

  tiles(asked) {
    const { found } = this;
    const right = found.weeks.reduce((sum, week) => sum + week.right, 0);
    const hour = found.lost_cents_an_hour;
    const tile = (title, text, note) => h("div", { class: "tile", key: title }, h("dt", {}, title), h("dd", {}, text), note && h("dd", { class: "quiet" }, note));
    return h("dl", { class: "tiles", key: "tiles" },
      tile("Answered", String(asked)), tile("Right", `${Math.round((100 * right) / asked)} %`),
      tile("Due now", String(found.kinds.filter(({ due_at: at }) => at !== null && at / 1000 <= Date.now()).length), "kinds that come back"),
      tile("Given up an hour", hour === null ? "too few choices" : dollars(Math.round(hour)), "by your choices as a player, on average"));
  }

  /** All kinds together, or one of them: its own weeks. */
  get charted() {
    return this.found.kinds.find((kind) => keyOf(kind) === this.kind) ?? this.found;
  }

  chart(kind) {
    this.kind = kind;
    weeks = this.charted.weeks.map(({ week }) => week);
    this.draw();
  }

  /** By kind of decision: each has its own weeks. */
  kindPicker() {
    const option = (kind) => h("option", { key: keyOf(kind), value: keyOf(kind), selected: keyOf(kind) === this.kind }, `${kind.title}, ${this.titles.get(kind.game) ?? kind.game}`);
    return h("label", { class: "charted", key: "charted" }, "Week by week", h("select", { onchange: ({ target }) => this.chart(target.value) },
      h("option", { key: "", value: "" }, "All kinds together"), this.found.kinds.map(option)));
  }

  charts() {
    return [this.kindPicker(), this.chartsOf(this.charted.weeks)];
  }

  chartsOf(all) {
    if (all.length < CHARTED_MIN) return h("p", { class: "quiet", key: "charts" }, "Charts begin with the second week.");
    const judged = all.some((week) => week.choices > 0);
    const share = (week) => (week.asked ? (100 * week.right) / week.asked : 0);
    const x = { label: "Week", format: WEEK, names: all.map(({ week }) => week.slice(5)) };
    return h("div", { class: "school-charts", key: "charts" },
      chart("right", {
        title: "Answers that were right, by week", about: "The share of each week's answers that were right.",
        x, y: { label: "Right", format: SHARE, range: [0, 100] },
        bars: all.map((week, i) => [i, i + 1, share(week), "good", `Week of ${week.week}: ${week.right} of ${week.asked} right`]),
        table: { columns: ["Week of", "Answered", "Right"], rows: all.map((week) => [week.week, String(week.asked), `${Math.round(share(week))} %`]) },
      }),
      chart("asked", {
        title: "Questions answered, by week", about: "How many questions were answered in each week.",
        x, y: { label: "Answered", format: COUNT },
        bars: all.map((week, i) => [i, i + 1, week.asked, "plain", `Week of ${week.week}: ${week.asked} answered`]),
        table: { columns: ["Week of", "Answered"], rows: all.map((week) => [week.week, String(week.asked)]) },
      }),
      judged && chart("lost", {
        title: "What a choice gave up, by week", about: "What a player's choices in drills gave up on average, in each week.",
        x, y: { label: "Given up a choice", format: MONEY },
        bars: all.map((week, i) => [i, i + 1, week.choices ? week.lost_cents / week.choices : 0, "bad", `Week of ${week.week}: ${dollars(week.lost_cents)} in ${week.choices} choices`]),
        table: { columns: ["Week of", "Choices", "Given up"], rows: all.map((week) => [week.week, String(week.choices), dollars(week.lost_cents)]) },
      }));
  }

  /** Those that were dealt from their opening to their closing. */
  tables() {
    const { tables } = this.found;
    return tables.length > 0 && h("section", { class: "panel", key: "tables" }, h("h2", {}, "Tables you dealt"),
      figures(["Game", "When", "Rounds", "Errors", "Rounds an hour"], tables.map((each, i) => [i, [this.titles.get(each.game) ?? each.game, dayText(each.at),
        String(each.rounds), String(each.errors), String(Math.round(each.rounds_an_hour))]]), "Tables you dealt"));
  }

  weak() {
    const { weak } = this.found;
    return weak.length > 0 && h("section", { class: "panel", key: "weak" }, h("h2", {}, "Learn next"),
      h("ul", { class: "kinds" }, weak.map((kind) => h("li", { key: `${kind.game} ${kind.kind}` },
        h("a", { href: drillOf(kind) }, `${kind.title}, ${this.titles.get(kind.game) ?? kind.game}`),
        h("span", { class: "quiet" }, `${kind.right} of ${kind.asked} right, ${dueText(kind.due_at)}`)))));
  }

  byKind() {
    const rows = this.found.kinds.filter((kind) => kind.asked > 0).map((kind) => [`${kind.game} ${kind.kind}`, [
      h("a", { href: drillOf(kind) }, kind.title), this.titles.get(kind.game) ?? kind.game, `${kind.right} of ${kind.asked}`,
      kind.recall === null ? "" : `${Math.round(100 * kind.recall)} %`, dueText(kind.due_at), kind.side === "player" ? dollars(kind.lost_cents) : "",
    ]]);
    return h("section", { class: "panel", key: "kinds" }, h("h2", {}, "By kind"),
      figures(["Kind", "Game", "Right", "Sure of it tomorrow", "Comes back", "Given up"], rows, "What you know, by kind"));
  }
}

const keyOf = ({ game, kind }) => `${game}/${kind}`;

export const drillOf = ({ game, kind }) => `/school/${game}/drill?kind=${kind}`;

const chart = (key, spec) => h("section", { key, "aria-label": spec.title }, h("h3", {}, spec.title), h("lab-chart", { ".spec": spec }));

customElements.define("school-progress", SchoolProgress);
