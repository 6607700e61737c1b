"""Lessons in dealing: whoever does what is said makes no error in any game, and nothing else is right."""

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.rules.cards import UNSEEN
from houseway.rules.refused import Refused
from houseway.rules.tape import CHOOSE, DEAL, FACE_UP, SAID, SAY, SAY_VOID, SETTLE, STAKE, VERB, A, B, C
from houseway.school.dealing import manual
from houseway.school.dealing.by_learner import DealingState
from houseway.school.dealing.dealing_lesson import DealingLesson
from houseway.school.dealing.deed import KINDS, DealerDeed
from houseway.school.dealing.duty import read_duties
from houseway.school.dealing.duty_round import DutyRound
from houseway.school.question import Rows
from tests.school.learners import doable, settings_of, wild_tape

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
SEEDS = 2
WILD_ROUNDS = 12
HOLDEM, STUD = find_game("fast_action_holdem"), find_game("dakota_stud")


def follow(lesson: DealingLesson) -> DealingState:
    """Read what is due, look for the one deed on the menu that is called so, and do it."""
    state = lesson.begun()
    while not lesson.is_over(state):
        round_ = lesson.round(state)
        due = lesson.to_json(state)["due"]["words"].removesuffix(".")
        found = [deed for deed in doable(lesson, state) if round_.deed_words(deed, state.step) == due]
        assert len(found) == 1, (due, found)
        told = lesson.next_step(state, found[0])
        assert told.right
        assert told.words == f"{due}."
        state = told.state
    return state


@every_game
def test_a_learner_who_follows_the_lesson_makes_no_error(game: Game) -> None:
    for number, settings in enumerate(settings_of(game, seed=7, more=2)):
        for seed in range(SEEDS):
            seats = (1, 3, game.seats_max(settings))[(number + seed) % 3]
            lesson = DealingLesson(game, settings, seed, seats)
            state = follow(lesson)
            assert (state.shift, state.errors, lesson.rounds_done(state)) == ("closed", 0, 1)


@every_game
def test_every_other_deed_on_the_menu_is_wrong_and_changes_nothing(game: Game) -> None:
    """Other than what is due, and the bets of the same hand, which go in any order."""
    lesson = DealingLesson(game, game.settings(), 3, 2)
    state, steps = DealingState(), len(lesson.round(DealingState()).duties)
    for step in range(steps):
        due = lesson.due(state)
        duties = lesson.round(state).duties
        may = {duties[each].deed for each in lesson.round(state).next_steps(step)}
        assert due in may
        for deed in doable(lesson, state) if step % 3 == 0 else ():
            told = lesson.next_step(state, deed)
            assert told.right == (deed in may)
            if not told.right:
                assert (told.state.step, told.state.round) == (step, 1)
                assert (told.state.slips[-1].did, told.state.slips[-1].due) == (deed.key, due.key)
                assert lesson.round(state).words(step) in told.words
                assert told.cites == lesson.round(state).cited(step) != ()
        state = lesson.next_step(state, due).state
    assert lesson.is_over(state)
    with pytest.raises(Refused, match="the last round is over"):
        lesson.next_step(state, due)


@every_game
def test_bets_of_one_hand_are_settled_in_any_order_and_nothing_else_is(game: Game) -> None:
    """The last that may come is done first, all through a lesson: the round ends as it does in any other order."""
    turned = 0
    for seed in range(4):
        lesson = DealingLesson(game, game.settings(), seed, 3)
        state, seen = DealingState(), []
        while not lesson.is_over(state):
            round_ = lesson.round(state)
            step = round_.next_steps(state.step, state.ahead)[-1]
            deed, due = round_.duties[step].deed, round_.duties[state.step].deed
            if step != state.step:
                turned += 1
                assert (deed.seat, deed.hand) == (due.seat, due.hand)
                assert deed.wager != due.wager
                assert {deed.kind, due.kind} <= {"take", "push", "pay", "back"}
            told = lesson.next_step(state, deed)
            assert told.right
            assert told.because == round_.because(step)
            assert told.cites == round_.cited(step)
            state = DealingState.from_json(json.loads(json.dumps(told.state.to_json())))
            seen = lesson.to_json(state)["tape"]
        assert sorted(seen) == sorted(map(list, lesson.dealt(state).seen))
        assert state.errors == 0
    assert turned or game.slug == "super_fun_21"  # whose hands have one bet


def test_the_hat_trick_is_paid_after_poker_since_a_paragraph_says_so() -> None:
    game = find_game("triple_shot_bonus")
    paid = [
        (round_, step)
        for round_, step in duties_of(game.slug, 40, "pay")
        if round_.duties[step].deed.wager == "hat_trick" and round_.duties[step - 1].deed.wager == "poker"
    ]
    assert paid
    for round_, step in paid:
        assert round_.next_steps(step - 1) == (step - 1,)


@every_game
def test_the_deeds_so_far_are_the_whole_lesson(game: Game) -> None:
    """With errors in it, too; and all that a page gets is plain JSON."""
    lesson = DealingLesson(game, game.settings(), 4, 2)
    state, done = DealingState(), []
    while not lesson.is_over(state):
        shown = lesson.to_json(state)
        assert json.loads(json.dumps(shown)) == shown
        if state.step % 5 == 2:
            wrong = next(deed for deed in doable(lesson, state) if deed != lesson.due(state))
            done.append(wrong.key)
            state = lesson.next_step(state, wrong).state
        done.append(lesson.due(state).key)
        told = lesson.next_step(state, lesson.due(state))
        assert json.loads(json.dumps(told.to_json())) == told.to_json()
        state = told.state
    assert lesson.after(done) == state
    assert DealingState.from_json(json.loads(json.dumps(state.to_json()))) == state
    assert lesson.to_json(state)["errors"] == len(state.slips) == len(done) - state.step
    assert lesson.to_json(state)["due"] is None
    assert lesson.to_json(state)["offered"] == []


def rows_of_the_dealer(tape: Rows) -> list[int]:
    return [number for number, row in enumerate(tape) if row[VERB] not in (STAKE, CHOOSE)]


@every_game
def test_duties_have_every_row_of_the_dealer_once_and_in_order(game: Game) -> None:
    """Also in rounds that nobody sensible plays, and in one whose shoe runs out."""
    whole = [wild_tape(game, seed) for seed in range(WILD_ROUNDS)]
    cut = [wild_tape(game, seed, cards) for seed, cards in enumerate((1, 1, 4, 9))]
    assert any((row[VERB], row[A]) == (SAY, SAY_VOID) for _, tape in cut for row in tape)
    for settings, tape in whole + cut:
        duties = read_duties(game, tape)
        assert [row for duty in duties for row in range(duty.first, duty.end)] == rows_of_the_dealer(tape)
        round_ = DutyRound(game, settings, tape)
        for step, duty in enumerate(duties):
            allowing = [each for each in round_.offered(step) if each.allows(duty.deed)]
            assert len(allowing) == 1
            assert DealerDeed.from_key(duty.deed.key) == duty.deed
            assert round_.words(step)


@every_game
def test_every_duty_cites_a_paragraph_and_every_settlement_has_a_reason(game: Game) -> None:
    """A shoe that runs out is the house's matter: no paragraph speaks of it."""
    known = {paragraph.id for paragraph in game.paragraphs.paragraphs}
    for settings, tape in (wild_tape(game, seed) for seed in range(20, 20 + WILD_ROUNDS)):
        round_ = DutyRound(game, settings, tape)
        void = next((step for step, duty in enumerate(round_.duties) if duty.deed.kind == "void"), len(round_.duties))
        for step in range(void):
            assert round_.cites(step), round_.words(step)
            assert set(round_.cites(step)) <= known
            assert bool(round_.because(step)) == (tape[round_.duties[step].first][VERB] == SETTLE)


def test_a_lesson_shows_no_card_that_the_dealer_cannot_see() -> None:
    lesson = DealingLesson(HOLDEM, HOLDEM.settings(), 5, 3)
    state, hidden = DealingState(), 0
    while not lesson.is_over(state):
        for row in lesson.to_json(state)["tape"]:
            if row[VERB] == DEAL and row[B] != FACE_UP:
                hidden += 1
                assert row[A] == UNSEEN
        state = lesson.next_step(state, lesson.due(state)).state
    assert hidden


def test_a_packet_is_dealt_in_one_go_and_the_dealers_own_open_cards_one_at_a_time() -> None:
    duties = read_duties(STUD, DealingLesson(STUD, STUD.settings(), 1, 2).dealt(DealingState()).tape)
    assert [duty.deed.key for duty in duties[:5]] == [
        "no_more_bets:0:0::0:", "deal_down:1:0::3:", "deal_down:2:0::3:", "deal_down:0:1::2:", "ask:1:0::0:",
    ]  # fmt: skip
    blackjack = find_game("super_fun_21")
    drawn = Counter[int]()
    for seed in range(12):
        tape = DealingLesson(blackjack, blackjack.settings(), seed, 1).dealt(DealingState()).tape
        drawn.update(
            duty.deed.amount
            for duty in read_duties(blackjack, tape)
            if (duty.deed.kind, duty.deed.seat) == ("deal_up", 0)
        )
    assert set(drawn) == {1}
    assert drawn[1] > 12, "no dealer drew"


def test_the_dealers_hand_is_set_by_naming_the_cards_that_stay() -> None:
    lesson = DealingLesson(HOLDEM, HOLDEM.settings(), 2, 2)
    state = DealingState()
    while lesson.due(state).kind != "house_way":
        state = lesson.next_step(state, lesson.due(state)).state
    sets = [deed for deed in doable(lesson, state) if deed.kind == "house_way"]
    assert len(sets) == 6
    assert [deed for deed in sets if lesson.next_step(state, deed).right] == [lesson.due(state)]
    cited = [each["id"] for each in lesson.to_json(state)["due"]["cites"]]
    assert cited[0] == "single.9"
    assert cited[1].startswith("single.9.")


def duties_of(slug: str, seeds: int, kind: str = "") -> Iterator[tuple[DutyRound, int]]:
    """The duties of some rounds, all or those of a kind."""
    game = find_game(slug)
    for seed in range(seeds):
        round_ = DealingLesson(game, game.settings(), seed, 2).dealt(DealingState())
        yield from ((round_, step) for step, duty in enumerate(round_.duties) if kind in ("", duty.deed.kind))


def test_a_bet_that_pushes_is_neither_taken_nor_paid() -> None:
    pushed = [
        (round_, step) for round_, step in duties_of("super_fun_21", 20) if round_.duties[step].deed.kind == "push"
    ]
    assert pushed
    for round_, step in pushed:
        assert round_.tape[round_.duties[step].first][C] == 0
        assert round_.words(step).endswith(": it pushes")


def test_half_a_bet_is_taken_in_so_many_words() -> None:
    ties = [
        (round_, step) for round_, step in duties_of("triple_shot_bonus", 12) if round_.cites(step)[0] == "dealing.4"
    ]
    halves = [
        round_.words(step)
        for round_, step in ties
        if round_.game.outcomes[round_.tape[round_.duties[step].first][B]] == "tie"
    ]
    assert halves
    assert all(re.fullmatch(r"Take \$[\d.]+ of War of seat \d", words) for words in halves)


def test_cards_can_be_turned_out_of_order_and_packets_dealt_too_small() -> None:
    """What a menu lacks nobody can do wrong."""
    lesson = DealingLesson(STUD, STUD.settings(), 1, 1)
    state = DealingState(step=2)
    dealt = {deed.key for deed in doable(lesson, state) if deed.kind == "deal_down"}
    assert dealt == {"deal_down:0:1::1:", "deal_down:0:1::2:", "deal_down:1:0::2:", "deal_down:1:0::3:"}
    state = lesson.next_step(state, lesson.due(state)).state
    turned = {deed.places for deed in doable(lesson, state) if (deed.kind, deed.seat) == ("turn", 0)}
    assert turned == {(0,), (1,), (0, 1)}


def test_a_duty_cites_by_the_cards_that_lie_and_by_what_was_done_before() -> None:
    first = [round_.cites(step) for round_, step in duties_of("ez_baccarat", 1)]
    assert first[:5] == [("play.1",)] + [("play.2",)] * 4
    thirds = [
        round_.cites(step)
        for round_, step in duties_of("ez_baccarat", 8, "deal_up")
        if len(round_.lying(step).hands.get((0, round_.duties[step].deed.hand), [])) == 2
    ]
    assert set(thirds) == {("play.4",), ("play.5",)}
    asked = [
        round_.cites(step) for round_, step in duties_of("dakota_stud", 1) if round_.duties[step].deed.kind == "ask"
    ]
    assert asked == sorted(asked)
    assert set(asked) == {("dealing.3b",), ("dealing.5",)}


def test_what_is_said_aloud_is_what_the_tape_says() -> None:
    assert set(SAID) <= set(KINDS)


def test_a_game_without_a_manual_is_taught_in_the_words_of_its_tape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manual, "FILE", "no_such_file.toml")
    manual.manual_of.cache_clear()
    try:
        state = follow(lesson := DealingLesson(STUD, STUD.settings(), 99, 2))
        assert state.errors == 0
        assert "No paragraph is named for this step" in lesson.to_json(DealingState())["due"]["because"]
        round_ = lesson.dealt(DealingState())
        assert not any(round_.cites(step) for step in range(len(round_.duties)))
    finally:
        manual.manual_of.cache_clear()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('does = ["deal"]\nby = ["dealing.99"]', "there is no paragraph 'dealing.99'"),
        (
            'does = ["ask"]\nby = ["dealing.1"]\n[[settled_after]]\nwager = "one"\nafter = ["tea"]\nby = ["dealing.1"]',
            "there is no wager 'tea'",
        ),
        ('does = ["juggle"]\nby = ["dealing.1"]', "'juggle' is no deed of a dealer"),
        ('does = ["ask"]\nafter = "sing dealer"\nby = ["dealing.1"]', "'sing' is no deed of a dealer"),
        ('does = ["deal"]\nheld = [1]\nwords = "Burn {cards}"\nby = ["dealing.1"]', "says only what is done and whose"),
    ],
)
def test_a_manual_that_says_what_cannot_be_is_refused(
    line: str, said: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = type(STUD.folder)(str(tmp_path)) / "dealing.toml"
    path.write_text(f"[[lines]]\n{line}\n")
    monkeypatch.setattr(manual, "FILE", str(path))
    manual.manual_of.cache_clear()
    try:
        with pytest.raises(Refused, match=said):
            manual.manual_of(STUD)
    finally:
        manual.manual_of.cache_clear()


@pytest.mark.parametrize(
    "key", ["", "deal_up", "fly:1:0::0:", "pay:1:0:ante:x:", "deal_up:01:0::1:", "turn:1:0::0:a+b"]
)
def test_what_is_no_deed_is_refused(key: str) -> None:
    with pytest.raises(Refused, match="is no deed"):
        DealerDeed.from_key(key)


def test_what_nobody_could_do_now_is_refused_and_is_no_error() -> None:
    lesson = DealingLesson(STUD, STUD.settings(), 1, 2)
    for deed in (DealerDeed("ask", 7), DealerDeed("pay", 1, 0, "ante", 500), DealerDeed("rule", wager="void")):
        with pytest.raises(Refused, match="cannot be done now"):
            lesson.next_step(DealingState(), deed)
    with pytest.raises(Refused, match="has 1 to 7 seats, not 8"):
        DealingLesson(STUD, STUD.settings(), 1, 8)


def test_any_amount_may_be_cut_and_a_wrong_one_is_an_error() -> None:
    lesson = DealingLesson(STUD, STUD.settings(), 5, 3)
    state = DealingState()
    while lesson.due(state).kind != "pay":
        state = lesson.next_step(state, lesson.due(state)).state
    due = lesson.due(state)
    told = lesson.next_step(state, due.of(due.amount + 1))
    assert not told.right
    assert told.state.slips[0].due == due.key
