"""Pages for the terminal: the list of games, a game's rules, a simulation's result."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.follow_ons import per_first_bet
from houseway.analysis.simulation import ROUND, Simulation, WagerFigures
from houseway.analysis.solve import OPTIMAL, has_solver
from houseway.games import SLUGS, all_games
from houseway.games.approval import outcome_titles, studied, worded
from houseway.games.game import Game
from houseway.games.sheet import Option, Paytable, When, register
from houseway.games.wager_titles import wager_title
from houseway.games.words import counted, dollars, listed, odds_text
from houseway.report.listing import Listing, figure, name, prose
from houseway.report.wager_names import names_for_commands, units_in_words

LIT, DARK = Text("●", style="green"), Text("○", style="dim")


def games_page() -> RenderableType:
    """The games we play, with a light for each thing that works."""
    heads = ("game", "name for commands", "maker", "seats", "plays", "simulates", "exact", "paragraphs tested")
    listing = Listing("houseway: games (play money only)", [name(head) for head in heads], keys=2)
    for game in all_games():
        solved = has_solver(game)
        tested = sum(paragraph.play for paragraph in game.paragraphs.paragraphs)
        lights = (LIT, LIT, LIT if solved else DARK, str(tested))
        listing.add(game.title, game.slug, game.sheet.maker, str(game.sheet.seats_max), *lights)
    return listing


def register_page() -> RenderableType:
    """Every approved game in the letters; ours are marked."""
    book = register()
    parts: list[RenderableType] = []
    for letter in book.letters:
        submission = f"submission #{letter.submission}" if letter.submission else "no submission number"
        heads = [figure("no."), prose("approved game"), name("here")]
        listing = Listing(f"{letter.maker}, {letter.date}, {submission}", heads, keys=2)
        for entry in book.games:
            if entry.letter == letter.id:
                listing.add(str(entry.number), entry.title, Text(entry.plays, style="green") if entry.plays else "")
        parts += [listing, Text(letter.about), Text("Conditions:")]
        parts += [Text(f"  - {condition}") for condition in letter.conditions] + [Text()]
    played = sum(entry.plays in SLUGS for entry in book.games)
    parts.append(Text(f"{len(book.games)} approved games, {played} played here."))
    return Group(*parts)


def rules_page(game: Game) -> RenderableType:
    """Rules of play in our words, each with the paragraph it retells; wagers, options and paytables."""
    parts: list[RenderableType] = [Text(game.title, style="bold"), Text(_usual(game, game.sheet.about)), Text()]
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


def _wagers_table(game: Game) -> Listing:
    heads = [name("wager"), name(), figure("least"), figure("most"), prose("about"), prose("paragraph")]
    listing = Listing("Wagers", heads)
    for wager in game.sheet.wagers:
        kind = "required" if wager.required else "for the dealers" if wager.toke else "optional"
        kind = kind if wager.placed else "in play"
        limits = [dollars(wager.least_cents), dollars(wager.most_cents)] if wager.placed else ["", ""]
        listing.add(
            Text.assemble(wager.title, (f"\n{wager.name}", "dim")),
            kind,
            *limits,
            _usual(game, wager.about),
            wager.cites,
        )
    return listing


def _usual(game: Game, text: str) -> str:
    """A text as it is under the standard options."""
    return worded(game, game.settings(), text)


def _options_table(game: Game) -> Listing:
    said = (prose("approved"), prose("for study"), name("default"), prose("about"), prose("paragraph"))
    listing = Listing("Options (--set name=choice)", [name("option"), *said])
    for option in game.options.values():
        titled = Text.assemble(option.name, (f"\n{option.title}", "dim"))
        listing.add(titled, _approved(option), _studies(option), str(option.default), option.about, option.cites)
    return listing


def _approved(option: Option) -> Text:
    """Settings that the source approves, each as it is typed and as it is said."""
    lines = [
        Text(str(each.setting))
        if str(each.setting) == each.words
        else Text.assemble(f"{each.setting}: ", (each.words, "dim"))
        for each in option.settings
        if each.cites
    ]
    return Text("\n").join(lines + ([Text(_numbers(option))] if option.others and option.others.cites else []))


def _studies(option: Option) -> Text:
    """Settings that are a variation for study, with the reason they share."""
    reasons: dict[str, list[str]] = {}
    for each in option.settings:
        if each.study:
            reasons.setdefault(each.study, []).append(str(each.setting))
    if option.others and option.others.study:
        reasons.setdefault(option.others.study, []).append(_numbers(option))
    lines = (Text.assemble(f"{', '.join(settings)}: ", (reason, "dim")) for reason, settings in reasons.items())
    return Text("\n").join(lines)


def _settings_of(when: When) -> list[str]:
    """As they are typed; of several that will do, all."""
    return [
        f"{option}={' or '.join(map(str, asked)) if isinstance(asked, tuple) else asked}"
        for option, asked in when.items()
    ]


def _numbers(option: Option) -> str:
    named = len(option.settings)
    return f"{'any other from ' if named else ''}{option.least} to {option.most}"


def _paytable(game: Game, paytable: Paytable) -> Listing:
    titles = {wager.name: wager.title for wager in game.sheet.wagers}
    words = {outcome.name: outcome.title for outcome in game.sheet.outcomes}
    heads = [name(", ".join(titles[wager] for wager in paytable.wagers)), figure("pays")]
    listing = Listing(f"{paytable.code} ({paytable.cites})", heads)
    for outcome, num, den in paytable.pays:
        listing.add(words[outcome], odds_text(num, den))
    return listing


def _prizes_table(game: Game) -> Listing:
    words = {outcome.name: outcome.title for outcome in game.sheet.outcomes}
    heads = [name("list"), name("for"), figure("amount"), prose("paragraph")]
    listing = Listing("Fixed sums and multipliers", heads, keys=2)
    for prizes in game.sheet.prizes:
        when = " ".join(f"{option}={setting}" for option, setting in prizes.when.items())
        for outcome, amount in prizes.amounts:
            listing.add(f"{prizes.name} {when}", words[outcome], f"{amount:,}", prizes.cites)
    return listing


def simulation_page(
    result: Simulation, exact: Mapping[str, float] | None = None, best: Mapping[str, float] | None = None
) -> RenderableType:
    """Figures by wager, how far they are from exact edges where these are known, what each wager paid and how often.

    `best` has the exact edges of best play, which is what `edge` and the lab tell unasked.
    """
    heads = ("bet", "house edge", "± s.e.", "st. dev.", "hits", "in action", "element of risk")
    title = f"{result.game.title}, {result.strategy} strategy: {counted(result.rounds, 'round')}, seed {result.seed}"
    listing = Listing(title, [name("wager"), *(figure(head) for head in heads)])
    for found in result.figures():
        listing.add(*_figure_cells(result.game, found))
    names = [found.name for found in result.figures()]
    said = [Text(f"{units_in_words(result.game, names)} {_in_a_round(result)}".strip())]
    told = [_taken_exactly(result), _beside_best_play(result, exact or {}, best or {})]
    said += [Text(line) for line in told if line]
    beside = [_against_exact(result, exact)] if exact else []
    study = studied(result.game, result.settings)
    outcomes = [_outcomes_table(result, found) for found in result.figures() if found.name != ROUND]
    named = names_for_commands(result.game, names)
    return Group(listing, *said, *([Text(study, "yellow")] if study else []), *beside, *outcomes, named)


def _in_a_round(result: Simulation) -> str:
    """Which bets a round is of: what is bet beside the main ones moves its edge."""
    bets = next(bets for bets in result.wagers if bets)
    placed = [wager_title(result.game, name) for name in result.game.as_on_the_felt(bets) if bets[name]]
    after = " and what follows them" if per_first_bet(result.game) else ""
    return f"It has {listed(placed)}{after}." if len(placed) > 1 else ""


def _taken_exactly(result: Simulation) -> str:
    """Which wagers the round has at their exact edges, and what that spares."""
    whole = next((found for found in result.figures() if found.name == ROUND), None)
    if not result.known or whole is None or not whole.standard_error:
        return ""
    titles = listed([wager_title(result.game, name) for name in result.game.as_on_the_felt(result.known)])
    spared = (whole.standard_deviation / whole.standard_error) ** 2 / whole.seen
    own = "its exact edge" if len(result.known) == 1 else "their exact edges"
    return f"A round's edge has {titles} at {own}: as sharp as {spared:,.1f} times as many rounds without."


def _beside_best_play(result: Simulation, exact: Mapping[str, float], best: Mapping[str, float]) -> str:
    """Which strategy was played, what it costs against the best where both are known, and how to play that."""
    if result.strategy == OPTIMAL or not has_solver(result.game):
        return ""
    played, other = f"The {result.strategy} strategy was played", "--strategy optimal plays"
    if not (ROUND in exact and ROUND in best):
        return f"{played}; {other} the best that the solver finds."
    if exact[ROUND] == best[ROUND]:
        return f"{played}: there is none better."
    return f"{played}: exactly {exact[ROUND]:+.4%} a round. {other} the best, {best[ROUND]:+.4%}."


def _against_exact(result: Simulation, exact: Mapping[str, float]) -> Listing:
    heads = [name("wager"), figure("seen"), figure("exact"), figure("apart"), figure("z")]
    listing = Listing("Against the exact house edges", heads)
    for found in result.figures():
        if found.name in exact and found.standard_error:
            apart = found.edge - exact[found.name]
            told = (f"{found.edge:+.4%}", f"{exact[found.name]:+.4%}", f"{apart:+.4%}")
            listing.add(wager_title(result.game, found.name), *told, f"{apart / found.standard_error:+.2f}")
    return listing


def _figure_cells(game: Game, found: WagerFigures) -> list[str]:
    return [
        wager_title(game, found.name),
        dollars(found.wager_cents),
        f"{found.edge:+.4%}",
        f"{found.standard_error:.4%}",
        f"{found.standard_deviation:.4f}",
        f"{found.hit:.4%}",
        f"{found.action:.4f}",
        f"{found.edge / found.action:+.4%}" if found.action else "",
    ]


def _outcomes_table(result: Simulation, found: WagerFigures) -> Listing:
    words = outcome_titles(result.game, result.settings)
    figures = (figure(head) for head in ("won", "count", "probability", "1 in", "to the mean"))
    listing = Listing(wager_title(result.game, found.name), [name("outcome"), *figures])
    for outcome, cents, count in found.outcomes:
        units = cents / found.wager_cents
        listing.add(
            words.get(outcome, outcome.replace("_", " ")),
            f"{units:+g}",
            f"{count:,}",
            f"{count / found.seen:.6%}",
            f"{found.seen / count:,.1f}",
            f"{units * count / found.seen:+.5f}",
        )
    return listing
