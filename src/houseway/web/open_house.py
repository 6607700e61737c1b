"""A house that is open: its ledger, the writer to it, and the pit, with every table read and what was on going on."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from houseway import __version__
from houseway.house.audit.damage import told_if_damaged
from houseway.house.clock import Clock
from houseway.house.configuration import Room
from houseway.house.draft import THE_HOUSE, Command
from houseway.house.ledger import open_ledger
from houseway.house.ledger.mark import Mark, default_mark
from houseway.house.ledger.serving import Place, take_place
from houseway.house.ledger.store import Ledger
from houseway.house.ledger.writer import Writer
from houseway.house.pit import Pit, new_id
from houseway.house.shuffler import Chance
from houseway.house.shuffler.slips import Slip, no_slip
from houseway.rules.refused import Refused
from houseway.web.filed import settle_with_file
from houseway.web.tidy import keep_little_memory


@dataclass
class House:
    place: Place
    ledger: Ledger
    writer: Writer
    pit: Pit
    mark: Mark

    def close(self) -> None:
        """What waits is written; then the ledger is let go."""
        self.writer.close()
        self.ledger.close()
        self.mark.close()
        self.place.close()


def open_house(
    database: str,
    room: Room,
    *,
    chance: Chance = secrets.randbelow,
    clock: Clock | None = None,
    slip: Slip = no_slip,
    lost_key: bool = False,
    pit: type[Pit] = Pit,
    mark: Path | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> House:
    """Open the ledger and the room; what needs a person's eye is said in a sentence. Tests bring their own chance."""
    keep_little_memory()
    place = take_place(database)
    try:
        if lost_key and not place.alone:
            raise Refused("another server serves this ledger, with the key that it has: stop it first")
        ledger = open_ledger(database, say=say, lost_key=lost_key)
    except BaseException:
        place.close()
        raise
    own = Mark(mark or default_mark(database))
    writer = Writer(ledger, own)
    house = House(place, ledger, writer, pit(ledger, writer.submit, room, chance=chance, clock=clock, slip=slip), own)
    house.pit.recover = writer.recover
    try:
        doubt = own.doubt(ledger, alone=place.alone)
        if doubt:
            say(f"{doubt}; every shoe is shuffled anew")
        with told_if_damaged(ledger):
            house.pit.open_room(software=__version__, restarted=place.alone, restored=doubt)
        for name, table in list(house.pit.tables.items()):
            if table.shuffle is not None and not table.shuffle.order:  # its key is lost: the dealer throws it away
                house.pit.do(name, THE_HOUSE, Command(new_id(), "tick"))
        own.adopt(ledger, doubt, alone=place.alone)
        if place.alone:
            _settle_in(house.pit, say)
    except BaseException:
        house.close()
        raise
    return house


def _settle_in(pit: Pit, say: Callable[[str], None]) -> None:
    """Nobody is connected yet, so seats are kept from now on; and the house file may have changed."""
    for name, table in list(pit.tables.items()):
        if table.retired:
            if name in pit.room.tables:
                say(f"table '{name}' is in the house file but was retired by page: it stays so until a page opens it")
            continue
        for player in list(table.players.values()):
            if not player.bot and not player.gone_at:
                pit.do(name, THE_HOUSE, Command(new_id(), "gone", what={"player": player.id}))
        if name in pit.room.tables:
            settle_with_file(pit, name, say)
        else:
            say(f"table '{name}' is in the ledger but not in the house file: it is served as it was")
    there, most = pit.places_taken, pit.room.tables_max
    if there > most:
        say(f"{there} tables are open, and {pit.room.name} may have {most} (tables_max, RCW 9.46.0282): retire some")
