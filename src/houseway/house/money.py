"""Double entry in whole cents: whatever one account gains, others lose.

Accounts of a table: each player's chips, the felt (chips bet and not yet settled), the house, the toke pool of the
dealers, breakage (what rounding kept or gave), and the cage, where play money comes from and goes back to.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from houseway.games.game import Game, Wagers
from houseway.rules.odds import ROUNDING_HOUSE, winnings
from houseway.rules.shapes import Words
from houseway.rules.tape import BACK, SETTLE, STAKE

CAGE, FELT, HOUSE, TOKES, BREAKAGE = "cage", "felt", "house", "tokes", "breakage"

Postings = dict[str, int]  # cents by account; they sum to zero


def chips_of(player: str) -> str:
    """The account of a player's chips at the table."""
    return f"player:{player}"


def moved(cents: int, origin: str, to: str) -> Postings:
    return {origin: -cents, to: cents} if cents else {}


def difference(after: Mapping[str, int], before: Mapping[str, int]) -> Postings:
    """What has to be posted to come from one state of the accounts to another."""
    names = sorted({*after, *before})
    return {name: change for name in names if (change := after.get(name, 0) - before.get(name, 0))}


def bet_postings(wagers: Sequence[Wagers], owners: Sequence[str]) -> Postings:
    """Chips that lie on the felt before a round; owners say who plays each seat, from seat 1."""
    sums: defaultdict[str, int] = defaultdict(int)
    for bets, owner in zip(wagers, owners, strict=True):
        cents = sum(bets.values())
        if cents:
            sums[chips_of(owner)] -= cents
            sums[FELT] += cents
    return dict(sums)


def round_postings(
    game: Game, rules: Any, wagers: Sequence[Wagers], owners: Sequence[str], tape: Words, *, paid: bool
) -> Postings:
    """Where the chips are after so much of a round's tape, counted from before its bets were made.

    Until a round is paid, what was settled stays on the felt: all pays of a round are one event.
    """
    return ChipCount(game, rules, wagers, owners).of(tape, paid)


class ChipCount:
    """Follows the chips along a tape, which may come in parts."""

    def __init__(self, game: Game, rules: Any, wagers: Sequence[Wagers], owners: Sequence[str]) -> None:
        self.rules = rules
        self.owners = owners
        self.toke = [wager.toke for wager in game.sheet.wagers]
        self.sums = defaultdict(int, bet_postings(wagers, owners))
        self.stakes: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        self.waiting = defaultdict(int)  # bets on the felt that the tape has not put in action yet
        for seat, bets in enumerate(wagers, 1):
            for name, cents in bets.items():
                self.waiting[seat, game.wagers.index(name)] = cents

    def of(self, tape: Words, paid: bool) -> Postings:
        for row in tape.tolist():
            verb, seat, hand, wager, b, c = row
            if verb == STAKE:
                self._stake(seat, hand, wager, b)
            elif verb == BACK:
                self._back(seat, hand, wager)
            elif verb == SETTLE and paid:
                self._settle(seat, hand, wager, b, c)
        return {name: cents for name, cents in sorted(self.sums.items()) if cents}

    def _move(self, cents: int, origin: str, to: str) -> None:
        self.sums[origin] -= cents
        self.sums[to] += cents

    def _owner(self, seat: int) -> str:
        return chips_of(self.owners[seat - 1])

    def _stake(self, seat: int, hand: int, wager: int, cents: int) -> None:
        """Chips already bet go into action; what is more comes from the player's chips."""
        bet = min(cents, self.waiting[seat, wager])
        self.waiting[seat, wager] -= bet
        self._move(cents - bet, self._owner(seat), FELT)
        self.stakes[seat, hand, wager] += cents

    def _back(self, seat: int, hand: int, wager: int) -> None:
        self._move(self.stakes.pop((seat, hand, wager), 0), FELT, self._owner(seat))

    def _settle(self, seat: int, hand: int, wager: int, outcome: int, won: int) -> None:
        """The house pays or takes; a toke bet's stake and winnings are the dealers'."""
        stake = self.stakes.pop((seat, hand, wager), 0)
        owner = TOKES if self.toke[wager] else self._owner(seat)
        self._move(stake, FELT, owner)
        kept = self._breakage(stake, wager, outcome, won)
        self._move(won + kept, HOUSE, owner)
        self._move(kept, owner, BREAKAGE)

    def _breakage(self, stake: int, wager: int, outcome: int, won: int) -> int:
        """What the rounding policy kept of a pay by odds (negative: gave), in whole cents."""
        num, den = (int(part) for part in self.rules.pays[wager, outcome])
        by_policy = winnings(stake, num, den, self.rules.rounding, self.rules.grain_cents)
        return winnings(stake, num, den, ROUNDING_HOUSE, 1) - won if won == by_policy else 0
