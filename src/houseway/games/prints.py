"""What is printed on a felt: payout columns and lines of rules, as layouts have them, by the options in force."""

from collections.abc import Collection
from dataclasses import dataclass

from houseway.games.approval import worded
from houseway.games.game import Game, Settings, in_force
from houseway.games.posted import OddsBox, capital, is_on, odds_rows, prize_rows, sign_sheet
from houseway.games.words import odds_text


@dataclass(frozen=True)
class Payouts:
    """A column of a layout or a box of a sign: what happens, and what it pays."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FeltPrints:
    motto: str
    lines: tuple[str, ...]
    payouts: tuple[Payouts, ...]


def felt_prints(game: Game, settings: Settings, prizes: Collection[str] | None = None) -> FeltPrints:
    """The felt of a game under these options; `prizes` are the lists that can be won, by default all that are paid."""
    layout = game.sheet.layout
    if layout is None:
        return FeltPrints(game.title, (), ())
    sheet = sign_sheet(game)
    odds = [
        Payouts(box.short or box.title, tuple((title, odds_text(num, den)) for title, num, den in rows))
        for box in sheet.odds
        if (wagers := [wager for wager in box.wagers if wager in layout.payouts])
        and (rows := odds_rows(game, settings, wagers, short=True))
    ]
    sums = printed_prizes(game, settings, prizes)
    lines = [
        capital(worded(game, settings, each.text))
        for each in layout.prints
        if in_force(each.when, settings) and (not each.prizes or prizes is None or each.prizes in prizes)
    ]
    motto = worded(game, settings, layout.motto) if in_force(layout.motto_when, settings) else ""
    return FeltPrints(capital(motto), tuple(lines), (*odds, *sums))


def printed_prizes(game: Game, settings: Settings, prizes: Collection[str] | None = None) -> tuple[Payouts, ...]:
    """The columns of fixed sums and of what multiplies a pay."""
    printed = game.sheet.layout.prizes if game.sheet.layout else ()
    return tuple(
        Payouts(box.short or box.title, tuple(prize_rows(game, settings, box, short=True)))
        for box in sign_sheet(game).prizes
        if box.name in printed and is_on(box, settings) and (prizes is None or box.name in prizes)
    )


def odds_without(game: Game, settings: Settings, shown: Collection[str]) -> tuple[Payouts, ...]:
    """What wagers pay that are not shown otherwise: by the boxes of the sign, and each alone that no box names."""
    boxes = sign_sheet(game).odds
    told = {name for box in boxes for name in box.wagers}
    alone = [
        OddsBox(title=f"{wager.title} pays", wagers=(wager.name,))
        for wager in game.sheet.wagers
        if wager.name not in told and not wager.toke
    ]
    return tuple(
        Payouts(box.title, tuple((title, odds_text(num, den)) for title, num, den in rows))
        for box in (*boxes, *alone)
        if not {*box.wagers} & {*shown} and (rows := odds_rows(game, settings, box.wagers))
    )
