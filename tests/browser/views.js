(/* Views that test_views.py draws, each of what it is given: [title, what is drawn] for each drawing. */ {
  felts: async ({ games }) => {
    const { feltPicture } = await import("/js/picture.js");
    const { feltPrints } = await import("/js/prints.js");
    const { prepare } = await import("/js/game.js");
    const payout = (title, rows) => ({ title, rows: Array.from({ length: rows }, (_, i) => [`row ${i}`, `${i} to 1`]) });
    return [...games.map((game) => [game.slug, feltPicture(prepare(game))]),
      ["prints", feltPrints({ payouts: [payout("one", 2), payout("two", 9), payout("three", 4)], lines: ["first", "second"] })],
      ["no prints", feltPrints({ payouts: [], lines: [] })],
      ["one", feltPrints({ payouts: [], lines: ["only"] })]];
  },
  cards: async () => {
    const { drawDeck } = await import("/js/cards.js");
    drawDeck();
    const numbers = [...Array.from({ length: 13 }, (_, rank) => rank * 4), 1, 2, 3];
    const wanted = new Set([...numbers.flatMap((card) => [`card-${card}`, `card-${card}-small`]), "card-back"]);
    return [...document.querySelectorAll("symbol")].filter(({ id }) => wanted.has(id)).map((each) => [each.id, [...each.children].map((part) => part.outerHTML)]);
  },
  sounds: async () => {
    const heard = [];
    let clock = 0;
    const said = (of) => (typeof of === "number" ? Math.round(of * 1000) / 1000 : typeof of === "function" || typeof of === "object" ? "..." : of);
    const stub = (path) => new Proxy(() => {}, {
      get: (_, name) => (name === "currentTime" ? clock : name === "state" ? "running" : name === "sampleRate" ? 1000
        : name === "getChannelData" ? () => new Float32Array(4) : name === Symbol.toPrimitive ? () => 0 : stub(`${path}.${String(name)}`)),
      set: (_, name, value) => heard.push(`${path}.${String(name)} = ${said(value)}`),
      apply: (_, __, given) => { heard.push(`${path}(${given.map(said)})`); return stub(path.split(".").at(-1)); },
    });
    globalThis.AudioContext = function made() { return stub("out"); };
    for (const name of ["OscillatorNode", "GainNode", "AudioBufferSourceNode", "BiquadFilterNode"]) {
      globalThis[name] = function made(_, { buffer, ...asked }) { heard.push(`${name} ${JSON.stringify(asked)}`); return stub(name); };
    }
    const { settings } = await import("/js/settings.js");
    const { sound } = await import("/js/sound.js");
    sound("card");
    heard.push("--- wanted now");
    settings.sound = "on";
    for (const [at, kind] of [[0.5, "chip"], [0.501, "chip"], [0.501, "card"], [1, "chip"], [1.5, "win"], [9, "big"]]) {
      clock = at;
      heard.push(`--- ${kind} at ${at}`);
      sound(kind);
    }
    return [["heard", heard]];
  },
  moments: async () => {
    const { leftMs, ring } = await import("/js/ring.js");
    const { bigWin, bigWinText, bigWinView } = await import("/js/big_win.js");
    const { holderView } = await import("/js/seats.js");
    const game = { wagers: [{ name: "a" }, { name: "b", toke: true }], outcomes: [] };
    const round = (staked, cents) => bigWin(game, [[0, 1, 0, 0, staked, 0], [0, 2, 0, 0, 9, 0], [8, 1, 0, 0, 0, cents]], [1]);
    const now = Date.now() * 1000;
    return [["left", [[5e6, 0], [5e6, 2000], [5e6, -2000], [-5e6, 0]].map(([us, ahead]) => leftMs(now + us, ahead))],
      ["fresh", ring(now + 20e6, 20, 0)], ["half", ring(now + 10e6, 20, 0)], ["late", ring(now + 3e6, 20, 0)],
      ["over", ring(now - 1e6, 20, 0)],
      ["big wins", [[100, 1000], [100, 999], [100, 2599], [0, 500], [100, -1000]].map(([staked, cents]) => JSON.stringify(round(staked, cents)))],
      ["words", bigWinText({ times: 12 })], ["view", bigWinView({ cents: 123450, times: 12 }, () => {})],
      ...[[], [1], [1, 2]].map((cards) => [`${cards.length} thrown away`, holderView({ discards: new Map([["1.0", cards], ["2.0", []]]) })])];
  },
  house: async ({ tables, games }) => {
    const { detail } = await import("/house/detail.js");
    const { prepare } = await import("/js/game.js");
    const { progressives } = await import("/house/progressives.js");
    const { shuffler } = await import("/house/shuffler.js");
    globalThis.fetch = async () => Response.json({ name: "Sam", role: "supervisor", csrf: "" });
    await (await import("/js/api.js")).enter("Sam");
    const change = { at: 1.7e15, words: "another machine", by: "Sam", reason: "worn out" };
    const worn = (table) => ({ ...table, wrong_deck: "B", cards_left: 17, decks: ["A", "B"], departs: "It departs.", closed: "short of staff",
      players: [{ player: "p1", name: "Ann", seats: [1, 3], cents: 12345, gone: true }, { player: "b", name: "Bot", bot: "basic", seats: [2], cents: 5 }],
      accounts: { house: -700, "player:p1": 300, "player:p2": 500, cage: -100 },
      shuffler: { ...table.shuffler, decks: { A: 3, B: 4 }, voids: 2, faults: [1, 2, 3, 4, 5, 6].map((n) => `fault ${n}`), changes: [change] } });
    const meter = { name: "m", title: "Grand", cents: 123456, overflow_cents: 700, reserve_cents: -2500, lowers: [{ most_cents: 0 }, { most_cents: 5 }] };
    const link = { link: "royal", title: "Royal", tables: ["a", "b"], meters: [meter, { ...meter, name: "n", reserve_cents: 40, lowers: [{ most_cents: 0 }] }],
      figures: { return_now: 0.61234, return_long: 0.8, meters: { m: { break_even_cents: 500000, average_cents: null } } },
      dues: [{ table: "a", seat: 2, name: "Ann", cents: 900000, round: 7, is_next: true }, { table: "b", seat: 1, name: "Bob", cents: 1, round: 1 }] };
    const shown = (table) => detail(table, { game: prepare(games.find(({ slug }) => slug === table.config.game)), hold: [], ahead: null, links: [], done() {} });
    return [...tables.slice(0, 2).map((table) => [table.table, shown(table)]), ["worn", shown(worn(tables[0]))],
      ["one deck", shuffler({ ...tables[0], decks: ["A"], shuffler: { ...tables[0].shuffler, decks: { A: 3 } } })],
      ["two decks, not told apart", shuffler({ ...tables[0], decks: ["A", "B"], shuffler: { ...tables[0].shuffler, decks: null } })],
      ["retired", shown({ ...tables[0], retired: true, closed: "moved away", rounds: 0 })],
      ["links", progressives({ table: "a" }, [link, { ...link, figures: null, tables: ["a"], dues: [] }], () => {})]];
  },
  forms: async ({ tables, games }) => {
    const acts = await import("/house/actions.js");
    const { ruleOn } = await import("/house/rulings.js");
    const { bringCards } = await import("/house/shuffler.js");
    const { prepare } = await import("/js/game.js");
    const sent = [];
    globalThis.fetch = async (path, { method = "GET", body } = {}) => {
      const { id, ...rest } = JSON.parse(body ?? "{}");
      sent.push(`${method} ${path} ${JSON.stringify(rest)}${id ? " with an id" : ""}`);
      return Response.json({ name: "Sam", role: "supervisor", csrf: "" });
    };
    await (await import("/js/api.js")).enter("Sam");
    const players = [{ player: "p1", name: "Ann", seats: [1, 3], cents: 12345 }, { player: "p2", name: "Bob", seats: [4], cents: 500 },
      { player: "b", name: "Bot", bot: "basic", seats: [2], cents: 5 }];
    const idle = { ...tables[0], phase: "betting", closed: "short of staff", players, accounts: { ...tables[0].accounts, felt: 2500 } };
    const on = { ...idle, phase: "playing", closed: "" };
    const game = prepare(games.find(({ slug }) => slug === idle.config.game));
    const read = (it) => (it.nodeType === Node.TEXT_NODE ? [it.data] : it.nodeType !== Node.ELEMENT_NODE ? []
      : [`<${it.tagName.toLowerCase()}${["name", "value", "maxlength", "min", "max", "class"].filter((name) => it.hasAttribute(name)).map((name) => ` ${name}=${it.getAttribute(name)}`).join("")}${it.required ? " required" : ""}>`,
        ...[...it.childNodes].flatMap(read)]);
    const drawn = [];
    const ask = async (title, open, fill = () => {}) => {
      sent.length = 0;
      let ended = 0;
      open(() => { ended += 1; });
      const dialog = await new Promise((found) => {
        const look = () => { const it = document.querySelector("dialog[open]"); if (it) found(it); else setTimeout(look, 5); };
        look();
      });
      const form = dialog.querySelector("form.ask");
      const before = read(form);
      form.requestSubmit();  // without a reason nothing is sent
      await new Promise((done) => setTimeout(done, 20));
      const early = sent.length;
      if (!early) {
        if (form.elements.reason) form.elements.reason.value = "because";
        fill(form);
        form.dispatchEvent(new Event("input", { bubbles: true }));
        form.requestSubmit();
      }
      for (let turn = 0; turn < 500 && sent.length && !ended; turn += 1) await new Promise((done) => setTimeout(done, 10));
      drawn.push([title, [...before, `sent at once: ${early}`, ...sent, `done: ${ended}`, `open: ${document.querySelectorAll("dialog[open]").length}`]]);
      document.querySelectorAll("dialog").forEach((each) => each.close());
    };
    await ask("close", (done) => acts.closeTable(on, done));
    await ask("close, nobody there", (done) => acts.closeTable({ ...on, players: [] }, done));
    await ask("retire", (done) => acts.retireTable(idle, done));
    await ask("reopen", (done) => acts.reopenTable(idle, done));
    await ask("void", (done) => acts.voidRound(on, done));
    await ask("remove a bot", (done) => acts.removeBot(on, players[2], done));
    await ask("sign out", (done) => acts.endSession(on, players[0], done));
    await ask("seat a bot", (done) => acts.seatBot(on, game, done));
    await ask("seat a bot, full", (done) => acts.seatBot({ ...on, config: { ...on.config, seats: 4 } }, game, done));
    await ask("rule while a round is on", (done) => ruleOn(on, done));
    await ask("rule on a late bet", (done) => ruleOn(idle, done), (form) => { form.elements.seat.value = "3"; });
    await ask("bring cards", (done) => bringCards(on, done));
    return drawn;
  },
  rounds: async ({ games, rounds }) => {
    const { prepare } = await import("/js/game.js");
    const { feltView, inFull, seatsOf } = await import("/school/felt.js");
    const { ownSeat } = await import("/js/seats.js");
    const { sceneOf } = await import("/js/tape.js");
    return rounds.flatMap(({ slug, tape, options }) => {
      const game = prepare(games.find((each) => each.slug === slug));
      const seats = seatsOf(tape).slice(0, 2);
      const at = (rows, asked) => feltView({ game, options: inFull(game, options), rows, seats, asked });
      const own = ownSeat({ game, scene: sceneOf(tape, game.totals), seat: seats[0], options: inFull(game, options), offered: new Set([game.wagers[0].name]),
        shownWagers: new Set(game.wagers.map(({ name }) => name)), title: "You", inRound: true, over: true, bets: {}, turn: true, hand: 0 });
      return [[`${slug} on its way`, at(tape.slice(0, Math.floor(tape.length * 0.6)), { seat: seats[0], hand: 0 })], [`${slug} over`, at(tape, null)], [`${slug} own`, own]];
    });
  },
  answers: async () => {
    const { formOf } = await import("/school/forms.js");
    const { clockText, comesBack, dayText, dueText } = await import("/school/when.js");
    const tape = [[0, 1, 0, 0, 500, 0], [9, 0, 0, 9, 0, 0], [1, 1, 0, 12, 1, 0], [1, 1, 0, 25, 1, 0], [1, 1, 0, 40, 1, 0], [8, 1, 0, 0, 0, 700]];
    const faults = [{ key: "late", words: "too late" }, { key: "short", words: "paid short" }];
    const keys = { choose: "z2", pick: "0192g13g", cents: "x", point: "bnnsxbnsa" };
    const forms = { choose: { options: ["yes", "no", "push", "void", "other"].map((key) => ({ key, words: `it is ${key}` })) },
      pick: { seat: 1, hand: 0, count: 2, held: 3 }, cents: {}, point: { rows: [0, 1, 2, 5], until: 6, faults } };
    const drawn = Object.entries(forms).map(([is, form]) => {
      const sent = [];
      let again = 0;
      const it = formOf({ tape, form: { is, ...form } }, (answer) => sent.push(JSON.stringify(answer)), () => { again += 1; });
      it.tell = (row) => `row ${row}`;
      const first = [it.draw(), it.how(), String(it.shown), it.pick ? JSON.stringify([...it.pick.picked]) : "nothing to pick"];
      const pressed = [...keys[is]].map((key) => `${key}: ${it.press(key)} ${it.shown} ${sent.join(" ")} ${again}`);
      const written = is !== "cents" ? [] : ["12.5", "$ 3,07", "1.234", "x", "", "0"].map((text) => { it.written = text; it.give(); return `${text}: ${it.sum} ${sent.at(-1)}`; });
      if (is === "cents") { it.add(2500); it.add(50); written.push(it.written, it.draw()); }
      const words = { choose: ["no", "maybe"], pick: [[0, 2]], cents: [1250], point: ["clean", [2, "late"], [5, "gone"]] }[is].map((answer) => it.inWords(answer));
      return [is, [first, pressed, it.draw(), written, words, sent.join(" ")]];
    });
    const now = Date.now();
    const later = [-1, 0, 0.4, 0.6, 1.4, 1.6, 12.4].map((days) => (now + days * 86_400_000) * 1000);
    return [...drawn, ["when", [...later.map((at) => `${comesBack(at)} ${dueText(at)}`), dueText(null), dayText(now * 1000),
      ...[0, -5, 1, 59_000, 60_001, 185_000, 3_600_000].map(clockText)]]];
  },
  worths: async ({ games }) => {
    const { coversText, wholeLine } = await import("/js/whole.js");
    const { progress } = await import("/js/review_page.js");
    const { EdgePreview } = await import("/house/edges.js");
    const game = games.find(({ slug }) => slug === "dakota_stud");
    const acts = (...cents) => cents.map((whole_cents, i) => ({ act: game.acts[i].name, whole_cents }));
    const bet = (wager, cents, hand = 0) => ({ wager, cents, hand });
    const covers = { exact: true, wagers: ["dollar", "one"], rest: [bet("two", 500), bet("three", 0, 1)], settled_cents: -250, left_out: [bet("three", 700)] };
    const lines = [[100, 99], [100, 101], [100, 101.5], [-100.4, 250, 251.5], [0, -5]].map((cents) => wholeLine(game, { acts: acts(...cents), covers }));
    const others = [wholeLine(game, { acts: acts(1, 9), covers: { ...covers, exact: false } }), wholeLine(game, { acts: acts(1), covers: null }),
      wholeLine(game, { acts: [], covers }), wholeLine(game, { acts: [{ act: "x" }], covers })].map((line) => line || "nothing");
    const texts = [covers, { ...covers, rest: [], settled_cents: 0, left_out: [], wagers: ["dollar"] }, null].map((each) => coversText(game, { covers: each }));
    const worths = new Map([[1, { wrong: true, cents: 123 }], [2, { wrong: false, cents: 0 }], [3, { wrong: true, cents: 0.49 }]]);
    const choices = ["Ann", "Bob", "Cy", "Di"].map((name) => ({ name, title: "stands" }));
    const at = (row, end, rows = [2, 4, 6, 8]) => progress({ review: { worths, rows }, round: { choices }, at: row, end, news: { 4: "as it was called" }, go() {} });
    const wager = (title, now, then, more = {}) => ({ wager: title, title, now, then, why: "", in_round: false, ...more });
    const edges = (isNew, told, more = {}) => Object.assign(new EdgePreview([], isNew), { told, ...more }).fields((words) => `In words: ${words}`);
    const told = { known: false, units: "Units are Antes.", wagers: [wager("same", 0.01, 0.01), wager("up", 0.01, 0.0212), wager("ahead", 0.01, -0.005), wager("part", 0.1, -0.2, { in_round: true }),
      wager("gone", 0.01, null, { why: "it is not offered" }), wager("unknown", 0.01, null, { why: "it hangs on Decks" }), wager("too", null, null, { why: "it hangs on Decks" })] };
    return [["whole rounds", [...lines, ...others, ...texts]], ["choices", at(4, 10)], ["a round without a choice", at(0, 0, [])],
      ["a change", edges(false, told)], ["a new table", edges(true, told, { working: true })], ["known", edges(false, { ...told, known: true, wagers: told.wagers.slice(0, 2) })],
      ["refused", edges(false, null, { problem: "no such option" })]];
  },
  lab: async ({ verdicts, games }) => {
    const { verdictsPanel } = await import("/lab/verdicts.js");
    const { simulatePanel } = await import("/lab/simulate.js");
    const { comparePanel } = await import("/lab/compare.js");
    const { prepare } = await import("/js/game.js");
    const { read } = await import("/lab/state.js");
    const game = prepare(games.find(({ slug }) => slug === "dakota_stud"));
    const state = (tab, query = "") => read({ pathname: `/lab/dakota_stud/${tab}`, search: query });
    const said = [];
    const go = (...words) => said.push(JSON.stringify(words));
    const desk = (answers) => ({ want: (name) => answers[name] ?? {}, drop() {}, stop() {} });
    const all = (it, tag) => (Array.isArray(it) ? it.flatMap((each) => all(each, tag)) : !it?.tag ? [] : [...(it.tag === tag ? [it] : []), ...all(it.children, tag)]);
    const of = (query) => verdictsPanel({ state: state("verdicts", query), desk: desk({ verdicts: { answer: { verdicts } } }), game, go });
    const [kind] = verdicts.map(({ verdict }) => verdict);
    const chosen = of(`?verdict=${encodeURIComponent(kind)}`);
    const press = (it) => all(it, "button").filter(({ props }) => /^(verdict|button$)/.test(props.class)).forEach(({ props }) => props.onclick?.());
    press([of(""), chosen]);
    const usual = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    const sheetOf = (options, pays, more = []) => ({ options: { ...usual, ...options }, strategies: ["optimal", "basic"], bets: {},
      tables: [{ code: "T-1", kind: "odds", wagers: ["dollar"], rows: [{ outcome: "flush", title: "flush", now: pays }, ...more] }] });
    const sheet = sheetOf({}, "5");
    const option = game.options.find(({ choices }) => choices?.length > 1);
    const other = sheetOf({ [option.name]: option.choices.find((each) => each !== option.default) }, "6", [{ outcome: "straight", title: "straight", now: "3/2" }]);
    const sight = (rounds, edge) => ({ rounds, wagers: { dollar: { edge, seen: rounds - 1, standard_error: 0.5 / Math.sqrt(rounds), standard_deviation: 1.5, hit: 0.25 }, round: { edge: edge / 2, seen: rounds, standard_error: 0.01, standard_deviation: 2, hit: 0.5 } } });
    const sights = [100, 200, 400, 800, 1600, 3200, 6400].map((rounds, i) => sight(rounds, 0.02 + (-1) ** i / rounds));
    const run = (wager, exact, words) => simulatePanel({ state: state("simulate", `?run=1&wager=${wager}`), game, go, shown: {}, sheet: { answer: sheet },
      desk: desk({ simulate: { question: { state: words, answer: { sights, exact }, sights: sights.slice(0, 3), exact } } }) });
    const figures = (edge) => ({ decimal: edge });
    const wager = (name, edge) => ({ name, title: name, figures: { edge: figures(edge), hit: figures(edge / 3), sd: figures(edge * 9) } });
    const both = comparePanel({ state: state("compare", "?set=a=1&beside=set:b=2"), game, go, sheet: { answer: sheet }, desk: desk({
      figures: { answer: { wagers: [wager("one", 0.0312), wager("two", -0.01)] } },
      beside: { answer: { wagers: [wager("one", 0.0412), wager("three", 0.2)], options: {} } }, "beside-sheet": { answer: other } }) });
    press(both);
    return [["verdicts", of("")], ["one kind", chosen], ["simulated", run("round", { round: 0.011 }, "done")],
      ["on its way, nothing known", run("dollar", {}, "working")], ["side by side", both], ["went to", said]];
  },
  panels: async ({ games, kept }) => {
    const { prepare } = await import("/js/game.js");
    const { read } = await import("/lab/state.js");
    const panel = async (slug, tab, name, sheet, query = "") => {
      const draw = (await import(`/lab/${tab}.js`))[`${tab}Panel`];
      const game = prepare(games.find((each) => each.slug === slug));
      const answer = kept[name];
      const desk = { places: new Map([["base", { answer }]]), want: (asked) => (asked === "target" ? {} : { answer, question: { state: "done", answer } }), drop() {}, stop() {} };
      return [`${tab} ${slug}`, draw({ state: read({ pathname: `/lab/${slug}/${tab}`, search: query }), game, go() {}, shown: {}, sheet: { answer: sheet }, desk })];
    };
    const row = (outcome, now, pay) => ({ outcome, title: outcome, now, pay, pays: pay });
    const sheet = { options: kept.figures.options, strategies: ["optimal"], bets: {}, tables: [
      { code: "DS-01", kind: "pays", wagers: ["dollar", "one"], rows: [row("royal_flush", "500", "500"), row("flush", "11/2", "5")] }] };
    return [await panel("dakota_stud", "figures", "figures", sheet), await panel("dakota_stud", "paytable", "figures", sheet, "?pay=dollar/flush/11/2"),
      await panel("lucky_lucky", "risk", "risk", { ...sheet, options: kept.risk.options, tables: [] }, "?bet=lucky_lucky=5&session=40&bankroll=50"),
      await panel("let_it_ride", "progressive", "progressive", { ...sheet, options: kept.progressive.options, tables: [] }, "?meter=jackpot=20000000&players=2&target=4/5")];
  },
})
