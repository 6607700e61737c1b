// What a person prefers, kept in this browser and told to the stylesheet by attributes of the root element.

const KEPT = "houseway-settings";
const START = {
  theme: "auto", deck: "four", motion: "auto", pace: "normal", bots: "watch", sound: "off", keys: "on", hints: "before", heard: "own",
};

export const settings = { ...START, ...read() };
export const changed = new EventTarget();

/** Chosen on this page, and not yet heard by the house that keeps them: an older answer of it does not undo them. */
export const chosenHere = {};

export function choose(name, value) {
  chosenHere[name] = value;
  adopt({ [name]: value });
}

/** Several at once; what this page does not know is left out. */
export function adopt(chosen) {
  for (const [name, value] of Object.entries(chosen)) if (name in START) settings[name] = value;
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch { /* a browser that keeps nothing still plays */ }
  apply();
  changed.dispatchEvent(new Event("change"));
}

export function apply() {
  const root = document.documentElement;
  root.dataset.deck = settings.deck;
  root.dataset.motion = settings.motion;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

export const still = () => settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}
