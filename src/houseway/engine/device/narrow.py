"""Felts and shoes as small as a GPU likes them: what a lane keeps in memory is what slows it down."""

import numpy as np

from houseway.engine.device.lanes import AT_WORDS, LaneShoe
from houseway.games.game import Game, Settings
from houseway.rules.chance import BLOCK
from houseway.rules.felt import Felt
from houseway.rules.shapes import words
from houseway.rules.shoe import ENDLESS, KIND, LAZY, SIZE

# The narrowest word for each part of a felt. Cents and a game's own marks stay as wide as the rules have them.
WIDTHS = {
    "players": np.int16, "outcome": np.int8, "hands": np.int8, "cards": np.int8, "held": np.int8, "tape_at": np.int8,
}  # fmt: skip


def narrow_felt(felt: Felt) -> Felt:
    """The same felt in narrower words; it has no tape."""
    return Felt(*(part.astype(WIDTHS.get(name, part.dtype)) for name, part in zip(Felt._fields, felt, strict=True)))


def lane_shoe(game: Game, settings: Settings) -> LaneShoe:
    """A shoe only as long as its deck."""
    cards = game.deck(settings)
    at = words(AT_WORDS)
    at[SIZE], at[KIND] = len(cards), ENDLESS if game.endless(settings) else LAZY
    fresh, touched = np.array(cards, dtype=np.int8), np.zeros(len(cards), dtype=np.int32)
    return LaneShoe(fresh, touched, at, words(BLOCK), words(2))
