"""The compiled walk: every deal that differs, every way to act in it, and the best act of every choice on the way back.

Cards come in packets: draws that are seen at the same time and are alike, so that a packet is a set of cards. Packets
are laid from the first seen to the last. A packet is laid only as the least of those that suits by other names would
make of it, with the number of them as its weight; the names that leave it as it is are left for the packets after it.

When every packet that a choice does not see has been laid, all that it can lead to is known: its best act is taken, and
what that act came to goes up to the choice before. So nothing is stored but one cell a node of the tree of acts.
"""

from typing import Any, NamedTuple

from houseway.analysis.universal.shape import NODES_MAX
from houseway.analysis.universal.watch import CHOICE, FAULT, FOLLOWS, NODE, Script
from houseway.rules.felt import TAKEN_BACK, UNSETTLED, Felt, clear
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import DRY, NEXT, Shoe
from houseway.rules.tape import ROWS, STOPPED

PACKETS_MAX = 16
PACKET_MAX = 8  # cards of one packet
DECK_MAX = 52
RENAMINGS = 24  # ways to name four suits
ENDS_MAX = 256  # ways through the tree of acts
PLAN_MAX = 1 << 16  # choices of one unit
SLOTS = 64  # different results of one wager
CARD_BITS = 6
NET_BITS = 40
NET_ZERO = 1 << (NET_BITS - 1)
NOBODY = 0
BEST, STRATEGY = range(2)  # the act that wins most, or the one that a plan takes

PACKETS, NAMES, CARDS, BESIDE, CHOICES, ENDS, NODES, ACTS, PLANNED = range(9)  # the words of `Layout.counts`
OK, OTHER_SHAPE, TOO_MANY_RESULTS, TOO_LARGE, PLAN_FULL = range(5)  # how a unit ended


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


class Cells(NamedTuple):
    """What has been counted: a cell a node, and the results that have come up."""

    value: Words  # [node] cents won by the wagers that choices look at
    money: Words  # [node] cents that they had in action
    action: Words  # [node, wager] cents
    times: Words  # [node, wager, slot]; the last wager is the round
    slots: Words  # [wager, slot] which result
    used: Words  # [wager] slots in use
    plan_keys: Words  # [i] the cards seen, six bits each
    plan_nodes: Words
    plan_acts: Words
    said: Words  # [0] entries of the plan [1] deals walked [2] plays


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


def new_cells(wagers: int) -> Cells:
    nodes = NODES_MAX + 1  # the last is what a plan came to
    return Cells(
        words(nodes), words(nodes), words(nodes, wagers), words(nodes, wagers + 1, SLOTS), words(wagers + 1, SLOTS),
        words(wagers + 1), words(PLAN_MAX), words(PLAN_MAX), words(PLAN_MAX), words(3),
    )  # fmt: skip


def new_state() -> State:
    rows = PACKETS_MAX + 1
    return State(
        words(rows, PACKET_MAX), words(rows, DECK_MAX), words(rows), words(rows, PACKET_MAX), words(rows, RENAMINGS),
        words(rows), words(rows), words(PACKET_MAX), words(DECK_MAX),
    )  # fmt: skip


def play(rules: Any, shoe: Shoe, decide: Any, plan: Any, felt: Felt) -> None:
    """Stands for the game; `compiled` swaps it."""
    raise NotImplementedError


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


def unit(
    rules: Any,
    shoe: Shoe,
    script: Script,
    felt: Felt,
    layout: Layout,
    state: State,
    cells: Cells,
    first: Words,
    mode: int,
) -> int:
    """All deals that begin with this first packet."""
    packets = layout.counts[PACKETS]
    begin(layout, state)
    for i in range(layout.sizes[0]):
        state.cards[0, i] = first[i]
    is_least(layout, state, 0)
    lay(layout, state, shoe, 0, 1)
    packet = 1
    if packets > 1:
        open_packet(layout, state, 1)
    while packet > 0:
        if packet == packets:
            fault = deal_out(rules, shoe, script, felt, layout, state, cells)
            if fault:
                return fault
            more = False
        elif is_least(layout, state, packet):
            lay(layout, state, shoe, packet, 1)
            packet += 1
            if packet < packets:
                open_packet(layout, state, packet)
            continue
        else:
            more = turn_packet(layout, state, packet)
        while not more and packet > 0:  # this packet has been laid in every way: decide what waited for it
            fault = decide_after(rules, shoe, script, felt, layout, state, cells, packet, mode)
            if fault:
                return fault
            packet -= 1
            if packet > 0:
                lay(layout, state, shoe, packet, 0)
                more = turn_packet(layout, state, packet)
    return OK


def deal_out(rules: Any, shoe: Shoe, script: Script, felt: Felt, layout: Layout, state: State, cells: Cells) -> int:
    """One deal, acted in every way."""
    card = 0
    for i in range(layout.counts[BESIDE]):
        while state.used[layout.deck[card]]:
            card += 1
        shoe.cards[layout.beside[i]] = layout.deck[card]
        card += 1
    weight = state.weight[layout.counts[PACKETS]]
    script.at[FOLLOWS] = 0
    for end in range(layout.counts[ENDS]):
        for i in range(layout.counts[CHOICES]):
            script.acts[i] = layout.acts[end, i]
        one_play(rules, shoe, script, felt)
        if felt.tape_at[STOPPED] or script.at[NODE] != layout.ends[end] or shoe.at[NEXT] != layout.drawn[end]:
            return OTHER_SHAPE
        fault = tally(felt, layout, cells, layout.ends[end], weight)
        if fault:
            return fault
    cells.said[1] += 1
    cells.said[2] += layout.counts[ENDS]
    return OK


def one_play(rules: Any, shoe: Shoe, script: Script, felt: Felt) -> None:
    shoe.at[NEXT] = 0
    shoe.at[DRY] = 0
    script.at[NODE] = 0
    script.at[CHOICE] = 0
    script.at[FAULT] = 0
    clear(felt)
    felt.tape_at[ROWS] = script.begins[0]
    play(rules, shoe, NOBODY, script, felt)


def tally(felt: Felt, layout: Layout, cells: Cells, node: int, weight: int) -> int:
    """Add the results of a play to its end."""
    wagers = felt.net.shape[1]
    total, money, won = 0, 0, 0
    for wager in range(wagers):
        outcome = felt.outcome[1, wager]
        if outcome == UNSETTLED and felt.wagers[1, wager] > 0:
            outcome = TAKEN_BACK
        net = felt.net[1, wager]
        if not layout.aside[wager]:
            total += net
            money += felt.action[1, wager]
            won |= net > 0
        cells.action[node, wager] += weight * felt.action[1, wager]
        fault = count_result(cells, node, wager, outcome + 1, net, weight)
        if fault:
            return fault
    if abs(total) > layout.net_max[0] or money > layout.net_max[0]:
        return TOO_LARGE
    cells.value[node] += weight * total
    cells.money[node] += weight * money
    return count_result(cells, node, wagers, won, total, weight)


def count_result(cells: Cells, node: int, wager: int, outcome: int, net: int, weight: int) -> int:
    """`weight` deals more with this result."""
    key = (outcome << NET_BITS) + net + NET_ZERO
    slot = 0
    used = cells.used[wager]
    while slot < used and cells.slots[wager, slot] != key:
        slot += 1
    if slot == used:
        if used == SLOTS:
            return TOO_MANY_RESULTS
        cells.slots[wager, slot] = key
        cells.used[wager] = used + 1
    cells.times[node, wager, slot] += weight
    return OK


def decide_after(
    rules: Any,
    shoe: Shoe,
    script: Script,
    felt: Felt,
    layout: Layout,
    state: State,
    cells: Cells,
    packet: int,
    mode: int,
) -> int:
    """Decide every choice whose cards to come have all been laid now, the last first."""
    choice = layout.decided_at[packet]
    while choice > layout.decided_from[packet]:
        choice -= 1
        if mode == STRATEGY:
            if choice == layout.counts[CHOICES] - 1:
                return follow_all(rules, shoe, script, felt, layout, state, cells)
        else:
            for node in range(layout.counts[NODES]):
                if layout.depth[node] == choice and script.offers[node]:
                    fault = take_best(script, layout, state, cells, node, choice)
                    if fault:
                        return fault
    return OK


def take_best(script: Script, layout: Layout, state: State, cells: Cells, node: int, choice: int) -> int:
    """The act that wins most; of equals the one with less money in action, and of those the first."""
    best, its_act = -1, 0
    for act in range(layout.counts[ACTS]):
        child = script.child[node, act]
        if child >= 0:
            better = best < 0 or cells.value[child] > cells.value[best]
            if not better and cells.value[child] == cells.value[best]:
                better = cells.money[child] < cells.money[best]
            if better:
                best, its_act = child, act
    add_cell(cells, best, node)
    for act in range(layout.counts[ACTS]):
        if script.child[node, act] >= 0:
            empty_cell(cells, script.child[node, act])
    i = cells.said[0]
    if layout.counts[PLANNED]:
        if i == len(cells.plan_keys):
            return PLAN_FULL
        key = 1
        for packet in range(layout.seen[choice]):
            for k in range(layout.sizes[packet]):
                key = key << CARD_BITS | state.cards[packet, k]
        cells.plan_keys[i] = key
        cells.plan_nodes[i] = node
        cells.plan_acts[i] = its_act
        cells.said[0] = i + 1
    return OK


def add_cell(cells: Cells, source: int, target: int) -> None:
    cells.value[target] += cells.value[source]
    cells.money[target] += cells.money[source]
    for wager in range(cells.action.shape[1]):
        cells.action[target, wager] += cells.action[source, wager]
    for wager in range(cells.used.shape[0]):
        for slot in range(cells.used[wager]):
            cells.times[target, wager, slot] += cells.times[source, wager, slot]


def empty_cell(cells: Cells, node: int) -> None:
    cells.value[node] = 0
    cells.money[node] = 0
    for wager in range(cells.action.shape[1]):
        cells.action[node, wager] = 0
    for wager in range(cells.used.shape[0]):
        for slot in range(cells.used[wager]):
            cells.times[node, wager, slot] = 0


def follow_all(rules: Any, shoe: Shoe, script: Script, felt: Felt, layout: Layout, state: State, cells: Cells) -> int:
    """What a plan does with the cards seen at the last choice: by every name of the suits, in every order of a packet.

    So nothing is taken for granted of a plan but that it looks only at what its seat sees.
    """
    script.at[FOLLOWS] = 1
    packets = layout.seen[layout.counts[CHOICES] - 1]
    orders = 1
    for packet in range(packets):
        for i in range(2, layout.sizes[packet] + 1):
            orders *= i
    for name in range(layout.counts[NAMES]):
        for order in range(orders):
            lay_seen(layout, state, shoe, packets, name, order)
            one_play(rules, shoe, script, felt)
            if script.at[FAULT] or felt.tape_at[STOPPED]:
                return OTHER_SHAPE
            add_cell(cells, script.at[NODE], layout.counts[NODES])
    for end in range(layout.counts[ENDS]):
        empty_cell(cells, layout.ends[end])
    for card in range(DECK_MAX):  # back to where the walk is
        state.used[card] = 0
    for packet in range(packets):
        lay(layout, state, shoe, packet, 1)
    script.at[FOLLOWS] = 0
    return OK


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
