"""Every game of ours passes the kit that anyone can run on their own. A sixth is tested here without a new line."""

from collections.abc import Callable

import pytest

from houseway.engine.playthrough import show
from houseway.engine.replay import Deal, replay
from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.kit.conformance import CHECKS
from houseway.kit.twins import toy_is_walked, toys_are_walked
from houseway.rules.cards import cards_of

EACH_TOY_APART = [check for check in CHECKS if check is not toys_are_walked]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("check", EACH_TOY_APART, ids=lambda check: check.__name__)
def test_conformance(check: Callable[[Game], None], game: Game) -> None:
    check(game)


@pytest.mark.parametrize(("slug", "name"), [(game.slug, toy.name) for game in all_games() for toy in game.sheet.toys])
def test_walk_has_mass_one_and_is_the_mean_of_all_orders(slug: str, name: str) -> None:
    """The walk's exact means equal those of every order of the deck, dealt by the compiled rules."""
    toy_is_walked(find_game(slug), name)


def test_a_round_for_which_the_cards_run_out_is_void_and_every_bet_in_action_goes_back() -> None:
    """Lucky Lucky was settled before play, and stays so."""
    game = find_game("lucky_lucky")
    wagers = [{"blackjack": 1000, "lucky_lucky": 500}]
    deal = Deal(game, game.settings({"decks": 1}), cards_of("2c 3d 2d 4h 3c"), wagers)
    hit = game.acts.index("hit")
    whole = replay(deal, [hit])
    assert replay(deal, []).pending is not None, "four cards are enough for the first choice"
    assert replay(deal, [hit]).pending is not None, "and the fifth for another"
    whole = replay(deal, [hit, hit])
    assert whole.pending is None
    told = show(game, whole.tape)
    assert "dealer: say void 1" in told
    assert whole.felt.net[1].tolist() == [0, 0, -500, 0, 0, 0], "Lucky Lucky, and nothing else"
    assert [line for line in told.splitlines() if ": back " in line] == ["seat 1: back blackjack 1000"]
    assert not whole.felt.stakes.any()
