// The report of what is looked at, or a card to print, as a file: asked for, worked out in the house, then downloaded.

import { h } from "/js/dom.js";
import { Question } from "./ask.js";
import { progress } from "./parts.js";
import { question } from "./state.js";

const FORMATS = { pdf: "PDF", html: "HTML", xlsx: "Excel, live formulas", md: "Markdown", json: "JSON" };
const CARDS = { strategy: "Strategy card", paytable: "Paytable cards", layout: "Layout to scale" };

export function reportForm({ state, desk, shown }) {
  const form = (shown.report ??= { format: "pdf", asked: null });
  return h("div", { class: "report-form", key: "report" },
    h("label", {}, h("span", {}, "Report"),
      h("select", { name: "report", onchange: (event) => { form.format = event.target.value; } },
        choices("The whole analysis", FORMATS, form), choices("To print, as PDF", CARDS, form))),
    h("button", { type: "button", class: "button", disabled: Boolean(form.asked?.isBusy), onclick: () => ask(form, state, desk) }, "Download"),
    form.asked && form.asked.state !== "done" ? progress({ question: form.asked, answer: null }, () => stop(form, desk)) : null);
}

const choices = (label, titles, form) => h("optgroup", { key: label, label },
  Object.entries(titles).map(([name, title]) => h("option", { key: name, value: name, selected: name === form.format }, title)));

function ask(form, state, desk) {
  const asks = ["set", "strategy", "pay"];
  const url = form.format in CARDS ? question(state, "card", asks, { which: form.format }) : question(state, "report", asks, { format: form.format });
  const asked = new Question(url, () => {
    if (asked.state === "done") save(`${url}&download=true`);
    desk.changed();
  }, desk.words);
  form.asked = asked;
  desk.changed();
}

function stop(form, desk) {
  form.asked.leave();
  desk.changed();
}

function save(url) {
  const link = Object.assign(document.createElement("a"), { href: url, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}
