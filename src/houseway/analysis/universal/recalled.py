"""Deals that are alike in all that leaf rules say of them are played once, and recalled.

Where the rules read cards through leaf rules alone (`reads`), a round is nothing but what those say. So a deal whose
leaf rules say what they said of another comes to the same after every sequence of acts: it is looked up, and counted
with that one. Deals that come to the same are of one class; a class is added to the cells when a choice is decided.
"""

from collections.abc import Callable
from functools import cache
from numbers import Integral
from typing import Any, NamedTuple

from houseway.analysis.universal.node_cells import OK, TOO_LARGE, TOO_MANY_RESULTS, Cells, slot_of
from houseway.analysis.universal.packets import ENDS, Layout
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.reads import LeafSaid, Read
from houseway.rules.felt import TAKEN_BACK, UNSETTLED, Felt
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import Shoe

PLACES = 1 << 15  # of the table of what was said; a power of two
HELD_MAX = PLACES // 2
CLASSES_MAX = 512
CALLS_MAX = 4
CARDS_MAX = 8  # of one leaf rule
WORTH_IT = 4  # a full table is asked on where it has answered so many times as often as it learned
FORGETTING_IS_WORTH_IT = 1  # ... and one that begins anew pays from here on
CLOSED, LEARNING, ANSWERING = range(3)  # what a table does; one that is full only answers

OPEN, HELD, CLASSES, ANSWERED, CALLS = range(5)  # the words of `Recalled.at`
NOT_KNOWN = -1


class Recalled(NamedTuple):
    said: Words  # [call] of leaf rules, of this deal
    draws: Words  # [call, card] where their cards come in the deal
    told: Words  # [place, call] what was said before
    of: Words  # [place] its class, and 1; 0: free
    value: Words  # [class, end] cents won by the wagers that choices look at
    money: Words  # [class, end] cents that they had in action
    action: Words  # [class, end, wager]
    slots: Words  # [class, end, wager] the last wager is the round
    waiting: Words  # [class] deals that are not in the cells yet
    at: Words


def new_recalled(asked: Question) -> Recalled:
    heard = [] if sayer_of(asked) is say_nothing else asked.reads.said
    ends, wagers = len(asked.ends), len(asked.game.wagers)
    made = Recalled(
        words(CALLS_MAX), words(CALLS_MAX, CARDS_MAX), words(PLACES, CALLS_MAX), words(PLACES),
        words(CLASSES_MAX + 1, ends), words(CLASSES_MAX + 1, ends), words(CLASSES_MAX + 1, ends, wagers),
        words(CLASSES_MAX + 1, ends, wagers + 1), words(CLASSES_MAX), words(5),
    )  # fmt: skip
    for i, said in enumerate(heard):
        places = said.read.places
        made.draws[i, : len(places)] = [asked.shape.places.index(place) for place in places]
    made.at[OPEN], made.at[CALLS] = LEARNING if heard else CLOSED, len(heard)
    return made


# --- what leaf rules say ---

Sayer = Callable[[Any, Shoe, Words, Words], None]


def say_all(rules: Any, shoe: Shoe, draws: Words, said: Words) -> None:
    """Stands for the leaf rules of a game; `compiled` swaps it."""
    raise NotImplementedError


def say_nothing(rules: Any, shoe: Shoe, draws: Words, said: Words) -> None:
    """Of a game whose rules read cards otherwise: every deal is played."""


def sayer_of(asked: Question) -> Sayer:
    """What asks every leaf rule that a round asks, written out from what was read off its source."""
    reads = asked.reads
    dealt = all(place in asked.shape.places for call in reads.calls for place in call.places)
    if reads.otherwise or not dealt or not 0 < len(reads.said) <= CALLS_MAX:
        return say_nothing
    if not all(len(each.read.places) <= CARDS_MAX and hears_a_number(asked, each) for each in reads.said):
        return say_nothing
    return _written(tuple(reads.said))


def hears_a_number(asked: Question, said: LeafSaid) -> bool:
    return says_a_number(asked, said.read) and (
        said.made_by is None or isinstance(said.made_by(_said_of_some_cards(asked, said.read)), Integral)
    )


def says_a_number(asked: Question, call: Read) -> bool:
    return isinstance(_said_of_some_cards(asked, call), Integral)


def _said_of_some_cards(asked: Question, call: Read) -> Any:
    first = asked.rules
    for name in call.first.split(".")[1:]:
        first = getattr(first, name)
    cards = asked.deck[: len(call.places)]
    return call.leaf(first, *cards) if call.first else call.leaf(*cards)


@cache
def _written(heard: tuple[LeafSaid, ...]) -> Sayer:
    lines = ["def say_leaves(rules, shoe, draws, said):"]
    names: dict[str, Any] = {"__name__": __name__}
    for i, (call, made_by) in enumerate((each.read, each.made_by) for each in heard):
        cards = [f"shoe.cards[draws[{i}, {k}]]" for k in range(len(call.places))]
        told = f"leaf_{i}({', '.join([call.first, *cards] if call.first else cards)})"
        lines.append(f"    said[{i}] = {f'made_by_{i}({told})' if made_by else told}")
        names |= {f"leaf_{i}": call.leaf, f"made_by_{i}": made_by}
    exec(compile("\n".join(lines), __file__, "exec"), names)
    written: Sayer = names["say_leaves"]
    return written


# --- in the walk ---


def class_of(rules: Any, shoe: Shoe, recalled: Recalled) -> int:
    """The class of the deal, or NOT_KNOWN."""
    say_all(rules, shoe, recalled.draws, recalled.said)
    number = recalled.of[place_of(recalled)] - 1
    if number >= 0:
        recalled.at[ANSWERED] += 1
    return number  # type: ignore[no-any-return]


def place_of(recalled: Recalled) -> int:
    """Where what was said stands in the table, or a free place for it."""
    calls = recalled.at[CALLS]
    key = 0
    for i in range(calls):
        key = (key * 0x9E3779B1 + recalled.said[i]) & 0x7FFFFFFF  # so that no product leaves 64 bits
    place = (key ^ key >> 16) & (PLACES - 1)
    while recalled.of[place] and not is_told(recalled, place):
        place = (place + 1) & (PLACES - 1)
    return place


def is_told(recalled: Recalled, place: int) -> bool:
    for i in range(recalled.at[CALLS]):
        if recalled.told[place, i] != recalled.said[i]:
            return False
    return True


def note_end(felt: Felt, layout: Layout, cells: Cells, recalled: Recalled, end: int) -> int:
    """What a play came to, as the class that would be the next."""
    wagers = felt.net.shape[1]
    number = recalled.at[CLASSES]
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
        recalled.action[number, end, wager] = felt.action[1, wager]
        slot = slot_of(cells, wager, outcome + 1, net)
        if slot < 0:
            return TOO_MANY_RESULTS
        recalled.slots[number, end, wager] = slot
    if abs(total) > layout.net_max[0] or money > layout.net_max[0]:
        return TOO_LARGE
    slot = slot_of(cells, wagers, won, total)
    if slot < 0:
        return TOO_MANY_RESULTS
    recalled.slots[number, end, wagers] = slot
    recalled.value[number, end] = total
    recalled.money[number, end] = money
    return OK


def learn(layout: Layout, recalled: Recalled) -> int:
    """The class of the deal that was just played, kept with what was said of it."""
    at = recalled.at
    number = 0
    while number < at[CLASSES] and not comes_to_the_same(layout, recalled, number):
        number += 1
    if number == CLASSES_MAX:  # there is room for one more, which is counted at once and forgotten
        stop_learning(recalled)
        return number
    if number == at[CLASSES]:
        at[CLASSES] += 1
    place = place_of(recalled)
    recalled.of[place] = number + 1
    for i in range(at[CALLS]):
        recalled.told[place, i] = recalled.said[i]
    at[HELD] += 1
    if at[HELD] == HELD_MAX:
        forget_or_stop(recalled)
    return number


def stop_learning(recalled: Recalled) -> None:
    at = recalled.at
    at[OPEN] = ANSWERING if at[ANSWERED] >= WORTH_IT * at[HELD] else CLOSED


def forget_or_stop(recalled: Recalled) -> None:
    """A full table that was worth it begins anew: what comes next says other things."""
    at = recalled.at
    if at[ANSWERED] < FORGETTING_IS_WORTH_IT * at[HELD]:
        at[OPEN] = CLOSED
        return
    for place in range(PLACES):
        recalled.of[place] = 0
    at[HELD] = 0
    at[ANSWERED] = 0


def comes_to_the_same(layout: Layout, recalled: Recalled, number: int) -> bool:
    new = recalled.at[CLASSES]
    for end in range(layout.counts[ENDS]):
        for wager in range(recalled.slots.shape[2]):
            if recalled.slots[number, end, wager] != recalled.slots[new, end, wager]:
                return False
        for wager in range(recalled.action.shape[2]):
            if recalled.action[number, end, wager] != recalled.action[new, end, wager]:
                return False
    return True


def add_waiting(layout: Layout, cells: Cells, recalled: Recalled) -> None:
    """Every class goes into the cells, with the deals that wait."""
    for number in range(recalled.at[CLASSES]):
        if recalled.waiting[number]:
            add_class(layout, cells, recalled, number, recalled.waiting[number])
            recalled.waiting[number] = 0


def add_class(layout: Layout, cells: Cells, recalled: Recalled, number: int, weight: int) -> None:
    for end in range(layout.counts[ENDS]):
        node = layout.ends[end]
        cells.value[node] += weight * recalled.value[number, end]
        cells.money[node] += weight * recalled.money[number, end]
        cells.most[node] += weight * recalled.money[number, end]
        for wager in range(recalled.action.shape[2]):
            cells.action[node, wager] += weight * recalled.action[number, end, wager]
        for wager in range(recalled.slots.shape[2]):
            cells.times[node, wager, recalled.slots[number, end, wager]] += weight
