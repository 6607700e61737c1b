"""Options come and go with later software: what a table was set up with before opens, verifies and plays as it did."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from houseway.engine.editions import is_kept
from houseway.games import find_game
from houseway.games.edition import edition_of
from houseway.games.options import NamedSetting, Option
from houseway.house import events
from houseway.house.audit.recall import recall_rounds
from houseway.house.audit.verify import StreamCheck, verify_table
from houseway.house.configuration import TableConfig
from houseway.house.ledger.store import Stored
from houseway.house.shuffler.log import log_of
from houseway.house.table import Table
from houseway.rules.refused import Refused
from tests.house.lively import Rows, rechained, rows_of
from tests.house.streams import path_of, read_stream
from tests.house.table_kit import ANNA, SUPERVISOR, House, least_bets, table_of
from tests.house.test_editions import rewritten

DAKOTA = find_game("dakota_stud")


def jokers(formerly: str | None = "none", choices: tuple[str, ...] = ("none", "two")) -> Option:
    """An imagined option: new tables have two jokers, all tables before had none."""
    named = [{"is": choice, "words": choice, "cites": "imagined"} for choice in choices]
    return Option(
        name="jokers",
        title="Jokers",
        about="Jokers in the deck",
        cites="imagined",
        choices=choices,
        default=choices[-1],
        formerly=formerly,
        settings=tuple(NamedSetting.model_validate(each) for each in named),
    )


With = Callable[..., None]


@pytest.fixture
def sheet_with(monkeypatch: pytest.MonkeyPatch) -> Iterator[With]:
    """Other software: Dakota Stud with these options more."""
    sheet = DAKOTA.sheet

    def put(*more: Option) -> None:
        other = sheet.model_copy(update={"options": (*sheet.options, *more)})
        monkeypatch.setitem(DAKOTA.__dict__, "sheet", other)
        DAKOTA.__dict__.pop("options", None)
        edition_of.cache_clear()

    with _forgetting():
        yield put


@contextmanager
def _forgetting() -> Iterator[None]:
    try:
        yield
    finally:
        DAKOTA.__dict__.pop("options", None)
        edition_of.cache_clear()


def a_round(house: House) -> None:
    if ANNA.id not in house.table.players:
        house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    for act in ("leave_one", "leave_two"):
        house.do(ANNA, "act", act=act)


def played() -> House:
    house = House(table_of("dakota"))
    a_round(house)
    return house


def verdict_of(rows: list[Stored]) -> StreamCheck:
    return verify_table(Rows(rows, rows[-1].place), "dakota")


def without_paytable(config: dict[str, object]) -> dict[str, object]:
    options = config["options"]
    assert isinstance(options, dict)
    return {**config, "options": {name: to for name, to in options.items() if name != "paytable"}}


def test_an_option_that_came_later_is_filled_in_with_what_tables_did_before(sheet_with: With) -> None:
    house = played()
    before = edition_of(DAKOTA)
    sheet_with(jokers())
    verdict = verdict_of(rows_of(house))
    assert verdict.fault is None, verdict.sentence
    assert verdict.other_rules == (() if is_kept(DAKOTA.slug, before) else (before,)), "dealt again where it is kept"
    house.reopen()
    assert house.table.set_up.options["jokers"] == "none"
    assert TableConfig.from_body(without_paytable(table_of("dakota").to_body())).options["jokers"] == "two"
    a_round(house)
    house.audit()
    assert len(list(recall_rounds(rows_of(house), "dakota"))) == 2


def test_an_option_that_came_later_and_says_nothing_of_before_is_filled_in_with_its_default(sheet_with: With) -> None:
    house = played()
    sheet_with(jokers(formerly=None))
    assert verdict_of(rows_of(house)).fault is None
    house.reopen()
    assert house.table.set_up.options["jokers"] == "two"


def test_an_option_that_came_later_is_filled_in_where_a_supervisor_set_the_table_up(sheet_with: With) -> None:
    house = lively_configured()
    sheet_with(jokers())
    assert verdict_of(rows_of(house)).fault is None
    house.reopen()
    assert house.table.set_up.options["jokers"] == "none"
    assert house.table.set_up.decision_clock_s == 25


def lively_configured() -> House:
    house = played()
    house.do(SUPERVISOR, "configure", config=house.config.to_body() | {"decision_clock_s": 25}, reason="a clock")
    a_round(house)
    return house


def test_the_first_format_is_filled_in_alike(sheet_with: With) -> None:
    sheet_with(jokers())
    opened = read_stream(path_of("dakota-practice", 1))[0]
    assert opened.body["config"]["options"]["jokers"] == "none"
    assert "jokers" not in json.loads(opened.text)["config"]["options"]


def test_an_option_left_out_under_these_very_rules_is_a_forgery() -> None:
    rows = rows_of(played())
    forged = rechained(rewritten(rows, events.OPENED, config=without_paytable(json.loads(rows[0].text)["config"])))
    fault = verdict_of(forged).fault
    assert fault is not None
    assert "its config must be" in fault.reason


def test_an_option_that_is_gone_is_of_other_rules_and_the_table_stays_closed(sheet_with: With) -> None:
    sheet_with(jokers())
    house = played()
    then = edition_of(DAKOTA)
    sheet_with()
    verdict = verdict_of(rows_of(house))
    assert verdict.fault is None, verdict.sentence
    assert verdict.other_rules == (then,)
    assert "1 of them was dealt under other rules" in verdict.sentence
    assert rows_of(house)[0].body["config"]["options"]["jokers"] == "two", "what is on record is not lost"
    table = Table("dakota")
    for row in rows_of(house):
        table.learn(row)
    assert table.round is not None
    assert table.round.settings["jokers"] == "two", "a kept edition could deal it again"
    assert log_of((row.kind, row.body) for row in rows_of(house)).rounds == 1
    house.reopen()
    with pytest.raises(Refused) as refused:
        house.pit.table("dakota")
    assert str(refused.value) == (
        "table 'dakota' cannot be played by this houseway: its recorded configuration has jokers=two, which "
        "Dakota Stud has not any more"
    )


def test_a_setting_that_is_gone_is_of_other_rules_too(sheet_with: With) -> None:
    sheet_with(jokers(choices=("none", "one", "two")))
    house = played()
    sheet_with(jokers(choices=("none", "one")))
    verdict = verdict_of(rows_of(house))
    assert verdict.fault is None, verdict.sentence
    house.reopen()
    with pytest.raises(Refused, match=r"has jokers=two, which Dakota Stud has not any more$"):
        house.pit.table("dakota")


def test_an_option_that_was_never_there_under_these_very_rules_is_a_forgery() -> None:
    rows = rows_of(played())
    config = json.loads(rows[0].text)["config"]
    forged = rechained(
        rewritten(rows, events.OPENED, config={**config, "options": {**config["options"], "jokers": "two"}})
    )
    fault = verdict_of(forged).fault
    assert fault is not None
    assert "the configuration has jokers=two, which these rules have not" in fault.reason


def test_a_table_that_was_set_up_anew_without_the_option_that_is_gone_plays_on(sheet_with: With) -> None:
    """As by other software in between, which had dropped it and could still set up the table."""
    sheet_with(jokers())
    house = House(table_of("dakota"))
    with_jokers = json.loads(rows_of(house)[0].text)
    sheet_with()
    house = House(table_of("dakota"))
    house.do(SUPERVISOR, "configure", config=table_of("dakota").to_body(), reason="without jokers")
    house.audit()
    joined = rechained(rewritten(rows_of(house), events.OPENED, **with_jokers))
    assert verdict_of(joined).fault is None
    table = Table("dakota")
    table.learn(joined[0])
    assert table.set_up.gone == {"jokers": "two"}
    for row in joined[1:]:
        table.learn(row)
    assert not table.set_up.gone
