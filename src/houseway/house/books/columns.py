"""What each column of the books is called and means: one list for terminal, page, CSV, workbook and docs."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from houseway.games.words import dollars
from houseway.house.books.rows import TITLED

CENTS, SHARE, COUNT, NUMBER, WORDS = "cents", "share", "count", "number", "words"
MONEY, HOLD, PLAY, TROUBLE = "money", "hold", "play", "trouble"


class BookColumn(NamedTuple):
    name: str  # in JSON and CSV
    title: str  # for people
    unit: str
    group: str  # columns that are read together
    about: str


COLUMNS = (
    BookColumn("drop_cents", "drop", CENTS, MONEY, "Chips bought in, at the table or when sitting down."),
    BookColumn("out_cents", "taken out", CENTS, MONEY, "Chips taken to the cage, and corrections paid there."),
    BookColumn("bets_cents", "bets", CENTS, MONEY, "Chips bet before the deal, and on insurance."),
    BookColumn("raised_cents", "raised", CENTS, MONEY, "Chips put up in play, less those taken back."),
    BookColumn("handle_cents", "handle", CENTS, MONEY, "All chips that were at risk: bets and raises."),
    BookColumn("win_cents", "win", CENTS, MONEY, "What the house kept, after corrections; negative: it paid."),
    BookColumn("hold", "hold", SHARE, HOLD, "Win before corrections as a share of the bets, as an edge is."),
    BookColumn("hold_of_drop", "of drop", SHARE, HOLD, "Win before corrections as a share of the drop."),
    BookColumn("theoretical_cents", "theory", CENTS, HOLD, "What the bets should bring by their exact edges."),
    BookColumn("theoretical_hold", "edge", SHARE, HOLD, "Theoretical win as a share of the bets that theory knows."),
    BookColumn("sd_cents", "chance", CENTS, HOLD, "One standard deviation of the win, at most."),
    BookColumn("z", "z", NUMBER, HOLD, "Standard deviations between theory and the win before corrections."),
    BookColumn("rounds", "rounds", COUNT, PLAY, "Rounds dealt to their end; of a wager, how often it was bet."),
    BookColumn("hands", "hands", COUNT, PLAY, "Hands with a bet in them; of void rounds, those settled in part."),
    BookColumn("players", "players", COUNT, PLAY, "Different players who had a hand; of a wager, who bet it."),
    BookColumn("rounds_an_hour", "an hour", NUMBER, PLAY, "Rounds an hour, breaks of over five minutes left out."),
    BookColumn("average_bet_cents", "average bet", CENTS, PLAY, "Bets of a hand; of a wager, of one bet."),
    BookColumn("tokes_cents", "tokes", CENTS, PLAY, "What the dealers were given, with what it won."),
    BookColumn("envy_cents", "Envy", CENTS, PLAY, "Envy paid for other players' hands."),
    BookColumn("capped", "capped", COUNT, PLAY, "Rounds whose capped pays came to the cap."),
    BookColumn("capped_cents", "at the cap", CENTS, PLAY, "What those rounds paid on the capped wagers."),
    BookColumn("voids", "voids", COUNT, TROUBLE, "Rounds that were void, wholly or in part."),
    BookColumn("rulings", "rulings", COUNT, TROUBLE, "A supervisor's rulings on irregularities."),
    BookColumn("corrections", "corrections", COUNT, TROUBLE, "Pays put right after their round."),
    BookColumn("corrected_cents", "corrected", CENTS, TROUBLE, "Of the win, what corrections moved; negative: paid."),
    BookColumn("disputes", "disputes", COUNT, TROUBLE, "Rulings and corrections together."),
)  # fmt: skip
SAYS = ("no_theory", "no_theory_titles", "meaning")  # words behind the figures
NO_THEORY = "Wagers of the row without an exact figure at hand; theory and z leave them out."
MEANING = "What the z-score means, in a sentence."


def books_csv(by: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as `BookRow.to_json` has them."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    titled = [f"{name}_title" for name in TITLED if name in by]
    names = ("book", *by, *titled, *(column.name for column in COLUMNS), *SAYS)
    lines.writerow(names)
    for row in rows:
        unknown = {"no_theory": " ".join(row["no_theory"]), "no_theory_titles": ", ".join(row["no_theory_titles"])}
        told = {**row, **unknown}
        lines.writerow(["" if told[name] is None else told[name] for name in names])
    return text.getvalue()


def shown(column: BookColumn, figure: Any) -> str:
    """A figure as people read it; nothing where there is none."""
    if figure is None:
        return ""
    if column.unit == CENTS:
        return dollars(round(figure))
    if column.unit == SHARE:
        return f"{figure:.2%}"
    return f"{figure:+.2f}" if column.name == "z" else f"{figure:,.1f}" if column.unit == NUMBER else f"{figure:,}"
