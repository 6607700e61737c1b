// Everyone on the staff: a supervisor makes, changes and ends accounts here; auditors see them, and every change.

import { get, known, post, whoAmI } from "/js/api.js";
import { openDialog } from "/js/dialogs.js";
import { h } from "/js/dom.js";
import { toast } from "/js/toast.js";
import { askForm, choice } from "./actions.js";
import { button, count, figures, sentence, timeText } from "./parts.js";

const ROLES = [["supervisor", "supervisor"], ["auditor", "auditor"], ["teacher", "teacher"]];
const SHOWN = 20;  // entries of the book
const DID = {
  account_made: "account made", account_changed: "account changed", account_removed: "account removed",
  account_signed_out: "logged out everywhere",
};

export const signOut = (who) => post("/api/staff/sign-out", { who });

export async function staffDialog() {
  const isSupervisor = known().role === "supervisor";
  let accounts = [];
  let book = [];
  let problem = "";
  let all = false;  // whether every entry is shown
  const read = async () => {
    try {
      [accounts, book] = await Promise.all([get("/api/staff"), get("/api/staff/book")]);
      problem = "";
    } catch (refusal) {
      problem = refusal.message;
    }
  };
  await read();
  openDialog("Staff", ({ again }) => {
    const renew = async () => {
      await read();
      again();
    };
    const out = async (name) => {
      try {
        await signOut(`staff:${name}`);
        toast(`${name} is logged out everywhere`, "good");
        await renew();
      } catch (refusal) {
        problem = refusal.message;
        again();
      }
    };
    const link = (title, go, label) => button(title, go, { class: "link", "aria-label": label });
    const acts = ({ name, role }) => [
      link("Log out", () => out(name), `Log out ${name} everywhere`),
      link("Change", () => changeAccount(name, role, renew), `Change ${name}`),
      name !== known().name && link("Remove", () => removeAccount(name, renew), `Remove ${name}`)];
    const row = (account) => [account.name, [account.name, account.role, ...(isSupervisor ? [acts(account)] : [])]];
    return [
      figures(["Who", "Role", ...(isSupervisor ? ["Account"] : [])], accounts.map(row), { label: "Accounts" }),
      h("p", { class: "bad", role: "alert", key: "problem" }, problem && sentence(problem)),
      isSupervisor && button("New account", () => makeAccount(renew)),
      h("h3", { key: "book" }, "Changes"),
      h("ol", { class: "log", key: "log", tabindex: "0", "aria-label": "Changes of accounts, the newest first" },
        (all ? book : book.slice(0, SHOWN)).map(entry)),
      !all && book.length > SHOWN && button(`Show all ${count(book.length)} changes`, () => {
        all = true;
        again();
      }, { key: "all" }),
    ];
  }, "small");
}

const entry = ({ version, at, did, name, role, by, changed }) => h("li", { key: version },
  h("time", { datetime: new Date(at / 1000).toISOString() }, timeText(at)),
  h("strong", {}, `${name}: ${DID[did]}`),
  h("span", {}, ` (${[...changed, role].join(", ")}) by ${by}`));

const password = (name, title, props = {}) => h("label", { class: "field", key: name }, h("span", {}, title),
  h("input", { name, type: "password", maxlength: 200, autocomplete: "new-password", ...props }));

const ownPassword = () => password("own_password", "Your own password, to confirm",
  { required: true, autocomplete: "current-password", "data-needs": "Type your own password: it shows that it is you." });

const makeAccount = (done) => askForm("New account", {
  fields: () => [
    h("label", { class: "field", key: "name" }, h("span", {}, "Name"),
      h("input", { name: "name", required: true, maxlength: 24, autocomplete: "off", "data-first": true,
        "data-needs": "Give the account a name." })),
    choice("role", "Role", ROLES, "auditor"),
    password("password", "Password, 10 letters or more", { required: true, minlength: 10 }),
    ownPassword()],
  button: "Make the account",
  done,
  send: async ({ elements }) => {
    const name = elements.name.value.trim();
    await post("/api/staff/make", { name, role: elements.role.value, password: elements.password.value,
      own_password: elements.own_password.value });
    toast(`${name} is on the staff`, "good");
  },
});

function changeAccount(name, role, done) {
  const own = name === known().name;
  askForm(`Change ${name}`, {
    fields: () => [
      h("p", { key: "about" }, own ? "You stay logged in here; everywhere else you are logged out."
        : `${name} is logged out everywhere.`),
      !own && choice("role", "Role", ROLES, role),
      password("password", own ? "New password, 10 letters or more" : "New password; empty: it stays",
        { minlength: 10, required: own, "data-first": true }),
      ownPassword()],
    button: "Change the account",
    done,
    send: async ({ elements }) => {
      await post("/api/staff/change", { name, role: elements.role?.value ?? null,
        password: elements.password.value || null, own_password: elements.own_password.value });
      await whoAmI();
      toast(`the account of ${name} is changed`, "good");
    },
  });
}

const removeAccount = (name, done) => askForm(`Remove ${name}`, {
  fields: () => [h("p", { key: "about" }, `${name} is logged out everywhere and cannot log in again. The record stays.`),
    ownPassword()],
  button: `Remove ${name}`,
  tone: "grave",
  done,
  send: async ({ elements }) => {
    await post("/api/staff/remove", { name, own_password: elements.own_password.value });
    toast(`${name} is not on the staff any more`, "good");
  },
});
