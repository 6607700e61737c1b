"""What can be asked at a desk: a name, what it needs, and the shape of its answer. All of this runs at the clerk's."""

from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property, lru_cache
from typing import Any

from pydantic import TypeAdapter

from houseway.games.settings import Settings
from houseway.house import events
from houseway.house.audit.causes import cause_of
from houseway.house.audit.export import shown_rows
from houseway.house.audit.stream import chosen_tables
from houseway.house.audit.sums import Sums
from houseway.house.audit.verify import verify_ledger
from houseway.house.cut import cut_of
from houseway.house.irregularities import round_concerned, ruled_words
from houseway.house.ledger.store import Ledger
from houseway.house.own_tables import owner_of
from houseway.house.second_look import SecondLook
from houseway.web.bookkeeping import Bookkeeper, Tell
from houseway.web.desk.advisors import advisor_for
from houseway.web.diary import Diary
from houseway.web.disputes import packed_dispute
from houseway.web.journal import Journal
from houseway.web.models import ChoiceWorth, DrillAnswer, RoundAnswer, ShuffleAnswer, VerdictEntry, WhatIfAnswer
from houseway.web.models_books import RoundOfBooks
from houseway.web.models_staff import EventEntry, HoldEntry, RoundOfTime, StreamVerdict
from houseway.web.models_you import OwnExport, OwnRound, SummaryAnswer
from houseway.web.past_rounds import Archive
from houseway.web.school import school_desk

PAYS = (events.PAID, *events.ENDS)

SHAPES: dict[str, Any] = {
    "round": RoundAnswer,
    "rounds": list[RoundAnswer],
    "shuffle": ShuffleAnswer,
    "events": list[EventEntry],
    "search": list[EventEntry],
    "rounds_between": list[RoundOfTime],
    "verify": list[StreamVerdict],
    "holds": list[HoldEntry],
    "verdicts": list[VerdictEntry],
    "drill": DrillAnswer,
    "worths": list[ChoiceWorth],
    "what_if": WhatIfAnswer,
    "worths_if": list[ChoiceWorth],
    "summary": SummaryAnswer,
    "own_rounds": list[OwnRound],
    "own_export": OwnExport,
    "books_rounds": list[RoundOfBooks],
}


class Questions:
    def __init__(self, ledger: Ledger, tell: Tell = lambda *_: None) -> None:
        self._ledger = ledger
        self._tell = tell  # how far a long answer is

    def answer(self, kind: str, what: dict[str, Any]) -> bytes:
        """As JSON, in the shape that the API promises."""
        answers: dict[str, Callable[..., Any]] = {
            "round": self._archive.round,
            "rounds": self._archive.rounds,
            "dispute": self._dispute,
            "shuffle": lambda table, cycle: {"table": table, **self._archive.shuffle(table, cycle)},
            "worths": self._worths,
            "what_if": lambda table, number, **asked: self._archive.second_look(table, number).what_if(**asked),
            "worths_if": self._worths_if,
            "summary": self._diary.summary,
            "own_rounds": self._diary.rounds,
            "own_export": self._diary.export,
            "house": lambda tables: [self._journal.house(each) for each in tables],
            "sums": lambda tables: [self._sums.of(each).to_json() for each in tables],
            "contents": lambda tables: [self._journal.contents(each) for each in tables],
            "events": self._events,
            "search": self._search,
            "rounds_between": self._journal.rounds,
            "verify": self._verify,
            "holds": self._holds,
            "books": self._books.books,
            "books_file": self._books.file,
            "books_kept_up": self._books.keep_up,
            "books_rounds": self._books.rounds,
            "strategy": strategy,
            "verdicts": verdicts,
            "drill": drill,
            "edges": edges,
            **school_desk.ANSWERS,
        }
        shape: TypeAdapter[Any] = _shape(kind)
        return shape.dump_json(shape.validate_python(answers[kind](**what)))

    def _dispute(self, **asked: Any) -> dict[str, str]:
        return packed_dispute(self._ledger, **asked)

    def _worths(self, table: str, number: int) -> list[dict[str, Any]]:
        look = self._archive.second_look(table, number)
        return look.worths(_advisor_of(look))

    def _worths_if(self, table: str, number: int, **asked: Any) -> list[dict[str, Any]]:
        look = self._archive.second_look(table, number)
        return look.worths_if(_advisor_of(look), **asked)

    @cached_property
    def _archive(self) -> Archive:
        return Archive(self._ledger)

    @cached_property
    def _journal(self) -> Journal:
        return Journal(self._ledger)

    @cached_property
    def _sums(self) -> Sums:
        return Sums(self._ledger)

    @cached_property
    def _books(self) -> Bookkeeper:
        return Bookkeeper(self._ledger, self._tell)

    @cached_property
    def _diary(self) -> Diary:
        return Diary(self._ledger)

    def _search(self, kind_: str, **asked: Any) -> list[dict[str, Any]]:
        found = self._journal.search(kind=kind_, **asked)
        rounds = {shown.row.body["round"] for shown, _ in found if shown.row.kind == events.CHOSE}
        cards = self._archive.chosen_on(asked["table"], rounds)
        ended = {shown.row.body["round"] for shown, _ in found if shown.row.kind in PAYS}
        owners = {number: self._journal.owners(asked["table"], number) for number in ended}
        return [
            shown.to_json()
            | {
                "changes": told,
                "cards": cards.get(shown.row.version, []),
                "round": round_concerned(shown.row.body),
                "owners": owners[shown.row.body["round"]] if shown.row.kind in PAYS else [],
                "cause": cause.words if (cause := cause_of(self._ledger, shown.row)) else "",
                "ruled": ruled_words(shown.row.body) if shown.row.kind == events.RULED else "",
            }
            for shown, told in found
        ]

    def _holds(self, tables: list[str]) -> list[dict[str, Any]]:
        """Of all tables people's own practice is left out."""
        chosen = tables or [name for name in chosen_tables(self._ledger, []) if not owner_of(name)]
        return [row.to_json() for name in chosen for row in self._journal.holds(name)]

    def _verify(self, tables: list[str], noted: list[list[str]]) -> list[dict[str, Any]]:
        heads: dict[str, dict[int, str]] = {}
        for version, hash_, name in noted:
            heads.setdefault(name, {})[int(version)] = hash_
        return [verdict.to_json() for verdict in verify_ledger(self._ledger, tables, heads)]

    def _events(self, table: str, after: int, limit: int) -> list[dict[str, Any]]:
        if cut := cut_of(self._ledger, table):
            cut.verify_event(after + 1)
        return [shown.to_json() for shown in shown_rows(self._ledger, table, after, after + limit)]


@lru_cache
def _shape(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(SHAPES.get(kind, Any))


# --- mathematics: nothing of the ledger's ---


def strategy(game: str, settings: dict[str, Any], name: str) -> Any:
    """A strategy as `houseway strategy --json` has it."""
    from houseway.analysis.guides import guide_of
    from houseway.analysis.solve import strategy_of
    from houseway.games import find_game
    from houseway.report import strategy as charts
    from houseway.report.guide_page import guide_json

    found = find_game(game)
    guide = guide_of(found, settings, name)
    if guide is not None:
        return guide_json(found, name, guide)
    plan = charts.chart_of(found, strategy_of(found, name, Settings(settings)).plan)
    return charts.strategy_json(found, plan, found.settings(settings))


def edges(game: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Edge and standard deviation by wager, worked out if they are not at hand."""
    from houseway.analysis.solve import solve
    from houseway.games import find_game

    wagers = solve(find_game(game), settings).wagers
    return {name: {measure: wager.measure(measure)[1] for measure in ("edge", "sd")} for name, wager in wagers.items()}


def verdicts(game: str) -> list[dict[str, Any]]:
    from houseway.analysis.claims import verify
    from houseway.games import find_game
    from houseway.report.verdicts_page import verdicts_json

    return verdicts_json({game: verify(find_game(game))})


def drill(game: str, settings: dict[str, Any], had: str, chance: int) -> dict[str, Any]:
    """A hard choice, and what every act is worth."""
    from houseway.analysis.drills import find_drill
    from houseway.games.prints import felt_prints

    advisor = advisor_for(game, Settings(settings))
    found = find_drill(advisor, chance, had.split(","))
    return {
        "id": found.id,
        "game": advisor.game.slug,
        "felt": asdict(felt_prints(advisor.game, advisor.settings)),
        "options": dict(advisor.settings),
        "wagers": found.wagers,
        "unit_cents": found.wagers[advisor.base],
        "seat": found.seat,
        "hand": found.hand,
        "acts": [hint.name for hint in sorted(found.ranked, key=lambda hint: hint.act)],
        "values": [{"act": hint.name, "value": hint.value} for hint in found.ranked],
        "basic_errs": found.basic_errs,
        "tape": found.tape.tolist(),
    }


def _advisor_of(look: SecondLook) -> Any:
    return advisor_for(look.round.game.slug, look.round.settings)
