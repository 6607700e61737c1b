"""Acts that name cards by their places in a hand, told by the cards themselves."""

import re
from collections.abc import Callable, Sequence

from houseway.games.sheet import Act
from houseway.rules.cards import UNSEEN, cards_text

_PLACES = re.compile(r"\d(?:\+\d)+")  # in the title of an act that names cards by where they lie


def act_named(act: Act, cards: Sequence[int], faces: Callable[[Sequence[int]], str] = cards_text) -> str:
    """ "Keep Ks Qs" for "Keep 1+2"; by its places where the hand is not known."""
    if not act.way or not knows_cards(act, cards):
        return act.title
    return _PLACES.sub(lambda found: faces([cards[int(each) - 1] for each in found[0].split("+")]), act.title)


def knows_cards(act: Act, cards: Sequence[int]) -> bool:
    return UNSEEN not in cards and len(cards) >= max(act.picks, default=0)
