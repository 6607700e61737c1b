"""Writes fsrs_reference.json anew from the scheduler's own package, which nothing else here needs.

In an environment of its own: `pip install fsrs==6.3.2`, then `python tests/school/write_fsrs_reference.py`.
"""

import importlib
import json
import random
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
START = datetime(2026, 1, 5, tzinfo=UTC)
GAPS_H = (0, 1, 7, 23, 24, 25, 47, 72, 170, 400, 1_000, 3_000, 9_000)
HISTORIES, ANSWERS, SEED = 40, 12, 14


def main() -> None:
    fsrs: Any = importlib.import_module("fsrs")
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=365, enable_fuzzing=False)
    chance = random.Random(SEED)
    histories = []
    for _ in range(HISTORIES):
        card, at, rows = fsrs.Card(due=START), START, []
        for _ in range(ANSWERS):
            hours, grade = chance.choice(GAPS_H), chance.choice((1, 2, 3, 3, 3, 4))
            at += timedelta(hours=hours)
            before = scheduler.get_card_retrievability(card, at)
            card, _ = scheduler.review_card(card, fsrs.Rating(grade), at)
            rows.append([hours, grade, before, card.stability, card.difficulty, (card.due - at).days])
        histories.append(rows)
    found = {
        "from": f"fsrs {version('fsrs')} (py-fsrs), Scheduler with the parameters below",
        "written_by": "tests/school/write_fsrs_reference.py",
        **scheduler.to_dict(),
        "columns": ["hours_since", "grade", "recall_before", "stability", "difficulty", "interval_days"],
        "histories": histories,
    }
    lines = json.dumps(found, indent=1).replace("\n    ", " ").replace("\n   ]", "]")
    (HERE / "fsrs_reference.json").write_text(lines + "\n")


if __name__ == "__main__":
    main()
