"""The lab's answer about a progressive: its figures at what the meters show, and a design for a wanted return."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from houseway.analysis.design import with_pays
from houseway.games.game import Game, Settings, in_force
from houseway.progressives.chances import chances_from
from houseway.progressives.jackpot import Progressive, progressives_of, read_rate
from houseway.progressives.meter_figures import ProgressiveFigures, figures_from, verify_shown
from houseway.progressives.proposal import propose
from houseway.progressives.waiting import Waiting
from houseway.progressives.worth import bet_on, return_at
from houseway.progressives.written import as_toml
from houseway.report.progressive_page import (
    ASSUMED,
    progressive_json,
    proposal_json,
    reserve_words,
    tier_pays,
    tier_title,
    wait_words,
)
from houseway.rules.refused import Refused
from houseway.web.lab.answers import Answer, Tell, solution_of, table
from houseway.web.lab.ask import Ask

POINTS = 40


def read_shown(pairs: Sequence[str]) -> dict[str, int]:
    """What meters show, as `meter=cents`."""
    shown: dict[str, int] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not re.fullmatch(r"\d{1,12}", text):
            raise Refused(f"meter={pair[:40]}: write it as meter=cents")
        shown[name] = int(text)
    return shown


def read_return(text: str) -> str:
    """A wanted return as it is kept in a question; '' is none."""
    try:
        return str(read_rate(text)) if text else ""
    except ValueError as wrong:
        raise Refused(str(wrong)) from None


def there_are(game: Game, settings: Settings) -> list[Progressive]:
    """Those that these options let a table carry."""
    return [each for each in progressives_of(game) if in_force(each.when, settings)]


def progressive_answer(ask: Ask, tell: Tell) -> Answer:
    game = ask.rules_of_game()
    there = there_are(game, ask.settings)
    names = [{"name": each.name, "title": each.title, "about": each.about, "study": each.study} for each in there]
    bare: Answer = {"game": ask.game, "progressives": names, "tables": {"tiers": table([], [])}}
    if not there:
        return bare
    chosen = next((each for each in there if each.name == ask.progressive), there[0])
    tell({"what": "solving", "done": 0, "total": 1})
    changed = with_pays(game, ask.settings, ask.changes)
    chances = chances_from(changed, solution_of(ask), chosen)
    bet_cents = next((each.least_cents for each in game.sheet.wagers if each.name == chosen.of_wager), 0)
    shown = {name: cents for name, cents in ask.shown.items() if name in {meter.name for meter in chosen.meters}}
    verify_shown(chosen, shown)
    found = figures_from(
        changed, ask.settings, chosen, ask.strategy, chances, shown=shown, players=ask.players, bet_cents=bet_cents
    )
    return {
        **bare,
        **progressive_json(found),
        "titles": {each.tier.name: tier_title(found, each.tier) for each in found.tiers},
        "pays": {each.tier.name: tier_pays(found, each.tier) for each in found.tiers},
        "words": [*wait_words(found), *reserve_words(found), ASSUMED],
        "hangs_on_players": found.hangs_on_players,
        "returns": _returns(found),
        "waits": _waits(found),
        "proposal": _proposal(ask, found) if ask.target else None,
        "tables": _tables(found),
    }


def _returns(found: ProgressiveFigures) -> list[list[float]]:
    """The return by what the first meter shows: up to beyond its break-even and its average, or to its limit."""
    first = found.meters[0]
    far = max(first.average_cents, first.break_even_cents or 0, Fraction(first.shown_cents)) * Fraction(5, 4)
    limit = first.meter.must_hit_by_cents - 1 if first.meter.must_hit_by_cents else first.meter.cap_cents
    end = min(far, Fraction(limit)) if limit else far
    places = [int(end * i / POINTS) for i in range(POINTS + 1)]
    at = {meter.name: found.shown[meter.name] for meter in found.progressive.meters}
    return [[cents, float(return_at(found.bet, at | {first.meter.name: cents}))] for cents in places]


def _waits(found: ProgressiveFigures) -> list[list[float]]:
    """How likely it is that the first meter has been won whole, by bets."""
    first = found.meters[0].wait
    if first is None:
        return []
    end = first.by_share[-1][1] * 3 // 2
    places = [end * i // POINTS for i in range(POINTS + 1)]
    return [[bets, float(Waiting(first.chance).over_by(bets))] for bets in places]


def _proposal(ask: Ask, found: ProgressiveFigures) -> Any:
    """A design, or why there is none: the figures stand all the same."""
    try:
        bet = bet_on(found.progressive, found.bet.chances, bet_cents=found.bet.bet_cents)
        made = propose(bet, Fraction(ask.target), sd=ask.sd or None, seed_part=Fraction(ask.seed_part or "1/2"))
    except Refused as refusal:
        return {"refused": str(refusal)}
    return {**proposal_json(made), "toml": as_toml(made.bet.progressive)}


def _tables(found: ProgressiveFigures) -> dict[str, Any]:
    tiers = [
        [each.tier.name, str(each.chance), float(each.chance), float(each.cents), float(each.of_return)]
        for each in found.tiers
    ]
    meters = [
        [
            each.meter.name,
            each.shown_cents,
            None if each.break_even_cents is None else float(each.break_even_cents),
            float(each.average_cents),
        ]
        for each in found.meters
    ]
    players = [[each.players, float(each.return_now), float(each.return_long)] for each in found.by_players]
    return {
        "tiers": table(["tier", "chance", "decimal", "cents", "return"], tiers),
        "meters": table(["meter", "shown_cents", "break_even_cents", "average_cents"], meters),
        "players": table(["players", "return", "long_run_return"], players),
    }
