"""How the cards are handed out: a mode for each game, found in its source and in the table's own options."""

from dataclasses import dataclass

from houseway.games.game import Game, Settings
from houseway.games.shufflers import Delivery, deliveries_in_force
from houseway.games.words import said_again
from houseway.rules.refused import Refused

LONG_HAND = 6  # cards a seat may need in a long round

COMMUNITY_FIRST, SETS_OF_FOUR, THREES_AND_TWO, SINGLE_CARDS, SHOE, CONTINUOUS = (
    "community_first", "sets_of_four", "threes_and_two", "single_cards", "shoe", "continuous",
)  # fmt: skip


@dataclass(frozen=True)
class Mode:
    """A packet of `first` cards, then packets of `each`, then one of `last`; a mode of single cards has none."""

    name: str
    about: str
    posted: str = "shuffled for every round"  # in a few words, for a sign
    first: int = 0
    each: int = 0
    last: int = 0
    ends_when_full: bool = False  # at a full table the remaining cards come by themselves, without the green button

    @property
    def lasts(self) -> bool:
        """Whether one order serves several rounds."""
        return self.name == SHOE

    def packets(self, drawn: int) -> tuple[int, ...]:
        """The sizes of the packets in which a round got so many cards; () is card by card.

        Of the last packet some cards may be left over: the fifth community card of sets of four is the top one.
        """
        if not self.each or not drawn:
            return ()
        sizes = [self.first] if self.first else []
        while sum(sizes) + self.last < drawn:
            sizes.append(self.each)
        return (*sizes, self.last) if self.last else tuple(sizes)

    def delivered(self, drawn: int) -> int:
        """How many packets a round got with so many cards; of single cards each is one."""
        return len(self.packets(drawn)) if self.each else drawn

    def dispensed(self, order: int, drawn: int) -> int:
        """The remaining cards, which leave the machine when a round has its packets; of single cards they stay."""
        return order - sum(self.packets(drawn)) if self.each and drawn else 0

    def dispensed_by(self, *, full: bool, by_hand: bool) -> str:
        """Who makes the remaining cards leave the game."""
        if by_hand:
            return "put aside by the dealer"
        if full and self.ends_when_full:
            return "dispensed by the machine, as the table was full"
        return "dispensed at the green button"

    def cut(self, cards: int, seats: int) -> int:
        """Cards behind the cut card, with which no round begins: a quarter, and enough for a long round of all seats.

        A mode that shuffles after every round has its cut card in front: nothing of an order is used twice.
        """
        return max(cards // 4, LONG_HAND * (seats + 1)) if self.lasts else cards


MODES = {
    mode.name: mode
    for mode in (
        Mode(
            COMMUNITY_FIRST,
            "a packet of five for the community, then packets of four",
            first=5,
            each=4,
            ends_when_full=True,
        ),
        Mode(SETS_OF_FOUR, "sets of four", each=4, ends_when_full=True),
        Mode(THREES_AND_TWO, "packets of three for the players, then two cards for the community", each=3, last=2),
        Mode(SINGLE_CARDS, "card by card, shuffled after every round"),
        Mode(SHOE, "card by card from a shoe, shuffled when the cut card is reached", "dealt from a shoe"),
        Mode(CONTINUOUS, "card by card, all of them back in the machine after every round", "a continuous shuffler"),
    )
}


def mode_for(game: Game, settings: Settings, name: str = "") -> Mode:
    """The mode in which a live table of this game is dealt, or a refusal of what cannot be carried out.

    Without a name it follows from the options alone, as it did for tables recorded before they named their machine.
    """
    if game.endless(settings):
        raise Refused("decks=infinite cannot be dealt at a table: choose 8 decks and shuffler=continuous")
    if name:
        return MODES[_delivery(game, settings, name).mode]
    if "shuffler" in settings:
        return MODES[str(settings["shuffler"])]
    dealing = str(settings.get("dealing", SINGLE_CARDS))
    if settings.get("decks", 1) == 1:
        return MODES[dealing]
    if dealing == SETS_OF_FOUR:
        raise Refused(f"dealing=sets_of_four is for one deck: leave it out with decks={settings['decks']}")
    return MODES[SINGLE_CARDS]


def deliveries(game: Game, settings: Settings) -> list[Delivery]:
    """The modes that a table may be set to: those of the source, or what the options alone say. The first is usual."""
    return deliveries_in_force(game, settings) or [Delivery(mode=mode_for(game, settings).name, cites="")]


def _delivery(game: Game, settings: Settings, name: str) -> Delivery:
    there = deliveries(game, settings)
    for delivery in there:
        if delivery.mode == name:
            return delivery
    raise Refused(
        f"is '{said_again(name)}', but with these options {game.title} is dealt as "
        f"{' or '.join(each.mode for each in there)}: write that, or leave it out"
    )
