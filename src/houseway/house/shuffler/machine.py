"""The machine: shuffles, counts the deck and commits to the order. Its log is read from the ledger (`log.py`)."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from houseway.games.game import Game, Settings
from houseway.house.shuffler.commitment import KEY_BYTES, commitment_of
from houseway.house.shuffler.counting import verify_count
from houseway.house.shuffler.modes import Mode, mode_for
from houseway.house.shuffler.orders import Chance, shuffled


@dataclass(frozen=True)
class Shuffled:
    """One order of all the cards. Order and key are secret until they are revealed; the commitment is public."""

    order: tuple[int, ...]
    key: bytes
    commitment: str
    cycle: int
    packets: tuple[int, ...]  # sizes in which the machine hands the cards out; () is card by card


class Shuffler:
    """The machine of one table. `chance` is the operating system's generator; tests give it others."""

    def __init__(self, mode: Mode, deck: Sequence[int], chance: Chance = secrets.randbelow) -> None:
        self.mode = mode
        self.deck = tuple(deck)
        self.chance = chance

    @classmethod
    def for_game(cls, game: Game, settings: Settings) -> "Shuffler":
        """The machine, set to the mode of the game."""
        return cls(mode_for(game, settings), game.deck(settings))

    def shuffle(self, table: str, cycle: int, tray: Sequence[int] | None = None) -> Shuffled:
        """A new order of the cards in the tray (by default the deck), or `Fault` if they are not exactly the deck."""
        order = tuple(shuffled(self.deck if tray is None else tray, self.chance))
        verify_count(order, self.deck)
        key = secrets.token_bytes(KEY_BYTES)
        return Shuffled(order, key, commitment_of(table, cycle, order, key), cycle, self.mode.packets(len(order)))
