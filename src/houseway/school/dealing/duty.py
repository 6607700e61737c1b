"""The dealer's duties in a round, read off its tape: rows grouped into what is done by hand in one go, in order.

What players do (bets, choices) are rows between duties. Every other row belongs to exactly one duty.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from houseway.games.game import Game
from houseway.rules import tape as t
from houseway.rules.felt import DEALER, HOUSE
from houseway.school.dealing import deed as d
from houseway.school.dealing.deed import DealerDeed
from houseway.school.practice_round import lying
from houseway.school.question import Rows

BY_PLAYERS = (t.STAKE, t.CHOOSE)
IN_ONE_GO = (t.DEAL, t.TURN, t.MOVE, t.DISCARD)  # rows of one hand that follow one another


@dataclass(frozen=True)
class Duty:
    """One deed that is due, and the rows it writes: from `first` up to, not including, `end`."""

    deed: DealerDeed
    first: int
    end: int


def read_duties(game: Game, tape: Rows) -> tuple[Duty, ...]:
    """All duties of a tape, in order."""
    return tuple(Duty(_deed(game, tape, first, end), first, end) for first, end in _groups(tape))


def _groups(tape: Rows) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(tape):
        if tape[at][t.VERB] in BY_PLAYERS:
            at += 1
            continue
        end = at + 1
        while end < len(tape) and _goes_on(tape[at], tape[end]):
            end += 1
        yield at, end
        at = end


def _goes_on(first: Sequence[int], row: Sequence[int]) -> bool:
    """Whether a row is of the same going as the first of it. The dealer's own open cards come one at a time: each is
    looked at before the next is drawn."""
    verb, seat, hand, a, b, _ = first
    if (row[t.SEAT], row[t.HAND]) != (seat, hand):
        return False
    if verb == t.SAY:
        return a == t.SAY_HOUSE_WAY and row[t.VERB] == t.DISCARD
    if verb not in IN_ONE_GO or row[t.VERB] != verb:
        return False
    if verb == t.DEAL:
        return row[t.B] == b and (seat, hand, b) != (HOUSE, DEALER, t.FACE_UP)
    return verb != t.MOVE or row[t.B] == b


def _deed(game: Game, tape: Rows, first: int, end: int) -> DealerDeed:
    verb, seat, hand, a, b, c = tape[first]
    if verb == t.DEAL:
        return DealerDeed(d.DEAL_UP if b == t.FACE_UP else d.DEAL_DOWN, seat, hand, amount=end - first)
    if verb == t.TURN:
        return DealerDeed(d.TURN, seat, hand, places=tuple(sorted(row[t.A] for row in tape[first:end])))
    if verb == t.OFFER:
        return DealerDeed(d.ASK, seat, hand)
    if verb in (t.MOVE, t.DISCARD):
        return DealerDeed(t.VERBS[verb], seat, hand)
    if verb == t.BACK:
        return DealerDeed(d.BACK, seat, hand, game.wagers[a])
    if verb == t.SETTLE:
        return DealerDeed(d.PAY if c > 0 else d.TAKE if c else d.PUSH, seat, hand, game.wagers[a], abs(c))
    if a == t.SAY_HOUSE_WAY:
        return DealerDeed(t.SAID[a], seat, hand, places=_kept(tape, first, end))
    return DealerDeed(t.SAID[a], seat, hand, amount=b if a == t.SAY_CALL else 0)


def _kept(tape: Rows, first: int, end: int) -> tuple[int, ...]:
    """Which places of a hand are left when its discards are gone."""
    _, seat, hand, *_ = tape[first]
    now = lying(tape[:first])
    places = list(range(len(now.hands[seat, hand])))
    for row in tape[first + 1 : end]:
        del places[row[t.A]]
    return tuple(places)
