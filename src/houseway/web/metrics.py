"""What the house counts of itself, as Prometheus reads it. Nothing here depends on cards."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping

from houseway.house.commands import MAY

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
Labels = tuple[tuple[str, str], ...]


class Histogram:
    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS_S) + 1)
        self.total_s = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS_S, seconds)] += 1
        self.total_s += seconds

    def lines(self, name: str) -> Iterable[str]:
        yield f"# TYPE {name} histogram"
        seen = 0
        for bound, count in zip((*map(str, BUCKETS_S), "+Inf"), self.counts, strict=True):
            seen += count
            yield f'{name}_bucket{{le="{bound}"}} {seen}'
        yield f"{name}_sum {self.total_s:.6f}"
        yield f"{name}_count {seen}"


class Metrics:
    def __init__(self) -> None:
        self.commands: Counter[Labels] = Counter()
        self.refusals: Counter[Labels] = Counter()  # of messages that never became a command
        self.requests: Counter[Labels] = Counter()
        self.dropped: Counter[Labels] = Counter()  # sockets that the house closed
        self.limits: Counter[Labels] = Counter()  # limits that were met, by their names
        self.latency = Histogram()
        self.events = 0
        self.bytes = 0  # of the bodies of those events
        self.ledger_failures = 0

    @staticmethod
    def known(do: str) -> str:
        """A command's name; what people make up is not counted under names of their own."""
        return do if do in MAY else "unknown"

    def command(self, do: str, outcome: str, seconds: float) -> None:
        self.commands[("do", self.known(do)), ("outcome", outcome)] += 1
        self.latency.add(seconds)

    def limited(self, limit: str) -> None:
        self.limits[(("limit", limit),)] += 1

    def text(
        self, gauges: Mapping[str, Mapping[Labels, int]], more: Mapping[str, Mapping[Labels, int]] | None = None
    ) -> str:
        """Everything, with gauges and more counters that others keep."""
        lines: list[str] = []
        for name, values in gauges.items():
            lines += _lines(f"houseway_{name}", "gauge", values)
        counters: dict[str, Mapping[Labels, int]] = {
            "commands": self.commands,
            "refusals": self.refusals,
            "requests": self.requests,
            "sockets_dropped": self.dropped,
            "limited": self.limits,
            "events": {(): self.events},
            "event_bytes": {(): self.bytes},
            "ledger_failures": {(): self.ledger_failures},
            **(more or {}),
        }
        for name, values in counters.items():
            lines += _lines(f"houseway_{name}_total", "counter", values)
        lines += self.latency.lines("houseway_command_seconds")
        return "\n".join(lines) + "\n"


def _lines(name: str, kind: str, values: Mapping[Labels, int]) -> Iterable[str]:
    yield f"# TYPE {name} {kind}"
    for labels, value in sorted(values.items()):
        inside = ",".join(f'{key}="{word}"' for key, word in labels)
        yield f"{name}{{{inside}}} {value}" if inside else f"{name} {value}"
