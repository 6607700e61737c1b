"""What a seat sees, as arrays: an observation holds nothing that `Round.seen_by` does not tell that seat.

A card is a number: 0 no card, 1 a hidden one, then 2c, 2d, 2h, 2s, 3c ... As (`FACES` names them).

    hands       every seat's hands, the observer's own first and the others in order to its left
    dealer      the dealer's cards
    community   the cards that belong to everyone
    hand        which of the own hands has to choose
    stakes      the own chips in action by wager, in units of the first bet
    action_mask 1 where the act of that number is legal
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from houseway import Game, Round
from houseway.adapters.rounds_dealt import DealtRounds
from houseway.rules.cards import DECK, card_text

FACES = ("", "??", *(card_text(card) for card in range(DECK)))
_NUMBERS = {face: number for number, face in enumerate(FACES)}

Observation = dict[str, Any]


def observation_space(deals: DealtRounds) -> spaces.Dict:
    """The space of `observed`."""
    game, seats = deals.game, len(deals.bets)
    hands, cards = game.table.HANDS_MAX, game.table.CARDS_MAX
    return spaces.Dict(
        {
            "hands": _cards_space(seats, hands, cards),
            "dealer": _cards_space(cards),
            "community": _cards_space(cards),
            "hand": spaces.Discrete(hands),
            "stakes": spaces.Box(0, np.finfo(np.float32).max, (len(game.wagers),), np.float32),
            "action_mask": spaces.Box(0, 1, (len(deals.acts),), np.int8),
        }
    )


def observed(deals: DealtRounds, round_: Round, seat: int, *, asked: bool) -> Observation:
    """What the seat sees of the round."""
    game = deals.game
    seen = round_.seen_by(seat)
    order = [(seat + i - 1) % len(deals.bets) + 1 for i in range(len(deals.bets))]
    turn = round_.turn
    legal = deals.legal(round_, seat, asked=asked)
    hands = np.zeros((len(order), game.table.HANDS_MAX, game.table.CARDS_MAX), np.int8)
    for i, at in enumerate(order):
        for k, hand in enumerate(seen.hands if at == seat else seen.others[at]):
            hands[i, k] = _numbers(game, hand)
    unit = deals.unit_cents(seat)
    return {
        "hands": hands,
        "dealer": _numbers(game, seen.dealer),
        "community": _numbers(game, seen.community),
        "hand": np.int64(turn.hand if turn and turn.seat == seat else 0),
        "stakes": np.array([seen.in_action_cents.get(wager, 0) / unit for wager in game.wagers], np.float32),
        "action_mask": np.array([act in legal for act in deals.acts], np.int8),
    }


def _cards_space(*shape: int) -> spaces.Box:
    return spaces.Box(0, len(FACES) - 1, shape, np.int8)


def _numbers(game: Game, cards: Sequence[str]) -> NDArray[np.int8]:
    row = np.zeros(game.table.CARDS_MAX, np.int8)
    row[: len(cards)] = [_NUMBERS[card] for card in cards]
    return row
