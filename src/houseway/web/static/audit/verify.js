// Every round recomputed from shoe and decisions, table by table, the first wrong event named; and files to take away.

import { get } from "/js/api.js";
import { h } from "/js/dom.js";
import { button, count, counted, figures, panel, sentence } from "/house/parts.js";
import { staffDialog } from "/house/staff.js";

const ABOUT = "Recomputes the hashes and every round: commitment, count of the deck, bets, choices, pays, balances. "
  + "The staff book is verified with them.";
const ABOUT_FILES = "Every event as it is stored, for other programs. Order and key of a shuffle that is still dealt "
  + "from, or was thrown away, are left out.";
const BOOK = ":staff";  // the staff book: a stream of the ledger that is no table's
const HANDFUL = 10;  // streams that one question names
const FORMATS = [["jsonl", "JSON lines"], ["csv", "CSV"]];

export class Verify {
  constructor(page) {
    this.page = page;
    this.streams = [];
    this.verdicts = new Map();
    this.noted = new Map();  // heads that were noted earlier, by stream
    this.working = [];  // the tables that are being verified
  }

  read() {}

  /** Every stream of the ledger: tables, practice tables that were put away too, and the staff book. */
  async runAll() {
    try {
      const streams = await get("/api/audit/streams");
      const gone = [...this.noted.keys()].filter((name) => !streams.some(({ table }) => table === name));
      await this.run([...streams, ...gone.map((table) => ({ table, game_title: "", practice: false, open: false, retired: false }))]);
    } catch (refusal) {
      this.page.problem = refusal.message;
      this.page.draw();
    }
  }

  async run(streams) {
    this.streams = streams;
    this.verdicts = new Map();
    for (const names of inTurns(streams)) {
      this.working = names;
      this.page.draw();
      try {
        const heads = names.filter((name) => this.noted.has(name)).map((name) => [name, this.noted.get(name)]);
        const asked = new URLSearchParams([...names.map((name) => ["table", name]),
          ...heads.map(([name, { version, hash }]) => ["noted", `${version}:${hash}:${name}`])]);
        for (const verdict of await get(`/api/audit/verify?${asked}`)) this.verdicts.set(verdict.table, verdict);
      } catch (refusal) {
        for (const name of names) this.verdicts.set(name, { table: name, problem: refusal.message });
      }
    }
    this.working = [];
    this.page.draw();
  }

  /** A file of heads that was saved earlier, here or by `audit verify --json`: every stream must lead through them. */
  async hold(file) {
    try {
      this.noted = headsIn(await file.text());
    } catch {
      this.page.problem = `the file ${file.name} holds no heads: save them with "Save the heads" or \`houseway audit verify --json\``;
      this.page.draw();
      return;
    }
    this.page.problem = "";
    await this.runAll();
  }

  inside() {
    const { page, streams } = this;
    const { table, title, game, practice, retired } = page.table;
    const game_title = page.game?.slug === game ? page.game.title : game;
    const working = this.working.length > 0;
    const done = [...this.verdicts.values()];
    const good = done.length > 0 && done.every((verdict) => verdict.good || verdict.absent);
    const [said, tone] = this.summary(done);
    const disabled = working;
    return [
      panel("Verify", h("p", {}, ABOUT),
        h("div", { class: "tools-row" },
          button("Verify every table", () => this.runAll(), { class: "button primary", disabled }),
          button(`Verify ${table} only`, () => this.run([{ table, title, game_title, practice, retired, open: true }]), { disabled }),
          good && !working && button("Save the heads", () => save("heads.json", JSON.stringify(done, null, 2)))),
        h("label", { class: "field", key: "noted" }, h("span", {}, "Heads that were noted earlier"),
          h("input", { type: "file", accept: ".json,application/json", disabled,
            onchange: (event) => event.target.files.length && this.hold(event.target.files[0]) })),
        working && h("progress",
          { class: "bar-of", max: streams.length, value: done.length, "aria-label": "Tables verified" }),
        h("p", { role: "status", class: `verdict ${tone}` }, working && h("span", { class: "spinner" }), said),
        streams.length > 0 && figures(["Table", "Verdict", "#Events", "#Rounds"],
          streams.map((stream) => this.row(stream)), { kind: "verdicts", label: "Verdicts" })),
      panel("Export", h("p", {}, ABOUT_FILES), exports("This table", table), exports("Every table and the staff book", ""),
        exports("The staff book", BOOK)),
    ];
  }

  /** One sentence for all, and its tone. */
  summary(done) {
    const { working, streams } = this;
    if (working.length) return [`Verifying ${working[0]} (${done.length + 1} of ${streams.length}) …`, ""];
    if (!done.length) return ["", ""];
    const wrong = done.filter((verdict) => verdict.fault).length;
    const unread = done.filter((verdict) => verdict.problem).length;
    if (wrong) return [`${wrong} of ${counted(done.length, "stream")} ${wrong === 1 ? "is" : "are"} NOT as written.`, "wrong"];
    if (unread) return [`${unread} of ${done.length} could not be verified.`, "wrong"];
    const untold = done.filter((verdict) => verdict.absent).length;
    if (untold) {
      return [`Nothing is wrong, but ${untold} of ${counted(done.length, "stream")} could not be dealt again: the game is not here.`,
        "untold"];
    }
    const led = [...this.noted.keys()].filter((name) => this.verdicts.has(name)).length;
    const through = led ? ` ${led === 1 ? "One leads" : `${count(led)} lead`} through the head that was noted.` : "";
    return [(done.length > 1 ? `All ${count(done.length)} streams are good: ${this.sorts()}.` : "The stream is good.")
      + through, "good"];
  }

  /** "7 of the room (1 retired) and 25 for practice, 18 put away, and the staff book with 4 entries". */
  sorts() {
    const tables = this.streams.filter(({ table }) => table !== BOOK);
    const practice = tables.filter((each) => each.practice);
    const retired = tables.filter((each) => each.retired).length;
    const away = practice.filter((each) => !each.open && !each.retired).length;
    const book = this.verdicts.get(BOOK);
    return [
      `${count(tables.length - practice.length)} of the room`,
      retired ? ` (${count(retired)} retired)` : "",
      ` and ${count(practice.length)} for practice`,
      away ? `, ${count(away)} put away` : "",
      book ? `, and the staff book with ${counted(book.events, "entry", "entries")}` : "",
    ].join("");
  }

  row({ table: name, title = "", game_title: game, practice, open, retired }) {
    const verdict = this.verdicts.get(name);
    const number = (value) => (value === undefined ? "" : count(value));
    const told = verdict ? this.told(verdict) : this.waits(name);
    const tags = [title || game, practice && !title.includes("practice") && "practice", retired ? "retired" : !open && "put away", name === BOOK && name].filter(Boolean);
    const tag = tags.length > 0 && h("span", { class: "tag" }, tags.join(", "));
    const rounds = name === BOOK ? "" : number(verdict?.rounds);
    return [name, [[`${name === BOOK ? "The staff book" : name} `, tag], told, number(verdict?.events), rounds]];
  }

  waits(name) {
    return this.working.includes(name) ? [h("span", { class: "spinner" }), "verifying"] : "waits";
  }

  told({ table, good, problem, fault, absent, rounds, departs, archived }) {
    if (problem) return h("span", { class: "verdict wrong" }, sentence(problem));
    if (absent) {
      return h("span", { class: "verdict untold" },
        `Its game '${absent}' is not here, so ${counted(rounds, "round")} could not be dealt again; chain and money are good.`);
    }
    const isBook = table === BOOK;
    if (good) {
      return [h("span", { class: "verdict good" }, "Good "),
        isBook && button("Look at it", staffDialog, { class: "link" }), departs.map(({ version, said }) =>
        h("p", { class: "departs", key: version }, `From event ${version} on: ${said}`)),
      archived.map(({ file, first, last, rounds }) => h("p", { key: file },
        `Rounds ${count(rounds[0])} to ${count(rounds[1])} (events ${count(first)} to ${count(last)}) are in the archive ${file}.`))];
    }
    const { version, reason } = fault;
    if (isBook) {
      return [h("span", { class: "verdict wrong" }, `Entry ${version}: ${sentence(reason)} `),
        button("Look at it", staffDialog, { class: "link" })];
    }
    const place = new URLSearchParams({ table, view: "events", before: version + 1, open: version });
    return [h("span", { class: "verdict wrong" }, `Event ${version}: ${sentence(reason)} `),
      this.page.link(`/audit?${place}`, {}, "Look at it")];
  }
}

/** By stream; what is no list of verdicts throws. */
function headsIn(text) {
  const heads = JSON.parse(text).filter(({ good, absent }) => good || absent).map(({ table, head: { version, hash } }) => [table, { version, hash }]);
  if (!heads.length || heads.some(([, { version, hash }]) => !(version > 0) || !/^[0-9a-f]{64}$/.test(hash))) throw new Error();
  return new Map(heads);
}

/** Tables of the room one at a time, practice that was put away in handfuls. */
function inTurns(streams) {
  const turns = [];
  for (const { table, open } of streams) {
    const last = turns.at(-1);
    if (!open && last?.many && last.names.length < HANDFUL) last.names.push(table);
    else turns.push({ many: !open, names: [table] });
  }
  return turns.map(({ names }) => names);
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
