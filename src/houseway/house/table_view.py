"""What one viewer may know of a table, as plain JSON. Hidden cards are not in it."""

from collections import Counter
from dataclasses import asdict
from typing import Any

from houseway.engine.replay import Pending
from houseway.engine.why import YOURS
from houseway.games.approval import worded
from houseway.games.betting import equal_to, is_required
from houseway.house.dealer import SECOND
from houseway.house.money import TOKES
from houseway.house.notice import notice_for
from houseway.house.posting import prints_on
from houseway.house.round import TableRound
from houseway.house.table import Table

View = dict[str, Any]


def table_view(table: Table, viewer: str = "", broken: str = "") -> View:
    """The table as a player (by id) or a spectator ('') sees it."""
    config = table.set_up
    sees = config.spectators or viewer in table.players  # where nobody may watch, whoever comes sees the seats only
    round_ = table.round if sees and table.round and table.round.game.slug == config.game else None
    tape = round_.seen_by(viewer) if round_ else None
    return {
        "table": table.name,
        "version": table.version,
        "game": config.game,
        "title": config.title,
        "phase": "closed" if broken else table.phase,
        "closed": broken or table.closed,
        "notice": notice_for(table, viewer),
        "notice_stands": bool(table.void or table.corrected),  # until the next bet
        "practice": config.practice,
        "departs": config.departing,
        "set_up": config.mark,
        "round": table.rounds,
        "dealt_under": _other_options(table, round_),
        "tape": tape.tolist() if tape is not None else [],
        "why": round_.whys(tape, dict.fromkeys(_own(round_, viewer), YOURS)) if round_ and tape is not None else [],
        "owners": list(round_.owners) if round_ else [],
        "chosen_by": list(round_.chosen_by) if round_ else [],  # of each choice on the tape
        "corrected": _corrected(table) if round_ else {},
        "seats": [_seat(table, seat, viewer) for seat in range(1, config.seats + 1)],
        "pending": _pending(table, round_, viewer) if round_ and table.playing else None,
        "betting_until": _betting_until(table),
        "shuffle": _shuffle(table),
        "tokes": table.accounts[TOKES],  # what the dealers have been given here
        "you": _you(table, viewer),
    }


def _other_options(table: Table, round_: TableRound | None) -> View | None:
    """The options of the round on the felt, where the table was changed since; None: they are the table's."""
    if round_ is None:
        return None
    options = {name: round_.settings[name] for name in table.settings if name in round_.settings}
    return options if options != table.settings else None


def _corrected(table: Table) -> dict[str, int]:
    """Cents by seat that corrections of the round on the felt moved; a toke is the dealers'."""
    sums: Counter[str] = Counter()
    for each in table.corrections.get(str(table.rounds), []):
        if not table.is_toke(each["wager"]):
            sums[str(each["seat"])] += each["cents"]
    return dict(sums)


def _own(round_: TableRound, viewer: str) -> list[int]:
    """The seats of the viewer in a round."""
    return [seat for seat, owner in enumerate(round_.owners, 1) if owner and owner == viewer]


def _seat(table: Table, seat: int, viewer: str) -> View:
    player = table.player_at(seat)
    if player is None:
        return {"seat": seat, "player": None}
    return {
        "seat": seat,
        "player": player.id,
        "name": player.name,
        "bot": player.bot,
        "cents": table.chips(player.id),
        "bets": table.bets.get(seat, {}),
        "ready": player.id in table.ready,
        "gone": bool(player.gone_at),
        "leaving": player.leaving,
        "you": player.id == viewer,
    }


def _pending(table: Table, round_: TableRound, viewer: str) -> View | None:
    wait: Pending | None = round_.pending
    if wait is None:
        return None
    owner = round_.owners[wait.seat - 1]
    shown: View = {
        "seat": wait.seat,
        "hand": wait.hand,
        "player": owner,
        "you": owner == viewer,
        "until": table.asked_at + table.set_up.decision_clock_s * SECOND,
    }
    if owner == viewer:
        acts = round_.acts_within(table.chips(owner))
        shown["acts"] = [table.game.acts[act] for act in acts]
        shown["prices"] = round_.named_prices(acts)
    return shown


def _betting_until(table: Table) -> int | None:
    if not table.betting_since:  # nobody has bet, or the round is dealt
        return None
    return table.betting_since + table.set_up.betting_clock_s * SECOND


def _shuffle(table: Table) -> View | None:
    shuffle = table.shuffle
    if shuffle is None:
        return None
    config = table.set_up
    return {
        "cycle": shuffle.cycle,
        "deck": config.deck_of(shuffle.cycle) if len(config.decks()) > 1 else "",  # where two take turns
        "commitment": shuffle.commitment,
        "cards": len(shuffle.order),
    }


def _you(table: Table, viewer: str) -> View | None:
    player = table.players.get(viewer)
    if player is None:
        return None
    return {"id": player.id, "name": player.name, "cents": table.chips(viewer), "seats": list(player.seats)}


def table_facts(table: Table) -> View:
    """What does not change while the configuration stands: for the lobby and to draw the felt."""
    config, game = table.set_up, table.game
    limits = config.limits()
    return {
        "table": table.name,
        "title": config.title,
        "game": config.game,
        "options": dict(config.options),
        "departs": config.departing,
        "felt": asdict(prints_on(config)),
        "set_up": config.mark,
        "seats": config.seats,
        "hands_a_player": config.hands_a_player,
        "practice": config.practice,
        "spectators": config.spectators,
        "buy_in": [config.buy_in_least_cents, config.buy_in_most_cents],
        "clocks_s": {"betting": config.betting_clock_s, "decision": config.decision_clock_s},
        "keep_seat_s": config.keep_seat_s,
        "silent": config.silent,
        "wagers": [
            {
                "name": wager.name,
                "title": wager.title,
                "about": worded(game, config.settings(), wager.about),
                "required": is_required(wager, config.settings()),
                "toke": wager.toke,
                "equals": equal_to(wager, config.settings()),
                "least_cents": limits[wager.name].least_cents,
                "most_cents": limits[wager.name].most_cents,
                "step_cents": limits[wager.name].step_cents,
            }
            for wager in game.sheet.wagers
            if wager.name in limits
        ],
        "players": sum(not player.bot for player in table.players.values()),
        "bots": sum(bool(player.bot) for player in table.players.values()),
        "free": [seat for seat in range(1, config.seats + 1) if table.player_at(seat) is None],
    }
