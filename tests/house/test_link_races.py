"""Two servers on one ledger, SQLite or PostgreSQL, race for one jackpot: it is paid once, and no bet is missed."""

import sys
import threading
from collections.abc import Callable

from houseway.house import events
from houseway.house.draft import Command
from houseway.house.ledger.store import Ledger
from houseway.house.ledger.writer import Writer
from houseway.house.linked.drafts import LinkDraft
from houseway.house.linked.link import GREW
from houseway.house.pit import Pit, new_id
from tests.house.table_kit import ANNA, BEN, arranged, at_once, room_with
from tests.house.test_links import BOARD, LOW, SEED, bet, play_out, verify, with_royal

TABLES = (("one", ANNA), ("two", BEN))
ROUNDS = 3
BETS = 3000


def test_two_servers_that_race_for_one_jackpot_pay_it_once(opened: Callable[[], Ledger]) -> None:
    configs = with_royal("one", keep_seat_s=3600), with_royal("two", keep_seat_s=3600)
    pits, writers = [], []
    for _ in TABLES:
        ledger = opened()
        writer = Writer(ledger)
        chance = arranged(configs[0], f"{BOARD} {LOW}")
        pit = Pit(ledger, writer.submit, room_with(*configs), clock=lambda: 1_000_000_000, chance=chance)
        pit.open_room(software="test", restarted=False)
        pits.append(pit)
        writers.append(writer)
    gate = threading.Barrier(len(TABLES))
    wrong: list[BaseException] = []

    def play(pit: Pit, table: str, person: object) -> None:
        try:
            pit.do(table, person, Command(new_id(), "sit", None, {"cents": 500_000}))  # type: ignore[arg-type]
            for _ in range(ROUNDS):
                bet(pit, table, person)  # type: ignore[arg-type]
                gate.wait(60)
                play_out(pit, table, person)  # type: ignore[arg-type]
        except BaseException as error:
            wrong.append(error)
            gate.abort()

    threads = [threading.Thread(target=play, args=(pit, *each)) for pit, each in zip(pits, TABLES, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer in writers:
        writer.close()
    assert not wrong, wrong
    ledger = opened()
    verify(ledger)
    won = [row.written for row in ledger.read(":link:corner") if row.kind == "won"]
    assert len(won) == 2 * ROUNDS
    taken = [each["meters"]["jackpot"]["cents"] for each in won]
    shows = pits[0].links.catch_up("corner").readings["jackpot"].shown_cents
    assert sum(taken) + shows == (2 * ROUNDS + 1) * SEED + 2 * ROUNDS * 35
    assert max(taken) < 2 * SEED, "nobody was paid what another had"
    assert sum(row.kind == events.JACKPOT for name, _ in TABLES for row in ledger.read(name)) == 2 * ROUNDS


def test_a_link_that_is_looked_at_while_another_thread_reads_on_is_whole(opened: Callable[[], Ledger]) -> None:
    """News of other servers come on a thread of their own: whoever drafts meanwhile has all of a bet or none of it."""
    config = with_royal("one", keep_seat_s=3600)
    ledger = opened()
    pit = Pit(ledger, at_once(ledger), room_with(config), clock=lambda: 1_000_000_000)
    pit.open_room(software="test", restarted=False)
    here = LinkDraft.on(pit.links.look("corner"))
    for number in range(1, BETS + 1):
        told = {"table": "one", "round": number, "version": number}
        here.happen(GREW, 1_000_000_000, **told, fed_cents=100, in_cents=100)
    ledger.append([here.batch(1_000_000_000, "bets")])
    wrong: list[str] = []
    links = pit.links
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        reading = threading.Thread(target=links.catch_up, args=("corner",))
        reading.start()
        while reading.is_alive():
            draft = LinkDraft.on(links.look("corner"))
            bets = draft.link.readings["jackpot"].bets_cents
            if bets != 100 * (draft.base - 1) or sum(draft.link.accounts.values()) != 0:
                wrong.append(f"{bets} cents of bets at entry {draft.base}")
        reading.join()
    finally:
        sys.setswitchinterval(before)
    assert wrong == []
    assert links.look("corner").readings["jackpot"].bets_cents == 100 * BETS
