"""Double entry in whole cents: whatever one account gains, others lose.

Accounts of a table: each player's chips, the felt (chips bet and not yet settled), the house, the toke pool of the
dealers, breakage (what rounding kept or gave), and the cage, where play money comes from and goes back to. Where it
carries a progressive: the link (what the table has put in, less what it was paid) and what waits to be paid by hand.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from houseway.games.game import Game, Wagers
from houseway.rules.odds import ROUNDING_HOUSE, winnings
from houseway.rules.shapes import Words
from houseway.rules.tape import BACK, SAY, SAY_VOID, SETTLE, STAKE

CAGE, FELT, HOUSE, TOKES, BREAKAGE = "cage", "felt", "house", "tokes", "breakage"

Postings = dict[str, int]  # cents by account; they sum to zero


def chips_of(player: str) -> str:
    """The account of a player's chips at the table."""
    return f"player:{player}"


def due_of(player: str) -> str:
    """What a player has won and is to be paid by hand."""
    return f"due:{player}"


def link_account(link: str) -> str:
    """The table's account with a link."""
    return f"link:{link}"


def is_purse(account: str) -> bool:
    """Whether an account holds chips, so that it cannot fall below nothing: a player's, the felt, the dealers'."""
    return account.startswith(("player:", "due:")) or account in (FELT, TOKES)


def whose(account: str) -> str:
    return {FELT: "lies on the felt", TOKES: "the dealers have"}.get(account, "your chips")


def moved(cents: int, origin: str, to: str) -> Postings:
    return {origin: -cents, to: cents} if cents else {}


@dataclass(frozen=True)
class ClosedWager:
    """A wager that was closed on one hand."""

    seat: int
    hand: int
    wager: str
    outcome: str
    stake: int  # cents that lay there
    won: int  # cents; negative: lost

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Moved:
    """What a stretch of a tape moved: chips put up (or taken back), and wagers settled, which are paid as they are."""

    put_up: Postings
    paid: Postings
    settled: tuple[ClosedWager, ...]


class ChipCount:
    """Follows the chips along a round's tape, stretch by stretch. There is no other reading of a tape as money."""

    def __init__(self, game: Game, rules: Any, wagers: Sequence[Wagers], owners: Sequence[str]) -> None:
        self.game = game
        self.rules = rules
        self.owners = owners
        self.toke = [wager.toke for wager in game.sheet.wagers]
        self.stakes: defaultdict[tuple[int, int, int], int] = defaultdict(int)
        self.waiting = defaultdict(int)  # bets on the felt that the tape has not put in action yet
        for seat, bets in enumerate(wagers, 1):
            for name, cents in bets.items():
                self.waiting[seat, game.wagers.index(name)] = cents

    def hear(self, tape: Words) -> Moved:
        """The next stretch. What a dry shoe gives back at its end is the dealer's to give, who voids the round."""
        put_up, paid = _Sums(), _Sums()
        settled: list[ClosedWager] = []
        for verb, seat, hand, a, b, c in tape.tolist():
            if verb == STAKE:
                put_up.move(*self._stake(seat, hand, a, b))
            elif verb == BACK:
                self.stakes[seat, hand, a] -= b
                put_up.move(b, FELT, self._owner(seat))
            elif verb == SETTLE:
                settled.append(self._settle(paid, seat, hand, a, b, c))
            elif verb == SAY and a == SAY_VOID:
                break
        return Moved(put_up.postings, paid.postings, tuple(settled))

    def _owner(self, seat: int) -> str:
        return chips_of(self.owners[seat - 1])

    def _stake(self, seat: int, hand: int, wager: int, cents: int) -> tuple[int, str, str]:
        """Chips already bet go into action; what is more comes from the player's chips."""
        bet = min(cents, self.waiting[seat, wager])
        self.waiting[seat, wager] -= bet
        self.stakes[seat, hand, wager] += cents
        return cents - bet, self._owner(seat), FELT

    def _settle(self, paid: "_Sums", seat: int, hand: int, wager: int, outcome: int, won: int) -> ClosedWager:
        """The house pays or takes; a toke bet's stake and winnings are the dealers'."""
        stake = self.stakes.pop((seat, hand, wager), 0)
        owner = TOKES if self.toke[wager] else self._owner(seat)
        paid.move(stake, FELT, owner)
        kept = self._breakage(stake, wager, outcome, won)
        paid.move(won + kept, HOUSE, owner)
        paid.move(kept, owner, BREAKAGE)
        return ClosedWager(seat, hand, self.game.wagers[wager], self.game.outcomes[outcome], stake, won)

    def _breakage(self, stake: int, wager: int, outcome: int, won: int) -> int:
        """What the rounding policy kept of a pay by odds (negative: gave), in whole cents."""
        num, den = (int(part) for part in self.rules.pays[wager, outcome])
        by_policy = winnings(stake, num, den, self.rules.rounding, self.rules.grain_cents)
        return winnings(stake, num, den, ROUNDING_HOUSE, 1) - won if won == by_policy else 0


class _Sums:
    def __init__(self) -> None:
        self._cents: defaultdict[str, int] = defaultdict(int)

    def move(self, cents: int, origin: str, to: str) -> None:
        self._cents[origin] -= cents
        self._cents[to] += cents

    @property
    def postings(self) -> Postings:
        return {name: cents for name, cents in sorted(self._cents.items()) if cents}


def added(*parts: Mapping[str, int]) -> Postings:
    """Postings made one after another, as one."""
    sums: defaultdict[str, int] = defaultdict(int)
    for part in parts:
        for name, cents in part.items():
            sums[name] += cents
    return {name: cents for name, cents in sorted(sums.items()) if cents}


def net_cents(game: Game, tape: Words, seats: Iterable[int]) -> int:
    """What a round has brought the player of these seats so far. A bet for the dealers costs its stake, won or lost."""
    own = set(seats)
    toke = [wager.toke for wager in game.sheet.wagers]
    net = 0
    for verb, seat, _, a, b, c in tape.tolist():
        if seat not in own:
            continue
        if verb == SETTLE and not toke[a]:
            net += c
        elif verb in (STAKE, BACK) and toke[a]:
            net += b if verb == BACK else -b
    return net
