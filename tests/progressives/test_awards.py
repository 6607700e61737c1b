"""What the hits of a round are paid: shares off the meter, fixed sums and Envy from the house."""

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from houseway.analysis.solve import strategy_of
from houseway.engine.replay import Deal, play_out
from houseway.games import find_game
from houseway.progressives.awards import Award, awards_for, must_hit_award
from houseway.progressives.growth import Reading, grown, opened
from houseway.progressives.hits import Hit, hits_of
from houseway.progressives.jackpot import Meter, Progressive, find_progressive
from houseway.rules.cards import cards_of
from houseway.rules.tape import SAY, SETTLE

MAIN: dict[str, Any] = {"name": "main", "title": "-", "seed_cents": 1_000, "rate": "1/10"}
TIERS: list[dict[str, Any]] = [
    {"outcomes": ["royal_flush"], "meter": "main", "share": "4/5", "shared": "1/5"},
    {"outcomes": ["straight_flush"], "meter": "main", "share": "1/10", "envy_cents": 70},
    {"outcomes": ["flush"], "fixed_cents": 500, "envy_cents": 5},
]


def progressive_of(together: str = "shared", tiers: list[dict[str, Any]] = TIERS) -> Progressive:
    words: dict[str, Any] = {"name": "p", "title": "-", "about": "-", "study": "-", "wager": "bonus", "bet_cents": 100}
    return Progressive.model_validate({**words, "meters": [MAIN], "tiers": tiers, "together": together})


ROYAL, STRAIGHT, FLUSH = range(3)
SHOWS = {"main": Reading(shown_cents=10_001, reserve_cents=-1_000)}


def test_a_meter_won_whole_begins_again_from_its_seed() -> None:
    paid, after = awards_for(progressive_of(), SHOWS, [Hit(1, ROYAL)], {1: "a", 2: "b", 3: "c"})
    assert paid == [
        Award(1, 8_000, "tier", "main", "royal_flush"),
        Award(2, 1_000, "shared", "main", "royal_flush"),
        Award(3, 1_000, "shared", "main", "royal_flush"),
    ]
    assert after["main"].shown_cents == 1_000 + 1  # the cent that did not divide
    assert after["main"].reserve_cents == -2_000


def test_a_share_for_others_stays_on_the_meter_where_nobody_else_has_the_bet() -> None:
    paid, after = awards_for(progressive_of(), SHOWS, [Hit(1, ROYAL)], {1: "a", 4: "a"})
    assert [(each.seat, each.cents) for each in paid] == [(1, 8_000)]
    assert after["main"].shown_cents == 1_000 + 2_001


def test_two_who_hit_one_tier_divide_it_or_are_paid_in_turn() -> None:
    hits, betting = [Hit(3, ROYAL), Hit(1, ROYAL)], {1: "a", 2: "b", 3: "c"}
    shared, after = awards_for(progressive_of("shared"), SHOWS, hits, betting)
    assert [(each.seat, each.cents, each.why) for each in shared] == [
        (3, 4_000, "tier"), (1, 4_000, "tier"), (2, 2_000, "shared"),
    ]  # fmt: skip
    assert (after["main"].shown_cents, after["main"].seeds) == (1_001, 2)
    in_turn, after = awards_for(progressive_of("in_turn"), SHOWS, hits, betting)
    assert [(each.seat, each.cents) for each in in_turn] == [
        (3, 8_000), (1, 1_000), (2, 1_000), (1, 800), (2, 100), (3, 100),
    ]  # fmt: skip
    assert (after["main"].shown_cents, after["main"].seeds) == (1_001, 3)


def test_the_better_tier_is_paid_first_where_awards_are_shared() -> None:
    hits, betting = [Hit(2, STRAIGHT), Hit(1, ROYAL)], {1: "a", 2: "b"}
    paid, _ = awards_for(progressive_of("shared"), SHOWS, hits, betting)
    assert [(each.seat, each.cents, each.why) for each in paid] == [
        (1, 8_000, "tier"), (2, 2_000, "shared"), (2, 100, "tier"), (1, 70, "envy"),
    ]  # fmt: skip
    paid, _ = awards_for(progressive_of("in_turn"), SHOWS, hits, betting)
    assert paid[0] == Award(2, 1_000, "tier", "main", "straight_flush")


def test_fixed_sums_and_envy_come_off_no_meter_and_none_for_seats_of_ones_own() -> None:
    betting = {1: "a", 2: "a", 3: "b"}
    paid, after = awards_for(progressive_of(), SHOWS, [Hit(1, FLUSH), Hit(3, FLUSH)], betting)
    assert after == SHOWS
    assert [(each.seat, each.cents, each.why) for each in paid] == [
        (1, 500, "tier"), (3, 500, "tier"), (3, 5, "envy"), (1, 5, "envy"), (2, 5, "envy"),
    ]  # fmt: skip


HITS = st.lists(
    st.builds(Hit, st.integers(1, 4), st.sampled_from([ROYAL, STRAIGHT, FLUSH])), unique_by=lambda h: h.seat
)


@given(st.lists(st.tuples(st.integers(0, 900), HITS), max_size=12), st.sampled_from(["shared", "in_turn"]))
def test_awards_and_the_meter_account_for_every_cent(rounds: list[tuple[int, list[Hit]]], together: str) -> None:
    progressive = progressive_of(together)
    meter = progressive.meters[0]
    now, paid_off = {"main": opened(meter)}, 0
    for bet, hits in rounds:
        now["main"] = grown(meter, now["main"], bet)
        paid, now = awards_for(progressive, now, hits, {1: "a", 2: "b", 3: "c", 4: "d"})
        paid_off += sum(award.cents for award in paid if award.meter)
    reading = now["main"]
    assert reading.won_cents == paid_off
    held = reading.shown_cents + reading.carried + reading.won_cents
    assert held == meter.rate * reading.bets_cents + meter.seed_cents * reading.seeds


def test_a_meter_that_must_hit_pays_all_it_shows_to_the_bet_that_reached_it() -> None:
    meter = Meter(name="m", title="-", seed_cents=500, rate=Fraction(1, 10), must_hit_by_cents=900)
    award, after = must_hit_award(meter, grown(meter, opened(meter), 1_230), 3)
    assert award == Award(3, 623, "must_hit", "m")
    assert (after.shown_cents, after.wins, after.seeds) == (500, 1, 2)


# --- from the tape ---

HOLDEM = find_game("fast_action_holdem")
SHIPPED = find_progressive(HOLDEM, "royal")


def tape_of(order: str, seats: int = 2, bets: dict[str, int] | None = None) -> Any:
    """A round with these cards first (community, then four to each seat and to the dealer)."""
    settings = HOLDEM.settings()
    first = cards_of(order)
    rest = [card for card in HOLDEM.deck(settings) if card not in first]
    deal = Deal(HOLDEM, settings, [*first, *rest], [bets or {"ante": 500, "bonus": 500}] * seats)
    plan = strategy_of(HOLDEM, "basic", settings).plan
    return play_out(deal, [plan] * seats)[0].tape


def test_a_royal_flush_of_the_bonus_hits_the_first_tier_of_the_seats_that_bet() -> None:
    tape = tape_of("Ts Js Qs 2h 3d  As Ks 7c 4d  2c 2d 9h 8c  5h 5d 6c 7d")
    assert hits_of(HOLDEM, SHIPPED, tape, {1, 2}) == (Hit(1, 0),)
    assert hits_of(HOLDEM, SHIPPED, tape, {2}) == ()


def test_a_royal_flush_on_the_board_is_hit_by_all_in_the_order_of_pay() -> None:
    tape = tape_of("Ts Js Qs Ks As  2c 3d 7c 4d  2d 2h 9h 8c  5h 5d 6c 7d")
    assert hits_of(HOLDEM, SHIPPED, tape, {1, 2}) == (Hit(2, 0), Hit(1, 0))


def test_without_the_wager_that_the_outcomes_are_of_nothing_is_hit() -> None:
    tape = tape_of("Ts Js Qs Ks As  2c 3d 7c 4d  2d 2h 9h 8c  5h 5d 6c 7d", bets={"ante": 500})
    assert hits_of(HOLDEM, SHIPPED, tape, {1, 2}) == ()


def test_of_two_hands_the_better_counts_and_other_rows_do_not() -> None:
    bonus, ante = HOLDEM.wagers.index("bonus"), HOLDEM.wagers.index("ante")
    four, royal, run = (HOLDEM.outcomes.index(each) for each in ("four_of_a_kind", "royal_flush", "straight"))
    rows = [
        (SETTLE, 3, 0, bonus, four, 1), (SETTLE, 3, 1, bonus, royal, 1), (SETTLE, 2, 0, bonus, run, 1),
        (SETTLE, 1, 0, ante, royal, 1), (SAY, 1, 0, bonus, royal, 0),
    ]  # fmt: skip
    assert hits_of(HOLDEM, SHIPPED, np.array(rows), {1, 2, 3}) == (Hit(3, 0),)
