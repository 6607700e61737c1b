"""A progressive is data, and what is wrong with it is said in one sentence."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.kit.conformance import it_is_complete
from houseway.progressives.jackpot import (
    Progressive,
    adjusted,
    find_progressive,
    percent,
    progressives_of,
    read_rate,
    said_wrong,
    verify_carried,
)
from houseway.rules.refused import Refused

METER: dict[str, Any] = {"name": "main", "title": "Jackpot", "seed_cents": 10_000, "rate": "15 %"}
ROYAL: dict[str, Any] = {"outcomes": ["royal_flush"], "meter": "main", "share": "100 %"}
WHOLE: dict[str, Any] = {
    "name": "royal", "title": "Royal", "about": "-", "study": "-", "wager": "bonus", "bet_cents": 100,
    "meters": [METER], "tiers": [ROYAL],
}  # fmt: skip


def said_of(**changes: Any) -> str:
    with pytest.raises(ValidationError) as wrong:
        Progressive.model_validate({**WHOLE, **changes})
    return said_wrong(wrong.value)


def test_a_rate_is_exact_however_it_is_written() -> None:
    assert {read_rate(each) for each in ("15 %", "15%", "3/20", "0.15", Fraction(3, 20))} == {Fraction(3, 20)}
    assert [percent(Fraction(each)) for each in ("0.15", "0.025", "1", "1/3")] == ["15 %", "2.5 %", "100 %", "1/3"]


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (0.15, "write the rate 0.15 as text"),
        ("1e9999999999", "is no rate"),  # a number of ten billion digits, which nobody waits for
        ("a lot", "'a lot' is no rate"),
        ("1/0", "'1/0' is no rate"),
        ("101 %", "a rate of 101 % cannot be"),
        ("-1 %", "a rate of -1 % cannot be"),
        ("1/1000001", "at most six places"),
    ],
)
def test_a_rate_that_is_none_is_refused(rate: object, said: str) -> None:
    assert said in said_of(meters=[METER | {"rate": rate}])


TENTH = {"outcomes": ["straight_flush"], "meter": "main", "share": "10 %"}
MYSTERY = METER | {"name": "mystery", "must_hit_by_cents": 50_000}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"meters": [METER | {"rate": "80 %", "reserve_rate": "21 %"}]}, "come to 101 % of a bet"),
        ({"meters": [METER | {"cap_cents": 9_999}]}, "the cap of the meter 'main', $99.99, lies below its seed, $100"),
        ({"meters": [METER | {"rate": 0}]}, "the meter 'main' never grows"),
        ({"meters": [METER, METER]}, "two meters 'main'"),
        ({"meters": [METER, MYSTERY | {"must_hit_by_cents": 10_000}]}, "must hit by $100, which is not above its seed"),
        ({"meters": [METER, MYSTERY | {"cap_cents": 60_000}]}, "which is its cap: leave cap_cents out"),
        ({"meters": [MYSTERY | {"name": "main"}]}, "must hit by an amount: royal_flush cannot win it too"),
        ({"meters": [METER, METER | {"name": "minor"}]}, "no outcome wins all of the meter 'minor'"),
        ({"tiers": [TENTH]}, "no outcome wins all of the meter 'main'"),
        ({"tiers": [ROYAL, TENTH | {"outcomes": ["royal_flush"]}]}, "overlap: royal_flush stands in two of them"),
        ({"tiers": [ROYAL, TENTH | {"meter": "mian"}]}, "a meter 'mian'; did you mean main?"),
        ({"tiers": [ROYAL | {"fixed_cents": 5}]}, "a share of a meter or a fixed sum: say one of the two"),
        ({"tiers": [ROYAL | {"meter": ""}]}, "wins a share, but of no meter"),
        ({"tiers": [ROYAL, {"outcomes": ["flush"], "meter": "main", "fixed_cents": 5}]}, "comes off no meter 'main'"),
        ({"tiers": [ROYAL, {"outcomes": ["flush"], "shared": "5 %", "fixed_cents": 5}]}, "use envy_cents"),
        ({"tiers": [ROYAL | {"shared": "10 %"}]}, "wins 100 % and shares 10 % of one meter: that is over 100 %"),
        ({"bet_cents": 0}, "say bet_cents or of_wager"),
        ({"of_wager": "bonus"}, "say bet_cents or of_wager"),
        ({"cites": "page 1"}, "needs one of two"),
        ({"bet_cents": 1.5}, "bet_cents: Input should be a valid integer"),
        ({"seats": 3}, "seats: Extra inputs are not permitted"),
    ],
)
def test_bad_configuration_gets_one_clear_sentence(changes: dict[str, Any], said: str) -> None:
    found = said_of(**changes)
    assert said in found
    assert "\n" not in found


def test_rates_may_take_all_of_a_bet_and_a_cap_may_be_the_seed() -> None:
    full = METER | {"rate": "80 %", "reserve_rate": "20 %", "cap_cents": 10_000}
    assert Progressive.model_validate({**WHOLE, "meters": [full]}).meters[0].most_cents == 10_000


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_what_games_ship_names_their_own_wagers_and_outcomes(game: Game) -> None:
    for progressive in progressives_of(game):
        assert progressive.wager in game.wagers
        assert {outcome for tier in progressive.tiers for outcome in tier.outcomes} <= set(game.outcomes)


def test_fast_action_holdem_ships_with_one() -> None:
    game = find_game("fast_action_holdem")
    assert [each.name for each in progressives_of(game)] == ["royal"]
    assert progressives_of(find_game("casino_war")) == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('wager = "bonsu"', "no wager 'bonsu'; did you mean bonus?"),
        ('wager = "envy"', "'envy' is not bet before the round"),
        ('wager = "ante"', "ante never ends in 'royal_flush'"),
        ("when = { decks = 2 }", "decks = 2 cannot be"),
    ],
)
def test_a_page_that_names_what_the_game_has_not_is_refused(line: str, said: str, tmp_path: Path) -> None:
    game = find_game("fast_action_holdem")
    page = (game.folder / "progressives.toml").read_text().splitlines()
    name = line.partition(" ")[0]
    (tmp_path / "progressives.toml").write_text("\n".join(line if row.startswith(f"{name} =") else row for row in page))
    elsewhere = _In(game.slug, game.table, game.strategy, tmp_path)
    with pytest.raises(Refused, match=said):
        progressives_of(elsewhere)
    with pytest.raises(Refused, match=said):
        it_is_complete(elsewhere)


class _In(Game):
    """A game whose page lies in another folder."""

    def __init__(self, slug: str, table: Any, strategy: Any, folder: Path) -> None:
        super().__init__(slug, table, strategy)
        object.__setattr__(self, "_folder", folder)

    @property
    def folder(self) -> Path:
        return Path(object.__getattribute__(self, "_folder"))

    @property
    def sheet(self) -> Any:
        return find_game(self.slug).sheet


def test_a_table_carries_one_or_two_and_each_under_its_options() -> None:
    game = find_game("let_it_ride")
    carried = verify_carried(game, ("five_card", "royal_link"), game.settings())
    assert [each.name for each in carried] == ["five_card", "royal_link"]
    with pytest.raises(Refused, match="at most 2 progressives, and here are 3"):
        verify_carried(game, ("five_card", "royal_link", "royal_link"), game.settings())
    with pytest.raises(Refused, match="once"):
        verify_carried(game, ("five_card", "five_card"), game.settings())
    with pytest.raises(Refused, match="no progressive 'five'; did you mean five_card"):
        find_progressive(game, "five")
    holdem = find_game("fast_action_holdem")
    with pytest.raises(Refused, match="is for decks=1"):
        find_progressive(holdem, "royal", holdem.settings({"decks": 6}))


def test_a_house_sets_its_own_seed_and_is_checked_again() -> None:
    shipped = find_progressive(find_game("fast_action_holdem"), "royal")
    meter = shipped.meters[0].model_dump()
    assert adjusted(shipped, {"meters": [meter | {"seed_cents": 500_000}]}).meters[0].seed_cents == 500_000
    with pytest.raises(Refused, match="lies below its seed"):
        adjusted(shipped, {"meters": [meter | {"seed_cents": 6_000_000}]})


def test_a_seat_feeds_the_meters_only_with_the_wager_that_the_outcomes_are_of() -> None:
    own = Progressive.model_validate(WHOLE)
    assert own.fed_by({"ante": 500, "bonus": 500}) == 100
    assert own.fed_by({"ante": 500, "bonus": 500}, joins=False) == 0
    assert own.fed_by({"ante": 500}) == 0
    part = Progressive.model_validate({**WHOLE, "bet_cents": 0, "of_wager": "ante"})
    assert part.fed_by({"ante": 700, "bonus": 500}) == 700
