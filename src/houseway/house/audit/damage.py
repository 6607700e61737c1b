"""What is read of a ledger that is not as it was written can fail anywhere: then the first wrong event is named."""

from collections.abc import Iterator
from contextlib import contextmanager

from houseway.house.audit.verify import verify_ledger
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, AssertionError)  # OutOfOrder is one of them


@contextmanager
def told_if_damaged(ledger: Ledger) -> Iterator[None]:
    """A failure is the ledger's where verification finds a fault in it, and then one sentence; else it is our own."""
    try:
        yield
    except Refused:
        raise
    except UNREADABLE as error:
        wrong = [each for each in verify_ledger(ledger) if each.fault]
        if not wrong:
            raise
        fault = wrong[0].fault
        assert fault is not None
        raise Refused(
            f"the ledger is not as it was written: table {wrong[0].table}, event {fault.version:,}: {fault.reason}. "
            "`houseway audit verify` says more; restore it from a copy"
        ) from error
