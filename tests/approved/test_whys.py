"""Why each wager of every playthrough ended as it did, the cards that are lifted, and what stands beside the bet."""

import pytest

from houseway.engine.view import view
from houseway.engine.why import YOURS, whys
from houseway.games import SLUGS
from houseway.rules.cards import cards_text
from houseway.rules.tape import A
from tests.approved import hold
from tests.test_golden import FILES, set_up


@pytest.mark.parametrize("slug", SLUGS)
def test_every_settlement_of_every_playthrough_is_told_as_approved(slug: str) -> None:
    lines: list[str] = []
    for path in (each for each in FILES if each.parent.name == slug):
        _, round_ = set_up(path)
        lines.append(f"# {path.stem}")
        for seat in range(1, len(round_.deal.wagers) + 1):
            tape = view(round_.replay.tape, round_.replay.felt.players, seat)
            for each in whys(round_.game, round_.deal.settings, tape, {seat: YOURS}):
                lifted = cards_text(int(tape[row][A]) for row in each.cards)
                wager = list(round_.game.wagers)[each.wager]
                lines.append(f"{seat}.{each.hand} {wager}: {each.text} | {each.made} | {lifted}")
    hold(f"{slug}.whys.txt", "\n".join(lines))
