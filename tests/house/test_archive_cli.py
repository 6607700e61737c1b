"""`houseway house archive ...` and `houseway audit ... --archive` as an operator types them."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from houseway.cli import main
from houseway.house.archive import pruning
from houseway.house.ledger import open_ledger
from houseway.house.ledger.sqlite import SqliteLedger
from tests.house.lively import lively_house
from tests.house.table_kit import SUPERVISOR


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables, some rounds each; long ago."""
    path = tmp_path_factory.mktemp("archive") / "house.sqlite"
    ledger = open_ledger(str(path))
    for name in ("lucky", "dakota"):
        lively_house(name, rounds=6, ledger=ledger)
    ledger.close()
    return path


class Operator:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.database, self.archives = folder / "house.sqlite", folder / "archives"
        self.monkeypatch, self.capsys = monkeypatch, capsys
        monkeypatch.setenv("COLUMNS", "80")

    def say(self, *words: str, plain: bool = False) -> tuple[int, str, str]:
        """Exit code, output and errors of a command."""
        ledger = [] if plain else ["--database", str(self.database)]
        self.monkeypatch.setattr(sys, "argv", ["houseway", *words, *ledger])
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        told = self.capsys.readouterr()
        return code, told.out, told.err

    def seal(self, *words: str) -> tuple[int, str, str]:
        return self.say("house", "archive", "seal", "--to", str(self.archives), *words)

    def prune(self, *words: str) -> tuple[int, str, str]:
        return self.say("house", "archive", "prune", "--from", str(self.archives), *words)


@pytest.fixture
def operator(
    lively: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Operator:
    shutil.copy(lively, tmp_path / "house.sqlite")
    return Operator(tmp_path, monkeypatch, capsys)


def test_an_operator_seals_lists_prunes_verifies_and_recalls(operator: Operator) -> None:
    _, before, _ = operator.say("audit", "replay", "dakota", "1", "--all")
    code, page, errors = operator.seal("--keep", "2")
    assert (code, errors) == (0, "")
    assert "table dakota: rounds 1 to 4 (events 1 to " in page
    assert "archives sealed. `houseway house archive prune --from" in page
    _, page, _ = operator.say("house", "archive", "list")
    assert page.count("sealed, still in the ledger") == len(list(operator.archives.iterdir()))
    code, page, errors = operator.prune()
    assert (code, errors) == (0, "")
    assert "events have left the ledger; rounds 1 to 4" in page
    _, page, _ = operator.say("house", "archive", "list", "--json")
    assert all(each["pruned"] for each in json.loads(page))
    (file,) = operator.archives.glob("dakota.*")
    assert file.stat().st_mode & 0o077 == 0

    code, page, _ = operator.say("audit", "verify")
    assert code == 0
    assert "rounds 1 to 4 (events 1 to" in " ".join(page.split())
    code, page, _ = operator.say("audit", "verify", "dakota", "--archive", str(file), "--json")
    (verdict,) = json.loads(page)
    assert (code, verdict["good"], verdict["archived"]) == (0, True, [])
    code, _, errors = operator.say("audit", "recall", "dakota", "1")
    assert code == 2
    assert f"is in the archive {file.name}" in errors
    code, page, _ = operator.say("audit", "replay", "dakota", "1", "--all", "--archive", str(operator.archives))
    assert (code, page) == (0, before)
    code, page, errors = operator.say("audit", "export", "dakota", "--format", "csv")
    assert (code, errors.count("\n")) == (0, 1)
    assert f"{file.name}, head" in errors
    _, whole, errors = operator.say("audit", "export", "dakota", "--format", "csv", "--archive", str(file))
    assert errors == ""
    assert whole.endswith(page.split("\n", 1)[1])
    assert len(whole) > len(page)
    code, page, _ = operator.say("house", "archive", "verify", str(operator.archives), plain=True)
    assert code == 0
    assert page.count("good   ") == len(list(operator.archives.iterdir()))


def test_what_cannot_be_done_is_said_in_one_sentence(operator: Operator, tmp_path: Path) -> None:
    for words, said in (
        (["--before", "yesterday"], "--before yesterday: write a day as in 2026-01-31"),
        (["nowhere"], "the ledger has no table 'nowhere'"),
    ):
        code, _, errors = operator.seal(*words)
        assert (code, errors.count("\n")) == (2, 1)
        assert said in errors
    code, page, _ = operator.seal()
    assert (code, page) == (0, "0 archives sealed.\n")
    code, page, _ = operator.seal("lucky")
    assert "nothing more to archive; at least 1,000 of the last rounds stay" in page
    code, page, _ = operator.seal("--keep", "1", "--before", "1969-12-31")
    assert page == "0 archives sealed.\n"
    code, page, _ = operator.prune("lucky")
    assert page == "table lucky: nothing is sealed that is still in the ledger\n0 tables pruned.\n"
    _, page, _ = operator.say("house", "archive", "list")
    assert page == "Nothing is archived.\n"
    operator.seal("--keep", "2")
    (file,) = operator.archives.glob("dakota.*")
    file.unlink()
    code, _, errors = operator.prune("dakota")
    assert code == 2
    assert "cannot be read: No such file" in errors
    code, _, errors = operator.say("house", "archive", "verify", str(tmp_path / "x.archive"), plain=True)
    assert code == 2
    operator.database = tmp_path / "none.sqlite"
    code, _, errors = operator.prune()
    assert code == 2
    assert f"there is no ledger {operator.database}" in errors
    assert not operator.database.exists()


def test_tables_that_are_over_go_but_for_their_last_round(operator: Operator) -> None:
    code, page, _ = operator.seal("--ended")
    assert (code, page) == (0, "0 archives sealed.\n")  # both are open
    ledger = open_ledger(str(operator.database))
    house = lively_house("dakota", rounds=0, ledger=ledger)
    house.do(SUPERVISOR, "close", reason="it is retired")
    ledger.close()
    code, page, _ = operator.seal("--ended")
    assert "table dakota: rounds 1 to 5" in page
    assert "table lucky" not in page


def test_ctrl_c_stops_between_two_steps_and_the_same_command_goes_on(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator.seal("--keep", "2")
    monkeypatch.setattr(pruning, "AT_ONCE", 10)
    taken, real = 0, SqliteLedger.take_out

    def interrupted(self: SqliteLedger, table: str, last: int, most: int) -> int:
        nonlocal taken
        taken += 1
        if taken == 3:
            raise KeyboardInterrupt
        return real(self, table, last, most)

    with monkeypatch.context() as pressed:
        pressed.setattr(SqliteLedger, "take_out", interrupted)
        code, _, errors = operator.prune("dakota")
    assert (code, errors) == (130, "houseway: stopped: nothing is lost; the same command goes on\n")
    assert operator.say("audit", "verify", "dakota")[0] == 0
    code, page, _ = operator.prune("dakota")
    assert "table dakota: " in page
    assert operator.say("audit", "verify", "dakota", "--archive", str(operator.archives))[0] == 0


def test_a_ledger_that_was_put_back_is_not_archived_before_the_house_has_seen_it(
    operator: Operator, tmp_path: Path
) -> None:
    mark = tmp_path / "house.mark"
    noted = {"incarnation": "x", "table": "dakota", "version": 10**6, "hash": "0" * 64}
    mark.write_text(json.dumps(noted), encoding="utf-8")
    code, _, errors = operator.seal("--keep", "2", "--mark", str(mark))
    assert code == 2
    assert "start the house once" in errors
