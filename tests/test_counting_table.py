"""Rounds whose cards are dealt ahead and that are played in another order: not one card and not one count differs."""

from itertools import pairwise

import pytest

from houseway.analysis.simulation import standard_wagers
from houseway.engine import dealt_ahead as ahead
from houseway.engine import rounds
from houseway.engine.counting_table import CountingTable, count_rounds, seams
from houseway.engine.dealt_ahead import DEPTH, FEW, SPAN, AheadShoe, ahead_shoe
from houseway.engine.fast_table import FastTable
from houseway.engine.rounds import NO_KEY, Tally, new_tally
from houseway.engine.swapped import swapped
from houseway.games import all_games, find_game
from houseway.games.game import Game, place_wagers
from houseway.rules.shoe import AHEAD, BLANK, KEY_HIGH, KEY_LOW, NEXT, draw, is_void, lazy_shoe, seeded_order

SEED = 7 + (5 << 32) + (1 << 63)


def seeded(fresh: list[int], depth: int, *, endless: bool = False) -> AheadShoe:
    shoe = ahead_shoe(fresh, endless=endless)
    shoe.at[KEY_LOW], shoe.at[KEY_HIGH], shoe.at[DEPTH] = SEED & 0xFFFFFFFF, SEED >> 32, depth
    return shoe


def counts(tally: Tally) -> tuple[dict[int, int], list[int]]:
    found = {int(key): int(n) for key, n in zip(tally.keys, tally.counts, strict=True) if key != NO_KEY}
    return found, tally.action.tolist()


@pytest.mark.parametrize(("decks", "depth"), [(1, 0), (1, 7), (1, 32), (6, 9), (6, 16), ("infinite", 9)])
def test_cards_dealt_ahead_are_those_of_the_round(decks: int | str, depth: int) -> None:
    """Also where numbers are drawn again, and past the cards that were dealt ahead."""
    game = find_game("lucky_lucky")
    settings = game.settings({"decks": decks})
    fresh, endless = list(game.deck(settings)), game.endless(settings)
    if endless:
        fresh = (fresh * 8)[:400]  # of so many, one number in 200 is drawn again
    shoe, first = seeded(fresh, depth, endless=endless), (1 << 32) - 20
    ahead.look_ahead(shoe, first, AHEAD)
    assert decks == 1 or shoe.unfair.any()
    for r in range(AHEAD):
        ahead.open_ahead(shoe, first + r, AHEAD + r)
        order = seeded_order(fresh, SEED, first + r, endless=endless)[: 52 + r]
        assert [ahead.ahead_draw(shoe) for _ in order] == order
        ahead.close_ahead(shoe)
        assert shoe.cards.tolist() == ahead_shoe(fresh).cards.tolist()


def test_a_shoe_that_runs_out_is_dry_and_whole_again() -> None:
    shoe = seeded([4, 9, 17], 3)
    ahead.look_ahead(shoe, 0, 0)
    for row in range(2):
        ahead.open_ahead(shoe, row, row)
        assert sorted(ahead.ahead_draw(shoe) for _ in range(3)) == [4, 9, 17]
        assert not is_void(shoe)  # type: ignore[arg-type]
        assert ahead.ahead_draw(shoe) == BLANK
        assert is_void(shoe)  # type: ignore[arg-type]
        ahead.close_ahead(shoe)
        assert shoe.cards[:3].tolist() == [4, 9, 17]


def test_every_row_is_played_once_and_those_alike_together() -> None:
    shoe = seeded(list(range(52)), FEW + 1)
    for row in (0, AHEAD):
        ahead.look_ahead(shoe, row, row)
    ahead.alike_together(shoe, AHEAD + 7)
    order = shoe.order[: AHEAD + 7].tolist()
    assert sorted(order) == list(range(AHEAD + 7))
    keys = [[card >> 2 for card in shoe.dealt[row, :3].tolist()] for row in order]
    assert all(before <= after for before, after in pairwise(keys))
    shoe.at[DEPTH] = FEW
    ahead.alike_together(shoe, 9)
    assert shoe.order[:9].tolist() == list(range(9))


def test_the_depth_is_what_nearly_all_rounds_take() -> None:
    shoe = seeded(list(range(52)), 0)
    for cards in [5] * 140 + [6] * 80 + [9] * 3 + [40]:
        shoe.at[NEXT] = cards
        ahead.note_taken(shoe)
    ahead.settle_depth(shoe)
    assert shoe.at[DEPTH] == 6


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_order_of_rounds_changes_no_count(game: Game) -> None:
    """Interpreted, both ways: past the rounds that say how many cards to deal ahead, in two parts."""
    settings, wagers = game.settings(), [standard_wagers(game)] * 2
    rules, plan, fresh, endless = (
        game.rules(settings), game.plan("basic", settings), list(game.deck(settings)), game.endless(settings)
    )  # fmt: skip
    felt = game.felt(2, taped=False)
    place_wagers(game, felt, wagers)
    one_by_one, together = new_tally(len(game.wagers)), new_tally(len(game.wagers))
    swap = seams(game.play, game.follow)
    shoe = seeded(fresh, 0, endless=endless)
    for first, after in ((3, 60), (60, 130)):
        swapped(count_rounds, swap)(rules, shoe, plan, felt, together, first, after)
    del swap[draw]
    walk = swapped(rounds.rounds, swap)
    walk(rules, lazy_shoe(fresh, endless=endless), plan, felt, one_by_one, SEED, 3, 127)
    assert shoe.at[DEPTH] > 0
    assert counts(together) == counts(one_by_one)


def test_compiled_it_counts_what_a_fast_table_counts() -> None:
    """Six decks, three seats, more rounds than lie ready at once."""
    game = find_game("lucky_lucky")
    settings, wagers = game.settings(), [standard_wagers(game)] * 3
    tables = [kind(game, settings, game.plan("basic", settings), wagers) for kind in (CountingTable, FastTable)]
    for table in tables:
        for first, count in ((5, 1), (6, 3 * SPAN), (3 * SPAN + 6, 77)):
            table.play(SEED, first, count)
    assert counts(tables[0].tally) == counts(tables[1].tally)
