"""Meters shown anew: whatever goes wrong in one showing, the next bet brings another."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.house.draft import Actor, Command
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import LedgerFailed
from houseway.house.pit import Pit
from houseway.web.floor import Floor
from houseway.web.gallery import Gallery, Watcher
from houseway.web.outbox import Outbox
from tests.house.table_kit import SUPERVISOR, at_once, room_with
from tests.house.test_must_hit import with_mystery


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


def test_meters_that_tick_are_sent_after_the_view_they_follow_and_a_newer_view_has_them() -> None:
    async def taken() -> list[str | None]:
        outbox = Outbox()
        outbox.tick("gone", "in the view")
        outbox.show("view 1")  # made since
        outbox.tick("corner", "older")
        outbox.tick("corner", "new")
        outbox.tick("big", "other")
        outbox.add_to_view("hints")
        outbox.close()
        return [await outbox.take() for _ in range(5)]

    assert asyncio.run(taken()) == ["view 1", "hints", "new", "other", None]


def test_a_tick_tells_everyone_at_a_table_what_the_meters_show_and_nothing_of_the_table() -> None:
    ledger = open_ledger("memory:")
    pit = Pit(ledger, at_once(ledger), room_with(with_mystery()))
    pit.open_room(software="test")
    gallery = Gallery(pit)
    watchers = [Watcher(Actor(who, who, "player"), ()) for who in ("anna", "guest")]
    for watcher in watchers:
        gallery.add("holdem", watcher)
    gallery.tick("holdem", "corner")
    texts = {watcher.outbox._meters["corner"] for watcher in watchers}
    told = json.loads(texts.pop())
    assert (texts, sorted(told)) == (set(), ["hits", "link", "meters", "type"])
    assert (told["type"], told["link"], told["meters"][0]["cents"]) == ("meters", "corner", 10_000)
    trigger = pit.links.look("corner").triggers["mystery"]
    assert str(trigger.cents) not in json.dumps(told).replace(trigger.commitment, "")
    assert trigger.key.hex() not in json.dumps(told)
    what = {"meter": "mystery", "cents": 7, "reason": "malfunction", "why": "a test"}
    pit.lower_meter("corner", SUPERVISOR, Command("lower", "lower", None, what))
    gallery.tick("holdem", "corner")
    (now,) = {watcher.outbox._meters["corner"] for watcher in watchers}
    assert json.loads(now)["meters"][0]["cents"] == 10_000 - 7, "words that were kept are of what is shown now"
