"""Every kind of question, which of them come up in a game, and one of them by a seed."""

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import islice

from houseway.games.game import Game, Settings
from houseway.games.words import listed, said_again
from houseway.rules.refused import Refused
from houseway.school.drills import (
    dealer_draw,
    envy,
    house_way,
    naturals,
    next_card,
    pay,
    read_hand,
    settle_next,
    split_hands,
    stays_up,
    total,
    who_wins,
)
from houseway.school.drills.kind import Asks, Kind, Moment
from houseway.school.lots import ASKED, Lots
from houseway.school.planted import spot_error
from houseway.school.practice_round import PracticeRound, practice_rounds
from houseway.school.question import Choose, Question

ASK: tuple[Asks, ...] = (
    next_card, read_hand, house_way, total, dealer_draw, who_wins, pay, naturals, split_hands, stays_up, settle_next,
    envy, spot_error,
)  # fmt: skip
SAMPLE = 160  # rounds in which a kind must come up to be one of a game
SAMPLE_SEED = 0
LOOK, LOOK_MAX = 6, 40  # rounds among which a question is chosen, and how many are dealt to find them
ROUNDS_MAX = 2000  # one after another in which a question does not come up


@lru_cache(256)
def asks_of(game: Game, settings: Settings) -> tuple[Asks, ...]:
    """The kinds that come up in a sample of rounds under these settings, and have more than one answer there."""
    return tuple(asks for asks in ASK if _comes_up(asks, game, settings))


def kinds_of(game: Game, settings: Settings) -> tuple[Kind, ...]:
    return tuple(asks.KIND for asks in asks_of(game, settings))


def ask(game: Game, settings: Settings, kind: str, seed: int) -> Question:
    """A question of a kind: the same for the same seed, on any machine.

    Of the first rounds in which it comes up, every shade that they have is as likely as another.
    """
    asks = find_kind(game, settings, kind)
    shades: dict[Hashable, list[tuple[PracticeRound, Moment]]] = {}
    for dealt in _looked_at(asks, game, settings, seed):
        for moment in asks.moments(dealt):
            shades.setdefault(asks.shade(dealt, moment), []).append((dealt, moment))
    lots = Lots(seed, 0, ASKED)
    dealt, moment = lots.pick(lots.pick(list(shades.values())))
    return asks.question(dealt, moment, lots)


def _looked_at(asks: Asks, game: Game, settings: Settings, seed: int) -> Iterator[PracticeRound]:
    """The first rounds in which a question comes up; of a rare one, those among not too many."""
    for count, dealt in enumerate(_rounds_with(asks, game, settings, seed), 1):
        yield dealt
        if count == LOOK or dealt.number >= LOOK_MAX:
            return


def find_kind(game: Game, settings: Settings, kind: str) -> Asks:
    found = {asks.KIND.name: asks for asks in asks_of(game, settings)}
    if kind not in found:
        raise Refused(f"{game.title} has no question '{said_again(kind)}': there is {listed(list(found))}")
    return found[kind]


def questions(asks: Asks, game: Game, settings: Settings, seed: int) -> Iterator[Question]:
    """Questions of one kind, one a round of a seed in which it comes up, whatever its shade."""
    for dealt in _rounds_with(asks, game, settings, seed):
        lots = Lots(dealt.seed, dealt.number, ASKED)
        yield asks.question(dealt, lots.pick(asks.moments(dealt)), lots)


def _rounds_with(asks: Asks, game: Game, settings: Settings, seed: int) -> Iterator[PracticeRound]:
    since = 0
    for dealt in practice_rounds(game, settings, seed):
        since += 1
        if asks.moments(dealt):
            since = 0
            yield dealt
        if since == ROUNDS_MAX:
            raise Refused(f"no such question came up in {ROUNDS_MAX:,} rounds: take another seed")


def _comes_up(asks: Asks, game: Game, settings: Settings) -> bool:
    answers = set()
    for dealt in islice(practice_rounds(game, settings, SAMPLE_SEED), SAMPLE):
        for moment in asks.moments(dealt):
            found = asks.question(dealt, moment, Lots(dealt.seed, dealt.number, ASKED))
            answers.add(found.right)
            if len(answers) > 1 or not isinstance(found.form, Choose):
                return True
    return False
