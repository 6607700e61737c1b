// Play millions of rounds and watch the mean close in on the exact value.

import { isFilledIn } from "/js/amiss.js";
import { h } from "/js/dom.js";
import { named } from "./chart.js";
import { betFields, betsOf, choice, downloads, progress, tile, typing, wagerTitle } from "./parts.js";
import { otherwisePaid } from "./remarks.js";
import { question } from "./state.js";
import { count, percent, plain, short } from "./words.js";

const ROUNDS = [100000, 1000000, 5000000, 20000000, 50000000];
const GPU_ROUNDS = [1000000000, 10000000000, 50000000000];
const DEVICES = { cpu: "a processor", gpu: "a GPU" };
const PERCENT = named("percent", (value) => `${short(value * 100)}%`);
const COUNT = named("count", short);
const BAND = 1.96;
const HEADS = ["Seen", "Edge seen", "Standard error", "Exact edge", "z", "St. dev.", "Hits"];

export function simulatePanel(view) {
  const { state, desk, go, sheet, shown } = view;
  const bets = betsOf(view);
  const devices = sheet.answer?.devices ?? ["cpu"];
  const device = devices.includes(state.device) ? state.device : "cpu";
  const most = ROUNDS.at(-1);
  const asked = Number(state.rounds) || 5000000;
  const rounds = device === "cpu" ? Math.min(asked, most) : asked;
  const offered = device === "cpu" ? ROUNDS : [...ROUNDS, ...GPU_ROUNDS];
  const url = question({ ...state, bet: state.bet.length ? state.bet : [] }, "simulate", ["set", "pay", "bet"], {
    strategy: state.strategy || sheet.answer?.strategies[0] || "optimal", rounds: String(rounds), seed: state.seed || "1",
    ...(device !== "cpu" && { device }),
  });
  const isKnown = sheet.answer || !state.device;  // what plays here is told with the paytables
  const at = state.run && isKnown ? desk.want("simulate", url) : null;
  if (!state.run) desk.drop("simulate");
  const busy = at?.question?.isBusy;
  const pick = (name) => (value) => go({ [name]: value, run: "" }, { isTyping: true });
  const isDone = at?.question?.state === "done";
  const again = () => {
    desk.drop("simulate");
    go({ run: "1", seed: isDone ? String(Number(state.seed || "1") + 1) : state.seed });
  };
  return [
    h("form", { class: "plan", novalidate: true, onsubmit: (event) => { event.preventDefault(); if (isFilledIn(event.target)) again(); } },
      sheet.answer ? betFields(view, bets) : null,
      h("div", { class: "settings" },
        h("label", {}, h("span", {}, "Rounds"), choice("rounds", String(rounds), [...new Set([...offered, rounds])].sort((a, b) => a - b).map((each) => [String(each), count(each)]), pick("rounds"))),
        h("label", {}, h("span", {}, "Seed"), h("input", { type: "number", min: 0, required: true, ...typing(shown, "seed", state.seed || "1", pick("seed")) })),
        devices.length > 1 && h("label", { key: "device" }, h("span", {}, "On"), choice("device", device, devices.map((each) => [each, DEVICES[each]]), pick("device"))),
        busy
          ? h("button", { key: "stop", type: "button", class: "button", onclick: () => desk.stop("simulate") }, "Stop")
          : h("button", { key: "run", type: "submit", class: "button primary" }, isDone ? "Run the next seed" : "Run")),
      h("p", { class: "how" }, "The same seed plays the same rounds, here and with houseway simulate.",
        otherwisePaid(sheet.answer?.options) && ` The table ${otherwisePaid(sheet.answer.options)}: exact edges are of these bets, paid so.`)),
    at && progress(at),
    at && sights(at, view, url, bets),
  ];
}

function sights(at, { state, game, go }, url, bets) {
  const question = at.question;
  const seen = question?.state === "done" ? question.answer.sights : question?.sights ?? [];
  const exact = question?.state === "done" ? question.answer.exact : question?.exact ?? {};
  const last = seen.at(-1);
  if (!last) return null;
  const names = Object.keys(last.wagers);
  const wager = names.includes(state.wager) ? state.wager : names.includes("round") ? "round" : names[0];
  const now = last.wagers[wager];
  const z = wager in exact ? (now.edge - exact[wager]) / now.standard_error : null;
  return [
    h("div", { class: "with-choice" }, h("h2", {}, "Convergence"),
      h("label", {}, h("span", { class: "for-readers" }, "Wager"), choice("sim-wager", wager, names.map((name) => [name, wagerTitle(game, name)]), (name) => go({ wager: name }, { isTyping: true })))),
    h("dl", { class: "tiles" },
      tile("Rounds played", count(last.rounds)),
      tile("Edge seen", percent(now.edge, 4), `\u00b1 ${percent(now.standard_error, 4)}`),
      wager in exact ? tile("Exact edge", percent(exact[wager], 4)) : tile("Exact edge", "not known"),
      tile("z-score", z == null ? "-" : plain(z, 2), z == null ? "" : Math.abs(z) < 2 ? "as chance has it" : Math.abs(z) < 4 ? "rare, but chance" : "look into this")),
    wager === "round" && h("p", { class: "how", key: "per" },
      `A round has all bets above, and what is added to them; it is told per unit of ${wagerTitle(game, firstBet(game, bets))}.`),
    h("lab-chart", { key: "convergence", ".spec": chart(seen, wager, exact, wagerTitle(game, wager)) }),
    table(last, exact, game),
    question.state === "done" ? downloads(url, ["convergence"]) : null,
  ];
}

/** In whose units a round is told. */
const firstBet = (game, bets) => (bets[game.wagers[0].name] ? game.wagers[0].name : Object.keys(bets).find((name) => bets[name]));

function chart(seen, wager, exact, title) {
  const points = seen.filter((sight) => sight.wagers[wager]).map((sight) => ({ rounds: sight.rounds, ...sight.wagers[wager] }));
  const settled = points.slice(Math.floor(points.length / 6));
  const reach = Math.max(...settled.map((point) => Math.abs(point.edge - (exact[wager] ?? settled.at(-1).edge)) + BAND * point.standard_error));
  const middle = exact[wager] ?? settled.at(-1).edge;
  return {
    title: `House edge of ${title} by rounds played`,
    about: `The mean of a simulation with a band of ${BAND} standard errors on either side${wager in exact ? ", against the exact value" : ""}.`,
    x: { label: "Rounds", scale: "log", format: COUNT, unit: "rounds" },
    y: { label: "House edge", format: PERCENT, range: [middle - reach, middle + reach] },
    series: [{
      name: "edge seen",
      bandName: `95% of runs: \u00b1 ${BAND} standard errors`,
      points: points.map((point) => [point.rounds, point.edge, `edge ${percent(point.edge, 4)} \u00b1 ${percent(point.standard_error, 4)}`]),
      band: points.map((point) => [point.rounds, point.edge - BAND * point.standard_error, point.edge + BAND * point.standard_error]),
    }],
    marks: wager in exact ? [{ y: exact[wager], name: "exact edge", label: `exact ${percent(exact[wager], 4)}` }] : [],
    table: { columns: ["Rounds", "Edge", "Standard error"], rows: points.map((point) => [count(point.rounds), percent(point.edge, 4), percent(point.standard_error, 4)]) },
  };
}

function table(last, exact, game) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Every wager so far" }, h("table", { class: "summary stacks" },
    h("caption", { class: "for-readers" }, "Every wager so far"),
    h("thead", {}, h("tr", {}, ["Wager", ...HEADS].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, Object.entries(last.wagers).map(([name, now]) => h("tr", { key: name },
      h("th", { scope: "row" }, wagerTitle(game, name)),
      [count(now.seen), percent(now.edge, 4), percent(now.standard_error, 4), name in exact ? percent(exact[name], 4) : "",
        name in exact && now.standard_error ? plain((now.edge - exact[name]) / now.standard_error, 2) : "",
        plain(now.standard_deviation, 4), percent(now.hit, 3)].map((cell, i) => h("td", { "data-head": HEADS[i] }, cell)))))));
}
