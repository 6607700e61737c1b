// What the makers published against what we compute.

import { h } from "/js/dom.js";
import { downloads, progress } from "./parts.js";
import { question } from "./state.js";

const KINDS = { reproduced: "good", "reproduced under the published assumption": "warn", differs: "bad", open: "note" };

/** 1 differs, 3 differ. */
const word = (kind, count) => (kind === "differs" && count !== 1 ? "differ" : kind);

export function verdictsPanel({ state, desk, game, go }) {
  const url = question(state, "verdicts", []);
  const at = desk.want("verdicts", url);
  const found = at.answer?.verdicts;
  if (!found) return progress(at);
  if (!found.length) return h("p", { class: "how" }, `The source of ${game.title} publishes no figure.`);
  const counts = {};
  for (const each of found) counts[each.verdict] = (counts[each.verdict] ?? 0) + 1;
  const chosen = state.verdict in counts ? state.verdict : "";
  const pick = (verdict) => () => go({ verdict: verdict === chosen ? "" : verdict }, { isTyping: true });
  return [
    h("p", {}, `${found.length} published ${found.length === 1 ? "figure" : "figures"}, each against our own. Press a verdict to see those only.`),
    h("div", { class: "counts", role: "group", "aria-label": "Verdicts" }, Object.keys(KINDS).filter((kind) => counts[kind]).map((kind) => h("button", {
      key: kind, type: "button", class: `verdict ${KINDS[kind]}`, "aria-pressed": kind === chosen ? "true" : "false", onclick: pick(kind),
    }, `${counts[kind]} ${word(kind, counts[kind])}`))),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Published figures and ours" }, h("table", { class: "claims stacks" },
      h("caption", { class: "for-readers" }, "Published figures and ours"),
      h("thead", {}, h("tr", {}, ["What was published", "Published", "Ours", "Verdict"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, found.filter((each) => !chosen || each.verdict === chosen).map((each) => h("tr", { key: each.claim },
        h("th", { scope: "row" }, each.about, h("small", {}, each.cites), each.why ? h("p", {}, each.why) : null),
        h("td", { "data-head": "Published" }, each.published),
        h("td", { "data-head": "Ours" }, each.ours, each.under_assumption ? h("small", {}, `assumed: ${each.under_assumption}`) : null),
        h("td", { "data-head": "Verdict" }, h("span", { class: `verdict ${KINDS[each.verdict]}` }, each.verdict))))))),
    downloads(url, ["verdicts"]),
  ];
}
