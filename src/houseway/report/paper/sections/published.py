"""The figures that the maker published, ours beside them, and why they differ where they do."""

from collections.abc import Sequence

from houseway.analysis.claims import DIFFERS, OPEN, REPRODUCED, UNDER_ASSUMPTION, ClaimVerdict
from houseway.report.paper.model import Block, Column, Items, Mark, Row, Section, Table, Words
from houseway.report.paper.subject import Subject

KINDS = {REPRODUCED: "agrees", UNDER_ASSUMPTION: "assumed", DIFFERS: "differs", OPEN: "open"}


def published(subject: Subject, verdicts: Sequence[ClaimVerdict]) -> Section:
    if not verdicts:
        words = Words("The source publishes no figure of this game.")
        return Section("published", "Published figures", (words,))
    columns = (
        Column("figure", "Figure", "prose", 5),
        Column("where", "Where", "prose", 4),
        Column("printed", "Published", "prose", 4),
        Column("ours", "Ours", "prose", 4),
        Column("verdict", "Verdict", "prose", 3),
    )
    rows = tuple(
        Row(
            (
                each.claim.about,
                each.claim.cites,
                each.claim.printed,
                each.ours_text,
                Mark(each.verdict, KINDS[each.verdict]),
            ),
            key=each.claim.id,
        )
        for each in verdicts
    )
    reasons: dict[str, list[str]] = {}
    for each in verdicts:
        if each.why:
            reasons.setdefault(each.why, []).append(each.claim.about)
    blocks: list[Block] = [
        Words(
            "Every figure that was published of this game, each under the options that it names. Ours is the best play "
            "under the rules as written, in the digits of the print."
        ),
        Table("published", "Published figures and ours", columns, rows),
    ]
    parts: tuple[Section, ...] = ()
    if reasons:
        items = Items(tuple((_named(about), why) for why, about in reasons.items()))
        parts = (Section("reasons", "Reasons", (items,)),)
    if subject.changed:
        blocks.insert(1, Words("They are of the maker's paytables, not of the changed ones in this report.", "note"))
    return Section("published", "Published figures", tuple(blocks), parts)


def _named(about: Sequence[str]) -> str:
    """Figures before their reason: a colon follows, so they end without a full stop."""
    return "; ".join(each.rstrip(".:") for each in dict.fromkeys(about))
