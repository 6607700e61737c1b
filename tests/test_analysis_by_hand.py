"""Small parts of the analysis by themselves: numbers of holdings, costs in words, units, progress, refusals."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from houseway.analysis import hints
from houseway.analysis.exact.holdem.holdings import HIGH, HOLDINGS, LOW, holding, holdings_of
from houseway.analysis.hints import Advisor
from houseway.analysis.risk import EXACT, RoundResult, ruin
from houseway.analysis.simulation import in_short
from houseway.analysis.solve import OPTIMAL, PUBLISHED
from houseway.analysis.universal.cost import Cost
from houseway.analysis.universal.kinds import from_shoe
from houseway.analysis.universal.shape import units_bet
from houseway.games import all_games, find_game
from houseway.rules.refused import Refused


def test_holdings_are_numbered_low_card_by_low_card() -> None:
    pairs = [(low, high) for low in range(52) for high in range(low, 52)]
    assert len(pairs) == HOLDINGS == 1378
    assert [holding(*pair) for pair in pairs] == list(range(1378))
    assert list(zip(LOW.tolist(), HIGH.tolist(), strict=True)) == pairs
    lows, highs = np.array(pairs).T
    assert holdings_of(lows, highs).tolist() == holdings_of(highs, lows).tolist() == list(range(1378))


@pytest.mark.parametrize(
    ("deals", "seconds", "words"),
    [
        (999_999, 0.2, "999,999 deals, about 1 s here"),
        (1_000_000, 119.4, "1.0 million deals, about 119 s here"),
        (9_960_000, 120, "10.0 million deals, about 2 minutes here"),
        (10_400_000, 7_199, "10 million deals, about 120 minutes here"),
        (2_160_000_000, 7_200, "2.2 billion deals, about 2 hours here"),
        (12 * 10**12, 2 * 86_400, "12 trillion deals, about 2 days here"),
        (3 * 10**15, 2 * 365 * 86_400, "3.0 10^15 deals, about 2 years here"),
        (10**20, 365 * 86_400 * 12_345.4, "100,000 10^15 deals, about 12,345 years here"),
    ],
)
def test_a_cost_in_words(deals: int, seconds: float, words: str) -> None:
    assert str(Cost(deals, deals, seconds)) == words


def test_a_unit_is_bet_on_every_spot_before_the_cards_but_none_for_the_dealers() -> None:
    for game in all_games():
        rules = game.rules(game.settings())
        bets = units_bet(game, rules)
        placed = {wager.name for wager in game.sheet.wagers if wager.placed}
        tokes = {wager.name for wager in game.sheet.wagers if wager.toke}
        assert bets.keys() == placed - tokes
        (unit,) = set(bets.values())
        assert unit % (2 * int(rules.grain_cents)) == 0
        assert all(unit % (2 * int(den)) == 0 for den in rules.pays[:, :, 1].ravel())
    lucky = find_game("lucky_lucky")
    assert any(wager.toke for wager in lucky.sheet.wagers), "one game has such bets"


def test_a_bankroll_and_its_bets_are_told_to_the_cent() -> None:
    coin = RoundResult((-100, 100), (0.5, 0.5), EXACT)
    with pytest.raises(Refused, match=r"^a bankroll of \$1,234\.50 cannot place bets of \$2,000\.05: bring more$"):
        ruin(coin, 200_005, 123_450, 5)


def test_what_is_told_of_a_wager_in_short() -> None:
    each_another: dict[str, Any] = {
        "seen": 1, "edge": 0.2, "standard_error": 0.3, "standard_deviation": 0.4, "hit": 0.5, "action": 0.6,
    }  # fmt: skip
    assert in_short(SimpleNamespace(**each_another)) == each_another  # type: ignore[arg-type]


def test_whoever_waits_for_hints_hears_of_their_beginning_and_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(hints, "solver_of", lambda _: SimpleNamespace(whole=None))
    monkeypatch.setattr(hints, "refuse_if_long", lambda *_: None)

    def ranker(*_: Any) -> list[str]:
        made.append("ranker")
        return made

    monkeypatch.setattr(hints, "_hints_of", lambda _: SimpleNamespace(ranker=ranker, base="dollar"))
    advisor = Advisor(find_game("dakota_stud"), find_game("dakota_stud").settings())
    assert (advisor.ready(), advisor.base) == (False, "dollar")
    for wanted in ([(0, 1), (1, 1)], [(1, 1)]):  # the second time it is there
        told: list[tuple[int, int]] = []
        advisor.prepare(lambda done, total: told.append((done, total)))  # noqa: B023
        assert told == wanted
        assert advisor.ready()
    assert made == ["ranker"]


def test_a_game_from_a_shoe_has_no_published_strategy_and_any_other_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("casino_war")
    asked: list[Any] = []
    proof = SimpleNamespace(wagers=dict, notes=dict)

    def prove(_: Any, __: Any, chosen: Any, *___: Any, **____: Any) -> Any:
        asked.append(chosen)
        return proof

    monkeypatch.setattr(from_shoe, "prove_by_kinds", prove)
    monkeypatch.setattr(from_shoe, "planned", lambda _: "best")
    with pytest.raises(Refused, match="Casino War has no published strategy that a solver could find"):
        from_shoe.solve(game, game.settings(), PUBLISHED)
    assert from_shoe.solve(game, game.settings(), OPTIMAL).plan == "best"
    written = from_shoe.solve(game, game.settings(), "basic")
    assert (written.strategy, written.slug) == ("basic", "casino_war")
    assert asked[0] is None
    assert written.plan is asked[1].plan
