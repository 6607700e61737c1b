"""Studies of who sees more at a game of boards: all deals up to the names of suits, or deals by chance."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest

from houseway.analysis import seats_seen
from houseway.analysis.exact.shared.places import kept
from houseway.analysis.universal.boards.common_board import common_board
from houseway.analysis.universal.boards.sights import SeenDeal, Sights, SightValue
from houseway.analysis.universal.proof import ROUND, prove
from houseway.analysis.universal.question import question
from houseway.analysis.universal.seats import face_up as seats
from houseway.analysis.universal.seats.gained import FaceUp
from houseway.analysis.universal.seats.on_boards import BoardSight, SightStudy, every_sight
from houseway.analysis.universal.unfinished import StoppedHere
from houseway.games import find_game
from houseway.rules.cards import cards_of
from tests.typed import typed

HOLDEM = find_game("ultimate_texas_holdem")
SIX_NAMES = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh")
TEN = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh Ah")


@pytest.fixture(autouse=True)
def _kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


def study(deck: list[int], deals: int = 60, exact_s: float = 1800) -> SightStudy:
    asked = question(HOLDEM, HOLDEM.settings(), deck)
    board = common_board(asked)
    assert board is not None
    return SightStudy(asked, board, deals, 5, exact_s=exact_s)


def test_a_card_of_the_dealer_seen_adds_over_all_deals_what_two_walks_differ_by() -> None:
    (found,) = study(SIX_NAMES).found([BoardSight(hidden=1)])
    seen, unseen = (prove(HOLDEM, HOLDEM.settings(), deck=SIX_NAMES, sees=sees) for sees in ("dealer:1", ""))
    assert found.gain == unseen.wagers()[ROUND].edge.value - seen.wagers()[ROUND].edge.value > 0
    assert (found.is_exact, found.se, found.deals, found.seats, found.cards) == (True, 0.0, 36 * 7, 0, 1)
    assert 0 < sum(found.changed.values()) < 1
    assert sum((each.worth for each in found.decisions), Fraction(0)) == found.gain
    assert [each.turned for each in found.decisions] == [0, 3, 5]
    assert found.decisions[0].changed == found.changed


def test_cards_of_another_seat_seen_add_the_mean_of_decks_without_them() -> None:
    """Whoever knows which card is gone plays a deck without it; who does not see plays the whole deck."""
    one = study(TEN)
    (found,) = one.found([BoardSight(seats=1, held=1)])
    blind = prove(HOLDEM, HOLDEM.settings(), deck=TEN).wagers()[ROUND].edge.value
    edges = []
    for gone in TEN:
        fewer = [card for card in TEN if card != gone]
        edges.append(prove(HOLDEM, HOLDEM.settings(), deck=fewer).wagers()[ROUND].edge.value)
    assert found.gain == blind - sum(edges, Fraction(0)) / len(edges) > 0


def test_deals_by_chance_come_to_the_same_within_their_error_and_again_for_a_seed() -> None:
    (exact,) = study(SIX_NAMES).found([BoardSight(hidden=1)])
    by_chance = study(SIX_NAMES, exact_s=-1).found([BoardSight(hidden=1)])
    (tried,) = by_chance
    assert (tried.is_exact, tried.deals) == (False, 60)
    assert 0 < abs(float(tried.gain - exact.gain)) < 4 * tried.se
    assert study(SIX_NAMES, exact_s=-1).found([BoardSight(hidden=1)]) == by_chance


@pytest.mark.parametrize("sight", [BoardSight(hidden=1), BoardSight(seats=1, held=2)])
def test_deals_that_differ_in_the_names_of_suits_are_one_and_stand_for_all(sight: BoardSight) -> None:
    one = study(TEN)
    images = one.asked.alike.names
    found = every_sight(one.asked.deck, sight, images)
    every = len(list(combinations(TEN, 2))) * len(list(combinations(TEN[2:], sight.cards)))
    assert found.total() == every
    assert len(images) > 1
    assert every / len(images) <= len(found) < every


@pytest.mark.parametrize("exact_s", [-1, 1800], ids=["by chance", "every deal"])
def test_a_study_that_is_stopped_says_what_is_done_and_goes_on_from_there(
    monkeypatch: pytest.MonkeyPatch, exact_s: float
) -> None:
    whole, asked_for = Sights.values, list[int]()

    def stopped(self: Sights, deals: list[SeenDeal], done: Callable[[int, list[SightValue]], None]) -> None:
        whole(self, deals[:20], done)
        raise KeyboardInterrupt

    def counting(self: Sights, deals: list[SeenDeal], done: Callable[[int, list[SightValue]], None]) -> None:
        asked_for.append(len(deals))
        whole(self, deals, done)

    monkeypatch.setattr(Sights, "values", stopped)
    says = "; the last 20 say that seeing adds .* ± .*" if exact_s < 0 else ""
    with pytest.raises(StoppedHere, match=rf"^stopped: 20 of \d+ deals are done{says}; the same command goes on"):
        study(SIX_NAMES, exact_s=exact_s).found([BoardSight(hidden=1)])
    monkeypatch.setattr(Sights, "values", counting)
    resumed = study(SIX_NAMES, exact_s=exact_s).found([BoardSight(hidden=1)])
    again = study(SIX_NAMES, exact_s=exact_s).found([BoardSight(hidden=1)])
    assert asked_for[1] == 0, "what is finished is read"
    for path in kept().glob("*.sights.json"):
        path.write_text(path.read_text()[:-9])  # cut short: it is counted anew
    assert study(SIX_NAMES, exact_s=exact_s).found([BoardSight(hidden=1)]) == resumed == again
    assert asked_for[2] == asked_for[0] + 20


def test_other_seeds_and_sights_do_not_go_on_from_it() -> None:
    one = study(SIX_NAMES, exact_s=-1)
    one.found([BoardSight(hidden=1)])
    keys = {one._key(BoardSight(hidden=1)), one._key(BoardSight(hidden=2))}
    one.seed = 6
    keys.add(one._key(BoardSight(hidden=1)))
    one.most = 4
    keys.add(one._key(BoardSight(hidden=1)))
    one.exact_s = 1800
    keys.add(one._key(BoardSight(hidden=1)))
    assert len(keys) == 5


def test_who_cannot_keep_what_is_done_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "houseway").write_text("a file lies where the folder should be")

    def stopped(self: Sights, deals: list[SeenDeal], done: object) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    monkeypatch.setattr(Sights, "values", stopped)
    with pytest.raises(StoppedHere, match=r"^stopped: 0 of \d+ deals are done, and could not be kept$"):
        study(SIX_NAMES).found([BoardSight(hidden=1)])


def test_progress_is_told_up_to_all_deals() -> None:
    told: list[tuple[int, int]] = []
    one = study(SIX_NAMES, exact_s=-1)
    one.progress = lambda done, many: told.append((done, many))
    one.found([BoardSight(hidden=1)])
    assert told[-1][0] == told[-1][1] > 0


def test_one_card_of_the_dealer_is_exact_and_both_are_by_chance_on_a_whole_deck() -> None:
    said = [seats.cost_of_dealer_up(HOLDEM, HOLDEM.settings(), sees) for sees in ("dealer:1", "dealer:2")]
    assert said[0].startswith("5,083 deals of the dealer's cards, each with ")
    assert said[1].startswith("2,000 deals of the dealer's cards, each with ")
    assert seats.cost_of_dealer_up(HOLDEM, HOLDEM.settings(), "community:1") == ""
    poker = find_game("three_card_poker")
    assert seats.cost_of_dealer_up(poker, poker.settings(), "dealer:1") == ""


def test_a_game_of_boards_is_studied_by_its_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[BoardSight]] = []

    def found(self: SightStudy, sights: list[BoardSight]) -> list[FaceUp]:  # noqa: ARG001
        asked.append(sights)
        return []

    monkeypatch.setattr(SightStudy, "found", found)
    seats.face_up(HOLDEM, HOLDEM.settings(), 3)
    seats.dealer_up(HOLDEM, HOLDEM.settings(), "dealer:1")
    assert asked == [[BoardSight(seats=n, held=2 * n) for n in (1, 2, 3)], [BoardSight(hidden=1)]]


# --- the command ---


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of ten cards in place of the whole one."""
    monkeypatch.setattr(seats, "question", lambda game, settings, *_, **named: question(game, settings, TEN, **named))
    monkeypatch.setattr(seats, "by_boards", common_board)
    edge = SimpleNamespace(edge=SimpleNamespace(value=Fraction(1, 50)))
    monkeypatch.setattr(seats_seen, "solve", lambda *_: SimpleNamespace(wagers={ROUND: edge}))


@pytest.mark.usefixtures("small")
def test_the_command_tells_every_decision_that_a_dealers_card_changes() -> None:
    done = typed("edge", HOLDEM.slug, "--sees", "dealer:1")
    assert done.returncode == 0, done.stderr
    assert " deals of the dealer's cards, each with " in done.stderr
    told = done.stdout
    for words in ("Before a card of the board is turned", "With 3 cards of the board turned", "With 5 cards of the"):
        assert f"{words}" in told
    assert "played otherwise in " in told
    assert "Most of it is gained before a card of the board is turned. Seen only with 5 cards of the board " in told


@pytest.mark.usefixtures("small")
def test_the_command_tells_programs_the_same() -> None:
    done = typed("edge", HOLDEM.slug, "--sees", "dealer:1", "--json")
    (told,) = json.loads(done.stdout)["seats"]
    assert [each["turned"] for each in told["decisions"]] == [0, 3, 5]
    assert sum(Fraction(each["exact_worth"]) for each in told["decisions"]) == Fraction(told["exact_gain"])
    assert told["decisions"][0]["changed"] == told["changed"] != []


@pytest.mark.usefixtures("small")
def test_the_command_that_is_stopped_says_how_far_it_came_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Sights.values

    def stopped(self: Sights, deals: list[SeenDeal], done: Callable[[int, list[SightValue]], None]) -> None:
        whole(self, deals[:7], done)
        raise KeyboardInterrupt

    monkeypatch.setattr(Sights, "values", stopped)
    done = typed("edge", HOLDEM.slug, "--sees", "dealer:1")
    assert done.returncode == 130
    assert re.search(r"stopped: 7 of \d+ deals are done; the same command goes on from there", done.stderr)
    monkeypatch.setattr(Sights, "values", whole)
    assert typed("edge", HOLDEM.slug, "--sees", "dealer:1").returncode == 0


@pytest.mark.usefixtures("small")
def test_the_command_tells_what_other_seats_cards_are_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "cards_beside", lambda *_: 1)  # a deck of ten has no more for others
    done = typed("edge", HOLDEM.slug, "--sees", "seats:1")
    assert done.returncode == 0, done.stderr
    assert " deals of others' cards, each with " in done.stderr
    assert "the cards of one other seat" in done.stdout
    assert "With 3 cards of the board turned: played otherwise in " in done.stdout
