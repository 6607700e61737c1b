"""What a forger might do to a stream. Each forgery says which row it touched first.

Those in `MEANINGFUL` make a history that could not have happened, whoever writes the hashes anew. What they leave out
cannot be noticed in a stream alone, for it is another history that could have happened: the name of a player, a text
that staff gave as reason, how the table was set up where nothing turned on it, two people ready in another order.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from houseway.house import events
from houseway.house.ledger.store import Stored, canonical
from houseway.house.shuffler import commitment_of

CARDS = (events.SHUFFLED, events.REVEALED, events.DEALT, events.CHOSE, events.SETTLED, events.VOIDED)
FREE_TEXT = {"name", "software", "reason", "by", "notice", "config"}  # another one may be just as true


@dataclass(frozen=True)
class Forged:
    rows: list[Stored]
    first: int  # place of the first row that is not as it was
    about: str


Forgery = Callable[[list[Stored], random.Random], Forged | None]


def with_body(row: Stored, body: Any) -> Stored:
    return replace(row, text=canonical(body))


def put(rows: list[Stored], place: int, row: Stored, about: str) -> Forged:
    return Forged([*rows[:place], row, *rows[place + 1 :]], place, f"{about} of {row.kind}")


# --- what the house would never have written ---


def another_value(rows: list[Stored], rng: random.Random) -> Forged | None:
    """Any number, word or card in any body, but for words that people are free to choose."""
    place = rng.randrange(len(rows))
    row = rows[place]
    body = json.loads(row.text)
    leaf = rng.choice(list(_leaves(body)) or [()])
    if not leaf or (leaf[0] in FREE_TEXT and not (row.kind == events.CHOSE and leaf[0] == "by")):
        return None
    holder = body
    for step in leaf[:-1]:
        holder = holder[step]
    holder[leaf[-1]] = _other(holder[leaf[-1]], rng)
    return put(rows, place, with_body(row, body), f"{leaf} of body")


def _leaves(part: Any, path: tuple[Any, ...] = ()) -> Any:
    if isinstance(part, dict):
        for key, value in part.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from _leaves(value, (*path, place))
    else:
        yield path


def _other(value: Any, rng: random.Random) -> Any:
    if isinstance(value, int):
        return value + rng.choice([-100, -5, -2, -1, 1, 2, 5, 100])
    place = rng.randrange(len(value) + 1)
    letter = rng.choice([each for each in "0123456789abcdefxyz" if each != value[place : place + 1]])
    return value[:place] + letter + value[place + 1 :]


def a_part_more_or_less(rows: list[Stored], rng: random.Random) -> Forged:
    place = rng.randrange(len(rows))
    body = dict(rows[place].body)
    if rng.random() < 0.5:
        del body[rng.choice(list(body))]
    else:
        body[rng.choice(["postings", "extra", "won", "cents"]) + "_2"] = {"cage": 1, "house": -1}
    return put(rows, place, with_body(rows[place], body), "part")


def other_cards(rows: list[Stored], rng: random.Random) -> Forged | None:
    """Two cards of a settled round change places, and the commitment is made anew: the key is in the ledger."""
    place = rng.choice([i for i, row in enumerate(rows) if row.kind == events.SHUFFLED])
    drawn = 0
    for row in rows[place + 1 :]:
        if row.kind == events.REVEALED:
            break
        drawn += row.body["drawn"] if row.kind == events.SETTLED else 0
    if drawn < 2:
        return None
    body = dict(rows[place].body)
    order = bytearray.fromhex(body["order"])
    i, j = rng.sample(range(drawn), 2)
    if order[i] == order[j]:
        return None
    order[i], order[j] = order[j], order[i]
    body["order"] = order.hex()
    body["commitment"] = commitment_of(rows[place].table, body["cycle"], order, bytes.fromhex(body["key"]))
    return put(rows, place, with_body(rows[place], body), f"cards {i} and {j}")


def another_pay(rows: list[Stored], rng: random.Random) -> Forged | None:
    """A player is paid more, and the house that much less: result and postings agree with each other."""
    place = rng.choice([i for i, row in enumerate(rows) if row.kind == events.SETTLED])
    body = json.loads(rows[place].text)
    seat = rng.choice(list(body["won"]))
    if not body["won"][seat]:
        return None
    wager = rng.choice(list(body["won"][seat]))
    cents = rng.choice([-100, 100, 500])
    body["won"][seat][wager] += cents
    player = next(name for name in (*body.get("postings", {}), "player:anna") if name.startswith("player:"))
    postings = body.setdefault("postings", {})
    postings[player] = postings.get(player, 0) + cents
    postings["house"] = postings.get("house", 0) - cents
    return put(rows, place, with_body(rows[place], body), "pay")


def another_bet(rows: list[Stored], rng: random.Random) -> Forged | None:
    """A bet and its postings, both by one step."""
    places = [i for i, row in enumerate(rows) if row.kind == events.BET and row.body["wagers"]]
    place = rng.choice(places)
    body = json.loads(rows[place].text)
    wager = rng.choice(list(body["wagers"]))
    body["wagers"][wager] += 100
    body["postings"] = {
        name: cents + (100 if name == "felt" else -100) for name, cents in body["postings"].items()
    }  # fmt: skip
    return put(rows, place, with_body(rows[place], body), "bet")


def another_time(rows: list[Stored], rng: random.Random) -> Forged | None:
    """Before the event before it, or behind the one after it."""
    place = rng.randrange(1, len(rows) - 1)
    row = rows[place]
    early = rows[place - 1].at - rng.randint(1, 10**7)
    late = rows[place + 1].at + rng.randint(1, 10**7)
    return put(rows, place, replace(row, at=rng.choice([early, late])), "time")


def another_kind(rows: list[Stored], rng: random.Random) -> Forged:
    place = rng.randrange(len(rows))
    kind = rng.choice([kind for kind in (*events.KINDS, "paid") if kind != rows[place].kind])
    if {kind, rows[place].kind} <= {events.READY, events.GONE, events.CAME_BACK, events.LEAVING}:
        kind = "paid"  # these say the same of a player, who may well have done the other
    return put(rows, place, replace(rows[place], kind=kind), "kind")


def a_command_again(rows: list[Stored], rng: random.Random) -> Forged | None:
    place = rng.randrange(len(rows))
    earlier = [row.command for row in rows[: max(place - 12, 0)] if row.command != rows[max(place - 1, 0)].command]
    if not earlier:
        return None
    return put(rows, place, replace(rows[place], command=rng.choice(earlier)), "command")


def a_row_gone(rows: list[Stored], rng: random.Random) -> Forged | None:
    place = rng.choice([i for i, row in enumerate(rows) if row.kind in (*CARDS, events.OPENED, events.SAT)])
    if _in_void_round(rows, place):
        return None
    return Forged([*rows[:place], *rows[place + 1 :]], place, f"without a {rows[place].kind}")


def _in_void_round(rows: list[Stored], place: int) -> bool:
    """A choice more or less in a round that was void: its chips came back anyway."""
    ends = (row.kind for row in rows[place:] if row.kind in (events.SETTLED, events.VOIDED))
    return rows[place].kind == events.CHOSE and next(ends, "") != events.SETTLED


def rows_swapped(rows: list[Stored], rng: random.Random) -> Forged | None:
    place = rng.randrange(len(rows) - 1)
    one, two = rows[place], rows[place + 1]
    if one.kind not in CARDS or two.kind not in CARDS or one.text == two.text:
        return None
    return Forged([*rows[:place], two, one, *rows[place + 2 :]], place, f"{two.kind} before {one.kind}")


def a_row_twice(rows: list[Stored], rng: random.Random) -> Forged | None:
    place = rng.randrange(len(rows))
    if _in_void_round(rows, place):
        return None
    return Forged([*rows[: place + 1], *rows[place:]], place + 1, f"{rows[place].kind} twice")


def cut_in_a_command(rows: list[Stored], rng: random.Random) -> Forged | None:
    """The end is missing, from where the dealer was still at work."""
    place = rng.randrange(1, len(rows))
    last, cut = rows[place - 1], rows[place]
    alone = cut.command != last.command or cut.kind not in CARDS
    if alone or any(row.kind == events.CONFIGURED for row in rows if row.command == cut.command):
        return None
    return Forged(rows[:place], place, f"cut before {cut.kind}")


MEANINGFUL: tuple[Forgery, ...] = (
    another_value, another_value, another_value, a_part_more_or_less, other_cards, another_pay, another_bet,
    another_time, another_kind, a_command_again, a_row_gone, rows_swapped, a_row_twice, cut_in_a_command,
)  # fmt: skip


# --- any change at all, with the hashes left as they are ---


def any_change(rows: list[Stored], rng: random.Random) -> Forged | None:
    place = rng.randrange(len(rows))
    row = rows[place]
    column = rng.choice(["version", "at", "kind", "text", "command", "before", "hash"])
    changed = replace(row, **{column: _other(getattr(row, column), rng)})
    return put(rows, place, changed, column)


def any_row_gone(rows: list[Stored], rng: random.Random) -> Forged:
    place = rng.randrange(len(rows))
    return Forged([*rows[:place], *rows[place + 1 :]], place, "row gone")


def any_rows_swapped(rows: list[Stored], rng: random.Random) -> Forged:
    i, j = sorted(rng.sample(range(len(rows)), 2))
    one, two = rows[i], rows[j]
    swapped = list(rows)
    swapped[i], swapped[j] = replace(two, version=one.version), replace(one, version=two.version)
    return Forged(swapped, i, "rows swapped")


def any_end_gone(rows: list[Stored], rng: random.Random) -> Forged:
    place = rng.randrange(len(rows))
    return Forged(rows[:place], place, "end gone")


ANY: tuple[Forgery, ...] = (any_change, any_change, any_row_gone, any_rows_swapped, any_end_gone)
