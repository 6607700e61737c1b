// Short messages that come and go: refusals, and what the house wants everyone to know.

import { isNarrow } from "./narrow.js";

const SHOWN_MS = 5000;
const AT_ONCE = 3;  // on a narrow screen one: what lies under them is to be read too

export function toast(text, tone = "note") {
  let holder = document.querySelector(".toasts");
  if (!holder) {
    holder = document.createElement("div");
    holder.className = "toasts";
    holder.setAttribute("role", "status");
    holder.style.setProperty("--dock", document.documentElement.style.getPropertyValue("--dock"));
    document.body.append(holder);
  }
  const said = document.createElement("p");
  said.className = `toast ${tone}`;
  said.textContent = text[0].toUpperCase() + text.slice(1);
  for (const same of [...holder.children].filter((each) => each.textContent === said.textContent)) same.remove();  // said once
  holder.append(said);
  while (holder.children.length > (isNarrow() ? 1 : AT_ONCE)) holder.firstChild.remove();
  setTimeout(() => said.remove(), SHOWN_MS);
}
