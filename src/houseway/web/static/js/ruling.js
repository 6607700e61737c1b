// A supervisor's ruling on an irregularity, in a sentence.

/** On the bet of a seat, or on the round. */
export const rulingText = ({ seat, sort, outcome, reason, by }) =>
  `${seat ? `Seat ${seat}. ` : ""}${sort}: ${outcome} (${reason}), ruled by ${by}`;

/** A ruling that voids the round is told by its void. */
export const isRuledOn = (rulings) => rulings.some(({ voids }) => !voids);

/** What is told of each row, with every ruling at the last row before it was made. */
export function withRulings(news, rulings) {
  const told = [...news];
  for (const each of rulings.filter(({ voids }) => !voids)) {
    const i = Math.max(each.row - 1, 0);
    told[i] = [told[i], rulingText(each)].filter(Boolean).join(". ");
  }
  return told;
}
