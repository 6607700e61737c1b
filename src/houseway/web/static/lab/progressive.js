// A bet that feeds meters: what it gives back at what they show and in the long run, waits, and a design.

import { h } from "/js/dom.js";
import { named } from "./chart.js";
import { choice, downloads, fraction, progress, tile, typing } from "./parts.js";
import { listed, pairs, question } from "./state.js";
import { count, dollars, oneIn, percent, short, shortDollars } from "./words.js";

const MONEY = named("money", shortDollars);
const RETURN = named("chance", (value) => `${short(value * 100)}%`);
const BETS = named("rounds", short);

export function progressivePanel(view) {
  const { state, desk, go, game } = view;
  const url = question(state, "progressive", ["set", "strategy", "pay", "meter", "players", "target", "sd"], { name: state.progressive });
  const at = desk.want("progressive", url, 250);
  const found = at.answer;
  const stop = () => desk.stop("progressive");
  if (found && !found.progressives.length) return h("p", { class: "how" }, `${game.title} carries no progressive under these options.`);
  return [
    found && form(view, found),
    progress(at, stop),
    found && h("div", { class: at.isOld ? "stack old" : "stack" }, worth(found), tiers(found), meters(found), charts(found), players(found),
      found.words.map((each) => h("p", { key: each, class: "how" }, each))),
    found && design(view, found),
    found && downloads(url, ["tiers", "meters", "players"]),
    !found && at.question?.state === "refused" && h("button", { type: "button", class: "button", onclick: () => go({ meter: [], players: "", target: "", sd: "" }) }, "Back to the seeds"),
  ];
}

function form({ state, go, shown }, found) {
  const { progressives: there, progressive: chosen } = found;
  const about = there.find((each) => each.name === chosen.name);
  const set = (changes) => go(changes, { isTyping: true });
  const put = (name) => (text) => {
    const cents = Math.round(Number(text) * 100);
    if (Number.isFinite(cents) && cents >= 0) set({ meter: listed({ ...pairs(state.meter), [name]: cents }) });
  };
  return h("form", { class: "plan", novalidate: true, onsubmit: (event) => event.preventDefault() },
    h("p", { key: "about" }, about.about),
    about.study && h("p", { class: "departs", key: "study", role: "note" }, `\u2020 For study: ${about.study}.`),
    h("div", { class: "settings" },
      there.length > 1 && h("label", { key: "which" }, h("span", {}, "Progressive"), choice("progressive", chosen.name, there.map((each) => [each.name, each.title]), (name) => go({ progressive: name, meter: [] }))),
      chosen.meters.map((meter) => h("label", { key: meter.name, class: "money" }, h("span", {}, `${meter.title} shows`), h("input", {
        type: "number", min: 0, inputmode: "decimal", ...typing(shown, `meter-${chosen.name}-${meter.name}`, String(found.shown_cents[meter.name] / 100), put(meter.name)),
      }))),
      h("label", { key: "players" }, h("span", {}, "Players with the bet"), h("input", { type: "number", min: 1, max: found.by_players.length, ...typing(shown, "players", state.players || "1", (text) => set({ players: text })) }))));
}

function worth(found) {
  return h("dl", { class: "tiles" },
    tile("Gives back now", percent(found.return.decimal), `of a bet of ${dollars(found.bet_cents)}`),
    tile("In the long run", percent(found.long_run_return.decimal), `house edge ${percent(1 - found.long_run_return.decimal, 2)}`),
    tile("Standard deviation", `${found.sd.toFixed(2)} bets`, "of one bet, now"));
}

const table = (title, heads, rows) => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title, key: title }, h("table", { class: "ends" },
  h("caption", {}, title),
  h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
  h("tbody", {}, rows.map(([first, ...rest]) => h("tr", { key: first }, h("th", { scope: "row" }, first), rest.map((cell, i) => h("td", { "data-head": heads[i + 1] }, cell)))))));

function tiers(found) {
  if (!found.tiers.length) return null;
  return table("Tiers", ["Outcome", "Pays", "One bet in", "Pays now", "Of the return", "Chance, exactly"], found.tiers.map((each) => [
    found.titles[each.tier], found.pays[each.tier], oneIn(each.chance.decimal), dollars(Math.round(each.cents.decimal)), percent(each.return.decimal), fraction(each.chance.value),
  ]));
}

function meters(found) {
  const title = (name) => found.progressive.meters.find((each) => each.name === name).title;
  const money = (exact) => (exact ? dollars(Math.round(exact.decimal)) : "");
  return table("Meters", ["Meter", "Break-even", "Average jackpot", "$10,000 more", "Chasing is fair from"], found.meters.map((each) => [
    title(each.meter), money(each.break_even_cents), money(each.average_cents), each.per_10_000 ? percent(each.per_10_000.decimal) : "", money(each.chase?.fair_from_cents),
  ]));
}

function charts(found) {
  const first = found.meters[0];
  const title = found.progressive.meters[0].title;
  const last = found.returns.at(-1)[0];
  const marks = [[first.average_cents.decimal, "average"], [first.break_even_cents?.decimal, "fair"]];
  const parts = [h("lab-chart", { key: "returns", ".spec": {
    title: `What a bet gives back, by what ${title} shows`,
    about: "The higher the meter, the more a bet gives back; at 100% it is fair.",
    x: { label: title, format: MONEY, unit: "meter" },
    y: { label: "Return", format: RETURN },
    series: [{ points: found.returns.map(([cents, value]) => [cents, value, percent(value, 2)]) }],
    marks: marks.filter(([x]) => x != null && x >= 0 && x <= last).map(([x, label]) => ({ x, label })),
    table: { columns: [title, "Return"], rows: found.returns.map(([cents, value]) => [dollars(cents), percent(value)]) },
  } })];
  if (found.waits.length) {
    parts.push(h("lab-chart", { key: "waits", ".spec": {
      title: `Chance that ${title} has been won, by bets`,
      about: "Every bet has the same chance, so the longest waits are far longer than half of them.",
      x: { label: "Bets", format: BETS, unit: "bets" },
      y: { label: "Won by then", format: RETURN, range: [0, 1] },
      series: [{ points: found.waits.map(([bets, value]) => [bets, value, percent(value, 2)]) }],
      table: { columns: ["Bets", "Won by then"], rows: found.waits.map(([bets, value]) => [count(bets), percent(value, 2)]) },
    } }));
  }
  return h("div", { class: "side-by-side", key: "charts" }, parts);
}

function players(found) {
  if (!found.hangs_on_players) return null;
  return table("By players with the bet", ["Players", "Gives back now", "In the long run"], found.by_players.map((each) => [
    String(each.players), percent(each.return.decimal), percent(each.long_run_return.decimal),
  ]));
}

// --- a design ---

function design({ state, go, shown }, found) {
  const set = (name) => (text) => go({ [name]: text.trim() }, { isTyping: true });
  return h("section", { key: "design", class: "stack" },
    h("h2", {}, "Design"),
    h("p", {}, "Seed, rates and fixed sums for a return and a volatility: the outcomes that win stay as they are."),
    h("div", { class: "settings" },
      h("label", {}, h("span", {}, "Wanted return"), h("input", { type: "text", inputmode: "decimal", placeholder: "80%", ...typing(shown, "target", state.target, set("target")) })),
      h("label", {}, h("span", {}, "Standard deviation, in bets"), h("input", { type: "number", min: 0, ...typing(shown, "sd", state.sd, set("sd")) }))),
    proposed(found.proposal));
}

function proposed(proposal) {
  if (!proposal) return null;
  if (proposal.refused) return h("p", { class: "refused", role: "alert" }, `${proposal.refused.charAt(0).toUpperCase()}${proposal.refused.slice(1)}.`);
  return [
    h("dl", { class: "tiles" },
      tile("In the long run", percent(proposal.long_run_return.decimal)),
      tile("Standard deviation", `${proposal.sd.toFixed(2)} bets`, "at the average jackpot"),
      tile("Average jackpot", dollars(Math.round(proposal.average_cents.decimal)))),
    h("pre", { class: "scroll", tabindex: 0, "aria-label": "As a page of the game's folder" }, proposal.toml),
  ];
}
