"""What is handed in: one zip, the same bytes every time, complete, signed; who checks it computes it anew."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner, Result

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.pay_words import read_pay
from houseway.analysis.solve import OPTIMAL, solver_of
from houseway.analysis.store import written
from houseway.cli import app
from houseway.games import SLUGS, find_game
from houseway.report.edge_page import edge_json
from houseway.report.paper.evidence import Evidence
from houseway.report.paper.model import Number
from houseway.report.paper.press import printed
from houseway.report.submission import checking
from houseway.report.submission.anew import ALL_ANEW, COUNTED, STORED, recomputed, submitted
from houseway.report.submission.assembly import assembled
from houseway.report.submission.checking import checked
from houseway.report.submission.contents import contents, figures_data
from houseway.report.submission.manifest import read_manifest
from houseway.report.submission.par_sheet import ROUNDS, par_sheet
from houseway.report.submission.sample_sign import sample_sign
from houseway.report.submission.signing import mark_of, new_key, read_key, read_public_key
from houseway.report.submission.zipped import unzipped
from houseway.rules.refused import Refused
from tests.report import papers
from tests.report.packs import GAME, KEY, pack, rewritten, subject, tampered

quiet = {"full": False, "tell": lambda _: None}


def test_a_pack_has_everything_and_agrees_when_it_is_computed_anew() -> None:
    files = unzipped(pack())
    manifest = read_manifest(files)
    stems = {name.partition(".")[0] for name in manifest.files}
    assert stems == {
        "README", "par-sheet", "report", "rules-of-play", "posting-sign", "layout", "strategy-card", "paytable-cards",
        "figures", "sources",
    }  # fmt: skip
    assert {*files} == {*manifest.files, "manifest.json", "manifest.sig", "public-key.pem"}
    begins = {"pdf": b"%PDF", "xlsx": b"PK", "svg": b"<svg", "html": b"<!", "json": b"{", "md": b"#"}
    for name in manifest.files:
        assert files[name].startswith(begins.get(name.rpartition(".")[2], b"Dakota Stud")), name
    assert manifest.signed_by == mark_of(KEY.public_key())
    found = [*checked(pack(), KEY.public_key())]
    assert [each.text for each in found if each.differs] == []
    assert found[0].text == f"Signed with the expected key, {mark_of(KEY.public_key())}."


def test_the_bytes_stay_and_the_zip_has_no_time_or_right_of_its_maker() -> None:
    assert assembled(subject(), KEY) == pack()
    with zipfile.ZipFile(BytesIO(pack())) as held:
        assert {(each.date_time, each.external_attr, each.compress_type) for each in held.infolist()} == {
            ((2026, 1, 1, 0, 0, 0), 0o100644 << 16, zipfile.ZIP_STORED)
        }


def test_the_figures_as_data_are_those_of_edge_with_every_outcome() -> None:
    found = json.loads(unzipped(pack())["figures.json"])
    assert found["figures"] == edge_json(subject().solution)["figures"]
    assert {name: len(rows) for name, rows in found["outcomes"].items()} == {
        wager.name: len(wager.rows) for wager in subject().wagers
    }


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl on this machine to check a signature with")
def test_the_signature_can_be_checked_without_us(tmp_path: Path) -> None:
    for name, content in unzipped(pack()).items():
        (tmp_path / name).write_bytes(content)
    line = next(each for each in (tmp_path / "README.txt").read_text().splitlines() if "openssl" in each)
    assert subprocess.run(line.split(), cwd=tmp_path, capture_output=True, check=False).returncode == 0
    (tmp_path / "manifest.json").write_bytes(b"{}")
    assert subprocess.run(line.split(), cwd=tmp_path, capture_output=True, check=False).returncode != 0


# --- the PAR sheet ---


@pytest.mark.parametrize("slug", papers.IN_DEPTH)
def test_the_par_sheet_has_every_figure_on_at_most_two_pages(slug: str) -> None:
    of = papers.subject(slug)
    read = PdfReader(BytesIO(papers.printed_par(slug)))
    assert len(read.pages) <= 2
    text = " ".join(" ".join(page.extract_text() for page in read.pages).split())
    for name, figure in papers.figures_shown(of).items():
        assert figure in text, name


@pytest.mark.parametrize("slug", ["lucky_lucky", "mississippi_stud"])
@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_the_longest_par_sheets_leave_nothing_over_for_a_second_page(
    slug: str, paper: Literal["a4", "us-letter"]
) -> None:
    """A block may go out of its order where a column would be too long."""
    found = printed(par_sheet(papers.subject(slug)), "pdf", paper)
    assert len(PdfReader(BytesIO(found)).pages) == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_the_edges_of_a_par_sheet_follow_from_its_rows(slug: str) -> None:
    """Where rounds of several hands are sampled too: their mean is exact."""
    of = papers.subject(slug)
    tables = {table.name: {row.key: row for row in table.rows} for table in par_sheet(of).tables()}
    for wager in of.wagers:
        cells = tables["par"][wager.name].cells
        edge = cells[1]
        assert isinstance(edge, Number)
        if wager.name in of.game.wagers:
            last = tables[f"wager_{wager.name}"]["total"].cells[-1]
            assert isinstance(last, Number)
            assert edge.formula == f"-[wager_{wager.name}!total.adds]"
            assert edge.value == -last.value == wager.edge.value
            live = [bool(cell.formula) for cell in (cells[3], cells[5]) if isinstance(cell, Number)]
            assert live == [wager.variance.se is None] * 2


def test_the_hold_after_n_rounds_lies_within_the_volatility_index_over_the_root_of_n() -> None:
    of = papers.subject("triple_shot_bonus")
    tables = {table.name: table for table in par_sheet(of).tables()}
    war = of.solution.wagers["war"]
    row = next(row for row in tables["holds"].rows if row.cells[0] == "War")
    for place, rounds in enumerate(ROUNDS):
        low, high = (row.cells[1 + 2 * place + side].value for side in (0, 1))  # type: ignore[union-attr]
        assert low == pytest.approx(1 / 34 - 1.6448536 * war.measure("sd")[1] / rounds**0.5, abs=1e-7)
        assert (low + high) / 2 == pytest.approx(1 / 34)


# --- options, pays, games from outside ---


def test_changed_pays_are_in_every_document_and_are_computed_again() -> None:
    game = find_game("triple_shot_bonus")
    pays = [read_pay("TSB-01/royal_flush/800")]
    of = submitted(game, game.settings(), OPTIMAL, pays, **quiet)  # type: ignore[arg-type]
    sign = sample_sign(of)
    assert sign.departs == "For study: TSB-01, royal flush pays 800 to 1"
    assert ("royal flush", 800) in [(title.lower(), num) for box in sign.odds for title, num, _ in box.rows]
    assert figures_data(of)["pays"] == ["TSB-01/royal_flush/800"]
    assert of.solution.wagers["poker"].edge.value != papers.subject(game.slug).solution.wagers["poker"].edge.value


def test_what_takes_minutes_is_looked_up_under_its_digest_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    of = subject()
    solver = solver_of(of.game)
    slow = replace(solver, takes_minutes=lambda _: True, solve=lambda *_: pytest.fail("it was computed"))
    for pretended, how in ((slow, STORED), (replace(solver, recount=lambda *_: pytest.fail("counted")), COUNTED)):
        monkeypatch.setattr("houseway.report.submission.anew.solver_of", lambda _, it=pretended: it)
        found = recomputed(of.game, of.settings, OPTIMAL, (), evidence=False, fresh=False, tell=lambda _: None)
        assert found.how == how
        assert written(found.subject.solution) == written(of.solution)


def test_fresh_uses_nothing_that_is_kept_neither_figures_nor_evidence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of, asked = subject(), list[str]()

    def solved(*_: object, fresh: bool) -> Solution:
        asked.append(f"figures, fresh: {fresh}")
        return of.solution

    def gathered(*_: object) -> Evidence | None:
        asked.append("evidence")
        return of.evidence

    anew = "houseway.report.submission.anew"
    for name in ("stored", "computed", "kept_evidence"):
        monkeypatch.setattr(f"{anew}.{name}", lambda *_, name=name: pytest.fail(f"{name} was used"))
    monkeypatch.setattr(f"{anew}.solve", solved)
    monkeypatch.setattr("houseway.report.paper.gathering.gathered", gathered)
    (path := tmp_path / "pack.zip").write_bytes(pack())
    answer = CliRunner().invoke(app, ["submit", "--verify", str(path), "--fresh"])
    assert answer.exit_code == 0, answer.output
    assert asked == ["figures, fresh: True", "evidence"]
    assert f"yes  {ALL_ANEW}" in answer.output


# --- keys ---


def test_a_private_key_is_nobody_elses_and_may_be_locked(tmp_path: Path) -> None:
    path = tmp_path / "key"
    public, mark = new_key(path, "felt and chips")
    assert path.stat().st_mode & 0o777 == 0o600
    assert mark_of(read_public_key(public)) == mark == mark_of(read_key(path, "felt and chips").public_key())
    for words, said in (("", "locked with a passphrase"), ("wrong", "the passphrase is wrong")):
        with pytest.raises(Refused, match=said):
            read_key(path, words)
    with pytest.raises(Refused, match="is there already: a key is never written over"):
        new_key(path)
    path.chmod(0o644)
    with pytest.raises(Refused, match="can be read by others"):
        read_key(path, "felt and chips")
    with pytest.raises(Refused, match=r"key\.pub is no key|key\.pub cannot be read"):
        read_key(_private(public))


def _private(path: Path) -> Path:
    path.chmod(0o600)
    return path


def test_without_the_package_that_signs_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(Refused, match=r"signatures need the package cryptography: pip install 'houseway\[report\]'"):
        new_key(Path("key"))


# --- the command ---


def typed(*words: str) -> Result:
    return CliRunner().invoke(app, ["submit", *words])


def test_pack_and_check_by_command_and_by_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert typed("--new-key", "key").exit_code == 0
    assert typed(GAME, "--key", "key", "--out", "pack.zip").output.endswith("bytes, signed with key\n")
    before = sorted(os.listdir())
    done = typed("--verify", "pack.zip", "--public-key", "key.pub")
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "pack.zip agrees."), done.output
    assert sorted(os.listdir()) == before == ["key", "key.pub", "pack.zip"]
    Path("other.zip").write_bytes(pack())
    monkeypatch.setattr(checking, "contents", lambda *_: contents_here())
    done = typed("--verify", "other.zip", "--public-key", "key.pub")
    assert (done.exit_code, done.output.splitlines()[-1]) == (1, "other.zip differs in 1 point."), done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a game to pack, or --verify FILE.zip, or --new-key FILE: one of them"),
        ((GAME, "--verify", "x.zip"), "one of them"),
        ((GAME, "--unsigned"), "a pack is a file: name it with --out FILE.zip"),
        (
            (GAME, "--out", "x.zip"),
            "sign it with --key FILE (`houseway submit --new-key FILE` makes one), or say --unsigned",
        ),
        ((GAME, "--out", "x.zip", "--key", "none"), "none cannot be read: No such file or directory"),
        (("--verify", "none.zip"), "none.zip cannot be read: No such file or directory"),
        (("--verify", __file__), "the pack is no whole zip: File is not a zip file"),
        (("--verify", __file__, "--public-key", __file__), "is no public key in PEM"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(words: tuple[str, ...], said: str) -> None:
    refusal = typed(*words).exception
    assert isinstance(refusal, Refused)
    assert said in str(refusal)


def test_a_pack_that_nobody_signed_says_so_and_a_game_that_is_not_here_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checking, "contents", lambda *_: dict(contents_here()))
    unsigned = assembled(subject(), None)
    first = next(iter(checked(unsigned)))
    assert first == (False, "The pack is not signed: nobody vouches for it.")
    first = next(iter(checked(unsigned, KEY.public_key())))
    assert first == (True, "The pack is not signed but a signature was expected: nobody vouches for it.")
    other = tampered(rewritten(lambda manifest: manifest.update(game="my_game")))
    with pytest.raises(Refused, match=r"computed anew: there is no game .my_game.*; name its folder with --game PATH"):
        [*checked(other)]


@cache
def contents_here() -> dict[str, bytes]:
    return contents(subject())
