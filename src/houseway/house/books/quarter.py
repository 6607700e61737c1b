"""A quarter of an hour under one configuration, while its rounds come: hands are counted, and added up once it is over.

To count a hand takes a fraction of what it takes to add up its wagers, and many hands of a quarter are alike.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houseway.house.books.cells import PlayerCell, TableCell, add_all
from houseway.house.books.hand_sum import HandReader, HandSum, Stakes, is_bot, said_cents
from houseway.house.money import chips_of

BETWEEN_OWNERS, BETWEEN_BETS = '","', "},{"  # in the ledger's words

Key = tuple[int, int, str]  # quarter, configuration, player


class Sitter:
    __slots__ = ("account", "back", "bot", "hands", "player")

    def __init__(self, player: str) -> None:
        self.player = player
        self.account = chips_of(player)
        self.bot = is_bot(player)
        self.back = 0  # cents that came off the felt to the player
        self.hands: dict[HandSum, int] = {}


class TakenSeats(NamedTuple):
    """Who sits where: it stays the same for many rounds."""

    taken: list[tuple[str, int, Sitter]]  # the seat as results name it, its place among the bets, who has it
    bots: bool  # whether any is one
    several: bool  # whether anybody has more than one of them


class Quarter:
    def __init__(self, slot: int, place: int, reader: HandReader, table: TableCell) -> None:
        self.slot = slot
        self.place = place
        self.table = table
        self._reader = reader
        self._sitters: dict[str, Sitter] = {}
        self._seated: dict[str, TakenSeats] = {}  # by the words for it
        self._firsts: dict[HandSum, int] = {}  # the first hands of rounds
        self._people: dict[tuple[Stakes, ...], int] = {}  # several hands of a round
        self._bots: dict[tuple[Stakes, ...], int] = {}
        self._own: dict[str, dict[tuple[Stakes, ...], int]] = {}  # several hands of a player

    def add_round(
        self, owners: str, wagers: str, won: dict[str, str], back: dict[str, int], void: bool
    ) -> tuple[int, int]:
        """Owners, bets and results in the ledger's words, results by seat; what came back by account.

        What the players won and what they put up. Of a void round only hands that were settled count.
        """
        seated = self._seated.get(owners)
        if seated is None:
            seated = self._seated[owners] = self._sit(owners)
        placed = wagers.split(BETWEEN_BETS)
        won_cents = put_up = 0
        is_capped = False
        hands: list[HandSum] = []
        whose: list[Sitter] = []
        known = self._reader.void if void else self._reader.ended
        for seat, at, sitter in seated.taken:
            if seat in won:
                words = (placed[at], won.pop(seat))
            elif void:
                continue
            else:
                words = (placed[at], "")
            hand = known.get(words) or self._reader.read(words, void)
            counted = sitter.hands
            counted[hand] = counted.get(hand, 0) + 1
            won_cents += hand.won_cents
            put_up += hand.put_up_cents
            if sitter.account in back:
                cents = back.pop(sitter.account)
                sitter.back += cents
                put_up += cents
            if hand.is_capped:
                is_capped = True
            hands.append(hand)
            whose.append(sitter)
        for said in won.values():  # of nobody
            won_cents += sum(said_cents(said).values())
        if hands:
            self._count_endings(hands)
            if len(hands) > 1:
                self._count_together(seated, hands, whose)
        if is_capped and (capped := self._reader.capped(hands)):
            self.table.capped += 1
            self.table.capped_cents += capped
        return won_cents, put_up

    def _sit(self, owners: str) -> TakenSeats:
        taken = []
        for at, player in enumerate(owners.split(BETWEEN_OWNERS)):
            if player:
                sitter = self._sitters.get(player)
                if sitter is None:
                    sitter = self._sitters[player] = Sitter(player)
                taken.append((f"{at + 1}", at, sitter))
        sitters = [sitter for _, _, sitter in taken]
        return TakenSeats(taken, any(sitter.bot for sitter in sitters), len(set(map(id, sitters))) < len(sitters))

    def _count_together(self, seated: TakenSeats, hands: Sequence[HandSum], whose: Sequence[Sitter]) -> None:
        """Hands of one round."""
        if not seated.bots:
            _count(self._people, tuple([hand.stakes for hand in hands]))
        else:
            for bots, counted in ((False, self._people), (True, self._bots)):
                own = [hand.stakes for hand, sitter in zip(hands, whose, strict=True) if sitter.bot is bots]
                if len(own) > 1:
                    _count(counted, tuple(own))
        if seated.several:
            self._count_own([sitter.player for sitter in whose], hands)

    def _count_own(self, owned: Sequence[str], hands: Sequence[HandSum]) -> None:
        for owner in set(owned):
            own = tuple(hand.stakes for each, hand in zip(owned, hands, strict=True) if each == owner)
            if len(own) > 1:
                _count(self._own.setdefault(owner, {}), own)

    def _count_endings(self, hands: Sequence[HandSum]) -> None:
        """Of each wager that of the first hand of the round which had it."""
        self._firsts[hands[0]] = self._firsts.get(hands[0], 0) + 1
        ended = hands[0].ended
        for hand in hands[1:]:
            if hand.ended is not ended and not hand.ended <= ended:
                add_all(self.table.endings, [(each, 1) for each in hand.endings if each[0] not in ended])
                ended |= hand.ended

    def add_up(self, players: dict[Key, PlayerCell]) -> None:
        """Into the cells of the players and of the table; nothing may come after it."""
        for owner, sitter in self._sitters.items():
            if not sitter.hands:
                continue  # all the rounds were void
            key = (self.slot, self.place, owner)
            cell = players.get(key)
            if cell is None:
                cell = players[key] = PlayerCell()
            self._add_hands(cell, sitter)
            if owner in self._own:
                self._add_across(cell.across, self._own[owner])
        self._add_across(self.table.across[False], self._people)
        self._add_across(self.table.across[True], self._bots)
        endings = self.table.endings
        for hand, times in self._firsts.items():
            for ending in hand.endings:
                endings[ending] = endings.get(ending, 0) + times

    def _add_hands(self, cell: PlayerCell, sitter: Sitter) -> None:
        hands = raised = envy = 0
        placed: dict[Stakes, int] = {}
        for hand, times in sitter.hands.items():
            hands += times
            raised += times * hand.raised_cents
            envy += times * hand.envy_cents
            placed[hand.stakes] = placed.get(hand.stakes, 0) + times
        cell.hands += hands
        cell.raised += raised + sitter.back
        self.table.envy += envy
        wagers, products = cell.wagers, cell.products
        for stakes, times in placed.items():
            for name, cents in stakes.bets.items():
                if name in wagers:
                    sums = wagers[name]
                    sums[0] += times
                    sums[1] += times * cents
                else:
                    wagers[name] = [times, times * cents, 0]
            for pair, product in stakes.products:
                products[pair] = products.get(pair, 0) + times * product
        for hand, times in sitter.hands.items():
            for name, cents in hand.held:
                wagers[name][2] += times * cents

    def _add_across(self, to: dict[str, int], counted: Mapping[tuple[Stakes, ...], int]) -> None:
        for hands, times in counted.items():
            for pair, product in self._reader.across(hands):
                to[pair] = to.get(pair, 0) + times * product


def _count(counted: dict[tuple[Stakes, ...], int], hands: tuple[Stakes, ...]) -> None:
    counted[hands] = counted.get(hands, 0) + 1
