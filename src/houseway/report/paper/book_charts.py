"""Charts of the books: win and hold by day with bands of chance, the sum of the wins, how often hands came."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import sqrt

from houseway.house.books.alerts import HandLook
from houseway.house.books.rows import BookRow
from houseway.report.paper.model import Axis, Band, Bar, Chart, Line, Rule

SIGMAS = (1, 2, 3)
BARS_MAX = 16
EXPECTED_LEAST = 5  # with fewer, z says nothing
CENTS = 100
BANDS = "Bands are one, two and three standard deviations; rare pays lead out of them more often than small ones."


def book_charts(rows: Sequence[BookRow], looks: Sequence[HandLook], such: str) -> Iterator[Chart]:
    """Of rows by day, week or month of one book; `such` is what a row is one of: 'day'."""
    known = [row for row in rows if row.expected.bet_cents and row.expected.variance > 0]
    if len(known) > 1:
        names = tuple(row.day or row.week or row.month for row in known)
        yield _holds(known, names, such)
        yield _wins(known, names, such)
        yield _sums(known, names, such)
    likely = [look for look in looks if look.tries * look.p >= EXPECTED_LEAST]
    if likely:
        yield _hands(likely)


def _bands(middles: Sequence[float], spreads: Sequence[float]) -> tuple[Band, ...]:
    return tuple(
        Band(
            f"{sigma} s.d.",
            tuple(
                (float(i), m - sigma * s, m + sigma * s) for i, (m, s) in enumerate(zip(middles, spreads, strict=True))
            ),
        )
        for sigma in SIGMAS
    )


def _seen(name: str, values: Sequence[float], middles: Sequence[float], spreads: Sequence[float]) -> tuple[Line, ...]:
    """Dots; what lies beyond three standard deviations has a shape of its own."""
    far = [abs(v - m) > SIGMAS[-1] * s for v, m, s in zip(values, middles, spreads, strict=True)]
    within = Line(name, tuple((float(i), v) for i, v in enumerate(values) if not far[i]), dots=True)
    beyond = Line("beyond 3 s.d.", tuple((float(i), v) for i, v in enumerate(values) if far[i]), dots=True)
    return (within, beyond) if any(far) else (within,)


def _theory(middles: Sequence[float]) -> Line:
    return Line("theory", tuple((float(i), middle) for i, middle in enumerate(middles)))


def _holds(rows: Sequence[BookRow], names: tuple[str, ...], such: str) -> Chart:
    """Of the bets that theory knows, so that hold and band are of the same chips."""
    values = [row.expected.held_cents / row.expected.bet_cents for row in rows]
    middles = [row.expected.cents / row.expected.bet_cents for row in rows]
    spreads = [sqrt(row.expected.variance) / row.expected.bet_cents for row in rows]
    return Chart(
        "hold",
        f"Hold by {such}, with what chance does to it",
        _about("the hold", values, middles, spreads, such),
        Axis(such, names=names),
        Axis("hold", "percent", _digits(spreads)),
        lines=(*_seen("hold", values, middles, spreads), _theory(middles)),
        bands=_bands(middles, spreads),
    )


def _wins(rows: Sequence[BookRow], names: tuple[str, ...], such: str) -> Chart:
    values = [row.expected.held_cents / CENTS for row in rows]
    middles = [row.expected.cents / CENTS for row in rows]
    spreads = [sqrt(row.expected.variance) / CENTS for row in rows]
    return Chart(
        "win",
        f"Win by {such}, with what chance does to it",
        _about("the win", values, middles, spreads, such),
        Axis(such, names=names),
        Axis("dollars", "plain"),
        lines=(*_seen("win", values, middles, spreads), _theory(middles)),
        bands=_bands(middles, spreads),
    )


def _sums(rows: Sequence[BookRow], names: tuple[str, ...], such: str) -> Chart:
    values = [cents / CENTS for cents in accumulate(row.expected.held_cents for row in rows)]
    middles = [cents / CENTS for cents in accumulate(row.expected.cents for row in rows)]
    spreads = [sqrt(cents) / CENTS for cents in accumulate(row.expected.variance for row in rows)]
    z = (values[-1] - middles[-1]) / spreads[-1]
    return Chart(
        "sum",
        "Win since the beginning of the period, against expectation",
        f"At its end the win is ${values[-1]:,.0f} where theory has ${middles[-1]:,.0f}: {z:+.1f} standard deviations. "
        + BANDS,
        Axis(such, names=names),
        Axis("dollars", "plain"),
        lines=(Line("win so far", tuple((float(i), v) for i, v in enumerate(values))), _theory(middles)),
        bands=_bands(middles, spreads),
    )


def _hands(looks: Sequence[HandLook]) -> Chart:
    """How far each hand's count is from its exact frequency; the farthest are shown."""
    scored = sorted(looks, key=lambda look: -abs(_z(look)))[:BARS_MAX]
    return Chart(
        "hands",
        "How often hands came, against their exact frequencies",
        f"Standard deviations more (right) or less (left) often than the cards bring them: the {len(scored)} farthest "
        f"of {len(looks)} hands of which {EXPECTED_LEAST} or more were to be expected. Within 3 is chance.",
        Axis("hand"),
        Axis("standard deviations from the exact frequency", "units", 1),
        bars=tuple(Bar(_z(look), f"{look.outcomes}, {look.table_title}") for look in scored),
        rules=tuple(Rule(f"{y:+d}", y=float(y)) for y in (-3, 3)),
    )


def _z(look: HandLook) -> float:
    return (look.came - look.tries * look.p) / sqrt(look.tries * look.p * (1 - look.p))


def _digits(spreads: Sequence[float]) -> int:
    return 1 if max(spreads) < 0.05 else 0


def _about(what: str, values: Sequence[float], middles: Sequence[float], spreads: Sequence[float], such: str) -> str:
    far = sum(abs(v - m) > SIGMAS[-1] * s for v, m, s in zip(values, middles, spreads, strict=True))
    told = "none is" if not far else "one is" if far == 1 else f"{far} are"
    return f"A dot is {what} of a {such}; of {len(values)}, {told} beyond three standard deviations. {BANDS}"
