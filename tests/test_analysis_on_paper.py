"""What the analysis writes down and says: the names in every answer, the digits of every sentence, the odd number."""

import json
import os
import re
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from houseway.analysis import claims, continuous, mix_store, risk, shared_cap, ship, store, until, worst_mix
from houseway.analysis import solve as solving
from houseway.analysis.claims import IN_WORDS, READERS, judge
from houseway.analysis.computed_by import computed_by, rules_digest
from houseway.analysis.continuous import MachineEdge, threes_of
from houseway.analysis.exact.holdem.stamped import stamp_of
from houseway.analysis.exact.shared.mixes import Worth
from houseway.analysis.exact.shared.solution import Figure, Row, Solution, WagerSolution
from houseway.analysis.hints import Hint, told_acts
from houseway.analysis.risk import EXACT, RoundResult, ruin, session
from houseway.analysis.simulation import Simulation, as_json
from houseway.analysis.universal import cost, unfinished
from houseway.analysis.universal.apart.every_path import NUMBERS_OF_A_PLACE
from houseway.analysis.universal.apart.unseen_felt import COUNTED
from houseway.analysis.universal.boards.sights import SeenChoice
from houseway.analysis.universal.count import Counted
from houseway.analysis.universal.seats.on_boards import Averaged, BoardSight, SightStudy
from houseway.analysis.universal.shape import sees, shape_of, units_bet
from houseway.analysis.whole import Whole
from houseway.analysis.worst_mix import Mix, WorstMix, _Search
from houseway.games import all_games, find_game
from houseway.games.sheet import Claim
from houseway.rules.felt import DEALER, HOUSE, Felt, clear, new_felt
from houseway.rules.refused import Refused
from tests.approved import hold_answer

DAKOTA = find_game("dakota_stud")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
WAGER = WagerSolution(
    "ante", Figure(THIRD), Figure(HALF, 0.25), Figure(Fraction(7, 5)), Figure(Fraction(2)), (Row("win", HALF, THIRD),)
)
WAGER_WRITTEN = {
    "edge": ["1/3", None], "hit": ["1/2", 0.25], "variance": ["7/5", None], "action": ["2", None],
    "rows": [["win", "1/2", "1/3"]],
}  # fmt: skip


# --- what is written down ---


def test_a_solution_is_written_with_these_names_and_read_back() -> None:
    settings = DAKOTA.settings()
    solution = Solution(DAKOTA.slug, settings, "optimal", {"ante": WAGER}, None, {"round.ahead": HALF})
    written = store.written(solution)
    assert written == {
        "settings": dict(settings), "strategy": "optimal", "notes": {"round.ahead": "1/2"},
        "wagers": {"ante": WAGER_WRITTEN},
    }  # fmt: skip
    assert store._read(DAKOTA, json.loads(store.as_text(written))) == solution


def test_figures_ship_under_these_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = DAKOTA.settings()
    claim = SimpleNamespace(id="said", value="yes", options={})
    monkeypatch.setattr(store, "shipped_path", lambda _: tmp_path / "figures" / "it.json")
    store.ship(DAKOTA, [Solution(DAKOTA.slug, settings, "optimal", {}, None, {})], [(claim, "no")])  # type: ignore[list-item]
    shipped = json.loads((tmp_path / "figures" / "it.json").read_text())
    under = {"rules": rules_digest(DAKOTA, settings), "settings": dict(settings)}
    assert shipped == {
        "computed_by": computed_by(DAKOTA),
        "figures": {"optimal": {**under, "strategy": "optimal", "notes": {}, "wagers": {}}},
        "answers": {"said": {**under, "claimed": "yes", "answer": "no"}},
    }
    assert store.stored_answer(DAKOTA, settings, claim) == "no"  # type: ignore[arg-type]
    other = SimpleNamespace(id="said", value="perhaps", options={})
    assert store.stored_answer(DAKOTA, settings, other) is None  # type: ignore[arg-type]


def test_what_was_left_unfinished_is_kept_under_these_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "kept", lambda: tmp_path / "kept")
    plan = [np.array([[2, 1, 5], [0, 9, 3]], dtype=np.int64)]
    counted = Counted(
        {4, 1}, 10, 20, 30, Counter({1: 6, 0: 5}), Counter({(1, 2, -300): 8, (0, 1, 500): 7}), plan, 40, 50
    )
    assert unfinished.taken_up("it") == Counted()
    assert unfinished.keep("it", counted)
    assert json.loads((tmp_path / "kept" / "it.units.json").read_text()) == {
        "done": [1, 4], "sums": [10, 20, 30, 40, 50], "action": [[0, 5], [1, 6]],
        "times": [[0, 1, 500, 7], [1, 2, -300, 8]], "plan": [[0, 9, 3], [2, 1, 5]],
    }  # fmt: skip
    assert unfinished.taken_up("it") == counted
    unfinished.forget("it")
    assert unfinished.taken_up("it") == Counted()


def test_a_worst_mix_is_written_with_these_names_and_read_back() -> None:
    one = Mix(
        {"ante": 500}, 3, ((("ante", "bonus"), Worth(HALF, THIRD)),), Worth(Fraction(-2), Fraction(9)), {"tie": 1}
    )
    other = Mix({"ante": 900}, 1, (), Worth(THIRD, HALF), {})
    written = mix_store.to_json(WorstMix(one, other, 0.125))
    assert written == {
        "by_share": {
            "bets": {"ante": 500}, "players": 3, "won": [[["ante", "bonus"], ["1/2", "1/3"]]], "others": ["-2", "9"],
            "others_bet": {"tie": 1},
        },
        "by_round": {"bets": {"ante": 900}, "players": 1, "won": [], "others": ["1/3", "1/2"], "others_bet": {}},
        "at_most": 0.125,
    }  # fmt: skip
    assert mix_store.from_json(json.loads(json.dumps(written))) == WorstMix(one, other, 0.125)


def test_a_stamp_has_what_counted_and_the_sum_of_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "counts").write_bytes(b"abc")
    assert stamp_of(tmp_path / "counts", "who") == {
        "computed_by": "who",
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    }


def test_hints_are_told_with_the_cents_of_the_whole_round_where_they_are_known() -> None:
    hints = [Hint(2, "leave", 0.5), Hint(0, "fold", -0.25)]
    plain = [{"act": "leave", "value": 0.5}, {"act": "fold", "value": -0.25}]
    assert told_acts(hints, None) == plain
    whole: Whole = SimpleNamespace(cents={0: -7, 2: 12})  # type: ignore[assignment]
    assert told_acts(hints, whole) == [{**plain[0], "whole_cents": 12}, {**plain[1], "whole_cents": -7}]


def test_a_simulation_is_told_to_programs_with_every_count() -> None:
    game = DAKOTA
    wagers = list(game.wagers)
    bets: dict[str, int] = {wagers[0]: 500}
    counts = {(0, 1, 500): 3, (0, 2, -500): 5, (len(wagers), 0, -500): 5, (len(wagers), 1, 500): 3}
    result = Simulation(game, game.settings(), "basic", 7, [bets])
    for key, n in counts.items():
        result.counts[key] = n
    result.rounds = 8
    told = as_json(result)
    assert [key for key in told if key != "figures"] == [
        "game", "options", "strategy", "seed", "rounds", "interrupted", "wagers",
    ]  # fmt: skip
    assert (told["game"], told["strategy"], told["seed"], told["rounds"]) == ("dakota_stud", "basic", 7, 8)
    assert (told["options"], told["wagers"], told["interrupted"]) == (dict(game.settings()), [bets], False)
    figures = told["figures"][wagers[0]]
    assert list(figures) == [
        "wager_cents", "seen", "edge", "standard_error", "standard_deviation", "hit", "action", "outcomes",
    ]  # fmt: skip
    assert (figures["wager_cents"], figures["seen"]) == (500, 8)
    assert figures["edge"] == pytest.approx(0.25)
    assert {tuple(each) for each in figures["outcomes"]} == {("outcome", "cents", "count")}
    assert sorted((each["cents"], each["count"]) for each in figures["outcomes"]) == [(-500, 5), (500, 3)]


def test_a_study_of_machines_has_these_names_and_the_shoes_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("lucky_lucky")
    wishes = {"decks": 6}
    bet = SimpleNamespace(wager="lucky_lucky", studied=[wishes], worth=lambda *_: np.zeros((52, 52, 52)))
    asked: list[Any] = []

    def machine(*given: Any) -> MachineEdge:
        asked.append((given[4], given[6], given[7]))
        return MachineEdge(given[6], given[7], 0.25, 0.5, 0.125)

    def solve(_: Any, options: dict[str, Any], strategy: str) -> Any:
        assert strategy == game.strategies[0]
        edge = Fraction(1, 8 if options["decks"] == "infinite" else int(options["decks"]) + 1)
        return SimpleNamespace(wagers={"lucky_lucky": SimpleNamespace(edge=Figure(edge))})

    monkeypatch.setattr(continuous, "_studied", lambda: [(game, bet)])
    monkeypatch.setattr(continuous, "simulate_machine", machine)
    monkeypatch.setattr(continuous, "solve", solve)
    (study,) = continuous.studies(10)
    buffers = [0, 1, 2, 4, 8, 12, 16, 20]
    assert study == {
        "game": "lucky_lucky", "wager": "lucky_lucky", "options": wishes,
        "seats": game.seats_max(game.settings(wishes)),
        "shoes": {"6": "1/7", "8": "1/9", "infinite": "1/8"},
        "machines": [{"buffer": each, "rounds": 10, "edge": 0.25, "se": 0.5, "spread": 0.125} for each in buffers],
    }  # fmt: skip
    assert asked == [("lucky_lucky", each, 10) for each in buffers]


# --- what is said, to the digit ---


def test_a_study_of_sights_that_is_stopped_says_how_many_and_four_digits() -> None:
    averaged = Averaged([1, 1, 1])
    averaged.values.update({0: SimpleNamespace(gain=Fraction(3, 100)), 2: SimpleNamespace(gain=Fraction(1, 300))})  # type: ignore[dict-item]
    study: Any = object()
    said = SightStudy._done(study, averaged, 2_000, 9_000, is_exact=False)
    assert said == "2,002 of 9,000 deals are done; the last 2 say that seeing adds 1.6667% ± 1.3333%"
    for is_exact in (True, False):
        values = averaged if is_exact else Averaged([])
        said = SightStudy._done(study, values, 1_000, 9_000, is_exact=is_exact)
        assert said == f"{1_002 if is_exact else 1_000:,} of 9,000 deals are done"


def test_what_seeing_adds_is_weighed_by_the_deals_that_each_stands_for() -> None:
    averaged = Averaged([3, 1, 2])
    nought = Fraction(0)
    seen = (
        (nought, SeenChoice(3, nought, {})),
        (HALF, SeenChoice(3, HALF, {(1, 0): Fraction(1)})),
        (HALF / 2, SeenChoice(3, HALF, {(1, 2): HALF, (1, 0): HALF / 2})),
    )
    for i, (gain, choice) in enumerate(seen):
        averaged.values[i] = SimpleNamespace(gain=gain, planned=gain - 1, choices=(choice,))  # type: ignore[assignment]
    assert (averaged.gain, averaged.planned) == (Fraction(1, 6), Fraction(-5, 6))
    squares = 3 * (1 / 6) ** 2 + (1 / 3) ** 2 + 2 * (1 / 12) ** 2
    assert averaged.se == pytest.approx((squares / 5 / 6) ** 0.5)
    (decision,) = averaged.decisions(("a", "b", "c"))
    assert (decision.turned, decision.worth) == (3, Fraction(1, 4))
    assert list(decision.changed.items()) == [(("b", "a"), Fraction(1, 4)), (("b", "c"), Fraction(1, 6))]
    nothing = Averaged([])
    assert nothing.gain == nothing.se == 0


def test_figures_that_take_many_minutes_are_left_out_and_the_others_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = DAKOTA.settings({"rounding": "player"})
    moments = iter([20.0, 21.25])
    monkeypatch.setattr(time, "perf_counter", lambda: next(moments))
    monkeypatch.setattr(ship, "standard", lambda _: [(other, "best"), (DAKOTA.settings(), "basic")])
    monkeypatch.setattr(ship, "solver_of", lambda _: SimpleNamespace(takes_minutes=lambda settings: settings == other))
    monkeypatch.setattr(ship, "computed", lambda *given: given[1:])
    solved: list[Any] = list(ship.shipped_solutions(DAKOTA))
    assert solved == [(DAKOTA.settings(), "basic")]
    assert capsys.readouterr().out.splitlines() == [
        "dakota_stud best: rounding=player: left out, it takes many minutes",
        "dakota_stud basic: 1.2 s",
    ]


def test_too_many_rounds_are_said_with_one_digit() -> None:
    with pytest.raises(Refused, match=r"^a standard error of 1e-09 takes 1\.2e\+15 rounds, more than anybody plays$"):
        until._verified(1_234_567_890_123_456, 1e-9)
    assert until._verified(10**15, 1e-9) == 10**15


@dataclass
class Asked:
    """As much of a question as its cost hangs on."""

    deals: int
    ends: tuple[int, ...]
    names: int = 4
    why_not: str = ""

    @property
    def alike(self) -> Any:
        return SimpleNamespace(names=(0,) * self.names, why_not=self.why_not)

    deck = tuple(range(10))
    rules = None
    game = SimpleNamespace(title="The game")
    to_try = "try another"


def test_the_cost_of_a_walk_is_its_deals_up_to_names_of_suits_times_its_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    board = SimpleNamespace(size=3, held=2, call=None)
    monkeypatch.setattr(cost, "common_board", lambda asked: board if asked.ends == (1, 2, 3) else None)
    told = {
        (40_001, 2): (10_001, 20_002, 20_002 / 12_000_000),
        (40_000, 2): (10_000, 20_000, 4.0),  # so many are played before a compiler has begun
        (4 * 10**9, 2): (10**9, 2 * 10**9, 2 * 10**9 / 12_000_000),
    }
    for (deals, ends), expected in told.items():
        asked: Any = Asked(deals, (1,) * ends)
        found = cost.cost_of(asked)
        assert (found.deals, found.plays, found.seconds) == expected
        assert cost.by_boards(asked) is None
    assert cost.by_boards(Asked(4 * 360_000_000, (1, 2, 3))) is None  # type: ignore[arg-type]  # ninety seconds
    monkeypatch.setattr(cost, "lots_of", lambda *_: 3)
    monkeypatch.setattr(cost, "poker_values", lambda *_: 4)
    monkeypatch.setattr(cost, "first_of", lambda *_: None)
    monkeypatch.setattr(cost, "LOOPS", 5)
    found = cost.cost_of(Asked(4 * 360_000_004, (1, 2, 3)))  # type: ignore[arg-type]
    hands = 120 * 21 // 4  # boards of three of ten cards, and two of the seven that are left
    laid = hands * 5 * 3 * (2e-8 + 4 * 1.5e-9)
    assert (found.deals, found.plays, found.seconds) == (hands, 0, (hands * 3e-7 + laid) / 2)
    cost.verify_reach(Asked(4 * 12_000_000 * 14_400, (1,)))  # type: ignore[arg-type]  # four hours
    said = (
        "The game is out of reach of the proof from play, with 173 billion deals, about 4 hours here (why): try another"
    )
    with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        cost.verify_reach(Asked(4 * 12_000_000 * 14_400 + 4, (1,), why_not="why"))  # type: ignore[arg-type]


# --- claims ---


def test_every_measure_of_a_claim_is_read_and_three_are_words() -> None:
    assert list(READERS) == [
        "edge", "hit", "action", "element_of_risk", "sd", "return", "probability", "win", "tie", "contribution",
        "strategy", "text", "hold",
    ]  # fmt: skip
    assert IN_WORDS == ("strategy", "text", "hold")
    used = {claim.measure for game in all_games() for claim in game.claims.claims}
    assert used <= set(READERS)


def test_a_claim_says_in_its_reason_what_is_ours_and_what_was_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"optimal": Fraction(1, 8), "basic": Fraction(1, 4)}
    asked: list[Any] = []

    def value_of(_: Any, __: Any, options: Any, strategy: str) -> Fraction:
        asked.append((dict(options), strategy))
        return values[strategy]

    monkeypatch.setattr(claims, "value_of", value_of)
    claim = Claim(
        id="it", wager="ante", measure="edge", printed="25.00%", value="0.2500", digits=4, options={"a": 1}, cites="c",
        about="", assumes={"strategy": "basic", "b": 2}, why="ours {ours}, theirs {assumed}",
    )  # fmt: skip
    found = judge(DAKOTA, claim)
    assert asked == [({"a": 1}, "optimal"), ({"a": 1, "b": 2}, "basic")]
    assert (found.verdict, found.ours, found.assumed) == (claims.UNDER_ASSUMPTION, Fraction(1, 8), Fraction(1, 4))
    assert found.why == f"ours {found.ours_text}, theirs {found.assumed_text}"
    assert found.ours_text.startswith("12.5")
    assert found.assumed_text.startswith("25")
    values["basic"] = Fraction(1, 2)
    assert judge(DAKOTA, claim).verdict == claims.DIFFERS
    values["optimal"] = Fraction(1, 4)
    assert judge(DAKOTA, claim).verdict == claims.REPRODUCED
    values["optimal"] = Fraction(1, 8)
    with pytest.raises(Refused, match=r"claim it is not simply reproduced and claims\.toml does not say why"):
        judge(DAKOTA, claim.model_copy(update={"why": ""}))


# --- what the proof from play takes a felt to be ---


def test_places_of_a_felt_have_so_many_numbers_and_a_swept_felt_these_values() -> None:
    felt = new_felt(2, 3, 4, 5)
    arrays = {name: getattr(felt, name).ndim for name in Felt._fields if name not in ("tape", "tape_at")}
    assert {name: arrays[name] for name in NUMBERS_OF_A_PLACE} == NUMBERS_OF_A_PLACE
    assert set(arrays) == set(NUMBERS_OF_A_PLACE)
    clear(felt)
    assert set(COUNTED) <= set(arrays)
    for name, swept in COUNTED.items():
        assert (getattr(felt, name)[1:] == swept).all(), name


def test_more_may_be_seen_of_the_dealer_and_of_the_board_by_these_words() -> None:
    game = find_game("ultimate_texas_holdem")
    settings = game.settings()
    shape = shape_of(game, settings, units_bet(game, game.rules(settings)), game.deck(settings))
    places = [at for at in shape.places if at[:2] == (HOUSE, DEALER)]
    seen = sees(shape, "dealer:1, community:2")
    more = {shape.places.index(places[0]), shape.places.index((HOUSE, 1, 0)), shape.places.index((HOUSE, 1, 1))}
    assert seen.seen == tuple(each | more for each in shape.seen)
    for words, said in (
        ("dealers:1", "'dealers:1' cannot be seen: write dealer:1, or community:2 for the first two"),
        ("dealer:0", "'dealer:0' cannot be seen: write dealer:1"),
        ("dealer:x", "'dealer:x' cannot be seen: write dealer:1"),
        ("dealer:3", "'dealer:3' cannot be seen: there are only 2 such cards"),
    ):
        with pytest.raises(Refused, match=said):
            sees(shape, words)


# --- numbers kept as somebody approved them ---

SKEWED = RoundResult((-1000, 0, 1500, 50_000), (0.55, 0.1, 0.345, 0.005), EXACT)
COINS = RoundResult((200, -100), (0.3, 0.7), EXACT)


def test_sessions_and_ruin_come_out_as_approved(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the recursion and drawn at random: curves, their points, how far a session is looked at, and progress."""
    told: dict[str, Any] = {"skewed": [SKEWED.mean, SKEWED.sd, SKEWED.step]}
    monkeypatch.setattr(risk, "SESSIONS", 300)
    monkeypatch.setattr(risk, "DRAWN_AT_ONCE", 900)
    for name, lattice in (("reckoned", risk.LATTICE_MAX), ("drawn", 8)):
        monkeypatch.setattr(risk, "LATTICE_MAX", lattice)
        for rounds, bankroll in ((1, 1000), (7, 3500), (120, 20_000)):
            for what, of, stake in (("skewed", SKEWED, 1000), ("coins", COINS, 250)):
                steps: list[tuple[int, int]] = []
                found = ruin(of, stake, bankroll, rounds, lambda *step: steps.append(step))  # noqa: B023
                ends = session(of, rounds)
                told[f"{name} {what} {rounds}"] = {
                    "bankrolls": found.bankrolls_cents[::16], "by_bankroll": found.by_bankroll[::16],
                    "rounds": found.rounds[::10], "by_round": found.by_round[::10], "at": found.at, "se": found.se,
                    "progress": [len(steps), *steps[:2], *steps[-1:]],
                    "session": [ends.first_cents, ends.step_cents, len(ends.likely), ends.sessions],
                    "chances": [ends.chance(-2000, -1), ends.chance(0, 0), ends.chance(1, 10**9)],
                    "quantiles": [ends.quantile(share) for share in (0.01, 0.25, 0.5, 0.75, 0.99)],
                }  # fmt: skip
    hold_answer("risk.json", told)


def test_three_cards_of_a_machine_come_out_as_approved() -> None:
    """Counted by hand over a small shoe as well: three different cards, of which some lie ready already."""
    chance = np.random.default_rng(3)
    worth = chance.integers(-3, 9, (52, 52, 52)).astype(float)
    for axes in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        worth = np.minimum(worth, worth.transpose(axes))
    deck = [0, 0, 1, 5, 5, 5, 9]
    sums = threes_of(deck, worth)
    gone_places = (0, 3)
    for ready in range(4):
        found, ways = 0.0, 0
        for i in range(len(deck)):
            for j in range(len(deck)):
                for k in range(len(deck)):
                    drawn = (i, j, k)
                    if len(set(drawn)) == 3 and not set(drawn[:ready]) & set(gone_places):
                        found, ways = found + worth[deck[i], deck[j], deck[k]], ways + 1
        assert sums.mean([deck[at] for at in gone_places], ready) == pytest.approx(found / ways)


def test_sights_are_of_so_many_cards_and_cost_so_many_deals() -> None:
    assert [sight.cards for sight in (BoardSight(hidden=1), BoardSight(seats=2, held=4))] == [1, 4]


def test_what_sharing_a_cap_adds_is_the_mean_of_batches_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int, int]] = []

    class Listener:
        def __init__(self, _: Any, settings: Any, *__: Any) -> None:
            self.cap_per = str(settings["cap_per"])

        def play(self, _: int, first: int, count: int) -> tuple[int, int]:
            asked.append((self.cap_per, first, count))
            batch = first // count
            return (batch, 100 * batch) if self.cap_per == "round" else (1_000, 30 * batch)

    monkeypatch.setattr(shared_cap, "BATCHES", 4)
    monkeypatch.setattr(shared_cap, "_Listener", Listener)
    holdem = find_game("fast_action_holdem")
    found = shared_cap.extra_by_sharing(holdem, holdem.settings(), None, 1000, 3, 37)
    assert asked == [(each, batch * 10, 10) for batch in range(4) for each in ("round", "hand")]
    means = [0.0, 7.0, 14.0, 21.0]
    spread = sum((each - 10.5) ** 2 for each in means) / 3
    assert (found.cents, found.seen) == (10.5, 6)
    assert found.se == pytest.approx((spread / 4) ** 0.5)


# --- what is kept, and what is told on the way ---


def test_a_solution_is_kept_where_it_took_longer_than_reading_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []
    took = solving.WORTH_KEEPING_S
    monkeypatch.setattr(solving, "computed", lambda *given: given[2])
    monkeypatch.setattr(store, "keep", lambda solution, _: kept.append(solution))
    for seconds, expected in ((took / 2, []), (took, []), (took * 2, ["basic"])):
        moments = iter([0.0, seconds])
        monkeypatch.setattr(time, "perf_counter", lambda: next(moments))  # noqa: B023
        found: Any = solving.solve(DAKOTA, {"rounding": "player", "grain_cents": 25}, "basic")
        assert (found, kept) == ("basic", expected)


def test_a_worst_mix_is_kept_in_a_folder_that_is_made_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mix = Mix({"ante": 500}, 1, (), Worth(HALF, HALF), {})
    asked: list[Any] = []
    monkeypatch.setattr(mix_store, "kept", lambda: tmp_path / "a" / "b")
    monkeypatch.setattr(mix_store, "digest", lambda _: "it")
    worst = WorstMix(mix, mix, 0.5)

    def looked_for(*given: Any) -> WorstMix:
        asked.append(given)
        return worst

    monkeypatch.setattr(worst_mix, "worst_mix", looked_for)
    for _ in range(2):
        assert mix_store.worst_of("offer", "progress") == worst  # type: ignore[arg-type]
    assert asked == [("offer", "progress")], "the second time it is there"


def test_the_search_for_a_worst_mix_tells_how_much_it_has_worked_out() -> None:
    told: list[int] = []
    search = _Search(SimpleNamespace(limits={}), [], told.append)  # type: ignore[arg-type]
    assert search.progress == told.append
    assert (search.parts, search.known, search.bounds) == ([], {}, {})
