"""Parts of the house by themselves, against tables written by hand."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from houseway.house.audit import verify
from houseway.house.audit.marks import EVERY_EVENTS, EVERY_ROUNDS, Marker
from houseway.house.books.columns import COLUMNS, BookColumn, shown
from houseway.house.commands import said
from houseway.house.commands.rulings import _account
from houseway.house.draft import Command
from houseway.house.ledger.chain import Tampered
from houseway.house.money import CAGE, TOKES, chips_of
from houseway.house.own_tables import is_practice, owner_of
from houseway.house.shuffler.modes import MODES
from houseway.house.shuffler.statistics import repeats
from houseway.rules.refused import Refused
from tests.house.table_kit import table_of

# --- how cards are handed out ---

# packets, packets delivered, and cards that leave the machine, of 52 cards when a round drew so many
PACKETS: dict[str, dict[int, tuple[tuple[int, ...], int, int]]] = {
    "community_first": {0: ((), 0, 0), 5: ((5,), 1, 47), 6: ((5, 4), 2, 43), 13: ((5, 4, 4), 3, 39)},
    "sets_of_four": {0: ((), 0, 0), 4: ((4,), 1, 48), 5: ((4, 4), 2, 44), 12: ((4, 4, 4), 3, 40)},
    "threes_and_two": {0: ((), 0, 0), 5: ((3, 2), 2, 47), 8: ((3, 3, 2), 3, 44), 9: ((3, 3, 3, 2), 4, 41)},
    "single_cards": {0: ((), 0, 0), 7: ((), 7, 0)},
    "shoe": {0: ((), 0, 0), 7: ((), 7, 0)},
    "continuous": {0: ((), 0, 0), 7: ((), 7, 0)},
}


def test_a_round_gets_its_cards_in_these_packets() -> None:
    assert PACKETS.keys() == MODES.keys()
    for name, rounds in PACKETS.items():
        mode = MODES[name]
        found = {drawn: (mode.packets(drawn), mode.delivered(drawn), mode.dispensed(52, drawn)) for drawn in rounds}
        assert found == rounds, name


def test_who_makes_the_remaining_cards_leave() -> None:
    by_machine, by_button = "dispensed by the machine, as the table was full", "dispensed at the green button"
    for name in MODES:
        full = by_machine if name in ("community_first", "sets_of_four") else by_button
        assert MODES[name].dispensed_by(full=True, by_hand=False) == full
        assert MODES[name].dispensed_by(full=False, by_hand=False) == by_button
        assert MODES[name].dispensed_by(full=True, by_hand=True) == "put aside by the dealer"


def test_behind_the_cut_card_of_a_shoe_is_a_quarter_or_a_long_round_and_of_the_others_everything() -> None:
    assert {name: mode.cut(416, 7) for name, mode in MODES.items()} == {**dict.fromkeys(MODES, 416), "shoe": 104}
    assert MODES["shoe"].cut(104, 7) == 6 * 8
    assert [name for name, mode in MODES.items() if mode.lasts] == ["shoe"]


# --- figures of the books as people read them ---


def column(name: str) -> BookColumn:
    return next(each for each in COLUMNS if each.name == name)


@pytest.mark.parametrize(
    ("name", "figure", "text"),
    [
        ("win_cents", None, ""),
        ("win_cents", 123_456, "$1,234.56"),
        ("win_cents", -50, "-$0.50"),
        ("sd_cents", 100.6, "$1.01"),
        ("hold", 0.123456, "12.35%"),
        ("hold", -0.00004, "-0.00%"),
        ("z", 1.239, "+1.24"),
        ("z", -0.5, "-0.50"),
        ("rounds_an_hour", 1234.56, "1,234.6"),
        ("rounds", 12_345, "12,345"),
        ("rounds", 0, "0"),
    ],
)
def test_a_figure_of_the_books_is_shown_so(name: str, figure: float | None, text: str) -> None:
    assert shown(column(name), figure) == text


# --- which tables are for practice ---

OWN = f"alone-{'0123456789abcdef'}-{'01234567'}"


@pytest.mark.parametrize(
    ("name", "configured", "practice", "owner"),
    [
        (OWN, None, True, "0123456789abcdef"),
        (OWN, False, True, "0123456789abcdef"),
        (OWN, True, True, "0123456789abcdef"),
        ("dakota", None, False, ""),
        ("dakota", False, False, ""),
        ("dakota", True, True, ""),
        (f"{OWN}0", False, False, ""),
        (f"x{OWN}", False, False, ""),
    ],
)
def test_a_table_is_for_practice_where_it_is_somebodys_own_or_the_house_says_so(
    name: str, configured: bool | None, practice: bool, owner: str
) -> None:
    config = None if configured is None else table_of("dakota").model_copy(update={"practice": configured})
    assert (is_practice(name, config), owner_of(name)) == (practice, owner)


# --- whose chips a correction moves ---


def standing(chips: int, tokes: int) -> Any:
    """A table with Ann, who has so many chips."""
    return SimpleNamespace(
        players={"ann"}, accounts={TOKES: tokes}, chips=lambda _: chips, is_toke=lambda wager: wager == "toke"
    )


@pytest.mark.parametrize(
    ("player", "wager", "cents", "account"),
    [
        ("ann", "ante", 900, chips_of("ann")),
        ("ann", "ante", -500, chips_of("ann")),
        ("ann", "ante", -501, "they have $5 at the table: no more can be taken back"),
        ("ben", "ante", 1, CAGE),
        ("ben", "ante", -1, "this player has left the table: what was paid too much cannot be taken back here"),
        ("ann", "toke", -70, TOKES),
        ("ann", "toke", -71, "the dealers have $0.70: no more can be taken back"),
        ("ben", "toke", 900, TOKES),
    ],
)
def test_a_correction_goes_to_the_player_the_cage_or_the_dealers_and_takes_no_more_than_is_there(
    player: str, wager: str, cents: int, account: str
) -> None:
    table = standing(chips=500, tokes=70)
    if " " not in account:
        assert _account(table, player, wager, cents) == account
        return
    with pytest.raises(Refused) as refusal:
        _account(table, player, wager, cents)
    assert str(refusal.value) == account


# --- what a command says ---


@pytest.mark.parametrize(
    ("good", "value"),
    [(True, 10**15), (True, -(10**15)), (False, 10**15 + 1), (False, -(10**15) - 1), (False, True), (False, 1.0)],
)
def test_a_whole_number_is_one_and_has_fifteen_zeros_at_most(good: bool, value: Any) -> None:
    if good:
        assert said.whole({"cents": value}, "cents", 7) == value
    else:
        with pytest.raises(Refused, match=r"^cents (must be a whole number, not|is too large a number)"):
            said.whole({"cents": value}, "cents", 7)
    assert said.whole({}, "cents", 7) == 7


def test_words_and_ids_are_as_long_as_they_may_be() -> None:
    assert said.words({"reason": f" a \n {'b' * 498} "}, "reason") == f"a {'b' * 498}"
    for wrong in ("", "  ", "b" * 501, "a\x00", 5):
        with pytest.raises(Refused, match=r"^give a reason in 1 to 500 letters: it goes on record$"):
            said.words({"reason": wrong}, "reason")
    said.verify_plain(Command("i" * 100, "bet", what={"a": [1, "é"]}))
    for id_, what in (("", {}), ("i" * 101, {}), ("a\x00", {}), ("a", {"a": {1, 2}}), ("a", {"a": "\ud800"})):
        with pytest.raises(Refused, match=r"^(a command's id has 1 to 100|the command says what cannot be written)"):
            said.verify_plain(Command(id_, "bet", what=what))


def test_bets_of_nothing_are_left_out() -> None:
    assert said.wagers({"wagers": {"ante": 500, "bonus": 0}}) == {"ante": 500}
    assert said.wagers({}) == {}
    with pytest.raises(Refused, match="wagers must be cents by name of the wager"):
        said.wagers({"wagers": [500]})


# --- marks ---


@pytest.mark.parametrize(
    ("rounds", "events", "due"),
    [(EVERY_ROUNDS - 1, EVERY_EVENTS - 1, False), (EVERY_ROUNDS, 0, True), (0, EVERY_EVENTS, True)],
)
def test_a_mark_is_made_after_so_many_rounds_or_events(rounds: int, events: int, due: bool) -> None:
    marker = Marker(SimpleNamespace(rounds=7, version=100))  # type: ignore[arg-type]
    assert marker._is_due(SimpleNamespace(rounds=7 + rounds, version=100 + events)) is due  # type: ignore[arg-type]


# --- what is archived lies before what says so ---


@pytest.mark.parametrize(("pieces", "last", "good"), [((1,), 8, True), ((1,), 9, False), ((), 8, False)])
def test_a_cut_that_claims_rows_behind_itself_or_none_is_no_cut(
    monkeypatch: pytest.MonkeyPatch, pieces: tuple[int, ...], last: int, good: bool
) -> None:
    cut = SimpleNamespace(pieces=pieces, last=last, row=SimpleNamespace(version=9))
    monkeypatch.setattr(verify, "cut_of", lambda *_: cut)
    if good:
        assert verify._cut(None, "dakota") is cut  # type: ignore[arg-type, comparison-overlap]
        return
    with pytest.raises(Tampered, match="rows before their own archiving are missing"):
        verify._cut(None, "dakota")  # type: ignore[arg-type]


def test_orders_that_came_before_are_as_unlikely_as_their_pairs_and_no_more_than_certain() -> None:
    alike = [[0, 1, 2, 3]] * 2
    found = [repeats(np.array(orders)) for orders in (alike, [*alike, *alike], [[0, 1, 2, 3], [3, 2, 1, 0]])]
    assert [each.found for each in found] == [1, 3, 0]
    assert [each.expected for each in found] == pytest.approx([1 / 24, 6 / 24, 1 / 24])
    assert [each.p for each in found] == pytest.approx([1 / 24, 6 / 24, 1.0])
    assert repeats(np.array([[0, 1]] * 5)).p == 1.0, "ten pairs of two orders: five alike are expected"
