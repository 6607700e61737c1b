// Everyone on the staff, and how each of them is logged out everywhere.

import { get, post } from "/js/api.js";
import { openDialog } from "/js/dialogs.js";
import { h } from "/js/dom.js";
import { toast } from "/js/toast.js";
import { button, figures, sentence } from "./parts.js";

export const signOut = (who) => post("/api/staff/sign-out", { who });

export async function staffDialog() {
  let accounts = [];
  let problem = "";
  try {
    accounts = await get("/api/staff");
  } catch (refusal) {
    problem = refusal.message;
  }
  openDialog("Staff", ({ again }) => {
    const out = async (name) => {
      try {
        await signOut(`staff:${name}`);
        toast(`${name} is logged out everywhere`, "good");
      } catch (refusal) {
        problem = refusal.message;
        again();
      }
    };
    const row = ({ name, role }) => [name, [name, role,
      button("Log out", () => out(name), { class: "link", "aria-label": `Log out ${name} everywhere` })]];
    return [
      figures(["Who", "Role", "Sessions"], accounts.map(row)),
      h("p", { class: "bad", role: "alert", key: "problem" }, problem && sentence(problem)),
      h("p", { class: "quiet", key: "how" }, "Accounts are made and ended with ", h("code", {}, "houseway staff"), "."),
    ];
  }, "small");
}
