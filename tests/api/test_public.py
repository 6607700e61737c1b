"""What `from houseway import ...` promises."""

import copy
import doctest
import inspect
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from houseway import Refused, Round, all_games, find_game, report_on, simulate, solve, verdicts
from houseway.analysis.simulation import standard_wagers
from houseway.cli import app
from houseway.games.game import Game

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
DAKOTA = {"dollar": 500, "one": 500, "two": 500, "three": 500}


def bets_of(game: Game) -> dict[str, int]:
    return standard_wagers(game)


# --- the names ---


def test_the_public_names_are_sorted_documented_and_there() -> None:
    assert houseway.__all__ == sorted(houseway.__all__)
    assert set(houseway.__all__) <= set(dir(houseway))
    for name in houseway.__all__:
        found = getattr(houseway, name)
        assert inspect.getdoc(found), f"{name} is not explained"
        members = vars(found).items() if inspect.isclass(found) and "api" in found.__module__ else ()
        for member, what in members:
            if not member.startswith("_") and (callable(what) or isinstance(what, property)):
                assert inspect.getdoc(what), f"{name}.{member} is not explained"


GIVEN: dict[str, Callable[[], object]] = {  # every public class: what gives one
    "Advice": lambda: dealt().advise()[0],
    "Exact": lambda: solve("dakota_stud"),
    "Game": lambda: find_game("dakota_stud"),
    "Refused": lambda: a_refusal(),
    "Round": lambda: dealt(),
    "Sampled": lambda: simulate("dakota_stud", 10, seed=1),
    "Seen": lambda: dealt().seen_by(1),
    "Settled": lambda: dealt().play_on("basic").settled[0],
    "Turn": lambda: dealt().turn,
    "Verdict": lambda: verdicts("dakota_stud")[0],
}


def dealt() -> Round:
    return Round.deal("dakota_stud", DAKOTA, seed=1)


def a_refusal() -> Refused:
    with pytest.raises(Refused) as told:
        find_game("no such game")
    return told.value


def test_what_the_functions_give_are_the_public_classes_and_there_are_no_others() -> None:
    """So that whoever writes types writes names that are public."""
    classes = {name for name in houseway.__all__ if inspect.isclass(getattr(houseway, name))}
    assert classes == GIVEN.keys()
    assert {name: type(give()) for name, give in GIVEN.items()} == {name: getattr(houseway, name) for name in GIVEN}


def test_a_name_that_is_not_public_is_an_attribute_error_that_lists_what_is() -> None:
    with pytest.raises(AttributeError, match="no public name 'Deck'; there is Advice"):
        _ = houseway.Deck


def test_the_first_import_loads_nothing_and_the_first_round_no_compiler() -> None:
    script = (
        "import sys, houseway\n"
        "assert not {'numpy', 'numba', 'pydantic', 'fastapi', 'rich'} & sys.modules.keys()\n"
        f"houseway.Round.deal('dakota_stud', {DAKOTA}, seed=1).play_on('basic')\n"
        "heavy = {'numba', 'fastapi', 'apsw'}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_examples_in_the_words_of_the_package_are_true() -> None:
    assert doctest.testmod(houseway).attempted > 3
    assert doctest.testmod(houseway).failed == 0


# --- rounds ---


@every_game
def test_a_round_is_played_by_names_and_its_settlements_are_its_net(game: Game) -> None:
    rng = random.Random(game.slug)
    for number in range(40):
        round_ = Round.deal(game, [bets_of(game)] * 2, seed=11, number=number)
        while turn := round_.turn:
            assert turn.seat in (1, 2)
            assert set(turn.acts) <= set(game.acts)
            round_ = round_.act(rng.choice(turn.acts))
        felt = round_._now.felt
        for seat in (1, 2):
            assert round_.net_cents(seat) == felt.net[seat].sum()
            for w, wager in enumerate(game.wagers):
                assert round_.net_cents(seat, wager) == felt.net[seat, w]
        assert round_.net_cents() == round_.net_cents(1) + round_.net_cents(2)


@every_game
def test_the_round_of_a_seed_is_the_one_that_a_simulation_counts(game: Game) -> None:
    rounds = 60
    nets = [
        Round.deal(game, bets_of(game), seed=5, number=number).play_on("basic").net_cents() for number in range(rounds)
    ]
    found = simulate(game, rounds, seed=5)
    assert found.rounds == rounds
    unit = found["round"].wager_cents
    assert sum(nets) == pytest.approx(found["round"].mean * unit * rounds)


def test_a_round_is_a_value_and_a_choice_can_be_taken_back() -> None:
    before = Round.deal("dakota_stud", DAKOTA, cards="As Ks Qs Js Ts")
    after = before.act("leave_one", "leave_two")
    assert (before.turn and before.turn.acts) == ("leave_one", "take_back_one")
    assert after.turn is None
    assert before.act("leave_one", "leave_two") == after
    assert after.net_cents() == 1_000_000
    assert before.act("take_back_one").act("take_back_two").net_cents(wager="dollar") == 250_000


def test_a_round_can_be_kept_in_a_set_copied_and_sent_to_another_process() -> None:
    round_ = Round.deal("super_fun_21", [{"blackjack": 1000}, {"blackjack": 500}], seed=7)
    later = round_.play_on()
    again = Round.deal("super_fun_21", [{"blackjack": 1000}, {"blackjack": 500}], seed=7)
    assert {round_, again, later} == {round_, later}
    for each in (round_, later):
        for twin in (copy.copy(each), copy.deepcopy(each), pickle.loads(pickle.dumps(each))):
            assert (twin, hash(twin), twin.turn, twin.settled) == (each, hash(each), each.turn, each.settled)
            assert twin.game is each.game
    assert Round.deal("super_fun_21", {"blackjack": 1000}, cards=later.cards[:9], seed=1).cards[:9] == later.cards[:9]


def test_tables_of_figures_say_what_is_in_them_without_refusing() -> None:
    exact, sampled = solve("dakota_stud"), simulate("dakota_stud", 100, seed=1)
    for table in (exact, sampled):
        assert "round" in table
        assert "rund" not in table
        assert table.get("rund") is None
        assert dict(table)["round"] == table["round"]


def test_a_seat_sees_its_own_cards_and_no_hidden_one() -> None:
    twice = {wager: 2 * cents for wager, cents in DAKOTA.items()}
    round_ = Round.deal("dakota_stud", [DAKOTA, twice], cards="As Ks Qs 2s 3s 4s Js Ts")
    first, second = round_.seen_by(1), round_.seen_by(2)
    assert first.hands == (("As", "Ks", "Qs"),)
    assert second.hands == (("2s", "3s", "4s"),)
    assert first.community == ("??", "??")
    assert (set(first.others), set(second.others)) == ({2}, {1})
    assert len(first.others[2][0]) == 3
    assert "2s" not in first.tape
    assert "2s" in round_.tape
    assert (first.in_action_cents, second.in_action_cents) == (DAKOTA, twice)


def test_advice_ranks_the_acts_of_whoever_has_to_choose() -> None:
    best, worst = Round.deal("dakota_stud", DAKOTA, cards="As Ks Qs").advise()
    assert (best.act, worst.act) == ("leave_one", "take_back_one")
    assert best.value > worst.value == 0


def test_what_cannot_be_is_one_sentence_that_says_what_can() -> None:
    round_ = Round.deal("dakota_stud", DAKOTA, cards="As Ks Qs")
    for wrong, words in (
        (lambda: find_game("dakota stut"), "did you mean dakota_stud"),
        (lambda: Round.deal("dakota_stud", {"dolar": 500}), "did you mean dollar"),
        (lambda: Round.deal("dakota_stud", {}), "nobody has bet"),
        (lambda: Round.deal("dakota_stud", [DAKOTA] * 9), "7 seats: 9 cannot be dealt"),
        (lambda: Round.deal("dakota_stud", DAKOTA, cards="As As"), "As is not in the shoe as often"),
        (lambda: Round.deal("dakota_stud", DAKOTA, cards="Ax"), "Ax"),
        (lambda: Round.deal("dakota_stud", DAKOTA, seed=-1), "seed -1 is out of range"),
        (lambda: Round.deal("dakota_stud", DAKOTA, options={"soft17": 1}), "no option 'soft17'"),
        (lambda: round_.act("leave_two"), "seat 1 cannot leave_two now; did you mean leave_one"),
        (lambda: round_.act("leave_one", "leave_two", "leave_two"), "the round is over"),
        (lambda: round_.act("leave_one", "leave_two").advise(), "the round is over"),
        (lambda: round_.net_cents(3), "there is no seat 3"),
        (lambda: round_.net_cents(wager="ante"), "no wager 'ante'"),
        (lambda: round_.seen_by(0), "there is no seat 0"),
        (lambda: solve("dakota_stud")["rund"], "did you mean round"),
        (lambda: solve("dakota_stud", strategy="best"), "no strategy 'best'"),
        (lambda: simulate("dakota_stud", 0), "ask for at least 1"),
    ):
        with pytest.raises(Refused) as refused:
            wrong()
        assert words in str(refused.value)


def test_what_is_of_the_wrong_kind_is_one_sentence_too() -> None:
    """As it comes from a form, a notebook or another program; a type checker would have said it."""
    public: Any = houseway  # ... and is not asked here
    deal = partial(public.Round.deal, "super_fun_21")
    round_ = deal({"blackjack": 1000}, seed=7)
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: deal({"blackjack": 10.5}), "blackjack: 10.5 is not a whole number of cents"),
        (lambda: deal({"blackjack": 1000.0}), "1000.0 is not a whole number of cents"),
        (lambda: deal({"blackjack": "1000"}), "'1000' is not a whole number of cents"),
        (lambda: deal([{"blackjack": 1000}, {"blackjack": None}]), "None is not a whole number of cents"),
        (lambda: deal(1000), "bets are cents by the name of the wager, as in {'blackjack': 1000}"),
        (lambda: deal({"blackjack": 1000}, seed="7"), "seed: '7' is not a whole number"),
        (lambda: deal({"blackjack": 1000}, seed=1.5), "seed: 1.5 is not a whole number"),
        (lambda: deal({"blackjack": 1000}, number=-1), "number -1 is out of range"),
        (lambda: deal({"blackjack": 1000}, cards=[1, 2]), "'1' is not a card"),
        (lambda: deal({"blackjack": 1000}, options={1: 1}), "options are settings by the name of the option"),
        (lambda: deal({"blackjack": 1000}, options="decks=2"), "options are settings by the name of the option"),
        (lambda: round_.act(0), "seat 1 cannot 0 now; there is insure, decline"),
        (lambda: round_.play_on(5), "has no strategy '5'"),
        (lambda: round_.seen_by("1"), "seat: '1' is not a whole number"),
        (lambda: round_.net_cents("1"), "seat: '1' is not a whole number"),
        (lambda: public.simulate("dakota_stud", 1e6), "rounds: 1000000.0 is not a whole number"),
        (lambda: public.simulate("dakota_stud", 10, seed="1"), "seed: '1' is not a whole number"),
        (lambda: public.simulate("dakota_stud", 10, threads=1.5), "threads: 1.5 is not a whole number"),
        (lambda: public.simulate("dakota_stud", 10, bets={"dollar": "5"}), "'5' is not a whole number of cents"),
        (lambda: public.simulate("dakota_stud", 10, options=["decks"]), "options are settings by the name"),
        (lambda: public.solve(5), "5 is no game: name one, as in 'dakota_stud'"),
        (lambda: public.solve("dakota_stud", options={None: 1}), "options are settings by the name"),
        (lambda: public.report_on("dakota_stud", "md", "decks=2"), "options are settings by the name"),
        (lambda: public.verdicts(None), "None is no game"),
        (lambda: public.find_game(None), "None is no game"),
    ]
    for wrong, words in cases:
        with pytest.raises(Refused) as refused:
            wrong()
        assert words in str(refused.value)


# --- figures ---


@every_game
def test_exact_and_sampled_figures_are_tables_of_the_same_wagers(game: Game) -> None:
    exact = solve(game)
    sampled = simulate(game, 200_000, strategy="basic")
    assert set(sampled) - set(exact) <= {"round", "insurance"}
    for row in exact.rows():
        found = exact[str(row["wager"])]
        assert row["element_of_risk"] == (float(found.edge / found.action) if found.action else None)
        assert isinstance(found.edge, Fraction)
        assert row["edge"] == float(found.edge)
        if found.outcomes:
            assert sum(way.probability for way in found.outcomes) == 1
        if found.outcomes and not found.sampled:
            assert -sum(way.won * way.probability for way in found.outcomes) == found.edge
    assert [row["wager"] for row in sampled.rows()] == list(sampled)
    assert all(row["edge"] == -sampled[str(row["wager"])].mean for row in sampled.rows())


def test_what_is_paid_without_a_bet_of_its_own_has_figures_and_no_element_of_risk() -> None:
    """Three Card Poker's Ante Bonus, per unit of Ante: all of the round's edge that Ante and Play leave."""
    exact = solve("three_card_poker")
    bonus = exact["ante_bonus"]
    assert bonus.action == 0
    assert bonus.element_of_risk is None
    assert bonus.edge == exact["round"].edge - exact["ante"].edge - exact["play"].edge


def test_everything_of_a_result_is_plain_data() -> None:
    import json

    exact = solve("dakota_stud").to_dict()
    assert Fraction(exact["wagers"]["dollar"]["edge"]) == solve("dakota_stud")["dollar"].edge
    sampled = simulate("dakota_stud", 1000, seed=3).to_dict()
    assert sampled["rounds"] == 1000
    assert json.loads(json.dumps([exact, sampled])) == [exact, sampled]


def test_the_same_seed_is_the_same_on_any_number_of_threads() -> None:
    one, three = (simulate("super_fun_21", 300_000, seed=9, threads=threads) for threads in (1, 3))
    assert one.to_dict() == three.to_dict()


def test_three_published_figures_are_wrong_and_each_says_why() -> None:
    found = verdicts("triple_shot_bonus")
    assert {each.verdict for each in found} >= {"reproduced", "differs"}
    assert all(each.why for each in found if each.verdict == "differs")
    assert all(each.printed and each.ours and each.cited and each.about for each in found)


def test_a_report_is_the_bytes_that_the_command_writes() -> None:
    pay, day = "Lucky Lucky 1/suited_sevens/100", "2026-11-16"
    typed = ["report", "lucky_lucky", "--set", "decks=2", "--pay", pay, "--format", "md", "--date", day]
    written = report_on("lucky_lucky", "md", {"decks": 2}, pays=[pay], date=day)
    assert written.decode() == CliRunner().invoke(app, typed).output
    for said, wrong in (
        ("'soon' is no date: write it as 2026-11-16", {"date": "soon"}),
        ("paper is a4 or letter, not 'a0'", {"paper": "a0"}),
        ("a report is written as pdf, html, xlsx, md, json, not as 'doc'", {"form": "doc"}),
    ):
        with pytest.raises(Refused, match=said):
            report_on("dakota_stud", **wrong)  # type: ignore[arg-type]
