"""Options: what the house, the maker or a reading of the rules leaves open, each setting approved or a study.

The letters approve a game as its source has it and warn that a change may put the approval in question. So every
setting says where the source approves it (`cites`) or why it is only a variation for study (`study`), and how a card
room says it.
"""

from collections.abc import Sequence
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from houseway.games.words import dollars, said_again
from houseway.rules.odds import ROUNDING
from houseway.rules.refused import Refused

Setting = int | str | bool
When = dict[str, Setting | tuple[Setting, ...]]  # options and the setting, or the settings, that each must have


class SheetModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Default(SheetModel):
    """What an option is, unless chosen, beside other options that were chosen."""

    when: When
    default: Setting


class Standing(SheetModel):
    """How settings are said, and by what they stand: a place in the source, or a study."""

    words: str = Field(min_length=1)  # of a number without a name: {number} and {dollars} are filled in
    cites: str = ""
    study: str = ""

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Self:
        if bool(self.cites) == bool(self.study):
            raise ValueError(
                f"'{self.words}' needs one of two: where the source approves it (cites) or why it is a study (study)"
            )
        return self


class NamedSetting(Standing):
    """One setting of an option."""

    setting: Setting = Field(alias="is")


class ShownEdge(SheetModel):
    """An edge that shows what the settings of an option do, beside others."""

    beside: dict[str, Setting] = Field(default_factory=dict)
    wager: str
    strategy: str = "optimal"


class Option(SheetModel):
    """One thing the house, the maker or a reading of the rules leaves open."""

    name: str
    title: str  # in words a player knows
    about: str
    cites: str
    reading: str = ""  # where the rules can be read in several ways: what we hold, and why
    shows: tuple[ShownEdge, ...] = ()  # ... and what each way does to an edge
    choices: tuple[Setting, ...] = ()  # empty: any whole number from least to most
    least: int = 0
    most: int = 0
    default: Setting
    default_when: tuple[Default, ...] = ()
    formerly: Setting | None = None  # how tables went before there was this option, where that is not the default
    settings: tuple[NamedSetting, ...] = ()  # every choice, or numbers that have a name
    others: Standing | None = None  # numbers that have none

    @model_validator(mode="after")
    def _every_setting_stands(self) -> Self:
        named = [each.setting for each in self.settings]
        if missing := [choice for choice in self.choices if not _among(choice, named)]:
            raise ValueError(f"{self.name} does not say whether {_listed(missing)} is approved: add it to its settings")
        if strange := [setting for setting in named if not self.has(setting) or named.count(setting) > 1]:
            raise ValueError(f"{self.name} has settings that are no choice, or twice: {_listed(strange)}")
        if strange := [default for default in self.defaults() if not self.has(default)]:
            raise ValueError(f"{self.name} has a default that is no choice: {_listed(strange)}")
        if (self.others is None) != (len(named) == len(self.allowed)):
            raise ValueError(
                f"{self.name} has others without need: its settings say all"
                if self.others
                else f"{self.name} does not say whether numbers without a name are approved: add others"
            )
        return self

    @property
    def allowed(self) -> Sequence[Setting]:
        return self.choices or range(self.least, self.most + 1)

    def has(self, setting: Setting) -> bool:
        return _among(setting, self.allowed)

    def defaults(self) -> list[Setting]:
        formerly = [] if self.formerly is None else [self.formerly]
        return [self.default, *(beside.default for beside in self.default_when), *formerly]

    def code(self, setting: Setting) -> int:
        """The integer that stands for a setting in the rules: the number itself, or the place among named choices."""
        if isinstance(setting, str):
            return self.choices.index(setting)
        return int(setting)

    def read(self, text: Setting) -> Setting:
        """The setting a person wrote, or a refusal that lists what there is."""
        word = str(text).strip()
        for choice in self.choices:
            if loose(word) == loose(str(choice)):
                return choice
        if not self.choices and word.lstrip("-").isdigit() and self.least <= int(word) <= self.most:
            return int(word)
        allowed = ", ".join(map(str, self.choices)) or f"a whole number from {self.least} to {self.most}"
        raise Refused(f"{self.name}={said_again(word)} is not possible: choose {allowed}")

    def standing(self, setting: Setting) -> Standing:
        """Where the source approves a setting, or why it is a study."""
        for each in self.settings:
            if each.setting == setting:
                return each
        assert self.others is not None, f"{self.name}={setting} was not read"
        return self.others

    def words(self, setting: Setting) -> str:
        """A setting as a card room says it: 'a pair of sixes', '$250'."""
        words = self.standing(setting).words
        return words if isinstance(setting, str) else words.format(number=setting, dollars=dollars(int(setting)))


def _among(setting: Setting, settings: Sequence[Setting]) -> bool:
    """Whether it is one of them; True is not 1."""
    if isinstance(settings, range):
        return type(setting) is int and setting in settings
    return any(each == setting and type(each) is type(setting) for each in settings)


def _listed(settings: list[Setting]) -> str:
    return ", ".join(map(str, settings))


def loose(text: str) -> str:
    """'9_to_1', '9:1' and '9 to 1' are the same to a person."""
    return text.lower().replace("_", " ").replace(":", " to ")


POLICY = "house policy, posted (WAC 230-15-060)"

# Every house decides these, whatever the game.
HOUSE_OPTIONS = (
    Option(
        name="rounding",
        title="Rounding of pays",
        about="Who gains when odds do not come out in whole steps of the grain",
        cites=POLICY,
        choices=ROUNDING,
        default="house",
        settings=(
            NamedSetting.model_validate({"is": "house", "words": "down, for the house", "cites": POLICY}),
            NamedSetting.model_validate({"is": "nearest", "words": "to the nearest", "cites": POLICY}),
            NamedSetting.model_validate({"is": "player", "words": "up, for the player", "cites": POLICY}),
        ),
    ),
    Option(
        name="grain_cents",
        title="Smallest amount paid",
        about="The smallest amount the house pays out, in cents",
        cites=POLICY,
        least=1,
        most=10_000,
        default=1,
        others=Standing(words="{dollars}", cites=POLICY),
    ),
)
