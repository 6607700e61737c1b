"""The shuffler of live tables: random orders, counted and committed before betting."""

from houseway.house.shuffler.commitment import commitment_of, verify_commitment
from houseway.house.shuffler.counting import Fault, verify_count
from houseway.house.shuffler.machine import Shuffled, Shuffler
from houseway.house.shuffler.modes import MODES, Mode, mode_for
from houseway.house.shuffler.orders import Chance, endless_draws, shuffled

__all__ = [
    "MODES", "Chance", "Fault", "Mode", "Shuffled", "Shuffler", "commitment_of", "endless_draws", "mode_for",
    "shuffled", "verify_commitment", "verify_count",
]  # fmt: skip
