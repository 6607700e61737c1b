"""`audit verify`: honest histories are good, and whatever could not have happened is named with its reason."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.games import slugs
from houseway.house import events
from houseway.house.audit.dealt_again import _choice_by_choice, dealt_once
from houseway.house.audit.verify import read_noted, summary, verify_ledger, verify_table
from houseway.house.configuration import default_room
from houseway.house.draft import THE_HOUSE
from houseway.house.ledger.store import EMPTY, Stored, canonical
from houseway.house.round import TableRound
from houseway.rules.refused import Refused
from tests.house.lively import Rows, lively_house, rechained, rows_of
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, arranged, least_bets, table_of

Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize("name", default_room().tables)
def test_an_honest_history_is_good(name: str) -> None:
    for seed in (1, 2, 3):
        house = lively_house(name, rounds=7, seed=seed)
        verdict = verify_table(house.ledger, name)
        assert verdict.fault is None, f"seed {seed}: {verdict.sentence}"
        assert (verdict.rounds, verdict.events) == (7, house.table.version)
        assert verdict.head == house.ledger.head(name)


# --- what each rule says of a stream whose hashes were written anew ---


def played(**changes: Any) -> House:
    """Two rounds of Dakota Stud for Anna, one of them with Ben."""
    house = House(table_of("dakota", **changes))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.play_out([ANNA], random.Random(1))
    house.sit(BEN)
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
    house.play_out([ANNA, BEN], random.Random(2))
    return house


def sentence(rows: list[Stored]) -> str:
    fault = verify_table(Rows(rechained(rows)), rows[0].table).fault
    assert fault is not None
    return f"{fault.version}: {fault.reason}"


def changed(house: House, kind: str, change: Change, nth: int = 0) -> tuple[int, str]:
    """The version of an event and what is said when its body was changed."""
    rows = rows_of(house)
    row = [row for row in rows if row.kind == kind][nth]
    body = json.loads(row.text)
    change(body)
    forged = [replace(each, text=canonical(body)) if each is row else each for each in rows]
    version, _, reason = sentence(forged).partition(": ")
    return int(version) - row.version, reason


def test_the_first_wrong_event_is_named_with_what_it_should_say() -> None:
    house = played()
    away, reason = changed(house, events.SETTLED, lambda body: body["won"]["1"].update(dollar=99))
    assert away == 0
    assert reason.startswith('its won must be {"1":{"dollar":')
    assert '"dollar":99' in reason


def test_a_choice_that_was_not_legal_is_named() -> None:
    away, reason = changed(played(), events.CHOSE, lambda body: body.update(act=3))
    assert (away, reason.partition(":")[0]) == (0, "seat 1 cannot take_back_two now")


def test_a_legal_choice_that_was_not_made_shows_in_what_follows_from_it() -> None:
    away, reason = changed(played(), events.CHOSE, lambda body: body.update(act=1 - body["act"]))
    assert away == 0
    assert reason.startswith("it says postings") or reason.startswith("its postings must be")


def test_cards_in_another_order_do_not_match_the_commitment() -> None:
    def swap(body: dict[str, Any]) -> None:
        order = body["order"]
        body["order"] = order[2:4] + order[:2] + order[4:]

    assert changed(played(), events.SHUFFLED, swap) == (
        0, "shuffle 1 of table 'dakota' does not match its commitment: order, key, table or cycle is another",
    )  # fmt: skip


def test_a_deck_that_is_not_whole_is_counted() -> None:
    def double(body: dict[str, Any]) -> None:
        body["order"] = "0000" + bytes(card for card in bytes.fromhex(body["order"]) if card > 1).hex()

    away, reason = changed(played(), events.SHUFFLED, double)
    assert away == 0
    assert reason == "the deck is not whole, 52 cards where 52 should be: 2d missing, 2c too many"


def test_a_bet_over_the_limit_is_named_though_its_postings_agree() -> None:
    def raise_it(body: dict[str, Any]) -> None:
        body["wagers"] = dict.fromkeys(body["wagers"], 20_000)
        body["postings"] = {"felt": 80_000, "player:anna": -80_000}

    assert changed(played(), events.BET, raise_it) == (0, "($): $200 is over the table's maximum of $100")


def test_chips_that_were_never_bought_cannot_be_bet() -> None:
    rows = [row for row in rows_of(played()) if not (row.kind == events.BOUGHT_IN and row.body["player"] == "anna")]
    assert sentence(rows) == "4: account player:anna falls to -2000 cents"


def test_a_buy_in_over_the_limit_is_named() -> None:
    def more(body: dict[str, Any]) -> None:
        body["cents"] *= 10
        body["postings"] = {name: 10 * cents for name, cents in body["postings"].items()}

    away, reason = changed(played(), events.BOUGHT_IN, more)
    assert (away, reason) == (0, "a buy-in of 5000000 cents is outside the limits, 10000 to 500000")


def test_the_table_is_not_set_up_anew_in_a_round() -> None:
    house = played()
    house.do(SUPERVISOR, "configure", config=house.config.to_body(), reason="new clocks")
    rows = rows_of(house)
    configured = next(row for row in rows if row.kind == events.CONFIGURED)
    dealt = next(i for i, row in enumerate(rows) if row.kind == events.DEALT)
    forged = [*rows[: dealt + 1], replace(configured, at=rows[dealt].at, command="forged"), *rows[dealt + 1 :]]
    assert sentence(forged) == f"{dealt + 2}: round 1 was on"


def test_a_round_is_not_dealt_before_everyone_is_ready() -> None:
    rows = rows_of(played())
    ready = [i for i, row in enumerate(rows) if row.kind == events.READY][2]  # Ben's: the cards come at once
    assert sentence([*rows[:ready], *rows[ready + 1 :]]) == (
        f"{ready + 1}: the round was dealt before everyone was ready and before the betting clock had run out"
    )


def test_the_cards_are_revealed_when_they_are_used_up_and_not_before() -> None:
    house = House(table_of("lucky"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    house.play_out([ANNA], random.Random(3))
    rows = rows_of(house)
    reveal = replace(rows[-1], kind=events.REVEALED, text='{"cycle":1,"format":2}', command="forged")
    assert sentence([*rows, reveal]) == f"{len(rows) + 1}: the cards were revealed before they were used up"


def test_a_silent_hand_puts_up_no_more_chips() -> None:
    """Two pairs, which basic strategy would split: the clock may not."""
    config = table_of("holdem")
    house = House(config, chance=arranged(config, "2c 3d 4h 6s 8c Ah Ad Kh Kd 7c 7d 9h Tc"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, ante=500, bonus=100)
    house.wait(config.decision_clock_s)
    assert house.last(events.CHOSE)["by"] == "clock"
    assert "postings" not in house.last(events.CHOSE)
    rows = rows_of(house)
    split = config.the_game.acts.index("split_both_12_34")
    chose = next(row for row in rows if row.kind == events.CHOSE)
    body = chose.body | {"act": split, "postings": {"felt": 600, "player:anna": -600}}
    forged = [replace(row, text=canonical(body)) if row is chose else row for row in rows]
    assert sentence(forged) == f"{chose.version}: a silent hand put up 600 cents more"


def test_the_clock_chooses_only_when_it_has_run_out() -> None:
    assert changed(played(), events.CHOSE, lambda body: body.update(by="clock"))[1] == (
        "the decision clock had not run out"
    )
    assert changed(played(), events.CHOSE, lambda body: body.update(by="bot"))[1] == (
        "the hand is a person's, but 'bot' chose"
    )
    assert changed(played(), events.CHOSE, lambda body: body.update(by="absence"))[1] == "Anna was not leaving"


def test_what_the_dealer_had_to_do_is_missed() -> None:
    rows = rows_of(played())
    settled = next(i for i, row in enumerate(rows) if row.kind == events.SETTLED)
    assert sentence(rows[:settled]) == f"{settled + 1}: round 1 was over and had to be paid here, or be void"
    assert sentence(rows[: settled + 1]) == f"{settled + 2}: the cards had to be shuffled here"


def test_time_does_not_go_back_and_a_command_is_done_once() -> None:
    rows = rows_of(played())
    late = replace(rows[5], at=rows[5].at - 1)
    assert sentence([*rows[:5], late, *rows[6:]]) == "6: it is earlier than the event before it"
    again = replace(rows[-1], command=rows[3].command, kind=events.GONE, text='{"player":"anna"}')
    assert sentence([*rows, again]) == f"{len(rows) + 1}: its command was carried out before"


@pytest.mark.parametrize("text", ["[]", "7", '"x"', '{"player":{}}', '{"player":null,"seat":[],"wagers":"x"}', "{"])
@pytest.mark.parametrize("kind", events.KINDS)
def test_a_body_that_is_none_is_named_and_never_a_crash(kind: str, text: str) -> None:
    rows = rows_of(played())
    place = 0 if kind == events.OPENED else len(rows)
    at = rows[-1].at
    forged = replace(rows[-1], kind=kind, text=text, at=at, command="forged")
    assert sentence([*rows[:place], forged, *rows[place + 1 :]]).startswith(f"{place + 1}: ")


# --- the whole ledger ---


def test_every_table_has_its_own_verdict_and_progress_is_told_to_the_end() -> None:
    dakota, lucky = rows_of(played()), rows_of(lively_house("lucky", rounds=2))
    forged = [replace(row, at=row.at + 1) if row.version == 9 else row for row in lucky]

    class Both(Rows):
        def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
            return [row for row in Rows.read(self, table, after) if row.table == table][:limit]

        def head(self, table: str) -> Any:
            return next((row.place for row in reversed(self.rows) if row.table == table), EMPTY)

    told: list[tuple[int, int]] = []
    verdicts = verify_ledger(Both([*dakota, *forged]), progress=lambda done, total: told.append((done, total)))
    assert [verdict.table for verdict in verdicts] == ["dakota", "lucky"]
    assert verdicts[0].fault is None
    assert verdicts[1].sentence.startswith("table lucky, event 9: this row is not what was written")
    assert told[-1][0] == len(dakota)
    assert told == sorted(told)


def test_a_table_that_was_noted_and_is_gone_is_missed(tmp_path: Path) -> None:
    house = played()
    noted = tmp_path / "heads.json"
    noted.write_text(json.dumps([verdict.to_json() for verdict in verify_ledger(house.ledger)]))
    house.do(ANNA, "leave")
    assert [each.fault for each in verify_ledger(house.ledger, noted=read_noted(noted))] == [None]
    (gone,) = verify_ledger(Rows([]), noted=read_noted(noted))
    assert gone.sentence.startswith("table dakota, event 1: this row is missing")
    with pytest.raises(Refused, match="holds no heads"):
        read_noted(Path(__file__))
    with pytest.raises(Refused, match="the ledger has no table 'holdem'; it has dakota"):
        verify_ledger(house.ledger, ["holdem"])


# --- one run for all choices of a round ---


def test_dealing_a_round_once_is_dealing_it_choice_by_choice() -> None:
    for name in ("dakota-practice", "holdem", "super-fun", "triple-shot", "lucky"):
        for row, round_ in rounds_of(lively_house(name, rounds=4)):
            once, slowly = dealt_once(round_, row), _choice_by_choice(round_, row)
            assert len(once.moments) == len(slowly.moments) == len(row) + 1
            for fast, slow in zip(once.moments, slowly.moments, strict=True):
                assert fast.pending == slow.pending
                assert fast.moved == slow.moved
                assert fast.tape.tolist() == slow.tape.tolist()
            assert once.pays_at_end == slowly.last.latest.paid


def rounds_of(house: House) -> list[tuple[list[int], TableRound]]:
    """Settled rounds: their choices, and how they began."""
    found: list[tuple[list[int], TableRound]] = []
    acts: list[int] = []
    table = type(house.table)(house.config.name)
    for row in rows_of(house):
        table.learn(row)
        if row.kind == events.DEALT:
            acts, first = [], table.round
        elif row.kind == events.CHOSE:
            acts.append(row.body["act"])
        elif row.kind == events.SETTLED:
            assert first is not None
            found.append((acts, first))
    return found


def test_a_shoe_that_runs_out_is_followed_to_its_last_card() -> None:
    config = table_of("lucky")
    house = House(config, chance=arranged(config, "2c 7d 3h 8s 4c 5d"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    first = house.table.round
    assert first is not None
    short = replace(first, order=first.order[:5], choices=())
    hit = short.game.acts.index("hit")
    dealt = dealt_once(short, [hit, hit])
    assert [moment.pending is None for moment in dealt.moments] == [False, False, True]
    assert dealt.last.ran_dry
    assert [moment.moved.put_up for moment in dealt.moments] == [{}, {}, {}], "the void gives the bet back, no choice"
    assert dealt.last.in_action_back() == {"felt": -500, "player:anna": 500}


def test_a_restarted_house_is_good() -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.reopen()
    house.do(THE_HOUSE, "gone", player="anna")
    for _ in range(3):
        house.wait(house.config.keep_seat_s)
    assert verify_table(house.ledger, "dakota").fault is None
    assert {events.RESTARTED, events.GONE, events.LEFT} <= set(house.kinds())


# --- a game that came from outside and is not here now ---


def without(monkeypatch: pytest.MonkeyPatch, *games: str) -> None:
    left = tuple(slug for slug in slugs() if slug not in games)
    for module in ("verify", "sums"):
        monkeypatch.setattr(f"houseway.house.audit.{module}.slugs", lambda: left)


def test_a_stream_whose_game_is_not_here_is_neither_good_nor_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    house = played()
    without(monkeypatch, "dakota_stud")
    verdict = verify_table(house.ledger, "dakota")
    assert (verdict.fault, verdict.absent, verdict.rounds) == (None, "dakota_stud", 2)
    assert verdict.head == house.ledger.head("dakota")
    assert not verdict.to_json()["good"]
    assert verdict.sentence == (
        "table dakota: its game 'dakota_stud' is not here, so 2 rounds could not be dealt again "
        "(name its folder with --game or HOUSEWAY_GAMES); chain and money are good"
    )
    assert summary([verdict]) == (
        "Nothing is wrong, but 1 of 1 stream could not be dealt again: 'dakota_stud' is not here"
    )


def test_money_that_does_not_add_up_is_wrong_though_the_game_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    house = played()
    without(monkeypatch, "dakota_stud")

    def short(body: dict[str, Any]) -> None:
        body["postings"]["house"] += 100

    away, reason = changed(house, events.SETTLED, short)
    assert (away, reason) == (0, "the accounts are 100 cents from zero")

    def overdrawn(body: dict[str, Any]) -> None:
        body["postings"] = {"player:anna": -10_000_000, "house": 10_000_000}

    away, reason = changed(house, events.SETTLED, overdrawn)
    assert (away, reason.endswith("cents")) == (0, True)


def test_a_hash_that_does_not_fit_is_wrong_though_the_game_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(played())
    without(monkeypatch, "dakota_stud")
    forged = [*rows[:5], replace(rows[5], hash="0" * 64), *rows[6:]]
    assert verify_table(Rows(forged), "dakota").fault is not None
