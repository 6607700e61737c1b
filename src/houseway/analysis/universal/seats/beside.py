"""Other seats at the table: how many cards they hold at a player's first choice, and whether they matter otherwise.

Who sees cards of others knows that they will not come. For that to be all, what others hold and do must not touch the
player's bets, as is tried of every game that is proved (`alone`).
"""

from collections.abc import Sequence
from typing import Any

from houseway.analysis.universal.alone import verify_alone
from houseway.analysis.universal.asked import Asked
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.shape import SEAT_1
from houseway.games.game import place_wagers
from houseway.rules.choice import acts_in
from houseway.rules.felt import Felt, clear
from houseway.rules.refused import Refused
from houseway.rules.shoe import arranged_shoe, seeded_order
from houseway.rules.tape import DEAL, ROWS, SEAT, VERB

ASKED_IN = 200  # rounds by chance, in some of which a player is asked
SEED = 1


class _FirstChoice(Exception):
    pass


def cards_beside(asked: Question, seats: int) -> int:
    """Cards that so many other seats hold when the player is first asked; a refusal where they matter otherwise."""
    verify_seats(asked, seats)
    held = _dealt_until_asked(asked, seats, asked.deck) or []
    _verify_held(asked, seats, {len(held)})
    return len(held)


def cards_by_chance(asked: Asked, seats: int) -> int:
    """The same where rounds are not of one shape, from rounds by chance."""
    verify_seats(asked, seats)
    every = [_dealt_until_asked(asked, seats, seeded_order(asked.deck, SEED, each)) for each in range(ASKED_IN)]
    held = {len(draws) for draws in every if draws is not None}
    _verify_held(asked, seats, held)
    verify_alone(asked.game, asked.settings)
    return held.pop()


def verify_seats(asked: Asked, seats: int) -> None:
    most = asked.game.seats_max(asked.settings) - 1
    if not 1 <= seats <= most:
        raise Refused(f"'seats:{seats}' cannot be seen: a table of {asked.game.title} has 1 to {most} other seats")


def _verify_held(asked: Asked, seats: int, held: set[int]) -> None:
    title = asked.game.title
    if not held or held == {0}:
        raise Refused(f"'seats:{seats}' cannot be seen: others hold no cards when a player of {title} chooses")
    if len(held) > 1:
        few, many = min(held), max(held)
        raise Refused(
            f"'seats:{seats}' cannot be studied: others hold {few} to {many} cards when a player of {title} first "
            "chooses, and a study wants one number; ask for fewer seats"
        )


def _dealt_until_asked(asked: Asked, seats: int, order: Sequence[int]) -> list[int] | None:
    """Draws that went to other seats before the player's first choice; None where there is none."""

    def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        if seat == SEAT_1:
            raise _FirstChoice
        return acts_in(options)[0]

    felt = _felt(asked, seats)
    try:
        asked.game.play(asked.rules, arranged_shoe(order), decide, None, felt)
    except _FirstChoice:
        felt.stakes[:] = 0  # a round that is left leaves its chips
        return _dealt_to_others(felt)
    return None


def _dealt_to_others(felt: Felt) -> list[int]:
    deals = [row for row in felt.tape[: felt.tape_at[ROWS]].tolist() if row[VERB] == DEAL]
    return [draw for draw, row in enumerate(deals) if row[SEAT] > SEAT_1]


def _felt(asked: Asked, seats: int) -> Felt:
    felt = asked.game.felt(seats + 1)
    clear(felt)
    place_wagers(asked.game, felt, [asked.bets] * (seats + 1))
    return felt
