"""The games as PettingZoo environments: several seats, each of which knows what it may."""

import warnings

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, seed_test

from houseway import Refused, Round, all_games, find_game
from houseway.adapters.gymnasium import OneSeat
from houseway.adapters.observed import FACES
from houseway.adapters.pettingzoo import Seats
from houseway.games.game import Game

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def played(env: Seats, strategy: str) -> dict[str, float]:
    """One episode in which every seat follows a strategy; what each was rewarded."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut, _ = env.last()
        assert not cut
        totals[agent] += reward
        env.step(None if over else env.chosen_by(strategy))
    return totals


@every_game
def test_every_game_passes_the_api_test(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not a NumPy array|.*probably should be|.*all zeros")
        if not game.acts:  # nobody chooses in it: all that is left is to go on
            warnings.filterwarnings("ignore", message="Action mask is a single number")
        for _ in range(5):  # an episode of it is one round
            api_test(Seats(game, seats=3), num_cycles=20)
        seed_test(lambda: Seats(game, seats=3), num_cycles=20)


@every_game
def test_every_seat_is_rewarded_what_the_same_round_pays_it(game: Game) -> None:
    env = Seats(game, seats=3)
    bets = [Round.deal(game).bets[0]] * 3
    for number in range(25):
        env.reset(seed=5 if number == 0 else None)
        whole = Round.deal(game, bets, seed=5, number=number).play_on("basic")
        assert played(env, "basic") == {f"seat_{seat}": whole.net_cents(seat) / 1000 for seat in (1, 2, 3)}
        assert env.agents == []


def test_the_seat_that_has_to_choose_is_selected_and_only_it_has_acts() -> None:
    env = Seats("dakota_stud", seats=2)
    env.reset(seed=1)
    order = []
    for _ in range(4):
        order.append(env.agent_selection)
        other = "seat_1" if env.agent_selection == "seat_2" else "seat_2"
        assert env.infos[env.agent_selection]["acts"]
        assert env.observe(env.agent_selection)["action_mask"].sum() == 2
        assert not env.infos[other]["acts"]
        assert not env.observe(other)["action_mask"].any()
        env.step(env.acts.index(env.infos[env.agent_selection]["acts"][0]))
    assert order == ["seat_1", "seat_2", "seat_1", "seat_2"]
    assert env.terminations == {"seat_1": True, "seat_2": True}


def test_a_seat_sees_its_own_hand_first_and_of_the_others_what_lies_open() -> None:
    env = Seats("dakota_stud", seats=2, render_mode="ansi")
    env.reset(options={"cards": "As Ks Qs 2s 3s 4s Js Ts"})
    for agent, own in (("seat_1", ["As", "Ks", "Qs"]), ("seat_2", ["2s", "3s", "4s"])):
        hands = env.observe(agent)["hands"][:, 0]
        assert [FACES[card] for card in hands[0]] == own
        assert [FACES[card] for card in hands[1]] == ["??", "??", "??"]
    shown = env.render()
    assert shown == env.round.seen_by(1).tape
    assert "2s" not in str(shown)
    open_cards = Seats("super_fun_21", seats=2)
    open_cards.reset(options={"cards": "Ks 9s 5d 2c 3c Th"})
    hands = open_cards.observe("seat_2")["hands"][:, 0, :2]
    assert [[FACES[card] for card in hand] for hand in hands] == [["9s", "3c"], ["Ks", "2c"]]


def test_others_come_in_order_to_the_left_and_only_the_asked_seat_has_a_hand_to_choose_for() -> None:
    env = Seats("super_fun_21", seats=3)
    env.reset(options={"cards": "2s 8s 4s 5d 2c 8c 4c Th 9c 9d"})
    first = {f"seat_{seat}": [FACES[hand[0, 0]] for hand in env.observe(f"seat_{seat}")["hands"]] for seat in (1, 2, 3)}
    assert first == {"seat_1": ["2s", "8s", "4s"], "seat_2": ["8s", "4s", "2s"], "seat_3": ["4s", "2s", "8s"]}
    for act in ("stand", "split", "stand"):
        env.step(env.acts.index(act))
    assert env.agent_selection == "seat_2"
    assert [int(env.observe(agent)["hand"]) for agent in env.agents] == [0, 1, 0], "its second hand"


def test_what_the_environment_says_of_itself() -> None:
    told = {"render_modes": ["ansi"], "render_fps": 1}
    assert OneSeat.metadata == told
    assert Seats.metadata == {**told, "name": "houseway_v0", "is_parallelizable": False}
    env = Seats("dakota_stud")
    assert env.possible_agents == ["seat_1", "seat_2"]
    env.reset()
    bets = Round.deal("dakota_stud", seed=0).bets * 2
    assert env.round == Round.deal("dakota_stud", bets, seed=env.round.seed, number=0), "the first of a seed of its own"
    assert env.render() is None
    assert env.terminations == env.truncations == dict.fromkeys(env.agents, False)
    assert env.rewards == env._cumulative_rewards == dict.fromkeys(env.agents, 0.0)


def test_the_space_of_an_observation_is_as_wide_as_the_table() -> None:
    space = Seats("super_fun_21", seats=3).observation_space("seat_1")
    assert isinstance(space, spaces.Dict)
    hands, cards = (find_game("super_fun_21").table.HANDS_MAX, find_game("super_fun_21").table.CARDS_MAX)
    face = (0, 53.0, "int8")
    boxes = {name: box for name, box in space.items() if isinstance(box, spaces.Box)}
    assert {
        name: (box.shape, int(box.low.min()), float(box.high.max()), str(box.dtype)) for name, box in boxes.items()
    } == {
        "hands": ((3, hands, cards), *face),
        "dealer": ((cards,), *face),
        "community": ((cards,), *face),
        "stakes": ((len(find_game("super_fun_21").wagers),), 0, float(np.finfo(np.float32).max), "float32"),
        "action_mask": ((8,), 0, 1.0, "int8"),
    }
    assert space.keys() - boxes.keys() == {"hand"}
    assert space["hand"] == spaces.Discrete(hands)
    assert (len(FACES), FACES[:4], FACES[-1]) == (54, ("", "??", "2c", "2d"), "As")


def test_a_round_that_asks_nobody_is_settled_by_the_first_seat() -> None:
    env = Seats("super_fun_21", seats=2)
    env.reset(options={"cards": "5d 6d Ks 9c 9d Ah"})
    assert env.infos == {"seat_1": {"acts": ("settle",)}, "seat_2": {"acts": ()}}
    assert played(env, "basic") == {"seat_1": -1, "seat_2": -1}


def test_what_cannot_be_is_refused() -> None:
    env = Seats("dakota_stud", bets=[{"dollar": 500, "one": 500, "two": 500, "three": 500}])
    assert env.possible_agents == ["seat_1"]
    env.reset(seed=1)
    with pytest.raises(Refused, match="seat_1 cannot leave_two now: choose leave_one, take_back_one"):
        env.step(env.acts.index("leave_two"))
    with pytest.raises(Refused, match="8 cannot be dealt"):
        Seats("dakota_stud", seats=8)
    with pytest.raises(Refused, match="every seat is an agent"):
        Seats("super_fun_21", bets=[{"blackjack": 500}, {}])
    with pytest.raises(Refused, match="every seat is an agent"):
        Seats("super_fun_21", seats=0)
