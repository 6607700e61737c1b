"""Work that goes on beside the questions people ask."""

import asyncio
from contextlib import suppress


async def ended(task: "asyncio.Task[None] | None") -> None:
    """Stop it, and wait until it has put its things away."""
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
