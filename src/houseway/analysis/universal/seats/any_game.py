"""Who sees the cards of other seats, at any game: walked where cards lie alike whatever is done, else card by card.

A shoe that lacks cards is solved by whatever mathematics a game has for that: of blackjack, or of kinds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.solve import solver_of
from houseway.analysis.universal.asked import Asked
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.seats.beside import verify_seats
from houseway.analysis.universal.seats.dead_cards import DeadCards
from houseway.analysis.universal.seats.face_up import cost_of_sight, face_up
from houseway.analysis.universal.seats.gained import FaceUp
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused


@dataclass(frozen=True)
class SeeingSeats:
    """A study, before it is begun."""

    cost: Callable[[], str]  # in words
    found: Callable[[Progress | None], list[FaceUp]]
    why_nothing: str = ""  # why nobody gains by seeing, where that is so


def seeing_seats(game: Game, settings: Settings, seats: int) -> SeeingSeats:
    if seats < 1:
        raise Refused("write seats:1 to see the cards of one other seat, seats:3 for three")
    asked = Asked(game, settings, tuple(sorted(game.deck(settings))))
    verify_seats(asked, seats)
    if (laid_down := _laid_down(game, settings)) is not None:
        if not laid_down.shape.choices:
            return _nothing(seats, "nobody has a choice in it")
        return SeeingSeats(
            lambda: str(cost_of_sight(game, settings, seats)),
            lambda progress: face_up(game, settings, seats, progress),
        )
    less_cards = solver_of(game).less_cards
    if less_cards is None:
        raise Refused(
            f"who sees the cards of other seats is not solved at {game.title}: its own mathematics counts whole decks, "
            f"and has no part for decks that lack cards (`less_cards` in solver.py); what there is: the edge of who "
            f"sees none (`houseway edge {game.slug}`), or any play with its error (`houseway simulate {game.slug}`)"
        )
    less = less_cards(game, settings)
    if less.why_nothing:
        return _nothing(seats, less.why_nothing)
    study = DeadCards(asked, less, seats)
    return SeeingSeats(lambda: str(study.cost()), study.found)


def not_seen_beforehand(game: Game, why: Refused) -> Refused:
    """Of cards of the house, where a game is not proved from its play; and what else can be seen."""
    seats = f"the cards of other seats (`houseway edge {game.slug} --sees seats:1`), or "
    return Refused(
        f"cards of the dealer or the community cannot be seen beforehand at {game.title} ({why}); what there "
        f"is: {seats if solver_of(game).less_cards else ''}the edge of who sees none (`houseway edge {game.slug}`)"
    )


def _laid_down(game: Game, settings: Settings) -> Question | None:
    """The question of a game that can be walked with the cards of others laid down."""
    try:
        return question(game, settings)
    except Refused:
        return None


def _nothing(seats: int, why: str) -> SeeingSeats:
    found = [FaceUp(each, 0, Fraction(0), 0.0, True, 0, {}) for each in range(1, seats + 1)]
    return SeeingSeats(lambda: "", lambda _: found, why)
