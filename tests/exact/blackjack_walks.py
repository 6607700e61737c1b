"""Endings of hands against the walk of every deal, for the three games that play blackjack."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.wager_figures import SEVERAL_HANDS, means_of
from houseway.analysis.exact.shared.pays import pay_of
from houseway.engine.walk import walk
from houseway.games.charts import Plan, read_chart
from houseway.games.game import Game, Settings
from tests.exact.triangle import UNIT

RECKLESS = read_chart(
    {
        "rows": [
            ["hard", "4-18", " ".join("HHHHHHHHHH")],
            ["soft", "12-20", " ".join("HHHHHHHHHH")],
            ["hard", "9-12", " ".join("DHDHDHDHDH")],
            ["pairs", "A", " ".join("PPPPPPPPPP")],
            ["pairs", "2-9", " ".join("PPPPPPPPPP")],
            ["pairs", "T", " ".join("PSPSPSPSPS")],
            ["doubled", "12-19", " ".join("RSRSRSRSRS")],
        ]
    }
)


def agree(
    game: Game, settings: Settings, blackjack: Blackjack, plan: Plan, bets: Sequence[str], seats: int = 1
) -> Fraction:
    """Assert that every ending of a whole hand is as likely, and all hands earn as much, as the walk says."""
    endings = blackjack.endings(plan)
    means = means_of(blackjack, endings)
    walked = walk(game, settings, blackjack.deck, [dict.fromkeys(bets, UNIT)] * seats, plan)
    assert walked.mass == 1
    assert walked.mean["blackjack"] == means.won * UNIT * seats
    rows: dict[tuple[str, Fraction], Fraction] = {}
    for (outcome, stake), often in endings.whole.items():
        won = stake * pay_of(blackjack.leaves.rules, blackjack.leaves.wager, outcome)
        key = game.outcomes[outcome], won
        rows[key] = rows.get(key, Fraction(0)) + often
    seen = {(o, Fraction(cents, UNIT)): p for (w, o, cents), p in walked.outcomes.items() if w == "blackjack"}
    split = {key: p for key, p in seen.items() if key[0] == SEVERAL_HANDS}
    assert rows == {key: p for key, p in seen.items() if key not in split}
    assert sum(split.values()) == endings.splits
    return endings.splits
