"""Which cards people may know, over everything that a ledger ever was: no card is dealt twice from the same place.

A ledger that is put back from a copy forgets what was dealt since. The people who were there do not.
"""

from dataclasses import dataclass, field

from houseway.house import events
from houseway.house.ledger.store import Stored


@dataclass
class Shoe:
    order: str = ""
    drawn: int = 0


@dataclass
class Shown:
    heard: dict[str, int] = field(default_factory=dict)  # by table: the last version
    shoes: dict[str, Shoe] = field(default_factory=dict)  # what lies in each table's machine
    dealt: dict[tuple[str, str, int], str] = field(default_factory=dict)  # table, order and place: hash of the deal
    revealed: set[tuple[str, str]] = field(default_factory=set)  # orders that everybody may know

    def hear(self, row: Stored) -> None:
        """The next event of a table, if it is new. Raises where it deals what was shown before."""
        heard = self.heard.get(row.table, 0)
        if row.version <= heard:
            return
        assert row.version == heard + 1, f"{row.table} {row.version}: events before it were not heard"
        self.heard[row.table] = row.version
        shoe = self.shoes.setdefault(row.table, Shoe())
        if row.kind == events.SHUFFLED:
            self.shoes[row.table] = Shoe(row.body["order"])
        elif row.kind == events.DEALT:
            place = (row.table, shoe.order, shoe.drawn)
            known = place not in self.dealt and (row.table, shoe.order) in self.revealed
            assert not known, f"{row.table} {row.version}: an order that everybody knows is dealt"
            before = self.dealt.setdefault(place, row.hash)
            assert before == row.hash, f"{row.table} {row.version}: cards that were shown are dealt again"
        elif row.kind == events.SETTLED:
            shoe.drawn += row.body["drawn"]
        elif row.kind == events.REVEALED:
            self.revealed.add((row.table, shoe.order))

    def forget_the_streams(self) -> None:
        """Another ledger is served; what was shown stays shown."""
        self.heard, self.shoes = {}, {}
