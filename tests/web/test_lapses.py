"""A name that nobody came back to is free again; a crash leaves no name that is nobody's."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from houseway.house.ledger.around import Around
from houseway.house.ledger.store import Ledger
from houseway.house.money import chips_of
from houseway.rules.refused import Refused
from houseway.web.lapses import let_go
from houseway.web.regulars import DAY_US, NAMES, OVERDUE, REGULARS, SCORES, SETTINGS, VISITS, Regulars
from tests.web.regular_kit import OTHER, PHRASE, comes_back, keep
from tests.web.running import eventually, running, small_room

ANN, BEN = "a" * 16, "b" * 16
YEAR = 365 * DAY_US
SHELVES = {REGULARS, NAMES, SETTINGS, SCORES, VISITS, OVERDUE}


@pytest.fixture
def regulars(ledger: Ledger) -> Regulars:
    made = Regulars(ledger)
    made.keep(ANN, "Ann", PHRASE, DAY_US)
    made.note_settings(ANN, {"deck": "two"})
    return made


def test_whoever_stays_away_for_too_long_is_let_go_with_all_that_was_kept(ledger: Ledger, regulars: Regulars) -> None:
    overdue = YEAR + DAY_US + 1
    assert let_go(regulars, overdue - 1, YEAR, ()) == 0
    assert let_go(regulars, overdue, YEAR, ()) == 0  # seen for the first time
    assert let_go(regulars, overdue + DAY_US - 1, YEAR, ()) == 0
    assert let_go(regulars, overdue + DAY_US, YEAR, ()) == 1
    assert not SHELVES & set(ledger.shelves())
    regulars.keep(BEN, "Ann", OTHER, YEAR)


def test_a_clock_that_was_set_wrong_for_a_day_costs_nobody_their_name(ledger: Ledger, regulars: Regulars) -> None:
    for at in (20 * YEAR, 20 * YEAR + DAY_US // 2, 2 * DAY_US, 20 * YEAR + 2 * DAY_US, 3 * DAY_US):
        assert let_go(regulars, at, YEAR, ()) == 0
    assert OVERDUE not in ledger.shelves()
    assert regulars.called("Ann", PHRASE, 3 * DAY_US).id == ANN


def test_a_visit_keeps_the_name_for_as_long_again(regulars: Regulars) -> None:
    assert let_go(regulars, YEAR + DAY_US + 1, YEAR, ()) == 0
    regulars.called("ann", PHRASE, YEAR + 2 * DAY_US)
    overdue = 2 * YEAR + 2 * DAY_US + 1
    assert [let_go(regulars, at, YEAR, ()) for at in (overdue - 1, overdue, overdue + DAY_US)] == [0, 0, 1]


def test_a_wrong_passphrase_is_no_visit(regulars: Regulars) -> None:
    with pytest.raises(Refused):
        regulars.called("Ann", OTHER, YEAR)
    assert [let_go(regulars, at * DAY_US + 1, YEAR, ()) for at in (366, 367)] == [0, 1]


def test_whoever_has_chips_at_a_table_stays(regulars: Regulars) -> None:
    assert [let_go(regulars, at, YEAR, {chips_of(ANN)}) for at in (2 * YEAR, 3 * YEAR)] == [0, 0]
    assert regulars.called("Ann", PHRASE, 3 * YEAR).id == ANN


def test_the_house_looks_when_it_opens_and_lets_nobody_go_who_sits(tmp_path: Path) -> None:
    room = small_room("dakota").model_copy(update={"regulars_kept_days": 31})
    database = str(tmp_path / "house.sqlite")
    with running(room, database) as server:
        sits, away = keep(server.client("Ann")), keep(server.client("Ben"))
        assert sits.get("/api/session")["kept_days"] == 31
        assert sits.command("dakota", "sit", cents=100_000).status_code == 200
        for each in (sits, away):
            regular = server.hall.regulars.known(each.id)
            long_ago = regular.kept_at - 32 * DAY_US
            server.house.ledger.put(VISITS, each.id, str(long_ago))
            server.house.ledger.put(OVERDUE, each.id, str(regular.kept_at - DAY_US))
            server.hall.regulars._put(replace(regular, kept_at=long_ago))
    with running(room, database) as server:
        eventually(lambda: server.hall.regulars.find(away.id) is None)
        assert comes_back(server, "Ann").id == sits.id
        assert server.client("Ben").get("/api/session")["name"] == "Ben"


# --- crashes ---


class Crashed(BaseException):
    pass


class Crashing(Around):
    """So many writes are done; then the machine stops."""

    def __init__(self, inside: Ledger, writes: int) -> None:
        super().__init__(inside)
        self._left = writes

    def _write(self) -> None:
        if not self._left:
            raise Crashed
        self._left -= 1

    def put(self, shelf: str, key: str, value: str) -> None:
        self._write()
        super().put(shelf, key, value)

    def put_all(self, shelf: str, kept: Mapping[str, str]) -> None:
        self._write()
        super().put_all(shelf, kept)

    def put_new(self, shelf: str, key: str, value: str) -> bool:
        self._write()
        return super().put_new(shelf, key, value)

    def remove(self, shelf: str, key: str) -> None:
        self._write()
        super().remove(shelf, key)

    def remove_all(self, keys: Sequence[tuple[str, str]]) -> None:
        self._write()
        super().remove_all(keys)


def test_whoever_is_forgotten_in_a_crash_is_forgotten_whole_or_not_at_all(ledger: Ledger, regulars: Regulars) -> None:
    for writes in range(10):
        crashing = Regulars(Crashing(ledger, writes))
        try:
            crashing.forget(crashing.known(ANN))
        except Crashed:
            assert regulars.called("Ann", PHRASE, DAY_US).id == ANN
            assert regulars.settings(ANN) == {"deck": "two"}
            continue
        assert not SHELVES & set(ledger.shelves())
        assert writes == 1, "it is one write"
        return


@pytest.mark.parametrize("writes", range(4))
def test_whoever_is_kept_in_a_crash_has_the_name_or_leaves_it_free(ledger: Ledger, writes: int) -> None:
    regulars = Regulars(ledger)
    try:
        Regulars(Crashing(ledger, writes)).keep(ANN, "Ann", PHRASE, DAY_US)
    except Crashed:
        assert writes < 3
    if regulars.find(ANN) is None:
        regulars.verify_name_free("Ann")
        let_go(regulars, 3 * DAY_US, YEAR, ())
        assert not SHELVES & set(ledger.shelves())
    else:
        assert regulars.called("Ann", PHRASE, DAY_US).id == ANN
        assert let_go(regulars, 3 * DAY_US, YEAR, ()) == 0


def test_what_an_older_crash_left_is_mended_at_the_next_start(ledger: Ledger, regulars: Regulars) -> None:
    """As it was before forgetting was one write: a name that is nobody's, a note of nobody."""
    ledger.put(NAMES, "lost", BEN)
    ledger.put(SCORES, BEN, "{}")
    with pytest.raises(Refused):
        regulars.verify_name_free("Lost")
    assert let_go(regulars, DAY_US, YEAR, ()) == 0
    regulars.verify_name_free("Lost")
    assert ledger.get(SCORES, BEN) is None
    assert regulars.called("Ann", PHRASE, DAY_US).id == ANN
