"""Fast Action Hold'em in words.

The best play is told as the order of the kinds of two cards (`solve_order.py`); a strategy that is written down by its
own lines. Either is held against the best play, four cards by four cards.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from houseway.analysis.exact.shared.guide import Guide, Row, Rule, Section, suit_classes
from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS
from houseway.games.fast_action_holdem.plan import Acts, Lines, Plan, acts_by, kinds_of, lines_of
from houseway.games.fast_action_holdem.play import (
    SPLIT_ANTE,
    SPLIT_BONUS,
    SPLIT_BOTH,
    Rules,
    first_two,
    legal_acts,
    splits_ante,
    splits_bonus,
)
from houseway.games.fast_action_holdem.solve import EQUAL_BETS, OPTIMAL
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, Values, best_plan, worths
from houseway.games.fast_action_holdem.solve_counts import counts_of
from houseway.games.fast_action_holdem.solve_order import Kinds, Order, kinds_text, order_grid
from houseway.games.game import Game, Settings
from houseway.rules.cards import cards_text

TIE = 1e-9
TITLES = {True: "With a Bonus as large as the Ante", False: "With an Ante alone"}
COLUMNS = (
    "cards", "hands", "with_bonus", "value_with_bonus", "cost_with_bonus", "ante_alone", "value_ante_alone",
    "cost_ante_alone",
)  # fmt: skip


def guide(game: Game, settings: Settings, strategy: str) -> Guide:
    """A strategy by name in words. Bonus and Ante are equal, as in the published figures."""
    bets = Bets(game.rules(settings), EQUAL_BETS["ante"], EQUAL_BETS["bonus"])
    hands = Hands(counts_of(game, settings))
    ante, bonus = (worth[hands.spots] / bets.ante_cents for worth in worths(hands.counts, bets))
    kinds = Kinds(hands, ante, bonus)
    best = best_plan(hands, bets)
    plan = best if strategy == OPTIMAL else game.plan(strategy, settings)
    sections = []
    for with_bonus in (True, False):
        top = kinds.value(acts_of(kinds, best, with_bonus), with_bonus)
        if strategy == OPTIMAL:
            sections.append(_by_order(Order(kinds, legal_acts(bets.rules, with_bonus), with_bonus), top))
        else:
            sections.append(_by_lines(kinds, bets.rules, lines_of(strategy), with_bonus, top))
    return Guide(tuple(sections), COLUMNS, lambda: _classes(kinds, plan, best))


def acts_of(kinds: Kinds, plan: Plan, with_bonus: bool) -> Acts:
    """[hand] what a plan does with the four cards of this deck."""
    return (plan.with_bonus if with_bonus else plan.ante_alone)[kinds.hands.numbers]


def _by_order(order: Order, top: Values) -> Section:
    kinds, bonus = order.kinds, order.bonus
    won = kinds.value(order.acts, bonus)
    rules = [Rule("play the two cards with the lowest number in the grid", 1.0)]
    unsplit = replace(order, splits_ante=False).acts, replace(order, splits_bonus=False).acts
    costs = [_given_up(kinds, won - kinds.value(acts, bonus)) for acts in unsplit]
    rules += _splits(kinds, order.acts, kinds_text(order.second_ante), kinds_text(order.second_bonus), costs)
    return _section(kinds, bonus, rules, top - won, order)


def _by_lines(kinds: Kinds, rules: Rules, lines: Lines, with_bonus: bool, top: Values) -> Section:
    """The lines of a written strategy, each with the share of deals in which its two cards stay."""

    def done(some: Lines) -> Acts:
        return acts_by(some, rules, with_bonus)[kinds.hands.numbers]

    acts, keeps = done(lines), lines.keeps(with_bonus)
    won = kinds.value(acts, with_bonus)

    def left_out(some: Lines) -> float:
        return _given_up(kinds, won - kinds.value(done(some), with_bonus))

    told: list[Rule] = []
    for number, (line, often) in enumerate(zip(keeps, _said_by(kinds, acts, keeps), strict=True)):
        others = [*keeps[:number], *keeps[number + 1 :]]  # nothing stands behind the last line, which is for all others
        cost = left_out(lines._replace(keep=others, keep_with_bonus=others)) if others[number:] else None
        told.append(Rule(f"{'or else' if number else 'play'} {line}", often, cost))
    costs = [left_out(lines._replace(second_ante=[])), left_out(lines._replace(second_bonus=[]))]
    told += _splits(kinds, acts, ", ".join(lines.second_ante), ", ".join(lines.second_bonus), costs)
    return _section(kinds, with_bonus, told, top - won)


def _said_by(kinds: Kinds, acts: Acts, keeps: Sequence[str]) -> list[float]:
    """The share of deals in which a line is the first that the two cards which stay are of."""
    two = np.array([first_two(act) for act in range(SPLIT_BONUS + TWOS)])[acts]
    hand = np.arange(len(acts))
    left, right = kinds.cards[hand, np.array(LEFT)[two]], kinds.cards[hand, np.array(RIGHT)[two]]
    before = np.zeros(len(acts), dtype=bool)
    shares = []
    for line in keeps:
        mine = kinds_of(line.split())[left, right] & ~before
        before |= mine
        shares.append(_share(kinds, mine))
    return shares


def _splits(kinds: Kinds, acts: Acts, ante: str, bonus: str, costs: Sequence[float]) -> list[Rule]:
    """When there is a second bet: rules for the kinds that the other two cards must be of."""
    rules: list[Rule] = []
    if often := _share(kinds, (acts >= SPLIT_ANTE) & (acts < SPLIT_BONUS)):
        rules.append(Rule(f"split the Ante if the other two are {ante}", often, costs[0]))
    if often := _share(kinds, acts >= SPLIT_BOTH):
        together = "" if (acts >= SPLIT_BONUS).any() else ", together with the Ante,"
        rules.append(Rule(f"split the Bonus{together} if the other two are {bonus}", often, costs[1]))
    return rules


def _given_up(kinds: Kinds, lost: Values) -> float:
    """A round, in units of the Ante."""
    return float((lost * kinds.weights).sum())


def _share(kinds: Kinds, marks: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    return float(kinds.weights[marks].sum())


def _section(kinds: Kinds, with_bonus: bool, rules: list[Rule], lost: Values, order: Order | None = None) -> Section:
    grids = () if order is None else (order_grid(order.strength),)
    return Section(TITLES[with_bonus], tuple(rules), _share(kinds, lost < TIE), _given_up(kinds, lost), grids)


# --- Every class of four cards ---


def _classes(kinds: Kinds, plan: Plan, best: Plan) -> list[Row]:
    first, number = suit_classes(kinds.cards)
    ways = np.bincount(number, kinds.hands.ways)
    columns = []
    for with_bonus in (True, False):
        acts = acts_of(kinds, plan, with_bonus)
        value = kinds.value(acts, with_bonus)
        cost = kinds.value(acts_of(kinds, best, with_bonus), with_bonus) - value
        columns.append((with_bonus, acts[first].tolist(), value[first].tolist(), cost[first].tolist()))
    rows: list[Row] = []
    for place, cards in enumerate(kinds.cards[first].tolist()):
        told = [
            cell
            for with_bonus, acts, value, cost in columns
            for cell in (act_text(acts[place], cards, with_bonus), value[place], max(0.0, cost[place]))
        ]
        rows.append((cards_text(reversed(cards)), int(ways[place]), *told))
    return rows


def act_text(act: int, cards: list[int], with_bonus: bool) -> str:
    """An act by the cards it is about: 'keep Ah Kd', 'split ante Ah Kd / 7s 7c, bonus on 7s 7c'."""
    two = first_two(act)
    kept, other = (
        cards_text(sorted((cards[LEFT[half]], cards[RIGHT[half]]), reverse=True)) for half in (two, TWOS - 1 - two)
    )
    if splits_ante(act) and splits_bonus(act):
        return f"split both {kept} / {other}"
    if splits_ante(act):
        return f"split ante {kept} / {other}" + (f"; bonus on {kept}" if with_bonus else "")
    if splits_bonus(act):
        return f"split bonus {kept} / {other}; ante on {kept}"
    return f"keep {kept}"
