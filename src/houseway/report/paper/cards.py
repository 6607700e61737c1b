"""Cards and drawings to print: how to play, what is paid, and the felt to scale. The same subject gives the same bytes.

A PDF has a page for every face. A picture is one sheet with all of them, at their size, a front beside its back.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args

from houseway.report.paper.contact_sheet import contact_sheet, size_of
from houseway.report.paper.felt_sheet import SCALE, felt_data
from houseway.report.paper.paytable_card import paytable_data
from houseway.report.paper.press import verify_installed
from houseway.report.paper.subject import Subject
from houseway.report.paper.wallet import wallet_data
from houseway.rules.refused import Refused

CardForm = Literal["pdf", "svg", "png"]
CARD_FORMS: tuple[CardForm, ...] = get_args(CardForm)
PPI = 300
POINTS_AN_INCH = 72
PICTURE_PX = 3300  # a drawing is so wide, whatever its scale
HERE = Path(__file__).parent


def strategy_card(subject: Subject, form: CardForm) -> bytes:
    """How to play, of wallet size: as many faces as it takes."""
    return _faces("wallet.typ", wallet_data(subject), form)


def paytable_cards(subject: Subject, form: CardForm) -> bytes:
    """What every bet pays, a card of A6 for each box of the sign."""
    return _faces("paytable_card.typ", paytable_data(subject), form)


def layout(subject: Subject, form: CardForm, scale: int = SCALE) -> bytes:
    """The felt to scale: one sheet, of A3 at 1 to 5."""
    [drawing] = _set("felt_sheet.typ", felt_data(subject, scale), "pdf" if form == "pdf" else "svg")
    return _picture(drawing, PICTURE_PX * POINTS_AN_INCH / size_of(drawing)[0]) if form == "png" else drawing


MAKERS: dict[str, Callable[[Subject, CardForm], bytes]] = {
    "strategy": strategy_card,
    "paytable": paytable_cards,
    "layout": layout,
}


def verify_card_form(form: str) -> CardForm:
    """Refuse what is not known, and say what to install."""
    if form not in CARD_FORMS:
        raise Refused(f"a card is written as {', '.join(CARD_FORMS)}, not as '{form}'")
    verify_installed("typst", "a card")
    return next(each for each in CARD_FORMS if each == form)


def _faces(template: str, data: dict[str, Any], form: CardForm) -> bytes:
    if form == "pdf":
        [found] = _set(template, data, "pdf")
        return found
    sheet = contact_sheet(_set(template, data, "svg"))
    return _picture(sheet, PPI) if form == "png" else sheet


def _set(template: str, data: dict[str, Any], form: Literal["pdf", "svg"]) -> list[bytes]:
    from houseway.report.paper.typeset import STANDARDS, typeset  # an extra

    return typeset(HERE / template, data, form, standards=STANDARDS if form == "pdf" else ())


def _picture(svg: bytes, ppi: float) -> bytes:
    from houseway.report.paper.typeset import as_png  # an extra

    return as_png(svg, ppi)
