"""What the vocabulary does to a felt on which no card is known: the acts of `rules/felt.py` and `rules/choice.py`."""

from collections.abc import Callable, Sequence
from typing import Any

from houseway.analysis.universal.apart.unseen_felt import UnseenFelt
from houseway.analysis.universal.apart.worths import UNKNOWN, DealtCard, Worth, is_place
from houseway.rules import choice, felt
from houseway.rules.choice import acts_in
from houseway.rules.tape import FACE_UP

SEATS = 1  # the proof is of one player alone


class Otherwise(Exception):
    """The rules do something with which the wager cannot be followed: why, in words."""


class OutOfReach(Exception):
    """There is too much to follow, or to go through."""


class NoRoom(Exception):
    """More cards in a hand than the game says there ever are: no round goes this way."""


Act = Callable[[UnseenFelt, Sequence[Worth]], Worth]


def _numbers(given: Sequence[Worth], what: str) -> None:
    if not all(map(is_place, given)):
        raise Otherwise(what)


def _deal(table: UnseenFelt, given: Sequence[Worth]) -> Worth:
    seat, hand = given[2:4]
    if table.is_closed:
        return UNKNOWN
    _numbers((seat, hand), "deals a card to a hand that hangs on other cards")
    place = table.read("held", (seat, hand))
    _numbers((place,), "deals a card to a hand that hangs on other cards")
    if place >= table.size.cards or hand >= table.size.hands:
        raise NoRoom
    card = table.next_card(seat, hand)
    if table.size.shoe is not None and table.drawn > table.size.shoe:
        raise Otherwise("may run out of cards before it is settled")
    table.cards[seat, hand, place] = card
    table.write("held", (seat, hand), place + 1)
    return card


def _move(table: UnseenFelt, given: Sequence[Worth]) -> None:
    seat, hand, place, to_hand = given[1:5]
    if table.is_closed:
        return
    _numbers((seat, hand, place, to_hand), "moves a card that hangs on other cards")
    to_place = table.read("held", (seat, to_hand))
    _numbers((to_place,), "moves a card to a hand that hangs on other cards")
    if to_hand >= table.size.hands or to_place >= table.size.cards:
        raise NoRoom
    table.cards[seat, to_hand, to_place] = _lying(table, seat, hand, place)
    table.write("held", (seat, to_hand), to_place + 1)
    _close_gap(table, seat, hand, place)


def _discard(table: UnseenFelt, given: Sequence[Worth]) -> None:
    seat, hand, place = given[1:4]
    if table.is_closed:
        return
    _numbers((seat, hand, place), "discards a card that hangs on other cards")
    _close_gap(table, seat, hand, place)


def _discard_all(table: UnseenFelt, given: Sequence[Worth]) -> None:
    seat, hand = given[1:3]
    held = table.read("held", (seat, hand))
    if table.is_closed:
        return
    _numbers((held,), "discards a hand that hangs on other cards")
    for place in range(held - 1, -1, -1):
        _close_gap(table, seat, hand, place)


def _lying(table: UnseenFelt, seat: int, hand: int, place: int) -> DealtCard:
    card = table.read("cards", (seat, hand, place))
    if not isinstance(card, DealtCard):
        raise Otherwise("takes a card where none lies")
    return card


def _close_gap(table: UnseenFelt, seat: int, hand: int, place: int) -> None:
    _lying(table, seat, hand, place)
    held = table.read("held", (seat, hand))
    for i in range(place + 1, held):
        table.cards[seat, hand, i - 1] = table.cards[seat, hand, i]
    del table.cards[seat, hand, held - 1]
    table.write("held", (seat, hand), held - 1)


def _may_be_ours(table: UnseenFelt, wager: Worth) -> bool:
    return wager == table.wager or not is_place(wager)


def _stake(table: UnseenFelt, given: Sequence[Worth]) -> None:
    seat, hand, wager, cents = given[1:5]
    if _may_be_ours(table, wager):
        if table.is_closed:
            raise Otherwise("bets on it again after it was settled, or may")
        _numbers((seat, hand, wager, cents), "bets on it in a way that hangs on cards")
    if table.is_closed:
        return
    _numbers((seat, hand, wager), "bets on a hand that hangs on cards")
    if hand >= table.size.hands:
        raise NoRoom
    before = table.read("stakes", (seat, hand, wager))
    known = isinstance(before, int) and isinstance(cents, int)
    table.write("stakes", (seat, hand, wager), before + cents if known else UNKNOWN)


def _stake_wager(table: UnseenFelt, given: Sequence[Worth]) -> None:
    seat, wager = given[1:3]
    cents = table.read("wagers", (seat, wager))
    if cents != 0:
        _stake(table, (given[0], seat, 0, wager, cents))


def _take_back(table: UnseenFelt, given: Sequence[Worth]) -> None:
    if not table.is_closed:  # what is not in action is not taken back
        _give_back(table, given)


def _give_back(table: UnseenFelt, given: Sequence[Worth]) -> None:
    """So many cents of a bet, also of one that is closed: what would be below nothing is in action again."""
    seat, hand, wager = given[1:4]
    if _may_be_ours(table, wager):
        raise Otherwise("takes it back on some ways through the rules, or may")
    if table.is_closed:
        return
    _numbers((seat, hand), "takes back the bet of a hand that hangs on cards")
    table.write("stakes", (seat, hand, wager), UNKNOWN)


def _pay(table: UnseenFelt, given: Sequence[Worth]) -> None:
    wager = given[3]
    if _may_be_ours(table, wager):
        raise Otherwise("pays it otherwise than by its table, or may")
    _closed_beside(table, given)


def _closed_beside(table: UnseenFelt, given: Sequence[Worth]) -> None:
    seat, hand, wager = given[1:4]
    if table.is_closed:
        return
    _numbers((seat, hand), "settles a bet of a hand that hangs on cards")
    table.write("stakes", (seat, hand, wager), 0)


def _settle(table: UnseenFelt, given: Sequence[Worth]) -> Worth:
    seat, hand, wager, outcome = given[2:6]
    if table.is_closed:
        return UNKNOWN  # a bet that is not in action stays closed
    _numbers((wager,), "settles it in a way that hangs on cards, or may")
    if wager != table.wager:
        _closed_beside(table, (given[0], seat, hand, wager))
        return UNKNOWN
    _numbers((seat, hand), "settles it on a hand that hangs on cards")
    stake = table.read("stakes", (seat, hand, wager))
    others = [worth for (name, at), worth in table.counts.items() if name == "stakes" and at[2] == wager]
    if stake == 0:
        return 0
    if stake != table.size.bets[wager] or sum(worth != 0 for worth in others) != 1:
        raise Otherwise("settles it in several parts")
    table.close(outcome)
    return UNKNOWN


def _nothing(table: UnseenFelt, given: Sequence[Worth]) -> None:
    """Words and turned cards move no bet."""


ACTS: dict[Any, Act] = {
    felt.deal: _deal,
    felt.deal_up: lambda table, given: _deal(table, (*given, FACE_UP)),
    felt.move: _move,
    felt.discard: _discard,
    felt.discard_all: _discard_all,
    felt.stake: _stake,
    felt.stake_wager: _stake_wager,
    felt.take_back: _take_back,
    felt.give_back: _give_back,
    felt.pay: _pay,
    felt.settle: _settle,
    felt.seats_of: lambda table, given: SEATS,  # noqa: ARG005
    felt.no_more_bets: _nothing,
    felt.turn: _nothing,
    felt.turn_all: _nothing,
    felt.offer: _nothing,
    felt.chosen: _nothing,
    felt.say: _nothing,
}
ASKS = (choice.ask, choice.choose)


def offered(options: Worth) -> list[Worth]:
    """The acts that a player may choose; any where the offer hangs on cards."""
    return list(acts_in(options)) if isinstance(options, int) else [UNKNOWN]
