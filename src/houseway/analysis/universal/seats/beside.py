"""Other seats at the table: how many cards they hold at a player's first choice, and whether they matter otherwise.

Who sees cards of others knows that they will not come. For that to be all, what others hold and do must not touch the
player's bets: rounds with them are held against rounds without them, on the same cards.
"""

import random
from typing import Any

from houseway.analysis.universal.question import Question
from houseway.analysis.universal.shape import SEAT_1, Acts
from houseway.games.game import place_wagers
from houseway.rules.choice import acts_in
from houseway.rules.felt import Felt
from houseway.rules.refused import Refused
from houseway.rules.shoe import arranged_shoe
from houseway.rules.tape import DEAL, ROWS, SEAT, VERB

ROUNDS = 40  # that are held against each other
SEED = 1


class _FirstChoice(Exception):
    pass


def cards_beside(asked: Question, seats: int) -> int:
    """Cards that so many other seats hold when the player is first asked; a refusal where they matter otherwise."""
    game = asked.game
    most = game.seats_max(asked.settings) - 1
    if not 1 <= seats <= most:
        raise Refused(f"'seats:{seats}' cannot be seen: a table of {game.title} has 1 to {most} other seats")
    held = len(_tape_until_asked(asked, seats))
    if not held:
        raise Refused(f"'seats:{seats}' cannot be seen: others hold no cards when a player of {game.title} chooses")
    if not asked.shape.choices:
        raise Refused(f"nobody has a choice in {game.title}: what a player sees does not matter")
    _verify_apart(asked, seats)
    return held


def _tape_until_asked(asked: Question, seats: int) -> list[int]:
    """Draws that went to other seats before the player's first choice."""

    def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        if seat == SEAT_1:
            raise _FirstChoice
        return acts_in(options)[0]

    felt = _felt(asked, seats)
    try:
        asked.game.play(asked.rules, arranged_shoe(asked.deck), decide, None, felt)
    except _FirstChoice:
        felt.stakes[:] = 0  # a round that is left leaves its chips
    return _dealt_to_others(felt)


def _dealt_to_others(felt: Felt) -> list[int]:
    deals = [row for row in felt.tape[: felt.tape_at[ROWS]].tolist() if row[VERB] == DEAL]
    return [draw for draw, row in enumerate(deals) if row[SEAT] > SEAT_1]


def _felt(asked: Question, seats: int) -> Felt:
    felt = asked.game.felt(seats + 1)
    place_wagers(asked.game, felt, [asked.bets] * (seats + 1))
    return felt


def _verify_apart(asked: Question, seats: int) -> None:
    """The player's bets end alike with others at the table and without, on the same cards."""
    luck = random.Random(SEED)
    for number in range(ROUNDS):
        deck = list(asked.deck)
        luck.shuffle(deck)
        acts = asked.ends[number % len(asked.ends)]
        together = _played(asked, seats, deck, acts)
        others = set(_dealt_to_others(together))
        alone = _played(asked, 0, [card for draw, card in enumerate(deck) if draw not in others], acts)
        if together.net[SEAT_1].tolist() != alone.net[SEAT_1].tolist():
            raise Refused(
                f"'seats:{seats}' cannot be studied: what others hold or do changes what a player of "
                f"{asked.game.title} wins"
            )


def _played(asked: Question, seats: int, deck: list[int], acts: Acts) -> Felt:
    made = iter(acts)

    def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        return next(made) if seat == SEAT_1 else acts_in(options)[0]

    felt = _felt(asked, seats)
    asked.game.play(asked.rules, arranged_shoe(deck), decide, None, felt)
    return felt
