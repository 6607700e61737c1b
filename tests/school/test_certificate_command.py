"""`houseway certificate`: what a certificate says, who signed it, and every question drawn and marked again."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.cli.certificate import certificate
from houseway.games import find_game
from houseway.report.diploma import Diploma
from houseway.report.submission.signing import mark_of
from houseway.rules.refused import Refused
from houseway.school.drills import ask
from houseway.school.exam import Attempt, ExamTerms, certificate_of, next_ticket
from houseway.school.question import Question

GAME = "casino_war"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PAPER = bytes(range(32))
TERMS = ExamTerms("Table test", GAME, ("pay",), number=2, minutes=10, pass_percent=50)


def draw(kind: str, seed: int) -> Question:
    game = find_game(GAME)
    return ask(game, game.settings(), kind, seed)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """A certificate of two questions, the second missed, with changes that were signed too."""
    attempt = Attempt.begun(1_800_000_000_000_000)
    for number in range(2):
        ticket = next_ticket(TERMS, PAPER, number, (), draw)
        answer = int(str(draw(ticket.kind, ticket.seed).right)) + number
        attempt = attempt.ask(ticket).answer(answer, right=number == 0)
    says = certificate_of(TERMS, attempt, PAPER, draw)
    says |= {"learner": "Ann", "set_by": "Sam", "house": "The room"}

    def written(**changes: Any) -> Path:
        path = tmp_path / "certificate.json"
        path.write_text(json.dumps(Diploma.signed(says | changes, KEY).to_json()))
        return path

    return written


def test_it_tells_the_result_the_errors_and_whose_signature_it_is(
    write: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    certificate(write(), mark_of(KEY.public_key()), again=True)
    told = " ".join(capsys.readouterr().out.split())
    assert "Ann: passed, 1 of 2 right" in told
    assert "Table test (casino_war), set by Sam, 2027-01-15, at The room" in told
    assert "2. " in told
    assert "How much do you" in told
    assert re.search(r"Answered: \$[\d,.]+\. Right: \$[\d,.]+\. ", told), "amounts are read in dollars"
    assert "marked as the rules have it" in told
    assert "Compare this key" not in told
    certificate(write())
    assert "Compare this key" in capsys.readouterr().out


def test_what_was_signed_wrongly_shows_when_it_is_marked_again(write: Callable[..., Path]) -> None:
    path = write(right=2)
    certificate(path)
    with pytest.raises(Refused, match="its sum is wrong"):
        certificate(path, again=True)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"errors": []}, "its errors are not those of its answers"),
        ({"not_reached": 1}, "its sum is wrong"),
        ({"kinds": ["who_wins"]}, "question 1 is another one"),
        ({"number": 1, "not_reached": -1}, "its sum is wrong"),
    ],
)
def test_whatever_does_not_follow_from_the_answers_shows(
    write: Callable[..., Path], changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refused, match=said):
        certificate(write(**changes), again=True)


@pytest.mark.parametrize("changes", [{"errors": 3}, {"ended_at": "noon"}, {"answers": None}, {"secret": "xyz"}])
def test_something_else_that_was_signed_is_refused_in_a_sentence(
    write: Callable[..., Path], changes: dict[str, Any]
) -> None:
    """Anybody can sign anything with a key of their own."""
    with pytest.raises(Refused, match="is no certificate of a school"):
        certificate(write(**changes), again=True)


def test_what_is_not_to_be_believed_is_refused_in_a_sentence(write: Callable[..., Path], tmp_path: Path) -> None:
    path = write()
    with pytest.raises(Refused, match="another key"):
        certificate(path, "ed25519:" + "0" * 64)
    path.write_text(path.read_text().replace("Ann", "Ben"))
    with pytest.raises(Refused, match="not what was signed"):
        certificate(path)
    path.write_text("{")
    with pytest.raises(Refused, match="cannot be read as JSON"):
        certificate(path)
    with pytest.raises(Refused, match="No such file"):
        certificate(tmp_path / "none.json")
