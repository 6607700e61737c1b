"""What the engine counts and reads, held against rounds that are written out here."""

from collections import Counter

import numpy as np
import pytest

from houseway.engine.playthrough import parse, show
from houseway.engine.replay import rules_of
from houseway.engine.rounds import FULL, NO_KEY, SLOTS, TABLE, Tally, count, new_tally, read_key, tally_round
from houseway.engine.scene import Scene
from houseway.engine.why.settled import SettledRow
from houseway.games import find_game
from houseway.rules.felt import TAKEN_BACK, UNSETTLED, new_felt
from houseway.rules.refused import Refused
from tests.test_golden import FILES, set_up

WON, LOST, EVEN = 3, 4, 5
BACK = TAKEN_BACK


def counted(tally: Tally) -> Counter[tuple[int, int, int]]:
    """(spot, outcome, cents) and how often."""
    keys = zip(tally.keys.tolist(), tally.counts.tolist(), strict=True)
    return Counter({read_key(key): times for key, times in keys if key != NO_KEY})


def test_a_round_is_tallied_by_wager_by_seat_and_by_table() -> None:
    felt = new_felt(3, 2, 1, 5)
    felt.players[1:4] = 1, 2, 0
    felt.outcome[:] = UNSETTLED
    felt.outcome[1], felt.net[1], felt.wagers[1], felt.action[1] = (WON, EVEN), (700, 0), (500, 100), (500, 100)
    felt.outcome[2], felt.net[2], felt.wagers[2], felt.action[2] = (LOST, UNSETTLED), (-300, 0), (300, 900), (300, 0)
    tally = new_tally(2)
    for _ in range(2):
        tally_round(tally, felt)
    assert counted(tally) == {
        (0, WON, 700): 2, (1, EVEN, 0): 2, (0, LOST, -300): 2, (1, BACK, 0): 2,  # each wager of each seat
        (2, 1, 700): 2, (2, 0, -300): 2,  # each seat's round, and whether anything of it won
        (TABLE, 0, 400): 2, (TABLE + 1, 0, 0): 2, (TABLE + 2, 0, 400): 2,
    }  # fmt: skip
    assert tally.action.tolist() == [1600, 200]
    assert tally.used[0] == len(counted(tally))


def test_a_round_in_which_nothing_won_is_told_from_one_that_came_out_even() -> None:
    felt = new_felt(1, 2, 1, 5)
    felt.players[1] = 1
    for nets, won in (((0, 0), 0), ((500, -500), 1), ((-500, 0), 0)):
        felt.outcome[1], felt.net[1] = (EVEN, EVEN), nets
        tally = new_tally(2)
        tally_round(tally, felt)
        assert counted(tally)[2, won, sum(nets)] == 1
        assert not any(spot >= TABLE for spot, _, _ in counted(tally)), "one seat is the table"


def test_a_tally_holds_three_quarters_of_its_slots_and_no_more() -> None:
    tally = new_tally(1)
    assert (SLOTS, FULL) == (4096, 3072)
    for net in range(FULL):
        count(tally, 0, WON, net * 5 - 700)
    count(tally, 0, WON, 0)
    assert counted(tally)[0, WON, 0] == 2
    assert sum(counted(tally).values()) == FULL + 1
    with pytest.raises(AssertionError, match="more different results"):
        count(tally, 0, WON, -1)


def test_the_text_of_every_playthrough_is_read_back_as_its_tape() -> None:
    for path in FILES:
        _, round_ = set_up(path)
        text = show(round_.game, round_.replay.tape)
        assert np.array_equal(parse(round_.game, text), round_.replay.tape), path
    for line, why in (("somebody: deal Ah up", "no seat"), ("seat 1: deal", "index"), ("seat 1: dance Ah", "index")):
        with pytest.raises(Refused, match=f"line 2 of the tape is unreadable: '{line}' .*{why}"):
            parse(round_.game, f"# a remark\n{line}\n")


def test_leaf_rules_read_every_hand_of_a_split_off_the_cards_as_they_lie() -> None:
    game = find_game("lucky_lucky")
    seen = Scene()
    seen.hands |= {(0, 0): [9], (1, 0): [4, 5], (1, 1): [4, 8, 12], (2, 0): []}
    row = (0, 1, 0, 0, 0, 0)
    settings = game.settings()
    felt = SettledRow(game, settings, rules_of(game, settings), seen, Scene(), row, "your").felt()
    assert felt.hands.tolist() == [1, 2, 1]
    assert [felt.held[at] for at in ((0, 0), (1, 0), (1, 1), (2, 0))] == [1, 2, 3, 0]
    assert felt.cards[1, 1, :3].tolist() == [4, 8, 12]
