"""Fast Action Hold'em, exactly.

A round is one choice, made before anything but the own four cards is known. So the best play takes for every four cards
the act that wins most over all boards and all hands of the dealer, and a round is the sum over the four cards.

Every legal act plays one or two of the six twos of the four cards. What a two is worth on the Ante and on the Bonus was
counted deal by deal (`analysis/exact/holdem/`), once for a number of decks; paytables, kinds of split and sizes of
bets only weigh the same counts. An act is worth the sum over the bets it makes, in cents. Acts are compared as floating
point numbers; of equals the one with fewer bets is taken, and of those the first. Whatever is reported is
a whole number of deals, over all of them.

Where the house caps the Bonus, acts are chosen as if the cap met each hand by itself; what they then win is exact.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np

from houseway.analysis.exact.holdem.hand_endings import Ending, Endings, endings_of_one, endings_of_two
from houseway.analysis.exact.holdem.holdings import holdings_of
from houseway.analysis.exact.holdem.spot_counts import Counts, whole
from houseway.analysis.exact.shared.solution import Row, Solution, WagerSolution, from_rows, with_hands
from houseway.games.betting import required_wagers
from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS
from houseway.games.fast_action_holdem.plan import Acts, Plan
from houseway.games.fast_action_holdem.play import (
    ACTS,
    LOSE,
    OUTCOMES,
    WIN,
    Rules,
    first_two,
    legal_acts,
    splits_ante,
    splits_bonus,
)
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, best_acts, best_plan, worths
from houseway.games.fast_action_holdem.solve_counts import (
    counts_of,
    recount,
    recount_on_gpu,
    standard_settings,
    takes_minutes,
)
from houseway.games.fast_action_holdem.solve_means import hands_won
from houseway.games.game import Game, Settings, Wagers
from houseway.rules.cards import cards_of, cards_text
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words

__all__ = ["advise", "counts_of", "recount", "recount_on_gpu", "solve", "standard", "takes_minutes"]

OPTIMAL = "optimal"
ROUND = "round"
ANTE_ALONE, BONUS_ALONE = "ante_alone", "bonus_alone"
EQUAL_BETS = {"ante": 1000, "bonus": 1000}

Progress = Callable[[int, int], None]


# --- how rounds end ---


def endings_of(hands: Hands, acts: Acts) -> dict[tuple[bool, bool], Endings]:
    """By whether the Ante and the Bonus are split: how often a round ends in each way."""
    found: dict[tuple[bool, bool], Endings] = {}
    for act in np.unique(acts).tolist():
        mine = np.flatnonzero(acts == act)
        two, kind = first_two(act), (splits_ante(act), splits_bonus(act))
        spots, ways = hands.spots[two, mine], hands.ways[mine]
        if any(kind):
            if (hands.counts.places[spots] < 0).any():
                raise Refused(
                    "under a cap this low other splits become the best, of which only averages are stored: "
                    "raise cap_cents, or set splits=none"
                )
            endings = endings_of_two(hands.counts, spots, hands.spots[TWOS - 1 - two, mine], ways)
        else:
            endings = endings_of_one(hands.counts, spots, ways)
        found[kind] = found.get(kind, Counter()) + endings
    return found


def wagers_of(hands: Hands, acts: Acts, bets: Bets) -> dict[str, WagerSolution]:
    """Each wager under these acts, and the round in units of the Ante."""
    deals = hands.counts.deals * comb(hands.counts.partings.cards, 4)
    rows: dict[str, list[Row]] = {"ante": [], "bonus": [], ROUND: []}
    action = dict.fromkeys(rows, Fraction(0))
    for kind, endings in endings_of(hands, acts).items():
        for ending, times in endings.items():
            likely = Fraction(times, deals)
            ante, bonus = ante_won(bets, ending, kind[0]), bonus_won(bets, ending, kind[1])
            rows["ante"].append(
                Row(named(kind[0], WIN if ending.wins else LOSE), Fraction(ante, bets.ante_cents), likely)
            )
            rows[ROUND].append(Row(ROUND, Fraction(ante + bonus, bets.ante_cents), likely))
            if bets.bonus_cents:
                rows["bonus"].append(Row(named(kind[1], ending.made), Fraction(bonus, bets.bonus_cents), likely))
            action["ante"] += likely * (1 + kind[0])
            action["bonus"] += likely * (1 + kind[1])
    action[ROUND] = action["ante"] + action["bonus"] * Fraction(bets.bonus_cents, bets.ante_cents)
    found = {name: from_rows(name, table, action[name]) for name, table in rows.items() if table}
    for name, hand_rows in hands_won(hands, acts, bets).items():
        if name in found and found[name].action.value != 1:
            found[name] = with_hands(found[name], hand_rows)
    return found


def ante_won(bets: Bets, ending: Ending, split: bool) -> int:
    return bets.ante(ending.wins) + (bets.ante(ending.other_wins) if split else 0)


def bonus_won(bets: Bets, ending: Ending, split: bool) -> int:
    return bets.bonus(ending.made, ending.other) if split else bets.bonus(ending.made)


def named(split: bool, outcome: int) -> str:
    return "several_hands" if split else OUTCOMES[outcome]


def envy_worth(hands: Hands, acts: Acts, rules: Rules) -> Fraction:
    """Cents that a lammer earns on average for each other player who plays like this (single.16, multi.13)."""
    chances = envy_chances(hands, acts, rules)
    return sum((int(rules.envy_cents[best]) * chance for best, chance in chances.items()), Fraction(0))


def envy_chances(hands: Hands, acts: Acts, rules: Rules) -> dict[int, Fraction]:
    """How often a player's better hand is one that others earn something for."""
    deals = hands.counts.deals * comb(hands.counts.partings.cards, 4)
    often: Counter[int] = Counter()
    for endings in endings_of(hands, acts).values():
        for ending, times in endings.items():
            if rules.envy_cents[ending.best]:
                often[ending.best] += times
    return {best: Fraction(times, deals) for best, times in sorted(often.items())}


# --- solve and advise ---


def standard(game: Game) -> Iterator[Settings]:
    """Every paytable and kind of split for every number of decks: their figures ship."""
    for decks in game.options["decks"].choices:
        yield from standard_settings(game, int(decks))


def solve(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    progress: Progress | None = None,
    deck: Sequence[int] | None = None,
    bets: Wagers = EQUAL_BETS,
) -> Solution:
    """Every wager under the play that is best for these bets together, or under a strategy that is written.

    `ante` and `bonus` are what each contributes to `round`, which is per unit of the Ante. Beside them stand
    `ante_alone`, the Ante of a player who bets no Bonus, where that is allowed, and under optimal play `bonus_alone`,
    the Bonus of one who cares for nothing else.
    """
    rules: Rules = game.rules(settings)
    hands = Hands(counts_of(game, settings, deck, progress))
    placed = Bets(rules, bets["ante"], bets.get("bonus", 0))
    plan: Plan = best_plan(hands, placed) if strategy == OPTIMAL else game.plan(strategy, settings)
    alone = Bets(rules, placed.ante_cents, 0)
    ante_alone = wagers_of(hands, plan.ante_alone[hands.numbers], alone)
    if not placed.bonus_cents:
        return Solution(game.slug, settings, strategy, ante_alone, plan)
    acts = plan.with_bonus[hands.numbers]
    wagers = wagers_of(hands, acts, placed)
    if "bonus" not in required_wagers(game, settings):
        wagers[ANTE_ALONE] = replace(ante_alone["ante"], name=ANTE_ALONE)
    if strategy == OPTIMAL:
        ante, bonus = worths(hands.counts, placed)
        for_bonus = best_acts(hands, legal_acts(rules, True), 0 * ante, bonus)
        wagers[BONUS_ALONE] = replace(wagers_of(hands, for_bonus, placed)["bonus"], name=BONUS_ALONE)
    chances = envy_chances(hands, acts, rules)
    notes = {"envy.cents_for_each_other_player": envy_worth(hands, acts, rules)}
    notes |= {f"envy.chance_of_{OUTCOMES[best]}": chance for best, chance in chances.items()}
    return Solution(game.slug, settings, strategy, wagers, plan, notes)


def advise(
    game: Game,
    settings: Settings,
    text: str,
    deck: Sequence[int] | None = None,
    bets: Wagers = EQUAL_BETS,
) -> list[tuple[str, Fraction]]:
    """What each legal act is worth with four cards, 'Ah Kd 7c 7s', in units of the Ante, the best first.

    The acts name the places of the cards as they are written. Unless other bets are given, the Bonus is as large as the
    Ante; without a Bonus there are fewer acts.
    """
    counts = counts_of(game, settings, deck, None)
    held = np.array(_four(text, counts.partings.copies))
    placed = Bets(game.rules(settings), bets["ante"], bets.get("bonus", 0))
    twos = [int(holdings_of(held[LEFT[two]], held[RIGHT[two]])) for two in range(TWOS)]
    spots = [int(counts.partings.spots[twos[two], twos[TWOS - 1 - two]]) for two in range(TWOS)]
    worth = [_exact_worths(counts, placed, spot) for spot in spots]
    values: list[tuple[str, Fraction]] = []
    for act in acts_in(legal_acts(placed.rules, placed.bonus_cents > 0)):
        (ante, bonus), (other_ante, other_bonus) = worth[first_two(act)], worth[TWOS - 1 - first_two(act)]
        won = ante + bonus + splits_ante(act) * other_ante + splits_bonus(act) * other_bonus
        values.append((ACTS[act], won / placed.ante_cents))
    return sorted(values, key=lambda value: -value[1])


def _exact_worths(counts: Counts, bets: Bets, spot: int) -> tuple[Fraction, Fraction]:
    """Cents that p wins on average on the Ante, and on the Bonus."""
    beats = Fraction(whole(counts.beaten[:, spot].sum(axis=0, dtype=np.int64)), counts.deals)
    boards = zip(counts.made.tolist(), counts.boards[:, spot].tolist(), strict=True)
    bonus = sum(bets.bonus(made) * times for made, times in boards) if bets.bonus_cents else 0
    return bets.ante(True) * beats + bets.ante(False) * (1 - beats), Fraction(bonus, counts.rest)


def _four(text: str, copies: Words) -> list[int]:
    try:
        held = cards_of(text)
    except ValueError as error:
        raise Refused(str(error)) from error
    if len(held) != 4 or min(held) < 0:
        raise Refused(f"'{text}' is no hand of Fast Action Hold'em: write four cards, as in 'Ah Kd 7c 7s'")
    for card in held:
        if held.count(card) > copies[card]:
            raise Refused(
                f"{cards_text([card])} stands {held.count(card)} times in '{text}', more often than in the deck"
            )
    return held
