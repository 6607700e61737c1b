"""Runs alone, on the sources of an old edition: reads a round a line as JSON, and writes the tape it makes.

python -I old_rules.py FOLDER     (FOLDER holds the package `houseway` of that edition)
"""

import json
import sys
from typing import Any


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    for line in sys.stdin:
        try:
            answer = dealt(json.loads(line))
        except Exception as error:
            answer = {"refused": str(error) or repr(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def dealt(asked: dict[str, Any]) -> dict[str, Any]:
    from houseway.engine.replay import Deal, replay
    from houseway.games import find_game

    game = find_game(asked["game"])
    deal = Deal(game, settings_of(asked["settings"]), asked["order"], asked["wagers"], asked["players"])
    now = replay(deal, asked["choices"])
    wait = now.pending
    return {
        "tape": now.tape.tolist(),
        "pending": [wait.seat, wait.hand, wait.options] if wait else None,
        "drawn": now.cards_drawn,
    }


def settings_of(said: dict[str, Any]) -> Any:
    try:
        from houseway.games.settings import Settings
    except ImportError:  # an edition from before settings were one value
        return said
    return Settings(said)


if __name__ == "__main__":
    main()
