// The progressives of a table: what their meters show and keep, what a bet on them is worth, and what waits for a supervisor.

import { known, post } from "/js/api.js";
import { classes, h } from "/js/dom.js";
import { newId } from "/js/line.js";
import { dollars, percent, signed } from "/js/money.js";
import { toast } from "/js/toast.js";
import { act, askForm, choice } from "./actions.js";
import { button, counted, figures } from "./parts.js";

const WHY_MAX = 500;
const COLUMNS = ["Meter", "#Shows", "#Breaks even", "#Average", "#Overflow", "#Reserve"];

/** Every link that the table feeds. */
export function progressives(table, links, done) {
  return links.map((link) => h("div", { class: "link-of", key: link.link },
    h("p", { class: "link-head" },
      h("strong", {}, link.title),
      h("span", { class: "quiet" }, ` link ${link.link}, fed by ${counted(link.tables.length, "table")}`)),
    meterTable(link, done),
    h("p", { class: "quiet", key: "worth" }, worth(link)),
    dues(table, link, done)));
}

function meterTable(link, done) {
  const isSupervisor = known().role === "supervisor";
  const of = (name) => link.figures?.meters[name];
  const cents = (value) => (value === null || value === undefined ? "" : dollars(value));
  const row = (meter) => [meter.name, [
    meter.title,
    dollars(meter.cents),
    cents(of(meter.name)?.break_even_cents),
    cents(of(meter.name)?.average_cents),
    dollars(meter.overflow_cents),
    h("span", { class: classes(meter.reserve_cents < 0 && "warn") }, signed(meter.reserve_cents)),
    ...(isSupervisor ? [lowerButton(link, meter, done)] : []),
  ]];
  return figures([...COLUMNS, ...(isSupervisor ? [""] : [])], link.meters.map(row),
    { kind: "stacks", label: `Meters of ${link.title}` });
}

function worth({ figures: found }) {
  if (!found) return "What a bet gives back is not known yet: these options have not been solved.";
  return `A bet gives back ${percent(found.return_now)} at what the meters show, ${percent(found.return_long)} in the long run. `
    + "A reserve below nought is what the house has put up for seeds.";
}

// --- hand pays ---

function dues(table, link, done) {
  const here = link.dues.filter((due) => due.table === table.table);
  if (!here.length) return null;
  const line = (due, place) => h("li", { key: place },
    `Seat ${due.seat}, ${due.name}: ${dollars(due.cents)} of round ${due.round}. The seat is held. `,
    known().role === "supervisor" && due.is_next
      && button("Pay by hand", () => handPay(table, due, done), { class: "button", "aria-label": `Pay ${due.name} by hand` }));
  return h("ul", { class: "dues", key: "dues", "aria-label": "To be paid by hand" }, here.map(line));
}

const handPay = (table, due, done) => act(table, done, {
  name: "hand_pay",
  title: "Pay by hand",
  about: `Count out ${dollars(due.cents)} to ${due.name} at seat ${due.seat}, for round ${due.round}. It goes on record with your `
    + "name, and the seat is held no longer.",
  button: `${dollars(due.cents)} is paid`,
  reason: false,
  what: () => ({ seat: due.seat, cents: due.cents }),
  said: `${due.name} is paid ${dollars(due.cents)}`,
});

// --- lowering ---

const lowerButton = (link, meter, done) => {
  const none = meter.lowers.every(({ most_cents: most }) => !most);
  return button("Lower", () => lower(link, meter, done), {
    class: "link", "aria-label": `Lower ${meter.title}`, disabled: none, title: none ? "Nothing may come off it now" : null });
};

function lower(link, meter, done) {
  const may = meter.lowers.filter(({ most_cents: most }) => most > 0);
  const id = newId();  // asked again after a lost answer it is the same lowering
  let [chosen] = may;
  askForm(`Lower ${meter.title} of ${link.title}`, {
    fields: () => [
      h("p", { key: "about" }, "A meter is lowered by a win, or for one of these reasons (WAC 230-15-695). What comes off goes into "
        + "the reserve of the link; nothing leaves it."),
      choice("reason", "Because", may.map(({ reason, words }) => [reason, words]), chosen.reason, true),
      h("label", { class: "field", key: "dollars" },
        h("span", {}, `By how much: at most ${dollars(chosen.most_cents)}`),
        h("span", { class: "money" }, "$", h("input", { name: "dollars", type: "number", step: "0.01", min: "0.01",
          max: String(chosen.most_cents / 100), required: true, "data-needs": "Say how much comes off." }))),
      h("label", { class: "field", key: "why" }, h("span", {}, "What happened, for the record"),
        h("input", { name: "why", required: true, maxlength: WHY_MAX, autocomplete: "off", "data-needs": "Say what happened: it goes on record." })),
    ],
    typed: ({ elements }) => {
      chosen = may.find(({ reason }) => reason === elements.reason.value);
    },
    button: "Lower the meter",
    tone: "grave",
    done,
    send: async ({ elements }) => {
      const cents = Math.round(Number(elements.dollars.value) * 100);
      const told = { id, meter: meter.name, cents, reason: elements.reason.value, why: elements.why.value };
      await post(`/api/house/links/${encodeURIComponent(link.link)}/lower`, told);
      toast(`${meter.title} is lowered by ${dollars(cents)}`, "good");
    },
  });
}
