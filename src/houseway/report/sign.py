"""A table's posting sign in the terminal, and the summary of a house file."""

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.games.wager_titles import wager_title
from houseway.games.words import dollars, listed, odds_text
from houseway.house.configuration import Room
from houseway.house.posting import Sign
from houseway.report.listing import Listing, figure, name, prose


def sign_page(sign: Sign) -> RenderableType:
    """The whole sign, in the order a player asks."""
    parts: list[RenderableType] = [
        Text(f"{sign.title} ({sign.table})", style="bold"),
        Text(f"{' · '.join(sign.billing)}. By {sign.maker}, at {sign.room}. {sign.play_money}"),
        *([Text(f"{sign.departs}.", style="bold red")] if sign.departs else []),
        _limits_table(sign),
        *[Text(line) for line in (*sign.money, sign.rounding, sign.cap) if line],
        *[_rows_table(title, rows) for title, rows in boxes(sign)],
        *[_list_of(part.heading, [line for rule in part.rules for line in _rule_lines(*rule)]) for part in sign.rules],
        _list_of("Silence and interruptions", sign.interruptions),
        _list_of("Rules of the house", sign.house_rules),
        _list_of("Disputes", [sign.disputes]),
        _list_of("Order of authority", [f"{place}. {rules}" for place, rules in enumerate(sign.authority, 1)]),
    ]
    return Group(*parts)


def boxes(sign: Sign) -> list[tuple[str, list[tuple[str, str]]]]:
    """Odds and prizes as they are said: a title, and rows of what happens and what it pays."""
    odds = [(box.title, [(title, odds_text(num, den)) for title, num, den in box.rows]) for box in sign.odds]
    return odds + [(box.title, list(box.rows)) for box in sign.prizes]


def _rule_lines(text: str, steps: tuple[str, ...]) -> list[str]:
    return [text, *[f"  {place}. {step}" for place, step in enumerate(steps, 1)]]


def _list_of(title: str, lines: tuple[str, ...] | list[str]) -> RenderableType:
    return Group(Text(), Text(title, style="bold"), *[Text(line) for line in lines])


def _limits_table(sign: Sign) -> Listing:
    amounts = (figure(head) for head in ("minimum", "maximum", "in steps of"))
    listing = Listing("Limits", [prose("wager"), *amounts, prose("")])
    for posted in sign.limits:
        limits = posted.limits
        cells = (dollars(cents) for cents in (limits.least_cents, limits.most_cents, limits.step_cents))
        listing.add(listed(posted.wagers), *cells, posted.note)
    return listing


def _rows_table(title: str, rows: list[tuple[str, str]]) -> Listing:
    listing = Listing(title, [prose(), figure()])
    for row in rows:
        listing.add(*row)
    return listing


def room_page(room: Room) -> RenderableType:
    """The tables of a room: what a supervisor looks over after a change."""
    heads = [name("table"), name("game"), name("dealt"), figure("seats"), figure("bots"), name("limits")]
    listing = Listing(room.name, [*heads, name("buy-in")], keys=2)
    for each in room.tables.values():
        limits = (
            f"{wager_title(each.the_game, wager)} {dollars(limit.least_cents)} to {dollars(limit.most_cents)}"
            for wager, limit in each.limits().items()
        )
        listing.add(
            each.name,
            each.the_game.title,
            f"{each.shuffler_mode().name.replace('_', ' ')}\n{each.shuffler.model if each.shuffler else ''}".strip(),
            str(each.seats),
            str(sum(len(bots.seats) for bots in each.bots)),
            "\n".join(limits),
            f"{dollars(each.buy_in_least_cents)} to {dollars(each.buy_in_most_cents)}",
        )
    return listing
