"""Steps a second of the environments, with an agent that chooses among the legal acts at random."""

import time

import gymnasium

from houseway import all_games
from houseway.adapters.gymnasium import id_of
from houseway.adapters.pettingzoo import Seats

STEPS = 2000


def main() -> None:
    print(f"{'steps/s':28}{'one seat':>12}{'three seats':>14}")
    for game in all_games():
        print(f"{game.title:28}{one_seat(id_of(game)):12,.0f}{three_seats(game.slug):14,.0f}")


def one_seat(name: str) -> float:
    """Of the Gymnasium environment as `make` gives it."""
    env = gymnasium.make(name)
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    begun = time.process_time()
    for _ in range(STEPS):
        _, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if over:
            _, info = env.reset()
    return STEPS / (time.process_time() - begun)


def three_seats(slug: str) -> float:
    """Of the PettingZoo environment, steps of agents whose round is over not counted."""
    env = Seats(slug, seats=3)
    steps, seed = 0, 1
    begun = time.process_time()
    while steps < STEPS:
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
            steps += not over
        seed += 1
    return steps / (time.process_time() - begun)


if __name__ == "__main__":
    main()
