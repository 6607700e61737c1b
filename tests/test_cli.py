"""Commands as a user types them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.games import SLUGS, all_games
from houseway.games.sheet import register
from tests.typed import typed


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, as a shell starts it."""
    return subprocess.run(
        [sys.executable, "-c", "from houseway.cli import main; main()", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "160", "TERM": "dumb"},
        check=False,
    )


def refused(*words: str) -> str:
    """The one sentence of a command that cannot be carried out."""
    done = typed(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1
    return lines[0]


def test_games_lists_every_game_we_play() -> None:
    done = run("games")
    assert done.returncode == 0
    for game in all_games():
        assert game.title in done.stdout
        assert game.slug in done.stdout


def test_games_all_lists_the_register_of_both_letters_with_conditions() -> None:
    done = typed("games", "--all")
    book = register()
    assert [sum(game.letter == letter.id for game in book.games) for letter in book.letters] == [66, 1]
    assert [letter.date for letter in book.letters] == ["2023-06-14", "2024-03-15"]
    assert book.letters[0].submission == 3119
    assert sorted(game.plays for game in book.games if game.plays) == sorted(SLUGS)
    for game in book.games:
        assert game.title in done.stdout
    assert "submission #3119" in done.stdout
    assert f"67 approved games, {len(SLUGS)} played here." in done.stdout
    for letter in book.letters:
        assert len(letter.conditions) >= 6
        assert letter.conditions[0][:40] in done.stdout


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_rules_prints_every_paytable_row_and_every_paragraph(game) -> None:  # type: ignore[no-untyped-def]
    done = typed("rules", game.slug)
    assert done.returncode == 0
    flat = " ".join(done.stdout.split())
    for paytable in game.sheet.paytables:
        assert paytable.code in flat
    at = [flat.index(heading) for heading, _ in game.paragraphs.sections()]
    assert at == sorted(at)
    for paragraph in game.paragraphs.paragraphs:
        told = flat.index(f"{paragraph.cites}: {' '.join(paragraph.text.split())}")
        assert (told > at[1]) != paragraph.play, "what is not play stands apart, after the rules of play"
    for option in game.options:
        assert option in flat


def test_an_unknown_game_is_refused_with_the_nearest_names() -> None:
    sentence = "houseway: there is no game 'dakota'; did you mean dakota_stud?"
    assert refused("rules", "dakota") == sentence
    alone = run("rules", "dakota")
    assert (alone.returncode, alone.stdout, alone.stderr) == (2, "", f"{sentence}\n")
    assert "dakota_stud" in refused("simulate", "zzz")
    assert typed("rules", "Dakota Stud").returncode == 0


def test_an_unknown_option_or_choice_is_refused_with_what_there_is() -> None:
    assert "did you mean decks?" in refused("simulate", "lucky_lucky", "--set", "deck=6")
    assert refused("simulate", "lucky_lucky", "--set", "decks=9").endswith("choose 1, 2, 3, 4, 5, 6, 7, 8, infinite")
    assert "write it as name=choice" in refused("simulate", "lucky_lucky", "--set", "decks")
    assert "--bet 5: write it as name=dollars" in refused("simulate", "lucky_lucky", "--bet", "5")
    assert "did you mean basic?" in refused("simulate", "lucky_lucky", "--strategy", "basc")
    assert refused("simulate", "lucky_lucky", "--strategy", "zzz").endswith("; there is basic, mimic, optimal")
    assert "no bet 'luky'" in refused("simulate", "lucky_lucky", "--bet", "blackjack=10", "--bet", "luky=5")
    assert "amount in dollars" in refused("simulate", "lucky_lucky", "--bet", "blackjack=ten")
    assert "must be bet" in refused("simulate", "lucky_lucky", "--bet", "lucky_lucky=5")


def test_simulate_json_is_the_same_for_a_seed_on_one_thread_and_two() -> None:
    words = ("simulate", "dakota_stud", "--rounds", "300000", "--seed", "11", "--json")
    one, two = run(*words, "--threads", "1"), typed(*words, "--threads", "2")
    assert one.returncode == two.returncode == 0
    assert one.stdout == two.stdout
    result = json.loads(one.stdout)
    assert result["rounds"] == 300_000
    assert result["seed"] == 11
    assert set(result["figures"]) == {"dollar", "one", "two", "three", "round"}
    assert sum(row["count"] for row in result["figures"]["dollar"]["outcomes"]) == 300_000


def test_simulate_holds_the_strategy_it_played_against_best_play() -> None:
    page = typed("simulate", "dakota_stud", "--rounds", "1000").stdout
    assert (
        "The basic strategy was played: exactly +2.1265% a round. --strategy optimal plays the best, +1.6405%." in page
    )


def test_simulate_takes_options_bets_and_seats() -> None:
    done = typed(
        "simulate",
        "lucky_lucky",
        "--rounds",
        "1000",
        "--set",
        "decks=2",
        "--bet",
        "blackjack=25",
        "--seats",
        "3",
        "--json",
    )
    result = json.loads(done.stdout)
    assert result["options"]["decks"] == 2
    assert result["wagers"] == [{"blackjack": 2500}] * 3
    assert result["figures"]["blackjack"]["seen"] == 3000


def test_count_walks_the_toys_and_a_deck_of_ones_own() -> None:
    done = typed("count", "dakota_stud", "--cards", "6c 6d 7c 8c 9c Tc")
    assert done.returncode == 0
    assert " 720 " in done.stdout.replace("│", " "), "6 x 5 x 4 x 3 x 2 deals"
    assert "2,880" in done.stdout, "four times as many with two choices of two"
    assert "is not a card" in refused("count", "dakota_stud", "--cards", "6x")
    assert "too many" in refused("count", "dakota_stud", "--cards", "2c3c4c5c6c7c8c9cTcJcQcKcAc2d3d4d5d")
    assert "no toy deck 'x'" in refused("count", "dakota_stud", "--toy", "x")


def test_the_table_says_what_is_wrong_with_a_bet_and_asks_again() -> None:
    done = typed("play", "dakota_stud", "--seed", "5", answers="abc\n0.25\n5000\n7.33\n10\nl\nl\nq\n")
    assert "'abc' is not an amount" in done.stdout
    assert "under the table's minimum" in done.stdout
    assert "over the table's maximum" in done.stdout
    assert "not a multiple" in done.stdout
    assert "1 round played, result -$40, balance $960" in done.stdout


def test_leaving_in_the_middle_of_a_round_returns_its_bets() -> None:
    done = typed("play", "dakota_stud", "--seed", "5", answers="10\nq\n")
    assert "bets still in action are returned" in done.stdout
    assert "0 rounds played, result $0, balance $1,000" in done.stdout


def test_a_seeded_table_deals_the_rounds_of_the_simulation() -> None:
    played = typed("play", "dakota_stud", "--seed", "5", "--rounds", "1", answers="10\nl\nl\n").stdout
    counted = json.loads(
        typed("simulate", "dakota_stud", "--rounds", "1", "--seed", "5", "--strategy", "bold", "--json").stdout
    )
    assert "This round: -$40" in played
    assert counted["figures"]["round"]["outcomes"] == [{"outcome": "no wager won", "cents": -4000, "count": 1}]


def test_too_many_seats_or_hands_are_refused() -> None:
    assert "seats" in refused("play", "dakota_stud", "--bots", "9")
    assert "1 to 1 hands" in refused("play", "dakota_stud", "--hands", "2")


def test_lobby_leads_to_a_table_and_back() -> None:
    number = str(SLUGS.index("dakota_stud") + 1)
    done = typed("lobby", answers=f"nonsense\n{number}\nq\nq\n")
    assert "there is no game 'nonsense'" in done.stderr
    assert "0 rounds played" in done.stdout
    assert done.returncode == 0


def test_version_is_the_package_version() -> None:
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text()
    assert run("--version").stdout.strip().split()[1] in text
