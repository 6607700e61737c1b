"""What the makers published against what we compute."""

from dataclasses import dataclass

from houseway.analysis.claims import verify
from houseway.api.naming import game_of
from houseway.games.game import Game


@dataclass(frozen=True)
class Verdict:
    """Of one published figure."""

    claim: str  # its name in the game's claims.toml
    about: str  # in words
    cited: str  # where it was published
    printed: str
    ours: str
    verdict: str  # "reproduced", "reproduced under the published assumption", "differs" or "open"
    why: str


def verdicts(game: Game | str) -> tuple[Verdict, ...]:
    """On every figure that was published of a game."""
    return tuple(
        Verdict(
            claim=each.claim.id,
            about=each.claim.about,
            cited=each.claim.cites,
            printed=each.claim.printed,
            ours=each.ours_text,
            verdict=each.verdict,
            why=each.why,
        )
        for each in verify(game_of(game))
    )
