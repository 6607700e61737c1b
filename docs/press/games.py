"""A page for every game, from its data: rules retold, wagers, pays, options, figures, strategy, verdicts."""

import shlex
from collections import Counter
from collections.abc import Iterator
from typing import Any

from docs.press.markdown import code, page, plain, table
from houseway.analysis.claims import ClaimVerdict, verify
from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.analysis.guides import guide_of
from houseway.analysis.solve import OPTIMAL, has_solver, solve
from houseway.games import all_games
from houseway.games.approval import outcome_titles, worded
from houseway.games.charts import COLUMNS, WHOLE
from houseway.games.game import Game, in_force
from houseway.games.primer import primer_of
from houseway.games.sheet import Option
from houseway.games.words import dollars, odds_text
from houseway.report.edge_page import percent, with_error
from houseway.report.guide_page import guide_json
from houseway.report.paper.evidence import kept_evidence
from houseway.report.strategy import chart_lines, chart_of
from houseway.report.verdicts_page import verdict_word
from houseway.rules.refused import Refused

WRITTEN = "basic"  # the strategy that is written down as data, and that blackjack games have a chart of
EDGES = (
    "Exact, under the standard options. An edge is of the initial wager and positive where the house is ahead; "
    "[what exact means](../explanation/exact.md)."
)


def games_page() -> str:
    """All of them, and what best play leaves the house."""
    rows = [
        (
            f"[{game.title}]({game.slug}.md)",
            code(game.slug),
            game.sheet.maker,
            str(game.sheet.seats_max),
            _verdicts_short(game),
        )
        for game in all_games()
    ]
    heads = ("game", "name for commands", "maker", "seats", "published figures")
    links = "\n".join(game.slug for game in all_games())
    return page(
        "# The games",
        "Each is written once, as one function; its page here is made from its data files, its solver and its "
        "verdicts. Play money only.",
        table(heads, rows),
        f"```{{toctree}}\n:hidden:\n\n{links}\n```",
    )


def game_page(game: Game) -> str:
    return page(
        f"# {game.title}",
        plain(_usual(game, game.sheet.about)),
        f"Maker: {game.sheet.maker}. Up to {game.sheet.seats_max} players. "
        f"In a terminal: `houseway play {game.slug}`; in the browser: every house that has a table of it.",
        *_steps(game),
        *_wagers(game),
        *_pays(game),
        *_options(game),
        *_figures(game),
        *_strategy(game),
        *_verdicts(game),
        *_paragraphs(game),
    )


def _usual(game: Game, text: str) -> str:
    """As it is under the standard options."""
    return worded(game, game.settings(), text)


def _steps(game: Game) -> list[str]:
    cited = {paragraph.id: paragraph.cites for paragraph in game.paragraphs.paragraphs}
    steps = [
        f"{n}. {plain(_usual(game, step.text))} ({plain('; '.join(dict.fromkeys(cited[each] for each in step.by)))})"
        for n, step in enumerate(primer_of(game).steps, 1)
    ]
    return ["## How a round goes", "\n".join(steps)] if steps else []


def _wagers(game: Game) -> list[str]:
    rows = []
    for wager in game.sheet.wagers:
        kind = "required" if wager.required else "for the dealers" if wager.toke else "optional"
        limits = f"{dollars(wager.least_cents)} to {dollars(wager.most_cents)}" if wager.placed else ""
        kind = kind if wager.placed else "in play"
        about = plain(_usual(game, wager.about))
        rows.append((f"{plain(wager.title)} ({code(wager.name)})", kind, about, plain(wager.cites), limits))
    heads = ("wager", "", "about", "paragraph", "limits")
    return ["## Wagers", table(heads, rows, figures=1), "A house may set other limits within the law."]


def _pays(game: Game) -> list[str]:
    """Paytables of the standard options first; of each other one the options that bring it."""
    titles = {wager.name: plain(wager.title) for wager in game.sheet.wagers}
    words = outcome_titles(game, game.settings())
    parts = ["## What it pays"]
    for paytable in sorted(game.sheet.paytables, key=lambda each: not in_force(each.when, game.settings())):
        when = ", ".join(f"{option} {_asked(asked)}" for option, asked in paytable.when.items())
        usual = "" if in_force(paytable.when, game.settings()) else f", with {when}"
        heads = (", ".join(titles[wager] for wager in paytable.wagers), "pays")
        rows = [(plain(words[outcome]), odds_text(num, den)) for outcome, num, den in paytable.pays]
        parts += [f"**{plain(paytable.code)}** ({plain(paytable.cites)}){usual}", table(heads, rows, figures=1)]
    return parts


def _asked(asked: object) -> str:
    return " or ".join(map(code, asked)) if isinstance(asked, tuple) else code(asked)


def _options(game: Game) -> list[str]:
    rows = [
        (
            f"{plain(option.title)} ({code(option.name)})",
            plain(option.about),
            _settings(option, approved=True),
            _settings(option, approved=False),
            code(option.default),
        )
        for option in game.options.values()
    ]
    how = (
        f"`--set NAME=CHOICE` sets one: `houseway edge {game.slug} --set {shlex.quote(_example(game))}`. "
        "Live tables deal what is approved, or say where they depart and why."
    )
    return ["## Options", how, table(("option", "about", "approved", "for study", "unless said"), rows)]


def _example(game: Game) -> str:
    option = next(iter(game.options.values()))
    return f"{option.name}={option.default}"


def _settings(option: Option, *, approved: bool) -> str:
    named = [code(each.setting) for each in option.settings if bool(each.cites) == approved]
    if option.others and bool(option.others.cites) == approved:
        named.append(f"{'any other from ' if option.settings else ''}{option.least} to {option.most}")
    return ", ".join(named)


def _figures(game: Game) -> list[str]:
    if not has_solver(game):
        return []
    solution = solve(game)
    heads = ("wager", "house edge", "hits", "standard deviation", "in action", "element of risk")
    rows = []
    for name in game.as_on_the_felt(solution.told):
        wager = solution.told[name]
        edge, hit = (with_error(percent(each.value), each.se) for each in (wager.edge, wager.hit))
        rows.append((code(name), edge, hit, f"{wager.measure('sd')[1]:.5f}", *_of_stake(wager)))
    parts = [
        "## Figures",
        f"{EDGES} Best play; `houseway edge {game.slug}` has the fractions.",
        table(heads, rows, figures=5),
    ]
    return [*parts, *_outcomes(game, solution)]


def _of_stake(wager: WagerSolution) -> tuple[str, str]:
    """What is paid beside a bet has no stake of its own."""
    if not wager.action.value:
        return "", ""
    return f"{float(wager.action.value):.6f}", f"{wager.measure('element_of_risk')[1]:.4%}"


def _outcomes(game: Game, solution: Solution) -> Iterator[str]:
    words = outcome_titles(game, solution.settings)
    for name in game.as_on_the_felt(solution.told):
        rows = [
            (
                plain(words.get(row.outcome, row.outcome.replace("_", " "))),
                f"{float(row.won):+g}",
                f"{float(row.probability):.6%}",
                f"{float(1 / row.probability):,.1f}",
            )
            for row in solution.told[name].rows
        ]
        if rows:
            yield f"How `{name}` ends, won in units of the initial wager:"
            yield table(("outcome", "won", "probability", "1 in"), rows, figures=3)


def _strategy(game: Game) -> list[str]:
    settings = game.settings()
    if guide := _words(game):
        return ["## Strategy", "The best play in words, drawn from the solution.", *_guide(guide)]
    try:
        chart = chart_of(game, game.plan(WRITTEN, settings))
    except Refused:
        return ["## Strategy", f"Written down for this game: {', '.join(map(code, game.strategies))}."]
    rows = [
        (f"{line.kind} {line.hand}", "2" if line.kind == "pair" else f"{line.cards}+", *map(plain, line.cells))
        for line in chart_lines(game, chart, settings)
        if line.situation == WHOLE
    ]
    about = (
        f"The strategy `{WRITTEN}`, as it is written down for this game, by the hand, how many cards it has, and the "
        "dealer's up-card. H hit, S stand, D double, P split, R surrender; a second letter is for where the first is "
        "not allowed. "
        f"`houseway strategy {game.slug}` works out the best play itself, card by card."
    )
    return ["## Strategy", about, table(("hand", "cards", *COLUMNS), rows, figures=len(COLUMNS) + 1)]


def _words(game: Game) -> dict[str, Any]:
    """As it ships with the evidence of reports, or worked out now, in seconds; empty where there is none."""
    kept = kept_evidence(game, solve(game)) if has_solver(game) else None
    if kept is not None:
        return kept.guide
    guide = guide_of(game, game.settings(), OPTIMAL)
    return guide_json(game, OPTIMAL, guide) if guide else {}


def _guide(guide: dict[str, Any]) -> Iterator[str]:
    for section in guide["sections"]:
        yield f"### {plain(section['title'])}"
        yield "\n".join(
            f"- {plain(rule['text'])}" + (f" ({rule['share']:.2%})" if rule["share"] < 1 else "")
            for rule in section["rules"]
        )
        if section["right"] == 1:
            yield "This is the best play itself: it costs nothing."
        else:
            yield (
                f"In {section['right']:.2%} of deals this is the best play, or as good. Against it, it costs "
                f"{section['cost']:.4%} of the base bet a round."
            )
        for grid in section["grids"]:
            rows = [(f"**{rank}**", *row) for rank, row in zip(grid["names"], grid["cells"], strict=False)]
            yield f"{plain(grid['title'])}:"
            yield table(("", *grid["names"]), rows, figures=len(grid["names"]))


def _verdicts_short(game: Game) -> str:
    counts = Counter(each.verdict for each in verify(game))
    return ", ".join(f"{count} {verdict_word(verdict, count)}" for verdict, count in counts.items()) or "none published"


def _verdicts(game: Game) -> list[str]:
    found: list[ClaimVerdict] = verify(game)
    if not found:
        return ["## Verdicts", "The source publishes no figure of this game."]
    rows = [
        (plain(each.claim.about), plain(each.claim.cites), each.claim.printed, plain(each.ours_text), each.verdict)
        for each in found
    ]
    why = [f"- **{plain(each.claim.about)}**: {plain(each.why)}" for each in found if each.why]
    return [
        "## Verdicts",
        f"Every figure that the maker published, and ours: {_verdicts_short(game)}.",
        table(("figure", "where", "published", "ours", "verdict"), rows),
        "\n".join(why),
    ]


def _paragraphs(game: Game) -> list[str]:
    read = (
        "Where they can be read in several ways, [Readings](../readings.md) says what we hold and what each way does."
    )
    parts = ["## The rules of play retold", f"In our words, each with the place it retells. {read}"]
    for heading, paragraphs in game.paragraphs.sections():
        lines = [f"- *{plain(each.cites)}*: {plain(each.text)}" for each in paragraphs]
        parts += [f"### {heading}", "\n".join(lines)]
    return parts
