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


class _Fork:
    def __init__(self, branches: Sequence[int], weights: Sequence[int]) -> None:
        self.branches, self.weights, self.total = list(branches), list(weights), sum(weights)
        self.taken = 0


class _Path:
    """The forks from the root to the present leaf."""

    def __init__(self) -> None:
        self.forks: list[_Fork] = []
        self.depth = 0

    def is_known(self) -> bool:
        """Whether the next fork is one at which another leaf has been."""
        return self.depth < len(self.forks)

    def known(self) -> int:
        fork = self.forks[self.depth]
        self.depth += 1
        return fork.branches[fork.taken]

    def step(self, branches: Sequence[int], weights: Sequence[int]) -> int:
        if not self.is_known():
            self.forks.append(_Fork(branches, weights))
        return self.known()

    def probability(self) -> tuple[int, int]:
        """As it is before it is reduced: few leaves have another denominator than their neighbours."""
        num = den = 1
        for fork in self.forks:
            num *= fork.weights[fork.taken]
            den *= fork.total
        return num, den

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
        if self.path.is_known():
            card = self.path.known()
        else:
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
    sums = _Sums()
    more = True
    while more:
        clear(felt)
        branching.refill()
        shoe.at[0] = 0
        game.play(rules, shoe, chooser, plan if plan is not None else path, felt)
        assert not is_void(shoe), "the toy deck is too small for the game"
        sums.add(felt, *path.probability())
        more = path.next_leaf()
    return sums.walked(game)


def _walked_shoe(deck: Sequence[int], branching: _Branching) -> Shoe:
    shoe = arranged_shoe(deck)
    return shoe._replace(cards=cast(Words, branching), block=words(0))


def _every_choice(path: _Path, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    acts = acts_in(options)
    return path.step(acts, [1] * len(acts))


class _Sums:
    """Leaves added up as whole numbers, those of each denominator by themselves."""

    def __init__(self) -> None:
        self.leaves = 0
        self.mass: Counter[int] = Counter()  # [denominator]
        self.won: Counter[tuple[int, int]] = Counter()  # [wager, denominator]
        self.outcomes: Counter[tuple[int, int, int, int]] = Counter()  # [wager, outcome, cents, denominator]

    def add(self, felt: Felt, num: int, den: int) -> None:
        self.leaves += 1
        self.mass[den] += num
        for wager, cents in enumerate(felt.net.sum(axis=0).tolist()):
            self.won[wager, den] += cents * num
        of_seat = zip(felt.outcome[1].tolist(), felt.wagers[1].tolist(), felt.net[1].tolist(), strict=True)
        for wager, (outcome, bet, cents) in enumerate(of_seat):
            if outcome == UNSETTLED and bet > 0:
                outcome = TAKEN_BACK
            if outcome != UNSETTLED:
                self.outcomes[wager, outcome, cents, den] += num

    def walked(self, game: Game) -> Walked:
        found = Walked(self.leaves, mean=dict.fromkeys(game.wagers, Fraction(0)))
        for den, num in self.mass.items():
            found.mass += Fraction(num, den)
        for (wager, den), num in self.won.items():
            found.mean[game.wagers[wager]] += Fraction(num, den)
        for (wager, outcome, cents, den), num in self.outcomes.items():
            key = (game.wagers[wager], outcome_name(game, outcome), cents)
            found.outcomes[key] = found.outcomes.get(key, Fraction(0)) + Fraction(num, den)
        return found


def outcome_name(game: Game, outcome: int) -> str:
    """An outcome's name, also of those that every game has."""
    if outcome == TAKEN_BACK:
        return "taken_back"
    return "several_hands" if outcome == SEVERAL else game.outcomes[outcome]
