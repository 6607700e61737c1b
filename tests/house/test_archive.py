"""Older rounds leave the ledger and nothing else changes: the table, its totals, its record, its audit."""

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from houseway.house import events
from houseway.house.archive.file import ArchiveFile
from houseway.house.archive.sealing import Wanted, newest_cut, planned, seal
from houseway.house.audit.export import archived_before, shown_rows
from houseway.house.audit.hold import holds
from houseway.house.audit.machine_logs import logs
from houseway.house.audit.recall import recall_round, recall_rounds
from houseway.house.audit.steps import steps_of
from houseway.house.audit.verify import verify_ledger, verify_table
from houseway.house.cut import SHELF, cut_of
from houseway.house.ledger import open_ledger
from houseway.house.ledger.copies import copied
from houseway.house.ledger.store import Batch, Ledger
from houseway.house.pit import Done, Pit
from houseway.rules.refused import Refused
from houseway.web.desk.questions import Questions
from houseway.web.journal import Journal
from houseway.web.past_rounds import Archive
from houseway.web.refusals import Missing
from tests.house.archive_kit import facts, found_in, joined, pruned, pruned_now, sealed
from tests.house.lively import Rows, lively_house, rechained
from tests.house.streams import read_stream, stored_streams
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, at_once, least_bets, room_with, table_of

TABLES = ("dakota-practice", "holdem", "holdem-six", "super-fun", "triple-shot", "lucky")
ROUNDS = 12


@pytest.fixture
def house() -> House:
    return lively_house("dakota-practice", ROUNDS, seed=7)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_its_totals_and_its_audit_are_the_same_without_its_older_rows(name: str, tmp_path: Path) -> None:
    house = lively_house(name, ROUNDS, seed=4)
    ledger = house.ledger
    before = sealed(ledger, name, tmp_path)
    table, held, log = house.pit.load(name), holds(ledger), logs(ledger)[name]
    whole = verify_table(ledger, name)
    assert whole.fault is None
    last = recall_rounds(ledger, name, 3)

    done = pruned_now(ledger, name, tmp_path)

    assert done is not None
    assert done.rows == before.last
    assert ledger.read(name)[0].version == before.last + 1
    assert facts(house.pit.load(name)) == facts(table)
    assert [row.to_json() for row in holds(ledger)] == [row.to_json() for row in held]
    assert logs(ledger)[name] == log
    assert recall_rounds(ledger, name, 3) == last
    verdict = verify_table(ledger, name)
    assert verdict.fault is None
    assert (verdict.events, verdict.rounds, verdict.head) == (whole.events, whole.rounds, whole.head)
    assert f"rounds 1 to {before.rounds[1]} (events 1 to {before.last}) are in the archive" in verdict.sentence
    assert before.head in verdict.sentence
    given = verify_table(joined(ledger, tmp_path), name)
    assert given.fault is None
    assert given.sentence == whole.sentence
    assert pruned_now(ledger, name, tmp_path) is None


@pytest.mark.parametrize("name", ["holdem-six", "lucky"])
def test_play_goes_on_behind_the_cut_and_is_good(name: str, tmp_path: Path) -> None:
    house = lively_house(name, ROUNDS, seed=4)
    pruned(house.ledger, name, tmp_path)
    house.reopen()
    house.sit(ANNA, BEN)
    for _ in range(2):
        house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
        house.play_out([ANNA, BEN], random.Random(1))
    assert house.table.rounds == ROUNDS + 2
    house.audit()
    (verdict,) = verify_ledger(joined(house.ledger, tmp_path))
    assert verdict.fault is None


def test_no_archive_holds_a_shoe_whose_order_is_still_to_be_shown(tmp_path: Path) -> None:
    house = House(table_of("lucky"))  # several rounds a shoe
    house.sit(ANNA)
    cuts = []
    for number in range(12):
        house.bet_and_deal(ANNA, **least_bets(house.config, all_wagers=False))
        if number % 4 == 3 and house.table.playing:  # the rest of its shoe is shown
            house.do(SUPERVISOR, "void", reason="a card was exposed")
        house.play_out([ANNA], random.Random(2))
        plan = planned(house.ledger, "lucky", Wanted(keep=1))
        cuts.append(plan.last if plan else 0)
    rows = house.ledger.read("lucky")
    shuffles = [row.version for row in rows if row.kind == events.SHUFFLED]
    assert len(shuffles) >= 3
    assert set(cuts) <= {0, *(version - 1 for version in shuffles)}
    piece = sealed(house.ledger, "lucky", tmp_path, keep=1)
    held = ArchiveFile(tmp_path / piece.file).read()
    shown = {row.body["cycle"] for row in held if row.kind == events.REVEALED}
    assert shown == {row.body["cycle"] for row in held if row.kind == events.SHUFFLED}


def test_so_many_rounds_stay_and_what_is_younger_than_a_day_does(house: House, tmp_path: Path) -> None:
    ledger, name = house.ledger, house.config.name
    for keep in (1, 3, ROUNDS - 1):
        plan = planned(ledger, name, Wanted(keep))
        assert plan is not None
        assert 1 <= plan.rounds <= ROUNDS - keep
    assert planned(ledger, name, Wanted(keep=ROUNDS)) is None
    times = [row.at for row in ledger.read(name) if row.kind == events.SHUFFLED]
    plan = planned(ledger, name, Wanted(keep=1, before=times[5]))
    assert plan is not None
    assert ledger.read(name, plan.last - 1, 1)[0].at < times[5]
    assert planned(ledger, name, Wanted(keep=1, before=times[0])) is None
    sealed(ledger, name, tmp_path, keep=5)
    assert planned(ledger, name, Wanted(keep=5)) is None


def test_an_archived_round_is_named_with_its_file_and_replayed_from_there(house: House, tmp_path: Path) -> None:
    ledger, name = house.ledger, house.config.name
    before = [recall_round(ledger, name, number) for number in range(1, ROUNDS + 1)]
    piece = pruned(ledger, name, tmp_path)
    last = piece.rounds[1]
    for number in (1, last):
        with pytest.raises(Refused, match=rf"round {number} .* is in the archive {piece.file}: `houseway audit recall"):
            recall_round(ledger, name, number)
        with pytest.raises(Missing, match=piece.file):
            Archive(ledger).round(name, number)
    with pytest.raises(Missing, match=piece.file):
        Archive(ledger).shuffle(name, 1)
    with pytest.raises(Refused, match=piece.file):
        Journal(ledger).search(name, "", "", 1, 10**9, 50)
    assert [recall_round(ledger, name, number) for number in range(last + 1, ROUNDS + 1)] == before[last:]
    whole = joined(ledger, tmp_path)
    assert [recall_round(whole, name, number) for number in range(1, ROUNDS + 1)] == before
    assert steps_of(recall_round(whole, name, 1)) == steps_of(before[0])
    (sentence,) = archived_before(ledger, [name], 0)
    assert piece.file in sentence
    assert list(archived_before(ledger, [name], piece.last)) == []
    assert next(shown.row.version for shown in shown_rows(ledger, name)) == piece.last + 1
    assert [shown.row.version for shown in shown_rows(whole, name)] == list(range(1, ledger.head(name).version + 1))


def test_the_staffs_pages_go_on(house: House, tmp_path: Path) -> None:
    ledger, name = house.ledger, house.config.name
    whole = Journal(ledger)
    shuffler, held = whole.house(name)["shuffler"], [row.to_json() for row in whole.holds(name)]
    found = whole.search(name, events.DEALT, "", ROUNDS, 10**9, 50)
    piece = pruned(ledger, name, tmp_path)
    after = Journal(ledger)
    assert after.house(name)["shuffler"] == shuffler
    assert [row.to_json() for row in after.holds(name)] == held
    assert after.search(name, events.DEALT, "", ROUNDS, 10**9, 50) == found
    assert len(after.search(name, events.DEALT, "", 0, 10**9, 50)) == ROUNDS - piece.rounds[1]
    told = after.house(name)["incidents"][0]
    assert (told["kind"], told["by"], told["reason"]) == (events.ARCHIVED, "the operator", piece.words)
    assert after.contents(name)["rounds"] == ROUNDS


def test_marks_are_made_and_found_behind_a_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.house.audit.marks.EVERY_ROUNDS", 2)
    house = lively_house("holdem", ROUNDS, seed=4)
    ledger = house.ledger
    Archive(ledger).rounds("holdem", 1)  # makes them
    late = {shelf: ledger.shelf(shelf) for shelf in ledger.shelves() if shelf.endswith("holdem")}
    piece = pruned(ledger, "holdem", tmp_path)
    for shelf, kept in late.items():
        assert 0 < len(ledger.shelf(shelf)) < len(kept)
    house.audit()
    for shelf, kept in late.items():  # as a clerk does who was about to keep them
        ledger.put_all(shelf, kept)
    house.audit()
    for number in range(piece.rounds[1] + 1, ROUNDS + 1):
        assert Archive(ledger).round("holdem", number)["round"] == number
    assert Archive(ledger).shuffle("holdem", piece.cycles + 1)["cycle"] == piece.cycles + 1


def test_a_round_in_the_archive_can_still_be_corrected(tmp_path: Path) -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    for _ in range(8):
        house.bet_and_deal(ANNA, **least_bets(house.config))
        house.play_out([ANNA], random.Random(3))
    wager = next(iter(least_bets(house.config)))
    held = {row.wager: row.held_cents for row in holds(house.ledger)}
    pruned(house.ledger, "dakota", tmp_path, keep=2)
    house.reopen()
    chips = house.chips(ANNA)
    house.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager=wager, cents=500, reason="paid too little")
    assert house.chips(ANNA) == chips + 500
    house.audit()
    whole = joined(house.ledger, tmp_path)
    assert recall_round(whole, "dakota", 1)["corrections"][0]["cents"] == 500
    assert {row.wager: row.held_cents for row in holds(house.ledger)} == held
    assert {row.wager: row.corrected_cents for row in holds(house.ledger)} == {**dict.fromkeys(held, 0), wager: -500}
    with pytest.raises(Refused, match="settled no"):
        house.do(SUPERVISOR, "correct", round=1, seat=2, player="ben", wager=wager, cents=500, reason="not there")
    pruned(house.ledger, "dakota", tmp_path, keep=1)
    assert verify_table(joined(house.ledger, tmp_path), "dakota").fault is None


def test_archives_follow_each_other_and_any_of_the_last_can_be_given(tmp_path: Path) -> None:
    house = lively_house("super-fun", ROUNDS, seed=4)
    ledger, name = house.ledger, "super-fun"
    table = house.pit.load(name)
    one, two = pruned(ledger, name, tmp_path, keep=8), sealed(ledger, name, tmp_path, keep=5)
    three = pruned(ledger, name, tmp_path, keep=2)
    assert (two.first, three.first) == (one.last + 1, two.last + 1)
    cut = cut_of(ledger, name)
    assert cut is not None
    assert cut.pieces == (one, two, three)
    after = house.pit.load(name)
    ours = ("accounts", "players", "played", "cycles", "rounds", "round", "config", "shuffle", "closed", "at")
    assert {name: facts(after)[name] for name in ours} == {name: facts(table)[name] for name in ours}
    assert verify_table(ledger, name).archived == (one, two, three)
    for given in ([three], [two, three], [one, two, three]):
        verdict = verify_table(joined(ledger, *(tmp_path / piece.file for piece in given)), name)
        assert verdict.fault is None, verdict.sentence
        assert verdict.archived == tuple(piece for piece in (one, two, three) if piece not in given)
    with pytest.raises(Refused, match="give those between"):
        joined(ledger, tmp_path / one.file, tmp_path / three.file)
    assert recall_round(joined(ledger, tmp_path / three.file), name, three.rounds[0])["round"] == three.rounds[0]


def test_pruning_that_stops_anywhere_loses_nothing_and_goes_on(tmp_path: Path) -> None:
    house = lively_house("triple-shot", ROUNDS, seed=4)
    ledger, name = house.ledger, "triple-shot"
    piece = sealed(ledger, name, tmp_path)
    table = house.pit.load(name)
    ledger.put(SHELF, name, str(newest_cut(ledger, name).row.version))  # type: ignore[union-attr]
    left = piece.last
    for step in (0, 1, 7, 20):
        left -= ledger.take_out(name, piece.last, step) if step else 0
        assert facts(house.pit.load(name)) == facts(table)
        verdict = verify_table(ledger, name)
        assert verdict.fault is None, verdict.sentence
        assert verify_table(joined(ledger, tmp_path), name).fault is None
        assert recall_rounds(ledger, name, 2)[0]["round"] == ROUNDS
    done = pruned_now(ledger, name, tmp_path)
    assert done is not None
    assert done.rows == left
    assert facts(house.pit.load(name)) == facts(table)


def test_nothing_leaves_the_ledger_without_the_archive_that_was_sealed(house: House, tmp_path: Path) -> None:
    ledger, name = house.ledger, house.config.name
    piece = sealed(ledger, name, tmp_path)
    rows = ledger.read(name)
    path = tmp_path / piece.file
    good = path.read_bytes()
    path.unlink()
    with pytest.raises(Refused, match="cannot be read"):
        pruned_now(ledger, name, tmp_path)
    path.write_bytes(good[:100] + bytes([good[100] ^ 1]) + good[101:])
    with pytest.raises(Refused, match="damaged"):
        pruned_now(ledger, name, tmp_path)
    other = lively_house(name, ROUNDS, seed=7)  # the same story with other keys
    path.unlink()
    again = sealed(other.ledger, name, tmp_path)
    assert again.file == piece.file
    with pytest.raises(Refused, match="not the archive that was sealed"):
        pruned_now(ledger, name, tmp_path)
    assert ledger.read(name) == rows
    path.write_bytes(good)
    assert pruned_now(ledger, name, tmp_path) is not None


def test_what_is_not_good_is_not_archived(house: House, tmp_path: Path) -> None:
    rows = house.ledger.read(house.config.name)
    place = next(i for i, row in enumerate(rows) if row.kind == events.SETTLED)
    forged = [*rows[:place], rows[place + 1], *rows[place + 1 :]]
    plan = planned(house.ledger, house.config.name, Wanted(keep=5))
    assert plan is not None
    with pytest.raises(Refused, match="nothing is archived that is not good"):
        seal(Rows(rechained(forged)), plan, tmp_path, "x", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_comes_again_after_the_cut_is_answered_the_same(tmp_path: Path) -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    wagers = least_bets(house.config)
    done = []
    for number in range(4):
        house.bet(ANNA, **wagers)
        done.append(house.do(ANNA, "ready", id=f"ready-{number}"))
        house.play_out([ANNA], random.Random(3))
    pruned(house.ledger, "dakota", tmp_path, keep=1)
    house.reopen()
    version = house.table.version
    for number in range(4):
        again = house.do(ANNA, "ready", id=f"ready-{number}")
        assert (again.version, again.repeated) == (done[number].version, True)
    assert house.table.version == version


def test_heads_noted_before_a_prune_are_found_again(house: House, tmp_path: Path) -> None:
    ledger, name = house.ledger, house.config.name
    rows = ledger.read(name)
    piece = pruned(ledger, name, tmp_path)
    inside, at_cut, after = rows[piece.last - 5], rows[piece.last - 1], rows[piece.last + 5]
    for row in (at_cut, after):
        assert verify_table(ledger, name, {row.version: row.hash}).fault is None
        fault = verify_table(ledger, name, {row.version: "0" * 64}).fault
        assert fault is not None
        assert fault.version == row.version
    missed = verify_table(ledger, name, {inside.version: inside.hash}).fault
    assert missed is not None
    assert f"is in {piece.file}: give it with --archive" in missed.reason
    whole = joined(ledger, tmp_path)
    assert verify_table(whole, name, {inside.version: inside.hash}).fault is None
    assert verify_table(whole, name, {inside.version: "0" * 64}).fault is not None


def test_rows_of_an_archive_are_the_rows_that_were_in_the_ledger(house: House, tmp_path: Path) -> None:
    ledger, name = house.ledger, house.config.name
    rows = ledger.read(name)
    piece = pruned(ledger, name, tmp_path)
    file = ArchiveFile(tmp_path / piece.file)
    assert file.read() == rows[: piece.last]
    assert all(other.before == one.hash for one, other in pairwise([*file.read(), *ledger.read(name)]))
    assert found_in(tmp_path)(piece) == file.path


def test_a_server_that_slept_through_a_prune_goes_on_from_the_cut(tmp_path: Path) -> None:
    house = lively_house("dakota", 3, seed=4)
    asleep = House(house.config, house.ledger).pit
    for _ in range(6):
        house.sit(ANNA)
        house.bet_and_deal(ANNA, **least_bets(house.config))
        house.play_out([ANNA], random.Random(1))
        house.do(ANNA, "leave")
    pruned(house.ledger, "dakota", tmp_path, keep=1)
    assert asleep.tables["dakota"].version < house.ledger.read("dakota")[0].version
    assert facts(asleep.refresh("dakota")) == facts(house.pit.refresh("dakota"))


def test_the_event_waits_for_the_tables_own_commands(house: House, tmp_path: Path) -> None:
    """Somebody is faster each time the place at the end of the stream was read, three times."""
    ledger, name = house.ledger, house.config.name
    plan, append = planned(ledger, name, Wanted(keep=5)), ledger.append
    faster: list[Done] = []

    class Busy:
        def __getattr__(self, what: str) -> object:
            return getattr(ledger, what)

        def append(self, batches: list[Batch]) -> object:
            if len(faster) < 3:
                faster.append(house.do(SUPERVISOR, "correct", **paid_too_little(house)))
            return append(batches)

    assert plan is not None
    piece = seal(Busy(), plan, tmp_path, "the operator", 1)  # type: ignore[arg-type]
    assert piece.cut == faster[-1].version + 1
    house.audit()
    with pytest.raises(Refused, match="somebody else has archived"):
        seal(ledger, plan, tmp_path, "the operator", 1)


def paid_too_little(house: House) -> dict[str, Any]:
    number, (_, seats) = next((each, kept) for each, kept in house.table.played.items() if kept[1])
    seat, (player, wagers) = next(iter(seats.items()))
    return {"round": number, "seat": seat, "player": player, "wager": wagers[0], "cents": 100, "reason": "too little"}


def test_events_that_are_archived_are_named_to_whoever_pages_through_a_stream(house: House, tmp_path: Path) -> None:
    ledger, name = house.ledger, house.config.name
    piece = pruned(ledger, name, tmp_path)
    asked = Questions(ledger)
    with pytest.raises(Refused, match=f"event 1 .* is in the archive {piece.file}; the ledger has those after"):
        asked.answer("events", {"table": name, "after": 0, "limit": 5})
    found = json.loads(asked.answer("events", {"table": name, "after": piece.last, "limit": 5}))
    assert [each["version"] for each in found] == list(range(piece.last + 1, piece.last + 6))


@pytest.mark.parametrize("path", stored_streams(), ids=lambda path: path.stem)
def test_ledgers_of_every_format_and_of_other_rules_are_archived(path: Path, tmp_path: Path) -> None:
    rows = read_stream(path)
    name, ledger = rows[0].table, open_ledger("memory:")
    copied(OneStream(rows), ledger)
    plan = planned(ledger, name, Wanted(keep=1))
    if plan is None:
        shoes = sum(row.kind == events.SHUFFLED for row in rows)
        assert shoes == 1 or newest_cut(ledger, name) is not None  # it has an archive already
        return
    table, held = Pit.load(pit_of(ledger), name), [row.to_json() for row in holds(ledger)]
    seal(ledger, plan, tmp_path, "the operator", 1)
    assert pruned_now(ledger, name, tmp_path) is not None
    after = facts(Pit.load(pit_of(ledger), name)) | {"version": table.version}
    assert after == facts(table)
    assert [row.to_json() for row in holds(ledger)] == held
    assert verify_table(ledger, name).fault is None
    assert verify_table(joined(ledger, tmp_path), name).fault is None


def pit_of(ledger: Ledger) -> Pit:
    return Pit(ledger, at_once(ledger), room_with())


class OneStream(Rows):
    def shelves(self) -> list[str]:
        return []
