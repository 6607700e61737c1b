// For somebody who is kept: settings and score go to the house, and come from it to any browser.
// Only a browser that was told so asks: everybody else's page does not load this.

import { get, known, post, whoAmI } from "./api.js";
import { remember } from "./kept.js";
import { adopt, changed, chosenHere, settings } from "./settings.js";
import { Shelf } from "./shelf.js";
import { counting, heard, hearHouse, learntHere, takeOff } from "./tally.js";
import { toast } from "./toast.js";

const SENT_MAX = 25;  // mistakes at once: a body has a limit; the others go with the next choice
const GUIDED = "guided.";  // before the name of a game whose guide was read
const guided = new Shelf(() => localStorage, "houseway-guided");

let noted = {};  // as the house has it
let leaves = 0;  // when the house forgets us, because a browser asked for it without the passphrase

export const forgottenAt = () => leaves;
let sending = Promise.resolve();

/** Once a page: what the house keeps is what counts, but for what was chosen while it was asked. */
export async function begin() {
  const who = known() ?? await whoAmI();
  remember(Boolean(who.kept));
  if (!who.kept) return;
  ({ settings: noted, forgotten_at: leaves = 0 } = await get("/api/you/settings"));
  if (leaves && location.pathname !== "/you") toast("You are to be forgotten: if it was not you who asked, stop it on the page You", "bad");
  guided.write(gamesNoted().filter((game) => noted[GUIDED + game] ?? true));
  adopt({ ...noted, ...chosenHere });
  changed.addEventListener("change", sendSettings);
  counting.addEventListener("counted", sendScore);
  await Promise.all([sendSettings(), sendScore()]);
  if (!heard()) hearHouse(await get("/api/you/score"));
}

/** Games whose guide was read here, or of which the house knows something. */
const gamesNoted = () => [...new Set([...guided.read() ?? [],
  ...Object.keys(noted).filter((name) => name.startsWith(GUIDED)).map((name) => name.slice(GUIDED.length))])];

/** All that is kept of this browser, by name. */
function ownNow() {
  const here = guided.read() ?? [];
  return { ...settings, ...Object.fromEntries(gamesNoted().map((game) => [GUIDED + game, here.includes(game)])) };
}

/** One after the other: the last choice is the last that the house hears. What fails is sent with the next one. */
function sendSettings() {
  sending = sending.then(async () => {
    if (!known().kept) return;
    const news = Object.entries(ownNow()).filter(([name, value]) => noted[name] !== value);
    if (news.length) noted = (await post("/api/you/settings", { settings: Object.fromEntries(news) }, "PUT")).settings;
    for (const name in chosenHere) if (noted[name] === chosenHere[name]) delete chosenHere[name];
  }).catch(() => {});
  return sending;
}

function sendScore() {
  sending = sending.then(() => alone(async () => {
    const here = learntHere();
    if (!known().kept || !(Object.keys(here.score).length || here.mistakes.length)) return;
    const sent = { ...here, mistakes: here.mistakes.slice(0, SENT_MAX) };
    const learnt = await post("/api/you/score", sent);
    takeOff(sent);
    hearHouse(learnt);
  })).catch(() => {});
  return sending;
}

/** Two pages of one browser do not send the same counts twice. */
const alone = (work) => (navigator.locks ? navigator.locks.request("houseway-score", work) : work());
