"""The operator's books against other counts of the same events: tapes dealt again, and the table's own accounts."""

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.at_hand import at_hand
from houseway.analysis.follow_ons import per_first_bet
from houseway.house import events
from houseway.house.audit.hold import before_policies, cached_theory, from_store, holds
from houseway.house.audit.memory import SETTLED, Memory, dealt_again
from houseway.house.books import books
from houseway.house.books.books import Books, Report
from houseway.house.books.calendar import Calendar, day, days
from houseway.house.books.gathered import player_names
from houseway.house.books.kept_tallies import KeptTallies
from houseway.house.books.luck import at_least
from houseway.house.books.reading import shared_out
from houseway.house.books.rows import BookRow
from houseway.house.books.tally import TableTally
from houseway.house.books.theory import cards_alone
from houseway.house.ledger import open_ledger
from houseway.house.ledger.around import Around
from houseway.house.ledger.store import Ledger, Stored, Text, canonical
from houseway.house.money import BREAKAGE, CAGE, HOUSE, TOKES
from houseway.rules.refused import Refused
from tests.house.archive_kit import joined, pruned
from tests.house.conftest import Open
from tests.house.in_sql import capped_in_sql, totals_in_sql
from tests.house.lively import Rows, lively_house, rechained, rows_of
from tests.house.table_kit import ANNA, BEN, CLEO, SUPERVISOR, House, arranged, least_bets, table_of

UTC = Calendar.of()
THAT_DAY = day("1970-01-01")
GAMES = ("dakota", "holdem-six", "super-fun", "triple-shot", "lucky", "dakota-practice")
ADDING = ("mississippi-practice", "three-card-practice", "war-practice")  # games in which choices add bets


def report_of(house: House, *by: str, calendar: Calendar = UTC) -> Report:
    return Books(house.ledger).report(calendar, THAT_DAY, by)


def recount(house: House) -> dict[str, Any]:
    """From the cards: every round dealt again and its tape read, void ones by what the ledger says was paid."""
    memory = Memory(house.config.name, kept=10_000).catch_up(house.ledger)
    found: Counter[str] = Counter()
    bets: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for kept in memory.rounds:
        again = dealt_again(kept)
        names = again.game.wagers
        if kept.state == SETTLED:
            found["rounds"] += 1
            found["hands"] += sum(map(bool, kept.round.owners))
            for (_, wager), cents in again.net().items():
                held[names[wager]] -= cents
            placed = {(seat, name) for seat, own in enumerate(kept.round.wagers, 1) for name in own}
            for (seat, wager), cents in again.action().items():
                found["handle"] += cents
                if cents and (seat, names[wager]) not in placed and names[wager] not in per_first_bet(again.game):
                    bets[names[wager]] += cents
            for own in kept.round.wagers:
                bets.update(own)
        else:
            found["voids"] += 1
            paid = [row.body["settled"] for row in kept.rows if row.kind == events.PAID]
            stands = [] if kept.rows[-1].body["whole"] else [each for all_ in paid for each in all_]
            for each in stands:
                held[each["wager"]] -= each["won"]
                found["handle"] += each["stake"]
            found["hands"] += len({each["seat"] for each in stands})
            for seat, wager in {(each["seat"], each["wager"]) for each in stands}:
                bets[wager] += kept.round.wagers[seat - 1].get(wager, 0)
    return {**found, "bets": bets, "held": held}


def told_as_recounted(house: House) -> None:
    seen, accounts = recount(house), house.table.accounts
    report = report_of(house)
    assert not report.faults
    row = summed(report)
    assert (row.rounds, row.voids, row.hands) == (seen.get("rounds", 0), seen.get("voids", 0), seen["hands"])
    assert row.handle_cents == seen.get("handle", 0)
    assert row.win_cents == sum(seen["held"].values()) == accounts[HOUSE] + accounts[BREAKAGE]
    assert row.out_cents - row.drop_cents == accounts[CAGE]
    assert row.tokes_cents == accounts[TOKES]
    bets: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for each in report_of(house, "wager").rows:
        bets[each.wager] += each.bets_cents
        held[each.wager] += each.win_cents
    assert bets == seen["bets"]
    assert held == seen["held"]
    told_as_in_sql(house)


def told_as_in_sql(house: House) -> None:
    row = summed(report_of(house))
    found = totals_in_sql(rows_of(house))
    assert {name: getattr(row, name) for name in found} == found


def summed(report: Report) -> BookRow:
    """All books together: the accounts of a table do not know of books."""
    whole = BookRow("all")
    for row in report.totals:
        for name, told in vars(row).items():
            if type(told) is int:
                setattr(whole, name, getattr(whole, name) + told)
    return whole


@pytest.mark.parametrize("name", GAMES)
def test_every_total_agrees_with_the_tapes_and_the_accounts(name: str) -> None:
    told_as_recounted(lively_house(name, 14, seed=3))


def test_rows_of_shifts_days_and_wagers_add_up_to_the_whole() -> None:
    house = lively_house("lucky", 25)
    calendar = Calendar.of("America/Los_Angeles", ["06:00", "16:15", "22:00"], "06:00")
    period = days("1969-12-30", "1970-01-02")
    books = Books(house.ledger)
    (whole,) = books.report(calendar, period, ()).rows
    for by in (("shift",), ("day", "shift"), ("week", "table"), ("month", "game"), ("wager", "shift", "day")):
        rows = books.report(calendar, period, by).rows
        for name in ("bets_cents", "win_cents"):
            assert sum(getattr(row, name) for row in rows) == getattr(whole, name)
        if "wager" not in by:
            assert sum(row.handle_cents for row in rows) == whole.handle_cents
            assert sum(row.dealing_us for row in rows) == whole.dealing_us


# --- what is rare ---


def test_envy_caps_tokes_and_corrections_are_counted_to_the_cent() -> None:
    """Ben's royal flush pays 500 to 1 up to a cap of $500, Anna has Envy for it; one pay is put right later."""
    options = {**table_of("holdem").options, "cap_cents": 50_000, "cap_per": "hand"}
    limits = {"ante": {"least_cents": 500, "most_cents": 500, "step_cents": 100},
              "bonus": {"least_cents": 100, "most_cents": 500, "step_cents": 100}}  # fmt: skip
    config = table_of("holdem", seats=2, options=options, wagers=limits)
    cards = "Th Jh Qh 2c 3d  4c 4d 5s 6s  Ah Kh 2s 3c  9c 9d 7s 7c"  # community, Anna, Ben, dealer
    house = House(config, chance=arranged(config, cards))
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, ante=500, bonus=500)
    while house.table.playing:
        house.do(ANNA if house.view()["pending"]["player"] == "anna" else BEN, "act", act="keep_12")
    won = house.last("settled")["won"]
    before = {row.wager: row for row in report_of(house, "wager").rows}
    house.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager="ante", cents=300, reason="paid too little")
    ante = next(row for row in report_of(house, "wager").rows if row.wager == "ante")
    assert (ante.corrected_cents, ante.win_cents) == (-300, before["ante"].win_cents - 300)
    assert (ante.z, ante.hold, ante.players) == (before["ante"].z, before["ante"].hold, 2), "no chance put a pay right"
    report = report_of(house, "table")
    (row,) = report.rows
    assert not report.faults
    assert (row.envy_cents, row.capped, row.capped_cents) == (25_000, 1, 50_000)
    assert capped_in_sql(rows_of(house), "bonus", 50_000) == (1, 50_000)
    told_as_in_sql(house)
    assert won["2"]["bonus"] == 50_000  # not 250,000
    assert row.win_cents == -sum(sum(own.values()) for own in won.values()) - 300
    assert (row.corrections, row.corrected_cents, row.disputes, row.rulings) == (1, -300, 1, 0)
    assert row.hold == (row.win_cents + 300) / row.bets_cents
    assert row.hold_of_drop == (row.win_cents + 300) / row.drop_cents
    assert row.no_theory == ("envy",)
    assert report.notes == ("No exact figure is at hand for Envy: theoretical win and z-score leave them out.",)


def test_a_toke_is_the_dealers_and_a_poor_player_who_cannot_raise_is_counted_alike() -> None:
    config = table_of("lucky", seats=1, hands_a_player=1, buy_in_least_cents=700)
    house = House(config, chance=arranged(config, "6h 7h 8h Tc Td"))  # 6-7-8 suited with the dealer's seven
    house.do(ANNA, "sit", cents=700)
    house.bet_and_deal(ANNA, blackjack=500, lucky_lucky=100, lucky_lucky_toke=100)
    while house.table.playing:
        house.do(ANNA, "act", act="stand")
    told_as_recounted(house)
    (row,) = report_of(house).totals
    assert row.tokes_cents == house.table.accounts[TOKES] > 0
    assert row.drop_cents == 700
    assert row.raised_cents == 0


@pytest.mark.parametrize(("rounding", "kept"), [("house", 50), ("player", -50)])
def test_what_rounding_keeps_or_gives_is_part_of_the_win(rounding: str, kept: int) -> None:
    """A blackjack of $5 at 3 to 2 is $7.50; the house pays whole dollars."""
    options = {**table_of("lucky").options, "rounding": rounding, "grain_cents": 100}
    config = table_of("lucky", seats=1, hands_a_player=1, options=options)
    house = House(config, chance=arranged(config, "Ah 9d Kc 7c"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    told_as_recounted(house)
    assert house.table.accounts[BREAKAGE] == kept
    assert summed(report_of(house)).win_cents == kept - 750


def test_players_of_a_wager_are_those_who_bet_it() -> None:
    house = House(table_of("lucky"))
    house.sit(ANNA, BEN, CLEO)
    house.bet(ANNA, blackjack=500, lucky_lucky=100)
    house.bet(BEN, blackjack=500)
    house.bet(CLEO, blackjack=500)
    for player in (ANNA, BEN, CLEO):
        house.do(player, "ready")
    house.play_out((ANNA, BEN, CLEO), random.Random(1))
    players = {row.wager: row.players for row in report_of(house, "wager").rows}
    assert players.items() >= {"blackjack": 3, "lucky_lucky": 1}.items()


def test_a_round_void_in_its_middle_counts_what_it_paid_and_a_whole_void_nothing() -> None:
    for outcome, counted in (("void", 1), ("void_whole", 0)):
        config = table_of("super-fun", seats=2)
        house = House(config, chance=arranged(config, "Ts 6d 9c  Kh 8c 5d 4s 2c"))
        house.sit(ANNA, BEN)
        house.bet_and_deal(ANNA, BEN, blackjack=1000)
        while house.view()["pending"]["player"] == "anna":
            house.do(ANNA, "act", act="hit")
        house.do(SUPERVISOR, "rule", sort="misdeal", outcome=outcome, reason="a card to the wrong place")
        told_as_recounted(house)
        (row,) = report_of(house).totals
        assert (row.rounds, row.voids, row.rulings) == (0, 1, 1)
        assert row.bets_cents == row.handle_cents == row.win_cents == 1000 * counted


# --- theory ---


def test_theory_is_that_of_the_rules_in_force_at_each_round() -> None:
    """The paytable changes in the middle; the older count of the hold, which knows every configuration, agrees."""
    house = House(table_of("triple-shot"))
    house.sit(ANNA, BEN)
    rng = random.Random(4)
    for paytable in ("TSB-02", "TSB-01", "TSB-02", "TSB-01"):
        body = house.table.set_up.to_body()
        if body["options"]["paytable"] != paytable:
            why = {"departs": "a study"} if paytable == "TSB-01" else {}
            body = {key: said for key, said in body.items() if key != "departs"} | why
            body["options"] = {**body["options"], "paytable": paytable}
            house.do(SUPERVISOR, "configure", config=body, reason="another layout")
        for _ in range(3):
            house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
            house.play_out((ANNA, BEN), rng)
    rows = {row.wager: row for row in report_of(house, "wager").rows}
    for old in holds(house.ledger):
        assert rows[old.wager].expected.cents == pytest.approx(old.expected_cents)
        assert rows[old.wager].win_cents == old.held_cents + old.corrected_cents
    assert len(Books(house.ledger).tally("triple-shot").configs) == 2  # one that comes back is not new


def test_what_has_no_theory_is_named_in_the_order_of_the_felt_with_the_book_it_is_of() -> None:
    config = table_of("mississippi-practice", bots=(), practice=False)
    house = House(config, chance=arranged(config, "Ac Ad As Ah"))
    house.do(SUPERVISOR, "add_bot", seat=2, strategy="basic")
    house.sit(ANNA)
    house.bet_and_deal(ANNA, ante=1000)
    house.play_out([ANNA], random.Random(1))

    def of_people(game: Any, settings: Any, strategy: str) -> Any:
        return from_store(game, settings, strategy) if strategy == "optimal" else {}

    report = Books(house.ledger, of_people).report(UTC, THAT_DAY, ())
    assert report.notes == (
        "No exact figure is at hand for Ante, 3rd Street, 4th Street and 5th Street (bots of the room): theoretical "
        "win and z-score leave them out.",
    )


@pytest.mark.parametrize("name", ADDING)
def test_bets_that_choices_add_are_expected_by_the_first_bet_in_whose_units_they_are_solved(name: str) -> None:
    """By wager and in all, in the books and in the count of the hold, which says of chips on them what they bring."""
    config = table_of(name, bots=(), practice=False)
    house = House(config, chance=arranged(config, "7c 7d 7h" if name == "war-practice" else "Ac Kd"))
    house.sit(ANNA, BEN)
    rng, sizes = random.Random(5), (1000, 2000, 500)
    first = config.the_game.wagers[0]
    for cents in sizes:
        house.bet_and_deal(ANNA, BEN, **{first: cents})
        house.play_out((ANNA, BEN), rng)
    exact = at_hand(config.the_game, before_policies(config.the_game, config.settings()))
    added = [each for each in per_first_bet(config.the_game) if each in exact]
    bets, squares = 2 * sum(sizes), 2 * sum(cents**2 for cents in sizes)
    (row,) = report_of(house).totals
    assert (row.bets_cents, row.handle_cents, row.no_theory) == (bets, recount(house)["handle"], ())
    assert row.expected.cents == pytest.approx(bets * float(exact["round"].edge.value))
    assert row.expected.held_cents == row.win_cents
    assert row.expected.variance == pytest.approx(2 * squares * float(exact["round"].variance.value))  # two of a round
    rows = {each.wager: each for each in report_of(house, "wager").rows}
    for old in (each for each in holds(house.ledger) if each.wager in exact):
        edge, variance = float(exact[old.wager].edge.value), float(exact[old.wager].variance.value)
        assert rows[old.wager].expected.cents == pytest.approx(old.expected_cents) == pytest.approx(bets * edge)
        assert rows[old.wager].expected.variance == pytest.approx(2 * squares * variance)
        assert old.variance == pytest.approx(squares * variance)
        per = exact[old.wager].action.value if old.wager in added else 1
        assert old.expected_hold == pytest.approx(float(exact[old.wager].edge.value / per))
        assert old.led_by == (first if old.wager in added else "")
    assert {each for each in rows if each in added}, "some were bet"


def test_wagers_of_a_hand_have_the_variance_of_the_whole_round_and_hands_at_most_that_of_one_bet() -> None:
    config = table_of("dakota")
    whole = at_hand(config.the_game, before_policies(config.the_game, config.settings()))["round"]
    sd = sqrt(whole.variance.value) * 500
    for people in ((ANNA,), (ANNA, BEN)):
        house = House(config)
        house.sit(*people)
        house.bet_and_deal(*people, **least_bets(config))
        house.play_out(people, random.Random(1))
        (row,) = report_of(house).totals
        parts = at_hand(config.the_game, before_policies(config.the_game, config.settings()))
        each = sum(sqrt(parts[name].variance.value) for name in ("dollar", "one", "two", "three")) * 500
        across = 2 * each**2 if len(people) == 2 else 0  # every wager of one hand with every one of the other
        assert row.sd_cents == round(sqrt(len(people) * sd**2 + across))


@pytest.mark.parametrize(
    ("count", "tries", "p"), [(0, 5, 0.1), (1, 5, 0.1), (3, 40, 0.01), (30, 40, 0.7), (40, 40, 0.2)]
)
def test_so_many_or_more_is_the_binomial_sum(count: int, tries: int, p: float) -> None:
    each = Fraction(p)
    exact = sum(comb(tries, k) * each**k * (1 - each) ** (tries - k) for k in range(count, tries + 1))
    assert at_least(count, tries, p) == pytest.approx(float(exact), rel=1e-9)


# --- alerts ---


def test_a_deck_that_always_deals_the_same_good_hand_is_an_alert_three_times_over() -> None:
    config = table_of("dakota")
    house = House(config, chance=arranged(config, "Ah Kh Qh Jh Th"))
    house.sit(ANNA)
    for _ in range(4):
        house.bet_and_deal(ANNA, **least_bets(config))
        while house.table.playing:
            house.do(ANNA, "act", act=house.view(ANNA)["pending"]["acts"][0])
    found = {alert.kind: alert for alert in report_of(house, "table").alerts}
    assert found.keys() == {"hold", "hand", "player"}
    assert "royal flush on ($) at table Dakota Stud came 4 times in 4 rounds where 6.2e-06 were to be expected" in (
        found["hand"].said
    )
    assert found["player"].player == "anna"
    assert found["player"].said.startswith("player Anna is ahead by "), "people are told by name"
    assert all("such reports" in alert.said for alert in found.values())


def test_two_players_of_one_name_are_told_apart() -> None:
    tallies = [TableTally("a", names={"p1": "Ann", "p2": "Ben"}), TableTally("b", names={"p3": "Ann"})]
    assert player_names(tallies) == {"p1": "Ann (p1)", "p2": "Ben", "p3": "Ann (p3)"}


def test_hands_that_only_the_cards_bring_are_looked_at_in_every_game_that_has_them() -> None:
    """Under the options of the room too, of which mostly best play alone is solved."""
    found = {}
    for name in ("dakota", "holdem", "super-fun", "triple-shot", "lucky"):
        config = table_of(name)
        wagers = [wager.name for wager in config.the_game.sheet.wagers]
        found[name] = [wager for wager in wagers if cards_alone(config, wager, cached_theory(from_store))]
    assert found == {
        "dakota": ["dollar"],
        "holdem": [],  # what is kept moves both bets
        "super-fun": ["insurance"],
        "triple-shot": ["war", "poker", "insurance"],
        "lucky": ["insurance", "lucky_lucky", "lucky_break"],
    }


def test_an_honest_deck_and_wagers_that_choices_move_are_no_alert() -> None:
    assert not [each for each in report_of(lively_house("dakota", 20), "table").alerts if each.kind != "hold"]


# --- double entry ---


def _pay_a_cent_more(body: dict[str, Any]) -> None:
    seat = next(iter(body["won"]))
    wager = next(iter(body["won"][seat]))
    body["won"][seat][wager] += 1


def _take_from_the_felt(body: dict[str, Any]) -> None:
    body["postings"]["felt"] += 100
    body["postings"]["cage"] = -100


def _out_of_nothing(body: dict[str, Any]) -> None:
    body["postings"]["house"] = body["postings"].get("house", 0) + 5


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (_pay_a_cent_more, "by its results the house has"),
        (_take_from_the_felt, "came off the felt"),
        (_out_of_nothing, "its postings are 5 cents from zero"),
    ],
)
def test_a_round_whose_accounts_differ_is_refused_by_its_number(
    forge: Callable[[dict[str, Any]], None], said: str
) -> None:
    rows = rows_of(lively_house("dakota", 4))
    at = next(i for i, row in enumerate(rows) if row.kind == events.SETTLED)
    body = dict(rows[at].written)
    forge(body)
    rows[at] = replace(rows[at], text=canonical(body))
    report = Books(Rows(rechained(rows))).report(UTC, THAT_DAY)
    assert any(said in fault for fault in report.faults)
    with pytest.raises(
        Refused, match="the books do not agree with the double entry of the ledger: table dakota, event"
    ):
        report.verify_balance()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (events.SETTLED, '{"round":1,"won":'),
        (events.SETTLED, '{"postings":{},"round":1,"won":{"1": {"dollar":500}}}'),
        (events.SETTLED, '{"postings":{},"round":1,"won":{"1":{"dollar":5.5}}}'),
        (events.SETTLED, '{"postings":{},"round":1,"won":{"1":500}}'),
        (events.SETTLED, '{"postings":,"round":1,"won":{}}'),
        (events.LEFT, ""),
        (events.DEALT, '{"owners":["a"],"round":1,"wagers":[{},{}]}'),
        (events.DEALT, '{"owners":"a","round":1,"wagers":[{}]}'),
        (events.SAT, '{"format":2}'),
    ],
)
def test_a_row_that_cannot_be_read_is_named(kind: str, text: str) -> None:
    rows = rows_of(lively_house("dakota", 2))
    at = next(i for i, row in enumerate(rows) if row.kind == kind)
    rows[at] = replace(rows[at], text=text)
    books = Books(Rows(rechained(rows)))
    for _ in range(2):  # whoever asks again is told again
        with pytest.raises(Refused, match=f"table dakota, event {rows[at].version} is not as the house writes it"):
            books.report(UTC, THAT_DAY)


# --- archives and stores ---


def test_archived_rounds_are_named_as_missing_and_counted_when_the_archive_is_given(
    opened: Open, tmp_path: Path
) -> None:
    ledger = opened()
    lively_house("lucky", 12, ledger=ledger)
    before = Books(ledger).report(UTC, THAT_DAY, ("table", "wager"))
    piece = pruned(ledger, "lucky", tmp_path, keep=4)
    cut = Books(ledger).report(UTC, THAT_DAY)
    assert cut.missing[0].endswith(f"give {piece.file} with --archive")
    assert not cut.faults
    assert 0 < sum(row.rounds for row in cut.totals) < sum(row.rounds for row in before.totals)
    again = Books(joined(ledger, tmp_path)).report(UTC, THAT_DAY, ("table", "wager"))
    assert again.to_json() == before.to_json()


def test_tallies_kept_between_reports_tell_the_same_and_are_left_where_the_ledger_is_another(tmp_path: Path) -> None:
    """Also in the middle of a round, and behind a cut; what was tampered with is read anew."""
    kept, path = KeptTallies(tmp_path / "kept", many=0), tmp_path / "house.sqlite"
    with closing(open_ledger(str(path))) as ledger:
        house = lively_house("super-fun", 6, ledger=ledger)
        pruned(ledger, "super-fun", tmp_path, keep=3)
        house.sit(ANNA)
        house.bet_and_deal(ANNA, **least_bets(house.config))
        while not house.table.playing:
            house.bet_and_deal(ANNA, **least_bets(house.config))
        Books(ledger, kept=kept).report(UTC, THAT_DAY)
        (file,) = (tmp_path / "kept").iterdir()
        assert file.stat().st_mode & 0o777 == 0o600
        house.play_out((ANNA,), random.Random(2))
        fresh = Books(ledger).report(UTC, THAT_DAY, ("wager",)).to_json()
        said = file.read_text()
        assert kept.find(ledger, "super-fun") is not None
        forged = said.replace('"blackjack alone":[', '"blackjack alone":[9')
        assert forged.count("[9") > 0
        for text in (said, forged, said[:100], said.partition("\n")[2], ""):
            file.write_text(text)
            assert (kept.find(ledger, "super-fun") is not None) is (text == said)
            assert Books(ledger, kept=kept).report(UTC, THAT_DAY, ("wager",)).to_json() == fresh
        file.write_text(said)
        assert kept.find(Other(ledger), "super-fun") is None, "a stream that leads elsewhere"


class Other(Around):
    """A ledger of the same house in the same place, but of other events."""

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        return [replace(row, hash="0" * 64) for row in super().read(table, after, limit)]


class Skimmed(Around):
    """A ledger that knows which tables were read here."""

    def __init__(self, inside: Ledger) -> None:
        super().__init__(inside)
        self.here: set[str] = set()

    def skim(self, table: str, after: int, upto: int, kinds: Sequence[str]) -> list[Text]:
        self.here.add(table)
        return super().skim(table, after, upto, kinds)


@pytest.mark.parametrize(("cores", "here"), [(1, {"dakota", "lucky", "super-fun"}), (2, {"super-fun"})])
def test_tables_with_much_to_read_are_shared_with_other_processes_and_tell_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cores: int, here: set[str]
) -> None:
    monkeypatch.setattr(books, "LONG", 0)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    with closing(open_ledger(str(tmp_path / "house.sqlite"))) as ledger:
        for name, rounds in (("dakota", 3), ("lucky", 2), ("super-fun", 12)):
            lively_house(name, rounds, ledger=ledger)
        fresh = Books(ledger).report(UTC, THAT_DAY, ("table", "wager")).to_json()
        kept, skimmed = KeptTallies(tmp_path / "kept"), Skimmed(ledger)
        assert Books(skimmed, kept=kept, apart=True).report(UTC, THAT_DAY, ("table", "wager")).to_json() == fresh
        assert skimmed.here == here


def test_tables_are_shared_out_by_what_there_is_to_read_the_longest_first() -> None:
    assert shared_out({"a": 5, "b": 9, "c": 6, "d": 1}, 2) == [["b", "d"], ["c", "a"]]
    assert shared_out({"a": 5}, 4) == [["a"]]
    assert shared_out({"a": 5, "b": 9}, 1) == [["b", "a"]]


def test_books_that_are_asked_again_and_again_are_kept_although_little_is_new_each_time(tmp_path: Path) -> None:
    """A clerk whom staff keep asking lives for days: what its house wrote meanwhile is not read again by a report."""
    with closing(open_ledger(str(tmp_path / "house.sqlite"))) as ledger:
        house = House(table_of("dakota"), ledger=ledger)
        house.sit(ANNA)
        kept = KeptTallies(tmp_path / "kept", many=len(rows_of(house)) + 20)
        asked = Books(ledger, kept=kept)
        for _ in range(6):
            asked.tallies()
            house.bet_and_deal(ANNA, **least_bets(house.config))
            house.play_out((ANNA,), random.Random(2))
        asked.tallies()
        found, head = kept.find(ledger, "dakota"), ledger.head("dakota").version
        assert found is not None
        assert head - found.version <= kept.many < head
        assert Books(ledger, kept=kept).report(UTC, THAT_DAY).to_json() == Books(ledger).report(UTC, THAT_DAY).to_json()


def test_a_round_that_is_missing_is_named() -> None:
    rows = [row for row in rows_of(lively_house("dakota", 4)) if '"round":2' not in row.text]
    report = Books(Rows(rechained(rows))).report(UTC, THAT_DAY)
    assert "round 3 follows round 1" in report.faults[0]


def test_books_that_are_kept_open_read_on_and_tell_what_fresh_ones_do(tmp_path: Path) -> None:
    with closing(open_ledger(str(tmp_path / "house.sqlite"))) as ledger:
        house = lively_house("holdem-six", 3, ledger=ledger)
        books = Books(ledger)
        books.report(UTC, THAT_DAY)
        house.sit(ANNA)
        house.bet_and_deal(ANNA, **least_bets(house.config))
        house.play_out((ANNA,), random.Random(2))
        pruned(ledger, "holdem-six", tmp_path, keep=1)
        known = books.report(UTC, THAT_DAY, ("wager",))
        assert known.to_json()["rows"] != []
        assert not known.missing  # what it has heard it does not forget
