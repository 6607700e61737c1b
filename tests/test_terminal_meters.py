"""Progressives at a table of one's own in the terminal: practice meters, by the arithmetic of the house's links."""

from io import StringIO

import pytest
from rich.console import Console

from houseway.games import find_game
from houseway.house.money import chips_of, link_account
from houseway.house.sitting import YOU, Sitting
from houseway.progressives.jackpot import Progressive, adjusted, find_progressive
from houseway.rules.cards import cards_of
from houseway.terminal.own_table import TerminalTable
from tests.typed import typed

GAME = find_game("fast_action_holdem")
ROYAL = find_progressive(GAME, "royal")
BOARD = "As Ks Qs Js Ts 2h 3d 4c 5d 6h 7c 8d 9h 2c 3c 4d 5c 6c 7d 8h"  # a royal flush for everyone
MYSTERY = {"name": "mystery", "title": "Mystery", "seed_cents": 100, "rate": "10 %", "must_hit_by_cents": 105}
BETS = {"ante": 1000, "bonus": 100}


class Dealt(Sitting):
    """Every round has these cards on top."""

    def _order(self) -> list[int]:
        return cards_of(BOARD)


def sit(*progressives: Progressive, bots: int = 0, kind: type[Sitting] = Dealt, cents: int = 100_000) -> Sitting:
    return kind(GAME, GAME.settings(), cents, 1, bots, seed=1, progressives=progressives or (ROYAL,))


def play_out(sitting: Sitting) -> None:
    while sitting.pending is not None:
        sitting.choose(sitting.legal()[0])


def shows(sitting: Sitting, meter: str = "jackpot") -> int:
    return sitting.links[0].link.readings[meter].shown_cents


def verify_money(sitting: Sitting) -> None:
    link = sitting.links[0].link
    assert sum(sitting.accounts.values()) == 0
    assert sum(link.accounts.values()) == 0
    assert sitting.accounts[link_account("royal")] == -link.tables["practice"]


def test_a_bet_feeds_the_meter_and_a_hit_is_paid_of_what_it_then_shows() -> None:
    sitting = sit(bots=1)
    sitting.open_round([BETS], ["royal"])
    assert shows(sitting) == 250_070, "the bot bets as its neighbour does"
    play_out(sitting)
    before = sitting.balance_cents
    assert shows(sitting) == 250_000, "won by both and begun again"
    awards = sitting.meters_view()["progressives"][0]["hits"][0]["awards"]
    assert [(each["seat"], each["cents"], each["why"]) for each in awards] == [
        (2, 125_035, "tier"), (1, 125_035, "tier"), (1, 2_500, "envy"), (2, 2_500, "envy"),
    ]  # fmt: skip
    verify_money(sitting)
    sitting.open_round([BETS])
    assert shows(sitting) == 250_000, "who is not in it feeds nothing"
    assert before - sitting.balance_cents == sum(BETS.values())
    play_out(sitting)
    assert len(sitting.meters_view()["progressives"][0]["hits"]) == 1, "and wins nothing"


def test_who_leaves_in_the_middle_of_a_round_has_the_bet_back_and_the_meter_is_as_before() -> None:
    sitting = sit(bots=1)
    sitting.open_round([BETS], ["royal"])
    sitting.leave()
    assert (sitting.balance_cents, shows(sitting)) == (sitting.opening_cents, 250_000)
    verify_money(sitting)


def test_a_round_that_cards_do_not_suffice_for_gives_the_bets_back_and_takes_them_off_the_meter() -> None:
    sitting = sit(bots=5)
    sitting.open_round([BETS], ["royal"])
    assert (sitting.round is not None and sitting.round.ran_dry, shows(sitting)) == (True, 250_000)
    assert sitting.balance_cents == sitting.opening_cents
    verify_money(sitting)


def test_a_bet_that_chips_do_not_cover_is_refused_before_it_feeds_anything() -> None:
    sitting = sit(cents=sum(BETS.values()))
    with pytest.raises(Exception, match=r"\$12 is more than your balance of \$11"):
        sitting.open_round([BETS], ["royal"])
    assert (sitting.accounts[chips_of(YOU)], shows(sitting)) == (1100, 250_000)


def test_a_meter_that_must_hit_does_so_and_its_trigger_is_shown_then() -> None:
    meters = [*ROYAL.model_dump(mode="json")["meters"], MYSTERY]
    sitting = sit(adjusted(ROYAL, {"meters": meters}), kind=Sitting)
    assert "revealed" not in str(sitting.meters_view()["progressives"][0]["meters"][0])
    sitting.open_round([BETS], ["royal"])  # ten cents: more than the five there are
    assert shows(sitting, "mystery") == 105
    play_out(sitting)
    view = sitting.meters_view()["progressives"][0]
    must = [each for hit in view["hits"] for each in hit["awards"] if each["why"] == "must_hit"]
    assert [(each["seat"], each["cents"]) for each in must] == [(1, 105)]
    assert 100 < view["meters"][1]["revealed"]["trigger_cents"] <= 105
    verify_money(sitting)


def test_the_terminal_shows_the_meter_asks_for_the_bet_and_tells_a_hit() -> None:
    screen, answers = StringIO(), iter(["10", "1", "y", "12", ""])
    sitting = sit()

    def ask(prompt: str) -> str:
        screen.write(prompt)
        return next(answers)

    TerminalTable(sitting, Console(file=screen, width=140), ask).run(1)
    text = screen.getvalue()
    assert "For practice, the Royal Progressive: meters of your own" in text
    assert "Royal Progressive, $1 beside the bonus: Jackpot $2,500\n" in text
    assert "Royal Progressive for $1, yes or no [no]: " in text
    assert "Royal Progressive hit! royal flush at practice, $2,500.35\nYou win $2,500.35 of it." in text
    assert "$1 of yours feeds the Royal Progressive." in text


def test_a_name_that_the_game_has_not_gets_one_sentence() -> None:
    for words, said in (
        (("fast_action_holdem", "--progressive", "roial"), "has no progressive 'roial'"),
        (("casino_war", "--progressive", "royal"), "Casino War has no progressive 'royal'"),
        (("let_it_ride", *["--progressive", "five_card"] * 2), "once"),
    ):
        found = typed("play", *words)
        assert found.returncode == 2
        assert said in found.stderr
        assert len(found.stderr.strip().splitlines()) == 1
