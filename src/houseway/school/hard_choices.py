"""A player's hard choices as questions of the school: which act is best here?

Kinds are made from what a choice is about: the acts that are offered, how many community cards lie open, and whether
the player holds a pair. They are named by these (`choice.fold.play`, `choice.bet_one.fold.open2.pair`), so that a kind
can be asked for again, in any game that has choices.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from houseway.analysis.drills import CLOSE, EVEN, Drill, find_drill
from houseway.analysis.hints import Advisor, Hint
from houseway.engine.scene import scene
from houseway.games.game import Game
from houseway.games.words import listed
from houseway.rules.cards import UNSEEN, rank
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.school.drills.asking import changed_options
from houseway.school.question import EASY, HARD, MIDDLING, Choose, Question, rows_of

CHOICE = "choice"  # of whatever kind
APART, OPEN, PAIR = ".", "open", "pair"
WAYS, WAYS_MIN = "ways", 8  # more acts than this are ways to set a hand
TRIES = 8  # seeds, to find a choice of the kind and the difficulty that are wanted
ASKS = "You hold this hand. What is the best choice?"


@dataclass(frozen=True)
class HardChoice:
    """The question, and what its acts are worth."""

    question: Question
    ranked: tuple[Hint, ...]
    unit_cents: int

    def lost_cents(self, act: str) -> int:
        """What an act gives up on average."""
        worth = next(hint.value for hint in self.ranked if hint.name == act)
        return round((self.ranked[0].value - worth) * self.unit_cents)

    @property
    def values(self) -> list[dict[str, Any]]:
        return [{"act": hint.name, "value": hint.value} for hint in self.ranked]


def ask_choice(
    advisor: Advisor, seed: int, wanted: str = CHOICE, avoid: Collection[str] = (), difficulty: int = 0
) -> tuple[int, HardChoice]:
    """A hard choice of the kind and the difficulty (0: any) that are wanted, and the seed that it comes from.

    Where none comes up soon, a fresh one that fits best.
    """
    found: list[tuple[bool, bool, bool, int, HardChoice]] = []
    for number in range(seed, seed + TRIES):
        choice = choice_of(advisor, number)
        question = choice.question
        misfits = (
            question.id in avoid,
            wanted not in (CHOICE, question.kind),
            difficulty not in (0, question.difficulty),
        )
        if not any(misfits):
            return number, choice
        found.append((*misfits, number, choice))
    *_, number, choice = min(found, key=lambda each: each[:4])
    return number, choice


def choice_of(advisor: Advisor, seed: int) -> HardChoice:
    """The hard choice of a seed."""
    drill, game = find_drill(advisor, seed), advisor.game
    ways = Choose(tuple((hint.name, _title(game, hint.name)) for hint in _as_listed(drill)))
    question = Question(
        kind=kind_of(drill),
        game=game.slug,
        options=dict(changed_options(game, advisor.settings)),
        tape=rows_of(drill.tape.tolist()),
        seat=drill.seat,
        hand=drill.hand,
        asks=ASKS,
        form=ways,
        right=drill.ranked[0].name,
        because=_because(game, drill),
        difficulty=_difficulty(drill),
    )
    return HardChoice(question, drill.ranked, drill.wagers[advisor.base])


def is_choice(kind: str) -> bool:
    """Whether a kind of question is a player's."""
    return kind.partition(APART)[0] == CHOICE


def kind_of(drill: Drill) -> str:
    lying = scene(drill.tape)
    acts = [hint.name for hint in _as_listed(drill)]
    community = lying.cards_of((HOUSE, COMMUNITY)) if (HOUSE, COMMUNITY) in lying.hands else []
    shown = sum(card != UNSEEN for card in community)
    own = [rank(card) for card in lying.cards_of((drill.seat, drill.hand)) if card != UNSEEN]
    paired = len(set(own)) < len(own)
    named = acts if len(acts) < WAYS_MIN else [WAYS]
    return APART.join([CHOICE, *named, *([f"{OPEN}{shown}"] if shown else []), *([PAIR] if paired else [])])


def kind_title(game: Game, kind: str) -> str:
    """A kind of choice in words."""
    _, *parts = kind.split(APART)
    acts = [_title(game, part) for part in parts if part in game.acts]
    said = listed(acts, "or") if acts else "Hard choices" if kind == CHOICE else "How to set the hand"
    shown = next((part.removeprefix(OPEN) for part in parts if part.startswith(OPEN)), "")
    cards = f", {shown} community card{'' if shown == '1' else 's'} open" if shown else ""
    return f"{said}{cards}{', with a pair' if parts[-1:] == [PAIR] else ''}"


def _title(game: Game, act: str) -> str:
    return next(each.title for each in game.sheet.acts if each.name == act)


def _as_listed(drill: Drill) -> list[Hint]:
    """In the order of the game's acts, which tells nothing."""
    return sorted(drill.ranked, key=lambda hint: hint.act)


def _difficulty(drill: Drill) -> int:
    lead = drill.ranked[0].value - drill.ranked[1].value
    if drill.basic_errs or lead < CLOSE / 3:
        return HARD
    return MIDDLING if lead < CLOSE else EASY


def _because(game: Game, drill: Drill) -> str:
    best, second = drill.ranked[:2]
    worth = [f"{_title(game, hint.name)} is worth {hint.value:+.3f} base bets on average" for hint in (best, second)]
    trap = " The written basic strategy errs here." if drill.basic_errs else ""
    assert best.value - second.value > EVEN
    return f"{worth[0]}; {worth[1]}.{trap}"
