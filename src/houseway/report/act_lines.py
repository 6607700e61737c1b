"""Acts as a terminal offers them: the key, in one line what each does and costs, and what the round comes to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from houseway.games.act_names import act_named, knows_cards
from houseway.games.betting import dollars
from houseway.games.game import Game
from houseway.games.sheet import Act
from houseway.report.card_faces import faces_text


@dataclass(frozen=True)
class HangingLine:
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


def act_text(act: Act, cards: Sequence[int]) -> str:
    """ "Keep K♠ Q♠": places of a hand mean nothing to whoever does not see it, and then the way must do."""
    if not act.way:
        return act.title
    return act_named(act, cards, lambda named: faces_text(named).plain) if knows_cards(act, cards) else act.way


def offer_lines(
    acts: Iterable[Act], prices: Mapping[str, int], values: Mapping[str, float], cards: Sequence[int]
) -> Iterator[HangingLine]:
    """The acts, the best first where values are known. Acts of one way say what they do once, before the first."""
    said = set()
    for act in sorted(acts, key=lambda each: -values.get(each.name, 0.0)):
        does = does_and_costs(act, prices.get(act.name, 0))
        if act.way and act.way not in said:
            said.add(act.way)
            yield HangingLine(Text("  "), Text(f"{act.way}: {does}", "dim"))
        worth = f"{values[act.name]:+.4f}  " if act.name in values else ""
        own = "" if act.way else does
        start = Text.assemble("  ", (act.key, "bold yellow"), "  ")
        yield HangingLine(start, Text.assemble(f"{act_text(act, cards)}  ", (worth, "cyan"), (own, "dim")))


def does_and_costs(act: Act, cents: int) -> str:
    """ "$5 more. Take one more card." """
    return f"{dollars(cents)} more. {act.about}" if cents else act.about


def whole_text(game: Game, covers: Mapping[str, Any], cents: float) -> HangingLine:
    """What the values are of, and what the whole round comes to with the best choice; in the words of the browser."""
    titles = {wager.name: wager.title for wager in game.sheet.wagers}

    def bet(open_: Mapping[str, Any]) -> str:
        hand = f" of hand {open_['hand'] + 1}" if open_["hand"] else ""
        return f"{titles[open_['wager']]}{hand}" + (f" ({dollars(open_['cents'])})" if open_["cents"] else "")

    more = [bet(each) for each in covers["rest"]]
    more += [f"{worth(covers['settled_cents'])} settled so far"] if covers["settled_cents"] else []
    also = f", with {_listed(more)}" if more else ""
    text = f"Whole round with the best choice: {'' if covers['exact'] else 'about '}{worth(cents)}{also}."
    if covers["left_out"]:
        text += f" Not counted: {_listed([bet(each) for each in covers['left_out']])}."
    covered = f"Values are of {_listed([titles[name] for name in covers['wagers']])}."
    return HangingLine(Text("  "), Text(f"{covered}\n{text}", "dim"))


def _listed(words: Sequence[str]) -> str:
    """a, b and c"""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def worth(cents: float) -> str:
    """An average amount, to the cent."""
    sign = "+" if cents >= 0 else "-"
    return f"{sign}${abs(cents) / 100:,.2f}"
