"""The games as Gymnasium environments: their checker's word, and the same rounds as everywhere else."""

import subprocess
import sys
import warnings
from math import sqrt

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from houseway import Refused, Round, all_games, find_game, simulate, solve
from houseway.adapters.gymnasium import STEPS_MAX, OneSeat, id_of
from houseway.adapters.observed import FACES
from houseway.games.game import Game

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def played(env: OneSeat, strategy: str) -> float:
    """One episode of a strategy; the sum of its rewards."""
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(env.chosen_by(strategy))
        assert "refused" not in info
        total += reward
    return total


@every_game
def test_every_game_is_registered_and_passes_the_checker_without_a_warning(game: Game) -> None:
    env = gymnasium.make(id_of(game))
    assert env.spec is not None
    assert env.spec.max_episode_steps == STEPS_MAX
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_the_ids_are_the_names_of_the_games() -> None:
    assert [id_of(game) for game in all_games()] == [
        "houseway/FastActionHoldem-v0",
        "houseway/DakotaStud-v0",
        "houseway/SuperFun21-v0",
        "houseway/TripleShotBonus-v0",
        "houseway/LuckyLucky-v0",
        "houseway/ThreeCardPoker-v0",
        "houseway/CasinoWar-v0",
        "houseway/MississippiStud-v0",
        "houseway/LetItRide-v0",
        "houseway/EzBaccarat-v0",
        "houseway/UltimateTexasHoldem-v0",
    ]


@every_game
def test_episodes_of_a_seed_are_the_rounds_of_that_seed_and_those_that_a_simulation_counts(game: Game) -> None:
    env = OneSeat(game)
    rounds, unit = 50, 1000
    nets = []
    for number in range(rounds):
        env.reset(seed=5 if number == 0 else None)
        begun = env.round
        assert begun == Round.deal(game, seed=5, number=number)
        nets.append(played(env, "basic"))
        assert nets[-1] * unit == pytest.approx(begun.play_on("basic").net_cents())
    assert sum(nets) / rounds == pytest.approx(simulate(game, rounds, seed=5)["round"].mean)


@pytest.mark.parametrize(
    ("slug", "figure", "bets"),
    [
        ("dakota_stud", "round", None),
        ("fast_action_holdem", "ante_alone", {"ante": 1000}),
        ("super_fun_21", "blackjack", None),
    ],
)
def test_the_mean_reward_of_the_best_strategy_is_the_exact_edge(
    slug: str, figure: str, bets: dict[str, int] | None
) -> None:
    exact = solve(slug)[figure]
    env = OneSeat(slug, bets)
    rounds = 500
    total = 0.0
    for number in range(rounds):
        env.reset(seed=3 if number == 0 else None)
        total += played(env, "optimal")
    error = exact.standard_deviation / sqrt(rounds)
    assert abs(total / rounds + float(exact.edge)) < 4 * error


@pytest.mark.parametrize(
    ("slug", "cards", "others"),
    [
        ("dakota_stud", "As Ks Qs Js Ts", "As Ks Qs 2c 3d"),  # the two community cards lie face down
        ("super_fun_21", "Ks 5d 9c Th", "Ks 5d 9c 2h"),  # the dealer's second card
        ("fast_action_holdem", "2c 2d 2h 2s 3c As Kd 7s 5h 9h Qc Ac 3s", "6c 6d 6h 6s 8c As Kd 7s 5h Jh Jc 4c 4s"),
    ],
)
def test_an_observation_is_the_same_whatever_the_hidden_cards_are(slug: str, cards: str, others: str) -> None:
    env = OneSeat(slug)
    first, _ = env.reset(seed=1, options={"cards": cards})
    tape = env.round.tape
    second, _ = env.reset(seed=1, options={"cards": others})
    assert tape != env.round.tape
    for name, part in first.items():
        assert np.array_equal(part, second[name]), name


def test_an_observation_names_cards_stakes_and_legal_acts() -> None:
    env = OneSeat("dakota_stud", {"dollar": 500, "one": 500, "two": 500, "three": 500})
    seen, info = env.reset(options={"cards": "As Ks Qs Js Ts"})
    assert [FACES[card] for card in seen["hands"][0, 0]] == ["As", "Ks", "Qs"]
    assert [FACES[card] for card in seen["community"]] == ["??", "??", ""]
    assert not seen["dealer"].any()
    assert seen["stakes"].tolist() == [1, 1, 1, 1]
    assert seen["action_mask"].tolist() == [1, 1, 0, 0, 0]
    assert info["acts"] == ("leave_one", "take_back_one")
    seen, *_ = env.step(env.acts.index("take_back_one"))
    assert [FACES[card] for card in seen["community"]] == ["Js", "??", ""]
    assert seen["stakes"].tolist() == [1, 0, 1, 1]
    assert seen["action_mask"].tolist() == [0, 0, 1, 1, 0]


def test_a_split_hand_is_a_hand_of_its_own_and_the_observation_says_which_has_to_choose() -> None:
    env = OneSeat("super_fun_21")
    env.reset(options={"cards": "8s 5d 8c Th 2c 3c"})
    asked = []
    for act in ("split", "stand", "stand"):
        seen, _, over, _, info = env.step(env.acts.index(act))
        assert "refused" not in info
        asked.append((int(seen["hand"]), over))
    assert asked == [(0, False), (1, False), (0, True)]
    assert [FACES[hand[0]] for hand in seen["hands"][0]][:2] == ["8s", "8c"]


def test_an_act_that_is_not_legal_changes_nothing_and_says_why() -> None:
    env = gymnasium.make("houseway/DakotaStud-v0")
    before, _ = env.reset(seed=1)
    for step in range(1, STEPS_MAX + 1):
        after, reward, over, cut, info = env.step(3)
        assert (reward, over, cut) == (0, False, step == STEPS_MAX)
    assert info["refused"] == "take_back_two is not legal now: choose leave_one, take_back_one"
    assert all(np.array_equal(part, after[name]) for name, part in before.items())
    with pytest.raises(Refused, match="there is no act 5: they have numbers from 0 to 4"):
        env.unwrapped.step(5)


def test_a_round_without_a_choice_waits_to_be_settled() -> None:
    """The dealer has a blackjack."""
    env = OneSeat("super_fun_21")
    seen, info = env.reset(options={"cards": "5d Ks 9c Ah"})
    assert info["acts"] == ("settle",)
    assert seen["action_mask"].tolist() == [0] * 7 + [1]
    seen, reward, over, _, info = env.step(env.acts.index("settle"))
    assert over
    assert reward == -1
    assert not seen["action_mask"].any()
    with pytest.raises(Refused, match="the round is over: reset deals the next one"):
        env.step(env.acts.index("settle"))


def test_what_is_settled_before_the_first_choice_is_part_of_the_first_reward() -> None:
    env = OneSeat("triple_shot_bonus", {"war": 500, "blackjack": 1000, "poker": 500})
    env.reset(options={"cards": "Ks 5d 9c Th Jh"})
    assert env.round.net_cents() == 500
    _, reward, over, _, _ = env.step(env.acts.index("stand"))
    assert over
    assert reward == env.round.net_cents() / 500  # in units of the first bet on the felt


def test_bets_and_options_are_arguments_of_make_and_what_cannot_be_is_refused() -> None:
    env = gymnasium.make("houseway/SuperFun21-v0", bets={"blackjack": 2500}, options={"decks": 2}).unwrapped
    env.reset(seed=1)
    assert isinstance(env, OneSeat)
    assert env.round.bets == ({"blackjack": 2500},)
    assert env.round.options["decks"] == 2
    for wrong, words in (
        ({"bets": {"blakjack": 500}}, "did you mean blackjack"),
        ({"bets": {}}, "nobody has bet"),
        ({"options": {"soft17": 1}}, "no option 'soft17'"),
    ):
        with pytest.raises(Refused, match=words):
            gymnasium.make("houseway/SuperFun21-v0", **wrong)


def test_a_wish_names_a_round_by_its_number_and_the_next_follows_it() -> None:
    env = OneSeat("dakota_stud")
    env.reset(seed=9, options={"number": 40})
    assert env.round == Round.deal("dakota_stud", seed=9, number=40)
    env.reset()
    assert env.round == Round.deal("dakota_stud", seed=9, number=41)


def test_without_a_seed_rounds_differ() -> None:
    first, second = OneSeat("dakota_stud"), OneSeat("dakota_stud")
    first.reset()
    second.reset()
    assert first.round.seed != second.round.seed


def test_rendered_it_is_the_tape_as_the_seat_saw_it() -> None:
    env = gymnasium.make("houseway/DakotaStud-v0", render_mode="ansi")
    env.reset(options={"cards": "As Ks Qs Js Ts"})
    shown = str(env.render())
    assert "seat 1: deal As own" in shown
    assert "Js" not in shown
    assert OneSeat(find_game("dakota_stud")).render() is None


@pytest.mark.parametrize("extra", ["gymnasium", "pettingzoo"])
def test_without_its_extra_an_adapter_says_what_to_install(extra: str) -> None:
    script = f"import sys; sys.modules[{extra!r}] = None; import houseway.adapters.{extra}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert f"pip install 'houseway[{extra}]'" in done.stderr.splitlines()[-1]
