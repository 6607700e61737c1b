"""Which bets the values of a hint are of, and which bets of the same seat are open and not in them.

A hint values the bets that hang on a choice. What else lies there goes on by itself: its own value is not worked out,
so whoever is told a value is told what it leaves out.
"""

from dataclasses import dataclass

from houseway.engine.replay import Replay
from houseway.engine.scene import scene
from houseway.engine.view import view
from houseway.games.game import Game
from houseway.rules.tape import SAY_LAMMER

ENVY = "envy"

# By an act that such a choice always offers: the wagers of the hand that is asked.
HANG_ON = {
    "insure": ("insurance",),
    "leave_one": ("one",),
    "leave_two": ("two", "three"),
    "keep_12": ("ante", "bonus"),
    "stand": ("blackjack", "hat_trick"),
}


@dataclass(frozen=True)
class OpenBet:
    wager: str
    hand: int
    cents: int  # 0: a prize that needs no bet of its own


@dataclass(frozen=True)
class Counted:
    wagers: tuple[str, ...]  # that the values are of
    open: tuple[OpenBet, ...]  # that they leave out, tokes apart


def counted(game: Game, now: Replay, seat: int, hand: int, options: int) -> Counted | None:
    """As the seat's player sees the table; None for a game that does not say what hangs on its choices."""
    acts = [name for act, name in enumerate(game.acts) if options >> act & 1]
    hang = next((wagers for act, wagers in HANG_ON.items() if act in acts), None)
    if hang is None:
        return None
    felt = now.felt
    seen = scene(view(now.tape, felt.players, int(felt.players[seat])))
    own = [
        OpenBet(game.wagers[w], which, cents) for (at, which, w), cents in seen.stakes.items() if at == seat and cents
    ]
    envies = any(at == seat and word == SAY_LAMMER for at, _, word in seen.said)
    if envies and any(at != seat for at, *_ in seen.stakes):
        own.append(OpenBet(ENVY, 0, 0))
    tokes = {wager.name for wager in game.sheet.wagers if wager.toke}
    within = [bet for bet in own if bet.hand == hand and bet.wager in hang]
    left = tuple(bet for bet in own if bet not in within and bet.wager not in tokes)
    return Counted(tuple(bet.wager for bet in within) or hang[:1], left)
