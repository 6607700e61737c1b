// Supervisors and teachers log in where they need it: to set exams, to open classes.

import { known } from "/js/api.js";
import { h } from "/js/dom.js";
import { toast } from "/js/toast.js";
import * as house from "./house.js";

const TEACHING = ["supervisor", "teacher"];

export const isTeaching = (who) => TEACHING.includes(who?.role);

/** `why` goes on with "log in"; `done` is called by whoever is in. */
export function logInView(why, done) {
  const submit = async (event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(event.target));
    try {
      await house.logIn(name.trim(), password);
      await done();
    } catch (refusal) {
      toast(refusal.message, "bad");
    }
  };
  const who = known();
  return h("details", { class: "panel log-in-here", key: "log-in" }, h("summary", {}, `${why}, log in as a supervisor or a teacher`),
    who?.role === "player" && h("p", { class: "quiet" }, `You learn as ${who.name} in this browser: log in from another one to stay that.`),
    h("form", { class: "school-form", onsubmit: submit },
      h("label", { class: "field" }, "Name", h("input", { name: "name", required: true, maxlength: 24, autocomplete: "username" })),
      h("label", { class: "field" }, "Password", h("input", { name: "password", type: "password", required: true, maxlength: 200, autocomplete: "current-password" })),
      h("button", { class: "button primary" }, "Log in")));
}
