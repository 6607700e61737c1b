"""Pages for the terminal: the list of games, a game's rules, a simulation's result."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.analysis.simulation import ROUND, Simulation, WagerFigures
from houseway.games import SLUGS, all_games
from houseway.games.approval import outcome_titles, studied
from houseway.games.game import Game
from houseway.games.sheet import GAMES, Option, Paytable, When, register
from houseway.games.words import dollars, odds_text

LIT, DARK = Text("●", style="green"), Text("○", style="dim")


def games_page() -> RenderableType:
    """The games we play, with a light for each thing that works."""
    table = Table(title="houseway: games (play money only)", title_justify="left")
    for head in ("game", "name for commands", "maker", "seats", "plays", "simulates", "exact", "paragraphs tested"):
        table.add_column(head)
    for game in all_games():
        solved = (GAMES / game.slug / "solve.py").exists()
        tested = sum(paragraph.play for paragraph in game.paragraphs.paragraphs)
        lights = [LIT, LIT, LIT if solved else DARK, Text(str(tested))]
        table.add_row(game.title, game.slug, game.sheet.maker, str(game.sheet.seats_max), *lights)
    return table


def register_page() -> RenderableType:
    """Every approved game in the letters; ours are marked."""
    book = register()
    parts: list[RenderableType] = []
    for letter in book.letters:
        submission = f"submission #{letter.submission}" if letter.submission else "no submission number"
        table = Table(title=f"{letter.maker}, {letter.date}, {submission}", title_justify="left")
        for head in ("no.", "approved game", "here"):
            table.add_column(head)
        for entry in book.games:
            if entry.letter == letter.id:
                table.add_row(str(entry.number), entry.title, Text(entry.plays, style="green") if entry.plays else "")
        parts += [table, Text(letter.about), Text("Conditions:")]
        parts += [Text(f"  - {condition}") for condition in letter.conditions] + [Text()]
    played = sum(entry.plays in SLUGS for entry in book.games)
    parts.append(Text(f"{len(book.games)} approved games, {played} played here."))
    return Group(*parts)


def rules_page(game: Game) -> RenderableType:
    """Rules of play in our words, each with the paragraph it retells; wagers, options and paytables."""
    parts: list[RenderableType] = [Text(game.title, style="bold"), Text(game.sheet.about), Text()]
    parts.append(_wagers_table(game))
    parts.append(_options_table(game))
    parts += [
        Text(f"For study: {' with '.join(_settings_of(each.when))}: {each.because}") for each in game.sheet.departures
    ]
    parts += [_paytable(game, paytable) for paytable in game.sheet.paytables]
    parts += [_prizes_table(game)] if game.sheet.prizes else []
    for heading, paragraphs in game.paragraphs.sections():
        parts += [Text(), Text(heading, style="bold")]
        parts += [Text.assemble((f"{paragraph.cites}: ", "cyan"), paragraph.text) for paragraph in paragraphs]
    return Group(*parts)


def _wagers_table(game: Game) -> Table:
    table = Table(title="Wagers", title_justify="left")
    for head in ("wager", "", "least", "most", "about", "paragraph"):
        table.add_column(head)
    for wager in game.sheet.wagers:
        kind = "required" if wager.required else "for the dealers" if wager.toke else "optional"
        kind = kind if wager.placed else "in play"
        limits = [dollars(wager.least_cents), dollars(wager.most_cents)] if wager.placed else ["", ""]
        table.add_row(f"{wager.title} [dim]{wager.name}[/dim]", kind, *limits, wager.about, wager.cites)
    return table


def _options_table(game: Game) -> Table:
    table = Table(title="Options (--set name=choice)", title_justify="left")
    for head in ("option", "approved", "for study", "default", "about", "paragraph"):
        table.add_column(head)
    for option in game.options.values():
        name = f"{option.name}\n[dim]{option.title}[/dim]"
        table.add_row(name, _approved(option), _studies(option), str(option.default), option.about, option.cites)
    return table


def _approved(option: Option) -> str:
    """Settings that the source approves, each as it is typed and as it is said."""
    lines = [
        str(each.setting) if str(each.setting) == each.words else f"{each.setting}: [dim]{each.words}[/dim]"
        for each in option.settings
        if each.cites
    ]
    return "\n".join(lines + ([_numbers(option)] if option.others and option.others.cites else []))


def _studies(option: Option) -> str:
    """Settings that are a variation for study, with the reason they share."""
    reasons: dict[str, list[str]] = {}
    for each in option.settings:
        if each.study:
            reasons.setdefault(each.study, []).append(str(each.setting))
    if option.others and option.others.study:
        reasons.setdefault(option.others.study, []).append(_numbers(option))
    return "\n".join(f"{', '.join(settings)}: [dim]{reason}[/dim]" for reason, settings in reasons.items())


def _settings_of(when: When) -> list[str]:
    """As they are typed; of several that will do, all."""
    return [
        f"{name}={' or '.join(map(str, asked)) if isinstance(asked, tuple) else asked}" for name, asked in when.items()
    ]


def _numbers(option: Option) -> str:
    named = len(option.settings)
    return f"{'any other from ' if named else ''}{option.least} to {option.most}"


def _paytable(game: Game, paytable: Paytable) -> Table:
    titles = {wager.name: wager.title for wager in game.sheet.wagers}
    words = {outcome.name: outcome.title for outcome in game.sheet.outcomes}
    table = Table(title=f"{paytable.code} ({paytable.cites})", title_justify="left")
    table.add_column(", ".join(titles[wager] for wager in paytable.wagers))
    table.add_column("pays", justify="right")
    for outcome, num, den in paytable.pays:
        table.add_row(words[outcome], odds_text(num, den))
    return table


def _prizes_table(game: Game) -> Table:
    words = {outcome.name: outcome.title for outcome in game.sheet.outcomes}
    table = Table(title="Fixed sums and multipliers", title_justify="left")
    for head in ("list", "for", "amount", "paragraph"):
        table.add_column(head)
    for prizes in game.sheet.prizes:
        when = " ".join(f"{name}={setting}" for name, setting in prizes.when.items())
        for outcome, amount in prizes.amounts:
            table.add_row(f"{prizes.name} {when}", words[outcome], f"{amount:,}", prizes.cites)
    return table


def simulation_page(result: Simulation) -> RenderableType:
    """Figures by wager, then what each wager paid and how often."""
    table = Table(title=f"{result.game.title}: {result.rounds:,} rounds, seed {result.seed}", title_justify="left")
    table.add_column("wager")
    for head in ("bet", "house edge", "± s.e.", "st. dev.", "hits", "in action", "element of risk"):
        table.add_column(head, justify="right")
    for found in result.figures():
        table.add_row(*_figure_cells(found))
    study = studied(result.game, result.settings)
    outcomes = [_outcomes_table(result, found) for found in result.figures() if found.name != ROUND]
    return Group(table, *([Text(study, "yellow")] if study else []), *outcomes)


def _figure_cells(found: WagerFigures) -> list[str]:
    return [
        found.name,
        dollars(found.wager_cents),
        f"{found.edge:+.4%}",
        f"{found.standard_error:.4%}",
        f"{found.standard_deviation:.4f}",
        f"{found.hit:.4%}",
        f"{found.action:.4f}",
        f"{found.edge / found.action:+.4%}" if found.action else "",
    ]


def _outcomes_table(result: Simulation, found: WagerFigures) -> Table:
    words = outcome_titles(result.game, result.settings)
    table = Table(title=found.name, title_justify="left")
    table.add_column("outcome")
    for head in ("won", "count", "probability", "1 in", "to the mean"):
        table.add_column(head, justify="right")
    for outcome, cents, count in found.outcomes:
        units = cents / found.wager_cents
        table.add_row(
            words.get(outcome, outcome.replace("_", " ")),
            f"{units:+g}",
            f"{count:,}",
            f"{count / found.seen:.6%}",
            f"{found.seen / count:,.1f}",
            f"{units * count / found.seen:+.5f}",
        )
    return table
