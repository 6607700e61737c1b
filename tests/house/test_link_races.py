"""Two servers on one ledger, SQLite or PostgreSQL, race for one jackpot: it is paid once, and no bet is missed."""

import threading
from collections.abc import Callable

from houseway.house import events
from houseway.house.draft import Command
from houseway.house.ledger.store import Ledger
from houseway.house.ledger.writer import Writer
from houseway.house.pit import Pit, new_id
from tests.house.table_kit import ANNA, BEN, arranged, room_with
from tests.house.test_links import BOARD, LOW, SEED, bet, play_out, verify, with_royal

TABLES = (("one", ANNA), ("two", BEN))
ROUNDS = 3


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
