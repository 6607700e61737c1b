"""Fast Action Hold'em, exactly.

A round is one choice, made before anything but the own four cards is known. So the best play takes for every four cards
the act that wins most over all boards and all hands of the dealer, and a round is the sum over the four cards.

Every legal act plays one or two of the six twos of the four cards. What a two is worth on the Ante and on the Bonus was
counted deal by deal (`analysis/exact/holdem.py`), once for a number of decks; paytables, kinds of split and sizes of
bets only weigh the same counts. An act is worth the sum over the bets it makes, in cents. Acts are compared as floating
point numbers; of equals the first in the order of the acts is taken, so a keep before a split. Whatever is reported is
a whole number of deals, over all of them.

Where the house caps the Bonus, acts are chosen as if the cap met each hand by itself; what they then win is exact.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from inspect import getsource
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem_counts import (
    FIGURES,
    Counts,
    counting_digest,
    load_counts,
    save_counts,
    whole,
    with_joint_of,
)
from houseway.analysis.exact.holdem_endings import Ending, Endings, endings_of_one, endings_of_two
from houseway.analysis.exact.holdings import holdings_of
from houseway.analysis.exact.solution import Row, Solution, WagerSolution, from_rows
from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS, house_way, house_way_line
from houseway.games.fast_action_holdem.plan import Acts, Plan, four_cards
from houseway.games.fast_action_holdem.play import (
    ACTS,
    ANTE,
    BONUS,
    LOSE,
    OUTCOMES,
    SPLIT_ANTE,
    WIN,
    Rules,
    ante_outcome,
    bonus_outcome,
    capped,
    first_two,
    legal_acts,
    odds_won,
    splits_ante,
    splits_bonus,
)
from houseway.games.game import Game, Settings, Wagers
from houseway.rules.cards import cards_of, cards_text, new_decks
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words

OPTIMAL = "optimal"
ROUND = "round"
ANTE_ALONE, BONUS_ALONE = "ante_alone", "bonus_alone"
EQUAL_BETS = {"ante": 1000, "bonus": 1000}

Progress = Callable[[int, int], None]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Hands:
    """Every four cards of a deck, in the order of a plan's tables, with what was counted of them."""

    counts: Counts

    @cached_property
    def numbers(self) -> Words:
        """Those of all four cards of several decks that this deck has."""
        return np.flatnonzero(self._all_spots[0] >= 0)

    @cached_property
    def spots(self) -> Words:
        """[two, hand] the spot, seen from each two of the four cards."""
        return self._all_spots[:, self.numbers]

    @cached_property
    def ways(self) -> Words:
        """[hand] physical ways to hold these cards."""
        return np.asarray(self.counts.partings.ways[self.spots[0]])

    @cached_property
    def _all_spots(self) -> Words:
        fours = four_cards()
        twos = [holdings_of(fours[:, LEFT[two]], fours[:, RIGHT[two]]) for two in range(TWOS)]
        spots = [self.counts.partings.spots[twos[two], twos[TWOS - 1 - two]] for two in range(TWOS)]
        return np.array(spots, dtype=np.int64)


@dataclass(frozen=True)
class Bets:
    """A player's bets under the rules of the house: what each hand wins."""

    rules: Rules
    ante_cents: int
    bonus_cents: int

    def ante(self, wins: bool) -> int:
        return int(odds_won(self.rules, ANTE, WIN if wins else LOSE, self.ante_cents))

    def bonus(self, *made: int) -> int:
        """What the Bonus wins on one hand or on two, capped together."""
        won = [int(odds_won(self.rules, BONUS, each, self.bonus_cents)) for each in made]
        owed = sum(max(each, 0) for each in won)
        return sum(capped(self.rules, each, owed) for each in won)


# --- what acts are worth ---


def worths(counts: Counts, bets: Bets) -> tuple[Values, Values]:
    """[spot] cents that p wins on average on the Ante, and on the Bonus."""
    ante = bets.ante(True) * counts.beats + bets.ante(False) * (1 - counts.beats)
    bonus = np.array([bets.bonus(made) for made in counts.made.tolist()], dtype=np.float64) @ counts.makes
    return ante, np.asarray(bonus)


def best_acts(hands: Hands, options: int, ante: Values, bonus: Values) -> Acts:
    """[hand] the act that wins most."""
    antes, bonuses = ante[hands.spots], bonus[hands.spots]
    best = np.zeros(len(hands.numbers), dtype=np.int8)
    most = np.full(len(hands.numbers), -np.inf)
    for act in acts_in(options):
        worth = _worth(antes, act, splits_ante(act)) + _worth(bonuses, act, splits_bonus(act))
        better = worth > most
        best[better] = act
        most[better] = worth[better]
    return best


def best_plan(hands: Hands, bets: Bets) -> Plan:
    ante, bonus = worths(hands.counts, bets)
    with_bonus = best_acts(hands, legal_acts(bets.rules, True), ante, bonus)
    alone = best_acts(hands, legal_acts(bets.rules, False), ante, 0 * bonus)
    return Plan(in_table(hands, with_bonus), in_table(hands, alone))


def in_table(hands: Hands, acts: Acts) -> Acts:
    """By number of the four cards; those the deck has not never come up."""
    table = np.zeros(len(four_cards()), dtype=np.int8)
    table[hands.numbers] = acts
    return table


# --- how rounds end ---


def endings_of(hands: Hands, acts: Acts) -> dict[tuple[bool, bool], Endings]:
    """By whether the Ante and the Bonus are split: how often a round ends in each way."""
    found: dict[tuple[bool, bool], Endings] = {}
    for act in np.unique(acts).tolist():
        mine = np.flatnonzero(acts == act)
        two, kind = first_two(act), (splits_ante(act), splits_bonus(act))
        spots, ways = hands.spots[two, mine], hands.ways[mine]
        if any(kind):
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
    return {name: from_rows(name, table, action[name]) for name, table in rows.items() if table}


def ante_won(bets: Bets, ending: Ending, split: bool) -> int:
    return bets.ante(ending.wins) + (bets.ante(ending.other_wins) if split else 0)


def bonus_won(bets: Bets, ending: Ending, split: bool) -> int:
    return bets.bonus(ending.made, ending.other) if split else bets.bonus(ending.made)


def named(split: bool, outcome: int) -> str:
    return "several_hands" if split else OUTCOMES[outcome]


def envy_worth(hands: Hands, acts: Acts, rules: Rules) -> Fraction:
    """Cents that a lammer earns on average for each other player who plays like this (single.16, multi.13)."""
    deals = hands.counts.deals * comb(hands.counts.partings.cards, 4)
    cents = 0
    for endings in endings_of(hands, acts).values():
        cents += sum(int(rules.envy_cents[ending.best]) * times for ending, times in endings.items())
    return Fraction(cents, deals)


# --- solve and advise ---


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
    `ante_alone`, the Ante of a player who bets no Bonus, and under optimal play `bonus_alone`, the Bonus of one who
    cares for nothing else.
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
    wagers[ANTE_ALONE] = replace(ante_alone["ante"], name=ANTE_ALONE)
    if strategy == OPTIMAL:
        ante, bonus = worths(hands.counts, placed)
        for_bonus = best_acts(hands, legal_acts(rules, True), 0 * ante, bonus)
        wagers[BONUS_ALONE] = replace(wagers_of(hands, for_bonus, placed)["bonus"], name=BONUS_ALONE)
    notes = {"envy.cents_for_each_other_player": envy_worth(hands, acts, rules)}
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


# --- the counts ---

LEAVES: dict[str, Callable[..., Any]] = {
    "house_way": house_way,
    "ante_outcome": ante_outcome,
    "bonus_outcome": bonus_outcome,
}


def counts_of(
    game: Game, settings: Settings, deck: Sequence[int] | None = None, progress: Progress | None = None
) -> Counts:
    """The counts of a deck: those that are stored for whole decks, or else counted now (minutes for a whole deck)."""
    if deck is None:
        stored = stored_counts(int(settings["decks"]))
        if stored is not None:
            return stored
    return fresh_counts(game, settings, game.deck(settings) if deck is None else deck, progress)


def takes_minutes(settings: Settings) -> bool:
    """Whether these options would have to be counted first."""
    return stored_counts(int(settings["decks"])) is None


@cache
def stored_counts(decks: int) -> Counts | None:
    return load_counts(counts_path(decks), new_decks(decks), counts_digest())


def fresh_counts(
    game: Game,
    settings: Settings,
    deck: Sequence[int],
    progress: Progress | None = None,
    threads: int | None = None,
    partial: Path | None = None,
) -> Counts:
    """Count a deck now. `partial` names a file in which an interrupted count waits to go on."""
    from houseway.analysis.exact.holdem import count_deals  # loads the compiler, which stored counts do without

    return count_deals(game.rules(settings), deck, LEAVES, len(OUTCOMES), WIN, progress, threads, partial)


def store_counts(game: Game, decks: int, counts: Counts) -> Path:
    """Store counts, with the planes of those spots that are ever worth a split."""
    settings = list(_settings_of(game, decks))
    plans = [game.plan(strategy, each) for each in settings for strategy in game.strategies]
    spots = worth_splitting(Hands(counts), [game.rules(each) for each in settings], plans)
    save_counts(counts_path(decks), with_joint_of(counts, spots), counts_digest())
    return counts_path(decks)


def _settings_of(game: Game, decks: int) -> Iterator[dict[str, Any]]:
    for paytable in game.options["paytable"].choices:
        for splits in game.options["splits"].choices:
            try:
                yield game.settings({"decks": decks, "paytable": paytable, "splits": splits})
            except Refused:
                continue  # a paytable for another number of decks


def counts_path(decks: int) -> Path:
    return FIGURES / f"fast_action_holdem_{decks}.npz"


@cache
def counts_digest() -> str:
    """A digest of what the counts depend on: the leaf rules, the poker ranks, and the way of counting."""
    leaves = "".join(getsource(leaf) for leaf in (house_way, house_way_line, ante_outcome, bonus_outcome))
    return counting_digest(leaves)


def worth_splitting(hands: Hands, every: Sequence[Rules], plans: Sequence[Plan]) -> Words:
    """The spots of which splits must be known in full: those that are best under one of these rules at any ratio of
    Bonus to Ante, and those of these plans.
    """
    found = np.zeros(len(hands.counts.partings.spot_codes), dtype=np.bool_)

    def mark(act: int, mine: NDArray[Any]) -> None:
        found[hands.spots[first_two(act), mine]] = True
        found[hands.spots[TWOS - 1 - first_two(act), mine]] = True

    for rules in every:
        for act, best in _splits_best_at_any_ratio(hands, Bets(rules, 1000, 1000)):
            mark(act, best)
    for plan in plans:
        for table in plan:
            for act in range(SPLIT_ANTE, len(ACTS)):
                mark(act, table[hands.numbers] == act)
    return np.flatnonzero(found)


def _splits_best_at_any_ratio(hands: Hands, bets: Bets) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Each split with the hands for which some range of ratios t makes it the best act.

    It is worth ante + t * bonus, so every other act gives t a least or a greatest value, or rules the split out.
    """
    ante, bonus = worths(hands.counts, bets)
    acts = acts_in(legal_acts(bets.rules, True))
    antes = {act: _worth(ante[hands.spots], act, splits_ante(act)) for act in acts}
    bonuses = {act: _worth(bonus[hands.spots], act, splits_bonus(act)) for act in acts}
    for act in acts:
        if act < SPLIT_ANTE:
            continue
        least, most = np.zeros(len(hands.numbers)), np.full(len(hands.numbers), np.inf)
        for other in acts:
            ahead, behind = antes[act] - antes[other], bonuses[other] - bonuses[act]
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = ahead / behind
            most = np.where(behind > 0, np.minimum(most, ratio), most)
            least = np.where(behind < 0, np.maximum(least, ratio), least)
            most = np.where((behind == 0) & (ahead < 0), -np.inf, most)
        yield act, least < most


def _worth(worth: Values, act: int, split: bool) -> Values:
    """[hand] what an act wins on a bet that it splits or not, of what each two wins."""
    first = worth[first_two(act)]
    return np.asarray(first + worth[TWOS - 1 - first_two(act)] if split else first)
