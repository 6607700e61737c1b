"""The two curves that the lab draws of a progressive: where they begin and end, and that each point is the return,
or the chance, at what the meter shows there."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from houseway.analysis.solve import solve
from houseway.games import find_game
from houseway.progressives.chances import chances_from
from houseway.progressives.jackpot import progressives_of
from houseway.progressives.meter_figures import ProgressiveFigures, figures_from
from houseway.web.lab.jackpots import POINTS, _returns, _waits

SEED, BET = 250_000, 100


def found(shown: int, **limits: Any) -> ProgressiveFigures:
    """The Royal Progressive of Fast Action Hold'em with another limit: 35 of 100 onto a meter of $2,500."""
    game = find_game("fast_action_holdem")
    (design,) = progressives_of(game)
    settings = game.settings()
    meter = design.meters[0].model_copy(update={"cap_cents": 0, **limits})
    made = design.model_copy(update={"meters": (meter,)})
    chances = chances_from(game, solve(game, settings), design)
    return figures_from(game, settings, made, "optimal", chances, shown={"jackpot": shown}, bet_cents=BET)


@pytest.mark.parametrize(
    ("limits", "end"),
    [({}, None), ({"cap_cents": 300_000}, 300_000), ({"must_hit_by_cents": 300_000}, 299_999)],
    ids=["no limit", "a cap", "must hit by"],
)
def test_returns_by_what_the_meter_shows_end_beyond_all_that_matters_or_at_its_limit(
    limits: dict[str, int], end: int | None
) -> None:
    told = found(260_000, **limits)
    (meter,) = told.meters
    if end is None:
        end = int(Fraction(5, 4) * max(meter.average_cents, meter.break_even_cents or 0, 260_000))
    curve = _returns(told)
    assert len(curve) == POINTS + 1 == 41
    assert curve[0][0] == 0
    assert [curve[-1][0], curve[20][0]] == [end, pytest.approx(end / 2, abs=1)]
    assert all(later[0] - point[0] == pytest.approx(end / POINTS, abs=1) for point, later in pairwise(curve))
    by_hand = {"royal_flush": Fraction(1), "straight_flush": Fraction(1, 10)}
    slope = sum(each.chance * by_hand[each.tier.outcomes[0]] for each in told.tiers if each.tier.outcomes[0] in by_hand)
    for point, later in pairwise(curve):
        if not limits.get("must_hit_by_cents"):
            assert later[1] - point[1] == pytest.approx(float(slope * int(later[0] - point[0]) / BET), abs=1e-9)


def test_waits_rise_to_half_as_many_bets_again_as_nearly_all_take() -> None:
    told = found(SEED)
    wait = told.meters[0].wait
    assert wait is not None
    curve = _waits(told)
    assert len(curve) == 41
    assert curve[0] == [0, 0.0]
    assert curve[-1][0] == wait.by_share[-1][1] * 3 // 2
    for bets, likely in curve:
        assert likely == pytest.approx(1 - (1 - float(wait.chance)) ** bets, abs=1e-9)
    none = replace(told, meters=(replace(told.meters[0], wait=None),))
    assert _waits(none) == []
