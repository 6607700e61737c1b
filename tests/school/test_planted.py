"""Planted faults: each is proved wrong by dealing the same shoe and choices again; a clean round is clean."""

import random
import sys
import time
from collections import Counter
from functools import lru_cache
from itertools import islice

import numpy as np
import pytest

from houseway.engine.replay import Deal
from houseway.engine.view import NOBODY, view
from houseway.games import all_games, find_game
from houseway.games.game import Game, Settings
from houseway.kit.wildness import random_settings
from houseway.rules.tape import BACK, SAY, SAY_LAMMERS_IN, SETTLE, VERBS
from houseway.school.dealing.duty import read_duties
from houseway.school.drills import ask
from houseway.school.lots import PLANTED, Lots
from houseway.school.planted import spot_error
from houseway.school.planted.fault import Plantable
from houseway.school.planted.spot_error import FAULTS, NONE, faults_of
from houseway.school.planted.stake_faults import settled_bets
from houseway.school.practice_round import PracticeRound, practice_rounds
from houseway.school.question import CLEAN, PointOut, Question, Rows, rows_of

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
SEED = 31
RARE = {"taken_early", "taken_whole", "missed_tie"}  # in few rounds
EVERYWHERE = {"wrong_pay", "winner_taken", "loser_paid", "left_up", "wrong_hand"}
CAN_HAPPEN = {
    "fast_action_holdem": EVERYWHERE | {"exposed", "wrong_call", "wrong_house_way"},
    "dakota_stud": EVERYWHERE | {"exposed", "wrong_call", "taken_early"},
    "super_fun_21": EVERYWHERE | {"exposed", "wrong_call", "missed_tie", "taken_whole", "taken_early", "drawn_on"},
    "triple_shot_bonus": EVERYWHERE | {"exposed", "wrong_call", "missed_tie", "taken_whole", "taken_early", "drawn_on"},
    "lucky_lucky": EVERYWHERE | {"exposed", "wrong_call", "missed_tie", "taken_early", "drawn_on"},
    "three_card_poker": EVERYWHERE | {"exposed", "wrong_call", "missed_tie", "taken_early"},
    "casino_war": EVERYWHERE | {"exposed", "missed_tie", "taken_whole", "taken_early"},
    "mississippi_stud": EVERYWHERE | {"exposed", "wrong_call", "missed_tie"},
    "let_it_ride": EVERYWHERE | {"exposed", "wrong_call"},
    "ez_baccarat": EVERYWHERE | {"wrong_call", "missed_tie", "drawn_on"},
    "ultimate_texas_holdem": EVERYWHERE | {"exposed", "wrong_call", "missed_tie", "taken_early"},
}


HAT_TRICK = 3  # of Triple Shot Bonus: its manual pays it once Poker is settled


def first_difference(rows: Rows, truth: Rows, game: Game) -> int | None:
    """Where a tape leaves the rules, by a second route: bets of one hand that follow one another are a heap, of which
    any may be next; whatever else comes before the heap is empty is wrong."""
    heaps: list[list[tuple[int, ...]]] = []
    for at, row in enumerate(truth):
        moves = row[0] in (SETTLE, BACK)
        joins = moves and at and truth[at - 1][0] in (SETTLE, BACK) and truth[at - 1][1:3] == row[1:3]
        joins = joins and not (game.slug == "triple_shot_bonus" and row[3] == HAT_TRICK and row[5] > 0)
        heaps[-1].append(row) if joins else heaps.append([row])
    left = [list(heap) for heap in heaps]
    for at, row in enumerate(rows):
        while left and not left[0]:
            left.pop(0)
        if not left or row not in left[0]:
            return at
        left[0].remove(row)
    return None


@lru_cache(8)
def replayed(dealt: PracticeRound) -> tuple[Rows, Rows]:
    """All of it by the rules, and as the dealer sees it."""
    now = dealt.again()
    return rows_of(now.tape), rows_of(view(now.tape, now.felt.players, NOBODY))


def verify_fault(dealt: PracticeRound, fault: Plantable, where: tuple[int, ...]) -> None:
    lots = Lots(dealt.seed, dealt.number, PLANTED)
    planted = fault.plant(dealt, where, lots)
    truth, _ = replayed(dealt)
    assert planted.row < planted.told_by <= planted.sound_to <= len(planted.rows)
    assert first_difference(planted.rows[: planted.told_by], truth, dealt.game) == planted.row


def verify_asked(dealt: PracticeRound, question: Question, name: str) -> None:
    """What the learner sees departs from the rules in the row that is right to point at, or not at all."""
    _, seen = replayed(dealt)
    differs = first_difference(question.tape, seen, dealt.game)
    form = question.form
    assert isinstance(form, PointOut)
    assert form.until == len(question.tape)
    if name == CLEAN:
        assert question.right == CLEAN
        assert differs is None
        return
    assert differs is not None
    assert question.right == form.read((differs, name))
    assert question.marked([differs, name])
    begins = [duty.first for duty in read_duties(dealt.game, question.tape)]
    assert form.rows == tuple(begins)
    others = [other for other, _ in form.faults if other != name]
    assert not any(question.marked([differs, other]) for other in others)
    assert not any(question.marked([row, name]) for row in begins if row != question.right[0])
    assert not question.marked(CLEAN)


@every_game
def test_the_faults_of_a_game_are_those_that_can_happen_in_it(game: Game) -> None:
    assert {fault.name for fault in faults_of(game, game.settings())} == CAN_HAPPEN[game.slug]


@every_game
def test_every_planted_fault_is_caught_by_replay_and_every_clean_round_is_clean(game: Game) -> None:
    settings = game.settings()
    caught: Counter[str] = Counter()
    for dealt in islice(practice_rounds(game, settings, SEED), 16):
        for number, fault in enumerate(FAULTS):
            places = fault.places(dealt)
            for where in {places[0], places[len(places) // 2], places[-1]} if places else ():
                verify_fault(dealt, fault, where)
                question = spot_error.question(dealt, (number, *where), Lots(0, 0, 0))
                verify_asked(dealt, question, fault.name)
                caught[fault.name] += 1
        verify_asked(dealt, spot_error.question(dealt, (NONE, 0), Lots(0, 0, 0)), CLEAN)
    assert caught.keys() >= CAN_HAPPEN[game.slug] - RARE


def test_a_round_is_clean_now_and_then_and_every_fault_comes_up() -> None:
    game = find_game("triple_shot_bonus")
    asked = [ask(game, game.settings(), "spot_error", seed).right for seed in range(60)]
    names = Counter(right if isinstance(right, str) else right[1] for right in asked if not isinstance(right, int))
    assert 5 <= names[CLEAN] <= 30
    assert len(names) >= 10


def test_how_hard_it_is_does_not_tell_whether_there_is_a_fault() -> None:
    game = find_game("casino_war")
    dealt = next(practice_rounds(game, game.settings(), SEED))
    asked = [spot_error.question(dealt, moment, Lots(0, 0, 0)) for moment in spot_error.moments(dealt)]
    assert len({question.right == CLEAN for question in asked}) == 2
    assert len({question.difficulty for question in asked}) == 1


@pytest.mark.parametrize("slug", ["dakota_stud", "super_fun_21", "ez_baccarat"])
def test_where_a_round_stops_does_not_tell_whether_there_is_a_fault(slug: str) -> None:
    """Clean rounds were shown to the middle at least: one that stopped in the deal had a fault for sure."""
    game = find_game(slug)
    clean: Counter[int] = Counter()
    shown: Counter[int] = Counter()
    for seed in range(400):
        question = ask(game, game.settings(), "spot_error", seed)
        last = question.tape[-1][0]
        shown[last] += 1
        clean[last] += question.right == CLEAN
    shares = {VERBS[verb]: clean[verb] / count for verb, count in shown.items() if count >= 40}
    assert len(shares) > 1
    assert all(0.1 < share < 0.45 for share in shares.values()), shares


def test_faults_have_names_and_words_of_their_own() -> None:
    assert len({fault.name for fault in FAULTS}) == len({fault.words for fault in FAULTS}) == len(FAULTS) == 12


def test_what_a_learner_sees_has_no_face_that_the_dealer_does_not_see() -> None:
    game = find_game("fast_action_holdem")
    for dealt in islice(practice_rounds(game, game.settings(), SEED), 15):
        for moment in spot_error.moments(dealt)[::5]:
            question = spot_error.question(dealt, moment, Lots(0, 0, 0))
            players = [0, *range(1, len(dealt.deal.wagers) + 1)]
            assert rows_of(view(np.array(question.tape), players, NOBODY)) == question.tape


def test_a_wrong_hand_leaves_the_shoe_in_its_order() -> None:
    """The cards come as they lie; only where they go is wrong."""
    game = find_game("casino_war")
    (swap,) = (fault for fault in FAULTS if fault.name == "wrong_hand")
    for dealt in islice(practice_rounds(game, game.settings(), SEED), 20):
        for where in swap.places(dealt):
            planted = swap.plant(dealt, where, Lots(0, 0, 0))
            cards = [row[3] for row in planted.rows[: planted.sound_to] if row[0] == 1]
            assert cards == dealt.deal.order[: len(cards)]


def other_settings() -> list[tuple[Game, Settings]]:
    holdem, triple, lucky = (find_game(slug) for slug in ("fast_action_holdem", "triple_shot_bonus", "lucky_lucky"))
    return [
        (holdem, holdem.settings({"decks": 6, "paytable": "1"})),
        (holdem, holdem.settings({"cap_cents": 25_000, "grain_cents": 100})),
        (triple, triple.settings({"poker_cards": "face_down", "soft_17": "hit", "grain_cents": 100})),
        (lucky, lucky.settings({"rounding": "player", "grain_cents": 50})),
    ]


@pytest.mark.parametrize(("game", "settings"), other_settings(), ids=range(4))
def test_faults_are_caught_under_other_settings_too(game: Game, settings: Settings) -> None:
    for dealt in islice(practice_rounds(game, settings, SEED), 6):
        for moment in spot_error.moments(dealt)[::4]:
            name = CLEAN if moment[0] == NONE else FAULTS[moment[0]].name
            verify_asked(dealt, spot_error.question(dealt, moment, Lots(0, 0, 0)), name)


def test_of_two_settlements_alike_only_the_last_can_be_left_out() -> None:
    """Without the first the other would stand in its place, and nothing would be wrong there."""
    game = find_game("fast_action_holdem")
    envy = (SETTLE, 1, 0, game.wagers.index("envy"), 9, 500)
    rows = (envy, envy, (SAY, 0, 0, SAY_LAMMERS_IN, 1, 0))
    dealt = PracticeRound(Deal(game, game.settings(), [], []), (), rows, rows, 0, 0)
    assert settled_bets(dealt) == [(1, 2)]


def many_faults(game: Game, count: int, seed: int) -> Counter[str]:
    """So many faults, and clean rounds beside them, under the standard options and others drawn at random: every fault
    is caught by replay, and every clean round is clean."""
    caught: Counter[str] = Counter()
    rng = random.Random(seed)
    while caught.total() - caught[CLEAN] < count:
        settings = random_settings(game, rng) if caught else game.settings()
        for dealt in islice(practice_rounds(game, settings, rng.randrange(2**40)), max(count // 500, 2)):
            for moment in spot_error.moments(dealt):
                name = CLEAN if moment[0] == NONE else FAULTS[moment[0]].name
                verify_asked(dealt, spot_error.question(dealt, moment, Lots(0, 0, 0)), name)
                caught[name] += 1
    return caught


@every_game
def test_faults_under_any_options_are_caught_by_replay(game: Game) -> None:
    found = many_faults(game, 60, seed=1)
    assert found.total() - found[CLEAN] >= 60


@pytest.mark.slow
@every_game
def test_ten_thousand_faults_a_game_are_caught_by_replay(game: Game) -> None:
    """`python -m tests.school.test_planted GAME` says how many of each."""
    caught = many_faults(game, 10_000, seed=2)
    assert caught.keys() >= CAN_HAPPEN[game.slug] | {CLEAN}
    assert caught.total() - caught[CLEAN] >= 10_000


if __name__ == "__main__":
    for name in sys.argv[1:] or [each.slug for each in all_games()]:
        found = many_faults(find_game(name), 10_000, seed=2)
        faults = found.total() - found[CLEAN]
        print(name, f"{faults:,} faults", dict(found.most_common()), f"{time.process_time():.0f} s of CPU", flush=True)
