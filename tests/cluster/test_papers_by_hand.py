"""What members of a cluster hold in hand, by hand: assignments, journals, badges, tokens, addresses, certificates."""

import json
import logging
import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from houseway.analysis.simulate import asked_for
from houseway.analysis.simulation import standard_wagers
from houseway.analysis.solve import strategy_of
from houseway.cluster import badge as badges
from houseway.cluster import door, kept_units, library, token
from houseway.cluster.assignment import Unit, UnitCounts, assignment_of, plan_digest, play_unit
from houseway.cluster.badge import Badge, badge_for
from houseway.cluster.kept_units import line_of, unit_in
from houseway.cluster.pile import FIRST_UNIT, SMALLEST, Pile
from houseway.games import all_games, find_game
from houseway.games.contract import Strategy
from houseway.rules.refused import Refused

GAME = find_game("dakota_stud")
OURS = Badge("1", "abc", "inside")


def test_an_assignment_in_words() -> None:
    asked = asked_for(GAME, 500, 7)
    made = assignment_of(asked)
    assert made.game == GAME.slug
    said = json.loads(made.words)
    digest = said.pop("plan")
    assert len(digest) == 20
    assert said == {
        "options": dict(GAME.settings()), "strategy": asked.strategy, "seed": 7,
        "wagers": [dict(standard_wagers(GAME))], "exact": list(asked.known),
    }  # fmt: skip
    assert list(json.loads(made.words)) == sorted(json.loads(made.words))


def test_two_plans_have_two_digests() -> None:
    def another() -> None:
        pass

    plan = GAME.plan("basic", GAME.settings())
    one, other = Strategy("a", plan, GAME.follow), Strategy("a", plan, another)  # type: ignore[arg-type]
    timid = Strategy("a", GAME.plan("timid", GAME.settings()), GAME.follow)
    assert plan_digest(one) == plan_digest(Strategy("b", plan, GAME.follow))
    assert len({plan_digest(each) for each in (one, other, timid)}) == 3


def test_every_plan_has_a_digest_of_its_own() -> None:
    """Those with parts in parts too: Ultimate Texas Hold'em could not be simulated on a cluster."""
    for game in all_games():
        strategies = [strategy_of(game, name, game.settings()) for name in game.strategies]
        assert len({plan_digest(each) for each in strategies}) == len(strategies), game.slug


def test_a_part_within_a_part_is_told_apart() -> None:
    def digest(*plan: Any) -> str:
        return plan_digest(Strategy("a", plan, GAME.follow))

    one, two = np.arange(2), np.arange(3)
    plans = [(one, two), ((one, two),), ((one,), two), ((one, two + 1),)]
    assert len({digest(*plan) for plan in plans}) == len(plans)


def test_a_unit_is_played_from_its_first_round_on_its_seed() -> None:
    """Whole it is what its halves are, and another seed is another; the first call, which compiles, plays nothing."""
    said, other = (assignment_of(asked_for(GAME, 500, seed)) for seed in (7, 8))
    whole, low, high = (play_unit(said, Unit(*each)) for each in ((40, 200), (40, 120), (160, 80)))

    def told(*found: UnitCounts) -> dict[int, int]:
        keys = sorted({key for each in found for key in each.keys})
        return {key: sum(dict(zip(e.keys, e.counts, strict=True)).get(key, 0) for e in found) for key in keys}

    assert told(whole) == told(low, high) != told(play_unit(other, Unit(40, 200)))
    assert whole.action == [a + b for a, b in zip(low.action, high.action, strict=True)]
    assert min(whole.counts) > 0
    assert 0 < whole.seconds < 60


def test_a_line_of_a_journal() -> None:
    found = UnitCounts([5, 9], [1, 2], [300, 0], 3.5)
    line = line_of(Unit(10, 3), found)
    assert line == "d7916423 [10, 3, [5, 9], [1, 2], [300, 0]]\n"
    assert unit_in(line) == (Unit(10, 3), found._replace(seconds=0.0))
    for broken in (line[:-1], line.replace("10", "11"), "\n", f"0{line}"):
        assert unit_in(broken) is None


def test_a_journal_begins_with_what_it_is_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked_for(GAME, 500, 7)
    said, path = assignment_of(result), tmp_path / "units"
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    with kept_units.journal(path, result, said, OURS, resume=False) as kept:
        kept.add(Unit(0, 60), play_unit(said, Unit(0, 60)))
        assert len(path.read_text().splitlines()) == 2, "on disk as soon as it is added"
    assert len(synced) == 1
    assert (kept.result.rounds, kept.units) == (60, [Unit(0, 60)])
    head = json.loads(path.read_text().splitlines()[0])
    assert head == {
        "format": "houseway units 1",
        "badge": {"version": "1", "sources": "abc", "game": "inside"},
        "simulation": {"game": GAME.slug, "words": said.words},
    }
    again = asked_for(GAME, 500, 7)
    with kept_units.journal(path, again, said, OURS, resume=True) as kept:
        assert (again.rounds, again.counts) == (60, result.counts)
    whole = path.read_text()
    path.write_text(whole + "a line that a crash has cut short, and was long " * 20)
    with kept_units.journal(path, asked_for(GAME, 500, 7), said, OURS, resume=True):
        assert path.read_text() == whole
    with (
        pytest.raises(Refused, match=r"cannot be written: Not a directory$"),
        kept_units.journal(path / "x", asked_for(GAME, 500, 7), said, OURS, resume=False),
    ):
        pass
    ours = {"game": "a", "words": '{"seed": 1, "wagers": 2, "exact": 3}'}
    assert kept_units.other({**ours, "game": "b"}, ours) == "of b, not of a"
    assert kept_units.other({**ours, "words": '{"seed": 2, "exact": 3}'}, ours) == "other seed, wagers"


def test_a_badge_as_one_word_and_what_it_is_made_of(tmp_path: Path) -> None:
    assert OURS.name == "houseway-1-abc-inside"
    own = badge_for(GAME.slug)
    assert (own.game, len(own.sources)) == (badges.INSIDE, 20)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.py").write_text("1")
    (tmp_path / "a" / "one.txt").write_text("1")
    before = badges.digest_of([tmp_path / "a"], tmp_path)
    (tmp_path / "a" / "one.txt").write_text("2")
    assert badges.digest_of([tmp_path / "a"], tmp_path) == before != badges.digest_of([tmp_path / "a"], tmp_path / "a")
    (tmp_path / "a" / "one.py").write_text("2")
    assert badges.digest_of([tmp_path / "a"], tmp_path) != before
    assert badges.difference(Badge("1", "x", "y"), OURS) == ("its houseway has other sources (x, and these are abc)")
    assert badges.difference(Badge("1", "abc", "y"), OURS) == "its folder of the game is another one"


def test_sizes_of_units() -> None:
    """2^17 rounds at least; 2^20 at first; a third of an even share towards the end; at most twice the last."""
    assert (SMALLEST, FIRST_UNIT) == (131_072, 1_048_576)
    assert Pile(10**9, []).take(128) == Unit(0, 1_048_576)
    assert Pile(10**9, []).take(255) == Unit(0, 1_048_576)
    assert Pile(10**9, []).take(256) == Unit(0, 1_302_083)  # 10^9 // (3 * 256) is less than two whole units
    assert Pile(3_000_000, []).take(2) == Unit(0, 500_000)
    assert Pile(200_000, []).take(2) == Unit(0, 131_072)
    whole = Pile(131_072, [])
    assert (whole.left, whole.take(1), whole.left, whole.take(1)) == (131_072, Unit(0, 131_072), 0, None)
    pile = Pile(10**9, [])
    for rounds, seconds, unit, least in (
        (1_000_000, 0.0, 1_048_576, 131_072),
        (1_000_000, 4.0, 1_000_000, 131_072),
        (1_000_000, 1.0, 2_000_000, 131_072),
        (9_000_000, 4.0, 4_000_000, 131_072),
        (9_000_000, 4.0, 8_000_000, 250_000),
        (1_000, 8.0, 131_072, 131_072),
    ):
        pile.learn(Unit(0, rounds), seconds)
        assert (pile.unit, pile.least) == (unit, least)


# --- a token, an address, a certificate ---


def test_a_token_is_64_digits_of_its_owners_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / ".local" / "share" / "houseway" / "cluster.token"
    assert token.default_path() == path
    secret = token.made(path)
    assert path.read_text() == secret.hex() + "\n"
    assert (len(secret), path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (32, 0o600, 0o700)
    assert token.found(None) == secret
    monkeypatch.setenv(token.VARIABLE, f"  {'0f' * 32} ")
    assert token.found(None) == b"\x0f" * 32
    for said in ("0f" * 31, "0f" * 33, "zz" * 32):
        monkeypatch.setenv(token.VARIABLE, said)
        with pytest.raises(Refused) as refused:
            token.found(None)
        assert str(refused.value) == ("what lies in HOUSEWAY_CLUSTER_TOKEN is no token: it has 64 digits from 0 to f")
    for content in (None, b"\xff"):
        if content:
            path.write_bytes(content)
        else:
            path.unlink()
        with pytest.raises(Refused, match=f"^there is no token to be read in {path}$"):
            token.found(path)


@pytest.mark.parametrize(
    ("where", "address"),
    [("a:1", "tls://a:1"), ("a:65535", "tls://a:65535"), ("tcp://[::1]:8786", "tcp://[::1]:8786"), ("a:65536", "")],
)
def test_ports_of_an_address(where: str, address: str) -> None:
    if address:
        assert door.read_address(where) == address
        return
    with pytest.raises(Refused) as refused:
        door.read_address(where)
    assert str(refused.value) == (f"'{where}' is no cluster: write local:4 for workers on this machine, or HOST:8786")


@pytest.mark.parametrize(
    ("address", "error", "words"),
    [
        ("tls://a:1", "the  Certificate is of\nothers", ", or it has another token"),
        ("tls://a:1", "SSL: wrong version", ", or it has another token"),
        ("tls://a:1", "timed out", ""),
        ("tcp://a:1", "timed out", "; one that speaks TLS has an address with tls://"),
    ],
)
def test_why_a_scheduler_does_not_answer(address: str, error: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def client(where: str, **more: Any) -> None:
        asked.update(more, where=where)
        raise OSError(error)

    monkeypatch.setattr(door, "load", lambda: SimpleNamespace(Client=client))
    monkeypatch.setattr(door, "security_for", lambda address, path: (address, path))
    with door.cluster_at(address, Path("t")) as opened, pytest.raises(Refused) as refused:
        opened()
    assert str(refused.value) == f"no scheduler answers at {address}{words}"
    assert asked == {"where": address, "security": (address, Path("t")), "timeout": 30, "set_as_default": False}


def test_workers_of_this_machine_speak_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="without the extra [cluster] there are no certificates")
    from houseway.cluster import certificates

    asked: list[dict[str, Any]] = []
    secrets_: list[bytes] = []

    def sealed(secret: bytes) -> str:
        secrets_.append(secret)
        return "sealed"

    class Local:
        def __init__(self, **more: Any) -> None:
            asked.append(more)

        def __enter__(self) -> "Local":
            return self

        def __exit__(self, *_: object) -> None:
            asked.append({"ended": True})

    monkeypatch.setattr(certificates, "security_of", sealed)
    dask = SimpleNamespace(LocalCluster=Local, Client=lambda cluster: ("client of", cluster))
    monkeypatch.setattr(door, "load", lambda: dask)
    with door.cluster_at("local:12") as opened:
        client = opened()
        assert client[0] == "client of"
    assert [len(each) for each in secrets_] == [32]
    assert asked == [
        {
            "n_workers": 12, "threads_per_worker": 1, "processes": True, "host": "127.0.0.1", "protocol": "tls://",
            "security": "sealed", "dashboard_address": "127.0.0.1:0", "memory_limit": 0, "silence_logs": 50,
        },
        {"ended": True},
    ]  # fmt: skip


def test_how_to_speak_to_a_scheduler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="without the extra [cluster] there are no certificates")
    from houseway.cluster import certificates

    monkeypatch.setattr(certificates, "security_of", lambda secret: ("by token", secret))
    monkeypatch.setattr(token, "found", lambda path: b"secret" if path else None)
    own = SimpleNamespace(tls_ca_file=None)
    monkeypatch.setattr(door, "load", lambda: SimpleNamespace(Security=lambda: own))
    assert door.security_for("tcp://a:1", tmp_path) is None
    assert door.security_for("tls://a:1", tmp_path) == ("by token", b"secret")
    with pytest.raises(Refused) as refused:
        door.security_for("tls://a:1", None)
    assert str(refused.value) == (
        "tls://a:1 needs a token: name its file with --token-file, or put it in HOUSEWAY_CLUSTER_TOKEN"
    )
    own.tls_ca_file = "theirs"
    assert door.security_for("tls://a:1", None) is own


def test_certificates_of_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="without the extra [cluster] there are no certificates")
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    from houseway.cluster import certificates

    one, other = (certificates.authority_key(secret * 32) for secret in (b"a", b"b"))
    assert one.private_numbers() == certificates.authority_key(b"a" * 32).private_numbers() != other.private_numbers()
    assert one.private_numbers().private_value % 10**9 == 557331327, "of this token, in every version"
    assert one.curve.name == "secp256r1"
    monkeypatch.setattr(certificates, "load", lambda: SimpleNamespace(Security=lambda **more: more))
    told = certificates.security_of(b"a" * 32)
    root, leaf = (x509.load_pem_x509_certificate(told[name].encode()) for name in ("tls_ca_file", "tls_worker_cert"))
    leaf.verify_directly_issued_by(root)
    root.verify_directly_issued_by(root)
    assert root.public_key() == one.public_key()
    names = [each.rfc4514_string() for each in (root.subject, root.issuer, leaf.subject, leaf.issuer)]
    assert names == ["CN=houseway cluster"] * 2 + ["CN=houseway member", "CN=houseway cluster"]
    basics = [each.extensions.get_extension_for_class(x509.BasicConstraints) for each in (root, leaf)]
    assert [(each.critical, each.value.ca, each.value.path_length) for each in basics] == [
        (True, True, 0), (True, False, None),
    ]  # fmt: skip
    uses = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    assert (uses.critical, set(uses.value)) == (
        False, {ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH},
    )  # fmt: skip
    for each, signer in ((root, root), (leaf, root)):
        own = each.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
        by = each.extensions.get_extension_for_class(x509.AuthorityKeyIdentifier)
        theirs = signer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
        assert (own.critical, by.critical, by.value.key_identifier) == (False, False, theirs.value.digest)
        now = datetime.now(UTC)
        assert timedelta(hours=23) < now - each.not_valid_before_utc < timedelta(hours=25)
        assert timedelta(days=3649) < each.not_valid_after_utc - now < timedelta(days=3651)
    key = told["tls_worker_key"]
    assert key.startswith("-----BEGIN PRIVATE KEY-----")
    assert {name for name in told if told[name] == key} == {f"tls_{role}_key" for role in certificates.ROLES}
    assert set(told) == {
        "require_encryption", "tls_ca_file", "tls_min_version",
        *(f"tls_{role}_{kind}" for role in ("client", "scheduler", "worker") for kind in ("cert", "key")),
    }  # fmt: skip
    assert (told["require_encryption"], told["tls_min_version"]) == (True, ssl.TLSVersion.TLSv1_3)
    assert isinstance(leaf.public_key(), ec.EllipticCurvePublicKey)
    assert leaf.public_key() != root.public_key()


def test_the_library_is_set_up_quiet() -> None:
    distributed = pytest.importorskip("distributed", reason="without the extra [cluster] there is no library")
    assert library.load() is distributed
    import dask.config

    assert {name: dask.config.get(name) for name in library.CONFIG} == {
        "distributed.scheduler.http.routes": [], "distributed.worker.http.routes": [],
        "distributed.worker.daemon": True, "distributed.admin.tick.limit": "1h",
        "distributed.scheduler.allowed-failures": 1000,
    }  # fmt: skip
    assert dask.config.get("distributed.worker.multiprocessing-method") == "forkserver"
    assert {logging.getLogger(name).level for name in library.LOUD} == {50}
