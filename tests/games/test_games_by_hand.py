"""What is missing in a game, hands over the limit, and answers to what sources say in words: without a solver."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest

from houseway.games import all_games, find_game
from houseway.games.charts import read_chart
from houseway.games.complete import faults, first_fault
from houseway.games.edition import _facts
from houseway.games.fast_action_holdem import plan as of_holdem
from houseway.games.fast_action_holdem import solve_acts, solve_effects, solve_mixes, solve_units
from houseway.games.fast_action_holdem.house_way import TWOS
from houseway.games.fast_action_holdem.plan import Plan
from houseway.games.fast_action_holdem.play import (
    SPLIT_ANTE,
    SPLIT_BONUS,
    SPLIT_BOTH,
    SPLITS_AS_PUBLISHED,
    SPLITS_AS_WRITTEN,
)
from houseway.games.fast_action_holdem.solve_acts import worth_of, worth_splitting
from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky import answers as of_lucky
from houseway.games.lucky_lucky.first_hand import given_up, over_the_limit
from houseway.games.lucky_lucky.prices import PRICES
from houseway.games.sheet import SECTIONS, Paragraph
from houseway.games.triple_shot_bonus import answers as of_triple_shot
from houseway.games.words import counted, dollars, listed, odds_text, said_again
from houseway.rules.refused import Refused

LUCKY, TRIPLE_SHOT, DAKOTA = (find_game(slug) for slug in ("lucky_lucky", "triple_shot_bonus", "dakota_stud"))

# --- what is missing ---

PLAY = "play.py has no function play(rules, shoe, decide, plan, felt)"
PLAN = {
    "STRATEGIES": "plan.py has no STRATEGIES, a tuple of names with 'basic' among them",
    "new_plan": "plan.py has no function new_plan(strategy, rules, settings)",
    "follow": "plan.py has no function follow(plan, felt, seat, hand, options)",
}
TABLE = {
    "WAGERS": "play.py has no WAGERS, which must be a tuple of names",
    "ACTS": "play.py has no ACTS, which must be a tuple of names",
    "OUTCOMES": "play.py has no OUTCOMES, which must be a tuple of names",
    "HANDS_MAX": "play.py has no HANDS_MAX, which must be a whole number",
    "CARDS_MAX": "play.py has no CARDS_MAX, which must be a whole number",
    "Rules": "play.py has no Rules, which must be a NamedTuple",
    "play": PLAY,
}


def other(game: Game, part: str, **changed: Any) -> Game:
    """The same game with something else in its play.py or plan.py; None is not there."""
    names = {**vars(getattr(game, part)), **changed}
    module: Any = SimpleNamespace(**{name: value for name, value in names.items() if value is not None})
    return replace(game, **{part: module})


def test_a_whole_game_lacks_nothing() -> None:
    assert list(faults(DAKOTA)) == []
    assert first_fault(DAKOTA) == ""


@pytest.mark.parametrize(("part", "name"), [("table", name) for name in TABLE] + [("strategy", name) for name in PLAN])
def test_what_is_missing_in_its_code_is_the_one_thing_said(part: str, name: str) -> None:
    sentence = {**TABLE, **PLAN}[name]
    assert list(faults(other(DAKOTA, part, **{name: None}))) == [sentence]
    assert first_fault(other(DAKOTA, part, **{name: "of another kind"})) == sentence


def test_names_that_code_and_data_do_not_share_are_said_and_so_is_their_order() -> None:
    acts = DAKOTA.acts
    for changed, sentence in (
        ((*acts, "fold"), "ACTS in play.py has 'fold', and no [[acts]] in rules.toml is called so"),
        (acts[:-1], f"[[acts]] in rules.toml has '{acts[-1]}', and ACTS in play.py has not"),
        (acts[::-1], "ACTS in play.py and [[acts]] in rules.toml are not in the same order"),
    ):
        assert list(faults(other(DAKOTA, "table", ACTS=changed))) == [sentence]
    calls = other(DAKOTA, "table", CALLS=("advice",))
    assert list(faults(calls)) == ["CALLS in play.py has 'advice', and no [[calls]] in rules.toml is called so"]


def test_a_plan_that_cannot_be_made_is_said_with_its_error() -> None:
    def new_plan(strategy: str, *_: Any) -> Any:
        raise KeyError(f"no {strategy}")

    first = DAKOTA.strategies[0]
    sentence = f"the plan of '{first}' cannot be made: KeyError: 'no {first}'"
    assert first_fault(other(DAKOTA, "strategy", new_plan=new_plan)) == sentence


# --- hands that lose Lucky Break by themselves ---

ALWAYS_HIT = read_chart({"rows": [["hard", "4-20", " ".join("H" * 10)], ["soft", "12-20", " ".join("H" * 10)]]})


def cards(**held: int) -> tuple[int, ...]:
    """By points, from 0 to 10; t is ten."""
    kinds = {("t" if kind == 10 else str(kind)): kind for kind in range(11)}
    found = [0] * 11
    for name, count in held.items():
        found[kinds[name.removeprefix("_")]] = count
    return tuple(found)


@pytest.mark.parametrize(
    ("most", "lost"),
    [
        (cards(t=2), {}),
        (cards(t=3), {cards(t=3): 1}),
        (cards(t=2, _7=1), {cards(t=2, _7=1): 3}),  # 7 T T, T 7 T and T T 7: 27 each time
        (cards(t=2, _6=1), {}),  # 26 wins
        (cards(t=2, _5=1, _2=1), {cards(t=2, _5=1, _2=1): 6}),  # a ten, a five and a two, and then a ten
    ],
)
def test_first_hands_go_over_26_in_so_many_orders(most: tuple[int, ...], lost: dict[tuple[int, ...], int]) -> None:
    assert over_the_limit(LUCKY, LUCKY.rules(LUCKY.settings()), ALWAYS_HIT, 10, most) == lost


def test_nothing_is_given_up_where_surrender_loses_nothing() -> None:
    assert given_up(LUCKY, LUCKY.rules(LUCKY.settings()), ALWAYS_HIT, 10, [4] * 11) == {}


# --- what sources say in words ---


def claim(**said: Any) -> Any:
    return SimpleNamespace(**{"id": "x", "wager": "", "measure": "text", "value": "words", **said})


def solved(**notes: Fraction) -> Any:
    return lambda *_: SimpleNamespace(notes={name.replace("_", "."): value for name, value in notes.items()})


def test_triple_shot_answers_with_an_edge_a_chance_and_the_best_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = TRIPLE_SHOT.settings()
    monkeypatch.setattr(of_triple_shot, "solve", solved(round_edge=Fraction(12_345, 10**6), war_tie=Fraction(23, 311)))
    assert of_triple_shot.answer(TRIPLE_SHOT, settings, claim(measure="hold")) == "an edge of 1.23%"
    assert of_triple_shot.answer(TRIPLE_SHOT, settings, claim(id="war.tie_exact")) == "23/311"
    assert of_triple_shot.answer(TRIPLE_SHOT, settings, claim(wager="poker")).endswith(" to 1")
    in_words = of_triple_shot.answer(TRIPLE_SHOT, settings, claim(wager="hat_trick"))
    number = of_triple_shot.answer(TRIPLE_SHOT, settings, claim(wager="hat_trick", value="16"))
    assert in_words == f"{number} to 1"
    assert number.isdigit()


def test_triple_shot_answers_a_row_of_the_chart_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = TRIPLE_SHOT.plan("basic", TRIPLE_SHOT.settings())
    monkeypatch.setattr(of_triple_shot, "solve_blackjack", lambda *_: (None, plan))
    asked = claim(measure="strategy", id="strategy.hard_17_to_20", value="S " * 10)
    assert of_triple_shot.answer(TRIPLE_SHOT, TRIPLE_SHOT.settings(), asked) == " ".join("S" * 10)
    assert of_triple_shot.two_cards("a_7") == [(1, 7)]
    assert of_triple_shot.two_cards("hard_5") == [(2, 3)]
    assert of_triple_shot.two_cards("hard_19_to_20") == [(9, 10), (10, 10)]
    asked = claim(measure="strategy", id="strategy.hard_5", value="H8 " * 10)
    assert of_triple_shot.answer(TRIPLE_SHOT, TRIPLE_SHOT.settings(), asked) == " ".join(["H8"] * 10)
    eights = of_triple_shot.eights(TRIPLE_SHOT, plan)
    assert [part.partition(":")[0] for part in eights.split("; ")] == ["2-6", "5-3", "4-4", "else H"]
    assert of_triple_shot.LETTERS == {"hit": "H", "stand": "S", "double": "D", "split": "P"}


@pytest.mark.parametrize(
    ("machine", "said"), [(Fraction(4, 10_000), "close"), (Fraction(5, 10_000), "0.05% away from 8 decks")]
)
def test_lucky_lucky_answers_how_far_a_machine_is_from_eight_decks(
    machine: Fraction, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(_: Game, settings: Settings, strategy: str) -> Any:
        assert strategy == "basic"
        value = Fraction(1, 100) + (machine if settings["decks"] == 6 else 0)
        return SimpleNamespace(wagers={"lucky_lucky": SimpleNamespace(edge=SimpleNamespace(value=value))})

    monkeypatch.setattr(of_lucky, "solve", solve)
    settings = LUCKY.settings({"decks": 6, "shuffler": "continuous"})
    assert of_lucky.answer(LUCKY, settings, claim(id="continuous_shuffler", value="close")) == said


def test_lucky_lucky_answers_the_worked_example_of_a_suited_26_in_five_cards() -> None:
    settings = LUCKY.settings({"base": "1", "multiplier": "1", "suited": "base_plus_multiple"})
    assert of_lucky.answer(LUCKY, settings, claim(id="lucky_break.example.base")) == "3"
    assert of_lucky.answer(LUCKY, settings, claim(id="lucky_break.example.multiplier")) == "150"


# --- splits of Fast Action Hold'em ---


def test_a_split_is_of_two_cards_and_of_the_other_two() -> None:
    """Six ways to take two of four; the first and the last are each other's rest, and so on inwards."""
    spots = np.arange(18).reshape(6, 3)
    hands: Any = SimpleNamespace(
        counts=SimpleNamespace(partings=SimpleNamespace(spot_codes=range(18))), spots=spots, numbers=np.array([2, 0, 5])
    )
    names = find_game("fast_action_holdem").acts
    kept = names.index("keep_12")
    firsts = {
        "split_ante_12_34_bonus_12": 0, "split_ante_13_24_bonus_24": 4, "split_both_12_34": 0, "split_both_14_23": 2,
        "split_bonus_13_24_ante_13": 1, "split_bonus_12_34_ante_34": 5,
    }  # fmt: skip
    for name, first in firsts.items():
        act = names.index(name)
        table = np.full(6, kept, dtype=np.int8)
        table[0] = act  # the hand in the middle
        marked = worth_splitting(hands, [], [Plan(table, np.full(6, kept, dtype=np.int8))])
        assert marked.tolist() == sorted((int(spots[first, 1]), int(spots[5 - first, 1]))), name
        worth = np.arange(6.0) ** 2
        assert worth_of(worth, act, True) == first**2 + (5 - first) ** 2
        assert worth_of(worth, act, False) == first**2


def both_bets(cap_cents: int) -> Any:
    rules: Any = SimpleNamespace(
        cap_cents=cap_cents, envy=1, envy_least_cents=500, pays=[[(1, 1)], [(0, 1), (3, 2), (50, 1), (-1, 1)]]
    )
    hands: Any = SimpleNamespace(counts=SimpleNamespace(made=np.array([0, 2])), ways=np.array([1, 3]))
    return solve_mixes._Both(rules, hands, SimpleNamespace())  # type: ignore[arg-type]


@pytest.mark.parametrize(("cap", "won"), [(0, "apart"), (100, "apart"), (99, Fraction(73, 6)), (98, "not stored")])
def test_both_hands_of_a_split_share_the_cap_where_it_can_be_met(
    cap: int, won: str | Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endings_of(*_: Any) -> Any:
        if won == "not stored":
            raise Refused("not stored")
        return {(0, False): {1: 2, 2: 1}, (1, True): {1: 3}}

    monkeypatch.setattr(solve_mixes, "endings_of", endings_of)
    monkeypatch.setattr(solve_mixes, "bonus_won", lambda _, end, split: 10 * end + split)
    placed: Any = SimpleNamespace(bonus=lambda made: 25 * made)  # 50 at most, twice that for two hands
    found = both_bets(cap)._both_hands_capped(None, placed, Fraction(1, 7))
    assert found == (won if isinstance(won, Fraction) else Fraction(1, 7))


@pytest.mark.parametrize("bonus_cents", [0, 500])
def test_the_best_acts_are_chosen_for_the_bets_that_lie_there(
    bonus_cents: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def best_and_worth(*given: Any) -> Any:
        asked.append(given)
        return "acts", np.array([1.0, 3.0])

    monkeypatch.setattr(solve_mixes, "worths", lambda *_: (np.array([1.0, 2.0]), np.array([4.0, 8.0])))
    monkeypatch.setattr(solve_mixes, "legal_acts", lambda _, has_bonus: f"legal {has_bonus}")
    monkeypatch.setattr(solve_mixes, "best_and_worth", best_and_worth)
    acts, won = both_bets(0)._best(SimpleNamespace(bonus_cents=bonus_cents))
    assert (acts, won) == ("acts", (1 * 1 + 3 * 3) / 4)
    ((_, options, ante, bonus),) = asked
    assert options == f"legal {bonus_cents > 0}"
    assert ante.tolist() == [1, 2]
    assert bonus.tolist() == ([4, 8] if bonus_cents else [0, 0])


def test_a_bonus_changes_its_worth_where_envy_begins_and_where_the_cap_cuts_a_pay() -> None:
    assert both_bets(0).thresholds() == [500]
    assert both_bets(100_000).thresholds() == [500, 2_000, 66_667]  # 50 to 1, and 3 to 2 rounded up


def test_a_split_is_worth_knowing_where_some_ratio_of_bonus_to_ante_makes_it_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the split of both bets wins more than keeping the first two, on the Ante and on the Bonus."""
    more = [(1, -1, True), (-1, 1, True), (-1, -1, False), (-1, 0, False), (0, 0, True), (0, -1, False), (0, 1, True)]
    names = find_game("fast_action_holdem").acts
    kept, split = names.index("keep_13"), names.index("split_both_12_34")
    spots = np.arange(6 * len(more)).reshape(6, len(more))
    ante, bonus = np.zeros(spots.size), np.zeros(spots.size)
    for hand, (on_ante, on_bonus, _) in enumerate(more):
        ante[spots[1, hand]], bonus[spots[1, hand]] = 10, 20
        ante[spots[0, hand]], bonus[spots[0, hand]] = 10 + on_ante - 4, 20 + on_bonus - 4
        ante[spots[5, hand]], bonus[spots[5, hand]] = 4, 4
    hands: Any = SimpleNamespace(counts=None, spots=spots, numbers=np.arange(len(more)))
    monkeypatch.setattr(solve_acts, "worths", lambda *_: (ante, bonus))
    monkeypatch.setattr(solve_acts, "legal_acts", lambda *_: 1 << kept | 1 << split)
    ((act, worth),) = solve_acts._splits_best_at_any_ratio(hands, SimpleNamespace(rules=None))  # type: ignore[arg-type]
    assert act == split
    assert worth.tolist() == [best for _, _, best in more]


def test_a_plan_has_the_best_acts_with_a_bonus_and_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    hands: Any = SimpleNamespace(counts=None)
    monkeypatch.setattr(solve_acts, "worths", lambda *_: (2.0, 3.0))
    monkeypatch.setattr(solve_acts, "legal_acts", lambda _, has_bonus: has_bonus)
    monkeypatch.setattr(solve_acts, "best_acts", lambda *given: given[1:])
    monkeypatch.setattr(solve_acts, "in_table", lambda _, acts: acts)
    found: Any = solve_acts.best_plan(hands, SimpleNamespace(rules=None))  # type: ignore[arg-type]
    assert tuple(found) == ((True, 2.0, 3.0), (False, 2.0, 0.0))


@pytest.mark.parametrize("splits", ["as_written", "as_published"])
def test_a_written_plan_keeps_the_best_two_whatever_it_splits_off(splits: str) -> None:
    sets = len(of_holdem.four_cards())
    kinds = np.zeros((52, 52), dtype=bool)
    best = (np.arange(sets) % TWOS).astype(np.int8)
    rules: Any = SimpleNamespace(splits={"as_written": SPLITS_AS_WRITTEN, "as_published": SPLITS_AS_PUBLISHED}[splits])
    acts = of_holdem._with_bonus(rules, of_holdem.four_cards(), best, ~kinds, kinds)
    assert acts.tolist() == (SPLIT_ANTE + best).tolist(), "a second Ante alone"
    acts = of_holdem._with_bonus(rules, of_holdem.four_cards(), best, kinds, ~kinds)
    second = SPLIT_BONUS if splits == "as_written" else 0
    assert acts.tolist() == (second + best).tolist(), "a second Bonus alone, where it may be"
    acts = of_holdem._with_bonus(rules, of_holdem.four_cards(), best, ~kinds, ~kinds)
    assert acts.tolist() == [SPLIT_BOTH + min(two, 5 - two) for two in best.tolist()]


def test_every_topic_of_a_paragraph_has_its_heading() -> None:
    assert tuple(SECTIONS) == get_args(Paragraph.model_fields["topic"].annotation)


def test_an_edition_hangs_on_these_facts_of_a_sheet() -> None:
    """By these names and in this order: with others every old round would be of other rules."""
    for game in all_games():
        sheet, facts = game.sheet, _facts(game)
        assert list(facts) == ["options", "wagers", "acts", "outcomes", "paytables", "prizes"]
        assert facts["wagers"] == [wager.name for wager in sheet.wagers]
        assert facts["acts"] == list(game.acts)
        assert facts["outcomes"] == list(game.outcomes)
        told = [(each.name, list(each.choices), each.least, each.most, each.default) for each in sheet.options]
        assert [tuple(each) for each in facts["options"]] == told
        pays = [(list(each.wagers), each.when, [list(row) for row in each.pays]) for each in sheet.paytables]
        assert [tuple(each) for each in facts["paytables"]] == pays
        amounts = [(each.name, each.when, [list(row) for row in each.amounts]) for each in sheet.prizes]
        assert [tuple(each) for each in facts["prizes"]] == amounts


# --- words and prices beside play ---


def test_a_count_has_its_noun_alone_or_in_the_plural() -> None:
    told = [counted(count, "round") for count in (0, 1, 2, 1_000)]
    assert told == ["0 rounds", "1 round", "2 rounds", "1,000 rounds"]
    assert [counted(count, "box", "boxes") for count in (1, 2)] == ["1 box", "2 boxes"]
    assert [dollars(cents) for cents in (0, 100, 105, -250, 123_400)] == ["$0", "$1", "$1.05", "-$2.50", "$1,234"]
    assert [listed(names) for names in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    odds = [odds_text(*pair) for pair in ((0, 1), (3, 2), (-1, 1), (-1, 2), (-1, 4), (1_000, 1))]
    assert odds == ["push", "3 to 2", "loses", "loses half", "loses 1 of 4", "1,000 to 1"]


def test_what_somebody_wrote_is_said_again_in_sixty_letters_at_most() -> None:
    assert said_again("x" * 60) == "x" * 60
    assert said_again("x" * 61) == "x" * 57 + "..."
    assert said_again("a\nb") == r"a\nb"


def test_lucky_break_has_its_prices_from_the_games_own_rule_for_player_and_dealers() -> None:
    assert set(PRICES) == {"lucky_break", "lucky_break_toke"} <= set(LUCKY.wagers)
    rules = LUCKY.rules(LUCKY.settings({"suited": "multiple"}))
    for name, prices in PRICES.items():
        wager = LUCKY.wagers.index(name)
        found = prices(LUCKY, rules, wager)
        assert len(found) == 5 * 4, "busts of 22 to 26, plain and in three, four or five cards of a suit"
        plain = [outcome for outcome in found if not rules.multiplier[LUCKY.outcomes.index(outcome)]]
        assert [found[outcome] for outcome in plain] == [
            Fraction(*rules.pays[wager, LUCKY.outcomes.index(outcome)].tolist()) for outcome in plain
        ]


def test_who_plays_as_if_there_were_no_cap_is_given_rules_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    holdem = find_game("fast_action_holdem")
    monkeypatch.setattr(solve_effects, "counts_of", lambda *_: None)
    monkeypatch.setattr(solve_effects, "Hands", lambda _: "hands")
    monkeypatch.setattr(solve_effects, "best_plan", lambda hands, bets: (hands, bets))
    capped = holdem.settings({"cap_cents": 50_000})
    found: Any = solve_effects.plan_without_cap(holdem, capped, "optimal")
    hands, bets = found
    assert (hands, int(bets.rules.cap_cents)) == ("hands", 0)
    assert bets.ante_cents == bets.bonus_cents > 0


def test_blocks_that_are_counted_are_saved_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_units, "BLOCKS_A_SAVE", 2)
    told: list[Any] = []
    units: Any = object.__new__(solve_units.BoardUnits)
    totals = [np.zeros(3, dtype=np.int64) for _ in range(3)]
    units.work = SimpleNamespace(totals=totals, checks=np.zeros(4), blocks=[(0, 5), (5, 9), (9, 12), (12, 20)])
    units.counted = np.zeros(4, dtype=np.bool_)
    units.progress = lambda *boards: told.append(boards)
    units.save = lambda: told.append("saved")
    units._saved = 0
    at = np.array([0, 2])
    for blocks in ((2,), (0, 3), (1,)):
        units.take_in(blocks, solve_units.BlockSum(at, at + 1, at + 2, at + 3, np.array(blocks) + 7))
    assert told == [(3, 20), "saved", (16, 20), (20, 20)]
    assert [total.tolist() for total in totals] == [[3, 0, 9], [6, 0, 12], [9, 0, 15]]
    assert units.work.checks.tolist() == [7, 8, 9, 10]
