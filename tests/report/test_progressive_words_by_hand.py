"""Sentences and numbers of `houseway progressive` about made-up figures: units, digits, and what is left out."""

import io
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console, RenderableType

from houseway.report import progressive_page as pages

HALF = Fraction(1, 2)


def printed(page: RenderableType) -> list[str]:
    console = Console(file=io.StringIO(), width=120, color_system=None)
    console.print(page)
    assert isinstance(console.file, io.StringIO)
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines() if line.strip()]


def meter(**more: Any) -> Any:
    given = {
        "meter": SimpleNamespace(title="Jackpot"), "held_back": False, "wait": None, "out_of_reach": False,
        "chase": None, "reserve": None, "shown_cents": 250_000,
    }  # fmt: skip
    return SimpleNamespace(**{**given, **more})


def of(*meters: Any) -> Any:
    return SimpleNamespace(meters=meters)


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(1, 3), "33.3333%"), (Decimal("0.5"), "50.0000%"), (0.123456749, "12.3457%"), (-0.02, "-2.0000%")],
)
def test_a_share_has_four_decimals(value: Any, text: str) -> None:
    assert pages.share(value) == text


def test_money_is_to_the_cent_and_a_chance_is_one_in_so_many() -> None:
    assert [pages.money(each) for each in (Fraction(12_345_6, 10), 250_000, Fraction(-5, 1))] == [
        "$123.46", "$2,500", "-$0.05",
    ]  # fmt: skip
    assert [pages.one_in(each) for each in (Fraction(2, 99_999), Fraction(1, 7), Fraction(0))] == [
        "1 in 49,999.5", "1 in 7.0", "never",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("more", "lines"),
    [
        ({}, []),
        ({"held_back": True}, ["Jackpot: the cap keeps money from players for ever: raise it."]),
        ({"out_of_reach": True}, ["Jackpot never breaks even: its cap lies below."]),
        (
            {"wait": SimpleNamespace(mean=Fraction(49_999, 2), by_share=[(HALF, 17_329), (Fraction(9, 10), 57_565)])},
            ["Jackpot is won whole once in 25,000 bets on average: 50% by bet 17,329, 90% by bet 57,565."],
        ),
    ],
)  # fmt: skip
def test_how_long_it_takes(more: dict[str, Any], lines: list[str]) -> None:
    assert pages.wait_words(of(meter(**more))) == lines


@pytest.mark.parametrize(
    ("gain", "fair", "grows", "words"),
    [
        (1_250, 300_000, Fraction(1, 8),
         "gains $12.50 on average in 20,000 bets; from $3,000 on that is a gain, and it comes so far untouched "
         "12.5000% of the time."),
        (0, 300_000, None, "gains $0 on average in 20,000 bets; from $3,000 on that is a gain."),
        (-99, 300_000, Fraction(0), "loses $0.99 on average in 20,000 bets; from $3,000 on that is a gain."),
        (-99, None, None, "loses $0.99 on average in 20,000 bets; under its cap that is nowhere a gain."),
    ],
)  # fmt: skip
def test_what_chasing_a_meter_comes_to(gain: int, fair: int | None, grows: Any, words: str) -> None:
    chase = SimpleNamespace(gain_cents=gain, bets=Fraction(20_000), fair_from_cents=fair, grows_there=grows)
    assert pages.wait_words(of(meter(chase=chase))) == [
        f"Whoever makes every bet from $2,500 until Jackpot is won {words}"
    ]


def test_what_a_reserve_is_after_so_many_bets() -> None:
    reserve = SimpleNamespace(
        bets=1_000_000, mean_cents=Fraction(123_456), sd_cents=98_765.4, falls_short=Fraction(1, 400),
        covering_rate=Fraction(3, 80),
    )  # fmt: skip
    assert pages.reserve_words(of(meter(), meter(reserve=reserve))) == [
        "The reserve of Jackpot after 1,000,000 bets: $1,234.56 on average, standard deviation $987.65, "
        "short in 0.2500% of cases; 3.7500% of a bet covers its seeds."
    ]


def test_a_course_is_told_beside_what_was_to_be_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "long_run_return", lambda _: Fraction(4, 5))
    tiers = [SimpleNamespace(name="royal_flush"), SimpleNamespace(name="full_house")]
    bet: Any = SimpleNamespace(
        progressive=SimpleNamespace(tiers=tiers, meters=[SimpleNamespace(name="jackpot", title="Jackpot")]),
        chances=[Fraction(1, 64_975), Fraction(1, 700)], bet_cents=100,
    )  # fmt: skip
    reading = SimpleNamespace(shown_cents=250_035, won_cents=1_000_000, wins=4, reserve_cents=-50, overflow_cents=125)
    course: Any = SimpleNamespace(
        bets=100_000, seed=7, hits=[2, 1_234], won_cents=7_654_321, readings={"jackpot": reading}
    )
    lines = printed(pages.course_page(bet, course))
    assert [line for line in lines if "100,000 bets of seed 7" in line]
    for row in (("royal flush", "2", "1.5"), ("full house", "1,234", "142.9"), ("return", "76.5432%", "80.0000%")):
        assert [line for line in lines if all(word in line for word in row)], row
    assert lines[-1] == "Jackpot shows $2,500.35, paid $10,000 in 4 awards, reserve -$0.50, overflow $1.25."


def test_a_proposal_says_its_return_and_how_it_varies() -> None:
    proposal: Any = SimpleNamespace(return_long=Fraction(3, 4), sd_average=12.34567, average_cents=Fraction(1_234_567))
    assert " ".join(printed(pages.proposal_page(proposal))) == (
        "Returns 75.0000% in the long run and varies by 12.346 bets at its average jackpot of $12,345.67. As a page of "
        "the game's folder:"
    )


def test_who_shares_a_meter_gets_less() -> None:
    found: Any = SimpleNamespace(by_players=[
        SimpleNamespace(players=2, return_now=Fraction(1, 2), return_long=Fraction(1, 3)),
        SimpleNamespace(players=7, return_now=Fraction(1, 4), return_long=Fraction(1, 5)),
    ])  # fmt: skip
    lines = printed(pages._players(found))
    for row in (("2", "50.0000%", "33.3333%"), ("7", "25.0000%", "20.0000%")):
        assert [line for line in lines if all(word in line for word in row)], row
