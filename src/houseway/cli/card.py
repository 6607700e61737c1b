"""`houseway card`: cards for players and tables, and the felt drawn to scale."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import GameFirst, Options, Pays, find, read_options, read_pays
from houseway.cli.printing import write_out

SCALES = (1, 2, 5, 10)


def card(
    game: GameFirst,
    kind: Annotated[str, typer.Argument(metavar="strategy|paytable|layout", help="What to print.")],
    form: Annotated[
        str, typer.Option("--format", metavar="pdf|svg|png", help="By default as the name of FILE ends, or PDF.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", "--output", metavar="FILE", help="Where to write it; by default GAME-KIND.pdf here."
        ),
    ] = None,
    options: Options = None,
    pays: Pays = None,
    strategy: Annotated[str, typer.Option(help="A strategy of the game, or optimal.")] = "optimal",
    scale: Annotated[
        int, typer.Option(metavar="1|2|5|10", help="Of a layout: 5 is 1 to 5, a sheet of A3; 1 is full size.")
    ] = 5,
) -> None:
    """To print: a strategy card for the wallet, paytable cards, or the layout of the felt to scale."""
    from houseway.report.paper.cards import MAKERS, layout, verify_card_form
    from houseway.report.paper.subject import subject_of
    from houseway.rules.refused import Refused

    if kind not in MAKERS:
        raise Refused(f"a card is {', '.join(MAKERS)}, not '{kind}'")
    if scale not in SCALES:
        raise Refused(f"a layout is drawn at 1 to {', '.join(map(str, SCALES))}, not 1 to {scale}")
    wanted = verify_card_form(form or (out.suffix.lstrip(".") if out else "pdf"))
    subject = subject_of(find(game), read_options(options), read_pays(pays), strategy)
    found = layout(subject, wanted, scale) if kind == "layout" else MAKERS[kind](subject, wanted)
    write_out(out or Path(f"{game}-{kind}.{wanted}"), found)
