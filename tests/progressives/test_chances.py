"""How likely a bet is to hit each tier: the game's exact figures, held against counts that know nothing of tiers."""

import pytest

from houseway.analysis.simulate import simulate
from houseway.analysis.solve import solve
from houseway.games import find_game
from houseway.progressives.chances import chances_of
from houseway.progressives.jackpot import adjusted, find_progressive
from houseway.rules.refused import Refused

HOLDEM = find_game("fast_action_holdem")
ROYAL = find_progressive(HOLDEM, "royal")


@pytest.mark.parametrize("paytable", ["4", "5", "6"])
@pytest.mark.parametrize("splits", ["none", "together"])
@pytest.mark.parametrize("strategy", ["optimal", "basic"])
def test_two_hands_told_apart_by_what_they_won_are_as_many_as_envy_counts(
    paytable: str, splits: str, strategy: str
) -> None:
    """Envy looks at the better of a seat's hands: where both have a Bonus its note is these chances times its sums."""
    settings = HOLDEM.settings({"paytable": paytable, "splits": splits})
    royal, straight, _ = chances_of(HOLDEM, settings, ROYAL, strategy)
    envy = HOLDEM.prizes("envy_cents", settings)
    by_envy = solve(HOLDEM, settings, strategy).notes["envy.cents_for_each_other_player"]
    sums = [int(envy[HOLDEM.outcomes.index(name)]) for name in ("royal_flush", "straight_flush")]
    assert royal * sums[0] + straight * sums[1] == by_envy


def test_a_tier_that_two_pays_do_not_tell_apart_has_no_chance_of_its_own() -> None:
    """A full house and nothing win 4; so do two straights."""
    lower = [tier.model_dump() for tier in ROYAL.tiers] + [{"outcomes": ["full_house"], "fixed_cents": 100}]
    with pytest.raises(Refused, match="does not tell which tier of Royal Progressive they hit"):
        chances_of(HOLDEM, HOLDEM.settings(), adjusted(ROYAL, {"tiers": lower}))


def test_chances_are_for_the_options_that_the_progressive_is_for() -> None:
    with pytest.raises(Refused, match="is for decks=1"):
        chances_of(HOLDEM, HOLDEM.settings({"decks": 6}), ROYAL)


def test_simulated_rounds_hit_the_tiers_as_often_as_the_figures_say() -> None:
    """Two hands of a split are told apart here by what royal flush, straight flush and four of a kind win at least."""
    rounds = 400_000
    found = next(each for each in simulate(HOLDEM, rounds, 7, strategy="basic").figures() if each.name == "bonus")
    units = [(cents / found.wager_cents, n) for _, cents, n in found.outcomes]
    counted = [sum(n for won, n in units if low <= won <= high) for low, high in ((499, 1000), (99, 200), (29, 60))]
    for hits, chance in zip(counted, chances_of(HOLDEM, HOLDEM.settings(), ROYAL, "basic"), strict=True):
        assert abs(hits - rounds * chance) < 4 * float(rounds * chance) ** 0.5
