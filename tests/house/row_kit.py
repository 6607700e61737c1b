"""Which rows of a table's paytables come up in play: rounds dealt at random, and rounds whose first cards are arranged.

Everybody does anything that is legal. An arrangement only moves cards of the table's own deck, so a row that is seen is
one that a table can really pay.
"""

import random
from collections.abc import Iterator, Sequence

from houseway.engine.wild import wild
from houseway.games.betting import equal_to
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.house.configuration import TableConfig
from houseway.rules.blackjack import BEST, is_ace, points
from houseway.rules.cards import cards_of
from houseway.rules.felt import Felt, clear
from houseway.rules.shoe import Shoe, arranged_shoe, is_void, lazy_shoe, open_round
from houseway.rules.tape import SETTLE

Rows = set[tuple[str, str]]  # wager, outcome

HANDS = (  # one of each kind that is rare
    "Ah Kh Qh Jh Th", "9s 8s 7s 6s 5s", "8c 8c 8c 8c 8c", "8c 8d 8h 8s 8c", "8c 8d 8h 8s Kd", "8c 8d 8h Ks Kd",
    "Ac Jc 9c 6c 3c", "9s 8h 7d 6c 5s", "7h 7h 7h", "7c 7d 7h", "6h 7h 8h", "6h 7d 8c", "Ah Kh", "Ad Kd",
    "2h 2d 2c 2s Ah 3h", "Ac Ad", "8c 8d",
)  # fmt: skip
PLACES = (  # where such cards may have to lie: side by side, or a player's own, or the dealer's
    *[tuple(range(first, first + 7)) for first in (0, 1, 2, 4, 8, 12)],
    (0, 2, 4, 5, 6, 7),
    (1, 3, 4, 5, 6, 7),
    (0, 1, 4, 5, 6, 7, 8),
)


def rows_seen(table: TableConfig, rounds: int, seed: int = 1) -> Rows:
    """Rows settled in so many rounds dealt at random."""
    game, settings = table.the_game, table.settings()
    rng = random.Random(seed)
    deck = game.deck(settings)
    return rows_of(game, settings, table, (rng.sample(deck, len(deck)) for _ in range(rounds)))


def rows_arranged(table: TableConfig, seed: int = 1) -> Rows:
    """Rows settled in rounds that begin with cards of which rare hands are made."""
    game, settings = table.the_game, table.settings()
    return rows_of(game, settings, table, arrangements(game.deck(settings), random.Random(seed)))


def arrangements(deck: list[int], rng: random.Random) -> Iterator[list[int]]:
    hands = [*map(cards_of, HANDS), *suited_busts(deck, rng)]
    for cards in hands:
        for places in PLACES:
            for _ in range(ALL_WAYS):
                if (order := arranged(deck, cards, places, rng)) is not None:
                    yield order


def arranged(deck: list[int], cards: Sequence[int], places: Sequence[int], rng: random.Random) -> list[int] | None:
    """The deck in any order but for these cards, or None if it has not got them."""
    rest = rng.sample(deck, len(deck))
    for card in cards:
        if card not in rest:
            return None
        rest.remove(card)
    for place, card in sorted(zip(places, cards, strict=False)):
        rest.insert(place, card)
    return rest


def suited_busts(deck: list[int], rng: random.Random) -> list[list[int]]:
    """A dealer's hand of one suit for every number of cards and total over 21 that such cards come to."""
    found: dict[tuple[int, int], list[int]] = {}
    clubs = [card for card in deck if card & 3 == 0]
    for _ in range(40_000):
        rng.shuffle(clubs)
        hand: list[int] = []
        for card in clubs:
            hand.append(card)
            hard = sum(map(points, hand))
            soft = hard + 10 if any(map(is_ace, hand)) and hard + 10 <= BEST else hard
            if soft >= 17 and len(hand) >= 2:
                break
        if hard > BEST:
            found.setdefault((min(len(hand), 5), hard), hand.copy())
    return list(found.values())


def rows_of(game: Game, settings: Settings, table: TableConfig, orders: Iterator[list[int]]) -> Rows:
    """What is settled when these shoes are dealt to one seat, or to two."""
    rules, chance = game.rules(settings), lazy_shoe([0])
    bets = full_bets(game, settings, table)
    felts = {seats: game.felt(seats) for seats in (1, 2)}
    seen: Rows = set()
    for number, order in enumerate(orders):
        felt = felts[1 + number // len(DECIDERS) % 2]
        place_wagers(game, felt, [bets] * (len(felt.players) - 1))
        shoe = arranged_shoe(order)
        clear(felt)
        open_round(chance, 7, number)
        game.play(rules, shoe, DECIDERS[number % len(DECIDERS)], chance, felt)
        if is_void(shoe):
            continue
        for verb, _, _, wager, outcome, _ in felt.tape[: felt.tape_at[0]].tolist():
            if verb == SETTLE:
                seen.add((game.wagers[wager], game.outcomes[outcome]))
    return seen


def eager(plan: Shoe, felt: Felt, seat: int, hand: int, options: int) -> int:
    """The first act of the game wherever it is legal: hits to the end, leaves bets in."""
    return 0 if options & 1 else wild(plan, felt, seat, hand, options)


def calm(plan: Shoe, felt: Felt, seat: int, hand: int, options: int) -> int:
    """The second wherever it is legal: stands."""
    return 1 if options & 2 else wild(plan, felt, seat, hand, options)


DECIDERS = (wild, eager, calm, wild)
ALL_WAYS = 2 * len(DECIDERS)  # so many rounds in a row are dealt to one seat and to two, each by every decider


def full_bets(game: Game, settings: Settings, table: TableConfig) -> Wagers:
    """Every wager at its maximum, so that nothing is too small for a prize."""
    limits = table.limits()
    return {
        wager.name: limits[equal_to(wager, settings) or wager.name].most_cents
        for wager in game.sheet.wagers
        if wager.name in limits
    }
