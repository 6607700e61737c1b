"""A table's stream read into its tally; several streams beside each other, where there is much to read."""

import gc
from collections.abc import Iterator, Mapping, Sequence
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
            gc.freeze()
            gc.unfreeze()  # all that there is counts as old: nobody goes through a month because it is new
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


def shared_out(rows: Mapping[str, int], cores: int) -> list[list[str]]:
    """Tables by how much there is to read of each, a share for a core: the longest first, to whoever has least."""
    shares: list[list[str]] = [[] for _ in range(min(cores, len(rows)))]
    for name in sorted(rows, key=rows.__getitem__, reverse=True):
        min(shares, key=lambda share: sum(rows[each] for each in share)).append(name)
    return shares


@contextmanager
def kept_apart(ledger: Ledger, kept: KeptTallies, shares: Sequence[Sequence[str]]) -> Iterator[None]:
    """Meanwhile a process for each share reads its tables on, and keeps what they come to.

    What goes wrong there is told when the table is read here: nothing is kept of it.
    """
    if not ledger.address or not shares:
        yield
        return
    others = set(active_children())
    with ProcessPoolExecutor(len(shares), get_context("spawn"), _go_when_sent) as crew:
        try:
            works = [crew.submit(_keep, ledger.address, kept, share) for share in shares]
            yield
            for work in works:
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
def _keep(address: str, kept: KeptTallies, names: Sequence[str]) -> None:
    with closing(open_ledger(address, read_only=True)) as ledger:
        for name in names:
            with suppress(Refused):
                tally = kept.find(ledger, name) or TableTally.begun(ledger, name)
                catch_up(ledger, tally)
                kept.keep(ledger, tally)
