"""Issue 9, point 5: a table where the player is ahead is found, at the worst mix of bets and seats in its limits."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.analysis.convergence import played
from houseway.analysis.exact.blackjack.wager_figures import edge_of
from houseway.analysis.exact.shared.mixes import Part, Worth, period_of
from houseway.analysis.league import Offer
from houseway.analysis.simulate import simulate
from houseway.analysis.simulation import Simulation
from houseway.analysis.solve import computed, solve
from houseway.analysis.worst_mix import WorstMix, _choices, _Search, _stakes, parts_of, worst_mix
from houseway.games import find_game
from houseway.games.betting import Limits, can_wager, limits_of
from houseway.games.fast_action_holdem.solve import envy_worth
from houseway.games.fast_action_holdem.solve import solve as solve_holdem
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, best_plan
from houseway.games.fast_action_holdem.solve_counts import counts_of
from houseway.games.fast_action_holdem.solve_effects import envy_cents
from houseway.games.game import Wagers
from houseway.games.lucky_lucky.solve_blackjack import blackjack_of
from houseway.rules.odds import ROUNDING, winnings
from houseway.rules.refused import Refused

HOLDEM, TRIPLE, LUCKY, SUPER_FUN = (
    find_game(slug) for slug in ("fast_action_holdem", "triple_shot_bonus", "lucky_lucky", "super_fun_21")
)
DOLLAR = 100


def dollars_from_to(least: int, most: int, step: int = 1) -> Limits:
    return Limits(least * DOLLAR, most * DOLLAR, step * DOLLAR)


@cache
def _offer(slug: str, wishes: tuple[tuple[str, Any], ...], limits: tuple[tuple[str, Limits], ...], seats: int) -> Offer:
    game = find_game(slug)
    sheet = [wager for wager in game.sheet.wagers if wager.placed and not wager.toke]
    all_limits = {wager.name: limits_of(wager) for wager in sheet} | dict(limits)
    return Offer(game, game.settings(dict(wishes)), all_limits, seats, len(sheet))


def offer_of(slug: str, wishes: Mapping[str, Any], limits: Mapping[str, Limits], seats: int = 7) -> Offer:
    return _offer(slug, tuple(wishes.items()), tuple(limits.items()), seats)


@cache
def _worst(
    slug: str, wishes: tuple[tuple[str, Any], ...], limits: tuple[tuple[str, Limits], ...], seats: int
) -> WorstMix:
    return worst_mix(_offer(slug, wishes, limits, seats))


def worst_of(slug: str, wishes: Mapping[str, Any], limits: Mapping[str, Limits], seats: int = 7) -> WorstMix:
    return _worst(slug, tuple(wishes.items()), tuple(limits.items()), seats)


# --- the cases that the issue names ---


@pytest.mark.parametrize(("decks", "printed"), [(7, "-0.26"), (8, "-1.38")])
def test_paytable_2_on_seven_or_eight_decks_under_unequal_bets(decks: int, printed: str) -> None:
    """The printed edges are of a Bonus beside an Ante of next to nothing; within limits a little less."""
    settings = HOLDEM.settings({"decks": decks, "paytable": "2", "envy": False})
    bonus_alone = computed(HOLDEM, settings, "optimal").wagers["bonus_alone"].edge.value
    assert f"{float(bonus_alone):.2%}" == f"{printed}%"
    worst = worst_of("fast_action_holdem", {"decks": decks, "paytable": "2", "envy": False}, {})
    assert worst.is_ahead
    assert worst.by_share.bets == worst.by_round.bets == {"ante": 100, "bonus": 40_000}
    again = solve_holdem(HOLDEM, settings, bets=worst.by_share.bets).wagers["round"].edge.value
    assert worst.by_share.cents == -again * worst.by_share.bets["ante"]  # counted in another way, as Fractions
    assert 0 < worst.by_share.share < -bonus_alone


def test_six_decks_of_paytable_2_and_equal_bets_leave_the_house_ahead() -> None:
    limits = dict.fromkeys(("ante", "bonus"), dollars_from_to(5, 100))
    assert not worst_of("fast_action_holdem", {"decks": 6, "paytable": "2", "envy": False}, limits).is_ahead


def test_envy_at_seven_seats_on_a_five_dollar_bonus_with_paytable_3() -> None:
    """Worth 5.9 % against an edge of 4.5 %."""
    wishes: dict[str, Any] = {"decks": 6, "paytable": "3"}
    limits = dict.fromkeys(("ante", "bonus"), dollars_from_to(5, 100, 5))
    worst = worst_of("fast_action_holdem", wishes, limits)
    mix = worst.by_share
    assert worst.is_ahead
    assert (mix.bets, mix.players, mix.others_bet) == ({"ante": 500, "bonus": 500}, 7, {"ante": 500, "bonus": 500})
    settings = HOLDEM.settings(wishes)
    envy = 6 * envy_cents(HOLDEM, settings, "optimal")
    edge = solve(HOLDEM, settings).wagers["round"].edge.value * 500
    assert f"{float(envy / 500):.1%} {float(edge / 500):.1%}" == "5.9% 4.5%"
    assert mix.cents == envy - edge
    assert mix.others.cents == envy
    alone = worst_of("fast_action_holdem", wishes, limits, seats=1)
    assert not alone.is_ahead


def test_the_hat_trick_at_9_to_1() -> None:
    limits = {name: dollars_from_to(5, 100) for name in ("war", "blackjack", "poker")}
    limits["hat_trick"] = dollars_from_to(1, 50)
    worst = worst_of("triple_shot_bonus", {"hat_trick": "9 to 1"}, limits)
    mix = worst.by_share
    assert worst.is_ahead
    assert mix.bets == {"war": 500, "blackjack": 500, "poker": 500, "hat_trick": 5000}
    assert mix.bets == worst.by_round.bets
    figures = solve(TRIPLE, TRIPLE.settings({"hat_trick": "9 to 1"})).wagers
    assert f"{float(figures['hat_trick'].edge.value):.2%}" == "-25.15%"  # for who plays Blackjack for itself
    apart = -sum(figures[name].edge.value * cents for name, cents in mix.bets.items())
    assert apart < mix.cents < apart + 50  # whoever plays for both does better, by cents
    assert mix.cents / DOLLAR == pytest.approx(12.34, abs=0.005)
    assert not worst_of("triple_shot_bonus", {"hat_trick": "6 to 1"}, limits).may_be_ahead


def test_house_blackjack_under_liberal_options() -> None:
    wishes: dict[str, Any] = {
        "decks": 1,
        "soft_17": "stand",
        "surrender": "late",
        "split_aces": "play",
        "resplit_aces": True,
    }
    worst = worst_of("lucky_lucky", wishes, {"blackjack": dollars_from_to(5, 400)})
    blackjack = blackjack_of(LUCKY, LUCKY.settings(wishes))
    assert worst.is_ahead
    assert worst.by_round.bets == {"blackjack": 40_000}
    assert worst.by_round.share == -edge_of(blackjack, blackjack.plan()) > Fraction(37, 10_000)
    assert not worst_of("lucky_lucky", {}, {"blackjack": dollars_from_to(5, 400)}).may_be_ahead


def test_bets_of_a_game_that_is_proved_from_its_play_add_up() -> None:
    """Three Card Poker: no choice looks at a bet aside, so the lowest Ante with the cheapest is best."""
    game = find_game("three_card_poker")
    limits = {name: Limits(100, 1_000, 100) for name in ("ante", "pair_plus", "six_card_bonus")}
    worst = worst_mix(Offer(game, game.settings(), limits, 1, 3))
    assert worst.by_share.bets == {"ante": 100, "pair_plus": 1_000}
    lost = 100 * Fraction(686689, 20358520) + 1_000 * Fraction(128, 5525)
    assert worst.by_share.share == -lost / 1_100
    with pytest.raises(Refused, match="its bets hang together"):
        worst_mix(Offer(game, game.settings({"six_card_after_fold": False}), limits, 1, 3))


def test_half_a_dollar_rounded_for_the_player_makes_surrender_free() -> None:
    """Rules 3 of Super Fun 21: half of $1, paid in dollars and rounded for the player, is nothing."""
    wishes = {"rounding": "player", "grain_cents": 100}
    worst = worst_of("super_fun_21", wishes, {"blackjack": dollars_from_to(1, 100)}, seats=5)
    assert worst.is_ahead
    assert worst.by_share.bets == {"blackjack": 100}
    assert worst.by_share.share > Fraction(17, 100)
    even = worst_of("super_fun_21", wishes, {"blackjack": dollars_from_to(2, 100, 2)}, seats=5)
    assert (
        even.by_share.share == -solve(SUPER_FUN).wagers["blackjack"].edge.value
    )  # halves come out: nothing is rounded


# --- nothing within the limits is worse ---


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow, id="all"), pytest.param(4, id="a quarter")])
def test_no_mix_of_ante_and_bonus_on_a_grid_is_worse(every: int) -> None:
    """Every mix of every seat: one's own Ante and Bonus, and the others', with and without Envy and cap."""
    wishes = {"paytable": "4", "cap_cents": 100_000}
    limits = {"ante": dollars_from_to(4, 12, 4), "bonus": Limits(200, 2000, 200)}
    offer = offer_of("fast_action_holdem", wishes, limits)
    (part,) = parts_of(offer)
    worst = worst_of("fast_action_holdem", wishes, limits)
    antes, bonuses = range(400, 1201, 400), [0, *range(200, 2001, 200)]
    hands = Hands(counts_of(HOLDEM, offer.settings))
    assert part.others is not None
    for others in [(400, 0), (400, 1000), (1200, 400), (800, 2000)]:
        assert envy_of(hands, offer, *others) <= part.others.each, others
    for ante, bonus in list(product(antes, bonuses))[::every]:
        bets = {"ante": ante, "bonus": bonus} if bonus else {"ante": ante}
        won = part.exact(bets).cents + (6 * part.others.each if bonus >= 500 else 0)
        assert won <= worst.by_round.cents, bets
        assert won / sum(bets.values()) <= worst.by_share.share, bets


def envy_of(hands: Hands, offer: Offer, ante: int, bonus: int) -> Fraction:
    rules = HOLDEM.rules(offer.settings.but(cap_cents=0))  # other players do not think of the cap
    plan = best_plan(hands, Bets(rules, ante, bonus))
    acts = plan.with_bonus if bonus else plan.ante_alone
    return envy_worth(hands, acts[hands.numbers], rules)


def test_no_mix_of_rounded_bets_on_a_grid_is_worse() -> None:
    """Three side bets and blackjack, rounded to the nearest quarter in steps of a dime: every combination."""
    wishes = {"rounding": "nearest", "grain_cents": 25, "natural": "6 to 5", "paytable": "2"}
    steps = {"lucky_lucky": Limits(100, 400, 10), "lucky_break": Limits(100, 400, 10)}
    limits = {"blackjack": Limits(300, 500, 50), **steps}
    offer = offer_of("lucky_lucky", wishes, limits)
    worst = worst_mix(offer)
    by_wager: dict[str, list[tuple[int, Fraction]]] = {}
    for part in parts_of(offer):
        (name,) = part.wagers
        if name in limits:
            stakes = range(limits[name].least_cents, limits[name].most_cents + 1, limits[name].step_cents)
            by_wager[name] = [(stake, part.exact({name: stake}).cents) for stake in stakes]
    for name in steps:
        by_wager[name].append((0, Fraction(0)))
    most = max(product(*by_wager.values()), key=lambda mix: sum(cents for _, cents in mix))
    assert worst.by_round.cents == sum(cents for _, cents in most)
    best = max(product(*by_wager.values()), key=share_of)
    assert worst.by_share.share == share_of(best)


def share_of(mix: tuple[tuple[int, Fraction], ...]) -> Fraction:
    return sum((cents for _, cents in mix), Fraction(0)) / sum(stake for stake, _ in mix)


@pytest.mark.parametrize("most", [10, pytest.param(15, marks=pytest.mark.slow)])
def test_no_ratio_of_hat_trick_and_blackjack_on_a_grid_is_worse(most: int) -> None:
    limits = {name: dollars_from_to(5, most, 5) for name in ("war", "blackjack", "poker")}
    limits["hat_trick"] = dollars_from_to(5, 10, 5)
    wishes = {"hat_trick": "9 to 1"}
    offer = offer_of("triple_shot_bonus", wishes, limits)
    worst = worst_of("triple_shot_bonus", wishes, limits)
    parts = {part.wagers: part for part in parts_of(offer)}
    both = parts["blackjack", "hat_trick"]
    best = (Fraction(-1), Fraction(-1))
    main = range(500, most * DOLLAR + 1, 500)
    for blackjack, hat_trick in product(main, (0, 500, 1000)):
        bets = {"blackjack": blackjack, "hat_trick": hat_trick} if hat_trick else {"blackjack": blackjack}
        together = both.exact(bets)
        assert together.cents <= together.at_most
        assert float(together.at_most) <= both.most(bets) + 1e-9
        for war, poker in product(main, repeat=2):
            sides = ((("war",), war), (("poker",), poker))
            won = together.cents + sum(parts[name].exact({name[0]: stake}).cents for name, stake in sides)
            best = (max(best[0], won), max(best[1], won / (war + poker + sum(bets.values()))))
    assert (worst.by_round.cents, worst.by_share.share) == best


def test_insurance_is_taken_where_rounding_makes_it_good() -> None:
    """Half of $5 at 2 to 1 in chips of $10, rounded for the player, pays four for one."""
    wishes = {"rounding": "player", "grain_cents": 1000}
    limits = {"blackjack": dollars_from_to(5, 5)}
    off = worst_of("super_fun_21", {**wishes, "insurance": False}, limits, seats=5).by_share.cents
    worst = worst_of("super_fun_21", wishes, limits, seats=5)
    blackjacks = Fraction(4, 52) * Fraction(16, 51)
    pays = blackjacks * 1000 - (Fraction(4, 52) - blackjacks) * 250
    assert worst.by_share.cents - off == pays > 0
    assert worst.at_most >= worst.by_share.share


def test_players_in_league_do_not_win_more_than_is_said() -> None:
    """Seven who play each hand for their own bets and the others' Envy, at every number of lammers."""
    wishes, limits = {"paytable": "4"}, {"ante": dollars_from_to(5, 20, 5), "bonus": Limits(100, 1600, 100)}
    offer = offer_of("fast_action_holdem", wishes, limits)
    worst = worst_of("fast_action_holdem", wishes, limits)
    (part,) = parts_of(offer)
    assert part.others is not None
    assert not worst.may_be_ahead
    with_lammer, without = {"ante": 500, "bonus": 600}, {"ante": 500}
    for earning in range(8):
        won = staked = 0.0
        for bets, seats, others in ((with_lammer, earning, earning - 1), (without, 7 - earning, earning)):
            if seats:
                league = part.others.in_league(bets, others)
                assert league >= part.most(bets) - 1e-9
                won, staked = won + seats * league, staked + seats * sum(bets.values())
        assert won / staked <= worst.at_most + 1e-9, earning


# --- corners ---


@given(
    st.integers(1, 5000), st.integers(0, 40), st.integers(1, 9), st.sampled_from(ROUNDING),
    st.sampled_from([1, 5, 100]), st.integers(1, 5),
)  # fmt: skip
def test_stakes_of_a_class_are_rounded_alike(
    stake: int, num: int, den: int, policy: str, grain: int, times: int
) -> None:
    class Rules:
        pays = TRIPLE.rules(TRIPLE.settings()).pays[:1, :1].copy()
        rounding = ROUNDING.index(policy)
        grain_cents = grain

    Rules.pays[0, 0] = (num, den)
    period = period_of(Rules(), 0)
    later = stake + times * period
    exact = Fraction(times * period * num, den)
    more = winnings(later, num, den, Rules.rounding, grain) - winnings(stake, num, den, Rules.rounding, grain)
    assert more == exact


@given(
    st.lists(
        st.tuples(st.integers(-20, 20), st.integers(-30, 20), st.integers(1, 4)), min_size=1, max_size=3
    )
)  # fmt: skip
def test_the_search_finds_what_comparing_every_combination_finds(shapes: list[tuple[int, int, int]]) -> None:
    """Parts that win sunk + slope x stake, most at the ends, and are required or not: against all combinations."""
    limits = {
        "blackjack": dollars_from_to(1, 4),
        "lucky_lucky": dollars_from_to(1, 3),
        "lucky_break": dollars_from_to(1, 2),
    }
    names = list(limits)[: len(shapes)]
    offer = Offer(LUCKY, LUCKY.settings(), {name: limits[name] for name in names}, 7, 2)
    parts = [flat_part(name, *shape) for name, shape in zip(names, shapes, strict=True)]
    search = _Search(offer, parts, None)
    every = []
    for stakes in product(
        *([0] * (i > 0) + list(range(100, limits[name].most_cents + 1, 100)) for i, name in enumerate(names))
    ):
        bets = {name: stake for name, stake in zip(names, stakes, strict=True) if stake}
        if len(bets) <= 2:
            every.append((sum(part.exact(bets).cents for part in parts), sum(stakes)))
    by_round = search.highest(lambda worth: worth.cents, Fraction(0))
    assert by_round.cents == max(won for won, _ in every)
    assert search.by_share(by_round, lambda worth: worth.cents).share == max(won / stake for won, stake in every)


def flat_part(name: str, sunk: int, slope: int, loose: int) -> Part:
    """With a quick bound that is too high by more for some stakes than for others, so that it misleads."""

    def exact(bets: Wagers) -> Worth:
        cents = Fraction(sunk + slope * bets[name], 7) if name in bets else Fraction(0)
        return Worth(cents, cents)

    def most(bets: Wagers) -> float:
        return float(exact(bets).cents) + 1000 * loose * (bets.get(name, 0) // 100 * 2 % 3)

    return Part((name,), exact, most, {name: 1})


def test_corners_are_the_ends_of_every_class_between_thresholds() -> None:
    offer = Offer(LUCKY, LUCKY.settings(), {"lucky_lucky": Limits(100, 1000, 100)}, 7, 3)
    part = Part(
        ("lucky_lucky",),
        lambda _: Worth(Fraction(0), Fraction(0)),
        lambda _: 0.0,
        {"lucky_lucky": 200},
        {"lucky_lucky": [450]},
    )
    assert _stakes(offer, part, ["lucky_lucky"]) == [100, 200, 300, 400, 500, 600, 900, 1000]
    assert {} in _choices(offer, part)


def test_equal_bets_stay_equal_and_every_mix_is_legal() -> None:
    wishes: dict[str, Any] = {"decks": 6, "paytable": "3"}
    limits = {"ante": dollars_from_to(5, 100), "bonus": dollars_from_to(5, 50)}
    offer = offer_of("fast_action_holdem", wishes, limits)
    worst = worst_of("fast_action_holdem", wishes, limits)
    for mix in (worst.by_share, worst.by_round):
        assert can_wager(HOLDEM, offer.settings, mix.bets, offer.limits)
    (part,) = parts_of(offer)
    assert {len(set(bets.values())) for bets in _choices(offer, part)} == {1}


# --- against simulation ---


def test_seven_seats_win_what_is_said_in_a_simulation() -> None:
    """The practice limits: $1 and $5 at seven seats, all of whom play best for just that."""
    settings = HOLDEM.settings({"paytable": "4"})
    limits = dict.fromkeys(("ante", "bonus"), dollars_from_to(1, 25))
    worst = worst_of("fast_action_holdem", {"paytable": "4"}, limits)
    bets = worst.by_share.bets
    assert worst.is_ahead
    assert bets == {"ante": 100, "bonus": 500}
    hands = Hands(counts_of(HOLDEM, settings))
    plan = best_plan(hands, Bets(HOLDEM.rules(settings), **{f"{name}_cents": cents for name, cents in bets.items()}))
    offer = offer_of("fast_action_holdem", {"paytable": "4"}, limits)
    alike = 6 * envy_of(hands, offer, 100, 500)  # here the others bet the same, not what is worth most
    assert 0 < alike <= worst.by_share.others.cents
    won, error = won_a_round(played(HOLDEM, settings, plan, [bets] * 7, 2_000_000, 5))
    assert abs(won - float(worst.by_share.own.cents + alike)) < 4 * error
    assert error < 6


def won_a_round(result: Simulation) -> tuple[float, float]:
    """Cents by seat, and their standard error."""
    seen = next(each for each in result.figures() if each.name == "round")
    return seen.mean * seen.wager_cents, seen.standard_error * seen.wager_cents


def test_playing_for_the_hat_trick_wins_what_is_said_in_a_simulation() -> None:
    limits = {name: dollars_from_to(5, 100) for name in ("war", "blackjack", "poker")}
    limits["hat_trick"] = dollars_from_to(1, 50)
    mix = worst_of("triple_shot_bonus", {"hat_trick": "9 to 1"}, limits).by_share
    wishes = {"hat_trick": "9 to 1"}
    result = simulate(TRIPLE, 4_000_000, 11, settings=wishes, strategy="with_hat_trick:10", wagers=[mix.bets])
    won, error = won_a_round(result)
    assert abs(won - float(mix.cents)) < 4 * error
    assert error < float(mix.cents) / 100
