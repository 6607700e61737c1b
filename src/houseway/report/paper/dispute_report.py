"""The report of a disputed round: one document that a player, a supervisor and a regulator can read and check."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from houseway.games import find_game
from houseway.games.wager_titles import wager_title
from houseway.games.words import counted, dollars, odds_text
from houseway.house.audit.aftermath import signed
from houseway.house.audit.awarded import Awarded
from houseway.house.audit.dispute import GOOD, WRONG, Dispute, DisputeCheck
from houseway.house.audit.memory import ON, SETTLED, VOIDED
from houseway.house.audit.recall import Recall
from houseway.house.audit.steps import ruled_on, ruling_words
from houseway.report.paper.model import Cell, Column, Document, Hand, Items, Mark, Number, Row, Section, Table, Words
from houseway.report.tape_lines import told_steps
from houseway.rules.refused import Refused

SUBTITLE = "Report of a round"
STANDINGS = {GOOD: Mark("good", "good"), WRONG: Mark("WRONG", "wrong")}
NOT_SAID = Mark("open", "open")
HASH_GROUP = 32


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused(f"there is no time zone '{name[:40]}': write one as in Europe/Vienna, or UTC") from None


def dispute_report(dispute: Dispute, zone: ZoneInfo) -> Document:
    recall = dispute.recall
    return Document(
        title=f"Round {recall['round']:,} at {recall['title']}",
        subtitle=SUBTITLE,
        facts=_facts(dispute, zone),
        sections=(
            _verdict(dispute, zone),
            _cards(dispute),
            _pays(dispute),
            _chips(dispute),
            _deeds(dispute, zone),
            _steps(dispute, zone),
            _in_force(dispute),
            _shuffle(dispute),
            _colophon(dispute, zone),
        ),
        keywords=(recall["game"], recall["table"]),
        brief=True,
        warnings=tuple(
            f"{check.what} is not in order: {check.said}. Nothing below proves anything until that is explained."
            for check in dispute.faults
        ),
    )


def when(at: int, zone: ZoneInfo) -> str:
    """A moment in the zone of the report, to the millisecond, with how far it is from UTC."""
    local = datetime.fromtimestamp(at / 1_000_000, zone)
    return local.isoformat(sep=" ", timespec="milliseconds")


def _clock(at: int, zone: ZoneInfo) -> str:
    return datetime.fromtimestamp(at / 1_000_000, zone).strftime("%H:%M:%S.%f")[:-3]


def _facts(dispute: Dispute, zone: ZoneInfo) -> tuple[tuple[str, str], ...]:
    recall = dispute.recall
    void = f"void, by {recall['by']}: {recall['reason']}"
    state = {ON: "still on", SETTLED: "settled"}.get(recall["state"], void)
    state += ", ruled" if ruled_on(recall) else ""
    state += ", corrected" if recall["corrections"] else ""
    return (
        ("Table", f"{recall['title']} ({recall['table']})"),
        ("Game", find_game(recall["game"]).title),
        ("Round", f"{recall['round']:,}, {state}"),
        ("Dealt", when(recall["began_at"], zone)),
        ("Ended", when(recall["ended_at"], zone) if recall["ended_at"] else "not yet"),
        ("Times", f"{zone.key}, with the distance from UTC"),
        ("Players", ", ".join(each["name"] for each in recall["players"])),
        ("Events", f"{recall['versions'][0]:,} to {recall['versions'][1]:,} of the table's stream"),
    )


def _order_words(recall: Recall, zone: ZoneInfo) -> str:
    thrown = recall["shuffle"]["discarded"]
    if not thrown:
        return "The order of these cards is not shown yet"
    return f"These cards were thrown away on {when(thrown['at'], zone)} ({thrown['reason']}), and are never shown"


def _verdict(dispute: Dispute, zone: ZoneInfo) -> Section:
    recall = dispute.recall
    changed = [
        (each["name"], each["cents_after"] - each["cents_before"] - each["cents_bought"], each["cents_corrected"])
        for each in recall["players"]
        if each["cents_after"] is not None
    ]
    hands = [
        f"{each.name} won {dollars(each.cents)} of {each.progressive}, {_how_paid(dispute, each)}"
        for each in dispute.awards
        if each.by_hand
    ]
    told = [f"{name} {'wins' if cents > 0 else 'loses' if cents < 0 else 'comes out even'}"
            + (f" {dollars(abs(cents))}" if cents else "")
            + (f", corrected by {signed(since)} since" if since else "") for name, cents, since in changed]  # fmt: skip
    told += hands
    hidden = Words(f"{_order_words(recall, zone)}: a card that its reader may not know lies face down here.", "note")
    departs = [Words(recall["departs"], "departs")] if recall["departs"] else []
    return Section(
        "verdict",
        "What was found",
        (
            Words(f"{'; '.join(told)}." if told else "The round is not over: nobody has won or lost yet."),
            *([hidden] if not recall["shuffle"]["revealed"] else []),
            *departs,
            _checks(dispute.checks),
            *_irregularities(dispute),
        ),
    )


def _checks(checks: tuple[DisputeCheck, ...]) -> Table:
    columns = (
        Column("what", "What was checked", "name"),
        Column("is", "It is", "name"),
        Column("said", "Because", "prose"),
    )
    rows = tuple(Row((check.what, STANDINGS.get(check.standing, NOT_SAID), check.said)) for check in checks)
    return Table("checks", "Checks", columns, rows)


def _irregularities(dispute: Dispute) -> Iterator[Items]:
    recall = dispute.recall
    said = [(each["by"], ruling_words(each)) for each in recall["rulings"]]
    by = [recall["by"]] if recall["state"] == VOIDED else []
    by += [each["by"] for each in recall["corrections"]]
    said += [(who, each["said"]) for who, each in zip(by, recall["aftermath"], strict=True)]
    if said:
        yield Items(tuple(said))


def _cards(dispute: Dispute) -> Section:
    hands = tuple(Hand(each.whose, each.cards) for each in dispute.hands)
    return Section("cards", "The cards", hands or (Words("No card was dealt."),))


def _pays(dispute: Dispute) -> Section:
    void = [Words(_void(dispute), "departs")] if dispute.recall["state"] == VOIDED else []
    nothing = [Words("No wager was settled: the bets in action lie on the felt, or went back.")]
    blocks = (*void, *(_closed(dispute) if dispute.pays else nothing), *_awards(dispute))
    return Section("pays", "Bets and pays", blocks)


def _closed(dispute: Dispute) -> tuple[Table, Items]:
    columns = (
        Column("seat", "Seat", "name"), Column("wager", "Wager", "name"), Column("outcome", "Outcome", "name"),
        Column("bet", "Bet"), Column("odds", "Pays", "name"), Column("due", "By the odds"), Column("paid", "Result"),
        *((Column("corrected", "Corrected"), Column("in_all", "In all")) if dispute.recall["corrections"] else ()),
        Column("note", "Rounding and caps", "prose"),
    )  # fmt: skip
    rows = tuple(
        Row(
            (
                f"{pay.seat}, {pay.name}" + (f", hand {pay.hand + 1}" if pay.hand else ""), pay.wager, pay.outcome,
                Number(pay.stake_cents, "dollars"), pay.odds, _exact(pay.by_odds_cents),
                Number(pay.won_cents, "dollars"), *_put_right(dispute, pay.won_cents, pay.corrected_cents), pay.note,
            )
        )
        for pay in dispute.pays
    )  # fmt: skip
    bet, won = (
        Number(sum(cents), "dollars")
        for cents in ([pay.stake_cents for pay in dispute.pays], [pay.won_cents for pay in dispute.pays])
    )
    put_right = _put_right(
        dispute, sum(pay.won_cents for pay in dispute.pays), sum(pay.corrected_cents for pay in dispute.pays)
    )
    total = Row(("All", "", "", bet, "", "", won, *put_right, ""), "total", total=True)
    note = "Result is what the bet brought beside its own return; a bet that is lost has a minus."
    whys = tuple((f"{pay.name}, {pay.wager}", pay.why) for pay in dispute.pays if pay.why)
    return Table("pays", "Every wager that was closed", columns, (*rows, total), note), Items(whys)


def _awards(dispute: Dispute) -> Iterator[Table]:
    columns = (
        Column("seat", "Seat", "name"), Column("progressive", "Progressive", "name"), Column("why", "For", "prose"),
        Column("cents", "Won"), Column("how", "Paid", "name"),
    )  # fmt: skip
    rows = tuple(
        Row((f"{each.seat}, {each.name}", each.progressive, each.why, Number(each.cents, "dollars"),
             _how_paid(dispute, each)))
        for each in dispute.awards
    )  # fmt: skip
    note = "What is paid by hand is no part of the chips below until a supervisor has paid it."
    if rows:
        yield Table("awards", "Won of progressives", columns, rows, note)


def _how_paid(dispute: Dispute, award: Awarded) -> str:
    if not award.by_hand:
        return "in chips"
    return "waits to be paid by hand" if award.player in dispute.due else "paid by hand since"


def _put_right(dispute: Dispute, won: int, since: int) -> tuple[Cell, ...]:
    """Where anything of the round was corrected: by how much, and what the result then comes to."""
    return (Number(since, "dollars"), Number(won + since, "dollars")) if dispute.recall["corrections"] else ()


def _void(dispute: Dispute) -> str:
    stands = any(cents for seat in dispute.recall["seats"] for cents in seat["won"].values())
    return "The round is void. " + (
        "Bets still in action went back; what was settled before stands, as below."
        if stands
        else "Every bet went back, and whatever is settled below was undone: nobody won or lost anything."
    )


def _exact(cents: Fraction) -> Cell:
    return Number(cents, "dollars") if cents.denominator == 1 else f"${float(cents) / 100:,.4f}".rstrip("0")


def _chips(dispute: Dispute) -> Section:
    columns = (Column("player", "Player", "name"), Column("id", "Known as", "name"), Column("before", "Before"),
               Column("bought", "Bought in"), Column("after", "After"), Column("result", "Result"),
               *((Column("corrected", "Corrected"),) if dispute.recall["corrections"] else ()))  # fmt: skip
    rows = []
    for each in dispute.recall["players"]:
        after = each["cents_after"]
        over = after is not None
        rows.append(Row((
            each["name"] + (f" (bot, {each['bot']})" if each["bot"] else ""), each["player"],
            Number(each["cents_before"], "dollars"), Number(each["cents_bought"], "dollars"),
            Number(after, "dollars") if over else "in play",
            Number(after - each["cents_before"] - each["cents_bought"], "dollars") if over else "",
            *((Number(each["cents_corrected"], "dollars"),) if dispute.recall["corrections"] else ()),
        )))  # fmt: skip
    return Section(
        "chips", "Chips before and after", (Table("chips", "Play money at the table", columns, tuple(rows)),)
    )


def _deeds(dispute: Dispute, zone: ZoneInfo) -> Section:
    columns = (Column("event", "Event"), Column("at", "Time", "name"), Column("who", "Who", "name"),
               Column("what", "What", "prose"))  # fmt: skip
    rows = tuple(
        Row((f"{deed.version:,}" if deed.version else "", _clock(deed.at, zone), deed.who, _broken(deed.what)))
        for deed in dispute.deeds
    )
    note = f"Since the round before. Times of the house's clock in {zone.key}; the day stands on the first page."
    return Section("deeds", "Who did what, and when", (Table("deeds", "Events", columns, rows, note),))


def _steps(dispute: Dispute, zone: ZoneInfo) -> Section:
    columns = (
        Column("at", "Time", "name"),
        Column("step", "Step", "prose"),
        Column("what", "What lay on the felt", "prose", 2),
    )
    rows = tuple(
        Row(
            (
                _clock(step.at, zone) if step.at else "",
                step.title,
                "; ".join(told),
            )
        )
        for step, told in told_steps(dispute.recall)
    )
    note = "Dealt again from the cards and the choices. A lower-case letter is a suit: c, d, h, s."
    return Section("steps", "Step by step", (Table("steps", "The round, dealt again", columns, rows, note),))


def _in_force(dispute: Dispute) -> Section:
    recall = dispute.recall
    game = find_game(recall["game"])
    said = tuple((each["title"], each["words"]) for each in recall["in_words"])
    tables = tuple(
        Table(
            f"paytable_{i}",
            f"Paytable {paytable['code']} ({', '.join(wager_title(game, each) for each in paytable['wagers'])})",
            (Column("outcome", "Outcome", "name"), Column("pays", "Pays", "name")),
            tuple(Row((each["title"], odds_text(*each["pays"]))) for each in paytable["pays"]),
        )
        for i, paytable in enumerate(recall["paytables"])
    )
    return Section("in_force", "What was in force", (Items(said), *tables))


def _shuffle(dispute: Dispute) -> Section:
    shuffle = dispute.recall["shuffle"]
    said = [
        ("Shuffle", f"{shuffle['cycle']:,} of deck {shuffle['deck']}; {counted(shuffle['dealt_before'], 'card')} of it "
                    f"{'was' if shuffle['dealt_before'] == 1 else 'were'} dealt before this round"),
        ("Machine", f"{shuffle['machine']}; {shuffle['mode']}"),
        ("Commitment, shown before the bets", f"`{_broken(shuffle['commitment'])}`"),
    ]  # fmt: skip
    if shuffle["revealed"]:
        said += [("Order", f"`{_broken(shuffle['order'])}`"), ("Key", f"`{_broken(shuffle['key'])}`")]
    how = "Whoever has order and key can hold them against the commitment with `houseway audit shoe`."
    return Section("shuffle", "The shuffle", (Items(tuple(said)), Words(how, "note")))


def _colophon(dispute: Dispute, zone: ZoneInfo) -> Section:
    recall = dispute.recall
    again = f"houseway audit dispute {recall['table']} {recall['round']} --zone {zone.key} --out FILE"
    said = (
        ("Hash of the round's last event", f"`{_broken(recall['hash'])}`"),
        ("Software that opened the table", f"houseway {recall['software'] or '(not noted)'}"),
        ("To make this report again", f"`{again}`"),
    )
    words = "The same ledger gives the same bytes. All money is play money."
    return Section("colophon", "How to check this report", (Items(said), Words(words, "note")))


def _broken(text: str) -> str:
    """Long rows of digits get blanks, so that they break in a line."""
    return " ".join(
        " ".join(word[i : i + HASH_GROUP] for i in range(0, len(word), HASH_GROUP))
        if len(word) > HASH_GROUP * 2 - 1
        else word
        for word in text.split(" ")
    )
