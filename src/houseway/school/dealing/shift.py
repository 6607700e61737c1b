"""Opening and closing a table: what a dealer does before the first round and after the last, as duties like any others.

No rules of play speak of it: it is the practice of card rooms. The rack is drawn by lot; at the end it holds what it
held at the beginning, and what the table won.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from houseway.engine.scene import Scene
from houseway.games.game import Game, Settings
from houseway.games.words import counted, dollars, listed
from houseway.school.dealing.deed import COUNT_RACK, OPEN, SHUFFLE, SIGN, SPREAD, DealerDeed
from houseway.school.dealing.duty import Duty
from houseway.school.dealing.manual import Cited
from houseway.school.dealing.offered import OfferedDeed
from houseway.school.dealing.wording import Wording
from houseway.school.lots import RACK, Lots

OPENING, DEALING, CLOSING, CLOSED = "opening", "dealing", "closing", "closed"
CHIPS_CENTS: Final = (50_000, 10_000, 2_500, 500, 100)
CHIPS_MOST = 40  # of a sort in the rack, when the table is opened
MORE_MOST = 4
OFF_CENTS = (-2_500, -500, 500, 2_500)  # miscounts that are likely
BY_PRACTICE = "The rules of play say nothing of it: it is the practice of card rooms."
BECAUSE = {
    COUNT_RACK: "The rack is counted when a table opens and when it closes, and the slip says what is in it.",
    SPREAD: "Every card is shown, face up in rows by suits: none is missing, none is marked.",
    SHUFFLE: "Only cards that everybody has seen are turned, washed and shuffled.",
    OPEN: "Bets are asked for when the rack and the cards are in order, not before.",
    SPREAD + CLOSING: "The cards are spread once more: what was dealt all day is whole.",
    SIGN: "The slip with the sum goes in the box under two names, and the lid on the rack.",
}
ORDER = {OPENING: (COUNT_RACK, SPREAD, SHUFFLE, OPEN), CLOSING: (COUNT_RACK, SPREAD, SIGN)}


@dataclass(frozen=True, eq=False)
class ShiftDuties:
    """Opening or closing, with the interface of a round (`DutyRound`) as far as a learner goes through it."""

    game: Game
    settings: Settings
    seed: int
    part: str
    won_cents: int = 0  # by the table since it was opened

    @cached_property
    def rack(self) -> dict[int, int]:
        """Chips of each sort."""
        lots = Lots(self.seed, 0, RACK)
        opened = {chip: 1 + lots.below(CHIPS_MOST) for chip in CHIPS_CENTS}
        if self.part == OPENING:
            return opened
        held = max(sum(chip * count for chip, count in opened.items()) + self.won_cents, 0)  # else a fill came
        rack = {}
        for larger, chip in reversed(list(pairwise(CHIPS_CENTS))):
            rack[chip] = held % larger // chip
            changed = min(held // larger, lots.below(MORE_MOST))  # larger ones that lie there as smaller
            rack[chip] += changed * (larger // chip)
            held -= held % larger + changed * larger
        return {CHIPS_CENTS[0]: held // CHIPS_CENTS[0], **dict(reversed(rack.items()))}

    @property
    def rack_cents(self) -> int:
        return sum(chip * count for chip, count in self.rack.items())

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        sums = {COUNT_RACK: self.rack_cents}
        return tuple(Duty(DealerDeed(kind, amount=sums.get(kind, 0)), 0, 0) for kind in ORDER[self.part])

    @property
    def wording(self) -> Wording:
        return Wording(self.game, self.settings)

    def next_steps(self, step: int, ahead: tuple[int, ...] = ()) -> tuple[int, ...]:  # noqa: ARG002 - in this order
        return (step,)

    def words(self, step: int) -> str:
        return self.deed_words(self.duties[step].deed, step)

    def deed_words(self, deed: DealerDeed, step: int) -> str:  # noqa: ARG002 - called the same at any time
        return self.wording.deed(deed, Scene())

    def because(self, step: int) -> str:
        kind = self.duties[step].deed.kind
        return f"{BECAUSE.get(kind + self.part, BECAUSE.get(kind, ''))} {BY_PRACTICE}"

    def cited(self, step: int) -> tuple[Cited, ...]:  # noqa: ARG002 - no paragraph speaks of it
        return ()

    def lying(self, step: int, ahead: tuple[int, ...] = ()) -> Scene:  # noqa: ARG002 - the felt is bare
        return Scene()

    def happened(self, step: int) -> list[str]:
        if step:
            return []
        chips = [f"{count} of {dollars(chip)}" for chip, count in self.rack.items() if count]
        cards = counted(len(self.game.deck(self.settings)), "card")
        return [f"In the rack: {listed(chips)}. Beside it: {cards}."]

    def offered(self, step: int, ahead: tuple[int, ...] = ()) -> list[OfferedDeed]:  # noqa: ARG002
        """The same at every step, what belongs to the other end of the day too."""
        likely = {self.rack_cents + off for off in (0, *OFF_CENTS) if self.rack_cents + off > 0}
        plain = [DealerDeed(kind) for kind in (SPREAD, SHUFFLE, OPEN, SIGN)]
        return [OfferedDeed(DealerDeed(COUNT_RACK), tuple(sorted(likely))), *map(OfferedDeed, plain)]

    def told(self, step: int, offered: Iterable[OfferedDeed], ahead: tuple[int, ...] = ()) -> dict[str, Any]:  # noqa: ARG002
        return {
            "tape": [],
            "step": step,
            "steps": len(self.duties),
            "happened": self.happened(step),
            "offered": [
                each.deed.to_json() | {"words": self.deed_words(each.deed, step), "amounts": list(each.amounts)}
                for each in offered
            ],
        }
