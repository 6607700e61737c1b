"""What the dealer says in the terminal, between two looks at the table."""

from dataclasses import replace

from houseway.engine.scene import scene
from houseway.engine.view import view
from houseway.games import find_game
from houseway.games.spoken import house_way_text
from houseway.report.calls import Calls
from houseway.report.felt_lines import hands_lines
from tests.kit import Round, play

HOLDEM = find_game("fast_action_holdem")
KINGS = "Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs"
YOU = 1


def calls_of(round_: Round) -> Calls:
    return Calls(
        round_.game, round_.deal.settings, lambda seat: seat == YOU, lambda seat: "" if seat == YOU else f"Bot {seat}"
    )


def told(round_: Round, since: int = 0) -> tuple[list[str], list[str]]:
    """What is said before and after the look at the table."""
    tape = view(round_.replay.tape, round_.replay.felt.players, YOU)
    calls = calls_of(round_)
    return [line.plain for line in calls.before(tape, since)], [line.plain for line in calls.after(tape, since)]


def looked_at(round_: Round) -> str:
    tape = view(round_.replay.tape, round_.replay.felt.players, YOU)
    return "\n".join(line.plain for line in hands_lines(round_.game, scene(tape), lambda seat: f"Seat {seat}"))


def test_single_9__four_cards_are_shown_before_the_look_at_two() -> None:
    round_ = play("fast_action_holdem", KINGS, {"ante": 1000}, "keep_12")
    before, _ = told(round_)
    boxes, sentence = before[-2:]
    assert [boxes.count(rank) for rank in "3JQ"] == [2, 1, 1]
    assert sentence == (
        "The dealer shows 3♣ 3♦ J♥ Q♠; keeps 3♣ 3♦ by line 3 of the house way: a pair of twos to sevens."
    )
    seen = looked_at(round_)
    assert "discarded J♥ Q♠ by line 3 of the house way" in seen
    assert "discarded 7♥ 7♦" in seen  # one's own


def test_single_9__nothing_is_shown_before_the_dealer_turns_them() -> None:
    round_ = play("fast_action_holdem", KINGS, {"ante": 1000})
    assert not any("The dealer shows" in line for line in told(round_)[0])


def test_single_8__what_others_discard_stays_hidden() -> None:
    cards = "Ac Kd 9h 4s 2c  Ad As 7h 7d  Td Ts 8h 8d  3c 3d Jh Qs"
    round_ = play("fast_action_holdem", cards, [{"ante": 1000}, {"ante": 1000}], "keep_12 keep_12")
    assert "8♥" not in looked_at(round_)


def test_every_line_of_the_house_way_is_called_in_one_sentence() -> None:
    for options, lines in (({"decks": 1}, 13), ({"decks": 6}, 14)):
        settings = HOLDEM.settings(options)
        words = [house_way_text(HOLDEM, settings, line) for line in range(1, lines + 1)]
        assert all(words)
        assert len(set(words)) == lines
        assert not any("." in each or "read" in each or "scan" in each for each in words)


def test_dealing_4__the_card_on_the_dealers_left_is_at_ones_right() -> None:
    bets = dict.fromkeys(("dollar", "one", "two", "three"), 1000)
    round_ = play("dakota_stud", "6c 6d Ah Kh 2s", bets, "leave_one")
    (faces,) = [line for line in looked_at(round_).splitlines() if line.startswith("Community")]
    assert faces.index("▒") < faces.index("K")


def test_dealing_2__no_more_bets_is_said_before_the_cards_are_looked_at() -> None:
    before, after = told(play("lucky_lucky", "Th 9c 6h Td", {"blackjack": 1000}))
    assert before == ["No more bets."]
    assert "No more bets." not in after


def test_procedures_6__the_player_is_told_of_the_sure_winner_and_others_hear_it() -> None:
    cards = "Ah Tc 2d 5c 2c 2s 2h"
    round_ = play("super_fun_21", cards, {"blackjack": 1000}, "hit hit hit")
    words = "A hit is a sure winner: six cards win 1 to 1 at once, and 2 to 1 if they make exactly 21."
    assert told(round_)[1][-1] == f"The dealer to you: {words}"
    other = Calls(round_.game, round_.deal.settings, lambda _: False, lambda seat: f"Bot {seat}")
    assert [line.plain for line in other.after(round_.replay.tape, 0)][-1] == f"The dealer to Bot 1: {words}"


def test_procedures_6__a_hand_in_the_discards_is_told_with_its_total() -> None:
    round_ = play("super_fun_21", "Ah Tc 2d 5c 2c 2s 2h 9h", {"blackjack": 1000}, "hit hit hit hit")
    assert "Your cards go to the discards." in told(round_)[1]
    assert "Seat 1        A♥ 2♦ 2♣ 2♠ 2♥ 9♥  in the discards  18" in looked_at(round_)


def test_single_16__the_dealer_picks_up_the_lammers_last() -> None:
    round_ = play("fast_action_holdem", KINGS, {"ante": 1000, "bonus": 500}, "keep_12")
    assert told(round_)[1][-1] == "The dealer picks up the Envy lammer."
    assert "Envy lammer" not in looked_at(round_)


def test_a_settlement_is_told_with_its_reason_once_for_all_bets_of_a_hand() -> None:
    bets = dict.fromkeys(("dollar", "one", "two", "three"), 1000)
    _, after = told(play("dakota_stud", "6c 6d Ah Kh 2s", bets, "leave_one leave_two"))
    assert after[-2:] == ["(3): a pair of sixes or better, +$10", "  Your pair of sixes pays 1 to 1."]
    assert sum("Your pair" in line for line in after) == 1


def test_each_bet_of_a_hand_has_its_own_reason() -> None:
    _, after = told(
        play("fast_action_holdem", KINGS.replace("Ad As", "Td 8s"), {"ante": 1000, "bonus": 400}, "keep_12")
    )
    assert after[-4:] == [
        "Ante: lost, -$10",
        "  Dealer's pair of threes beats your ace high; the house way kept a pair of threes.",
        "Bonus: lost, -$4",
        "  Your ace high loses: the Bonus needs three of a kind or better.",
    ]


def test_what_the_house_chose_for_a_silent_player_is_told_as_the_houses_act() -> None:
    """One's own choices are known, and are not told."""
    round_ = play("super_fun_21", "Ah Tc 2d 5c 2c 2s 2h", {"blackjack": 1000}, "hit hit hit")
    calls = replace(calls_of(round_), chosen_by=("player", "clock", "absence"))
    assert [line.plain for line in calls.after(round_.replay.tape, 0) if "Hit" in line.plain] == [
        "The house for you: Hit (the clock ran out)",
        "The house for you: Hit (the player had left)",
    ]
    other = replace(calls, own=lambda _: False, name_of=lambda _: "Ben")
    assert [line.plain for line in other.after(round_.replay.tape, 0) if "Hit" in line.plain] == [
        "Ben: Hit",
        "The house for Ben: Hit (the clock ran out)",
        "The house for Ben: Hit (the player had left)",
    ]
