"""What a house may write wrongly of a progressive: each is one sentence that names the key and says what to write."""

from pathlib import Path

import pytest

from houseway.house.configuration import read_room
from houseway.rules.refused import Refused

PLACE = "tables.holdem.progressives.0"
ROOM = """
name = "A room"
disputes = "Ask."
[tables.holdem]
title = "Hold'em"
game = "fast_action_holdem"
options = { paytable = "4", cap_cents = 1000000 }
wagers.ante = { least_cents = 500, most_cents = 20000, step_cents = 100 }
wagers.bonus = { least_cents = 100, most_cents = 10000, step_cents = 100 }
buy_in_least_cents = 5000
buy_in_most_cents = 500000
"""
CARRIED = """
[[tables.holdem.progressives]]
name = "royal"
link = "corner"
"""


def wrong(tmp_path: Path, lines: str, more: str = "") -> list[str]:
    path = tmp_path / "house.toml"
    path.write_text(f"{ROOM}{CARRIED}{lines}\n{more}")
    with pytest.raises(Refused) as refusal:
        read_room(path)
    return str(refusal.value).splitlines()


def meter(**said: str) -> str:
    words = {"name": '"jackpot"', "title": '"J"', "seed_cents": "250_000", "rate": '"35 %"'} | said
    return f"terms = {{ meters = [{{ {', '.join(f'{key} = {word}' for key, word in words.items())} }}] }}"


def tiers(*said: str) -> str:
    return f"terms = {{ tiers = [{', '.join(f'{{ {each} }}' for each in said)}] }}"


WHOLE = 'outcomes = ["royal_flush"], meter = "jackpot", share = "100 %"'
METERS, TIERS = f"{PLACE}.terms.meters.0", f"{PLACE}.terms.tiers"


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (meter(rate='"90 %"', reserve_rate='"22 %"'), "the rates of royal come to 112 % of a bet"),
        (meter(rate='"120 %"'), f"{METERS}.rate cannot be: a rate of 120 % cannot be: it lies between 0 % and 100 %"),
        (meter(rate='"-5 %"'), "a rate of -5 % cannot be"),
        (meter(rate='"nan"'), "'nan' is no rate: write '15 %' or '3/20'"),
        (meter(rate="nan"), "write the rate nan as text, such as '15 %' or '3/20', so that it is exact"),
        (meter(rate="inf"), "write the rate inf as text"),
        (meter(rate='"1e999 %"'), "'1e999 %' is no rate"),
        (meter(rate='"1e999999999"'), "'1e999999999' is no rate"),
        (meter(rate='"1/0"'), "'1/0' is no rate"),
        (meter(rate=f'"1/{"9" * 400}"'), "99...' is no rate"),
        (meter(rate='"0.12345678"'), "write the rate 6172839/50000000 with at most six places"),
        (
            meter(cap_cents="100_000"),
            f"{METERS} cannot be: the cap of the meter 'jackpot', $1,000, lies below its seed",
        ),
        (meter(seed_cents="-1"), f"{METERS}.seed_cents is -$0.01: write $0 or more"),
        (meter(seed_cents="nan"), f"{METERS}.seed_cents is nan: write a whole number"),
        (meter(seed_cents="9" * 26), "write $10,000,000,000 or less"),
        (meter(must_hit_by_cents="100"), "must hit by $1, which is not above its seed, $2,500"),
        (
            meter(must_hit_by_cents="300_000"),
            "the meter 'jackpot' must hit by an amount: royal_flush cannot win it too",
        ),
        (meter(name='"jack pot"'), f"{METERS}.name is 'jack pot': write small letters, digits and underscores"),
        (meter(seed="5"), f"{METERS}.seed is no key here"),
        (
            tiers(WHOLE, 'outcomes = ["royal_flush"], fixed_cents = 1'),
            "tiers of royal overlap: royal_flush stands in two",
        ),
        (
            tiers('outcomes = ["royal_flsh"], meter = "jackpot", share = "100 %"'),
            f"{PLACE} cannot be: bonus never ends in 'royal_flsh'; did you mean royal_flush",
        ),
        (
            tiers('outcomes = ["royal_flush"], meter = "jakpot", share = "100 %"'),
            "a meter 'jakpot'; did you mean jackpot",
        ),
        (tiers(f'{WHOLE}, shared = "30 %"'), "royal_flush wins 100 % and shares 30 % of one meter: that is over 100 %"),
        (tiers('outcomes = ["royal_flush"], meter = "jackpot", share = "10 %"'), "no outcome wins all of the meter"),
        (
            tiers('outcomes = [], meter = "jackpot", share = "100 %"'),
            f"{TIERS}.0.outcomes is empty: write at least one",
        ),
        (tiers(WHOLE, 'outcomes = ["straight_flush"], fixed_cents = -5'), f"{TIERS}.1.fixed_cents is -$0.05"),
        ("terms = { bet_cents = -100 }", f"{PLACE}.terms.bet_cents is -$1: write $0 or more"),
        ("terms = { bet_cents = 100_000_000 }", "over the room's maximum for a single wager: write $400 or less"),
        ('terms = { wager = "bonis" }', "no wager 'bonis'; did you mean bonus?"),
        ('terms = { together = "both" }', f"{PLACE}.terms.together is 'both': write 'shared' or 'in_turn'"),
        ("terms = { meters = 5 }", f"{PLACE}.terms.meters is 5: write a list in brackets"),
        ("hand_pay_cents = nan", f"{PLACE}.hand_pay_cents is nan: write a whole number"),
    ],
)
def test_every_fault_of_a_progressive_is_one_sentence(tmp_path: Path, lines: str, sentence: str) -> None:
    (said,) = wrong(tmp_path, lines)
    assert sentence in said
    assert len(said) < 320
    assert "Input should" not in said, "that is pydantic's, not ours"


def test_games_with_other_probabilities_cannot_feed_one_link_and_the_sentence_has_both(tmp_path: Path) -> None:
    table = ROOM[ROOM.index("[tables") :] + CARRIED
    more = table.replace("tables.holdem", "tables.other").replace('paytable = "4"', 'paytable = "5"')
    (said,) = wrong(tmp_path, "", more)
    assert "tables.other.progressives cannot feed the link 'corner'" in said
    assert "the probability of royal_flush is 1 in" in said
    assert said.endswith("in the other (WAC 230-15-685)")
