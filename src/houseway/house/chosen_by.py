"""Who makes a choice at a table: its player, a bot, or the house for a player who is silent; and how that is said."""

BY_BOT, BY_CLOCK, BY_PLAYER, BY_ABSENCE = "bot", "clock", "player", "absence"

CHOSEN_BY = {
    BY_PLAYER: "the player",
    BY_BOT: "a bot",
    BY_CLOCK: "the clock ran out",
    BY_ABSENCE: "the player had left",
}
HOUSE_MADE = (BY_CLOCK, BY_ABSENCE)


def chooser(name: str, by: str) -> str:
    """ "Ann", or "the house for Ann"."""
    return f"the house for {name}" if by in HOUSE_MADE else name
