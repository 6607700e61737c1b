"""Drills: hard choices only, dealt one at a time.

A choice is hard where players go wrong: where the best act is better than the next by little (but is better), or where
the written basic strategy misses it. Rounds are dealt to one seat and played on with the best act until such a choice
comes up; what is kept of a round is what its player sees. A game so plain that none is hard has its nearest ones asked.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256

from houseway.analysis.hints import Advisor, Hint
from houseway.analysis.solve import strategy_of
from houseway.engine.replay import Deal, Pending, Replay, replay
from houseway.engine.view import view
from houseway.games.betting import is_required
from houseway.games.game import Game, Settings
from houseway.rules.cards import UNSEEN, rank
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.shoe import seeded_order
from houseway.rules.tape import DEAL, SEAT, VERB, A

THE_SEAT = PLAYER = 1
BET_CENTS = 1_000
EVEN = 0.001  # of the base bet: acts nearer than this are both right
CLOSE = 0.035  # of the bets that the choice is about: acts nearer than this are hard to tell apart
ROUNDS_MAX = 300
BASIC = "basic"


@dataclass(frozen=True)
class Drill:
    """A hard choice as its player sees it."""

    id: str  # the same for the same cards but for their suits, where these change nothing
    tape: Words
    seat: int
    hand: int
    wagers: dict[str, int]
    ranked: tuple[Hint, ...]  # every legal act, the best first
    basic_errs: bool  # the written strategy chooses something worse


def find_drill(advisor: Advisor, seed: int, avoid: Collection[str] = ()) -> Drill:
    """The first hard choice in the rounds of a seed that is not among those to avoid."""
    game, settings = advisor.game, advisor.settings
    if not game.acts:
        raise Refused(f"nobody has a choice in {game.title}: there is nothing to drill")
    basic = strategy_of(game, BASIC, settings)
    nearest: Drill | None = None
    hard = False
    for number in range(ROUNDS_MAX):
        order = seeded_order(game.deck(settings), seed, number, endless=game.endless(settings))
        deal = Deal(game, settings, order, [_bets(game, settings, every=(seed + number) % 2 == 1)], [PLAYER])
        choices: list[int] = []
        while (now := replay(deal, choices)).pending is not None:
            ranked = advisor.rank(now, now.pending.seat, now.pending.hand, now.pending.options)
            errs = _gap(ranked, basic.act(now.felt, THE_SEAT, now.pending.hand, now.pending.options)) > EVEN
            if len(ranked) > 1 and (lead := _lead(ranked)) > EVEN:
                is_hard = errs or lead < CLOSE * _at_stake(game, deal)
                if is_hard or nearest is None or lead < _lead(nearest.ranked):
                    drill = _drill(deal, now, now.pending, ranked, errs)
                    if is_hard and drill.id not in avoid:
                        return drill
                    hard |= is_hard
                    nearest = nearest if drill.id in avoid else drill
            choices.append(ranked[0].act)
    if nearest and not hard:
        return nearest
    raise Refused("no hard choice came up that was not played yet: start the drill again")


def _bets(game: Game, settings: Settings, *, every: bool) -> dict[str, int]:
    """The bets that must be made, and in every second round also those others that a choice depends on."""
    own = [wager for wager in game.sheet.wagers if wager.placed and not wager.toke]
    return {wager.name: BET_CENTS for wager in own if is_required(wager, settings) or (every and not wager.aside)}


def _at_stake(game: Game, deal: Deal) -> int:
    """How many bets a choice is about."""
    return sum(deal.wagers[0].get(wager.name, 0) > 0 for wager in game.sheet.wagers if not wager.aside)


def _lead(ranked: Sequence[Hint]) -> float:
    """How much better the best act is than the next."""
    return ranked[0].value - ranked[1].value


def _gap(ranked: list[Hint], act: int) -> float:
    """What an act gives up."""
    return ranked[0].value - next(hint.value for hint in ranked if hint.act == act)


def _drill(deal: Deal, now: Replay, wait: Pending, ranked: list[Hint], errs: bool) -> Drill:
    seen = view(now.tape, now.felt.players, PLAYER)
    cards = sorted((int(row[SEAT]), rank(int(row[A]))) for row in seen if row[VERB] == DEAL and row[A] != UNSEEN)
    worth = [(hint.act, round(hint.value, 6)) for hint in ranked]
    id_ = sha256(repr((cards, worth)).encode()).hexdigest()[:12]
    return Drill(id_, seen, wait.seat, wait.hand, dict(deal.wagers[0]), tuple(ranked), errs)
