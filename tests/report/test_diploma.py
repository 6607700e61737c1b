"""A certificate of the school: good as it was signed, and not with any byte of it changed."""

import json
import random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.report.diploma import Diploma
from houseway.report.submission.signing import mark_of
from houseway.rules.refused import Refused

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
MARK = mark_of(KEY.public_key())
SAYS = {"learner": "Zoë", "right": 17, "passed": True, "errors": [{"asks": "What pays?", "right": 1250}]}


def test_it_says_what_was_signed() -> None:
    diploma = Diploma.from_json(json.loads(json.dumps(Diploma.signed(SAYS, KEY).to_json())))
    assert diploma.verify(MARK) == diploma.verify() == SAYS
    assert Diploma.signed(dict(reversed(SAYS.items())), KEY) == diploma, "there is one way to write it"


def test_any_changed_byte_shows() -> None:
    good = Diploma.signed(SAYS, KEY).to_json()
    chance = random.Random(14)
    for name, text in good.items():
        for at in range(len(text)):
            other = chance.choice([letter for letter in "0129abcdefXZ{:é\ud800" if letter != text[at]])
            with pytest.raises(Refused):
                Diploma(**{**good, name: text[:at] + other + text[at + 1 :]}).verify(MARK)
        for changed in (text[:-1], text + "0", text.upper() if name != "certificate" else text + " "):
            with pytest.raises(Refused):
                Diploma(**{**good, name: changed}).verify(MARK)


def test_another_house_signs_with_another_key() -> None:
    forged = Diploma.signed(SAYS, Ed25519PrivateKey.generate())
    assert forged.verify() == SAYS, "its signature is good, but whose is it?"
    with pytest.raises(Refused, match="another key"):
        forged.verify(MARK)


@pytest.mark.parametrize("told", [[], "text", {}, {"certificate": "", "signature": "", "key": 1}, {"certificate": ""}])
def test_what_is_no_certificate_is_refused_in_a_sentence(told: object) -> None:
    with pytest.raises(Refused, match="no certificate"):
        Diploma.from_json(told)
