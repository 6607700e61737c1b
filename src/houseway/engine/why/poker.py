"""Poker hands in the middle of a sentence, told apart where their names are the same, and the five cards that count."""

from itertools import combinations

from houseway.engine.scene import Place
from houseway.engine.why.settled import SettledRow, sentence
from houseway.rules.poker import (
    FIVE_OF_A_KIND,
    FOUR_OF_A_KIND,
    PAIR,
    SUITED_FIVE_OF_A_KIND,
    THREE_OF_A_KIND,
    category,
    describe,
    five,
    five_ranks,
)

KINDS = (THREE_OF_A_KIND, FOUR_OF_A_KIND, FIVE_OF_A_KIND, SUITED_FIVE_OF_A_KIND)  # 'three kings': more than one
COUNTS = ("two", "three", "four", "five")  # a name that begins with one has no article


def hand_name(value: int) -> str:
    """'pair of kings', 'two pair of kings and fours', 'nine-high straight'."""
    name = describe(value)
    if name.startswith("straight, "):
        return f"{name.split()[1]}-high straight"
    return name.replace(", ", " of ")


def rank_name(rank: int) -> str:
    return describe(rank << 16).removesuffix(" high")


def a_rank(rank: int) -> str:
    """'a king', 'an ace'."""
    name = rank_name(rank)
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


def a_made_hand(value: int) -> str:
    """'a pair of kings', 'an ace-high straight', 'three aces', 'king high'."""
    name = hand_name(value)
    if name.endswith(" high") or name.split()[0] in COUNTS:
        return name
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


def a_pair(rank: int) -> str:
    return f"a {describe(PAIR << 20 | rank << 16)}"


def a_hand(title: str) -> str:
    """An outcome with its article: 'a straight', 'three of a kind'."""
    return title if title.split()[0] in ("a", *COUNTS) else f"a {title}"


def apart(one: int, other: int) -> tuple[str, str]:
    """Two hands by names that tell which is the better: by a side card where both are a pair of kings."""
    names = hand_name(one), hand_name(other)
    if names[0] != names[1] or one == other:
        return names
    first = next((a, b) for a, b in zip(five_ranks(one), five_ranks(other), strict=True) if a != b)
    return f"{names[0]} with {a_rank(first[0])}", f"{names[1]} with {a_rank(first[1])}"


def verb(value: int, word: str) -> str:
    """'beats', or 'beat' where the hand is more than one: three kings."""
    return word if category(value) in KINDS else f"{word}{'es' if word.endswith('sh') else 's'}"


def counting(end: SettledRow, value: int, *places: Place) -> tuple[tuple[Place, int], ...]:
    """The five cards of these hands that make the value."""
    cards = [(place, at, card) for place in places for at, card in enumerate(end.seen.hands.get(place, []))]
    for five_ in combinations(cards, 5):
        if five(end.rules.ranks, *(card for _, _, card in five_)) == value:
            return tuple((place, at) for place, at, _ in five_)
    return ()


def by_paytable(end: SettledRow, value: int, needs: str, on: str = "") -> str:
    """A hand against odds alone; `needs` says what it takes to win, `on` names a side bet told among others."""
    hand, (num, _) = f"{sentence(end.whose)} {hand_name(value)}", end.odds
    if num < 0:
        return f"{hand} {verb(value, 'lose')}: {needs} or better"
    if num == 0:
        return f"{hand} {verb(value, 'push')}: the bet comes back"
    return f"{hand} {verb(value, 'pay')} {end.paid}{f' on {on}' if on else ''}"
