"""Rounds on a GPU, as far as they can be proved without one: what a lane does, and who may lay a table."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis import simulate as simulating
from houseway.analysis.simulate import add_tally, simulate
from houseway.analysis.simulation import Simulation, standard_wagers
from houseway.engine.compiled import compiled
from houseway.engine.device import lanes, opening
from houseway.engine.device.lanes import NEAR, LaneShoe, LaneTally, lane, seams
from houseway.engine.device.narrow import lane_shoe, narrow_felt
from houseway.engine.fast_table import FastTable
from houseway.engine.packed import opened, packed
from houseway.engine.rounds import NO_KEY, SLOTS, Tally, new_tally
from houseway.engine.swapped import swapped
from houseway.games import all_games, find_game
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules.refused import Refused
from houseway.rules.shapes import words
from houseway.rules.shoe import KEY_HIGH, KEY_LOW, below, is_void, lazy_shoe, open_round, seeded_order

SEED = 7 + (5 << 32)


def lane_tally(wagers: int) -> LaneTally:
    everybody = new_tally(wagers)
    near = everybody.keys[:NEAR].copy(), everybody.counts[:NEAR].copy()
    return LaneTally(*near, everybody.action, everybody.keys, everybody.counts, words(1))


def seeded(game: Game, settings: Settings) -> LaneShoe:
    shoe = lane_shoe(game, settings)
    shoe.at[KEY_LOW], shoe.at[KEY_HIGH] = SEED & 0xFFFFFFFF, SEED >> 32
    return shoe


def counted(game: Game, settings: Settings, strategy: str, wagers: Sequence[Wagers], tally: LaneTally) -> Simulation:
    """What lanes have tallied, as a simulation."""
    assert not tally.full[0]
    result = Simulation(game, settings, strategy, SEED, wagers)
    add_tally(result, Tally(tally.keys, tally.counts, tally.action, words(1)))
    add_tally(result, Tally(tally.all_keys, tally.all_counts, words(0), words(1)))
    return result


@pytest.mark.parametrize("decks", [1, 6, "infinite"])
def test_a_lane_draws_the_cards_of_the_round(decks: int | str) -> None:
    game = find_game("lucky_lucky")
    settings = game.settings({"decks": decks})
    shoe, endless = seeded(game, settings), game.endless(settings)
    for number in (0, 1, (1 << 32) + 3):
        lanes.open_lane(shoe, number)
        order = seeded_order(game.deck(settings), SEED, number, endless=endless)
        assert [lanes.lane_draw(shoe) for _ in order] == order
        assert not is_void(shoe)  # type: ignore[arg-type]
    if not endless:
        lanes.lane_draw(shoe)
        assert is_void(shoe)  # type: ignore[arg-type]
        lanes.open_lane(shoe, 9)
        assert not is_void(shoe)  # type: ignore[arg-type]


def test_a_lane_draws_again_where_the_rules_do() -> None:
    """Of 40,000 numbers two halves in five are drawn again; of a deck's cards so few that no round here has one."""
    game = find_game("dakota_stud")
    shoe, whole = seeded(game, game.settings()), lazy_shoe(game.deck(game.settings()))
    lanes.open_lane(shoe, 3)
    open_round(whole, SEED, 3)
    assert [lanes.lane_below(shoe, 40_000) for _ in range(50)] == [below(whole, 40_000) for _ in range(50)]


STRATEGIES = [pytest.param(game, name, id=f"{game.slug}-{name}") for game in all_games() for name in game.strategies]


@pytest.mark.parametrize(("game", "strategy"), STRATEGIES)
def test_lanes_count_what_the_processor_counts(game: Game, strategy: str) -> None:
    """Two lanes, interpreted: every round is played by one of them, and counted once."""
    settings, wagers, rounds = game.settings(), [standard_wagers(game)] * 3, 41
    felt = game.felt(3, taped=False)
    place_wagers(game, felt, wagers)
    shoe, tally = seeded(game, settings), lane_tally(len(game.wagers))
    walk = swapped(lane, seams(game.play, game.follow))
    for own in range(2):
        walk(game.rules(settings), shoe, game.plan(strategy, settings), felt, tally, own, 0, rounds, 2)
    found = counted(game, settings, strategy, wagers, tally)
    expected = simulate(game, rounds, SEED, strategy=strategy, wagers=wagers, threads=1)
    assert (found.counts, found.action) == (expected.counts, expected.action)


def test_narrow_words_change_no_count_in_compiled_lanes() -> None:
    """Compiled for the processor, which takes seconds: numba widens narrow words where numpy would not."""
    game = find_game("dakota_stud")
    settings, wagers, rounds = game.settings(), [standard_wagers(game)], 20_000
    felt = narrow_felt(game.felt(1, taped=False))
    assert {part.dtype.itemsize for part in (felt.cards, felt.held, felt.outcome)} == {1}
    place_wagers(game, felt, wagers)
    tally = packed(lane_tally(len(game.wagers)))
    plan = packed(game.plan("basic", settings))
    rules = packed(game.rules(settings))
    run = compiled(lane, seams(game.play, game.follow))
    run(rules, packed(seeded(game, settings)), plan, packed(felt), tally, 0, 0, rounds, 1)
    found = counted(game, settings, "basic", wagers, opened(tally, LaneTally))
    expected = simulate(game, rounds, SEED)
    assert (found.counts, found.action) == (expected.counts, expected.action)


def test_a_block_without_room_counts_with_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "TRIES", 1)
    tally = lane_tally(1)
    for net in range(300):
        lanes.lane_count(tally, 0, 1, net * 500)
    near, far = ((keys != NO_KEY).sum() for keys in (tally.keys, tally.all_keys))
    assert near
    assert far
    assert near + far == tally.counts.sum() + tally.all_counts.sum() == 300
    assert not tally.full[0]


def test_a_tally_that_is_full_says_so() -> None:
    tally = lane_tally(1)
    for net in range(SLOTS + NEAR + 1):
        lanes.lane_count(tally, 0, 1, net)
    assert tally.full[0]


class TableOnTheProcessor(FastTable):
    """Stands in for the one on a GPU; remembers what it was asked for."""

    asked: list[tuple[int, int]]

    def play(self, seed: int, first: int, count: int) -> None:
        self.asked.append((first, count))
        super().play(seed, first, count)


@pytest.mark.parametrize("device", ["gpu", "both"])
def test_a_run_on_a_gpu_or_split_has_the_counts_of_the_processor(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(TableOnTheProcessor, "asked", asked, raising=False)
    monkeypatch.setattr(opening, "open_gpu", lambda: SimpleNamespace(CudaTable=TableOnTheProcessor))
    monkeypatch.setattr(simulating, "GPU_BATCH", 3000)
    game = find_game("dakota_stud")
    found = simulate(game, 20_000, SEED, device=device, batch=1000)
    expected = simulate(game, 20_000, SEED)
    assert (found.rounds, found.counts, found.action) == (20_000, expected.counts, expected.action)
    if device == "gpu":
        assert asked == [(first, min(3000, 20_000 - first)) for first in range(0, 20_000, 3000)]


def refusal(device: str) -> str:
    with pytest.raises(Refused) as refused:
        simulate(find_game("dakota_stud"), 10, device=device)
    return str(refused.value)


def test_a_device_that_is_none_is_refused() -> None:
    assert refusal("tpu") == "there is no device 'tpu'; there is cpu, gpu, both"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "find_spec", {}.get)
    assert refusal("gpu") == "a GPU needs the library numba-cuda: install 'houseway[gpu]'"


@pytest.mark.parametrize("word", ["off", "0", "No "])
def test_a_house_may_keep_its_gpu_for_others(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the lab offers it nor a command takes it, whatever there is."""
    monkeypatch.setattr(opening, "_is_there", lambda: True)
    loading(SimpleNamespace(trouble=lambda: ""), monkeypatch)
    assert opening.may_have_gpu()
    assert opening.open_gpu()
    monkeypatch.setenv("HOUSEWAY_GPU", word)
    assert not opening.may_have_gpu()
    assert refusal("gpu") == f"the GPU here is not for houseway: HOUSEWAY_GPU={word} keeps it out"
    monkeypatch.setenv("HOUSEWAY_GPU", "on")
    assert opening.may_have_gpu()


def loading(result: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> Any:
        assert name == "houseway.engine.device.cuda"
        if isinstance(result, Exception):
            raise result
        return result

    monkeypatch.setattr(opening, "find_spec", lambda name: name)
    monkeypatch.setattr(opening, "import_module", load)


def test_a_library_that_does_not_load_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    loading(AttributeError("module 'numpy' has no attribute 'row_stack'."), monkeypatch)
    expected = "the library numba-cuda does not load here: module 'numpy' has no attribute 'row_stack'"
    assert refusal("both") == expected


NO_DRIVER = OSError("CUDA driver library\n cannot be found.")
OLD_DRIVER = "the driver of this GPU knows CUDA 12.4 and the libraries are of 13.0: "


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (lambda: opening.no_gpu(NO_DRIVER), "no GPU answers here: CUDA driver library cannot be found"),
        (lambda: opening.old_driver((12, 4), (13, 0)), f"{OLD_DRIVER}install a newer driver, or 'numba-cuda[cu12]'"),
    ],
)
def test_no_gpu_and_an_old_driver_are_told_in_a_sentence(
    trouble: Callable[[], str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loading(SimpleNamespace(trouble=trouble), monkeypatch)
    assert refusal("gpu") == said


def test_a_newer_driver_is_no_trouble() -> None:
    assert opening.old_driver((13, 0), (12, 9)) == ""
