"""`houseway join`: a person at a server's table, in the terminal. The server is a real one."""

import io
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from houseway.house import events
from houseway.house.audit.verify import verify_table
from houseway.house.table_view import table_facts
from houseway.report.change_lines import changes
from houseway.rules.refused import Refused
from houseway.terminal import remote_house
from houseway.terminal.remote_house import NoAnswer, RemoteHouse, TableLine
from houseway.terminal.way_in import first_line, join
from houseway.web.limits import HouseLimits
from houseway.web.serve import bound
from tests.attacks.test_seats_and_tables import grown_old, later
from tests.house.table_kit import House, arranged, room_with, table_of
from tests.house.test_links import BOARD, LOW, with_royal
from tests.web import running as running_servers
from tests.web.regular_kit import PHRASE, keep
from tests.web.running import FREE, Server, running, small_room

TABLES = ("dakota-practice", "holdem", "super-fun", "triple-shot", "lucky")


class Person:
    """Types answers: what the script says for a prompt, Enter otherwise, and the first act at every choice."""

    def __init__(self, **answers: list[str]) -> None:
        self.page = io.StringIO()
        self.console = Console(file=self.page, width=80, color_system=None)
        self.answers = answers
        self.before: Callable[[str], None] = self.prompts_are_read

    @property
    def text(self) -> str:
        return self.page.getvalue()

    def prompts_are_read(self, prompt: str) -> None:
        """Nothing happens before the person answers; tests put something here."""

    def ask(self, prompt: str) -> str:
        self.before(prompt)
        word = prompt.split()[0].lower()
        if self.answers.get(word):
            return self.answers[word].pop(0)
        if prompt == "> ":
            offered = self.text[self.text.rindex("Your choice") :]
            return str(re.findall(r"^  (\S+)  ", offered, re.MULTILINE)[0])
        return ""

    def join(self, server: Server, table: str = "", rounds: int | None = 1, name: str = "Una") -> str:
        join(server.origin, table, name, self.console, ask=self.ask, rounds=rounds)
        return self.text


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(small_room(*TABLES), seed=11) as found:
        yield found


def kinds(server: Server, table: str) -> list[str]:
    return [row.kind for row in server.house.pit.ledger.read(table)]


@pytest.mark.parametrize("table", TABLES)
def test_every_game_is_played_and_left_with_the_chips_counted(server: Server, table: str) -> None:
    page = Person().join(server, table, rounds=2)
    assert page.count("This round: ") == 2
    assert page.count("No more bets.") == 2
    assert page.count("The dealer shows ") == (2 if table == "holdem" else 0)
    assert "2 rounds played, $" in page
    assert "You" in page
    assert "╭───╮" in page
    assert max(map(len, page.splitlines())) <= 100
    assert kinds(server, table)[-1] == events.LEFT
    assert verify_table(server.house.pit.ledger, table).fault is None


def test_the_table_is_chosen_from_a_list_by_number_or_name(server: Server) -> None:
    person = Person(which=["nix", "2"], your=["Nora"])
    page = person.join(server, name="")
    assert "play money only" in page
    assert "There is no table 'nix'." in page
    assert "1 round played" in page
    sat = [row.body["name"] for row in server.house.pit.ledger.read("holdem") if row.kind == events.SAT]
    assert sat[-1] == "Nora"
    assert "no table 'nix'" in refusal(lambda: Person().join(server, "nix"))
    assert "1 round played" not in Person(which=["q"]).join(server)


def refusal(do: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as caught:
        do()
    return str(caught.value)


def test_no_house_there_is_said_in_one_sentence() -> None:
    assert "no house answers at http://127.0.0.1:9" in refusal(lambda: RemoteHouse("127.0.0.1:9").get("/api/room"))
    assert "is no address of a house" in refusal(lambda: RemoteHouse("ftp://x"))
    assert RemoteHouse("http://house.example/table/lucky").table == "lucky"


def test_a_regular_joins_with_the_passphrase_and_is_the_same_player(server: Server, tmp_path: Path) -> None:
    una = keep(server.client("Una Kept"))
    file = tmp_path / "passphrase"
    file.write_text(f"{PHRASE}\n", encoding="utf-8")
    person = Person()
    join(server.origin, "lucky", "una kept", person.console, ask=person.ask, rounds=1, passphrase=first_line(file))
    sat = [row.body for row in server.house.pit.ledger.read("lucky") if row.kind == events.SAT]
    assert (sat[-1]["player"], sat[-1]["name"]) == (una.id, "Una Kept")
    assert "belongs to somebody" in refusal(lambda: Person().join(server, "lucky", name="Una Kept"))
    wrong: dict[str, Any] = {"ask": person.ask, "passphrase": "a guess"}
    assert refusal(lambda: join(server.origin, "lucky", "Una Kept", person.console, **wrong)) == (
        "name or passphrase is wrong"
    )
    assert "cannot be read" in refusal(lambda: first_line(tmp_path / "nothing"))
    file.write_text("\n", encoding="utf-8")
    assert "has no passphrase" in refusal(lambda: first_line(file))


def test_what_the_house_refuses_is_said_and_asked_again(server: Server) -> None:
    person = Person(buy=["1", "50"], blackjack=["1000", "ten", "5"])
    page = person.join(server, "super-fun")
    assert "a buy-in here is $50 to $4,000, not $1" in page
    assert "over the table's maximum" in page
    assert "'ten' is not an amount" in page
    assert "1 round played" in page


def test_a_word_that_is_no_act_is_asked_again_and_q_leaves_in_the_round(server: Server) -> None:
    person = Person()
    person.answers[">"] = ["fly", "q"]
    page = person.join(server, "dakota-practice", rounds=None)
    assert "'fly' is not offered: type one of l, t, or q to leave" in page
    assert "Your hand is played out without you" in page
    rows = server.house.pit.ledger.read("dakota-practice")
    assert [row.body["by"] for row in rows if row.kind == events.CHOSE and row.body["seat"] == 1][-1] == "absence"
    assert kinds(server, "dakota-practice")[-1] in (events.LEFT, events.SHUFFLED)
    assert "una" not in {player.name.lower() for player in server.house.pit.table("dakota-practice").players.values()}


def test_ctrl_c_leaves_the_table_clean(server: Server) -> None:
    person = Person()

    def interrupt(prompt: str) -> None:
        if prompt.startswith("Blackjack"):
            raise KeyboardInterrupt

    person.before = interrupt
    page = person.join(server, "lucky", rounds=None)
    assert "0 rounds played, $500 of $500" in page
    assert kinds(server, "lucky")[-1] == events.LEFT


def test_at_a_practice_table_the_acts_are_told_with_their_value(server: Server) -> None:
    page = Person().join(server, "dakota-practice")
    assert re.search(r"l  Leave \(1\) in  [+-]\d\.\d{4}", page)


def test_two_people_see_each_other_at_one_table(server: Server) -> None:
    una, bob = Person(), Person()
    waiting = threading.Event()

    def hold_until_both_sit(prompt: str) -> None:
        if prompt.startswith("Blackjack"):
            waiting.set()
            deadline = time.monotonic() + 20
            while len(server.house.pit.table("super-fun").players) < 2 and time.monotonic() < deadline:
                time.sleep(0.01)

    una.before = bob.before = hold_until_both_sit
    threads = [
        threading.Thread(target=each.join, args=(server, "super-fun"), kwargs={"name": name})
        for each, name in ((una, "Una"), (bob, "Bob"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert "Bob" in una.text
    assert "Una" in bob.text
    assert "1 round played" in una.text
    assert "1 round played" in bob.text


def test_the_line_comes_back_by_itself_and_the_seat_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is stopped in the middle of a round and started again on the same ledger and port."""
    monkeypatch.setattr(remote_house, "AGAIN_S", (0.05,))
    room = small_room("dakota-practice")
    database = str(tmp_path / "house.sqlite")
    person = Person()
    again = RestartingServer(room, database, monkeypatch)
    person.before = lambda prompt: again.restart() if prompt == "> " and not again.restarted else None
    try:
        page = person.join(again.server, "dakota-practice")
        rows = again.server.house.pit.ledger.read("dakota-practice")
        verdict = verify_table(again.server.house.pit.ledger, "dakota-practice")
    finally:
        again.stop()
    assert "The connection is lost; trying again ..." in page
    assert "The connection is back." in page
    assert "1 round played" in page
    assert verdict.fault is None
    assert [row.kind for row in rows].count(events.SAT) == 3 + 1  # the bots, and one person once


class RestartingServer:
    def __init__(self, room: Any, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room, self.database, self.monkeypatch = room, database, monkeypatch
        self.restarted = False
        self._running = running(room, database, seed=5)
        self.server = self._running.__enter__()

    def restart(self) -> None:
        port = self.server.listening.getsockname()[1]
        self.stop()
        self.restarted = True
        self.monkeypatch.setattr(running_servers, "bound", lambda host, _: bound(host, port))
        self._running = running(self.room, self.database, seed=6)
        self.server = self._running.__enter__()

    def stop(self) -> None:
        self._running.__exit__(None, None, None)


# --- the line itself, with a socket that does as it is told ---


class FakeSocket:
    """Answers every command once it has been told to; a broken one ends the line."""

    def __init__(self, *messages: str, breaks: bool = False, waits: int = 0) -> None:
        self.messages = list(messages)
        self.breaks = breaks
        self.waits = waits  # times that the house says it is at work before it answers
        self.sent: list[str] = []
        self.heard = threading.Event()

    def recv(self) -> str:
        while not self.messages:
            if self.breaks and self.sent:
                raise OSError("cut")
            if self.heard.is_set():
                raise OSError("closed")
            time.sleep(0.002)
        return self.messages.pop(0)

    def send(self, text: str) -> None:
        self.sent.append(text)
        wait = {"type": "wait", "id": json.loads(text)["id"], "reason": "the table is being read"}
        self.messages += [json.dumps(wait)] * self.waits
        if not self.breaks:
            self.messages.append(json.dumps({"type": "done", "id": json.loads(text)["id"], "version": 4}))
            self.messages.append(VIEW % 4)

    def close(self) -> None:
        self.heard.set()


def seen(what: Callable[[], bool]) -> None:
    """Wait until it is so: the line and the house have threads of their own."""
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_who_is_about_to_lose_the_seat_is_told_and_stays_by_any_word() -> None:
    """Warned while a bet is asked for: `here` is answered with the same question."""
    with running(small_room("lucky"), limits=HouseLimits(), seed=11) as server:
        una = Person(blackjack=["here"])
        silent_s = HouseLimits().idle_seat_s

        def time_passes(prompt: str) -> None:
            if prompt.startswith("Blackjack") and not una.answers["blackjack"]:
                seen(lambda: not server.hall.idle._ends)  # who typed is there
            elif prompt.startswith("Blackjack"):
                grown_old(server, silent_s - 5)
                later(server, server.hall.idle.look)
                seen(lambda: "given up" in una.text)

        una.before = time_passes
        page = " ".join(una.join(server, "lucky").split())
    assert "You have done nothing for a while: your seat is given up in 75 s. Play on, or type here to stay." in page
    assert "1 round played" in page


VIEW = '{"type": "view", "now": 1000000, "view": {"version": %d}}'


def test_a_command_is_said_again_with_its_id_when_the_line_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house knows commands by their id, so that saying one twice does it once."""
    monkeypatch.setattr(remote_house, "AGAIN_S", (0.0,))
    first, second = FakeSocket(VIEW % 3, breaks=True), FakeSocket(VIEW % 3)
    sockets = [first, second]
    told: list[str] = []
    line = TableLine(lambda: sockets.pop(0), told.append)
    assert line.do("ready") == 4
    assert first.sent == second.sent
    assert told == ["The connection is lost; trying again ...", "The connection is back."]
    line.close()


def test_a_house_that_is_at_work_says_so_once_and_its_answer_is_waited_for() -> None:
    told: list[str] = []
    socket = FakeSocket(VIEW % 3, waits=3)
    line = TableLine(lambda: socket, told.append)
    assert line.do("ready") == 4
    assert told == ["the table is being read"]
    assert len(socket.sent) == 1
    line.close()


def test_a_house_that_will_not_have_us_says_why_and_is_not_asked_again() -> None:
    limits = replace(FREE, sockets_a_session=1)
    with running(room_with(table_of("dakota")), limits=limits) as server:
        house = RemoteHouse(server.origin)
        house.enter("Ada")
        told: list[str] = []
        first = TableLine(lambda: house.open_socket("dakota"), told.append)
        with pytest.raises(NoAnswer, match="there are too many connections: close one"):
            TableLine(lambda: house.open_socket("dakota"), told.append)
        first.close()
    assert told == []


def test_letter__whoever_joins_is_told_that_a_table_departs() -> None:
    """In the list of tables, on coming to one, and when that changes."""
    why = "Departs from the approved rules: Lowest pair that wins: a pair of aces (a study)"
    aces = table_of("dakota", options={"lowest_pair": 12}, departs="a study")
    with running(room_with(aces, table_of("super-fun")), seed=11) as server:
        person = Person(which=["dakota"])
        server.hall.staff.add("Sam", "supervisor", "a long password")
        staff = server.client().log_in("Sam", "a long password")

        def change(prompt: str) -> None:
            if prompt.startswith("($)") and "This round" in person.text:
                answer = staff.command("dakota", "configure", config=table_of("dakota").to_body(), reason="back")
                assert answer.status_code == 200

        person.before = change
        told = " ".join(person.join(server, rounds=2).split())
    assert told.count(f"dakota: {why}") == 1
    assert told.count(why) == 2
    assert "super-fun: Departs" not in told
    assert told.count("The table is back to the approved rules.") == 1


# --- a supervisor changes the table while somebody sits there ---


class Changing:
    """A person at a table that a supervisor changes as soon as a prompt is read."""

    def __init__(self, server: Server, table: str, prompt: str, **to: Any) -> None:
        self.server, self.table, self.prompt = server, table, prompt
        self.to = to
        self.person = Person()
        self.person.before = self.change
        server.hall.staff.add("Sam", "supervisor", "a long password")
        self.staff = server.client().log_in("Sam", "a long password")

    def change(self, prompt: str) -> None:
        if self.to and prompt.startswith(self.prompt):
            body = table_of(self.table).to_body()
            config = {**body, **self.to, "options": {**body["options"], **self.to.get("options", {})}}
            self.to = {}
            answer = self.staff.command(self.table, "configure", config=config, reason="a change")
            assert answer.status_code == 200, answer.text

    def join(self, rounds: int = 1) -> str:
        return self.person.join(self.server, self.table, rounds=rounds)


def test_what_a_supervisor_changes_is_told_with_the_new_felt_before_the_next_bet() -> None:
    limits = {"blackjack": {"least_cents": 2_500, "most_cents": 30_000, "step_cents": 500}}
    with running(small_room("lucky"), seed=11) as server:
        wagers = {**table_of("lucky").to_body()["wagers"], **limits}
        changing = Changing(
            server,
            "lucky",
            "Lucky Lucky [",
            options={"paytable": "2", "third_card": "community"},
            wagers=wagers,
            decision_clock_s=20,
        )
        page = changing.join()
        dealt = [row.body["wagers"][0] for row in server.house.pit.ledger.read("lucky") if row.kind == events.DEALT]
    assert page.count("The table was changed:") == 1
    before, after = page.split("The table was changed:")
    told, felt = after.split("Lucky Lucky  ", 1)
    said = " ".join(told.split())
    assert "Lucky Lucky paytable: from paytable 1 to paytable 2" in said
    assert (
        "Third card of Lucky Lucky: from the dealer's up-card to a community card, dealt face up at the start" in said
    )
    assert "Blackjack: from $5-$400 in steps of $1 to $25-$300 in steps of $5" in said
    assert "Time to choose: from 30 seconds to 20 seconds" in said
    assert said.count(": from ") == 4, "nothing else is told"
    assert before.count("Suited 7-7-7") == 1
    assert felt.count("Suited 7-7-7") == 1
    assert "Lucky Lucky plays with the community card" in " ".join(felt.split())
    assert felt.index("Suited 7-7-7") < felt.index("Chips $500") < felt.index("No more bets.")
    assert dealt == [{"blackjack": 2_500}], "what was typed for the old felt is not bet on the new one"


def test_a_change_while_a_bet_waits_for_others_is_told_and_the_bet_is_asked_again() -> None:
    with running(small_room("lucky"), seed=11) as server:
        other = server.client("Ben")
        assert other.command("lucky", "sit", cents=50_000).status_code == 200
        changing = Changing(server, "lucky", "nothing", options={"paytable": "3"})

        def when_the_bet_lies(words: str) -> None:
            if "Waiting for the others" in words:
                changing.change("nothing")
                other.command("lucky", "leave")

        written = changing.person.page.write

        def write(words: str) -> int:
            length = written(words)
            when_the_bet_lies(words)
            return length

        changing.person.page.write = write  # type: ignore[method-assign]
        page = changing.join()
    assert page.count("Lucky Lucky paytable: from paytable 1 to paytable 3") == 1
    assert page.count("Your bet of $5 came back to you.") == 1
    assert page.index("Waiting for the others") < page.index("The table was changed:") < page.rindex("Chips $500")
    assert "1 round played" in page


def test_a_bet_that_is_given_as_the_table_changes_is_not_taken() -> None:
    """The change is made after the felt was looked at, and before the bet reaches the house."""
    with running(small_room("lucky"), seed=11) as server:
        changing = Changing(server, "lucky", "now", options={"paytable": "2"})
        line_do = TableLine.do

        def do(line: TableLine, command: str, *args: Any, **what: Any) -> int:
            if command == "bet":
                changing.change("now")
            return line_do(line, command, *args, **what)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(TableLine, "do", do)
            page = changing.join()
        rows = server.house.pit.ledger.read("lucky")
    assert "the table was changed since: look at its limits and pays again" in " ".join(page.split())
    assert page.count("Lucky Lucky paytable: from paytable 1 to paytable 2") == 1
    kinds_of = [row.kind for row in rows]
    assert kinds_of.index(events.CONFIGURED) < kinds_of.index(events.BET)


def test_a_change_of_nothing_that_a_player_sees_is_told_as_such_and_unknown_wagers_are_named() -> None:
    facts = table_facts(House(table_of("lucky")).table)
    game = table_of("lucky").the_game
    assert changes(game, facts, facts) == []
    fewer = {**facts, "wagers": [each for each in facts["wagers"] if each["name"] != "lucky_break"]}
    assert changes(game, facts, fewer) == ["Lucky Break: from $1-$100 in steps of $1 to not offered"]
    assert changes(game, fewer, facts) == ["Lucky Break: from not offered to $1-$100 in steps of $1"]


def test_a_round_that_is_void_is_told_with_what_came_back() -> None:
    with running(small_room("lucky"), seed=11) as server:
        changing = Changing(server, "lucky", "never")
        person = changing.person
        person.answers["lucky"] = ["1"]

        def void(prompt: str) -> None:
            if prompt == "> ":
                assert changing.staff.command("lucky", "void", reason="a card fell").status_code == 200

        person.before = void
        told = " ".join(changing.join().split())
    assert "The house says: Round 1 is void: A card fell. Your $5 is back; Lucky Lucky was settled before." in told


def test_a_person_sees_the_meters_is_in_for_a_dollar_and_hears_of_a_hit() -> None:
    config = with_royal(bots=())
    with running(room_with(config), chance=arranged(config, f"{BOARD} {LOW}")) as server:
        person = Person(royal=["maybe", "y"], bonus=["5", ""])
        page = person.join(server, "holdem", rounds=2)
    assert "Royal Progressive, $1 beside the bonus: Jackpot $2,500" in page
    assert "'maybe' is neither: type y or n" in page
    assert page.count("$1 of yours feeds the Royal Progressive.") == 2, "Enter repeats the bet"
    assert "Royal Progressive hit! royal flush at holdem, $2,500.35" in page
    assert page.count("You win $2,500.35 of it: a supervisor counts out what is paid by hand.") == 2
    assert "Seat 1 is paid by hand: a supervisor comes." in page
