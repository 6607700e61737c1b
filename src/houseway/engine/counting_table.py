"""A table at which rounds are counted and nothing else: nobody hears them, and chance alone deals.

It counts what a `FastTable` counts, sooner. That one stays as it is: figures that ship were computed with it.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

from houseway.engine import rounds
from houseway.engine.compiled import compiled
from houseway.engine.dealt_ahead import (
    DEPTH,
    FIRST,
    SPAN,
    AheadShoe,
    ahead_draw,
    ahead_shoe,
    alike_together,
    close_ahead,
    look_ahead,
    note_taken,
    open_ahead,
    settle_depth,
)
from houseway.engine.own_memory import fetch_early, own_copy
from houseway.engine.packed import opened, packed
from houseway.engine.rest_tally import rest_tally, tally_rest
from houseway.engine.rounds import NOBODY, Tally, play, tally_round
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules import choice, shoe, tape
from houseway.rules.chance import MASK
from houseway.rules.choice import Decide
from houseway.rules.felt import Felt, clear, void
from houseway.rules.shoe import AHEAD, KEY_HIGH, KEY_LOW, is_void

SOON = 4  # rounds ahead: their cards are fetched before they are asked for


class CountingTable:
    """A game with its bets on the felt and a plan that is followed."""

    def __init__(
        self,
        game: Game,
        settings: Settings,
        plan: Any,
        wagers: Sequence[Wagers],
        *,
        follow: Decide | None = None,
        known: Collection[str] = (),
    ) -> None:
        """Of wagers that are `known` it is also counted what a round came to without them."""
        self._play, self._follow, self._without = game.play, follow or game.follow, bool(known)
        self._rules, self._plan = packed(game.rules(settings)), packed(plan)
        self._shoe = packed(ahead_shoe(game.deck(settings), endless=game.endless(settings)))
        self._felt = packed(game.felt(len(wagers), taped=False))
        left_out = [game.wagers.index(name) for name in known]
        self._tally = packed(rest_tally(len(game.wagers), left_out) if known else rounds.new_tally(len(game.wagers)))
        self.shoe, self.tally = opened(self._shoe, AheadShoe), opened(self._tally, Tally)
        place_wagers(game, opened(self._felt, Felt), wagers)

    def play(self, seed: int, first: int, count: int) -> None:
        """Play and tally the rounds first .. first + count - 1 of a seed."""
        self.shoe.at[KEY_LOW], self.shoe.at[KEY_HIGH] = seed & MASK, seed >> 32
        loop = compiled_count(self._play, self._follow, without=self._without)
        loop(self._rules, self._shoe, self._plan, self._felt, self._tally, first, first + count)


@cache
def compiled_count(game_play: Callable[..., None], follow: Decide, *, without: bool = False) -> Callable[..., None]:
    """The loop of a game that follows a plan, compiled; also counting what is left `without` some wagers."""
    name = f"count-{game_play.__module__.removeprefix('houseway.games.')}-{follow.__name__}"
    if without:
        return compiled(count_rounds, {**seams(game_play, follow), tally_beside: tally_rest}, keep=f"{name}-without")
    return compiled(count_rounds, seams(game_play, follow), keep=name)


def seams(game_play: Callable[..., None], follow: Decide) -> dict[Callable[..., Any], Callable[..., Any]]:
    return {
        play: game_play, rounds.decide: follow, choice.choose: rounds.choose, tape.note: rounds.silence,
        shoe.draw: ahead_draw,
    }  # fmt: skip


def count_rounds(rules: Any, shoe: AheadShoe, plan: Any, felt: Felt, tally: Tally, first: int, after: int) -> None:
    """Play and tally the rounds first .. after - 1 of the shoe's seed, not in their order."""
    while first < after:
        learnt = shoe.at[DEPTH] > 0
        rows = min(after - first, SPAN if learnt else FIRST)
        for row in range(0, rows, AHEAD):
            look_ahead(shoe, first + row, row)
        alike_together(shoe, rows)
        follow_all(rules, shoe, plan, felt, tally, first, rows)
        if not learnt:
            settle_depth(shoe)
        first += rows


def follow_all(rules: Any, shoe: Any, plan: Any, felt: Felt, tally: Tally, first: int, rows: int) -> None:
    """Play the rounds that lie in the first rows."""
    learns = shoe.at[DEPTH] == 0
    felt = own_copy(felt)
    for i in range(rows):
        fetch_early(shoe.dealt, int(shoe.order[i + SOON & (SPAN - 1)]))
        row = int(shoe.order[i & (SPAN - 1)])
        open_ahead(shoe, first + row, row)
        clear(felt)
        play(rules, shoe, NOBODY, plan, felt)
        if is_void(shoe):
            void(felt)
        close_ahead(shoe)
        tally_round(tally, felt)
        tally_beside(tally, felt)
        if learns:
            note_taken(shoe)


def tally_beside(tally: Tally, felt: Felt) -> None:
    """Stands for what else is counted of a round: nothing, unless it is swapped."""
