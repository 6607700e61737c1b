"""A progressive is data: the bet that feeds it, its meters, and the tiers that an outcome of the game wins of them.

A game may have a `progressives.toml` in its folder:

    [[progressives]]
    name = "royal"
    title = "Royal Progressive"
    about = "..."
    study = "..."                   # or cites: where the source approves it
    wager = "bonus"                 # outcomes are those of this wager; a seat needs it to be in the progressive
    bet_cents = 100                 # a bet of its own; or of_wager = "bonus": rates are shares of that wager
    meters = [{ name = "main", title = "Jackpot", seed_cents = 1_000_000, rate = "15 %", reserve_rate = "5 %" }]
    tiers = [
        { outcomes = ["royal_flush"], meter = "main", share = "100 %", envy_cents = 10_000 },
        { outcomes = ["straight_flush"], meter = "main", share = "10 %" },
        { outcomes = ["four_of_a_kind"], fixed_cents = 10_000 },
    ]

What is wrong with one is said in one sentence. `progressives_of(game)` reads and checks them, `adjusted` makes one with
the seed and the rates of a house. Fixed sums and Envy are the house's money; shares come off the meter.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from houseway.games.game import Game, in_force, nearest
from houseway.games.options import SheetModel, When
from houseway.games.settings import Settings
from houseway.games.sheet import read_page
from houseway.games.words import dollars, said_again
from houseway.rules.refused import Refused

FILE = "progressives.toml"
AT_A_TABLE_MAX = 2
CENTS_MAX = 10**12  # of a seed, a cap, a sum: a ledger's words have room for it
DENOMINATOR_MAX = 1_000_000
FIGURE = re.compile(r"[+-]?\d{1,20}(\.\d{0,20}|/\d{1,20})?")


def read_rate(written: object) -> Fraction:
    """'15 %', '3/20' and '0.15' are the same; a number with a point that is no text is not exact, and refused."""
    if isinstance(written, bool | float):
        raise ValueError(f"write the rate {written} as text, such as '15 %' or '3/20', so that it is exact")
    text = str(written).strip()
    figure = text.removesuffix("%").strip()
    try:
        if not FIGURE.fullmatch(figure):  # nothing with an exponent, which could have a billion digits
            raise ValueError
        rate = Fraction(figure) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"'{said_again(text)}' is no rate: write '15 %' or '3/20'") from None
    if not 0 <= rate <= 1:
        raise ValueError(f"a rate of {percent(rate)} cannot be: it lies between 0 % and 100 %")
    if rate.denominator > DENOMINATOR_MAX:
        raise ValueError(f"write the rate {rate} with at most six places")
    return rate


def percent(rate: Fraction) -> str:
    """A rate as it is written: 15 %, 2.5 %, and 1/3 where no places are enough."""
    places = f"{float(rate * 100):.10f}".rstrip("0").rstrip(".")
    return f"{places} %" if Fraction(places) == rate * 100 else str(rate)


Rate = Annotated[Fraction, BeforeValidator(read_rate)]
Cents = Annotated[int, Field(ge=0, le=CENTS_MAX, strict=True)]
NONE = Fraction(0)


class Meter(SheetModel):
    """An amount that grows with every bet until it is won.

    `rate` of a bet goes onto the meter that all see; `reserve_rate` goes unseen into the reserve that the next seed is
    paid from. What grows beyond a cap is kept, and poured onto the meter when it begins again. A meter that must hit
    has a trigger that nobody knows, any cent above the seed up to `must_hit_by_cents` as likely: the bet that reaches
    it wins the meter, whatever the cards.
    """

    name: str = Field(pattern="^[a-z][a-z0-9_]*$")
    title: str = Field(min_length=1)
    seed_cents: Cents
    rate: Rate
    reserve_rate: Rate = NONE
    cap_cents: Cents = 0  # 0: none
    must_hit_by_cents: Cents = 0  # 0: won by outcomes of the game

    @property
    def most_cents(self) -> int:
        """What it can show at most; 0: whatever it comes to."""
        return self.must_hit_by_cents or self.cap_cents

    @model_validator(mode="after")
    def _can_be(self) -> Self:
        if not self.rate:
            raise ValueError(f"the meter '{self.name}' never grows: give it a rate, or pay a fixed sum instead")
        if self.cap_cents and self.must_hit_by_cents:
            raise ValueError(f"the meter '{self.name}' must hit by an amount, which is its cap: leave cap_cents out")
        if self.cap_cents and self.cap_cents < self.seed_cents:
            raise ValueError(
                f"the cap of the meter '{self.name}', {dollars(self.cap_cents)}, lies below its seed, "
                f"{dollars(self.seed_cents)}"
            )
        if self.must_hit_by_cents and self.must_hit_by_cents <= self.seed_cents:
            raise ValueError(
                f"the meter '{self.name}' must hit by {dollars(self.must_hit_by_cents)}, which is not above its seed, "
                f"{dollars(self.seed_cents)}"
            )
        return self


class Tier(SheetModel):
    """What outcomes of the game win: a share of a meter, or a fixed sum; and what the others at the table get for it.

    `envy_cents` goes to every other player with the bet; `shared` of the meter is divided among them.
    """

    outcomes: tuple[str, ...] = Field(min_length=1)
    meter: str = ""
    share: Rate = NONE
    fixed_cents: Cents = 0
    envy_cents: Cents = 0
    shared: Rate = NONE

    @property
    def name(self) -> str:
        return "_or_".join(self.outcomes)

    @property
    def is_whole(self) -> bool:
        """Whether it wins all of its meter, which then begins again from its seed."""
        return self.share + self.shared == 1

    @model_validator(mode="after")
    def _can_be(self) -> Self:
        if bool(self.share) == bool(self.fixed_cents):
            raise ValueError(f"{self.name} wins a share of a meter or a fixed sum: say one of the two")
        if bool(self.share) != bool(self.meter):
            wrong = (
                "a share, but of no meter" if self.share else f"a fixed sum, which comes off no meter '{self.meter}'"
            )
            raise ValueError(f"{self.name} wins {wrong}")
        if self.shared and not self.share:
            raise ValueError(f"{self.name} wins a fixed sum, which others cannot share: use envy_cents")
        if self.share + self.shared > 1:
            raise ValueError(
                f"{self.name} wins {percent(self.share)} and shares {percent(self.shared)} of one meter: "
                "that is over 100 %"
            )
        return self


class Progressive(SheetModel):
    """A bet that feeds meters, and what it can win. Tiers stand from the best down; a seat wins the best that it has.

    `together` says what happens when several hit one tier in one round: 'shared' divides one award among them equally,
    'in_turn' pays each from what the meter then shows, in the order in which the game pays its seats.
    """

    name: str = Field(pattern="^[a-z][a-z0-9_]*$")
    title: str = Field(min_length=1)
    about: str = Field(min_length=1)
    cites: str = ""
    study: str = ""
    wager: str
    bet_cents: Cents = 0
    of_wager: str = ""
    when: When = Field(default_factory=dict)  # under these options only
    meters: tuple[Meter, ...] = Field(min_length=1)
    tiers: tuple[Tier, ...] = ()
    together: Literal["shared", "in_turn"] = "shared"

    def meter(self, name: str) -> Meter:
        return next(meter for meter in self.meters if meter.name == name)

    def tiers_of(self, meter: Meter) -> tuple[Tier, ...]:
        return tuple(tier for tier in self.tiers if tier.meter == meter.name)

    def fed_by(self, bets: Mapping[str, int], *, joins: bool = True) -> int:
        """The cents whose rates go onto the meters, where a seat has these bets; 0: it is not in the progressive."""
        if not bets.get(self.wager):
            return 0
        return bets.get(self.of_wager, 0) if self.of_wager else self.bet_cents if joins else 0

    @model_validator(mode="after")
    def _one_bet_and_one_standing(self) -> Self:
        if bool(self.bet_cents) == bool(self.of_wager):
            raise ValueError(f"{self.name} has a bet of its own or a share of a wager: say bet_cents or of_wager")
        if bool(self.cites) == bool(self.study):
            raise ValueError(f"{self.name} needs one of two: where it is approved (cites) or why it is a study (study)")
        return self

    @model_validator(mode="after")
    def _rates_are_of_one_bet(self) -> Self:
        total = sum((meter.rate + meter.reserve_rate for meter in self.meters), NONE)
        if total > 1:
            raise ValueError(f"the rates of {self.name} come to {percent(total)} of a bet: they cannot be over 100 %")
        return self

    @model_validator(mode="after")
    def _tiers_do_not_overlap(self) -> Self:
        seen: set[str] = set()
        for outcome in (outcome for tier in self.tiers for outcome in tier.outcomes):
            if outcome in seen:
                raise ValueError(f"tiers of {self.name} overlap: {outcome} stands in two of them")
            seen.add(outcome)
        return self

    @model_validator(mode="after")
    def _meters_can_be_won(self) -> Self:
        names = [meter.name for meter in self.meters]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise ValueError(f"{self.name} has two meters '{twice}'")
        if strange := next((tier for tier in self.tiers if tier.meter and tier.meter not in names), None):
            raise ValueError(f"{strange.name} wins of a meter '{strange.meter}'{nearest(strange.meter, names)}")
        for meter in self.meters:
            tiers = self.tiers_of(meter)
            if meter.must_hit_by_cents and tiers:
                raise ValueError(f"the meter '{meter.name}' must hit by an amount: {tiers[0].name} cannot win it too")
            if not meter.must_hit_by_cents and not any(tier.is_whole for tier in tiers):
                raise ValueError(f"no outcome wins all of the meter '{meter.name}'")
        return self


class Progressives(SheetModel):
    """The page of a game's folder."""

    progressives: tuple[Progressive, ...]

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [each.name for each in self.progressives]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise ValueError(f"there are two progressives '{twice}'")
        return self


@cache
def progressives_of(game: Game) -> tuple[Progressive, ...]:
    """What a game's folder has, held against the game; most have none."""
    path = game.folder / FILE
    if not path.exists():
        return ()
    found = read_page(path, Progressives).progressives
    for progressive in found:
        verify_against(game, progressive)
    return found


def find_progressive(game: Game, name: str, settings: Settings | None = None) -> Progressive:
    """One of a game's by name, or a refusal that lists what there is."""
    there = {each.name: each for each in progressives_of(game)}
    if name not in there:
        raise Refused(f"{game.title} has no progressive '{said_again(name)}'{nearest(name, there)}")
    if settings is not None:
        verify_in_force(game, there[name], settings)
    return there[name]


def verify_in_force(game: Game, progressive: Progressive, settings: Settings) -> None:
    if not in_force(progressive.when, settings):
        needs = " and ".join(f"{name}={_either(asked)}" for name, asked in progressive.when.items())
        raise Refused(f"the {progressive.title} of {game.title} is for {needs}")


def _either(asked: object) -> str:
    return " or ".join(map(str, asked)) if isinstance(asked, tuple) else str(asked)


def verify_carried(game: Game, names: tuple[str, ...], settings: Settings) -> tuple[Progressive, ...]:
    """The progressives of one table: none, one or two, no two of them the same."""
    if len(names) > AT_A_TABLE_MAX:
        raise Refused(f"a table carries at most {AT_A_TABLE_MAX} progressives, and here are {len(names)}")
    if len(set(names)) < len(names):
        raise Refused(f"a table carries the progressive '{said_again(names[0])}' once")
    return tuple(find_progressive(game, name, settings) for name in names)


def verify_against(game: Game, progressive: Progressive) -> None:
    """Every name in it is one that the game has."""
    sheet = {wager.name: wager for wager in game.sheet.wagers}
    for wager in filter(None, (progressive.wager, progressive.of_wager)):
        if wager not in sheet:
            raise Refused(f"{game.slug}/{FILE}: {progressive.name}: no wager '{wager}'{nearest(wager, sheet)}")
        if not sheet[wager].placed:
            raise Refused(f"{game.slug}/{FILE}: {progressive.name}: '{wager}' is not bet before the round")
    named = outcomes_of(game, progressive.wager)
    for tier in progressive.tiers:
        for outcome in tier.outcomes:
            if outcome not in named:
                near = nearest(outcome, named)
                raise Refused(f"{game.slug}/{FILE}: {progressive.wager} never ends in '{outcome}'{near}")
    for name, asked in progressive.when.items():
        option = game.options.get(name)
        if option is None or not all(option.has(each) for each in (asked if isinstance(asked, tuple) else (asked,))):
            raise Refused(f"{game.slug}/{FILE}: {progressive.name}: {name} = {_either(asked)} cannot be")


def outcomes_of(game: Game, wager: str) -> tuple[str, ...]:
    """The outcomes that paytables name for a wager, in the order of the game's."""
    paid = {row[0] for table in game.sheet.paytables if wager in table.wagers for row in table.pays}
    return tuple(outcome for outcome in game.outcomes if outcome in paid)


def adjusted(progressive: Progressive, changes: Mapping[str, Any]) -> Progressive:
    """The same with other words, checked again: a house's own seed, rates, cap or tiers."""
    try:
        return Progressive.model_validate({**progressive.model_dump(), **changes})
    except ValidationError as error:
        raise Refused(said_wrong(error)) from error


def said_wrong(error: ValidationError) -> str:
    """The first thing that is wrong, in one sentence, with where it stands."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return ": ".join(filter(None, (where, str(first["msg"]).removeprefix("Value error, "))))
