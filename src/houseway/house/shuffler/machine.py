"""The machine: shuffles, counts the deck, commits to the order, and keeps a log of what it did."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from houseway.games.game import Game, Settings
from houseway.house.shuffler.commitment import KEY_BYTES, commitment_of
from houseway.house.shuffler.counting import Fault, verify_count
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

    def packets_in(self, cards: int) -> int:
        """How many packets, or cards where there are none, it took to hand out so many cards."""
        taken = 0
        for number, size in enumerate(self.packets, 1):
            taken += size
            if taken >= cards:
                return number if cards else 0
        return cards


@dataclass
class Log:
    """What a machine did since it was switched on, as a maintenance log has it."""

    cycles: int = 0
    delivered: int = 0  # packets, or single cards
    faults: list[str] = field(default_factory=list)

    def to_body(self) -> dict[str, Any]:
        return asdict(self)


class Shuffler:
    """The machine of one table. `chance` is the operating system's generator; tests give it others."""

    def __init__(self, mode: Mode, deck: Sequence[int], chance: Chance = secrets.randbelow) -> None:
        self.mode = mode
        self.deck = tuple(deck)
        self.chance = chance
        self.log = Log()

    @classmethod
    def for_game(cls, game: Game, settings: Settings) -> "Shuffler":
        """The machine, set to the mode of the game."""
        return cls(mode_for(game, settings), game.deck(settings))

    def shuffle(self, table: str, cycle: int, tray: Sequence[int] | None = None) -> Shuffled:
        """A new order of the cards in the tray (by default the deck), or `Fault` if they are not exactly the deck."""
        self.log.cycles += 1
        order = tuple(shuffled(self.deck if tray is None else tray, self.chance))
        try:
            verify_count(order, self.deck)
        except Fault as fault:
            self.log.faults.append(str(fault))
            raise
        key = secrets.token_bytes(KEY_BYTES)
        return Shuffled(order, key, commitment_of(table, cycle, order, key), cycle, self.mode.packets(len(order)))

    def deliver(self, made: Shuffled, before: int, after: int) -> int:
        """Log that a round drew the cards from `before` to `after` of an order; the packets (or cards) it took."""
        packets = made.packets_in(after) - made.packets_in(before)
        self.log.delivered += packets
        return packets
