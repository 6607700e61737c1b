"""Whoever has a copy of the ledger, and not the key, knows no card that is not shown."""

import json
import random
import re
from pathlib import Path

import pytest

from houseway.house import events
from houseway.house.audit.export import export_lines
from houseway.house.audit.recall import recall_round
from houseway.house.audit.verify import verify_ledger
from houseway.house.dealer import LOST_KEY
from houseway.house.ledger import open_ledger
from houseway.house.ledger.key import find_key, find_or_make_key, key_file
from houseway.house.ledger.seal import Seal
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused
from houseway.web.open_house import open_house
from tests.house.conftest import Open, ledger, ledger_url, opened, postgres  # noqa: F401  on both stores
from tests.house.table_kit import ANNA, House, least_bets, table_of
from tests.web.running import running, small_room

OTHER_KEY = "a1" * 32


def play(house: House, rounds: int) -> None:
    rng = random.Random(3)
    for _ in range(rounds):
        house.bet_and_deal(ANNA, **least_bets(house.config))
        house.play_out([ANNA], rng)


def sealed_house(on: Ledger, name: str = "lucky", rounds: int = 3) -> House:
    """A shoe that lasts several rounds, with some of it dealt."""
    house = House(table_of(name), on)
    house.sit(ANNA)
    play(house, rounds)
    return house


def test_no_card_that_is_not_shown_stands_in_the_file(tmp_path: Path) -> None:
    """The order and the key of the open shoe are nowhere in the bytes, in whatever spelling."""
    path = tmp_path / "ledger.db"
    on = open_ledger(str(path))
    house = sealed_house(on)
    shuffle = house.table.shuffle
    assert shuffle is not None
    on.close()
    held = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    secret = bytes(shuffle.order)
    for spelled in (secret, secret.hex().encode(), bytes.fromhex(shuffle.key), shuffle.key.encode()):
        assert spelled not in held
        assert spelled[:24] not in held
    assert shuffle.commitment.encode() in held
    assert b'"order"' not in held  # nothing was shown yet


def test_the_house_reads_on_where_it_was_and_shows_the_order_in_plain(ledger: Ledger, opened: Open) -> None:  # noqa: F811
    house = sealed_house(ledger, "dakota", 3)
    again = House(table_of("dakota"), opened(), now=house.now)
    assert again.table == house.table
    play(again, 1)
    rows = opened()._inside.read("dakota")  # type: ignore[attr-defined]
    shuffled = [json.loads(row.text) for row in rows if row.kind == events.SHUFFLED]
    shown = {body["cycle"]: body for row in rows if row.kind == events.REVEALED for body in [json.loads(row.text)]}
    assert all("order" not in body and "key" not in body and body["sealed"] for body in shuffled)
    assert list(shown) == [1, 2, 3, 4]
    assert all(re.fullmatch("[0-9a-f]{104}", body["order"]) for body in shown.values())
    read = {row.body["cycle"]: row.body for row in opened().read("dakota") if row.kind == events.SHUFFLED}
    assert shown.keys() <= read.keys()
    for cycle, body in shown.items():
        assert (read[cycle]["order"], read[cycle]["key"]) == (body["order"], body["key"])
    assert [verdict.fault for verdict in verify_ledger(opened())] == [None]


def without_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HOUSEWAY_KEY")
    monkeypatch.setenv("HOUSEWAY_KEY_FILE", str(tmp_path / "none"))


@pytest.mark.parametrize("name", ["dakota", "lucky"])
def test_an_auditor_without_the_key_verifies_all_that_was_shown(
    ledger: Ledger,  # noqa: F811
    ledger_url: str,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
) -> None:
    sealed_house(ledger, name, 3)
    without_key(monkeypatch, tmp_path)
    auditor = open_ledger(ledger_url, read_only=True)
    (verdict,) = verify_ledger(auditor)
    assert verdict.fault is None, verdict.sentence
    assert verdict.rounds == 3
    assert verdict.sealed == (0 if name == "dakota" else 3)  # one deck is shown after its round
    lines = [json.loads(line) for line in export_lines(auditor, "jsonl")]
    last = [line for line in lines if line["kind"] == events.SHUFFLED][-1]
    assert last["withheld"] == ["sealed"]
    assert not {"order", "key", "sealed"} & last["body"].keys()
    if verdict.sealed:
        assert "3 of them lie in cards that are sealed" in verdict.sentence
        with pytest.raises(Refused, match="sealed"):
            recall_round(auditor, name, 1)
    else:
        assert recall_round(auditor, name, 1)["round"] == 1
    auditor.close()
    monkeypatch.setenv("HOUSEWAY_KEY", OTHER_KEY)
    with pytest.raises(Refused, match="sealed with another key"):
        open_ledger(ledger_url)


def test_a_changed_seal_or_a_moved_one_does_not_open() -> None:
    seal = Seal(b"k" * 32)
    body = {"cycle": 1, "mode": "shoe", "order": "00", "key": "11", "commitment": "c"}
    closed = seal.close("a", body)
    assert seal.open("a", closed) == body
    assert seal.open("b", closed) is None
    assert seal.open("a", {**closed, "cycle": 2}) is None
    assert seal.open("a", {**closed, "commitment": "d"}) is None
    assert Seal(b"l" * 32).open("a", closed) is None
    mark, _, text = closed["sealed"].partition(":")
    for broken in (f"{mark}:", f"{mark}:%%", f"{mark}:{text[:-8]}AAAAAAA=", "x"):
        assert seal.open("a", {**closed, "sealed": broken}) is None


# --- the key is lost ---


def test_a_lost_key_is_told_in_a_sentence_and_open_shoes_are_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "house.sqlite")
    room = small_room("super-fun", "lucky")
    with running(room, database) as server:
        ann = server.client("Ann").at("super-fun")
        ann.do("sit", cents=100_000)
        chips = server.house.pit.tables["super-fun"].accounts.copy()
        ann.do("bet", wagers=least_bets(room.tables["super-fun"]))
        ann.do("ready")
        on = server.house.pit.tables["super-fun"]
        playing, cycle = on.playing, on.cycles
    monkeypatch.setenv("HOUSEWAY_KEY", OTHER_KEY)
    with pytest.raises(Refused, match=r"sealed with another key .* start once with --lost-key"):
        open_house(database, room)
    house = open_house(database, room, lost_key=True)
    table = house.pit.tables["super-fun"]
    assert not table.playing
    assert table.cycles == cycle + 1
    assert table.shuffle is not None
    assert len(table.shuffle.order) >= 52
    if playing:  # every bet went back
        assert (table.notice, table.accounts) == (LOST_KEY, chips)
    assert house.pit.tables["lucky"].cycles == 2
    verdicts = verify_ledger(house.ledger)
    house.close()
    assert [verdict.fault for verdict in verdicts] == [None, None]
    assert sum(verdict.sealed for verdict in verdicts) == 1
    open_house(database, room).close()  # from now on with the new key alone


def test_a_stream_that_was_not_sealed_goes_on_sealed(tmp_path: Path) -> None:
    """Ledgers of before keep opening; the next shuffle is sealed."""
    path = tmp_path / "ledger.db"
    plain = SqliteLedger(path)
    sealed_house(plain, "dakota", 2)
    plain.close()
    on = open_ledger(str(path))
    house = House(table_of("dakota"), on)
    play(house, 2)
    texts = [row.text for row in on.read("dakota") if row.kind == events.SHUFFLED]
    assert ['"sealed"' in text for text in texts] == [False, False, False, True, True]
    assert [verdict.fault for verdict in verify_ledger(on)] == [None]
    on.close()


# --- where the key is ---


def test_a_new_key_is_made_in_the_folder_of_settings_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSEWAY_KEY")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setattr("houseway.house.ledger.key._keyring", lambda: None)
    said: list[str] = []
    assert find_key() is None
    made = find_or_make_key(said.append)
    assert find_or_make_key(said.append) == find_key() == made
    assert key_file() == tmp_path / "settings" / "houseway" / "house.key"
    assert key_file().stat().st_mode & 0o777 == 0o600
    assert said == [f"a new key that seals the cards is in {key_file()}: keep a copy, apart from the ledger's"]
    key_file().write_text("short")
    with pytest.raises(Refused, match="64 hexadecimal digits"):
        find_key()


class Ring:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, name: str) -> str | None:
        if self.locked:
            raise RuntimeError("locked")
        return self.kept.get((service, name))

    def set_password(self, service: str, name: str, word: str) -> None:
        if self.locked:
            raise RuntimeError("locked")
        self.kept[service, name] = word


def test_the_keyring_has_it_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOUSEWAY_KEY")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    ring = Ring()
    monkeypatch.setattr("houseway.house.ledger.key._keyring", lambda: ring)
    made = find_or_make_key(lambda _: None)
    assert list(ring.kept.values()) == [made.hex()]
    assert not key_file().exists()
    assert find_key() == made
    ring.kept, ring.locked = {}, True
    assert find_or_make_key(lambda _: None) != made
    assert key_file().exists()


def test_cookies_cannot_be_forged_with_the_ledger_alone(tmp_path: Path) -> None:
    from houseway.web.sessions import Sessions

    database = str(tmp_path / "house.sqlite")
    with running(small_room("dakota"), database) as server:
        thief = SqliteLedger(database)  # a copy of all that is on its shelves
        forged = Sessions(thief).begin_player("Eve").token
        client = server.client()
        client.http.headers["cookie"] = f"houseway={forged}"
        assert client.get("/api/session")["role"] == "guest"
        thief.close()
