"""The machine: shuffles, counts the deck and commits to the order. Its log is read from the ledger (`log.py`)."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from houseway.games.game import Game, Settings
from houseway.house.shuffler.commitment import KEY_BYTES, commitment_of
from houseway.house.shuffler.counting import verify_count
from houseway.house.shuffler.modes import Mode, mode_for
from houseway.house.shuffler.orders import Chance, shuffled
from houseway.house.shuffler.slips import Slip, no_slip


@dataclass(frozen=True)
class Shuffled:
    """One order of all the cards. Order and key are secret until they are revealed; the commitment is public."""

    order: tuple[int, ...]
    key: bytes
    commitment: str
    cycle: int


class Shuffler:
    """The machine of one table. `chance` is the operating system's generator; tests give it others.

    `slip` is what may befall cards on their way into the tray: nothing, unless faults are rehearsed (`slips.py`).
    """

    def __init__(
        self, mode: Mode, deck: Sequence[int], chance: Chance = secrets.randbelow, slip: Slip = no_slip
    ) -> None:
        self.mode = mode
        self.deck = tuple(deck)
        self.chance = chance
        self._slip = slip

    @classmethod
    def for_game(cls, game: Game, settings: Settings) -> "Shuffler":
        """The machine, set to the mode of the game."""
        return cls(mode_for(game, settings), game.deck(settings))

    def fed(self, tray: Sequence[int]) -> tuple[int, ...]:
        """The cards that come to lie in the machine when these are put into it."""
        return tuple(self._slip(tray))

    def count(self, tray: Sequence[int]) -> None:
        """`Fault`, naming cards, if these are not exactly the deck."""
        verify_count(tray, self.deck)

    def shuffle(self, table: str, cycle: int, tray: Sequence[int]) -> Shuffled:
        """A new order of the cards in the tray, or `Fault` if they are not exactly the deck."""
        order = tuple(shuffled(tray, self.chance))
        self.count(order)
        key = secrets.token_bytes(KEY_BYTES)
        return Shuffled(order, key, commitment_of(table, cycle, order, key), cycle)
