"""Hints: what each act of a choice at a live table is worth, the best first.

    advisor = Advisor(game, settings)
    advisor.prepare()                                     # seconds at most; `rank` does it if nobody has
    advisor.rank(replay(deal, choices), seat, hand, options)

A hint knows what the seat's player sees: the cards of that seat, what lies open of the dealer and the community, and
the bets. Cards of other seats are left out, as in every strategy here; so are other seats of the same player.

Values are what the bets that hang on the choice win on average under best play from there on, in units of the base bet
(the Blackjack bet, one bet of Dakota Stud, the Ante), before rounding of pays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from houseway.analysis.exact.shared.spot import Ranker, Spot
from houseway.analysis.solve import has_solver, refuse_if_long, solver_of
from houseway.analysis.solver import Hints, Progress
from houseway.analysis.whole import Rest, Whole, whole_of
from houseway.analysis.whole.seen import seen_of
from houseway.engine.replay import Deal, Replay, replay
from houseway.engine.scene import Scene, scene
from houseway.engine.view import view
from houseway.games.game import Game, Settings
from houseway.rules.cards import UNSEEN
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.refused import Refused
from houseway.rules.tape import SAY_CHECKED


@dataclass(frozen=True)
class Hint:
    act: int
    name: str
    value: float  # in units of the base bet


class Advisor:
    """Gives the hints of one game under its settings. Threads may share it: they take turns."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = game.settings(settings)
        self._hints = _hints_of(game)
        self._ranker: Ranker | None = None
        self._rest: Rest | None = None
        self._lock = Lock()

    @property
    def base(self) -> str:
        """The wager whose amount is the unit of all values."""
        return self._hints.base

    def ready(self) -> bool:
        """Whether hints come at once."""
        return self._ranker is not None

    def prepare(self, progress: Progress | None = None) -> None:
        """Solve what hints need; work of many minutes is refused."""
        with self._lock:
            if self._ranker is None:
                solver = solver_of(self.game)
                refuse_if_long(self.game, solver, self.settings)
                if progress:
                    progress(0, 1)
                ranker = self._hints.ranker(self.game, self.settings)
                self._rest = solver.whole(self.game, self.settings, ranker) if solver.whole else None
                self._ranker = ranker
            if progress:
                progress(1, 1)

    def rank(self, now: Deal | Replay, seat: int, hand: int, options: int) -> list[Hint]:
        """The acts among `options`, the best first; of equals the first in the order of the acts."""
        self.prepare()
        assert self._ranker is not None
        if isinstance(now, Deal):
            now = replay(now)
        with self._lock:
            ranked = self._ranker(spot_of(self.game, now, seat, hand, options))
        hints = [Hint(act, self.game.acts[act], float(value)) for act, value in ranked if options >> act & 1]
        return sorted(hints, key=lambda hint: (-hint.value, hint.act))

    def whole(self, now: Deal | Replay, seat: int, hand: int, hints: Sequence[Hint]) -> Whole | None:
        """What the whole round comes to after each act of these hints, which `rank` gave for the same choice.

        None for a game that does not say what its other bets are worth.
        """
        self.prepare()
        if self._rest is None:
            return None
        if isinstance(now, Deal):
            now = replay(now)
        spot = spot_of(self.game, now, seat, hand, sum(1 << hint.act for hint in hints))
        seen = seen_of(self.game, now, seat, spot)
        values = [(hint.act, hint.value) for hint in hints]
        arising = [wager.name for wager in self.game.sheet.wagers if not wager.placed]
        with self._lock:
            return whole_of(self._rest, seen, values, spot.wagers.get(self.base, 0), arising)


def told_acts(hints: Sequence[Hint], whole: Whole | None) -> list[dict[str, Any]]:
    """Hints for a page or a program, each with the cents that the whole round then wins on average."""
    told = [{"act": hint.name, "value": hint.value} for hint in hints]
    if whole is None:
        return told
    return [{**act, "whole_cents": whole.cents[hint.act]} for act, hint in zip(told, hints, strict=True)]


def _hints_of(game: Game) -> Hints:
    """As the game's solver declares them, or a refusal."""
    hints = solver_of(game).hints if has_solver(game) else None
    if hints is None:
        raise Refused(f"{game.title} has no hints yet; play it without --hints")
    return hints


def spot_of(game: Game, now: Replay, seat: int, hand: int, options: int) -> Spot:
    """What the seat's player sees of a round; read off that player's view of the tape, so that nothing else can be.

    Where all cards are the table's, the hand that is asked has none.
    """
    felt = now.felt
    seen = scene(view(now.tape, felt.players, int(felt.players[seat])))
    own = sorted({hand, *(which for at, which in {*seen.hands, *seen.taken} if at == seat)})  # a hand that is over too
    return Spot(
        options=options,
        hand=own.index(hand),
        hands=tuple(tuple(seen.cards_of((seat, each))) for each in own),
        dealer=_open(seen, DEALER),
        community=_open(seen, COMMUNITY),
        wagers={name: int(felt.wagers[seat, w]) for w, name in enumerate(game.wagers) if felt.wagers[seat, w]},
        staked={game.wagers[w]: cents for (at, which, w), cents in seen.stakes.items() if (at, which) == (seat, hand)},
        checked=(HOUSE, DEALER, SAY_CHECKED) in seen.said,
    )


def _open(seen: Scene, hand: int) -> tuple[int, ...]:
    return tuple(card for card in seen.hands.get((HOUSE, hand), []) if card != UNSEEN)
