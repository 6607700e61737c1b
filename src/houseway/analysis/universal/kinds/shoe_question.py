"""What is to be proved of a game that is dealt from a shoe, and what is known of it beforehand. Loads no compiler."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import perm, prod
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.universal import watch
from houseway.analysis.universal.alone import verify_alone
from houseway.analysis.universal.asked import Asked
from houseway.analysis.universal.chips import verify_chips
from houseway.analysis.universal.kinds import all_leaves
from houseway.analysis.universal.kinds.faces import EACH_ITS_OWN, Faces, faces_of, first_of_each
from houseway.analysis.universal.kinds.forks import (
    DRAWN,
    EVERY_ACT,
    FACED,
    FAULT,
    LUCK,
    MODE,
    MORE_CARDS,
    NO_PLAN,
    NOTHING_LEFT,
    OPEN,
    PASSED,
    SHOWN_UNREAD,
    SIZE,
    TOO_DEEP,
    TOO_MUCH_KNOWN,
    Forks,
    lay_down,
    new_forks,
    next_act,
    next_kind,
)
from houseway.analysis.universal.plain_rules import verify_plain
from houseway.analysis.universal.shape import Place, looking_at_dealt_cards
from houseway.analysis.universal.watch import NoPlan
from houseway.engine.swapped import Swap, swapped
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings, place_wagers
from houseway.rules import choice, felt, shoe
from houseway.rules.choice import Decide
from houseway.rules.felt import HOUSE, Felt
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words

PROBES = 100
LEAVES_MAX = 10**10  # an hour; what is more is out of reach
DENOMINATOR_MAX = 1 << 61

SAID = {
    TOO_DEEP: "a round has more cards and choices than the proof from play has room for",
    NOTHING_LEFT: "the cards run out in the middle of a round",
    SHOWN_UNREAD: "a card is shown before a choice that no rule reads",
    TOO_MUCH_KNOWN: "a player can know more different things at a choice than the proof from play has room for",
    NO_PLAN: "a choice comes up that was not there when every act was tried",
    MORE_CARDS: "more cards are dealt than the probes found",
}


def stand_ins(play: Callable[..., Any], follow: Decide | None) -> Swap:
    """What takes the place of what in a walk by kinds."""
    return {
        all_leaves.play: play, choice.choose: next_act, felt.deal: lay_down, shoe.draw: next_kind,
        watch.decide: follow or watch.lowest_act,
    }  # fmt: skip


class Probed(NamedTuple):
    """What some rounds with any cards and any acts have shown."""

    leaves: int  # about as many as a walk has
    faced: int  # the most cards with a face
    chooses: bool
    held: Words  # [hand] the most cards of the dealer, and of the community


@dataclass(frozen=True)
class ShoeQuestion(Asked):
    strategy: Strategy | None = None  # that is followed; None: the best is sought
    merged: bool = True  # False: every card is a kind of its own, for tests
    ahead: tuple[Place, ...] = ()  # places whose cards are seen at every choice

    @cached_property
    def faces(self) -> Faces:
        if not self.merged:
            return Faces(EACH_ITS_OWN, None, "nothing is taken for alike")
        return faces_of(self.rules, self.game.play, self.strategy)

    @cached_property
    def probed(self) -> Probed:
        """Rounds by chance: the mean product of the forks' branches is the number of leaves (Knuth's estimate)."""
        table = looking_at_dealt_cards(self.game.title, self.table())
        forks = self.forks(NoPlan(), min(self.game.table.CARDS_MAX, len(self.deck)), small=True)
        forks.way[LUCK], forks.way[MODE] = 1, EVERY_ACT
        one_leaf = swapped(all_leaves.one_leaf, stand_ins(self.game.play, None))
        found, faced, chooses, held = 0, 0, False, table.held[HOUSE] * 0
        for _ in range(PROBES):
            forks.way[OPEN] = 0
            one_leaf(self.rules, forks, table)
            table.stakes[:] = 0
            self.verify_fault(int(forks.way[FAULT]))
            passed = int(forks.way[PASSED])
            found += prod(forks.fan[:passed].tolist())
            faced = max(faced, int(forks.way[FACED]))
            chooses = chooses or bool(forks.offered[:passed].any())
            held = np.maximum(held, table.held[HOUSE])
        return Probed(-(-found // PROBES), faced, chooses, held)

    def verify(self) -> None:
        """Refuse what the walk is not for, in one sentence."""
        title = self.game.title
        if self.game.endless(self.settings):
            raise Refused(f"{title} is dealt from an endless shoe: the proof from play counts the cards of a shoe")
        if self.game.sheet.prizes or self.game.sheet.caps:
            raise Refused(f"{title} pays fixed sums, so its edge hangs on the size of the bets: {self.to_try}")
        verify_plain(title, self.game.play)
        verify_chips(title, self.game.play)
        self.verify_cards(self.probed.faced)
        verify_alone(self.game, self.settings)

    def verify_cards(self, faced: int) -> None:
        if self.denominator(faced) > DENOMINATOR_MAX:
            raise Refused(
                f"{self.game.title} reads so many cards in a round that its deals cannot be counted in 64 bits: "
                f"{self.to_try}"
            )

    def verify_fault(self, fault: int) -> None:
        if fault:
            raise Refused(f"{self.game.title}: {SAID[fault]}; {self.to_try}")

    def denominator(self, faced: int) -> int:
        """Deals in all, in order, of so many cards with a face."""
        return perm(len(self.deck), faced)

    def forks(self, plan: Any, faced: int, *, small: bool) -> Forks:
        table = self.game.table
        made = new_forks(
            len(self.game.wagers), max(table.HANDS_MAX, 2), table.CARDS_MAX, len(self.game.acts), plan, small=small
        )
        made.stands[:], made.counts[:] = first_of_each(self.faces, self.deck)
        made.way[SIZE] = len(self.deck)
        made.aside[:] = self.aside
        if self.faces.read is not None:
            made.unread[:] = 1
            for place in self.faces.read:
                made.unread[place] = 0
        for i, place in enumerate(self.ahead):
            made.unread[place] = 0
            made.ahead[i, :DRAWN] = 1, *place
        whole = self.denominator(faced)
        made.net_max[0] = (1 << 62) // whole
        for cards in range(faced + 1):
            made.rest[cards] = whole // self.denominator(cards) if whole <= DENOMINATOR_MAX else 0
        return made

    def table(self) -> Felt:
        made = self.game.felt(1)
        place_wagers(self.game, made, [self.bets])
        return made


def shoe_question(
    game: Game,
    settings: Settings,
    deck: Sequence[int] | None = None,
    strategy: Strategy | None = None,
    *,
    merged: bool = True,
) -> ShoeQuestion:
    """Ask for a game; what cannot be proved from its play is refused."""
    cards = tuple(sorted(game.deck(settings) if deck is None else deck))
    asked = ShoeQuestion(game, settings, cards, strategy, merged)
    asked.verify()
    return asked


def why_not_walked(game: Game) -> str:
    """Why a game, as it is by default, cannot be proved by kinds of cards; '' where it can."""
    try:
        asked = shoe_question(game, game.settings())
    except Refused as refused:
        return str(refused)
    if asked.probed.leaves > LEAVES_MAX:
        why = f" ({asked.faces.why_not})" if asked.faces.why_not else ""
        many = f"about {asked.probed.leaves:.0e} ways to go"
        return f"{game.title} is out of reach of the proof from play, with {many}{why}: {asked.to_try}"
    return ""
