"""The way to a server's table: a house, a table of its list, a name, and a seat until the player leaves."""

import getpass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from houseway.games.betting import dollars
from houseway.report.listing import Column, Listing
from houseway.rules.refused import Refused
from houseway.terminal.joined_table import Ask, JoinedTable, as_said, least_cents
from houseway.terminal.own_table import typed
from houseway.terminal.remote_house import Message, RemoteHouse, TableLine
from houseway.terminal.typed_words import Leave, answered


def join(
    address: str,
    table: str,
    name: str,
    console: Console,
    ask: Ask | None = None,
    rounds: int | None = None,
    passphrase: str = "",
) -> None:
    """Go to a house, choose a table, sit down and play until the player leaves."""
    ask = ask or typed
    house = RemoteHouse(address)
    room = house.get("/api/room")
    try:
        table = table or house.table or _choose_table(room, console, ask)
        if table not in _names(room):
            raise Refused(f"{room['name']} has no table '{table}'; it has {', '.join(_names(room))}")
        house.enter(name or _name(ask), passphrase)
    except (Leave, EOFError, KeyboardInterrupt):
        console.print()
        return
    line = TableLine(lambda: house.open_socket(table), lambda words: console.print(Text(as_said(words), "yellow")))
    try:
        JoinedTable(line, lambda: house.facts(table), console, ask).run(rounds)
    finally:
        line.close()


def first_line(file: Path) -> str:
    """A secret that is neither typed nor seen in the list of processes."""
    try:
        found = file.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file} cannot be read: {getattr(error, 'strerror', error)}") from None
    if not found:
        raise Refused(f"{file} has no passphrase in its first line")
    return found


def _names(room: Message) -> list[str]:
    return [each["table"] for each in room["tables"]]


def _choose_table(room: Message, console: Console, ask: Ask) -> str:
    heads = ("", "table", "what is played", "free seats", "minimum", "now")
    page = Listing(f"{room['name']} (play money only)", [Column(head) for head in heads], keys=2)
    for number, each in enumerate(room["tables"], 1):
        least = least_cents(each["wagers"])
        free = f"{len(each['free'])} of {each['seats']}"
        page.add(str(number), each["table"], each["title"], free, dollars(least), each["phase"])
    console.print(page)
    for each in room["tables"]:
        if each.get("departs"):
            console.print(Text(f"{each['table']}: {each['departs']}", "yellow"))
    names = _names(room)
    while True:
        word = answered(ask, "Which table? (number or name, q to leave) ")
        if word.isdigit() and 1 <= int(word) <= len(names):
            return names[int(word) - 1]
        if word in names:
            return word
        console.print(Text(f"There is no table '{word}'.", "red"))


def _name(ask: Ask) -> str:
    usual = getpass.getuser()[:24]
    return ask(f"Your name at the table [{usual}]: ").strip() or usual
