"""What is posted at a table of a game (`sign.toml`): titles of its odds, and its rules as they are under the options.

Every line says under which options it is true and which paragraph it tells. An {option} in a text stands for its
setting in words. Conditions may name, beside options, what a table says of itself (`OF_THE_TABLE`).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from pydantic import Field

from houseway.games.approval import outcome_titles, worded
from houseway.games.game import Game, Settings, in_force
from houseway.games.options import Setting, SheetModel, When
from houseway.games.sheet import read_page
from houseway.games.words import dollars

OF_THE_TABLE = ("tokes", "several_hands")  # bets for the dealers are taken; a player may have more than one hand


class Line(SheetModel):
    text: str
    when: When = Field(default_factory=dict)
    cites: str = ""


class Posted(Line):
    """A rule: `text` stands with the full rules, `front`, where there is one, among those on the first page."""

    under: str  # its heading
    front: str = ""
    steps: tuple[str, ...] = ()  # a list that belongs to it, in order
    prizes: str = ""  # said only where this list of prizes can be won


class OddsBox(SheetModel):
    """Wagers whose odds are posted together."""

    title: str
    short: str = ""  # ... where there is little room: on the felt
    wagers: tuple[str, ...]


class Never(SheetModel):
    """An outcome that has odds in the rules and is not posted: it cannot come, or is the same as another."""

    wager: str
    outcome: str
    when: When
    same: str = Field("", alias="as")
    because: str
    cites: str


class PrizeRow(SheetModel):
    """Outcomes that are posted in one row, since all have the same prize."""

    title: str
    short: str = ""
    outcomes: tuple[str, ...]


class PrizeBox(SheetModel):
    name: str
    title: str
    short: str = ""  # ... where there is little room: on the felt
    amount: str = ""  # how a number that is no sum of money is said: '+ {amount} times'
    when: When = Field(default_factory=dict)
    wager: str  # what earns it
    least: str = ""  # ... from the amount in this option on
    others: bool = False  # earned by other players' hands
    rows: tuple[PrizeRow, ...] = ()  # in place of a row an outcome


class SignSheet(SheetModel):
    billing: tuple[Line, ...] = ()  # what sets a table apart, under the title
    odds: tuple[OddsBox, ...] = ()
    titles: dict[str, dict[str, str]] = Field(default_factory=dict)  # by wager and outcome, as a player reads them
    short: dict[str, dict[str, str]] = Field(default_factory=dict)  # ... on the felt
    never: tuple[Never, ...] = ()
    prizes: tuple[PrizeBox, ...] = ()
    posted: tuple[Posted, ...] = ()


@cache
def sign_sheet(game: Game) -> SignSheet:
    """What a game has to post; one without a sheet posts its limits and its odds by their own names."""
    path = game.folder / "sign.toml"
    return read_page(path, SignSheet) if path.exists() else SignSheet()


Row = tuple[str, str, int, int]  # wager, outcome, num, den


def winning_rows(game: Game, settings: Settings, wagers: Sequence[str]) -> list[Row]:
    """What each of these wagers can come to under the paytables in force, its best first; whole losses are left out."""
    sheet = sign_sheet(game)
    unposted = {(each.wager, each.outcome) for each in sheet.never if in_force(each.when, settings)}
    found = [
        (wager, outcome, num, den)
        for paytable in game.sheet.paytables
        if in_force(paytable.when, settings)
        for wager in wagers
        if wager in paytable.wagers
        for outcome, num, den in paytable.pays
        if num > -den and (wager, outcome) not in unposted
    ]
    return sorted(found, key=lambda row: (wagers.index(row[0]), -Fraction(row[2], row[3])))


def row_title(game: Game, settings: Settings, wager: str, outcome: str, *, short: bool = False) -> str:
    """An outcome of a wager as it is posted, or, short, as the felt has it."""
    sheet = sign_sheet(game)
    title = sheet.titles.get(wager, {}).get(outcome, outcome_titles(game, settings)[outcome])
    if short:
        title = sheet.short.get(wager, {}).get(outcome, title)
    return capital(worded(game, settings, title))


def odds_rows(
    game: Game, settings: Settings, wagers: Sequence[str], *, short: bool = False
) -> list[tuple[str, int, int]]:
    """What these wagers pay, as it is posted: what happens, num, den. Wagers that pay alike share their rows."""
    rows: dict[tuple[str, int, int], None] = {}
    for wager, outcome, num, den in winning_rows(game, settings, wagers):
        tables = [paytable for paytable in game.sheet.paytables if wager in paytable.wagers]
        first = next(each for each in wagers if any(each in paytable.wagers for paytable in tables))
        rows[row_title(game, settings, first, outcome, short=short), num, den] = None
    return list(rows)


def prize_rows(game: Game, settings: Settings, box: PrizeBox, *, short: bool = False) -> list[tuple[str, str]]:
    """Fixed sums, or multiples of a pay: for what, and how much in words."""
    amounts = {
        outcome: amount
        for prizes in game.sheet.prizes
        if prizes.name == box.name and in_force(prizes.when, settings)
        for outcome, amount in prizes.amounts
    }
    if box.rows:
        rows = [((short and row.short) or row.title, amounts[row.outcomes[0]]) for row in box.rows]
    else:
        rows = [
            (row_title(game, settings, box.wager, outcome, short=short), amount) for outcome, amount in amounts.items()
        ]
    return [(title, box.amount.format(amount=amount) if box.amount else dollars(amount)) for title, amount in rows]


def is_on(box: PrizeBox, settings: Settings) -> bool:
    """Whether a list of prizes is paid at all under these options."""
    return settings.get(box.name.removesuffix("_cents"), True) is not False and in_force(box.when, settings)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def facts_of(settings: Settings, of_the_table: Mapping[str, Setting]) -> dict[str, Setting]:
    """Everything a condition on a sign may ask."""
    assert set(of_the_table) == set(OF_THE_TABLE)
    return {**settings, **of_the_table}
