"""Dakota Stud, exactly.

The four bets are settled alike and the two choices do not touch each other: (1) hangs on the first, (2) and (3) on the
second. So a round is worth the sum of what each choice is worth, each choice can be judged by itself, and the best play
takes for every three, and every four, cards the act whose bets win more over all cards still to come. Where two acts
are worth the same the bet is taken back. All of it is counted in whole deals (see `analysis/exact/stud/five_cards.py`).

The published strategy leaves (2) and (3) in only where the four cards by themselves show a profit. That overlooks that
(3) is lost with (2): to leave both is right as long as two bets lose less than one.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

import numpy as np

from houseway.analysis.exact.shared.pays import in_integers, pay_of
from houseway.analysis.exact.shared.solution import Figure, Row, Solution, WagerSolution, from_rows
from houseway.analysis.exact.stud.five_cards import ends_of, plays_of
from houseway.games.dakota_stud.plan import Leaves, Plan
from houseway.games.dakota_stud.play import (
    LEAVE_ONE,
    LEAVE_TWO,
    TAKE_BACK_ONE,
    TAKE_BACK_TWO,
    TWO,
    Rules,
    end_by,
    outcome_of,
)
from houseway.games.game import Game, Settings
from houseway.rules.cards import cards_of
from houseway.rules.felt import TAKEN_BACK, UNSETTLED
from houseway.rules.poker import five
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words

ROUND = "round"
OPTIMAL, PUBLISHED = "optimal", "published"
FIRST = (TAKE_BACK_ONE, LEAVE_ONE)  # by the marks of a plan
SECOND = (TAKE_BACK_TWO, LEAVE_TWO)

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Ends:
    """How the holdings of a deck can end, and what each act is worth with them."""

    game: Game
    rules: Rules
    deck: list[int]
    threes: Words  # [number of three cards, outcome] pairs of community cards
    fours: Words  # [number of four cards, outcome] fifth cards

    @property
    def deals(self) -> int:
        return int(self.threes.sum())

    def worth(self, ends: Words, acts: tuple[int, int]) -> tuple[Words, int]:
        """[act, holding] what the bets that hang on a choice win after each act, summed over all that can come.

        Units times the scale that is returned with them.
        """
        wagers = [w for w in range(len(self.game.wagers)) if any(end_by(act, w) != UNSETTLED for act in acts)]
        outcomes = range(len(self.game.outcomes))
        pays = [[sum((self.won(w, (act,), end) for w in wagers), Fraction(0)) for end in outcomes] for act in acts]
        table, scale = in_integers(pays)
        return table @ ends.T, scale

    def won(self, wager: int, acts: tuple[int, ...], outcome: int) -> Fraction:
        return pay_of(self.rules, wager, final(wager, acts, outcome))


def final(wager: int, acts: tuple[int, ...], outcome: int) -> int:
    """How a bet ends: by the first act that ends it, or as the hand does."""
    for act in acts:
        end = end_by(act, wager)
        if end != UNSETTLED:
            return end
    return outcome


def solve(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    progress: Progress | None = None,
    deck: list[int] | None = None,
) -> Solution:
    """Every wager, and the round in units of one bet, under a strategy: optimal, published or one that is written."""
    ends = ends_for(game, settings, deck)
    if progress:
        progress(1, 2)
    plan = plan_of(ends, strategy, settings)
    plays = plays_of(ends.deck, ends.fours, plan.first, plan.second)
    wagers = {name: _wager(ends, plays, w) for w, name in enumerate(game.wagers)}
    wagers[ROUND] = _round(ends, plays)
    if progress:
        progress(2, 2)
    return Solution(game.slug, settings, strategy, wagers, plan, _costs(ends, plan))


def round_won(ends: Ends, settings: Settings) -> Fraction:
    """Units that the best play wins a round on all four bets together."""
    plan = plan_of(ends, OPTIMAL, settings)
    return -_round(ends, plays_of(ends.deck, ends.fours, plan.first, plan.second)).edge.value


def ends_for(game: Game, settings: Settings, deck: list[int] | None = None) -> Ends:
    rules: Rules = game.rules(settings)
    deck = game.deck(settings) if deck is None else deck
    return Ends(game, rules, deck, *ends_of(rules, outcome_of, len(game.outcomes), deck))


def plan_of(ends: Ends, strategy: str, settings: Settings) -> Plan:
    """The plan of a strategy by name."""
    if strategy == OPTIMAL:
        return Plan(_best(*ends.worth(ends.threes, FIRST)), _best(*ends.worth(ends.fours, SECOND)))
    if strategy == PUBLISHED:
        return Plan(_best(*ends.worth(ends.threes, FIRST)), _profitable(ends))
    plan: Plan = ends.game.plan(strategy, settings)
    return plan


def _best(worth: Words, scale: int) -> Leaves:  # noqa: ARG001 - the scale does not change which is more
    return np.asarray(worth[1] > worth[0]).astype(np.int8)


def _profitable(ends: Ends) -> Leaves:
    """The published second choice (reading 6): leave (2) in if it wins money by itself."""
    pays, _ = in_integers([[pay_of(ends.rules, TWO, outcome) for outcome in range(len(ends.game.outcomes))]])
    return np.asarray((pays @ ends.fours.T)[0] > 0).astype(np.int8)


def _wager(ends: Ends, plays: Words, wager: int) -> WagerSolution:
    names = {TAKEN_BACK: "taken_back"} | dict(enumerate(ends.game.outcomes))
    rows: list[Row] = []
    for (one, two, outcome), deals in np.ndenumerate(plays):
        end = final(wager, (FIRST[one], SECOND[two]), outcome)
        rows.append(Row(names[end], pay_of(ends.rules, wager, end), Fraction(int(deals), ends.deals)))
    back = sum((row.probability for row in rows if row.outcome == names[TAKEN_BACK]), Fraction(0))
    return from_rows(ends.game.wagers[wager], rows, action=1 - back)


def _round(ends: Ends, plays: Words) -> WagerSolution:
    """All four bets together, in units of one. It hits when any of them wins, whatever the others lose."""
    rows: list[Row] = []
    hit = action = Fraction(0)
    for (one, two, outcome), deals in np.ndenumerate(plays):
        acts = (FIRST[one], SECOND[two])
        likely = Fraction(int(deals), ends.deals)
        won = [ends.won(w, acts, outcome) for w in range(len(ends.game.wagers))]
        rows.append(Row(ends.game.outcomes[outcome], sum(won, Fraction(0)), likely))
        hit += likely * (max(won) > 0)
        action += likely * sum(final(w, acts, outcome) != TAKEN_BACK for w in range(len(won)))
    return replace(from_rows(ROUND, rows, action), hit=Figure(hit))


def _costs(ends: Ends, plan: Plan) -> dict[str, Fraction]:
    """What each choice costs a round against the best play: this plan's, the published one's, and those of habits."""
    notes: dict[str, Fraction] = {}
    tables = (("first", ends.threes, FIRST, plan.first), ("second", ends.fours, SECOND, plan.second))
    for name, table, acts, own in tables:
        worth, scale = ends.worth(table, acts)
        lost = worth.max(axis=0) - worth
        habits = {"cost": own, "cost_of_always_leaving": own * 0 + 1, "cost_of_always_taking_back": own * 0}
        if name == "second":
            habits["cost_of_the_published_rule"] = _profitable(ends)
        for habit, marks in habits.items():
            total = int(lost[marks, np.arange(len(marks))].sum())
            notes[f"{name}.{habit}"] = Fraction(total, int(table.sum()) * scale)
    return notes


def ends_with(game: Game, settings: Settings, held: list[int]) -> Ends:
    """The ends of those three or four cards: with each community card that may be turned next, or of the fifth."""
    rules: Rules = game.rules(settings)
    left = [card for card in game.deck(settings) if card not in held]
    ends = words(len(left) if len(held) == 3 else 1, len(game.outcomes))
    for more in permutations(left, 5 - len(held)):
        a, b, c, d, e = (*held, *more)
        turned = left.index(d) if len(ends) > 1 else 0
        ends[turned, outcome_of(rules, five(rules.ranks, a, b, c, d, e))] += 1
    return Ends(game, rules, left, ends, ends)


def advise(game: Game, settings: Settings, text: str) -> list[tuple[str, Fraction]]:
    """What each act is worth with 'Ah Kd 7c' (the first choice) or 'Ah Kd 7c 2s' (the second; the community's is last).

    The value is what the bets that hang on the choice win on average, in units of one bet: (1) at the first, (2) and
    (3) together at the second.
    """
    held = _cards(text)
    acts, ends = FIRST if len(held) == 3 else SECOND, ends_with(game, settings, held)
    worth, scale = ends.worth(ends.fours, acts)
    values = [
        (game.acts[act], Fraction(int(won), int(ends.fours.sum()) * scale))
        for act, won in zip(acts, worth.sum(axis=1), strict=True)
    ]
    return sorted(values, key=lambda value: -value[1])


def _cards(text: str) -> list[int]:
    try:
        held = cards_of(text)
    except ValueError as error:
        raise Refused(str(error)) from error
    if len(held) not in (3, 4) or len(set(held)) < len(held) or min(held) < 0:
        raise Refused(f"'{text}' is no hand of Dakota Stud: write three different cards, or four, the community's last")
    return held
