"""How to play: charts in colour and in words, and what mistakes cost."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from houseway.games.charts import COLUMNS, Plan
from houseway.games.sheet import read_strategies
from houseway.games.words import listed
from houseway.report.paper.best_play import BestPlay, kept_play
from houseway.report.paper.evidence import Evidence, Hand, Mistake
from houseway.report.paper.model import Block, Column, Items, Mark, Number, Row, Section, Table, Words
from houseway.report.paper.shown import figure
from houseway.report.paper.subject import Subject
from houseway.report.strategy import LETTERS, SITUATIONS, chart_of, strategy_json
from houseway.rules.refused import Refused

ACTS = {letter: act for act, letter in LETTERS.items()}
BANDS = 4
ACTS_MAX = 5  # of a hand: the best
LEGEND = (
    "H hit, S stand, D double, P split, R surrender. A second letter is for where the first is not allowed; a star: it "
    "depends on the cards, and most hands of the row are played so. An empty cell does not come up in this play."
)


def strategy(subject: Subject) -> Section:
    found, play = subject.evidence, kept_play(subject)
    parts: list[Section] = []
    if play is not None and play.guide:
        parts += _guide(play.guide)
    else:
        parts += _charts(subject, play)
    if found is not None:
        parts.append(Section("mistakes", "What mistakes cost", tuple(_mistakes(subject, found))))
    return Section("strategy", "Strategy", (Words(_whose(subject, play)),), tuple(parts))


def _whose(subject: Subject, play: BestPlay | None) -> str:
    """Which strategy the figures are of, and whether it is the one that is shown."""
    name = subject.solution.strategy
    words = f"The figures are those of the {name} strategy, under the options in force."
    if play is not None or name in subject.game.strategies:
        return words
    return (
        f"{words} How it plays is not kept for these options: `{subject.command()} --full` works it out. What is "
        "written down stands below."
    )


# --- charts ---


def _charts(subject: Subject, play: BestPlay | None) -> list[Section]:
    name, lines = _lines(subject, play)
    if not lines:
        return [Section("chart", "By hand", _by_hand(subject))]
    parts: list[Section] = []
    for number, situation in enumerate(SITUATIONS.values()):
        mine = [line for line in lines if line["situation"] == situation]
        if mine:
            blocks: list[Block] = [Words(LEGEND)] if not parts else []
            only = {cell for line in mine for cell in line["cells"].values() if cell}
            if len(only) == 1:
                blocks.append(Words(f"Always {_act(only.pop())}."))
            else:
                blocks.append(_chart(f"chart_{number}", f"The {name} strategy, {situation}", mine))
                blocks.append(Items(tuple(("", words) for words in in_words(mine))))
            parts.append(Section(f"chart_{number}", situation.capitalize(), tuple(blocks)))
    return parts


def _by_hand(subject: Subject) -> tuple[Block, ...]:
    """What the strategies that are written down say of themselves; those that cost something say it with their cost."""
    written = listed([f"`{each}`" for each in subject.game.strategies])
    words = Words(f"This game is played hand by hand. Written down for it: {written}.")
    costly = {each.strategy for each in subject.evidence.mistakes} if subject.evidence else set()
    about = [(name, _about(subject, name)) for name in subject.game.strategies if name not in costly]
    told = tuple((name, said) for name, said in about if said)
    return (words, Items(told)) if told else (words,)


def _lines(subject: Subject, play: BestPlay | None) -> tuple[str, list[dict[str, Any]]]:
    """Of the solution where it is kept, else of the strategy that is written down."""
    if play is not None and play.chart:
        return subject.solution.strategy, play.chart
    name = subject.game.strategies[0]
    if subject.solution.strategy in subject.game.strategies:
        name = subject.solution.strategy
    if getattr(subject.game.strategy, "Plan", Plan) is not Plan:
        return name, []  # a plan of its own kind: no chart
    try:
        plan = chart_of(subject.game, subject.game.plan(name, subject.settings))
    except Refused:
        return name, []
    return name, strategy_json(subject.game, plan, subject.settings)


def _chart(name: str, title: str, lines: Sequence[Mapping[str, Any]]) -> Table:
    columns = (
        Column("hand", "Hand", "name"),
        Column("cards", "Cards", "name"),
        *(Column(f"up_{up}", up, "name") for up in COLUMNS),
    )
    rows = tuple(
        Row(
            (
                f"{line['kind']} {line['hand']}",
                "2" if line["kind"] == "pair" else f"{line['cards_from']}+",
                *(_marked(line["cells"][up]) for up in COLUMNS),
            )
        )
        for line in lines
    )
    return Table(name, title, columns, rows, "Columns are the dealer's up-card.")


def _marked(cell: str) -> Mark | str:
    return Mark(cell, f"act-{ACTS[cell[0]]}") if cell else ""


def in_words(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """A chart as sentences: 'Hard 13 to 16: stand against 2 to 6, else hit.' Hands that are played alike share one."""
    alike: dict[tuple[str, int, str], list[str]] = {}
    for line in lines:
        if any(line["cells"].values()):
            alike.setdefault((line["kind"], line["cards_from"], _acts(line["cells"])), []).append(line["hand"])
    return [
        f"{kind.capitalize()} {_hands_said(kind, hands)}{_more(kind, cards)}: {acts}."
        for (kind, cards, acts), hands in alike.items()
    ]


def _hands_said(kind: str, hands: Sequence[str]) -> str:
    if kind == "pair":
        return listed(hands)
    return listed([f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in _in_a_row(map(int, hands))])


def _more(kind: str, cards: int) -> str:
    return f" of {cards} cards or more" if kind != "pair" and cards > 2 else ""


def _in_a_row(numbers: Iterable[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _acts(cells: Mapping[str, str]) -> str:
    """What is done most is said last, as the rest."""
    by_act: dict[str, list[str]] = {}
    for up in COLUMNS:
        if cells[up]:
            by_act.setdefault(_act(cells[up]), []).append(up)
    usual = max(by_act, key=lambda act: len(by_act[act]))
    others = [f"{act} against {_runs(ups)}" for act, ups in by_act.items() if act != usual]
    return ", ".join([*others, f"else {usual}" if others else f"always {usual}"])


def _act(cell: str) -> str:
    letters = cell.rstrip("*")
    act = ACTS[letters[0]]
    if len(letters) > 1:
        act += f" (or {ACTS[letters[1].upper()]})"
    return f"mostly {act}" if cell.endswith("*") else act


def _runs(ups: Sequence[str]) -> str:
    """'2 to 6, 9 and T'."""
    runs = _in_a_row(COLUMNS.index(up) for up in ups)
    said = [COLUMNS[run[0]] if len(run) == 1 else f"{COLUMNS[run[0]]} to {COLUMNS[run[-1]]}" for run in runs]
    return listed(said)


# --- rules in words ---


def _guide(guide: Mapping[str, Any]) -> list[Section]:
    parts = []
    for number, each in enumerate(guide["sections"]):
        rules = tuple(("", _rule(rule)) for rule in each["rules"]) or (("", "nothing"),)
        blocks: list[Block] = [Items(rules), Words(_worth(each["right"], each["cost"]))]
        blocks += [_grid(f"grid_{number}_{i}", grid) for i, grid in enumerate(each["grids"])]
        parts.append(Section(f"guide_{number}", each["title"], tuple(blocks)))
    return parts


def _rule(rule: Mapping[str, Any]) -> str:
    told = [f"{figure(rule['share'], 'percent', 2)} of deals"] if rule["share"] < 1 else []
    if "left_out" in rule:
        told.append(f"left out, it would cost {figure(rule['left_out'], 'percent', 4)}")
    return f"{rule['text']} ({'; '.join(told)})" if told else str(rule["text"])


def _worth(right: float, cost: float) -> str:
    if right == 1:
        return "This is the best play itself: it costs nothing."
    return (
        f"In {figure(right, 'percent', 2)} of deals this is the best play, or as good. Against it, it costs "
        f"{figure(cost, 'percent', 4)} of the base bet a round."
    )


def _grid(name: str, grid: Mapping[str, Any]) -> Table:
    names = grid["names"]
    last = max(int(cell) for row in grid["cells"] for cell in row)
    columns = (Column("rank", "", "name"), *(Column(f"c{i}", rank, "name") for i, rank in enumerate(names)))
    rows = tuple(
        Row((rank, *(Mark(cell, f"band-{(int(cell) - 1) * BANDS // last + 1}") for cell in row)))
        for rank, row in zip(names, grid["cells"], strict=False)
    )
    return Table(name, grid["title"], columns, rows)


# --- mistakes ---


def _mistakes(subject: Subject, found: Evidence) -> list[Block]:
    blocks: list[Block] = []
    if found.mistakes:
        columns = (
            Column("strategy", "Played by", "name"),
            Column("wager", "Wager", "name"),
            Column("edge", "House edge"),
            Column("best", f"With {subject.solution.strategy} play"),
            Column("cost", "Costs"),
        )
        rows = tuple(
            Row(
                (
                    plain(each.strategy),
                    subject.title_of(each.wager),
                    Number(each.edge, "percent", 4, se=each.se),
                    Number(
                        subject.solution.wagers[each.wager].edge.value,
                        "percent",
                        4,
                        formula=f"[figures!{each.wager}.edge]",
                    ),
                    Number(
                        each.edge - float(subject.solution.wagers[each.wager].edge.value),
                        "percent",
                        4,
                        each.se,
                        formula="[edge]-[best]",
                    ),
                )
            )
            for each in _on_the_felt(subject, found)
        )
        note = "Of the initial wager. Where a cost is below nought that wager gains what another loses."
        if any(each.se is not None for each in found.mistakes):
            rounds = f"{found.rounds:,} rounds of seed {found.seed}"
            note += f" What has a ± is simulated, {rounds}, with its standard error."
        blocks.append(Table("mistakes", "Other ways to play", columns, rows, note))
        about = [(name, _about(subject, name)) for name in dict.fromkeys(each.strategy for each in found.mistakes)]
        blocks.append(Items(tuple((plain(name), words) for name, words in about if words)))
    blocks += _notes(subject)
    if found.hands:
        blocks.append(_hands(subject, found.hands))
    return blocks or [Words("No other strategy is written down.")]


def _on_the_felt(subject: Subject, found: Evidence) -> list[Mistake]:
    """Strategy by strategy, with wagers in the order of all other tables."""
    order = [wager.name for wager in subject.wagers]
    names = list(dict.fromkeys(each.strategy for each in found.mistakes))
    return sorted(found.mistakes, key=lambda each: (names.index(each.strategy), order.index(each.wager)))


def plain(strategy: str) -> str:
    """Its name as a word of a sentence."""
    return strategy.replace("_", " ")


def _about(subject: Subject, name: str) -> str:
    return str(read_strategies(subject.game.folder).get(name, {}).get("about", ""))


def _notes(subject: Subject) -> list[Block]:
    """What the solver itself says that a mistake costs."""
    costs = {name: note for name, note in subject.solution.notes.items() if "cost" in name}
    if not costs:
        return []
    columns = (Column("mistake", "Mistake", "name"), Column("cost", "Costs, of a unit a round"))
    rows = tuple(
        Row((name.replace(".", ": ").replace("_", " ").capitalize(), Number(value, "percent", 4)))
        for name, value in costs.items()
    )
    return [Table("costs", "Mistakes, exactly", columns, rows)]


def _hands(subject: Subject, hands: Sequence[Hand]) -> Table:
    titles = {act.name: act.title for act in subject.game.sheet.acts}
    columns = (
        Column("hand", "Hand", "name"),
        Column("act", "Act", "name"),
        Column("value", "Worth"),
        Column("cost", "Costs"),
    )
    rows = tuple(
        Row(
            (
                each.hand if i == 0 else "",
                titles.get(act, act.replace("_", " ")),
                Number(value, "units", 4),
                Number(each.acts[0][1] - value, "plain", 4, formula=f"[hands!hand{number}.value]-[value]"),
            ),
            key=f"hand{number}" if i == 0 else "",
        )
        for number, each in enumerate(hands)
        for i, (act, value) in enumerate(each.acts[:ACTS_MAX])
    )
    return Table("hands", "Some hands", columns, rows, "Worth is the mean result of the act, in units of the base bet.")
