"""Pages of the terminal call wagers by their titles, in the order of the layout; commands and JSON keep their names."""

from collections import Counter
from io import StringIO

import pytest
from rich.console import Console, RenderableType

from houseway.analysis.claims import verify
from houseway.analysis.simulation import Simulation
from houseway.analysis.solve import solve
from houseway.games import SLUGS, find_game
from houseway.games.wager_titles import wager_title
from houseway.house.audit.hold import PEOPLE, Hold
from houseway.house.audit.recall import recall_round
from houseway.house.configuration import default_room
from houseway.report.audit_pages import hold_page, recall_page
from houseway.report.edge_page import edge_json, edge_page
from houseway.report.game_pages import simulation_page
from houseway.report.sign import room_page
from houseway.report.verdicts_page import verdicts_json, verdicts_page
from houseway.report.wager_names import in_words
from tests.house.lively import lively_house


def printed(page: RenderableType, width: int = 400) -> str:
    screen = StringIO()
    Console(file=screen, width=width, highlight=False, color_system=None).print(page)
    return screen.getvalue()


def in_order(page: str, *titles: str) -> bool:
    places = [page.index(f" {title} ") for title in titles]
    return places == sorted(places)


def test_edge_has_titles_in_the_order_of_the_layout_and_says_how_commands_call_them() -> None:
    game = find_game("dakota_stud")
    page = printed(edge_page(game, solve(game)))
    assert in_order(page, "($)", "(1)", "(2)", "(3)", "A round")
    assert "In commands and JSON ($) is dollar, (1) is one, (2) is two, (3) is three and A round is round." in page
    assert "dollar.edge" in edge_json(solve(game))["figures"]
    lucky = printed(edge_page(find_game("lucky_lucky"), solve(find_game("lucky_lucky"))))
    assert in_order(lucky, "Blackjack", "Insurance", "Lucky Lucky", "Lucky Break")


@pytest.mark.parametrize("slug", SLUGS)
def test_no_page_of_figures_has_a_name_with_an_underscore_but_where_it_says_how_to_type_it(slug: str) -> None:
    game = find_game(slug)
    lines = printed(edge_page(game, solve(game))).splitlines()
    assert [line for line in lines if "_" in line] in ([], [lines[-1]])
    assert "_" not in lines[-1] or lines[-1].startswith("In commands and JSON ")


def test_notes_stand_with_their_wagers() -> None:
    game = find_game("triple_shot_bonus")
    page = printed(edge_page(game, solve(game)))
    assert in_words(game, "hat_trick.hit_if_independent") == "Hat Trick, hit if independent"
    assert page.index("War, tie:") < page.index("Blackjack, tie:") < page.index("Hat Trick, hit:")
    assert wager_title(find_game("fast_action_holdem"), "bonus_alone") == "Bonus alone"


def test_simulate_names_its_strategy_and_its_wagers_by_title() -> None:
    game = find_game("lucky_lucky")
    bets = {"blackjack": 1000, "lucky_lucky": 1000, "lucky_break": 1000}
    lost = Counter({(game.wagers.index(name), 0, -1000): 7 for name in bets})
    page = printed(simulation_page(Simulation(game, game.settings(), "mimic", 5, [bets], 7, lost)))
    assert page.startswith("Lucky Lucky Blackjack, mimic strategy: 7 rounds, seed 5")
    assert in_order(page, "Blackjack", "Lucky Lucky", "Lucky Break")
    assert "Lucky Break is lucky_break." in page


def test_verify_goes_by_the_layout_and_keeps_the_names_of_claims() -> None:
    game = find_game("triple_shot_bonus")
    found = verify(game)
    page = printed(verdicts_page({game.slug: found}))
    titles = ["War, tie", "Blackjack, edge", "Poker, edge", "Hat Trick, edge"]
    assert in_order(page, *titles), [page.index(title) for title in titles]
    assert all(each["claim"] in page for each in verdicts_json({game.slug: found}))


def test_a_round_that_is_recalled_goes_by_the_layout() -> None:
    house = lively_house("lucky", rounds=2)
    found = recall_round(house.ledger, "lucky", 1)
    page = printed(recall_page(found))
    assert "Lucky Lucky 1 (Lucky Lucky, Lucky Lucky for the dealers)" in page
    wagers = page[page.index("Wagers") : page.index("Cards")]
    assert "Blackjack" in wagers
    assert "_" not in wagers
    for seat in found["seats"]:
        laid = [
            wager_title(find_game("lucky_lucky"), name)
            for name in find_game("lucky_lucky").wagers
            if name in seat["wagers"]
        ]
        lines = [line for line in wagers.splitlines() if f" {seat['name']} " in line]
        assert [next(title for title in laid if f" {title} " in line) for line in lines] == laid


def test_hold_goes_by_the_layout_too() -> None:
    rows = [
        Hold("lucky", False, "lucky_lucky", PEOPLE, name, rounds=1, bet_cents=100, held_cents=100)
        for name in ("lucky_break", "blackjack", "lucky_lucky")
    ]
    page = printed(hold_page(rows))
    assert page.startswith("lucky (Lucky Lucky Blackjack)")
    assert in_order(page, "Blackjack", "Lucky Lucky", "Lucky Break")
    assert "lucky_break" in printed(hold_page([Hold("x", False, "a_game_not_here", PEOPLE, "lucky_break")]))


def test_outcomes_of_all_wagers_stand_alike() -> None:
    """Where the widest does not fit side by side, none of them stands so: nothing has the head of a table."""
    game = find_game("dakota_stud")
    page = edge_page(game, solve(game))
    heads = {
        width: sum(
            {"outcome", "wins", "probability"} <= set(line.split()) for line in printed(page, width).splitlines()
        )
        for width in (70, 80, 90, 200)
    }
    assert set(heads.values()) == {0, len(solve(game).wagers)}, heads


def test_the_tables_of_a_room_have_wagers_by_their_titles() -> None:
    page = printed(room_page(default_room()))
    assert "Hat Trick $1 to $50" in page
    assert "hat_trick" not in page


def test_a_published_amount_and_ours_have_the_same_unit() -> None:
    claims = verify(find_game("lucky_lucky"))
    found = {each.claim.printed: each.ours_text for each in claims if "$" in each.claim.printed}
    assert found == {"$3": "$3", "$150": "$150"}
