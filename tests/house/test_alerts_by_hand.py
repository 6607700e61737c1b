"""Alerts of the books and what holds are of: sentences with their numbers and decimals, of gatherings written here."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.house.audit import hold
from houseway.house.books import alerts
from houseway.house.books.alerts import HandLook, found_alerts
from houseway.house.books.gathered import Gathering
from houseway.house.books.luck import at_least, hold_sentence, one_in
from houseway.house.books.rows import PRACTICE, ROOM, ROOM_BOTS
from houseway.house.books.win_chance import Chance
from houseway.rules.refused import Refused


def row(
    z: float | None, p: float, *, wager: str = "", book: str = ROOM, poor_play: str = "", table: str = "dakota"
) -> Any:
    """A row of the books, as far as an alert looks at it."""
    titles = {"": (), "one": ("(1)",)}[wager]
    return SimpleNamespace(
        z=z, expected=SimpleNamespace(chance=Chance(p)), wager=wager, table=table, book=book, poor_play=poor_play,
            dealt_cents=-123_450,
        theoretical_cents=6_700, named=lambda _: (*titles, "Dakota Stud"),
    )  # fmt: skip


def person(z: float | None, p: float, held: int, cents: float) -> Any:
    return SimpleNamespace(z=z, chance=Chance(p), held_cents=held, cents=cents)


def gathering(by_table: list[Any], by_wager: list[Any], people: dict[str, Any]) -> Gathering:
    """Rows by table, rows by wager, and what people came to."""
    return cast(
        "Gathering",
        SimpleNamespace(
            rows=lambda by: by_table if len(by) == 1 else by_wager,
            tables=lambda: (),
            by_player=lambda: people,
            people={"p1": "Ann"},
        ),
    )


NOTHING: Any = None


def test_a_hold_is_told_with_one_decimal_its_side_and_how_often_chance_brings_it() -> None:
    seen = [row(-3.25, 0.0004), row(None, 0.1), row(3.0, 0.001), row(3.04, 0.0025), row(0.5, 0.6)]
    by_wager = [
        row(12.345, 0.00021, wager="one", book=ROOM_BOTS),
        row(4.04, 1e-12, wager="one", poor_play="they play badly"),
        row(9, 0.001, book=PRACTICE),
    ]
    found = found_alerts(gathering(seen, by_wager, {}), NOTHING)
    assert [(each.kind, each.said) for each in found] == [
        ("hold",
            "the hold of (1) at table Dakota Stud is 4.0 standard deviations over theory: won -$1,234.50, theory $67; "
            "they play badly; if all play best, among 6 looks chance brings one as rare in less "
            "than 1 of 1,000,000,000 such reports"),
        ("hold",
            "the hold of (1) at table Dakota Stud (bots) is 12.3 standard deviations over theory: "
            "won -$1,234.50, theory $67; "
            "among 6 looks chance brings one as rare in less than 1 of 790 such reports"),
        ("hold",
            "the hold of table Dakota Stud is 3.2 standard deviations under theory: won -$1,234.50, theory $67; "
            "among 6 looks chance brings one as rare in less than 1 of 420 such reports"),
    ]  # fmt: skip
    assert [(each.chance, each.looks, each.z, each.table, each.wager) for each in found] == [
        (6e-12, 6, 4.04, "dakota", "one"), (6 * 0.00021, 6, 12.345, "dakota", "one"), (6 * 0.0004, 6, -3.25, "dakota",
            ""),
    ]  # fmt: skip
    assert found[2].to_json() == {
        "kind": "hold", "said": found[2].said, "chance": 6 * 0.0004, "looks": 6, "z": -3.25, "table": "dakota",
            "wager": "", "outcome": "", "player": "",
    }  # fmt: skip


def test_a_player_is_told_by_name_with_what_theory_has() -> None:
    people = {
        "p1": person(-4.25, 0.0001, -50_050, 1_249.6), "p2": person(-5.0, 0.00001, -9_900, -80.4), "p3": person(-2.9,
            1e-9, -1, 1),
        "p4": person(-6.0, 0.0003, -1, 1), "p5": person(None, 0, 0, 0), "p6": person(4.0, 1e-9, 1, 1),
    }  # fmt: skip
    found = found_alerts(gathering([], [], people), NOTHING)
    assert [each.said for each in found] == [
        "player p2 is ahead by $99 where theory has -$0.80 for the house, 5.0 standard deviations; "
        "among 5 looks chance brings one as rare in less than 1 of 20,000 such reports",
        "player Ann is ahead by $500.50 where theory has $12.50 for the house, 4.2 standard deviations; "
        "among 5 looks chance brings one as rare in less than 1 of 2,000 such reports",
    ]  # fmt: skip
    assert [(each.kind, each.player, each.chance, each.looks, each.z) for each in found] == [
        ("player", "p2", 5e-5, 5, -5.0), ("player", "p1", 5e-4, 5, -4.25),
    ]  # fmt: skip


def test_a_hand_is_told_with_how_many_were_to_be_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    look = HandLook("dakota", "bonus", "Dakota Stud", "Bonus", "a royal flush", 5, 20_000, 0.0000123)
    often = look._replace(came=2_000, tries=10_000, p=0.1234, outcomes="a pair")
    usual = look._replace(came=1, p=0.5)
    once = look._replace(came=1, tries=3, p=0.0001, wager="one")
    monkeypatch.setattr(alerts, "hand_looks", lambda _, __: [usual, look, often, once])
    found = found_alerts(gathering([], [], {}), NOTHING)
    assert [each.said.partition(";")[0] for each in found] == [
        "a pair on Bonus at table Dakota Stud came 2,000 times in 10,000 rounds where 1,234.0 were to be expected",
        "a royal flush on Bonus at table Dakota Stud came 5 times in 20,000 rounds where 0.25 were to be expected",
    ]
    told = [(each.kind, each.table, each.wager, each.outcome, each.looks, each.z) for each in found]
    assert told == [("hand", "dakota", "bonus", each, 4, None) for each in ("a pair", "a royal flush")]
    assert found[0].chance < found[1].chance == pytest.approx(4 * at_least(5, 20_000, 0.0000123))
    assert 4 * 5.8e-6 < found[1].chance < 4 * 6.4e-6, "a Poisson of 0.246: 0.246 ** 5 / 120, and what is beyond"


@pytest.mark.parametrize(
    ("count", "words"), [(1.0, "1.0"), (1_234.56, "1,234.6"), (0.999, "1"), (0.1249, "0.12"), (0.0123, "0.012"),
        (0.00001234, "1.2e-05")],
)  # fmt: skip
def test_a_few_are_told_to_a_tenth_and_parts_of_one_to_two_digits(count: float, words: str) -> None:
    assert alerts._few(count) == words


@pytest.mark.parametrize(
    ("p", "often"), [(0.5, 2), (0.3, 3), (0.0123, 81), (0.00123, 810), (1 / 1234, 1200), (1e-6, 1_000_000), (1e-9,
        10**9), (1e-12, 10**9), (2e-9, 500_000_000)],
)  # fmt: skip
def test_one_of_so_many_is_told_to_two_digits(p: float, often: int) -> None:
    assert one_in(p) == often


@pytest.mark.parametrize(
    ("chance", "looks", "words"),
    [
        (0.25, 2, "among 2 looks chance brings one as rare more often than not"),
        (0.7, 1, "among 1 look chance brings one as rare more often than not"),
        (0.49, 1, "among 1 look chance brings one as rare in less than 1 of 2 such reports"),
        (0.0001, 1_200, "among 1,200 looks chance brings one as rare in less than 1 of 8 such reports"),
    ],
)
def test_how_often_chance_brings_one_among_all_looks(chance: float, looks: int, words: str) -> None:
    assert alerts._often(chance, looks) == words


@pytest.mark.parametrize(
    ("z", "chance", "rounds", "poor_play", "words"),
    [
        (None, Chance(0.1), 500, "", ""),
        (-2.0, Chance(0.02), 500, "they play badly", "A hold this low happens by chance in 1 of 50 such weeks."),
        (2.0, Chance(0.02, at_most=True), 100, "they play badly",
            "A hold this high happens by chance in at most 1 of 50 such weeks if all play best. They play badly."),
        (0.0, Chance(0.5), 99, "",
            "A hold this high happens by chance in most such weeks. So few rounds say little yet."),
        (9.0, Chance(1e-10), 500, "", "A hold this high happens by chance in less than 1 of a billion such weeks."),
    ],
)  # fmt: skip
def test_what_a_hold_means_in_a_sentence(
    z: float | None, chance: Chance, rounds: int, poor_play: str, words: str
) -> None:
    assert hold_sentence(z, chance, rounds, "weeks", poor_play) == words


@pytest.mark.parametrize("order", ["", "0102"])
def test_of_a_round_whose_cards_cannot_be_dealt_again_nothing_more_is_known_to_have_been_bet(
    order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where the order is sealed for ever nor where the rules of its time are not kept."""

    def refuse(_: object) -> None:
        raise Refused("the rules of that time are not kept")

    monkeypatch.setattr(hold, "dealt_again", refuse)
    kept = cast("Any", SimpleNamespace(round=SimpleNamespace(order=order)))
    assert hold._arisen(kept, 1, ["one", "two"]) == {"one": 0, "two": 0}
