"""What the school asks of a clerk: questions drawn and marked by the rules. All of this runs at the clerk's.

What is answered here holds the right answers: it stays in the house, and `routes` says what of it a page may have.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from houseway.rules.refused import Refused
from houseway.web.desk.advisors import advisor_for

if TYPE_CHECKING:
    from houseway.school.exam import Draw
    from houseway.school.question import Question

LESSON, TABLE = "lesson", "table"  # what a learner deals
FITS_MAX = 12  # draws, to find the difficulty that is wanted and a question that was not asked before
CHANGED = "this question was made by another version of the school: ask for a new one"


def kinds(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """A game with the kinds of a dealer's questions that come up in it, as it is set."""
    from houseway.games import find_game
    from houseway.school.drills import kinds_of

    found = find_game(game)
    names = [asdict(kind) for kind in kinds_of(found, found.settings(options))]
    return {"slug": game, "title": found.title, "chooses": bool(found.acts), "kinds": names}


def question(
    game: str, options: Mapping[str, Any], kind_: str, seed: int, difficulty: int = 0, avoid: Sequence[str] = ()
) -> dict[str, Any]:
    """A question of a kind from the seed on, if possible of a difficulty, and not one of those that were asked."""
    from houseway.games import find_game
    from houseway.games.prints import felt_prints
    from houseway.school.hard_choices import ask_choice, is_choice

    found = find_game(game)
    settings = found.settings(options)
    if is_choice(kind_):
        seed, choice = ask_choice(advisor_for(game, settings), seed, kind_, avoid, difficulty)
        asked = choice.question
    else:
        seed, asked = _fitting(_draw(game, options), kind_, seed, difficulty, avoid)
    return asked.to_json() | {"seed": seed, "felt": asdict(felt_prints(found, settings))}


def _fitting(draw: "Draw", kind: str, seed: int, difficulty: int, avoid: Sequence[str]) -> "tuple[int, Question]":
    """The first draw that fits; else the first that was not asked before, else the first."""
    found: list[tuple[int, Question]] = []
    for each in range(seed, seed + FITS_MAX):
        asked = draw(kind, each)
        is_new = asked.id not in avoid
        if is_new and difficulty in (0, asked.difficulty):
            return each, asked
        found.insert(0 if is_new and all(one.id in avoid for _, one in found) else len(found), (each, asked))
    return found[0]


def shown(ticket: Mapping[str, Any]) -> dict[str, Any]:
    """The question of a ticket again."""
    from houseway.games import find_game
    from houseway.games.prints import felt_prints

    found = find_game(ticket["game"])
    asked = _same(ticket)
    return asked.to_json() | {"felt": asdict(felt_prints(found, found.settings(ticket["options"])))}


def mark(ticket: Mapping[str, Any], answer: Any) -> dict[str, Any]:
    """Whether an answer is right, and what there is to say to it."""
    from houseway.games import find_game
    from houseway.school.hard_choices import choice_of, is_choice

    asked = _same(ticket)
    told = asked.to_json(with_answer=True)
    marked = {
        "right": asked.marked(answer),
        "answer": told["right"],
        "difficulty": asked.difficulty,
        "because": told["because"],
        "cites": _cited(told["cites"], ticket["game"]),
        "values": [],
        "lost_cents": 0,
    }
    if is_choice(ticket["kind"]):
        settings = find_game(ticket["game"]).settings(ticket["options"])
        choice = choice_of(advisor_for(ticket["game"], settings), ticket["seed"])
        marked |= {"values": choice.values, "lost_cents": choice.lost_cents(answer)}
    return marked


def dealing(
    sort: str,
    game: str,
    options: Mapping[str, Any],
    seed: int,
    state: Mapping[str, Any] | None,
    deed: str = "",
    spent_s: float = 0.0,
) -> dict[str, Any]:
    """A lesson or a table as it stands, or as a deed leaves it; the state goes with it, to be kept."""
    from houseway.games import find_game
    from houseway.games.prints import felt_prints
    from houseway.school.dealing.by_learner import DealingState
    from houseway.school.dealing.dealing_lesson import DealingLesson
    from houseway.school.dealing.dealt_table import DealtTable
    from houseway.school.dealing.deed import DealerDeed

    found = find_game(game)
    settings = found.settings(options)
    dealt: DealingLesson | DealtTable = (
        DealingLesson(found, settings, seed) if sort == LESSON else DealtTable(found, settings, seed)
    )
    now = DealingState.from_json(dict(state)) if state else dealt.begun()
    dealt.verify_fits(now)
    taught = dealt.next_step(now, DealerDeed.from_key(deed)) if deed else None
    now = taught.state if taught else now
    told = dealt.to_json(now) | {"felt": asdict(felt_prints(found, settings)), "told": taught and taught.to_json()}
    if isinstance(dealt, DealtTable):
        told["rounds_an_hour"] = dealt.rounds_an_hour(now, spent_s)
    return {"told": told, "state": now.to_json()}


def exam_question(terms: Mapping[str, Any], paper: str, number: int, had: Sequence[str]) -> dict[str, Any]:
    """The next question of a paper, as a ticket."""
    from houseway.school.exam import ExamTerms, next_ticket

    set_ = ExamTerms.from_json(terms)
    return asdict(next_ticket(set_, bytes.fromhex(paper), number, had, _draw(set_.game, set_.options)))


def exam_certificate(terms: Mapping[str, Any], attempt: Mapping[str, Any], paper: str) -> dict[str, Any]:
    """What a certificate says, but for who sat where."""
    from houseway.school.exam import Attempt, ExamTerms, certificate_of

    set_ = ExamTerms.from_json(terms)
    return certificate_of(set_, Attempt.from_json(attempt), bytes.fromhex(paper), _draw(set_.game, set_.options))


def _same(ticket: Mapping[str, Any]) -> "Question":
    asked = _drawn(ticket["game"], ticket["options"], ticket["kind"], ticket["seed"])
    if asked.id != ticket["id"]:
        raise Refused(CHANGED)
    return asked


def _draw(game: str, options: Mapping[str, Any]) -> "Draw":
    return lambda kind, seed: _drawn(game, options, kind, seed)


def _drawn(game: str, options: Mapping[str, Any], kind: str, seed: int) -> "Question":
    from houseway.games import find_game
    from houseway.school.drills import ask
    from houseway.school.hard_choices import choice_of, is_choice

    found = find_game(game)
    settings = found.settings(options)
    if is_choice(kind):
        return choice_of(advisor_for(game, settings), seed).question
    return ask(found, settings, kind, seed)


def _cited(cites: Sequence[str], game: str) -> list[dict[str, str]]:
    """Where the source says so, with the paragraph's text where one is named by its id."""
    from houseway.games import find_game

    texts = {each.id: each for _, section in find_game(game).paragraphs.sections() for each in section}
    return [
        {"id": name, "cites": texts[name].cites, "text": texts[name].text}
        if name in texts
        else {"id": "", "cites": name, "text": ""}
        for name in cites
    ]


ANSWERS: dict[str, Callable[..., Any]] = {
    "school_kinds": kinds,
    "school_question": question,
    "school_shown": shown,
    "school_mark": mark,
    "school_dealing": dealing,
    "school_exam_question": exam_question,
    "school_certificate": exam_certificate,
}
