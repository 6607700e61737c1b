"""The counts of Fast Action Hold'em for a number of decks: kept for this user, in a package of counts, or counted now.

Counting whole decks takes many minutes and is begun only by `recount`. It can be stopped and goes on where it was, and
what it found is kept.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from houseway.analysis.exact.holdem.spot_counts import CHECK_MODULUS, Counts, check, with_joint_of
from houseway.analysis.exact.holdem.stamped import counting_digest, load_counts, save_counts
from houseway.analysis.exact.shared.places import counted, kept
from houseway.games.fast_action_holdem import house_way
from houseway.games.fast_action_holdem.play import OUTCOMES, WIN, ante_outcome, bonus_outcome
from houseway.games.fast_action_holdem.solve_acts import Hands, worth_splitting
from houseway.games.game import Game, Settings
from houseway.rules.cards import new_decks
from houseway.rules.refused import Refused

Progress = Callable[[int, int], None]


def leaves() -> dict[Callable[..., Any], Callable[..., Any]]:
    """The game's own rules for those that stand in the counting."""
    from houseway.analysis.exact.holdem import board, lists  # loads the compiler, which stored counts do without

    return {
        lists.house_way: house_way.house_way,
        board.ante_outcome: ante_outcome,
        board.bonus_outcome: bonus_outcome,
    }


def counts_of(
    game: Game, settings: Settings, deck: Sequence[int] | None = None, progress: Progress | None = None
) -> Counts:
    """The counts of a deck: those of whole decks must be stored, any other deck is counted now."""
    if deck is not None:
        return fresh_counts(game, settings, deck, progress)
    counts = stored_counts(int(settings["decks"]))
    if counts is None:
        raise Refused(
            f"this needs the counts of {game.title}: `pip install houseway[counts]` brings them; "
            f"`houseway edge {game.slug} --set decks={settings['decks']} --fresh` counts them here, in many minutes"
        )
    return counts


def takes_minutes(settings: Settings) -> bool:
    """Whether these options would have to be counted first."""
    return stored_counts(int(settings["decks"])) is None


@cache
def stored_counts(decks: int) -> Counts | None:
    """Those of this user, or those of the package of counts."""
    for folder in (kept(), counted()):
        counts = load_counts(folder / file_name(decks), new_decks(decks), counts_digest())
        if counts is not None:
            return counts
    return None


def recount(game: Game, settings: Settings, progress: Progress | None = None, *, on_gpu: bool = False) -> Counts:
    """Count whole decks now, going on from where an earlier attempt was stopped, and keep what is found."""
    decks = int(settings["decks"])
    try:
        kept().mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"counts cannot be kept in {kept()} ({error.strerror}): name a folder in HOUSEWAY_CACHE"
        raise Refused(why) from error
    partial = kept() / f"fast_action_holdem_{decks}.{counts_digest()}.begun"
    counts = fresh_counts(game, settings, game.deck(settings), progress, partial=partial, on_gpu=on_gpu)
    store_counts(kept(), game, decks, counts)
    partial.unlink(missing_ok=True)
    stored_counts.cache_clear()
    return counts


def recount_on_gpu(game: Game, settings: Settings, progress: Progress | None = None) -> Counts:
    """The same by a GPU, in seconds; it goes on with what a processor has begun."""
    return recount(game, settings, progress, on_gpu=True)


def fresh_counts(
    game: Game,
    settings: Settings,
    deck: Sequence[int],
    progress: Progress | None = None,
    threads: int | None = None,
    partial: Path | None = None,
    on_gpu: bool = False,
) -> Counts:
    """Count a deck now. `partial` names a file in which a count that is stopped waits to go on."""
    from houseway.analysis.exact.holdem.crew import count_deals  # loads the compiler

    return count_deals(game.rules(settings), deck, leaves(), len(OUTCOMES), WIN, progress, threads, partial, on_gpu)


def store_counts(folder: Path, game: Game, decks: int, counts: Counts) -> None:
    """Store counts, with the planes of those spots that are ever worth a split."""
    if check(counts) != int(counts.checks.sum()) % CHECK_MODULUS:
        raise Refused("these counts do not add up: blocks of boards are missing or counted twice")
    settings = list(standard_settings(game, decks))
    plans = [game.plan(strategy, each) for each in settings for strategy in game.strategies]
    spots = worth_splitting(Hands(counts), [game.rules(each) for each in settings], plans)
    save_counts(folder / file_name(decks), with_joint_of(counts, spots), counts_digest())


def standard_settings(game: Game, decks: int) -> Iterator[Settings]:
    """Every paytable and kind of split for a number of decks."""
    for paytable in game.options["paytable"].choices:
        for splits in game.options["splits"].choices:
            try:
                yield game.settings({"decks": decks, "paytable": paytable, "splits": splits})
            except Refused:
                continue  # a paytable for another number of decks


def file_name(decks: int) -> str:
    return f"fast_action_holdem_{decks}.npz"


@cache
def counts_digest() -> str:
    """A digest of what the counts depend on: the house way, the leaf rules, the ranks, and the way of counting."""
    return counting_digest([house_way.__name__], (ante_outcome, bonus_outcome))
