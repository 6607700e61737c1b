"""What the solver of a game of blackjack declares beside its figures: hints, settlements, and who sees more."""

from collections.abc import Callable, Sequence

from houseway.analysis.exact.blackjack.less_cards import BlackjackLessCards
from houseway.analysis.exact.blackjack.live_hands import Insurance, LiveHands
from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.shared.less_cards import LessCards
from houseway.analysis.exact.shared.settlements import Settlements, of_blackjack, of_rows
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.exact.shared.spot import Ranker
from houseway.games.game import Game, Settings, in_force

OPTIMAL = "optimal"

BlackjackOf = Callable[..., Blackjack]  # (game, settings, deck)
Solve = Callable[..., Solution]  # (game, settings, strategy, deck=, plan=)


def ranker_of(blackjack_of: BlackjackOf, insurance: Insurance) -> Callable[[Game, Settings], Ranker]:
    """Makes ready (seconds at most) what then answers at once."""
    return lambda game, settings: LiveHands(blackjack_of(game, settings), insurance).rank


def less_cards_of(blackjack_of: BlackjackOf, insurance: Insurance) -> Callable[[Game, Settings], LessCards]:
    """What knowing cards that are out of the shoe adds to the blackjack bet, with insurance where it is offered."""

    def made(game: Game, settings: Settings) -> LessCards:
        sheet = game.sheet.wagers[insurance.wager]
        is_offered = in_force(sheet.offered_when, settings)
        return BlackjackLessCards(blackjack_of(game, settings), game.acts, insurance if is_offered else None)

    return made


def settled(blackjack_of: BlackjackOf, beside: Solve | None = None) -> Callable[..., Settlements]:
    """The blackjack bet hand by hand; `beside` solves the game for its other wagers."""

    def settlements(
        game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None = None
    ) -> Settlements:  # fmt: skip
        blackjack = blackjack_of(game, settings, deck)
        plan = blackjack.plan() if strategy == OPTIMAL else game.plan(strategy, settings)
        cards = None if deck is None else list(deck)
        others = beside(game, settings, strategy, deck=cards, plan=plan).wagers if beside else {}
        return {"blackjack": of_blackjack(blackjack, plan)} | {name: of_rows(each) for name, each in others.items()}

    return settlements
