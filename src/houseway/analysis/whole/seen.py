"""A seat's round at a choice as its player sees it, and what one of its bets is expected to come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from houseway.analysis.exact.shared.spot import Spot
from houseway.engine.replay import Replay
from houseway.engine.scene import Scene, scene
from houseway.engine.view import view
from houseway.games.game import Game
from houseway.rules.tape import SAY_LAMMER


class Bet(NamedTuple):
    wager: str
    hand: int


@dataclass(frozen=True)
class SeenRound:
    """All that a whole round may be judged by. Cards of other seats are left out, as in every hint."""

    spot: Spot
    open: Mapping[Bet, int]  # cents in action of the seat, tokes apart
    settled_cents: int  # won so far by the seat, tokes apart
    lammer: bool  # the seat plays for Envy
    others: tuple[Mapping[str, int], ...]  # cents bet at each seat of another player

    @property
    def asked(self) -> int:
        """The hand that the choice is about."""
        return self.spot.hand


@dataclass(frozen=True)
class BetsTogether:
    """What some bets, whose results hang together, win on average."""

    bets: tuple[Bet, ...]
    cents: float
    exact: bool = True


class Rest(Protocol):
    """What a game says of the bets that do not hang on a choice."""

    def hang(self, seen: SeenRound) -> tuple[str, ...]:
        """The wagers of the hand that is asked whose value a hint tells."""

    def parts(self, seen: SeenRound, act: int) -> list[BetsTogether]:
        """Every other open bet, after an act and the best play from there on."""


def seen_of(game: Game, now: Replay, seat: int, spot: Spot) -> SeenRound:
    """Read off the player's view of the tape, so that nothing else can be."""
    players = now.felt.players
    lies = scene(view(now.tape, players, int(players[seat])))
    tokes = {w for w, wager in enumerate(game.sheet.wagers) if wager.toke}
    rivals = sorted({at for at, *_ in lies.stakes if at != seat and players[at] != players[seat]})
    return SeenRound(
        spot=spot,
        open={
            Bet(game.wagers[w], hand): cents
            for (at, hand, w), cents in lies.stakes.items()
            if at == seat and cents and w not in tokes
        },
        settled_cents=sum(cents for at, _, w, _, cents in lies.settled if at == seat and w not in tokes),
        lammer=any(at == seat and word == SAY_LAMMER for at, _, word in lies.said),
        others=tuple(_first_bets(game, lies, each) for each in rivals),
    )


def _first_bets(game: Game, lies: Scene, seat: int) -> dict[str, int]:
    """What lies on a seat's first hand."""
    return {game.wagers[w]: cents for (at, hand, w), cents in lies.stakes.items() if (at, hand) == (seat, 0)}
