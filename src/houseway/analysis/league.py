"""All seats of a table in league: no more than this do they win together, whatever they bet and play.

Some hands are paid for the fortune of others, if their bet is large enough: they *earn*. Players in league play their
own hands for the sake of those others, too. With a of n seats earning, each of them is played for the a - 1 others, and
each seat that does not earn for all a. What a hand is worth when it is played for k others' sake, V(k), is the best of
many ways to play, each affine in k; so it is convex, and lies under the straight line from V(0) to V(n - 1). Bets are
corners of the limits for the same reason as in `worst_mix.py`. All a and all corners are compared.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from houseway.analysis.exact.shared.mixes import Part
from houseway.games.betting import Limits, is_required
from houseway.games.game import Game, Settings, Wagers

NEVER = float("-inf")
NEAR = 1e-12  # shares that differ by less are the same


@dataclass(frozen=True)
class Offer:
    """What a table offers: all that a worst mix depends on."""

    game: Game
    settings: Settings
    limits: Mapping[str, Limits]  # of every wager that may be bet before a round
    seats: int
    wagers_a_hand_max: int  # bets for the dealers apart


def sets_of(offer: Offer) -> Iterator[frozenset[str]]:
    """Wagers that may be bet together on a hand."""
    sheet = [wager for wager in offer.game.sheet.wagers if wager.name in offer.limits]
    required = {wager.name for wager in sheet if is_required(wager, offer.settings)}
    optional = [wager.name for wager in sheet if wager.name not in required]
    tokes = {wager.name for wager in sheet if wager.toke}
    for more in chain.from_iterable(combinations(optional, count) for count in range(len(optional) + 1)):
        chosen = required | set(more)
        if 1 <= len(chosen - tokes) <= offer.wagers_a_hand_max:  # where no bet must be made, none is no hand
            yield frozenset(chosen)


def earns(part: Part, bets: Wagers) -> bool:
    """Whether bets are paid for others' fortune."""
    return part.others is not None and bets.get(part.others.wager, 0) >= part.others.least_cents


def league_share(offer: Offer, parts: Sequence[Part], choices: Sequence[Sequence[Wagers]]) -> float:
    """Of all initial wagers of the round; minus infinity where no hand is paid for another's fortune."""
    if offer.seats < 2 or all(part.others is None for part in parts):
        return NEVER
    hands = list(_hands(offer, parts, choices))
    share = -1.0
    while True:
        won, staked = max(
            (_round(offer, hands, earning, share) for earning in range(offer.seats + 1)), key=_gain(share)
        )
        if not staked or won / staked <= share + NEAR:
            return share
        share = won / staked


@dataclass(frozen=True)
class _Hand:
    """Bets of a hand: what it wins at most when played for itself, and for the sake of all others."""

    earns: bool
    staked: int
    alone: float
    for_all: float

    def won(self, share_of_others: float) -> float:
        return self.alone + (self.for_all - self.alone) * share_of_others


def _hands(offer: Offer, parts: Sequence[Part], choices: Sequence[Sequence[Wagers]]) -> Iterator[_Hand]:
    """Every corner of the wagers that hang together with others' fortune, beside the best of the other wagers."""
    (at,) = [i for i, part in enumerate(parts) if part.others is not None]
    part = parts[at]
    assert part.others is not None
    assert len(parts) == 1, "no game has further wagers beside one that is paid for others' fortune"
    allowed = set(sets_of(offer))
    for bets in choices[at]:
        if frozenset(bets) in allowed:
            for_all = part.others.in_league(bets, offer.seats - 1)
            yield _Hand(earns(part, bets), sum(bets.values()), part.most(bets), for_all)


def _round(offer: Offer, hands: Sequence[_Hand], earning: int, share: float) -> tuple[float, int]:
    """Won and staked by all seats, so many of them earning, at the bets with which they gain most on a share."""
    won, staked = 0.0, 0
    for earns_, seats, others in ((True, earning, earning - 1), (False, offer.seats - earning, earning)):
        of_others = others / (offer.seats - 1)
        mine = [(hand.won(of_others), hand.staked) for hand in hands if hand.earns == earns_]
        if seats and not mine:
            return NEVER, 0
        if seats:
            best = max(mine, key=_gain(share))
            won, staked = won + seats * best[0], staked + seats * best[1]
    return won, staked


def _gain(share: float) -> Callable[[tuple[float, int]], float]:
    return lambda each: each[0] - share * each[1]
