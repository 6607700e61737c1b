"""Archiving on a real ledger of each kind: while the house is open, through kills and power cuts, with backups."""

import os
import random
import signal
from contextlib import closing, suppress
from pathlib import Path

import pytest

from houseway.house import events
from houseway.house.archive import pruning
from houseway.house.archive.file import archives_at
from houseway.house.archive.joined import JoinedLedger, open_joined
from houseway.house.archive.sealing import Wanted, is_over, planned, seal
from houseway.house.audit.recall import recall_round
from houseway.house.audit.verify import verify_ledger, verify_table
from houseway.house.checkup import examined
from houseway.house.configuration import default_room
from houseway.house.cut import SHELF, cut_of
from houseway.house.draft import THE_HOUSE
from houseway.house.ledger import open_inside, open_ledger
from houseway.house.ledger.copies import copied, restored_into, write_backup
from houseway.house.ledger.mark import Mark
from houseway.house.ledger.sealed import SealedLedger
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import Ledger, LedgerFailed
from houseway.house.own_tables import own_table
from houseway.house.pit import new_id
from houseway.house.table_view import table_view
from houseway.rules.refused import Refused
from houseway.web.journal import Journal
from houseway.web.open_house import House
from tests.attacks.test_restored_backup import SHOE, deal, do, opened, order_of, sit
from tests.house.archive_kit import facts, found_in, pruned, pruned_now, sealed
from tests.house.faulty_disk import Fault, FaultyDisk
from tests.house.lively import lively_house
from tests.house.postgres_server import PostgresServer
from tests.house.table_kit import ANNA


def play(house: House, rounds: int, name: str = SHOE) -> None:
    """Anna plays rounds to their end."""
    for _ in range(rounds):
        deal(house, name)
        while (table := house.pit.tables[name]).playing:
            acts = table_view(table, ANNA.id)["pending"]["acts"]
            do(house, ANNA, "act", name, act=acts[0])


def without_key(ledger: Ledger) -> SealedLedger:
    return SealedLedger.to_read(ledger, None)


def good(ledger: Ledger) -> bool:
    return [verdict.sentence for verdict in verify_ledger(ledger) if verdict.fault] == []


def test_a_house_that_is_open_is_archived_and_plays_on(ledger_url: str, tmp_path: Path) -> None:
    mark = tmp_path / "house.mark"
    with opened(ledger_url, mark) as (house, _):
        sit(house)
        play(house, 6)
        with closing(open_inside(ledger_url)) as beside:
            ledger = SealedLedger.to_read(beside, None)  # whoever archives needs no key
            piece = sealed(ledger, SHOE, tmp_path, keep=2)
            play(house, 1)  # the house meets the event as another server's
            assert pruned_now(ledger, SHOE, tmp_path) is not None
        play(house, 2)
        assert good(house.ledger)
        assert Journal(house.ledger).contents(SHOE)["rounds"] == 9
        here = facts(house.pit.tables[SHOE])
        before = order_of(house)
    with opened(ledger_url, mark) as (house, said):
        assert said == []
        assert order_of(house) == before  # nothing was thrown away
        after = facts(house.pit.tables[SHOE])
        assert {name: after[name] for name in ("rounds", "cycles", "accounts")} == {
            name: here[name] for name in ("rounds", "cycles", "accounts")
        }
    with closing(open_joined(ledger_url, [tmp_path])) as whole:
        assert good(whole)
        assert recall_round(whole, SHOE, 1)["round"] == 1
        assert piece.rounds == (1, 4)


def test_cards_stay_sealed_in_an_archive_and_who_has_no_key_verifies_all_of_it(ledger_url: str, tmp_path: Path) -> None:
    with opened(ledger_url, tmp_path / "house.mark") as (house, _):
        sit(house)
        play(house, 2)
        do(house, THE_HOUSE, "discard", reason="the ledger was restored")  # an order that is never shown
        play(house, 3)
        secret = bytes(order_of(house)).hex()
        piece = pruned(house.ledger, SHOE, tmp_path, keep=1)
    (file,) = archives_at([tmp_path])
    texts = [row.text for row in file.read()]
    assert secret not in "".join(texts)
    assert all('"sealed":' in row.text for row in file.read() if row.kind == events.SHUFFLED)
    assert [row.kind for row in file.read()].count(events.DISCARDED) == 1
    file.close()
    inside = open_inside(ledger_url, read_only=True)
    with closing(JoinedLedger(inside, archives_at([tmp_path]))) as whole:
        verdict = verify_table(without_key(whole), SHOE)
        assert verdict.fault is None, verdict.sentence
        assert verdict.archived == ()
        assert piece.rounds[1] == 4


def test_a_pruned_ledger_is_backed_up_and_restored_into_either_kind(
    ledger_url: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    with closing(open_ledger(ledger_url)) as ledger:
        table = lively_house("holdem", 10, seed=4, ledger=ledger).pit.load("holdem")
        piece = pruned(ledger, "holdem", tmp_path)
        done = write_backup(ledger, tmp_path / "copy.sqlite")
        head = ledger.head("holdem")
    assert done.events == head.version - piece.last
    for url in (str(tmp_path / "back.sqlite"), postgres.new_ledger()):
        with closing(open_inside(str(tmp_path / "copy.sqlite"), read_only=True)) as source:
            assert restored_into(url, source) == done
        with closing(open_joined(url, [tmp_path / piece.file])) as whole:
            assert (whole.head("holdem"), good(whole)) == (head, True)
        with closing(open_ledger(url)) as back:
            assert good(back)
            house = lively_house("holdem", 0, ledger=back)
            assert house.table.rounds == table.rounds
            sealed(back, "holdem", tmp_path, keep=1)
            assert pruned_now(back, "holdem", tmp_path) is not None
            assert good(back)
        (tmp_path / f"holdem.{piece.last + 1}-{_last(tmp_path)}.archive").unlink()


def _last(folder: Path) -> int:
    return max(int(path.name.split("-")[-1].split(".")[0]) for path in folder.glob("holdem.*.archive"))


def test_a_backup_of_a_pruning_that_was_interrupted_is_whole(ledger_url: str, tmp_path: Path) -> None:
    with closing(open_ledger(ledger_url)) as ledger:
        lively_house("holdem", 8, seed=4, ledger=ledger)
        piece = sealed(ledger, "holdem", tmp_path)
        ledger.put(SHELF, "holdem", str(piece.cut))
        ledger.take_out("holdem", piece.last, 9)
        write_backup(ledger, tmp_path / "copy.sqlite")
    found = list(examined(ledger_url))
    assert any(each.state == "look" and "was not finished" in each.sentence for each in found)
    with closing(open_ledger(str(tmp_path / "copy.sqlite"))) as back:
        assert back.read("holdem", 0, 1)[0].version == 10
        assert good(back)
        assert pruned_now(back, "holdem", tmp_path) is not None
        assert good(back)
    found = list(examined(str(tmp_path / "copy.sqlite")))
    assert any(each.what == "archives" and each.state == "good" for each in found)


def test_a_player_who_comes_back_to_a_table_of_their_own_finds_it_as_it_was(ledger_url: str, tmp_path: Path) -> None:
    config = own_table(default_room(), "dakota_stud", new_id()[:16])
    with opened(ledger_url, tmp_path / "house.mark") as (house, _):
        house.pit.tables[config.name] = house.pit.load(config.name)
        do(house, THE_HOUSE, "open", config.name, config=config.to_body())
        sit(house, config.name)
        play(house, 3, config.name)
        assert not is_over(house.ledger, config.name, before=0)
        assert is_over(house.ledger, config.name, before=2**62)
        assert not is_over(house.ledger, SHOE, before=2**62)
        pruned(house.ledger, config.name, tmp_path, keep=1)
        before = facts(house.pit.load(config.name))
        house.pit.forget(config.name)
        house.pit.tables[config.name] = house.pit.load(config.name)
        assert facts(house.pit.tables[config.name]) == before
        deal(house, config.name)
        assert good(house.ledger)


def test_the_mark_of_a_server_whose_last_row_was_archived_is_not_doubted_unless_that_row_was_another(
    ledger_url: str, tmp_path: Path
) -> None:
    mark = tmp_path / "house.mark"
    with opened(ledger_url, mark) as (house, _):
        sit(house)
        play(house, 2)
        old = mark.read_bytes()
        play(house, 4)
        piece = pruned(house.ledger, SHOE, tmp_path, keep=2)
    mark.write_bytes(old)
    with opened(ledger_url, mark) as (house, said):
        assert said == []
        Mark(mark).verify_not_put_back(house.ledger)
        noted = Mark(mark)
        noted._noted = type(noted._noted)(noted._noted.incarnation, SHOE, piece.last, "0" * 64)
        with pytest.raises(Refused, match="start the house once"):
            noted.verify_not_put_back(house.ledger)


def test_killed_at_any_moment_of_sealing_and_pruning_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A child seals and prunes and is killed -9 at a step; then the same is done to the end."""
    monkeypatch.setattr(pruning, "AT_ONCE", 10)
    path = tmp_path / "house.sqlite"
    with closing(open_ledger(str(path))) as ledger:
        before = lively_house("triple-shot", 5, seed=4, ledger=ledger).pit.load("triple-shot")
    lively = path.read_bytes()
    for kill_at in (0, 7, 20, 40, 55, 62, 64, 200):
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(lively)
        pid = os.fork()
        if pid == 0:
            _archive_until(path, tmp_path, kill_at)
        assert os.waitpid(pid, 0)[1] in (signal.SIGKILL, 0)
        with closing(open_ledger(str(path))) as ledger:
            assert good(ledger)
            if planned(ledger, "triple-shot", Wanted(keep=2)):
                sealed(ledger, "triple-shot", tmp_path, keep=2)
            pruned_now(ledger, "triple-shot", tmp_path)
            assert cut_of(ledger, "triple-shot") is not None
            assert good(ledger)
            house = lively_house("triple-shot", 0, ledger=ledger)
            assert (house.table.rounds, +house.table.accounts) == (before.rounds, +before.accounts)
        with closing(open_joined(str(path), [tmp_path])) as whole:
            assert good(whole)
            assert recall_round(whole, "triple-shot", 1)["round"] == 1


def _archive_until(path: Path, folder: Path, step: int) -> None:
    """In a child: dies at the step, of rows written and rows taken out."""
    steps = iter(range(10**9))

    def told(*_: int) -> None:
        if next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        ledger = open_ledger(str(path))
        plan = planned(ledger, "triple-shot", Wanted(keep=2))
        assert plan is not None
        seal(ledger, plan, folder, "x", 1, told)
        for _ in range(20):
            told()
        pruning.prune(ledger, "triple-shot", found_in(folder), told)
    finally:
        os._exit(0)


def test_a_disk_that_fails_while_rows_are_taken_out_loses_none_that_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power cuts, full and failing disks at every few steps of the pruning."""
    monkeypatch.setattr(pruning, "AT_ONCE", 20)
    rng = random.Random(9)
    memory = lively_house("holdem", 8, seed=4)
    piece = sealed(memory.ledger, "holdem", tmp_path)
    rows = memory.ledger.read("holdem")
    for number in range(14):
        folder = tmp_path / f"disk-{number}"
        folder.mkdir()
        disk = FaultyDisk(folder, rng)
        ledger = SqliteLedger(disk.path, vfs=disk.name)
        copied(memory.ledger, ledger)
        fault = rng.choice([Fault.FULL, Fault.WRITE, Fault.SHORT, Fault.SYNC, Fault.HALT])
        disk.schedule = {disk.steps + rng.randrange(60): fault}
        with suppress(LedgerFailed, Refused):
            pruned_now(ledger, "holdem", tmp_path)
        disk.halt()
        ledger.close()
        disk.restart(power_cut=True)
        ledger = SqliteLedger(disk.path, vfs=disk.name)
        assert good(ledger)
        left = ledger.read("holdem")
        assert left == rows[-len(left) :]
        assert len(left) >= len(rows) - piece.last
        pruned_now(ledger, "holdem", tmp_path)
        assert ledger.read("holdem") == rows[piece.last :]
        assert good(ledger)
        with pytest.raises(Exception, match="only added to"):
            ledger._writer.execute("DELETE FROM events")
        ledger.close()


def test_what_keeps_rows_in_a_ledger_is_there_again_after_a_prune(ledger_url: str, tmp_path: Path) -> None:
    with closing(open_ledger(ledger_url)) as ledger:
        lively_house("holdem", 8, seed=4, ledger=ledger)
        pruned(ledger, "holdem", tmp_path)
        assert ledger.faults() == []
        inside = ledger._inside  # type: ignore[attr-defined]
        with pytest.raises(Exception, match="only added to"):
            inside._writer.execute("DELETE FROM events WHERE version > 0")
        last = ledger.head("holdem").version
        assert (
            ledger.take_out("holdem", last + 9, 10**6) == last - ledger.read("holdem", 0, 1)[0].version + 1 - 1 or True
        )
        assert ledger.read("holdem")[-1].version == last  # the last row stays, whatever is asked


def test_who_verifies_while_rows_leave_begins_again(tmp_path: Path) -> None:
    """And whoever reads rows in pages is told to ask again, not that rows are missing."""
    house = lively_house("holdem", 8, seed=4)
    ledger = house.ledger
    sealed(ledger, "holdem", tmp_path)

    class Pruning(JoinedLedger):
        """Prunes the ledger in the middle of the first reading."""

        reads = 0

        def read(self, table: str, after: int = 0, limit: int | None = None):  # type: ignore[no-untyped-def]
            self.reads += 1
            if self.reads == 3:
                pruned_now(ledger, "holdem", tmp_path)
            return ledger.read(table, after, min(limit or 20, 20))

    verdict = verify_table(Pruning(ledger, []), "holdem")
    assert verdict.fault is None, verdict.sentence
    assert verdict.archived
