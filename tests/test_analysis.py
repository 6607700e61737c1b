"""Exact figures end to end: the command's JSON, the store, and a verdict on every published figure."""

import json
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.analysis import store
from houseway.analysis.claims import (
    DIFFERS,
    OPEN,
    REPRODUCED,
    UNDER_ASSUMPTION,
    ClaimVerdict,
    agrees,
    printed_like,
    verify,
)
from houseway.analysis.ship import standard
from houseway.analysis.solve import solve, solver_of
from houseway.games import all_games, find_game
from houseway.games.game import Game
from tests.test_cli import refused, run

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


@pytest.fixture(scope="module")
def verdicts() -> dict[str, dict[str, ClaimVerdict]]:
    return {game.slug: {each.claim.id: each for each in verify(game)} for game in all_games()}


def test_every_published_figure_has_a_verdict_and_a_reason_where_it_is_not_plain(verdicts) -> None:  # type: ignore[no-untyped-def]
    for game in all_games():
        assert len(verdicts[game.slug]) == len(game.claims.claims)
        for each in verdicts[game.slug].values():
            assert each.verdict in (REPRODUCED, UNDER_ASSUMPTION, DIFFERS, OPEN)
            assert each.verdict == REPRODUCED or len(each.why) > 60
            assert "{" not in each.why


def test_all_figures_of_lucky_lucky_are_reproduced(verdicts) -> None:  # type: ignore[no-untyped-def]
    assert {each.verdict for each in verdicts["lucky_lucky"].values()} == {REPRODUCED}


def test_the_edge_of_dakota_stud_belongs_to_the_published_play(verdicts) -> None:  # type: ignore[no-untyped-def]
    found = verdicts["dakota_stud"]
    assert found["ds_01.hit"].verdict == REPRODUCED
    edge = found["ds_01.edge"]
    assert (edge.verdict, edge.assumed_text, edge.ours_text) == (UNDER_ASSUMPTION, "4.2%", "1.6%")


def test_one_deck_of_fast_action_holdem_is_reproduced_with_the_published_splits(verdicts) -> None:  # type: ignore[no-untyped-def]
    found = verdicts["fast_action_holdem"]
    for table, printed, ours in (("4", "6.88%", "6.63%"), ("5", "11.47%", "11.31%"), ("6", "11.28%", "11.15%")):
        each = found[f"paytable_{table}.combined_edge"]
        assert (each.verdict, each.assumed_text, each.ours_text) == (UNDER_ASSUMPTION, printed, ours)


def test_six_decks_of_fast_action_holdem_come_within_six_hundredths_of_a_point(verdicts) -> None:  # type: ignore[no-untyped-def]
    """With splits of both bets together two of the three come out; 4.63 % was cut off 4.636."""
    for table, verdict in (("1", DIFFERS), ("2", UNDER_ASSUMPTION), ("3", UNDER_ASSUMPTION)):
        each = verdicts["fast_action_holdem"][f"paytable_{table}.combined_edge"]
        assert each.verdict == verdict
        assert abs(each.assumed - Fraction(each.claim.value)) < Fraction(6, 10_000)
        assert each.ours < each.assumed
        assert ("is cut off after its last digit; rounded, the same value is 4.64%" in each.why) == (table == "3")


def test_seven_and_eight_decks_of_fast_action_holdem_earn_less_than_is_printed(verdicts) -> None:  # type: ignore[no-untyped-def]
    """The rules allow six to eight decks and print one figure."""
    found = verdicts["fast_action_holdem"]
    for table in "123":
        six, seven, eight = (found[f"paytable_{table}{decks}.combined_edge"] for decks in ("", ".decks_7", ".decks_8"))
        assert six.ours - seven.ours > Fraction(1, 100)
        assert seven.ours - eight.ours > Fraction(1, 100)
        for each in (seven, eight):
            assert each.verdict == DIFFERS
            assert each.claim.printed == six.claim.printed
            assert each.ours_text in each.why


def test_digits_that_were_cut_off_are_said_to_be(verdicts) -> None:  # type: ignore[no-untyped-def]
    """The row of Jacks or better is 14.7395587 %, printed 14.739558 %; nothing is said of digits that were rounded."""
    jacks = verdicts["triple_shot_bonus"]["poker.tsb_01.jacks_or_better.probability"]
    assert jacks.verdict == REPRODUCED
    assert jacks.why == (
        "The printed 14.739558% is cut off after its last digit; rounded, the same value is 14.739559%."
    )
    for found in verdicts.values():
        for each in found.values():
            for value in (each.ours, each.assumed):
                if isinstance(value, Fraction) and agrees(value, each.claim) and value == agreeing(each):
                    told, printed = printed_like(value, each.claim), each.claim.printed
                    if told.endswith("%") and "%" not in printed and Decimal(printed) * 100 == Decimal(plain(told)):
                        printed = told  # a probability that was printed as a fraction
                    assert ("cut off" in each.why) == (plain(told) != plain(printed)), each


def plain(percent: str) -> str:
    return percent.removesuffix("%").strip()


def agreeing(verdict: ClaimVerdict) -> Fraction | str | None:
    return verdict.ours if verdict.verdict == REPRODUCED else verdict.assumed


def test_up_to_500_to_1_is_true_of_one_paytable(verdicts) -> None:  # type: ignore[no-untyped-def]
    first, second = (verdicts["triple_shot_bonus"][f"poker.top_odds.tsb_0{number}"] for number in (1, 2))
    assert (first.verdict, first.ours) == (REPRODUCED, "500 to 1")
    assert (second.verdict, second.ours) == (DIFFERS, "200 to 1")
    assert "pays 200 to 1" in second.why


def test_no_claim_is_open(verdicts) -> None:  # type: ignore[no-untyped-def]
    assert [name for found in verdicts.values() for name, each in found.items() if each.verdict == OPEN] == []


def test_the_hat_trick_is_no_product_of_three_chances(verdicts) -> None:  # type: ignore[no-untyped-def]
    found = verdicts["triple_shot_bonus"]
    hit = found["hat_trick.hit_soft_17.hit"]
    assert (hit.verdict, hit.assumed_text) == (UNDER_ASSUMPTION, "9.4556%")
    assert hit.ours > Fraction(12, 100)
    assert found["hat_trick.hit_soft_17.edge"].ours < 0, "the player is ahead at 9 to 1"
    assert found["card.tsb_01.hat_trick.edge"].verdict == DIFFERS
    assert found["card.tsb_01.poker.hit"].verdict == DIFFERS


def test_the_rest_of_triple_shot_is_reproduced(verdicts) -> None:  # type: ignore[no-untyped-def]
    found = verdicts["triple_shot_bonus"]
    plain = ("war.edge", "blackjack.hit_soft_17.edge", "blackjack.stand_soft_17.edge", "poker.tsb_01.edge")
    for name in (*plain, "poker.tsb_02.edge", "poker.tsb_01.hit", "round.tsb_01.hit_soft_17.edge"):
        assert found[name].verdict == REPRODUCED, name
    assert "0.3066%" in found["blackjack.hit_soft_17.edge"].why, "the printed table is not the best play"
    counts = Counter(each.verdict for each in found.values())
    assert counts[REPRODUCED] >= 88


@every_game
def test_figures_ship_for_the_standard_options(game: Game) -> None:
    """Whatever claims and defaults need is in the store under the present digest: `make figures` writes it."""
    for settings, strategy in standard(game):
        counted = not solver_of(game).takes_minutes(settings)
        assert (store.stored(game, settings, strategy) is not None) == counted


def test_a_digest_covers_options_strategy_and_rules() -> None:
    game = find_game("dakota_stud")
    base = store.digest(game, game.settings(), "optimal")
    assert store.digest(game, game.settings(), "published") != base
    assert store.digest(game, game.settings({"lowest_pair": 5}), "optimal") != base
    assert store.digest(game, game.settings(), "optimal") == base


def test_a_stored_solution_reads_back_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    game = find_game("dakota_stud")
    settings = game.settings({"lowest_pair": 7})
    assert store.stored(game, settings, "optimal") is None
    made = solve(game, settings, "optimal", fresh=True)
    store.keep(made, game)
    read = store.stored(game, settings, "optimal")
    assert read is not None
    assert store.written(read) == store.written(made)


def test_switching_a_rule_moves_play_and_solution_together() -> None:
    game = find_game("dakota_stud")
    sixes, aces = (solve(game, {"lowest_pair": pair}, fresh=True) for pair in (4, 12))
    assert sixes.wagers["dollar"].hit.value > aces.wagers["dollar"].hit.value


def test_edge_prints_json_as_agreed() -> None:
    done = run("edge", "lucky_lucky", "--set", "decks=1", "--set", "strategy=basic", "--json")
    found = json.loads(done.stdout)
    assert found["game"] == "lucky_lucky"
    assert found["options"]["decks"] == 1
    figure = found["figures"]["lucky_lucky.edge"]
    assert figure["value"] == "279/5525"
    assert figure["decimal"] == pytest.approx(0.050498, abs=1e-6)
    assert figure["se"] is None
    for measure in ("edge", "hit", "sd", "element_of_risk"):
        assert f"lucky_break.{measure}" in found["figures"]


def test_edge_refuses_what_it_does_not_know() -> None:
    assert "no strategy 'x'" in refused("edge", "dakota_stud", "--set", "strategy=x")
    assert "no option 'deck'" in refused("edge", "dakota_stud", "--set", "deck=1")


def test_strategy_prints_a_chart_and_advise_ranks_the_acts() -> None:
    chart = run("strategy", "triple_shot_bonus", "--strategy", "published", "--csv").stdout.splitlines()
    assert chart[0].startswith("situation,kind,hand,cards_from,2,3")
    assert any(line.startswith("whole hands,hard,11,2,DH,DH") for line in chart)
    ranked = json.loads(run("advise", "triple_shot_bonus", "A-7 v 6", "--json").stdout)
    assert ranked[0]["act"] == "double"
    assert [row["decimal"] for row in ranked] == sorted((row["decimal"] for row in ranked), reverse=True)
