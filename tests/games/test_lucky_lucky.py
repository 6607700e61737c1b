"""House blackjack with Lucky Lucky and Lucky Break: each test of a paragraph is named after it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb
from typing import Any

import numpy as np
import pytest

from houseway.engine.replay import play_out, replay
from houseway.engine.view import view
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.betting import Limits, verify_wagers
from houseway.games.game import place_wagers
from houseway.games.lucky_lucky.play import (
    LUCKY_BREAK,
    LUCKY_BREAK_TOKE,
    LUCKY_LUCKY,
    LUCKY_LUCKY_TOKE,
    lucky_lucky_outcome,
)
from houseway.house.sitting import Sitting
from houseway.rules.blackjack import outcome_against
from houseway.rules.cards import DECK, UNSEEN, cards_of
from houseway.rules.felt import clear
from houseway.rules.refused import Refused
from houseway.rules.shoe import NEXT, lazy_shoe, open_round
from houseway.rules.tape import DEAL, FACE_DOWN, FACE_UP, SETTLE, STAKE, TURN
from tests.kit import Round, play

SLUG = "lucky_lucky"
GAME = find_game(SLUG)
BOTH = {"blackjack": 1000, "lucky_lucky": 500, "lucky_break": 200}
MAIN = {"blackjack": 1000}
LUCKY = {"blackjack": 1000, "lucky_lucky": 100}
BREAK = {"blackjack": 1000, "lucky_break": 100}

Bets = dict[str, int]


def table(
    hands: str | Sequence[str],
    dealer: str,
    then: str = "",
    choices: str = "",
    bets: Bets | Sequence[Bets] | None = None,
    players: Sequence[int] | None = None,
    **settings: int | str | bool,
) -> Round:
    """A round in which each betting seat gets its two cards, the dealer these two, and `then` comes after."""
    pairs = [cards.split() for cards in ([hands] if isinstance(hands, str) else hands)]
    seats = [bets or BOTH] * len(pairs) if bets is None or isinstance(bets, dict) else list(bets)
    up, hole = dealer.split()
    order = [pair[0] for pair in pairs] + [up] + [pair[1] for pair in pairs] + [hole, *then.split()]
    decks = int(settings.get("decks", 6)) if settings.get("decks") != "infinite" else len(order)
    assert max(Counter(order).values()) <= decks, "no shoe of so many decks can deal this"
    round_ = play(SLUG, " ".join(order), seats, choices, players, **settings)
    assert not round_.over or round_.replay.cards_drawn == len(order), "cards were stacked that nobody drew"
    return round_


# --- Lucky Lucky: opening ---


@pytest.mark.parametrize(
    ("own", "up", "outcome"),
    [
        ("6c 7d", "8h", "six_seven_eight"),
        ("8c 6d", "7h", "six_seven_eight"),
        ("7c 7d", "7h", "sevens"),
        ("Tc 9d", "2h", "total_21"),
        ("Tc 8d", "2h", "total_20"),
        ("Tc 7d", "2h", "total_19"),
        ("Tc 6d", "2h", "lose"),
        ("2c 3d", "4h", "lose"),
    ],
)
def test_intro_1__two_own_cards_and_the_up_card_make_a_hand_of_three(own: str, up: str, outcome: str) -> None:
    round_ = table(own, f"{up} 5s", bets=LUCKY)
    assert [name for name, _ in round_.settled("lucky_lucky")] == [outcome]


@pytest.mark.parametrize(
    ("three", "outcome"),
    [
        ("Ac 2d 6h", "total_19"),  # 11
        ("Ac 2d 7h", "total_20"),
        ("Ac 2d 8h", "total_21"),
        ("Ac 9d Th", "total_20"),  # 1
        ("Ac Td Kh", "total_21"),
        ("Ac 8d Kh", "total_19"),
        ("Ac Ad 7h", "total_19"),  # 11 and 1
        ("Ac Ad 9h", "total_21"),
        ("Ac Ad Th", "lose"),  # 12
        ("Ac Ad Ah", "lose"),  # 13
    ],
)
def test_intro_1__an_ace_is_one_or_eleven_whichever_makes_the_better_total(three: str, outcome: str) -> None:
    for order in permutations(cards_of(three)):
        assert GAME.outcomes[lucky_lucky_outcome(*order)] == outcome


def test_intro_1__a_community_card_may_take_the_place_of_the_up_card() -> None:
    """In brackets, here and in Table 1: one card face up for all, before the others; the dealer's hand is as usual."""
    bets = {**LUCKY, "lucky_lucky_toke": 200}
    cards = "7s 7c 6d Th 7d 8h 8s"
    round_ = play(SLUG, cards, [bets, LUCKY], "stand stand", third_card="community")
    assert round_.settled("lucky_lucky") == [("sevens", 5000)]
    assert round_.settled("lucky_lucky_toke") == [("sevens", 10_000)]
    assert round_.settled("lucky_lucky", 2) == [("six_seven_eight", 3000)]
    assert round_.index("community: deal 7s up") < round_.index("seat 1: deal")
    assert round_.settled("blackjack") == round_.settled("blackjack", 2) == [("lose", -1000)], "the dealer has 18"
    by_the_up_card = play(SLUG, cards.removeprefix("7s "), [bets, LUCKY], "stand stand")
    assert by_the_up_card.settled("lucky_lucky") == [("lose", -100)]


def test_intro_1__a_community_card_is_no_card_of_the_dealers() -> None:
    """An ace for the community calls for no insurance and makes no blackjack."""
    round_ = play(SLUG, "As 9c Th 9d 8s", [LUCKY], "stand", third_card="community")
    assert round_.settled("lucky_lucky") == [("total_19", 200)]
    assert round_.said("checked") == [0]
    assert round_.settled("blackjack") == [("push", 0)]


def test_intro_1__it_needs_no_skill() -> None:
    """It is settled before anybody is asked anything."""
    round_ = table("6c 7d", "8h 5s", bets=LUCKY)
    assert round_.settled("lucky_lucky") == [("six_seven_eight", 3000)]
    assert round_.chosen() == []


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5, 6, 7, 8])
def test_intro_1__one_deck_to_eight(decks: int) -> None:
    assert Counter(GAME.deck(GAME.settings({"decks": decks}))) == dict.fromkeys(range(DECK), decks)
    assert not GAME.endless(GAME.settings({"decks": decks}))


def test_intro_1__or_a_continuous_shuffler() -> None:
    settings = GAME.settings({"decks": "infinite", "shuffler": "continuous"})
    assert GAME.endless(settings)
    assert sorted(GAME.deck(settings)) == list(range(DECK))


@pytest.mark.parametrize(
    ("own", "dealer", "then", "choices", "outcome"),
    [
        ("Tc 9d", "Th 8s", "", "stand", ("win", 1000)),
        ("Tc 9d", "Th 9s", "", "stand", ("push", 0)),
        ("Tc 8d", "Th 9s", "", "stand", ("lose", -1000)),
        ("Tc 2d", "Th 9s", "9c", "hit", ("win", 1000)),
        ("Tc 6d", "Th 9s", "Td", "hit", ("bust", -1000)),
        ("Tc 6d", "Th 6s", "Td", "stand", ("win", 1000)),
        ("6c 5d", "Th 9s", "Td", "double", ("win", 2000)),
        ("6c 5d", "Th 9s", "2d", "double", ("lose", -2000)),
        ("6c 5d", "Th 9s", "8d", "double", ("push", 0)),
        ("Tc 6d", "Th 9s", "", "surrender", ("surrender", -500)),
        ("Ac Kd", "9h 8s", "", "", ("natural", 1500)),
    ],
)
def test_intro_3__the_blackjack_underneath_is_played_as_ever(
    own: str, dealer: str, then: str, choices: str, outcome: tuple[str, int]
) -> None:
    """With the side bets and without, the main bet goes the same way."""
    for bets in (MAIN, LUCKY):
        round_ = table(own, dealer, then, choices, bets, surrender="late")
        assert round_.over
        assert round_.settled("blackjack") == [outcome]


# --- Lucky Lucky: rules 1 to 7 ---


def test_rules_1__no_lucky_lucky_without_a_blackjack_bet() -> None:
    with pytest.raises(Refused, match="Blackjack must be bet"):
        verify_wagers(GAME, GAME.settings(), {"lucky_lucky": 500})
    verify_wagers(GAME, GAME.settings(), LUCKY)


def test_rules_1__chips_beside_an_empty_spot_never_go_into_action() -> None:
    lone = {"lucky_lucky": 500, "lucky_lucky_toke": 500}
    round_ = table(["7c 7d"], "7h 5s", bets=[MAIN, lone])
    assert (round_.staked("lucky_lucky", 2), round_.staked("lucky_lucky_toke", 2)) == ([], [])
    assert round_.settled("lucky_lucky", 2) == []


def test_rules_2__the_bet_is_beside_the_blackjack_bet_and_optional() -> None:
    with_it = table("6c 7d", "8h 5s", bets=LUCKY)
    assert (with_it.staked("blackjack"), with_it.staked("lucky_lucky")) == ([1000], [100])
    without = table("6c 7d", "8h 5s", bets=MAIN)
    assert (without.staked("lucky_lucky"), without.settled("lucky_lucky")) == ([], [])
    verify_wagers(GAME, GAME.settings(), MAIN)
    assert [wager.name for wager in GAME.sheet.wagers if wager.required] == ["blackjack"]


def test_rules_3__each_house_sets_its_own_limits() -> None:
    house = {"lucky_lucky": Limits(least_cents=500, most_cents=2500, step_cents=500)}
    for cents in (500, 2500):
        verify_wagers(GAME, GAME.settings(), {**MAIN, "lucky_lucky": cents}, house)
    for cents in (100, 3000, 750):
        with pytest.raises(Refused, match="Lucky Lucky: "):
            verify_wagers(GAME, GAME.settings(), {**MAIN, "lucky_lucky": cents}, house)


def test_rules_4__the_bet_is_on_the_hand_of_the_spot_it_lies_on() -> None:
    """The neighbour's sevens do nothing for seat 1, and seat 2 has no bet to be paid."""
    round_ = table(["Tc 6d", "7c 7d"], "7h 5s", bets=[LUCKY, MAIN])
    assert round_.settled("lucky_lucky", 1) == [("lose", -100)]
    assert round_.settled("lucky_lucky", 2) == []


def test_rules_5__all_bets_are_down_before_the_first_card() -> None:
    round_ = table(["Tc 6d", "9c 7d"], "8h 5s", bets=[BOTH, BOTH])
    before_cards = [row for row in round_.rows[: round_.index("seat 1: deal")] if row[0] == STAKE]
    assert [(row[1], GAME.wagers[row[3]], row[4]) for row in before_cards] == [
        (seat, name, cents) for seat in (1, 2) for name, cents in BOTH.items()
    ]


def test_rules_6__cards_go_out_clockwise_from_the_dealers_left() -> None:
    round_ = table(["2c 3c", "4c 5c", "6c 8c"], "9h Td", bets=[MAIN, MAIN, MAIN])
    dealt = [(row[1], row[3], row[4]) for row in round_.rows if row[0] == DEAL]
    cards = cards_of("2c 4c 6c 9h 3c 5c 8c Td")
    faces = [FACE_UP] * 7 + [FACE_DOWN]
    assert dealt == list(zip([1, 2, 3, 0, 1, 2, 3, 0], cards, faces, strict=True))


def test_rules_6__an_empty_spot_is_passed_over() -> None:
    round_ = table(["2c 3c", "6c 8c"], "9h Td", bets=[MAIN, {}, MAIN])
    assert [row[1] for row in round_.rows if row[0] == DEAL] == [1, 3, 0, 1, 3, 0]
    assert round_.dealt(3) == cards_of("6c 8c")


def test_rules_6__nobody_sees_the_hole_card_before_it_is_turned() -> None:
    round_ = table("2c 3c", "9h Td", bets=MAIN)
    seen = view(round_.replay.tape, [0, 1], 1)
    assert [row[3] for row in seen.tolist() if row[0] == DEAL][-1] == UNSEEN
    assert TURN not in seen[:, 0]


def test_rules_7__lucky_lucky_is_settled_from_the_right_before_blackjack_goes_on() -> None:
    round_ = table(["6c 7d", "Tc 2d", "7c 7d"], "8h 5s", bets=[LUCKY, LUCKY, LUCKY])
    settled = [row for row in round_.rows if row[0] == SETTLE]
    assert [row[1] for row in settled] == [3, 2, 1]
    assert {row[3] for row in settled} == {LUCKY_LUCKY}
    assert [round_.settled("lucky_lucky", seat) for seat in (1, 2, 3)] == [
        [("six_seven_eight", 3000)], [("total_20", 200)], [("lose", -100)]
    ]  # fmt: skip
    assert not round_.over
    assert round_.chosen() == []
    assert round_.index("seat 1: settle lucky_lucky") < round_.index("seat 1: offer")


def test_rules_7__before_insurance_and_the_dealers_blackjack_too() -> None:
    round_ = table("9c 9d", "Ah Ks", choices="insure", bets=LUCKY)
    assert round_.settled("lucky_lucky") == [("total_19", 200)]
    assert round_.index("seat 1: settle lucky_lucky") < round_.index("seat 1: offer")


def test_rules_7__paid_bets_leave_the_spot() -> None:
    round_ = table("6c 7d", "8h 5s", bets=BOTH)
    stakes = round_.replay.felt.stakes[1, 0]
    assert stakes[LUCKY_LUCKY] == 0
    assert stakes[LUCKY_BREAK] == 200


# --- Lucky Lucky: rules 8 and 9 ---

THREES = {
    "suited_sevens": "7c 7c 7c",
    "suited_six_seven_eight": "6h 7h 8h",
    "sevens": "7c 7c 7d",
    "six_seven_eight": "6h 7h 8s",
    "suited_21": "2d 9d Td",
    "total_21": "2d 9d Ts",
    "total_20": "2d 8d Td",
    "total_19": "2d 7d Td",
    "lose": "2d 6d Td",
}
TABLES = {
    "1": [200, 100, 50, 30, 10, 3, 2, 2, -1],
    "2": [200, 100, 50, 30, 15, 3, 2, 1, -1],
    "3": [200, 100, 50, 30, 10, 3, 2, 1, -1],
}


def paid_by_table(paytable: str) -> list[int]:
    """What $1 wins on each line, from the top, dealt in every order of the three cards."""
    paid = []
    for outcome, three in THREES.items():
        for a, b, c in permutations(three.split()):
            round_ = table(f"{a} {b}", f"{c} 5s", bets=LUCKY, paytable=paytable)
            ((name, cents),) = round_.settled("lucky_lucky")
            assert name == outcome
        paid.append(cents // 100)
    return paid


def test_rules_8__the_house_chooses_one_of_three_paytables() -> None:
    tables = [table for table in GAME.sheet.paytables if "lucky_lucky" in table.wagers]
    assert [table.when for table in tables] == [{"paytable": "1"}, {"paytable": "2"}, {"paytable": "3"}]
    assert GAME.options["paytable"].choices == ("1", "2", "3")


def triples(decks: int) -> Counter[str]:
    """How many triples of so many decks have each outcome."""
    counts: Counter[str] = Counter()
    for three in combinations_with_replacement(range(DECK), 3):
        ways = 1
        for copies in Counter(three).values():
            ways *= comb(decks, copies)
        if ways:
            counts[GAME.outcomes[lucky_lucky_outcome(*three)]] += ways
    return counts


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_rules_8__every_published_edge_comes_out(decks: int) -> None:
    """Reading 11, exactly, over every triple: 6-7-8 and 7-7-7 come first, a suited 21 is any other."""
    counts = triples(decks)
    published = {claim.id: claim.printed for claim in GAME.claims.claims}
    for paytable in TABLES:
        pays = GAME.pays(GAME.settings({"paytable": paytable}))[LUCKY_LUCKY]
        won = sum(n * int(pays[GAME.outcomes.index(name), 0]) for name, n in counts.items())
        edge = -Fraction(won, sum(counts.values()))
        assert f"{float(100 * edge):.2f}%" == published[f"paytable_{paytable}.decks_{decks}.edge"]


def test_rules_8__one_deck_or_two_cannot_make_suited_sevens() -> None:
    assert [triples(decks)["suited_sevens"] for decks in (1, 2, 3)] == [0, 0, 4]


def test_rules_8_table_1__pays() -> None:
    assert paid_by_table("1") == TABLES["1"]


def test_rules_8_table_1__a_total_over_21_loses() -> None:
    """The table does not list it."""
    assert table("Tc 9d", "5h 5s", bets=LUCKY).settled("lucky_lucky") == [("lose", -100)]
    assert table("Tc 9c", "5c 5s", bets=LUCKY).settled("lucky_lucky") == [("lose", -100)]


def test_rules_8_table_2__pays() -> None:
    assert paid_by_table("2") == TABLES["2"]


def test_rules_8_table_3__pays() -> None:
    assert paid_by_table("3") == TABLES["3"]


def test_rules_8_note__the_bet_itself_returns_besides() -> None:
    """Nothing but the odds is won, and nothing of the bet is lost: the stake is closed and the net is the odds."""
    round_ = table("6c 7d", "8h 5s", bets=LUCKY)
    assert round_.net("lucky_lucky") == 30 * 100
    assert round_.replay.felt.action[1, LUCKY_LUCKY] == 100
    assert round_.replay.felt.stakes[1, 0, LUCKY_LUCKY] == 0


@pytest.mark.parametrize(
    ("own", "up", "best"),
    [
        ("7c 7c", "7c", "suited_sevens"),  # also 7-7-7, suited 21 and 21
        ("6c 7c", "8c", "suited_six_seven_eight"),  # also 6-7-8, suited 21 and 21
        ("7c 7c", "7d", "sevens"),  # also 21
        ("6c 7c", "8d", "six_seven_eight"),  # also 21
        ("Ac Tc", "Kc", "suited_21"),  # also 21
    ],
)
def test_rules_9__only_the_highest_line_is_paid(own: str, up: str, best: str) -> None:
    choices = "decline" if up[0] == "A" else ""
    round_ = table(own, f"{up} 5s", choices=choices, bets=LUCKY)
    assert [name for name, _ in round_.settled("lucky_lucky")] == [best]


@pytest.mark.parametrize("name", ["blackjack", "lucky_lucky", "lucky_break", "lucky_lucky_toke", "lucky_break_toke"])
def test_limits__a_wager_beyond_the_limits_is_refused(name: str) -> None:
    """WAC 230-15-140: four hundred dollars."""
    verify_wagers(GAME, GAME.settings(), {**MAIN, name: 40_000})
    for cents in (99, 40_050):
        with pytest.raises(Refused, match="the table's m"):
            verify_wagers(GAME, GAME.settings(), {**MAIN, name: cents})


# --- Lucky Break: wagering ---


def test_break_intro__it_is_one_more_optional_bet() -> None:
    without = table("Tc 9d", "Th 6s", "Kd", "stand", bets=LUCKY)
    assert without.over
    assert without.settled("lucky_break") == []
    both = table("Tc 9d", "Th 6s", "Kd", "stand", bets=BOTH)
    assert len(both.settled("lucky_break")) == len(both.settled("lucky_lucky")) == 1
    verify_wagers(GAME, GAME.settings(), BREAK)


def test_break_wagering_1__it_goes_down_with_the_blackjack_bet_and_never_without() -> None:
    with pytest.raises(Refused, match="Blackjack must be bet"):
        verify_wagers(GAME, GAME.settings(), {"lucky_break": 500})
    round_ = table("Tc 9d", "9h 8s", bets=BREAK)
    assert round_.index("seat 1: stake lucky_break 100") < round_.index("seat 1: deal")
    lone = table(["Tc 9d"], "Th 6s", "Kd", "stand", bets=[MAIN, {"lucky_break": 500}])
    assert (lone.staked("lucky_break", 2), lone.settled("lucky_break", 2)) == ([], [])


def test_break_wagering_2__a_player_with_several_hands_may_bet_it_on_each() -> None:
    """One player on seats 1 and 2: the bets are apart, and only the first is in action after a 27."""
    round_ = table(
        ["Tc 9d", "Tc 7d"], "Th 6s", "Kd Kc", "stand hit", bets=[BREAK, {**BREAK, "lucky_break": 300}], players=[1, 1]
    )
    assert round_.replay.felt.players[1:].tolist() == [1, 1]
    assert round_.settled("lucky_break", 1) == [("bust_26", 300)]
    assert round_.settled("lucky_break", 2) == [("lose", -300)]


def test_break_wagering_2__a_player_may_hold_three_hands_and_no_more() -> None:
    assert Sitting(GAME, GAME.settings(), 100_000, hands=3).owners == ("you", "you", "you")
    with pytest.raises(Refused, match="1 to 3 hands"):
        Sitting(GAME, GAME.settings(), 100_000, hands=4)


def test_break_wagering_2__nobody_bets_on_another_players_hand() -> None:
    """Seat 1 stands on 19 without the bet; seat 2's bet follows seat 2's 27."""
    round_ = table(["Tc 9d", "Tc 7d"], "Th 6s", "Kd Kc", "stand hit", bets=[MAIN, BREAK])
    assert round_.settled("lucky_break", 1) == []
    assert round_.settled("lucky_break", 2) == [("lose", -100)]


def test_break_wagering_3__it_has_a_maximum_of_its_own() -> None:
    posted = {"lucky_break": Limits(least_cents=100, most_cents=2500, step_cents=100)}
    verify_wagers(GAME, GAME.settings(), {"blackjack": 40_000, "lucky_break": 2500}, posted)
    with pytest.raises(Refused, match=r"Lucky Break: \$26 is over the table's maximum of \$25"):
        verify_wagers(GAME, GAME.settings(), {"blackjack": 40_000, "lucky_break": 2600}, posted)


# --- Lucky Break: dealing ---


def test_break_dealing_1__lucky_lucky_is_settled_before_any_decision() -> None:
    round_ = table(["6c 7d", "Tc 9d"], "8h 9s", choices="stand stand", bets=[BOTH, BOTH])
    last = max(i for i, row in enumerate(round_.rows) if row[0] == SETTLE and row[3] == LUCKY_LUCKY)
    assert last < min(round_.index("seat 1: offer"), round_.index("seat 2: offer"))
    assert round_.index("seat 1: settle lucky_break") > round_.index("seat 2: choose")


@pytest.mark.parametrize(
    ("dealer", "checked", "offered"),
    [("Ah 9s", [0], True), ("Th 9s", [0], False), ("Kh Ts", [0], False), ("9h As", [], False), ("2h As", [], False)],
)
def test_break_dealing_2__the_dealer_looks_under_an_ace_or_a_ten(
    dealer: str, checked: list[int], offered: bool
) -> None:
    choices = "decline" if offered else ""
    round_ = table("Tc 9d", dealer, choices=choices)
    assert round_.said("checked") == checked
    assert ({"insure", "decline"} in round_.offers()) == offered


def test_break_dealing_2__insurance_is_offered_before_the_dealer_looks() -> None:
    round_ = table(["Tc 9d", "Tc 8d"], "Ah 9s", choices="insure decline")
    assert round_.index("seat 2: choose decline") < round_.index("dealer: say checked")


def test_break_dealing_2__insurance_is_half_the_bet_at_two_to_one() -> None:
    win = table("Tc 9d", "Ah Ks", choices="insure")
    assert (win.staked("insurance"), win.settled("insurance")) == ([500], [("win", 1000)])
    assert win.net("blackjack") == -1000
    lose = table("Tc 9d", "Ah 9s", choices="insure stand")
    assert lose.settled("insurance") == [("lose", -500)]
    assert lose.index("seat 1: settle insurance") < lose.index("seat 1: choose stand")
    odd = table("Tc 9d", "Ah Ks", choices="insure", bets={"blackjack": 1050 + 1})
    assert odd.staked("insurance") == [525]


def test_break_dealing_2__a_dealers_blackjack_beats_every_lucky_break() -> None:
    """Also that of a player's blackjack, which pushes; nobody plays a hand."""
    round_ = table(["Tc 9d", "Ac Kd"], "Kh As")
    assert round_.over
    assert round_.said("checked") == [1]
    assert [round_.settled("lucky_break", seat) for seat in (1, 2)] == [[("lose", -200)]] * 2
    assert (round_.settled("blackjack", 1), round_.settled("blackjack", 2)) == ([("lose", -1000)], [("push", 0)])
    assert round_.chosen(1) == round_.chosen(2) == []


def test_break_dealing_2__a_house_may_offer_no_insurance() -> None:
    round_ = table("Tc 9d", "Ah Ks", insurance=False)
    assert round_.over
    assert round_.offers() == []


def test_break_dealing_3__a_blackjack_is_paid_and_its_lucky_break_plays_on() -> None:
    round_ = table("Ac Kd", "9h 7s", "Kh", bets=BREAK)
    assert round_.over
    paid, last = round_.index("seat 1: settle blackjack natural"), round_.index("seat 1: settle lucky_break")
    assert paid < round_.index("dealer: turn") < last
    assert round_.settled("blackjack") == [("natural", 1500)]
    assert round_.settled("lucky_break") == [("bust_26", 300)]
    assert round_.replay.felt.held[1, 0] == 2  # the cards stay
    assert round_.said("natural", 1) == [1]


def test_break_dealing_3__a_blackjack_is_paid_only_after_the_dealer_has_checked() -> None:
    round_ = table("Ac Kd", "Th 9s", bets=BREAK)
    assert round_.index("dealer: say checked 0") < round_.index("seat 1: settle blackjack natural")


def test_break_dealing_4__after_a_bust_the_blackjack_bet_is_taken_and_lucky_break_plays_on() -> None:
    round_ = table("Tc 6d", "9h 7s", "8c Kh", "hit", bets=BREAK)
    assert round_.over
    assert round_.settled("blackjack") == [("bust", -1000)]
    assert round_.settled("lucky_break") == [("bust_26", 300)]
    taken, last = round_.index("seat 1: settle blackjack bust"), round_.index("seat 1: settle lucky_break")
    assert taken < round_.index("dealer: turn") < last
    assert round_.replay.felt.held[1, 0] == 3  # the cards stay


@pytest.mark.parametrize(("bets", "taken"), [(BREAK, 0), ({"blackjack": 1000, "lucky_break_toke": 100}, 0), (MAIN, 3)])
def test_break_dealing_4__a_busted_hand_stays_under_lucky_break_and_is_taken_otherwise(bets: Bets, taken: int) -> None:
    round_ = table("Tc 6d", "9h 8s", "Tc", "hit", bets)
    assert round_.settled("blackjack") == [("bust", -1000)]
    assert round_.discarded(1) == taken


@pytest.mark.parametrize(("bets", "taken"), [(BREAK, 0), (MAIN, 2)])
def test_break_dealing_3__a_blackjack_stays_under_lucky_break_and_is_taken_otherwise(bets: Bets, taken: int) -> None:
    assert table("Ac Kd", "9h 8s", bets=bets).discarded(1) == taken


def test_break_dealing_note__the_dealer_finishes_for_lucky_break_alone() -> None:
    """All players bust or have blackjack: without Lucky Break the dealer only shows the hole card."""
    hands, dealer, draw = ["Ac Kd", "Tc 6d"], "9h 7s", "8c"
    without = table(hands, dealer, draw, "hit", bets=[MAIN, MAIN])
    assert without.over
    assert (without.dealt(0), without.said("total")) == (cards_of(dealer), [])
    assert [row for row in without.rows if row[0] == TURN] != []
    for bets in ([MAIN, BREAK], [BREAK, MAIN], [{**MAIN, "lucky_break_toke": 100}, MAIN]):
        round_ = table(hands, dealer, f"{draw} Kh", "hit", bets=bets)
        assert round_.dealt(0) == cards_of(f"{dealer} Kh")
        assert round_.said("total") == [26]


def test_break_dealing_note__a_surrendered_hand_keeps_its_lucky_break() -> None:
    """Our choice: the rules name blackjacks and busts only."""
    round_ = table("Tc 6d", "9h 7s", "Kh", "surrender", bets=BREAK, surrender="late")
    assert round_.settled("blackjack") == [("surrender", -500)]
    assert round_.settled("lucky_break") == [("bust_26", 300)]


def test_break_dealing_note__a_surrender_that_loses_lucky_break_is_the_other_reading() -> None:
    """It is taken with the hand, and the dealer need not draw for it; a bust and a blackjack keep theirs."""
    reading: dict[str, Any] = {"surrender": "late", "lucky_break_surrender": "lost"}
    bets = {**BREAK, "lucky_break_toke": 100}
    round_ = table("Tc 6d", "9h 7s", "", "surrender", bets=bets, **reading)
    assert round_.settled("lucky_break") == round_.settled("lucky_break_toke") == [("lose", -100)]
    assert round_.dealt(0) == cards_of("9h 7s"), "nothing is left in action"
    assert table("Tc 6d", "9h 7s", "Kc Kh", "hit", bets=BREAK, **reading).settled("lucky_break") == [("bust_26", 300)]
    assert table("Tc Ad", "9h 7s", "Kh", "", bets=BREAK, **reading).settled("lucky_break") == [("bust_26", 300)]
    with pytest.raises(Refused, match="without surrender there is nothing to lose it by"):
        GAME.settings({"lucky_break_surrender": "lost"})


# --- Lucky Break: payoffs ---


@pytest.mark.parametrize(("dealer", "then"), [("Th 7s", ""), ("Th 5s", "6c"), ("2h 2s", "Ac 2c 4c")])
def test_break_payoffs_1__a_dealer_who_does_not_bust_beats_every_lucky_break(dealer: str, then: str) -> None:
    round_ = table(["Tc Td", "Ac Kd"], dealer, then, "stand", bets=[BREAK, BREAK])
    assert [round_.settled("lucky_break", seat) for seat in (1, 2)] == [[("lose", -100)]] * 2


@pytest.mark.parametrize(
    ("draw", "total", "outcome"), [("6c", 22, "bust_26"), ("Tc", 26, "bust_26"), ("Jd", 26, "bust_26")]
)
def test_break_payoffs_2__a_player_with_26_or_less_is_paid(draw: str, total: int, outcome: str) -> None:
    round_ = table("Td 6s", "9h 7s", f"{draw} Kh", "hit", bets=BREAK)
    assert sum((10 if card[0] in "TJ" else int(card[0])) for card in ("T", "6", draw)) == total
    assert [name for name, _ in round_.settled("lucky_break")] == [outcome]


@pytest.mark.parametrize(("own", "choices"), [("Td 7s", "hit"), ("Td 9s", "hit"), ("Td 7s", "double")])
def test_break_payoffs_2__a_player_with_27_or_more_loses_it_though_the_dealer_busts(own: str, choices: str) -> None:
    round_ = table(own, "9h 7s", "Kc Kh", choices, bets=BREAK)
    assert round_.said("total", 0) == [26]
    assert round_.settled("lucky_break") == [("lose", -100)]


def test_break_payoffs_2__after_a_split_the_first_hand_counts() -> None:
    """Our choice: the bet is not split. A 27 on the first hand loses it, a 27 on the second does not."""
    first = table("8c 8d", "9h 7s", "9c Td Tc Kh", "split hit stand", bets=BREAK)
    assert first.settled("blackjack") == [("bust", -1000), ("win", 1000)]
    assert first.settled("lucky_break") == [("lose", -100)]
    second = table("8c 8d", "9h 7s", "Tc 9d Td Kh", "split stand hit", bets=BREAK)
    assert second.settled("blackjack") == [("bust", -1000), ("win", 1000)]
    assert second.settled("lucky_break") == [("bust_26", 300)]
    assert second.staked("lucky_break") == [100]


@pytest.mark.parametrize(
    ("reading", "first", "second", "neither"),
    [("first_hand", -100, 300, -100), ("any_hand", 300, 300, -100), ("every_hand", -100, -100, -100)],
)
def test_break_payoffs_2__which_hand_counts_after_a_split_is_a_reading(
    reading: str, first: int, second: int, neither: int
) -> None:
    """A 27 on the first hand, on the second, on both; and on neither the bet wins whatever the reading."""
    for won, then, choices in (
        (first, "9c Td Tc Kh", "split hit stand"),
        (second, "Tc 9d Td Kh", "split stand hit"),
        (neither, "9c Td 9d Tc Kh", "split hit hit"),
        (300, "Tc Td Kh", "split stand stand"),
    ):
        round_ = table("8c 8d", "9h 7s", then, choices, bets=BREAK, lucky_break_split=reading)
        assert round_.net("lucky_break") == won, (then, choices)


def test_break_payoffs_2__the_total_sets_the_base_and_not_the_number_of_cards() -> None:
    three = table("Tc 9d", "9h 7s", "7c", "stand", bets=BREAK)
    five = table("Tc 9d", "2h 2s", "5c 6d 8c", "stand", bets=BREAK)
    assert three.settled("lucky_break") == five.settled("lucky_break") == [("bust_23", 200)]


def test_break_payoffs_3__the_worked_example() -> None:
    """A dollar, 26 in five suited cards, table 1: three dollars and a hundred and fifty besides."""
    round_ = table("Tc 9d", "2h 3h", "4h 7h Th", "stand", bets=BREAK)
    assert round_.settled("lucky_break") == [("bust_26_suited_5", 300 + 15_000)]


def test_break_payoffs_3__the_other_reading_pays_the_multiple_alone() -> None:
    round_ = table("Tc 9d", "2h 3h", "4h 7h Th", "stand", bets=BREAK, suited="multiple")
    assert round_.settled("lucky_break") == [("bust_26_suited_5", 15_000)]


@pytest.mark.parametrize("suited", ["base_plus_multiple", "multiple"])
def test_break_payoffs_3__an_unsuited_bust_pays_the_base_alone(suited: str) -> None:
    round_ = table("Tc 9d", "2h 3h", "4h 7h Ts", "stand", bets=BREAK, suited=suited)
    assert round_.settled("lucky_break") == [("bust_26", 300)]


@pytest.mark.parametrize("odd_one", range(3))
def test_break_payoffs_3__suited_means_every_card_of_the_dealer(odd_one: int) -> None:
    cards = ["9h", "7h", "Kh"]
    cards[odd_one] = cards[odd_one][0] + "s"
    round_ = table("Tc 9d", " ".join(cards[:2]), cards[2], "stand", bets=BREAK)
    assert round_.settled("lucky_break") == [("bust_26", 300)]


def test_break_payoffs_3__one_sum_is_rounded_once() -> None:
    """Our choice. 50 cents, grain of a dollar, 22 in three suited cards, table 3: $0.50 and $2.50 make $3."""
    bets = {"blackjack": 1000, "lucky_break": 50}
    round_ = table("Tc 9d", "9h 4h", "9h", "stand", bets=bets, base="3", grain_cents=100)
    assert round_.settled("lucky_break") == [("bust_22_suited_3", 300)]


# --- Lucky Break: tables ---

BUSTS = {22: "6c 7d 9h", 23: "6c 7d Th", 24: "6c 8d Th", 25: "6c 9d Th", 26: "7c 9d Th"}
SUITED = {
    3: {22: "6h 7h 9h", 23: "6h 7h Th", 24: "6h 8h Th", 25: "6h 9h Th", 26: "7h 9h Th"},
    4: {22: "2h 6h 5h 9h", 23: "2h 6h 5h Th", 24: "2h 6h 6h Th", 25: "2h 6h 7h Th", 26: "2h 6h 8h Th"},
    5: {
        22: "2h 2h 4h 5h 9h", 23: "2h 2h 4h 5h Th", 24: "2h 2h 4h 6h Th", 25: "2h 2h 4h 7h Th", 26: "2h 2h 4h 8h Th",
    },
    6: {
        22: "2h 2h 2h 2h 5h 9h", 23: "2h 2h 2h 2h 5h Th", 24: "2h 2h 2h 2h 6h Th", 25: "2h 2h 2h 2h 7h Th",
        26: "2h 2h 2h 2h 8h Th",
    },
}  # fmt: skip


def paid_for(dealer: str, **settings: str) -> tuple[str, int]:
    """What $1 on Lucky Break wins when the dealer ends with these cards."""
    up, hole, *draws = dealer.split()
    round_ = table("Tc 9d", f"{up} {hole}", " ".join(draws), "stand", bets=BREAK, players=None, **settings)
    ((outcome, cents),) = round_.settled("lucky_break")
    assert cents % 100 == 0
    return outcome, cents // 100


def base_pays(base: str) -> dict[int, int]:
    paid = {}
    for total, cards in BUSTS.items():
        outcome, paid[total] = paid_for(cards, base=base)
        assert outcome == f"bust_{total}"
    assert paid_for("Th 7d", base=base) == ("lose", -1)
    return paid


def multiples(multiplier: str, base: str = "1") -> dict[int, int]:
    """By number of suited cards: what multiplies the base, the same for every total, and under both readings."""
    found: dict[int, int] = {}
    for cards, hands in SUITED.items():
        for total, hand in hands.items():
            outcome, paid = paid_for(hand, base=base, multiplier=multiplier, suited="multiple")
            outcome_2, paid_2 = paid_for(hand, base=base, multiplier=multiplier, suited="base_plus_multiple")
            assert outcome == outcome_2 == f"bust_{total}_suited_{min(cards, 5)}"
            own = paid_2 - paid  # the base
            assert paid % own == 0
            assert found.setdefault(cards, paid // own) == paid // own
    return found


def test_break_base_1__pays_by_the_dealers_total() -> None:
    assert base_pays("1") == {26: 3, 25: 3, 24: 2, 23: 2, 22: 1}


def test_break_base_2__pays_by_the_dealers_total() -> None:
    assert base_pays("2") == {26: 3, 25: 3, 24: 2, 23: 2, 22: 1}


def test_break_base_3__pays_by_the_dealers_total() -> None:
    assert base_pays("3") == {26: 3, 25: 2, 24: 2, 23: 2, 22: 1}


def test_break_base_4__pays_by_the_dealers_total() -> None:
    assert base_pays("4") == {26: 3, 25: 2, 24: 2, 23: 2, 22: 1}


def test_break_multiplier_1__by_suited_cards() -> None:
    assert multiples("1") == {3: 2, 4: 10, 5: 50, 6: 50}


def test_break_multiplier_1__goes_with_the_base_of_its_number_unless_the_house_says_otherwise() -> None:
    """Reading 12."""
    for k in "1234":
        assert multiples("as_base", base=k) == multiples(k, base=k)
    assert multiples("2", base="3") == multiples("2", base="2")
    assert GAME.settings()["multiplier"] == "as_base"


def test_break_multiplier_2__by_suited_cards() -> None:
    assert multiples("2") == {3: 2, 4: 10, 5: 100, 6: 100}


def test_break_multiplier_3__by_suited_cards() -> None:
    assert multiples("3") == {3: 5, 4: 10, 5: 25, 6: 25}


def test_break_multiplier_4__by_suited_cards() -> None:
    assert multiples("4") == {3: 2, 4: 10, 5: 50, 6: 50}


# --- toke bets ---


def test_toke_1__either_bet_or_both_may_be_made_for_the_dealers() -> None:
    for tokes in (["lucky_lucky_toke"], ["lucky_break_toke"], ["lucky_lucky_toke", "lucky_break_toke"]):
        bets = {**MAIN, **dict.fromkeys(tokes, 100)}
        verify_wagers(GAME, GAME.settings(), bets)
        round_ = table("Tc 9d", "2h 4h", "6d Tc", "stand", bets=bets)
        assert [toke for toke in ("lucky_lucky_toke", "lucky_break_toke") if round_.settled(toke)] == tokes
        assert round_.settled("lucky_lucky") == round_.settled("lucky_break") == []
    assert [wager.name for wager in GAME.sheet.wagers if wager.toke] == ["lucky_lucky_toke", "lucky_break_toke"]


def test_toke_1__a_bet_for_the_dealers_also_loses_to_a_dealers_blackjack() -> None:
    round_ = table("Tc 9d", "Kh As", bets={**MAIN, "lucky_break_toke": 100})
    assert round_.settled("lucky_break_toke") == [("lose", -100)]


def test_toke_2__at_the_same_odds_as_the_players_own() -> None:
    for paytable in "123":
        for base in "1234":
            pays = GAME.pays(GAME.settings({"paytable": paytable, "base": base}))
            assert np.array_equal(pays[LUCKY_LUCKY], pays[LUCKY_LUCKY_TOKE])
            assert np.array_equal(pays[LUCKY_BREAK], pays[LUCKY_BREAK_TOKE])
    bets = {**MAIN, "lucky_lucky": 100, "lucky_lucky_toke": 300, "lucky_break": 100, "lucky_break_toke": 300}
    round_ = table("Tc 9d", "2h 3h", "4h 7h Th", "stand", bets=bets)
    assert (round_.net("lucky_lucky"), round_.net("lucky_lucky_toke")) == (300, 900)
    assert (round_.net("lucky_break"), round_.net("lucky_break_toke")) == (15_300, 45_900)


# --- the house blackjack and its options ---


def options_of(round_: Round) -> set[str]:
    return round_.offers()[-1]


@pytest.mark.parametrize(
    ("double", "own", "allowed"),
    [
        ("any", "Tc 9d", True),
        ("any", "Ac 8d", True),
        ("9_to_11", "4c 4d", False),
        ("9_to_11", "4c 5d", True),
        ("9_to_11", "6c 5d", True),
        ("9_to_11", "6c 6d", False),
        ("9_to_11", "Ac 8d", False),  # soft 19, not a 9
        ("10_to_11", "4c 5d", False),
        ("10_to_11", "5c 5d", True),
        ("10_to_11", "6c 5d", True),
        ("10_to_11", "Ac 9d", False),  # soft 20, not a 10
    ],
)
def test_what_may_be_doubled(double: str, own: str, allowed: bool) -> None:
    assert ("double" in options_of(table(own, "9h 8s", double=double))) == allowed


def test_a_third_card_ends_doubling_and_surrender() -> None:
    round_ = table("2c 3d", "9h 8s", "4c", "hit", surrender="late")
    assert round_.offers() == [{"hit", "stand", "double", "surrender"}, {"hit", "stand"}]


def test_a_doubled_hand_gets_exactly_one_card() -> None:
    round_ = table("2c 3d", "9h 8s", "4c", "double", bets=MAIN)
    assert round_.over
    assert (round_.staked("blackjack"), round_.dealt(1)) == ([1000, 1000], cards_of("2c 3d 4c"))


def test_a_total_of_21_stands_by_itself() -> None:
    round_ = table("5c 6d", "9h 8s", "Kc", "hit", bets=MAIN)
    assert round_.over
    assert round_.settled("blackjack") == [("win", 1000)]


def test_splitting_up_to_four_hands_each_with_its_own_bet() -> None:
    round_ = table("8c 8d", "9h 8s", "8h 8s Td Tc Ts Th", "split split split stand stand stand stand", bets=MAIN)
    assert round_.over
    assert round_.staked("blackjack") == [1000] * 4
    assert round_.settled("blackjack") == [("win", 1000)] * 4
    assert [offer for offer in round_.offers() if "split" in offer] == [{"hit", "stand", "double", "split"}] * 3


@pytest.mark.parametrize("hands_max", [1, 2, 3])
def test_no_more_hands_than_the_house_allows(hands_max: int) -> None:
    choices = " ".join(["split"] * (hands_max - 1))
    round_ = table("8c 8d", "9h 8s", " ".join(["8h", "8s"][: hands_max - 1]), choices, hands_max=hands_max)
    assert [("split" in offer) for offer in round_.offers()] == [True] * (hands_max - 1) + [False]


def test_tens_of_different_rank_may_be_split() -> None:
    assert "split" in options_of(table("Kc Td", "9h 8s"))


def test_split_aces_get_one_card_each_and_21_is_no_blackjack() -> None:
    round_ = table("Ac Ad", "9h 8s", "Kc 5d", "split", bets=MAIN)
    assert round_.over
    assert round_.settled("blackjack") == [("win", 1000), ("lose", -1000)]
    assert round_.said("natural") == []


def test_split_aces_played_on() -> None:
    round_ = table("Ac Ad", "9h 8s", "5c 4c 9d", "split hit stand stand", bets=MAIN, split_aces="play")
    assert round_.over
    assert round_.dealt(1) == cards_of("Ac Ad 5c 4c")
    assert options_of(round_) == {"hit", "stand", "double"}


def test_split_aces_may_be_split_again_where_the_house_allows() -> None:
    once = table("Ac Ad", "9h 8s", "Ah 5d", "split", bets=MAIN)
    assert once.over
    again = table("Ac Ad", "9h 8s", "Ah 5d Kd 9d", "split split", bets=MAIN, resplit_aces=True)
    assert again.over
    assert again.offers()[1] == {"stand", "split"}
    assert again.staked("blackjack") == [1000] * 3


def test_doubling_after_a_split() -> None:
    for allowed in (True, False):
        round_ = table("8c 8d", "9h 8s", "3h", "split", double_after_split=allowed)
        assert ("double" in options_of(round_)) == allowed
    won = table("8c 8d", "9h 8s", "3h Tc Td", "split double stand", bets=MAIN)
    assert won.settled("blackjack") == [("win", 2000), ("win", 1000)]


def test_no_surrender_after_a_split() -> None:
    round_ = table("8c 8d", "9h 8s", "3h", "split", surrender="late")
    assert "surrender" in round_.offers()[0]
    assert "surrender" not in round_.offers()[1]
    assert "surrender" not in options_of(table("8c 8d", "9h 8s"))


def test_no_surrender_against_a_dealers_blackjack() -> None:
    round_ = table("Tc 6d", "Kh As", bets=MAIN, surrender="late")
    assert (round_.offers(), round_.settled("blackjack")) == ([], [("lose", -1000)])


@pytest.mark.parametrize(("soft_17", "then", "outcome"), [("stand", "", "win"), ("hit", "4c", "lose")])
def test_soft_17(soft_17: str, then: str, outcome: str) -> None:
    round_ = table("Tc 8d", "6h As", then, "stand", bets=MAIN, soft_17=soft_17)
    assert [name for name, _ in round_.settled("blackjack")] == [outcome]


@pytest.mark.parametrize(
    ("natural", "rounding", "paid"),
    [
        ("3 to 2", "house", 1575),
        ("3 to 2", "player", 1575),
        ("6 to 5", "house", 1260),
    ],
)
def test_what_a_blackjack_pays(natural: str, rounding: str, paid: int) -> None:
    round_ = table("Ac Kd", "9h 8s", bets={"blackjack": 1050}, natural=natural, rounding=rounding)
    assert round_.settled("blackjack") == [("natural", paid)]


@pytest.mark.parametrize(
    ("rounding", "natural", "surrendered"), [("house", 700, -300), ("nearest", 800, -200), ("player", 800, -200)]
)
def test_odd_amounts_in_dollars(rounding: str, natural: int, surrendered: int) -> None:
    five = {"blackjack": 500}
    paid = table("Ac Kd", "9h 8s", bets=five, rounding=rounding, grain_cents=100)
    assert paid.net() == natural
    given_up = table("Tc 6d", "9h 8s", "", "surrender", five, rounding=rounding, grain_cents=100, surrender="late")
    assert given_up.net() == surrendered


def test_a_standing_hand_against_the_dealer() -> None:
    names = [[GAME.outcomes[outcome_against(player, dealer)] for dealer in (17, 20, 21, 22, 26)] for player in (4, 20)]
    assert names == [["lose", "lose", "lose", "win", "win"], ["win", "push", "lose", "win", "win"]]


def test_hands_are_played_from_the_left_and_settled_from_the_right() -> None:
    round_ = table(["Tc 9d", "Tc 8d"], "9h 8s", choices="stand stand", bets=[MAIN, {}, MAIN])
    assert round_.index("seat 1: choose") < round_.index("seat 3: choose")
    assert round_.index("seat 3: settle") < round_.index("seat 1: settle")
    assert (round_.offers(2), round_.settled("blackjack", 2)) == ([], [])


def test_every_stake_is_settled_and_the_money_adds_up() -> None:
    """Rounds of a full table by three strategies and options: nothing stays on the felt."""
    wishes: tuple[dict[str, Any], ...] = (
        {},
        {"surrender": "late", "resplit_aces": True},
        {"decks": 1, "natural": "6:5"},
    )
    for number, settings in enumerate(wishes):
        chosen = GAME.settings(settings)
        rules, plan, felt = GAME.rules(chosen), GAME.plan("basic", chosen), GAME.felt(5)
        bets = {**BOTH, "lucky_lucky_toke": 150, "lucky_break_toke": 250}
        place_wagers(GAME, felt, [bets, bets, {}, bets, MAIN])
        shoe = lazy_shoe(GAME.deck(chosen))
        for round_number in range(60):
            open_round(shoe, number, round_number)
            clear(felt)
            GAME.play(rules, shoe, GAME.follow, plan, felt)
            assert not felt.stakes.any()
            rows = felt.tape[: felt.tape_at[0]].tolist()
            dealt = Counter(row[3] for row in rows if row[0] == DEAL)
            assert max(dealt.values()) <= int(chosen["decks"])
            assert sum(dealt.values()) == shoe.at[NEXT]
            assert felt.net.sum() == sum(row[5] for row in rows if row[0] == SETTLE)
            assert (felt.net >= -felt.action).all()
            assert not felt.net[[0, 3]].any()


def test_a_round_stopped_anywhere_goes_on_to_the_same_end() -> None:
    full = table("8c 8d", "Ah 7s", "8h Td Tc Ts", "insure split split stand stand stand")
    assert full.over
    made = [GAME.acts.index(act) for act in full.chosen()]
    for n in range(len(made) + 1):
        part = replay(full.deal, made[:n]).tape
        assert np.array_equal(part, full.replay.tape[: len(part)])


def test_an_act_that_is_not_offered_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="seat 1 cannot split now: choose hit, stand, double"):
        table("8c 9d", "9h 8s", choices="split")


def test_a_toy_walks_to_a_mass_of_one_and_splits() -> None:
    """The smallest; the conformance kit walks them all."""
    toy = next(toy for toy in GAME.sheet.toys if toy.name == "eights-to-split")
    settings = GAME.settings(toy.options)
    walked = walk(GAME, settings, cards_of(toy.cards), [BREAK], GAME.plan("basic", settings))
    assert walked.mass == 1
    for wager in ("blackjack", "lucky_break"):
        assert sum(p for (name, _, _), p in walked.outcomes.items() if name == wager) == 1
        mean = sum(cents * p for (name, _, cents), p in walked.outcomes.items() if name == wager)
        assert mean == walked.mean[wager]
    assert any(name == "several_hands" and cents == 3000 for _, name, cents in walked.outcomes)


@pytest.mark.parametrize(
    ("own", "dealer", "acts"),
    [
        ("Tc 6d", "6h Ts", "stand"),
        ("Tc 6d", "9h 8s", "surrender"),
        ("Tc 2d", "9h 8s", "hit"),
        ("6c 5d", "6h Ts", "double"),
        ("Tc 9d", "Ah 9s", "decline stand"),
        ("Tc Kd", "6h Ts", "stand"),
        ("Ac 7d", "7h Ts", "stand"),
        ("8c 8d", "9h 8s", "split stand stand"),
        ("Ac Ad", "9h 8s", "split"),
        ("9c 9d", "7h Ts", "stand"),
    ],
)
def test_the_basic_strategy_follows_its_chart(own: str, dealer: str, acts: str) -> None:
    """Every card to come is a king."""
    round_ = table(own, dealer, bets=MAIN, surrender="late")
    deal = replace(round_.deal, order=[*round_.deal.order, *cards_of("Kc Kd Kh Ks")])
    _, made = play_out(deal, [GAME.plan("basic", round_.deal.settings)])
    assert [GAME.acts[act] for act in made] == acts.split()


def test_mimic_plays_as_the_dealer() -> None:
    for own, acts in (("Tc 6d", "hit"), ("Tc 7d", "stand"), ("Ac 6d", "stand"), ("8c 8d", "hit"), ("6c 5d", "hit")):
        round_ = table(own, "9h 8s", bets=MAIN)
        deal = replace(round_.deal, order=[*round_.deal.order, *cards_of("Kc Kd")])
        _, made = play_out(deal, [GAME.plan("mimic", round_.deal.settings)])
        assert [GAME.acts[act] for act in made] == acts.split()
