"""A game: its one function, and its data, gathered."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from houseway.games.contract import Playing, Strategy, Table
from houseway.games.settings import Settings
from houseway.games.sheet import (
    HOUSE_OPTIONS,
    Claims,
    Option,
    Page,
    Paragraphs,
    RuleSheet,
    Setting,
    read_page,
)
from houseway.games.words import said_again
from houseway.rules.cards import new_decks
from houseway.rules.choice import Decide
from houseway.rules.felt import TAPE_ROWS_MAX, Felt, new_felt
from houseway.rules.poker import ranks
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words

Wagers = Mapping[str, int]  # cents by name of the wager

LOST = (-1, 1)


@dataclass(frozen=True, eq=False)
class Game:
    """Everything the rest of houseway needs to know of a game; each game's `__init__.py` makes one (see `contract`).

    A game equals itself alone: what is kept by game must not be found for one with another sheet.
    """

    slug: str
    table: Table  # play.py
    strategy: Playing  # plan.py

    @property
    def package(self) -> str:
        """The name under which the game's folder is imported."""
        return self.table.__name__.rpartition(".")[0]

    @property
    def folder(self) -> Path:
        """Where the game's files lie."""
        return Path(str(self.table.__file__)).parent

    @cached_property
    def sheet(self) -> RuleSheet:
        return read_page(self.folder / "rules.toml", RuleSheet)

    @cached_property
    def paragraphs(self) -> Paragraphs:
        return self._page("paragraphs.toml", Paragraphs) or Paragraphs(paragraphs=())

    @cached_property
    def claims(self) -> Claims:
        return self._page("claims.toml", Claims) or Claims(claims=())

    def _page(self, name: str, kind: type[Page]) -> Page | None:
        """One of the data files that a game may do without."""
        path = self.folder / name
        return read_page(path, kind) if path.exists() else None

    @property
    def title(self) -> str:
        return self.sheet.title

    @property
    def play(self) -> Callable[..., None]:
        return self.table.play

    @property
    def follow(self) -> Decide:
        return self.strategy.follow

    @property
    def wagers(self) -> tuple[str, ...]:
        return self.table.WAGERS

    @property
    def acts(self) -> tuple[str, ...]:
        return self.table.ACTS

    @property
    def outcomes(self) -> tuple[str, ...]:
        return self.table.OUTCOMES

    @property
    def calls(self) -> tuple[str, ...]:
        """What the dealer tells players of their hands; most games have nothing to tell."""
        return tuple(call.name for call in self.sheet.calls)

    @property
    def strategies(self) -> tuple[str, ...]:
        return self.strategy.STRATEGIES

    @cached_property
    def options(self) -> dict[str, Option]:
        return {option.name: option for option in (*self.sheet.options, *HOUSE_OPTIONS)}

    def settings(self, chosen: Mapping[str, Setting] | None = None) -> Settings:
        """Every option with its setting: those chosen, checked, and the defaults of the rest."""
        chosen = chosen or {}
        for name in chosen:
            if name not in self.options:
                raise Refused(f"{self.title} has no option '{said_again(name)}'{nearest(name, self.options)}")
        read = {name: option.read(chosen[name]) for name, option in self.options.items() if name in chosen}
        settings = Settings((name, read.get(name, default_of(option, read))) for name, option in self.options.items())
        for conflict in self.sheet.conflicts:
            if in_force(conflict.when, settings):
                together = " and ".join(f"{name}={settings[name]}" for name in conflict.when)
                raise Refused(f"{together} do not go together: {conflict.because}")
        return settings

    def rules(self, settings: Settings) -> Any:
        """The game's Rules for these settings: each field is an option's code, or made from the paytables."""
        fields: dict[str, Any] = {}
        for field in self.table.Rules._fields:
            if field == "pays":
                fields[field] = self.pays(settings)
            elif field == "ranks":
                fields[field] = ranks()
            elif any(prizes.name == field for prizes in self.sheet.prizes):
                fields[field] = self.prizes(field, settings)
            else:
                fields[field] = self.options[field].code(settings[field])
        return self.table.Rules(**fields)

    def pays(self, settings: Settings) -> Words:
        """The paytables in force, [wager, outcome, num or den]; an outcome that no row names is lost."""
        pays = words(len(self.wagers), len(self.outcomes), 2)
        pays[:, :] = LOST
        for paytable in self.sheet.paytables:
            if in_force(paytable.when, settings):
                for wager in paytable.wagers:
                    for outcome, num, den in paytable.pays:
                        pays[self.wagers.index(wager), self.outcomes.index(outcome)] = (num, den)
        return pays

    def as_on_the_felt(self, figures: Iterable[str]) -> list[str]:
        """Names of figures in the order of their wagers; ante_alone stands behind ante, the whole round at the end."""

        def place(name: str) -> tuple[int, str]:
            of = [i for i, wager in enumerate(self.wagers) if name == wager or name.startswith(f"{wager}_")]
            exact = self.wagers.index(name) if name in self.wagers else max(of, default=len(self.wagers))
            return exact, name

        return sorted(figures, key=place)

    def prizes(self, name: str, settings: Settings) -> Words:
        """Fixed sums or multipliers by outcome; none is zero."""
        amounts = words(len(self.outcomes))
        for prizes in self.sheet.prizes:
            if prizes.name == name and in_force(prizes.when, settings):
                for outcome, amount in prizes.amounts:
                    amounts[self.outcomes.index(outcome)] = amount
        return amounts

    def plan(self, strategy: str, settings: Settings) -> Any:
        """The game's Plan for a strategy by name."""
        if strategy not in self.strategies:
            near = nearest(strategy, self.strategies)
            raise Refused(f"{self.title} has no strategy '{said_again(strategy)}'{near}")
        return self.strategy.new_plan(strategy, self.rules(settings), settings)

    def written(self, strategy: str, settings: Settings) -> Strategy:
        """A strategy that is written down; the solver's are `analysis.solve.strategy_of`."""
        return Strategy(strategy, self.plan(strategy, settings), self.follow)

    def felt(self, seats: int, *, taped: bool = True) -> Felt:
        rows = TAPE_ROWS_MAX if taped else 0
        return new_felt(seats, len(self.wagers), self.table.HANDS_MAX, self.table.CARDS_MAX, rows)

    def deck(self, settings: Settings) -> list[int]:
        """The cards in the shoe before a round."""
        decks = settings.get("decks", 1)
        return new_decks(1 if decks == "infinite" else int(decks))

    def endless(self, settings: Settings) -> bool:
        return settings.get("decks") == "infinite"

    def seats_max(self, settings: Settings) -> int:  # noqa: ARG002 - a game may have fewer seats under some options
        return self.sheet.seats_max


def in_force(when: Mapping[str, Setting | tuple[Setting, ...]], settings: Mapping[str, Setting]) -> bool:
    """Whether each option named has the setting, or one of the settings, that is asked for."""
    return all(settings[name] in (asked if isinstance(asked, tuple) else (asked,)) for name, asked in when.items())


def default_of(option: Option, chosen: Mapping[str, Setting]) -> Setting:
    """What an option is when only others were chosen."""
    for beside in option.default_when:
        if beside.when.keys() <= chosen.keys() and in_force(beside.when, chosen):
            return beside.default
    return option.default


def place_wagers(game: Game, felt: Felt, wagers: Sequence[Wagers], players: Sequence[int] | None = None) -> None:
    """Put each seat's bets on the felt; by default every seat has a player of its own."""
    felt.wagers[:] = 0
    felt.players[:] = 0
    for i, bets in enumerate(wagers):
        felt.players[i + 1] = (players[i] if players else i + 1) if bets else 0
        for name, cents in bets.items():
            felt.wagers[i + 1, game.wagers.index(name)] = cents


def nearest(word: str, names: Any) -> str:
    """Words that end a refusal: what was probably meant, or all there is."""
    import difflib

    names = list(names)
    close = difflib.get_close_matches(word, names, n=3, cutoff=0.5)
    if close:
        return "; did you mean " + " or ".join(close) + "?"
    return "; there is " + ", ".join(names) if names else ""


__all__ = ["Game", "Refused", "Settings", "Wagers", "in_force", "nearest", "place_wagers"]
