"""Hold a game against the contract, check by check, and say in words what is missing."""

from collections.abc import Iterator
from pathlib import Path

from houseway.games import find_game
from houseway.games.outside import game_in, told
from houseway.kit.broken import in_words
from houseway.kit.conformance import CHECKS

LOADED = "its folder can be loaded"


def checked(name: str) -> Iterator[tuple[str, str]]:
    """Each check of a game, or of the game in a folder, in words, and what it found; '' is nothing.

    It ends with the first that fails: what comes after would mostly fail for the same reason.
    """
    folder = Path(name)
    if folder.is_dir():
        try:
            game = game_in(folder)
        except Exception as error:  # a stranger's code: whatever it does is said
            yield LOADED, told(error)
            return
        yield LOADED, ""
    else:
        game = find_game(name)
    for check in CHECKS:
        try:
            check(game)
        except Exception as error:  # as above
            yield check.__doc__ or "", in_words(game, error)
            return
        yield check.__doc__ or "", ""
