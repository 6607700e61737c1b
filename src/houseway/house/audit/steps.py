"""A round step by step: what was dealt, who chose what and how, and where the chips lay after each step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.engine.playthrough import show
from houseway.engine.scene import scene
from houseway.games import find_game
from houseway.games.act_names import act_named
from houseway.games.game import Game
from houseway.house.audit.recall import Recall
from houseway.house.chosen_by import CHOSEN_BY, chooser
from houseway.rules.shapes import Words
from houseway.rules.tape import CHOOSE, COLUMNS, SETTLE, VERB


@dataclass(frozen=True)
class ReplayStep:
    title: str
    lines: tuple[str, ...]  # of the tape, as a playthrough has them
    chips: Mapping[str, Mapping[str, int]]  # cents in action by seat and wager after it
    at: int = 0  # microseconds since 1970; 0: at once after the step before

    def to_json(self) -> dict[str, Any]:
        chips = {seat: dict(wagers) for seat, wagers in self.chips.items()}
        return {"title": self.title, "at": self.at, "lines": list(self.lines), "chips": chips}


def steps_of(recall: Recall) -> list[ReplayStep]:
    """The deal, every choice with what it brought, the pays at the end, and what became of the round later; a ruling
    where it was made, unless it voids the round: the void tells it."""
    game = find_game(recall["game"])
    tape = np.array(recall["tape"], dtype=np.int64).reshape(-1, COLUMNS)
    verbs = tape[:, VERB].tolist()
    chosen = [row for row, verb in enumerate(verbs) if verb == CHOOSE]
    begins = [(0, "The deal", recall["began_at"])]
    # A shoe that ran out leaves a tape without choices: every bet went back.
    begins += [(row, _title(game, made), made["at"]) for row, made in zip(chosen, recall["choices"], strict=False)]
    last = chosen[-1] if chosen else 0
    begins += [(row, "The pays", 0) for row, verb in enumerate(verbs) if verb == SETTLE and row > last][:1]
    for each in ruled_on(recall)[::-1]:  # the last one first: each goes before what begins at its row
        place = next((i for i, (row, _, _) in enumerate(begins) if row >= each["row"]), len(begins))
        begins.insert(place, (each["row"], f"{ruling_words(each)}, ruled by {each['by']}", each["at"]))
    for each in recall["aftermath"]:
        begins.append((len(tape), each["said"], each["at"]))
        tape = np.concatenate([tape, np.array(each["rows"], dtype=np.int64).reshape(-1, COLUMNS)])
    ends = [*(row for row, _, _ in begins[1:]), len(tape)]
    return [
        ReplayStep(title, _lines(game, tape[row:end]), _chips(game, tape[:end]), at)
        for (row, title, at), end in zip(begins, ends, strict=True)
    ]


def ruled_on(recall: Recall) -> list[Recall]:
    """The rulings that did not void the round."""
    return [each for each in recall["rulings"] if not each["voids"]]


def ruling_words(ruling: Recall) -> str:
    seat = f"Seat {ruling['seat']}. " if ruling["seat"] else ""
    return f"{seat}{ruling['sort']}: {ruling['outcome']} ({ruling['reason']})"


def _title(game: Game, made: Recall) -> str:
    hand = f", hand {made['hand'] + 1}" if made["hand"] else ""
    chosen = act_named(next(act for act in game.sheet.acts if act.name == made["act"]), made["cards"])
    return f"Seat {made['seat']}{hand}, {chooser(made['name'], made['by'])}: {chosen} ({CHOSEN_BY[made['by']]})"


def _lines(game: Game, tape: Words) -> tuple[str, ...]:
    return tuple(show(game, tape).splitlines()) if len(tape) else ()


def _chips(game: Game, tape: Words) -> dict[str, dict[str, int]]:
    lying: dict[str, dict[str, int]] = {}
    for (seat, _, wager), cents in sorted(scene(tape).stakes.items()):
        if cents:
            by_wager = lying.setdefault(str(seat), {})
            by_wager[game.wagers[wager]] = by_wager.get(game.wagers[wager], 0) + cents
    return lying
