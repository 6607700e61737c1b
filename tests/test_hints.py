"""Hints at a live table: the best act first, worth what the solver says, and nothing known that a player cannot see."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, cast

import pytest

from houseway.analysis.exact.blackjack.live_hands import Insurance, LiveHands
from houseway.analysis.exact.shared.spot import Spot
from houseway.analysis.hints import Advisor, Hint, spot_of
from houseway.analysis.solve import advise, strategy_of
from houseway.engine.replay import Deal, Replay, replay
from houseway.engine.walk import _Branching, _Path
from houseway.games import SLUGS, find_game
from houseway.games.game import Settings, Wagers, place_wagers
from houseway.games.super_fun_21.play import INSURANCE, LOSE, WIN
from houseway.games.super_fun_21.solve import blackjack_of
from houseway.games.triple_shot_bonus.rank_plan import follow_by_ranks
from houseway.games.triple_shot_bonus.solve import solve_with_hat_trick
from houseway.rules.blackjack import DECLINE, HIT, INSURE, SPLIT, STAND, points
from houseway.rules.cards import cards_of, cards_text
from houseway.rules.choice import acts_in
from houseway.rules.felt import clear
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import arranged_shoe, seeded_order
from houseway.rules.tape import SETTLE, VERB
from tests import kit
from tests.kit import ASKING

EVERY_BET: dict[str, Wagers] = {
    slug: {wager.name: 1000 for wager in find_game(slug).sheet.wagers if wager.placed and not wager.toke}
    for slug in SLUGS
}

BETS: dict[str, Wagers] = {
    **EVERY_BET,
    "lucky_lucky": {"blackjack": 1000},
    "triple_shot_bonus": dict.fromkeys(("war", "blackjack", "poker"), 1000),
}


@cache
def advisor(slug: str, **wishes: Any) -> Advisor:
    game = find_game(slug)
    return Advisor(game, game.settings(wishes))


@dataclass(frozen=True)
class Choice:
    now: Replay
    seat: int
    hand: int
    options: int
    hints: list[Hint]

    @property
    def values(self) -> dict[str, float]:
        return {hint.name: hint.value for hint in self.hints}


def asked(who: Advisor, now: Replay) -> Choice:
    wait = now.pending
    assert wait is not None
    return Choice(now, wait.seat, wait.hand, wait.options, who.rank(now, wait.seat, wait.hand, wait.options))


def wild_choices(who: Advisor, rounds: int, bets: Wagers, seats: int = 1, seed: int = 5) -> Iterator[Choice]:
    """Every choice of rounds in which any legal act is taken."""
    game, settings = who.game, who.settings
    rng = random.Random(seed)
    for number in range(rounds):
        order = seeded_order(game.deck(settings), seed, number, endless=game.endless(settings))
        deal = Deal(game, settings, order, [bets] * seats)
        choices: list[int] = []
        while (now := replay(deal, choices)).pending is not None:
            choice = asked(who, now)
            yield choice
            choices.append(rng.choice(choice.hints).act)


def at_table(slug: str, cards: str, choices: str = "", bets: Wagers | None = None, **wishes: Any) -> Choice:
    """The choice that waits after these cards and acts."""
    who = advisor(slug, **wishes)
    return asked(who, kit.play(slug, cards, bets or BETS[slug], choices, None, **wishes).replay)


# --- The best act, and what it is worth ---


@pytest.mark.parametrize(
    ("slug", "wishes"),
    [
        ("dakota_stud", {}),
        ("fast_action_holdem", {}),
        ("fast_action_holdem", {"decks": 6, "paytable": "2", "splits": "as_published"}),
        ("lucky_lucky", {}),
        ("lucky_lucky", {"decks": 2, "surrender": "late", "resplit_aces": True}),
        ("super_fun_21", {}),
        ("super_fun_21", {"decks": 2, "soft_17": "stand", "rescue": False}),
        ("triple_shot_bonus", {}),
        ("triple_shot_bonus", {"soft_17": "stand"}),
    ],
)
def test_the_first_hint_is_what_the_best_plan_does(slug: str, wishes: dict[str, Any]) -> None:
    """Of whole hands always. After a split a hint knows the seat's other hands, which a plan does not look at."""
    who = advisor(slug, **wishes)
    plan = strategy_of(who.game, "optimal", who.settings).plan
    seen = 0
    for choice in wild_choices(who, 110, BETS[slug]):
        assert {hint.act for hint in choice.hints} == set(acts_in(choice.options))
        assert [hint.value for hint in choice.hints] == sorted((hint.value for hint in choice.hints), reverse=True)
        act = who.game.follow(plan, choice.now.felt, choice.seat, choice.hand, choice.options)
        lost = choice.hints[0].value - choice.values[who.game.acts[act]]
        assert lost < (1e-9 if choice.now.felt.hands[choice.seat] == 1 else 0.05)
        seen += 1
    assert seen > 90


@pytest.mark.parametrize("slug", ["lucky_lucky", "super_fun_21", "triple_shot_bonus"])
def test_whole_blackjack_hands_are_worth_what_advise_says(slug: str) -> None:
    who = advisor(slug)
    seen = 0
    for choice in wild_choices(who, 60, BETS[slug], seed=6):
        felt = choice.now.felt
        if felt.hands[1] > 1 or choice.options >> who.game.acts.index("insure") & 1:
            continue
        own, up = felt.cards[1, 0, : felt.held[1, 0]].tolist(), int(felt.cards[0, 0, 0])
        doubled = " doubled" if felt.stakes[1, 0, who.game.wagers.index("blackjack")] > 1000 else ""
        if len(own) == 2 and sorted(map(points, own)) == [1, 10]:
            continue  # a natural is asked before the dealer has looked, and its suits are known: tested by itself
        text = "-".join(_point(card) for card in own) + f" v {_point(up)}{doubled}"
        said = dict(advise(who.game, who.settings, text))
        assert choice.values == pytest.approx({name: said[name] for name in choice.values}, abs=1e-12)
        seen += 1
    assert seen > 50


def _point(card: int) -> str:
    count = points(card)
    return {1: "A", 10: "T"}.get(count, str(count))


@pytest.mark.parametrize("slug", ["dakota_stud", "fast_action_holdem"])
def test_poker_hands_are_worth_what_advise_says(slug: str) -> None:
    who = advisor(slug)
    for choice in wild_choices(who, 40, BETS[slug], seed=6):
        felt = choice.now.felt
        own = felt.cards[1, 0, : felt.held[1, 0]].tolist()
        if "leave_two" in choice.values:
            own.append(int(felt.cards[0, 1, 0]))
        assert choice.values == {name: float(worth) for name, worth in advise(who.game, who.settings, cards_text(own))}


def test_bets_on_the_table_decide_in_fast_action_holdem() -> None:
    """Nine-eight of one suit is kept for a large Bonus, not for a large Ante; without a Bonus, acts are fewer."""
    cards = "2c 3d 4h 5s Tc  9h 8h Ad 2s  3c 4d 5h 6s 7c"
    large_ante = at_table("fast_action_holdem", cards, bets={"ante": 10_000, "bonus": 100})
    large_bonus = at_table("fast_action_holdem", cards, bets={"ante": 100, "bonus": 10_000})
    alone = at_table("fast_action_holdem", cards, bets={"ante": 1000})
    assert large_ante.hints[0].name == alone.hints[0].name == "keep_13"
    assert large_bonus.hints[0].name == "keep_12"
    assert len(alone.hints) < len(large_ante.hints) == 21


# --- Hands after a split ---


def test_the_first_hand_of_a_split_is_worth_about_what_advise_says() -> None:
    """`8-3 v 6 split` is that hand with one eight gone. Further on, advise keeps to one plan for all split hands."""
    choice = at_table("lucky_lucky", "8c 6d 8d Tc  3h", "split", double_after_split=True)
    said = dict(advise(find_game("lucky_lucky"), {"double_after_split": True}, "8-3 v 6 split"))
    assert set(choice.values) == {"hit", "stand", "double"}
    assert choice.values == pytest.approx(said, abs=2e-4)


def test_a_pair_after_a_split_may_be_split_again() -> None:
    choice = at_table("lucky_lucky", "8c 6d 8d Tc  8h", "split")
    assert choice.hints[0].name == "split"
    assert choice.values["split"] > 0 > choice.values["stand"]


def test_the_last_hand_that_may_be_had_is_not_split() -> None:
    choice = at_table("lucky_lucky", "8c 6d 8d Tc  8h", "split", hands_max=2)
    assert "split" not in choice.values
    assert choice.hints[0].name == "stand"


def test_hands_after_a_split_are_worth_what_a_walk_over_every_card_finds() -> None:
    """On a small deck every deal after two fours were split against a six is played out: hand one as the hints say,
    hand two always standing. Hand one then wins on average exactly what the hint promised.
    """
    game = find_game("super_fun_21")
    settings = game.settings({"hands_max": 3})
    deck = cards_of("4c 4c 4c 6c 6c 5c 9c Tc Tc Ac")
    live = LiveHands(blackjack_of(game, settings, deck), Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE))
    start = cards_of("4c 6c 4c")
    for second in cards_of("5c Ac"):
        promised = dict(live.rank(_split_spot(start, second)))
        for act, value in promised.items():
            if act != SPLIT:
                won = _walked(game, settings, deck, start, second, act, live)
                assert won == pytest.approx(float(value), abs=1e-9), (cards_text([second]), game.acts[act])


def _split_spot(start: list[int], second: int, options: int | None = None, hand: tuple[int, ...] = ()) -> Spot:
    mine = hand or (start[0], second)
    if options is None:
        options = 1 << HIT | 1 << STAND | 1 << game_act("double") | 1 << game_act("surrender")
    bet = {"blackjack": 1000}
    return Spot(options, 0, (mine, (start[2],)), (start[1],), (), bet, bet, True)


def game_act(name: str) -> int:
    return find_game("super_fun_21").acts.index(name)


def _walked(
    game: Any, settings: Settings, deck: list[int], start: list[int], second: int, first_act: int, live: LiveHands
) -> float:
    """Units that the first hand wins on average, over the hole card and every card that comes."""
    path = _Path()
    shoe_cards = _Stacked(deck, path, {0: start[0], 1: start[1], 2: start[2], 4: second})
    shoe = arranged_shoe(deck)._replace(cards=cast(Words, shoe_cards), block=words(0))
    felt = game.felt(1)
    place_wagers(game, felt, [{"blackjack": 1000}])
    rules = game.rules(settings)
    asked_before: list[int] = []

    def decide(plan: Any, felt: Any, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        asked_before.append(hand)
        if len(asked_before) == 1:
            return SPLIT
        if len(asked_before) == 2:
            return first_act
        if hand == 1:
            return STAND
        own = tuple(felt.cards[1, 0, : felt.held[1, 0]].tolist())
        spot = _split_spot(start, second, options, own)
        staked = {"blackjack": int(felt.stakes[1, 0, 0])}
        ranked = live.rank(Spot(options, 0, spot.hands, spot.dealer, (), spot.wagers, staked, True))
        return max(ranked, key=lambda each: each[1])[0]

    total = mass = Fraction(0)
    more = True
    while more:
        clear(felt)
        shoe_cards.refill()
        shoe.at[0] = 0
        asked_before.clear()
        game.play(rules, shoe, decide, None, felt)
        likely = Fraction(*path.probability())
        mine = [row for row in felt.tape[: felt.tape_at[0]].tolist() if row[VERB] == SETTLE and row[2] == 0]
        total += likely * sum(row[5] for row in mine)
        mass += likely
        more = path.next_leaf()
    assert mass == 1
    return float(total / 1000)


class _Stacked(_Branching):
    """A shoe in which some places hold given cards; every other card is a fork."""

    def __init__(self, deck: list[int], path: _Path, given: dict[int, int]) -> None:
        super().__init__(deck, path)
        self.given = given
        self.refill()

    def refill(self) -> None:
        super().refill()
        if hasattr(self, "given"):
            self.left.subtract(self.given.values())

    def __getitem__(self, place: int) -> int:
        return self.given[place] if place in self.given else super().__getitem__(place)


# --- Insurance and naturals ---


@pytest.mark.parametrize("slug", ["lucky_lucky", "super_fun_21", "triple_shot_bonus"])
def test_insurance_is_half_a_bet_on_the_dealers_other_card(slug: str) -> None:
    """With nine and seven against an ace, 16 of 49 cards make a blackjack."""
    decks: dict[str, Any] = {"decks": 1} if slug == "lucky_lucky" else {}
    choice = at_table(slug, "9c Ad 7d Tc", insurance=True, **decks)
    assert choice.hints[0].name == "decline"
    assert choice.values == pytest.approx({"decline": 0, "insure": (16 * 2 - 33) / 49 / 2})


def test_a_natural_in_diamonds_knows_its_pay() -> None:
    plain = at_table("super_fun_21", "Ac 6d Td 9c")
    diamonds = at_table("super_fun_21", "Ad 6c Td 9c")
    assert plain.values["stand"] == 1
    assert diamonds.values["stand"] == 2


def test_a_natural_that_is_asked_before_the_dealer_looked_is_paid_in_any_case() -> None:
    """Against a ten the double comes to nothing if the dealer has blackjack: a part of its value is the natural's."""
    choice = at_table("super_fun_21", "Ac Tc Td 9c")
    said = dict(advise(find_game("super_fun_21"), {}, "A-T v T"))
    blackjack = 3 / 49
    assert choice.values["stand"] == 1
    assert choice.values["double"] == pytest.approx((1 - blackjack) * said["double"] + blackjack)


def test_a_natural_whose_double_stands_may_lose_both_bets() -> None:
    """The other reading: against a ten the double loses two bets if the dealer has blackjack, the natural wins."""
    choice = at_table("super_fun_21", "Ac Tc Td 9c", doubled_natural="stands")
    said = dict(advise(find_game("super_fun_21"), {}, "A-T v T"))
    blackjack = 3 / 49
    assert choice.values["stand"] == 1
    assert choice.values["double"] == pytest.approx((1 - blackjack) * said["double"] - 2 * blackjack)


# --- The Hat Trick ---


def test_with_a_hat_trick_up_the_hints_play_for_both() -> None:
    who = advisor("triple_shot_bonus")
    bets = {**BETS["triple_shot_bonus"], "hat_trick": 500}
    plan = solve_with_hat_trick(who.game, who.settings, Fraction(1, 2)).plan
    changed = 0
    alone = strategy_of(who.game, "optimal", who.settings).plan
    for choice in wild_choices(who, 60, bets, seed=8):
        if "insure" in choice.values:
            continue
        place = (choice.now.felt, choice.seat, choice.hand, choice.options)
        act = follow_by_ranks(plan, *place)
        assert choice.hints[0].value - choice.values[who.game.acts[act]] < 1e-9
        changed += act != who.game.follow(alone, *place)
    assert changed > 0, "the Hat Trick changes the play of some hand"


def test_a_hat_trick_that_war_has_lost_changes_nothing() -> None:
    cards = "2c Kd 9d Tc"
    lost = at_table("triple_shot_bonus", cards, bets={**BETS["triple_shot_bonus"], "hat_trick": 1000})
    without = at_table("triple_shot_bonus", cards)
    assert lost.values == without.values


def test_a_small_hat_trick_is_worth_a_little_more_or_less_than_none() -> None:
    """Both ways of valuing a hand, by points and by ranks with six cards, agree where the Hat Trick weighs nothing."""
    cards = "Kc 7d 4d Tc"
    bets = {"war": 40_000, "blackjack": 40_000, "poker": 40_000}
    small = at_table("triple_shot_bonus", cards, bets={**bets, "hat_trick": 100})
    without = at_table("triple_shot_bonus", cards, bets=bets)
    assert small.values == pytest.approx(without.values, abs=10 * 100 / 40_000)
    assert small.values != without.values


# --- What a hint may know ---


@pytest.mark.parametrize("slug", ASKING)
def test_hints_do_not_change_with_cards_that_nobody_has_seen(slug: str) -> None:
    """Whatever the player cannot see is shuffled; the same choice comes up and the same hints are given."""
    who = advisor(slug)
    game = who.game
    rng = random.Random(3)
    compared = 0
    for number in range(kit.rounds_of(slug, 25)):
        order = seeded_order(game.deck(who.settings), 11, number)
        deal = Deal(game, who.settings, order, [EVERY_BET[slug]] * 2)
        now = replay(deal)
        if now.pending is None:
            continue
        first = asked(who, now)
        spot = spot_of(game, now, first.seat, first.hand, first.options)
        known = {*spot.cards, *spot.dealer, *spot.community}
        others = [card for card in order if card not in known]
        rng.shuffle(others)
        moved = iter(others)
        again = replay(Deal(game, who.settings, [c if c in known else next(moved) for c in order], deal.wagers))
        if again.pending is not None and again.pending == now.pending:
            assert asked(who, again).hints == first.hints
            place = first.seat, first.hand, first.hints
            assert who.whole(again, *place) == who.whole(now, *place), "nor does what the whole round comes to"
            compared += 1
        if compared > 10:
            break
    assert compared > 10


def test_an_act_that_is_not_offered_gets_no_hint() -> None:
    """A table may leave out what a player's chips do not cover."""
    choice = at_table("lucky_lucky", "6c 6d 5d Tc")
    fewer = advisor("lucky_lucky").rank(choice.now, 1, 0, choice.options & ~(1 << game_act("double")))
    assert [hint.name for hint in choice.hints] == ["double", "hit", "stand"]
    assert [hint.name for hint in fewer] == ["hit", "stand"]


def test_an_advisor_says_when_it_is_ready() -> None:
    game = find_game("dakota_stud")
    told: list[tuple[int, int]] = []
    fresh = Advisor(game, game.settings())
    assert not fresh.ready()
    fresh.prepare(lambda done, total: told.append((done, total)))
    assert fresh.ready()
    assert told == [(0, 1), (1, 1)]


def test_a_total_of_21_is_no_natural_after_a_split() -> None:
    choice = at_table("super_fun_21", "Ac 6d Ad 9c  Tc", "split")
    assert choice.hints[0].name == "stand"
    assert choice.values["stand"] < 1, "a dealer may still draw 21"


def test_a_hand_in_the_discards_still_counts_for_the_hints_of_the_next() -> None:
    """Super Fun 21, procedures 6: of two split hands the first is over and taken; its cards are gone all the same."""
    round_ = kit.play("super_fun_21", "8h 6c 8d Td 9h Tc 2h", {"blackjack": 1000}, "split hit")
    wait = round_.replay.pending
    assert wait is not None
    spot = spot_of(round_.game, round_.replay, wait.seat, wait.hand, wait.options)
    assert spot.hands == (tuple(cards_of("8h 9h Tc")), tuple(cards_of("8d 2h")))
    assert spot.cards == tuple(cards_of("8d 2h"))
