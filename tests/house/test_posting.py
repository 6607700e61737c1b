"""The posting sign says what WAC 230-15-060 has a house post, from the configuration alone."""

from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from houseway.games.betting import dollars
from houseway.house.configuration import Room, TableConfig, default_room
from houseway.house.posting import Sign, posting_sign
from houseway.report.sign import sign_page

ROOM = default_room()


def sign_of(game: str, **keys: Any) -> Sign:
    table = TableConfig.from_body({"name": "t", "game": game, **keys})
    return posting_sign(ROOM.model_copy(update={"tables": {"t": table}}), table)


def printed(sign: Sign) -> str:
    console = Console(file=StringIO(), width=160)
    console.print(sign_page(sign))
    return " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]


@pytest.mark.parametrize("table", ROOM.tables.values(), ids=lambda table: table.name)
def test_the_printed_sign_has_every_limit_pay_and_policy(table: TableConfig) -> None:
    sign = posting_sign(ROOM, table)
    text = printed(sign)
    assert len(sign.limits) == len(table.wagers)
    for posted in sign.limits:
        cells = (posted.limits.least_cents, posted.limits.most_cents, posted.limits.step_cents)
        assert " │ ".join([posted.wager, *map(dollars, cells), posted.note]) in text.replace("  ", " ")
    for odds in sign.odds:
        for outcome, num, den in odds.rows:
            assert outcome in text
            assert num <= 0 or f"{num:,} to {den}" in text
    for line in (*sign.money, sign.rounding, *sign.interruptions, *ROOM.house_rules, ROOM.disputes.strip()):
        assert " ".join(line.split()) in text
    assert "1. Title 230 WAC 2. the rules of the game's maker 3. the rules of this house 4. Hoyle" in text
    assert "Play money only" in text


def test_only_the_paytables_in_force_are_posted() -> None:
    codes = [odds.code for odds in sign_of("fast_action_holdem", options={"paytable": "5"}).odds]
    assert codes == ["Ante", "5"]
    codes = [odds.code for odds in sign_of("triple_shot_bonus", options={"hat_trick": "6 to 1"}).odds]
    assert "Hat Trick 6 to 1" in codes
    assert "Hat Trick 9 to 1" not in codes


def test_a_wager_that_is_off_is_not_posted() -> None:
    on, off = sign_of("super_fun_21"), sign_of("super_fun_21", options={"insurance": False})
    assert ("Insurance",) in [odds.wagers for odds in on.odds]
    assert ("Insurance",) not in [odds.wagers for odds in off.odds]


def test_toke_bets_are_posted_where_they_are_taken() -> None:
    notes = [posted.note for posted in sign_of("lucky_lucky", tokes=True).limits]
    assert notes.count("for the dealers") == 2
    assert "for the dealers" not in [posted.note for posted in sign_of("lucky_lucky").limits]
    assert ("Lucky Lucky",) in [odds.wagers for odds in sign_of("lucky_lucky").odds]


def test_bets_that_must_be_equal_say_so() -> None:
    assert [posted.note for posted in sign_of("dakota_stud").limits] == ["required"] + ["required, equal to ($)"] * 3
    one, three = sign_of("fast_action_holdem"), sign_of("fast_action_holdem", options={"paytable": "3"})
    assert [sign.limits[1].note for sign in (one, three)] == ["optional", "optional, equal to Ante"]
    both = sign_of("fast_action_holdem", options={"paytable": "3", "equal_bets": "both"})
    assert both.limits[1].note == "required, equal to Ante"


def test_envy_is_posted_as_fixed_sums_where_it_is_paid() -> None:
    (envy,) = sign_of("fast_action_holdem").prizes
    assert (envy.title, envy.in_cents, envy.rows) == (
        "Envy", True, (("royal flush", 25_000), ("straight flush", 5_000))
    )  # fmt: skip
    assert "│ royal flush │ $250 │" in printed(sign_of("fast_action_holdem"))
    assert sign_of("fast_action_holdem", options={"envy": False}).prizes == ()


def test_multipliers_are_posted_as_multiples() -> None:
    (multiplier,) = sign_of("lucky_lucky", options={"base": "2"}).prizes
    assert not multiplier.in_cents
    assert multiplier.rows[0] == ("dealer's 26 in 5 or more suited cards", 100)


def test_a_cap_is_posted_with_what_it_means() -> None:
    bonus = {"bonus": {"most_cents": 5000}}
    for per, words in (
        ("round", "of a round pay $6,000 together at most"),
        ("hand", "of a player's place pay $6,000 together at most, both hands of a split counted as one"),
        ("each_hand", "of one hand pay $6,000 at most; a split makes two hands, and each may win as much"),
    ):
        sign = sign_of("fast_action_holdem", options={"cap_cents": 600_000, "cap_per": per}, wagers=bonus)
        assert words in sign.cap
        assert sign.cap.startswith("The Bonus odds ")
        assert "Fixed sums are outside this cap" in printed(sign)
    assert sign_of("fast_action_holdem").cap == ""


@pytest.mark.parametrize(
    ("rounding", "said"),
    [
        ("house", "Pays are rounded down to a multiple of $1."),
        ("nearest", "Pays are rounded to the nearest multiple of $1."),
        ("player", "Pays are rounded up to a multiple of $1."),
    ],
)
def test_the_rounding_policy_is_posted(rounding: str, said: str) -> None:
    assert sign_of("lucky_lucky", options={"rounding": rounding, "grain_cents": 100}).rounding == said


def test_what_the_house_chose_is_posted_in_words() -> None:
    options = {option.title: option.setting for option in sign_of("lucky_lucky", options={"soft_17": "stand"}).options}
    assert options["Soft 17"] == "stand"
    assert options["Double after split"] == "yes"
    envy = {option.title: option.setting for option in sign_of("fast_action_holdem").options}
    assert envy["Envy least"] == "$5"


def test_interruptions_are_posted_as_configured() -> None:
    text = " ".join(sign_of("dakota_stud", on_restart="void", keep_seat_s=45, silent="timid").interruptions)
    assert "is void, and its bets are returned" in text
    assert "kept 45 seconds" in text
    assert "strategy 'timid'" in text


def test_a_sign_differs_with_its_room() -> None:
    other = Room.model_validate({**ROOM.model_dump(), "disputes": "Ask."})
    one, two = (posting_sign(room, ROOM.table("dakota")) for room in (ROOM, other))
    assert replace(one, disputes="Ask.") == two
