"""Reports from the lab: a document under the options and pays that a person looks at, to be downloaded.

What is kept for the options is in it; what would take minutes is left out, and the document says how to get it.
"""

import base64
import zlib
from typing import Any

from fastapi.responses import Response

from houseway.report.paper.press import CARD_MEDIA, MEDIA
from houseway.web.lab.ask import Ask
from houseway.web.lab.downloads import file_name

Answer = dict[str, Any]


def report_answer(ask: Ask, tell: Any) -> Answer:
    """The whole analysis, as `houseway report` writes it."""
    from houseway.report.paper.game_report import game_report
    from houseway.report.paper.press import printed, verify_format
    from houseway.report.paper.subject import subject_of

    verify_format(ask.form)
    tell({"what": "working out the figures", "done": 0, "total": 2})
    subject = subject_of(ask.rules_of_game(), ask.settings, ask.changes, ask.strategy)
    tell({"what": "writing", "done": 1, "total": 2})
    return _packed(
        ask, ask.kind, printed(game_report(subject), ask.form, "us-letter" if ask.paper == "letter" else "a4")
    )


def card_answer(ask: Ask, tell: Any) -> Answer:
    """A card or the layout, as `houseway card` writes it."""
    from houseway.report.paper.cards import MAKERS, verify_card_form
    from houseway.report.paper.subject import subject_of

    form = verify_card_form(ask.form)
    tell({"what": "working out the figures", "done": 0, "total": 2})
    subject = subject_of(ask.rules_of_game(), ask.settings, ask.changes, ask.strategy)
    tell({"what": "drawing", "done": 1, "total": 2})
    return _packed(ask, f"{ask.card}-card" if ask.card != "layout" else ask.card, MAKERS[ask.card](subject, form))


def _packed(ask: Ask, view: str, found: bytes) -> Answer:
    """Bytes of a file, packed: answers travel and are kept as JSON."""
    return {
        "game": ask.game,
        "file": f"{file_name(ask, view)}.{ask.form}",
        "bytes": len(found),
        "packed": base64.b64encode(zlib.compress(found)).decode(),
        "tables": {},
    }


def download(answer: Answer) -> Response:
    """The file itself."""
    name: str = answer["file"]
    found = zlib.decompress(base64.b64decode(answer["packed"]))
    head = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(found, media_type={**MEDIA, **CARD_MEDIA}[name.rpartition(".")[2]], headers=head)
