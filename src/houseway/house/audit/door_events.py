"""What events about the table itself must say: opened, configured, closed, retired and opened again."""

from pydantic import ValidationError

from houseway.games.edition import edition_of
from houseway.house.audit.hearing import Body, Hearing, Wrong, text, whole, words
from houseway.house.configuration import TableConfig
from houseway.house.faults import sentences


def opened(hearing: Hearing, body: Body) -> Body:
    if hearing.table.config is not None:
        raise Wrong("the table was open already")
    config = _config(hearing, body)
    said = {"config": config.to_body(), "software": text(body, "software"), "edition": text(body, "edition")}
    if "by" not in body and "reason" not in body:
        return said  # the house file has it
    return {**said, "by": words(body, "by"), "reason": words(body, "reason")}


def opened_again(hearing: Hearing, body: Body) -> Body:
    if not hearing.table.retired:
        raise Wrong("the table was not retired")
    said = {"config": _config(hearing, body).to_body(), "edition": text(body, "edition")}
    return {**said, "by": words(body, "by"), "reason": words(body, "reason")}


def retired(hearing: Hearing, body: Body) -> Body:
    """Nobody is left there, and no card that was promised stays unseen."""
    table = hearing.table
    hearing.verify_empty()
    if table.players:
        raise Wrong(f"{next(iter(table.players.values())).name} still sat there")
    if table.shuffle is not None:
        raise Wrong(f"shuffle {table.shuffle.cycle} was never revealed")
    return {"reason": words(body, "reason"), "by": words(body, "by")}


def started(hearing: Hearing, body: Body) -> Body:
    """Other software, or other rules, from here on; each round must then be of that edition."""
    hearing.verify_between_rounds()
    edition = text(body, "edition")
    if edition == hearing.table.edition or not edition:
        raise Wrong("no other rules came with it")
    return {"software": text(body, "software"), "edition": edition}


def configured(hearing: Hearing, body: Body) -> Body:
    table = hearing.table
    hearing.verify_between_rounds()
    if table.bets:
        raise Wrong("bets lay on the felt")
    if table.shuffle is not None:
        raise Wrong(f"shuffle {table.shuffle.cycle} was never revealed")
    config = _config(hearing, body)
    taken = max((seat for player in table.players.values() for seat in player.seats), default=0)
    if taken > config.seats or (config.game != table.set_up.game and table.players):
        raise Wrong("players were seated where the new configuration has no place for them")
    if any(len(player.seats) > config.hands_a_player for player in table.players.values()):
        raise Wrong("somebody had more seats than the new configuration lets a player have")
    said = {"config": config.to_body(), "edition": text(body, "edition")}
    return {**said, "by": words(body, "by"), "reason": words(body, "reason")}


def _config(hearing: Hearing, body: Body) -> TableConfig:
    try:
        config = TableConfig.recorded(body["config"])
    except ValidationError as error:
        raise Wrong(f"the configuration cannot be, {sentences('config', error)[0]}") from None
    if config.name != hearing.table.name:
        raise Wrong(f"the configuration is for table '{config.name}'")
    if config.gone and body["edition"] == edition_of(config.the_game):
        raise Wrong(f"the configuration has {config.gone_words}, which these rules have not")
    return config


def clock_set(hearing: Hearing, body: Body) -> Body:  # noqa: ARG001
    """At any time: only the house saw what its wall clock said, and it wrote none of it."""
    return {"off_us": whole(body, "off_us")}


def closed(hearing: Hearing, body: Body) -> Body:
    hearing.verify_open()
    hearing.verify_empty()
    return {"reason": words(body, "reason"), "by": words(body, "by")}


def reopened(hearing: Hearing, body: Body) -> Body:
    if not hearing.table.closed:
        raise Wrong("the table was open")
    return {"by": words(body, "by")}
