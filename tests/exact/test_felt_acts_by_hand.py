"""What each act does to a felt on which no card is known, and where no wager can be followed: by hand."""

from typing import Any

import pytest

from houseway.analysis.universal.apart import felt_acts
from houseway.analysis.universal.apart.felt_acts import NoRoom, Otherwise
from houseway.analysis.universal.apart.unseen_felt import Size, UnseenFelt
from houseway.analysis.universal.apart.worths import UNKNOWN, DealtCard
from houseway.rules.felt import HOUSE

OURS, OTHER = 2, 5
SEAT = 1
GIVEN = "felt"  # the first of what every act is given: nobody looks at it


def felt(**size: Any) -> UnseenFelt:
    return UnseenFelt(Size(**{"hands": 3, "cards": 2, "shoe": None, "bets": {}, **size}), OURS)


def stakes(table: UnseenFelt, wager: int, hand: int = 0) -> Any:
    return table.read("stakes", (SEAT, hand, wager))


@pytest.mark.parametrize(
    ("before", "cents", "after"),
    [(None, 500, 500), (300, 500, 800), (300, UNKNOWN, UNKNOWN), (UNKNOWN, 500, UNKNOWN), (UNKNOWN, UNKNOWN, UNKNOWN)],
)
def test_a_stake_is_known_where_all_that_was_put_there_is(before: Any, cents: Any, after: Any) -> None:
    table = felt()
    if before is not None:
        table.write("stakes", (SEAT, 0, OTHER), before)
    felt_acts._stake(table, (GIVEN, SEAT, 0, OTHER, cents))
    assert stakes(table, OTHER) == after
    assert stakes(table, OURS) == stakes(table, OTHER, hand=1) == 0


def test_our_own_stake_is_a_number_and_not_put_up_after_it_was_settled() -> None:
    table = felt()
    felt_acts._stake(table, (GIVEN, SEAT, 0, OURS, 500))
    assert stakes(table, OURS) == 500
    for wager in (OURS, UNKNOWN):
        with pytest.raises(Otherwise, match="bets on it in a way that hangs on cards"):
            felt_acts._stake(table, (GIVEN, SEAT, 0, wager, UNKNOWN))
    with pytest.raises(Otherwise, match="bets on a hand that hangs on cards"):
        felt_acts._stake(table, (GIVEN, SEAT, UNKNOWN, OTHER, 500))
    felt_acts._stake(table, (GIVEN, SEAT, 2, OTHER, 500))
    with pytest.raises(NoRoom):
        felt_acts._stake(table, (GIVEN, SEAT, 3, OTHER, 500))
    table.close("won")
    felt_acts._stake(table, (GIVEN, SEAT, 0, OTHER, UNKNOWN))
    for wager in (OURS, UNKNOWN):
        with pytest.raises(Otherwise, match="bets on it again after it was settled, or may"):
            felt_acts._stake(table, (GIVEN, SEAT, 0, wager, 500))


def test_what_is_bet_before_the_round_is_put_up_unless_it_is_nothing() -> None:
    table = felt(bets={OURS: 700, OTHER: 0, 6: UNKNOWN})
    for wager in (OURS, OTHER, 6):
        felt_acts._stake_wager(table, (GIVEN, SEAT, wager))
    assert [stakes(table, wager) for wager in (OURS, OTHER, 6)] == [700, 0, UNKNOWN]
    assert set(table.counts) == {("stakes", (SEAT, 0, OURS)), ("stakes", (SEAT, 0, 6))}


def held(table: UnseenFelt, seat: int, hand: int) -> list[int]:
    return [table.cards[seat, hand, place].number for place in range(table.read("held", (seat, hand)))]


def test_cards_are_dealt_moved_and_discarded_by_their_places() -> None:
    table = felt()
    dealt = [felt_acts._deal(table, (GIVEN, "shoe", SEAT, hand)) for hand in (0, 0, 1)]
    assert dealt == [DealtCard(SEAT, 0, number) for number in range(3)], "a player's cards count together"
    assert felt_acts._deal(table, (GIVEN, "shoe", HOUSE, 1)) == DealtCard(HOUSE, 1, 0)
    felt_acts._move(table, (GIVEN, SEAT, 0, 0, 1))
    assert (held(table, SEAT, 0), held(table, SEAT, 1)) == ([1], [2, 0])
    felt_acts._discard(table, (GIVEN, SEAT, 1, 0))
    assert (held(table, SEAT, 0), held(table, SEAT, 1)) == ([1], [0])
    assert set(table.cards) == {(SEAT, 0, 0), (SEAT, 1, 0), (HOUSE, 1, 0)}
    felt_acts._deal(table, (GIVEN, "shoe", SEAT, 1))
    felt_acts._discard_all(table, (GIVEN, SEAT, 1))
    assert (held(table, SEAT, 0), held(table, SEAT, 1)) == ([1], [])
    with pytest.raises(Otherwise, match="takes a card where none lies"):
        felt_acts._discard(table, (GIVEN, SEAT, 1, 0))


def test_there_is_room_for_so_many_cards_hands_and_no_more_than_the_shoe_has() -> None:
    table = felt(shoe=4)
    for hand in (0, 0, 2):
        felt_acts._deal(table, (GIVEN, "shoe", SEAT, hand))
    for hand in (0, 3):
        with pytest.raises(NoRoom):
            felt_acts._deal(table, (GIVEN, "shoe", SEAT, hand))
    felt_acts._move(table, (GIVEN, SEAT, 0, 1, 2))
    with pytest.raises(NoRoom):
        felt_acts._move(table, (GIVEN, SEAT, 0, 0, 2))
    with pytest.raises(NoRoom):
        felt_acts._move(table, (GIVEN, SEAT, 0, 0, 3))
    felt_acts._deal(table, (GIVEN, "shoe", SEAT, 1))
    with pytest.raises(Otherwise, match="may run out of cards before it is settled"):
        felt_acts._deal(table, (GIVEN, "shoe", SEAT, 1))


def test_places_that_hang_on_cards_are_refused_and_of_no_matter_once_it_is_settled() -> None:
    table = felt()
    felt_acts._deal(table, (GIVEN, "shoe", SEAT, 0))
    asked = {
        felt_acts._deal: (GIVEN, "shoe", SEAT, UNKNOWN),
        felt_acts._move: (GIVEN, SEAT, 0, UNKNOWN, 1),
        felt_acts._discard: (GIVEN, SEAT, 0, UNKNOWN),
        felt_acts._discard_all: (GIVEN, SEAT, UNKNOWN),
    }
    for act, given in asked.items():
        with pytest.raises(Otherwise, match="hangs on"):
            act(table, given)
    table.close("won")
    for act, given in asked.items():
        assert act(table, given) is (UNKNOWN if act is felt_acts._deal else None)


# --- settling, paying, taking back ---


def bet(**more: Any) -> UnseenFelt:
    """Our wager of 700 and another of 300, both put up."""
    table = felt(bets={OURS: 700, OTHER: 300}, **more)
    for wager in (OURS, OTHER):
        felt_acts._stake_wager(table, (GIVEN, SEAT, wager))
    return table


def test_our_wager_is_settled_once_and_whole_and_then_nothing_else_is_known() -> None:
    table = bet()
    assert felt_acts._settle(table, (GIVEN, "rules", SEAT, 0, OURS, "won")) is UNKNOWN
    assert (table.settled, table.is_closed) == ("won", True)
    assert [len(known) for known in (table.counts, table.cards, table.dealt)] == [0, 0, 0]
    assert felt_acts._settle(table, (GIVEN, "rules", SEAT, 0, OURS, "lost")) is UNKNOWN
    assert table.settled == "won"


def test_what_is_not_there_is_not_settled_and_what_is_in_parts_cannot_be_followed() -> None:
    table = bet()
    assert felt_acts._settle(table, (GIVEN, "rules", SEAT, 1, OURS, "won")) == 0
    assert not table.is_closed
    in_parts = "settles it in several parts"
    felt_acts._stake(table, (GIVEN, SEAT, 1, OURS, 700))
    for hand in (0, 1):
        with pytest.raises(Otherwise, match=in_parts):
            felt_acts._settle(table, (GIVEN, "rules", SEAT, hand, OURS, "won"))
    raised = bet()
    felt_acts._stake(raised, (GIVEN, SEAT, 0, OURS, 1))
    with pytest.raises(Otherwise, match=in_parts):
        felt_acts._settle(raised, (GIVEN, "rules", SEAT, 0, OURS, "won"))
    for given, why in (
        ((SEAT, 0, UNKNOWN, "won"), "settles it in a way that hangs on cards, or may"),
        ((SEAT, UNKNOWN, OURS, "won"), "settles it on a hand that hangs on cards"),
        ((SEAT, UNKNOWN, OTHER, "won"), "settles a bet of a hand that hangs on cards"),
    ):
        with pytest.raises(Otherwise, match=why):
            felt_acts._settle(table, (GIVEN, "rules", *given))


def test_other_wagers_are_settled_paid_and_taken_back_beside_ours() -> None:
    for act, given, left in (
        (felt_acts._settle, (GIVEN, "rules", SEAT, 0, OTHER, "won"), 0),
        (felt_acts._pay, (GIVEN, SEAT, 0, OTHER, 900), 0),
        (felt_acts._give_back, (GIVEN, SEAT, 0, OTHER, 100), UNKNOWN),
        (felt_acts._take_back, (GIVEN, SEAT, 0, OTHER, 100), UNKNOWN),
    ):
        table = bet()
        act(table, given)
        assert (stakes(table, OURS), stakes(table, OTHER), table.is_closed) == (700, left, False)
        table.close("won")
        act(table, given)
        assert (table.settled, table.counts) == ("won", {})
    for act, why in (
        (felt_acts._pay, "pays it otherwise than by its table, or may"),
        (felt_acts._give_back, "takes it back on some ways through the rules, or may"),
        (felt_acts._take_back, "takes it back on some ways through the rules, or may"),
    ):
        for wager in (OURS, UNKNOWN):
            with pytest.raises(Otherwise, match=why):
                act(bet(), (GIVEN, SEAT, 0, wager, 100))
    table.close("won")
    felt_acts._take_back(table, (GIVEN, SEAT, 0, OURS, 100))
    with pytest.raises(Otherwise, match="takes it back"):
        felt_acts._give_back(table, (GIVEN, SEAT, 0, OURS, 100))


def test_acts_that_are_offered_are_known_or_any() -> None:
    assert felt_acts.offered(0b1101) == [0, 2, 3]
    assert felt_acts.offered(0) == []
    assert felt_acts.offered(UNKNOWN) == [UNKNOWN]
