"""Rounds dealt to bots by seed: the same on any machine. Some bet little, some much; some play well, some anything."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from houseway.engine.replay import rules_of
from houseway.engine.wild import wild
from houseway.games.betting import can_wager, equal_to, is_required
from houseway.games.dealt_in import opening_wagers
from houseway.games.game import Game, Settings, Wagers, in_force, place_wagers
from houseway.games.sheet import Wager
from houseway.rules.felt import Felt, clear, void
from houseway.rules.refused import Refused
from houseway.rules.shoe import Shoe, arranged_shoe, below, is_void, lazy_shoe, open_round, seeded_order
from houseway.rules.tape import ROWS
from houseway.school.question import Rows, rows_of

UNITS_CENTS = (500, 1_000, 1_500, 2_500, 5_000, 12_500)  # what people bet, small and large
OF_BOTS = 0x0B07  # sets their chance apart from the cards'
BETS_TRIED = 20

Bot: TypeAlias = Callable[[Felt, int, int, int], int]  # felt, seat, hand, acts that are legal: the act chosen


def seats_for(game: Game, settings: Settings, seats: int) -> int:
    """So many seats, if the game has them."""
    most = game.seats_max(settings)
    if not 1 <= seats <= most:
        raise Refused(f"{game.title} has 1 to {most} seats, not {seats}")
    return seats


@lru_cache(maxsize=256)
def dealt_to_bots(game: Game, settings: Settings, seed: int, number: int, seats: int) -> Rows:
    """The tape of round `number` of a seed."""
    chance = lazy_shoe([0])
    open_round(chance, seed ^ OF_BOTS, number)
    wagers = [bot_bets(game, settings, chance) for _ in range(seats)]
    bots = [_bot(game, settings, chance) for _ in range(seats)]
    order = seeded_order(game.deck(settings), seed, number, endless=game.endless(settings))
    return play_bots(game, settings, order, wagers, bots)


def play_bots(game: Game, settings: Settings, order: list[int], wagers: list[Wagers], bots: list[Bot]) -> Rows:
    """A whole round; a shoe that runs out makes it void."""

    def decide(bots: list[Bot], felt: Felt, seat: int, hand: int, options: int) -> int:
        return bots[seat - 1](felt, seat, hand, options)

    felt = game.felt(len(wagers))
    place_wagers(game, felt, wagers)
    clear(felt)
    shoe = arranged_shoe(order)
    game.play(rules_of(game, settings), shoe, decide, bots, felt)
    if is_void(shoe):
        void(felt)
    return rows_of(felt.tape[: felt.tape_at[ROWS]])


def bot_bets(game: Game, settings: Settings, chance: Shoe) -> Wagers:
    """Legal bets. A poor bot makes the bets that it must, small ones; a rich one what it fancies."""
    for _ in range(BETS_TRIED):
        rich, unit = below(chance, 3) > 0, UNITS_CENTS[below(chance, len(UNITS_CENTS))]
        bets = _bets(game, settings, chance, rich=rich, unit=unit)
        if any(bets.values()) and can_wager(game, settings, bets):
            return bets
    return _bets(game, settings, chance, rich=False, unit=0)


def _bets(game: Game, settings: Settings, chance: Shoe, *, rich: bool, unit: int) -> dict[str, int]:
    offered = [each for each in game.sheet.wagers if each.placed and in_force(each.offered_when, settings)]
    opening = opening_wagers(game, settings, [each.name for each in offered])
    bets: dict[str, int] = {}
    for wager in offered:
        wanted = rich and below(chance, 2) == 1
        if wager.name in opening or is_required(wager, settings) or wanted:
            own = _amount(wager, unit if rich else UNITS_CENTS[0])
            bets[wager.name] = bets.get(equal_to(wager, settings), own)
    return bets


def _amount(wager: Wager, unit: int) -> int:
    within = min(max(unit, wager.least_cents), wager.most_cents)
    return within - within % wager.step_cents if within > wager.least_cents else wager.least_cents


def _bot(game: Game, settings: Settings, chance: Shoe) -> Bot:
    """One of the written strategies, or any legal act."""
    which = below(chance, len(game.strategies) + 1)
    if which == len(game.strategies):
        return lambda felt, seat, hand, options: int(wild(chance, felt, seat, hand, options))
    plan = _plan(game, settings, game.strategies[which])
    return lambda felt, seat, hand, options: int(game.follow(plan, felt, seat, hand, options))


@lru_cache(maxsize=64)
def _plan(game: Game, settings: Settings, strategy: str) -> Any:
    return game.plan(strategy, settings)
