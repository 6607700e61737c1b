"""Every act says in one line what it does, and the table what it costs: data, views and terminals."""

import random
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from houseway.games import SLUGS, find_game
from houseway.games.betting import dollars
from houseway.games.edition import edition_of
from houseway.games.game import Wagers
from houseway.games.sheet import ACT_LINE_MAX, GAMES, Act, RuleSheet, read_page
from houseway.house.round import TableRound
from houseway.house.second_look import SecondLook
from houseway.house.shuffler import shuffled
from houseway.house.sitting import Sitting
from houseway.house.table_view import table_view
from houseway.report.act_lines import act_text, offer_lines
from houseway.rules.cards import UNSEEN
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from houseway.terminal.own_table import TerminalTable
from tests.house.table_kit import ANNA, House, arranged, least_bets, table_of
from tests.kit import ASKING

TABLES = ("dakota", "holdem", "holdem-six", "super-fun", "triple-shot", "lucky")


@pytest.mark.parametrize("slug", SLUGS)
def test_every_act_has_one_short_sentence(slug: str) -> None:
    for act in find_game(slug).sheet.acts:
        assert act.about.endswith("."), act.name
        assert 0 < len(act.about) <= ACT_LINE_MAX
        assert "\n" not in act.about


@pytest.mark.parametrize("about", ["", "x" * (ACT_LINE_MAX + 1)])
def test_an_act_without_a_line_or_with_a_long_one_is_refused(about: str) -> None:
    with pytest.raises(ValueError, match="about"):
        Act(name="hit", title="Hit", key="h", about=about)


def read_with(tmp_path: Path, slug: str, line: str, other: str) -> None:
    """The game's data with another line in the place of (the first of) this one."""
    text = (GAMES / slug / "rules.toml").read_text()
    assert line in text
    (tmp_path / "rules.toml").write_text(text.replace(line, other, 1))
    read_page(tmp_path / "rules.toml", RuleSheet)


def test_acts_of_one_way_with_different_lines_are_refused(tmp_path: Path) -> None:
    line = find_game("fast_action_holdem").sheet.acts[0].about
    with pytest.raises(Refused, match="acts of the way 'Keep these two' must have the same line"):
        read_with(tmp_path, "fast_action_holdem", line, "Something else.")


def test_a_line_too_long_is_named_with_its_file(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"rules.toml: acts.1.about"):
        read_with(tmp_path, "dakota_stud", find_game("dakota_stud").sheet.acts[1].about, "x" * (ACT_LINE_MAX + 1))


def dealt(name: str, bets: Wagers, rng: random.Random) -> TableRound:
    config = table_of(name)
    game = config.the_game
    order = tuple(shuffled(game.deck(config.settings()), rng.randrange))
    return TableRound(1, game, config.settings(), 1, order, (bets,), ("anna",), edition_of(game))


@pytest.mark.parametrize("name", TABLES)
def test_acts_of_one_way_cost_the_same(name: str) -> None:
    """So one of them is asked for the price of all."""
    rng = random.Random(name)
    for _ in range(10):
        now = dealt(name, least_bets(table_of(name)), rng)
        while now.pending:
            acts = acts_in(now.pending.options)
            costs = {now.game.acts[act]: now.chips_for(act) for act in acts}
            assert now.named_prices(acts) == {act: cents for act, cents in costs.items() if cents}
            now = now.after(rng.choice(acts))


def test_the_view_tells_prices_to_whoever_chooses_and_to_nobody_else() -> None:
    config = table_of("lucky", seats=1, hands_a_player=1, bots=())
    house = House(config, chance=arranged(config, "8h 6d 8c Tc 9c"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000)
    pending = table_view(house.table, ANNA.id)["pending"]
    assert pending["prices"] == {"double": 1000, "split": 1000}
    assert set(pending["prices"]) <= set(pending["acts"])
    assert "prices" not in table_view(house.table, "")["pending"]


def asked(rng: random.Random) -> tuple[TableRound, list[int]]:
    """A round that waits for a choice in which some act costs chips, with its acts."""
    while True:
        now = dealt("lucky", {"blackjack": 1000}, rng)
        acts = acts_in(now.pending.options) if now.pending else []
        if acts and now.named_prices(acts):
            return now, acts


def test_a_round_of_other_rules_has_no_prices() -> None:
    now, acts = asked(random.Random(1))
    assert replace(now, edition="of other rules").named_prices(acts) == {}


def test_a_what_if_tells_prices_too() -> None:
    first, acts = asked(random.Random(5))
    whole = first
    while whole.pending:
        whole = whole.after(acts_in(whole.pending.options)[-1])
    again = SecondLook(whole, revealed=True, persons=frozenset({"anna"})).what_if(1, [], 1)
    assert again["pending"]["prices"] == first.named_prices(acts)


@pytest.mark.parametrize("slug", ASKING)
def test_the_terminal_says_what_each_act_does_and_costs(slug: str) -> None:
    game = find_game(slug)
    sitting = Sitting(game, game.settings(), 100_000, 1, 0, seed=4)
    screen, rng = StringIO(), random.Random(1)
    offers = []

    def typed(prompt: str) -> str:
        screen.write(prompt)
        if sitting.pending is None:
            return ""
        shown = screen.getvalue().rpartition("Your choice")[2]
        acts = [game.sheet.acts[act] for act in sitting.legal()]
        for act in acts:
            cents = sitting.prices().get(act.name, 0)
            assert (f"{dollars(cents)} more. {act.about}" if cents else act.about) in shown
        offers.append(acts)
        return rng.choice(acts).key

    TerminalTable(sitting, Console(file=screen, width=140), typed).run(4)
    assert offers


def test_acts_of_a_way_say_once_what_they_do_and_keep_the_order_of_their_values() -> None:
    acts = find_game("fast_action_holdem").sheet.acts
    lines = [line.plain for line in offer_lines(acts, {acts[12].name: 500}, {acts[1].name: 0.5}, [51, 50, 49, 0])]
    assert sum(acts[0].about in line for line in lines) == 1
    assert lines[1].startswith(f"  {acts[1].key}  Keep A♠ A♦  +0.5000")
    assert sum("$5 more." in line for line in lines) == 1


def test_an_act_names_cards_where_they_are_seen_and_its_way_where_they_are_not() -> None:
    keep = next(act for act in find_game("fast_action_holdem").sheet.acts if act.title == "Keep 1+4")
    assert act_text(keep, [51, 50, 49, 0]) == "Keep A♠ 2♣"
    assert act_text(keep, [UNSEEN] * 4) == act_text(keep, [51, 50]) == "Keep these two"
    stand = find_game("super_fun_21").sheet.acts[0]
    assert act_text(stand, [51, 50]) == stand.title


@pytest.mark.parametrize("slug", ASKING)
def test_a_long_line_goes_on_below_its_first_word(slug: str) -> None:
    acts = find_game(slug).sheet.acts
    page = StringIO()
    console = Console(file=page, width=40, color_system=None)
    for line in offer_lines(acts, {act.name: 12_550 for act in acts}, {}, [51, 50, 49, 0]):
        console.print(line)
    rows = page.getvalue().splitlines()
    assert any(row.startswith("    ") for row in rows)
    for row in rows:
        assert row.startswith("  "), row
        assert len(row) <= 40
