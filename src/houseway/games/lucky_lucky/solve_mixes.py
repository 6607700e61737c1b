"""The bets of Lucky Lucky as a worst mix is looked for among them.

Lucky Lucky is settled before anyone plays. Lucky Break is lost by a first hand over 26: the best play for blackjack
hardly ever draws to one, and no play can do better by Lucky Break than never to. Bets for the dealers are at the odds
of the player's own; what they win is no player's, but it is the house that pays it.
"""

from collections.abc import Mapping

from houseway.analysis.exact.blackjack.bet_sizes import Insured, blackjack_bet
from houseway.analysis.exact.shared.mixes import Part, aside
from houseway.analysis.exact.shared.shoes import shoe_of
from houseway.games.betting import Limits
from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky.play import INSURANCE, LOSE, WIN
from houseway.games.lucky_lucky.solve import lucky_break, lucky_lucky
from houseway.games.lucky_lucky.solve_blackjack import leaves_of


def parts(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> list[Part]:  # noqa: ARG001 - one shape
    rules = game.rules(settings)
    deck, endless = tuple(game.deck(settings)), game.endless(settings)
    bet = blackjack_bet(game, settings, leaves_of, Insured(INSURANCE, WIN, LOSE))
    first_three = lucky_lucky(game, rules, deck, endless).rows
    shoe = shoe_of(deck, endless=endless)
    busts = lucky_break(game, rules, shoe, bet.as_printed.plan).rows
    never_over = lucky_break(game, rules, shoe, None).rows
    return [
        bet.part(),
        *(aside(game, rules, name, first_three) for name in ("lucky_lucky", "lucky_lucky_toke")),
        *(aside(game, rules, name, busts, never_over) for name in ("lucky_break", "lucky_break_toke")),
    ]
