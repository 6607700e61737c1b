"""What is to be proved: a game under its settings, a deck, what the player sees; and what is known of it beforehand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from houseway.analysis.universal.alike import Alike, alike_of, images_of
from houseway.analysis.universal.alone import verify_alone
from houseway.analysis.universal.asked import Asked
from houseway.analysis.universal.packets import (
    ACTS,
    BESIDE,
    CARDS,
    CHOICES,
    DECK_MAX,
    ENDS,
    ENDS_MAX,
    NAMES,
    NODES,
    PACKET_MAX,
    PACKETS,
    PACKETS_MAX,
    PLANNED,
    RENAMINGS,
    Layout,
)
from houseway.analysis.universal.reads import Reads, reads_of
from houseway.analysis.universal.shape import FAMILY, NODES_MAX, Acts, Shape, sees, shape_of, verify_kind
from houseway.analysis.universal.watch import CHOICES_MAX, Script, script_of, template_of
from houseway.games.game import Game, Settings
from houseway.rules.felt import Felt
from houseway.rules.refused import Refused
from houseway.rules.shapes import words

KEY_CARDS_MAX = 10  # cards that a choice may see and still have a number


@dataclass(frozen=True)
class Question(Asked):
    sees: str = ""  # what the player sees beside what the rules show
    merged: bool = True  # False: nothing is taken for alike, for tests

    @cached_property
    def shape(self) -> Shape:
        shape = shape_of(self.game, self.settings, self.bets, list(self.deck))
        return sees(shape, self.sees) if self.sees else shape

    @cached_property
    def reads(self) -> Reads:
        return reads_of(self.game.play) if self.merged else Reads(otherwise="nothing is taken for alike")

    @cached_property
    def alike(self) -> Alike:
        return alike_of(self.rules, self.shape, self.reads, self.deck)

    @cached_property
    def numbers(self) -> dict[Acts, int]:
        """Nodes of the tree of acts."""
        return template_of(self.shape)[2]

    @cached_property
    def deals(self) -> int:
        """All deals, a packet being a set of cards."""
        left, deals = len(self.deck), 1
        for packet in self.alike.packets:
            deals *= math.comb(left, len(packet))
            left -= len(packet)
        return deals

    @cached_property
    def seen(self) -> tuple[int, ...]:
        """By choice: how many packets it sees."""
        steps = [self.shape.step(packet[0]) for packet in self.alike.packets]
        return tuple(sum(step <= choice for step in steps) for choice in range(self.shape.choices))

    @cached_property
    def orders(self) -> int:
        """Ways to order the packets that the last choice sees, under all names of the suits."""
        last = self.seen[-1] if self.seen else 0
        return len(self.alike.names) * math.prod(math.factorial(len(each)) for each in self.alike.packets[:last])

    @cached_property
    def ends(self) -> list[Acts]:
        return [acts for acts in self.numbers if not self.shape.nodes[acts].options]

    def planned(self) -> bool:
        """Whether every choice has a number."""
        cards = [sum(len(each) for each in self.alike.packets[:many]) for many in self.seen]
        return max(cards, default=0) <= KEY_CARDS_MAX

    def verify(self) -> None:
        """Refuse what the walk has no room for, in one sentence."""
        title = self.game.title
        verify_kind(self.game, self.settings, self.deck)
        if 0 in self.seen:
            raise Refused(f"{title} asks for a choice before its player has seen a card: {FAMILY}")
        sizes = [len(packet) for packet in self.alike.packets]
        if (
            len(sizes) > PACKETS_MAX
            or max(sizes, default=0) > PACKET_MAX
            or self.shape.choices > CHOICES_MAX
            or len(self.ends) > ENDS_MAX
        ):
            raise Refused(f"{title} has more cards or choices in a round than the proof from play has room for")
        verify_alone(self.game, self.settings)

    def layout(self, *, planned: bool) -> Layout:
        packets, choices = self.alike.packets, self.shape.choices
        made = Layout(
            words(DECK_MAX), words(RENAMINGS, DECK_MAX), words(PACKETS_MAX), words(PACKETS_MAX, PACKET_MAX),
            words(DECK_MAX), words(PACKETS_MAX + 1), words(PACKETS_MAX + 1), words(CHOICES_MAX), words(9),
            words(ENDS_MAX), words(ENDS_MAX, CHOICES_MAX), words(ENDS_MAX), words(NODES_MAX), words(len(self.aside)),
            words(1),
        )  # fmt: skip
        made.deck[: len(self.deck)] = self.deck
        made.images[: len(self.alike.names)] = images_of(self.alike.names)
        for i, packet in enumerate(packets):
            made.sizes[i] = len(packet)
            made.draws[i, : len(packet)] = packet
        made.beside[: len(self.alike.beside)] = self.alike.beside
        for packet_number in range(len(packets) + 1):
            waiting = [choice for choice, many in enumerate(self.seen) if many == packet_number]
            made.decided_at[packet_number] = waiting[-1] + 1 if waiting else 0
            made.decided_from[packet_number] = waiting[0] if waiting else 0
        made.seen[:choices] = self.seen
        for word, number in (
            (PACKETS, len(packets)), (NAMES, len(self.alike.names)), (CARDS, len(self.deck)),
            (BESIDE, len(self.alike.beside)), (CHOICES, choices), (ENDS, len(self.ends)), (NODES, len(self.numbers)),
            (ACTS, len(self.game.acts)), (PLANNED, int(planned)),
        ):  # fmt: skip
            made.counts[word] = number
        for i, acts in enumerate(self.ends):
            made.ends[i] = self.numbers[acts]
            made.acts[i, : len(acts)] = acts
            made.drawn[i] = self.shape.nodes[acts].drawn
        for acts, number in self.numbers.items():
            made.depth[number] = len(acts)
        made.aside[:] = self.aside
        made.net_max[0] = (1 << 62) // (self.deals * self.orders)
        return made

    def script(self, plan: Any) -> Script:
        _, begins, numbers = template_of(self.shape)
        return script_of(self.shape, begins, numbers, plan)

    def felt(self) -> Felt:
        felt = self.game.felt(1, taped=False)
        felt = felt._replace(tape=template_of(self.shape)[0])
        place = {name: i for i, name in enumerate(self.game.wagers)}
        felt.players[1] = 1
        for name, cents in self.bets.items():
            felt.wagers[1, place[name]] = cents
        return felt


def question(
    game: Game, settings: Settings, deck: Sequence[int] | None = None, sees: str = "", *, merged: bool = True
) -> Question:
    """Ask for a game; what cannot be proved from its play is refused."""
    asked = Question(game, settings, tuple(sorted(game.deck(settings) if deck is None else deck)), sees, merged)
    asked.verify()
    return asked
