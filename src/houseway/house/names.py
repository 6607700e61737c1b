"""Names that people sit down with: readable, of one script, and nobody else's.

Two names look alike when their skeletons are the same: compatibility forms, marks and case are folded away, letters of
other scripts that look Latin become Latin, and i, l and 1, o and 0 are one. It is a small table of our own making, of
what passes for Latin at a glance; the full one is Unicode's (UTS 39), which fills a book.
"""

import re
import unicodedata
from collections.abc import Iterable

from houseway.rules.refused import Refused

NAME_MAX = 24
MARKS_MAX = 2  # on one letter: more climb over the lines around it
BETWEEN = " '\u2019-._"
NOT_READABLE = f"a name has 1 to {NAME_MAX} letters that can be read"

_TWINS = (  # capitals before case is folded: a capital may look like another letter than its small form
    ("АВСЕНІЈКМОРЅТХУԌԚԜ", "abcehijkmopstxygqw"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"),  # noqa: RUF001  Greek
    ("аеорсухіјѕԁһԛԝӏьвкмнтгип", "aeopcyxijsdhqwlbbkmhtrun"),
    ("αβεικνορτυχγηωμ", "abeikvoptuxynwu"),
    ("օսոհցԁ", "ounhgd"),  # noqa: RUF001  Armenian
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou"),  # noqa: RUF001  Lisu
    ("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏆᏉᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ", "drtiyajewmhygzivbrwsvslcpkdb"),  # Cherokee
    ("łøđħŧɑɡıɩǀȷ013", "lodhtagilljole"),  # noqa: RUF001
)
_FOLDED = str.maketrans({seen: like for alike, like_all in _TWINS for seen, like in zip(alike, like_all, strict=True)})

# Scripts that are written together.
_TOGETHER = ({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK"}, {"HANGUL", "CJK"}, {"BOPOMOFO", "CJK"})

# Nobody calls themself what the house calls its own: as a word of the name, or as the whole of it.
_OF_THE_HOUSE = (
    "bot", "robot", "dealer", "croupier", "supervisor", "auditor", "staff", "admin", "administrator", "moderator",
    "teacher", "houseway", "pitboss", "floorman", "cashier", "inspector",
)  # fmt: skip
_WHOLE = (*_OF_THE_HOUSE, "house", "thehouse", "thedealer", "thehousefile", "cage", "system", "you", "guest", "server")


def verify_name(written: str) -> str:
    """The name as it is kept, or the reason why nobody may have it."""
    name = " ".join(unicodedata.normalize("NFC", written).split())
    if not 1 <= len(name) <= NAME_MAX or not name.isprintable():
        raise Refused(NOT_READABLE)
    _verify_letters(name)
    _verify_one_script(name)
    if _poses(name):
        raise Refused(f"'{name}' could be taken for a bot or somebody of the house: choose another name")
    return name


def verify_not_taken(name: str, others: Iterable[str]) -> None:
    """Nobody at a table looks like somebody else there."""
    mine = skeleton(name)
    for other in others:
        if skeleton(other) == mine:
            raise Refused(f"'{other}' is at this table already, and '{name}' looks the same: choose another name")


def skeleton(name: str) -> str:
    """What is left of a name when everything that the eye may pass over is folded away."""
    folded = "".join(map(_plain, unicodedata.normalize("NFKC", name))).translate(_FOLDED).casefold()
    plain = unicodedata.normalize("NFKD", folded).translate(_FOLDED)
    letters = "".join(each for each in plain if unicodedata.category(each)[0] in "LN")
    return letters.replace("i", "l").replace("rn", "m").replace("vv", "w")


def _plain(letter: str) -> str:
    """Small capitals are letters of their own, and every script has its digits."""
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    _, small, large = unicodedata.name(letter, "").partition("LATIN LETTER SMALL CAPITAL ")
    return large if small and len(large) == 1 else letter


def _verify_letters(name: str) -> None:
    marks = 0
    for each in name:
        kind = unicodedata.category(each)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        readable = kind[0] == "L" or kind == "Nd" or each in BETWEEN or marks
        if not readable or marks > MARKS_MAX or "FILLER" in unicodedata.name(each, "FILLER"):
            raise Refused(f"{NOT_READABLE}: letters, digits, spaces and any of {BETWEEN.strip()}")
    if not skeleton(name):
        raise Refused(NOT_READABLE)


def _verify_one_script(name: str) -> None:
    """Letters of two scripts in one name are there to be mistaken for each other; so are digits, but for 0 to 9."""
    plain = unicodedata.normalize("NFKC", name)
    scripts = {
        _script(each)
        for each in plain
        if unicodedata.category(each)[0] == "L" or (each.isdecimal() and not each.isascii())
    }
    if len(scripts) > 1 and not any(scripts <= each for each in _TOGETHER):
        raise Refused("a name has letters of one script: choose one of yours")


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "NO SCRIPT").removeprefix("EXTENDED ")
    return name.partition(" ")[0].removesuffix("-INDIC")  # Arabic letters go with Arabic-Indic digits


def _poses(name: str) -> bool:
    apart = "".join(each if each.isalnum() or unicodedata.category(each)[0] == "M" else " " for each in name)
    words = {_without_number(word) for word in apart.split()}
    return bool(words & _SKELETONS) or _without_number(name) in _WHOLE_SKELETONS


def _without_number(word: str) -> str:
    """Bot 5, bot5 and 5bot are bots, and so are the bots."""
    return skeleton(re.sub(r"^[\d ]+|[\d ]+$", "", word)).removesuffix("s")


_SKELETONS = {skeleton(word).removesuffix("s") for word in _OF_THE_HOUSE}
_WHOLE_SKELETONS = {skeleton(word).removesuffix("s") for word in _WHOLE}
