// Every round recomputed from shoe and decisions, table by table, with the first wrong event named; and files to take away.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { sentence } from "/house/door.js";

export class Verify {
  constructor(page) {
    this.page = page;
    this.verdicts = new Map();
    this.working = "";
  }

  read() {}

  async run(names) {
    this.verdicts = new Map();
    this.names = names;
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
    const { page, verdicts, working } = this;
    const all = page.tables.map((each) => each.table);
    const done = [...verdicts.values()];
    const wrong = done.filter((each) => each.good === false).length;
    const unread = done.filter((each) => each.problem).length;
    const said = working ? `Verifying ${working} (${done.length + 1} of ${this.names.length}) …`
      : !done.length ? "" : wrong ? `${wrong} of ${done.length} streams ${wrong === 1 ? "is" : "are"} NOT as written.`
        : unread ? `${unread} of ${done.length} could not be verified.` : `All ${done.length} streams are good.`;
    return [
      h("section", { class: "panel", key: "verify" }, h("h2", {}, "Verify"),
        h("p", {}, "Recomputes the chain of hashes and every round: commitment, count of the deck, bets, choices, pays, balances."),
        h("div", { class: "tools-row" },
          h("button", { type: "button", class: "button primary", disabled: Boolean(working), onclick: () =>
            this.run(all) }, "Verify every table"),
          h("button", { type: "button", class: "button", disabled: Boolean(working), onclick: () =>
            this.run([page.table.table]) }, `Verify ${page.table.table} only`),
          done.length > 0 && !working && !wrong && h("button", { type: "button", class: "button", key: "heads",
            onclick: () => save("heads.json", JSON.stringify(done, null, 2)) }, "Save the heads")),
        working && h("progress", { class: "bar-of", key: "bar", max: this.names.length, value: done.length,
          "aria-label": "Tables verified" }),
        h("p", { role: "status", class: `verdict ${working ? "" : wrong || unread ? "wrong" : "good"}` }, working
          && h("span", { class: "spinner", key: "spinner" }), said),
        (done.length > 0 || working) && h("div", { class: "wide", key: "verdicts" },
          h("table", { class: "rows verdicts" },
          h("thead", {}, h("tr", {}, ["Table", "Events", "Rounds", "Verdict"].map((title) =>
            h("th", { scope: "col", key: title, class: ["Events", "Rounds"].includes(title) ? "number" : "" },
            title)))),
          h("tbody", {}, this.names.map((name) => this.row(name)))))),
      h("section", { class: "panel", key: "export" }, h("h2", {}, "Export"),
        h("p", {}, "Every event as it is stored, for other programs. Order and key of a shuffle that is still dealt from are left out."),
        [["This table", page.table.table], ["Every table", ""]].map(([title, table]) =>
          h("div", { class: "tools-row", key: title }, h("strong", {}, title),
          [["jsonl", "JSON lines"], ["csv", "CSV"]].map(([format, label]) =>
            h("a", { class: "button", key: format, download: true, "aria-label": `${title} as ${label}`,
            href: `/api/audit/export?${new URLSearchParams({ format, ...(table ? { table } : {}) })}` }, label))))),
    ];
  }

  row(name) {
    const { page } = this;
    const verdict = this.verdicts.get(name);
    const number = (value) => h("td", { class: "number" }, value === undefined ? "" : value.toLocaleString("en-US"));
    return h("tr", { key: name }, h("th", { scope: "row" }, name), number(verdict?.events), number(verdict?.rounds),
      h("td", {}, !verdict ? (this.working === name ? [h("span", { class: "spinner" }), "verifying"] : "waits")
        : verdict.problem ? h("span", { class: "verdict wrong" }, sentence(verdict.problem))
          : verdict.good ? h("span", { class: "verdict good" }, "Good")
            : [h("span", { class: "verdict wrong", key: "why" },
              `Event ${verdict.fault.version}: ${sentence(verdict.fault.reason)} `),
              page.link(`/audit?${new URLSearchParams({ table: name, view: "events", before: verdict.fault.version + 1, open: verdict.fault.version })}`, { key: "look" }, "Look at it")]));
  }
}

/** A file from what is here; `houseway audit verify --noted` reads heads that were saved. */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
