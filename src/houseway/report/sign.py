"""A table's posting sign in the terminal, and the summary of a house file."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.games.betting import dollars
from houseway.house.configuration import Room
from houseway.house.posting import PostedOdds, PostedPrizes, Sign
from houseway.report.pages import odds_text


def sign_page(sign: Sign) -> RenderableType:
    """The whole sign, in the order a player asks."""
    parts: list[RenderableType] = [
        Text(f"{sign.title} ({sign.table})", style="bold"),
        Text(f"{sign.game} by {sign.maker}, at {sign.room}. {sign.play_money}"),
        _limits_table(sign),
        *[Text(line) for line in (*sign.money, sign.rounding, sign.cap) if line],
        *[_odds_table(odds) for odds in sign.odds],
        *[_prizes_table(prizes) for prizes in sign.prizes],
        _options_table(sign),
        _list_of("Silence and interruptions", sign.interruptions),
        _list_of("Rules of the house", sign.house_rules),
        _list_of("Disputes", [sign.disputes]),
        _list_of("Order of authority", [f"{place}. {rules}" for place, rules in enumerate(sign.authority, 1)]),
    ]
    return Group(*parts)


def _list_of(title: str, lines: tuple[str, ...] | list[str]) -> RenderableType:
    return Group(Text(), Text(title, style="bold"), *[Text(line) for line in lines])


def _limits_table(sign: Sign) -> Table:
    table = Table(title="Limits", title_justify="left")
    table.add_column("wager")
    for head in ("minimum", "maximum", "in steps of"):
        table.add_column(head, justify="right")
    table.add_column("")
    for posted in sign.limits:
        limits = posted.limits
        amounts = (dollars(cents) for cents in (limits.least_cents, limits.most_cents, limits.step_cents))
        table.add_row(posted.wager, *amounts, posted.note)
    return table


def _odds_table(odds: PostedOdds) -> Table:
    table = Table(title=f"Paytable {odds.code}", title_justify="left")
    table.add_column(", ".join(odds.wagers))
    table.add_column("pays", justify="right")
    for outcome, num, den in odds.rows:
        table.add_row(outcome, odds_text(num, den))
    return table


def _options_table(sign: Sign) -> Table:
    table = Table(title="Options in force", title_justify="left")
    for head in ("option", "here", "about"):
        table.add_column(head)
    for option in sign.options:
        table.add_row(option.title, option.setting, option.about)
    return table


def _prizes_table(prizes: PostedPrizes) -> Table:
    table = Table(title=prizes.title, title_justify="left")
    table.add_column("for")
    table.add_column("fixed sum" if prizes.in_cents else "times", justify="right")
    for outcome, amount in prizes.rows:
        table.add_row(outcome, dollars(amount) if prizes.in_cents else f"{amount:,}")
    return table


def room_page(room: Room) -> RenderableType:
    """The tables of a room: what a supervisor looks over after a change."""
    table = Table(title=room.name, title_justify="left")
    for head in ("table", "game", "dealt", "seats", "bots", "limits", "buy-in"):
        table.add_column(head)
    for each in room.tables.values():
        limits = (
            f"{name} {dollars(limit.least_cents)} to {dollars(limit.most_cents)}"
            for name, limit in each.limits().items()
        )
        table.add_row(
            each.name,
            each.the_game.title,
            each.shuffler_mode().name.replace("_", " "),
            str(each.seats),
            str(sum(len(bots.seats) for bots in each.bots)),
            "\n".join(limits),
            f"{dollars(each.buy_in_least_cents)} to {dollars(each.buy_in_most_cents)}",
        )
    return table
