"""A link verified: its chain, every entry against the tables it came from, and every meter counted again from the bets.

The tables are read first and the link behind them: whatever a table says of it was written in the same write, so that
it must be there, and once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.games.words import counted, dollars
from houseway.house import events
from houseway.house.audit.stream import TakenOut, rows_of
from houseway.house.audit.sums import begun
from houseway.house.ledger.chain import Noted, Tampered, verify_stream
from houseway.house.ledger.store import EMPTY, LINK, Head, Ledger, OutOfOrder, Stored, canonical
from houseway.house.linked.link import GAVE_BACK, GREW, KINDS, LOWERED, OPENED, REASONS, SET, UNKNOWN, WON, Link
from houseway.house.linked.to_read import read_to_its_end
from houseway.house.linked.trigger import Trigger
from houseway.house.money import link_account
from houseway.progressives.growth import Reading
from houseway.progressives.jackpot import Meter
from houseway.rules.refused import Refused

UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError, Refused)
ENDED = (events.SETTLED, events.VOIDED)
TOLD = (*events.SETS_UP, events.DEALT, events.VOIDED, events.JACKPOT)  # rows of a table that its links hear of
OF_TABLES = (GREW, GAVE_BACK, WON)

Entry = tuple[str, str]  # kind and body of what a link must say


@dataclass
class TableTold:
    """What a table's stream says of one link, by the version of the event."""

    after: int  # its first rows up to here are in an archive
    upto: int
    cents: int  # on its account with the link
    over: int = 0  # its last round that came to an end
    entries: dict[int, Entry] = field(default_factory=dict)


FedLinks = Mapping[str, Mapping[str, TableTold]]  # by link and table
OTHERS = ""  # by table, what is true of every link that it had not told anything when it was read


def links_fed(ledger: Ledger, table: str) -> dict[str, TableTold]:
    """What one table says of each of its links."""
    found = begun(ledger, table)
    told: dict[str, TableTold] = {}
    after, over, by_name, fed = found.version, 0, _links_of(found, ledger, table), {}
    for row in rows_of(ledger, table, found.version):
        found.hear(row)
        over = row.body["round"] if row.kind in ENDED else over
        if row.kind not in TOLD:
            continue
        body = row.body
        if row.kind in events.SETS_UP:
            by_name = _links_in(body["config"])
            continue
        if row.kind == events.DEALT:
            fed = body.get("fed", {})
        if row.kind == events.JACKPOT:
            own = told.setdefault(body["link"], TableTold(after, 0, 0))
            own.entries[row.version] = (WON, canonical(_won(table, row, body)))
            continue
        for name, seats in fed.items():
            link, is_bet, must_hit = by_name[name]
            cents = sum(seats.values())
            said = {"table": table, "round": body["round"], "version": row.version, "format": 1}
            said |= {"fed_cents": cents, "in_cents": cents if is_bet else 0}
            kind = GREW if row.kind == events.DEALT else GAVE_BACK
            if must_hit and kind == GREW:
                said["by_seat"] = seats
            told.setdefault(link, TableTold(after, 0, 0)).entries[row.version] = (kind, canonical(said))
    for account, cents in found.accounts.items():
        if account.startswith(link_account("")):
            told.setdefault(account.removeprefix(link_account("")), TableTold(after, 0, 0)).cents = cents
    told[OTHERS] = TableTold(after, 0, 0)
    for each in told.values():
        each.upto, each.over = found.version, over
    return told


def _fed_by(fed: FedLinks, link: str) -> dict[str, TableTold]:
    """By table, what it says of this link; one that has fed it only since it was read says nothing yet."""
    return {**fed.get(OTHERS, {}), **fed.get(link, {})}


def _won(table: str, row: Stored, body: Mapping[str, Any]) -> dict[str, Any]:
    awards = [{key: each[key] for key in ("seat", "cents", "why", "meter", "tier")} for each in body["awards"]]
    said = {"table": table, "round": body["round"], "version": row.version, "format": 1}
    return {**said, "awards": awards, "meters": body["meters"]}


def _links_in(config: Mapping[str, Any]) -> dict[str, tuple[str, bool, bool]]:
    """By progressive, its link, whether it has a bet of its own, and whether a meter of it must hit."""
    return {
        each["name"]: (
            each["link"],
            bool(each["terms"]["bet_cents"]),
            any(meter["must_hit_by_cents"] for meter in each["terms"]["meters"]),
        )
        for each in config.get("progressives", ())
    }


def _links_of(found: Any, ledger: Ledger, table: str) -> dict[str, tuple[str, bool, bool]]:
    from houseway.house.cut import cut_of

    cut = cut_of(ledger, table) if found.version else None
    return _links_in(cut.state["table"]["config"]) if cut else {}


def fed_by_tables(ledger: Ledger) -> FedLinks:
    """What cannot be read is told where its table is verified."""
    found: dict[str, dict[str, TableTold]] = {}
    for table in ledger.tables():
        try:
            told = _told_whole(ledger, table)
        except UNREADABLE:
            continue
        for link, each in told.items():
            found.setdefault(link, {})[table] = each
    return found


def _told_whole(ledger: Ledger, table: str) -> dict[str, TableTold]:
    """Begun again where rows are archived meanwhile."""
    while True:
        try:
            return links_fed(ledger, table)
        except TakenOut:
            continue


def verify_link_stream(ledger: Ledger, name: str, fed: FedLinks, noted: Noted | None = None) -> tuple[Head, Link]:
    """Raises `Tampered` with the first entry that is not what it must be."""
    tables = _fed_by(fed, name)
    return read_to_its_end(ledger, name, lambda link: _verified(ledger, link, tables, noted))


def _verified(ledger: Ledger, link: Link, tables: Mapping[str, TableTold], noted: Noted | None) -> tuple[Head, Link]:
    stream = link.stream
    count, heard = _Count(), {table: set(told.entries) for table, told in tables.items()}

    def hear(row: Stored) -> None:
        try:
            _verify_entry(row, link, tables, heard)
            known = link.triggers.get(row.written["meter"]) if row.kind == SET else None
            link.learn(row)
            _verify_was_unknown(known, link.triggers.get(row.written["meter"]) if known else None)
            count.hear(row)
            if row.kind in (WON, LOWERED):
                count.verify(link)
        except (OutOfOrder, *UNREADABLE) as wrong:
            reason = str(wrong) if isinstance(wrong, OutOfOrder | Refused) else f"it cannot be read ({wrong!r})"
            raise Tampered(stream, row.version, reason) from None

    head = verify_stream(ledger, stream, noted, EMPTY, hear)
    end = head.version + 1
    for table, missing in heard.items():
        if missing:
            raise Tampered(stream, end, f"event {min(missing)} of table {table} is not told on the link")
    try:
        count.verify(link)
        _verify_accounts(link, tables)
        _verify_reached_are_paid(link, tables)
    except OutOfOrder as wrong:
        raise Tampered(stream, head.version, str(wrong)) from None
    return head, link


def _verify_entry(row: Stored, link: Link, tables: Mapping[str, TableTold], heard: Mapping[str, set[int]]) -> None:
    body = row.written
    if row.kind not in KINDS or (row.kind == OPENED) != (row.version == 1):
        raise OutOfOrder(f"'{row.kind}' cannot stand here")
    if row.text != canonical(body):
        raise OutOfOrder("it is not written as the house writes")
    if row.at < link.at and row.kind not in OF_TABLES:
        raise OutOfOrder("it is earlier than the entry before it")
    if row.kind == LOWERED and (body["reason"] not in REASONS or not body["why"] or not body["by"]):
        raise OutOfOrder("a meter was lowered without a reason that the law allows")
    if row.kind == SET and not body["why"]:
        raise OutOfOrder("a trigger was set without a reason")
    if row.kind == SET and (known := link.triggers.get(body["meter"])) and body["why"] != UNKNOWN:
        raise OutOfOrder(f"trigger {known.number} of the meter '{body['meter']}' was not shown before the next was set")
    if row.kind not in OF_TABLES:
        return
    if row.kind == GREW and any(each.table == body["table"] for each in link.reached.values()):
        raise OutOfOrder(f"table {body['table']} had reached a trigger, and was dealt another round before it was paid")
    table, version = body["table"], body["version"]
    told = tables.get(table)
    if told and (version <= told.after or version > told.upto):
        return  # in an archive, or written since the table was read
    if told is None or told.entries.get(version) != (row.kind, row.text):
        raise OutOfOrder(f"event {version} of table {table} says otherwise")
    if version not in heard[table]:
        raise OutOfOrder(f"event {version} of table {table} is told twice")
    heard[table].remove(version)


def _verify_was_unknown(before: Trigger | None, after: Trigger | None) -> None:
    """One that could not be known was set under another key: a house that draws both with one key knew the first."""
    if before and before.key and after and after.key:
        raise OutOfOrder(f"trigger {before.number} was known, and another was set without showing it")


def _verify_reached_are_paid(link: Link, tables: Mapping[str, TableTold]) -> None:
    """A round that is over has been paid for the trigger that it reached, in the write that ended it."""
    for meter, whose in link.reached.items():
        told = tables.get(whose.table)
        if told and told.over >= whose.round:
            raise OutOfOrder(
                f"table {whose.table} had reached the trigger of '{meter}' in round {whose.round}, "
                "and was not paid for it"
            )


@dataclass
class _Count:
    """The meters a second way: by the sums of all bets and wins, not bet by bet."""

    fed_cents: int = 0
    in_cents: int = 0
    fixed_cents: int = 0

    def hear(self, row: Stored) -> None:
        body = row.written
        if row.kind in (GREW, GAVE_BACK):
            way = 1 if row.kind == GREW else -1
            self.fed_cents += way * body["fed_cents"]
            self.in_cents += way * body["in_cents"]
        elif row.kind == WON:
            self.fixed_cents += sum(award["cents"] for award in body["awards"] if not award["meter"])

    def verify(self, link: Link) -> None:
        readings = link.readings
        for meter in link.progressive.meters:
            self._verify_meter(link, meter, readings[meter.name])
        kept = self.in_cents - self.fixed_cents - sum(map(_whole_cents, readings.values()))
        if link.house_cents != kept:
            raise OutOfOrder(f"the house has {link.house_cents} cents of the link where the bets leave {kept}")
        if over := sum(link.accounts.values()):
            raise OutOfOrder(f"the accounts of the link are {over} cents from zero")

    def _verify_meter(self, link: Link, meter: Meter, now: Reading) -> None:
        """shown + carried + overflow + won + lowered, with the reserve, is what the bets and seeds come to."""
        lowered = link.lowered[meter.name]
        has = _whole_cents(now) + now.carried + now.reserve_carried
        due = (meter.rate + meter.reserve_rate) * self.fed_cents
        if has != due or now.bets_cents != self.fed_cents:
            raise OutOfOrder(f"the meter '{meter.name}' comes to {has} cents where its bets make {due}")
        reserve = meter.reserve_rate * self.fed_cents - now.seeds * meter.seed_cents + lowered
        if now.reserve_cents + now.reserve_carried > reserve or not 0 <= now.carried < 1:
            raise OutOfOrder(f"the reserve of '{meter.name}' is more than its bets make")
        if meter.most_cents and now.shown_cents > meter.most_cents:
            raise OutOfOrder(f"the meter '{meter.name}' shows more than its cap")


def _whole_cents(now: Reading) -> int:
    return now.shown_cents + now.overflow_cents + now.won_cents + now.reserve_cents


def _verify_accounts(link: Link, tables: Mapping[str, TableTold]) -> None:
    """What a table has put in, less what it was paid, is the same in both streams."""
    for name, told in tables.items():
        if link.heard.get(name, 0) <= told.upto and link.tables[name] != -told.cents:
            raise OutOfOrder(f"table {name} has {told.cents} cents with the link, which has {-link.tables[name]}")


def is_link(stream: str) -> bool:
    return stream.startswith(LINK)


def meters_in_words(link: Link) -> Iterable[str]:
    for meter in link.progressive.meters:
        now = link.readings[meter.name]
        yield f"{meter.title} shows {dollars(now.shown_cents)} after {dollars(now.bets_cents)} of bets"
        if lost := link.unshown[meter.name]:
            were, their = ("was", "its key") if lost == 1 else ("were", "their keys")
            yield f"{counted(lost, 'trigger')} of {meter.title} {were} never shown: {their} {were} lost"
