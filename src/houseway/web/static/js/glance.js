// What a game costs, at a glance: a round, and every bet that runs beside it.

/** The figures to show, as [name, title]. Bets that hang together are told as a round, per the bet it begins with; a
 * bet that runs by itself is told by itself, so that nobody takes the edge of the round for that of a side bet. */
export function glance({ wagers, figures }, unit) {
  const bets = wagers.filter((wager) => figures[wager.name] && !wager.toke && wager.placed !== false);
  const hanging = wagers.filter((wager) => !wager.aside && !wager.toke);
  if (!figures.round || hanging.length < 2) return bets.map(({ name, title }) => [name, title]);
  const { title } = wagers.find((wager) => wager.name === unit);
  return [["round", `A round, per ${title}`], ...bets.filter((bet) => bet.aside).map((bet) => [bet.name, bet.title])];
}
