// A supervisor's ruling on an irregularity, in a sentence.

/** On the bet of a seat, or on the round. */
export const rulingText = ({ seat, sort, outcome, reason, by }) =>
  `${seat ? `Seat ${seat}. ` : ""}${sort}: ${outcome} (${reason}), ruled by ${by}`;
