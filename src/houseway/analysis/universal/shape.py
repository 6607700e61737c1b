"""The shape of a round: its choices as a tree of acts, what is seen at each, and what the tape says on the way there.

It is learned by running `play` over every sequence of acts on a few decks. That alone would prove nothing; the compiled
walk then holds every play of every deal against it (`watch`), and stops at the first that differs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from houseway.analysis.universal.chips import verify_chips
from houseway.analysis.universal.plain_rules import verify_plain
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules.choice import acts_in
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE, Felt, clear
from houseway.rules.refused import Refused
from houseway.rules.shoe import NEXT, arranged_shoe, is_void
from houseway.rules.tape import (
    CHOOSE,
    DEAL,
    DISCARD,
    FACE_OWN,
    FACE_UP,
    HAND,
    MOVE,
    OFFER,
    ROWS,
    SEAT,
    TURN,
    VERB,
    A,
    B,
)

SEAT_1 = 1
NODES_MAX = 512

Place = tuple[int, int, int]  # seat, hand, place in the hand
Line = tuple[int, ...]  # a row of the tape
Acts = tuple[int, ...]


@dataclass(frozen=True)
class Node:
    """The table after some acts: a choice, or the end of the round."""

    acts: Acts  # made so far
    options: int  # 0: the round is over
    lines: tuple[Line, ...]  # of the tape since the last choice, without what was chosen; at the end, cards alone
    seen: frozenset[int]  # draws whose cards the player knows
    drawn: int  # cards drawn when the round is over
    action: tuple[int, ...]  # at a choice: cents in action by wager


@dataclass(frozen=True)
class Shape:
    """Nodes by their acts, and where each card drawn lies."""

    nodes: dict[Acts, Node]
    places: tuple[Place, ...]  # by draw
    seen: tuple[frozenset[int], ...]  # by number of choices made: draws seen at the next

    @property
    def choices(self) -> int:
        """The most choices that one round asks for."""
        return len(self.seen)

    def step(self, draw: int) -> int:
        """The first choice at which a draw is seen; the number of choices where it never is."""
        return next((j for j, seen in enumerate(self.seen) if draw in seen), self.choices)


class _Waits(Exception):
    def __init__(self, options: int) -> None:
        self.options = options


def shape_of(game: Game, settings: Settings, bets: Wagers, deck: list[int]) -> Shape:
    """Learn the shape on three orders of the deck; a game whose rounds are not of one shape is refused."""
    turned = len(deck) // 2
    orders = [deck, deck[::-1], deck[turned:] + deck[:turned]]
    found = _learned(game, settings, bets, orders[0])
    for order in orders[1:]:
        other = _learned(game, settings, bets, order)
        if other != found:
            raise Refused(_difference(game, found, other))
    return found


def units_bet(game: Game, rules: Any) -> dict[str, int]:
    """A unit on everything that is bet before the cards: cents on which every pay comes out whole, also on half."""
    dens = (int(den) for den in rules.pays[:, :, 1].ravel())
    unit = 2 * math.lcm(*dens) * int(rules.grain_cents)
    return {wager.name: unit for wager in game.sheet.wagers if wager.placed and not wager.toke}


def verify_kind(game: Game, settings: Settings, deck: Sequence[int]) -> None:
    """Refuse what the proof from play is not for, as far as the data and the words of the rules tell."""
    if game.endless(settings):
        raise Refused(f"{game.title} is dealt from an endless shoe: the proof from play is for one deck")
    if len(set(deck)) < len(deck):
        raise Refused(f"{game.title} is dealt from several decks: the proof that lays cards down is for one deck")
    if game.sheet.prizes or game.sheet.caps:
        raise Refused(f"{game.title} pays fixed sums, so its edge hangs on the size of the bets: {FAMILY}")
    verify_plain(game.title, game.play)
    verify_chips(game.title, game.play)


def can_be_proved(game: Game) -> bool:
    """Whether a game, as it is by default, is of the kind that is proved by a walk of its deals. Loads no compiler."""
    try:
        settings = game.settings()
        deck = game.deck(settings)
        verify_kind(game, settings, deck)
        shape = shape_of(game, settings, units_bet(game, game.rules(settings)), deck)
    except Refused:
        return False
    return all(shape.seen)


def sees(shape: Shape, text: str) -> Shape:
    """The same round for a player who sees more: 'dealer:1' is the dealer's first card, 'community:2' the first two."""
    more: set[int] = set()
    for word, wanted in places_seen(text).items():
        if missing := [place for place in wanted if place not in shape.places]:
            raise Refused(f"'{word}' cannot be seen: there are only {missing[0][2]} such cards")
        more |= {shape.places.index(place) for place in wanted}
    return replace(shape, seen=tuple(seen | more for seen in shape.seen))


def places_seen(text: str) -> dict[str, list[Place]]:
    """By each word of what is to be seen."""
    hands = {"dealer": DEALER, "community": COMMUNITY}
    found = {}
    for word in (each.strip() for each in text.split(",")):
        who, _, number = word.partition(":")
        if who not in hands or not number.isdigit() or int(number) < 1:
            raise Refused(f"'{word}' cannot be seen: write dealer:1, or community:2 for the first two")
        found[word] = [(HOUSE, hands[who], place) for place in range(int(number))]
    return found


class DealtCards:
    """The felt's cards for a round that is tried: one that is not dealt yet lies there from the round before."""

    def __init__(self, title: str, felt: Felt, at: tuple[int, ...] = ()) -> None:
        self.title, self.felt, self.at = title, felt, at

    def __getitem__(self, at: Any) -> Any:
        whole = (*self.at, *(at if isinstance(at, tuple) else (at,)))
        if len(whole) < len(self.felt.cards.shape):
            return DealtCards(self.title, self.felt, whole)
        seat, hand, place = whole
        if not 0 <= place < self.felt.held[seat, hand]:
            raise Refused(f"{self.title} looks at a card before it is dealt: felt.cards[{seat}, {hand}, {place}]")
        return self.felt.cards[whole]

    def __setitem__(self, at: Any, card: int) -> None:
        self.felt.cards[at] = card


def looking_at_dealt_cards(title: str, felt: Felt) -> Felt:
    cards: Any = DealtCards(title, felt)
    return felt._replace(cards=cards)


def _learned(game: Game, settings: Settings, bets: Wagers, order: list[int]) -> Shape:
    felt = looking_at_dealt_cards(game.title, game.felt(1))
    place_wagers(game, felt, [bets])
    rules = game.rules(settings)
    nodes: dict[Acts, Node] = {}
    places: tuple[Place, ...] = ()
    waiting: list[Acts] = [()]
    while waiting:
        acts = waiting.pop()
        node, dealt = _played(game, rules, felt, order, acts)
        nodes[acts] = node
        shorter = min(len(dealt), len(places))
        if dealt[:shorter] != places[:shorter]:
            raise Refused(f"{game.title} deals cards to other places after other acts: {FAMILY}")
        places = max(places, dealt, key=len)
        if len(nodes) > NODES_MAX:
            raise Refused(f"{game.title} has more than {NODES_MAX} ways to act in a round: {FAMILY}")
        waiting += [(*acts, act) for act in acts_in(node.options)]
    return Shape(nodes, places, _seen(game, nodes))


FAMILY = "the proof from play is for games whose cards lie alike whatever is done; others need a solve.py of their own"


def _played(game: Game, rules: Any, felt: Felt, order: list[int], acts: Acts) -> tuple[Node, tuple[Place, ...]]:
    made = iter(acts)

    def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        act = next(made, None)
        if act is None:
            raise _Waits(options)
        return act

    clear(felt)
    shoe = arranged_shoe(order)
    options = 0
    try:
        game.play(rules, shoe, decide, None, felt)
    except _Waits as waits:
        options = waits.options
        felt.stakes[:] = 0  # a round that is left leaves its chips
    if is_void(shoe):
        raise Refused(f"{game.title} runs out of cards with this deck")
    tape: list[list[int]] = felt.tape[: felt.tape_at[ROWS]].tolist()
    if any(row[VERB] in (MOVE, DISCARD) for row in tape):
        raise Refused(f"{game.title} moves or discards cards during a round: {FAMILY}")
    places = _places(tape)
    offers = [i for i, row in enumerate(tape) if row[VERB] == OFFER]
    begin = offers[len(acts) - 1] + 1 if acts else 0
    lines = [row for row in tape[begin:] if row[VERB] == DEAL or (options and row[VERB] != CHOOSE)]
    faceless = tuple(_faceless(tuple(row)) for row in lines)
    action = tuple(felt.action[SEAT_1].tolist()) if options else ()
    node = Node(acts, options, faceless, _seen_on(tape, places), int(shoe.at[NEXT]), action)
    return node, places


def _faceless(line: Line) -> Line:
    """A line without the face of a card."""
    hidden = {DEAL: A, TURN: B}.get(line[VERB])
    return line if hidden is None else tuple(0 if i == hidden else word for i, word in enumerate(line))


def _places(tape: list[list[int]]) -> tuple[Place, ...]:
    held: dict[tuple[int, int], int] = {}
    places: list[Place] = []
    for row in tape:
        if row[VERB] == DEAL:
            hand = (row[SEAT], row[HAND])
            places.append((*hand, held.get(hand, 0)))
            held[hand] = held.get(hand, 0) + 1
    return tuple(places)


def _seen_on(tape: list[list[int]], places: tuple[Place, ...]) -> frozenset[int]:
    seen: set[int] = set()
    draw = 0
    for row in tape:
        if row[VERB] == DEAL:
            if row[B] == FACE_UP or (row[B] == FACE_OWN and row[SEAT] == SEAT_1):
                seen.add(draw)
            draw += 1
        elif row[VERB] == TURN:
            seen.add(places.index((row[SEAT], row[HAND], row[A])))
    return frozenset(seen)


def _seen(game: Game, nodes: dict[Acts, Node]) -> tuple[frozenset[int], ...]:
    """What is seen at each choice; it must not hang on the acts before it."""
    by_choice: dict[int, set[frozenset[int]]] = {}
    for node in nodes.values():
        if node.options:
            by_choice.setdefault(len(node.acts), set()).add(node.seen)
    if any(len(seen) > 1 for seen in by_choice.values()):
        raise Refused(f"{game.title} shows other cards after other acts: {FAMILY}")
    return tuple(next(iter(by_choice[j])) for j in sorted(by_choice))


def _difference(game: Game, one: Shape, other: Shape) -> str:
    """In one sentence: where two orders of the cards make rounds of different shapes."""
    if one.places != other.places:
        return f"{game.title} deals cards to other places when other cards come: {FAMILY}"
    for acts, node in one.nodes.items():
        if acts not in other.nodes or other.nodes[acts].options != node.options:
            return f"{game.title} offers other acts when other cards come: {FAMILY}"
    return f"{game.title} says or settles something before a choice that depends on the cards: {FAMILY}"
