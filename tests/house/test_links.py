"""Links: bets feed meters in the write that deals them, hits are paid off them once, and an auditor counts again."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from rich.console import Console

from houseway.games import find_game
from houseway.house import events
from houseway.house.audit.chronicle import Chronicle
from houseway.house.audit.dispute import dispute_of
from houseway.house.audit.verify import verify_ledger
from houseway.house.books.books import Books
from houseway.house.books.calendar import Calendar, Period
from houseway.house.configuration import Room, TableConfig, default_room
from houseway.house.draft import Actor, Command
from houseway.house.ledger import open_ledger
from houseway.house.ledger.copies import copied
from houseway.house.ledger.store import Ledger, LedgerFailed
from houseway.house.linked.accrual import accrual
from houseway.house.linked.displayed import progressives_view
from houseway.house.linked.link import Link
from houseway.house.pit import Broken, Pit, new_id
from houseway.house.posting import posting_sign
from houseway.progressives.jackpot import find_progressive
from houseway.report.accrual_page import accrual_page
from houseway.report.paper.dispute_report import dispute_report, zone_of
from houseway.report.paper.press import printed
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, arranged, at_once, room_with, table_of

ROYAL = {"name": "royal", "link": "corner"}
SEED = 250_000
BOARD = "As Ks Qs Js Ts"  # a royal flush on the board is everybody's
LOW = "2h 3d 4c 5d 6h 7c 8d 9h"


METER = find_progressive(find_game("fast_action_holdem"), "royal").model_dump(mode="json")["meters"][0]


def with_royal(name: str = "holdem", **changes: Any) -> TableConfig:
    """A table on the link 'corner'."""
    return TableConfig.from_body({**table_of("holdem").to_body(), "progressives": [ROYAL], **changes, "name": name})


def bet(pit: Pit, table: str, *people: Actor, joins: tuple[str, ...] = ("royal",)) -> None:
    for person in people:
        seat = pit.tables[table].players[person.id].seats[0]
        what = {"seat": seat, "wagers": {"ante": 500, "bonus": 500}, "joins": list(joins)}
        pit.do(table, person, Command(new_id(), "bet", None, what))
    for person in people:
        pit.do(table, person, Command(new_id(), "ready"))


def play_out(pit: Pit, table: str, *people: Actor, act: str = "keep_12") -> None:
    while pit.tables[table].playing:
        round_ = pit.tables[table].round
        assert round_ is not None
        assert round_.pending is not None
        who = next(person for person in people if person.id == round_.owners[round_.pending.seat - 1])
        pit.do(table, who, Command(new_id(), "act", None, {"act": act}))


def a_house(cards: str = f"{BOARD} {LOW}", **changes: Any) -> House:
    config = with_royal(**changes)
    house = House(config, chance=arranged(config, cards))
    house.sit(ANNA, BEN)
    return house


def link_of(house: House) -> Link:
    return house.pit.links.catch_up("corner")


def shown(house: House) -> int:
    return link_of(house).readings["jackpot"].shown_cents


def verify(ledger: Ledger) -> list[str]:
    verdicts = verify_ledger(ledger)
    assert all(verdict.fault is None for verdict in verdicts), [verdict.sentence for verdict in verdicts]
    return [verdict.sentence for verdict in verdicts]


def faults(ledger: Ledger) -> list[str]:
    return [verdict.sentence for verdict in verify_ledger(ledger) if verdict.fault]


# --- what a table may carry ---


def test_no_progressive_unless_a_table_names_one() -> None:
    assert "progressives" not in table_of("holdem").to_body()
    house = House(table_of("holdem"))
    assert [name for name in house.ledger.heads() if name.startswith(":link:")] == []


def test_a_configuration_keeps_every_term_whatever_the_game_s_file_becomes() -> None:
    body = with_royal().to_body()
    terms = body["progressives"][0]["terms"]
    assert (terms["meters"][0]["rate"], terms["bet_cents"]) == ("7/20", 100)
    assert TableConfig.recorded(body) == with_royal()
    without_file = {**terms, "name": "gone", "title": "Gone"}
    changed = {**body, "progressives": [{**body["progressives"][0], "name": "gone", "terms": without_file}]}
    assert TableConfig.recorded(changed).progressives[0].progressive.title == "Gone"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"practice": True}, "where people practise nothing feeds a meter"),
        ({"progressives": [{"name": "royale"}]}, "no progressive 'royale'; did you mean royal"),
        ({"progressives": [ROYAL, ROYAL]}, "have one name twice"),
        ({"progressives": [{**ROYAL, "terms": {"bet_cents": 0}}]}, "a bet of its own or a share of a wager"),
        ({"progressives": [{**ROYAL, "link": "No Link"}]}, "String should match pattern"),
        ({"progressives": [{**ROYAL, "hand_pay_cents": 0}]}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_carried_is_refused_in_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        with_royal(**changes)


def test_tables_with_other_meters_cannot_share_a_link() -> None:
    """WAC 230-15-685."""
    meters = [{**METER, "rate": "10 %"}]
    other = with_royal("other", progressives=[{**ROYAL, "terms": {"meters": meters}}])
    with pytest.raises(ValueError, match=r"cannot feed the link 'corner': .* the meter 'jackpot' is not the same"):
        Room.model_validate({**default_room().model_dump(), "tables": {
            table.name: {key: part for key, part in table.to_body().items() if key != "name"}
            for table in (with_royal(), other)
        }})  # fmt: skip
    house = a_house()
    opening = {"config": other.to_body(), "reason": "one more"}
    with pytest.raises(Refused, match=r"table other cannot feed the link 'corner': .* the meter 'jackpot'"):
        house.pit.open_table("other", SUPERVISOR, Command(new_id(), "open", None, opening))


# --- bets ---


def test_a_bet_feeds_the_meter_in_the_write_that_deals_it() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    dealt = next(row for row in house.ledger.read("holdem") if row.kind == events.DEALT)
    grew = house.ledger.read(":link:corner")[-1]
    assert (grew.kind, grew.command, grew.at) == ("grew", dealt.command, dealt.at)
    assert grew.written == {
        "table": "holdem", "round": 1, "version": dealt.version, "fed_cents": 200, "in_cents": 200, "format": 1,
    }  # fmt: skip
    assert link_of(house).accounts == {
        "table:holdem": -200, "meter:jackpot": SEED + 70, "overflow:jackpot": 0, "reserve:jackpot": 44 - SEED,
        "house": 86,
    }  # fmt: skip
    verify(house.ledger)


def test_a_bet_that_is_taken_back_before_the_deal_was_never_on_the_meter() -> None:
    house = a_house()
    house.do(ANNA, "bet", seat=1, wagers={"ante": 500, "bonus": 500}, joins=["royal"])
    assert house.chips(ANNA) == 500_000 - 1100
    house.do(ANNA, "take_back")
    assert (house.chips(ANNA), shown(house)) == (500_000, SEED)
    verify(house.ledger)


def test_without_the_wager_that_wins_it_there_is_no_progressive_bet() -> None:
    house = a_house()
    with pytest.raises(Refused, match="the Royal Progressive is for hands with a bet on bonus"):
        house.do(ANNA, "bet", seat=1, wagers={"ante": 500}, joins=["royal"])
    with pytest.raises(Refused, match="no progressive bet 'royale'; did you mean royal"):
        house.do(ANNA, "bet", seat=1, wagers={"ante": 500, "bonus": 500}, joins=["royale"])


def test_a_void_round_gives_its_progressive_bets_back_and_the_meter_is_as_before() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    house.do(SUPERVISOR, "void", reason="a card was turned")
    assert (house.chips(ANNA), house.chips(BEN)) == (500_000, 500_000)
    assert link_of(house).accounts["table:holdem"] == 0
    assert link_of(house).readings["jackpot"].shown_cents == SEED
    verify(house.ledger)


# --- hits ---


def test_a_hit_that_two_seats_share_is_divided_and_the_meter_begins_again_from_the_reserve() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    play_out(house.pit, "holdem", ANNA, BEN)
    awards = house.last(events.JACKPOT)["awards"]
    assert [(each["seat"], each["cents"], each["why"]) for each in awards] == [
        (2, 125_035, "tier"), (1, 125_035, "tier"), (1, 2_500, "envy"), (2, 2_500, "envy"),
    ]  # fmt: skip
    now = link_of(house).readings["jackpot"]
    assert (now.shown_cents, now.wins, now.won_cents, now.seeds) == (SEED, 2, 250_070, 2)
    assert now.shortfall_cents == 2 * SEED - 44
    assert verify(house.ledger)[-1] == "link corner: 3 entries are good; Jackpot shows $2,500 after $2 of bets"


def test_who_has_no_progressive_bet_wins_nothing_of_it() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN, joins=())
    play_out(house.pit, "holdem", ANNA, BEN)
    assert events.JACKPOT not in house.kinds()
    assert shown(house) == SEED
    verify(house.ledger)


def test_a_large_award_is_paid_by_a_supervisor_and_the_seat_is_held_until_then() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    play_out(house.pit, "holdem", ANNA, BEN)
    before = house.chips(ANNA)
    with pytest.raises(Refused, match="the seat of Anna is held"):
        house.do(ANNA, "leave")
    house.wait(10_000)
    assert {"anna", "ben"} <= set(house.table.players), "a held seat is not given up"
    with pytest.raises(Refused, match="a player may not hand pay"):
        house.do(ANNA, "hand_pay", seat=1)
    with pytest.raises(Refused, match=r"\$1,250.35 waits to be paid at seat 1, not \$1,250"):
        house.do(SUPERVISOR, "hand_pay", seat=1, cents=125_000)
    house.do(SUPERVISOR, "hand_pay", seat=1, cents=125_035)
    assert house.chips(ANNA) == before + 125_035
    with pytest.raises(Refused, match="nothing is to be paid by hand at seat 1: seat 2 waits"):
        house.do(SUPERVISOR, "hand_pay", seat=1)
    house.do(ANNA, "leave")
    house.do(SUPERVISOR, "hand_pay", seat=2)
    assert not house.table.dues
    verify(house.ledger)


def test_a_table_keeps_its_link_until_what_was_won_there_is_paid_by_hand() -> None:
    """Else nobody sees on the felt or in the house view that somebody waits."""
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    play_out(house.pit, "holdem", ANNA, BEN)
    other = with_royal(progressives=[{**ROYAL, "link": "other"}]).to_body()
    for config in (other, with_royal(progressives=[]).to_body()):
        with pytest.raises(
            Refused, match=r"the seat of Ben is held: \$1,250.35 of the link 'corner' is paid by hand first"
        ):
            house.do(SUPERVISOR, "configure", config=config, reason="another link")
    house.do(SUPERVISOR, "configure", config=with_royal(keep_seat_s=60).to_body(), reason="shorter")
    assert progressives_view(house.table, house.pit.links.look)[0]["due"] == [1, 2]
    for seat in (1, 2):
        house.do(SUPERVISOR, "hand_pay", seat=seat)
    house.do(SUPERVISOR, "configure", config=other, reason="another link")
    verify(house.ledger)


def test_a_smaller_award_goes_to_the_chips_at_once() -> None:
    house = a_house(progressives=[{**ROYAL, "hand_pay_cents": 200_000}])
    bet(house.pit, "holdem", ANNA, BEN)
    play_out(house.pit, "holdem", ANNA, BEN)
    assert not house.table.dues
    verify(house.ledger)


def test_the_history_of_a_player_has_contributions_and_hits() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    play_out(house.pit, "holdem", ANNA, BEN)
    house.do(SUPERVISOR, "hand_pay", seat=1)
    chronicle = Chronicle("holdem")
    chronicle.catch_up(house.ledger, 1000)
    (played,) = chronicle.played("anna", house.now + 1)
    assert (played.bet_cents, played.fed_cents, played.jackpot_cents) == (1100, 100, 127_535)
    assert played.net_cents == house.chips(ANNA) - 500_000, "the net of the only round is what was won since"
    seat = chronicle.details(house.ledger, "anna", 1)["1"]
    assert seat["fed"] == {"royal": 100}
    assert [(each["cents"], each["by_hand"]) for each in seat["jackpots"]] == [(125_035, True), (2_500, False)]


def test_the_report_of_a_round_says_what_was_won_of_a_progressive_and_who_waits_for_it() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    play_out(house.pit, "holdem", ANNA, BEN)
    house.do(SUPERVISOR, "hand_pay", seat=1)
    found = dispute_of(house.ledger, "holdem", 1)
    title, royal = house.config.progressives[0].progressive.title, "royal flush"
    assert [(each.seat, each.cents, each.why, each.by_hand) for each in found.awards] == [
        (2, 125_035, royal, True), (1, 125_035, royal, True),
        (1, 2_500, f"envy: another seat's {royal}", False), (2, 2_500, f"envy: another seat's {royal}", False),
    ]  # fmt: skip
    deeds = [deed.what for deed in found.deeds]
    assert sum(f"; on {title} $1" in what for what in deeds) == 2
    (paid,) = [what for what in deeds if "of a progressive" in what]
    assert f"seat 2, Ben: $1,250.35 of {title} (royal flush), to be paid by hand; seat 1, Anna:" in paid
    page = printed(dispute_report(found, zone_of("UTC")), "md").decode()
    assert f"Ben won $1,250.35 of {title}, waits to be paid by hand" in page
    assert f"Anna won $1,250.35 of {title}, paid by hand since" in page
    assert f"| 1, Anna | {title} | envy: another seat's royal flush | $25 | in chips |" in page


# --- several tables ---


def two_tables(ledger: Ledger) -> Pit:
    tables = with_royal("one"), with_royal("two")
    chance = arranged(tables[0], f"{BOARD} {LOW}")
    pit = Pit(ledger, at_once(ledger), room_with(*tables), clock=lambda: 1_000_000_000, chance=chance)
    pit.open_room(software="test")
    for table, person in (("one", ANNA), ("two", BEN)):
        pit.do(table, person, Command(new_id(), "sit", None, {"cents": 500_000}))
    return pit


def test_two_tables_that_hit_in_the_same_instant_are_paid_in_the_order_of_the_write() -> None:
    ledger = open_ledger("memory:")
    pit = two_tables(ledger)
    bet(pit, "one", ANNA)
    bet(pit, "two", BEN)
    act = Command(new_id(), "act", None, {"act": "keep_12"})
    first, second = pit.begin("one", ANNA, act), pit.begin("two", BEN, act)
    answers = ledger.append([second.batch, first.batch])  # type: ignore[union-attr]
    assert pit.finish("two", second, answers[0]) is not None  # type: ignore[arg-type]
    assert pit.finish("one", first, answers[1]) is None, "the meter it saw is not there any more"  # type: ignore[arg-type]
    pit.do("one", ANNA, act)
    awards = {
        name: [row.body["awards"][0]["cents"] for row in ledger.read(name) if row.kind == events.JACKPOT]
        for name in ("one", "two")
    }
    assert awards == {"one": [SEED], "two": [SEED + 70]}
    verify(ledger)


def test_tables_that_only_bet_never_wait_for_each_other() -> None:
    ledger = open_ledger("memory:")
    pit = two_tables(ledger)
    for table, person in (("one", ANNA), ("two", BEN)):
        what = {"seat": 1, "wagers": {"ante": 500, "bonus": 500}, "joins": ["royal"]}
        pit.do(table, person, Command(new_id(), "bet", None, what))
    begun = [pit.begin(table, person, Command(new_id(), "ready")) for table, person in (("one", ANNA), ("two", BEN))]
    answers = ledger.append([each.batch for each in begun])  # type: ignore[union-attr]
    assert all(isinstance(answer, list) for answer in answers)
    for table, intent, answer in reversed(list(zip(("one", "two"), begun, answers, strict=True))):
        assert pit.finish(table, intent, answer) is not None  # type: ignore[arg-type]
    assert pit.links.look("corner").readings["jackpot"].bets_cents == 200
    verify(ledger)


# --- meters ---


def lower(house: House, **what: Any) -> Link:
    return house.pit.lower_meter("corner", SUPERVISOR, Command(new_id(), "lower", None, {"meter": "jackpot", **what}))


def test_a_meter_is_lowered_for_the_reasons_of_the_law_alone() -> None:
    """WAC 230-15-695."""
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    with pytest.raises(Refused, match=r"malfunction, over_cap, not_displayed, seed_recovery \(WAC 230-15-695\), not"):
        lower(house, cents=10, reason="too_high", why="it is too much")
    with pytest.raises(Refused, match=r"\$0 may come off the Jackpot now, not \$1"):
        lower(house, cents=100, reason="over_cap", why="counted")
    with pytest.raises(Refused, match="give a why"):
        lower(house, cents=100, reason="malfunction")
    now = lower(house, cents=70, reason="malfunction", why="a bet was counted twice").readings["jackpot"]
    assert (now.shown_cents, now.reserve_cents) == (SEED, 44 - SEED + 70)
    verify(house.ledger)


def test_what_grew_over_the_cap_waits_unseen_and_may_go_to_the_reserve() -> None:
    meters = [{**METER, "cap_cents": SEED + 30}]
    house = a_house(progressives=[{**ROYAL, "terms": {"meters": meters}}])
    bet(house.pit, "holdem", ANNA, BEN)
    assert (shown(house), link_of(house).readings["jackpot"].overflow_cents) == (SEED + 30, 40)
    now = lower(house, cents=40, reason="over_cap", why="posted").readings["jackpot"]
    assert (now.overflow_cents, now.reserve_cents) == (0, 44 - SEED + 40)
    verify(house.ledger)


# --- what an auditor finds ---


class Changed:
    """A ledger in which somebody has rewritten the link, hashes and all."""

    def __init__(self, ledger: Ledger, edit: Any) -> None:
        from tests.house.lively import rechained

        self._ledger = ledger
        self._rows = rechained(edit(ledger.read(":link:corner")))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)

    def read(self, table: str, after: int = 0, limit: int | None = None) -> Any:
        if table != ":link:corner":
            return self._ledger.read(table, after, limit)
        return [row for row in self._rows if row.version > after][:limit]

    def head(self, table: str) -> Any:
        return self._rows[-1].place if table == ":link:corner" else self._ledger.head(table)


def said(row: Any, **changes: Any) -> Any:
    text = json.dumps({**json.loads(row.text), **changes}, sort_keys=True, separators=(",", ":"))
    return replace(row, text=text)


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda rows: [*rows[:1], *rows[2:]], "showed 250000 cents, not 250070"),
        (lambda rows: [*rows[:1], rows[1], *rows[1:]], "is told twice"),
        (lambda rows: [rows[0], said(rows[1], fed_cents=300), *rows[2:]], "event 11 of table holdem says otherwise"),
        (lambda rows: rows[:2], "event 14 of table holdem is not told on the link"),
    ],
)
def test_a_link_that_does_not_say_what_its_tables_say_is_found(edit: Any, sentence: str) -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    play_out(house.pit, "holdem", ANNA, BEN)
    changed: Any = Changed(house.ledger, edit)
    (fault,) = faults(changed)
    assert sentence in fault


def test_a_copy_has_the_meters_that_its_tables_bets_made() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    target = open_ledger("memory:")
    copied(house.ledger, target)
    assert target.heads() == house.ledger.heads()
    verify(target)


def test_a_house_that_starts_again_has_the_meters_it_had() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    before = link_of(house).accounts
    house.reopen()
    assert link_of(house).accounts == before
    verify(house.ledger)


def test_the_daily_accrual_report_reconciles_and_tells_the_shortfall() -> None:
    """WAC 230-15-671 and -455: each day opens with what the day before closed with."""
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    house.do(SUPERVISOR, "void", reason="a card was turned")
    house.now += 86_400_000_000
    bet(house.pit, "holdem", ANNA, BEN)
    play_out(house.pit, "holdem", ANNA, BEN)
    first, second = accrual(house.ledger, Calendar.of())
    assert (first.opened_with_cents, first.in_cents, first.seeded_cents, first.shows_cents) == (0, 0, SEED, SEED)
    assert first.shortfall_cents == SEED
    assert (second.in_cents, second.accrued_cents, second.awards, second.won_cents) == (200, 70, 2, 250_070)
    assert (second.reserve_accrued_cents, second.shortfall_cents) == (44, 2 * SEED - 44)
    for day in (first, second):
        kept = day.opened_with_cents + day.accrued_cents + day.seeded_cents - day.won_cents - day.lowered_cents
        assert kept == day.shows_cents + day.overflow_cents
    assert second.opened_with_cents == first.shows_cents
    with pytest.raises(Refused, match="the ledger has no link 'attic'; it has corner"):
        accrual(house.ledger, Calendar.of(), ["attic"])
    shown = Console(width=200, record=True)
    with shown.capture() as text:
        shown.print(accrual_page([first, second]))
    assert "Link corner: Jackpot" in text.get()


def test_a_link_that_cannot_be_read_voids_nobody_s_round(monkeypatch: pytest.MonkeyPatch) -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA, BEN)
    with monkeypatch.context() as broken:
        broken.setattr(house.pit.links, "look", _fails)
        with pytest.raises(Broken):
            play_out(house.pit, "holdem", ANNA, BEN)
    assert house.table.playing
    house.pit.mend("holdem")
    play_out(house.pit, "holdem", ANNA, BEN)
    assert house.last(events.JACKPOT)["awards"][0]["cents"] == 125_035
    verify(house.ledger)


def _fails(name: str, table: str = "", round_: int = 0) -> Link:  # noqa: ARG001
    raise LedgerFailed(f"link {name} cannot be read")


def test_the_felt_shows_the_meter_and_nothing_that_is_the_house_s() -> None:
    house = a_house()
    bet(house.pit, "holdem", ANNA)
    (seen,) = progressives_view(house.table, house.pit.links.look)
    assert (seen["title"], seen["bet_cents"], seen["seats"]) == ("Royal Progressive", 100, [1])
    assert seen["meters"] == [{"name": "jackpot", "title": "Jackpot", "cents": SEED}], "half a cent is not shown yet"
    assert "reserve" not in json.dumps(seen)


def test_a_hit_is_shown_wherever_its_link_is() -> None:
    ledger = open_ledger("memory:")
    pit = two_tables(ledger)
    bet(pit, "one", ANNA)
    play_out(pit, "one", ANNA)
    (seen,) = progressives_view(pit.tables["two"], pit.links.look)
    (hit,) = seen["hits"]
    assert (hit["table"], hit["awards"][0]["cents"], hit["awards"][0]["tier"]) == ("one", SEED + 35, "royal_flush")


def test_the_sign_posts_bet_tiers_cap_and_hand_pay() -> None:
    posted = posting_sign(default_room(), with_royal()).money[-1]
    assert posted.startswith("Royal Progressive ($1, with a bet on bonus): royal flush wins 100 % of the Jackpot, $25")
    assert "The Jackpot shows at most $50,000" in posted
    assert "above $1,200 is paid by a supervisor" in posted


# --- books ---


def test_a_table_with_a_meter_has_books_in_which_its_bets_and_pays_are_not() -> None:
    """They are the players' own money: it goes to the link, and comes from there."""
    house = a_house()
    day = Period(date(1970, 1, 1), date(1970, 1, 1))
    found = []
    for joins in (("royal",), ()):
        bet(house.pit, "holdem", ANNA, BEN, joins=joins)
        play_out(house.pit, "holdem", ANNA, BEN)
        if joins:
            for seat in (1, 2):
                house.do(SUPERVISOR, "hand_pay", seat=seat)
        report = Books(house.ledger, lambda *_: {}, lambda: house.now).report(Calendar.of(), day)
        report.verify_balance()
        found.append(report.rows[0])
    one, two = ((row.rounds, row.hands, row.bets_cents, row.raised_cents, row.win_cents) for row in found)
    assert two == tuple(2 * each for each in one)
    assert one[:3] == (1, 2, 2000)
