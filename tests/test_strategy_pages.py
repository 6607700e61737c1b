"""Strategies in words and as charts: the rules say what is played, and what they cost is what the solver says."""

import csv
import json
from fractions import Fraction
from functools import cache
from io import StringIO

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from houseway.analysis.exact.shared.guide import Guide, suit_classes
from houseway.analysis.guides import guide_of
from houseway.analysis.solve import advise, solve, strategy_of
from houseway.cli import app
from houseway.games import find_game
from houseway.games.dakota_stud import solve as dakota
from houseway.games.dakota_stud.plan import Plan as DakotaPlan
from houseway.games.dakota_stud.plan import sets_of
from houseway.games.dakota_stud.solve_guide import NUMBERS, VOCABULARY, WORDS, shape_text
from houseway.games.fast_action_holdem.plan import Lines, acts_by, lines_of
from houseway.games.fast_action_holdem.solve import wagers_of
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands
from houseway.games.fast_action_holdem.solve_counts import counts_of
from houseway.games.fast_action_holdem.solve_order import KINDS, kind_of, kinds_text
from houseway.report.guide_page import guide_page
from houseway.rules.cards import RANKS, cards_of
from houseway.rules.refused import Refused

GAMES = ("dakota_stud", "fast_action_holdem")


@cache
def guide(slug: str, strategy: str = "optimal", **wishes: object) -> Guide:
    found = guide_of(find_game(slug), wishes, strategy)
    assert found is not None
    return found


# --- Dakota Stud ---


def test_dakota_studs_rules_are_the_best_play_itself() -> None:
    for section in guide("dakota_stud").sections:
        assert section.right == 1
        assert section.cost == 0


def test_dakota_studs_rules_mean_what_they_say() -> None:
    """The second choice in plain Python: any pair, four of one suit, four cards of a straight."""
    rules = [rule.text for rule in guide("dakota_stud").sections[1].rules]
    assert rules == ["any pair", "four cards of a straight, with gaps or without", "four cards of one suit"]
    game = find_game("dakota_stud")
    plan = strategy_of(game, "optimal", game.settings()).plan
    for number, cards in list(enumerate(sets_of(4).tolist()))[::5]:
        ranks = {card >> 2 for card in cards}
        pair = len(ranks) < 4
        suited = len({card & 3 for card in cards}) == 1
        straight = any(ranks <= {rank % 13 for rank in range(low, low + 5)} for low in (-1, *range(9)))
        assert bool(plan.second[number]) == (pair or suited or straight), cards


def test_the_first_choice_names_the_few_hands_that_no_word_reaches() -> None:
    rules = [rule.text for rule in guide("dakota_stud").sections[0].rules]
    assert rules == [
        "a hand that wins already",
        "three cards of one suit, each high enough to win as a pair",
        "6-5-4, 7-6-4, 7-6-5, 8-6-5, 8-7-5 of one suit",
    ]


@pytest.mark.parametrize("strategy", ["published", "basic", "timid", "bold"])
def test_what_a_strategy_of_dakota_stud_costs_is_the_difference_of_the_edges(strategy: str) -> None:
    game = find_game("dakota_stud")
    edges = [solve(game, {}, name).wagers["round"].edge.value for name in (strategy, "optimal")]
    cost = sum(section.cost for section in guide("dakota_stud", strategy).sections)
    assert cost == pytest.approx(float(edges[0] - edges[1]), abs=1e-12)


def test_other_options_give_other_rules() -> None:
    tens = guide("dakota_stud", lowest_pair=8)
    assert tens.sections[1].rules != guide("dakota_stud").sections[1].rules
    assert all(section.right > 0.97 for section in tens.sections)


# --- Fast Action Hold'em ---


@pytest.mark.parametrize("wishes", [{}, {"splits": "as_published"}, {"splits": "none"}, {"decks": 6}])
def test_the_order_of_two_cards_is_nearly_the_best_play(wishes: dict[str, object]) -> None:
    with_bonus, alone = guide("fast_action_holdem", **wishes).sections
    assert with_bonus.right > 0.91
    assert alone.right > 0.95
    assert 0 < with_bonus.cost < 0.004
    assert 0 < alone.cost < 0.001
    basic = guide("fast_action_holdem", "basic", **wishes).sections
    assert with_bonus.cost < basic[0].cost
    assert alone.cost < basic[1].cost


@pytest.mark.parametrize("strategy", ["basic", "timid", "mimic"])
def test_what_a_strategy_of_fast_action_holdem_costs_is_the_difference_of_the_edges(strategy: str) -> None:
    game = find_game("fast_action_holdem")
    ours, best = solve(game, {}, strategy).wagers, solve(game, {}, "optimal").wagers
    for section, wager in zip(guide("fast_action_holdem", strategy).sections, ("round", "ante_alone"), strict=True):
        lost = float(ours[wager].edge.value - best[wager].edge.value)
        assert section.cost == pytest.approx(lost, abs=1e-9)


def test_a_split_that_is_not_allowed_is_not_advised() -> None:
    texts = {
        splits: " / ".join(rule.text for rule in guide("fast_action_holdem", splits=splits).sections[0].rules)
        for splits in ("none", "as_published", "as_written")
    }
    assert "split" not in texts["none"]
    assert "split the Bonus, together with the Ante, if" in texts["as_published"]
    assert "split the Bonus if" in texts["as_written"]


def test_kinds_are_written_as_players_write_them() -> None:
    marks = np.zeros(KINDS, dtype=np.int64)
    for rank in range(5, 13):
        marks[kind_of(rank, rank, 0)] = 1
    for high, low in (("A", "K"), ("A", "Q"), ("K", "Q"), ("9", "7")):
        marks[kind_of(RANKS.index(high), RANKS.index(low), 1)] = 1
    marks[kind_of(12, 11, 0)] = 1
    assert kinds_text(marks) == "77+, AK, AQs, KQs, 97s"


# --- Tables of classes ---


def test_every_class_of_hands_is_listed_once() -> None:
    rows = guide("dakota_stud").classes()
    for choice, classes, hands in ((1, 1755, 22_100), (2, 16_432, 270_725)):
        mine = [row for row in rows if row[0] == choice]
        assert len(mine) == classes
        assert sum(int(row[2]) for row in mine) == hands
    fours = guide("fast_action_holdem").classes()
    assert len(fours) == 16_432
    assert sum(int(row[1]) for row in fours) == 270_725


def test_suits_that_change_places_make_no_new_class() -> None:
    sets = np.array([sorted(cards_of(text)) for text in ("Ac Kc 2d", "Ah Kh 2s", "Ac Kd 2d", "Ad Kh 2h", "Ac Kc 2c")])
    first, number = suit_classes(sets)
    assert number[0] == number[1]
    assert number[2] == number[3]
    assert len(first) == 3


@pytest.mark.parametrize("slug", GAMES)
def test_a_class_is_worth_what_advise_says(slug: str) -> None:
    game = find_game(slug)
    found = guide(slug)
    for row in found.classes()[17::1200]:
        line = dict(zip(found.columns, row, strict=True))
        worths = [float(value) for _, value in advise(game, {}, str(line["cards"]))]
        best = max(float(line[name]) for name in ("leave", "take_back", "value_with_bonus") if name in line)
        assert max(worths) == pytest.approx(best, abs=1e-9), line["cards"]


# --- Pages ---


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("strategy", ["optimal", "basic"])
def test_pages_fit_in_eighty_columns(slug: str, strategy: str) -> None:
    screen = StringIO()
    Console(file=screen, width=80).print(guide_page(find_game(slug), strategy, guide(slug, strategy)))
    lines = screen.getvalue().splitlines()
    assert len(lines) > 10
    assert max(map(len, lines)) <= 80
    assert "…" not in screen.getvalue()
    assert any("best play" in line for line in lines)


def test_the_command_prints_text_csv_and_json() -> None:
    runner = CliRunner()
    page = runner.invoke(app, ["strategy", "dakota_stud", "--strategy", "published"])
    assert "a hand that wins already" in page.output
    assert "2.5720%" in page.output
    table = runner.invoke(app, ["strategy", "dakota_stud", "--csv"])
    rows = list(csv.DictReader(StringIO(table.output)))
    assert len(rows) == 18_187
    assert rows[0] == {
        "choice": "1", "cards": "2h 2d 2c", "hands": "4", "act": "leave_one", "leave": "4.877551",
        "take_back": "0.000000", "best": "leave_one", "cost": "0.000000",
    }  # fmt: skip
    told = json.loads(runner.invoke(app, ["strategy", "fast_action_holdem", "--json"]).output)
    assert [section["title"] for section in told["sections"]] == [
        "With a Bonus as large as the Ante",
        "With an Ante alone",
    ]
    assert len(told["classes"]) == 16_432


def test_blackjack_games_have_charts() -> None:
    page = CliRunner().invoke(app, ["strategy", "super_fun_21", "--strategy", "basic"])
    assert "hands that were doubled" in page.output


@pytest.mark.parametrize("slug", GAMES)
def test_a_strategy_that_does_not_exist_is_refused_with_what_was_meant(slug: str) -> None:
    with pytest.raises(Refused, match="did you mean optimal"):
        guide(slug, "optimall")


# --- what a rule that is left out costs ---


LOWEST = find_game("dakota_stud").rules(find_game("dakota_stud").settings()).lowest_pair


def dakota_means(text: str, size: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """[set] whether a rule of the guide means it; a list of hands means just those."""
    sets = sets_of(size)
    for name, words in WORDS.items():
        if text == words.format(n=NUMBERS[size]):
            return VOCABULARY[name](sets, LOWEST)
    shapes = text.removesuffix(" of one suit").split(", ")
    named = {f"{each} of one suit" for each in shapes} if text.endswith(" of one suit") else {*shapes}
    return np.array([shape_text(cards) in named for cards in sets])


@pytest.mark.parametrize("strategy", ["optimal", "published", "basic"])
def test_what_a_rule_of_dakota_stud_costs_that_is_left_out_is_the_difference_of_the_edges(
    strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("dakota_stud")
    settings = game.settings()
    sections = guide("dakota_stud", strategy).sections
    means = [[dakota_means(rule.text, 3 + i) for rule in section.rules] for i, section in enumerate(sections)]

    def edge(left_out: tuple[int, int] | None = None) -> Fraction:
        marks = [
            np.any([each for k, each in enumerate(some) if (i, k) != left_out], axis=0).astype(np.int8)
            for i, some in enumerate(means)
        ]
        monkeypatch.setattr(dakota, "plan_of", lambda *_: DakotaPlan(marks[0], marks[1]))
        return dakota.solve(game, settings, strategy).wagers["round"].edge.value

    whole = edge()
    for i, section in enumerate(sections):
        for k, rule in enumerate(section.rules):
            assert rule.left_out == edge((i, k)) - whole, rule.text


@pytest.mark.parametrize("with_bonus", [True, False])
@pytest.mark.parametrize("splits", ["as_written", "none"])
def test_what_a_rule_of_fast_action_holdem_costs_that_is_left_out_is_the_difference_of_the_edges(
    splits: str, with_bonus: bool
) -> None:
    game = find_game("fast_action_holdem")
    settings = game.settings({"splits": splits})
    rules, lines = game.rules(settings), lines_of("basic")
    bets = Bets(rules, 1000, 1000 if with_bonus else 0)
    hands = Hands(counts_of(game, settings))
    keeps = [*lines.keeps(with_bonus)]

    def edge(some: Lines) -> float:
        exact = wagers_of(hands, acts_by(some, rules, with_bonus)[hands.numbers], bets)["round"].edge.value
        return float(exact - whole)

    section = guide("fast_action_holdem", "basic", splits=splits).sections[not with_bonus]
    told = {rule.text: rule.left_out for rule in section.rules}
    assert told["or else any"] is None
    whole = wagers_of(hands, acts_by(lines, rules, with_bonus)[hands.numbers], bets)["round"].edge.value
    if splits == "none":
        for k in (0, 2):
            without = keeps[:k] + keeps[k + 1 :]
            cost = edge(lines._replace(keep=without, keep_with_bonus=without))
            assert told[f"{'or else' if k else 'play'} {keeps[k]}"] == pytest.approx(cost, abs=1e-9)
    fewer = {"Ante": lines._replace(second_ante=[]), "Bonus": lines._replace(second_bonus=[])}
    splitting = [text for text in told if text.startswith("split the ")]
    assert len(splitting) == (0 if splits == "none" else 1 + with_bonus)
    for text in splitting:
        assert told[text] == pytest.approx(edge(fewer[text.split()[2]]), abs=1e-9)
