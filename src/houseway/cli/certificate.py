"""`houseway certificate`: a certificate of the school checked, its signature, and every mark by the rules."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.report.console import say
from houseway.rules.refused import Refused

FILE_BYTES_MAX = 1_000_000


def certificate(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="As the house's page saves it.")],
    key: Annotated[str, typer.Option(metavar="ed25519:...", help="The house's own: another's is refused.")] = "",
    again: Annotated[bool, typer.Option("--again", help="Draw and mark every question again, by the rules.")] = False,
) -> None:
    """Check a certificate of the school's: who signed it, what it says, and whether that is right."""
    from houseway.report.diploma import Diploma

    diploma = Diploma.from_json(_read(path))
    says = diploma.verify(key)
    try:
        _tell(says, again=again)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        raise Refused(f"it is signed, but is no certificate of a school: {diploma.key} signed something else") from None
    say(f"The signature is good: {diploma.key}")
    if not key:
        say("Compare this key with the house's own (GET /api/school/key): anybody can sign with another.")


def _tell(says: dict[str, Any], *, again: bool) -> None:
    if again:
        _mark_again(says)
    say(f"{says['learner']}: {'passed' if says['passed'] else 'not passed'}, {says['right']} of {says['number']} right")
    say(f"{says['title']} ({says['game']}), set by {says['set_by']}, {_day(says['ended_at'])}, at {says['house']}")
    for error in says["errors"]:
        answered, right = (error.get(f"{name}_words", error[name]) for name in ("answered", "right"))  # older: as given
        say(f"  {error['number']}. {error['asks']} Answered: {answered}. Right: {right}. {error['because']}")
    if says["not_reached"]:
        say(f"  {says['not_reached']} not reached")
    if again:
        say("Every question was drawn by its secret, and is marked as the rules have it.")


def _mark_again(says: dict[str, Any]) -> None:
    from houseway.analysis.hints import Advisor
    from houseway.games import find_game
    from houseway.school.drills import ask
    from houseway.school.exam import verify_marks
    from houseway.school.hard_choices import choice_of, is_choice
    from houseway.school.question import Question

    game = find_game(says["game"])
    settings = game.settings(says["options"])
    advisor = Advisor(game, settings) if any(map(is_choice, says["kinds"])) else None

    def draw(kind: str, seed: int) -> Question:
        return choice_of(advisor, seed).question if advisor and is_choice(kind) else ask(game, settings, kind, seed)

    verify_marks(says, draw)


def _read(path: Path) -> object:
    try:
        with path.open("rb") as held:
            found: object = json.loads(held.read(FILE_BYTES_MAX))
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise Refused(f"{path} is no certificate of a school: it cannot be read as JSON") from None
    return found


def _day(at: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at // 1_000_000, UTC).strftime("%Y-%m-%d")
