"""The tape: everything that happened in a round, in order, as rows of six integers.

Each row is `verb, seat, hand, a, b, c`. Seat 0 is the house: its hand 0 is the dealer's, its hand 1 the community
cards. The tape is the only thing a round says; views, money and playthroughs are all read off it.
"""

from houseway.rules.shapes import Words

VERBS = ("stake", "deal", "turn", "offer", "choose", "move", "discard", "back", "settle", "say")
(
    STAKE,  # a: wager, b: cents put up
    DEAL,  # a: card, b: face
    TURN,  # a: place in the hand, b: card; a hidden card is shown to all
    OFFER,  # a: the acts that are legal now, one bit each
    CHOOSE,  # a: act
    MOVE,  # a: place of the card in its hand, b: the hand of the same seat that it goes to
    DISCARD,  # a: place of the card in its hand
    BACK,  # a: wager, b: cents taken back out of play
    SETTLE,  # a: wager, b: outcome, c: cents won (negative: lost); the rest of the stake returns
    SAY,  # a: word, b: value; what the dealer announces
) = range(10)

FACES = ("down", "up", "own")
FACE_DOWN, FACE_UP, FACE_OWN = range(3)  # seen by nobody, by all, by the player of the seat

SAID = (
    "lammer", "total", "ranked", "checked", "house_way", "natural", "cap", "advice", "void", "no_more_bets", "call",
    "lammers_in",
)  # fmt: skip
(
    SAY_LAMMER,  # an Envy lammer stands by this seat
    SAY_TOTAL,  # blackjack total of the hand
    SAY_RANKED,  # poker value of the hand
    SAY_CHECKED,  # the dealer looked under the up card; 1: blackjack
    SAY_HOUSE_WAY,  # line of the house way by which the dealer kept two cards
    SAY_NATURAL,  # the seat turned up a blackjack
    SAY_CAP,  # the aggregate cap was reached; value: what the odds alone would have paid, in cents
    SAY_ADVICE,  # the dealer advises the hand; value: the act. Only on older tapes: SAY_CALL says it in words
    SAY_VOID,  # the shoe ran out of cards: every bet still in action goes back
    SAY_NO_MORE_BETS,  # the deal begins
    SAY_CALL,  # the dealer tells a player of the hand; value: which of the game's calls
    SAY_LAMMERS_IN,  # the dealer picks up all lammers; value: how many
) = range(12)

COLUMNS = 6
VERB, SEAT, HAND, A, B, C = range(COLUMNS)
ROWS, STOPPED = range(2)  # the words of `tape_at`: how many rows are written; 1: nothing happens any more


def note(tape: Words, tape_at: Words, verb: int, seat: int, hand: int, a: int, b: int, c: int) -> None:
    """Write one row. A simulator that reads no tape swaps this for nothing at all."""
    if tape_at[STOPPED]:
        return
    i = tape_at[ROWS]
    assert i < tape.shape[0], "the tape is full"
    tape[i, 0] = verb
    tape[i, 1] = seat
    tape[i, 2] = hand
    tape[i, 3] = a
    tape[i, 4] = b
    tape[i, 5] = c
    tape_at[ROWS] = i + 1
