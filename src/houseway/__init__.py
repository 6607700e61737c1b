"""houseway plays, proves and runs casino table games. Play money only.

Everything public is here; nothing heavy is loaded before it is used.

    >>> from houseway import Round, solve
    >>> round = Round.deal("dakota_stud", {"dollar": 500, "one": 500, "two": 500, "three": 500}, cards="As Ks Qs Js Ts")
    >>> round.turn
    Turn(seat=1, hand=0, acts=('leave_one', 'take_back_one'))
    >>> round.act("leave_one", "leave_two").net_cents()
    1000000
    >>> solve("dakota_stud")["round"].edge
    Fraction(2733, 166600)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.api.documents import report_on
    from houseway.api.figures import Exact, Sampled, simulate, solve
    from houseway.api.played import Advice, Round, Seen, Settled, Turn
    from houseway.api.verdicts import Verdict, verdicts
    from houseway.games import all_games, find_game
    from houseway.games.game import Game
    from houseway.rules.refused import Refused

__version__ = "0.1.0"

_LIVES_IN = {
    "Advice": "api.played",
    "Exact": "api.figures",
    "Game": "games.game",
    "Refused": "rules.refused",
    "Round": "api.played",
    "Sampled": "api.figures",
    "Seen": "api.played",
    "Settled": "api.played",
    "Turn": "api.played",
    "Verdict": "api.verdicts",
    "all_games": "games",
    "find_game": "games",
    "report_on": "api.documents",
    "simulate": "api.figures",
    "solve": "api.figures",
    "verdicts": "api.verdicts",
}

__all__ = [
    "Advice",
    "Exact",
    "Game",
    "Refused",
    "Round",
    "Sampled",
    "Seen",
    "Settled",
    "Turn",
    "Verdict",
    "all_games",
    "find_game",
    "report_on",
    "simulate",
    "solve",
    "verdicts",
]


def __getattr__(name: str) -> Any:
    """A public name is loaded when it is first asked for."""
    if name not in _LIVES_IN:
        raise AttributeError(f"houseway has no public name '{name}'; there is {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(f"houseway.{_LIVES_IN[name]}"), name)
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
