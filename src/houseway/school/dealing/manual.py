"""The paragraphs a duty stands on: data beside each game (`dealing.toml`), so that no game is named here.

    [[lines]]
    does = ["deal"]          # kinds of deeds, or "deal" and "settle" for all of theirs
    whose = "player"         # player, dealer or community; any if left out
    wagers = ["bonus"]       # of what is settled or given back
    outcomes = ["lose"]      # ... and how
    held = [0]               # cards in the hand before
    after = "turn dealer"    # an earlier duty of the round: its kind, and whose
    when = { decks = 1 }     # options in force
    by = ["dealing.2"]       # paragraphs, by id
    words = "Burn {cards}"   # what the felt calls it, where it has a name of its own

    [[irregular]]
    sort = "late_bet"        # of irregularities at a table: what the rules say of it
    by = ["dealing.2"]

    [[settled_after]]        # bets of one hand go in any order, but where the rules say that one waits
    wager = "hat_trick"
    does = ["pay"]
    after = ["poker"]
    by = ["dealing.7"]

The first line that fits counts. A game without the file is taught in the words of the tape alone.
"""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Literal, Self, TypeAlias

from pydantic import Field, model_validator

from houseway.engine.scene import Scene
from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import SheetModel, When, read_page
from houseway.games.spoken import house_way_ids
from houseway.rules import tape as t
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.refused import Refused
from houseway.school.dealing.deed import DEALS, KINDS, SETTLES, DealerDeed
from houseway.school.dealing.duty import Duty
from houseway.school.question import Rows

FILE = "dealing.toml"
GROUPS = {"deal": DEALS, "settle": SETTLES}
PLAYER, DEALER_OWN, SHARED = "player", "dealer", "community"
Whose: TypeAlias = Literal["", "player", "dealer", "community"]
Cited: TypeAlias = dict[str, str]  # a paragraph: id, cites, text
Done: TypeAlias = tuple[str, str]  # a kind of deed, and whose hand it was done to


class ManualLine(SheetModel):
    does: tuple[str, ...] = Field(min_length=1)
    whose: Whose = ""
    wagers: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    held: tuple[int, ...] = ()
    after: str = ""
    when: When = Field(default_factory=dict)
    by: tuple[str, ...] = Field(min_length=1)
    words: str = ""

    @model_validator(mode="after")
    def _names_deeds(self) -> Self:
        for name in (*self.does, *self.after.split()[:1]):
            if name not in KINDS and name not in GROUPS:
                raise ValueError(f"'{name}' is no deed of a dealer")
        return self

    @model_validator(mode="after")
    def _words_hang_on_no_moment(self) -> Self:
        """A menu calls a deed the same whenever it is offered."""
        if self.words and (self.wagers or self.outcomes or self.held or self.after):
            raise ValueError(f"'{self.words}': a line with words of its own says only what is done and whose")
        return self

    @property
    def kinds(self) -> Collection[str]:
        return _kinds(self.does)

    def follows(self, done: Collection[Done]) -> bool:
        if not self.after:
            return True
        name, _, whose = self.after.partition(" ")
        return any(kind in GROUPS.get(name, (name,)) and whose in ("", of) for kind, of in done)


class IrregularLine(SheetModel):
    """What the rules of a game say of an irregularity."""

    sort: str
    by: tuple[str, ...] = Field(min_length=1)


class SettledAfter(SheetModel):
    """A bet that waits for others of its hand."""

    wager: str
    does: tuple[str, ...] = ("settle",)
    after: tuple[str, ...] = Field(min_length=1)
    by: tuple[str, ...] = Field(min_length=1)

    @property
    def kinds(self) -> Collection[str]:
        return _kinds(self.does)


class Manual(SheetModel):
    lines: tuple[ManualLine, ...] = ()
    irregular: tuple[IrregularLine, ...] = ()
    settled_after: tuple[SettledAfter, ...] = ()

    @property
    def cited(self) -> set[str]:
        by = [
            *(line.by for line in self.lines),
            *(line.by for line in self.irregular),
            *(line.by for line in self.settled_after),
        ]
        return {name for names in by for name in names}


def _kinds(does: Iterable[str]) -> Collection[str]:
    return {kind for name in does for kind in GROUPS.get(name, (name,))}


@cache
def manual_of(game: Game) -> Manual:
    """Empty for a game that has none; it may cite paragraphs of its own game only."""
    path = game.folder / FILE
    if not path.exists():
        return Manual()
    manual = read_page(path, Manual)
    known = {paragraph.id for paragraph in game.paragraphs.paragraphs}
    if missing := sorted(manual.cited - known):
        raise Refused(f"{game.slug}/{FILE}: there is no paragraph '{missing[0]}'")
    for line in manual.settled_after:
        if unknown := {line.wager, *line.after} - set(game.wagers):
            raise Refused(f"{game.slug}/{FILE}: there is no wager '{min(unknown)}'")
    return manual


def whose_hand(seat: int, hand: int) -> str:
    if seat != HOUSE:
        return PLAYER
    return SHARED if hand == COMMUNITY else DEALER_OWN


def own_words(game: Game, settings: Settings, deed: DealerDeed) -> str:
    """What this game calls a deed, where it has a name of its own for it."""
    whose = whose_hand(deed.seat, deed.hand)
    for line in manual_of(game).lines:
        if line.words and deed.kind in line.kinds and line.whose in ("", whose) and in_force(line.when, settings):
            return line.words
    return ""


def lines_for(game: Game, settings: Settings, tape: Rows, duties: tuple[Duty, ...]) -> list[ManualLine | None]:
    """For each duty the line of the manual that it stands on."""
    lines = [line for line in manual_of(game).lines if in_force(line.when, settings)]
    now, heard, done, found = Scene(), 0, set[Done](), list[ManualLine | None]()
    for duty in duties:
        for row in tape[heard : duty.first]:
            now.hear(row)
        heard = duty.first
        found.append(next((line for line in lines if _fits(game, line, tape, duty, now, done)), None))
        done.add((duty.deed.kind, whose_hand(duty.deed.seat, duty.deed.hand)))
    return found


def _fits(game: Game, line: ManualLine, tape: Rows, duty: Duty, now: Scene, done: Collection[Done]) -> bool:
    deed, row = duty.deed, tape[duty.first]
    if deed.kind not in line.kinds or line.whose not in ("", whose_hand(deed.seat, deed.hand)):
        return False
    if line.wagers and deed.wager not in line.wagers:
        return False
    if line.outcomes and not (row[t.VERB] == t.SETTLE and game.outcomes[row[t.B]] in line.outcomes):
        return False
    if line.held and len(now.hands.get((deed.seat, deed.hand), [])) not in line.held:
        return False
    return line.follows(done)


def cited_by(game: Game, settings: Settings, tape: Rows, duty: Duty, line: ManualLine | None) -> tuple[str, ...]:
    """Paragraphs by id; a hand set by the house way cites the line of it too."""
    ids = line.by if line else ()
    row = tape[duty.first]
    if row[t.VERB] == t.SAY and row[t.A] == t.SAY_HOUSE_WAY:
        known = {paragraph.id for paragraph in game.paragraphs.paragraphs}
        ids += tuple(name for name in house_way_ids(game, settings, row[t.B]) if name in known)
    return ids


def cited_paragraphs(game: Game, ids: Iterable[str]) -> tuple[Cited, ...]:
    """Paragraphs with their text retold."""
    known = {paragraph.id: paragraph for paragraph in game.paragraphs.paragraphs}
    return tuple({"id": name, "cites": known[name].cites, "text": known[name].text} for name in ids)
