// Which page of the school this address is. Each loads what it needs.

const PAGES = [
  [/^\/school\/progress$/, "school-progress", () => import("./progress.js"), []],
  [/^\/school\/challenge(?:\/([^/]+))?$/, "school-challenge", () => import("./challenge.js"), ["day"]],
  [/^\/school\/exams$/, "school-exams", () => import("./exams.js"), []],
  [/^\/school\/exam\/([^/]+)$/, "school-exam", () => import("./exam.js"), ["exam"]],
  [/^\/school\/classes$/, "school-classes", () => import("./classes.js"), []],
  [/^\/school\/class\/([^/]+)$/, "school-class", () => import("./class.js"), ["class"]],
  [/^\/school\/join\/([^/]+)$/, "school-classes", () => import("./classes.js"), ["link"]],
  [/^\/school\/([^/]+)\/(drill|spot)$/, "school-drill", () => import("./drill.js"), ["game", "view"]],
  [/^\/school\/([^/]+)\/(lesson|table)$/, "school-dealing", () => import("./dealing.js"), ["game", "view"]],
  [/^\/school(?:\/([^/]+))?$/, "school-path", () => import("./path.js"), ["game"]],
];

open();

async function open() {
  for (const [path, tag, load, names] of PAGES) {
    const found = path.exec(location.pathname);
    if (!found) continue;
    await load();
    const page = document.createElement(tag);
    names.forEach((name, i) => found[i + 1] !== undefined && page.setAttribute(name, decodeURIComponent(found[i + 1])));
    document.body.append(page);
    return;
  }
}
