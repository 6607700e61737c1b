"""Documents that the tests of reports share, each made once, and what of them must stand in every format."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from houseway.analysis.exact.shared.solution import MEASURES
from houseway.analysis.pay_words import read_pay
from houseway.games import find_game
from houseway.report.edge_page import edge_json
from houseway.report.paper.compare import comparison
from houseway.report.paper.game_report import game_report
from houseway.report.paper.model import Document
from houseway.report.paper.press import printed
from houseway.report.paper.subject import Subject, subject_of
from houseway.report.submission.par_sheet import par_sheet

DIGITS = {"edge": ".6%", "hit": ".6%", "sd": ".5f", "element_of_risk": ".4%"}  # as `houseway edge` prints them
IN_ACTION = "in_action"  # printed by it too, with six decimals
BESIDE: dict[str, tuple[tuple[str, Any], ...]] = {  # a second side, for what is compared
    "triple_shot_bonus": (("soft_17", "stand"), ("paytable", "TSB-02")),
    "fast_action_holdem": (("splits", "none"),),  # ... of which no wager has several hands
    "lucky_lucky": (("surrender", "late"),),  # rounds of several hands are sampled
    "three_card_poker": (("pair_plus_pays", "40-30-5-4-1"),),
}
IN_DEPTH = ("triple_shot_bonus", "fast_action_holdem")


@cache
def subject(slug: str, options: tuple[tuple[str, Any], ...] = (), pays: tuple[str, ...] = ()) -> Subject:
    return subject_of(find_game(slug), dict(options), [read_pay(text) for text in pays])


@cache
def document(slug: str, options: tuple[tuple[str, Any], ...] = (), pays: tuple[str, ...] = ()) -> Document:
    return game_report(subject(slug, options, pays))


@cache
def beside(slug: str) -> Document:
    return comparison(subject(slug), subject(slug, BESIDE[slug]))


def figures_shown(of: Subject) -> dict[str, str]:
    """Every figure of `houseway edge`, as it must be read back."""
    found = edge_json(of.solution)["figures"]
    told = {
        f"{wager}.{measure}": _shown(found[f"{wager}.{measure}"], DIGITS[measure])
        for wager in of.figures
        for measure in measures_of(of, wager)
        if measure != IN_ACTION
    }
    staked = {f"{name}.{IN_ACTION}": f"{float(wager.action.value):.6f}" for name, wager in of.solution.wagers.items()}
    return told | staked


def measures_of(of: Subject, wager: str) -> tuple[str, ...]:
    """All that `houseway edge` prints of it: what is paid beside a bet has no stake."""
    own = of.solution.told[wager].measures
    return (*own, IN_ACTION) if own == MEASURES else own


def decimal_of(of: Subject, wager: str, measure: str) -> float:
    if measure == IN_ACTION:
        return float(of.figures[wager].action.value)
    return float(edge_json(of.solution)["figures"][f"{wager}.{measure}"]["decimal"])


def _shown(found: Mapping[str, Any], form: str) -> str:
    text = format(found["decimal"], form)
    return text if found["se"] is None else f"{text} ± {format(found['se'], form)}"


@cache
def printed_par(slug: str) -> bytes:
    return printed(par_sheet(subject(slug)), "pdf")
