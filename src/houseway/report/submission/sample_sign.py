"""The posting sign of a game as it is handed in: a table of it with the limits that its rules have, in no house yet."""

from dataclasses import replace

from pydantic import PrivateAttr

from houseway.games import find_game
from houseway.games.approval import departures
from houseway.games.game import Game
from houseway.house.configuration import TableConfig, default_room
from houseway.house.posting import Sign, posting_sign
from houseway.report.paper.subject import Subject

HOUSE, TABLE = "Name of the card room", "1"


class _Submitted(TableConfig):
    """A table whose pays may not be the maker's."""

    _dealt: Game | None = PrivateAttr(default=None)

    @property
    def the_game(self) -> Game:
        return self._dealt or find_game(self.game)


def sample_sign(subject: Subject) -> Sign:
    game, settings = subject.game, subject.settings
    table = _Submitted.newly({"name": TABLE, "game": game.slug, "options": dict(settings)})
    assert isinstance(table, _Submitted)
    table._dealt = game
    sign = posting_sign(default_room().model_copy(update={"name": HOUSE}), table)
    found = [str(each) for each in departures(game, settings)]
    found += [f"{pay.code}, {subject.outcome(pay.outcome)} pays {pay.odds} to 1" for pay in subject.changed]
    return replace(sign, departs=f"For study: {'; '.join(found)}" if found else "")
