"""What somebody has begun and not ended, on whatever device: they go on with it on any other."""

from typing import Any

from houseway.house.draft import PLAYER
from houseway.web.hall import Hall
from houseway.web.refusals import Missing
from houseway.web.school.dealing_routes import dealt_by
from houseway.web.sessions import Session

EXAM = "exam"


def begun_by(hall: Hall, who: Session) -> list[dict[str, Any]]:
    """The latest first. It reads the ledger: call it in a thread."""
    if who.role != PLAYER:
        return []
    found = [
        {"what": each.sort, "game": each.game, "options": each.options, "exam": "", "title": "", "at": each.last_at}
        for each in dealt_by(hall, who).values()
        if each.is_on
    ]
    return sorted([*found, *_exams_on(hall, who)], key=lambda each: -each["at"])


def _exams_on(hall: Hall, who: Session) -> list[dict[str, Any]]:
    exams, clock, found = hall.school.exams, hall.floor.pit.clock(), []
    for id_, sat in exams.sat_by(who.id).items() if who.is_kept else ():
        try:
            exam = exams.find_sat(id_, who.id)
        except Missing:
            continue
        if not exam.is_over(sat.attempt, clock):
            about = {"what": EXAM, "game": exam.terms.game, "options": dict(exam.terms.options)}
            found.append({**about, "exam": id_, "title": exam.terms.title, "at": sat.attempt.last_at})
    return found
