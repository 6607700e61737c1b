"""What a house decides: one TOML file for a room and its tables, checked as it is read.

Every amount is in whole cents and says so in its key. A table's configuration is complete in itself once it is read:
options, limits and buy-in that the file leaves out are filled in, so that what a ledger recorded under it stays true
whatever the defaults become.
"""

import json
import logging
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, model_validator

from houseway.games import SLUGS, find_game, slugs
from houseway.games.approval import departing
from houseway.games.betting import Limits, dollars, verify_wagers
from houseway.games.dealt_in import opening_wagers
from houseway.games.game import Game, Settings, Wagers, nearest
from houseway.games.sheet import Setting
from houseway.games.words import said_again
from houseway.house.books.calendar import Calendar
from houseway.house.faults import LINE_MAX, NOT_A_LINE, FoundFault, sentences
from houseway.house.law import SINGLE_WAGER_MAX_CENTS, TABLES_MAX
from houseway.house.linked.law import verify_links
from houseway.house.offer import verify_offer
from houseway.house.shuffler.machines import machine_words
from houseway.house.shuffler.modes import Mode, mode_for
from houseway.house.table_checks import as_recorded, filled_in, verify_table, with_shuffler
from houseway.progressives.jackpot import Progressive
from houseway.rules.refused import Refused

log = logging.getLogger(__name__)

DEFAULT_ROOM = Path(__file__).parent / "default_room.toml"

DECKS = "AB"  # what two decks that take turns are called

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=32)]
Count = Annotated[int, Field(strict=True, ge=1)]
Cents = Annotated[int, Field(strict=True, ge=1)]
Seconds = Annotated[int, Field(strict=True, ge=1, le=3600)]
Switch = Annotated[bool, Field(strict=True)]
REASON_MAX = 300  # letters: it is said wherever the table is shown
SAID_MAX = 1000  # letters of what the room posts
KEPT_DAYS_LEAST = 31  # longer than a cookie is good: whoever lapses has none


def _in_a_line(text: str) -> str:
    line = " ".join(text.split())
    if not line.isprintable():
        raise FoundFault("", NOT_A_LINE)
    return line


Reason = Annotated[str, Field(max_length=REASON_MAX), AfterValidator(_in_a_line)]
Said = Annotated[str, Field(min_length=1, max_length=SAID_MAX), AfterValidator(_in_a_line)]


class Written(BaseModel):
    """A part of the file. A key that it does not have is answered with the nearest."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _knows_its_keys(cls, written: Any) -> Any:
        if isinstance(written, Mapping):
            for key in written:
                if key not in cls.model_fields:
                    raise FoundFault(str(key), f"is no key here{nearest(str(key), cls.model_fields)}")
        return written


class WagerLimits(Written):
    least_cents: Cents
    most_cents: Cents
    step_cents: Cents  # every bet is a multiple of it


class Bots(Written):
    """Seats that the house fills itself. They are marked as bots and bet the same every round."""

    strategy: str = "basic"
    seats: Annotated[tuple[Count, ...], Field(min_length=1)]
    bets: dict[str, Cents] = Field(default_factory=dict)  # by default the minimum on every wager that is required


class ShufflerSetup(Written):
    """What shuffles and hands out the cards (`house/shuffler/machines.py`)."""

    model: Annotated[str, Field(min_length=1, max_length=60)]  # filled in: the first that the source names; or "hand"
    version: Annotated[str, Field(max_length=30)] = ""  # filled in: the least that the source asks for
    approval: Annotated[str, Field(max_length=200)] = ""  # of a model that the source does not name
    mode: str  # filled in: the usual one of the game
    alternating: Switch = False  # filled in: whether two decks take turns, as the source has it


class Carried(Written):
    """A progressive that a table carries, and the link whose meters its bets feed (`house/linked/`)."""

    name: str
    link: Name  # filled in: one of the table's own
    hand_pay_cents: Cents = 120_000  # an award above it is paid by a supervisor, with the seat held
    terms: Progressive  # filled in: what the house does not write of it is as the game's folder has it

    @property
    def progressive(self) -> Progressive:
        return self.terms


class TableConfig(Written):
    """One table: its game, its limits, and what happens when somebody is silent, away or cut off."""

    name: Name
    title: str = ""  # filled in: the game's
    game: str
    options: dict[str, Setting] = Field(default_factory=dict)
    departs: Reason = ""  # why the table departs from the approved rules; '' is that it does not
    seats: Count
    hands_a_player: Count = 1
    wagers: dict[str, WagerLimits]  # filled in: the limits in the game's rules
    shuffler: ShufflerSetup | None = None  # None: recorded before tables named their machine
    progressives: tuple[Carried, ...] = ()
    wagers_a_hand_max: Count  # WAC 230-15-040; a player's own bets before the round, tokes apart
    buy_in_least_cents: Cents = 2_000
    buy_in_most_cents: Cents = 200_000
    tokes: Switch = False  # bets for the dealers
    betting_clock_s: Seconds = 30
    decision_clock_s: Seconds = 30
    silent: str = "basic"  # the strategy a silent player's hand follows, among the acts that put up no more chips
    bots: tuple[Bots, ...] = ()
    practice: Switch = False  # hints are given
    spectators: Switch = True
    keep_seat_s: Seconds = 120  # a seat is kept so long for a player whose connection is lost
    away_rounds_max: Count = 10  # a player who sits out so many rounds in a row gives up the seat
    on_restart: Literal["go_on", "void"] = "go_on"  # the round that was on when the server stopped
    on_malfunction: Literal["void"] = "void"
    _gone: dict[str, Any] = PrivateAttr(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, written: Any) -> Any:
        return filled_in(written) if isinstance(written, Mapping) else written

    @model_validator(mode="after")
    def _check(self) -> Self:
        verify_table(self)
        return self

    @property
    def the_game(self) -> Game:
        return find_game(self.game)

    def settings(self) -> Settings:
        """Every option of the game with its setting at this table."""
        return Settings(self.options)

    @property
    def gone(self) -> Mapping[str, Any]:
        """Options and settings on record that the game has no more: by these rules the table cannot be played."""
        return self._gone

    @property
    def gone_words(self) -> str:
        return ", ".join(f"{name}={setting}" for name, setting in self._gone.items())

    @property
    def departing(self) -> str:
        """In what the table departs from the approved rules, and why, as everyone is told; '' is nothing."""
        return departing(self.the_game, self.settings(), self.departs)

    @cached_property
    def mark(self) -> str:
        """A few letters that change with the configuration: whoever drew the table by other ones draws it anew."""
        return sha256(json.dumps(self.to_body(), sort_keys=True).encode()).hexdigest()[:12]

    def limits(self) -> dict[str, Limits]:
        """What may be bet on each wager that the table offers."""
        return {name: Limits(**limits.model_dump()) for name, limits in self.wagers.items()}

    def shuffler_mode(self) -> Mode:
        """How the cards are handed out; its `about` is for the sign."""
        return mode_for(self.the_game, self.settings(), self.shuffler.mode if self.shuffler else "")

    def shuffler_words(self) -> str:
        """What shuffles them, by model and version; for the sign and the log."""
        return machine_words(self.shuffler)

    def deck_of(self, cycle: int) -> str:
        """The deck that a shuffle is of: A, or A and B in turn where one is shuffled while the other is dealt."""
        return DECKS[(cycle - 1) % 2] if self.shuffler and self.shuffler.alternating else DECKS[0]

    def decks(self) -> str:
        return DECKS if self.shuffler and self.shuffler.alternating else DECKS[0]

    def bets_of(self, bots: Bots) -> Wagers:
        """What a bot bets every round."""
        opening = opening_wagers(self.the_game, self.settings(), self.wagers)
        return bots.bets or {name: self.wagers[name].least_cents for name in opening}

    def verify_bets(self, bets: Wagers) -> None:
        """Raise with the reason if a hand at this table may not make these bets before a round."""
        game = self.the_game
        made = [name for name, cents in bets.items() if cents]
        for name in made:
            if name in game.wagers and name not in self.wagers:
                raise Refused(f"{name} is not offered at this table: bet on {', '.join(self.wagers)}")
        verify_wagers(game, self.settings(), bets, self.limits())
        own = sum(wager.name in made and not wager.toke for wager in game.sheet.wagers)
        if own > self.wagers_a_hand_max:
            raise Refused(f"{own} wagers on a hand are too many: this table allows {self.wagers_a_hand_max}")

    def verify_joins(self, bets: Wagers, names: Sequence[str]) -> int:
        """What the bets on these progressives cost beside the wagers of a hand, or why they cannot be made."""
        there = {each.name: each.progressive for each in self.progressives if each.progressive.bet_cents}
        for name in names:
            if name not in there:
                raise Refused(f"this table has no progressive bet '{said_again(name)}'{nearest(name, there)}")
            if not there[name].fed_by(bets):
                raise Refused(f"the {there[name].title} is for hands with a bet on {there[name].wager}")
        if len(set(names)) < len(names):
            raise Refused("each progressive is bet on once")
        return sum(there[name].bet_cents for name in names)

    def to_body(self) -> dict[str, Any]:
        """Plain JSON, complete: what an event of the ledger carries. Only a table that departs says why."""
        unsaid = {key for key in ("departs", "shuffler", "progressives") if not getattr(self, key)}
        body = self.model_dump(mode="json", exclude=unsaid)
        return {**body, "options": {**body["options"], **self._gone}}

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> "TableConfig":
        """A configuration that can be played; whether it may be offered is asked of new ones (`offer.py`)."""
        return cls.model_validate(body)

    @classmethod
    def recorded(cls, body: Mapping[str, Any]) -> "TableConfig":
        """One that a ledger holds, of whatever edition: what its game has no more is set apart (`gone`)."""
        known, gone = as_recorded(body)
        made = cls.from_body(known)
        made._gone = gone
        return made

    @classmethod
    def newly(cls, body: Mapping[str, Any]) -> "TableConfig":
        """One that is written now, not read from a ledger: what shuffles is filled in where it does not say."""
        return cls.from_body(with_shuffler(body))


def _verify_calendar(zone: str, shifts: tuple[str, ...], day_begins: str) -> None:
    """The books of the room can be kept by it; the refusal names the key."""
    for key, said in (("zone", (zone,)), ("shifts", ("UTC", shifts)), ("day_begins", ("UTC", (), day_begins))):
        try:
            Calendar.of(*said)
        except Refused as refusal:
            raise FoundFault(key, f"is not understood: {refusal}") from None


def _offered(table: TableConfig) -> TableConfig:
    verify_offer(table)
    return table


def places_of(tables: Iterable[TableConfig]) -> int:
    """Tables that the law counts: where people only practise nothing is wagered."""
    return sum(not table.practice for table in tables)


class Room(Written):
    """A card room: its policies and its tables, by name."""

    name: Annotated[Said, Field(max_length=LINE_MAX)]
    tables_max: Annotated[int, Field(strict=True, ge=1, le=TABLES_MAX)] = TABLES_MAX
    single_wager_max_cents: Annotated[int, Field(strict=True, ge=1, le=SINGLE_WAGER_MAX_CENTS)] = SINGLE_WAGER_MAX_CENTS
    regulars_kept_days: Annotated[int, Field(strict=True, ge=KEPT_DAYS_LEAST, le=36_500)] = 365  # from their last visit
    zone: str = "UTC"  # the room's time zone, in which its books are kept
    shifts: tuple[str, ...] = ()  # when each begins: "06:00", "14:00", "22:00"
    day_begins: str = "00:00"  # of the books
    disputes: Said  # posted (WAC 230-15-060)
    house_rules: tuple[Said, ...] = ()  # posted; they come after Title 230 and the maker's rules (WAC 230-15-065)
    tables: dict[str, Annotated[TableConfig, AfterValidator(_offered)]]

    @model_validator(mode="before")
    @classmethod
    def _name_tables(cls, written: Any) -> Any:
        """A table is called by its key: [tables.dakota]."""
        if not isinstance(written, Mapping) or not isinstance(written.get("tables"), Mapping):
            return written
        tables = {
            name: {**with_shuffler(table), "name": name} if isinstance(table, Mapping) else table
            for name, table in written["tables"].items()
        }
        return {**written, "tables": tables}

    @model_validator(mode="after")
    def _check(self) -> Self:
        many = places_of(self.tables.values())
        if not self.tables or many > self.tables_max:
            raise FoundFault("tables", f"has {many} tables: have 1 to {self.tables_max} (RCW 9.46.0282)")
        for table in self.tables.values():
            self.verify_limits(table)
        verify_links(self.tables.values())
        _verify_calendar(self.zone, self.shifts, self.day_begins)
        return self

    def verify_limits(self, table: TableConfig) -> None:
        """A table keeps to the room's own maximum, which may be under the state's."""
        for wager, limits in table.wagers.items():
            if limits.most_cents > self.single_wager_max_cents:
                raise FoundFault(
                    f"tables.{table.name}.wagers.{wager}.most_cents",
                    f"is {dollars(limits.most_cents)}, over the room's maximum for a single wager: "
                    f"write {dollars(self.single_wager_max_cents)} or less (single_wager_max_cents, WAC 230-15-140)",
                )
        for i, carried in enumerate(table.progressives):
            if carried.progressive.bet_cents > self.single_wager_max_cents:
                raise FoundFault(
                    f"tables.{table.name}.progressives.{i}.terms.bet_cents",
                    f"is {dollars(carried.progressive.bet_cents)}, over the room's maximum for a single wager: "
                    f"write {dollars(self.single_wager_max_cents)} or less (single_wager_max_cents, WAC 230-15-140)",
                )

    def table(self, name: str) -> TableConfig:
        if name not in self.tables:
            raise Refused(f"{self.name} has no table '{name}'{nearest(name, self.tables)}")
        return self.tables[name]


def read_room(path: Path) -> Room:
    """The room in a file, or what is wrong with it."""
    try:
        return Room.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}; name a house file") from None
    except UnicodeDecodeError:
        raise Refused(f"{path.name} is not text: save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{path.name} is not valid TOML: {error}") from None
    except ValidationError as error:
        raise Faulty(sentences(path.name, error)) from None


class Faulty(Refused):
    """A house file with faults; the message is the first, and how many more there are."""

    def __init__(self, faults: list[str]) -> None:
        more = f" (and {len(faults) - 1} more: `houseway house check` lists them)" if len(faults) > 1 else ""
        super().__init__(faults[0] + more)
        self.faults = faults


def pattern_of(slug: str) -> TableConfig:
    """A table of a game as the shipped room has its first one, under the game's own name; never for practice."""
    shipped = [table.to_body() for table in read_room(DEFAULT_ROOM).tables.values() if table.game == slug]
    left_out = {"title", "bots"} | (
        {"practice", "betting_clock_s", "decision_clock_s"} if shipped and shipped[0].get("practice") else set()
    )
    body = {key: told for key, told in shipped[0].items() if key not in left_out} if shipped else {}
    return TableConfig.newly({**body, "name": slug.replace("_", "-"), "game": slug})


def default_room() -> Room:
    """The room that ships with the package: all our games, and a table for each game from outside."""
    room = read_room(DEFAULT_ROOM)
    tables = dict(room.tables)
    for slug in slugs()[len(SLUGS) :][: room.tables_max - places_of(tables.values())]:
        name = slug.replace("_", "-")
        try:
            tables[name] = _offered(TableConfig.newly({"name": name, "game": slug}))
        except ValueError as error:  # pydantic's, or our own Wrong
            said = sentences(slug, error)[0] if isinstance(error, ValidationError) else str(error)
            log.warning("houseway: the room has no table of '%s': %s", slug, said)
    return room.model_copy(update={"tables": tables})
