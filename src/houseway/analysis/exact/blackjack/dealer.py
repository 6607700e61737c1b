"""How the dealer ends, given the cards that are gone: in floating point to choose acts, in remainders to be exact.

The dealer's hand is a set of points that can come in so many orders (dealer_hands.py), each order with the chance
n1 (n1 - 1) ... n2 ... / (N (N - 1) ...) for what is left of each kind. Hands of 17 to 21 are laid out as a tree, kind
after kind, so that each step is one multiplication; busts are what remains of all hands without a blackjack.

Nothing is conditioned on "no blackjack": chances are joint with it. The hole card is drawn like any other, players'
cards come from all that is unseen, and the dealer's blackjack is simply left out of the sum. All acts of a hand are
diminished alike, so they compare as they should, and the sum over all hands is the true expectation.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.dealer_hands import dealer_hands
from houseway.analysis.exact.blackjack.splits import Rows
from houseway.analysis.exact.blackjack.turns import BUST_PLACE, LOWEST, TOTALS, Book, Turns, blackjack_holes
from houseway.analysis.exact.shared import residues
from houseway.engine.compiled import compiled
from houseway.rules.blackjack import BEST
from houseway.rules.compositions import POINTS
from houseway.rules.shapes import Words, words

BLOCK = 32  # rows that are worked on together: their tables fit the nearest cache
DEPTH = 13  # the most cards a dealer draws, and one
OUT_MAX = 64  # cards that can be out of the shoe

Numbers = NDArray[Any]  # float64, or int64 for remainders


class Tree(NamedTuple):
    """Final hands from one up-card, in the order of a walk through the tree."""

    depth: Words  # [node] cards drawn
    kind: Words  # [node] the last of them
    used: Words  # [node] cards of that kind before it
    orders: Words  # [node] 0: not a final hand
    place: Words  # [node] its total


@cache
def dealer_tree(up: int, soft_17: int) -> Tree:
    """The tree of a shoe that has any number of each card, less the blackjack."""
    hole = int(blackjack_holes()[up])
    final: dict[tuple[int, ...], tuple[int, int]] = {}
    for hand in dealer_hands(soft_17):
        drawn = list(hand.held)
        drawn[up] -= 1
        way = tuple(kind for kind in range(1, POINTS) for _ in range(drawn[kind]))
        if hand.up == up and hand.total <= BEST and way != (hole,):
            final[way] = (hand.orders, hand.total - LOWEST)
    nodes = sorted({way[:depth] for way in final for depth in range(1, len(way) + 1)})
    tree = Tree(*(words(len(nodes)) for _ in Tree._fields))
    for i, way in enumerate(nodes):
        tree.depth[i] = len(way)
        tree.kind[i] = way[-1]
        tree.used[i] = way.count(way[-1]) - 1
        tree.orders[i], tree.place[i] = final.get(way, (0, 0))
    assert max(tree.depth) < DEPTH
    return tree


def times(a: float, b: float, prime: int, inverse: float) -> float:  # noqa: ARG001
    """A product in floating point; `residues.times` takes its place for remainders."""
    return a * b


def scaled(a: float, small: int, prime: int, inverse: float) -> float:  # noqa: ARG001
    return a * small


def left_of(turns: Turns, book: Book, up: int, hand: int, kind: int, more: int, card: int) -> int:
    """Cards of some points left in the shoe when a hand, the up-card, and `more` cards of a kind are out."""
    out = int(book.held[hand, card])
    if card == up:
        out += 1
    if card == kind:
        out += more
    return int(turns.counts[card]) - turns.step * out


def dealer_pass(
    turns: Turns,
    book: Book,
    rows: Rows,
    tree: Tree,
    up: int,
    wanted: Words,
    count: int,
    shares: Numbers,
    prime: int,
    inverse: float,
    left: Words,
    weights: Numbers,
    sums: Numbers,
    ends: Numbers,
) -> None:
    """The dealer's chances for the first `count` rows of `wanted`, into ends[row, place].

    `shares[m]` is one in so many cards as are left when m are out. Rows are worked on a block at a time:
    weights[depth, b] is the product along the present way, sums[place, depth, b] adds up final hands by their length.
    """
    hole = turns.hole[up]
    for start in range(0, count, BLOCK):
        block = min(BLOCK, count - start)
        for b in range(block):
            row = wanted[start + b]
            hand, kind, more = rows.hand[row], rows.kind[row], rows.more[row]
            for card in range(1, POINTS):
                left[card, b] = left_of(turns, book, up, hand, kind, more, card)
            weights[0, b] = 1
        sums[:] = 0
        for node in range(tree.depth.shape[0]):
            depth, card, orders = tree.depth[node], tree.kind[node], tree.orders[node]
            used = turns.step * tree.used[node]
            for b in range(block):
                weights[depth, b] = scaled(weights[depth - 1, b], left[card, b] - used, prime, inverse)
            if orders > 0:
                place = tree.place[node]
                for b in range(block):
                    sums[place, depth, b] += scaled(weights[depth, b], orders, prime, inverse)
        for b in range(block):
            row = wanted[start + b]
            out = 1 + book.cards[rows.hand[row]] + rows.more[row]
            _close_row(turns, ends, row, sums, b, out, left[hole, b] if hole else 0, shares, prime, inverse)


def _close_row(
    turns: Turns,
    ends: Numbers,
    row: int,
    sums: Numbers,
    b: int,
    out: int,
    blackjacks: int,
    shares: Numbers,
    prime: int,
    inverse: float,
) -> None:
    """Divide by the ways to draw so many cards, and leave to busts what is left."""
    rest = scaled(shares[out], turns.size - turns.step * out - blackjacks, prime, inverse)
    for place in range(BUST_PLACE):
        total = sums[place, 0, b]
        for depth in range(DEPTH - 1, 0, -1):
            added = total + scaled(sums[place, depth, b], 1, prime, inverse)
            total = times(added, shares[out + depth - 1], prime, inverse)
        ends[row, place] = total
        rest -= total
    ends[row, BUST_PLACE] = scaled(rest, 1, prime, inverse)


class Dealing:
    """The pass over rows for one kind of number, with its scratch paper. One for each thread."""

    def __init__(self, *, exact: bool) -> None:
        kind = np.int64 if exact else np.float64
        self.twin = _twin(exact)
        self.left = np.zeros((POINTS, BLOCK), dtype=kind)
        self.weights = np.zeros((DEPTH, BLOCK), dtype=kind)
        self.sums = np.zeros((BUST_PLACE, DEPTH, BLOCK), dtype=kind)

    def run(
        self, turns: Any, book: Any, table: Any, tree: Tree, up: int, wanted: Words, count: int,
        shares: Numbers, ends: Numbers, prime: int = 1,
    ) -> None:  # fmt: skip
        self.twin(
            turns, book, table, tree, up, wanted, count, shares, prime, 1.0 / prime,
            self.left, self.weights, self.sums, ends,
        )  # fmt: skip


@cache
def _twin(exact: bool) -> Any:
    swap = {times: residues.times, scaled: residues.scaled} if exact else {}
    return compiled(dealer_pass, swap, keep="dealer-exact" if exact else "dealer-float")


def shares_of(turns: Turns, prime: int = 0) -> Numbers:
    """One in so many cards as are left when m are out, as floats or modulo a prime; 0 where none are left."""
    left = [turns.size - turns.step * out for out in range(OUT_MAX)]
    if not prime:
        return np.array([1 / n if n > 0 else 0.0 for n in left])
    return np.array([pow(n, -1, prime) if n > 0 else 0 for n in left], dtype=np.int64)


def new_ends(count: int, *, exact: bool) -> Numbers:
    return np.zeros((count, TOTALS), dtype=np.int64 if exact else np.float64)
