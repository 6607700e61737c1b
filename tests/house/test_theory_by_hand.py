"""What bets should have brought, by hand from made-up edges and variances, and a key that two servers make."""

from fractions import Fraction
from math import sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.house import events
from houseway.house.audit import causes
from houseway.house.books.cells import ALONE, across_of, pair, products_of
from houseway.house.books.theory import ROUND, Expected, Figured, together
from houseway.house.irregularities import RETURN_BET
from houseway.house.ledger import key as house_key
from tests.house.table_kit import table_of


def solution(edge: Fraction, variance: int) -> Any:
    return SimpleNamespace(edge=SimpleNamespace(value=edge), variance=SimpleNamespace(value=Fraction(variance)))


ONE, TWO, THREE = (solution(Fraction(1, n), n * n) for n in (2, 4, 5))  # deviations of 2, 4 and 5
WHOLE = solution(Fraction(1, 2) + Fraction(1, 4), 4 + 16 + 8)  # a covariance of 4: half of what there could be


def figured(figures: dict[str, Any], first: str = "", added: tuple[str, ...] = (), hanging: float = 1.0) -> Figured:
    """Of a table of Dakota Stud, with figures that are easy to reckon with."""
    made = Figured.__new__(Figured)
    made._config, made._figures, made.hanging = table_of(), figures, hanging
    made._sds, made._played = {}, {name: name != "two" for name in ("dollar", "one", "two", "three")}
    made._led, made._first, made._added = bool(first), first, frozenset(added)
    return made


def test_bets_bring_their_edges_and_hang_together_as_they_are_said_to() -> None:
    found = figured({"one": ONE, "two": TWO}, hanging=0.5)
    hand = {"one": 300, "two": 100}
    across = across_of([hand, {"one": 10}])
    wagers = {"one": [1, 300, -40], "two": [1, 100, 25], "three": [2, 70, 8]}
    got = found.expected(wagers, products_of(hand), across)
    assert got.cents == 300 / 2 + 100 / 4
    assert (got.bet_cents, got.held_cents, got.played_cents) == (400, -15, 300)
    assert got.unknown == {"three": "(3)"}
    assert [found.sd(name) for name in ("one", "two", "three")] == [2, 4, 0]
    within = 4 * 300**2 + 16 * 100**2 + 0.5 * 2 * (2 * 4 * 300 * 100)
    assert across == {pair("one", "one"): 2 * 300 * 10, pair("one", "two"): 100 * 10}
    assert got.variance == within + 4 * 2 * 300 * 10 + 2 * (2 * 4 * 100 * 10)
    bets = {each.solution.edge.value: (each.cents, each.squares) for each in got.bets.values()}
    assert bets == {ONE.edge.value: (300, 300**2), TWO.edge.value: (100, 100**2)}
    assert got.z == (-15 - 175) / sqrt(got.variance)


def test_what_was_bet_alone_counts_as_the_wager_it_is() -> None:
    found = figured({"one": ONE, f"one{ALONE}": TWO})
    name = f"one{ALONE}"
    got = found.expected({name: [1, 200, 7], "three alone": [1, 5, 5]}, {pair(name, name): 200**2}, {})
    assert got.unknown == {"three": "(3)"}
    assert got.bet_cents == got.played_cents == 200
    assert got.held_cents == 7


def test_sums_of_two_are_the_sums_of_each_and_of_nothing_there_is_no_deviation() -> None:
    found = figured({"one": ONE, "two": TWO})
    one = found.expected({"one": [1, 300, -40]}, {pair("one", "one"): 300**2}, {})
    other = found.expected({"one": [1, 50, 9], "two": [1, 100, 1]}, {pair("one", "one"): 50**2}, {})
    both = found.expected({"one": [2, 350, -31], "two": [1, 100, 1]}, {pair("one", "one"): 300**2 + 50**2}, {})
    one.add(other)
    assert one == both
    assert Expected().z is None
    assert Expected(held_cents=5, cents=1, variance=4).z == 2


def test_the_first_bet_is_held_against_the_round_and_what_is_added_only_brings_what_it_won() -> None:
    found = figured({"one": ONE, "two": TWO, ROUND: WHOLE}, first="one", added=("two",))
    wagers = {"one": [1, 400, 60], "two": [1, 900, -500]}
    got = found.expected(wagers, {pair("one", "one"): 400**2}, {})
    assert got.cents == 400 * 3 / 4
    assert (got.bet_cents, got.held_cents, got.played_cents) == (400, -440, 400)
    assert got.variance == pytest.approx(28 * 400**2)
    gathered = {"wagers": {"one": [1, 400, 60]}, "products": {pair("one", "one"): 400**2}, "across": {}}
    own = SimpleNamespace(wagers={"two": [1, 900, -500]}, products={}, across={})
    all_ = SimpleNamespace(of_wager=lambda name: SimpleNamespace(**gathered) if name == "one" else None)
    of_two = found.of_wager("two", cast(Any, own), cast(Any, all_))
    assert (of_two.cents, of_two.bet_cents, of_two.held_cents, of_two.played_cents) == (100, 400, -500, 400)
    assert of_two.variance == 16 * 400**2
    assert [(each.cents, each.squares) for each in of_two.bets.values()] == [(400, 400**2)]


def test_how_wagers_hang_together_follows_from_the_variance_of_the_round() -> None:
    names = ("one", "two", "three")
    assert together({"one": ONE, "two": TWO, ROUND: WHOLE}, names) == 0.5
    assert together({"one": ONE, "two": TWO}, names) == 1
    assert together({"one": ONE, "two": TWO, "three": THREE, ROUND: WHOLE}, names) == 1, "of other edges"
    assert together({"one": ONE, ROUND: ONE}, names) == 1


def test_of_two_servers_that_make_a_key_both_have_the_one_that_was_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, first = tmp_path / "house.key", "ab" * 32
    monkeypatch.delenv(house_key.VARIABLE, raising=False)
    monkeypatch.setenv(house_key.FILE_VARIABLE, str(path))

    def another_is_faster(size: int) -> bytes:
        path.write_text(f"{first}\n")
        return bytes(size)

    monkeypatch.setattr("secrets.token_bytes", another_is_faster)
    said: list[str] = []
    assert house_key.find_or_make_key(said.append) == bytes.fromhex(first)
    assert path.read_text() == f"{first}\n"
    assert said == []


def test_a_ruling_that_returns_a_bet_stands_right_before_it() -> None:
    """The row before is asked for, and no other."""
    asked: list[Any] = []

    def read(*given: Any) -> list[Any]:
        asked.append(given)
        return [SimpleNamespace(kind=events.RULED, body={"outcome": RETURN_BET, "by": "Sam"})]

    row = SimpleNamespace(kind=events.BET, body={"player": "anna", "wagers": {}}, table="dakota", version=9)
    found = causes.cause_of(cast(Any, SimpleNamespace(read=read)), cast(Any, row))
    assert found is not None
    assert found.words == "ruled by Sam"
    assert asked == [("dakota", 7, 1)]
