"""Acts as a terminal offers them: the key, and in one line what each does and costs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from houseway.games.betting import dollars
from houseway.games.sheet import Act


@dataclass(frozen=True)
class Offer:
    """A line whose further lines, where it is long, begin below its own first word."""

    start: Text
    rest: Text

    @property
    def plain(self) -> str:
        return self.start.plain + self.rest.plain

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        start = self.start
        for line in self.rest.wrap(console, max(options.max_width - start.cell_len, 1)):
            yield Text.assemble(start, line)
            start = Text(" " * start.cell_len)


def offer_lines(acts: Iterable[Act], prices: Mapping[str, int], values: Mapping[str, float]) -> Iterator[Offer]:
    """The acts, the best first where values are known. Acts of one way say what they do once, before the first."""
    said = set()
    for act in sorted(acts, key=lambda each: -values.get(each.name, 0.0)):
        does = does_and_costs(act, prices.get(act.name, 0))
        if act.way and act.way not in said:
            said.add(act.way)
            yield Offer(Text("  "), Text(f"{act.way}: {does}", "dim"))
        worth = f"{values[act.name]:+.4f}  " if act.name in values else ""
        own = "" if act.way else does
        start = Text.assemble("  ", (act.key, "bold yellow"), "  ")
        yield Offer(start, Text.assemble(f"{act.title}  ", (worth, "cyan"), (own, "dim")))


def does_and_costs(act: Act, cents: int) -> str:
    """ "$5 more. Take one more card." """
    return f"{dollars(cents)} more. {act.about}" if cents else act.about
