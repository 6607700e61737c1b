"""For a reader in a hurry: what the game leaves the house, in sentences and one table."""

from collections import Counter
from collections.abc import Sequence

from houseway.analysis.claims import REPRODUCED, UNDER_ASSUMPTION, ClaimVerdict
from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.games.approval import departures, worded
from houseway.games.words import counted, listed
from houseway.report.paper.model import Block, Cell, Column, Form, Number, Row, Section, Table, Words
from houseway.report.paper.sections.measures import TIE_RULE, is_staked, measures_name
from houseway.report.paper.shown import figure
from houseway.report.paper.subject import Subject
from houseway.report.verdicts_page import verdict_word

MEASURES: tuple[tuple[str, str, str, Form, int], ...] = (
    ("edge", "House edge", "edge", "percent", 6),
    ("hit", "Hits", "hit", "percent", 6),
    ("sd", "Standard deviation", "sd", "plain", 5),
    ("action", "In action", "action", "plain", 6),
    ("risk", "Element of risk", "element_of_risk", "percent", 4),
)
AS_APPROVED = "Nothing in these options departs from the approved rules."


def summary(subject: Subject, verdicts: Sequence[ClaimVerdict]) -> Section:
    blocks: list[Block] = [Words(worded(subject.game, subject.settings, subject.game.sheet.about))]
    blocks += [Words(_edges(subject)), figures_table(subject)]
    departs = study(subject)
    blocks.append(Words(departs, "departs") if departs else Words(AS_APPROVED))
    if verdicts:
        blocks.append(Words(_published(verdicts)))
    if subject.evidence is not None:
        blocks.append(Words(_checked(subject)))
    return Section("summary", "Summary", tuple(blocks))


def _edges(subject: Subject) -> str:
    said = [
        f"{subject.title_of(wager.name)} {figure(wager.edge.value, 'percent', 4)}"
        for wager in subject.wagers
        if wager.name in subject.game.wagers and is_staked(wager)
    ]
    ahead = [subject.title_of(wager.name) for wager in subject.wagers if wager.edge.value < 0 and is_staked(wager)]
    words = (
        f"Under the options in force and with the {subject.solution.strategy} strategy the house edge, of the initial "
        f"wager, is: {listed(said)}."
    )
    together = subject.solution.wagers.get("round")
    if together is not None:
        sides = [subject.title_of(name) for name in subject.bet_on if name not in subject.chosen_for]
        what = f"A round without {listed(sides)}" if sides else "All bets of a round together"
        words += f" {what}: {figure(together.edge.value, 'percent', 4)} of the base bet."
    if ahead:
        words += f" Below nought the player is ahead, taken by itself: {listed(ahead)}."
    return words


def study(subject: Subject) -> str:
    """In what it departs from the approved rules; '' is nothing."""
    found = [*map(str, departures(subject.game, subject.settings)), *subject.changes_said()]
    return f"For study: this departs from the approved rules in {'; '.join(found)}." if found else ""


def _published(verdicts: Sequence[ClaimVerdict]) -> str:
    counts = Counter(each.verdict for each in verdicts)
    said = [f"{counts[each]} {verdict_word(each, counts[each])}" for each in counts]
    words = f"The source publishes {counted(len(verdicts), 'figure')} of this game: {listed(said)}."
    if set(counts) - {REPRODUCED, UNDER_ASSUMPTION}:
        words += " Each has its reason in the section on published figures."
    return words


def _checked(subject: Subject) -> str:
    assert subject.evidence is not None
    farthest = max((abs(each.z) for each in subject.evidence.scores), default=0.0)
    return (
        f"{subject.evidence.rounds:,} simulated rounds agree with the solution: no wager's mean lies farther from it "
        f"than {farthest:.2f} standard errors."
    )


def figures_table(subject: Subject) -> Table:
    """As `houseway edge` has them."""
    columns = (Column("wager", "Wager", "name"), *(Column(key, head) for key, head, *_ in MEASURES))
    rows = tuple(
        Row(
            (
                subject.title_of(wager.name),
                *(_cell(wager, key, measure, form, digits) for key, _, measure, form, digits in MEASURES),
            ),
            key=wager.name,
        )
        for wager in subject.wagers
    )
    note = f"An edge is of the initial wager and positive where the house is ahead. {TIE_RULE}{_beside(subject)}"
    return Table("figures", "Figures of every wager", columns, rows, note)


def _beside(subject: Subject) -> str:
    """Of what is paid without a bet of its own."""
    names = [subject.title_of(name) for name in subject.solution.paid_beside]
    return f" {listed(names)}: paid beside a bet, told of that bet, with no stake of its own." if names else ""


def _cell(wager: WagerSolution, key: str, measure: str, form: Form, digits: int) -> Cell:
    """A figure, which in a sheet is that of the wager's own table."""
    if key in ("action", "risk") and not is_staked(wager):
        return ""
    if measure == "action":
        value, decimal, se = wager.action.value, float(wager.action.value), wager.action.se
    else:
        value, decimal, se = wager.measure(measure)  # type: ignore[assignment]
    return Number(decimal if value is None else value, form, digits, se, f"[{measures_name(wager.name)}!{key}.value]")
