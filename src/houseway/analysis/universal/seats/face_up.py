"""The edge by number of other seats whose cards are seen.

A deal is the player's cards and those of the others; what every act is worth then is counted over all cards that are
left to come, with the best play after it. All such deals are gone through where that is in reach; else some are dealt
by chance. What is averaged is only what seeing adds to the play of one who does not see, whose edge is exact: so a few
thousand deals tell it well.
"""

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

from houseway.analysis.exact.shared.less_cards import SeenGone
from houseway.analysis.universal.cost import PLAYS_A_SECOND, REACH_S, by_boards
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.seats.beside import cards_beside
from houseway.analysis.universal.seats.deals_done import DealsDone, DealsOf
from houseway.analysis.universal.seats.decided import Blind, decided_with
from houseway.analysis.universal.seats.gained import FaceUp, SightCost
from houseway.analysis.universal.seats.on_boards import BoardSight, SightStudy
from houseway.analysis.universal.seats.walked_in import BEGUN_S, CHOICE_S, dealt_in, walked_in
from houseway.analysis.universal.stops import walked_on
from houseway.analysis.universal.unfinished import work_key
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

DEALS = 2_000  # by chance
SEED = 2026
EXACT_S = 60  # of one core
KNOWN = ("rules", "bets", "shape", "reads", "alike", "numbers")  # of a question: what fewer cards do not change


class _Deal(NamedTuple):
    own: tuple[int, ...]  # by draw, as they are seen
    others: tuple[int, ...]


def face_up(
    game: Game,
    settings: Settings,
    seats: int,
    progress: Progress | None = None,
    *,
    deck: Sequence[int] | None = None,
    deals: int = DEALS,
    seed: int = SEED,
) -> list[FaceUp]:
    """One to so many other seats; the same deals by chance for each number, so that they compare."""
    asked = question(game, settings, deck)
    cards = [cards_beside(asked, each) for each in range(1, seats + 1)]
    if (cost := _cost(asked, cards, deals)).seconds > REACH_S:
        raise Refused(
            f"{game.title} with the cards of other seats seen is out of reach, with {cost}: ask for fewer seats, "
            f"{asked.to_try}"
        )
    if board := by_boards(asked):
        return SightStudy(asked, board, deals, seed, progress).found(_sights(cards))
    exact = [_seconds(asked, held) <= EXACT_S for held in cards]
    dealt = [
        list(_every(asked, held) if is_exact else _by_chance(asked, cards[-1], held, deals, seed))
        for held, is_exact in zip(cards, exact, strict=True)
    ]
    every, blind = [deal for each in dealt for deal in each], Blind(asked, walked_on(asked, None))
    parts = [
        DealsOf(number, held, [1] * len(each), is_exact)
        for number, (held, each, is_exact) in enumerate(zip(cards, dealt, exact, strict=True), 1)
    ]
    key = work_key(asked, f"{seats} seats seen, {deals} deals, seed {seed}", __name__)
    done = DealsDone(key, parts, progress)
    return done.go_through(lambda number: _gained(asked, every[number], blind), os.cpu_count() or 1)


def cost_of_sight(game: Game, settings: Settings, seats: int) -> SightCost:
    """What seeing the cards of one to so many other seats will take."""
    asked = question(game, settings)
    return _cost(asked, [cards_beside(asked, each) for each in range(1, seats + 1)], DEALS)


def dealer_up(game: Game, settings: Settings, sees: str, progress: Progress | None = None) -> list[FaceUp]:
    """Cards of the dealer seen, at a game of boards."""
    study, sight = _of_dealer(game, settings, sees, progress)
    if study is None:
        raise Refused(f"'{sees}' is not of the hidden cards of a game of boards")
    return study.found([sight])


def cost_of_dealer_up(game: Game, settings: Settings, sees: str) -> str:
    """'' where the game is no game of boards, or what is seen are not its hidden cards."""
    study, sight = _of_dealer(game, settings, sees)
    return str(study.cost([sight])) if study else ""


def _of_dealer(
    game: Game, settings: Settings, sees: str, progress: Progress | None = None
) -> tuple[SightStudy | None, BoardSight]:
    asked, wider = question(game, settings), question(game, settings, sees=sees)
    more = wider.shape.seen[0] - asked.shape.seen[0]
    board = by_boards(asked)
    if board is None or not more or not more <= set(board.hidden):
        return None, BoardSight()
    return SightStudy(asked, board, DEALS, SEED, progress), BoardSight(hidden=len(more))


def _cost(asked: Question, cards: Sequence[int], by_chance: int) -> SightCost:
    if board := by_boards(asked):
        return SightStudy(asked, board, by_chance, SEED).cost(_sights(cards))
    deals, seconds = 0, BEGUN_S + walked_in(asked)
    for held in cards:
        many = _deals(asked, held) if _seconds(asked, held) <= EXACT_S else by_chance
        deals += many
        seconds += many * asked.shape.choices * CHOICE_S + dealt_in(asked, many * _inner(asked, held))
    return SightCost(deals, _inner(asked, cards[0]), seconds)


def _sights(cards: Sequence[int]) -> list[BoardSight]:
    return [BoardSight(seats=seats, held=held) for seats, held in enumerate(cards, 1)]


def _seconds(asked: Question, held: int) -> float:
    """Of one core, to go through every deal."""
    return _deals(asked, held) * _inner(asked, held) * len(asked.ends) / PLAYS_A_SECOND


def _deals(asked: Question, held: int) -> int:
    """Of one's own cards and those of the others."""
    own, deck = len(asked.shape.seen[0]), len(asked.deck)
    return comb(deck, own) * comb(deck - own, held)


def _inner(asked: Question, held: int) -> int:
    """Deals that are left then."""
    left = len(asked.deck) - len(asked.shape.seen[0]) - held
    sizes = [len(packet) for packet in asked.alike.packets[asked.seen[0] :]]
    if left < sum(sizes):
        raise Refused(f"{asked.game.title} has too few cards for so many seats")
    return prod(comb(left - sum(sizes[:i]), size) for i, size in enumerate(sizes))


def _every(asked: Question, held: int) -> Iterator[_Deal]:
    own = len(asked.shape.seen[0])
    for mine in combinations(asked.deck, own):
        left = [card for card in asked.deck if card not in mine]
        yield from (_Deal(mine, others) for others in combinations(left, held))


def _by_chance(asked: Question, most: int, held: int, deals: int, seed: int) -> Iterator[_Deal]:
    luck = random.Random(seed)
    own = len(asked.shape.seen[0])
    for _ in range(deals):
        dealt = luck.sample(asked.deck, own + most)
        yield _Deal(tuple(dealt[:own]), tuple(dealt[own : own + held]))


def _gained(asked: Question, deal: _Deal, blind: Blind) -> SeenGone:
    """What seeing adds with these cards, decision by decision."""
    found = decided_with(blind, without(asked, deal.others), deal.own)
    at = tuple((each.worth, each.changed) for each in found.decisions(asked.game.acts, asked.unit_cents))
    return SeenGone(Fraction(found.gain, found.deals * asked.unit_cents), at[0][1], at)


def without(asked: Question, cards: Sequence[int]) -> Question:
    """The same question with cards out of the deck; what is known of its rules stays known."""
    fewer = replace(asked, deck=tuple(card for card in asked.deck if card not in cards))
    fewer.__dict__.update({name: getattr(asked, name) for name in KNOWN})
    return fewer
