"""A table's stream read into its tally; several streams beside each other, where there is much to read."""

import gc
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context

from houseway.house.audit.stream import TakenOut
from houseway.house.books.kept_tallies import KeptTallies
from houseway.house.books.tally import HEARD, TableTally
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Ledger, LedgerFailed
from houseway.rules.refused import Refused

PAGE = 20_000  # rows, most of which are of kinds that the books do not hear
LONG = 500_000  # rows: with fewer it takes longer to begin a process than to read them
UNREADABLE = (KeyError, ValueError, TypeError, AttributeError, AssertionError, IndexError)


@contextmanager
def uncollected() -> Iterator[None]:
    """A month is many small things, none of them in circles: to look for circles takes longer than to make them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def catch_up(ledger: Ledger, tally: TableTally) -> int:
    """How many rows there were."""
    began = tally.version
    head = ledger.head(tally.name).version
    try:
        while tally.version < head:
            upto = min(tally.version + PAGE, head)
            tally.hear(ledger.skim(tally.name, tally.version, upto, HEARD))
            tally.version = upto
        tally.add_up()
    except UNREADABLE as error:
        raise Refused(
            f"table {tally.name}, event {tally.version:,} is not as the house writes it ({error!r}), so there are no "
            "books of it: `houseway audit verify` says more"
        ) from error
    if (rows := ledger.read(tally.name, 0, 1)) and rows[0].version > began + 1 and head > began:
        raise TakenOut(f"table {tally.name}: events up to {rows[0].version - 1:,} were just archived: ask again")
    return head - began


def keep_apart(ledger: Ledger, kept: KeptTallies, names: Sequence[str]) -> None:
    """Read these tables on with a process for each core, and keep what they come to.

    What goes wrong there is told when the table is read here: nothing is kept of it.
    """
    if not ledger.address:
        return
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), get_context("spawn")) as crew:
        for work in [crew.submit(_keep, ledger.address, kept, name) for name in names]:
            with suppress(Refused, LedgerFailed, OSError, BrokenProcessPool):
                work.result()


@uncollected()
def _keep(address: str, kept: KeptTallies, name: str) -> None:
    with closing(open_ledger(address, read_only=True)) as ledger:
        tally = kept.find(ledger, name) or TableTally.begun(ledger, name)
        catch_up(ledger, tally)
        kept.keep(ledger, tally)
