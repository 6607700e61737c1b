"""What an event about an archive must say: which rows, and what they come to."""

from typing import Any

from houseway.house.audit.fold import is_same
from houseway.house.audit.hearing import Body, Hearing, Wrong, digits, text, whole, words
from houseway.house.cut import Piece

DIGEST_BYTES = 32
NOT_SO = "what it says that the archived rows come to is not what they come to"


def archived(hearing: Hearing, body: Body) -> Body:
    """It moves nothing, not even the time. Where the rows are at hand, they are held against it."""
    table = hearing.table
    if hearing.at != table.at:
        raise Wrong("it moves the time of the table")
    last, rounds = whole(body, "last"), body.get("rounds")
    if not 1 <= last <= table.version:
        raise Wrong(f"it archives up to event {last}, which was not there")
    if not isinstance(rounds, list) or [type(each) for each in rounds] != [int, int]:
        raise Wrong("its rounds are no first and last one")
    if len(digits(body, "head")) != DIGEST_BYTES or len(digits(body, "digest")) != DIGEST_BYTES:
        raise Wrong("its head or its digest is no hash")
    said = {
        "first": whole(body, "first"),
        "last": last,
        "head": text(body, "head"),
        "rounds": rounds,
        "cycles": whole(body, "cycles"),
        "file": words(body, "file"),
        "digest": text(body, "digest"),
        "state": body["state"],
        "before": body["before"],
        "when": whole(body, "when"),
        "by": words(body, "by"),
    }
    said |= _known(hearing, body, last)
    hearing.pieces = [*_before(said["before"]), Piece.of(said, table.version + 1)]
    return said


def _known(hearing: Hearing, body: Body, last: int) -> dict[str, Any]:
    """What follows from the rows before."""
    known: dict[str, Any] = {}
    pieces = _before(body["before"]) if hearing.pieces is None else hearing.pieces
    if hearing.pieces is not None:
        known["before"] = [piece.to_json() for piece in pieces]
    known["first"] = pieces[-1].last + 1 if pieces else 1
    if known["first"] > last:
        raise Wrong(f"events up to {last} were archived before")
    fold = hearing.folds.get(last) if hearing.folds is not None else None
    if fold is None and hearing.folds is not None and last >= hearing.begun:
        raise Wrong(f"event {last} is no place to cut: a round was on, or cards were not shown yet")
    if fold is not None:
        if not is_same(body["state"], fold.state):
            raise Wrong(NOT_SO)
        standing = fold.state["table"]
        first_round = pieces[-1].rounds[1] + 1 if pieces else 1
        known |= {"head": fold.hash, "rounds": [first_round, standing["rounds"]], "cycles": standing["cycles"]}
    return known


def _before(said: Any) -> list[Piece]:
    if not isinstance(said, list):
        raise Wrong("the archives before it are no list")
    return [Piece.of(each) for each in said]
