"""What lies in sight at a choice of a round that asks for one after another, read off the lines that were told."""

from collections.abc import Iterable
from typing import NamedTuple

from houseway.analysis.universal.kinds.best_acts import ToldLine
from houseway.analysis.universal.kinds.known import SEAT_1
from houseway.rules.cards import UNSEEN
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.tape import CHOOSE, DEAL, DISCARD, MOVE, OFFER, SAID, SAY, TURN


class InSight(NamedTuple):
    """Cards as they lie, in the order in which they came, without those that lie face down."""

    hand: tuple[int, ...]  # of the hand that is asked, then the community's; who has neither plays the dealer's
    dealer: tuple[int, ...]
    acts: tuple[int, ...]  # taken in this round so far
    said: dict[str, int]  # the last that was announced, by its name and whose it was
    number: int  # of the hand, from 0


def in_sight(told: Iterable[ToldLine]) -> InSight:
    cards: dict[tuple[int, int], list[int]] = {}
    acts: list[int] = []
    said: dict[str, int] = {}
    number = 0
    for verb, seat, hand, a, b in told:
        held = cards.setdefault((seat, hand), [])
        if verb == DEAL:
            held.append(a)
        elif verb == TURN:
            held[a] = b
        elif verb == MOVE:
            cards.setdefault((seat, b), []).append(held.pop(a))
        elif verb == DISCARD:
            held.pop(a)
        elif verb == CHOOSE:
            acts.append(a)
        elif verb == SAY:
            said[f"{_whose(seat)} {SAID[a].replace('_', ' ')}"] = b
        elif verb == OFFER:
            number = hand
    own, common, dealers = (
        tuple(card for card in cards.get(place, ()) if card != UNSEEN)
        for place in ((SEAT_1, number), (HOUSE, COMMUNITY), (HOUSE, DEALER))
    )
    if not own and not common:
        own, dealers = dealers, ()
    return InSight((*own, *common), dealers, tuple(acts), said, number)


def _whose(seat: int) -> str:
    return "the dealer's" if seat == HOUSE else "your"
