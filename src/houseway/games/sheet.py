"""The data files beside each game, checked as they are read: a wrong key is named with its file."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import Field, ValidationError, model_validator

from houseway.games.options import HOUSE_OPTIONS as HOUSE_OPTIONS
from houseway.games.options import Option as Option
from houseway.games.options import Setting as Setting
from houseway.games.options import SheetModel as SheetModel
from houseway.games.options import When as When
from houseway.rules.refused import Refused

GAMES = Path(__file__).parent
ACT_LINE_MAX = 60  # letters: what an act does is read on a button


class NotTogether(SheetModel):
    """Settings that are not for one table, and the reason in words."""

    when: When
    because: str


class NeverTogether(NotTogether):
    """They cannot be chosen together at all."""


class NotPrintedTogether(NotTogether):
    """Each is approved, but no page of the source has them together."""


class Wager(SheetModel):
    """A spot on the layout."""

    name: str
    title: str
    about: str
    cites: str
    required: bool = False
    required_when: When = Field(default_factory=dict)  # ... under these options only
    placed: bool = True  # False: arises in play (insurance) and is not bet before the round
    aside: bool = False  # no choice of the best play looks at what it pays: a side bet
    offered_when: When = Field(default_factory=dict)  # under these options only
    hangs_on: tuple[str, ...] | None = None  # options that can move how it ends under best play; None: any of them
    hangs_on_all_when: When = Field(default_factory=dict)  # ... under these options any of them
    hangs_on_seats: str = ""  # how other seats bear on what it pays, where they do
    equals: str = ""  # must be the same amount as that wager
    equals_when: dict[str, Setting] = Field(default_factory=dict)  # ... under these options only
    toke: bool = False  # a bet for the dealers
    least_cents: int = 100
    most_cents: int = 40_000
    step_cents: int = 50


class Paytable(SheetModel):
    """What a wager pays. Rows are [outcome, num, den]: 3 to 2 is [.., 3, 2], a push [.., 0, 1], a loss [.., -1, 1]."""

    code: str
    wagers: tuple[str, ...]
    when: When = Field(default_factory=dict)  # in force under these options
    cites: str
    pays: tuple[tuple[str, int, int], ...]


class Prizes(SheetModel):
    """A list of amounts by outcome that are not odds on the wager: fixed sums, multipliers."""

    name: str
    when: When = Field(default_factory=dict)
    cites: str
    amounts: tuple[tuple[str, int], ...]


class Act(SheetModel):
    """Something a player may do, with the key for it.

    Acts that differ only in the cards they name are chosen in two steps, by picking the cards and then a `way`. Cards
    that no act of the way names mean the act that names the rest of the hand. `about` says in one line what the act
    does; what it costs is the table's to say. It is read before cards are picked, so acts of a way have the same line.
    """

    name: str
    title: str
    key: str
    about: str = Field(min_length=1, max_length=ACT_LINE_MAX)
    way: str = ""
    picks: tuple[int, ...] = ()  # places in the hand, from 1


class Outcome(SheetModel):
    """How a wager can end, in words for people."""

    name: str
    title: str  # as the source has it
    worded: str = ""  # ... with {options}, where they make it another


class Print(SheetModel):
    """A line on the felt or the sign, under options that make it true; {option}, {pays[wager][outcome]} are put in."""

    text: str
    when: When = Field(default_factory=dict)
    prizes: str = ""  # printed only where this list of prizes can be won


class Cap(SheetModel):
    """A limit on what odds pay together (WAC 230-15-490), with the sentence for the sign under each reading of it."""

    amount: str  # the option with the amount in cents; 0 is no cap
    covers: tuple[str, ...]  # the wagers whose odds count towards it
    stakes: int = 1  # of each of them that one player may have under it
    one_stake_when: tuple[When, ...] = ()  # ... but only one under any of these options
    cites: str
    signs: tuple[Print, ...]


class Call(SheetModel):
    """What this game's dealer tells a player of a hand. {outcome} stands for the odds in force on an outcome."""

    name: str
    text: str
    wager: str  # whose odds it speaks of
    cites: str


class Toy(SheetModel):
    """A small deck on which every deal can be walked."""

    name: str
    cards: str
    seats: int = 1
    options: dict[str, Setting] = Field(default_factory=dict)


class FeltSpot(SheetModel):
    """Where a wager lies before a player, in a box 100 wide and 64 deep; the dealer is beyond the upper edge."""

    wager: str
    label: str
    at: tuple[int, int]
    shape: Literal["circle", "box", "small", "lammer"] = "circle"
    hand: int = 0  # chips of a split hand have a spot of their own


class HouseWay(SheetModel):
    """Paragraph `lines` + n tells line n of the house way."""

    lines: str
    when: When = Field(default_factory=dict)


class FeltLayout(SheetModel):
    """The felt of a game. A game without one gets its wagers in a row."""

    felt: str = Field(pattern="^#[0-9a-f]{6}$")
    motto: str
    motto_when: When = Field(default_factory=dict)  # true under these options only
    prints: tuple[Print, ...] = ()
    payouts: tuple[str, ...] = ()  # wagers whose odds are printed in a column
    prizes: tuple[str, ...] = ()  # lists of prizes that are
    dealer: int = 0  # cards the dealer usually has
    dealer_title: str = "Dealer"  # what they are
    community: int = 0
    community_title: str = "Community"  # what the cards beside the dealer's are
    spots: tuple[FeltSpot, ...]
    totals: str = ""  # the wager whose hands are counted in blackjack totals
    unit: str = ""  # the wager in whose size hints are told; by default the first
    house_ways: tuple[HouseWay, ...] = ()


class RuleSheet(SheetModel):
    title: str
    maker: str
    about: str
    source: str
    seats_max: int
    hands_a_player_max: int = 1
    options: tuple[Option, ...] = ()
    conflicts: tuple[NeverTogether, ...] = ()
    departures: tuple[NotPrintedTogether, ...] = ()
    wagers: tuple[Wager, ...]
    paytables: tuple[Paytable, ...]
    prizes: tuple[Prizes, ...] = ()
    caps: tuple[Cap, ...] = ()
    acts: tuple[Act, ...]
    outcomes: tuple[Outcome, ...]
    calls: tuple[Call, ...] = ()
    toys: tuple[Toy, ...]
    layout: FeltLayout | None = None
    solved: tuple[str, ...] = ("optimal",)  # strategies to choose from that the solver finds
    hands: tuple[str, ...] = ()  # such as one asks advice for, as the solver reads them

    @model_validator(mode="after")
    def _acts_of_a_way_do_the_same(self) -> Self:
        """What a way does is read before any card is picked."""
        lines: dict[str, str] = {}
        for act in self.acts:
            if act.way and lines.setdefault(act.way, act.about) != act.about:
                raise ValueError(f"{act.name}: acts of the way '{act.way}' must have the same line")
        return self

    @model_validator(mode="after")
    def _whens_can_be(self) -> Self:
        """A misspelt setting would make a conflict or a departure that is never seen."""
        options = {option.name: option for option in (*self.options, *HOUSE_OPTIONS)}
        together: tuple[NotTogether, ...] = (*self.conflicts, *self.departures)
        said = [(each.when, each.because) for each in together]
        if self.layout:
            said += [(self.layout.motto_when, self.layout.motto)]
            said += [(each.when, each.text) for each in self.layout.prints]
        for when, text in said:
            for name, asked in when.items():
                for setting in asked if isinstance(asked, tuple) else (asked,):
                    if name not in options or not options[name].has(setting):
                        raise ValueError(f"{name} = {setting!r} cannot be: '{text}' would never be said")
        return self


# What a paragraph is about, and what such paragraphs are headed with wherever they are shown, in this order.
SECTIONS = {
    "play": "Rules of play",
    "shuffling": "Shuffling and equipment",
    "letter": "Letters of approval",
    "maker": "The maker's notes and figures",
}


class Paragraph(SheetModel):
    id: str
    cites: str
    text: str
    play: bool
    topic: Literal["play", "shuffling", "letter", "maker"] = "play"

    @model_validator(mode="after")
    def _says_what_else_it_is_about(self) -> Self:
        if self.play != (self.topic == "play"):
            raise ValueError(f"{self.id}: a paragraph that is not play names its topic, and no other does")
        return self


class Paragraphs(SheetModel):
    paragraphs: tuple[Paragraph, ...]

    def sections(self) -> list[tuple[str, list[Paragraph]]]:
        """Every paragraph under its heading: rules of play first, each section in the order of the source."""
        by_topic = {topic: [each for each in self.paragraphs if each.topic == topic] for topic in SECTIONS}
        return [(SECTIONS[topic], found) for topic, found in by_topic.items() if found]


class Claim(SheetModel):
    id: str
    wager: str
    measure: str
    printed: str
    value: str
    digits: int
    options: dict[str, Setting] = Field(default_factory=dict)
    cites: str
    about: str
    outcome: str = ""  # the row of the outcome table that it is about
    note: str = ""  # the solver's note that it is about, where it is no figure of the wager
    assumes: dict[str, Setting] = Field(default_factory=dict)  # options and strategy under which it was computed
    assumed_note: str = ""  # ... or the solver's note that has its value under the published assumption
    why: str = ""  # what a figure that is not simply reproduced means; {ours} and {assumed} are filled in


class Claims(SheetModel):
    claims: tuple[Claim, ...]


class Letter(SheetModel):
    id: str
    submission: int
    date: str
    maker: str
    about: str
    conditions: tuple[str, ...]


class RegisteredGame(SheetModel):
    letter: str
    number: int
    title: str
    plays: str


class Register(SheetModel):
    letters: tuple[Letter, ...]
    games: tuple[RegisteredGame, ...]


Page = TypeVar("Page", bound=SheetModel)


def read_page(path: Path, kind: type[Page]) -> Page:
    """Read one data file; whatever is wrong with it is said in one sentence."""
    try:
        return kind.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise Refused(f"{path.parent.name}/{path.name} cannot be read: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{path.name} is not valid TOML: {error}") from error
    except ValidationError as error:
        first: Any = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        told = ": ".join(filter(None, (where, first["msg"].removeprefix("Value error, "))))
        raise Refused(f"{path.parent.name}/{path.name}: {told}") from error


def read_strategies(slug: str | Path) -> dict[str, Any]:
    """The strategies written down for a game, or in a folder, by name; what they may say is the game's own matter."""
    return tomllib.loads((GAMES / slug / "strategy.toml").read_text(encoding="utf-8"))


@cache
def register() -> Register:
    """Every game in the letters of approval, played here or not."""
    return read_page(GAMES / "register.toml", Register)
