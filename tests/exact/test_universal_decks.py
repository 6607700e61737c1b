"""Proof from `play` with several decks: counts of kinds are every card by itself, and every order of a shoe."""
# ruff: noqa: F811 - `changed` is a fixture

from collections.abc import Callable
from fractions import Fraction

import pytest

from houseway.analysis.universal.kinds.faces import EACH_ITS_OWN
from houseway.analysis.universal.kinds.shoe_question import ShoeQuestion, shoe_question
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof, prove_by_kinds
from houseway.analysis.universal.proof import prove
from houseway.games import find_game
from houseway.games.game import Game
from houseway.rules.cards import card_of, cards_of
from houseway.rules.refused import Refused
from tests.exact.every_deal import best_mean
from tests.exact.test_universal import DAKOTA, HIGHER, changed  # noqa: F401

SHOE = cards_of("2c 2c 7d 7d 7h Jc")  # two decks of a kind
SEVENS = cards_of("7c 7c 7d 9c 9d 9d")


def is_right(proof: ShoeProof, drawn: int) -> None:
    """The best play wins what it wins over every order of the shoe, by nothing but `replay` and `view`."""
    asked = proof.asked
    mean = best_mean(asked.game, asked.settings, asked.deck, drawn, asked.bets)
    beside = [wager.name for wager in asked.game.sheet.wagers if wager.aside]
    aside = -sum((proof.wagers()[name].edge.value for name in beside), Fraction(0))
    assert -proof.wagers()["round"].edge.value + aside == mean / asked.unit_cents


def test_a_game_of_one_deck_comes_out_as_by_packets(changed: Callable[..., Game]) -> None:
    """With a hidden card that is dealt before the choice: what the player knows is less than what lies there."""
    game = changed()
    deck = cards_of("2c 7d 7h 9h Jc Ks")
    ours, theirs = prove_by_kinds(game, game.settings(), deck=deck), prove(game, game.settings(), deck=deck)
    assert ours.wagers() == theirs.wagers()
    assert {len(stand.cards) for stand in ours.stands} == {2}


def test_two_choices_one_after_the_other_are_folded_from_the_last() -> None:
    deck = cards_of("6c 6d 7c 8c 9d Td")
    assert (
        prove_by_kinds(DAKOTA, DAKOTA.settings(), deck=deck).wagers()
        == prove(DAKOTA, DAKOTA.settings(), deck=deck).wagers()
    )


def test_a_shoe_with_copies_of_cards_is_right(changed: Callable[..., Game]) -> None:
    game = changed()
    proof = prove_by_kinds(game, game.settings(), deck=SHOE)
    assert proof.asked.faces.kinds == 13
    is_right(proof, 4)


def test_breach__a_pay_that_depends_on_the_order_of_the_deal_is_counted_in_a_shoe(
    changed: Callable[..., Game],
) -> None:
    game = changed((HIGHER, "return WIN if mine > theirs and rank(own) > rank(other) else LOSE"))
    is_right(prove_by_kinds(game, game.settings(), deck=SHOE), 4)


def test_breach__a_pay_that_depends_on_one_suit_leaves_that_suit_its_name_in_a_shoe(
    changed: Callable[..., Game],
) -> None:
    game = changed((HIGHER, "return WIN if mine > theirs or suit(dealers) == 2 else LOSE"))
    proof = prove_by_kinds(game, game.settings(), deck=SHOE)
    assert proof.asked.faces.kind[card_of("7h")] != proof.asked.faces.kind[card_of("7d")]
    assert proof.asked.faces.kind[card_of("7c")] == proof.asked.faces.kind[card_of("7d")]
    is_right(proof, 4)


def test_breach__one_hand_in_all_that_pays_otherwise_is_found_in_a_shoe(changed: Callable[..., Game]) -> None:
    """With several decks a hand may hold the same card twice: such hands are tried too."""
    game = changed((HIGHER, "return WIN if mine > theirs or (own == 20 and other == 20 and dealers == 28) else LOSE"))
    kind = shoe_question(game, game.settings(), SEVENS).faces.kind
    assert kind[card_of("7c")] != kind[card_of("7d")]
    assert kind[card_of("9c")] != kind[card_of("9d")]
    assert kind[card_of("8c")] == kind[card_of("8d")]
    is_right(prove_by_kinds(game, game.settings(), deck=SEVENS), 4)


def test_breach__a_pay_that_depends_on_a_card_nobody_sees_counts_that_card_in_a_shoe(
    changed: Callable[..., Game],
) -> None:
    plain = changed(name="plain_burnt")
    assert shoe_question(plain, plain.settings(), SHOE).probed.faced == 3
    game = changed(("felt.cards[HOUSE, DEALER, 0])", "felt.cards[HOUSE, COMMUNITY, 0])"))
    proof = prove_by_kinds(game, game.settings(), deck=SHOE)
    assert proof.asked.faces.read is not None
    assert (0, 1, 0) in proof.asked.faces.read
    is_right(proof, 4)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("card_itself", "if felt.cards[seat, 0, 0] == 20 and outcome == LOSE:\n                outcome = TIE"),
        ("card_by_name", "own = felt.cards[seat, 0]\n            if own[1] > 20:\n                outcome = TIE"),
    ],
)
def test_breach__a_card_that_is_read_beside_the_leaf_rules_makes_every_card_its_own_kind_in_a_shoe(
    changed: Callable[..., Game], name: str, line: str
) -> None:
    settle = "            settle(felt, rules, seat, 0, ANTE, outcome)\n"
    game = changed((settle, f"            {line}\n{settle}"), name=name)
    proof = prove_by_kinds(game, game.settings(), deck=SHOE)
    assert "(line " in proof.asked.faces.why_not
    assert proof.asked.faces.kind == EACH_ITS_OWN
    is_right(proof, 4)


def test_breach__a_word_that_tells_a_hidden_card_before_a_choice_is_known_to_the_player_in_a_shoe(
    changed: Callable[..., Game],
) -> None:
    """No refusal: what is told is part of what a player knows, and the best play uses it."""
    choice = "            if ask(decide"
    tell = "            say(felt, HOUSE, DEALER, SAY_TOTAL, rank(felt.cards[HOUSE, DEALER, 0]))\n"
    game = changed((choice, tell + choice))
    silent = changed(name="says_nothing")
    told = prove_by_kinds(game, game.settings(), deck=SHOE)
    assert told.wagers()["round"].edge.value < (
        prove_by_kinds(silent, silent.settings(), deck=SHOE).wagers()["round"].edge.value
    )
    is_right(told, 4)


def test_a_strategy_is_evaluated_as_by_packets(changed: Callable[..., Game]) -> None:
    game = changed()
    deck = cards_of("2c 7d 7h 9h Jc Ks")
    strategy = game.written("basic", game.settings())
    assert (
        prove_by_kinds(game, game.settings(), strategy, deck=deck).wagers()
        == prove(game, game.settings(), strategy, deck=deck).wagers()
    )


@pytest.mark.parametrize("slug", ["super_fun_21", "lucky_lucky", "triple_shot_bonus"])
def test_what_is_out_of_reach_is_refused_in_one_sentence_with_what_else_there_is(slug: str) -> None:
    game = find_game(slug)
    with pytest.raises(Refused, match=r"^[^:]*: its figures come from mathematics of its own$"):
        prove_by_kinds(game, game.settings())


def test_rounds_are_probed_on_a_deck_with_fewer_cards_than_a_hand_may_grow_to() -> None:
    triple = find_game("triple_shot_bonus")
    toy = min(triple.sheet.toys, key=lambda toy: len(cards_of(toy.cards)))
    deck = tuple(sorted(cards_of(toy.cards)))
    assert len(deck) < triple.table.CARDS_MAX
    assert ShoeQuestion(triple, triple.settings(toy.options), deck).probed.faced == len(deck)
