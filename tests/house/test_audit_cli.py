"""`houseway audit ...` as an auditor types it."""

import json
import sys
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import apsw
import pytest

from houseway.cli import main
from houseway.house.audit.recall import ANOTHER_ROUND, recall_round
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import canonical
from houseway.house.staff_book import MADE, StaffBook
from tests.house.lively import lively_house, rechained, rows_of


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two tables, some rounds each."""
    path = str(tmp_path_factory.mktemp("audit") / "house.sqlite")
    ledger = open_ledger(path)
    for name in ("lucky", "dakota"):
        lively_house(name, rounds=4, ledger=ledger)
    StaffBook(ledger).write(MADE, "Sam", "the command line", 1, lambda _: ("supervisor", ()))
    ledger.close()
    return path


class Auditor:
    def __init__(self, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.database, self.monkeypatch, self.capsys = database, monkeypatch, capsys
        monkeypatch.setenv("COLUMNS", "80")

    def say(self, *words: str, database: str = "") -> tuple[int, str, str]:
        """Exit code, output and errors of a command."""
        argv = ["houseway", "audit", *words, "--database", database or self.database]
        self.monkeypatch.setattr(sys, "argv", argv)
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        told = self.capsys.readouterr()
        return code, told.out, told.err


@pytest.fixture
def auditor(ledger_file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Auditor:
    return Auditor(ledger_file, monkeypatch, capsys)


def test_a_good_ledger_says_so_for_every_table(auditor: Auditor) -> None:
    code, page, errors = auditor.say("verify")
    assert (code, errors) == (0, "")
    assert "good   table lucky: " in page
    assert "4 rounds are good" in page
    assert "good   the staff book (:staff): 1 entry is good" in page
    assert page.endswith("All 3 streams are good: 2 of the room, 0 for practice, and the staff book with 1 entry.\n")
    code, page, _ = auditor.say("verify", "--json", "lucky")
    (verdict,) = json.loads(page)
    assert (verdict["table"], verdict["good"], verdict["rounds"], verdict["fault"]) == ("lucky", True, 4, None)


def test_a_game_that_is_not_here_has_an_exit_code_of_its_own(auditor: Auditor, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("verify", "sums"):
        monkeypatch.setattr(f"houseway.house.audit.{module}.slugs", lambda: ("dakota_stud",))
    code, page, errors = auditor.say("verify")
    assert code == 3
    assert "WRONG" not in page
    assert "APART  table lucky: its game 'lucky_lucky' is not here, so 4 rounds could" in page
    assert "good   table dakota: " in page
    assert errors == (
        "houseway: Nothing is wrong, but 1 of 3 streams could not be dealt again: 'lucky_lucky' is not here; "
        "the other 2 are good\n"
    )


def test_a_changed_ledger_is_named_in_a_sentence_and_by_the_exit_code(auditor: Auditor, tmp_path: Path) -> None:
    _, heads, _ = auditor.say("verify", "--json")
    (tmp_path / "heads.json").write_text(heads)
    other = str(tmp_path / "other.sqlite")
    Path(other).write_bytes(Path(auditor.database).read_bytes())
    database = apsw.Connection(other)
    database.execute(
        "DROP TRIGGER unchanged; UPDATE events SET at = at + 1 WHERE table_name = 'lucky' AND version = 12"
    )
    database.close()
    code, page, errors = auditor.say("verify", database=other)
    assert code == 1
    assert "WRONG  table lucky, event 12: this row is not what was written" in page
    assert "good   table dakota" in page
    assert errors == "houseway: 1 of 3 streams is not as it was written\n"
    assert auditor.say("verify", "--noted", str(tmp_path / "heads.json"))[0] == 0


def forged(auditor: Auditor, to: Path, change: str) -> str:
    """A copy of the ledger with something done to it that its triggers would not allow."""
    to.write_bytes(Path(auditor.database).read_bytes())
    with closing(apsw.Connection(str(to))) as database:
        database.execute(f"DROP TRIGGER unchanged; DROP TRIGGER untaken; {change}")
    return str(to)


def test_a_forged_round_is_not_recalled_as_if_nothing_were(auditor: Auditor, tmp_path: Path) -> None:
    _, page, _ = auditor.say("recall", "dakota", "3", "--json")
    last = json.loads(page)[0]["versions"][1]
    change = "UPDATE events SET body = replace(body, '\"drawn\":', '\"drawn\":1')"
    other = forged(auditor, tmp_path / "won.sqlite", f"{change} WHERE table_name = 'dakota' AND version = {last}")
    code, page, _ = auditor.say("recall", "dakota", "3", database=other)
    assert code == 1
    told = " ".join(page.split())
    assert f"Round 3 is not as it was written: event {last}: this row is not what was written: its hash" in told
    code, page, _ = auditor.say("recall", "dakota", "2", database=other)
    assert (code, "not as it was written" in page) == (0, False)


def test_a_forged_round_whose_chain_was_made_anew_is_known_by_its_cards() -> None:
    house = lively_house("dakota", rounds=3)
    rows = rows_of(house)
    at = next(i for i, row in enumerate(rows) if row.kind == "settled")
    body = {**rows[at].body, "tape": "0" * 64}
    rows = rechained([*rows[:at], replace(rows[at], text=canonical(body)), *rows[at + 1 :]])
    assert recall_round(rows, "dakota", rows[at].body["round"])["amiss"] == ANOTHER_ROUND
    assert recall_round(rows_of(house), "dakota", rows[at].body["round"])["amiss"] == ""


@pytest.mark.parametrize("asked", ["recall dakota", "replay dakota 4", "hold", "dispute dakota 4"])
def test_a_ledger_with_a_row_missing_is_told_in_a_sentence(asked: str, auditor: Auditor, tmp_path: Path) -> None:
    """Folding its table fails: what is said names the row, and no line of our own code."""
    other = forged(auditor, tmp_path / "gap.sqlite", "DELETE FROM events WHERE table_name = 'dakota' AND version = 5")
    code, page, errors = auditor.say(*asked.split(), database=other)
    assert (code, page) == (2, "")
    assert "event 5: this row is missing; the next one is 6" in " ".join(errors.split())
    assert errors.startswith("houseway: ")


def test_sentences_break_between_words_on_a_narrow_screen(auditor: Auditor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as a terminal has it
    monkeypatch.setenv("COLUMNS", "40")
    _, page, _ = auditor.say("verify")
    assert [line.rstrip() for line in page.splitlines()[-3:]] == [
        "All 3 streams are good: 2 of the room, 0", "for practice, and the staff book with 1", "entry.",
    ]  # fmt: skip
    _, _, errors = auditor.say("recall", "nix")
    assert [line.rstrip() for line in errors.splitlines()] == [
        "houseway: the ledger has no table 'nix';",
        "it has dakota, lucky",
    ]


def test_what_cannot_be_audited_is_refused_in_one_sentence(auditor: Auditor, tmp_path: Path) -> None:
    missing = auditor.say("verify", database=str(tmp_path / "none.sqlite"))
    assert missing[0] == 2
    assert missing[2].startswith("houseway: ")
    assert not (tmp_path / "none.sqlite").exists()
    code, _, errors = auditor.say("recall", "nix")
    assert (code, errors) == (2, "houseway: the ledger has no table 'nix'; it has dakota, lucky\n")
    for asked in (["recall", "lucki"], ["replay", "lucki", "1"], ["verify", "lucki"], ["hold", "lucki"]):
        code, _, errors = auditor.say(*asked)
        assert (code, errors) == (2, "houseway: the ledger has no table 'lucki'; did you mean lucky?\n")
    assert auditor.say("replay", "lucky", "99")[2] == "houseway: table lucky has had 4 rounds; there is no round 99\n"


def test_a_forged_staff_book_is_named_and_a_noted_head_tells_of_a_cut_one(auditor: Auditor, tmp_path: Path) -> None:
    _, heads, _ = auditor.say("verify", "--json", ":staff")
    (tmp_path / "heads.json").write_text(heads)
    other = str(tmp_path / "other.sqlite")
    Path(other).write_bytes(Path(auditor.database).read_bytes())
    with apsw.Connection(other) as database:
        database.execute("DROP TRIGGER unchanged; UPDATE events SET at = at + 1 WHERE table_name = ':staff'")
    code, page, errors = auditor.say("verify", database=other)
    assert code == 1
    assert "WRONG  the staff book (:staff), entry 1: this row is not what was written" in page
    assert errors == "houseway: 1 of 3 streams is not as it was written\n"
    with apsw.Connection(other) as database:
        database.execute("DROP TRIGGER untaken; DELETE FROM events WHERE table_name = ':staff'")
        database.execute("DELETE FROM heads WHERE table_name = ':staff'")
    code, page, _ = auditor.say("verify", "--noted", str(tmp_path / "heads.json"), database=other)
    assert code == 1
    assert "the staff book (:staff), entry 1: this row is missing; the stream went on to 1" in " ".join(page.split())


@pytest.mark.parametrize("asked", ["recall", "replay 1", "hold", "shuffler"])
def test_the_staff_book_is_no_table_and_says_where_it_is_read(asked: str, auditor: Auditor) -> None:
    command, *more = asked.split()
    code, _, errors = auditor.say(command, ":staff", *more)
    assert code == 2
    assert errors.startswith("houseway: :staff is the staff book, not a table: `houseway staff book`")
    assert errors.count("\n") == 1


def test_the_staff_book_is_exported_by_its_name(auditor: Auditor) -> None:
    _, book, _ = auditor.say("export", ":staff")
    assert [json.loads(line)["body"]["name"] for line in book.splitlines()] == ["Sam"]
    _, both, _ = auditor.say("export", ":staff", "lucky")
    assert {json.loads(line)["table"] for line in both.splitlines()} == {":staff", "lucky"}


def test_recall_shows_the_last_rounds_or_one(auditor: Auditor) -> None:
    code, page, _ = auditor.say("recall", "lucky", "--last", "2")
    assert code == 0
    assert "round 4: " in page
    assert "round 3: " in page
    assert "round 2: " not in page
    for word in ("commitment", "Paytables", "before", "after", "Anna", "Choices", "dealer: "):
        assert word in page
    (recall,) = json.loads(auditor.say("recall", "dakota", "2", "--json")[1])
    assert (recall["table"], recall["round"]) == ("dakota", 2)


def test_rounds_are_recalled_by_their_time(auditor: Auditor) -> None:
    _, lines, _ = auditor.say("export", "lucky")
    dealt = [each["at"] for each in map(json.loads, lines.splitlines()) if each["kind"] == "dealt"]

    def recalled(*words: str) -> list[int]:
        _, page, _ = auditor.say("recall", "lucky", "--json", *words)
        return [each["round"] for each in json.loads(page)]

    second, third = (moment_of(at) for at in dealt[1:3])
    assert recalled("--since", second, "--until", third) == [3, 2]
    assert recalled("--since", second) == [4, 3, 2]
    assert recalled("--since", second, "--last", "1") == [4]
    assert recalled("--until", second) == [2, 1]
    code, page, _ = auditor.say("recall", "lucky", "--since", "2199-01-01")
    assert (code, page) == (0, "Table lucky dealt no round at that time.\n")
    assert "not both" in auditor.say("recall", "lucky", "2", "--since", second)[2]
    minute = second[:16]
    of_it = [number for number, at in enumerate(dealt, 1) if moment_of(at)[:16] == minute]
    assert recalled("--since", minute, "--until", minute) == of_it[::-1], "the whole of the minute"
    backwards = "houseway: the time runs backwards: it begins after it ends\n"
    for command in ("recall", "export"):
        assert auditor.say(command, "lucky", "--since", "2199-01-01", "--until", minute) == (2, "", backwards)


def moment_of(at: int) -> str:
    return (datetime(1970, 1, 1) + timedelta(microseconds=at)).isoformat()


def test_a_persons_rounds_are_found_by_name_at_every_table(auditor: Auditor) -> None:
    code, page, _ = auditor.say("rounds", "anna", "--json")
    told = json.loads(page)
    assert code == 0
    assert {each["table"] for each in told} == {"lucky", "dakota"}
    assert {each["name"] for each in told} == {"Anna"}
    assert [each["at"] for each in told] == sorted((each["at"] for each in told), reverse=True)
    _, page, _ = auditor.say("recall", told[0]["table"], str(told[0]["round"]), "--json")
    (player,) = [each for each in json.loads(page)[0]["players"] if each["name"] == "Anna"]
    assert player["cents_after"] - player["cents_before"] == told[0]["net_cents"] + player["cents_bought"]
    _, page, _ = auditor.say("rounds", "Anna", "--last", "1")
    assert f"{told[0]['round']}" in page
    assert all(len(line) <= 80 for line in page.splitlines())
    assert auditor.say("rounds", "Nix")[2] == "houseway: nobody called 'Nix' sat down at a table of this ledger\n"


def test_replay_goes_step_by_step_with_enter_and_stops_with_q(auditor: Auditor) -> None:
    _, whole, _ = auditor.say("replay", "lucky", "1", "--all")
    steps = len(json.loads(auditor.say("replay", "lucky", "1", "--json")[1])["steps"])
    assert whole.count(f" of {steps}  ") == steps > 1
    answers = iter(["", "q"])
    auditor.monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    auditor.monkeypatch.setattr("builtins.input", lambda _: next(answers))
    _, page, _ = auditor.say("replay", "lucky", "1")
    assert page.count(f" of {steps}  ") == 2
    assert "1 of" in page
    assert "on the felt: seat 1 Blackjack $" in page


def test_export_writes_lines_to_the_output_or_a_file(auditor: Auditor, tmp_path: Path) -> None:
    _, page, _ = auditor.say("export", "lucky", "--until", "5")
    assert [json.loads(line)["version"] for line in page.splitlines()] == [1, 2, 3, 4, 5]
    file = tmp_path / "events.csv"
    assert auditor.say("export", "--format", "csv", "-o", str(file)) == (0, "", "")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("table,version,at,kind,body,command,before,hash,withheld\n")
    assert "\ndakota,1," in text
    assert auditor.say("export", "-o", str(tmp_path / "no" / "where"))[0] == 2


def test_export_is_asked_by_time_as_the_page_is(auditor: Auditor) -> None:
    """The moments of the ledger's own rows, written as people write them; a day alone is all of it."""
    every = [json.loads(line) for line in auditor.say("export", "lucky")[1].splitlines()]
    middle = every[len(every) // 2]["at"]
    said = (datetime(1970, 1, 1) + timedelta(microseconds=middle)).isoformat()

    def versions(*words: str) -> list[int]:
        return [json.loads(line)["version"] for line in auditor.say("export", "lucky", *words)[1].splitlines()]

    assert versions("--since", said) == [each["version"] for each in every if each["at"] >= middle]
    assert versions("--until", said) == [each["version"] for each in every if each["at"] <= middle]
    assert versions("--since", f"{said}+00:00", "--until", f"{said}Z") == [
        each["version"] for each in every if each["at"] == middle
    ]
    day = said[:10]
    assert versions("--since", day, "--until", day) == [each["version"] for each in every]
    assert versions("--until", "1969-12-31") == []
    code, _, error = auditor.say("export", "--since", "yesterday")
    assert (code, error) == (
        2, "houseway: --since yesterday: write a moment as in 2026-01-31 or 2026-01-31T14:05 (UTC)\n",
    )  # fmt: skip


def test_hold_is_told_per_table_and_wager(auditor: Auditor) -> None:
    _, page, _ = auditor.say("hold", "dakota")
    for word in ("dakota (Dakota Stud)", "($)", "(3)", "people", "expected", "best play"):
        assert word in page
    rows = json.loads(auditor.say("hold", "dakota", "--json")[1])
    dollar = next(row for row in rows if row["wager"] == "dollar")
    assert dollar["hold"] == dollar["held_cents"] / dollar["bet_cents"]
    assert dollar["expected_hold"] == pytest.approx(0.1299, abs=1e-4)  # `houseway edge dakota_stud`


def test_the_log_of_a_shuffler_says_what_stands_there_and_what_it_did(auditor: Auditor) -> None:
    code, page, _ = auditor.say("shuffler", "dakota")
    assert code == 0
    assert "Table dakota" in page
    flat = " ".join(page.split())
    assert "ACE; two decks take turns, one shuffled while the other is dealt; packets of three" in flat
    assert "4 rounds delivered" in page
    assert "(the house: the table opened)" in page
    _, page, _ = auditor.say("shuffler", "--json")
    logs = {log["table"]: log for log in json.loads(page)}
    assert set(logs) == {"dakota", "lucky"}
    assert logs["dakota"]["decks"].keys() == {"A", "B"}
    assert logs["lucky"]["machine"].startswith("shuffled by hand")


def test_a_round_is_recalled_with_its_packets(auditor: Auditor) -> None:
    _, page, _ = auditor.say("recall", "dakota", "--json")
    settled = [recall for recall in json.loads(page) if recall["state"] == "settled"]
    assert settled
    for recall in settled:
        shuffle = recall["shuffle"]
        assert shuffle["packets"] == [3] * len(recall["seats"]) + [2]
        assert shuffle["dispensed"] == 52 - sum(shuffle["packets"])
        assert shuffle["deck"] == "AB"[(shuffle["cycle"] - 1) % 2]
    _, page, _ = auditor.say("recall", "dakota", str(settled[0]["round"]))
    assert "remaining cards dispensed at the green button" in " ".join(page.split())


def test_a_disputed_round_is_a_document_and_a_wrong_ledger_an_exit_code(auditor: Auditor, tmp_path: Path) -> None:
    code, said, errors = auditor.say("dispute", "lucky", "2", "--out", str(tmp_path / "round.pdf"))
    assert (code, errors) == (0, "")
    assert said.startswith(f"{tmp_path / 'round.pdf'}: ")
    assert (tmp_path / "round.pdf").read_bytes().startswith(b"%PDF-")
    code, page, _ = auditor.say("dispute", "lucky", "2", "--zone", "Europe/Vienna")
    assert code == 0
    assert page.startswith("# Round 2 at Lucky Lucky")
    assert "--zone Europe/Vienna" in page
    code, _, errors = auditor.say("dispute", "lucky", "99")
    assert (code, errors) == (2, "houseway: table lucky has had 4 rounds; there is no round 99\n")
    wrong = tmp_path / "wrong.sqlite"
    wrong.write_bytes(Path(auditor.database).read_bytes())
    ledger = apsw.Connection(str(wrong))
    ledger.execute("DROP TRIGGER unchanged; UPDATE events SET at = at + 1 WHERE table_name = 'lucky' AND version = 3")
    ledger.close()
    code, page, errors = auditor.say("dispute", "lucky", "2", database=str(wrong))
    assert code == 1
    assert "fails verification at event 3" in errors
    assert "fails verification at event 3" in page[:600]
