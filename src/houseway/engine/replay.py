"""A live round: the same function, run again from the start each time somebody has made a choice.

Nothing of a round is stored but its wagers, the order of its cards and the choices made so far. A choice that nobody
has made yet stops the run, and is its `Pending`; the next run goes past it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules.choice import acts_in
from houseway.rules.felt import Felt, clear, void
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.shoe import NEXT, SIZE, arranged_shoe, is_void
from houseway.rules.tape import ROWS


@dataclass(frozen=True)
class Pending:
    """The round waits for this seat."""

    seat: int
    hand: int
    options: int


@dataclass(frozen=True)
class Deal:
    """All that fixes a round but the players' choices."""

    game: Game
    settings: Settings
    order: Sequence[int]  # cards in dealing order
    wagers: Sequence[Wagers]  # by seat, from seat 1; an empty one sits out
    players: Sequence[int] | None = None  # who plays each seat; by default each its own player


@dataclass(frozen=True)
class Told:
    """What a round says of itself, as far as its choices carry it."""

    tape: Words
    pending: Pending | None  # None: the round is over
    cards_drawn: int


@dataclass(frozen=True)
class Replay(Told):
    """The same with the felt, for whoever has to choose."""

    felt: Felt  # its tape is `tape`


class _Script:
    def __init__(self, choices: Sequence[int]) -> None:
        self.choices = list(choices)
        self.at = 0


def _scripted(script: _Script, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    if script.at == len(script.choices):
        raise _Waits(Pending(seat, hand, options))
    act = script.choices[script.at]
    if not (act >= 0 and options >> act & 1):
        raise _NotOffered(act, seat, options)
    script.at += 1
    return act


@dataclass(frozen=True)
class _Waits(Exception):
    pending: Pending


@dataclass(frozen=True)
class _NotOffered(Exception):
    act: int
    seat: int
    options: int


@lru_cache(maxsize=64)
def rules_of(game: Game, settings: Settings) -> Any:
    """The rules under these settings, gathered once: a live round is run again at every choice."""
    return game.rules(settings)


def replay(deal: Deal, choices: Sequence[int] = ()) -> Replay:
    """Play a round up to the first choice that is not in `choices`."""
    game = deal.game
    felt = game.felt(len(deal.wagers))
    place_wagers(game, felt, deal.wagers, deal.players)
    clear(felt)
    shoe = arranged_shoe(deal.order)
    script = _Script(choices)
    pending: Pending | None = None
    try:
        game.play(rules_of(game, deal.settings), shoe, _scripted, script, felt)
    except _Waits as waits:
        pending = waits.pending
    except _NotOffered as wrong:
        name = game.acts[wrong.act] if 0 <= wrong.act < len(game.acts) else str(wrong.act)
        legal = ", ".join(game.acts[act] for act in acts_in(wrong.options))
        raise Refused(f"seat {wrong.seat} cannot {name} now: choose {legal}") from None
    if is_void(shoe):
        void(felt)
        pending = None
    elif pending is None and script.at < len(script.choices):
        raise Refused(f"the round is over: {len(script.choices) - script.at} choices more than it asked for")
    tape = felt.tape[: felt.tape_at[ROWS]].copy()  # the felt has room for a long one, which nobody keeps
    return Replay(tape, pending, int(min(shoe.at[NEXT], shoe.at[SIZE])), felt._replace(tape=tape))


def play_out(deal: Deal, plans: Sequence[Any | None], choices: Sequence[int] = ()) -> tuple[Replay, list[int]]:
    """Go on for the seats that have a plan (by seat, from seat 1), up to the first choice of a seat without one."""
    made = list(choices)
    while True:
        now = replay(deal, made)
        if now.pending is None or plans[now.pending.seat - 1] is None:
            return now, made
        wait = now.pending
        made.append(int(deal.game.follow(plans[wait.seat - 1], now.felt, wait.seat, wait.hand, wait.options)))
