"""The dealer's questions: which a game has, that each has one right answer, and that the rules alone say which.

Second routes (arithmetic written here, tables typed here) stand in `test_answer_keys.py`.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice
from math import ceil, floor
from pathlib import Path
from types import SimpleNamespace

import pytest

from houseway.engine.replay import Deal, replay
from houseway.engine.view import NOBODY, view
from houseway.games import all_games, find_game
from houseway.games.betting import verify_wagers
from houseway.games.game import Game, Settings
from houseway.games.outside import game_in
from houseway.games.words import dollars
from houseway.kit.wildness import random_settings
from houseway.rules.cards import UNSEEN
from houseway.rules.refused import Refused
from houseway.rules.tape import CHOOSE, DEAL, SETTLE, STAKE, VERB, A
from houseway.school.drills import ask, kinds_of
from houseway.school.drills.every_kind import ASK, asks_of, find_kind, questions
from houseway.school.drills.kind import Asks
from houseway.school.lots import ASKED, Lots
from houseway.school.practice_round import PracticeRound, practice_round, practice_rounds
from houseway.school.question import Cents, Choose, Pick, PointOut, Question, rows_of

ROUNDS = 70
MOMENTS = 3  # of a round and kind
SEED = 20
EVERYWHERE = {"next_card", "who_wins", "pay", "settle_next", "spot_error"}
KINDS = {
    "fast_action_holdem": EVERYWHERE | {"read_hand", "house_way", "split_hands", "envy"},
    "dakota_stud": EVERYWHERE | {"read_hand", "stays_up"},
    "super_fun_21": EVERYWHERE | {"total", "dealer_draw", "naturals", "split_hands", "stays_up"},
    "triple_shot_bonus": EVERYWHERE | {"read_hand", "total", "dealer_draw", "naturals", "split_hands", "stays_up"},
    "lucky_lucky": EVERYWHERE | {"total", "dealer_draw", "naturals", "split_hands", "stays_up"},
    "three_card_poker": EVERYWHERE | {"read_hand", "stays_up"},
    "casino_war": EVERYWHERE | {"stays_up"},
    "mississippi_stud": EVERYWHERE | {"read_hand"},
    "let_it_ride": EVERYWHERE | {"read_hand"},
    "ez_baccarat": EVERYWHERE | {"total", "dealer_draw"},
    "ultimate_texas_holdem": EVERYWHERE | {"read_hand", "stays_up"},
}
every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def verify_one_right_answer(question: Question) -> None:
    """Of everything that can be answered exactly one thing is right."""
    form = question.form
    if isinstance(form, Choose):
        keys, words = zip(*form.options, strict=True)
        assert len(set(keys)) == len(set(words)) == len(keys) >= 2
        assert [key for key in keys if question.marked(key)] == [question.right]
    elif isinstance(form, Pick):
        ways = list(combinations(range(form.held), form.count))
        assert [places for places in ways if question.marked(places)] == [question.right]
    elif isinstance(form, Cents):
        assert isinstance(question.right, int)
        assert question.marked(question.right)
        assert not any(question.marked(cents) for cents in (question.right + 1, question.right - 1) if cents >= 0)
    else:
        assert isinstance(form, PointOut)
        pointed = ["clean", *((row, name) for row in form.rows for name, _ in form.faults)]
        assert [way for way in pointed if question.marked(way)] == [question.right]
    assert question.asks
    assert question.because[-1] in ".!"
    assert len(question.tape) > 1


def sampled(asks: Asks, dealt: PracticeRound) -> Iterator[Question]:
    """A few questions of a round, at moments spread over it."""
    moments = asks.moments(dealt)
    for at in sorted({len(moments) * part // MOMENTS for part in range(MOMENTS)}) if moments else []:
        yield asks.question(dealt, moments[at], Lots(dealt.seed, dealt.number, ASKED))


def seen_again(dealt: PracticeRound, deal: Deal | None = None) -> tuple[tuple[int, ...], ...]:
    """The round dealt again by the rules, as the dealer sees it."""
    now = replay(deal or dealt.deal, dealt.choices)
    return rows_of(view(now.tape, now.felt.players, NOBODY))


@every_game
def test_the_kinds_of_a_game_are_those_that_come_up_in_it(game: Game) -> None:
    assert {kind.name for kind in kinds_of(game, game.settings())} == KINDS[game.slug]


def test_every_kind_has_a_name_a_title_and_a_sentence_of_its_own() -> None:
    kinds = [asks.KIND for asks in ASK]
    for field in ("name", "title", "about"):
        assert len({getattr(kind, field) for kind in kinds}) == len(kinds)
    assert all(kind.about.endswith(".") and len(kind.about) < 90 for kind in kinds)


@every_game
def test_a_practice_round_is_dealt_by_the_rules_with_bets_that_may_be_made(game: Game) -> None:
    settings = game.settings()
    for dealt in islice(practice_rounds(game, settings, SEED), 25):
        again = dealt.again()
        assert rows_of(again.tape) == dealt.tape
        assert again.pending is None
        assert seen_again(dealt) == dealt.seen
        assert sorted(dealt.deal.order) == sorted(game.deck(settings))
        for bets in dealt.deal.wagers:
            verify_wagers(game, settings, bets)


@every_game
def test_every_question_has_one_right_answer_and_tells_no_more_than_the_round_so_far(game: Game) -> None:
    settings = game.settings()
    kinds = [asks for asks in asks_of(game, settings) if asks.KIND.name != "spot_error"]
    counted = dict.fromkeys((asks.KIND.name for asks in kinds), 0)
    for dealt in islice(practice_rounds(game, settings, SEED), ROUNDS):
        for asks in kinds:
            for question in sampled(asks, dealt):
                verify_one_right_answer(question)
                assert question.tape == dealt.seen[: len(question.tape)]
                assert (question.kind, question.game, question.options) == (asks.KIND.name, game.slug, {})
                counted[asks.KIND.name] += 1
    rare = {"envy", "split_hands", "naturals", "stays_up"}
    assert min(count for name, count in counted.items() if name not in rare) >= 45, counted


@pytest.mark.parametrize("kind", ["envy", "split_hands", "naturals"])
def test_a_rare_question_has_one_right_answer_too(kind: str) -> None:
    for game in (game for game in all_games() if kind in KINDS[game.slug]):
        asks = find_kind(game, game.settings(), kind)
        for question in islice(questions(asks, game, game.settings(), SEED), 8):
            verify_one_right_answer(question)


@every_game
def test_no_answer_hangs_on_a_card_that_the_dealer_does_not_see(game: Game) -> None:
    """Whatever lies hidden, or is still in the shoe, is exchanged: what was asked has the same answer."""
    settings = game.settings()
    kinds = [asks for asks in asks_of(game, settings) if asks.KIND.name != "spot_error"]
    compared = 0
    for dealt in islice(practice_rounds(game, settings, SEED + 1), 14):
        for asks in kinds:
            moments = asks.moments(dealt)
            if not moments:
                continue
            lots = Lots(dealt.seed, dealt.number, ASKED)
            moment = lots.pick(moments)
            other = _with_other_hidden_cards(dealt, moment[0])
            if other is None or moment not in asks.moments(other):
                continue
            one, two = (asks.question(each, moment, Lots(1, 1, ASKED)) for each in (dealt, other))
            assert (one.tape, one.asks, one.right) == (two.tape, two.asks, two.right)
            compared += 1
    assert compared >= 20


def _with_other_hidden_cards(dealt: PracticeRound, row: int) -> PracticeRound | None:
    """One that looks the same up to a row, with what is hidden there reversed; None where it goes otherwise before."""
    dealing = [words for words in dealt.seen if words[VERB] == DEAL]
    before = sum(words[VERB] == DEAL for words in dealt.seen[:row])
    turned = dealt.lying(row)
    known = {card for cards in turned.hands.values() for card in cards if card != UNSEEN}
    order = list(dealt.deal.order)
    hidden = [at for at, words in enumerate(dealing[:before]) if words[A] == UNSEEN and order[at] not in known]
    places = [*hidden, *range(before, len(order))]
    for at, card in zip(places, [order[place] for place in reversed(places)], strict=True):
        order[at] = card
    deal = Deal(dealt.game, dealt.settings, order, dealt.deal.wagers)
    choices = sum(words[VERB] == CHOOSE for words in dealt.seen[:row])
    try:
        now = replay(deal, dealt.choices[:choices])
    except Refused:
        return None
    seen = rows_of(view(now.tape, now.felt.players, NOBODY))
    if seen[:row] != dealt.seen[:row] or len(seen) <= row:
        return None
    return PracticeRound(deal, dealt.choices[:choices], rows_of(now.tape), seen, dealt.seed, dealt.number)


@every_game
def test_the_same_seed_asks_the_same_and_others_ask_something_else(game: Game) -> None:
    settings = game.settings()
    for kind in kinds_of(game, settings):
        asked = [ask(game, settings, kind.name, seed) for seed in (1, 2, 2**63 + 5)]
        practice_round.cache_clear()
        assert ask(game, settings, kind.name, 2) == asked[1]
        assert len({each.id for each in asked}) == 3


def variants(game: Game) -> list[Settings]:
    """Every setting of every option, each alone, where it may stand alone; and awkward rounding."""
    found = [game.settings({"rounding": "nearest", "grain_cents": 50})]
    for option in game.sheet.options:
        for setting in option.choices or (option.least, option.most):
            try:
                settings = game.settings({option.name: setting})
            except Refused:
                continue
            if settings != game.settings():
                found.append(settings)
    return found


@every_game
def test_under_every_setting_questions_are_asked_by_its_own_rules(game: Game) -> None:
    for settings in variants(game):
        rounds = list(islice(practice_rounds(game, settings, 5), 2))
        changed = {name: setting for name, setting in settings.items() if setting != game.settings()[name]}
        for dealt in rounds:
            assert rows_of(dealt.again().tape) == dealt.tape
            for asks in ASK[:-1]:  # spotting errors has its own tests
                for question in islice(sampled(asks, dealt), 1):
                    verify_one_right_answer(question)
                    assert question.options == changed


def test_a_kind_that_a_game_does_not_have_is_refused_with_those_it_has() -> None:
    game = find_game("casino_war")
    with pytest.raises(Refused, match="Casino War has no question 'house_way': there is next_card, "):
        ask(game, game.settings(), "house_way", 1)


@pytest.mark.parametrize("name", ["red_dog"])
def test_a_game_from_outside_has_its_drills_without_a_line_for_them(name: str) -> None:
    game = game_in(Path(__file__).parents[2] / "examples" / name)
    settings = game.settings()
    names = {kind.name for kind in kinds_of(game, settings)}
    assert names >= EVERYWHERE - {"next_card"}  # at red dog all cards go to the dealer
    for kind in names:
        verify_one_right_answer(ask(game, settings, kind, 3))


def test_rare_cases_are_asked_about_as_often_as_common_ones() -> None:
    """A tie at War is one bet in seventeen: of forty questions several are about one."""
    game = find_game("triple_shot_bonus")
    asked = [ask(game, game.settings(), "who_wins", seed).right for seed in range(40)]
    assert sum(right in ("pushes", "in_part") for right in asked) >= 4
    assert set(asked) == {"paid", "taken", "pushes", "in_part"}


@pytest.mark.parametrize(("slug", "least"), [("super_fun_21", 30), ("ez_baccarat", 15)])  # nothing is less than 0
def test_where_a_total_stands_among_the_answers_does_not_tell_it(slug: str, least: int) -> None:
    """It stood between a smaller and a larger one, nearly always."""
    game = find_game(slug)
    places: Counter[int] = Counter()
    for seed in range(200):
        question = ask(game, game.settings(), "total", seed)
        assert isinstance(question.form, Choose)
        assert len(question.form.options) == 4
        places[[key for key, _ in question.form.options].index(str(question.right))] += 1
    assert min(places[place] for place in range(4)) > least, places


def verify_pay(dealt: PracticeRound, question: Question, row: int) -> None:
    """Odds times bet, rounded by the house's policy, worked out here; told as it is. A cap or a fixed sum pays less."""
    end = dealt.settled_at(row)
    num, den = map(int, dealt.pays[end.wager, end.outcome])
    if not end.stake_cents or num * end.cents <= 0 or "would be" in question.because:
        return
    grain = int(dealt.settings["grain_cents"])
    steps = Fraction(end.stake_cents * num, den * grain)
    whole = {"house": floor(steps), "player": ceil(steps), "nearest": floor(steps + Fraction(1, 2))}
    assert question.right == abs(whole[str(dealt.settings["rounding"])] * grain)
    assert dollars(question.right) in question.because


def many_questions(kind: str, game: Game, count: int, seed: int) -> int:
    """So many of a kind or more, under the standard options and others drawn at random, each with one right answer."""
    asks = next(each for each in ASK if each.KIND.name == kind)
    rng, asked, without = random.Random(seed), 0, 0
    while asked < count and without < 400:
        settings = random_settings(game, rng) if asked or without else game.settings()
        before = asked
        for dealt in islice(practice_rounds(game, settings, rng.randrange(2**40)), 8):
            for moment in asks.moments(dealt):
                question = asks.question(dealt, moment, Lots(dealt.seed, dealt.number, ASKED))
                verify_one_right_answer(question)
                if kind == "pay":
                    verify_pay(dealt, question, moment[0])
                asked += 1
        without = 0 if asked > before else without + 1
    return asked


@every_game
def test_under_any_options_every_kind_has_one_right_answer(game: Game) -> None:
    for kind in KINDS[game.slug] - {"spot_error"}:
        assert many_questions(kind, game, 8, seed=3) >= 8, kind


@pytest.mark.slow
@pytest.mark.parametrize("kind", [asks.KIND.name for asks in ASK])
def test_ten_thousand_questions_of_a_kind_have_one_right_answer_each(kind: str) -> None:
    """`python -m tests.school.test_drills KIND` says how many of each game."""
    games = [game for game in all_games() if kind in KINDS[game.slug]]
    assert sum(many_questions(kind, game, -(-10_000 // len(games)), seed=7) for game in games) >= 10_000


def test_a_settlement_has_the_stake_that_lay_there_and_none_where_none_did() -> None:
    tape = [(STAKE, 1, 0, 0, 700, 0), (SETTLE, 1, 0, 0, 3, -700), (SETTLE, 2, 0, 1, 4, 2500)]
    found = PracticeRound.settlements.func(SimpleNamespace(tape=tape))  # type: ignore[attr-defined]
    assert [tuple(each) for each in found] == [(1, 1, 0, 0, 3, -700, 700), (2, 2, 0, 1, 4, 2500, 0)]


if __name__ == "__main__":
    for kind in sys.argv[1:] or [asks.KIND.name for asks in ASK]:
        named = [game for game in all_games() if kind in KINDS[game.slug]]
        found = {game.slug: many_questions(kind, game, -(-10_000 // len(named)), seed=7) for game in named}
        print(kind, f"{sum(found.values()):,}", found, f"{time.process_time():.0f} s of CPU", flush=True)
