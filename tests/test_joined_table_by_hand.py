"""The terminal at a server's table, with a line of wood: what it does in every state of the view."""

import io
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from houseway.rules.refused import Refused
from houseway.terminal import joined_table
from houseway.terminal.joined_table import JoinedTable, as_said, least_cents
from houseway.terminal.remote_house import NoAnswer
from houseway.terminal.typed_words import Leave


def wager(name: str, least: int, most: int, **more: Any) -> dict[str, Any]:
    return {
        "name": name, "title": name.title(), "least_cents": least, "most_cents": most, "required": False, "equals": "",
        "toke": False, **more,
    }  # fmt: skip


WAGERS = [
    wager("ante", 500, 5000, required=True), wager("blind", 500, 5000, required=True, equals="ante"),
    wager("bonus", 100, 900),
]  # fmt: skip
FACTS = {"wagers": WAGERS, "set_up": "mark", "buy_in": [2000, 60_000], "game": "dakota_stud", "options": {}}


class Line:
    """Takes commands, or refuses those that are named; `then` is what the view becomes when one is waited for."""

    def __init__(self, **view: Any) -> None:
        self.view: dict[str, Any] = {
            "you": {"id": "ann", "cents": 9000, "seats": [2]}, "phase": "betting", "round": 4, "tape": [[0] * 6] * 3,
            "notice": "", "set_up": "mark", "closed": "", "owners": [], "progressives": [], "seats": [
                {"seat": 1, "player": "ben", "name": "Ben", "you": False, "bets": {}},
                {"seat": 2, "player": "ann", "name": "Ann", "you": True, "bets": {}},
                {"seat": 3, "player": "", "name": "", "you": False, "bets": {}},
            ], **view,
        }  # fmt: skip
        self.said: list[Any] = []
        self.refuses: dict[str, Exception] = {}
        self.moves: dict[str, dict[str, Any]] = {}
        self.warned, self.here_said = False, 0

    def do(self, command: str, **what: Any) -> int:
        self.said.append((command, what))
        self.view |= self.moves.get(command, {})
        if command in self.refuses:
            raise self.refuses[command]
        return 1

    def here(self) -> None:
        self.here_said += 1


def at(line: Line, *typed: str) -> tuple[Any, io.StringIO]:
    page, left = io.StringIO(), iter(typed)
    console = Console(file=page, width=120, color_system=None)
    return JoinedTable(line, lambda: dict(FACTS), console, lambda _: next(left)), page  # type: ignore[arg-type]


def with_bets(bets: dict[str, int], line: Line, *typed: str) -> tuple[Any, io.StringIO]:
    table, page = at(line, *typed)
    table._ask_bets = lambda: bets
    table.meters = SimpleNamespace(show=lambda _: None, ask=lambda *_: None, cents=lambda _: 0)
    return table, page


# --- a bet ---


@pytest.mark.parametrize(
    ("refused", "moves", "is_bet", "said"),
    [
        ((), {}, True, ["bet", "ready"]),
        (("ready",), {}, False, ["bet", "ready"]),
        (("ready",), {"ready": {"round": 5}}, True, ["bet", "ready"]),  # it was dealt before we said so
        (("bet",), {}, False, ["bet"]),
        (("bet",), {"bet": {"round": 5}}, False, ["bet"]),
    ],
)
def test_a_bet_is_one_when_the_house_took_it_or_dealt_it(
    refused: tuple[str, ...], moves: dict[str, Any], is_bet: bool, said: list[str]
) -> None:
    line = Line()
    line.refuses = {each: Refused(f"no {each}") for each in refused}
    line.moves = moves
    table, page = with_bets({"ante": 500, "bonus": 100}, line)
    table.told = (4, 3)
    assert table._bet() is is_bet
    assert [command for command, _ in line.said] == said
    assert line.said[0][1] == {"seat": 2, "wagers": {"ante": 500, "bonus": 100}, "set_up": "mark"}
    taken = "bet" not in refused
    assert (table.last_bets, table.lying) == (({"ante": 500, "bonus": 100}, 600) if taken else ({}, 0))
    assert page.getvalue().splitlines()[1:] == ["Chips $90  at the table: Ben", *(f"no {each}" for each in refused)]


def test_joins_go_with_the_bet_and_their_cents_lie_with_it() -> None:
    line = Line()
    table, _ = with_bets({"ante": 500}, line)
    table.meters = SimpleNamespace(show=lambda _: None, ask=lambda *_: ["royal"], cents=lambda _: 100)
    assert table._bet()
    assert (line.said[0][1]["joins"], table.lying) == (["royal"], 600)


@pytest.mark.parametrize(("cents", "covers"), [(1000, True), (999, False)])
def test_whoever_has_less_than_a_round_costs_buys_in(cents: int, *, covers: bool) -> None:
    line = Line(you={"id": "ann", "cents": cents, "seats": [2]})
    table, page = with_bets({"ante": 500}, line, "75")
    assert table._bet()
    assert line.said[0] == (("bet", line.said[0][1]) if covers else ("buy_in", {"cents": 7500}))
    assert table.bought == (0 if covers else 7500)
    assert ("Your chips do not cover the minimum any more." in page.getvalue()) is not covers


def test_what_a_round_costs_is_all_that_must_be_bet_or_the_least_of_the_others() -> None:
    assert least_cents(WAGERS) == 1000
    assert least_cents([wager("a", 300, 900), wager("b", 200, 900), wager("t", 100, 900, toke=True)]) == 200
    assert as_said("the table is closed") == "The table is closed"
    assert as_said("") == ""


@pytest.mark.parametrize(
    ("last", "typed", "bets"),
    [
        ({}, ["", ""], {"ante": 500, "blind": 500}),
        ({}, ["7", "3"], {"ante": 700, "blind": 700, "bonus": 300}),
        ({"ante": 600, "blind": 600, "bonus": 200}, [""], {"ante": 600, "blind": 600, "bonus": 200}),
        ({"ante": 600, "blind": 600, "bonus": 200}, ["n", "", "0"], {"ante": 600, "blind": 600}),
        ({"bonus": 200}, ["", ""], {"ante": 500, "blind": 500, "bonus": 200}),  # not the same again: no ante
    ],
)
def test_bets_are_asked_for_with_what_is_usual(last: dict[str, int], typed: list[str], bets: dict[str, int]) -> None:
    table, _ = at(Line(), *typed)
    table.last_bets = last
    assert table._ask_bets() == bets


def test_where_no_bet_must_be_made_any_may_open() -> None:
    table, _ = at(Line(), "", "")
    table.facts["wagers"] = [wager("one", 300, 900), wager("two", 200, 900)]
    assert table._ask_bets() == {"one": 300}


# --- between rounds ---


@pytest.mark.parametrize(
    ("view", "told"),
    [
        ({"you": None}, "The house has given up your seat."),
        ({"phase": "closed", "closed": "it is late"}, "The table is closed: it is late"),
    ],
)
def test_whoever_has_no_seat_or_no_table_leaves(view: dict[str, Any], told: str) -> None:
    table, page = at(Line(**view))
    with pytest.raises(Leave):
        table._round()
    assert page.getvalue().splitlines() == [told]


@pytest.mark.parametrize(
    ("view", "is_bet", "done"),
    [
        ({}, True, ["bet", "wait", "came back"]),
        ({}, False, ["bet", "came back"]),
        ({"phase": "playing"}, True, ["see"]),
        ({"round": 5, "phase": "settled"}, True, ["see"]),
    ],
)
def test_a_round_is_bet_on_waited_for_and_seen_through(view: dict[str, Any], is_bet: bool, done: list[str]) -> None:
    table, _ = at(Line(**view))
    table.told = (4, 0)
    found: list[str] = []

    def bet() -> bool:
        found.append("bet")
        return is_bet

    table._bet = bet
    for name, word in (("_wait_for_deal", "wait"), ("_say_came_back", "came back"), ("_see_through", "see")):
        setattr(table, name, lambda word=word: found.append(word))
    table._round()
    assert found == done
    assert table.told == ((4, 3) if "bet" in done else (4, 0))


@pytest.mark.parametrize(
    ("lying", "round_", "bets", "you", "told"),
    [
        (600, 4, {}, True, ["Your bet of $6 came back to you."]),
        (0, 4, {}, True, []),
        (600, 5, {}, True, []),
        (600, 4, {"ante": 600}, True, []),
        (600, 4, {}, False, []),
    ],
)
def test_a_bet_that_came_back_is_said_so(
    lying: int, round_: int, bets: dict[str, int], you: bool, told: list[str]
) -> None:
    line = Line(round=round_, **({} if you else {"you": None}))
    line.view["seats"][1]["bets"] = bets
    table, page = at(line)
    table.told, table.lying = (4, 3), lying
    table._say_came_back()
    assert (page.getvalue().splitlines(), table.lying) == (told, 0)


@pytest.mark.parametrize(
    ("view", "bets", "waits", "over"),
    [
        ({}, {"ante": 5}, True, False),
        ({}, {}, True, True),
        ({"round": 5}, {"ante": 5}, False, True),
        ({"phase": "playing"}, {"ante": 5}, False, False),
        ({"phase": "closed"}, {"ante": 5}, True, True),
    ],
)
def test_the_deal_is_waited_for(view: dict[str, Any], bets: dict[str, int], *, waits: bool, over: bool) -> None:
    line: Any = Line(**view)
    line.view["seats"][1]["bets"] = bets
    found: list[bool] = []
    line.wait = lambda until: found.append(until())
    table, page = at(line)
    table.told = (4, 3)
    table._wait_for_deal()
    assert found == [over]
    assert ("Waiting for the others ..." in page.getvalue()) is waits


# --- coming and going ---


@pytest.mark.parametrize(("buy_in", "usual"), [([2000, 60_000], 50_000), ([60_000, 90_000], 60_000), ([100, 900], 900)])
def test_the_usual_buy_in_is_within_what_the_table_takes(buy_in: list[int], usual: int) -> None:
    line = Line()
    table, page = at(line, "")
    table.facts["buy_in"] = buy_in
    table._take_seat()
    assert (line.said, table.bought) == ([("sit", {"cents": usual})], usual)
    assert page.getvalue().splitlines()[-1] == f"You sit at seat 2 with ${usual // 100:,}."


@pytest.mark.parametrize(
    ("view", "refuses", "played", "told"),
    [
        ({"you": None}, None, 1, []),
        ({}, None, 1, ["1 round played, $90 of $500 in play money."]),
        ({}, None, 2, ["2 rounds played, $90 of $500 in play money."]),
        (
            {"phase": "playing", "owners": ["ben", "ann"]}, None, 0,
            ["Your hand is played out without you; what it wins is counted with your chips.",
             "0 rounds played, $90 of $500 in play money."],
        ),
        ({"phase": "playing", "owners": ["ben"]}, None, 1, ["1 round played, $90 of $500 in play money."]),
        (
            {}, Refused("no"), 1,
            ["You are gone; the house keeps your seat a while and then counts your chips."],
        ),
    ],
)  # fmt: skip
def test_a_goodbye_counts_rounds_and_chips(view: dict[str, Any], refuses: Any, played: int, told: list[str]) -> None:
    line = Line(**view)
    line.refuses = {"leave": refuses} if refuses else {}
    table, page = at(line)
    table.played, table.bought = set(range(played)), 50_000
    table._goodbye()
    assert page.getvalue().splitlines() == told


def test_what_the_house_refuses_is_said_and_a_house_that_is_gone_is_another_matter() -> None:
    table, page = at(Line())

    def refused(error: Exception) -> Any:
        def do() -> None:
            raise error

        return do

    assert table._refusable(lambda: None)
    assert not table._refusable(refused(Refused("too much")))
    with pytest.raises(NoAnswer):
        table._refusable(refused(NoAnswer("gone")))
    assert page.getvalue() == "too much\n"


def test_any_word_says_that_somebody_is_there_and_here_says_no_more() -> None:
    line = Line()
    table, _ = at(line, "here", " HERE ", "5", "6")
    line.warned = True
    assert (table.ask("?"), line.here_said) == ("5", 3)
    line.warned = False
    assert (table.ask("?"), line.here_said) == ("6", 3)


def test_of_a_notice_what_is_new_is_said() -> None:
    line = Line(notice="one\ntwo")
    table, page = at(line)
    table._say_notice()
    line.view["notice"] = "two\nthree"
    table._say_notice()
    table._say_notice()
    assert page.getvalue().splitlines() == [f"The house says: {each}" for each in ("one", "two", "three")]


@pytest.mark.parametrize(("name", "cents", "good"), [
    ("ante", 500, True), ("ante", 5000, True), ("ante", 499, False), ("ante", 5001, False), ("gone", 500, False),
])  # fmt: skip
def test_a_bet_may_be_repeated_within_the_limits(name: str, cents: int, *, good: bool) -> None:
    assert at(Line())[0]._is_within(name, cents) is good


def test_a_change_of_the_table_is_told_once_and_bets_outside_its_limits_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = Line()
    table, page = at(line)
    monkeypatch.setattr(joined_table, "changes", lambda *_: ["Ante: $5 to $50"])
    table._show_felt = lambda: None
    assert not table._say_changes()
    line.view["set_up"] = "new"
    assert not table._say_changes(), "the view is ahead of what was asked for"
    table.last_bets = {"ante": 500, "bonus": 5000}
    table.ask_facts = lambda: {**FACTS, "set_up": "new"}
    assert table._say_changes()
    assert not table._say_changes()
    assert table.last_bets == {"ante": 500}
    assert page.getvalue().splitlines() == ["The table was changed:", "  Ante: $5 to $50"]


def test_a_departure_is_said_when_it_comes_and_when_it_goes() -> None:
    line = Line(departs="It deals from one deck.")
    table, page = at(line)
    for departs in ("It deals from one deck.", "It deals from one deck.", "", ""):
        line.view["departs"] = departs
        table._say_departs()
    assert page.getvalue().splitlines() == ["It deals from one deck.", "The table is back to the approved rules."]


def test_seats_are_called_by_name_and_ones_own_you() -> None:
    table, _ = at(Line())
    assert [table._name_of(seat) for seat in (1, 2, 3)] == ["Ben", "You", "Seat 3"]
    assert [table._called(seat) for seat in (0, 1, 2, 3)] == ["", "Ben", "", "Seat 3"]
    assert table._own_seats() == [2]


# --- a choice ---


@pytest.mark.parametrize(("hand", "named"), [(0, ""), (1, " (hand 2)")])
def test_a_choice_says_its_seat_and_hand_and_the_version_it_was_made_on(hand: int, named: str) -> None:
    line: Any = Line(version=31, practice=False, tape=[])
    line.seconds_until = lambda until: until / 10
    table, page = at(line, "dance", "TWO")
    acts = [act.name for act in table.game.sheet.acts[:2]]
    table._hear_act = lambda offered: list(offered)[1]
    table._choose({"acts": acts, "seat": 2, "hand": hand, "until": 126, "prices": {}})
    assert line.said == [("act", {"seen": 31, "act": acts[1], "seat": 2, "hand": hand})]
    assert page.getvalue().splitlines()[0] == f"Your choice{named}: 13 s"
    line.seconds_until = lambda _: -4
    table._choose({"acts": acts, "seat": 2, "hand": hand, "until": 126})
    assert f"Your choice{named}: 0 s" in page.getvalue()


def test_an_act_is_known_by_its_words_and_what_is_none_is_said_so() -> None:
    table, page = at(Line(), "dance", "x")
    acts = {act.name: act for act in table.game.sheet.acts[:2]}
    first = next(iter(acts.values()))
    typed = iter(["dance", first.key, first.name])
    table._typed = lambda _: next(typed)
    assert table._hear_act(acts) == first.name
    assert len(page.getvalue().splitlines()) == 1
    assert table._hear_act(acts) == first.name


@pytest.mark.parametrize(("practice", "version", "values"), [(True, 31, {"a": 0.5}), (True, 30, {}), (False, 31, {})])
def test_values_are_shown_where_the_house_has_them_for_this_choice(
    practice: bool, version: int, values: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    line: Any = Line(version=31, practice=practice)
    line.hints = {"version": version, "acts": [{"act": "a", "value": 0.5}]}
    waited: list[Any] = []
    line.wait = lambda until, seconds: waited.append((until(), seconds))
    shown: list[Any] = []

    def offered(*given: Any) -> list[str]:
        shown.append(given[2])
        return []

    monkeypatch.setattr(joined_table, "offer_lines", offered)
    at(line)[0]._offer({}, {}, [])
    assert shown == [values]
    assert waited == ([(version == 31, 2.0)] if practice else [])
