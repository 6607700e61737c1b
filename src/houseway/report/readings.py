"""docs/readings.md: every reading of the rules, what we hold and why, and what each choice does to the edge.

`python -m houseway.report.readings` prints the page. Its words are in the games' data, its figures are those of the
solvers, and the simulated ones ship (`python -m houseway.analysis.continuous`).
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from houseway.analysis.continuous import shipped_studies
from houseway.analysis.solve import solve
from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.games.options import Option, Setting, ShownEdge

HEAD = """# Readings

Where the rules of a game can be read in several ways, the choice is a named option in the game's data, never a hidden
`if`. This page lists each with our choice, the reason, and what every choice does to an edge; then the readings that
leave nothing to choose; then what a continuous shuffler does. It is written by `python -m houseway.report.readings`
and held against the solvers by a test. Edges are exact, of the initial wager, without Envy; "best play" is best under
the choice itself."""

MACHINES = """## A continuous shuffler

Rule 11 of Lucky Lucky says that six decks in a continuous shuffler come close to the edge of eight, because the machine
acts like an endless shoe. A real machine holds some cards ready, so that those of the last round cannot come back at
once. **Whatever that buffer is, the edge is exactly that of a fresh six-deck shoe** for whoever bets in every round:

1. Say that before a round every order of the cards is equally likely. Whether one more card is dealt is decided by the
   cards already seen, so the number of cards dealt is a stopping time.
2. The average of any function of the next cards, over all cards that are not dealt yet, is a martingale: taking away a
   card at random does not change it on average. Stopped at the end of the round it has the mean it began with, so the
   cards behind the round, the next buffer, are as likely to be any cards as if they came from a full shoe.
3. Everything else is shuffled behind them, so before the next round every order is equally likely again.

That needs a machine that mixes what lies behind its buffer and does not look at faces, and players whose play of a
round looks at that round only. A test proves step 2 with the real rules, as Fractions, over every order of small decks.
So the published sentence is right in size and wrong in its reason: an endless shoe is several times further from six
decks than eight are. What the buffer changes is what somebody knows who has seen the last round: the edge of the next
one then moves about its mean by the spread in the last column."""


def readings_page() -> str:
    parts = [HEAD]
    for game in all_games():
        parts += _game(game)
    return "\n\n".join([*parts, *_machines()]) + "\n"


def _game(game: Game) -> list[str]:
    chosen = [_option(game, option) for option in game.sheet.options if option.reading]
    settled = [
        f"- {paragraph.cites}: {reading}"
        for paragraph in game.paragraphs.paragraphs
        if (reading := _read(paragraph.text))
    ]
    parts = [f"## {game.title}"]
    parts += chosen or ["No reading of this game is left to choose."]
    return [*parts, *(["Settled, with nothing to choose:", "\n".join(settled)] if settled else [])]


def _read(text: str) -> str:
    """From the sentence with the words that mark a reading, to the end."""
    found = text.lower().find("we read")
    if found < 0:
        return ""
    before = text.rfind(". ", 0, found)
    return text[before + 2 :] if before >= 0 else text


def _option(game: Game, option: Option) -> str:
    lines = [
        f"### {option.title} (`{option.name}`)",
        "",
        f"{option.cites}. Ours: `{option.default}`. {' '.join(option.reading.split())}",
        "",
        *_table(game, option),
    ]
    return "\n".join(lines)


def _table(game: Game, option: Option) -> Iterator[str]:
    heads = [_head(game, shown) for shown in option.shows]
    yield f"| choice | in words | {' | '.join(heads)} |"
    yield f"| --- | --- | {' | '.join('---:' for _ in heads)} |"
    for choice in option.choices:
        edges = [_edge(game, option, choice, shown) for shown in option.shows]
        yield f"| `{choice}` | {option.words(choice)} | {' | '.join(edges)} |"


def _head(game: Game, shown: ShownEdge) -> str:
    titles = {wager.name: wager.title for wager in game.sheet.wagers}
    play = "best play" if shown.strategy == "optimal" else f"{shown.strategy} strategy"
    beside = [_beside(game.options[name], setting) for name, setting in shown.beside.items()]
    return ", ".join([titles.get(shown.wager, shown.wager.replace("_", " ")), *beside, play])


def _beside(option: Option, setting: Setting) -> str:
    words = option.words(setting)
    return f"{option.title.lower()} {words}" if words.startswith("$") or len(words.split()) == 1 else words


def _edge(game: Game, option: Option, choice: Setting, shown: ShownEdge) -> str:
    wagers = solve(game, {**shown.beside, option.name: choice}, shown.strategy).wagers
    return f"{float(wagers[shown.wager].edge.value):.4%}" if shown.wager in wagers else "not to be had"


def _machines() -> list[str]:
    found = shipped_studies()
    return [MACHINES, *map(_study, found)] if found else []


def _study(study: dict[str, Any]) -> str:
    game = find_game(study["game"])
    options = ", ".join(_beside(game.options[name], setting) for name, setting in study["options"].items())
    shoes = {decks: float(Fraction(edge)) for decks, edge in study["shoes"].items()}
    lines = [
        f"{game.title}, {options}, {study['seats']} players. Exact: six decks {shoes['6']:.4%}, "
        f"eight {shoes['8']:.4%}, an endless shoe {shoes['infinite']:.4%}.",
        "",
        "| cards ready | rounds | edge | standard error | from six decks, in errors | spread |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for each in study["machines"]:
        errors = f"{(each['edge'] - shoes['6']) / each['se']:+.1f}" if each["se"] > 1e-12 else "exact"
        lines.append(
            f"| {each['buffer']} | {each['rounds']:,} | {each['edge']:.4%} | {each['se']:.4%} | {errors} "
            f"| {each['spread']:.2%} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(readings_page(), end="")
