// Every round recomputed from shoe and decisions, table by table, the first wrong event named; and files to take away.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { button, count, figures, panel, sentence } from "/house/parts.js";

const ABOUT = "Recomputes the hashes and every round: commitment, count of the deck, bets, choices, pays, balances.";
const ABOUT_FILES = "Every event as it is stored, for other programs. Order and key of a shuffle that is still dealt "
  + "from are left out.";
const FORMATS = [["jsonl", "JSON lines"], ["csv", "CSV"]];

export class Verify {
  constructor(page) {
    this.page = page;
    this.names = [];
    this.verdicts = new Map();
    this.working = "";  // the table that is being verified
  }

  read() {}

  async run(names) {
    this.names = names;
    this.verdicts = new Map();
    for (const name of names) {
      this.working = name;
      this.page.draw();
      try {
        const [verdict] = await get(`/api/audit/verify?table=${name}`);
        this.verdicts.set(name, verdict);
      } catch (refusal) {
        this.verdicts.set(name, { table: name, problem: refusal.message });
      }
    }
    this.working = "";
    this.page.draw();
  }

  inside() {
    const { page, working, names } = this;
    const { table } = page.table;
    const done = [...this.verdicts.values()];
    const good = done.length > 0 && done.every((verdict) => verdict.good);
    const [said, tone] = this.summary(done);
    const disabled = Boolean(working);
    return [
      panel("Verify", h("p", {}, ABOUT),
        h("div", { class: "tools-row" },
          button("Verify every table", () => this.run(page.tables.map((each) => each.table)),
            { class: "button primary", disabled }),
          button(`Verify ${table} only`, () => this.run([table]), { disabled }),
          good && !working && button("Save the heads", () => save("heads.json", JSON.stringify(done, null, 2)))),
        working && h("progress",
          { class: "bar-of", max: names.length, value: done.length, "aria-label": "Tables verified" }),
        h("p", { role: "status", class: `verdict ${tone}` }, working && h("span", { class: "spinner" }), said),
        names.length > 0 && figures(["Table", "#Events", "#Rounds", "Verdict"], names.map((name) => this.row(name)),
          { kind: "verdicts", label: "Verdicts" })),
      panel("Export", h("p", {}, ABOUT_FILES), exports("This table", table), exports("Every table", "")),
    ];
  }

  /** One sentence for all, and its tone. */
  summary(done) {
    const { working, names } = this;
    if (working) return [`Verifying ${working} (${done.length + 1} of ${names.length}) …`, ""];
    if (!done.length) return ["", ""];
    const wrong = done.filter((verdict) => verdict.good === false).length;
    const unread = done.filter((verdict) => verdict.problem).length;
    if (wrong) return [`${wrong} of ${done.length} streams ${wrong === 1 ? "is" : "are"} NOT as written.`, "wrong"];
    if (unread) return [`${unread} of ${done.length} could not be verified.`, "wrong"];
    return [done.length > 1 ? `All ${done.length} streams are good.` : "The stream is good.", "good"];
  }

  row(name) {
    const verdict = this.verdicts.get(name);
    const number = (value) => (value === undefined ? "" : count(value));
    const told = verdict ? this.told(verdict) : this.waits(name);
    return [name, [name, number(verdict?.events), number(verdict?.rounds), told]];
  }

  waits(name) {
    return this.working === name ? [h("span", { class: "spinner" }), "verifying"] : "waits";
  }

  told({ table, good, problem, fault, departs }) {
    if (problem) return h("span", { class: "verdict wrong" }, sentence(problem));
    if (good) {
      return [h("span", { class: "verdict good" }, "Good"), departs.map(({ version, said }) =>
        h("p", { class: "departs", key: version }, `From event ${version} on: ${said}`))];
    }
    const { version, reason } = fault;
    const place = new URLSearchParams({ table, view: "events", before: version + 1, open: version });
    return [h("span", { class: "verdict wrong" }, `Event ${version}: ${sentence(reason)} `),
      this.page.link(`/audit?${place}`, {}, "Look at it")];
  }
}

const exports = (title, table) => h("div", { class: "tools-row", key: title }, h("strong", {}, title),
  FORMATS.map(([format, name]) => {
    const asked = new URLSearchParams({ format, ...(table ? { table } : {}) });
    const address = { href: `/api/audit/export?${asked}`, download: true };
    return h("a", { class: "button", key: format, "aria-label": `${title} as ${name}`, ...address }, name);
  }));

/** A file of what is here; `houseway audit verify --noted` reads heads that were saved. */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
