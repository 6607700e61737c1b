"""A table's stream read into its tally; several streams beside each other, where there is much to read."""

import gc
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from multiprocessing import active_children, get_context
from signal import SIG_IGN, SIGINT, signal

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
    others = set(active_children())
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), get_context("spawn"), _go_when_sent) as crew:
        try:
            for work in [crew.submit(_keep, ledger.address, kept, name) for name in names]:
                with suppress(Refused, LedgerFailed, OSError, BrokenProcessPool):
                    work.result()
        except BaseException:  # somebody stops us: nobody waits for a month to be read that nobody wants
            crew.shutdown(wait=False, cancel_futures=True)
            for reader in set(active_children()) - others:
                reader.terminate()
            raise


def _go_when_sent() -> None:
    """Ctrl-C is for whoever began the readers, and sends them home: one that hears it would begin the next table."""
    signal(SIGINT, SIG_IGN)


@uncollected()
def _keep(address: str, kept: KeptTallies, name: str) -> None:
    with closing(open_ledger(address, read_only=True)) as ledger:
        tally = kept.find(ledger, name) or TableTally.begun(ledger, name)
        catch_up(ledger, tally)
        kept.keep(ledger, tally)
