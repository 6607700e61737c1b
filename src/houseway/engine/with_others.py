"""A seat's round with the others at the table and without, on the same cards: the same where no other bears on it.

The same cards means that each hand is dealt the same ones, whenever they come: with others at the table a dealer may
draw who would not for this seat alone.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules.choice import acts_in
from houseway.rules.felt import HOUSE, Felt, clear
from houseway.rules.shoe import arranged_shoe, is_void
from houseway.rules.tape import DEAL, HAND, ROWS, SEAT, VERB, A

Taker = tuple[int, int]  # of a card: a seat, or a hand of the house


class RoundPlayed(NamedTuple):
    felt: Felt
    offered: dict[int, list[int]]  # by seat: the acts that were offered at each of its choices
    dealt: list[tuple[Taker, int]]  # cards in their order
    is_void: bool


def played(
    game: Game, settings: Settings, bets: Sequence[Wagers], order: Sequence[int], luck: dict[int, str]
) -> RoundPlayed:
    """A round in which every seat acts by its own chance (`luck`)."""
    offered: dict[int, list[int]] = {seat: [] for seat in luck}
    chance = {seat: random.Random(seed) for seat, seed in luck.items()}

    def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        offered[seat].append(options)
        return chance[seat].choice(acts_in(options))

    felt = game.felt(len(bets))
    clear(felt)
    place_wagers(game, felt, bets)
    shoe = arranged_shoe(order)
    game.play(game.rules(settings), shoe, decide, None, felt)
    rows = felt.tape[: felt.tape_at[ROWS]].tolist()
    dealt = [((row[SEAT], row[HAND] if row[SEAT] == HOUSE else 0), row[A]) for row in rows if row[VERB] == DEAL]
    return RoundPlayed(felt, offered, dealt, is_void(shoe))


def played_alone(
    game: Game, settings: Settings, bets: Wagers, together: RoundPlayed, seat: int, order: Sequence[int], luck: str
) -> RoundPlayed:
    """The round of one seat of those: again from the start, until each card lies where it lay with the others."""
    held: dict[Taker, list[int]] = {}
    for (at, hand), card in together.dealt:
        if at in (HOUSE, seat):
            held.setdefault((min(at, 1), hand), []).append(card)
    mine = Counter(card for cards in held.values() for card in cards)
    spare = list((Counter(order) - mine).elements())  # for whoever is dealt more cards than with the others
    cards: list[int] = []
    while True:
        rest = Counter(order) - Counter(cards)
        alone = played(game, settings, [bets], [*cards, *rest.elements()], {1: luck})
        more = iter(spare)
        streams = {taker: chain(each, more) for taker, each in held.items()}
        wanted = [next(streams.get(taker, more)) for taker, _ in alone.dealt]
        if wanted == [card for _, card in alone.dealt]:
            return alone
        cards = wanted


def hanging_on_others(
    game: Game, settings: Settings, bets: Sequence[Wagers], order: Sequence[int], number: int
) -> set[str]:
    """Wagers of any seat that end otherwise than they do for this seat alone, and '' where other acts are offered."""
    luck = {seat: f"{number} {seat}" for seat in range(1, len(bets) + 1)}
    together = played(game, settings, bets, order, luck)
    found: set[str] = set()
    for seat, mine in enumerate(bets, 1):
        if not mine or together.is_void:
            continue
        alone = played_alone(game, settings, mine, together, seat, order, luck[seat])
        if alone.offered[1] != together.offered[seat]:
            found.add("")
        elif not alone.is_void:
            nets = zip(game.wagers, alone.felt.net[1].tolist(), together.felt.net[seat].tolist(), strict=True)
            found |= {wager for wager, net, other in nets if net != other}
    return found
