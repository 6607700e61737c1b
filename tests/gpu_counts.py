"""Every deal of Fast Action Hold'em counted on a GPU, and each array held against the counts that ship.

    python -m tests.gpu_counts [DECKS ...]

One deck, six, seven and eight by default. Ends with 1 where anything differs.
"""

import sys
import time
from collections.abc import Sequence

import numpy as np

from houseway.analysis.exact.holdem.spot_counts import CHECK_MODULUS, check, with_joint_of
from houseway.analysis.exact.holdem.stamped import load_counts
from houseway.analysis.exact.shared.places import counted
from houseway.engine.device.opening import open_gpu
from houseway.games import find_game
from houseway.games.fast_action_holdem.solve_counts import counts_digest, file_name, fresh_counts
from houseway.rules.cards import new_decks

ARRAYS = ("checks", "made", "boards", "beaten", "planes", "joint_spots", "joint_boards", "joint_beaten")


def is_alike(decks: int) -> bool:
    """Count so many decks, and say how they compare."""
    game, told = find_game("fast_action_holdem"), list[tuple[float, int]]()
    kept = load_counts(counted() / file_name(decks), new_decks(decks), counts_digest())
    if kept is None:
        print(f"{decks} decks: there are no counts to hold them against; the folder counts has them")
        return False

    def tell(done: int, _: int) -> None:
        told.append((time.perf_counter(), done))

    settings = game.settings({"decks": decks})
    begun = time.perf_counter()
    found = fresh_counts(game, settings, game.deck(settings), tell, on_gpu=True)
    seconds = time.perf_counter() - begun
    (warm, first), (end, last) = told[1], told[-1]  # the first lot of boards waits for the compiler
    summed = int(found.checks.sum()) % CHECK_MODULUS == check(found)
    found = with_joint_of(found, kept.joint_spots)
    odd = [name for name in ARRAYS if not np.array_equal(getattr(found, name), getattr(kept, name))]
    said = f"DIFFER: {', '.join(odd)}" if odd else "all arrays equal" if summed else "checks that DIFFER"
    rate = (last - first) / (end - warm)
    print(f"{decks} decks: {last:,} boards, {rate:,.0f} a second, {seconds:.1f} s in all; {said}", flush=True)
    return not odd and summed


def main(words: Sequence[str]) -> int:
    print(f"on {open_gpu().card()}")
    return 0 if all(is_alike(int(decks)) for decks in words or ("1", "6", "7", "8")) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
