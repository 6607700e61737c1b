"""A link of one person's own, for practice: the meters of a progressive without a ledger, by the same arithmetic.

It begins at its seeds when the person sits down and is gone when they leave. What a round does to it are the entries
that a link of the house has, applied to a link that nobody else feeds.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from houseway.games.game import Game, Settings
from houseway.house.linked.displayed import link_view
from houseway.house.linked.drafts import LinkDraft
from houseway.house.linked.feeding import won_in_round
from houseway.house.linked.link import GAVE_BACK, GREW, OPENED, WON, Link
from houseway.progressives.awards import Award
from houseway.progressives.hits import hits_of
from houseway.progressives.jackpot import Progressive
from houseway.rules.shapes import Words

TABLE = "practice"
SECRET_BYTES = 32


class PracticeLink:
    """One progressive at a table of one's own. Moments are numbers of rounds."""

    def __init__(self, game: Game, settings: Settings, progressive: Progressive) -> None:
        self.game, self.progressive = game, progressive
        self.fed: dict[int, int] = {}  # by seat, of the round that is on
        self._draft = LinkDraft.on(Link(progressive.name, secret=secrets.token_bytes(SECRET_BYTES)))
        terms = progressive.model_dump(mode="json")
        self._draft.happen(OPENED, 0, game=game.slug, options=dict(settings), terms=terms)
        self._draft.set_triggers(0)

    @property
    def link(self) -> Link:
        return self._draft.link

    def feed(self, round_: int, fed: Mapping[int, int]) -> int:
        """Seats bet on it (cents that rates are of); what they pay for it, all together."""
        self.fed = dict(fed)
        return self._tell(GREW, round_) if fed else 0

    def give_back(self, round_: int) -> int:
        """The round is void: its bets go back, and so does what they fed."""
        if not self.fed:
            return 0
        lost = self.link.reached_by(TABLE, round_)
        cents = self._tell(GAVE_BACK, round_)
        self._show_triggers(lost, round_)
        self.fed = {}
        return cents

    def pay(self, round_: int, tape: Words, owners: Sequence[str]) -> list[Award]:
        """What a round that was played to its end has won."""
        hits, reached = hits_of(self.game, self.progressive, tape, self.fed), self.link.reached_by(TABLE, round_)
        if not hits and not reached:
            return []
        betting = {seat: owners[seat - 1] for seat in self.fed}
        awards, meters = won_in_round(self.progressive, self.link.readings, hits, betting, reached)
        said = [
            {key: getattr(each, key) for key in ("seat", "cents", "why", "meter", "tier")}
            for each in awards
        ]  # fmt: skip
        self._draft.happen(WON, round_, table=TABLE, round=round_, version=round_, awards=said, meters=meters)
        self._show_triggers(reached, round_)
        return awards

    def view(self) -> dict[str, Any]:
        """As the view of a table of the house has it."""
        return {
            "name": self.progressive.name,
            "title": self.progressive.title,
            "about": self.progressive.about,
            "wager": self.progressive.wager,
            "bet_cents": self.progressive.bet_cents,
            "seats": sorted(self.fed),
            "due": [],
            **link_view(self.link),
        }

    def _tell(self, kind: str, round_: int) -> int:
        fed = sum(self.fed.values())
        paid = fed if self.progressive.bet_cents else 0
        by_seat = {"by_seat": {str(seat): cents for seat, cents in self.fed.items()}} if kind == GREW else {}
        told = {"table": TABLE, "round": round_, "version": round_}
        self._draft.happen(kind, round_, **told, fed_cents=fed, in_cents=paid, **by_seat)
        self._draft.happened.clear()  # nobody writes them down
        return paid

    def _show_triggers(self, meters: Mapping[str, int], round_: int) -> None:
        for meter in meters:
            self._draft.show_trigger(meter, round_)
        self._draft.set_triggers(round_)
