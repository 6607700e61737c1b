"""A round as its dealer goes through it: what is due, in words and with paragraphs, and what can be done instead."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from houseway.engine.view import NOBODY, view
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused
from houseway.school.dealing.bots import dealt_to_bots
from houseway.school.dealing.deed import DealerDeed
from houseway.school.dealing.duty import Duty, read_duties, scene_of
from houseway.school.dealing.manual import ManualLine, cited_by, lines_for, paragraph_of
from houseway.school.dealing.offered import Menu, OfferedDeed
from houseway.school.dealing.wording import Wording
from houseway.school.question import Rows, rows_of


@dataclass(frozen=True)
class DutyRound:
    game: Game
    settings: Settings
    tape: Rows
    seats: int

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        return read_duties(self.game, self.tape)

    @cached_property
    def seen(self) -> Rows:
        """The tape as the dealer sees it: no card that lies face down, none in a player's hand."""
        return rows_of(view(np.array(self.tape), range(self.seats + 1), NOBODY))

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
        return self.wording.deed(deed, scene_of(self.seen[: self.shown(step)]))

    def cites(self, step: int) -> tuple[str, ...]:
        return cited_by(self.game, self.settings, self.tape, self.duties[step], self.lines[step])

    def shown(self, step: int) -> int:
        """Rows on the table before a duty; after the last, all of them."""
        return self.duties[step].first if step < len(self.duties) else len(self.tape)

    def happened(self, step: int) -> list[str]:
        """What was seen and heard since the duty before."""
        since = self.duties[step - 1].first if step else 0
        return list(self.wording.happened(self.seen[since : self.shown(step)], scene_of(self.seen[:since])))

    def offered(self, step: int) -> list[OfferedDeed]:
        return self.menu.offered(step) if step < len(self.duties) else []

    def done_at(self, step: int, deed: DealerDeed) -> bool:
        """Whether a deed is what is due; one that nobody could do now is refused."""
        if not any(each.allows(deed) for each in self.offered(step)):
            raise Refused("that cannot be done now: do one of the deeds that are offered")
        return deed == self.duties[step].deed

    def told(self, step: int) -> dict[str, Any]:
        """What a page draws before a duty: the felt as the dealer sees it, and what can be done."""
        now = scene_of(self.seen[: self.shown(step)])
        return {
            "tape": [list(row) for row in self.seen[: self.shown(step)]],
            "step": step,
            "steps": len(self.duties),
            "happened": self.happened(step),
            "offered": [
                asdict(each.deed)
                | {
                    "key": each.deed.key,
                    "words": self.wording.deed(each.deed, now),
                    "amounts": list(each.amounts),
                }
                for each in self.offered(step)
            ],
        }

    def cited(self, step: int) -> list[dict[str, str]]:
        """The paragraphs of a duty, with their text retold."""
        found = [paragraph_of(self.game, name) for name in self.cites(step)]
        return [{"id": each.id, "cites": each.cites, "text": each.text} for each in found]


def round_of_bots(game: Game, settings: Settings, seed: int, number: int, seats: int) -> DutyRound:
    """Round `number` of a seed, dealt to bots."""
    return DutyRound(game, settings, dealt_to_bots(game, settings, seed, number, seats), seats)
