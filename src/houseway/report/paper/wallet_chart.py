"""A chart that fits a wallet: hands that are played alike share a row, and what differs with more cards, after a split
or a double stands apart, alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.games.charts import AFTER_DOUBLE, AFTER_SPLIT, COLUMNS, WHOLE
from houseway.report.strategy import KINDS, SITUATIONS, together

Cells = tuple[str, ...]
Line = Mapping[str, Any]
CARDS_MAX = 21  # of a hand: no more can lie before 21 is reached
STAND = "S"
TITLES = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}


@dataclass(frozen=True)
class WalletRow:
    """Hands of `first` to `last` cards that are played alike."""

    hands: tuple[str, ...]
    first: int
    last: int
    cells: Cells

    @property
    def hands_said(self) -> str:
        """'13-16, 18' and, of pairs, '2-4, A'."""
        places = {COLUMNS.index(hand.split("-")[0]) if "-" in hand else int(hand): hand for hand in self.hands}
        names = {place: hand.split("-")[0] for place, hand in places.items()}
        parts = _in_a_row(sorted(places))
        return ", ".join(names[part[0]] if len(part) == 1 else f"{names[part[0]]}-{names[part[-1]]}" for part in parts)

    @property
    def cards_said(self) -> str:
        """'2-3', '4+'; '' for any number."""
        if self.last == CARDS_MAX:
            return "" if self.first <= 2 else f"{self.first}+"
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True)
class WalletChart:
    situation: int
    kind: str
    title: str
    rows: tuple[WalletRow, ...]


@dataclass(frozen=True)
class _Run:
    """A hand by its number of cards, from and to."""

    hand: str
    first: int
    last: int
    cells: Cells


def wallet_charts(lines: Sequence[Line]) -> list[WalletChart]:
    """The charts of a card, in the order in which a player needs them."""
    whole = {kind: _runs(lines, WHOLE, kind) for kind in KINDS}
    charts = [_chart(WHOLE, kind, "", [runs[0] for runs in whole[kind].values()]) for kind in KINDS]
    more = {kind: [run for runs in whole[kind].values() for run in runs[1:]] for kind in KINDS}
    charts += [_chart(WHOLE, kind, ", more cards", more[kind]) for kind in KINDS]
    for kind in KINDS if not always_after_a_split(lines) else ():
        after = _differing(_runs(lines, AFTER_SPLIT, kind), whole[kind])
        charts.append(_chart(AFTER_SPLIT, kind, " after a split, if other", after))
    for kind in KINDS:
        runs = [run for found in _runs(lines, AFTER_DOUBLE, kind).values() for run in found]
        doubled = [run for run in runs if {*run.cells} - {"", STAND}]
        charts.append(_chart(AFTER_DOUBLE, kind, ", doubled; else stand", doubled))
    return [chart for chart in charts if chart.rows]


def always_after_a_split(lines: Sequence[Line]) -> str:
    """The one act after a split, where there is no other; '' where there is."""
    split = [line for line in lines if line["situation"] == SITUATIONS[AFTER_SPLIT]]
    found = {cell for line in split for cell in line["cells"].values() if cell}
    return found.pop() if len(found) == 1 else ""


def _runs(lines: Sequence[Line], situation: int, kind: str) -> dict[str, list[_Run]]:
    """By hand: a line holds from its number of cards to the next."""
    mine = [line for line in lines if line["situation"] == SITUATIONS[situation] and line["kind"] == kind]
    found: dict[str, list[_Run]] = {}
    for hand in dict.fromkeys(str(line["hand"]) for line in mine):
        of_hand = sorted((line for line in mine if line["hand"] == hand), key=lambda line: int(line["cards_from"]))
        ends = [int(line["cards_from"]) - 1 for line in of_hand[1:]]
        found[hand] = [
            _Run(hand, int(line["cards_from"]), last, tuple(line["cells"][up] for up in COLUMNS))
            for line, last in zip(of_hand, [*ends, CARDS_MAX], strict=True)
        ]
    return found


def _differing(after: Mapping[str, list[_Run]], whole: Mapping[str, list[_Run]]) -> list[_Run]:
    """The parts of runs that are played otherwise than whole hands are."""
    found: list[_Run] = []
    for hand, runs in after.items():
        for run in runs:
            numbers = [n for n in range(run.first, run.last + 1) if not _told(_at(whole.get(hand, []), n), run.cells)]
            found += [_Run(hand, part[0], part[-1], run.cells) for part in _in_a_row(numbers)]
    return found


def _told(whole: Cells, after: Cells) -> bool:
    """Whether all that is played after a split stands in the row of whole hands."""
    return bool(whole) and all(not b or a == b for a, b in zip(whole, after, strict=True))


def _at(runs: Iterable[_Run], cards: int) -> Cells:
    return next((run.cells for run in runs if run.first <= cards <= run.last), ())


def _in_a_row(numbers: Iterable[int]) -> list[list[int]]:
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return parts


def _chart(situation: int, kind: str, more: str, runs: Sequence[_Run]) -> WalletChart:
    """Rows of hands that are played alike; a hand's first row holds from wherever the hand begins."""
    rows: list[WalletRow] = []
    for run in runs:
        for place, row in enumerate(rows):
            both = together(row.cells, run.cells)
            if both and row.last == run.last and (not more or row.first == run.first):
                rows[place] = WalletRow((*row.hands, run.hand), min(row.first, run.first), run.last, both)
                break
        else:
            rows.append(WalletRow((run.hand,), run.first, run.last, run.cells))
    return WalletChart(situation, kind, TITLES[kind] + more, tuple(rows))
