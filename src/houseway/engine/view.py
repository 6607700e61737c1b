"""What one player may see of a tape: all of it, but hidden cards have no face."""

from collections.abc import Sequence

from houseway.rules.cards import UNSEEN
from houseway.rules.shapes import Words
from houseway.rules.tape import DEAL, FACE_DOWN, FACE_OWN, SEAT, VERB, A, B

NOBODY = -1  # a spectator


def view(tape: Words, players: Sequence[int] | Words, player: int) -> Words:
    """The tape as `player` sees it; `players` says who plays each seat, the house (seat 0) first.

    A card dealt face down has no face for anyone, one dealt to its player's eyes only for that player; a TURN row
    shows it to all when its time comes.
    """
    seen = tape.copy()
    for row in seen:
        if row[VERB] == DEAL:
            hidden = row[B] == FACE_DOWN or (row[B] == FACE_OWN and players[row[SEAT]] != player)
            if hidden:
                row[A] = UNSEEN
    return seen
