"""A hint says which bets its values are of, and names every other bet of the seat that is still open."""

import random

import pytest

from houseway.analysis.counted import Counted, OpenBet, counted
from houseway.engine.replay import Deal, replay
from houseway.games import SLUGS, find_game
from houseway.rules.choice import acts_in
from houseway.rules.shoe import seeded_order
from houseway.rules.tape import SEAT, SETTLE, VERB, A
from tests import kit


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_that_is_settled_after_a_choice_was_forgotten(slug: str) -> None:
    """Rounds of two seats with every bet on, played wildly: what is paid later was counted, or named as open."""
    game = find_game(slug)
    settings = game.settings({})
    bets = {wager.name: 1000 for wager in game.sheet.wagers if wager.placed}
    rng, asked, left = random.Random(4), 0, set[str]()
    tokes = {wager.name for wager in game.sheet.wagers if wager.toke}
    for number in range(40):
        deal = Deal(game, settings, seeded_order(game.deck(settings), 3, number), [bets, bets])
        choices: list[int] = []
        told: list[tuple[int, int, set[str]]] = []
        while (now := replay(deal, choices)).pending is not None:
            wait = now.pending
            covers = counted(game, now, wait.seat, wait.hand, wait.options)
            assert covers is not None
            left.update(bet.wager for bet in covers.open)
            told.append((len(now.tape), wait.seat, {*covers.wagers, *(bet.wager for bet in covers.open)}))
            choices.append(rng.choice(acts_in(wait.options)))
        for row, seat, named in told:
            later = {
                game.wagers[each[A]] for each in now.tape[row:].tolist() if each[VERB] == SETTLE and each[SEAT] == seat
            }
            assert later <= named | tokes, (number, row)
        asked += len(told)
    assert asked > 30
    assert ("envy" in left) == (slug == "fast_action_holdem"), "a prize without a bet is named too"


def at_first_choice(slug: str, cards: str, choices: str = "", **bets: int) -> Counted:
    now = kit.play(slug, cards, bets, choices, None).replay
    wait = now.pending
    assert wait is not None
    found = counted(find_game(slug), now, wait.seat, wait.hand, wait.options)
    assert found is not None
    return found


def test_lucky_break_is_open_beside_the_blackjack_bet() -> None:
    found = at_first_choice("lucky_lucky", "Tc 6d 9h Ts", blackjack=1000, lucky_lucky=500, lucky_break=500)
    assert found == Counted(("blackjack",), (OpenBet("lucky_break", 0, 500),))


def test_a_choice_on_which_everything_hangs_leaves_nothing_out() -> None:
    assert at_first_choice("super_fun_21", "Tc 6d 9h Ts", blackjack=1000) == Counted(("blackjack",), ())


def test_an_insurance_is_worth_itself_and_the_hand_is_named() -> None:
    found = at_first_choice("super_fun_21", "Tc Ad 9h Ts", blackjack=1000)
    assert found == Counted(("insurance",), (OpenBet("blackjack", 0, 1000),))
