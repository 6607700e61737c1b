"""Who sees cards of a shoe before they are shown, beside one who does not: a card that is seen is drawn at the choice.

Any card that is still to come is as likely as any other of the shoe, so it may be drawn first and lie until it is
dealt. What a player was told is all that differs, so what one does who sees nothing more is found by leaving that out.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.universal.cost import Cost
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.kinds.best_acts import Stand, ToldLine
from houseway.analysis.universal.kinds.forks import AHEAD_MAX, KNOWN_BEST, SEEN_AHEAD
from houseway.analysis.universal.kinds.shoe_question import ShoeQuestion
from houseway.analysis.universal.kinds.whole_shoe import (
    OPTIMAL,
    ShoeProof,
    ShoeWalk,
    best_of_walk,
    cost_of,
    verify_reach,
)
from houseway.analysis.universal.reads import Place
from houseway.analysis.universal.seats.decided import Decided
from houseway.analysis.universal.seats.gained import FaceUp
from houseway.analysis.universal.shape import places_seen
from houseway.rules.felt import COMMUNITY
from houseway.rules.refused import Refused


@dataclass(frozen=True)
class SeeingShoe:
    """A game that is dealt from a shoe, for who sees more."""

    asked: ShoeQuestion
    sees: str

    @cached_property
    def wider(self) -> ShoeQuestion:
        title = self.asked.game.title
        if not self.asked.probed.chooses:
            raise Refused(f"nobody has a choice in {title}: what a player sees does not matter")
        places: dict[Place, None] = {}
        for word, wanted in places_seen(self.sees).items():
            held = self.asked.probed.held
            if missing := [place for place in wanted if place[1] >= len(held) or place[2] >= held[place[1]]]:
                raise Refused(f"'{word}' cannot be seen: there are only {missing[0][2]} such cards")
            places |= dict.fromkeys(wanted)
        if len(places) > AHEAD_MAX:
            raise Refused(f"at most {AHEAD_MAX} cards of a shoe can be seen before they are shown")
        return replace(self.asked, ahead=tuple(places))

    @property
    def cost(self) -> Cost:
        """Beforehand, of both walks."""
        verify_reach(self.wider)
        wider, blind = cost_of(self.wider), cost_of(self.asked)
        return replace(wider, seconds=wider.seconds + blind.seconds)

    def found(self, progress: Progress | None) -> tuple[Solution, FaceUp, Fraction]:
        """The figures of who sees more, what that adds, and the house edge without."""
        verify_reach(self.wider)
        blind, seeing = (_proved(asked, progress) for asked in (self.asked, self.wider))
        told = decided_by_kinds(blind, seeing)
        unit, game = self.asked.unit_cents, self.asked.game
        base, edge = (-Fraction(each.counted.value, each.whole * unit) for each in (blind, seeing))
        gain = Fraction(told.gain, told.deals * unit)
        assert gain == base - edge, "decisions do not add up to the gain"
        named = f"{OPTIMAL}, seeing {self.sees}"
        solution = Solution(game.slug, self.asked.settings, named, seeing.wagers(), None, seeing.notes())
        decisions = told.decisions(game.acts, unit)
        more = [place for place in self.wider.ahead if not _is_shown(blind, place)]
        if not more:
            raise Refused(f"'{self.sees}' is seen by everybody in {game.title}, at every choice")
        shared = sum(hand == COMMUNITY for _, hand, _ in more)
        face_up = FaceUp(0, len(more), gain, 0.0, True, told.deals, decisions[0].changed, decisions, shared)
        return solution, face_up, base


def _proved(asked: ShoeQuestion, progress: Progress | None) -> ShoeProof:
    walk = ShoeWalk(asked, progress, work=f"{OPTIMAL}, seeing {asked.ahead}")
    stands = best_of_walk(walk)
    walk.take([stand.best for stand in stands])
    walk.verify(walk.run(KNOWN_BEST))
    return ShoeProof(asked, walk.finished(), OPTIMAL, tuple(stands))


def _is_shown(blind: ShoeProof, place: Place) -> bool:
    return all(place in dict(stand.cards) for stand in blind.stands)


def decided_by_kinds(blind: ShoeProof, seeing: ShoeProof) -> Decided:
    """What seeing changes at each choice, for who comes to it unseeing."""
    acts = {stand.told: stand.best for stand in blind.stands}
    number: list[int] = []
    taken: list[int] = []
    is_reached: list[bool] = []
    for stand in seeing.stands:
        act = acts[_without_sight(stand)]
        taken.append(act)
        before = stand.before
        number.append(number[before[0]] + 1 if before else 0)
        is_reached.append(not before or (is_reached[before[0]] and taken[before[0]] == before[1]))
    whole = Decided(max(number) + 1, deals=seeing.whole)
    for stand, choice, act, reached in zip(seeing.stands, number, taken, is_reached, strict=True):
        best = max(stand.values, key=lambda each: stand.values[each])
        more = stand.values[best] - stand.values[act]
        if reached and more:
            whole.won[choice] += more
            whole.changed[choice][act, best] += stand.mass
    return whole


def _without_sight(stand: Stand) -> tuple[ToldLine, ...]:
    return tuple(line for line in stand.told if line.verb != SEEN_AHEAD)
