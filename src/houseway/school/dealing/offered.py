"""What a learner can do now: every deed that a hand could do with what lies on the table, the right one among them.

The menu is made of the table and of the sorts of deeds this round has. It does not lean on what is due: whoever reads
it alone cannot tell.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from houseway.engine.replay import rules_of
from houseway.engine.scene import Place, Scene
from houseway.games.game import Game, Settings
from houseway.rules import tape as t
from houseway.rules.cards import UNSEEN
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.odds import winnings
from houseway.school.dealing import deed as d
from houseway.school.dealing.deed import KINDS, DealerDeed
from houseway.school.dealing.duty import Duty
from houseway.school.dealing.manual import whose_hand
from houseway.school.practice_round import lying
from houseway.school.question import Rows

ONCE = ("no_more_bets", "lammers_in", "void", "checked")  # said by the house, of no hand
OF_A_HAND = ("total", "ranked", "natural", "cap", "advice")


@dataclass(frozen=True)
class OfferedDeed:
    """A deed that can be done; where several amounts are likely they stand beside it, and the learner says which."""

    deed: DealerDeed
    amounts: tuple[int, ...] = ()

    def allows(self, deed: DealerDeed) -> bool:
        """Any amount may be cut, a likely one or not."""
        return deed == self.deed or (bool(self.amounts) and deed.amount > 0 and deed.of(0) == self.deed)


@dataclass(frozen=True)
class Menu:
    """The deeds of one round."""

    game: Game
    settings: Settings
    duties: tuple[Duty, ...]
    seen: Rows  # the tape as the dealer sees it

    def offered(self, step: int, now: Scene) -> list[OfferedDeed]:
        """Before duty number `step`, the table being as it is now."""
        duty = self.duties[step]
        found = {
            each.deed: each
            for each in (
                *self._cards(now), *self._asked(now), *self._chips(now), *self._unstaked(now, duty),
                *self._said(now),
            )
        }  # fmt: skip
        return sorted(found.values(), key=self._by_felt)

    def _by_felt(self, each: OfferedDeed) -> tuple[object, ...]:
        """Kind after kind, seat after seat, bets as they lie on the felt."""
        deed = each.deed
        wager = self.game.wagers.index(deed.wager) if deed.wager else -1
        return KINDS.index(deed.kind), deed.seat, deed.hand, wager, deed.amount, deed.places

    @cached_property
    def kinds(self) -> frozenset[str]:
        return frozenset(duty.deed.kind for duty in self.duties)

    def _places(self, now: Scene) -> list[Place]:
        """Hands that are on the table, and those of the house that this round has."""
        house = {(each.deed.seat, each.deed.hand) for each in self.duties if each.deed.seat == HOUSE}
        return sorted({*now.hands, *((seat, hand) for seat, hand, _ in now.stakes), *house})

    # --- cards ---

    def _cards(self, now: Scene) -> Iterator[OfferedDeed]:
        for seat, hand in self._places(now):
            for kind, count in self._shapes(whose_hand(seat, hand)):
                yield OfferedDeed(DealerDeed(kind, seat, hand, amount=count))
            held = now.hands.get((seat, hand), [])
            hidden = tuple(place for place, card in enumerate(held) if card == UNSEEN)
            several = {hidden[:count] for count in self._turned(whose_hand(seat, hand))}
            for places in {hidden, hidden[:1], hidden[-1:], *several} - {()}:
                if d.TURN in self.kinds:
                    yield OfferedDeed(DealerDeed(d.TURN, seat, hand, places=places))
            if d.DISCARD in self.kinds and seat != HOUSE and held:
                yield OfferedDeed(DealerDeed(d.DISCARD, seat, hand))
        yield from self._house_way(now)

    def _shapes(self, whose: str) -> set[tuple[str, int]]:
        """How cards come to such hands in this round; of a packet also one card less."""
        own = [each.deed for each in self.duties if each.deed.kind in d.DEALS]
        own = [deed for deed in own if whose_hand(deed.seat, deed.hand) == whose]
        return {(deed.kind, count) for deed in own for count in (deed.amount, max(deed.amount - 1, 1))}

    def _turned(self, whose: str) -> set[int]:
        """How many cards of such hands are turned in one go in this round: a flop is three of five."""
        own = [each.deed for each in self.duties if each.deed.kind == d.TURN]
        return {len(deed.places) for deed in own if whose_hand(deed.seat, deed.hand) == whose}

    def _house_way(self, now: Scene) -> Iterator[OfferedDeed]:
        for due in (each.deed for each in self.duties if each.deed.kind == "house_way"):
            held = now.hands.get((due.seat, due.hand), [])
            ready = len(held) > len(due.places) and UNSEEN not in held
            for places in combinations(range(len(held)), len(due.places)) if ready else [()]:
                yield OfferedDeed(DealerDeed(due.kind, due.seat, due.hand, places=tuple(places)))

    # --- players ---

    def _asked(self, now: Scene) -> Iterator[OfferedDeed]:
        for seat, hand in sorted({(seat, hand) for seat, hand, _ in now.stakes}):
            for kind in sorted({d.ASK, d.MOVE, "lammer"} & self.kinds):
                if kind != d.MOVE or len(now.hands.get((seat, hand), [])) > 1:
                    yield OfferedDeed(DealerDeed(kind, seat, hand))

    # --- chips ---

    def _chips(self, now: Scene) -> Iterator[OfferedDeed]:
        for (seat, hand, wager), stake in now.stakes.items():
            name = self.game.wagers[wager]
            if d.BACK in self.kinds:
                yield OfferedDeed(DealerDeed(d.BACK, seat, hand, name))
            yield OfferedDeed(DealerDeed(d.PUSH, seat, hand, name))
            won = won_by_odds(self.game, self.settings, wager, stake)
            lost = frozenset(-cents for cents in won)
            for kind, cents in ((d.PAY, won), (d.TAKE, lost)):
                likely = {stake, *(each for each in cents if each > 0)}
                yield self._of_amounts(DealerDeed(kind, seat, hand, name), likely)

    def _unstaked(self, now: Scene, due: Duty) -> Iterator[OfferedDeed]:
        """Wagers that are paid though no chips lie on them: by odds on the seat's other bets, or in fixed sums."""
        for wager, hand in self._paid_unstaked:
            number = self.game.wagers.index(wager)
            for seat in sorted({seat for seat, _ in self._places(now) if seat != HOUSE}):
                bets = {row[t.B] for row in self.seen[: due.first] if row[t.VERB] == t.STAKE and row[t.SEAT] == seat}
                won = {cents for bet in bets for cents in won_by_odds(self.game, self.settings, number, bet)}
                likely = {cents for cents in won if cents > 0} or self._sums
                yield self._of_amounts(DealerDeed(d.PAY, seat, hand, wager), likely)

    def _of_amounts(self, deed: DealerDeed, likely: set[int]) -> OfferedDeed:
        """A cap or a multiplier may make an amount that no line of a paytable does."""
        likely = likely | {duty.deed.amount for duty in self.duties if duty.deed.of(0) == deed}
        return OfferedDeed(deed, tuple(sorted(likely))) if len(likely) != 1 else OfferedDeed(deed.of(*likely))

    @cached_property
    def _sums(self) -> set[int]:
        """Every fixed sum in force."""
        lists = {prizes.name for prizes in self.game.sheet.prizes}
        return {sum_ for name in lists for sum_ in self.game.prizes(name, self.settings).tolist() if sum_ > 0}

    @cached_property
    def _paid_unstaked(self) -> set[tuple[str, int]]:
        """Wagers that this round pays without a stake, and on which hand of a seat."""
        found = set()
        for each in (duty for duty in self.duties if duty.deed.kind == d.PAY):
            deed = each.deed
            if (deed.seat, deed.hand, self.game.wagers.index(deed.wager)) not in lying(self.seen[: each.first]).stakes:
                found.add((deed.wager, deed.hand))
        return found

    # --- what is said ---

    def _said(self, now: Scene) -> Iterator[OfferedDeed]:
        for kind in sorted(self.kinds.intersection(ONCE)):
            if kind != "no_more_bets" or (HOUSE, DEALER, t.SAY_NO_MORE_BETS) not in now.said:
                yield OfferedDeed(DealerDeed(kind))
        for kind in sorted(self.kinds.intersection(OF_A_HAND)):
            whose = {whose_hand(each.deed.seat, each.deed.hand) for each in self.duties if each.deed.kind == kind}
            for seat, hand in self._places(now):
                if whose_hand(seat, hand) in whose:
                    yield OfferedDeed(DealerDeed(kind, seat, hand))
        if "call" in self.kinds:
            for seat, hand in sorted({(seat, hand) for seat, hand, _ in now.stakes}):
                for number in range(len(self.game.calls)):
                    yield OfferedDeed(DealerDeed("call", seat, hand, amount=number))


@lru_cache(4096)
def won_by_odds(game: Game, settings: Settings, wager: int, stake: int) -> frozenset[int]:
    """All that a stake can win by the paytable in force; what it loses is negative."""
    rules = rules_of(game, settings)
    odds = {(num, den) for num, den in rules.pays[wager].tolist()}
    return frozenset(int(winnings(stake, num, den, rules.rounding, rules.grain_cents)) for num, den in odds)
