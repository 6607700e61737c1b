"""Packs that were tampered with: every change is said in a sentence, and nothing is unpacked without bound."""

import io
import random
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from houseway.report.submission import checking
from houseway.report.submission.anew import recomputed
from houseway.report.submission.checking import checked
from houseway.report.submission.contents import contents
from houseway.report.submission.manifest import MANIFEST, PUBLIC_KEY, SIGNATURE, read_manifest
from houseway.report.submission.signing import mark_of, public_pem
from houseway.report.submission.zipped import FILES_MAX, NAME_LETTERS_MAX, unzipped, zipped
from houseway.rules.refused import Refused
from tests.report.packs import KEY, STRANGER, Files, pack, rewritten, subject, tampered

OURS, THEIRS = mark_of(KEY.public_key()), mark_of(STRANGER.public_key())


@pytest.fixture(autouse=True)
def computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever checks computes and builds; here once for all tests of this file."""
    monkeypatch.setattr(checking, "recomputed", lambda *_, **__: _recomputed())
    monkeypatch.setattr(checking, "contents", lambda *_: dict(_built()))


@cache
def _recomputed() -> Any:
    of = subject()
    return recomputed(of.game, of.settings, "optimal", (), evidence=True, fresh=False, tell=lambda _: None)


@cache
def _built() -> Files:
    return contents(_recomputed().subject)


def differences(found: bytes, *, expected: bool = True) -> list[str]:
    return [each.text for each in checked(found, KEY.public_key() if expected else None) if each.differs]


def better_edge(figures: dict[str, Any]) -> None:
    figures["figures"]["dollar.edge"]["value"] = "1/100"


def edited_pdf(files: Files) -> None:
    files["report.pdf"] = files["report.pdf"].replace(b"/Title", b"/Titel", 1)


# --- changed ---


def test_an_edited_figure_is_named_with_what_it_should_be() -> None:
    value = str(subject().solution.wagers["dollar"].edge.value)
    figure = f"The figure figures/dollar.edge/value: the pack says 1/100, computed here it is {value}."
    change = rewritten(better_edge, "figures.json")
    edited = "figures.json was changed after the manifest was written."
    assert differences(tampered(change)) == [edited, figure]
    forged = tampered(change, sign=STRANGER)
    assert differences(forged, expected=False) == [figure]
    assert differences(forged) == [f"Signed with another key than the expected one: {THEIRS}, not {OURS}.", figure]
    assert differences(tampered(change, sign=KEY)) == [figure]  # whoever has the key, arithmetic is not signed away


def test_an_edited_document_is_named() -> None:
    edited = "report.pdf was changed after the manifest was written."
    built = "report.pdf is another when it is built here."
    assert differences(tampered(edited_pdf)) == [edited, built]
    assert differences(tampered(edited_pdf, sign=KEY)) == [built]


def test_a_manifest_of_another_key_is_named() -> None:
    theirs = unzipped(tampered(lambda _: None, sign=STRANGER))

    def swap(*names: str) -> Callable[[Files], None]:
        return lambda files: files.update({name: theirs[name] for name in names})

    all_three = tampered(swap(MANIFEST, SIGNATURE, PUBLIC_KEY))
    assert differences(all_three) == [f"Signed with another key than the expected one: {THEIRS}, not {OURS}."]
    changed = "The signature does not fit the manifest: it was changed after it was signed."
    assert differences(tampered(swap(SIGNATURE))) == [changed]
    assert differences(tampered(lambda files: files.update({SIGNATURE: b""}))) == [changed]
    named = f"{PUBLIC_KEY} is not the key that the manifest names: {THEIRS}, not {OURS}."
    assert differences(tampered(swap(PUBLIC_KEY))) == [named]
    no_key = f"The signature cannot be checked: {PUBLIC_KEY} is no public key in PEM."
    assert differences(tampered(lambda files: files.update({PUBLIC_KEY: b"key"}))) == [no_key]


def test_a_signature_that_was_taken_off_is_missed() -> None:
    gone = tampered(lambda files: files.pop(SIGNATURE))
    assert differences(gone, expected=False) == ["The manifest says that it is signed, and manifest.sig is missing."]

    def off(files: Files) -> None:
        rewritten(lambda manifest: manifest.update(signed_by="unsigned"))(files)
        del files[SIGNATURE], files[PUBLIC_KEY]

    assert differences(tampered(off)) == ["The pack is not signed but a signature was expected: nobody vouches for it."]


def test_another_version_option_or_digest_in_the_manifest_is_named() -> None:
    def older(manifest: dict[str, Any]) -> None:
        manifest["versions"]["typst"] = "0.1"
        manifest["digests"]["figures"] = "0" * 40

    found = differences(tampered(rewritten(older), sign=KEY))
    assert any(each.startswith("The manifest has another versions typst: 0.1; here it is ") for each in found)
    assert any(each.startswith("The manifest has another digests figures: 0000") for each in found)
    assert len(found) == 2


def test_words_that_no_check_reads_are_said_to_be_there() -> None:
    """Two readers of JSON may take different ones of two words; a key's file may have a letter before the key."""

    def said_twice(files: Files) -> None:
        twice = files[MANIFEST].replace(b'"game":', b'"maker": "approved",\n "game":', 1)
        files.update({MANIFEST: twice, SIGNATURE: KEY.sign(twice)})

    twice = "manifest.json is not written as ours are: it may say a thing twice, or hold what is not read."
    assert differences(tampered(said_twice)) == [twice]
    lettered = tampered(lambda files: files.update({PUBLIC_KEY: b"Approved.\n" + files[PUBLIC_KEY]}))
    assert differences(lettered) == ["public-key.pem has more in it than the key."]

    def one_byte(files: Files) -> None:
        rewritten(lambda manifest: manifest["files"]["report.pdf"].update(bytes=1))(files)
        files[SIGNATURE] = KEY.sign(files[MANIFEST])

    assert differences(tampered(one_byte)) == ["report.pdf was changed after the manifest was written."]


# --- files that are not there, or too many ---


def test_a_file_that_is_missing_or_additional_is_named() -> None:
    missing = ["report.md is in the manifest and not in the pack."]
    assert differences(tampered(lambda files: files.pop("report.md"))) == missing
    more = ["extra.txt is in the pack and not in the manifest."]
    assert differences(tampered(lambda files: files.update({"extra.txt": b"x"}))) == more

    def left_out(files: Files) -> None:
        del files["report.md"]
        rewritten(lambda manifest: manifest["files"].pop("report.md"))(files)

    assert "report.md belongs to the pack and is not in it." in differences(tampered(left_out, sign=KEY))

    def invented(manifest: dict[str, Any]) -> None:
        manifest["files"]["../../x"] = {"bytes": 1, "sha256": "0" * 64}

    found = differences(tampered(rewritten(invented)))
    assert "../../x is in the manifest and not in the pack." in found


def test_bytes_outside_all_files_are_said_to_be_there() -> None:
    said = ["The zip is not as ours are: bytes, times or rights in it belong to none of its files."]
    assert differences(b"#!/bin/sh\n" + pack()) == said
    with_comment = io.BytesIO(pack())
    with zipfile.ZipFile(with_comment, "a") as held:
        held.comment = b"approved"
    assert differences(with_comment.getvalue()) == said


# --- zips that are no packs ---


def made(*entries: tuple[str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", how) as found:
        for name, content in entries:
            found.writestr(name, content)
    return held.getvalue()


@pytest.mark.parametrize(
    "name", ["../x", "/etc/x.txt", "a/b.txt", "..\\x.txt", "C:x.txt", ".x", "x", "a..b", "\x1b[2J.txt"]
)
def test_a_name_that_leads_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="a name with a folder or a way out of it is not read") as refusal:
        unzipped(made((name, b"x")))
    assert str(refusal.value).isprintable()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused() -> None:
    with pytest.raises(Refused, match=r"two files 'a\.txt': which one is meant cannot be told"):
        unzipped(made(("a.txt", b"one"), ("a.txt", b"two")))


def test_a_bomb_is_not_unpacked() -> None:
    with pytest.raises(Refused, match=r"'a\.txt' is compressed in the pack, which ours never are"):
        unzipped(made(("a.txt", bytes(1 << 24)), how=zipfile.ZIP_DEFLATED))
    many = made(*((f"a{i}.txt", b"") for i in range(101)))
    with pytest.raises(Refused, match="the pack has 101 files: more than 100 are not read"):
        unzipped(many)
    with pytest.raises(Refused, match="more than 67,108,864 are not read"):
        unzipped(bytes((64 << 20) + 1))


def test_files_that_overlap_are_not_unpacked() -> None:
    """A small zip whose entries all have the same bytes, ten times as many as there are."""
    one = made(("a0.txt", bytes(1000)))
    start = one.index(b"PK\x01\x02")
    entry, end = one[start : one.index(b"PK\x05\x06")], one[one.index(b"PK\x05\x06") :]
    entries = b"".join(entry.replace(b"a0.txt", f"a{i}.txt".encode()) for i in range(10))
    counts = (10).to_bytes(2, "little") * 2
    bomb = one[:start] + entries + end[:8] + counts + len(entries).to_bytes(4, "little") + end[16:]
    with pytest.raises(Refused, match="larger than the pack itself"):
        unzipped(bomb)


def test_a_zip_that_was_cut_or_scratched_anywhere_is_refused_or_read_as_it_is() -> None:
    whole = zipped({"a.txt": b"felt" * 10, "b.json": b"{}"})
    rng = random.Random(13)
    for length in range(len(whole)):
        with pytest.raises(Refused, match="the pack is no whole zip"):
            unzipped(whole[:length])
    for _ in range(3000):
        scratched = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            scratched[rng.randrange(len(whole))] = rng.randrange(256)
        try:
            found = unzipped(bytes(scratched))
        except Refused:
            continue
        assert sum(map(len, found.values())) <= len(whole)


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (b"", "manifest.json cannot be read"),
        (b"[" * 100_000, "manifest.json cannot be read"),
        (b"{}", "manifest.json cannot be read: game"),
        (b"\xff\xfe", "manifest.json cannot be read"),
        (bytes(1 << 21), "manifest.json has 2,097,152 bytes"),
    ],
)
def test_a_manifest_that_is_none_is_refused(manifest: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        read_manifest({MANIFEST: manifest})


def test_a_manifest_tells_a_terminal_nothing_and_asks_for_nothing_that_is_not_there() -> None:
    with pytest.raises(Refused, match=r"manifest\.json cannot be read: title"):
        read_manifest(unzipped(tampered(rewritten(lambda found: found.update(title="\x1b[2J")))))
    with pytest.raises(Refused, match=r"no manifest\.json: it is no pack of `houseway submit`"):
        read_manifest({})
    for change, said in (
        ({"options": {"nothing": 1}}, "the pack cannot be computed anew here: .*nothing"),
        ({"pays": ["DS-01/royal_flush/1e99"]}, "the pack cannot be computed anew here: .*no odds"),
        ({"strategy": "lucky"}, "the pack cannot be computed anew here: .*no strategy 'lucky'"),
        ({"date": "a day, approved"}, "manifest.json cannot be read: date"),
        ({"date": "2026-02-30"}, "'2026-02-30' is no date"),
    ):
        with pytest.raises(Refused, match=said):
            [*checked(tampered(rewritten(lambda found, change=change: found.update(change))))]  # type: ignore[misc]


def test_the_key_in_the_pack_is_of_the_right_kind() -> None:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    other = public_pem(X25519PrivateKey.generate().public_key())  # type: ignore[arg-type]
    said = "The signature cannot be checked: public-key.pem is a key of another kind: packs are signed with ed25519."
    assert differences(tampered(lambda files: files.update({PUBLIC_KEY: other}))) == [said]


def test_a_pack_of_as_many_files_and_as_long_names_as_are_read_is_read_and_one_more_is_not() -> None:
    files = {f"f{number}.txt": b"x" for number in range(FILES_MAX)}
    assert unzipped(zipped(files)) == files
    with pytest.raises(Refused, match="101 files: more than 100 are not read"):
        unzipped(zipped({**files, "more.txt": b"x"}))
    longest = "a" * (NAME_LETTERS_MAX - 4) + ".txt"
    assert unzipped(zipped({longest: b""})) == {longest: b""}
    with pytest.raises(Refused, match="a name with a folder"):
        unzipped(zipped({f"a{longest}": b""}))
