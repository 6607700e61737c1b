"""Two worlds that one viewer cannot tell apart: the same round with every card that the viewer does not see permuted.

What a viewer does not see: cards face down, other players' own cards, the rest of the shoe. One thing hidden is told by
the rules themselves: when the dealer has looked under the up card and says that it is no blackjack, the card under it
stays one that makes none.
"""

import random
from collections.abc import Sequence
from typing import Any

from houseway.games.edition import edition_of
from houseway.house.chosen_by import BY_PLAYER
from houseway.house.round import TableRound
from houseway.house.table import Table
from houseway.rules.blackjack import make_natural
from houseway.rules.choice import acts_in
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.shapes import Words
from houseway.rules.tape import DEAL, FACE_DOWN, FACE_OWN, FACE_UP, HAND, SAY, SAY_CHECKED, SEAT, TURN, VERB, A, B

COMMITMENT, KEY = "c" * 64, "0" * 64  # a commitment depends on the hidden cards, through a key nobody knows: held fixed


def dealt(table: Table, order: Sequence[int], wagers: Sequence[dict[str, int]], owners: Sequence[str]) -> Table:
    """A copy of the table with a round dealt from this order."""
    made = table.copy()
    cycle = made.cycles + 1
    shuffled = {"cycle": cycle, "mode": "", "order": bytes(order).hex(), "key": KEY, "commitment": COMMITMENT}
    made.apply("shuffled", shuffled, made.at)
    edition = edition_of(made.game)
    body = {
        "round": made.rounds + 1, "cycle": cycle, "wagers": list(wagers), "owners": list(owners), "edition": edition,
    }  # fmt: skip
    made.apply("dealt", body, made.at)
    return made


def after(table: Table, acts: Sequence[int]) -> Table:
    """The table when these choices were made."""
    for act in acts:
        table.apply("chose", {"act": act, "by": BY_PLAYER}, table.at)
    return table


def random_acts(round_: TableRound, rng: random.Random, most: int) -> list[int]:
    """Legal choices up to so many, at random."""
    acts: list[int] = []
    while len(acts) < most and (wait := round_.pending) is not None:
        acts.append(rng.choice(acts_in(wait.options)))
        round_ = round_.after(acts[-1])
    return acts


def permuted(round_: TableRound, viewer: str, rng: random.Random) -> list[int]:
    """Another order of the cards that looks the same to the viewer so far."""
    order = list(round_.order)
    places = hidden_places(round_, viewer)
    hole = _hole_place(round_.now.tape) if _was_checked(round_.now.tape) else None
    while True:
        cards = [order[place] for place in places]
        rng.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            order[place] = card
        if hole is None or hole not in places or not _makes_blackjack(round_, order[hole]):
            return order


def hidden_places(round_: TableRound, viewer: str) -> list[int]:
    """Where in the order the cards lie that the viewer has not seen: told by how they were dealt, not by any view."""
    tape = round_.now.tape
    deals = tape[tape[:, VERB] == DEAL]
    assert deals[:, A].tolist() == list(round_.order[: len(deals)]), "cards are dealt in order, and every one is taped"
    places = [i for i, row in enumerate(deals) if _is_hidden(row, round_.owners, viewer)]
    for row in tape[tape[:, VERB] == TURN]:
        shown = [i for i in places if round_.order[i] == row[B] and deals[i][SEAT] == row[SEAT]]
        if shown:  # a card that the viewer held may be turned for the others
            places.remove(shown[0])
    return [*places, *range(round_.now.cards_drawn, len(round_.order))]


def _is_hidden(deal: Words, owners: Sequence[str], viewer: str) -> bool:
    if deal[B] == FACE_OWN:
        return not viewer or owners[deal[SEAT] - 1] != viewer
    return bool(deal[B] == FACE_DOWN)


def _was_checked(tape: Words) -> bool:
    return any(row[VERB] == SAY and row[A] == SAY_CHECKED for row in tape)


def _hole_place(tape: Words) -> int:
    """The dealer's card face down."""
    deals = tape[tape[:, VERB] == DEAL]
    (place,) = [i for i, row in enumerate(deals) if (row[SEAT], row[HAND]) == (HOUSE, DEALER) and row[B] == FACE_DOWN]
    return place


def _makes_blackjack(round_: TableRound, hole: int) -> bool:
    deals = round_.now.tape[round_.now.tape[:, VERB] == DEAL]
    (up,) = [int(row[A]) for row in deals if (row[SEAT], row[HAND]) == (HOUSE, DEALER) and row[B] == FACE_UP][:1]
    return make_natural(up, hole)


def seats_of(table: Table, people: Sequence[Any]) -> None:
    """Seat people, one a seat, with chips enough for anything."""
    for seat, person in enumerate(people, 1):
        body = {"player": person.id, "name": person.name, "seats": [seat], "bot": ""}
        table.apply("sat", body, table.at)
        table.accounts[f"player:{person.id}"] = 10_000_000
