"""What a person asks the lab, read from an address and checked before anything is begun."""

import hashlib
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from houseway import __version__
from houseway.analysis.design import Pay, with_pays
from houseway.analysis.pay_words import read_pay
from houseway.analysis.pay_words import read_row as read_row
from houseway.analysis.simulation import standard_wagers
from houseway.analysis.solve import OPTIMAL, SOLVED, has_solver
from houseway.engine.device.opening import may_have_gpu
from houseway.games import find_game, slugs
from houseway.games.betting import verify_wagers
from houseway.games.game import Game, Settings, nearest
from houseway.rules.refused import Refused
from houseway.web.refusals import Missing

ROUNDS_MAX = 50_000_000  # of a simulation: about a minute
GPU_ROUNDS_MAX = 50_000_000_000  # half a minute at most on a large one
NUMBER = re.compile(r"(-?\d{1,4}(?:\.\d{1,12})?)(%?)")


class Ask(BaseModel):
    """One question; two that are equal get the same answer. Cents and odds are exact."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    kind: str
    game: str
    settings: Annotated[Settings, BeforeValidator(Settings)]
    strategy: str = OPTIMAL
    pays: tuple[tuple[str, str, str], ...] = ()  # (code, outcome, odds)
    bets: dict[str, int] = {}
    rounds: int = 0
    seed: int = 1
    device: str = "cpu"
    bankroll_cents: int = 0
    wager: str = ""
    row: tuple[str, str] = ("", "")  # the pay to look for: (code, outcome)
    edge: str = ""
    grid: int = 1
    hand: str = ""
    table: dict[str, Any] = {}  # a table's configuration
    progressive: str = ""  # by name; '': the first
    shown: dict[str, int] = {}  # cents on its meters
    players: int = 1
    target: str = ""  # the return to design for
    sd: float = 0  # ... and how far a bet may vary, in bets; 0: as it comes
    seed_part: str = ""
    form: str = ""  # of a report or a card
    card: str = ""  # which
    paper: str = ""

    @property
    def id(self) -> str:
        """A name for the question under this version of the software."""
        return hashlib.sha256(f"{__version__} {self.model_dump_json()}".encode()).hexdigest()[:24]

    @property
    def changes(self) -> list[Pay]:
        return [Pay(code, outcome, Fraction(odds)) for code, outcome, odds in self.pays]

    def rules_of_game(self) -> Game:
        return find_game(self.game)


def find(slug: str) -> Game:
    if slug not in slugs():
        raise Missing(f"there is no game '{slug[:40]}'; there is {', '.join(slugs())}")
    return find_game(slug)


def strategies_of(game: Game) -> list[str]:
    """Those that the solver finds, where there is one, and those that are written down."""
    return list(dict.fromkeys((*(game.sheet.solved if has_solver(game) else ()), *game.strategies)))


def read_settings(game: Game, pairs: Sequence[str]) -> Settings:
    """Options as `name=choice`, checked, with the defaults of the rest."""
    return game.settings(dict(_pair(pair, "set", "name=choice") for pair in pairs))


def read_strategy(game: Game, name: str) -> str:
    known = strategies_of(game)
    if name not in known and name not in SOLVED:
        raise Refused(f"{game.title} has no strategy '{name}'{nearest(name, known)}")
    return name


def read_pays(game: Game, settings: Settings, texts: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    """Changed pays as `code/outcome/odds`; those that change nothing are left out."""
    changed = with_pays(game, settings, [read_pay(text) for text in texts])
    return tuple((pay.code, pay.outcome, str(pay.odds)) for pay in getattr(changed, "changed", ()))


def read_rounds(rounds: int, device: str) -> int:
    if device == "cpu" and rounds > ROUNDS_MAX:
        otherwise = ", or ask for a GPU" if may_have_gpu() else ""
        raise Refused(f"{rounds:,} rounds are too many for a processor here: {ROUNDS_MAX:,} at most{otherwise}")
    return rounds


def read_edge(text: str) -> str:
    """'0.05' and '5%' are the same edge."""
    found = NUMBER.fullmatch(text.strip())
    if found is None:
        raise Refused(f"'{text[:40]}' is no edge: write it as 0.05 or 5%")
    edge = Fraction(found[1]) / (100 if found[2] else 1)
    if abs(edge) > 1:
        raise Refused(f"an edge of {text} is more than the whole bet: write 5% as 0.05 or 5%")
    return str(edge)


def read_bets(game: Game, settings: Settings, pairs: Sequence[str]) -> dict[str, int]:
    """Bets as `wager=cents`; by default ten dollars on every spot."""
    bets: dict[str, int] = {}
    for pair in pairs:
        name, text = _pair(pair, "bet", "wager=cents")
        if not re.fullmatch(r"\d{1,9}", text):
            raise Refused(f"bet={pair[:40]}: write whole cents")
        bets[name] = int(text)
    bets = {name: cents for name, cents in bets.items() if cents} or standard_wagers(game)
    verify_wagers(game, settings, bets)
    return {name: bets[name] for name in game.wagers if name in bets}


def _pair(text: str, what: str, shape: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Refused(f"{what}={text[:40]}: write it as {shape}")
    return name.strip(), value.strip()
