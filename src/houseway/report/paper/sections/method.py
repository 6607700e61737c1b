"""How the figures were found: method, checks, what is exact and what is sampled."""

from houseway.analysis.solve import has_own_mathematics
from houseway.games import SLUGS
from houseway.report.paper.model import (
    Axis,
    Block,
    Chart,
    Column,
    Items,
    Line,
    Number,
    Row,
    Rule,
    Section,
    Table,
    Words,
)
from houseway.report.paper.sections.measures import CONFIDENCE, Z
from houseway.report.paper.subject import Subject

HOW = (
    "The game is one function that follows the numbered paragraphs of its rules. The same source is played at the "
    "table, compiled for the simulator and walked card by card; the solver calls the same leaf rules (rank of a hand, "
    "the dealer's draw, what an outcome pays). Probabilities are whole counts or fractions, never decimals; acts are "
    "chosen by comparing values, and the value of the chosen play is then counted exactly."
)
WALKED = (
    "Walk equals solve",
    "on small decks every deal is run through the rules, and every probability of the solver "
    "is the same fraction (tests/exact of the sources).",
)
FROM_PLAY = (
    "Proved from play",
    "the game brings no mathematics of its own: every deal is run through the rules themselves, "
    "and sets of cards are merged only where the rules are shown not to tell them apart.",
)
SIMULATED = (
    "Solve against simulate",
    "on the full deck the mean of each wager, and how often each ending came up, "
    "is held against the solution; the table says how many standard errors lie between.",
)
PUBLISHED = ("Solve against print", "every figure that was published is held against ours, to the printed digit.")
BAND_Z = Z.inv_cdf((1 + CONFIDENCE) / 2)


def method(subject: Subject) -> Section:
    blocks: list[Block] = [Words(HOW), _known(subject)]
    parts = [Section("checks", "Checks made", tuple(_checks(subject)))]
    return Section("method", "Method and checks", tuple(blocks), tuple(parts))


def _known(subject: Subject) -> Table:
    """Exact, or sampled with its error, figure by figure."""
    columns = (
        Column("wager", "Wager", "name"),
        Column("edge", "House edge", "name"),
        Column("hit", "Hits", "name"),
        Column("sd", "Standard deviation", "name"),
        Column("cases", "Denominator of the edge"),
    )
    rows = []
    for wager in subject.wagers:
        errors = (wager.edge.se, wager.hit.se, wager.variance.se)
        said = ("exact" if each is None else "sampled; its error stands beside it" for each in errors)
        rows.append(Row((subject.title_of(wager.name), *said, _digits(wager.edge.value.denominator))))
    return Table("known", "What is exact and what is sampled", columns, tuple(rows))


def _digits(number: int) -> str | Number:
    return Number(number, "count") if len(str(number)) <= 15 else f"{len(str(number))} digits"


def _checks(subject: Subject) -> list[Block]:
    found = subject.evidence
    made = [WALKED] if subject.game.slug in SLUGS else []
    made += [] if has_own_mathematics(subject.game) else [FROM_PLAY]
    made += [SIMULATED] if found is not None else []
    made += [PUBLISHED] if subject.game.claims.claims else []
    blocks: list[Block] = [Items(tuple(made))]
    if found is None:
        words = (
            "No simulation is kept for these options. "
            f"`{subject.command()} --full` plays one and holds it against the solution."
        )
        return [*blocks, Words(words, "note")]
    columns = (
        Column("wager", "Wager", "name"),
        Column("seen", "Seen"),
        Column("edge", "Edge seen"),
        Column("exact", "Edge solved"),
        Column("z", "z of the mean"),
        Column("rows", "Endings counted"),
        Column("farthest", "Farthest z of them"),
    )
    rows = tuple(
        Row(
            (
                subject.title_of(each.wager),
                Number(each.seen, "count"),
                Number(each.edge, "percent", 4),
                Number(
                    subject.solution.wagers[each.wager].edge.value, "percent", 4, None, f"[figures!{each.wager}.edge]"
                ),
                Number(each.z, "units", 2),
                Number(each.rows, "count"),
                Number(each.z_rows, "units", 2),
            )
        )
        for each in found.scores
    )
    note = f"{found.rounds:,} rounds of seed {found.seed}; of 20 right z-scores about one lies beyond 2."
    blocks.append(Table("scores", "Solve against simulate", columns, rows, note))
    if found.walks:
        walked = (
            Column("deck", "Deck", "name"),
            Column("cards", "Cards"),
            Column("leaves", "Deals walked"),
            Column("mass", "Their probability"),
        )
        decks = tuple(
            Row((each.deck, Number(each.cards, "count"), Number(each.leaves, "count"), each.mass))
            for each in found.walks
        )
        blocks.append(Table("walks", "Small decks, every deal", walked, decks))
    return [*blocks, *_convergence(subject)]


def _convergence(subject: Subject) -> list[Block]:
    """The edge as the simulation saw it, against the exact one."""
    assert subject.evidence is not None
    wager = next((each for each in subject.bet_on if each in subject.evidence.sights), None)
    if wager is None:
        return []
    sights = subject.evidence.sights[wager]
    exact = float(subject.solution.wagers[wager].edge.value)
    title = subject.title_of(wager)
    chart = Chart(
        "convergence",
        f"The simulation comes to the solution: {title}",
        f"The edge seen so far, by rounds, with a band of {BAND_Z:.2f} standard errors; the dashed line is the exact "
        "edge, and the band closes around it.",
        Axis("rounds", "count", log=True),
        Axis("house edge", "percent", 1),
        lines=(
            Line(
                "edge seen",
                tuple((float(each.rounds), each.edge) for each in sights),
                tuple(
                    (float(each.rounds), each.edge - BAND_Z * each.se, each.edge + BAND_Z * each.se) for each in sights
                ),
                "95 % of chance",
            ),
        ),
        rules=(Rule(f"exact: {exact:.4%}", y=exact),),
    )
    return [chart]
