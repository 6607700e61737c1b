"""Cards of other seats seen where cards are not laid down: two ways to one gain, deals by chance, and what is kept."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace

import pytest

from houseway.analysis.cards_seen import cost_of_cards
from houseway.analysis.exact.blackjack.less_cards import BlackjackLessCards
from houseway.analysis.exact.shared.less_cards import SeenGone
from houseway.analysis.seats_seen import cost_of_seats, seats_seen
from houseway.analysis.solve import solver_of
from houseway.analysis.universal.asked import Asked
from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.shoe_without import ShoeWithout
from houseway.analysis.universal.seats import any_game, deals_done
from houseway.analysis.universal.seats.any_game import seeing_seats
from houseway.analysis.universal.seats.beside import cards_by_chance
from houseway.analysis.universal.seats.dead_cards import DeadCards
from houseway.analysis.universal.seats.deals_done import DealsDone, DealsOf
from houseway.analysis.universal.seats.gained import FaceUp
from houseway.analysis.universal.unfinished import StoppedHere
from houseway.games import SLUGS, find_game
from houseway.games.triple_shot_bonus.solve_blackjack import blackjack_of
from houseway.games.triple_shot_bonus.solve_hints import INSURED
from houseway.report.seats_page import seats_words
from houseway.rules.blackjack import points
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused

TRIPLE, WAR, BACCARAT = (find_game(slug) for slug in ("triple_shot_bonus", "casino_war", "ez_baccarat"))
SETTINGS = TRIPLE.settings({"insurance": False})
TOY = tuple(sorted(cards_of("5h 5h 5h 6s 6s 9d 9d 8c 8c Tc Tc Tc")))
ACE, TEN = 1, 10


@cache
def by_hand() -> BlackjackLessCards:
    return BlackjackLessCards(blackjack_of(TRIPLE, SETTINGS, TOY), TRIPLE.acts, None)


@pytest.mark.parametrize("gone", ["", "5h", "6s", "Tc", "8c 9d"])
def test_blackjack_and_the_walk_of_play_alone_gain_the_same_by_seeing(gone: str) -> None:
    """The engine of compositions, and every leaf of `play`: the same gain, the same acts in as many rounds."""
    cards = cards_of(gone)
    found = by_hand().seen(cards)
    assert found == _from_play().seen(cards)
    assert found.gain >= 0
    assert (found == SeenGone(Fraction(0))) == (not cards)


@cache
def _from_play() -> ShoeWithout:
    return ShoeWithout(shoe_question(TRIPLE, SETTINGS, TOY))


class AnyDeals(DeadCards):
    """By chance, however few there are."""

    def is_exact(self, held: int) -> bool:  # noqa: ARG002
        return False


def study(kind: type[DeadCards], deals: int, seed: int = 1) -> DeadCards:
    made = kind(Asked(TRIPLE, SETTINGS, TOY), by_hand(), 2, deals, seed)
    made.__dict__["held"] = [1, 2]  # cards of others
    return made


@cache
def exact() -> tuple[FaceUp, ...]:
    return tuple(study(DeadCards, 1000).found())


def test_every_deal_of_others_counts_as_often_as_it_comes() -> None:
    for held, each in zip((1, 2), exact(), strict=True):
        orders = list(permutations(range(len(TOY)), held))
        gains = {tuple(sorted(TOY[i] for i in order)): Fraction(0) for order in orders}
        gains = {gone: by_hand().seen(gone).gain for gone in gains}
        mean = sum((gains[tuple(sorted(TOY[i] for i in order))] for order in orders), Fraction(0)) / len(orders)
        assert (each.gain, each.is_exact, each.se, each.cards) == (mean, True, 0.0, held)
        assert min(gains.values()) >= 0
    one, two = exact()
    assert 0 < one.gain < two.gain, "who sees more gains more"
    assert 0 < sum(two.changed.values()) < 1


def test_deals_of_others_by_chance_come_to_the_same_within_their_error() -> None:
    some = study(AnyDeals, 300).found()
    for tried, true in zip(some, exact(), strict=True):
        assert not tried.is_exact
        assert tried.deals == 300
        assert 0 < abs(float(tried.gain - true.gain)) < 4 * tried.se
        for acts, share in true.changed.items():
            assert abs(float(tried.changed.get(acts, 0) - share)) < 0.05
    assert some == study(AnyDeals, 300).found() != study(AnyDeals, 300, seed=2).found()


def test_insurance_is_taken_where_it_wins_and_is_half_of_the_bet() -> None:
    deck = cards_of("Ac Ac Ac Tc Tc Tc 9d 9d 9d 9d 9d 8c 8c")
    whole = blackjack_of(TRIPLE, SETTINGS, deck)
    gone = cards_of("9d 8c 9d")
    left = [points(card) for card in cards_of("Ac Ac Ac Tc Tc Tc 9d 9d 9d 8c")]
    won = taken = Fraction(0)
    deals = list(permutations(range(len(left)), 3))
    for up, a, b in deals:
        tens = 3 - (left[a] == TEN) - (left[b] == TEN)
        seeing, blind = (3 * Fraction(tens, size - 3) - 1 for size in (len(left), len(deck)))
        if left[up] == ACE and seeing > 0 >= blind:
            won, taken = won + seeing / 2, taken + 1
    plain, insured = (BlackjackLessCards(whole, TRIPLE.acts, insurance).seen(gone) for insurance in (None, INSURED))
    assert insured.gain - plain.gain == won / len(deals) > 0
    assert insured.changed["decline", "insure"] == taken / len(deals)
    assert ("decline", "insure") not in plain.changed


def test_others_hold_two_cards_each_at_blackjack_and_one_at_war() -> None:
    for game, held in ((TRIPLE, 2), (WAR, 1)):
        asked = Asked(game, game.settings(), tuple(sorted(game.deck(game.settings()))))
        assert [cards_by_chance(asked, seats) for seats in (1, 3)] == [held, 3 * held]
        with pytest.raises(Refused, match="has 1 to"):
            cards_by_chance(asked, 40)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_is_studied_or_says_what_else_there_is(slug: str) -> None:
    game = find_game(slug)
    settings = game.settings()
    if slug == "fast_action_holdem":
        with pytest.raises(Refused, match=f"`houseway edge {slug}`.*`houseway simulate {slug}`"):
            seeing_seats(game, settings, 1)
        return
    begun = seeing_seats(game, settings, 1)
    assert bool(begun.why_nothing) != bool(begun.cost())
    assert not begun.cost() or begun.cost().endswith(" here")


@pytest.mark.parametrize("slug", ["fast_action_holdem", "super_fun_21"])
def test_cards_of_the_house_that_cannot_be_seen_leave_what_else_there_is(slug: str) -> None:
    seats = "" if slug == "fast_action_holdem" else f".*`houseway edge {slug} --sees seats:1`"
    with pytest.raises(Refused, match=f"{seats}.*`houseway edge {slug}`"):
        cost_of_cards(find_game(slug), None, "dealer:1")


def test_where_nothing_can_be_gained_that_is_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    two = seats_seen(BACCARAT, None, 2)[1]
    assert (two.seats, two.gain, two.is_exact, two.edge) == (2, Fraction(0), True, two.base)
    assert cost_of_seats(BACCARAT, None, 2) == ""
    assert seats_words(BACCARAT, [two]) == [
        "Nothing is gained by seeing the cards of 2 other seats at EZ Baccarat: nobody has a choice in it."
    ]
    with pytest.raises(Refused, match="has 1 to 6 other seats"):
        seeing_seats(BACCARAT, BACCARAT.settings(), 40)
    lucky = find_game("lucky_lucky")
    endless = lucky.settings({"decks": "infinite"})
    assert seeing_seats(lucky, endless, 1).why_nothing == "it is dealt from an endless shoe"
    monkeypatch.setattr(any_game, "question", lambda *_: SimpleNamespace(shape=SimpleNamespace(choices=0)))
    assert seeing_seats(lucky, lucky.settings(), 1).why_nothing == "nobody has a choice in it"


def test_war_is_never_surrendered_whatever_is_seen() -> None:
    """Of two cards from what is left neither is likelier to be higher, so a war is worth half a bet lost at least."""
    less_cards = solver_of(WAR).less_cards
    assert less_cards is not None
    without = less_cards(WAR, WAR.settings())
    for gone in ("2c", "Ac Ac Kc Kd Qc Jc"):
        assert without.seen(cards_of(gone)) == SeenGone(Fraction(0))


# --- what is stopped ---


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(deals_done, "kept", lambda: tmp_path / "kept")
    return tmp_path / "kept"


PARTS = (DealsOf(1, 2, [3, 1], is_exact=True), DealsOf(2, 4, [1] * 6, is_exact=False))


def one_after_another(stop_at: int, asked: list[int]) -> Callable[[int], SeenGone]:
    def value(number: int) -> SeenGone:
        if number == stop_at:
            raise KeyboardInterrupt
        asked.append(number)
        return SeenGone(Fraction(number, 100), {("hit", "stand"): Fraction(number % 2, 2)})

    return value


def test_deals_that_are_stopped_are_kept_say_what_they_came_to_and_are_taken_up(folder: Path) -> None:
    asked, told = list[int](), list[tuple[int, int]]()
    with pytest.raises(StoppedHere) as stopped:
        DealsDone("a", PARTS, lambda done, of: told.append((done, of))).go_through(one_after_another(5, asked), 1)
    assert str(stopped.value) == (
        "stopped: 5 of 8 deals are done; seeing one other seat adds 0.2500%; seeing 2 other seats adds "
        "3.0000% ± 0.5774% (3 deals); the same command goes on from there"
    )
    assert told == [(done, 8) for done in range(1, 6)]
    found = DealsDone("a", PARTS).go_through(one_after_another(-1, asked), 2)
    assert sorted(asked) == list(range(8))
    one, two = found
    assert (one.gain, one.deals, one.is_exact, one.changed) == (
        Fraction(1, 400), 4, True, {("hit", "stand"): Fraction(1, 8)}
    )  # fmt: skip
    assert (two.gain, two.deals, two.is_exact) == (Fraction(27, 600), 6, False)
    assert list(folder.iterdir()) == [], "what is finished is forgotten"


def test_deals_that_cannot_be_kept_say_so(folder: Path) -> None:
    folder.write_text("a file lies where the folder should be")
    with pytest.raises(StoppedHere, match=r"^stopped: 1 of 8 deals are done, and could not be kept$"):
        DealsDone("a", PARTS).go_through(one_after_another(1, []), 1)


def test_another_study_does_not_go_on_from_it() -> None:
    keys = {study(DeadCards, 10)._key, study(DeadCards, 11)._key, study(DeadCards, 10, seed=2)._key}
    assert len(keys) == 3
