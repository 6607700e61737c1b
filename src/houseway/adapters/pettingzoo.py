"""Every game as a PettingZoo environment (AEC): one agent a seat, one round an episode.

    from houseway.adapters.pettingzoo import Seats

    env = Seats("dakota_stud", seats=3)

Agents are `seat_1`, `seat_2` ... from the dealer's left; the one who has to choose is selected. Rounds, observations,
acts and rewards are those of the Gymnasium adapter. An act that is not legal is refused: the mask says which are.
"""

from collections.abc import Sequence
from typing import Any

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("this adapter needs PettingZoo: pip install 'houseway[pettingzoo]'") from missing

from houseway import Game, Refused, Round
from houseway.adapters.observed import Observation, observation_space, observed
from houseway.adapters.rounds_dealt import SETTLE, Bets, DealtRounds, Options


class Seats(AECEnv):
    """A table with a learner in every seat.

    `bets` are of one seat, and then all `seats` bet the same, or of each. A round that asks nobody waits for the first
    seat to `settle` it. `reset(options=...)` may name a round's `number` or its first `cards`.
    """

    metadata = {  # noqa: RUF012 - PettingZoo's own name and type
        "render_modes": ["ansi"], "render_fps": 1, "name": "houseway_v0", "is_parallelizable": False,
    }  # fmt: skip
    round: Round  # as it stands now

    def __init__(
        self,
        game: Game | str,
        seats: int = 2,
        bets: Bets | Sequence[Bets] | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if bets is None or not isinstance(bets, Sequence):
            bets = [bets if bets is not None else Round.deal(game, seed=0).bets[0]] * seats
        if not bets or not all(any(each.values()) for each in bets):
            raise Refused("every seat is an agent: each needs a bet")
        self._deals = DealtRounds(game, bets, options)
        self.acts = self._deals.acts
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, len(bets) + 1)]
        self.action_spaces = {agent: spaces.Discrete(len(self.acts)) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self._deals) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The same for every agent."""
        space: spaces.Space[Observation] = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the acts."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next round, or the first of a seed."""
        self.round = self._deals.next(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._won = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self.agent_selection = self._next_agent()
        self._tell()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, whether it is its turn or not."""
        return observed(self._deals, self.round, self._seat(agent), asked=self._is_asked(agent))

    def step(self, action: int | None) -> None:
        """The selected agent chooses an act; one whose round is over, None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self._deals.legal(self.round, self._seat(agent), asked=self._is_asked(agent))
        act = self._deals.named(action)
        if act not in legal:
            raise Refused(f"{agent} cannot {act} now: choose {', '.join(legal)}")
        self._cumulative_rewards[agent] = 0.0
        if act != SETTLE:
            self.round = self.round.act(act)
        for each in self.agents:
            won = self._deals.won(self.round, self._seat(each))
            self.rewards[each], self._won[each] = won - self._won[each], won
            self.terminations[each] = self.round.turn is None
        self._accumulate_rewards()
        self.agent_selection = self._next_agent()
        self._tell()

    def chosen_by(self, strategy: str) -> int:
        """The action that one of our strategies takes now, "basic", "optimal" ...: it sees what the seat sees."""
        return self._deals.chosen_by(self.round, strategy)

    def render(self) -> str | None:
        """All that happened, as the selected agent saw it."""
        return self.round.seen_by(self._seat(self.agent_selection)).tape if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _seat(self, agent: str) -> int:
        return int(agent.removeprefix("seat_"))

    def _next_agent(self) -> str:
        return f"seat_{self.round.turn.seat if self.round.turn else 1}"

    def _is_asked(self, agent: str) -> bool:
        return agent == self.agent_selection and not self.terminations.get(agent, True)

    def _tell(self) -> None:
        self.infos = {
            agent: {"acts": self._deals.legal(self.round, self._seat(agent), asked=self._is_asked(agent))}
            for agent in self.agents
        }
