"""How games, options, bets and numbers are named from outside; what is of the wrong kind is refused in a sentence."""

from collections.abc import Mapping, Sequence
from operator import index

from houseway.games import find_game
from houseway.games.game import Game
from houseway.rules.refused import Refused

Options = Mapping[str, bool | int | str]
Bets = Mapping[str, int]  # cents by the name of the wager


def game_of(game: Game | str) -> Game:
    return game if isinstance(game, Game) else find_game(game)


def options_of(options: Options | None) -> Options | None:
    """The options as they were given; what they may be is for the game to say."""
    if options is not None and not (isinstance(options, Mapping) and all(isinstance(name, str) for name in options)):
        raise Refused("options are settings by the name of the option, as in {'decks': 2}")
    return options


def seats_of(bets: Bets | Sequence[Bets], game: Game) -> tuple[dict[str, int], ...]:
    """The bets of each seat, a copy."""
    each_seat = [bets] if isinstance(bets, Mapping) else bets
    if not isinstance(each_seat, Sequence) or not all(isinstance(seat, Mapping) for seat in each_seat):
        raise Refused(
            f"bets are cents by the name of the wager, as in {{'{game.wagers[0]}': 1000}}, of a seat or several"
        )
    return tuple({name: whole(cents, str(name), " of cents") for name, cents in seat.items()} for seat in each_seat)


def whole(number: int, what: str, of: str = "") -> int:
    """A whole number of Python, whoever made it."""
    try:
        return index(number)
    except TypeError:
        raise Refused(f"{what}: {number!r} is not a whole number{of}") from None
