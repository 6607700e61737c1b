"""A deed: one thing a dealer does by hand or says aloud, as a value that a learner picks and a page sends back.

Its kinds are the verbs of the tape, and the words that a dealer says, under the names they have there. Two deeds are
the same deed when they are equal; a key is a deed in one word.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from houseway.games.words import said_again
from houseway.rules.refused import Refused
from houseway.rules.tape import SAID

DEAL_UP, DEAL_DOWN = "deal_up", "deal_down"
TURN, ASK, MOVE, DISCARD, BACK = "turn", "ask", "move", "discard", "back"
TAKE, PUSH, PAY = "take", "push", "pay"
DEALS = (DEAL_UP, DEAL_DOWN)
SETTLES = (TAKE, PUSH, PAY)
RULE, CLEAR, CLOSE = "rule", "clear", "close"  # on an irregularity; between two rounds; after the last
COUNT_RACK, SPREAD, SHUFFLE, OPEN, SIGN = "count_rack", "spread", "shuffle", "open", "sign"  # a table opens, and closes

# In the order in which a menu has them.
KINDS = (
    "no_more_bets", "lammer", *DEALS, TURN, "checked", ASK, "call", "advice", MOVE, BACK, DISCARD, "house_way",
    "natural", "total", "ranked", "cap", *SETTLES, "lammers_in", "void", CLEAR, CLOSE, RULE,
    COUNT_RACK, SPREAD, SHUFFLE, OPEN, SIGN,
)  # fmt: skip
assert set(SAID) <= set(KINDS)


@dataclass(frozen=True, order=True)
class DealerDeed:
    """What is done, and to whose hand: seat 0 is the house, its hand 0 the dealer's and its hand 1 the community's."""

    kind: str
    seat: int = 0
    hand: int = 0
    wager: str = ""  # of what is taken, paid, pushed or given back; of a ruling: which
    amount: int = 0  # cents taken, paid or counted; cards dealt; number of a call
    places: tuple[int, ...] = ()  # cards turned, or kept of the dealer's own; their places in the hand, from 0

    @property
    def key(self) -> str:
        places = "+".join(map(str, self.places))
        return f"{self.kind}:{self.seat}:{self.hand}:{self.wager}:{self.amount}:{places}"

    @classmethod
    def from_key(cls, key: str) -> Self:
        parts = key.split(":")
        try:
            kind, seat, hand, wager, amount, places = parts
            deed = cls(kind, int(seat), int(hand), wager, int(amount), tuple(map(int, filter(None, places.split("+")))))
        except ValueError:
            raise Refused(f"'{said_again(key)}' is no deed: do one of those that are offered") from None
        if deed.key != key or kind not in KINDS:
            raise Refused(f"'{said_again(key)}' is no deed: do one of those that are offered")
        return deed

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, **vars(self), "places": list(self.places)}

    def of(self, amount: int) -> Self:
        """The same with so many cents."""
        return replace(self, amount=amount)
