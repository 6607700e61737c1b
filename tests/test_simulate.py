"""The simulator: the same counts however the work is cut, and counts that are those of the rules."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

import houseway
from houseway.analysis.convergence import exact_edges
from houseway.analysis.follow_ons import per_first_bet
from houseway.analysis.risk import round_from_solution
from houseway.analysis.simulate import simulate
from houseway.analysis.simulation import ROUND, as_json, standard_wagers
from houseway.analysis.solve import solve
from houseway.engine import rounds
from houseway.engine.compiled import Swap, cache_folder, compiled
from houseway.engine.replay import Deal, play_out
from houseway.engine.rounds import TABLE
from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.rules import choice, tape
from houseway.rules.felt import TAKEN_BACK, UNSETTLED
from houseway.rules.refused import Refused
from houseway.rules.shoe import seeded_order

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


@every_game
def test_counts_do_not_depend_on_threads_or_batches(game: Game) -> None:
    one = simulate(game, 100_003, seed=7, threads=1, batch=1 << 15)
    two = simulate(game, 100_003, seed=7, threads=2, batch=977)
    assert one.rounds == two.rounds == 100_003
    assert one.counts == two.counts
    assert one.action == two.action
    assert simulate(game, 100_003, seed=8, threads=2).counts != one.counts


@every_game
def test_simulated_rounds_are_the_rounds_of_the_interpreted_rules(game: Game) -> None:
    """The tally of the first rounds of a seed equals a count made by replaying each of them by hand."""
    settings = game.settings()
    plan = game.plan("basic", settings)
    wagers = standard_wagers(game)
    counts: Counter[tuple[int, int, int]] = Counter()
    for number in range(200):
        order = seeded_order(game.deck(settings), 3, number)
        done, _ = play_out(Deal(game, settings, order, [wagers]), [plan])
        for w in range(len(game.wagers)):
            outcome = int(done.felt.outcome[1, w])
            if outcome == UNSETTLED and game.wagers[w] in wagers:
                outcome = TAKEN_BACK
            if outcome != UNSETTLED:
                counts[w, outcome, int(done.felt.net[1, w])] += 1
        counts[len(game.wagers), int((done.felt.net[1] > 0).any()), int(done.felt.net[1].sum())] += 1
    assert simulate(game, 200, seed=3).counts == counts


@every_game
def test_figures_follow_from_the_counts(game: Game) -> None:
    result = simulate(game, 50_000, seed=5)
    figures = {found.name: found for found in result.figures()}
    assert set(standard_wagers(game)) <= set(figures)
    assert figures[ROUND].seen == 50_000
    for found in figures.values():
        total = sum(cents * n for _, cents, n in found.outcomes)
        assert sum(n for _, _, n in found.outcomes) == found.seen
        assert found.mean == pytest.approx(total / found.seen / found.wager_cents)
        assert 0 <= found.hit <= 1
        assert found.standard_error == pytest.approx(found.standard_deviation / found.seen**0.5)
    by_wager = sum(f.mean * f.seen * f.wager_cents for f in figures.values() if f.name != ROUND)
    assert by_wager == pytest.approx(figures[ROUND].mean * 50_000 * figures[ROUND].wager_cents)
    assert as_json(result)["figures"][ROUND]["seen"] == 50_000


SEVERAL = {"dakota_stud", "lucky_lucky", "fast_action_holdem"}  # a stud, a blackjack, and one where seats pay seats


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game.slug in SEVERAL else pytest.mark.slow) for game in all_games()],
    ids=lambda game: game.slug,
)
def test_several_seats_share_one_shoe_and_the_error_says_so(game: Game) -> None:
    seats = 3
    result = simulate(game, 20_000, seed=6, wagers=[standard_wagers(game)] * seats)
    figures = {found.name: found for found in result.figures()}
    assert figures[ROUND].seen == 20_000 * seats
    table = [key for key in result.counts if key[0] == TABLE + len(game.wagers)]
    assert sum(result.counts[key] for key in table) == 20_000
    apart = figures[ROUND].standard_deviation / (20_000 * seats) ** 0.5
    assert figures[ROUND].standard_error != pytest.approx(apart, rel=1e-6)


def test_bad_wishes_are_refused_in_one_sentence() -> None:
    game = find_game("dakota_stud")
    with pytest.raises(Refused, match="at least 1"):
        simulate(game, 0)
    with pytest.raises(Refused, match="seed -1 is out of range"):
        simulate(game, 10, seed=-1)
    with pytest.raises(Refused, match="no option 'deck'"):
        simulate(game, 10, settings={"deck": 2})
    with pytest.raises(Refused, match="did you mean basic"):
        simulate(game, 10, strategy="basik")
    with pytest.raises(Refused, match="seats; 9 are too many"):
        simulate(game, 10, wagers=[standard_wagers(game)] * 9)
    with pytest.raises(Refused, match=r"\(1\) must equal \(\$\)"):
        simulate(game, 10, wagers=[{"dollar": 500, "one": 600, "two": 500, "three": 500}])


def test_progress_is_told_and_ctrl_c_keeps_what_is_done() -> None:
    game = find_game("dakota_stud")
    told: list[int] = []

    def progress(done: int) -> None:
        told.append(done)
        if len(told) == 60:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    result = simulate(game, 10**9, seed=1, threads=2, batch=5_000, progress=progress)
    assert result.interrupted
    assert 300_000 <= result.rounds < 10**9
    assert sum(n for key, n in result.counts.items() if key[0] == len(game.wagers)) == result.rounds
    assert told == sorted(told)


SCRIPT = """
from houseway.analysis.simulate import simulate
from houseway.games import find_game
result = simulate(find_game("dakota_stud"), 1000, seed=1, threads=1)
print(sum(cents * n for (spot, _, cents), n in result.counts.items() if spot == 0))
"""


def run_copy(copy: Path, cache: Path) -> int:
    env = {**os.environ, "PYTHONPATH": str(copy), "HOUSEWAY_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def test_a_changed_leaf_rule_is_never_answered_from_an_old_cache(tmp_path: Path) -> None:
    """numba's own cache would miss an edit in a file that the kernel only calls into."""
    copy = tmp_path / "copy"
    shutil.copytree(Path(houseway.__file__).parent, copy / "houseway", ignore=shutil.ignore_patterns("__pycache__"))
    before = run_copy(copy, tmp_path / "cache")
    assert run_copy(copy, tmp_path / "cache") == before
    leaf = copy / "houseway" / "rules" / "odds.py"
    text = leaf.read_text()
    assert "        return exact\n" in text
    leaf.write_text(text.replace("        return exact\n", "        return exact * 2\n"))
    assert run_copy(copy, tmp_path / "cache") == 2 * before


def note(cards: int) -> int:
    """A leaf rule that has the name of the one that writes the tape."""
    return cards + 1


def choose(cards: int) -> int:
    return 2 * note(cards)


def test_a_leaf_rule_of_a_game_is_never_taken_for_one_of_ours_of_the_same_name() -> None:
    """Rules are swapped by function: by name, a game's own `note` vanished in simulations."""
    silent: Swap = {tape.note: rounds.silence, choice.choose: rounds.choose}
    assert compiled(choose, silent)(3) == choose(3) == 8
    assert compiled(choose, {**silent, note: silent_note})(3) == 6


def silent_note(cards: int) -> int:
    return cards


COMPILE_ONCE = """
from houseway.engine.compiled import Swap, compiled
from houseway.rules.combos import index_3
twin = compiled(index_3, keep="index_3")
print("ready", flush=True)
input()
twin(7, 3, 1)
print(sum(twin.stats.cache_misses.values()))
"""


def test_processes_that_want_the_same_machine_code_compile_it_once(tmp_path: Path) -> None:
    env = {**os.environ, "HOUSEWAY_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", COMPILE_ONCE]
    all_ = [
        subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    for each in all_:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in all_:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    assert sum(int(each.communicate(timeout=120)[0]) for each in all_) == 1


BOUNDS = """
import random
from houseway.games import find_game
from houseway.kit.wildness import Twins, random_table, same_felt
game = find_game("{slug}")
rng = random.Random(11)
for block in range(10):
    twins = Twins(random_table(game, rng))
    for number in range(200):
        assert same_felt(twins.interpreted(block, number), twins.compiled(block, number))
print("within bounds")
"""


@every_game
def test_compiled_rules_stay_within_their_arrays(game: Game) -> None:
    """numba checks no bounds unless told to. Such code is kept apart: it is run for a moment, so little is polished."""
    apart = str(cache_folder().parent / "bounds")
    env = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "HOUSEWAY_CACHE": apart}
    root = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", BOUNDS.format(slug=game.slug)],
        env=env,
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
    )
    assert done.stdout.strip() == "within bounds", done.stderr


@pytest.mark.parametrize("slug", ["three_card_poker", "casino_war", "let_it_ride"])
@pytest.mark.parametrize("aside", [0, 500], ids=["alone", "with-bets-aside"])
def test_a_simulation_comes_to_the_exact_edges_of_bets_and_of_what_follows_them(slug: str, aside: int) -> None:
    """What a choice adds is told per unit of the first bet, over all rounds; the round has it, and the bets aside."""
    game = find_game(slug)
    led = {wager.name: 1000 for wager in game.sheet.wagers if wager.placed and not (wager.aside or wager.toke)}
    bets = led | {wager.name: aside for wager in game.sheet.wagers if wager.placed and wager.aside and not wager.toke}
    exact = exact_edges(game, solve(game, game.settings()).wagers, bets)
    seen = {f.name: f for f in simulate(game, 300_000, seed=5, wagers=[bets], threads=1).figures()}
    assert ROUND in exact
    assert bool(per_first_bet(game)) == (slug != "let_it_ride"), "there choices take bets back"
    assert all(seen[name].seen == 300_000 for name in per_first_bet(game))
    assert set(per_first_bet(game)) <= set(exact), "also what is paid without a bet of its own"
    whole = round_from_solution(game, solve(game, game.settings()), bets)
    assert (whole is None) == bool(aside), "no table of outcomes is of bets aside too"
    assert whole is None or whole.mean / -1000 == pytest.approx(exact[ROUND])
    for name in set(exact) & set(seen):
        assert abs(seen[name].edge - exact[name]) < 4.5 * seen[name].standard_error, name
