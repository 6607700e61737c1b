// A game as the house describes it, made ready for the felt: wagers, acts and outcomes in the order of the tape.

import { get } from "./api.js";
import { inForce } from "./words.js";

const PLAIN = { felt: "#14624a", motto: "", dealer: 2, dealer_title: "Dealer", community: 0, community_title: "Community", totals: "", unit: "", house_ways: [] };

export async function loadGame(slug) {
  return prepare(await get(`/api/games/${slug}`));
}

export function prepare(game) {
  const layout = { ...PLAIN, ...game.layout };
  layout.spots ??= rowOf(game.wagers.filter((wager) => wager.placed !== false));
  const numbered = new Map(game.wagers.map((wager, number) => [wager.name, number]));
  const spots = layout.spots.map((spot) => ({ shape: "circle", hand: 0, ...spot, number: numbered.get(spot.wager) }));
  return {
    ...game,
    layout: { ...layout, spots },
    wager: (name) => game.wagers[numbered.get(name)],
    totals: numbered.get(layout.totals) ?? -1,
    unit: layout.unit || game.wagers[0].name,
    paragraphs: null,
  };
}

/** A game that has no layout gets its wagers side by side. */
function rowOf(wagers) {
  const width = 100 / wagers.length;
  return wagers.map((wager, i) => ({ wager: wager.name, label: wager.title, at: [width * (i + 0.5), 34] }));
}

/** Line n of the house way as a dealer calls it, the first sentence of its paragraph, once the rules are here. */
export function houseWayLine(game, options, line) {
  const way = game.layout.house_ways.find((each) => inForce(each.when, options));
  const found = way && game.paragraphs?.find((paragraph) => paragraph.id === `${way.lines}${line}`);
  return found ? found.text.match(/.*?(?=\.(?: [A-Z]|$))/)[0] : "";
}

export async function loadRules(game) {
  game.paragraphs = await get(`/api/games/${game.slug}/rules`);
  return game.paragraphs;
}
