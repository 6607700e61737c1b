"""Tables feed one meter where its winning hands are the same and as likely (WAC 230-15-685)."""

from fractions import Fraction
from typing import Any

import pytest

from houseway.games import find_game
from houseway.progressives.chances import chances_of
from houseway.progressives.jackpot import adjusted, find_progressive
from houseway.progressives.links import Linked, verify_link
from houseway.rules.refused import Refused

RIDE, STUD, HOLDEM = (find_game(slug) for slug in ("let_it_ride", "mississippi_stud", "fast_action_holdem"))


def linked(game: Any, name: str, changes: dict[str, Any] | None = None, **options: Any) -> Linked:
    return Linked(game, game.settings(options), adjusted(find_progressive(game, name), changes or {}))


def test_one_game_at_many_tables_is_a_link() -> None:
    verify_link([linked(HOLDEM, "royal")] * 3)
    verify_link([linked(RIDE, "five_card")])


def test_a_royal_flush_as_likely_in_both_games_makes_a_link() -> None:
    verify_link([linked(RIDE, "royal_link"), linked(STUD, "royal_link")])
    for game in (RIDE, STUD):
        assert chances_of(game, game.settings(), find_progressive(game, "royal_link"))[0] == Fraction(1, 649_740)


TENTH = {"outcomes": ["straight_flush"], "meter": "royal", "share": "10 %"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"bet_cents": 500}, "their bets are \\$1 and \\$5"),
        ({"bet_cents": 0, "of_wager": "ante"}, "their bets are \\$1 and a share of ante"),
        ({"together": "in_turn"}, "what wins of its meters is not the same"),
        ({"tiers": [{"outcomes": ["royal_flush"], "meter": "royal", "share": "100 %"}]}, "what wins of its meters"),
    ],
)
def test_other_money_or_other_tiers_make_no_link(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=f"Let It Ride.* and Mississippi Stud cannot share a link: {said}"):
        verify_link([linked(RIDE, "royal_link"), linked(STUD, "royal_link", changes)])


def test_another_seed_makes_no_link() -> None:
    shipped = find_progressive(STUD, "royal_link")
    other = {"meters": [shipped.meters[0].model_dump() | {"seed_cents": 1}]}
    with pytest.raises(Refused, match="the meter 'royal' is not the same in both"):
        verify_link([linked(RIDE, "royal_link"), linked(STUD, "royal_link", other)])


def test_a_straight_flush_that_one_game_folds_more_often_makes_no_link() -> None:
    """Both pay a royal flush and a tenth for a straight flush: the second is not as likely where hands are folded."""
    royal = {"outcomes": ["royal_flush"], "meter": "royal", "share": "100 %"}
    both = [linked(game, "royal_link", {"tiers": [royal, TENTH]}) for game in (RIDE, STUD)]
    with pytest.raises(
        Refused, match=r"straight_flush is 1 in 72,193\.3 in one and 1 in 112,024\.1 in the other \(WAC"
    ):
        verify_link(both)


def test_one_game_under_options_that_change_the_play_makes_no_link() -> None:
    with pytest.raises(Refused, match=r"two kinds of Fast Action Hold'em .* probability of royal_flush"):
        verify_link([linked(HOLDEM, "royal"), linked(HOLDEM, "royal", paytable="6")])
