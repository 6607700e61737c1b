"""Approved or a study: every setting says which, in the data and in words (issue 9, point 4; the letters)."""

import io
import re
import tomllib
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from houseway.analysis.simulate import simulate
from houseway.analysis.solve import solve
from houseway.games import all_games, find_game
from houseway.games.approval import departing, departures, outcome_titles
from houseway.games.game import Game, in_force
from houseway.games.options import Option
from houseway.games.sheet import GAMES, RuleSheet, read_page
from houseway.house.sitting import Sitting
from houseway.report.edge_page import edge_json, edge_page
from houseway.report.game_pages import rules_page, simulation_page
from houseway.rules.refused import Refused
from houseway.terminal.own_table import TerminalTable

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def departs(slug: str, **chosen: Any) -> list[str]:
    """What departs under these options, in words without the reasons."""
    game = find_game(slug)
    return [each.words for each in departures(game, game.settings(chosen))]


@every_game
def test_letter__every_setting_is_approved_by_a_place_in_the_source_or_is_a_study(game: Game) -> None:
    for option in game.options.values():
        assert option.title
        assert not re.search(r"[_=]|cents", option.title), "a title is no code"
        for setting in option.choices or [each.setting for each in option.settings]:
            standing = option.standing(setting)
            assert bool(standing.cites) != bool(standing.study)
            assert not re.search(r"[_={}]", option.words(setting)), "words are no code"
    cited = [standing.cites for option in game.options.values() for standing in option.settings if standing.cites]
    assert cited


@every_game
def test_letter__the_game_as_its_source_has_it_departs_in_nothing(game: Game) -> None:
    assert departures(game, game.settings()) == ()
    assert departing(game, game.settings(), "") == ""


@every_game
def test_letter__every_default_is_approved_whatever_is_chosen_beside_it(game: Game) -> None:
    for option in game.options.values():
        assert not [default for default in option.defaults() if option.standing(default).study]


@pytest.mark.parametrize(
    ("slug", "option", "setting", "said"),
    [
        ("dakota_stud", "lowest_pair", 4, "a pair of sixes"),
        ("dakota_stud", "lowest_pair", 12, "a pair of aces"),
        ("fast_action_holdem", "envy_least_cents", 500, "$5"),
        ("fast_action_holdem", "envy_least_cents", 25_000, "$250"),
        ("fast_action_holdem", "cap_cents", 0, "no cap"),
        ("fast_action_holdem", "cap_cents", 1_000_050, "$10,000.50"),
        ("fast_action_holdem", "envy", False, "not paid"),
        ("lucky_lucky", "hands_max", 1, "no splits"),
        ("lucky_lucky", "decks", "infinite", "a shoe without end"),
        ("triple_shot_bonus", "hat_trick", "6 to 1", "6 to 1"),
        ("triple_shot_bonus", "grain_cents", 25, "$0.25"),
        ("super_fun_21", "rounding", "house", "down, for the house"),
    ],
)
def test_settings_in_the_words_of_a_card_room(slug: str, option: str, setting: Any, said: str) -> None:
    assert find_game(slug).options[option].words(setting) == said


# The cases of the issue.


def test_issue_9_4__super_fun_21_with_pushed_naturals_no_surrender_and_no_bonuses_departs() -> None:
    spoiled = {"naturals_always_win": False, "surrender": "none", "six_card_winner": False, "five_card_21": False}
    assert departs("super_fun_21", **spoiled, diamonds=False) == [
        "Surrender: none",
        "Six cards at 20 or less: play on",
        "21 in five or more cards: pays like any hand",
        "A player's blackjack: pushes against a dealer's blackjack",
        "A blackjack in diamonds: pays like any other",
    ]


def test_issue_9_4__dakota_stud_where_kings_lose_departs() -> None:
    assert departs("dakota_stud", lowest_pair=12) == ["Lowest pair that wins: a pair of aces"]


def test_issue_9_4__fast_action_holdem_without_splits_or_envy_departs() -> None:
    assert departs("fast_action_holdem", splits="none", envy=False) == ["Splits: no splits", "Envy Bonus: not paid"]


# What each source leaves to the house, and what it does not.


def test_dakota_stud_6a__only_sixes_or_better_are_approved() -> None:
    assert [rank for rank in range(13) if not departs("dakota_stud", lowest_pair=rank)] == [4]


@pytest.mark.parametrize("decks", [1, 6, 7, 8])
def test_fast_action_holdem_15a_i__a_house_may_cap_what_the_odds_pay_at_any_sum(decks: int) -> None:
    for cap, per in product((0, 1, 1_000_000), ("round", "hand")):
        assert departs("fast_action_holdem", decks=decks, cap_cents=cap, cap_per=per) == []


def test_fast_action_holdem_3__envy_is_earned_with_five_dollars() -> None:
    assert departs("fast_action_holdem", envy_least_cents=499) == ["Smallest Bonus that earns Envy: $4.99"]
    assert departs("fast_action_holdem", envy_least_cents=500) == []


def test_fast_action_holdem_7a__every_split_is_approved_and_none_may_be_left_out() -> None:
    assert departs("fast_action_holdem", splits="as_written") == []
    assert len(departs("fast_action_holdem", splits="as_published")) == 1


def test_triple_shot_layouts__the_hat_trick_at_6_to_1_is_printed_with_tsb_02_alone() -> None:
    printed = {(t, h) for t, h in product(("TSB-01", "TSB-02"), ("9 to 1", "6 to 1")) if not hat_trick_departs(t, h)}
    assert printed == {("TSB-01", "9 to 1"), ("TSB-02", "9 to 1"), ("TSB-02", "6 to 1")}
    assert hat_trick_departs("TSB-01", "6 to 1") == ["Poker paytable: TSB-01 with Hat Trick pays: 6 to 1"]


def hat_trick_departs(paytable: str, hat_trick: str) -> list[str]:
    return departs("triple_shot_bonus", paytable=paytable, hat_trick=hat_trick)


def test_triple_shot_blackjack_bet__the_house_may_hit_or_stand_on_soft_17() -> None:
    assert departs("triple_shot_bonus", soft_17="stand") == departs("triple_shot_bonus", soft_17="hit") == []


def test_super_fun_21_last_line__the_dealer_must_hit_soft_17() -> None:
    assert departs("super_fun_21", soft_17="stand") == ["Dealer with a soft 17: stands"]


def test_lucky_lucky_opening__one_to_eight_decks_or_a_continuous_shuffler() -> None:
    for decks in range(1, 9):
        assert departs("lucky_lucky", decks=decks) == []
    assert departs("lucky_lucky", shuffler="continuous") == []
    assert departs("lucky_lucky", decks="infinite") == ["Decks: a shoe without end"]


def test_lucky_lucky_opening__blackjack_is_the_houses_own() -> None:
    house = {"soft_17": "stand", "natural": "6 to 5", "surrender": "late", "hands_max": 1, "double": "10_to_11"}
    assert departs("lucky_lucky", **house) == []
    assert departs("lucky_lucky", insurance=False) == ["Insurance: not offered"]


def test_lucky_break_tables__base_pay_and_multiplier_are_of_one_paytable() -> None:
    """Base pays 1 and 2 are alike, and so are 3 and 4: what is dealt is a paytable of the source or it is not."""
    columns = ("1", "2", "3", "4")
    approved = {(b, m) for b, m in product(columns, columns) if not departs("lucky_lucky", base=b, multiplier=m)}
    assert approved == {*product("12", "12"), *product("34", "34")}
    for base in columns:
        assert departs("lucky_lucky", base=base, multiplier="as_base") == []


def test_what_is_said_of_a_table_that_departs() -> None:
    game = find_game("dakota_stud")
    settings = game.settings({"lowest_pair": 11})
    said = departing(game, settings, "a study of kings")
    assert said == "Departs from the approved rules: Lowest pair that wins: a pair of kings (a study of kings)"
    assert departing(game, settings, "").endswith("(no reason on record)")
    (only,) = departures(game, settings)
    assert str(only) == "Lowest pair that wins: a pair of kings (the rules have sixes or better win)"


# A sheet that leaves it open is refused in one sentence.

Edit = Callable[[dict[str, Any]], object]


def hat_trick(sheet: dict[str, Any]) -> dict[str, Any]:
    (option,) = [option for option in sheet["options"] if option["name"] == "hat_trick"]
    return option  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda sheet: hat_trick(sheet)["settings"].pop(), "hat_trick does not say whether 6 to 1 is approved"),
        (lambda sheet: hat_trick(sheet)["settings"][0].update(study="x"), "'9 to 1' needs one of two"),
        (lambda sheet: hat_trick(sheet)["settings"][0].pop("cites"), "'9 to 1' needs one of two"),
        (lambda sheet: hat_trick(sheet)["settings"][0].update(words=""), "at least 1 character"),
        (lambda sheet: hat_trick(sheet)["settings"].append(hat_trick(sheet)["settings"][0]), "no choice, or twice"),
        (lambda sheet: hat_trick(sheet)["choices"].append("5 to 1"), "does not say whether 5 to 1 is approved"),
        (lambda sheet: hat_trick(sheet).update(default="5 to 1"), "a default that is no choice: 5 to 1"),
        (lambda sheet: hat_trick(sheet).update(others={"words": "x", "cites": "y"}), "others without need"),
        (lambda sheet: hat_trick(sheet).pop("title"), "title: Field required"),
        (lambda sheet: sheet["departures"][0]["when"].update(hat_trick="6:1"), "would never be said"),
        (lambda sheet: sheet["departures"][0]["when"].update(hat_tricks="6 to 1"), "would never be said"),
    ],
)
def test_letter__a_sheet_that_leaves_it_open_is_refused(edit: Edit, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = GAMES / "triple_shot_bonus" / "rules.toml"
    sheet = tomllib.loads(path.read_text())
    edit(sheet)
    monkeypatch.setattr("houseway.games.sheet.tomllib.loads", lambda _: sheet)
    with pytest.raises(Refused, match=re.escape(said)) as refusal:
        read_page(path, RuleSheet)
    assert str(refusal.value).startswith("triple_shot_bonus/rules.toml: ")
    assert "\n" not in str(refusal.value)


def test_letter__numbers_without_a_name_need_a_standing_too() -> None:
    five = {"is": 5, "words": "five", "cites": "here"}
    words: dict[str, Any] = {"name": "n", "title": "N", "about": "", "cites": "", "least": 4, "most": 5, "default": 5}
    with pytest.raises(ValueError, match="does not say whether numbers without a name are approved"):
        Option.model_validate({**words, "settings": [five]})
    option = Option.model_validate({**words, "settings": [five], "others": {"words": "{number}", "study": "no"}})
    assert (option.words(4), option.words(5)) == ("4", "five")
    with pytest.raises(ValueError, match="no choice, or twice: True"):
        Option.model_validate({**words, "most": 4, "least": 1, "settings": [{**five, "is": True}]})


def test_no_sheet_has_an_option_that_another_file_must_explain() -> None:
    """The data are beside the game: nothing about approval stands in code."""
    for path in Path(GAMES).glob("*.py"):
        assert not re.search(r"TSB-0|lowest_pair|hat_trick", path.read_text()), path


# --- where people read of it ---


def text_of(page: Any) -> str:
    out = io.StringIO()
    Console(file=out, width=300, color_system=None).print(page)
    return out.getvalue()


@every_game
def test_rules_pages_have_approved_settings_and_studies_apart(game: Game) -> None:
    page = text_of(rules_page(game))
    for option in game.options.values():
        assert option.title in page
        for each in option.settings:
            assert not each.study or each.study[:20] in page
    for together in game.sheet.departures:
        assert together.because in page


def test_edges_of_a_study_say_so_and_those_of_the_approved_game_do_not() -> None:
    game = find_game("dakota_stud")
    said = "For study: departs from the approved rules in Lowest pair that wins: a pair of kings (the rules have"
    approved, study = (solve(game, {"lowest_pair": rank}) for rank in (4, 11))
    assert edge_json(study)["study"].startswith(said)
    assert said in text_of(edge_page(game, study))
    assert edge_json(approved)["study"] == ""
    assert "For study" not in text_of(edge_page(game, approved))


def test_simulations_of_a_study_say_so() -> None:
    game = find_game("dakota_stud")
    for rank in (4, 11):
        page = text_of(simulation_page(simulate(game, 100, settings={"lowest_pair": rank})))
        assert ("For study: departs from the approved rules in Lowest pair" in page) == (rank == 11)


def test_whoever_plays_at_home_is_told_of_a_study(capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("super_fun_21")
    for chosen in ({"surrender": "none"}, {}):
        sitting = Sitting(game, game.settings(chosen), 10_000, 1, 0, "basic", 1)
        TerminalTable(sitting, Console(width=300, color_system=None), ask=nobody).run(1)
        assert ("For study: departs from the approved rules in Surrender: none" in capsys.readouterr().out) == bool(
            chosen
        )


def nobody(prompt: str) -> str:
    raise EOFError(prompt)


@every_game
def test_titles_with_options_in_them_are_those_of_the_source_under_the_approved_ones(game: Game) -> None:
    assert outcome_titles(game, game.settings()) == {each.name: each.title for each in game.sheet.outcomes}
    assert game.sheet.layout is not None
    assert in_force(game.sheet.layout.motto_when, game.settings())


def test_dakota_stud_6a__outcomes_are_told_by_the_pair_that_wins() -> None:
    game = find_game("dakota_stud")
    titles = outcome_titles(game, game.settings({"lowest_pair": 12}))
    assert (titles["sixes_or_better"], titles["lose"]) == ("a pair of aces or better", "less than a pair of aces")
    assert "sixes" not in text_of(edge_page(game, solve(game, {"lowest_pair": 12}))).replace("have sixes", "")
