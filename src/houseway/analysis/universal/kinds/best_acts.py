"""Information sets after a walk that did every act: the best act of each, from the last choice back to the first."""

from dataclasses import dataclass
from typing import NamedTuple

from houseway.analysis.universal.kinds.forks import SEEN_AHEAD
from houseway.analysis.universal.kinds.known import LINE_A, LINE_B, PARENT, SEAT_1, SETS, WHO, Known
from houseway.analysis.universal.reads import Place
from houseway.rules.cards import UNSEEN
from houseway.rules.choice import acts_in
from houseway.rules.tape import BACK, DEAL, OFFER, STAKE, TURN


class ToldLine(NamedTuple):
    """A line of the tape as the player reads it."""

    verb: int
    seat: int
    hand: int
    a: int
    b: int


@dataclass(frozen=True)
class Stand:
    """A choice as its player knows it: what is offered, the cards seen, what is in action, and what each act wins."""

    options: int
    cards: tuple[tuple[Place, int], ...]  # as they were shown, each by the card that stands for its kind
    action: tuple[int, ...]  # cents by wager
    values: dict[int, int]  # cents that an act wins, all deals together
    won: dict[int, tuple[int, ...]]  # ... by wager, side bets too
    mass: int  # deals that lead here
    best: int
    before: tuple[int, int] | None  # the choice before and the act taken there, which alone lead here
    told: tuple[ToldLine, ...]  # everything that its player was told, from the first line to what is offered


def folded(known: Known, wagers: int) -> list[Stand]:
    """Every information set with its best act; of acts worth the same the one with less money in action, then the
    first."""
    stands: list[Stand] = []
    read: dict[int, tuple[ToldLine, int]] = {}
    acts = known.value.shape[1]
    for here in range(int(known.many[SETS]) - 1, -1, -1):
        told = _told(known, int(known.node[here]), read)
        seen = _seen(told, wagers)
        offered = acts_in(seen.options)
        best = min(offered, key=lambda act: (-known.value[here, act], known.money[here, act], act))
        mass = {int(known.mass[here, act]) for act in offered}
        assert len(mass) == 1, "deals were lost between two choices"
        values = {act: int(known.value[here, act]) for act in offered}
        won = {act: tuple(known.won[here, act].tolist()) for act in offered}
        before = divmod(int(known.before[here]), acts) if known.before[here] >= 0 else None
        stands.append(Stand(seen.options, seen.cards, seen.action, values, won, mass.pop(), best, before, told))
        if before is not None:
            set_before, act_before = before
            for sums in (known.value, known.money, known.mass, known.won):
                sums[set_before, act_before] += sums[here, best]
    return stands[::-1]


@dataclass(frozen=True)
class _Seen:
    options: int
    cards: tuple[tuple[Place, int], ...]
    action: tuple[int, ...]


def _told(known: Known, node: int, read: dict[int, tuple[ToldLine, int]]) -> tuple[ToldLine, ...]:
    """All lines that were told, from the first; each is read once, for all choices that come after it."""
    lines: list[ToldLine] = []
    while node:
        if node not in read:
            line = known.lines[known.slot[node]].tolist()
            who = line[WHO]
            told = ToldLine(who >> 16, who >> 8 & 255, who & 255, line[LINE_A], line[LINE_B])
            read[node] = told, line[PARENT]
        told, node = read[node]
        lines.append(told)
    return tuple(reversed(lines))


def _seen(told: tuple[ToldLine, ...], wagers: int) -> _Seen:
    """As a player reads it."""
    held: dict[tuple[int, int], int] = {}
    cards: dict[Place, int] = {}
    action = [0] * wagers
    options = 0
    for verb, seat, hand, a, b in told:
        if verb == DEAL:
            place = held.get((seat, hand), 0)
            held[seat, hand] = place + 1
            if a != UNSEEN:
                cards[seat, hand, place] = a
        elif verb in (TURN, SEEN_AHEAD):
            cards[seat, hand, a] = b
        elif verb == OFFER:
            options = a
        elif verb in (STAKE, BACK) and seat == SEAT_1:
            action[a] += b if verb == STAKE else -b
    return _Seen(options, tuple(cards.items()), tuple(action))
