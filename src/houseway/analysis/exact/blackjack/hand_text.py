"""Hands of blackjack as people write them: 'A-7 v 6', '9-7-2 v T', '8-3 v 6 split', 'T-5-A v 9 doubled'."""

import re
from dataclasses import dataclass

from houseway.analysis.exact.blackjack.turns import hand_of
from houseway.rules.compositions import BUSTED, POINTS
from houseway.rules.refused import Refused

AFTER_SPLIT, AFTER_DOUBLE = "split", "doubled"
FORM = "write the cards and the dealer's up-card as in 'A-7 v 6' or '9-7-2 v T'"

_HAND = re.compile(r"\s*(?P<cards>[^vV]+?)\s*[vV][sS]?\.?\s*(?P<up>\w+)\s*(?P<after>\w*)\s*")
_TENS = ("10", "T", "J", "Q", "K")


@dataclass(frozen=True)
class Asked:
    """A hand somebody asks about, by points."""

    cards: tuple[int, ...]
    up: int
    hand: int
    after: str  # "", AFTER_SPLIT or AFTER_DOUBLE

    @property
    def first(self) -> int:
        return self.cards[0]


def read_hand(text: str) -> Asked:
    """The hand that is meant, or a refusal that says what is wrong with it."""
    found = _HAND.fullmatch(text)
    if found is None:
        raise Refused(f"'{text}' is not a blackjack hand: {FORM}")
    cards = tuple(_points(word, text) for word in re.split(r"[\s,-]+", found["cards"].strip(" ,-")))
    after = found["after"].lower()
    if after not in ("", AFTER_SPLIT, AFTER_DOUBLE):
        raise Refused(
            f"'{found['after']}' after a hand means nothing: it is '{AFTER_SPLIT}', '{AFTER_DOUBLE}' or nothing"
        )
    if len(cards) < 2 + (after == AFTER_DOUBLE):
        raise Refused(f"'{text}' has too few cards to act on: {FORM}")
    hand = hand_of(cards)
    if hand == BUSTED:
        raise Refused(f"'{found['cards']}' is over 21: there is nothing left to choose")
    return Asked(cards, _points(found["up"], text), hand, after)


def _points(word: str, text: str) -> int:
    name = word.upper()
    if name in _TENS:
        return POINTS - 1
    if name == "A":
        return 1
    if name.isdigit() and 2 <= int(name) <= 9:
        return int(name)
    raise Refused(f"'{word}' in '{text}' is no card: {FORM}")
