"""Every file of a pack but its manifest, by name: documents, cards, drawings and data."""

import json
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import Any

from houseway.analysis.computed_by import computed_by, modules_of
from houseway.analysis.exact.shared.sources import reached
from houseway.games.edition import edition_of
from houseway.games.game import Game
from houseway.report.edge_page import edge_json
from houseway.report.paper.cards import layout, paytable_cards, strategy_card
from houseway.report.paper.game_report import facts, game_report
from houseway.report.paper.model import Document, Section
from houseway.report.paper.press import FORMATS, Paper, printed
from houseway.report.paper.sections.paytables import paytables
from houseway.report.paper.sections.rules import options, rules
from houseway.report.paper.subject import Subject, Tell
from houseway.report.sign_sheet import sign_html
from houseway.report.submission.par_sheet import digests, par_sheet
from houseway.report.submission.sample_sign import sample_sign
from houseway.report.type_size import PAPERS

FIGURES, SOURCES, README = "figures.json", "sources.json", "README.txt"
WIDE = 100
PLAY_MONEY = "Play money only: houseway is no approved device, and a pack is no approval."


def contents(subject: Subject, paper: Paper = "a4", date: str = "", tell: Tell = lambda _: None) -> dict[str, bytes]:
    """The same subject gives the same bytes."""
    files = dict(_documents(subject, paper, date, tell))
    files[FIGURES] = _as_json(figures_data(subject))
    files[SOURCES] = _as_json(sources_data(subject.game))
    return {README: _readme(subject, list(files)).encode(), **files}


def _documents(subject: Subject, paper: Paper, date: str, tell: Tell) -> Iterator[tuple[str, bytes]]:
    documents = {
        "par-sheet": (par_sheet(subject, date), ("pdf", "xlsx", "json")),
        "report": (game_report(subject, date), FORMATS),
        "rules-of-play": (rules_of_play(subject, date), ("pdf", "md")),
    }
    for name, (document, forms) in documents.items():
        tell(name)
        for form in forms:
            yield f"{name}.{form}", printed(document, form, paper)
    tell("cards and drawings")
    yield "layout.svg", layout(subject, "svg")
    yield "layout.pdf", layout(subject, "pdf")
    yield "strategy-card.pdf", strategy_card(subject, "pdf")
    yield "paytable-cards.pdf", paytable_cards(subject, "pdf")
    size = PAPERS["letter" if paper == "us-letter" else "a4"]
    yield "posting-sign.html", sign_html(sample_sign(subject), size).encode()


def rules_of_play(subject: Subject, date: str = "") -> Document:
    return Document(
        title=subject.game.title,
        subtitle="Rules of play",
        facts=tuple((name, value) for name, value in facts(subject) if name != "Strategy"),
        sections=(
            rules(subject),
            paytables(subject),
            options(subject),
            Section("digests", "Digests", (digests(subject),)),
        ),
        date=date,
        keywords=(subject.game.slug, "rules"),
    )


# --- data ---


def figures_data(subject: Subject) -> dict[str, Any]:
    """Every figure and every outcome, exact as a fraction and as a decimal."""
    solution = subject.solution
    outcomes = {
        wager.name: [
            {
                "outcome": row.outcome,
                "won": str(row.won),
                "probability": str(row.probability),
                "decimal": float(row.probability),
            }
            for row in wager.rows
        ]
        for wager in subject.wagers
    }
    action = {wager.name: str(wager.action.value) for wager in subject.wagers}
    changed = [f"{pay.code}/{pay.outcome}/{pay.odds}" for pay in subject.changed]
    return edge_json(solution) | {"pays": changed, "action": action, "outcomes": outcomes}


def sources_data(game: Game) -> dict[str, Any]:
    """What computed the figures, file by file; lines end alike on every system."""
    own = [game.table.__name__, f"{game.package}.plan"]
    modules = reached([*own, *sorted(modules_of(game, "solve", "answer"))])
    files = {name: path for name in modules if (path := _origin(name))}
    beside = {f"{game.slug}/{path.name}": path for path in game.folder.glob("*.toml")}
    digests = {name: _digest(path) for name, path in sorted((files | beside).items())}
    return {"edition": edition_of(game), "sources": computed_by(game), "files": digests}


def _origin(module: str) -> Path | None:
    spec = find_spec(module)
    return Path(spec.origin) if spec and spec.origin else None


def _digest(path: Path) -> str:
    return sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _as_json(found: Any) -> bytes:
    return (json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


# --- in words ---

ABOUT = {
    "par-sheet": "the figures that a lab looks up, on a page or two",
    "report": "the whole analysis",
    "rules-of-play": "the rules retold, each with its place in the source",
    "posting-sign": "the sign of a table, to be printed on both sides of a sheet",
    "layout": "the felt, drawn to scale, 1 to 5",
    "strategy-card": "how to play, for a wallet",
    "paytable-cards": "what is paid, for the table",
    "figures": "every figure and every outcome as data, exact",
    "sources": "the digest of every file that computed the figures",
}


def _readme(subject: Subject, names: list[str]) -> str:
    forms: dict[str, list[str]] = {}
    for name in names:
        stem, _, form = name.partition(".")
        forms.setdefault(stem, []).append(form)
    lines = [f"  {f'{stem}.{forms[stem][0]}':<22} {ABOUT[stem]}{_also(forms[stem])}" for stem in forms]
    words = [
        f"{subject.game.title} by {subject.game.sheet.maker}: submission pack of houseway",
        "\n".join(lines),
        "manifest.json has the digest of every file, all options, and what computed the figures. manifest.sig is its "
        "ed25519 signature, public-key.pem the key to check it with. Compare that key with the one you were given by "
        "another way.",
        "To check everything, figures included:\n\n  houseway submit --verify FILE.zip --public-key KEY.pub",
        "To check the signature alone, without houseway:\n\n  openssl pkeyutl -verify -rawin -pubin -inkey "
        "public-key.pem -in manifest.json -sigfile manifest.sig",
        PLAY_MONEY,
    ]
    return "\n\n".join(each if "\n" in each else fill(each, WIDE) for each in words) + "\n"


def _also(forms: list[str]) -> str:
    return f" (also {', '.join(forms[1:])})" if len(forms) > 1 else ""
