"""What the acts of a first choice are worth: kept, because counting them is counting every board.

For our own games they ship, by the choices' own rules: a paytable that no choice looks at leaves them as they are.
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from hashlib import sha256
from math import comb

import numpy as np

from houseway.analysis.computed_by import computed_by
from houseway.analysis.exact.shared.places import SHIPPED, kept
from houseway.analysis.universal.boards.board_steps import VALUE, Steps
from houseway.analysis.universal.boards.card_sets import CardSets, card_sets
from houseway.analysis.universal.boards.common_board import CommonBoard
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.every_lot import lots_of
from houseway.analysis.universal.boards.own_hands import ALL_HANDS, Lot, lots_by_family, places_of
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.unfinished import work_key
from houseway.rules.choice import acts_in

Worths = Mapping[int, list[int]]  # [act][hand] cents over all deals beside those cards and the first of the board


def first_worths(asked: Question, board: CommonBoard, cards: Mapping[int, int]) -> list[tuple[int, Fraction]]:
    """Acts with what the wagers that choices look at win on average, in units of one bet, the best first."""
    place = places_of(np.sort([[cards[draw] for draw in board.own]]))[0]
    many, steps = lots_of(asked, board), Steps(asked, board)
    worths = shipped_first(asked, steps) if many == 1 else None
    lot = lot_with(steps, place, many)
    worths = worths or _kept(asked, lot)
    if worths is None and many > 1:  # its own family is enough
        lot = lot_with(steps, place, comb(len(asked.deck), board.held))
        worths = _kept(asked, lot)
    every = EveryBoard(asked, board, lot=lot)
    if worths is None:
        worths = keep_first(every)
    hand = every.steps.hands.number[place]
    deals = every.steps.deals(0) * asked.unit_cents
    found = [(act, Fraction(won[hand], deals)) for act, won in worths.items()]
    return sorted(found, key=lambda each: -each[1])


def lot_with(steps: Steps, place: int, many: int) -> Lot:
    """The lot in which a hand is."""
    families = _families(steps)
    return Lot(int(lots_by_family(families.weights, many)[families.number[place]]), many)


def keep_first(every: EveryBoard) -> Worths:
    """Counted, and kept for the next time where that can be; nothing, where the first choice sees some of the board."""
    if every.board.seen[0]:
        return {}
    every.choices.acts  # noqa: B018 - decides every later choice, whose worth comes to the first
    worth, tree = every.choices.worth(0, 0)[:, VALUE], every.steps.tree
    found = {act: worth[tree.slot[tree.child[0, act]]].tolist() for act in acts_in(int(tree.offers[0]))}
    path = kept() / f"{_key(every.asked, every.steps.lot)}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found))
    except OSError:
        pass
    return found


def _kept(asked: Question, lot: Lot = ALL_HANDS) -> Worths | None:
    try:
        return {int(act): won for act, won in json.loads((kept() / f"{_key(asked, lot)}.json").read_text()).items()}
    except (OSError, ValueError):
        return None


def _key(asked: Question, lot: Lot) -> str:
    return work_key(asked, f"first choice{lot}")


# --- shipped ---

STAMP, WORTHS = "computed_by", "worths"


def ship_first(asked_all: Iterable[tuple[Question, CommonBoard]]) -> None:
    """Write what the first acts of a game are worth, by every hand up to the names of suits."""
    found, slug, stamp = {}, "", ""
    for asked, board in asked_all:
        every = EveryBoard(asked, board)
        worths = _kept(asked) or keep_first(every)
        first = every.steps.hands.number[places_of(_families(every.steps).cards[:, : board.held])]
        found[choices_digest(asked)] = {act: [won[hand] for hand in first] for act, won in worths.items()}
        slug, stamp = asked.game.slug, computed_by(asked.game)
    if found:
        (SHIPPED / f"{slug}.first.json").write_text(json.dumps({STAMP: stamp, WORTHS: found}, sort_keys=True) + "\n")


def shipped_first(asked: Question, steps: Steps) -> Worths | None:
    """What ships for these choices, if these sources made it."""
    if asked.sees or asked.deck != tuple(sorted(asked.game.deck(asked.settings))):
        return None
    try:
        shipped = json.loads((SHIPPED / f"{asked.game.slug}.first.json").read_text())
    except OSError:
        return None
    found = shipped[WORTHS].get(choices_digest(asked))
    if found is None or shipped[STAMP] != computed_by(asked.game):
        return None
    number = _families(steps).number[places_of(steps.hands.cards)]
    return {int(act): np.array(won)[number].tolist() for act, won in found.items()}


def choices_digest(asked: Question) -> str:
    """The rules in force for the wagers that choices look at."""
    pays = asked.rules.pays.copy()
    pays[[i for i, is_aside in enumerate(asked.aside) if is_aside]] = 0
    made = sha256()
    for name, part in zip(type(asked.rules)._fields, asked.rules, strict=True):
        if name != "ranks":  # made from the sources alone
            made.update(name.encode() + np.asarray(pays if name == "pays" else part).tobytes())
    return made.hexdigest()[:16]


def _families(steps: Steps) -> CardSets:
    return card_sets(steps.asked.deck, steps.images.tobytes(), steps.board.held)
