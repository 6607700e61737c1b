"""How many cards a hand may have that still has a choice. The table itself is asked: nothing here knows a rule."""

from functools import lru_cache

from houseway.engine.replay import Deal, replay
from houseway.games.game import Game, Settings
from houseway.rules.blackjack import BEST, HIT, best_total, points
from houseway.rules.choice import acts_in, bit
from houseway.rules.compositions import compositions

SEAT = 1
BET_CENTS = 100


@lru_cache(maxsize=64)
def choice_cards_max(game: Game, settings: Settings) -> int:
    """Small cards are dealt, and each is taken. One with room for more and no choice behind it was the last."""
    small = sorted((card for card in game.deck(settings) if points(card) > 1), key=points)
    wagers = {wager.name: BET_CENTS for wager in game.sheet.wagers if wager.placed and not wager.toke}
    deal = Deal(game, settings, small, [wagers])
    made: list[int] = []
    most, after = 0, BEST  # cards at the last choice, and the total behind it
    while (now := replay(deal, made)).pending is not None:
        options = now.pending.options
        made.append(HIT if options & bit(HIT) else max(acts_in(options)))
        if made[-1] == HIT:
            most = int(now.felt.held[SEAT, 0])
            after = best_total(now.felt, SEAT, 0) + points(small[now.cards_drawn])
    return most if after < BEST else int(compositions().cards.max())
