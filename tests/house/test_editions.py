"""Each round carries the edition of its rules: old rounds are dealt again by their own, and never look forged."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from houseway.engine.editions import UNNAMED, is_kept, kept
from houseway.engine.editions.old_rules import dealt
from houseway.games import all_games, find_game
from houseway.games.edition import edition_of
from houseway.games.game import Game
from houseway.house import events
from houseway.house.audit.verify import verify_table
from houseway.house.dealer import CHANGED_RULES
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Batch, Happened, Stored, canonical
from houseway.house.round import TableRound
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.house.lively import Rows, rechained, rows_of
from tests.house.streams import path_of, read_stream
from tests.house.table_kit import ANNA, BEN, House, arranged, least_bets, table_of
from tests.house.test_formats import store_again

ELSEWHERE = "0123456789abcdef"


@pytest.fixture
def kept_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of kept editions that may be damaged; the first is in it."""
    shutil.copy(kept.FOLDER / "1.zip", tmp_path)
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    kept._zip_of.cache_clear()
    yield tmp_path
    kept._zip_of.cache_clear()


def other_bytes(path: Path, name: str) -> None:
    """A file in the zip is changed where it lies, so that its sum is not what the zip says."""
    held = bytearray(path.read_bytes())
    with ZipFile(path) as packed:
        at = packed.getinfo(name).header_offset + 30 + len(name) + 40
    held[at] ^= 0xFF
    path.write_bytes(held)


def without(path: Path) -> None:
    """A zip of something else."""
    with ZipFile(path, "w") as packed:
        packed.writestr("notes.txt", "nothing")


def looked_up_and_dealt() -> None:
    is_kept("super_fun_21", ELSEWHERE)
    kept.dealt_under(UNNAMED, doubled_natural(UNNAMED).deal, ())


@pytest.mark.parametrize("damage", [
    lambda path: path.write_bytes(b""),
    lambda path: path.write_bytes(path.read_bytes()[:40_000]),
    lambda path: other_bytes(path, kept.MANIFEST),
    lambda path: other_bytes(path, "houseway/engine/replay.py"),
    without,
])  # fmt: skip
def test_an_edition_that_is_damaged_is_one_sentence(kept_here: Path, damage: Callable[[Path], object]) -> None:
    damage(kept_here / "1.zip")
    with pytest.raises(Refused, match=r"^the old rules in 1\.zip are damaged \(.*\): install houseway again$"):
        looked_up_and_dealt()


def test_what_is_no_edition_is_not_among_them_and_without_any_nothing_is_kept(kept_here: Path) -> None:
    (kept_here / "notes.zip").write_bytes(b"")
    assert is_kept("super_fun_21", UNNAMED)
    kept._zip_of.cache_clear()
    (kept_here / "1.zip").unlink()
    assert not is_kept("super_fun_21", UNNAMED)


def test_who_deals_old_rounds_is_started_again_when_killed() -> None:
    dealer = kept.OldRules(kept.FOLDER / "1.zip")
    deal = doubled_natural(UNNAMED).deal
    first = dealer.deal(deal, ())
    dealer._process.kill()
    dealer._process.wait()
    assert dealer.deal(deal, ()).tape.tolist() == first.tape.tolist()
    dealer.stop()


def doubled_natural(edition: str) -> TableRound:
    """Super Fun 21: a natural that is doubled, and the dealer has blackjack."""
    game = find_game("super_fun_21")
    order = tuple(cards_of("Ad Tc Kd Ah 2c 3c 4c 5c"))
    double = game.acts.index("double")
    bets = ({"blackjack": 1000},)
    return TableRound(1, game, game.settings(), 1, order, bets, ("anna",), edition, (double,))


def test_a_round_of_the_first_edition_is_dealt_again_as_it_was_dealt_then() -> None:
    """Then a doubled natural was staked after the dealer's check; now it is when it is chosen."""
    first, now = doubled_natural(UNNAMED), doubled_natural(edition_of(find_game("super_fun_21")))
    assert first.can_be_dealt_again
    assert not first.of_these_rules
    assert now.of_these_rules
    assert first.tape.tolist() != now.tape.tolist()
    assert first.won() == now.won() == {"1": {"blackjack": 2000}}


def test_what_deals_old_rounds_deals_by_these_rules_too_so_that_they_can_be_kept() -> None:
    now = doubled_natural(edition_of(find_game("super_fun_21")))
    deal = now.deal
    asked = {
        "game": deal.game.slug, "settings": dict(deal.settings), "order": list(deal.order),
        "wagers": [dict(bets) for bets in deal.wagers], "players": None, "choices": list(now.choices),
    }  # fmt: skip
    assert dealt(asked)["tape"] == now.tape.tolist()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_game_has_an_edition_and_the_first_is_kept(game: Game) -> None:
    assert len(edition_of(game)) == 16
    assert is_kept(game.slug, UNNAMED)
    assert not is_kept(game.slug, ELSEWHERE)


def played() -> House:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    for act in ("leave_one", "leave_two"):
        house.do(ANNA, "act", act=act)
    return house


def rewritten(rows: list[Stored], kind: str, **to: object) -> list[Stored]:
    return [replace(row, text=canonical({**json.loads(row.text), **to})) if row.kind == kind else row for row in rows]


def test_rounds_of_rules_that_are_not_kept_are_said_to_be_so_and_are_not_called_forged() -> None:
    house = played()
    other = rewritten(rows_of(house), events.OPENED, edition=ELSEWHERE)
    other = rewritten(other, events.DEALT, edition=ELSEWHERE)
    other = rechained(rewritten(other, events.SETTLED, tape="0" * 64))
    verdict = verify_table(Rows(other, other[-1].place), "dakota")
    assert verdict.fault is None
    assert verdict.other_rules == (ELSEWHERE,)
    assert verdict.sentence.endswith(
        "1 of them was dealt under other rules (edition 0123456789abcdef): stored results kept, "
        "chain and money verified"
    )
    assert verdict.to_json()["other_rules"] == 1


def test_a_result_that_these_rules_do_not_give_is_still_named_under_these_rules() -> None:
    forged = rechained(rewritten(rows_of(played()), events.SETTLED, tape="0" * 64))
    fault = verify_table(Rows(forged, forged[-1].place), "dakota").fault
    assert fault is not None
    assert "its tape must be" in fault.reason


def test_money_that_does_not_add_up_is_named_under_any_rules() -> None:
    other = rewritten(rows_of(played()), events.OPENED, edition=ELSEWHERE)
    other = rewritten(other, events.DEALT, edition=ELSEWHERE)
    forged = rechained(rewritten(other, events.SETTLED, postings={"player:anna": 100}))
    fault = verify_table(Rows(forged, forged[-1].place), "dakota").fault
    assert fault is not None
    assert "add up" in fault.reason


def test_a_round_that_is_on_when_the_rules_change_is_void_and_its_bets_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA, BEN)
    before = house.chips(ANNA)
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
    for module in ("round", "dealer"):
        monkeypatch.setattr(f"houseway.house.{module}.edition_of", lambda _: ELSEWHERE)
    house.reopen()
    assert house.last(events.VOIDED)["reason"] == CHANGED_RULES
    assert house.chips(ANNA) == before
    assert house.last(events.STARTED)["edition"] == ELSEWHERE, "a start under new rules is an event"


def test_a_round_cannot_claim_other_rules_than_those_its_table_was_served_by() -> None:
    forged = rechained(rewritten(rows_of(played()), events.DEALT, edition=ELSEWHERE))
    fault = verify_table(Rows(forged, forged[-1].place), "dakota").fault
    assert fault is not None
    assert "its edition must be" in fault.reason


def test_a_table_of_format_1_goes_on_under_these_rules_with_an_event() -> None:
    ledger = open_ledger("memory:")
    store_again(ledger, read_stream(path_of("holdem", 1)))
    house = House(table_of("holdem"), ledger=ledger, now=1_800_000_000_000_000)
    house.wait(1)
    started = house.last(events.STARTED)
    assert started["edition"] == edition_of(house.config.the_game)
    house.do(ANNA, "buy_in", cents=5_000)
    assert house.kinds().count(events.STARTED) == 1
    house.audit()


def test_a_table_whose_set_up_is_not_known_here_stays_closed_and_the_others_open() -> None:
    """An option that this houseway does not have (any more): one sentence, not a crash."""
    ledger = open_ledger("memory:")
    body = table_of("dakota").to_body()
    body["options"] = {**body["options"], "jokers": True}
    said = {"config": body, "software": "9.9", "edition": ELSEWHERE}
    opened = Happened(events.OPENED, events.written(events.OPENED, said))
    ledger.append([Batch("dakota", 0, 1, "x", (opened,))])
    house = House(table_of("lucky"), ledger=ledger)
    assert house.table.phase == "betting"
    with pytest.raises(Refused, match=r"table .dakota. cannot be played by this houseway: .*jokers"):
        house.pit.table("dakota")


def test_a_tape_that_a_round_tells_is_the_one_that_was_settled() -> None:
    config = table_of("super-fun", seats=1)
    house = House(config, chance=arranged(config, "Ah 9d Kd 7c 3c 4c"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000)
    house.do(ANNA, "act", act="stand")
    assert house.table.round is not None
    assert house.last(events.SETTLED)["tape"] == house.table.round.tape_digest()
    assert house.last(events.DEALT)["edition"] == edition_of(config.the_game)
