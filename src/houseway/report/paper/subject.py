"""What a report is about: a game under its options, pays and strategy, with its figures and what evidence there is."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from houseway.analysis.design import Pay, WhatIf, figures_with, with_pays
from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.analysis.simulation import ROUND, standard_wagers
from houseway.analysis.solve import OPTIMAL
from houseway.games import SLUGS
from houseway.games.approval import outcome_titles
from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import Paytable
from houseway.games.wager_titles import ALONE
from houseway.games.words import dollars, odds_text
from houseway.report.paper.evidence import Evidence, kept_evidence

CENTS = "_cents"  # how the names of lists of sums end; others are multipliers

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

    def pays_now(self, pay: Pay) -> str:
        """What a changed row comes to: '800 to 1', '$500', '3'."""
        if any(table.code == pay.code for table in self.paytables):
            return odds_text(*pay.odds.as_integer_ratio())
        return dollars(int(pay.odds)) if pay.code.endswith(CENTS) else str(pay.odds)

    def changes_said(self) -> list[str]:
        """'TSB-01, royal flush: 800 to 1'."""
        return [f"{pay.code}, {self.outcome(pay.outcome)}: {self.pays_now(pay)}" for pay in self.changed]

    @cached_property
    def figures(self) -> dict[str, WagerSolution]:
        """Of all wagers, and of what is paid beside them."""
        return self.solution.told

    @cached_property
    def wagers(self) -> list[WagerSolution]:
        """As they lie on the felt."""
        return [self.figures[name] for name in self.game.as_on_the_felt(self.figures)]

    @cached_property
    def titles(self) -> dict[str, str]:
        """Of figures: a wager's own title, or what the solver calls it in words."""
        known = {wager.name: wager.title for wager in self.game.sheet.wagers}
        return {name: known.get(name, said(name)) for name in self.figures}

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
        """In force, of bets that are offered."""
        sheet = self.game.sheet
        offered = {each.name for each in sheet.wagers if in_force(each.offered_when, self.settings)}
        return [each for each in sheet.paytables if in_force(each.when, self.settings) and offered & {*each.wagers}]

    @cached_property
    def bet_on(self) -> list[str]:
        """Spots that a player may bet on before the round and whose figures are known."""
        return [name for name in standard_wagers(self.game) if name in self.solution.wagers]

    @cached_property
    def chosen_for(self) -> list[str]:
        """Those of `bet_on` that choices look at; the others are side bets."""
        aside = {wager.name for wager in self.game.sheet.wagers if wager.aside}
        return [name for name in self.bet_on if name not in aside]

    def together(self, names: Sequence[str]) -> list[str]:
        """The figures that add up to what these bets come to: bets that arise in play are part of a round's."""
        core = [name for name in names if name in self.chosen_for]
        sides = [name for name in names if name not in core]
        if ROUND in self.solution.wagers and core == self.chosen_for:
            return [ROUND, *sides]
        if len(core) == 1 and core != self.chosen_for and f"{core[0]}{ALONE}" in self.solution.wagers:
            return [f"{core[0]}{ALONE}", *sides]
        return list(names)

    def command(self, form: str = "pdf", name: str = "FILE", more: Sequence[str] = ()) -> str:
        """What makes this report again, or what more is asked; a game from outside has its folder named."""
        elsewhere = [] if self.game.slug in SLUGS else ["--game", "FOLDER"]
        words = ["houseway", *elsewhere, "report", *self.asked(), *more]
        return " ".join([*map(shlex.quote, words), "--format", form, "--out", name])

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
