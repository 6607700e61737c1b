"""Another release of the games, with other pays, put in force and taken back: what a restart under new software is.

    rulebook = Rulebook(keeps=True)
    rulebook.put_in_force("dakota_stud", other=True)   # from here on the game has another edition, and pays better
    rulebook.take_back()                               # everything as shipped

Where a rulebook keeps, rounds of the edition that is not in force can be dealt again, as those of `engine/editions`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from houseway.engine.editions import dealt_under, is_kept
from houseway.engine.replay import Deal, Told, replay
from houseway.games import SLUGS, find_game
from houseway.games.edition import edition_of
from houseway.games.game import Game
from houseway.house import round as rounds


class Rulebook:
    def __init__(self, *, keeps: bool) -> None:
        self.keeps = keeps

    def put_in_force(self, slug: str, *, other: bool) -> None:
        rounds.is_kept, rounds.dealt_under = self._is_kept, self._dealt_under  # type: ignore[attr-defined]
        folder: Any = import_module(f"houseway.games.{slug}")
        folder.GAME = _better_paid(slug) if other else _shipped(slug)
        find_game.cache_clear()

    def take_back(self) -> None:
        for slug in SLUGS:
            self.put_in_force(slug, other=False)
        rounds.is_kept, rounds.dealt_under = is_kept, dealt_under  # type: ignore[attr-defined]

    def knows(self, slug: str, edition: str) -> bool:
        """Whether a round of this edition can be dealt again."""
        return edition == edition_of(find_game(slug)) or self._is_kept(slug, edition)

    def _is_kept(self, slug: str, edition: str) -> bool:
        return self.keeps and edition in _editions(slug)

    def _dealt_under(self, edition: str, deal: Deal, choices: Sequence[int]) -> Told:
        return replay(replace(deal, game=_editions(deal.game.slug)[edition]), choices)


@cache
def _shipped(slug: str) -> Game:
    game: Game = import_module(f"houseway.games.{slug}").GAME
    return game


@cache
def _better_paid(slug: str) -> Game:
    """Whatever wins, wins once its bet more."""
    shipped = _shipped(slug)
    made = Game(slug, shipped.table, shipped.strategy)
    tables = tuple(
        each.model_copy(update={"pays": tuple((name, num + den * (num > 0), den) for name, num, den in each.pays)})
        for each in shipped.sheet.paytables
    )
    vars(made)["sheet"] = shipped.sheet.model_copy(update={"paytables": tables})
    return made


@cache
def _editions(slug: str) -> dict[str, Game]:
    return {edition_of(game): game for game in (_shipped(slug), _better_paid(slug))}
