"""Figures at hand: what a change of options cannot move is what was solved, and what only pays otherwise is exact."""

from functools import lru_cache
from typing import Any

import pytest

from houseway.analysis import store
from houseway.analysis.at_hand import at_hand, carried, hanging_on, offered
from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.analysis.solve import OPTIMAL, solver_of
from houseway.games import all_games, find_game
from houseway.games.game import Game, Settings
from houseway.house.audit.hold import HOUSE_POLICIES, before_policies
from houseway.house.configuration import default_room
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused

LUCKY = find_game("lucky_lucky")
DECLARED = [game for game in all_games() if any(wager.hangs_on is not None for wager in game.sheet.wagers)]


def figures(wager: WagerSolution) -> tuple[Any, ...]:
    """Those that are exact: what was sampled has a seed of its own."""
    exact = tuple(each for each in (wager.edge, wager.hit, wager.variance, wager.action) if each.se is None)
    return exact, frozenset(wager.rows) if len(exact) == 4 else None


def each_change(game: Game, settings: Settings) -> list[tuple[str, Settings]]:
    """One option at a time to each of its settings; numbers to their ends."""
    changes: list[tuple[str, Settings]] = []
    for option in game.options.values():
        if option.name in HOUSE_POLICIES:
            continue
        for to in option.choices or (option.least, option.most):
            try:
                wanted = game.settings({**settings, option.name: to})
            except Refused:
                continue
            if to != settings[option.name]:
                changes.append((option.name, wanted))
    return changes


def all_else_changed(game: Game, settings: Settings, name: str) -> Settings:
    """Every option on which a wager does not hang, set otherwise."""
    still = hanging_on(game, name, settings) | {"insurance", "lucky_break_split"}
    if name == "lucky_break":  # in a real deck best play never hits a hard 17; in a toy deck it may
        still |= hanging_on(game, "blackjack", settings)
    for option in game.options.values():
        if option.name in still:
            continue
        for to in option.choices or (option.least, option.most):
            if to != settings[option.name]:
                try:
                    settings = game.settings({**settings, option.name: to})
                except Refused:
                    continue
                break
    return settings


@pytest.mark.parametrize("game", DECLARED, ids=lambda game: game.slug)
def test_what_carries_over_is_what_the_solver_finds_on_a_toy_deck(game: Game) -> None:
    toy = game.sheet.toys[0]
    settings = game.settings(toy.options)

    @lru_cache
    def solution(under: Settings) -> Solution:
        found: Solution = solver_of(game).solve(game, under, OPTIMAL, None, cards_of(toy.cards))  # type: ignore[call-arg]
        return found

    base = solution(settings)
    for name in base.wagers:
        wanted = all_else_changed(game, settings, name)
        known = carried(game, base, wanted, name)
        if wanted != settings and known is not None:
            assert figures(known) == figures(solution(wanted).wagers[name]), (name, wanted)


def test_stored_figures_that_agree_in_what_a_wager_hangs_on_agree() -> None:
    """Of the real decks: every two solutions that ship."""
    seen = 0
    for game in DECLARED:
        stored = [store.stored(game, each, OPTIMAL) for each, _ in store.shipped_settings(game, OPTIMAL)]
        solutions = [each for each in stored if each is not None]
        for base in solutions[::5]:
            for other in solutions:
                for name in base.wagers:
                    if (known := carried(game, base, other.settings, name)) is not None:
                        assert figures(known) == figures(other.wagers[name]), (name, base.settings, other.settings)
                        seen += base is not other
    assert seen


# --- the room that ships: every table, every option ---


PRIZES = ("envy", "ante_bonus")  # paid beside a bet: they have no edge of their own


def test_what_is_not_at_hand_of_the_room_that_ships_hangs_on_the_option_that_changes() -> None:
    """Every table, every option, every setting: only what its own option moves may be missing, and no side bet is
    missing for what it pays."""
    missing: dict[str, dict[str, set[str]]] = {}
    rooms = {
        (table.game, before_policies(table.the_game, table.settings())) for table in default_room().tables.values()
    }
    for slug, set_up in rooms:
        game, settings = find_game(slug), set_up
        assert set(at_hand(game, settings)) >= {
            w.name for w in offered(game, settings) if w.name not in PRIZES and not w.toke
        }
        for option, wanted in each_change(game, settings):
            known = at_hand(game, wanted)
            for wager in offered(game, wanted):
                if wager.toke or wager.name in PRIZES or wager.name in known:
                    continue
                assert option in hanging_on(game, wager.name, wanted), (settings, option, wager.name)
                missing.setdefault(game.slug, {}).setdefault(wager.name, set()).add(option)
    for slug, wagers in missing.items():
        for name, options in wagers.items():
            print(f"not at hand: {slug} {name}: {', '.join(sorted(options))}")
    assert not any("paytable" in options for slug in missing for options in missing[slug].values())


def test_a_changed_side_bet_is_repriced_exactly_and_the_rest_is_as_it_was() -> None:
    settings = default_room().tables["lucky-continuous"].settings()
    base = store.stored(LUCKY, settings, OPTIMAL)
    assert base is not None
    for paytable in ("1", "2"):
        wanted = settings.but(paytable=paytable)
        assert store.stored(LUCKY, wanted, OPTIMAL) is None
        found = at_hand(LUCKY, wanted)
        solved = store.stored(LUCKY, LUCKY.settings({"paytable": paytable}), OPTIMAL)
        assert solved is not None
        assert figures(found["lucky_lucky"]) == figures(solved.wagers["lucky_lucky"])
        for name in ("blackjack", "insurance", "lucky_break"):
            assert figures(found[name]) == figures(base.wagers[name]), name


def test_a_wager_that_is_not_offered_has_no_figure() -> None:
    settings = default_room().tables["lucky"].settings()
    found = at_hand(LUCKY, settings.but(insurance=False))
    assert set(found) == {"blackjack", "lucky_lucky", "lucky_break"}


def test_a_lost_lucky_break_hangs_on_every_option_that_the_play_hangs_on() -> None:
    settings = default_room().tables["lucky"].settings()
    lost = settings.but(lucky_break_surrender="lost")
    assert "natural" in hanging_on(LUCKY, "lucky_break", lost)
    assert "natural" not in hanging_on(LUCKY, "lucky_break", settings)


def test_what_was_worked_out_here_stands_beside_what_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the table's own figures know its play; another paytable is then at hand whole."""
    settings = LUCKY.settings({"natural": "6 to 5", "paytable": "2"})
    shipped = store.stored(LUCKY, LUCKY.settings(), OPTIMAL)
    assert shipped is not None
    own = Solution(LUCKY.slug, settings, OPTIMAL, shipped.wagers)
    real = store.stored
    monkeypatch.setattr(
        "houseway.analysis.at_hand.store.stored",
        lambda game, asked, strategy: own if asked == settings else real(game, asked, strategy),
    )
    wanted = settings.but(base="3")
    assert "blackjack" not in at_hand(LUCKY, wanted)
    assert "blackjack" in at_hand(LUCKY, wanted, beside=[settings])
