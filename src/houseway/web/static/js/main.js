// Which page this address is. Each loads what it needs.

import { isKeptHere } from "./kept.js";
import { apply } from "./settings.js";

const PAGES = [
  [/^\/table\/([^/]+)$/, "house-table", () => import("./table.js"), ["name"]],
  [/^\/round\/([^/]+)\/(\d+)$/, "house-round", () => import("./round.js"), ["table", "number"]],
  [/^\/rules\/([^/]+)$/, "house-rules", () => import("./rules.js"), ["slug"]],
  [/^\/meters$/, "house-wall", () => import("./wall.js"), []],
  [/^\/$/, "house-lobby", () => import("./lobby.js"), []],
];

apply();
open();
if (isKeptHere()) import("./keeping.js").then(({ begin }) => begin()).catch(() => {});

async function open() {
  for (const [path, tag, load, names] of PAGES) {
    const found = path.exec(location.pathname);
    if (!found) continue;
    await load();
    const page = document.createElement(tag);
    names.forEach((name, i) => page.setAttribute(name, decodeURIComponent(found[i + 1])));
    document.body.append(page);
    return;
  }
  const lost = document.createElement("p");
  lost.className = "page";
  lost.textContent = "There is no such page.";
  document.body.append(lost);
}
