"""Rounds of a sheaf that begin alike are played beside each other: hands that draw part the lanes of a GPU less then.

The lanes of a block look at the first cards of every round of a sheaf, put the rounds in order by them, and play them
in that order. It changes no count: counts add up in any order.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.engine.device.lanes import LaneShoe, LaneTally, add, lane_below, open_lane, play_round, together
from houseway.engine.replay import Deal, replay
from houseway.games.game import Game, Settings, Wagers
from houseway.rules.cards import ACE, DECK, TEN, rank
from houseway.rules.felt import DEALER, HOUSE, Felt
from houseway.rules.shoe import ENDLESS, KIND, SIZE

SHEAF = 8192  # rounds
LIKES = 256
DEALT_FIRST = 32  # cards; further on a look at them takes longer than it saves
PAIRS, SOFTS, HARDS = 0, 10, 19
HANDS = 34  # of two cards: ten pairs, nine with one ace, fifteen others
STANDS, STIFF = 17, 12
DEALERS = 6  # low or high card up; a hand that stands, one that one card may break, one that it may not


class Sheaf(NamedTuple):
    likes: NDArray[np.uint8]  # [round of the sheaf] what it is like
    order: NDArray[np.uint16]  # the rounds of the sheaf, those alike beside each other
    bins: NDArray[np.int32]  # [what it is like] where the next such round goes


class Places(NamedTuple):
    """Which cards of a round, as they are dealt, are the first two of a player and of the dealer."""

    own: int
    second: int
    up: int
    hole: int


def play_sheaves(
    rules: Any, shoe: LaneShoe, plan: Any, felt: Felt, tally: LaneTally, sheaf: Sheaf, places: Places,
    own: int, lanes: int, block: int, blocks: int, first: int, after: int,
) -> None:  # fmt: skip
    """Play and tally every `blocks`-th sheaf of the rounds first .. after - 1, beginning with the block-th."""
    for start in range(first + block * SHEAF, after, blocks * SHEAF):
        size = min(SHEAF, after - start)
        put_in_order(shoe, sheaf, places, own, lanes, start, size)
        for at in range(0, size, lanes):
            if at + own < size:
                play_round(rules, shoe, plan, felt, tally, start + int(sheaf.order[at + own]))
            together()


def put_in_order(shoe: LaneShoe, sheaf: Sheaf, places: Places, own: int, lanes: int, start: int, size: int) -> None:
    likes, order, bins = sheaf
    for like in range(own, LIKES, lanes):
        bins[like] = 0
    together()
    for i in range(own, size, lanes):
        like = likeness(shoe, places, start + i)
        likes[i] = like
        add(bins, like, 1)
    together()
    if own == 0:
        before = 0
        for like in range(LIKES):
            many = int(bins[like])
            bins[like] = before
            before += many
    together()
    for i in range(own, size, lanes):
        order[take(bins, int(likes[i]))] = i
    together()


def take(bins: NDArray[np.int32], like: int) -> int:
    """The next place for such a round. A GPU does it in one step, since other lanes want it too."""
    place = int(bins[like])
    bins[like] += 1
    return place


def likeness(shoe: LaneShoe, places: Places, number: int) -> int:
    """A number that rounds alike share: the player's hand, and what the dealer has to do.

    Cards are read as they lie in the box: one that was dealt before is too seldom met again to look for it.
    """
    open_lane(shoe, number)
    cards = int(shoe.at[SIZE])
    own = second = up = hole = 0
    for i in range(max(places.own, places.second, places.up, places.hole) + 1):
        gone = 0 if shoe.at[KIND] == ENDLESS else i
        points = points_of(int(shoe.fresh[gone + lane_below(shoe, cards - gone)]))
        if i == places.own:
            own = points
        if i == places.second:
            second = points
        if i == places.up:
            up = points
        if i == places.hole:
            hole = points
    return hand_like(own, second) * DEALERS + dealer_like(up, hole)


def points_of(card: int) -> int:
    """An ace as eleven."""
    return 11 if rank(card) == ACE else min(rank(card), TEN) + 2


def hand_like(own: int, second: int) -> int:
    if own == second:
        return PAIRS + own - 2
    if own == 11 or second == 11:
        return SOFTS + own + second - 13
    return HARDS + own + second - 5


def dealer_like(up: int, hole: int) -> int:
    total = up + hole
    need = 0 if total >= STANDS else 1 if total >= STIFF else 2
    return need * 2 + (up >= 7)


def first_places(game: Game, settings: Settings, wagers: Sequence[Wagers]) -> Places | None:
    """Where they lie in every round of these bets; None where a hand of the two does not begin with two cards."""
    seat = next((seat for seat, bets in enumerate(wagers, 1) if any(bets.values())), 0)
    felt = replay(Deal(game, settings, range(DECK), wagers)).felt
    if not seat or felt.held[seat, 0] < 2 or felt.held[HOUSE, DEALER] < 2:
        return None
    places = Places(*map(int, (*felt.cards[seat, 0, :2], *felt.cards[HOUSE, DEALER, :2])))
    return places if max(places) < DEALT_FIRST else None
