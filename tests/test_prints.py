"""Felts carry what the layouts print: payout columns and lines, from the data and the options in force."""

import random
from io import StringIO

import pytest
from rich.console import Console

from houseway.games import all_games, find_game
from houseway.games.approval import worded
from houseway.games.game import Game
from houseway.games.prints import FeltPrints, felt_prints
from houseway.games.sheet import Setting
from houseway.house.configuration import TableConfig, default_room
from houseway.house.posting import posting_sign, prints_on
from houseway.house.sitting import Sitting
from houseway.house.table_view import table_facts
from houseway.kit.wildness import random_settings
from houseway.report.sign import sign_page
from houseway.terminal.own_table import TerminalTable
from tests.house.table_kit import House, table_of, the_room
from tests.test_approval import text_of

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def prints(slug: str, **options: Setting) -> FeltPrints:
    game = find_game(slug)
    return felt_prints(game, game.settings(options))


def column(found: FeltPrints, title: str) -> dict[str, str]:
    (payouts,) = (each for each in found.payouts if each.title == title)
    return dict(payouts.rows)


# --- Dakota Stud ---


def test_layout_payouts__dakota_stud_prints_ds_01_line_for_line() -> None:
    assert column(prints("dakota_stud"), "Payouts") == {
        "Royal flush": "500 to 1",
        "Straight flush": "100 to 1",
        "Four of a kind": "40 to 1",
        "Full house": "9 to 1",
        "Flush": "5 to 1",
        "Straight": "4 to 1",
        "Three of a kind": "3 to 1",
        "Two pair": "2 to 1",
        "A pair of sixes or better": "1 to 1",
    }


def test_layout_wins__players_win_with_the_lowest_pair_in_force() -> None:
    assert "Players win with a pair of sixes or better" in prints("dakota_stud").lines
    aces = prints("dakota_stud", lowest_pair=12)
    assert aces.motto == "A pair of aces or better wins"
    assert "sixes" not in str(aces)


# --- Triple Shot Bonus ---


@pytest.mark.parametrize(("paytable", "royal", "straight_flush"), [("TSB-01", 500, 50), ("TSB-02", 200, 60)])
def test_layout_6_payouts__the_poker_column_is_that_of_the_paytable(
    paytable: str, royal: int, straight_flush: int
) -> None:
    found = column(prints("triple_shot_bonus", paytable=paytable), "Poker pays")
    assert found["Royal flush"] == f"{royal} to 1"
    assert found["Straight flush"] == f"{straight_flush} to 1"
    assert found["Two pair"] == "3 to 2"
    assert len(found) == 9


@pytest.mark.parametrize("odds", ["9 to 1", "6 to 1"])
def test_layout_9_and_layout_6_hat_trick__ties_win(odds: str) -> None:
    assert f"Hat Trick pays {odds}, ties win" in prints("triple_shot_bonus", hat_trick=odds).lines


def test_layout_6_lines__the_rules_in_brief() -> None:
    lines = prints("triple_shot_bonus").lines
    assert {
        "Blackjack pays 3 to 2",
        "Insurance pays 2 to 1",
        "Only aces split, one card each",
        "Six cards without a bust win",
        "A tie at War costs half the bet",
        "Dealer must hit soft 17",
    } <= set(lines)
    other = prints("triple_shot_bonus", soft_17="stand", insurance=False).lines
    assert "Dealer stands on all 17s" in other
    assert not [line for line in other if "Insurance" in line or "hit soft" in line]


# --- Super Fun 21 ---


def test_layout_1_to_6__super_fun_21_prints_its_six_lines() -> None:
    double, split, surrender, six, five, blackjack = prints("super_fun_21").lines[:6]
    assert double.startswith("Double down at any time")
    assert split == "Split equal values, aces too: up to four hands"
    assert surrender == "Surrender at any time, after a hit, a split or a double"
    assert six == "Six cards at 20 or less win at once, unless doubled"
    assert five == "21 in five or more cards pays 2 to 1 at once, unless doubled"
    assert blackjack == "Every blackjack wins 1 to 1, in diamonds 2 to 1"


def test_layout_1_to_6__only_those_in_force() -> None:
    off = prints(
        "super_fun_21", double="two_cards", hands_max=1, surrender="none", rescue=False, six_card_winner=False,
        five_card_21=False, naturals_always_win=False, diamonds=False, insurance=False, soft_17="stand",
    )  # fmt: skip
    assert off.lines == ("Double down on two cards", "Blackjack pays 1 to 1", "Dealer stands on all 17s")


# --- Fast Action Hold'em, Lucky Lucky ---


def test_single_paytable_and_envy__columns_of_fast_action_holdem() -> None:
    found = prints("fast_action_holdem", paytable="6")
    assert column(found, "Bonus pays")["Full house"] == "6 to 1"
    assert column(found, "Envy") == {"Royal flush": "$250", "Straight flush": "$50"}
    assert "The house wins ties" in found.lines
    without = prints("fast_action_holdem", envy=False, splits="none")
    assert "nvy" not in str(without)
    assert not [line for line in without.lines if "split" in line]


def test_envy_that_cannot_be_won_is_not_printed_at_the_table() -> None:
    alone = TableConfig.from_body({"name": "t", "game": "fast_action_holdem", "seats": 1})
    assert "nvy" not in str(prints_on(alone))


def test_rules_8__lucky_lucky_prints_no_suited_sevens_with_two_decks() -> None:
    assert column(prints("lucky_lucky"), "Lucky Lucky")["Suited 7-7-7"] == "200 to 1"
    assert "Suited 7-7-7" not in column(prints("lucky_lucky", decks=2), "Lucky Lucky")


# --- all of them ---


@each_game
def test_prints_are_whole_under_any_options(game: Game) -> None:
    rng = random.Random(3)
    for _ in range(60):
        found = felt_prints(game, random_settings(game, rng))
        assert "{" not in str((found.motto, found.lines, [each.rows for each in found.payouts]))
        assert "_" not in str((found.motto, found.lines))
        assert all(each.rows for each in found.payouts)
        assert len(set(found.lines)) == len(found.lines)


@pytest.mark.parametrize("name", default_room().tables)
def test_a_table_tells_what_its_felt_says(name: str) -> None:
    facts = table_facts(House(table_of(name)).table)
    told = prints_on(table_of(name))
    assert facts["felt"]["motto"] == told.motto
    assert tuple(facts["felt"]["lines"]) == told.lines
    assert [each["title"] for each in facts["felt"]["payouts"]] == [each.title for each in told.payouts]


# --- Lucky Lucky with a community card (its opening and Table 1) ---

UP_CARD = "the dealer's up-card"
COMMUNITY_IN_PLAY = ("community", "a community card, dealt face up at the start", UP_CARD)


@pytest.mark.parametrize(("third_card", "right", "wrong"), [("up_card", UP_CARD, "ommunity"), COMMUNITY_IN_PLAY])
def test_lucky_lucky_opening__every_text_of_a_table_names_the_third_card_in_force(
    third_card: str, right: str, wrong: str
) -> None:
    config = table_of("lucky", options={**table_of("lucky").options, "third_card": third_card})
    facts = table_facts(House(config).table)
    told = {wager["name"]: wager["about"] for wager in facts["wagers"]}["lucky_lucky"]
    sign = text_of(sign_page(posting_sign(the_room(), config)))
    screen = StringIO()
    sitting = Sitting(config.the_game, config.settings(), 100_000, seed=3)
    console = Console(file=screen, width=300)
    TerminalTable(sitting, console, lambda prompt: "5" if prompt.startswith("L") else "s" * (prompt == "> ")).run(1)
    played = " ".join(screen.getvalue().split())
    for said in (told, sign, played):
        assert right in said
        assert wrong not in said
    assert wrong not in str(facts["felt"])
    assert " ".join(f"Lucky Lucky on your first two cards with {right}, and Lucky Break".split()) in played


@each_game
def test_what_a_game_and_its_wagers_are_about_is_said_in_words_under_any_options(game: Game) -> None:
    rng = random.Random(game.slug)
    for settings in (game.settings(), *(random_settings(game, rng) for _ in range(20))):
        for text in (game.sheet.about, *(wager.about for wager in game.sheet.wagers)):
            assert "{" not in worded(game, settings, text)


def test_what_dakota_stud_is_about_names_the_lowest_pair_in_force() -> None:
    game = find_game("dakota_stud")
    assert "and a pair of sixes or better wins" in worded(game, game.settings(), game.sheet.about)
    assert "and a pair of aces or better wins" in worded(game, game.settings({"lowest_pair": 12}), game.sheet.about)


def test_the_felt_of_casino_war_says_what_a_tie_does_and_that_a_won_war_pays_one_bet() -> None:
    said = prints("casino_war")
    assert said.motto == "The higher card wins"
    assert "On a tie surrender half of your bet, or go to war with a second one" in said.lines
    assert "A war won or tied pays the second bet 1 to 1; the first comes back" in said.lines
    bonus = prints("casino_war", bonus=True)
    assert "A war won pays the second bet 1 to 1, a war tied 2 to 1; the first comes back" in bonus.lines


def test_words_of_three_card_poker_hold_for_every_bet_that_ends_so() -> None:
    """A king-high dealer without a queen plays, and a pair that loses to a higher one wins Pair Plus."""
    titles = {each.name: each.title for each in find_game("three_card_poker").sheet.outcomes}
    assert titles["no_queen"] == "the dealer is below queen high"
    assert titles["lose"] == "loses"
