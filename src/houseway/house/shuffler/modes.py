"""How a shuffler hands out the cards: a mode for each game, found in the game's own options."""

from dataclasses import dataclass
from itertools import accumulate

from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

LONG_HAND = 6  # cards a seat may need in a long round

COMMUNITY_FIRST, SETS_OF_FOUR, SINGLE_CARDS, SHOE, CONTINUOUS = (
    "community_first", "sets_of_four", "single_cards", "shoe", "continuous",
)  # fmt: skip


@dataclass(frozen=True)
class Mode:
    """`first` and then `each` are the sizes of packets; a mode of single cards has none."""

    name: str
    about: str
    first: int = 0
    each: int = 0

    @property
    def lasts(self) -> bool:
        """Whether one order serves several rounds."""
        return self.name == SHOE

    def packets(self, cards: int) -> tuple[int, ...]:
        """The sizes of the packets in which so many cards come out; the last holds what remains. () is card by card."""
        if not self.each:
            return ()
        sizes = [self.first] if self.first else []
        whole, rest = divmod(cards - sum(sizes), self.each)
        return (*sizes, *[self.each] * whole, *([rest] if rest else []))

    def packets_in(self, order: int, drawn: int) -> int:
        """How many packets it took to hand out so many cards of an order; of single cards each is one."""
        if not self.each:
            return drawn
        ends = accumulate(self.packets(order))
        return sum(end - size < drawn for end, size in zip(ends, self.packets(order), strict=True))

    def cut(self, cards: int, seats: int) -> int:
        """Cards behind the cut card, with which no round begins: a quarter, and enough for a long round of all seats.

        A mode that shuffles after every round has its cut card in front: nothing of an order is used twice.
        """
        return max(cards // 4, LONG_HAND * (seats + 1)) if self.lasts else cards


MODES = {
    mode.name: mode
    for mode in (
        Mode(COMMUNITY_FIRST, "a packet of five for the community, then packets of four", first=5, each=4),
        Mode(SETS_OF_FOUR, "sets of four", each=4),
        Mode(SINGLE_CARDS, "card by card, shuffled after every round"),
        Mode(SHOE, "card by card from a shoe, shuffled when the cut card is reached"),
        Mode(CONTINUOUS, "card by card, and all cards go back into the machine after every round"),
    )
}


def mode_for(game: Game, settings: Settings) -> Mode:
    """The mode in which a live table of this game is dealt, or a refusal of options that no machine can carry out."""
    if game.endless(settings):
        raise Refused("decks=infinite cannot be dealt at a table: choose 8 decks and shuffler=continuous")
    if "shuffler" in settings:
        return MODES[str(settings["shuffler"])]
    dealing = str(settings.get("dealing", SINGLE_CARDS))
    if settings.get("decks", 1) == 1:
        return MODES[dealing]
    if dealing == SETS_OF_FOUR:
        raise Refused(f"dealing=sets_of_four is for one deck: leave it out with decks={settings['decks']}")
    return MODES[SINGLE_CARDS]
