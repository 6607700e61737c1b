"""Lucky Lucky, Lucky Break and the blackjack under them, exactly, for any shoe.

**Lucky Lucky** takes three cards of the shoe: every set of three is judged once, weighted by its copies.

A community card in the place of the up-card is one more card of the shoe: the three are as likely as any three.

**Lucky Break** is paid by how the dealer busts, if the player's first hand is not over 26. Two remarks make it short.

1. Whatever players do, they do it before the dealer draws, knowing nothing of the cards to come. So the dealer's hand
   (up-card, hole card, and the cards drawn after everyone has played) has the same chances as one dealt first from a
   full shoe, because cards that are skipped by a rule that does not look ahead do not matter. How the dealer busts does
   not depend on the play.
2. A first hand over 26 has hit a hard 17 or more. What such hands take away is counted card by card: the player's cards
   r and the dealer's d (by points) come together in draws(N, d + r) of all draws(52, |d| + |r|) ways, times the orders
   of each. Cards that go to other hands and seats are skipped as before.

A surrender that loses Lucky Break is counted like such a hand. Readings that look at other hands of a split are the
same wherever the plan cannot go over 26; where it can, they are refused.

Suits: the dealer's cards are drawn first, from one suit, and then the player's from all that is left, which is allowed
because a set of draws is equally likely in any order.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from houseway.analysis.exact.blackjack.dealer_hands import DealerHand, dealer_hands
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.shoes import Held, Shoe, shoe_of
from houseway.analysis.exact.shared.solution import Row, Solution, WagerSolution, from_rows
from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky.first_hand import given_up, may_go_over, over_the_limit
from houseway.games.lucky_lucky.play import (
    LOSE,
    LUCKY_BREAK,
    LUCKY_BREAK_SPLIT_FIRST_HAND,
    LUCKY_LUCKY,
    Rules,
    lucky_break_pay,
    lucky_break_wins,
    lucky_lucky_outcome,
)
from houseway.games.lucky_lucky.solve_blackjack import advise, solve_blackjack, solve_insurance
from houseway.rules.blackjack import CARDS_MAX
from houseway.rules.compositions import POINTS
from houseway.rules.refused import Refused

__all__ = ["advise", "lucky_break", "lucky_lucky", "solve", "standard"]

OPTIMAL = "optimal"

Progress = Callable[[int, int], None]
Busts = dict[tuple[int, int], Fraction]  # (dealer's total, cards if all of one suit or else 0) -> probability


def standard(game: Game) -> Iterator[Settings]:
    """Six decks as a card room deals them: a shoe with late surrender, a continuous shuffler with paytables 3."""
    yield game.settings({"surrender": "late"})
    yield game.settings({"shuffler": "continuous", "paytable": "3", "base": "3"})


def solve(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    progress: Progress | None = None,
    deck: list[int] | None = None,
    plan: Any = None,
) -> Solution:
    """The blackjack bet and the bonus bets beside it. With a plan of one's own: the bonus bets alone."""
    rules: Rules = game.rules(settings)
    cards = tuple(game.deck(settings) if deck is None else deck)
    endless = game.endless(settings)
    wagers: dict[str, WagerSolution] = {}
    if plan is None:
        wagers["blackjack"], plan = solve_blackjack(game, settings, strategy, deck)
        if settings["insurance"]:
            wagers["insurance"] = solve_insurance(game, settings, deck)
    if progress:
        progress(1, 2)
    wagers["lucky_lucky"] = lucky_lucky(game, rules, cards, endless)
    wagers["lucky_break"] = lucky_break(game, rules, shoe_of(cards, endless=endless), plan)
    if progress:
        progress(2, 2)
    return Solution(game.slug, settings, strategy, wagers, plan)


# --- Lucky Lucky ---


def lucky_lucky(game: Game, rules: Rules, deck: tuple[int, ...], endless: bool) -> WagerSolution:
    counts = three_cards(deck, endless)
    total = sum(counts.values())
    rows = [
        Row(game.outcomes[outcome], pay_of(rules, LUCKY_LUCKY, outcome), Fraction(ways, total))
        for outcome, ways in counts.items()
    ]
    return from_rows(game.wagers[LUCKY_LUCKY], rows)


@cache
def three_cards(deck: tuple[int, ...], endless: bool) -> Counter[int]:
    """Ways to three cards by outcome: sets of three of a shoe, triples in order of an endless one."""
    copies = Counter(deck)
    counts: Counter[int] = Counter()
    for three in combinations_with_replacement(sorted(copies), 3):
        ways = 6 if endless else 1
        for card, times in Counter(three).items():
            # times! divides the 6 orders of three cards as often as copies of one card are among them
            ways = ways * copies[card] ** times // (1, 1, 2, 6)[times] if endless else ways * comb(copies[card], times)
        counts[lucky_lucky_outcome(*three)] += ways
    return counts


# --- Lucky Break ---


def lucky_break(game: Game, rules: Rules, shoe: Shoe, plan: Any) -> WagerSolution:
    """Lucky Break beside a plan for the blackjack hand; without one, for a player who never draws over the limit."""
    paid = dict(dealer_busts(shoe, rules.soft_17))
    for bust, taken in (lost_busts(game, rules, shoe, plan) if plan is not None else {}).items():
        paid[bust] -= taken
    rows: list[Row] = []
    for (total, suited), likely in paid.items():
        outcome, num, den = lucky_break_pay(rules, LUCKY_BREAK, total, suited)
        rows.append(Row(game.outcomes[outcome], Fraction(int(num), int(den)), likely))
    rest = 1 - sum(paid.values(), Fraction(0))
    rows.append(Row(game.outcomes[LOSE], pay_of(rules, LUCKY_BREAK, LOSE), rest))
    return from_rows(game.wagers[LUCKY_BREAK], rows)


@cache
def dealer_busts(shoe: Shoe, soft_17: int) -> Busts:
    """How likely each way to bust is for a dealer dealt from a full shoe."""
    hands: Counter[Held] = Counter()
    for hand in busting_hands(soft_17):
        hands[hand.held] += hand.orders
    return _chances(shoe, hands.items(), (0,) * POINTS)


def busting_hands(soft_17: int) -> list[DealerHand]:
    """The dealer's hands that Lucky Break is paid for, the player's not being too high."""
    return [hand for hand in dealer_hands(soft_17) if lucky_break_wins(0, hand.total)]


def _chances(shoe: Shoe, hands: Any, gone: Sequence[int]) -> Busts:
    """How likely the dealer ends with one of these (cards by points, orders) and a player draws `gone` in one order."""
    ways: Counter[tuple[int, int, int]] = Counter()  # (total, suited or 0, cards)
    for held, orders in hands:
        total = sum(kind * count for kind, count in enumerate(held))
        cards = sum(held)
        beside = shoe.ways_beside(held, gone)
        suited = shoe.suited_ways(held)
        ways[total, cards, cards] += orders * suited * beside
        ways[total, 0, cards] += orders * (shoe.ways(held) - suited) * beside
    busts: Busts = {}
    for (total, suited, cards), count in ways.items():
        likely = shoe.chance(count, cards + sum(gone))
        busts[total, suited] = busts.get((total, suited), Fraction(0)) + likely
    return busts


def lost_busts(game: Game, rules: Rules, shoe: Shoe, plan: Any) -> Busts:
    """How likely the dealer busts in vain because the player's first hand is over the limit, or was given up."""
    _verify_one_hand_counts(rules, plan)
    lost: Busts = {}
    most = [CARDS_MAX] * POINTS if shoe.endless else shoe.by_points
    for up in range(1, POINTS):
        hands = [(hand.held, hand.orders) for hand in busting_hands(rules.soft_17) if hand.up == up]
        ends = (over_the_limit(game, rules, plan, up, most), given_up(game, rules, plan, up, most))
        for seen, orders in (end for each in ends for end in each.items()):
            for bust, likely in _chances(shoe, hands, seen).items():
                lost[bust] = lost.get(bust, Fraction(0)) + orders * likely
    return lost


def _verify_one_hand_counts(rules: Rules, plan: Any) -> None:
    if rules.lucky_break_split != LUCKY_BREAK_SPLIT_FIRST_HAND and rules.hands_max > 1 and may_go_over(plan):
        raise Refused(
            "this strategy hits a hard 17, and what that does to every hand of a split is not solved: "
            "choose lucky_break_split=first_hand or hands_max=1, or simulate it"
        )
