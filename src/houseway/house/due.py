"""When a table needs the house next, though nobody gives a command: a clock runs out, a kept seat is given up."""

from houseway.house.dealer import SECOND
from houseway.house.table import Table


def due_at(table: Table) -> int | None:
    """In microseconds since 1970, as the table's own times are; None: it waits for people only."""
    config = table.config
    if config is None:
        return None
    if table.playing:
        return table.asked_at + config.decision_clock_s * SECOND
    ends = [player.gone_at + config.keep_seat_s * SECOND for player in table.players.values() if player.gone_at]
    if table.betting_since and not table.closed:
        ends.append(table.betting_since + config.betting_clock_s * SECOND)
    return min(ends, default=None)
