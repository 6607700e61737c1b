// The lab: choose a game and its options, and look at it from eight sides. The address says all of it.

import { get } from "/js/api.js";
import { h, painter, patch } from "/js/dom.js";
import { glance } from "/js/glance.js";
import { sentence } from "/js/sentence.js";
import { apply, choose, settings } from "/js/settings.js";
import { settingWords, worded } from "/js/words.js";
import "./chart.js";
import { Desk } from "./ask.js";
import { comparePanel } from "./compare.js";
import { figuresPanel } from "./figures.js";
import { optionsForm } from "./options.js";
import { paytablePanel } from "./paytable.js";
import { inLabWords } from "./refused.js";
import { changedPays, paysRemark } from "./remarks.js";
import { progressivePanel } from "./progressive.js";
import { reportForm } from "./report.js";
import { riskPanel } from "./risk.js";
import { simulatePanel } from "./simulate.js";
import { address, question, read, TABS } from "./state.js";
import { strategyPanel } from "./strategy.js";
import { verdictsPanel } from "./verdicts.js";
import { human, percent } from "./words.js";

const PANELS = {
  figures: figuresPanel, paytable: paytablePanel, compare: comparePanel, strategy: strategyPanel,
  simulate: simulatePanel, risk: riskPanel, progressive: progressivePanel, verdicts: verdictsPanel,
};
const TITLES = { figures: "Figures", paytable: "Paytable", compare: "Compare", strategy: "Strategy", simulate: "Simulate", risk: "Risk", progressive: "Progressive", verdicts: "Verdicts" };
const THEMES = { auto: "As the system", light: "Light", dark: "Dark" };

const lab = { state: read(), games: [], game: null, failed: "", shown: {} };
const paint = painter(draw);
const desk = new Desk(paint, (reason) => (lab.game ? inLabWords(lab.game, reason) : reason));

apply();
addEventListener("popstate", () => arrive(read()));
open();

async function open() {
  try {
    lab.games = await get("/api/games");
  } catch (error) {
    lab.failed = error.message;
  }
  await arrive(lab.state);
}

/** Show what an address says. */
async function arrive(state) {
  if (!lab.games.some((game) => game.slug === state.slug)) state = { ...state, slug: "" };
  const isNew = state.slug !== lab.game?.slug;
  lab.state = state;
  if (!state.slug) lab.game = null;
  else if (isNew) {
    lab.game = null;
    desk.dropAllBut([]);
    paint();
    try {
      lab.game = await get(`/api/games/${state.slug}`);
    } catch (error) {
      lab.failed = error.message;
    }
  }
  paint();
}

/** Go on from here: another state, and its address. Typing replaces the address; a choice adds to the history. */
function go(changes, { isTyping = false } = {}) {
  const state = { ...lab.state, ...changes };
  history[isTyping ? "replaceState" : "pushState"](null, "", address(state));
  arrive(state);
}

function goGame(slug) {
  go({ ...read({ pathname: `/lab/${slug}/${lab.state.tab}`, search: "" }), slug });
}

// --- the page ---

function draw() {
  document.title = lab.game ? `${lab.game.title}, ${TITLES[lab.state.tab]} - Lab - houseway` : "Lab - houseway";
  const place = `${lab.state.slug}/${lab.state.tab}`;
  patch(document.body, [header(), lab.failed ? failure() : lab.state.slug ? workplace() : choice()]);
  if (lab.shown.place !== place) {  // on a small screen the chosen game and view are brought into sight
    for (const link of document.querySelectorAll("nav [aria-current]")) link.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (lab.game) lab.shown.place = place;
  }
}

function header() {
  return h("header", { class: "bar" },
    h("a", { class: "skip", href: "#panel" }, "Skip to the figures"),
    h("a", { class: "brand", href: "/" }, "houseway"),
    h("a", { class: "here", href: "/lab", onclick: stay(() => go(read({ pathname: "/lab", search: "" }))) }, "Lab"),
    h("nav", { "aria-label": "Games", class: "games" }, lab.games.map((game) => h("a", {
      key: game.slug, href: `/lab/${game.slug}/${lab.state.tab}`, "aria-current": game.slug === lab.state.slug ? "page" : null,
      onclick: stay(() => goGame(game.slug)),
    }, game.title))),
    h("label", { class: "theme" }, h("span", { class: "for-readers" }, "Colours"),
      h("select", { onchange: (event) => { choose("theme", event.target.value); paint(); } },
        Object.entries(THEMES).map(([name, title]) => h("option", { value: name, selected: settings.theme === name }, title)))));
}

const failure = () => h("main", { id: "panel", class: "page" }, h("h1", {}, "The lab is closed"), h("p", { class: "refused", role: "alert" }, lab.failed));

function choice() {
  return h("main", { id: "panel", class: "page" },
    h("h1", {}, "The lab"),
    h("p", { class: "lead" }, "Exact figures of every wager, paytables you can change, strategies, simulations, risk, progressives, and what the makers published against what we compute."),
    h("ul", { class: "choices" }, lab.games.map((game) => h("li", { key: game.slug },
      h("a", { href: `/lab/${game.slug}/figures`, onclick: stay(() => goGame(game.slug)) },
        h("strong", {}, game.title), h("span", {}, game.about), h("span", { class: "edges" }, shortEdges(game)))))));
}

function shortEdges(game) {
  const { figures, wagers, layout } = game;
  const shown = glance(game, layout?.unit || wagers[0].name);
  return shown.length ? `House edge: ${shown.map(([name, title]) => `${title} ${percent(figures[name].edge, 2)}`).join("   ")}` : "";
}

function workplace() {
  if (!lab.game) return h("main", { id: "panel", class: "page" }, h("p", { class: "working" }, "Opening..."));
  const { state, game } = lab;
  const sheet = desk.want("sheet", question(state, "paytables", ["set", "pay"]), lab.shown.sheet ? 120 : 0);
  lab.shown.sheet = true;
  const view = { state, game, sheet, desk, go, shown: lab.shown };
  return h("div", { class: "workplace" },
    h("aside", { "aria-label": "Game and options" }, optionsForm(view)),
    h("main", { id: "panel" },
      h("div", { class: "heading" },
        h("h1", {}, game.title),
        h("p", {}, `${game.maker}. ${worded(game, sheet.answer?.options ?? {}, game.about)}`),
        h("p", { key: "rules" }, h("a", { href: `/rules/${game.slug}` }, "The rules with pictures")),
        reportForm(view),
        sheet.answer && h("p", { class: "on-paper" }, inWords(game, sheet.answer, state)),
        sheet.answer?.study && h("p", { class: "departs", key: "study", role: "note" }, `† ${sheet.answer.study}`),
        paysRemark(view)),
      tabs(state),
      sheet.question?.state === "refused" && !(sheet.answer && state.pay.length)  // who types a pay keeps the field
        ? refusal(sheet.question.reason)
        : h("section", { key: state.tab, class: `panel ${state.tab}`, "aria-label": TITLES[state.tab] }, PANELS[state.tab](view))));
}

/** What an address asks for cannot be: the way back is beside it. */
const refusal = (reason) => h("div", { class: "refused", key: "refused" },
  h("p", { role: "alert" }, sentence(reason)),
  h("button", { type: "button", class: "button", onclick: () => go({ set: [], pay: [], run: "" }) }, "Back to the standard options"));

/** What a printed page must say, where the form is not to be seen: every option, and the strategy. */
function inWords(game, sheet, state) {
  const told = game.options.map((option) => `${option.title}: ${settingWords(option, sheet.options[option.name])}`);
  return [`Strategy: ${human(state.strategy || "optimal").toLowerCase()}`, ...changedPays(game, sheet), ...told].join(" · ");
}

function tabs(state) {
  return h("nav", { class: "tabs", "aria-label": "Views of the game" }, TABS.map((tab) => h("a", {
    key: tab, href: address({ ...state, tab }), "aria-current": tab === state.tab ? "page" : null,
    onclick: stay(() => go({ tab, run: "" })),
  }, TITLES[tab])));
}

/** Follow a link within the page; with a modifier key the browser opens it as usual. */
function stay(act) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    act();
  };
}
