"""Issue 10, 3: a ledger that was put back, or copied, deals no card whose place may have been shown since."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import psycopg
import pytest

from houseway.house import events
from houseway.house.audit.export import shown_rows
from houseway.house.audit.verify import verify_ledger
from houseway.house.configuration import default_room
from houseway.house.draft import THE_HOUSE, Actor, Command
from houseway.house.ledger import open_ledger
from houseway.house.ledger.mark import PUT_BACK, UNKNOWN, Mark, default_mark
from houseway.house.ledger.store import LedgerFailed
from houseway.house.own_tables import own_table
from houseway.house.pit import new_id
from houseway.rules.refused import Refused
from houseway.web.journal import Journal
from houseway.web.open_house import House, open_house
from houseway.web.past_rounds import Archive
from houseway.web.refusals import Missing
from tests.house.conftest import ledger_url, postgres  # noqa: F401  a ledger of each kind
from tests.house.table_kit import ANNA, least_bets
from tests.web.running import small_room

ROOM = small_room("holdem-six", "dakota")
SHOE = "holdem-six"  # several rounds a shuffle


def do(house: House, actor: Actor, what: str, table: str = SHOE, **said: object) -> None:
    house.pit.do(table, actor, Command(new_id(), what, None, said))


def sit(house: House, table: str = SHOE) -> None:
    do(house, ANNA, "sit", table, cents=house.pit.tables[table].set_up.buy_in_most_cents)


def deal(house: House, table: str = SHOE) -> None:
    player = house.pit.tables[table].players[ANNA.id]
    wagers = least_bets(house.pit.tables[table].set_up, all_wagers=False)
    do(house, ANNA, "bet", table, seat=player.seats[0], wagers=wagers)
    do(house, ANNA, "ready", table)


def order_of(house: House, table: str = SHOE) -> tuple[int, ...]:
    shuffle = house.pit.tables[table].shuffle
    assert shuffle is not None
    return shuffle.order


def kinds(house: House, table: str = SHOE) -> list[str]:
    return [row.kind for row in house.ledger.read(table)]


@contextmanager
def opened(url: str, mark: Path) -> Iterator[tuple[House, list[str]]]:
    said: list[str] = []
    house = open_house(url, ROOM, mark=mark, say=said.append)
    try:
        yield house, said
    finally:
        house.close()


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    return tmp_path / "state" / "house.mark"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.sqlite"


def forget_rows(url: str, table: str, after: int) -> None:
    """As if they had never been written: what a database looks like that was put back."""
    head = "SELECT hash FROM events WHERE table_name = {0} AND version = {0}"
    lose = "DELETE FROM events WHERE table_name = {0} AND version > {0}"
    move = "UPDATE heads SET version = {0}, hash = {0} WHERE table_name = {0}"
    if url.startswith("postgresql"):
        with psycopg.connect(url, autocommit=True) as there:
            (hash_,) = there.execute(head.format("%s"), (table, after)).fetchone() or ("",)
            there.execute("ALTER TABLE events DISABLE TRIGGER unchanged")
            there.execute(lose.format("%s"), (table, after))
            there.execute("ALTER TABLE events ENABLE TRIGGER unchanged")
            there.execute(move.format("%s"), (after, hash_, table))
        return
    with closing(apsw.Connection(url.removeprefix("sqlite:///"))) as here:
        guard = here.execute("SELECT sql FROM sqlite_schema WHERE name = 'untaken'").get
        hash_ = here.execute(head.format("?"), (table, after)).get
        here.execute("DROP TRIGGER untaken")
        here.execute(lose.format("?"), (table, after))
        here.execute(guard)
        here.execute(move.format("?"), (after, hash_, table))


def put_back(copy: Path, file: Path) -> None:
    for end in ("-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    shutil.copy(copy, file)


def is_good(house: House) -> bool:
    return all(verdict.fault is None for verdict in verify_ledger(house.ledger))


def test_a_shoe_that_was_shown_after_the_copy_is_not_dealt_again(file: Path, mark: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with opened(str(file), mark) as (house, said):
        sit(house)
        assert said == []
    shutil.copy(file, copy)
    with opened(str(file), mark) as (house, said):
        assert said == []
        known = order_of(house)
        deal(house)
    put_back(copy, file)
    with opened(str(file), mark) as (house, said):
        assert order_of(house) != known
        assert kinds(house)[-3:-1] == [events.DISCARDED, events.SHUFFLED]
        assert said == [f"{PUT_BACK}; every shoe is shuffled anew"]
        assert house.pit.tables[SHOE].notice == PUT_BACK
        assert is_good(house)
    with opened(str(file), mark) as (house, said):
        assert said == []
        assert kinds(house).count(events.DISCARDED) == 1


def test_a_round_that_is_on_in_the_copy_is_void_and_its_cards_stay_hidden(
    file: Path, mark: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    with opened(str(file), mark) as (house, _):
        sit(house)
        deal(house)
        assert house.pit.tables[SHOE].playing
        chips = house.pit.tables[SHOE].chips(ANNA.id) + house.pit.tables[SHOE].accounts["felt"]
        cycle = house.pit.tables[SHOE].cycles
        ledger = open_ledger(str(file), read_only=True)  # what is in its log is copied too
        ledger.close()
        shutil.copy(file, copy)
        shutil.copy(f"{file}-wal", f"{copy}-wal")
        do(house, ANNA, "leave")
    Path(f"{file}-wal").unlink(missing_ok=True)
    put_back(copy, file)
    shutil.copy(f"{copy}-wal", f"{file}-wal")
    with opened(str(file), mark) as (house, _):
        table = house.pit.tables[SHOE]
        assert kinds(house)[-4:-1] == [events.VOIDED, events.DISCARDED, events.SHUFFLED]
        assert table.chips(ANNA.id) == chips
        assert is_good(house)
        assert table.discarded == (cycle,)
        with pytest.raises(Missing, match="thrown away"):
            Archive(house.ledger).shuffle(SHOE, cycle)
        assert "order" not in Archive(house.ledger).round(SHOE, 1)["shuffle"]
        shuffles = [row for row in shown_rows(house.ledger, SHOE) if row.row.kind == events.SHUFFLED]
        assert [row.withheld for row in shuffles] == [("key", "order"), ("key", "order")]
        found = Journal(house.ledger).search(SHOE, events.SHUFFLED, "", 0, 10**9, 9)
        assert [row.withheld for row, _ in found] == [("key", "order"), ("key", "order")]


def test_a_copy_that_is_served_elsewhere_throws_away_every_shoe_also_of_players_own_tables(
    file: Path, mark: Path, tmp_path: Path
) -> None:
    config = own_table(default_room(), "dakota_stud", new_id()[:16])
    own = config.name
    with opened(str(file), mark) as (house, _):
        sit(house)
        house.pit.tables[own] = house.pit.load(own)
        do(house, THE_HOUSE, "open", own, config=config.to_body())
    fork = tmp_path / "fork.sqlite"
    shutil.copy(file, fork)
    with opened(str(fork), tmp_path / "other.mark") as (house, said):
        assert said == [f"{UNKNOWN}; every shoe is shuffled anew"]
        for table in (SHOE, "dakota", own):
            assert events.DISCARDED in kinds(house, table)
        assert is_good(house)
    put_back(fork, file)  # it goes on from the first one's last row, and is another all the same
    with opened(str(file), mark) as (_, said):
        assert said == [f"{UNKNOWN}; every shoe is shuffled anew"]


def test_a_start_that_fails_while_shoes_are_thrown_away_is_begun_again(
    file: Path, mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(str(file), mark) as (house, _):
        sit(house)
    mark.unlink()
    with monkeypatch.context() as broken:
        broken.setattr(Mark, "adopt", _fails)
        with pytest.raises(LedgerFailed), opened(str(file), mark):
            pass
    with opened(str(file), mark) as (house, said):
        assert said
        assert kinds(house).count(events.DISCARDED) == 2


def _fails(*_: object, **__: object) -> None:
    raise LedgerFailed("the power went")


def test_a_server_that_dies_leaves_a_mark_that_is_not_doubted(ledger_url: str, mark: Path) -> None:  # noqa: F811
    """Killed before the mark was written: the row before is there too."""
    with opened(ledger_url, mark) as (house, _):
        sit(house)
        before = mark.read_bytes()
        deal(house)
        assert mark.read_bytes() != before
    mark.write_bytes(before)
    with opened(ledger_url, mark) as (_, said):
        assert said == []


def test_a_power_cut_that_leaves_an_older_mark_hides_no_restore(file: Path, mark: Path, tmp_path: Path) -> None:
    """The row in it is in the copy too; the name that the last start gave the ledger is not."""
    copy = tmp_path / "copy.sqlite"
    with opened(str(file), mark) as (house, _):
        sit(house)
    shutil.copy(file, copy)
    before = json.loads(mark.read_bytes())
    with opened(str(file), mark) as (house, said):
        assert said == []
        known = order_of(house)
        deal(house)
    named = json.loads(mark.read_bytes())["incarnation"]
    mark.write_text(json.dumps({**before, "incarnation": named}))  # as it was synced when that start was made
    put_back(copy, file)
    with opened(str(file), mark) as (house, said):
        assert said == [f"{UNKNOWN}; every shoe is shuffled anew"]
        assert order_of(house) != known
        assert is_good(house)


def test_a_database_that_lost_rows_is_put_back_whichever_it_is(
    ledger_url: str,  # noqa: F811
    mark: Path,
) -> None:
    with opened(ledger_url, mark) as (house, _):
        sit(house)
        before = house.pit.tables[SHOE].version
        deal(house)
    forget_rows(ledger_url, SHOE, before)
    with opened(ledger_url, mark) as (house, said):
        assert said == [f"{PUT_BACK}; every shoe is shuffled anew"]
        assert events.DISCARDED in kinds(house)
        assert is_good(house)


def test_rows_lost_while_the_house_waits_for_its_ledger_keep_the_tables_closed(file: Path, mark: Path) -> None:
    with opened(str(file), mark) as (house, _):
        sit(house)
        house.mark._noted = type(house.mark._noted)(house.mark._noted.incarnation, SHOE, 10**6, "0" * 64)
        with pytest.raises(LedgerFailed, match="start it again"):
            house.pit.recover()


def test_a_mark_that_cannot_be_written_is_refused_at_the_start(file: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(Refused, match="--mark"), opened(str(file), tmp_path / "taken" / "house.mark"):
        pass


def test_the_default_mark_is_apart_from_the_ledger_and_names_no_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    one, other = (default_mark(f"postgresql://{who}@db:5432/house") for who in ("a:secret", "b:other"))
    assert one == other
    assert one is not None
    assert one.parent == tmp_path / "state" / "houseway"
    assert default_mark(str(tmp_path / "x.sqlite")) != default_mark(str(tmp_path / "y.sqlite"))
    assert default_mark("memory:") is None
