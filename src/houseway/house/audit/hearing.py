"""What an auditor has heard of a table so far, and how bodies that anybody may have forged are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from houseway.house.audit.dealt_again import Dealt
from houseway.house.cut import Piece
from houseway.house.table import Player, Table

Body = Mapping[str, Any]


class Wrong(Exception):
    """An event that cannot have happened here: the reason, in one sentence."""


class Folded(NamedTuple):
    """What the rows up to a cut come to, and the hash of the last one."""

    hash: str
    state: dict[str, Any]


@dataclass
class Hearing:
    """The table as its events left it, and the cards of the round that is on."""

    table: Table
    at: int = 0  # when the event being heard happened
    dealt: Dealt | None = None
    ruled: str = ""  # a ruling that voids the round, and has not done so yet
    paid: tuple[int, ...] = ()  # after so many choices of the round something was paid
    hit: tuple[str, ...] = ()  # progressives of the round that were paid
    other_rules: dict[int, str] = field(default_factory=dict)  # rounds dealt under an edition that is not kept: which
    sealed: set[int] = field(default_factory=set)  # rounds of cards that are not shown, whose key we have not
    acts: list[int] = field(default_factory=list)  # what the round's events will say was chosen
    begun: int = 0  # behind this version
    folds: dict[int, Folded] | None = None  # by version, where the stream is cut; None: nobody folds
    pieces: list[Piece] | None = field(default_factory=list)  # archived so far; None: said by the next that is archived

    def seated(self, body: Body) -> Player:
        player = self.table.players.get(text(body, "player"))
        if player is None:
            raise Wrong(f"nobody called '{body['player']}' sits at the table")
        return player

    def verify_open(self) -> None:
        if self.table.closed:
            raise Wrong(f"the table was closed ({self.table.closed})")

    def verify_between_rounds(self) -> None:
        if self.table.playing:
            raise Wrong(f"round {self.table.rounds} was on")

    def verify_empty(self) -> None:
        """No round is on and no bet lies on the felt."""
        self.verify_between_rounds()
        if self.table.bets:
            raise Wrong("bets lay on the felt")

    def deal(self, dealt: Dealt) -> None:
        self.dealt, self.paid, self.hit = dealt, (), ()
        if not dealt.last.order:
            self.sealed.add(dealt.last.number)
        elif not dealt.last.can_be_dealt_again:
            self.other_rules[dealt.last.number] = dealt.last.edition

    @property
    def under_other_rules(self) -> bool:
        """Whether the round that is on cannot be dealt again as it was: what is recorded of it has to stand."""
        number = self.dealt.last.number if self.dealt else 0
        return number in self.other_rules or number in self.sealed

    def in_deal(self) -> Dealt:
        """The round that is being dealt, or is on."""
        if self.dealt is None:
            raise Wrong("no round was on")
        return self.dealt

    def in_play(self) -> Dealt:
        if not self.table.playing:
            raise Wrong("no round was on")
        return self.in_deal()

    @property
    def chosen(self) -> int:
        """Choices of the round so far."""
        assert self.table.round is not None
        return len(self.table.round.choices)

    @property
    def is_paid(self) -> bool:
        return self.chosen in self.paid

    def verify_paid(self) -> None:
        """What the rules settle in the middle of a round is paid before anything else happens."""
        if self.in_play().is_paid_in_play(self.chosen) and not self.is_paid:
            raise Wrong("wagers were settled here, and had to be paid at once")

    def plays(self, player: Player) -> bool:
        """Whether the player has a hand in the round that is on."""
        table = self.table
        return bool(table.playing and table.round and player.id in table.round.owners)


def text(body: Body, key: str) -> str:
    found = body.get(key)
    if not isinstance(found, str):
        raise Wrong(f"its {key} is no text")
    return found


def words(body: Body, key: str) -> str:
    """A text that says something: who did it, and why."""
    if not text(body, key).strip():
        raise Wrong(f"its {key} is empty")
    return text(body, key)


def digits(body: Body, key: str) -> bytes:
    try:
        return bytes.fromhex(text(body, key))
    except ValueError:
        raise Wrong(f"its {key} is not in hexadecimal digits") from None


def whole(body: Body, key: str) -> int:
    found = body.get(key)
    if type(found) is not int:
        raise Wrong(f"its {key} is no whole number")
    return found


def with_postings(body: Body, postings: Mapping[str, int]) -> dict[str, Any]:
    """A body as the house writes it: postings only where chips move."""
    return {**body, "postings": dict(postings)} if postings else dict(body)
