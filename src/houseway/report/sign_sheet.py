"""A table's posting sign on paper: a page of HTML with one side to read from a seat and a back with the full rules.

It needs no script and, with its style in it, no other file. Nothing is computed here but the size of the type.
"""

from functools import cache
from html import escape
from pathlib import Path

from houseway.games.words import dollars, listed
from houseway.house.posting import PostedLimit, Sign
from houseway.report.sign import boxes
from houseway.report.type_size import BOLD_EM, PAPERS, PaperSize, height_of, largest, lines

FEW_LIMITS, MANY_LIMITS = 2, 4  # so few are set larger, so many smaller
ONE_ROW_LIMITS = 5  # more stand in two rows
SIDE_PT = 72.0  # both margins together
GAP_PT = 22.0
PAYS_SHARE = 0.51  # of the width of the front: odds on the left, rules on the right
PAYS_PT, KNOW_PT, BACK_PT = (8.0, 21.0), (8.0, 17.0), (7.0, 12.5)
SPARE = 0.97  # of the room that is counted on: fonts differ


def sign_html(sign: Sign, paper: PaperSize = PAPERS["letter"], *, style: str = "", tools: str = "") -> str:
    """The whole page. A house serves its style beside it, at that address; by default it is in the page."""
    linked = f'<link rel="stylesheet" href="{escape(style)}"><link rel="icon" href="/icon.svg" type="image/svg+xml">'
    look = linked if style else f"<style>\n{sign_style(sign, paper)}</style>"
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(sign.title)}: posting sign of table {escape(sign.table)}</title>",
            look,
            "</head>\n<body>",
            tools,
            "<main>",
            _front(sign),
            _back(sign),
            "</main>\n</body>\n</html>\n",
        ]
    )


def sign_style(sign: Sign, paper: PaperSize) -> str:
    """The style of every sign, and what is this one's own: paper, colour and sizes of type."""
    own = {
        "width": f"{paper.width}pt",
        "height": f"{paper.height - 0.5}pt",  # half a point short, so that no printer makes a third page of it
        "felt": sign.felt,
        "pays": f"{_pays_size(sign, paper)}pt",
        "know": f"{_know_size(sign, paper)}pt",
        "back": f"{_back_size(sign, paper)}pt",
    }
    properties = " ".join(f"--{name}: {value};" for name, value in own.items())
    shares = "".join(
        f".box:nth-child({place}) {{ flex-grow: {len(rows)}; }}\n" for place, (_, rows) in enumerate(boxes(sign), 1)
    )
    page = f"@page {{ size: {paper.width}pt {paper.height}pt; margin: 0; }}\n"
    return f"{page}:root {{ {properties} }}\n{_css()}{shares}"


@cache
def _css() -> str:
    return (Path(__file__).parent / "sign.css").read_text(encoding="utf-8")


# --- the front ---


def _front(sign: Sign) -> str:
    departs = f'<p class="departs">{escape(sign.departs)}</p>' if sign.departs else ""
    return "\n".join(
        [
            '<section class="sheet front" aria-label="Posting sign">',
            f'<header class="band"><p class="top"><span class="room">{escape(sign.room)}</span>'
            f"<span>Table {escape(sign.table)}</span></p><h1>{escape(sign.title)}</h1>"
            f'<p class="billing">{"".join(f"<span>{escape(each)}</span>" for each in sign.billing)}</p></header>',
            departs,
            f'<ul class="limits {_crowd(sign)}" aria-label="Limits">',
            *[_limit(limit) for limit in sign.limits],
            '</ul><div class="panes"><div class="pays">',
            *[_box(title, rows) for title, rows in boxes(sign)],
            '</div><div class="know"><h2>The rules in brief</h2><ul>',
            *[f"<li>{escape(rule)}</li>" for rule in sign.front],
            '</ul></div></div><div class="small">',
            *[f"<p><strong>{escape(head)}.</strong> {escape(text)}</p>" for head, text in _small_print(sign)],
            f"</div>{_foot(sign, 'The full rules are on the back.')}</section>",
        ]
    )


def _crowd(sign: Sign) -> str:
    count = len(sign.limits)
    if count > ONE_ROW_LIMITS:
        return "many rows"
    return "few" if count <= FEW_LIMITS else "many" if count >= MANY_LIMITS else "some"


def _limit(limit: PostedLimit) -> str:
    least, most = dollars(limit.limits.least_cents), dollars(limit.limits.most_cents)
    amount = least if least == most else f"{least} to {most}"
    return (
        f'<li><span class="wager">{escape(listed(limit.wagers))}</span><span class="amount">{amount}</span>'
        f'<span class="note">{escape(limit.note)}</span></li>'
    )


def _box(title: str, rows: list[tuple[str, str]]) -> str:
    body = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{escape(pay)}</td></tr>' for name, pay in rows)
    return f'<div class="box"><h2>{escape(title)}</h2><table><tbody>{body}</tbody></table></div>'


def _small_print(sign: Sign) -> list[tuple[str, str]]:
    """What the law has posted beside limits and odds."""
    cap = [("Most that is paid", sign.cap)] if sign.cap else []
    return [*cap, ("Chips", " ".join((*sign.money[:1], _steps(sign), sign.rounding))), ("Disputes", sign.disputes)]


def _steps(sign: Sign) -> str:
    """In what steps bets are taken, by wager where they differ."""
    steps = {listed(limit.wagers): dollars(limit.limits.step_cents) for limit in sign.limits}
    if len(set(steps.values())) == 1:
        return f"Bets are taken in steps of {next(iter(steps.values()))}."
    return f"Bets are taken in steps: {', '.join(f'{wager} {step}' for wager, step in steps.items())}."


def _foot(sign: Sign, more: str) -> str:
    return f'<p class="foot"><span>{escape(sign.play_money)}</span><span>{escape(more)}</span></p>'


def _room(sign: Sign, paper: PaperSize) -> float:
    """What the band, the limits and the small print leave of the front for its two columns."""
    wide = paper.width - SIDE_PT
    small = height_of([f"{head}. {text}" for head, text in _small_print(sign)], wide, 9, 1.32, 0.34) + 8
    departs = lines(sign.departs, wide - 20, 11) * 14.3 + 25 if sign.departs else 0
    count = len(sign.limits)
    rows = 2 if count > ONE_ROW_LIMITS else 1
    each = wide / -(-count // rows) - 15
    size, tall = {"few": (14.0, 80), "some": (11.5, 68), "many": (9.5, 64), "many rows": (9.5, 64)}[_crowd(sign)]
    limits = tall + 12 * (max(lines(listed(limit.wagers), each, size) for limit in sign.limits) - 1)
    limits += 10 * (max(lines(limit.note, each, 8.5) for limit in sign.limits) - 1)
    limits *= rows
    band = 46 + 42 * lines(sign.title, wide, 37) + 17 * lines("   ".join(sign.billing), wide, 13.5)
    return (paper.height - band - departs - limits - small - 32 - 20) * SPARE


def _pays_size(sign: Sign, paper: PaperSize) -> float:
    wide = (paper.width - SIDE_PT - GAP_PT) * PAYS_SHARE

    def height(size: float) -> float:
        total = 0.0
        for title, rows in boxes(sign):
            named = wide - (0.8 + BOLD_EM * max(len(pay) for _, pay in rows)) * size
            total += (0.6 + 1.5 * lines(title, wide, 1.3 * size)) * size
            total += height_of([name for name, _ in rows], named, size, 1.2, 0.2)
        return total

    return largest(*PAYS_PT, height, _room(sign, paper))


def _know_size(sign: Sign, paper: PaperSize) -> float:
    wide = (paper.width - SIDE_PT - GAP_PT) * (1 - PAYS_SHARE)

    def height(size: float) -> float:
        return 2.2 * size + height_of(sign.front, wide - size, size, 1.27, 0.3)

    return largest(*KNOW_PT, height, _room(sign, paper))


# --- the back ---


def _back(sign: Sign) -> str:
    sections = [
        f"<section><h2>{escape(heading)}</h2>{''.join(_rule(text, steps) for text, steps in rules)}</section>"
        for heading, rules in _sections(sign)
    ]
    billing = " · ".join(sign.billing)
    return "\n".join(
        [
            '<section class="sheet rules-of-play" aria-label="Rules of play">',
            f"<header><h1>{escape(sign.title)}: rules of play</h1>"
            f"<p>{escape(billing)} · A game of {escape(sign.maker)} · Table {escape(sign.table)}, "
            f'{escape(sign.room)}.</p></header><div class="columns">',
            *sections,
            f"</div>{_foot(sign, 'Limits and odds are on the front.')}</section>",
        ]
    )


def _sections(sign: Sign) -> list[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    plain: tuple[str, ...] = ()
    table = [*sign.money[1:], *sign.interruptions]
    authority = "; ".join(f"{place}. {rules}" for place, rules in enumerate(sign.authority, 1))
    return [
        *[(part.heading, list(part.rules)) for part in sign.rules],
        ("At this table", [(" ".join(table), plain)]),
        ("Rules of the house", [(rule, plain) for rule in sign.house_rules]),
        ("Where rules disagree", [(f"In this order: {authority}.", plain)]),
    ]


def _rule(text: str, steps: tuple[str, ...]) -> str:
    listing = f"<ol>{''.join(f'<li>{escape(step)}</li>' for step in steps)}</ol>" if steps else ""
    return f"<p>{escape(text)}</p>{listing}"


def _back_size(sign: Sign, paper: PaperSize) -> float:
    wide = (paper.width - SIDE_PT - GAP_PT) / 2
    room = (paper.height - 30 - 16 - 60 - 36) * 2

    def height(size: float) -> float:
        total = 0.0
        for _, rules in _sections(sign):
            total += 2.4 * size
            for text, steps in rules:
                total += height_of([text], wide, size, 1.33, 0.42) + height_of(steps, wide - 2 * size, size, 1.33, 0)
        return total

    return largest(*BACK_PT, height, room)
