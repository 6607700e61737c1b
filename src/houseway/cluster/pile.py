"""The rounds that are still to be played: taken as units, and given back where a unit was lost."""

from collections.abc import Iterable

from houseway.cluster.assignment import Unit

SMALLEST = 1 << 17  # rounds in a unit: below this handing it out costs more than playing it
UNIT_S = 4.0  # and what a unit should take: few enough for one scheduler, short enough to lose
FIRST_UNIT = 1 << 20  # until it is known how fast rounds are played
TAIL = 3  # the last units are so much smaller than an even share, so that nobody waits for one
CROWD = 128  # workers whose units one scheduler hands out with ease; more of them get longer ones
LAST = 32  # but not below this part of a whole unit: an eighth of a second


class Pile:
    def __init__(self, total: int, done: Iterable[Unit]) -> None:
        self._gaps = gaps(total, done)  # the next one last
        self._gaps.reverse()
        self.unit, self.least = FIRST_UNIT, SMALLEST

    @property
    def left(self) -> int:
        """Rounds that nobody has taken."""
        return sum(gap.rounds for gap in self._gaps)

    def take(self, workers: int) -> Unit | None:
        """The next unit, for one of so many workers; none where all are taken."""
        if not self._gaps:
            return None
        size = max(self.least, min(self.unit * max(1, workers // CROWD), self.left // (TAIL * workers)))
        gap = self._gaps.pop()
        if gap.rounds > size:
            self._gaps.append(Unit(gap.first + size, gap.rounds - size))
            gap = Unit(gap.first, size)
        return gap

    def give_back(self, unit: Unit) -> None:
        """It was lost: somebody else plays it."""
        self._gaps.append(unit)

    def learn(self, unit: Unit, seconds: float) -> None:
        """From how long a unit took: how large the next ones are."""
        if seconds > 0:
            wanted = int(unit.rounds * UNIT_S / seconds)
            self.unit = max(SMALLEST, min(wanted, 2 * self.unit))
            self.least = max(SMALLEST, self.unit // LAST)


def gaps(total: int, done: Iterable[Unit]) -> list[Unit]:
    """What is missing of the rounds 0 to total - 1."""
    found, at = [], 0
    for unit in sorted(done):
        if unit.first > at:
            found.append(Unit(at, min(unit.first, total) - at))
        at = max(at, unit.first + unit.rounds)
        if at >= total:
            return found
    if at < total:
        found.append(Unit(at, total - at))
    return found
