"""What a seat wins is its own: others who bear on it are found, said in words, and no figure is told."""

from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.analysis.universal.alone import bearing
from houseway.analysis.universal.apart.one_wager import prove_apart
from houseway.analysis.universal.kinds.whole_shoe import prove_by_kinds
from houseway.analysis.universal.proof import prove
from houseway.engine.with_others import hanging_on_others
from houseway.games import SLUGS, find_game
from houseway.games.game import Game
from houseway.games.outside import game_in
from houseway.kit.broken import Nonconforming
from houseway.kit.check import checked
from houseway.kit.conformance import seats_do_not_bear_on_each_other
from houseway.kit.new_game import new_game
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused

SIX = cards_of("2c 7d 7h 9h Jc Ks")
OUTCOME = "            outcome = outcome_of(rules, felt.cards[seat, 0, 0], felt.cards[HOUSE, DEALER, 0])\n"
HOLDEM = find_game("fast_action_holdem")


def paid(condition: str) -> tuple[str, str]:
    return OUTCOME, f"{OUTCOME}            if {condition}:\n                outcome = WIN\n"


ENDS, OFFERED = "with other seats at the table 'ante' ends otherwise", "a player is offered other acts"
BREACHES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "how many seats there are": (ENDS, (paid("seats > 2"),)),
    "a full table": (ENDS, (paid("seats == 6"),)),
    "where one sits": (ENDS, (paid("seat == 2"),)),
    "who plays": (ENDS, (paid("seat > 1 and felt.wagers[seat - 1, ANTE] > 0"),)),
    "an empty seat": (ENDS, (paid("felt.wagers[1, ANTE] == 0"),)),
    "cards of another seat": (
        ENDS,
        ((OUTCOME, OUTCOME.replace("felt.cards[seat, 0, 0]", "felt.cards[seats, 0, 0]")),),
    ),
    "an act of another seat": (ENDS, (paid("felt.stakes[seats, 0, RAISE] > 0"),)),
    "whoever comes first": (
        ENDS,
        (
            ("    turn_all(felt, HOUSE, DEALER)\n", "    turn_all(felt, HOUSE, DEALER)\n    won = 0\n"),
            paid("won > 0"),
            ("            settle(felt, rules, seat, 0, ANTE, outcome)\n",
             "            won += outcome == WIN\n            settle(felt, rules, seat, 0, ANTE, outcome)\n"),
        ),
    ),
    "an offer": (
        OFFERED,
        (("ask(decide, plan, felt, seat, 0, CHOICE)",
          "ask(decide, plan, felt, seat, 0, CHOICE if seats < 3 else 1 << TO_RAISE)"),),
    ),
}  # fmt: skip


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Game]:
    """The game that `houseway new` writes, with lines changed."""

    def make(name: str, *changes: tuple[str, str]) -> Game:
        folder = tmp_path / name.replace(" ", "_")
        new_game(folder)
        text = (folder / "play.py").read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (folder / "play.py").write_text(text)
        return game_in(folder)

    return make


@pytest.mark.parametrize("name", BREACHES)
def test_breach__a_pay_that_hangs_on_other_seats_is_refused_and_said(name: str, changed: Callable[..., Game]) -> None:
    said, changes = BREACHES[name]
    game = changed(name, *changes)
    for refused in (
        lambda: prove(game, game.settings(), deck=SIX),
        lambda: prove_by_kinds(game, game.settings(), deck=SIX),
    ):
        with pytest.raises(Refused, match=f"{said}.*figures from play are of a seat alone.*`houseway simulate"):
            refused()
    with pytest.raises(Nonconforming, match=f"{said}.*`hangs_on_seats`"):
        seats_do_not_bear_on_each_other(game)


def test_the_check_of_a_game_says_that_others_bear_on_it(changed: Callable[..., Game]) -> None:
    game = changed("checked", paid("seats > 2"))
    *_, (_, fault) = checked(str(game.folder))
    assert ENDS in fault


STAYS = ("settle(felt, rules, seat, 0, ANTE, FOLDED)", "pass")  # the Ante, whatever is chosen: it is proved apart


@pytest.mark.parametrize("name", [name for name in BREACHES if name != "an act of another seat"])
def test_breach__nor_is_a_bet_that_hangs_on_other_seats_proved_apart(name: str, changed: Callable[..., Game]) -> None:
    said, changes = BREACHES[name]
    game = changed(f"apart {name}", *changes, STAYS)
    with pytest.raises(Refused, match=f"ante is not proved apart from the choices: .*{said}"):
        prove_apart(game, game.settings(), "ante")
    plain = changed(f"plain {name}", STAYS)
    assert prove_apart(plain, plain.settings(), "ante").edge.value == 0


def test_what_a_bet_says_of_other_seats_is_taken_from_it_and_no_figure_is_proved(changed: Callable[..., Game]) -> None:
    game = changed("said", paid("seats > 2"))
    data = game.folder / "rules.toml"
    for wager in ("ante", "raise"):
        data.write_text(
            data.read_text().replace(f'name = "{wager}"\n', f'name = "{wager}"\nhangs_on_seats = "more"\n', 1)
        )
    game = game_in(game.folder)
    seats_do_not_bear_on_each_other(game)
    with pytest.raises(Refused, match=r"other seats bear on 'ante' \(more\)"):
        prove(game, game.settings(), deck=SIX)


@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_bears_on_another_in_our_games_but_where_they_say_so(slug: str) -> None:
    game = find_game(slug)
    assert set(bearing(game, game.settings())) == ({"bonus", "envy"} if game is HOLDEM else set())


@pytest.mark.parametrize(
    ("cap", "hanging"), [({}, {"envy"}), ({"cap_cents": 10_000, "cap_per": "round"}, {"envy", "bonus"})]
)
def test_what_fast_action_holdem_says_of_other_seats_is_so(cap: dict[str, int | str], hanging: set[str]) -> None:
    """A royal flush lies on the board: all are paid for all others, and share a cap on the round."""
    settings = HOLDEM.settings({**cap, "decks": 1, "envy": True})
    royal = cards_of("Tc Jc Qc Kc Ac")
    order = [*royal, *(card for card in HOLDEM.deck(settings) if card not in royal)]
    assert hanging_on_others(HOLDEM, settings, [{"ante": 5_000, "bonus": 5_000}] * 3, order, 0) == hanging


def test_a_table_for_one_has_no_others(changed: Callable[..., Game]) -> None:
    game = changed("for one", paid("seats > 2"))
    data = game.folder / "rules.toml"
    assert "seats_max = 6" in data.read_text()
    data.write_text(data.read_text().replace("seats_max = 6", "seats_max = 1"))
    game = game_in(game.folder)
    assert bearing(game, game.settings()) == {}
