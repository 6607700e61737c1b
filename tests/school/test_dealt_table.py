"""A table dealt by the learner: every deed is checked, rounds and errors are counted, and things go wrong."""

import json
from collections.abc import Iterator

import pytest

from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.house.irregularities import OUTCOMES, SORTS
from houseway.rules.refused import Refused
from houseway.school.dealing.by_learner import DealingState
from houseway.school.dealing.dealt_table import DealtTable
from houseway.school.dealing.deed import DEALS, DealerDeed
from houseway.school.dealing.irregular import CHIP_CENTS, Incident
from houseway.school.dealing.ruling_words import MAKE_GOOD, PLAY_ON, RETURN_BET, RULINGS, STANDS, VOID
from houseway.school.dealing.shift import BY_PRACTICE
from tests.school.learners import doable

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
STUD, TRIPLE = find_game("dakota_stud"), find_game("triple_shot_bonus")
ROUNDS = 4


def dealt(table: DealtTable, state: DealingState | None = None) -> Iterator[DealingState]:
    """Every state of a table whose dealer does what is due."""
    now = state or DealingState()
    yield now
    while not table.is_over(now):
        told = table.next_step(now, table.due(now))
        assert told.right
        now = told.state
        yield now


@every_game
def test_a_dealer_who_does_what_is_due_makes_no_error_whatever_goes_wrong(game: Game) -> None:
    settings = game.settings()
    wrong = 0
    for seed in range(2):
        table = DealtTable(game, settings, seed, min(3, game.seats_max(settings)), ROUNDS)
        for state in dealt(table):
            wrong += bool(not table.is_over(state) and table.irregular(state))
            assert sum(each.allows(table.due(state)) for each in table.offered(state)) == (not table.is_over(state))
        assert table.is_over(state)
        assert table.rounds_done(state) == ROUNDS
        assert state.slips == ()
    assert wrong


def incidents(game: Game, seeds: int) -> Iterator[tuple[DealtTable, DealingState, Incident]]:
    for seed in range(seeds):
        table = DealtTable(game, game.settings(), seed, 3)
        for number in range(1, 5):
            now = DealingState(round=number)
            if found := table.incident(now):
                yield table, DealingState(number, found.step), found


def test_every_sort_of_irregularity_happens_and_is_ruled_as_the_house_rules_it() -> None:
    right: dict[str, set[str]] = {}
    for table, state, found in incidents(STUD, 30):
        right.setdefault(found.sort, set()).add(found.right)
        assert table.irregular(state) == found
        assert table.irregular(DealingState(state.round, state.step - 1)) is None
        assert table.irregular(DealingState(state.round, state.step, ruled=True)) is None
        assert table.to_json(state)["incident"] == {"sort": found.sort, "words": found.words}
    assert right == {
        "late_bet": {RETURN_BET}, "exposed_card": {PLAY_ON}, "misdeal": {VOID}, "disputed_pay": {STANDS, MAKE_GOOD},
    }  # fmt: skip
    for sort in right.keys() & SORTS.keys():
        assert right[sort] == {SORTS[sort].outcomes[0]} <= OUTCOMES.keys()
    assert len(right.keys() & SORTS.keys()) == 3


def test_whatever_else_is_done_about_it_is_an_error_and_it_waits() -> None:
    seen = set()
    for table, state, found in incidents(STUD, 12):
        if found.sort in seen:
            continue
        seen.add(found.sort)
        deeds = doable(table, state)
        assert {deed.wager for deed in deeds if deed.kind == "rule"} == set(RULINGS)
        for deed in deeds:
            told = table.next_step(state, deed)
            assert told.right == (deed == DealerDeed("rule", wager=found.right))
            assert told.because == (found.because if told.cites else f"{found.because} {BY_PRACTICE}")
            if not told.right:
                assert table.irregular(told.state) == found
    assert len(seen) == 4


def test_a_handled_irregularity_lets_the_round_go_on_and_a_misdeal_ends_it() -> None:
    ends = 0
    for table, state, found in incidents(STUD, 12):
        after = table.next_step(state, table.due(state)).state
        if found.right == VOID:
            ends += 1
            assert after == DealingState(state.round + 1)
        else:
            assert after == DealingState(state.round, state.step, ruled=True)
            assert table.irregular(after) is None
    assert ends


def test_a_table_whose_last_round_is_called_off_is_over() -> None:
    seed, number = next((table.seed, state.round) for table, state, found in incidents(STUD, 12) if found.right == VOID)
    table = DealtTable(STUD, STUD.settings(), seed, 3, number)
    *_, last = dealt(table)
    assert last == DealingState(number + 1)
    shown = table.to_json(last)
    assert (shown["done"], shown["tape"], shown["offered"]) == (True, [], [])


def test_things_go_wrong_where_they_can() -> None:
    for table, state, found in incidents(TRIPLE, 30):
        before = table.round(state).duties[found.step - 1].deed
        if found.sort == "late_bet":
            assert before.kind == "no_more_bets"
            assert table.next_step(state, table.due(state)).cites[0]["id"] == "dealing.2"
        elif found.sort == "exposed_card":
            assert before.kind == "deal_down"
        elif found.sort == "misdeal":
            assert before.kind in DEALS
            assert before.seat
        else:
            assert before.kind == "pay"
            assert before.amount > CHIP_CENTS


def test_a_disputed_pay_is_short_by_a_chip_or_right() -> None:
    short = dict[bool, int]()
    for table, state, found in incidents(TRIPLE, 30):
        if found.sort == "disputed_pay":
            cents = table.round(state).duties[found.step - 1].deed.amount
            lies = cents - CHIP_CENTS if found.right == MAKE_GOOD else cents
            whole, rest = divmod(lies, 100)
            assert f" ${whole:,}" + (f".{rest:02d}" if rest else "") + " paid on " in found.words
            short[found.right == MAKE_GOOD] = cents
    assert short.keys() == {True, False}


def test_errors_are_listed_and_the_deeds_so_far_are_the_whole_table() -> None:
    table = DealtTable(STUD, STUD.settings(), 1, 2, 2)
    state, done = DealingState(), []
    while not table.is_over(state):
        if state.step == 3:
            wrong = next(deed for deed in doable(table, state) if deed != table.due(state))
            done.append(wrong.key)
            state = table.next_step(state, wrong).state
        done.append(table.due(state).key)
        state = table.next_step(state, table.due(state)).state
    assert table.after(done) == state
    shown = table.to_json(state)
    assert json.loads(json.dumps(shown)) == shown
    assert [(slip["round"], slip["step"]) for slip in shown["slips"]] == [(slip.round, 3) for slip in state.slips]
    assert shown["errors"] == len(state.slips) >= 1
    assert "due" not in shown


def test_the_table_is_cleared_between_rounds_and_not_before() -> None:
    table = DealtTable(STUD, STUD.settings(), 1, 1)
    clear = DealerDeed("clear")
    assert not table.next_step(DealingState(), clear).right
    end = next(state for state in dealt(table) if table.due(state) == clear)
    assert table.rounds_done(end) == end.round
    assert table.next_step(end, clear).state == DealingState(end.round + 1, won_cents=end.won_cents)


def test_the_pace_is_rounds_by_the_askers_clock() -> None:
    table = DealtTable(STUD, STUD.settings(), 1, 2)
    assert table.rounds_an_hour(DealingState(round=11), 600) == 60
    assert table.rounds_an_hour(DealingState(), 0) == 0


def test_rounds_of_a_seed_differ_and_seeds_do_too() -> None:
    table = DealtTable(STUD, STUD.settings(), 1, 3)
    first, second = (table.dealt(DealingState(round=number)).tape for number in (1, 2))
    assert first != second
    assert DealtTable(STUD, STUD.settings(), 2, 3).dealt(DealingState()).tape != first
    assert DealtTable(STUD, STUD.settings(), 1, 3).dealt(DealingState()).tape == first


def test_a_table_has_as_many_seats_as_the_game() -> None:
    with pytest.raises(Refused, match="1 to 7 seats, not 0"):
        DealtTable(STUD, STUD.settings(), 1, 0)


# --- a table is opened, and closed ---


def test_a_table_is_opened_before_the_first_round_and_closed_after_the_last() -> None:
    table = DealtTable(STUD, STUD.settings(), 4, 2, 2)
    seen = []
    for state in dealt(table, table.begun()):
        if not table.is_over(state):
            seen.append((state.shift, table.due(state).kind))
        assert json.loads(json.dumps(table.to_json(state))) == table.to_json(state)
        assert DealingState.from_json(json.loads(json.dumps(state.to_json()))) == state
    opened = [kind for shift, kind in seen if shift == "opening"]
    assert opened == ["count_rack", "spread", "shuffle", "open"]
    closed = [kind for shift, kind in seen if shift == "closing"]
    assert closed == ["count_rack", "spread", "sign"]
    assert [kind for shift, kind in seen if shift == "dealing"].count("close") == 1
    assert (state.shift, state.errors, table.rounds_done(state)) == ("closed", 0, 2)


def test_the_rack_holds_at_the_end_what_it_held_and_what_the_table_won() -> None:
    for seed in range(6):
        table = DealtTable(STUD, STUD.settings(), seed, 3, 2)
        states = [state for state in dealt(table, table.begun()) if not table.is_over(state)]
        counted = [table.due(state).amount for state in states if table.due(state).kind == "count_rack"]
        moved = [table.due(state) for state in states if table.due(state).kind in ("take", "pay")]
        won = sum(deed.amount if deed.kind == "take" else -deed.amount for deed in moved)
        assert len(counted) == 2
        assert counted[1] == (counted[0] + won) // 100 * 100  # parts of a dollar are no chips


def test_whatever_is_done_out_of_order_when_a_table_opens_is_an_error_with_its_reason() -> None:
    table = DealtTable(STUD, STUD.settings(), 4, 2)
    state = table.begun()
    due = table.due(state)
    for deed in doable(table, state):
        told = table.next_step(state, deed)
        assert told.right == (deed == due)
        assert "practice of card rooms" in told.because
        assert told.right or (told.state.step, told.state.shift) == (0, "opening")


def test_a_table_without_end_is_closed_between_two_rounds_and_not_in_one() -> None:
    table = DealtTable(STUD, STUD.settings(), 4, 2)
    state = next(each for each in dealt(table, table.begun()) if each.shift == "dealing")
    close = DealerDeed("close")
    assert not table.next_step(state, close).right
    over = next(each for each in dealt(table, state) if table.due(each) == DealerDeed("clear"))
    told = table.next_step(over, close)
    assert told.right
    *_, last = dealt(table, told.state)
    assert (last.shift, table.is_over(last)) == ("closed", True)
    assert table.rounds_done(last) == table.rounds_done(over) > 0
