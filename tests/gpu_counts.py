"""Every deal of Fast Action Hold'em counted on a GPU, and each array held against the counts that ship.

    python -m tests.gpu_counts [DECKS ...]

One deck and six by default. Ends with 1 where anything differs.
"""

import sys
import time
from collections.abc import Sequence

import numpy as np

from houseway.analysis.exact.holdem.spot_counts import check, with_joint_of
from houseway.engine.device.opening import open_gpu
from houseway.games import find_game
from houseway.games.fast_action_holdem.solve_counts import fresh_counts, stored_counts

ARRAYS = ("checks", "made", "boards", "beaten", "planes", "joint_spots", "joint_boards", "joint_beaten")


def main(words: Sequence[str]) -> int:
    print(f"on {open_gpu().card()}")
    game, alike = find_game("fast_action_holdem"), True
    for decks in map(int, words or ("1", "6")):
        kept = stored_counts(decks)
        if kept is None:
            print(f"{decks} decks: there are no counts to hold them against; the folder counts has them")
            return 1
        settings = game.settings({"decks": decks})
        told: list[tuple[float, int]] = []
        begun = time.perf_counter()
        found = fresh_counts(
            game, settings, game.deck(settings),
            lambda done, _, told=told: told.append((time.perf_counter(), done)), on_gpu=True,
        )  # fmt: skip
        seconds = time.perf_counter() - begun
        (warm, first), (end, last) = told[1], told[-1]  # the first lot of boards waits for the compiler
        found, summed = with_joint_of(found, kept.joint_spots), int(found.checks.sum()) % (2**31 - 1) == check(found)
        odd = [name for name in ARRAYS if not np.array_equal(getattr(found, name), getattr(kept, name))]
        alike &= not odd and summed
        said = "all arrays equal" if not odd else f"DIFFER: {', '.join(odd)}"
        rate = (last - first) / (end - warm)
        print(f"{decks} decks: {last:,} boards, {rate:,.0f} a second, {seconds:.1f} s in all; {said}", flush=True)
    return 0 if alike else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
