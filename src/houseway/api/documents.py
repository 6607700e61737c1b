"""Documents: a game's whole analysis as bytes, in any format.

    Path("dakota.pdf").write_bytes(report_on("dakota_stud"))
    page = report_on("super_fun_21", "md", {"decks": 2}).decode()

The same question gives the same bytes. PDF and XLSX need the extra `houseway[report]`.
"""

from collections.abc import Sequence
from typing import Literal

from houseway.analysis.pay_words import read_pay
from houseway.api.naming import Options, game_of, options_of
from houseway.games.game import Game
from houseway.report.paper.game_report import game_report
from houseway.report.paper.press import Paper, printed, read_date, verify_format
from houseway.report.paper.subject import subject_of
from houseway.rules.refused import Refused

Format = Literal["pdf", "html", "xlsx", "md", "json"]
PAPERS: dict[str, Paper] = {"a4": "a4", "letter": "us-letter"}


def report_on(
    game: Game | str,
    form: Format = "pdf",
    options: Options | None = None,
    *,
    pays: Sequence[str] = (),
    strategy: str = "optimal",
    paper: Literal["a4", "letter"] = "a4",
    date: str = "",
    full: bool = False,
) -> bytes:
    """The report of `houseway report`, in one format.

    `pays` are changed pays, written as "DS-01/royal_flush/800". `full` works out what is not kept for these options,
    which may take minutes. A `date` is written as "2026-11-16"; without one the report has none.
    """
    verify_format(form)
    if paper not in PAPERS:
        raise Refused(f"paper is {' or '.join(PAPERS)}, not '{paper}'")
    day = read_date(date)
    changes = [read_pay(text) for text in pays]
    subject = subject_of(game_of(game), dict(options_of(options) or {}), changes, strategy, full=full)
    return printed(game_report(subject, day), form, PAPERS[paper])
