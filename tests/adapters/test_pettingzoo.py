"""The games as PettingZoo environments: several seats, each of which knows what it may."""

import warnings

import pytest
from pettingzoo.test import api_test, seed_test

from houseway import Refused, Round, all_games
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
    assert "2s" not in str(env.render())
    open_cards = Seats("super_fun_21", seats=2)
    open_cards.reset(options={"cards": "Ks 9s 5d 2c 3c Th"})
    hands = open_cards.observe("seat_2")["hands"][:, 0, :2]
    assert [[FACES[card] for card in hand] for hand in hands] == [["9s", "3c"], ["Ks", "2c"]]


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
