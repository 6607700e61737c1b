"""A quarter of an hour under one configuration, while its rounds come: hands are counted, and added up once it is over.

To count a hand takes a fraction of what it takes to add up its wagers, and many hands of a quarter are alike.
"""

from collections.abc import Mapping, Sequence

from houseway.house.books.cells import PlayerCell, TableCell, add_all
from houseway.house.books.hand_sum import HandReader, HandSum, Stakes, is_bot, said_cents
from houseway.house.money import chips_of

SEATS = tuple(f"{seat}" for seat in range(1, 100))

Key = tuple[int, int, str]  # quarter, configuration, player


class Sitter:
    __slots__ = ("account", "back", "bot", "hands")

    def __init__(self, player: str) -> None:
        self.account = chips_of(player)
        self.bot = is_bot(player)
        self.back = 0  # cents that came off the felt to the player
        self.hands: dict[HandSum, int] = {}


class Quarter:
    def __init__(self, slot: int, place: int, reader: HandReader, table: TableCell) -> None:
        self.slot = slot
        self.place = place
        self.table = table
        self._reader = reader
        self._sitters: dict[str, Sitter] = {}
        self._firsts: dict[HandSum, int] = {}  # the first hands of rounds
        self._people: dict[tuple[Stakes, ...], int] = {}  # several hands of a round
        self._bots: dict[tuple[Stakes, ...], int] = {}
        self._own: dict[str, dict[tuple[Stakes, ...], int]] = {}  # several hands of a player

    def add_round(
        self,
        owners: Sequence[str],
        wagers: Sequence[str],
        won: dict[str, str],
        back: dict[str, int],
        void: bool,
    ) -> tuple[int, int]:
        """Bets and results in the ledger's words, results by seat; what came back by account.

        What the players won and what they put up. Of a void round only hands that were settled count.
        """
        won_cents = put_up = 0
        is_capped = False
        hands: list[HandSum] = []
        owned: list[str] = []
        people: list[Stakes] = []
        bots: list[Stakes] = []
        for seat, owner, placed in zip(SEATS, owners, wagers, strict=False):
            if not owner or (void and seat not in won):
                continue
            hand = self._reader.hand(placed, won.pop(seat, ""), void)
            sitter = self._sitters.get(owner)
            if sitter is None:
                sitter = self._sitters[owner] = Sitter(owner)
            sitter.hands[hand] = sitter.hands.get(hand, 0) + 1
            won_cents += hand.won_cents
            put_up += hand.put_up_cents
            if sitter.account in back:
                cents = back.pop(sitter.account)
                sitter.back += cents
                put_up += cents
            is_capped = is_capped or hand.is_capped
            hands.append(hand)
            owned.append(owner)
            (bots if sitter.bot else people).append(hand.stakes)
        for words in won.values():  # of nobody
            won_cents += sum(said_cents(words).values())
        if len(people) > 1:
            _count(self._people, tuple(people))
        if len(bots) > 1:
            _count(self._bots, tuple(bots))
        if len(set(owned)) < len(owned):
            self._count_own(owned, hands)
        if hands:
            self._count_endings(hands)
        if is_capped and (capped := self._reader.capped(hands)):
            self.table.capped += 1
            self.table.capped_cents += capped
        return won_cents, put_up

    def _count_own(self, owned: Sequence[str], hands: Sequence[HandSum]) -> None:
        for owner in set(owned):
            own = tuple(hand.stakes for each, hand in zip(owned, hands, strict=True) if each == owner)
            if len(own) > 1:
                _count(self._own.setdefault(owner, {}), own)

    def _count_endings(self, hands: Sequence[HandSum]) -> None:
        """Of each wager that of the first hand of the round which had it."""
        self._firsts[hands[0]] = self._firsts.get(hands[0], 0) + 1
        ended = hands[0].ended
        for hand in hands:
            if not hand.ended <= ended:
                add_all(self.table.endings, [(each, 1) for each in hand.endings if each[0] not in ended])
                ended |= hand.ended

    def add_up(self, players: dict[Key, PlayerCell]) -> None:
        """Into the cells of the players and of the table; nothing may come after it."""
        for owner, sitter in self._sitters.items():
            cell = players.setdefault((self.slot, self.place, owner), PlayerCell())
            self._add_hands(cell, sitter)
            self._add_across(cell.across, self._own.get(owner, {}))
        self._add_across(self.table.across[False], self._people)
        self._add_across(self.table.across[True], self._bots)
        for hand, times in self._firsts.items():
            add_all(self.table.endings, [(each, times) for each in hand.endings])

    def _add_hands(self, cell: PlayerCell, sitter: Sitter) -> None:
        cell.raised += sitter.back
        placed: dict[Stakes, int] = {}
        for hand, times in sitter.hands.items():
            cell.hands += times
            cell.raised += times * hand.raised_cents
            self.table.envy += times * hand.envy_cents
            placed[hand.stakes] = placed.get(hand.stakes, 0) + times
        wagers = cell.wagers
        for stakes, times in placed.items():
            for name, cents in stakes.bets.items():
                sums = wagers.get(name)
                if sums is None:
                    wagers[name] = [times, times * cents, 0]
                else:
                    sums[0] += times
                    sums[1] += times * cents
            for pair, product in stakes.products:
                cell.products[pair] = cell.products.get(pair, 0) + times * product
        for hand, times in sitter.hands.items():
            for name, cents in hand.held:
                wagers[name][2] += times * cents

    def _add_across(self, to: dict[str, int], counted: Mapping[tuple[Stakes, ...], int]) -> None:
        for hands, times in counted.items():
            for pair, product in self._reader.across(hands):
                to[pair] = to.get(pair, 0) + times * product


def _count(counted: dict[tuple[Stakes, ...], int], hands: tuple[Stakes, ...]) -> None:
    counted[hands] = counted.get(hands, 0) + 1
