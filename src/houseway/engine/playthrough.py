"""Tapes as text that a dealer can read and a program can read back: parse(show(tape)) is the tape."""

import re

import numpy as np

from houseway.games.game import Game
from houseway.rules.cards import card_of, card_text
from houseway.rules.choice import acts_in
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.poker import describe
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.tape import (
    BACK,
    CHOOSE,
    COLUMNS,
    DEAL,
    DISCARD,
    FACES,
    HAND,
    MOVE,
    OFFER,
    SAID,
    SAY,
    SAY_CALL,
    SAY_RANKED,
    SEAT,
    SETTLE,
    STAKE,
    TURN,
    VERB,
    VERBS,
    A,
    B,
    C,
)

_WHO = re.compile(r"(dealer|community|seat (\d+)(?: hand (\d+))?): (.*)")


def show(game: Game, tape: Words) -> str:
    """One line a row."""
    return "\n".join(_line(game, [int(cell) for cell in row]) for row in tape) + "\n"


def parse(game: Game, text: str) -> Words:
    """The tape that `show` wrote; what follows a # is for people only."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if words:
            try:
                rows.append(_row(game, words))
            except (ValueError, IndexError) as error:
                raise Refused(f"line {number} of the tape is unreadable: '{line}' ({error})") from error
    return np.array(rows, dtype=np.int64).reshape(len(rows), COLUMNS)


def who(seat: int, hand: int) -> str:
    if seat == HOUSE:
        return "community" if hand == COMMUNITY else "dealer"
    return f"seat {seat}" + (f" hand {hand + 1}" if hand else "")


def _line(game: Game, row: list[int]) -> str:
    verb = row[VERB]
    said = f"{who(row[SEAT], row[HAND])}: {VERBS[verb]} "
    if verb in (STAKE, BACK):
        return said + f"{game.wagers[row[A]]} {row[B]}"
    if verb == DEAL:
        return said + f"{card_text(row[A])} {FACES[row[B]]}"
    if verb == TURN:
        return said + f"{row[A]} {card_text(row[B])}"
    if verb == OFFER:
        return said + " ".join(game.acts[act] for act in acts_in(row[A]))
    if verb == CHOOSE:
        return said + game.acts[row[A]]
    if verb == MOVE:
        return said + f"{row[A]} to {row[B]}"
    if verb == DISCARD:
        return said + f"{row[A]}"
    if verb == SETTLE:
        return said + f"{game.wagers[row[A]]} {game.outcomes[row[B]]} {row[C]:+d}"
    if row[A] == SAY_CALL:
        return said + f"{SAID[SAY_CALL]} {game.calls[row[B]]}"
    meaning = f"  # {describe(row[B])}" if row[A] == SAY_RANKED else ""
    return said + f"{SAID[row[A]]} {row[B]}{meaning}"


def _row(game: Game, line: str) -> list[int]:
    found = _WHO.fullmatch(line)
    if not found:
        raise ValueError("it names no seat")
    place, seat, hand, rest = found.groups()
    verb_word, *words = rest.split()
    verb = VERBS.index(verb_word)
    row = [verb, int(seat or HOUSE), int(hand or 1) - 1, 0, 0, 0]
    if place == "community":
        row[HAND] = COMMUNITY
    if verb in (STAKE, BACK):
        row[A], row[B] = game.wagers.index(words[0]), int(words[1])
    elif verb == DEAL:
        row[A], row[B] = card_of(words[0]), FACES.index(words[1])
    elif verb == TURN:
        row[A], row[B] = int(words[0]), card_of(words[1])
    elif verb == OFFER:
        row[A] = sum(1 << game.acts.index(word) for word in words)
    elif verb == CHOOSE:
        row[A] = game.acts.index(words[0])
    elif verb == MOVE:
        row[A], row[B] = int(words[0]), int(words[2])
    elif verb == DISCARD:
        row[A] = int(words[0])
    elif verb == SETTLE:
        row[A], row[B], row[C] = game.wagers.index(words[0]), game.outcomes.index(words[1]), int(words[2])
    elif verb == SAY:
        row[A] = SAID.index(words[0])
        row[B] = game.calls.index(words[1]) if row[A] == SAY_CALL else int(words[1])
    return row
