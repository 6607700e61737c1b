"""The lobby tells what a game costs at each table, under that table's options."""

from houseway.analysis.solve import solve
from houseway.games import find_game
from tests.web.running import running, small_room


def test_tables_carry_the_figures_of_their_own_options() -> None:
    with running(small_room("triple-shot", "holdem")) as server:
        guest = server.client()
        tables = {table["table"]: table for table in guest.get("/api/room")["tables"]}
        standard = {game["slug"]: game["figures"] for game in guest.get("/api/games")}
        game = find_game("triple_shot_bonus")
        own = solve(game, tables["triple-shot"]["options"]).wagers["hat_trick"]
        told = tables["triple-shot"]["figures"]
        assert told["hat_trick"]["edge"] == float(own.edge.value)
        assert told["hat_trick"]["edge"] != standard[game.slug]["hat_trick"]["edge"]
        assert told["war"] == standard[game.slug]["war"]
        assert list(standard["lucky_lucky"]) == ["blackjack", "insurance", "lucky_lucky", "lucky_break"], (
            "as on the felt"
        )
        assert tables["holdem"]["options"]["cap_cents"], "a cap has no exact figure: it is left out of account"
        assert tables["holdem"]["figures"] == standard["fast_action_holdem"]
