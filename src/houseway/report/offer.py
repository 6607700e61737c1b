"""Acts as a terminal offers them: the key, and in one line what each does and costs."""

from collections.abc import Iterable, Iterator, Mapping

from rich.text import Text

from houseway.games.betting import dollars
from houseway.games.sheet import Act


def offer_lines(acts: Iterable[Act], prices: Mapping[str, int], values: Mapping[str, float]) -> Iterator[Text]:
    """The acts, the best first where values are known. Acts of one way say what they do once, before the first."""
    said = set()
    for act in sorted(acts, key=lambda each: -values.get(each.name, 0.0)):
        does = does_and_costs(act, prices.get(act.name, 0))
        if act.way and act.way not in said:
            said.add(act.way)
            yield Text(f"  {act.way}: {does}", "dim")
        worth = f"{values[act.name]:+.4f}  " if act.name in values else ""
        own = "" if act.way else does
        yield Text.assemble("  ", (act.key, "bold yellow"), f"  {act.title}  ", (worth, "cyan"), (own, "dim"))


def does_and_costs(act: Act, cents: int) -> str:
    """ "$5 more. Take one more card." """
    return f"{dollars(cents)} more. {act.about}" if cents else act.about
