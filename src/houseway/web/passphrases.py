"""Passphrases: how many guesses one stands, by a cautious estimate, and its argon2 hash.

Whoever guesses knows how people choose. So a word counts as one of a few hundred, however long it is, letters that come
again and again count once, and what was said before counts nothing.
"""

import re
from functools import cached_property
from math import log2

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.house.names import skeleton
from houseway.rules.refused import Refused

LENGTH_MOST = 200
BITS_LEAST = 30.0
WORD_BITS, WORD_LETTERS = 8.0, 6
LETTER_BITS, DIGIT_BITS, SIGN_BITS = log2(26), log2(10), 4.0
DATE_BITS = 15.0  # digits are most often a day
PLAIN_WORDS = re.compile(r"\s*[^\W\d_]+(\s+[^\W\d_]+){2,}\s*")  # as the house offers them: three or more
RUNS = re.compile(r"[^\W\d_]+|\d+|[^\w\s]+|_+")
TOO_EASY = "that passphrase is too easy to guess: take four words or more that do not belong together"


def verify_passphrase(passphrase: str, name: str) -> None:
    """Raise if it is not worth having."""
    if len(passphrase) > LENGTH_MOST:
        raise Refused(f"a passphrase has at most {LENGTH_MOST} letters")
    if bits_of(passphrase, name) < BITS_LEAST:
        raise Refused(TOO_EASY)


def plain(passphrase: str) -> str:
    """Words are words, however they are written: one space between them, no capitals. The estimate counts neither.

    What is no row of words stays as it was typed.
    """
    return " ".join(passphrase.casefold().split()) if PLAIN_WORDS.fullmatch(passphrase) else passphrase


def bits_of(passphrase: str, name: str = "") -> float:
    """The logarithm of the guesses it stands, to the base 2."""
    runs = {run.casefold() for run in RUNS.findall(passphrase)}
    return sum(_bits(run) for run in runs if skeleton(run) != skeleton(name) or not skeleton(run))


def _bits(run: str) -> float:
    different = len(set(run))
    if run.isdigit():
        return min(DIGIT_BITS * different, DATE_BITS)
    if run.isalpha():
        return min(LETTER_BITS * different, WORD_BITS * max(1.0, len(run) / WORD_LETTERS))
    return SIGN_BITS * different


class Hashes:
    """Of passphrases. The time that `is_of` takes does not tell whether there was one to compare with."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()

    def of(self, passphrase: str) -> str:
        return self._hasher.hash(plain(passphrase))

    def is_of(self, kept: str, passphrase: str) -> bool:
        """As it is typed (older hashes are of that), then as plain words. '' is nobody's, and takes as long."""
        return any(self._is_exactly(kept, each) for each in dict.fromkeys((passphrase, plain(passphrase))))

    def _is_exactly(self, kept: str, passphrase: str) -> bool:
        try:
            return self._hasher.verify(kept or self._decoy, passphrase) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False

    @cached_property
    def _decoy(self) -> str:
        return self._hasher.hash("of nobody")
