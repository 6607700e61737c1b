"""What is listed before boards are counted: the boards of a deck, and what the house way does with any four cards."""

from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem.board import BOARD, CARD_BITS, KEPT_BITS, Kept, traded, ways_of_four
from houseway.analysis.exact.holdem.holdings import HIGH, HOLDINGS, LOW, Partings, holding, holdings_of
from houseway.analysis.exact.holdem.spot_counts import SHARES
from houseway.engine.compiled import Swap, compiled
from houseway.rules.cards import DECK
from houseway.rules.combos import sorted_4
from houseway.rules.shapes import Words, words

ORDERS = 24  # in which four cards can be dealt

Leaves = Swap  # the game's own rules for those that stand here and in `board`


class Boards(NamedTuple):
    cards: NDArray[np.uint8]  # [board, 5]
    weights: Words  # [board] the physical boards it stands for


def new_lists(decks: int, partings: Partings, leaves: Leaves) -> tuple[Boards, Kept, NDArray[np.uint32]]:
    """The boards, those of equal weight together; what the dealer keeps; the tags of partings (see `Tables`)."""
    fours, shares = _kept_fours(decks, partings, leaves)
    several = (shares != shares[:, :1]).any(axis=1)
    lost = np.where(several, HOLDINGS - 1 + np.cumsum(several), shares[:, 0])
    assert lost.max() < 1 << KEPT_BITS, "more fours that may keep several holdings than there is room for"
    return _boards(partings, leaves), _kept(fours, shares, lost), _tags(partings, fours, lost)


def _boards(partings: Partings, leaves: Leaves) -> Boards:
    kinds = int((partings.copies > 0).sum())
    bound = comb(kinds + BOARD - 1, BOARD)
    cards, weights = np.zeros((bound, BOARD), dtype=np.uint8), words(bound)
    listing = compiled(list_boards, leaves, keep="holdem-boards")
    found = listing(partings.copies, np.array(partings.suits), cards, weights)
    order = np.argsort(weights[:found], kind="stable")
    return Boards(cards[order], weights[order])


def _kept_fours(decks: int, partings: Partings, leaves: Leaves) -> tuple[Words, NDArray[np.int16]]:
    """[four, 4] every four cards of the deck, and [four, SHARES] what the house way keeps of them."""
    bound = comb(DECK + 3, 4)
    fours, shares = np.zeros((bound, 4), dtype=np.int64), np.zeros((bound, SHARES), dtype=np.int16)
    listing = compiled(list_kept, leaves, keep="holdem-kept")
    found = listing(decks, partings.copies, words(HOLDINGS), fours, shares)
    return fours[:found], shares[:found]


def _kept(fours: Words, shares: NDArray[np.int16], lost: Words) -> Kept:
    """The same by the holding that is kept."""
    lines: list[NDArray[Any]] = []
    for p, s in _ways_to_part(fours):
        share = (shares == p[:, None]).sum(axis=1)
        lines.append(np.stack([p, np.arange(len(fours)), s, share, lost], axis=1)[share > 0])
    every = np.unique(np.concatenate(lines), axis=0)  # with copies, several places make the same two cards
    every = every[np.lexsort((every[:, 2], every[:, 0]))]
    start = np.searchsorted(every[:, 0], np.arange(HOLDINGS + 1))
    x, y = LOW[every[:, 2]].astype(np.uint8), HIGH[every[:, 2]].astype(np.uint8)
    return Kept(start, x, y, every[:, 3].astype(np.uint8), every[:, 4].astype(np.uint16))


def _tags(partings: Partings, fours: Words, lost: Words) -> NDArray[np.uint32]:
    nobody = len(partings.spot_codes)
    tags = np.full((HOLDINGS, HOLDINGS), nobody << KEPT_BITS, dtype=np.uint32)
    for p, s in _ways_to_part(fours):
        tags[p, s] = partings.spots[p, s].astype(np.int64) << KEPT_BITS | lost
    return tags


def _ways_to_part(fours: Words) -> list[tuple[Words, Words]]:
    """Six ways to look at two of four sorted cards: by four, those two and the others."""
    found = []
    for i, j in combinations(range(4), 2):
        k, m = (place for place in range(4) if place not in (i, j))
        found.append((holdings_of(fours[:, i], fours[:, j]), holdings_of(fours[:, k], fours[:, m])))
    return found


# --- compiled ---


def house_way(decks: int, a: int, b: int, c: int, d: int) -> tuple[int, int, int]:
    """Stands for the game's own; `compiled` swaps it."""
    raise NotImplementedError


def list_boards(copies: Any, suits: Any, boards: Any, weights: Any) -> int:
    """Every board, one for all that differ only in suits, and for how many physical ones it stands. How many."""
    found = 0
    for a in range(DECK):
        for b in range(a, DECK):
            for c in range(b, DECK):
                for d in range(c, DECK):
                    for e in range(d, DECK):
                        ways = ways_of_board(copies, a, b, c, d, e)
                        if ways > 0:
                            alike = boards_alike(suits, a, b, c, d, e)
                            if alike > 0:
                                boards[found, 0], boards[found, 1], boards[found, 2] = a, b, c
                                boards[found, 3], boards[found, 4] = d, e
                                weights[found] = ways * alike
                                found += 1
    return found


def ways_of_board(copies: Any, a: int, b: int, c: int, d: int, e: int) -> int:
    ways = 1
    run = 0
    before = -1
    for card in (a, b, c, d, e):
        run = run + 1 if card == before else 1
        before = card
        ways = ways * (copies[card] - run + 1) // run
        if ways <= 0:
            return 0
    return ways


def boards_alike(suits: Any, a: int, b: int, c: int, d: int, e: int) -> int:
    """How many boards this one turns into when suits trade places; 0 if it is not the least of them."""
    own = pack_5(a, b, c, d, e)
    same = 0
    for way in range(len(suits)):
        code = traded_5(suits[way], a, b, c, d, e)
        if code < own:
            return 0
        if code == own:
            same += 1
    return len(suits) // same


def traded_5(way: Any, a: int, b: int, c: int, d: int, e: int) -> int:
    w, x, y, z = sorted_4(traded(way, a), traded(way, b), traded(way, c), traded(way, d))
    v = traded(way, e)
    if v < w:
        return pack_5(v, w, x, y, z)
    if v < x:
        return pack_5(w, v, x, y, z)
    if v < y:
        return pack_5(w, x, v, y, z)
    if v < z:
        return pack_5(w, x, y, v, z)
    return pack_5(w, x, y, z, v)


def pack_5(a: int, b: int, c: int, d: int, e: int) -> int:
    return (((a << CARD_BITS | b) << CARD_BITS | c) << CARD_BITS | d) << CARD_BITS | e


def list_kept(decks: int, copies: Any, tally: Any, fours: Any, shares: Any) -> int:
    """For every four cards of the deck the holdings the dealer may keep, one a share. How many fours."""
    found = 0
    for a in range(DECK):
        for b in range(a, DECK):
            for c in range(b, DECK):
                for d in range(c, DECK):
                    if ways_of_four(copies, a, b, c, d) > 0:
                        fours[found, 0], fours[found, 1], fours[found, 2], fours[found, 3] = a, b, c, d
                        keep_in_every_order(decks, (a, b, c, d), tally, shares[found])
                        found += 1
    return found


def keep_in_every_order(decks: int, cards: tuple[int, int, int, int], tally: Any, shares: Any) -> None:
    """The house way of four cards dealt in each of 24 orders, as SHARES holdings."""
    tally[:] = 0
    for i in range(4):
        for j in range(4):
            for k in range(4):
                if i != j and i != k and j != k:
                    dealt = (cards[i], cards[j], cards[k], cards[6 - i - j - k])
                    x, y, _ = house_way(decks, dealt[0], dealt[1], dealt[2], dealt[3])
                    one, two = dealt[x], dealt[y]
                    tally[holding(min(one, two), max(one, two))] += 1
    at = 0
    for i in range(4):
        for j in range(i + 1, 4):
            q = holding(cards[i], cards[j])
            assert tally[q] % (ORDERS // SHARES) == 0, "a house way that does not come out in shares"
            for _ in range(tally[q] // (ORDERS // SHARES)):
                shares[at] = q
                at += 1
            tally[q] = 0
