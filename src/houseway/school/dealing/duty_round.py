"""A round as its dealer goes through it: what is due, in words and with paragraphs, and what can be done instead."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import numpy as np

from houseway.engine.scene import Scene
from houseway.engine.view import NOBODY, view
from houseway.engine.why import whose_of, whys
from houseway.games.game import Game, Settings
from houseway.rules import tape as t
from houseway.school.dealing.any_order import next_steps
from houseway.school.dealing.deed import DealerDeed
from houseway.school.dealing.duty import Duty, read_duties
from houseway.school.dealing.manual import Cited, ManualLine, cited_by, cited_paragraphs, lines_for
from houseway.school.dealing.offered import Menu, OfferedDeed
from houseway.school.dealing.wording import Wording
from houseway.school.practice_round import lying, practice_round
from houseway.school.question import Rows, rows_of

Ahead: TypeAlias = tuple[int, ...]  # duties behind the next one that are done already, as they were done
AGAIN_SHIFT = 32  # bits of a round's number below those that count its shuffles


@dataclass(frozen=True, eq=False)
class DutyRound:
    game: Game
    settings: Settings
    tape: Rows

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        return read_duties(self.game, self.tape)

    @cached_property
    def seen(self) -> Rows:
        """The tape as the dealer sees it: no card that lies face down, none in a player's hand."""
        return rows_of(view(np.array(self.tape), range(1 + max(row[t.SEAT] for row in self.tape)), NOBODY))

    @cached_property
    def lines(self) -> list[ManualLine | None]:
        return lines_for(self.game, self.settings, self.tape, self.duties)

    @cached_property
    def menu(self) -> Menu:
        return Menu(self.game, self.settings, self.duties, self.seen)

    @property
    def wording(self) -> Wording:
        return Wording(self.game, self.settings)

    def words(self, step: int) -> str:
        """What is due."""
        return self.deed_words(self.duties[step].deed, step)

    def deed_words(self, deed: DealerDeed, step: int) -> str:
        """Any deed, as it would be called before this duty."""
        return self.wording.deed(deed, self.lying(step))

    def next_steps(self, step: int, ahead: Ahead = ()) -> tuple[int, ...]:
        """The duties that may be done now; the next one stands first."""
        return next_steps(self.game, self.duties, step, ahead)

    def cites(self, step: int) -> tuple[str, ...]:
        return cited_by(self.game, self.settings, self.tape, self.duties[step], self.lines[step])

    @cached_property
    def _reasons(self) -> dict[int, str]:
        seats = {row[t.SEAT] for row in self.seen if row[t.VERB] == t.SETTLE}
        whose = {seat: whose_of(f"seat {seat}") for seat in seats}
        return {each.row: each.text for each in whys(self.game, self.settings, np.array(self.seen), whose)}

    def because(self, step: int) -> str:
        """Why a bet is paid or taken; '' for what is no settlement."""
        return self._reasons.get(self.duties[step].first, "")

    def lying(self, step: int, ahead: Ahead = ()) -> Scene:
        """The table before a duty, as the dealer sees it; not to be changed."""
        if (step, ahead) not in self._scenes:
            self._scenes[step, ahead] = lying(self.rows(step, ahead))
        return self._scenes[step, ahead]

    @cached_property
    def _scenes(self) -> dict[tuple[int, Ahead], Scene]:
        return {}

    def rows(self, step: int, ahead: Ahead = ()) -> Rows:
        """What was done before a duty, and what was done ahead of it."""
        more = [row for each in ahead for row in self.seen[self.duties[each].first : self.duties[each].end]]
        return (*self.seen[: self.shown(step)], *more)

    def shown(self, step: int) -> int:
        """Rows on the table before a duty; after the last, all of them."""
        return self.duties[step].first if step < len(self.duties) else len(self.tape)

    def happened(self, step: int) -> list[str]:
        """What was seen and heard since the duty before."""
        since = self.duties[step - 1].first if step else 0
        return list(self.wording.happened(self.seen[since : self.shown(step)], lying(self.seen[:since])))

    def offered(self, step: int, ahead: Ahead = ()) -> list[OfferedDeed]:
        return self.menu.offered(step, self.lying(step, ahead)) if step < len(self.duties) else []

    def told(self, step: int, offered: Iterable[OfferedDeed], ahead: Ahead = ()) -> dict[str, Any]:
        """What a page draws before a duty: the felt as the dealer sees it, and what can be done."""
        now = self.lying(step, ahead)
        return {
            "tape": [list(row) for row in self.rows(step, ahead)],
            "step": step,
            "steps": len(self.duties),
            "happened": self.happened(step),
            "offered": [
                each.deed.to_json() | {"words": self.wording.deed(each.deed, now), "amounts": list(each.amounts)}
                for each in offered
            ],
        }

    def cited(self, step: int) -> tuple[Cited, ...]:
        """The paragraphs of a duty, with their text retold."""
        return cited_paragraphs(self.game, self.cites(step))


def practised(game: Game, settings: Settings, seed: int, number: int, seats: int) -> DutyRound:
    """Round `number` of a seed, dealt to so many bots; a shoe that runs out is shuffled anew."""
    again = 0
    while (found := _dealt(game, settings, seed, number | again << AGAIN_SHIFT, seats)) is None:
        again += 1
    return found


@lru_cache(64)
def _dealt(game: Game, settings: Settings, seed: int, number: int, seats: int) -> DutyRound | None:
    found = practice_round(game, settings, seed, number, seats)
    return DutyRound(game, settings, found.tape) if found else None
