"""Walk every deal of a small deck, and every choice if asked: exact expectations, and counts of leaves (our perft).

The same `play` runs once a leaf. Its shoe deals from a tree: at each fork the first branch that has not been walked.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, cast

from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules.choice import Decide, acts_in
from houseway.rules.felt import SEVERAL, TAKEN_BACK, UNSETTLED, Felt, clear
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import Shoe, arranged_shoe, is_void


@dataclass
class _Fork:
    branches: list[int]
    weights: list[int]
    taken: int = 0


class _Path:
    """The forks from the root to the present leaf."""

    def __init__(self) -> None:
        self.forks: list[_Fork] = []
        self.depth = 0

    def step(self, branches: Sequence[int], weights: Sequence[int]) -> int:
        if self.depth == len(self.forks):
            self.forks.append(_Fork(list(branches), list(weights)))
        fork = self.forks[self.depth]
        self.depth += 1
        return fork.branches[fork.taken]

    def probability(self) -> Fraction:
        num = den = 1
        for fork in self.forks:
            num *= fork.weights[fork.taken]
            den *= sum(fork.weights)
        return Fraction(num, den)

    def next_leaf(self) -> bool:
        """Turn to the next branch of the last fork that has one; False when all are walked."""
        while self.forks:
            fork = self.forks[-1]
            fork.taken += 1
            if fork.taken < len(fork.branches):
                self.depth = 0
                return True
            self.forks.pop()
        return False


class _Branching:
    """Stands for the cards of a shoe: each one dealt is a fork over what is left of the deck."""

    def __init__(self, deck: Sequence[int], path: _Path) -> None:
        self.path = path
        self.full = Counter(deck)
        self.left = Counter(self.full)

    def refill(self) -> None:
        self.left = Counter(self.full)

    def __getitem__(self, place: int) -> int:
        cards = [card for card, copies in sorted(self.left.items()) if copies]
        card = self.path.step(cards, [self.left[card] for card in cards])
        self.left[card] -= 1
        return card


@dataclass
class Walked:
    """What all leaves together say."""

    leaves: int = 0
    mass: Fraction = Fraction(0)  # 1, or something was missed
    mean: dict[str, Fraction] = field(default_factory=dict)  # cents won by wager, all seats together
    outcomes: dict[tuple[str, str, int], Fraction] = field(default_factory=dict)  # seat 1: wager, outcome, cents


def walk(
    game: Game,
    settings: Settings,
    deck: Sequence[int],
    wagers: Sequence[Wagers],
    plan: Any = None,
    decide: Decide | None = None,
) -> Walked:
    """Walk every deal of `deck`. With a plan, choices follow it; without, every choice is a fork too, unweighted."""
    path = _Path()
    branching = _Branching(deck, path)
    shoe = _walked_shoe(deck, branching)
    felt = game.felt(len(wagers))
    place_wagers(game, felt, wagers)
    rules = game.rules(settings)
    chooser = decide or (game.follow if plan is not None else _every_choice)
    walked = Walked(mean=dict.fromkeys(game.wagers, Fraction(0)))
    more = True
    while more:
        clear(felt)
        branching.refill()
        shoe.at[0] = 0
        game.play(rules, shoe, chooser, plan if plan is not None else path, felt)
        assert not is_void(shoe), "the toy deck is too small for the game"
        _add_leaf(walked, game, felt, path.probability())
        more = path.next_leaf()
    return walked


def _walked_shoe(deck: Sequence[int], branching: _Branching) -> Shoe:
    shoe = arranged_shoe(deck)
    return shoe._replace(cards=cast(Words, branching), block=words(0))


def _every_choice(path: _Path, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    acts = acts_in(options)
    return path.step(acts, [1] * len(acts))


def _add_leaf(walked: Walked, game: Game, felt: Felt, probability: Fraction) -> None:
    walked.leaves += 1
    walked.mass += probability
    for w, wager in enumerate(game.wagers):
        walked.mean[wager] += int(felt.net[:, w].sum()) * probability
        outcome = int(felt.outcome[1, w])
        if outcome == UNSETTLED and felt.wagers[1, w] > 0:
            outcome = TAKEN_BACK
        if outcome != UNSETTLED:
            key = (wager, outcome_name(game, outcome), int(felt.net[1, w]))
            walked.outcomes[key] = walked.outcomes.get(key, Fraction(0)) + probability


def outcome_name(game: Game, outcome: int) -> str:
    """An outcome's name, also of those that every game has."""
    if outcome == TAKEN_BACK:
        return "taken_back"
    return "several_hands" if outcome == SEVERAL else game.outcomes[outcome]
