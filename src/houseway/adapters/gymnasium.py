"""Every game as a Gymnasium environment: one seat, one round an episode.

    import gymnasium
    import houseway.adapters.gymnasium

    env = gymnasium.make("houseway/DakotaStud-v0")

After `reset(seed=s)` the episodes are rounds 0, 1, 2 ... of that seed: the ones that `simulate` counts and that
`Round.deal(..., seed=s, number=n)` deals. The reward is what was won since the last step, in units of the first bet, so
that an episode's rewards add up to the round's net.
"""

from typing import Any

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("this adapter needs Gymnasium: pip install 'houseway[gymnasium]'") from missing

from houseway import Game, Refused, Round, all_games
from houseway.adapters.observed import Observation, observation_space, observed
from houseway.adapters.rounds_dealt import SETTLE, Bets, DealtRounds, Options

STEPS_MAX = 200  # longer than any round; ends an episode of one who only asks for acts that are refused


class OneSeat(gymnasium.Env[Observation, Any]):
    """A seat of its own at a table.

    An action is the number of an act in `acts`. One that is not legal changes nothing, as at a table: `info["refused"]`
    says why. `reset(options=...)` may name a round's `number` or its first `cards`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own name and type
    round: Round  # as it stands now: `round.advise()` says what each act is worth

    def __init__(
        self,
        game: Game | str,
        bets: Bets | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
    ) -> None:
        if bets is not None and not any(bets.values()):
            raise Refused("nobody has bet: an environment needs a bet")
        self._deals = DealtRounds(game, bets, options)
        self.acts = self._deals.acts
        self.action_space = spaces.Discrete(len(self.acts))
        self.observation_space = observation_space(self._deals)
        self.render_mode = render_mode
        self._waits = False
        self._won = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next round, or the first of a seed."""
        super().reset(seed=seed)
        self.round = self._deals.next(seed, options)
        self._waits = True
        self._won = 0.0
        return self._told()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Choose an act."""
        act = self._deals.named(action)
        if not self._waits:
            raise Refused("the round is over: reset deals the next one")
        legal = self._deals.legal(self.round, 1, asked=True)
        if act not in legal:
            observation, info = self._told()
            info["refused"] = f"{act} is not legal now: choose {', '.join(legal)}"
            return observation, 0.0, False, False, info
        if act != SETTLE:
            self.round = self.round.act(act)
        self._waits = self.round.turn is not None
        won = self._deals.won(self.round, 1)
        reward, self._won = won - self._won, won
        observation, info = self._told()
        return observation, reward, not self._waits, False, info

    def chosen_by(self, strategy: str) -> int:
        """The action that one of our strategies takes now, "basic", "optimal" ...: it sees what the seat sees."""
        return self._deals.chosen_by(self.round, strategy)

    def render(self) -> str | None:
        """All that happened, as the seat saw it."""
        return self.round.seen_by(1).tape if self.render_mode == "ansi" else None

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        observation = observed(self._deals, self.round, 1, asked=self._waits)
        legal = self._deals.legal(self.round, 1, asked=self._waits)
        return observation, {"acts": legal, "action_mask": observation["action_mask"].copy()}


def id_of(game: Game) -> str:
    """The name under which a game is made: houseway/DakotaStud-v0."""
    return f"houseway/{''.join(word.capitalize() for word in game.slug.split('_'))}-v0"


for each in all_games():
    if id_of(each) not in gymnasium.registry:
        gymnasium.register(
            id_of(each), f"{__name__}:{OneSeat.__name__}", kwargs={"game": each.slug}, max_episode_steps=STEPS_MAX
        )
