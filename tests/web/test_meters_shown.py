"""Meters shown anew: whatever goes wrong in one showing, the next bet brings another."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.house.ledger.store import LedgerFailed
from houseway.web.floor import Floor


def floor_with(look: Any) -> Any:
    pit = SimpleNamespace(links=SimpleNamespace(look=look), in_room=list, tables={})
    return SimpleNamespace(pit=pit, _ticking={"royal"}, closing=False, gallery=None)


def test_a_link_that_cannot_be_read_for_a_moment_ticks_again_with_the_next_bet() -> None:
    def fails(_: str) -> None:
        raise LedgerFailed("the disk is full")

    floor = floor_with(fails)
    with pytest.raises(LedgerFailed):
        asyncio.run(Floor._show_meters(cast(Floor, floor), "royal"))
    assert floor._ticking == set()


def test_what_was_bet_while_meters_were_shown_is_shown_once_more() -> None:
    versions = iter((1, 2))
    again: list[str] = []
    floor = floor_with(lambda _: SimpleNamespace(version=next(versions)))
    floor._tick_meters = again.append
    asyncio.run(Floor._show_meters(cast(Floor, floor), "royal"))
    assert (floor._ticking, again) == (set(), ["royal"])
