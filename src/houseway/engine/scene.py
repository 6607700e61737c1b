"""A tape (or one player's view of it) turned back into what lies on the table."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from houseway.rules.shapes import Words
from houseway.rules.tape import (
    BACK,
    CHOOSE,
    DEAL,
    DISCARD,
    MOVE,
    SAY,
    SAY_LAMMER,
    SAY_LAMMERS_IN,
    SETTLE,
    STAKE,
    TURN,
)

Place = tuple[int, int]  # seat and hand


@dataclass
class Scene:
    """Cards, chips, results and announcements, as far as the tape goes."""

    hands: dict[Place, list[int]] = field(default_factory=dict)  # UNSEEN where a face is hidden
    discards: dict[Place, list[int]] = field(default_factory=dict)  # what each hand gave up, in the order it lay
    stakes: dict[tuple[int, int, int], int] = field(default_factory=dict)  # seat, hand, wager: cents in action
    settled: list[tuple[int, int, int, int, int]] = field(default_factory=list)  # seat, hand, wager, outcome, cents
    said: dict[tuple[int, int, int], int] = field(default_factory=dict)  # seat, hand, word: value

    def cards_of(self, place: Place) -> list[int]:
        """A hand as it lies, or as it lay before it was taken to the discards."""
        return self.hands.get(place) or self.discards.get(place, [])

    @property
    def taken(self) -> list[Place]:
        """Hands that were taken to the discards whole."""
        return sorted(place for place in self.discards if place not in self.hands)

    def hear(self, row: Sequence[int]) -> None:
        """What the next row of the tape does."""
        verb, seat, hand, a, b, c = row
        held = self.hands.setdefault((seat, hand), [])
        if verb == DEAL:
            held.append(a)
        elif verb == TURN:
            held[a] = b
        elif verb == MOVE:
            self.hands.setdefault((seat, b), []).append(held.pop(a))
        elif verb == DISCARD:
            self.discards.setdefault((seat, hand), []).insert(0, held.pop(a))  # from the last place on
        elif verb == STAKE:
            self.stakes[seat, hand, a] = self.stakes.get((seat, hand, a), 0) + b
        elif verb == BACK:
            left = self.stakes.pop((seat, hand, a), 0) - b  # a bet whose settlement was undone lies there no more
            if left > 0:
                self.stakes[seat, hand, a] = left
        elif verb == SETTLE:
            self.stakes.pop((seat, hand, a), None)
            self.settled.append((seat, hand, a, b, c))
        elif verb == SAY:
            self.said[seat, hand, a] = b
            if a == SAY_LAMMERS_IN:
                self.said = {said: value for said, value in self.said.items() if said[2] != SAY_LAMMER}


def scene(tape: Words) -> Scene:
    now = Scene()
    for row in tape.tolist():
        now.hear(row)
    now.hands = {place: cards for place, cards in now.hands.items() if cards}
    return now


def chosen_on(tape: Words) -> list[list[int]]:
    """For each choice its hand, as it lay then."""
    now, held = Scene(), []
    for row in tape.tolist():
        verb, seat, hand, *_ = row
        if verb == CHOOSE:
            held.append(list(now.hands.get((seat, hand), [])))
        now.hear(row)
    return held
