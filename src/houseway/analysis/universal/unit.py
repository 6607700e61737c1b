"""The compiled walk: every deal that differs, every way to act in it, and the best act of every choice on the way back.

A unit of work is all deals that begin with one first packet. When every packet that a choice does not see has been
laid, all that it can lead to is known: its best act is taken, and what that act came to goes up to the choice before.
So nothing is stored but one cell a node of the tree of acts.
"""

from typing import Any

from houseway.analysis.universal.node_cells import (
    OK,
    OTHER_SHAPE,
    PLAN_FULL,
    Cells,
    add_cell,
    empty_cell,
    tally,
)
from houseway.analysis.universal.packets import (
    ACTS,
    BESIDE,
    CARD_BITS,
    CHOICES,
    DECK_MAX,
    ENDS,
    NAMES,
    NODES,
    PACKETS,
    PLANNED,
    Layout,
    State,
    begin,
    is_least,
    lay,
    lay_seen,
    open_packet,
    turn_packet,
)
from houseway.analysis.universal.recalled import (
    LEARNING,
    NOT_KNOWN,
    OPEN,
    Recalled,
    add_class,
    add_waiting,
    class_of,
    learn,
    note_end,
)
from houseway.analysis.universal.watch import CHOICE, FAULT, FOLLOWS, NODE, Script
from houseway.rules.felt import Felt, clear
from houseway.rules.shapes import Words
from houseway.rules.shoe import DRY, NEXT, Shoe
from houseway.rules.tape import ROWS, STOPPED

NOBODY = 0
BEST, STRATEGY = range(2)  # the act that wins most, or the one that a plan takes


def play(rules: Any, shoe: Shoe, decide: Any, plan: Any, felt: Felt) -> None:
    """Stands for the game; `compiled` swaps it."""
    raise NotImplementedError


def unit(
    rules: Any,
    shoe: Shoe,
    script: Script,
    felt: Felt,
    layout: Layout,
    state: State,
    cells: Cells,
    recalled: Recalled,
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
            fault = deal_out(rules, shoe, script, felt, layout, state, cells, recalled)
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
            fault = decide_after(rules, shoe, script, felt, layout, state, cells, recalled, packet, mode)
            if fault:
                return fault
            packet -= 1
            if packet > 0:
                lay(layout, state, shoe, packet, 0)
                more = turn_packet(layout, state, packet)
    add_waiting(layout, cells, recalled)
    return OK


def deal_out(
    rules: Any,
    shoe: Shoe,
    script: Script,
    felt: Felt,
    layout: Layout,
    state: State,
    cells: Cells,
    recalled: Recalled,
) -> int:
    """One deal, acted in every way."""
    card = 0
    for i in range(layout.counts[BESIDE]):
        while state.used[layout.deck[card]]:
            card += 1
        shoe.cards[layout.beside[i]] = layout.deck[card]
        card += 1
    weight = state.weight[layout.counts[PACKETS]]
    cells.said[1] += 1
    if recalled.at[OPEN]:
        number = class_of(rules, shoe, recalled)
        if number != NOT_KNOWN:
            recalled.waiting[number] += weight
            return OK
    learning = recalled.at[OPEN] == LEARNING
    script.at[FOLLOWS] = 0
    for end in range(layout.counts[ENDS]):
        for i in range(layout.counts[CHOICES]):
            script.acts[i] = layout.acts[end, i]
        one_play(rules, shoe, script, felt)
        if felt.tape_at[STOPPED] or script.at[NODE] != layout.ends[end] or shoe.at[NEXT] != layout.drawn[end]:
            return OTHER_SHAPE
        if learning:
            fault = note_end(felt, layout, cells, recalled, end)
        else:
            fault = tally(felt, layout, cells, layout.ends[end], weight)
        if fault:
            return fault
    cells.said[2] += layout.counts[ENDS]
    if learning:
        add_class(layout, cells, recalled, learn(layout, recalled), weight)
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


def decide_after(
    rules: Any,
    shoe: Shoe,
    script: Script,
    felt: Felt,
    layout: Layout,
    state: State,
    cells: Cells,
    recalled: Recalled,
    packet: int,
    mode: int,
) -> int:
    """Decide every choice whose cards to come have all been laid now, the last first."""
    choice = layout.decided_at[packet]
    if choice > layout.decided_from[packet]:
        add_waiting(layout, cells, recalled)
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
    for act in range(layout.counts[ACTS]):
        child = script.child[node, act]
        if child >= 0 and cells.value[child] == cells.value[best]:
            cells.most[best] = max(cells.most[best], cells.most[child])
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
