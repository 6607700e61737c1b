"""The felt of a game as a drawing to scale: where seats, spots, cards and prints lie, in millimetres of the real felt.

The dealer stands at the upper edge and looks down the page, so that seat 1, at the dealer's left, lies on the right.
The table is one of ours, of a common size; what lies on it is the game's layout (`rules.toml`), under the options in
force.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Any

from houseway.games.approval import departures
from houseway.games.edition import edition_of
from houseway.games.posted import odds_rows
from houseway.games.prints import FeltPrints, Payouts, felt_prints
from houseway.games.sheet import FeltLayout, FeltSpot
from houseway.games.words import odds_text
from houseway.report.paper.paytable_card import odds_boxes, offered
from houseway.report.paper.subject import Subject
from houseway.report.paper.wallet import head, terms

SCALE = 5  # 1 to 5 on A3
WIDE_MM, DEEP_MM, SIDE_MM = 1830, 1070, 130  # straight at the dealer, straight sides, and round to the players
CARD_MM = (63, 88)
TRAY_MM = (560, 130)
RIM_MM = 35  # from the edge to the nearest line of a seat
BOX = (100, 64)  # units in which layouts place their spots
UNIT_MAX_MM = 3.3
SPOTS = {"circle": (21, 21), "box": (34, 11), "small": (17, 17), "lammer": (13, 13)}  # in those units
FIRST_DEGREES = 9  # from the dealer's edge to the middle of the first seat's arc at the least
GAP_MM = 9

Point = tuple[float, float]


def felt_data(subject: Subject, scale: int) -> dict[str, Any]:
    """The sheet as data for its template; lengths in millimetres of the felt."""
    felt = subject.game.sheet.layout or row_of_spots(subject)
    spots = [spot for spot in felt.spots if spot.wager in {each.name for each in offered(subject)}]
    seats = subject.game.seats_max(subject.settings)
    prints = printed(subject)
    unit, places = seated(seats)
    return {
        **head(subject),
        "maker": subject.game.sheet.maker,
        "scale": scale,
        "wide": WIDE_MM,
        "deep": DEEP_MM,
        "edge": edge(),
        "tray": TRAY_MM,
        "card": CARD_MM,
        "cards": [{"title": title, "count": count} for title, count in _cards(felt) if count],
        "unit": unit,
        "seats": [_seat(number, at, spots, unit) for number, at in enumerate(places, 1)],
        "motto": prints.motto,
        "lines": prints.lines,
        "payouts": [{"title": each.title, "rows": each.rows} for each in prints.payouts],
        "spots": [_told(subject, spot, unit) for spot in spots],
        "facts": _facts(subject, seats, scale),
    }


def row_of_spots(subject: Subject) -> FeltLayout:
    """For a game without a layout: its bets in a row."""
    wagers = [each for each in offered(subject) if not each.toke]
    step = BOX[0] / (len(wagers) + 1)
    spots = tuple(
        FeltSpot(wager=each.name, label=each.title, at=(round(step * place), BOX[1] // 2), shape="small")
        for place, each in enumerate(wagers, 1)
    )
    return FeltLayout(felt=head(subject)["felt"], motto=subject.game.title, spots=spots)


def printed(subject: Subject) -> FeltPrints:
    """What the felt says; a game that posts no sign has its payouts by their own names."""
    found = felt_prints(subject.game, subject.settings)
    felt = subject.game.sheet.layout
    if found.payouts or felt is None:
        return found
    boxes = [box for box in odds_boxes(subject) if set(box.wagers) & set(felt.payouts)]
    payouts = [Payouts(box.short or box.title, tuple(_paid(subject, box.wagers))) for box in boxes]
    return FeltPrints(found.motto, found.lines, tuple(payouts))


def _paid(subject: Subject, wagers: Sequence[str]) -> Iterator[tuple[str, str]]:
    for title, num, den in odds_rows(subject.game, subject.settings, wagers, short=True):
        yield title, odds_text(num, den)


def _cards(felt: FeltLayout) -> tuple[tuple[str, int], ...]:
    return (felt.dealer_title, felt.dealer), (f"{felt.community_title} cards", felt.community)


# --- the table and its seats ---


def edge(steps: int = 96) -> list[Point]:
    """The outline, from the dealer's right (the left of the page) around the players."""
    half, round_deep = WIDE_MM / 2, DEEP_MM - SIDE_MM
    turn = [pi - pi * i / steps for i in range(steps + 1)]
    return [(0, 0), *((half + half * cos(a), SIDE_MM + round_deep * sin(a)) for a in turn), (WIDE_MM, 0)]


def seated(seats: int) -> tuple[float, list[tuple[float, float, float]]]:
    """How many millimetres a unit of the layout has, and each seat's box: its middle and its turn in degrees."""
    unit = UNIT_MAX_MM
    while unit > 1 and not _apart(places := _places(seats, unit), unit):
        unit -= 0.05
    return round(unit, 2), places


def _places(seats: int, unit: float) -> list[tuple[float, float, float]]:
    """Evenly along a curve within the edge, each turned to the dealer; seat 1 is at the dealer's left."""
    inward = RIM_MM + BOX[1] * unit / 2
    half, deep = WIDE_MM / 2 - inward, DEEP_MM - SIDE_MM - inward
    steps = 720
    first = FIRST_DEGREES + degrees(BOX[0] * unit / 2 / half)
    angles = [radians(first + (180 - 2 * first) * i / steps) for i in range(steps + 1)]
    curve = [(WIDE_MM / 2 + half * cos(a), SIDE_MM + deep * sin(a)) for a in angles]
    way = [0.0]
    for (x, y), (u, v) in pairwise(curve):
        way.append(way[-1] + hypot(u - x, v - y))
    found = []
    for seat in range(seats):
        wanted = way[-1] * (seat / (seats - 1) if seats > 1 else 0.5)
        at = min(range(len(way)), key=lambda i: abs(way[i] - wanted))
        outward = atan2(sin(angles[at]) / deep, cos(angles[at]) / half)  # square to the curve
        found.append((*curve[at], degrees(outward) - 90))
    return found


def _apart(places: Sequence[tuple[float, float, float]], unit: float) -> bool:
    """Whether no box of a seat reaches into the next: their inner corners are the nearest."""
    wide, deep = BOX[0] * unit / 2, BOX[1] * unit / 2
    for (x, y, turn), (u, v, next_turn) in pairwise(places):
        one, other = _turned((x, y), (-wide, -deep), turn), _turned((u, v), (wide, -deep), next_turn)
        middle = _turned((0, 0), (1, 0), (turn + next_turn) / 2)
        if (one[0] - other[0]) * middle[0] + (one[1] - other[1]) * middle[1] < GAP_MM:
            return False
    return True


def _turned(middle: Point, offset: Point, turn: float) -> Point:
    c, s = cos(radians(turn)), sin(radians(turn))
    return middle[0] + c * offset[0] - s * offset[1], middle[1] + s * offset[0] + c * offset[1]


def _seat(number: int, at: tuple[float, float, float], spots: Sequence[FeltSpot], unit: float) -> dict[str, Any]:
    x, y, turn = at
    drawn = []
    for spot in spots:
        offset = ((spot.at[0] - BOX[0] / 2) * unit, (spot.at[1] - BOX[1] / 2) * unit)
        u, v = _turned((x, y), offset, turn)
        wide, tall = (each * unit for each in SPOTS[spot.shape])
        drawn.append({"label": spot.label, "shape": spot.shape, "x": u, "y": v, "wide": wide, "tall": tall})
    name = _turned((x, y), (0, BOX[1] * unit / 2 + RIM_MM / 2), turn)
    return {"number": number, "x": x, "y": y, "turn": turn, "spots": drawn, "name": name}


# --- what is told beside the drawing ---


def _told(subject: Subject, spot: FeltSpot, unit: float) -> tuple[str, str, str, str]:
    """Of a spot: its label, the wager, its size, and what it pays as posted."""
    wide, tall = (round(each * unit) for each in SPOTS[spot.shape])
    size = f"{wide} by {tall}" if wide != tall else f"⌀ {wide}"
    wager = subject.title_of(spot.wager)
    rows = [row for row in odds_rows(subject.game, subject.settings, [spot.wager]) if row[1] > 0]
    pays = "; ".join(f"{title} {odds_text(num, den)}" for title, num, den in rows)
    return spot.label, wager + (", of a split hand" if spot.hand else ""), size, pays or "no odds of its own"


def _facts(subject: Subject, seats: int, scale: int) -> list[tuple[str, str]]:
    found = len(departures(subject.game, subject.settings)) + len(subject.changed)
    return [
        ("Game", subject.game.title),
        ("Maker", subject.game.sheet.maker),
        ("Paytables", " · ".join(table.code for table in subject.paytables)),
        ("Options", terms(subject)),
        ("Standing", "for study: departs from the approved rules" if found else "as approved"),
        ("Felt", f"{WIDE_MM:,} by {DEEP_MM:,} mm, {seats} seats, colour {head(subject)['felt']}"),
        ("Scale", f"1 : {scale}, lengths in mm"),
        ("Edition", edition_of(subject.game)),
        ("Drawn by", "houseway; play money only"),
    ]
