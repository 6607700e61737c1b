"""What stands on paytable cards: a card for every box of odds or prizes that is posted, under the options in force."""

from collections.abc import Iterator
from typing import Any

from houseway.games.game import in_force
from houseway.games.posted import OddsBox, is_on, odds_rows, prize_rows, sign_sheet
from houseway.games.prints import Payouts
from houseway.games.sheet import Wager
from houseway.games.words import odds_text
from houseway.report.paper.subject import Subject
from houseway.report.paper.wallet import head, terms

CHANGED = "For study: not all pays are the maker's"


def paytable_data(subject: Subject) -> dict[str, Any]:
    """All cards as data for their template."""
    cards = [
        {"title": box.title, "rows": rows, "code": codes(subject, box.wagers)}
        for box in odds_boxes(subject)
        if (rows := [(title, odds_text(num, den)) for title, num, den in _rows(subject, box)])
    ]
    cards += [{"title": each.title, "rows": each.rows, "code": ""} for each in prize_boxes(subject)]
    return {
        **head(subject),
        "maker": subject.game.sheet.maker,
        "terms": terms(subject),
        "standing": CHANGED if subject.changed else "",
        "cards": cards,
    }


def offered(subject: Subject) -> list[Wager]:
    """Bets that can be made under the options in force; those for the dealers pay as the player's own do."""
    return [each for each in subject.game.sheet.wagers if in_force(each.offered_when, subject.settings)]


def odds_boxes(subject: Subject) -> Iterator[OddsBox]:
    """As the sign has them; a wager that no box of the sign names has one of its own."""
    sheet = sign_sheet(subject.game)
    names = [each.name for each in offered(subject) if not each.toke]
    for box in sheet.odds:
        if wagers := tuple(name for name in box.wagers if name in names):
            yield box.model_copy(update={"wagers": wagers})
    boxed = {name for box in sheet.odds for name in box.wagers}
    for wager in offered(subject):
        if wager.name not in boxed and not wager.toke:
            yield OddsBox(title=f"{wager.title} pays", short=wager.title, wagers=(wager.name,))


def prize_boxes(subject: Subject) -> list[Payouts]:
    game, settings = subject.game, subject.settings
    return [
        Payouts(box.title, tuple(prize_rows(game, settings, box)))
        for box in sign_sheet(game).prizes
        if is_on(box, settings)
    ]


def codes(subject: Subject, wagers: tuple[str, ...]) -> str:
    """Of the paytables that these wagers are paid by."""
    return " · ".join(table.code for table in subject.paytables if set(wagers) & set(table.wagers))


def _rows(subject: Subject, box: OddsBox) -> list[tuple[str, int, int]]:
    return odds_rows(subject.game, subject.settings, box.wagers)
