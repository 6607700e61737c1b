"""A table that departs from the approved rules says so, and why, or is not opened (issue 9, point 4; the letters)."""

import io
import random
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from houseway.cli import main
from houseway.games import find_game
from houseway.games.approval import departures
from houseway.house import events
from houseway.house.audit.hold import holds
from houseway.house.audit.recall import recall_rounds
from houseway.house.audit.verify import verify_ledger
from houseway.house.configuration import DEFAULT_ROOM, Faulty, Room, TableConfig, default_room, read_room
from houseway.house.offer import verify_offer
from houseway.house.own_tables import own_table
from houseway.house.posting import Sign, posting_sign
from houseway.house.table import Table
from houseway.house.table_view import table_facts
from houseway.report.audit_pages import hold_page, recall_page, verdicts_page
from houseway.report.sign import sign_page
from houseway.rules.refused import Refused
from tests.house.streams import read_stream, stored_streams
from tests.house.table_kit import ANNA, SUPERVISOR, House, least_bets, room_with, table_of

HEAD = 'name = "Room"\ndisputes = "Ask the supervisor."\n'
KINGS_LOSE = "Lowest pair that wins: a pair of aces"
WHY = "a study of high pairs"


def house_file(folder: Path, text: str) -> Path:
    path = folder / "room.toml"
    path.write_text(HEAD + text)
    return path


def aces(**changes: Any) -> TableConfig:
    """Dakota Stud where kings lose."""
    return table_of("dakota", options={"lowest_pair": 12}, **changes)


SPOILED = """
[tables.super-fun]
game = "super_fun_21"
options = { naturals_always_win = false, surrender = "none", six_card_winner = false, five_card_21 = false, \
diamonds = false }
[tables.dakota]
game = "dakota_stud"
options = { lowest_pair = 12 }
[tables.holdem]
game = "fast_action_holdem"
options = { splits = "none", envy = false }
"""


def test_letter__a_departing_table_needs_a_reason(tmp_path: Path) -> None:
    """The cases of the issue: each fault is one sentence that names each departure in words."""
    with pytest.raises(Faulty) as faulty:
        read_room(house_file(tmp_path, SPOILED))
    super_fun, dakota, holdem = faulty.value.faults
    start = "departs is missing: the table departs from the approved rules in "
    assert super_fun.startswith(f"room.toml: tables.super-fun.{start}Surrender: none (the rules let players give up")
    for said in ("A player's blackjack: pushes against a dealer's blackjack", "Six cards at 20 or less: play on"):
        assert said in super_fun
    assert dakota.startswith(
        f"room.toml: tables.dakota.{start}{KINGS_LOSE} (the rules have sixes or better win); write"
    )
    assert "Splits: no splits" in holdem
    assert "Envy Bonus: not paid" in holdem
    assert not [fault for fault in faulty.value.faults if "\n" in fault or "=" in fault]


def test_letter__a_departing_table_with_a_reason_is_good_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = SPOILED.replace('game = "dakota_stud"', f'game = "dakota_stud"\ndeparts = "  {WHY}\\n "')
    text = text.replace('game = "super_fun_21"', 'game = "super_fun_21"\ndeparts = "the house\'s own rules"')
    text = text.replace('game = "fast_action_holdem"', 'game = "fast_action_holdem"\ndeparts = "few chips"')
    path = house_file(tmp_path, text + '[tables.plain]\ngame = "dakota_stud"\n')
    room = read_room(path)
    assert room.table("dakota").departing == f"Departs from the approved rules: {KINGS_LOSE} ({WHY})"
    assert room.table("plain").departing == ""
    monkeypatch.setattr("sys.argv", ["houseway", "house", "check", "--quick", str(path)])
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code
    said = capsys.readouterr().out.splitlines()
    assert f"Table dakota: Departs from the approved rules: {KINGS_LOSE} ({WHY})" in said
    assert sum("Departs from the approved rules" in line for line in said) == 3


def test_letter__a_table_that_departs_in_nothing_gives_no_reason(tmp_path: Path) -> None:
    plain = '[tables.dakota]\ngame = "dakota_stud"\n'
    with pytest.raises(Refused, match=r"tables\.dakota\.departs is written, but the table departs .* in nothing"):
        read_room(house_file(tmp_path, plain + 'departs = "for no reason"\n'))
    for nothing in ('""', '" "', '"\\n"'):
        assert read_room(house_file(tmp_path, f"{plain}departs = {nothing}\n")).table("dakota").departs == ""


@pytest.mark.parametrize("reason", ["", "  ", "\\n"])
def test_letter__no_letters_are_no_reason(tmp_path: Path, reason: str) -> None:
    text = f'[tables.dakota]\ngame = "dakota_stud"\noptions = {{ lowest_pair = 9 }}\ndeparts = "{reason}"\n'
    with pytest.raises(Refused, match=r"tables\.dakota\.departs is missing"):
        read_room(house_file(tmp_path, text))


def test_letter__a_reason_is_a_line_that_can_be_read(tmp_path: Path) -> None:
    for reason in ("x" * 301, "\\u0007"):
        text = f'[tables.dakota]\ngame = "dakota_stud"\noptions = {{ lowest_pair = 9 }}\ndeparts = "{reason}"\n'
        with pytest.raises(Faulty, match=r"tables\.dakota\.departs has"):
            read_room(house_file(tmp_path, text))


def test_letter__the_shipped_tables_depart_in_nothing() -> None:
    for table in default_room().tables.values():
        assert departures(table.the_game, table.settings()) == ()
        assert (table.departs, table.departing) == ("", "")
        assert table.game != "triple_shot_bonus" or table.options["paytable"] == "TSB-02"


def test_letter__the_shipped_triple_shot_tables_of_old_would_be_refused(tmp_path: Path) -> None:
    old = DEFAULT_ROOM.read_text().replace('paytable = "TSB-02", hat_trick', "hat_trick")
    path = tmp_path / "old.toml"
    path.write_text(old)
    with pytest.raises(Faulty) as faulty:
        read_room(path)
    assert len(faulty.value.faults) == 2
    assert all("TSB-01 with Hat Trick pays: 6 to 1" in fault for fault in faulty.value.faults)


def test_letter__practice_tables_are_tables_too() -> None:
    with pytest.raises(ValueError, match="departs"):
        verify_offer(aces(practice=True))


def test_letter__a_server_opens_no_departing_table_without_a_reason() -> None:
    with pytest.raises(Refused, match=f"departs is missing: .*{KINGS_LOSE}"):
        House(aces())
    house = House(aces(departs=WHY))
    opened = house.ledger.read("dakota")[0]
    assert (opened.kind, opened.body["config"]["departs"]) == (events.OPENED, WHY)
    assert house.table.set_up.departing.endswith(f"({WHY})")
    house.audit()


def test_letter__a_supervisor_is_held_to_the_same() -> None:
    house = House(table_of("dakota"))
    before = house.table.version
    with pytest.raises(Refused, match=f"departs is missing: .*{KINGS_LOSE}"):
        house.do(SUPERVISOR, "configure", config=aces().to_body(), reason="high pairs")
    plain = {**table_of("dakota").to_body(), "departs": WHY}
    with pytest.raises(Refused, match="departs is written, but"):
        house.do(SUPERVISOR, "configure", config=plain, reason="no need")
    assert house.table.version == before
    house.do(SUPERVISOR, "configure", config=aces(departs=WHY).to_body(), reason="high pairs")
    assert house.table.set_up.departs == WHY
    house.do(SUPERVISOR, "configure", config=table_of("dakota").to_body(), reason="back to the rules")
    assert house.table.set_up.departing == ""
    house.audit()


def test_letter__old_ledgers_open_and_say_that_they_depart() -> None:
    """A table that was opened before reasons were asked for goes on; to change it, a reason is needed."""
    (path,) = [path for path in stored_streams() if path.stem == "format-1-triple-shot"]
    table = Table("triple-shot")
    for row in read_stream(path):
        table.learn(row)
    assert table.set_up.departing == (
        "Departs from the approved rules: Poker paytable: TSB-01 with Hat Trick pays: 6 to 1 (no reason on record)"
    )
    with pytest.raises(ValueError, match="departs: is missing"):
        verify_offer(table.set_up)


def test_wac_230_15_490__an_unlawful_cap_on_record_opens_but_is_not_offered_again() -> None:
    options = {**table_of("holdem").options, "cap_cents": 100}
    low = TableConfig.from_body({**table_of("holdem").to_body(), "options": options})
    with pytest.raises(ValueError, match=r"options\.cap_cents: is \$1:"):
        verify_offer(low)
    with pytest.raises(Refused, match=r"options\.cap_cents is \$1:"):
        House(low)


def test_a_room_made_of_tables_is_held_to_it_too() -> None:
    body = {"name": "Room", "disputes": "Ask.", "tables": {"dakota": aces().to_body()}}
    with pytest.raises(ValueError, match="departs"):
        Room.model_validate(body)
    body["tables"] = {"dakota": aces(departs=WHY).to_body()}
    assert Room.model_validate(body).table("dakota").departs == WHY


def test_every_option_that_can_be_written_can_be_refused_in_words() -> None:
    """No departure speaks in codes: not an underscore, not a sign of equality."""
    for slug in ("dakota_stud", "super_fun_21", "fast_action_holdem", "lucky_lucky", "triple_shot_bonus"):
        game = find_game(slug)
        for option in game.options.values():
            for setting in option.choices or [each.setting for each in option.settings]:
                try:
                    settings = game.settings({option.name: setting})
                except Refused:
                    continue
                for each in departures(game, settings):
                    assert not set("_={}") & set(str(each))


# --- where people read of it ---


def dealt(**changes: Any) -> House:
    """A house where a round of a departing table was played."""
    house = House(aces(departs=WHY, **changes))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.play_out([ANNA], random.Random(1))
    return house


def test_letter__view_and_facts_of_the_table_say_it() -> None:
    house = House(aces(departs=WHY))
    said = f"Departs from the approved rules: {KINGS_LOSE} ({WHY})"
    assert house.view()["departs"] == house.view(ANNA)["departs"] == table_facts(house.table)["departs"] == said
    house.do(SUPERVISOR, "configure", config=table_of("dakota").to_body(), reason="back to the rules")
    assert house.view()["departs"] == table_facts(house.table)["departs"] == ""


def test_letter__a_recalled_round_says_under_what_rules_it_was_dealt() -> None:
    """Also after the table went back to the approved rules, and the other way about."""
    house = dealt()
    house.do(SUPERVISOR, "configure", config=table_of("dakota").to_body(), reason="back to the rules")
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.play_out([ANNA], random.Random(1))
    later, first = recall_rounds(house.ledger, "dakota")
    assert (first["departs"], later["departs"]) == (f"Departs from the approved rules: {KINGS_LOSE} ({WHY})", "")
    words = {said["name"]: (said["words"], bool(said["study"])) for said in first["in_words"]}
    assert words["lowest_pair"] == ("a pair of aces", True)
    assert words["paytable"] == ("DS-01", False)
    page = text_of(recall_page(first))
    assert f"{KINGS_LOSE} ({WHY})" in page
    assert "lowest_pair" not in page
    assert "Lowest pair that wins: a pair of sixes" in text_of(recall_page(later))
    assert "Departs" not in text_of(recall_page(later))


def test_letter__audit_verify_names_every_configuration_that_departed() -> None:
    house = dealt()
    house.do(SUPERVISOR, "configure", config=table_of("dakota").to_body(), reason="back to the rules")
    kings = table_of("dakota", options={"lowest_pair": 11}, departs="kings count").to_body()
    house.do(SUPERVISOR, "configure", config=kings, reason="kings")
    (verdict,) = verify_ledger(house.ledger)
    assert verdict.fault is None
    versions = [row.version for row in house.ledger.read("dakota") if row.kind in (events.OPENED, events.CONFIGURED)]
    assert [version for version, _ in verdict.departs] == [versions[0], versions[2]]
    page = text_of(verdicts_page([verdict]))
    assert f"from event 1 on: Departs from the approved rules: {KINGS_LOSE} ({WHY})" in page
    assert "a pair of kings (kings count)" in page
    assert verdict.to_json()["departs"][0] == {"version": 1, "said": verdict.departs[0][1]}


def test_letter__audit_verify_has_nothing_to_say_of_approved_tables() -> None:
    house = House(table_of("dakota"))
    (verdict,) = verify_ledger(house.ledger)
    assert verdict.departs == ()
    assert "Departs" not in text_of(verdicts_page([verdict]))


def test_letter__hold_says_under_what_rules_it_was_held() -> None:
    house = dealt()
    rows = holds(house.ledger)
    assert {tuple(row.departs) for row in rows} == {(f"Departs from the approved rules: {KINGS_LOSE} ({WHY})",)}
    assert text_of(hold_page(rows)).count(KINGS_LOSE) == 1
    assert rows[0].to_json()["departs"] == list(rows[0].departs)
    plain = House(table_of("dakota"))
    plain.sit(ANNA)
    plain.bet_and_deal(ANNA, **least_bets(plain.config))
    plain.play_out([ANNA], random.Random(1))
    assert [row.departs for row in holds(plain.ledger) if row.departs] == []


def test_letter__a_practice_table_of_ones_own_departs_as_the_houses_does() -> None:
    practice = table_of("dakota-practice", options={"lowest_pair": 12}, departs=WHY)
    own = own_table(room_with(practice), "dakota_stud", "0123456789abcdef")
    assert own.departing == practice.departing != ""
    verify_offer(own)


# --- the signs of the cases of the issue ---


def sign_of(name: str, options: dict[str, Any]) -> tuple[Sign, str]:
    table = table_of(name, options=options, departs=WHY)
    sign = posting_sign(room_with(table), table)
    return sign, text_of(sign_page(sign))


def test_dakota_stud_6a__the_sign_posts_the_pair_that_wins_and_that_it_departs() -> None:
    sign, page = sign_of("dakota", {"lowest_pair": 12})
    assert sign.departs == f"Departs from the approved rules: {KINGS_LOSE} ({WHY})"
    assert "A pair of aces or better" in page
    assert "sixes" not in page.lower().replace("the rules have sixes", "")


def test_super_fun_21_rules_3_to_6__the_sign_posts_no_surrender_and_no_bonus_where_there_is_none() -> None:
    spoiled = {"surrender": "none", "six_card_winner": False, "five_card_21": False, "diamonds": False}
    sign, page = sign_of("super-fun", {**spoiled, "naturals_always_win": False})
    for said in ("Surrender: none", "A player's blackjack: pushes against a dealer's blackjack"):
        assert said in sign.departs
    posted = page.replace(sign.departs, "").lower()
    for word in ("2 to 1 at once", "diamond", "half of the bet", "half the bet"):
        assert word not in posted


def test_fast_action_holdem_7a_16__the_sign_posts_neither_splits_nor_envy_where_there_are_none() -> None:
    sign, page = sign_of("holdem", {"splits": "none", "envy": False})
    assert "Splits: no splits; Envy Bonus: not paid" in sign.departs
    posted = page.replace(sign.departs, "").lower()
    assert "envy" not in posted
    assert "split bet" not in posted


def test_letter__signs_of_shipped_tables_depart_in_nothing() -> None:
    room = default_room()
    for table in room.tables.values():
        sign = posting_sign(room, table)
        assert sign.departs == ""
        assert "Departs" not in text_of(sign_page(sign))


def text_of(page: Any) -> str:
    out = io.StringIO()
    Console(file=out, width=400, color_system=None).print(page)
    return out.getvalue()
