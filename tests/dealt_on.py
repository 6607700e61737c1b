"""A round dealt on from a choice again and again, with every card that its player has not seen shuffled anew."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.hints import Advisor
from houseway.analysis.solve import strategy_of
from houseway.analysis.whole.hands import OtherHands
from houseway.engine.replay import Deal, Replay, replay, rules_of
from houseway.games.contract import Strategy
from houseway.games.game import place_wagers
from houseway.rules.felt import HOUSE, Felt, clear
from houseway.rules.shoe import arranged_shoe
from houseway.rules.tape import DEAL, FACE_DOWN, SEAT, TURN, VERB, A, B

Follow = Callable[[Felt, int, int, int], int]


def best_play(who: Advisor) -> Follow:
    """The best plan, for any seat; of a blackjack without its figures."""
    who.prepare()
    hands = getattr(who._rest, "hands", None)
    blackjack = hands.live.blackjack if isinstance(hands, OtherHands) else None
    if blackjack is None:
        return strategy_of(who.game, "optimal", who.settings).act
    return Strategy("optimal", blackjack.plan(), who.game.follow).act


@dataclass(frozen=True)
class Choice:
    """A choice of a seat, and what its player did before; other seats play on as they would."""

    deal: Deal
    now: Replay
    seat: int
    hand: int
    options: int
    before: tuple[int, ...]  # the seat's own acts

    def nets(self, act: int, follow: Follow, deals: int, seed: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Cents that the seat wins after an act, deal by deal; without those in which the choice does not come up."""
        game = self.deal.game
        tokes = [w for w, wager in enumerate(game.sheet.wagers) if wager.toke]
        felt = game.felt(len(self.deal.wagers))
        place_wagers(game, felt, self.deal.wagers, self.deal.players)
        rules = rules_of(game, self.deal.settings)
        found: list[int] = []
        for order in self._orders(deals, seed):
            acts = [*self.before, act]

            def decide(_: None, felt: Felt, seat: int, hand: int, options: int, acts: list[int] = acts) -> int:
                mine = seat == self.seat and acts
                return acts.pop(0) if mine else follow(felt, seat, hand, options)

            clear(felt)
            felt.stakes[:] = 0
            game.play(rules, arranged_shoe(order), decide, None, felt)
            if not acts:
                found.append(int(felt.net[self.seat].sum() - felt.net[self.seat, tokes].sum()))
        return np.array(found)

    def _orders(self, deals: int, seed: int) -> Iterator[list[int]]:
        rng = random.Random(seed)
        order = list(self.deal.order)
        rows = [row for row in self.now.tape.tolist() if row[VERB] == DEAL]
        known = [
            place
            for place, row in enumerate(rows)
            if row[SEAT] == self.seat or (row[SEAT] == HOUSE and row[B] != FACE_DOWN)
        ]
        known += [place for place, row in enumerate(rows) if row[SEAT] == HOUSE and self._turned(row[A])]
        free = [place for place in range(len(order)) if place not in set(known)]
        cards = [order[place] for place in free]
        for _ in range(deals):
            rng.shuffle(cards)
            for place, card in zip(free, cards, strict=True):
                order[place] = card
            yield order

    def _turned(self, card: int) -> bool:
        """Whether a card that was dealt face down has been shown (cards of one deck)."""
        return any(row[VERB] == TURN and row[SEAT] == HOUSE and row[4] == card for row in self.now.tape.tolist())


def choices_of(deal: Deal, acts: Callable[[Replay], int]) -> Iterator[Choice]:
    """Every choice of a round that is played so."""
    made: list[int] = []
    before: dict[int, list[int]] = {}
    while (now := replay(deal, made)).pending is not None:
        wait = now.pending
        yield Choice(deal, now, wait.seat, wait.hand, wait.options, tuple(before.get(wait.seat, [])))
        act = acts(now)
        made.append(act)
        before.setdefault(wait.seat, []).append(act)
