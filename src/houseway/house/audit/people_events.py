"""What events about people must say. Each rule gives the body as the house would have written it, or raises."""

from typing import Any

from houseway.analysis.solve import OPTIMAL
from houseway.house.audit.hearing import Body, Hearing, Wrong, text, whole, with_postings
from houseway.house.commands.players import CHIPS_MAX
from houseway.house.dealer import bot_bets, bot_low_cents
from houseway.house.money import CAGE, FELT, chips_of, moved
from houseway.house.names import NAME_MAX


def sat(hearing: Hearing, body: Body) -> Body:
    table, config = hearing.table, hearing.table.set_up
    player, name, bot, seats = text(body, "player"), text(body, "name"), text(body, "bot"), body.get("seats")
    had = table.players[player].seats if player in table.players else ()
    if not isinstance(seats, list) or seats[:-1] != list(had) or not seats:
        raise Wrong(f"'{player}' had seats {list(had)} and takes one more, not {seats}")
    seat = seats[-1]
    if seat not in range(1, config.seats + 1) or table.player_at(seat):
        raise Wrong(f"seat {seat} was not free")
    if bot:
        if bot not in (*table.game.strategies, OPTIMAL):
            raise Wrong(f"{table.game.title} has no strategy '{bot}' for a bot")
        return {"player": f"bot-{seat}", "name": f"Bot {seat}", "seats": [seat], "bot": bot}
    hearing.verify_open()
    if len(seats) > config.hands_a_player:
        raise Wrong(f"{len(seats)} seats are more than the {config.hands_a_player} a player may have")
    if player in table.players and table.players[player].leaving:
        raise Wrong(f"{name} was leaving")
    if not player or name != " ".join(name.split()) or not 1 <= len(name) <= NAME_MAX or not name.isprintable():
        raise Wrong(f"'{name}' is no name that the house accepts")
    return {"player": player, "name": name, "seats": seats, "bot": ""}


def bought_in(hearing: Hearing, body: Body) -> Body:
    config = hearing.table.set_up
    hearing.verify_open()
    player, cents = hearing.seated(body), whole(body, "cents")
    if player.bot and hearing.table.chips(player.id) >= bot_low_cents(hearing.table, player):
        raise Wrong(f"bot {player.name} had chips enough already")
    least = config.buy_in_most_cents if player.bot else config.buy_in_least_cents
    if not least <= cents <= config.buy_in_most_cents:
        raise Wrong(f"a buy-in of {cents} cents is outside the limits, {least} to {config.buy_in_most_cents}")
    if not player.bot and hearing.table.chips(player.id) + cents > CHIPS_MAX * config.buy_in_most_cents:
        raise Wrong("the player had chips enough already")
    return with_postings({"player": player.id, "cents": cents}, moved(cents, CAGE, chips_of(player.id)))


def bet(hearing: Hearing, body: Body) -> Body:
    table = hearing.table
    player, seat, wagers = hearing.seated(body), whole(body, "seat"), body.get("wagers")
    hearing.verify_between_rounds()
    if seat not in player.seats:
        raise Wrong(f"seat {seat} is not {player.name}'s")
    if not isinstance(wagers, dict) or any(type(cents) is not int or cents <= 0 for cents in wagers.values()):
        raise Wrong("its wagers are no cents by name")
    said = {"player": player.id, "seat": seat, "wagers": wagers}
    lay = table.on_felt(seat)
    if not wagers:
        if not lay:
            raise Wrong(f"no bet lay at seat {seat} to take back")
        return with_postings(said, moved(lay, FELT, chips_of(player.id)))
    hearing.verify_open()
    if lay:
        raise Wrong(f"the bet that lay at seat {seat} was not taken back first")
    if player.bot and wagers != bot_bets(table, player):
        raise Wrong(f"bot {player.name} bets {bot_bets(table, player)} here, not {wagers}")
    table.set_up.verify_bets(wagers)
    joins = body.get("joins", [])
    if player.bot and joins:
        raise Wrong(f"bot {player.name} bets on no progressive")
    cents = sum(wagers.values()) + table.set_up.verify_joins(wagers, joins)
    return with_postings({**said, "joins": joins} if joins else said, moved(cents, chips_of(player.id), FELT))


def ready(hearing: Hearing, body: Body) -> Body:
    hearing.verify_open()
    hearing.verify_between_rounds()
    return {"player": hearing.seated(body).id}


def gone(hearing: Hearing, body: Body) -> Body:
    player = hearing.seated(body)
    if player.gone_at:
        raise Wrong(f"{player.name} was gone already")
    return {"player": player.id}


def came_back(hearing: Hearing, body: Body) -> Body:
    player = hearing.seated(body)
    if not player.gone_at:
        raise Wrong(f"{player.name} had never been gone")
    return {"player": player.id}


def leaving(hearing: Hearing, body: Body) -> Body:
    player = hearing.seated(body)
    if player.leaving or not hearing.plays(player):
        raise Wrong(f"{player.name} had no hand to play out before leaving")
    return {"player": player.id}


def left(hearing: Hearing, body: Body) -> Body:
    table, player = hearing.table, hearing.seated(body)
    if hearing.plays(player):
        raise Wrong(f"{player.name} had a hand in round {table.rounds}")
    if any(seat in table.bets for seat in player.seats):
        raise Wrong(f"{player.name}'s bets were not taken back first")
    if table.has_due(player.id):
        raise Wrong(f"{player.name} had not been paid by hand, and the seat was held")
    chips = table.chips(player.id)
    said: dict[str, Any] = {"player": player.id, "cents": chips}
    return with_postings(said, moved(chips, chips_of(player.id), CAGE))
