"""What each act is worth with the cards that a player sees, under best play from there on."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from houseway.analysis.exact.shared.spot import Ranked, Ranker, Spot
from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.boards.first_choice import first_worths
from houseway.analysis.universal.cost import by_boards
from houseway.analysis.universal.count import kernel
from houseway.analysis.universal.node_cells import Cells, new_cells
from houseway.analysis.universal.packets import NAMES, PACKET_MAX, PACKETS, Layout, new_state
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.recalled import new_recalled, sayer_of
from houseway.analysis.universal.shape import SEAT_1, Acts
from houseway.analysis.universal.stops import told_when_stopped
from houseway.analysis.universal.unit import BEST
from houseway.analysis.universal.watch import NoPlan
from houseway.engine.packed import opened, packed
from houseway.games.game import Game, Settings
from houseway.rules.cards import cards_of
from houseway.rules.choice import acts_in
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import arranged_shoe

COMPILED_FROM = 1_000  # plays


def worths(asked: Question, node: Acts, cards: Mapping[int, int]) -> list[tuple[int, Fraction]]:
    """Acts with what the wagers that choices look at win on average, in units of one bet; `cards` by draw."""
    if not node and (board := by_boards(asked)) and not board.seen[0]:
        with told_when_stopped():
            return first_worths(asked, board, cards)
    cells, deals = dealt_out(asked, node, cards)
    acts = acts_in(asked.shape.nodes[node].options)
    found = [(act, int(cells.value[asked.numbers[(*node, act)]])) for act in acts]
    return sorted(((act, Fraction(won, deals * asked.unit_cents)) for act, won in found), key=lambda each: -each[1])


class LaidOut(NamedTuple):
    """A table at which some cards are seen: they are the first packet, and all that is left is dealt after them."""

    layout: Layout
    first: Words  # the cards of the first packet, in rising order
    packets: list[tuple[int, ...]]  # draws
    deals: int  # that are left


def laid_out(asked: Question, node: Acts, cards: Mapping[int, int], *, planned: bool = False) -> LaidOut:
    choice = len(node)
    many = asked.seen[choice]
    seen = sorted((card, draw) for draw, card in cards.items())
    layout = asked.layout(planned=planned)
    packets = [tuple(draw for _, draw in seen), *asked.alike.packets[many:]]
    layout.sizes[:], layout.draws[:] = 0, 0
    for i, packet in enumerate(packets):
        layout.sizes[i] = len(packet)
        layout.draws[i, : len(packet)] = packet
    layout.counts[PACKETS], layout.counts[NAMES] = len(packets), 1
    layout.images[:1] = images_of(((0, 1, 2, 3),))
    layout.decided_at[:], layout.decided_from[:] = 0, 0
    for packet_number in range(1, len(packets) + 1):
        waits = [c for c in range(choice + 1, asked.shape.choices) if asked.seen[c] - many + 1 == packet_number]
        if waits:
            layout.decided_at[packet_number], layout.decided_from[packet_number] = waits[-1] + 1, waits[0]
    layout.seen[choice : asked.shape.choices] = [each - many + 1 for each in asked.seen[choice:]]
    first = words(PACKET_MAX)
    first[: len(seen)] = [card for card, _ in seen]
    return LaidOut(layout, first, packets, _deals(len(asked.deck), [len(packet) for packet in packets]))


def dealt_out(asked: Question, node: Acts, cards: Mapping[int, int]) -> tuple[Cells, int]:
    """Every deal from a choice on, best play after it: the cells of the nodes after its acts, and how many deals."""
    laid = laid_out(asked, node, cards)
    is_long = laid.deals * len(asked.ends) > COMPILED_FROM
    of: Any = packed if is_long else _as_it_is
    cells, known = of(new_cells(len(asked.game.wagers))), of(new_recalled(asked))
    fault = kernel(asked.game.play, None, sayer_of(asked), is_long)(
        of(asked.rules), of(arranged_shoe(asked.deck)), of(asked.script(NoPlan())), of(asked.felt()), of(laid.layout),
        of(new_state()), cells, known, laid.first, BEST,
    )  # fmt: skip
    if fault:
        raise Refused(f"{asked.game.title}: a round goes another way with these cards")
    return opened(cells, Cells) if is_long else cells, laid.deals


def _as_it_is(value: Any) -> Any:
    return value


def _deals(deck: int, sizes: list[int]) -> int:
    left, deals = deck - sizes[0], 1
    for size in sizes[1:]:
        deals *= comb(left, size)
        left -= size
    return deals


def advise(game: Game, settings: Settings, text: str) -> list[tuple[str, Fraction]]:
    """Every act for the cards seen, in the order in which they are dealt: the first choice that sees so many."""
    asked = question(game, settings)
    try:
        held = cards_of(text)
    except ValueError as error:
        raise Refused(str(error)) from error
    sizes = [len(seen) for seen in asked.shape.seen]
    if len(held) not in sizes or len(set(held)) < len(held) or not set(held) <= set(asked.deck):
        many = " or ".join(str(size) for size in dict.fromkeys(sizes))
        raise Refused(f"'{text}' is nothing that one sees at a choice of {game.title}: write {many} different cards")
    choice = sizes.index(len(held))
    node = min(acts for acts, node in asked.shape.nodes.items() if len(acts) == choice and node.options)
    drawn = sorted(asked.shape.seen[choice])
    return [(game.acts[act], value) for act, value in worths(asked, node, dict(zip(drawn, held, strict=True)))]


def ranker(game: Game, settings: Settings) -> Ranker:
    """Hints at a live table."""
    asked = question(game, settings)

    def rank(spot: Spot) -> Ranked:
        node = node_at(asked, spot)
        return list(worths(asked, node, cards_seen(asked, node, spot)))

    return rank


def cards_seen(asked: Question, node: Acts, spot: Spot) -> dict[int, int]:
    """By draw."""
    return {draw: _card(spot, asked.shape.places[draw]) for draw in asked.shape.seen[len(node)]}


def _card(spot: Spot, place: tuple[int, int, int]) -> int:
    seat, hand, at = place
    if seat == SEAT_1:
        return spot.hands[hand][at]
    assert seat == HOUSE
    return spot.dealer[at] if hand == DEALER else spot.community[at]


def node_at(asked: Question, spot: Spot) -> Acts:
    """By what is offered and what is in action for each unit of the base bet."""
    fitting = [acts for acts, node in asked.shape.nodes.items() if node.options == spot.options]
    for acts in fitting:
        if asked.has_in_action(spot, asked.shape.nodes[acts].action):
            return acts
    if not fitting:
        raise Refused(f"{asked.game.title} has no such choice")
    return min(fitting)


def base_wager(game: Game) -> str:
    """The wager in whose size hints are told."""
    return next(wager.name for wager in game.sheet.wagers if wager.placed and not wager.aside and not wager.toke)
