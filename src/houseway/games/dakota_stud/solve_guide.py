"""Dakota Stud in words: with which cards a bet stays.

Words of the vocabulary are taken one by one, the largest first, as long as everything they mean is to be left in. What
they do not reach is named card by card if that is a short list; otherwise it is given up, and the guide says what that
costs. Under the standard paytable nothing has to be: the rules are the best play itself.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from houseway.analysis.exact.shared.guide import Guide, Row, Rule, Section, suit_classes
from houseway.games.dakota_stud.plan import HOLDINGS, Leaves, Marks, one_suit, sets_of
from houseway.games.dakota_stud.solve import FIRST, SECOND, Ends, ends_for, plan_of
from houseway.games.game import Game, Settings
from houseway.rules.cards import ACE, RANKS, cards_text
from houseway.rules.shapes import Words

NAMED_MAX = 8  # kinds of hands that are named one by one
OF_ONE_SUIT = " of one suit"
TITLES = ("First choice: leave (1) in with", "Second choice: leave (2) and (3) in with")
COLUMNS = ("choice", "cards", "hands", "act", "leave", "take_back", "best", "cost")

WORDS: dict[str, str] = {
    "anything": "anything",
    "winner": "a hand that wins already",
    "pair": "any pair",
    "one_suit": "{n} cards of one suit",
    "run": "{n} cards in a row, open at both ends",
    "royal_draw": "{n} cards of one suit, all tens or higher",
    "all_high": "{n} cards, each high enough to win as a pair",
    "high_in_suit": "{n} cards of one suit, each high enough to win as a pair",
    "straight_draw": "{n} cards of a straight, with gaps or without",
    "straight_flush_draw": "{n} cards of a straight flush, with gaps or without",
}
NUMBERS = {3: "three", 4: "four"}


def high_in_suit(sets: Words, lowest_pair: int) -> Marks:
    return one_suit(sets, lowest_pair) & (sets[:, 0] >> 2 >= lowest_pair)


def straight_draw(sets: Words, lowest_pair: int) -> Marks:  # noqa: ARG001
    """Different ranks within five, an ace high or low."""
    ranks = sets >> 2
    low = np.sort(np.where(ranks == ACE, -1, ranks), axis=1)
    close = (ranks[:, -1] - ranks[:, 0] < 5) | (low[:, -1] - low[:, 0] < 5)
    return np.asarray(close & (np.diff(ranks, axis=1) > 0).all(axis=1))


def straight_flush_draw(sets: Words, lowest_pair: int) -> Marks:
    return one_suit(sets, lowest_pair) & straight_draw(sets, lowest_pair)


VOCABULARY: dict[str, Callable[[Words, int], Marks]] = {
    **{name: holding for name, holding in HOLDINGS.items() if name in WORDS},
    "high_in_suit": high_in_suit,
    "straight_draw": straight_draw,
    "straight_flush_draw": straight_flush_draw,
}


def guide(game: Game, settings: Settings, strategy: str) -> Guide:
    """A strategy by name in words, held against the best play."""
    ends = ends_for(game, settings)
    plan = plan_of(ends, strategy, settings)
    tables = ((ends.threes, FIRST, plan.first), (ends.fours, SECOND, plan.second))
    sections = [
        _section(ends, title, table, acts, leaves) for title, (table, acts, leaves) in zip(TITLES, tables, strict=True)
    ]

    def classes() -> list[Row]:
        return [row for number, each in enumerate(tables, 1) for row in _classes(ends, number, *each)]

    return Guide(tuple(sections), COLUMNS, classes)


def _section(ends: Ends, title: str, table: Words, acts: tuple[int, int], leaves: Leaves) -> Section:
    sets = sets_of(3 if acts == FIRST else 4)
    worth, scale = ends.worth(table, acts)
    whole = scale * int(table.sum())
    lost = worth.max(axis=0) - worth
    words = described(sets, leaves == 1, ends.rules.lowest_pair)

    def cost(meant: list[Marks]) -> Fraction:
        """Of the rules that mean these sets, a round."""
        return Fraction(int(np.where(_any(meant, len(sets)), lost[1], lost[0]).sum()), whole)

    meant = [marks for _, marks in words]
    exact = cost(meant)
    rules, before = [], np.zeros(len(sets), dtype=bool)
    for i, (text, marks) in enumerate(words):
        left_out = cost(meant[:i] + meant[i + 1 :]) - exact
        rules.append(Rule(text, float((marks & ~before).mean()), left_out))
        before |= marks
    right = np.where(before, lost[1], lost[0]) == 0
    return Section(title, tuple(rules), right=float(right.mean()), cost=float(exact), exact=exact)


def _any(meant: list[Marks], sets: int) -> Marks:
    return np.asarray(np.logical_or.reduce(meant)) if meant else np.zeros(sets, dtype=bool)


def described(sets: Words, wanted: Marks, lowest_pair: int) -> list[tuple[str, Marks]]:
    """Rules for the sets that are wanted, as well as words go, each with all sets that it means."""
    rules: list[tuple[str, Marks]] = []
    said = np.zeros(len(sets), dtype=bool)
    meant = {name: holding(sets, lowest_pair) for name, holding in VOCABULARY.items()}
    pure = {name: marks for name, marks in meant.items() if marks.any() and not (marks & ~wanted).any()}
    while pure:
        name = max(pure, key=lambda each: int((pure[each] & ~said).sum()))
        marks = pure.pop(name)
        if (marks & ~said).any():
            rules.append((WORDS[name].format(n=NUMBERS[sets.shape[1]]), marks))
            said |= marks
    rest = wanted & ~said
    named = {shape_text(cards) for cards in sets[rest].tolist()}
    if 0 < len(named) <= NAMED_MAX:
        rules.append((_joined(named), rest))
    return rules


def shape_text(cards: list[int]) -> str:
    """Ranks from the highest, and whether they are of one suit: '7-6-4 of one suit'."""
    ranks = "-".join(RANKS[card >> 2] for card in reversed(cards))
    return ranks + (OF_ONE_SUIT if len({card & 3 for card in cards}) == 1 else "")


def _joined(shapes: set[str]) -> str:
    """Shapes in rising order; what is of one suit is said once."""
    suited = sorted((shape.removesuffix(OF_ONE_SUIT) for shape in shapes if shape.endswith(OF_ONE_SUIT)), key=_by_rank)
    others = sorted((shape for shape in shapes if not shape.endswith(OF_ONE_SUIT)), key=_by_rank)
    parts = [", ".join(suited) + OF_ONE_SUIT] if suited else []
    return "; ".join([*parts, ", ".join(others)] if others else parts)


def _by_rank(text: str) -> list[int]:
    return [RANKS.index(rank) for rank in text.split("-")]


def _classes(ends: Ends, choice: int, table: Words, acts: tuple[int, int], leaves: Leaves) -> list[Row]:
    """One row a class of holdings that differ in suits alone."""
    sets = sets_of(3 if acts == FIRST else 4)
    worth, scale = ends.worth(table, acts)
    deals = int(table[0].sum())
    first, number = suit_classes(sets)
    hands = np.bincount(number)
    rows: list[Row] = []
    for place, at in enumerate(first.tolist()):
        back, leave = (int(worth[mark, at]) / scale / deals for mark in (0, 1))
        act, best = int(leaves[at]), int(worth[1, at] > worth[0, at])
        cost = max(back, leave) - (leave if act else back)
        cards = cards_text(reversed(sets[at].tolist()))
        names = ends.game.acts[acts[act]], ends.game.acts[acts[best]]
        rows.append((choice, cards, int(hands[place]), names[0], leave, back, names[1], cost))
    return rows
