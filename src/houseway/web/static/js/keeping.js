// For somebody who is kept: settings and score go to the house, and come from it to any browser.
// Only a browser that was told so asks: everybody else's page does not load this.

import { get, known, post, whoAmI } from "./api.js";
import { adopt, changed, settings } from "./settings.js";
import { remember } from "./kept.js";
import { counted, counting, takeOff } from "./tally.js";

let noted = {};  // settings, as the house has them
let sending = Promise.resolve();

/** Once a page: what the house keeps is what counts. */
export async function begin() {
  const who = known() ?? await whoAmI();
  remember(Boolean(who.kept));
  if (!who.kept) return;
  noted = (await get("/api/you/settings")).settings;
  adopt(noted);
  changed.addEventListener("change", sendSettings);
  counting.addEventListener("counted", sendScore);
  await Promise.all([sendSettings(), sendScore()]);
}

/** One after the other: the last choice is the last that the house hears. What fails is sent with the next one. */
function sendSettings() {
  sending = sending.then(async () => {
    if (!known().kept) return;
    const news = Object.entries(settings).filter(([name, value]) => noted[name] !== value);
    if (news.length) noted = (await post("/api/you/settings", { settings: Object.fromEntries(news) }, "PUT")).settings;
  }).catch(() => {});
  return sending;
}

function sendScore() {
  sending = sending.then(() => alone(async () => {
    const score = counted();
    if (!known().kept || !Object.keys(score).length) return;
    await post("/api/you/score", { score });
    takeOff(score);
  })).catch(() => {});
  return sending;
}

/** Two pages of one browser do not send the same counts twice. */
const alone = (work) => (navigator.locks ? navigator.locks.request("houseway-score", work) : work());
