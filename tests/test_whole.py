"""What a whole round comes to at a choice: nothing of the seat's money is left out, and dealing it out bears it out.

A round is dealt on from the choice many times, with all unseen cards shuffled anew and the best play from there on: on
average it wins what was said, within the error of the count. Where a formula is involved, small decks are dealt out in
full.
"""

import math
import random
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest

from houseway.analysis.exact.shared.spot import Spot
from houseway.analysis.hints import Advisor, spot_of
from houseway.analysis.solve import solver_of
from houseway.analysis.universal.advice import advise as advise_from_play
from houseway.analysis.whole import OpenBet, Whole
from houseway.engine.batch import rank_hands
from houseway.engine.packed import packed
from houseway.engine.replay import Deal, Replay, replay
from houseway.games import SLUGS, find_game
from houseway.games.fast_action_holdem import solve_whole as fast_action_holdem
from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS
from houseway.games.fast_action_holdem.plan import four_cards
from houseway.games.fast_action_holdem.play import OUTCOMES, bonus_outcome, first_two, splits_ante, splits_bonus
from houseway.games.fast_action_holdem.solve import envy_worth
from houseway.games.fast_action_holdem.solve_whole_envy import new_room
from houseway.games.game import Wagers
from houseway.games.lucky_lucky import solve_whole as lucky_lucky
from houseway.games.lucky_lucky.play import LUCKY_BREAK, lucky_break_pay
from houseway.games.triple_shot_bonus import solve_whole as triple_shot_bonus
from houseway.games.triple_shot_bonus.play import poker_outcome
from houseway.rules.blackjack import STAND, UP_CARD, dealer_draws, make_natural, points
from houseway.rules.cards import DECK, cards_of
from houseway.rules.choice import acts_in
from houseway.rules.combos import index_4_repeated
from houseway.rules.felt import DEALER, HOUSE, Felt, clear
from houseway.rules.poker import six
from houseway.rules.shoe import seeded_order
from houseway.rules.tape import SEAT, SETTLE, VERB, A
from tests.dealt_on import Choice, Follow, best_play, choices_of
from tests.kit import ASKING, rounds_of

DEALS = 400
WITHIN = 4.2  # standard errors; the deals are seeded, so what passes once passes always


@cache
def advisor(slug: str, **wishes: Any) -> Advisor:
    game = find_game(slug)
    return Advisor(game, game.settings(wishes))


def at_choice(
    slug: str, cards: str, choices: str = "", seats: int = 1, bets: Wagers | None = None, **wishes: Any
) -> tuple[Choice, Whole]:
    """The choice after these cards and acts, the cards behind them in any order, and what is said of it."""
    who = advisor(slug, **wishes)
    given = cards_of(cards)
    rest = seeded_order(who.game.deck(who.settings), 1, 0)
    for card in given:
        rest.remove(card)
    deal = Deal(who.game, who.settings, [*given, *rest], [bets or BETS[slug]] * seats)
    acts = [who.game.acts.index(act) for act in choices.split()]
    left = iter(acts)
    *_, found = islice(choices_of(deal, lambda _: next(left)), len(acts) + 1)
    return found, said(who, found)


def said(who: Advisor, choice: Choice) -> Whole:
    hints = who.rank(choice.now, choice.seat, choice.hand, choice.options)
    whole = who.whole(choice.now, choice.seat, choice.hand, hints)
    assert whole is not None
    return whole


BETS: dict[str, Wagers] = {
    **{
        slug: {w.name: 500 if w.aside else 1000 for w in find_game(slug).sheet.wagers if w.placed and not w.toke}
        for slug in SLUGS
    },
    "lucky_lucky": {"blackjack": 1000, "lucky_lucky": 500, "lucky_break": 2000},
    "triple_shot_bonus": dict.fromkeys(("war", "blackjack", "poker"), 1000),
}


# --- Nothing is left out ---


# Where boards are counted, what lies aside is named as not counted before the first act: every board is ahead.
ON_BOARDS = {"ultimate_texas_holdem": {"trips"}}
TOLD = tuple(slug for slug in ASKING if solver_of(find_game(slug)).whole)


@pytest.mark.parametrize("slug", TOLD)
def test_nothing_that_is_settled_after_a_choice_was_forgotten(slug: str) -> None:
    """Rounds of two seats with every bet on, played wildly: what is paid later hung on the choice, or was counted."""
    who = advisor(slug)
    game = who.game
    bets = {wager.name: 1000 for wager in game.sheet.wagers if wager.placed}
    tokes = {wager.name for wager in game.sheet.wagers if wager.toke}
    rng, asked, beside = random.Random(4), 0, set[str]()
    for number in range(rounds_of(slug, 20)):
        deal = Deal(game, who.settings, seeded_order(game.deck(who.settings), 3, number), [bets, bets])
        acts: list[int] = []
        told: list[tuple[int, int, set[str]]] = []
        for choice in choices_of(deal, partial(_noted, acts, rng)):
            whole = said(who, choice)
            left_out = {bet.wager for bet in whole.left_out}
            assert left_out == (set() if choice.before else ON_BOARDS.get(slug, set()))
            assert set(whole.cents) == set(acts_in(choice.options))
            beside.update(bet.wager for bet in whole.rest)
            named = {*whole.wagers, *(bet.wager for bet in whole.rest), *left_out}
            told.append((len(choice.now.tape), choice.seat, named))
        tape = replay(deal, acts).tape
        for row, seat, named in told:
            later = {
                game.wagers[each[A]] for each in tape[row:].tolist() if each[VERB] == SETTLE and each[SEAT] == seat
            }
            assert later <= named | tokes, (number, row)
        asked += len(told)
        if asked > 20:
            break
    assert asked > 20
    assert ("envy" in beside) == (slug == "fast_action_holdem"), "a prize without a bet is counted too"


def _noted(acts: list[int], rng: random.Random, now: Replay) -> int:
    assert now.pending is not None
    acts.append(rng.choice(acts_in(now.pending.options)))
    return acts[-1]


def test_lucky_break_is_counted_beside_the_blackjack_bet_and_lucky_lucky_is_settled() -> None:
    _, whole = at_choice("lucky_lucky", "Tc 6d 9h Ts")
    assert (whole.wagers, whole.rest) == (("blackjack",), (OpenBet("lucky_break", 0, 2000),))
    assert (whole.settled_cents, whole.exact) == (-500, True)


def test_a_choice_on_which_everything_hangs_is_the_whole_round() -> None:
    choice, whole = at_choice("super_fun_21", "Tc 6d 9h Ts")
    hints = advisor("super_fun_21").rank(choice.now, 1, 0, choice.options)
    assert (whole.wagers, whole.rest) == (("blackjack",), ())
    assert whole.cents == {hint.act: pytest.approx(hint.value * 1000) for hint in hints}


def test_an_insurance_is_worth_itself_and_the_hand_is_counted_beside_it() -> None:
    _, whole = at_choice("super_fun_21", "Tc Ad 9h Ts")
    assert (whole.wagers, whole.rest) == (("insurance",), (OpenBet("blackjack", 0, 1000),))


def test_tokes_are_a_gift_and_no_part_of_the_round() -> None:
    bets = {"blackjack": 1000, "lucky_break": 2000}
    gift = {**bets, "lucky_break_toke": 500, "lucky_lucky_toke": 500}
    with_gift, without = (at_choice("lucky_lucky", "Tc 6d 9h Ts", bets=each)[1] for each in (gift, bets))
    assert with_gift == without


def test_envy_needs_another_player_not_another_seat() -> None:
    who = advisor("fast_action_holdem")
    order, bets = seeded_order(who.game.deck(who.settings), 2, 0), BETS["fast_action_holdem"]
    alone, own, another = (
        said(who, next(choices_of(Deal(who.game, who.settings, order, [bets] * len(players), players), _first)))
        for players in ([1], [1, 1], [1, 2])
    )
    assert alone.rest == own.rest == ()
    assert another.rest == (OpenBet("envy", 0, 0),)
    more = {another.cents[act] - alone.cents[act] for act in alone.cents}
    assert len({round(each, 6) for each in more}) == 1
    assert 1 < more.pop() < 20, "cents"


def _first(now: Replay) -> int:
    assert now.pending is not None
    return acts_in(now.pending.options)[0]


# --- By hand ---


def test_four_sixes_win_on_every_bet_that_is_still_up() -> None:
    """Whatever the last card: four of a kind pays the same four times, or three where (1) was taken back."""
    game = find_game("dakota_stud")
    num, den = game.rules(game.settings()).pays[0, game.outcomes.index("four_of_a_kind")].tolist()
    for first, bets in (("leave_one", 4), ("take_back_one", 3)):
        _, whole = at_choice("dakota_stud", "6c 6d 6h 6s 2c", first)
        assert whole.cents[game.acts.index("leave_two")] == pytest.approx(bets * 1000 * num / den)


@pytest.mark.parametrize(("cards", "choices"), [("Ah Kd 7c", ""), ("6h 7h 8h", ""), ("Ah Kd 7c 8s", "leave_one")])
def test_a_whole_round_of_dakota_stud_is_what_its_play_says(cards: str, choices: str) -> None:
    """From `play` all four bets are one sum; here the bets that hang on the choice and the others are apart."""
    game = find_game("dakota_stud")
    from_play = dict(advise_from_play(game, game.settings(), cards))
    _, whole = at_choice("dakota_stud", cards, choices)
    assert whole.cents == {game.acts.index(act): pytest.approx(1000 * float(worth)) for act, worth in from_play.items()}


@pytest.mark.parametrize("up", ["6d", "Ad", "Kd"])
def test_poker_has_the_last_cards_counted_one_by_one(up: str) -> None:
    """Two cards to come, and a hole card of which a check has told something: every pair with every hole card."""
    game = find_game("triple_shot_bonus")
    rules: Any = game.rules(game.settings())
    own = a, b, c, d = cards_of("Jc 2d 3h 4h")
    sixes = triple_shot_bonus.Sixes(rules, tuple(game.deck(game.settings())))
    left = [card for card in game.deck(game.settings()) if card not in [*own, *cards_of(up)]]
    found = np.zeros((2, len(game.outcomes)))
    for pair in combinations(left, 2):
        outcome = poker_outcome(six(rules.ranks, a, b, c, d, *pair))
        for hole in left:
            if hole not in pair:
                found[int(make_natural(hole, cards_of(up)[0])), outcome] += 1
    assert sixes.ends(tuple(own), cards_of(up)[0]) == pytest.approx(found / found.sum())


@pytest.mark.parametrize("up", ["6c", "Ac", "Tc"])
def test_lucky_break_has_every_hand_of_the_dealer_dealt_out(up: str) -> None:
    """A small deck, with suits, card by card."""
    game = find_game("lucky_lucky")
    rules: Any = game.rules(game.settings())
    who = advisor("lucky_lucky")
    who.prepare()
    rest = who._rest
    assert isinstance(rest, lucky_lucky.OtherBets)
    left = cards_of("2c 3c 5c 8c Tc Kc 2d 4h 6h 7d 9s Th Ah")
    up_card = cards_of(up)[0]

    def won(hand: list[int], cards: list[int]) -> float:
        total, soft = _total(hand)
        if len(hand) > 1 and not dealer_draws(total, soft, rules.soft_17):
            if len(hand) == 2 and make_natural(*hand):
                return 0.0  # not among what is asked
            if total <= 21:
                return -1.0
            suited = len(hand) if len({card & 3 for card in hand}) == 1 else 0
            _, num, den = lucky_break_pay(rules, LUCKY_BREAK, total, suited)
            return float(num / den)
        return sum(won([*hand, card], [c for c in cards if c != card]) for card in cards) / len(cards)

    worth, alive = rest._won(left, up_card)
    assert worth == pytest.approx(won([up_card], left))
    assert alive == pytest.approx(1 - sum(make_natural(up_card, card) for card in left) / len(left))


def _total(hand: list[int]) -> tuple[int, bool]:
    hard = sum(map(points, hand))
    soft = hard + 10 <= 21 and any(points(card) == 1 for card in hand)
    return hard + 10 * soft, soft


@pytest.mark.parametrize(("slug", "up"), [("lucky_lucky", "6d"), ("lucky_lucky", "Ad"), ("super_fun_21", "Td")])
def test_a_hand_that_stands_is_worth_what_standing_was_worth_to_it(slug: str, up: str) -> None:
    """While hand two is asked, hand one wins what a hint for hand one would say of standing with the same cards out."""
    bets = {"blackjack": 1000}
    choice, whole = at_choice(slug, f"8c {up} 8d 2c Th 3h", f"{'decline ' if up == 'Ad' else ''}split stand", bets=bets)
    who = advisor(slug)
    spot = spot_of(who.game, choice.now, 1, 1, choice.options)
    first = replace(spot, hand=0, options=1 << STAND)
    assert who._ranker is not None
    [(_, standing)] = who._ranker(first)
    hints = {hint.act: hint.value for hint in who.rank(choice.now, 1, 1, choice.options)}
    assert whole.exact
    for act, cents in whole.cents.items():
        assert cents == pytest.approx(1000 * (hints[act] + float(standing)))


@pytest.mark.parametrize("slug", ["lucky_lucky", "super_fun_21"])
def test_a_hand_to_come_is_worth_the_best_choice_with_every_card_it_may_get(slug: str) -> None:
    bets = {"blackjack": 1000}
    choice, whole = at_choice(slug, "8c 6d 8d 2c Th", "split", bets=bets)
    who = advisor(slug)
    spot = spot_of(who.game, choice.now, 1, 0, choice.options)
    left = list(who.game.deck(who.settings))
    for card in cards_of("8c 6d 8d Th"):
        left.remove(card)
    mean = 0.0
    assert who._ranker is not None
    for card, copies in Counter(left).items():
        own = (spot.hands[1][0], card)
        options = _options(who, own, hands=2)
        ranked = who._ranker(replace(spot, hand=1, hands=(spot.hands[0], own), options=options))
        mean += copies / len(left) * max(float(value) for _, value in ranked)
    hints = {hint.act: hint.value for hint in who.rank(choice.now, 1, 0, choice.options)}
    assert not whole.exact, "it will know more by then"
    assert whole.cents[STAND] == pytest.approx(1000 * (hints[STAND] + mean))


@pytest.mark.parametrize(
    ("slug", "bets"),
    [
        ("lucky_lucky", {"blackjack": 1000, "lucky_break": 2000}),
        ("super_fun_21", {"blackjack": 1000}),
        ("triple_shot_bonus", {"war": 1000, "blackjack": 1000, "poker": 1000}),
        ("triple_shot_bonus", {"war": 1000, "blackjack": 1000, "poker": 1000, "hat_trick": 1000}),
    ],
)
def test_before_the_check_a_round_is_worth_what_it_is_after_it_and_what_a_blackjack_leaves(
    slug: str, bets: Wagers
) -> None:
    """A hand against an ace: all is lost to a blackjack but what is settled, and Poker, which goes on."""
    cards = "As Ad 5c 3c" if "hat_trick" in bets else "9c Ad 7d 3c"  # an ace ties War and keeps the Hat Trick up
    who = advisor(slug)
    _, before = at_choice(slug, cards, bets=bets)
    choice, after = at_choice(slug, cards, "decline", bets=bets)
    best = who.rank(choice.now, 1, 0, choice.options)[0]
    left = list(who.game.deck(who.settings))
    for card in cards_of(cards)[:3]:
        left.remove(card)
    alive = 1 - sum(points(card) == 10 for card in left) / len(left)
    settled = sum(bets.get(name, 0) for name in ("war", "poker"))
    lost: float = settled - sum(bets.values()) + before.settled_cents
    if "poker" in bets:
        own, up = tuple(sorted(cards_of(cards)[::2])), cards_of(cards)[1]
        assert isinstance(who._rest, triple_shot_bonus.OtherBets)
        sixes = who._rest.sixes
        lost += round(bets["poker"] * sixes.poker(sixes.ends(own, up)[1]), 6)
    decline, insure = (who.game.acts.index(name) for name in ("decline", "insure"))
    assert before.cents[decline] == pytest.approx(alive * after.cents[best.act] + (1 - alive) * lost, abs=1e-3)
    insured = 500 * ((1 - alive) * 2 - alive)
    assert before.cents[insure] == pytest.approx(before.cents[decline] + insured)


def _options(who: Advisor, own: tuple[int, int], hands: int) -> int:
    """What two cards after a split may do."""
    felt = who.game.felt(1)
    clear(felt)
    felt.hands[1], felt.held[1, 0] = hands, 2
    felt.cards[1, 0, :2] = own
    table: Any = who.game.table
    return int(table.legal_acts(who.game.rules(who.settings), felt, 1, 0))


# --- Envy ---


def test_envy_of_a_stranger_is_what_the_solver_counted_deal_by_deal() -> None:
    """With no card known, over all four cards and boards, both numbers of decks, splits and all."""
    every: list[dict[str, Any]] = [{}, {"decks": 6, "paytable": "2"}]
    for wishes in every:
        who = advisor("fast_action_holdem", **wishes)
        who.prepare()
        rest = who._rest
        assert isinstance(rest, fast_action_holdem.OtherBets)
        acts = rest.acts(1000, 1000)[rest.hands.numbers].astype(np.int8)
        assert rest.envy((), 1000, 1000) == pytest.approx(float(envy_worth(rest.hands, acts, rest.rules)), rel=1e-9)


SHOES = {
    "one suit, and two of many": "Th Jh Qh Kh Ah 9h 8h 2c 3c 4c 5c Ac 7d",
    "many of a kind": "8s 8s 8s 8s 8s 8s 8s 8h 8h 9s Ts Js Qs",
    "a royal flush beside fives": "As As As As As As As Ac Ad Ks Qs Js Ts",
}


@pytest.mark.parametrize("cards", SHOES.values(), ids=SHOES)
def test_envy_is_what_every_deal_of_a_small_shoe_pays(cards: str) -> None:
    """Any act for any four cards; every hand of the other player with every board."""
    deck, rng = cards_of(cards), random.Random(1)
    acts = np.array([rng.randrange(21) for _ in range(len(four_cards()))])
    prizes = np.array([1000.0, 5000.0, 25_000.0, 100_000.0])
    cents = dict(zip(fast_action_holdem.COUNTED, prizes, strict=True))
    n = np.bincount(deck, minlength=DECK).astype(np.int64)
    found = fast_action_holdem._kernel()(n, acts, prizes, packed(new_room()))

    deals = list(combinations(range(len(deck)), 4))
    hands, owners = [], []
    for deal, places in enumerate(deals):
        held = sorted(deck[place] for place in places)
        act = int(acts[index_4_repeated(*held)])
        twos = [first_two(act)] + [TWOS - 1 - first_two(act)] * (splits_ante(act) or splits_bonus(act))
        for number, board in enumerate(combinations([c for i, c in enumerate(deck) if i not in places], 5)):
            for two in twos:
                hands.append([held[LEFT[two]], held[RIGHT[two]], *board])
                owners.append((deal, number))
    best: dict[tuple[int, int], int] = {}
    for owner, value in zip(owners, rank_hands(np.array(hands)).tolist(), strict=True):
        best[owner] = max(best.get(owner, 0), value)
    paid = sum(cents.get(OUTCOMES[bonus_outcome(value)], 0.0) for value in best.values())
    assert paid > 0
    assert found == pytest.approx(paid / len(best), rel=1e-9)


# --- Dealt on from the choice ---

Dealt = tuple[str, str, str, int, Wagers, dict[str, Any]]
LUCKY, SPLITS = {"blackjack": 1000, "lucky_break": 2000}, {"blackjack": 1000}
THREE = dict.fromkeys(("war", "blackjack", "poker"), 1000)
SPOTS: dict[str, Dealt] = {
    "stud, the first choice": ("dakota_stud", "9c 9d 2h", "", 2, BETS["dakota_stud"], {}),
    "stud, the second": ("dakota_stud", "9c 9d 2h  Kc Kd 3s  5s", "leave_one leave_one", 2, BETS["dakota_stud"], {}),
    "stud, one taken back": ("dakota_stud", "9c 8d 2h Ts", "take_back_one", 1, BETS["dakota_stud"], {}),
    "lucky break, insurance": ("lucky_lucky", "9c Ad 7d 3c", "", 1, LUCKY, {}),
    "lucky break, a hit too many": ("lucky_lucky", "Tc 6d 8h 3s", "", 1, LUCKY, {"decks": 1}),
    "lucky break, the second seat": ("lucky_lucky", "Tc 9c 6d 8h 3s", "stand", 2, LUCKY, {}),
    "lucky break, over the limit": ("lucky_lucky", "8c 6d 8d Tc 9h Tc 3h", "split hit", 1, LUCKY, {}),
    "lucky break, any hand": (
        "lucky_lucky", "8c 6d 8d Tc 9h Tc 3h", "split hit", 1, LUCKY, {"lucky_break_split": "any_hand"}
    ),
    "lucky break, surrender": (
        "lucky_lucky", "Tc Td 6h 3s", "", 1, LUCKY, {"surrender": "late", "lucky_break_surrender": "lost"}
    ),
    "a split hand": ("lucky_lucky", "8c 6d 8d Tc 3h", "split", 1, SPLITS, {}),
    "the last split hand": ("super_fun_21", "8c 6d 8d Tc Th 3h", "split stand", 1, SPLITS, {}),
    "a natural, insured or not": ("super_fun_21", "Ac Ad Td 3c", "", 1, SPLITS, {}),
    "poker beside blackjack": ("triple_shot_bonus", "Kc 7d 4d Tc", "", 1, THREE, {}),
    "poker, insurance": ("triple_shot_bonus", "9c Ad 7d 3c", "", 2, THREE, {}),
    "the hat trick": ("triple_shot_bonus", "Kc 7d 4d Tc", "", 1, {**THREE, "hat_trick": 1000}, {}),
    "the hat trick, insurance": ("triple_shot_bonus", "As Ad 7d 3c", "", 1, {**THREE, "hat_trick": 1000}, {}),
    "a natural with a hat trick": ("triple_shot_bonus", "As Ad Kd 3c", "", 1, {**THREE, "hat_trick": 1000}, {}),
}  # fmt: skip


@pytest.mark.parametrize("spot", SPOTS.values(), ids=SPOTS)
def test_a_round_dealt_on_wins_what_was_said(spot: Dealt) -> None:
    slug, cards, choices, seats, bets, wishes = spot
    choice, whole = at_choice(slug, cards, choices, seats, bets, **wishes)
    follow = _with_hat_trick(advisor(slug, **wishes)) if "hat_trick" in bets else best_play(advisor(slug, **wishes))
    for number, act in enumerate(sorted(whole.cents, key=lambda each: -whole.cents[each])[:2]):
        nets = choice.nets(act, follow, DEALS, number)
        error = nets.std() / math.sqrt(len(nets))
        assert len(nets) > DEALS / 2
        assert abs(nets.mean() - whole.cents[act]) < WITHIN * error + 1e-6, (act, nets.mean(), whole.cents[act], error)


def _with_hat_trick(who: Advisor) -> Follow:
    """The best play for Blackjack and the Hat Trick together: what the hints say."""

    def follow(felt: Felt, seat: int, hand: int, options: int) -> int:
        placed, staked = (
            {name: int(cents[w]) for w, name in enumerate(who.game.wagers) if cents[w]}
            for cents in (felt.wagers[seat], felt.stakes[seat, hand])
        )
        own = tuple(felt.cards[seat, hand, : felt.held[seat, hand]].tolist())
        up = (int(felt.cards[HOUSE, DEALER, UP_CARD]),)
        assert who._ranker is not None
        ranked = who._ranker(Spot(options, 0, (own,), up, (), placed, staked, True))
        return max(ranked, key=lambda each: each[1])[0]

    return follow
