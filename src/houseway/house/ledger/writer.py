"""Group commit: whatever waits while the disk syncs goes to disk together with the next sync."""

import threading
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from houseway.house.ledger.chain import rows_of
from houseway.house.ledger.mark import Mark
from houseway.house.ledger.store import Answer, Batch, Ledger, LedgerFailed

GROUP_MAX = 512  # batches in one transaction, so that none waits long for the others of its group
Waiting = tuple[Batch, "Future[Answer]"]


class Writer:
    """The one path to the ledger. Batches are written in the order in which they were submitted.

    After a failure nothing more is written: all who wait, and all who come later, are told the reason, until the ledger
    has recovered.
    """

    def __init__(self, ledger: Ledger, mark: Mark | None = None) -> None:
        self._ledger = ledger
        self._mark = mark or Mark(None)
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._failed: LedgerFailed | None = None
        self._gate = threading.Lock()  # nothing is submitted behind the end
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="ledger writer", daemon=True)
        self._thread.start()

    @property
    def failed(self) -> LedgerFailed | None:
        """Why nothing more is written, if so."""
        return self._failed

    def submit(self, batch: Batch) -> "Future[Answer]":
        """The answer comes when the batch is on disk, or has met a conflict, or never will be written."""
        future: Future[Answer] = Future()
        with self._gate:
            if self._closed:
                raise LedgerFailed("the ledger takes nothing more: the house is closing")
            self._queue.put((batch, future))
        return future

    def recover(self) -> None:
        """Write again, if the ledger can be written again; raises LedgerFailed while it cannot."""
        self._ledger.recover()
        self._mark.verify(self._ledger)
        self._failed = None

    def close(self) -> None:
        """Write what waits, then end. The ledger stays open."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group, ending = self._gathered(first)
            self._write([(batch, future) for batch, future in group if future.set_running_or_notify_cancel()])
            if ending:
                return

    def _gathered(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """Everything that waits, and whether the end came with it."""
        group = [first]
        while len(group) < GROUP_MAX:
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                break
            if waiting is None:
                return group, True
            group.append(waiting)
        return group, False

    def _write(self, group: list[Waiting]) -> None:
        if self._failed is None:
            try:
                given = self._ledger.append([batch for batch, _ in group])
                if rows := rows_of(given):
                    self._mark.note(rows[-1])  # before anyone hears of them
            except LedgerFailed as failed:
                self._failed = failed
            except Exception as bug:  # those who wait must hear of it, or their tables hang
                self._failed = LedgerFailed(f"the ledger failed: {bug!r}")
                self._failed.__cause__ = bug
            else:
                for (_, future), answer in zip(group, given, strict=True):
                    future.set_result(answer)
                return
        for _, future in group:
            future.set_exception(self._failed)
