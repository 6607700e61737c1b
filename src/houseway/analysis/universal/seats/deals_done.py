"""Deals of a study, for one number of seats after another: kept when they are stopped, and taken up again."""

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from houseway.analysis.exact.shared.less_cards import ActsChanged, SeenGone
from houseway.analysis.exact.shared.places import kept
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.seats.gained import DecisionSeen, FaceUp
from houseway.analysis.universal.unfinished import remove, stopped_here


@dataclass(frozen=True)
class DealsOf:
    """Those for one number of seats, each with the number of deals that it stands for."""

    seats: int
    cards: int
    weights: Sequence[int]
    is_exact: bool  # they are all there are; else they are by chance


@dataclass
class DealsDone:
    key: str
    parts: Sequence[DealsOf]
    progress: Progress | None = None
    found: dict[int, SeenGone] = field(default_factory=dict)  # by number, through all parts

    def go_through(self, value: Callable[[int], SeenGone], threads: int) -> list[FaceUp]:
        """What every part comes to. Ctrl-C keeps what is done, and says what it came to."""
        self.found, whole = deals_kept(self.key), sum(len(part.weights) for part in self.parts)
        left = [number for number in range(whole) if number not in self.found]
        try:
            with closing(_in_threads(value, left, threads)) as values:
                for number, seen in values:
                    self.found[number] = seen
                    if self.progress:
                        self.progress(len(self.found), whole)
        except KeyboardInterrupt:
            is_kept = keep_deals(self.key, self.found)
            raise stopped_here(self._so_far(whole), is_kept=is_kept) from None
        remove(_path(self.key))
        return [self._mean(place) for place in range(len(self.parts))]

    def _so_far(self, whole: int) -> str:
        told = f"{len(self.found):,} of {whole:,} deals are done"
        for place, part in enumerate(self.parts):
            many = sum(1 for _ in self._done(place))
            if many > 1 and (many == len(part.weights) or not part.is_exact):
                mean = self._mean(place)
                error = "" if mean.is_exact else f" ± {mean.se:.4%} ({many:,} deals)"
                seats = "one other seat" if part.seats == 1 else f"{part.seats} other seats"
                told += f"; seeing {seats} adds {float(mean.gain):.4%}{error}"
        return told

    def _done(self, place: int) -> Iterator[tuple[int, SeenGone]]:
        """Deals of a part that are done, with their weights."""
        first = sum(len(part.weights) for part in self.parts[:place])
        for number, weight in enumerate(self.parts[place].weights, first):
            if number in self.found:
                yield weight, self.found[number]

    def _mean(self, place: int) -> FaceUp:
        part, done = self.parts[place], list(self._done(place))
        many = sum(weight for weight, _ in done)
        gain = sum((weight * each.gain for weight, each in done), Fraction(0)) / many
        squares = sum(weight * float(each.gain - gain) ** 2 for weight, each in done)
        se = 0.0 if part.is_exact else float((squares / max(many - 1, 1) / many) ** 0.5)
        shares = _shares([(weight, each.changed) for weight, each in done])
        return FaceUp(part.seats, part.cards, gain, se, part.is_exact, many, shares, _decisions(done, many))


def _shares(changes: Sequence[tuple[int, ActsChanged]]) -> ActsChanged:
    """Of all deals, the largest first."""
    many, found = sum(weight for weight, _ in changes), ActsChanged()
    for weight, changed in changes:
        for acts, share in changed.items():
            found[acts] = found.get(acts, Fraction(0)) + weight * share / many
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def _decisions(done: Sequence[tuple[int, SeenGone]], many: int) -> tuple[DecisionSeen, ...]:
    """At each choice, where that is known."""
    found = []
    for choice in range(len(done[0][1].choices)):
        at = [(weight, each.choices[choice]) for weight, each in done]
        worth = sum((weight * each for weight, (each, _) in at), Fraction(0)) / many
        found.append(DecisionSeen(None, worth, _shares([(weight, changed) for weight, (_, changed) in at]), choice))
    return tuple(found)


def _in_threads(
    value: Callable[[int], SeenGone], numbers: Sequence[int], threads: int
) -> Generator[tuple[int, SeenGone], None, None]:
    """In their order; whoever goes away does not wait for what was not begun."""
    if threads == 1:
        yield from ((number, value(number)) for number in numbers)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield from zip(numbers, pool.map(value, numbers), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


def keep_deals(key: str, found: Mapping[int, SeenGone]) -> bool:
    """Whether they could be kept."""
    path = _path(key)
    written = {
        number: [str(each.gain), _told(each.changed), [[str(worth), _told(changed)] for worth, changed in each.choices]]
        for number, each in found.items()
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(written))
    except OSError:
        return False
    return True


def deals_kept(key: str) -> dict[int, SeenGone]:
    """By number; nothing where nothing is kept, or it was cut short."""
    try:
        found = json.loads(_path(key).read_text())
    except (OSError, ValueError):
        return {}
    return {
        int(number): SeenGone(
            Fraction(gain), _heard(changed), tuple((Fraction(worth), _heard(acts)) for worth, acts in choices)
        )
        for number, (gain, changed, choices) in found.items()
    }


def _told(changed: ActsChanged) -> list[list[str]]:
    return [[*acts, str(share)] for acts, share in changed.items()]


def _heard(changed: list[list[str]]) -> ActsChanged:
    return {(one, other): Fraction(share) for one, other, share in changed}


def _path(key: str) -> Path:
    return kept() / f"{key}.deals.json"
