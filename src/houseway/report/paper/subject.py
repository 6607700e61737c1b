"""What a report is about: a game under its options, pays and strategy, with its figures and what evidence there is."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from houseway.analysis.design import Pay, WhatIf, figures_with, with_pays
from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.analysis.simulation import standard_wagers
from houseway.analysis.solve import OPTIMAL
from houseway.games.approval import outcome_titles
from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import Paytable
from houseway.report.paper.evidence import Evidence, kept_evidence

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Subject:
    game: Game  # with its changed pays
    settings: Settings
    solution: Solution
    evidence: Evidence | None  # None: nobody has gathered it for these options

    @property
    def changed(self) -> tuple[Pay, ...]:
        """Pays that are not the maker's."""
        return self.game.changed if isinstance(self.game, WhatIf) else ()

    @cached_property
    def wagers(self) -> list[WagerSolution]:
        """As they lie on the felt."""
        return [self.solution.wagers[name] for name in self.game.as_on_the_felt(self.solution.wagers)]

    @cached_property
    def titles(self) -> dict[str, str]:
        """Of figures: a wager's own title, or what the solver calls it in words."""
        known = {wager.name: wager.title for wager in self.game.sheet.wagers}
        return {name: known.get(name, said(name)) for name in self.solution.wagers}

    def title_of(self, wager: str) -> str:
        return self.titles.get(wager) or next(
            (each.title for each in self.game.sheet.wagers if each.name == wager), said(wager)
        )

    @cached_property
    def outcomes(self) -> dict[str, str]:
        return outcome_titles(self.game, self.settings)

    def outcome(self, name: str) -> str:
        return self.outcomes.get(name, name.replace("_", " "))

    @cached_property
    def paytables(self) -> list[Paytable]:
        return [each for each in self.game.sheet.paytables if in_force(each.when, self.settings)]

    @cached_property
    def bet_on(self) -> list[str]:
        """Spots that a player may bet on before the round and whose figures are known."""
        return [name for name in standard_wagers(self.game) if name in self.solution.wagers]

    def command(self, form: str = "pdf", name: str = "FILE") -> str:
        """What makes this report again."""
        return " ".join([*map(shlex.quote, ["houseway", "report", *self.asked()]), "--format", form, "--out", name])

    def asked(self) -> list[str]:
        """The game and what is asked of it, in the words of a command."""
        words = [self.game.slug]
        for option, setting in self.settings.items():
            if setting != self.game.settings()[option]:
                words += ["--set", f"{option}={setting}"]
        for pay in self.changed:
            words += ["--pay", f"{pay.code}/{pay.outcome}/{pay.odds}"]
        if self.solution.strategy != OPTIMAL:
            words += ["--strategy", self.solution.strategy]
        return words


def said(name: str) -> str:
    """'ante_alone' as people read it."""
    return name.replace("_", " ").capitalize()


def subject_of(
    game: Game,
    options: Mapping[str, Any] | None = None,
    pays: Sequence[Pay] = (),
    strategy: str = OPTIMAL,
    *,
    full: bool = False,
    tell: Tell = lambda _: None,
) -> Subject:
    """The figures, and the evidence that is kept; `full` gathers what is not."""
    settings = game.settings(options)
    tell("figures")
    solution = figures_with(game, settings, strategy, pays)
    changed = with_pays(game, settings, pays)
    evidence = kept_evidence(changed, solution)
    if evidence is None and full:
        from houseway.report.paper.gathering import evidence_of  # brings the compiler

        evidence = evidence_of(changed, solution, tell)
    return Subject(changed, settings, solution, evidence)
