"""One row a person, on a shelf that is cleared with them.

A name that is kept with a passphrase has its row in the ledger. Whoever has no passphrase has it in this process's
memory, as long as a visit lasts; choosing one keeps what was there until then, for the id stays the same.
"""

import threading
from collections import OrderedDict

from houseway.web.regulars import Regulars
from houseway.web.sessions import Session

VISITS_MAX = 5_000


class PersonalRows:
    """Texts; '' is nothing. Whoever changes one holds `turn` from reading to writing."""

    def __init__(self, regulars: Regulars, shelf: str) -> None:
        self._regulars = regulars
        self._shelf = shelf
        self._visits: OrderedDict[str, str] = OrderedDict()
        self.turn = threading.RLock()

    def read(self, who: Session) -> str:
        return (self.kept(who.id) if who.is_kept else "") or self._visits.get(who.id, "")

    def kept(self, id_: str) -> str:
        return self._regulars.beside(self._shelf, id_)

    def write(self, who: Session, text: str) -> None:
        if who.is_kept:
            self._regulars.keep_beside(self._shelf, who.id, text)
            self.forget(who)
            return
        self._visits[who.id] = text
        self._visits.move_to_end(who.id)
        if len(self._visits) > VISITS_MAX:
            self._visits.popitem(last=False)

    def forget(self, who: Session) -> None:
        """What the visit had."""
        self._visits.pop(who.id, None)
