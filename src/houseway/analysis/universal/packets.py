"""Cards in packets: draws that are seen at the same time and are alike, so that a packet is a set of cards.

Packets are laid from the first seen to the last. A packet is laid only as the least of those that suits by other names
would make of it, with the number of them as its weight; the names that leave it as it is are left for the packets
after it.
"""

from typing import NamedTuple

from houseway.rules.shapes import Words, words
from houseway.rules.shoe import Shoe

PACKETS_MAX = 16
PACKET_MAX = 8  # cards of one packet
DECK_MAX = 52
RENAMINGS = 24  # ways to name four suits
ENDS_MAX = 256  # ways through the tree of acts
CARD_BITS = 6

PACKETS, NAMES, CARDS, BESIDE, CHOICES, ENDS, NODES, ACTS, PLANNED = range(9)  # the words of `Layout.counts`


class Layout(NamedTuple):
    """Packets, and what is known when."""

    deck: Words  # [place] cards in rising order
    images: Words  # [renaming, card]
    sizes: Words  # [packet] cards in it
    draws: Words  # [packet, card] where they come in the deal
    beside: Words  # [i] draws that nothing looks at: any card does
    decided_at: Words  # [packet] choices to decide when this packet and all after it have been laid: from ...
    decided_from: Words  # [packet] ... down to, excluded
    seen: Words  # [choice] packets seen; each choice sees one at least
    counts: Words  # by the names above
    ends: Words  # [end] its node
    acts: Words  # [end, choice]
    drawn: Words  # [end] cards drawn
    depth: Words  # [node] choices made before it
    aside: Words  # [wager] 1: no choice looks at it
    net_max: Words  # [0] cents that a round may win or lose


class State(NamedTuple):
    """Where the walk is."""

    cards: Words  # [packet, card]
    left: Words  # [packet, i] cards to lay it from
    many: Words  # [packet] how many those are
    at: Words  # [packet, card] which of them it is
    names: Words  # [packet, i] renamings that leave all packets before it as they are
    ways: Words  # [packet] how many those are
    weight: Words  # [packet]
    image: Words  # [card]
    used: Words  # [card]


def new_state() -> State:
    rows = PACKETS_MAX + 1
    return State(
        words(rows, PACKET_MAX), words(rows, DECK_MAX), words(rows), words(rows, PACKET_MAX), words(rows, RENAMINGS),
        words(rows), words(rows), words(PACKET_MAX), words(DECK_MAX),
    )  # fmt: skip


def first_packets(layout: Layout, state: State, found: Words, weights: Words) -> int:
    """Every first packet that differs, with its weight; each is a unit of work. Returns how many there are."""
    begin(layout, state)
    open_packet(layout, state, 0)
    n = 0
    more = True
    while more:
        if is_least(layout, state, 0):
            if n < len(weights):
                for i in range(layout.sizes[0]):
                    found[n, i] = state.cards[0, i]
                weights[n] = state.weight[1]
            n += 1
        more = turn_packet(layout, state, 0)
    return n


def begin(layout: Layout, state: State) -> None:
    """All suits may be renamed, and no card is laid."""
    state.weight[0] = 1
    state.ways[0] = layout.counts[NAMES]
    for i in range(layout.counts[NAMES]):
        state.names[0, i] = i
    for i in range(DECK_MAX):
        state.used[i] = 0


def open_packet(layout: Layout, state: State, packet: int) -> None:
    """The first cards of a packet, from what the packets before it leave."""
    many = 0
    for i in range(layout.counts[CARDS]):
        card = layout.deck[i]
        if not state.used[card]:
            state.left[packet, many] = card
            many += 1
    state.many[packet] = many
    for i in range(layout.sizes[packet]):
        state.at[packet, i] = i
        state.cards[packet, i] = state.left[packet, i]


def turn_packet(layout: Layout, state: State, packet: int) -> bool:
    """The next set of cards in order; False after the last."""
    size = layout.sizes[packet]
    i = size - 1
    while i >= 0 and state.at[packet, i] == state.many[packet] - size + i:
        i -= 1
    if i < 0:
        return False
    place = state.at[packet, i] + 1
    for k in range(i, size):
        state.at[packet, k] = place
        state.cards[packet, k] = state.left[packet, place]
        place += 1
    return True


def is_least(layout: Layout, state: State, packet: int) -> bool:
    """Whether no renaming that is left makes a lesser set; if so, those that change nothing are left for the next."""
    size = layout.sizes[packet]
    kept = 0
    for way in range(state.ways[packet]):
        name = state.names[packet, way]
        for i in range(size):
            card = layout.images[name, state.cards[packet, i]]
            k = i
            while k > 0 and state.image[k - 1] > card:
                state.image[k] = state.image[k - 1]
                k -= 1
            state.image[k] = card
        order = 0
        for i in range(size):
            if order == 0:
                order = state.image[i] - state.cards[packet, i]
        if order < 0:
            return False
        if order == 0:
            state.names[packet + 1, kept] = name
            kept += 1
    state.ways[packet + 1] = kept
    state.weight[packet + 1] = state.weight[packet] * state.ways[packet] // kept
    return True


def lay(layout: Layout, state: State, shoe: Shoe, packet: int, laid: int) -> None:
    """The cards of a packet go into the deal (1) or out of it (0)."""
    for i in range(layout.sizes[packet]):
        card = state.cards[packet, i]
        state.used[card] = laid
        shoe.cards[layout.draws[packet, i]] = card


def lay_seen(layout: Layout, state: State, shoe: Shoe, packets: int, name: int, order: int) -> None:
    """The packets that are seen, renamed and put in order; any cards for the draws that are not."""
    for card in range(DECK_MAX):
        state.used[card] = 0
    for packet in range(packets):
        for i in range(layout.sizes[packet]):
            card = layout.images[name, state.cards[packet, i]]
            state.used[card] = 1
            shoe.cards[layout.draws[packet, i]] = card
        for i in range(layout.sizes[packet] - 1, 0, -1):
            a, b = layout.draws[packet, i], layout.draws[packet, order % (i + 1)]
            order //= i + 1
            card = shoe.cards[a]
            shoe.cards[a] = shoe.cards[b]
            shoe.cards[b] = card
    fill_hidden(layout, state, shoe, packets)


def fill_hidden(layout: Layout, state: State, shoe: Shoe, packets: int) -> None:
    """Any cards for the draws that are not seen."""
    place = 0
    for packet in range(packets, layout.counts[PACKETS]):
        for i in range(layout.sizes[packet]):
            while state.used[layout.deck[place]]:
                place += 1
            shoe.cards[layout.draws[packet, i]] = layout.deck[place]
            place += 1
    for i in range(layout.counts[BESIDE]):
        while state.used[layout.deck[place]]:
            place += 1
        shoe.cards[layout.beside[i]] = layout.deck[place]
        place += 1
