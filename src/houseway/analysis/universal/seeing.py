"""Solve a game for a player who sees more than the rules show, beside one who does not."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.universal import solving
from houseway.analysis.universal.cost import Cost, by_boards, cost_of, verify_reach
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.node_cells import PLAN_MAX
from houseway.analysis.universal.proof import ROUND, Proof
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.seats.decided import Blind, decided
from houseway.analysis.universal.seats.gained import DecisionSeen, FaceUp
from houseway.analysis.universal.seats.walked_in import BEGUN_S, ROW_S, units, walked_in
from houseway.analysis.universal.solving import OPTIMAL
from houseway.analysis.universal.stops import told_when_stopped, walked_on
from houseway.analysis.universal.worded.every_act import every_act
from houseway.games.game import Game, Settings
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.refused import Refused

WALKS = 3  # of who sees no more, of who does for its figures, and for what every act is worth


@dataclass(frozen=True)
class Seeing:
    """A game, and the same game for who sees more."""

    asked: Question
    wider: Question

    @cached_property
    def more(self) -> frozenset[int]:
        """Draws that are seen beside what the rules show."""
        if not self.asked.shape.choices:
            raise Refused(f"nobody has a choice in {self.asked.game.title}: what a player sees does not matter")
        more = self.wider.shape.seen[0] - self.asked.shape.seen[0]
        if not more:
            raise Refused(f"'{self.wider.sees}' is seen by everybody in {self.asked.game.title}, at every choice")
        return more

    @property
    def cost(self) -> Cost:
        """Beforehand, of all that will be walked or counted."""
        self.verify_reach()
        walks = [self.asked, self.wider]
        if by_boards(self.wider):
            return replace(cost_of(self.wider), seconds=BEGUN_S + sum(cost_of(each).seconds for each in walks))
        walks += [self.apart] if self._has_room else []
        rows = units(self.apart) * self._rows if self._has_room else 0
        seconds = BEGUN_S + sum(map(walked_in, walks)) + rows * ROW_S
        return replace(cost_of(walks[-1]), seconds=seconds)

    def verify_reach(self) -> None:
        """Refuse what would take hours."""
        if self.more and not by_boards(self.wider):
            verify_reach(self.apart)

    @cached_property
    def apart(self) -> Question:
        """The wider question with packets that hold no cards of two packets of the other: who sees a card with his own
        may not care which of them it is, and who does not see it does."""
        wider = self.wider
        apart = replace(wider)
        apart.__dict__.update(shape=wider.shape, alike=replace(wider.alike, packets=self._packets()))
        return apart

    def _packets(self) -> tuple[tuple[int, ...], ...]:
        lies = {draw: number for number, packet in enumerate(self.asked.alike.packets) for draw in packet}
        found: list[tuple[int, ...]] = []
        for packet in self.wider.alike.packets:
            others = sorted({lies.get(draw, -1) for draw in packet})
            found += [tuple(draw for draw in packet if lies.get(draw, -1) == other) for other in others]
        return tuple(found)

    def found(self, progress: Progress | None) -> tuple[Solution, FaceUp, Fraction]:
        """The figures of who sees more, what that adds, and the house edge without. Ctrl-C keeps what is done, and the
        same question goes on from there."""
        self.verify_reach()
        return self._on_boards(progress) if by_boards(self.wider) else self._walked(progress)

    def _walked(self, progress: Progress | None) -> tuple[Solution, FaceUp, Fraction]:
        asked = self.asked
        blind = Blind(asked, walked_on(asked, _part(progress, 0)))
        proof = Proof(self.wider, walked_on(self.wider, _part(progress, 1)), OPTIMAL)
        base = -blind.mean / asked.unit_cents
        solution = Solution(asked.game.slug, asked.settings, self._named, proof.wagers(), None, proof.notes())
        gain = base - solution.wagers[ROUND].edge.value
        if not self._has_room:
            return solution, self._face_up(gain, ()), base
        told = decided(blind, self.apart, every_act(self.apart, _part(progress, 2)))
        assert told.planned * asked.deals == blind.counted.value * told.deals, "who plays unseeing wins something else"
        assert Fraction(told.gain, told.deals * asked.unit_cents) == gain, "decisions do not add up to the gain"
        return solution, self._face_up(gain, told.decisions(asked.game.acts, asked.unit_cents)), base

    def _on_boards(self, progress: Progress | None) -> tuple[Solution, FaceUp, Fraction]:
        game, settings = self.asked.game, self.asked.settings
        with told_when_stopped():
            solution = solving.solve_seeing(game, settings, self.wider.sees, progress)
            base = solving.solve(game, settings, OPTIMAL, progress).wagers[ROUND].edge.value
        return solution, self._face_up(base - solution.wagers[ROUND].edge.value, ()), base

    @property
    def _has_room(self) -> bool:
        """Whether every choice has a number, and those of one unit of the walk can be written down."""
        return self.asked.planned() and self.apart.planned() and self._rows <= PLAN_MAX

    @property
    def _rows(self) -> int:
        """Choices that are written down of one unit of the walk."""
        apart, made = self.apart, 0
        for choice, seen in enumerate(apart.seen):
            left, ways = len(apart.deck) - len(apart.alike.packets[0]), 1
            for packet in apart.alike.packets[1:seen]:
                ways *= comb(left, len(packet))
                left -= len(packet)
            made += ways * sum(len(acts) == choice and acts not in apart.ends for acts in apart.numbers)
        return made

    @property
    def _named(self) -> str:
        return f"{OPTIMAL}, seeing {self.wider.sees}"

    def _face_up(self, gain: Fraction, decisions: tuple[DecisionSeen, ...]) -> FaceUp:
        lie = [self.asked.shape.places[draw] for draw in self.more]
        shared = sum((seat, hand) == (HOUSE, COMMUNITY) for seat, hand, _ in lie)
        changed = decisions[0].changed if decisions else {}
        return FaceUp(0, len(lie), gain, 0.0, True, self.wider.deals, changed, decisions, shared)


def _part(progress: Progress | None, number: int) -> Progress | None:
    """One of the walks, one after another."""
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, WALKS * total)


def seeing(game: Game, settings: Settings, sees: str) -> Seeing:
    return Seeing(question(game, settings), question(game, settings, sees=sees))
