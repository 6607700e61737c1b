"""Days at tables of a house, command by command, with a line for whatever happens.

Cards and times are the same on any day. Players choose by a seed among what they may do.
"""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from houseway.house.audit.verify import verify_ledger
from houseway.house.draft import THE_HOUSE, Actor, Command
from houseway.house.ledger.store import Ledger, link_stream, links_of
from houseway.house.notice import notice_for_staff
from houseway.house.table_view import table_view
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, AUDITOR, BEN, CLEO, GUEST, SUPERVISOR, House, arranged, least_bets, table_of

VARIES = ("edition", "format", "order", "key", "commitment", "software", "config", "tape", "set_up", "mark")
LOOKERS = {"Anna": ANNA, "guest": GUEST}


class Day:
    """One table, and a line for whatever happens there."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rng = random.Random(5)
        self.lines: list[str] = []
        self.seen: dict[str, dict[str, str]] = {name: {} for name in LOOKERS}
        self.heard = 0
        self.of_links: dict[str, int] = {}
        self.told = 0  # commands
        self._tell()

    def do(self, actor: Actor, do: str, **what: Any) -> None:
        self.told += 1
        given = ", ".join(f"{name} {part}" for name, part in what.items() if name != "config")
        self.lines.append(f"> {actor.name}: {do}{f' ({given})' if given else ''}")
        try:
            self.house.do(actor, do, id=f"command-{self.told}", **what)
        except Refused as refusal:
            self.lines.append(f"  refused: {refusal}")
        self._tell()

    def wait(self, seconds: float) -> None:
        self.house.now += int(seconds * 1_000_000)
        self.do(THE_HOUSE, "tick")

    def bet(self, actor: Actor, times: int = 1, **more: Any) -> None:
        wagers = {name: times * cents for name, cents in least_bets(self.house.config).items()}
        self.do(actor, "bet", wagers=wagers, **more)

    def lower(self, **what: Any) -> None:
        self.told += 1
        self.lines.append(f"> {SUPERVISOR.name}: lowers ({', '.join(f'{name} {part}' for name, part in what.items())})")
        try:
            self.house.pit.lower_meter("corner", SUPERVISOR, Command(f"command-{self.told}", "lower", what=what))
        except Refused as refusal:
            self.lines.append(f"  refused: {refusal}")
        self._tell()

    def verdicts(self) -> list[str]:
        return [f"{verdict.sentence}" for verdict in verify_ledger(self.house.ledger)]

    def play(self, *people: Actor, choices: int = 99) -> None:
        """They choose by chance, so often at most."""
        by_id = {person.id: person for person in people}
        while self.house.table.playing and choices:
            pending = self.house.view()["pending"]
            if pending is None or pending["player"] not in by_id:
                return
            person = by_id[pending["player"]]
            self.do(person, "act", act=self.rng.choice(self.house.view(person)["pending"]["acts"]))
            choices -= 1

    def _tell(self) -> None:
        name = self.house.config.name
        for row in self.house.ledger.read(name)[self.heard :]:
            body = json.dumps(without_what_varies(row.body), ensure_ascii=False, separators=(", ", ": "))
            self.lines.append(f"  {row.version} {row.kind} {body}")
            self.heard += 1
        for stream in map(link_stream, links_of(self.house.ledger)):
            for row in self.house.ledger.read(stream, self.of_links.get(stream, 0)):
                body = json.dumps(without_what_varies(row.body), ensure_ascii=False, separators=(", ", ": "))
                self.lines.append(f"  {stream} {row.version} {row.kind} {body}")
                self.of_links[stream] = row.version
        for looker, person in LOOKERS.items():
            now = dict(flat("", without_what_varies(table_view(self.house.table, person.id))))
            before, self.seen[looker] = self.seen[looker], now
            gone = sorted(key for key in before if key not in now)
            changed = [f"{key} {now[key]}" for key in now if before.get(key) != now[key]]
            if before:
                self.lines += [f"    {looker}: {each}" for each in changed]
                self.lines += [f"    {looker}: no {', '.join(gone)}"] if gone else []
        self.lines.append(f"    staff: {notice_for_staff(self.house.table)}")


def without_what_varies(part: Any) -> Any:
    match part:
        case dict():
            return {key: without_what_varies(each) for key, each in part.items() if key not in VARIES}
        case list() | tuple():
            return [without_what_varies(each) for each in part]
    return part


def flat(at: str, part: Any) -> Iterator[tuple[str, str]]:
    """Every value of a view under the way that leads to it; short lists are one value."""
    if isinstance(part, dict) and part:
        for key, each in part.items():
            yield from flat(f"{at}.{key}" if at else str(key), each)
    elif isinstance(part, list) and any(isinstance(each, dict | list) for each in part):
        for place, each in enumerate(part):
            yield from flat(f"{at}.{place}", each)
    else:
        yield at, json.dumps(part, ensure_ascii=False)


def company(day: Day) -> None:
    """People come, bet, think again, play, are silent, lose their line and leave."""
    day.do(ANNA, "ready")
    day.do(ANNA, "sit", cents=1)
    for person in (ANNA, BEN):
        day.do(person, "sit", cents=20_000)
    day.do(ANNA, "sit", cents=20_000)
    day.do(CLEO, "sit", seat=1)
    day.do(CLEO, "sit", seat=3)
    day.do(CLEO, "buy_in", cents=10**7)
    day.do(CLEO, "bet", wagers={"nothing": 5})
    day.bet(CLEO)
    day.bet(ANNA, 2)
    day.bet(ANNA, 1)
    day.do(ANNA, "take_back")
    day.do(ANNA, "take_back")
    day.bet(ANNA, 1, set_up="another")
    day.bet(ANNA)
    day.bet(BEN)
    day.do(CLEO, "ready")
    day.do(ANNA, "ready")
    day.do(BEN, "ready")
    day.do(BEN, "bet", wagers={})
    day.do(ANNA, "act", act="dance")
    day.do(THE_HOUSE, "gone", player="ben")
    day.play(ANNA)
    day.wait(40)
    day.do(THE_HOUSE, "come_back", player="ben")
    day.play(ANNA, BEN)
    day.do(CLEO, "leave")
    day.bet(ANNA)
    day.wait(31)
    day.do(BEN, "leave")
    day.play(ANNA, choices=1)
    day.do(ANNA, "leave")
    day.do(ANNA, "leave")
    day.wait(40)


def troubles(day: Day) -> None:
    """A supervisor rules, voids, corrects, closes and changes the table; the house starts again."""
    table = day.house.config
    for person in (ANNA, BEN):
        day.do(person, "sit", cents=50_000)
    day.do(BEN, "close", reason="no")
    day.do(AUDITOR, "void", reason="no")
    day.do(SUPERVISOR, "reopen")
    day.do(SUPERVISOR, "void", reason="no round")
    day.do(SUPERVISOR, "rule", sort="late", outcome="return_bet", reason="late", seat=1)
    day.do(SUPERVISOR, "rule", sort="late_bet", outcome="void", reason="late", seat=1)
    day.do(SUPERVISOR, "rule", sort="late_bet", outcome="return_bet", reason="late", seat=1)
    day.bet(ANNA)
    day.do(SUPERVISOR, "rule", sort="late_bet", outcome="return_bet", reason="too late", seat=1)
    day.bet(ANNA)
    day.bet(BEN)
    day.do(BEN, "ready")
    day.do(ANNA, "ready")
    day.do(SUPERVISOR, "rule", sort="exposed_card", outcome="play_on", reason="only the dealer saw it")
    day.do(SUPERVISOR, "close", reason="later")
    day.do(SUPERVISOR, "deck")
    day.do(SUPERVISOR, "deck", reason="a look")
    day.house.reopen()
    day._tell()
    day.play(ANNA, BEN)
    wager = next(iter(least_bets(table)))
    for cents in (0, -(10**9) - 1, 250, -100):
        day.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager=wager, cents=cents, reason="miscounted")
    day.do(SUPERVISOR, "correct", round=1, seat=2, player="anna", wager=wager, cents=5, reason="miscounted")
    day.do(SUPERVISOR, "correct", round=2, seat=1, player="anna", wager=wager, cents=5, reason="miscounted")
    day.bet(ANNA)
    day.do(ANNA, "ready")
    day.do(BEN, "ready")
    day.play(ANNA, choices=1)
    day.do(SUPERVISOR, "void", reason="the power went")
    day.bet(ANNA)
    day.do(ANNA, "ready")
    day.do(BEN, "ready")
    day.do(SUPERVISOR, "rule", sort="card_missing", outcome="void_whole", reason="51 cards")
    day.do(SUPERVISOR, "deck", reason="counted", missing="Ah")
    day.do(SUPERVISOR, "deck", reason="counted", missing="Ah", cards="Ah")
    day.do(SUPERVISOR, "deck", reason="a new one")
    day.do(SUPERVISOR, "reopen")
    day.do(SUPERVISOR, "add_bot", seat=4, strategy="basic")
    day.do(SUPERVISOR, "add_bot")
    day.do(SUPERVISOR, "remove_bot", seat=3)
    day.do(SUPERVISOR, "remove_bot", seat=4)
    bots = [{"strategy": "basic", "seats": [3, 5], "bets": {}}]
    changed = table_of(table.name, betting_clock_s=20, keep_seat_s=60, bots=bots).to_body()
    day.bet(ANNA)
    day.do(SUPERVISOR, "configure", config=changed, reason="company")
    day.do(
        SUPERVISOR, "configure", config=table_of(table.name, seats=1, hands_a_player=1).to_body(), reason="too small"
    )
    day.bet(ANNA)
    day.do(ANNA, "ready")
    day.do(BEN, "ready")
    day.play(ANNA)
    day.do(THE_HOUSE, "unstick", reason="it hangs")
    day.do(THE_HOUSE, "unstick", reason="it hangs again")
    day.do(SUPERVISOR, "reopen")
    day.do(THE_HOUSE, "discard", reason="a copy")
    day.do(SUPERVISOR, "close", reason="the night is over")
    day.do(SUPERVISOR, "close", reason="again")
    day.do(ANNA, "sit")
    day.do(SUPERVISOR, "retire", reason="no room")
    day.do(SUPERVISOR, "add_bot")
    day.do(SUPERVISOR, "open", config=changed, reason="wanted again")


def silence(day: Day) -> None:
    """Beside a bot nobody says anything: clocks choose, seats are given up."""
    day.do(ANNA, "sit", cents=50_000)
    day.bet(ANNA)
    for seconds in (29, 2, 29, 2, 31, 31):
        day.wait(seconds)
    day.do(BEN, "sit", cents=50_000)
    for _ in range(3):
        day.bet(ANNA)
        day.wait(31)
        day.play(ANNA)
    day.bet(ANNA)
    day.do(ANNA, "ready")
    day.do(THE_HOUSE, "gone", player="anna")
    day.do(THE_HOUSE, "gone", player="anna")
    for seconds in (31, 31, 60, 61):
        day.wait(seconds)
    day.do(BEN, "sit", cents=50_000)
    day.do(THE_HOUSE, "see_off", player="ben")
    day.do(THE_HOUSE, "see_off", player="anna")


def meters(day: Day) -> None:
    """A progressive is bet on, given back, won by everybody and paid by hand, and its meter lowered."""
    ante = {"ante": 500, "bonus": 500}
    for person in (ANNA, BEN):
        day.do(person, "sit", cents=20_000)
    day.do(ANNA, "bet", wagers=ante, joins=["royale"])
    day.do(ANNA, "bet", wagers=ante, joins=["royal", "royal"])
    day.do(ANNA, "bet", wagers=ante, joins=["royal"])
    day.do(ANNA, "take_back")
    for joins in (["royal"], []):
        day.do(ANNA, "bet", wagers=ante, joins=["royal"])
        day.do(BEN, "bet", wagers=ante, joins=joins)
        for person in (ANNA, BEN):
            day.do(person, "ready")
        day.play(ANNA, BEN, choices=1)
        if joins:
            day.do(SUPERVISOR, "void", reason="a fire alarm")
    day.play(ANNA, BEN)
    day.do(ANNA, "leave")
    day.bet(ANNA)
    day.do(SUPERVISOR, "configure", config=table_of(day.house.config.name).to_body(), reason="no meters")
    day.do(SUPERVISOR, "hand_pay", seat=2)
    day.do(SUPERVISOR, "hand_pay", seat=1, cents=5)
    day.do(SUPERVISOR, "hand_pay", seat=1)
    day.do(SUPERVISOR, "hand_pay", seat=1)
    for meter, cents, reason in (
        ("pot", 100, "malfunction"), ("jackpot", 100, "greed"), ("jackpot", 10**9, "over_cap"),
        ("jackpot", 1, "malfunction"), ("jackpot", 0, "malfunction"), ("jackpot", 10**9, "not_displayed"),
    ):  # fmt: skip
        day.lower(meter=meter, cents=cents, reason=reason, why="as the law has it")


def a_day(of: str, table: str, ledger: Ledger | None = None) -> Day:
    """It has been played when it comes back."""
    more: dict[str, Any] = {"ledger": ledger} if ledger else {}
    if of == "meters":
        royal = {"name": "royal", "link": "corner", "hand_pay_cents": 120_000}
        config = table_of(table, progressives=[royal])
        house = House(config, chance=arranged(config, "As Ks Qs Js Ts 2h 3d 4c 5d 6h 7c 8d 9h"), **more)
    else:
        bots = [{"strategy": "basic", "seats": [3], "bets": {}}] if of == "silence" else []
        house = House(table_of(table, bots=bots), **more)
    day = Day(house)
    SCRIPTS[of](day)
    return day


SCRIPTS: dict[str, Callable[[Day], None]] = {
    "company": company, "troubles": troubles, "silence": silence, "meters": meters,
}  # fmt: skip
DAYS = [
    *((of, table) for of in ("company", "troubles", "silence") for table in ("dakota", "triple-shot", "lucky")),
    ("meters", "holdem"),
]
