"""Bets of one hand, settled one right after another, may be settled in any order: no rule says which comes first.

Where a game's rules do say it, they stand in `dealing.toml`, with the paragraph (`[[settled_after]]`, see `manual`).
"""

from collections.abc import Collection, Sequence

from houseway.games.game import Game
from houseway.school.dealing.deed import BACK, SETTLES
from houseway.school.dealing.duty import Duty, read_duties
from houseway.school.dealing.manual import manual_of
from houseway.school.question import Rows


def next_steps(game: Game, duties: Sequence[Duty], step: int, ahead: Collection[int] = ()) -> tuple[int, ...]:
    """The duties that may be done now, by number: the next one, and bets of the same hand that may go before it.

    `ahead` are those behind it that are done already.
    """
    run = [each for each in _run(duties, step) if each not in ahead]
    waits = [any(_waits(game, duties, each, other) for other in run[:at]) for at, each in enumerate(run)]
    return tuple(each for each, has_to in zip(run, waits, strict=True) if not has_to)


def _run(duties: Sequence[Duty], step: int) -> list[int]:
    """From a duty on those of the same hand's bets, as long as nothing comes between."""
    first = duties[step].deed
    run = [step]
    for each in range(step + 1, len(duties)):
        duty = duties[each]
        same_hand = (duty.deed.seat, duty.deed.hand) == (first.seat, first.hand)
        if not (_moves_a_bet(duty) and same_hand and duty.first == duties[each - 1].end):
            break
        run.append(each)
    return run if _moves_a_bet(duties[step]) else run[:1]


def _moves_a_bet(duty: Duty) -> bool:
    return duty.deed.kind in (*SETTLES, BACK)


def _waits(game: Game, duties: Sequence[Duty], step: int, other: int) -> bool:
    """Whether a duty must wait for an earlier one: of the same bet, or because the rules say so."""
    late, early = duties[step].deed, duties[other].deed
    rules = [line for line in manual_of(game).settled_after if line.wager == late.wager and late.kind in line.kinds]
    return late.wager == early.wager or any(early.wager in line.after for line in rules)


def first_departure(game: Game, rows: Rows, truth: Rows) -> int | None:
    """The first row in which a tape departs from what the rules dealt, as far as it goes; None where it does not."""
    duties = read_duties(game, truth)
    begins = {duty.first: step for step, duty in enumerate(duties)}
    ahead: set[int] = set()
    at = 0  # in the truth: the first row that is not done
    for place, row in enumerate(rows):
        while begins.get(at) in ahead:
            ahead.remove(begins[at])
            at += 1  # a bet moves in one row
        allowed = next_steps(game, duties, begins[at], ahead) if at in begins else ()
        done = next((step for step in allowed if truth[duties[step].first] == row), None)
        if done is not None and duties[done].first > at:
            ahead.add(done)
        elif at < len(truth) and truth[at] == row:
            at += 1
        else:
            return place
    return None
