// What is shown is what the address says: /lab/GAME/TAB?set=decks=6&pay=... The address is the permalink.

export const TABS = ["figures", "paytable", "compare", "strategy", "simulate", "risk", "progressive", "verdicts"];
const LISTS = ["set", "pay", "bet", "beside", "meter"];
const SINGLE = ["strategy", "wager", "row", "edge", "grid", "rounds", "seed", "session", "bankroll", "hand", "verdict", "device", "run", "progressive", "players", "target", "sd"];

export function read(place = location) {
  const [, , slug = "", tab = "figures"] = place.pathname.split("/");
  const query = new URLSearchParams(place.search);
  const state = { slug: decodeURIComponent(slug), tab: TABS.includes(tab) ? tab : "figures" };
  for (const name of LISTS) state[name] = query.getAll(name);
  for (const name of SINGLE) state[name] = query.get(name) ?? "";
  return state;
}

export function address(state) {
  const path = state.slug ? `/lab/${encodeURIComponent(state.slug)}/${state.tab}` : "/lab";
  const query = new URLSearchParams();
  for (const name of LISTS) for (const each of state[name]) query.append(name, each);
  for (const name of SINGLE) if (state[name]) query.set(name, state[name]);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The address of a question to the house, with the parts of the state that matter to it. */
export function question(state, kind, names, more = {}) {
  const query = new URLSearchParams();
  for (const name of names) {
    if (LISTS.includes(name)) for (const each of state[name]) query.append(name, each);
    else if (state[name]) query.set(name, state[name]);
  }
  for (const [name, value] of Object.entries(more)) if (value !== "") query.set(name, value);
  const text = query.toString();
  return `/api/lab/games/${encodeURIComponent(state.slug)}/${kind}${text ? `?${text}` : ""}`;
}

/** 'a=1', 'b=2' as an object, and back. */
export const pairs = (list) => Object.fromEntries(list.map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]));
export const listed = (object) => Object.entries(object).map(([name, value]) => `${name}=${value}`);
