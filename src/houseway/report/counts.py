"""The page of `houseway count`: every deal of small decks, walked."""

from collections.abc import Mapping

from rich.console import RenderableType

from houseway.analysis.simulation import standard_wagers
from houseway.engine.walk import walk
from houseway.games.game import Game, nearest
from houseway.games.sheet import Setting, Toy
from houseway.report.listing import Listing, figure, name, prose
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused

LEAVES_MAX_CARDS = 16  # beyond this a walk takes longer than anyone waits


def counts_page(
    game: Game, asked: str, cards: str, chosen: Mapping[str, Setting], strategy: str, choices: bool
) -> RenderableType:
    counted = (figure(head) for head in ("seats", "leaves", "with every choice", "mass"))
    heads = [name("deck"), prose("cards"), *counted, name("exact mean by wager, cents")]
    listing = Listing(f"{game.title}: every deal of small decks", heads)
    for toy in toys_of(game, asked, cards):
        settings = game.settings({**toy.options, **chosen})
        deck = cards_of(toy.cards)
        wagers = [standard_wagers(game)] * toy.seats
        walked = walk(game, settings, deck, wagers, game.plan(strategy, settings))
        every = f"{walk(game, settings, deck, wagers).leaves:,}" if choices else ""
        means = "\n".join(f"{wager} {mean}" for wager, mean in walked.mean.items() if mean)
        listing.add(toy.name, toy.cards, str(toy.seats), f"{walked.leaves:,}", every, str(walked.mass), means)
    return listing


def toys_of(game: Game, name: str, cards: str) -> list[Toy]:
    """The toy decks asked for: one's own, one of the game's by name, or all of the game's."""
    if cards:
        try:
            deck = cards_of(cards)
        except ValueError as error:
            raise Refused(str(error)) from error
        if len(deck) > LEAVES_MAX_CARDS:
            raise Refused(f"{len(deck)} cards are too many to walk every deal: give at most {LEAVES_MAX_CARDS}")
        return [Toy(name="yours", cards=cards)]
    toys = {toy.name: toy for toy in game.sheet.toys}
    if not name:
        return list(toys.values())
    if name not in toys:
        raise Refused(f"{game.title} has no toy deck '{name}'{nearest(name, toys)}")
    return [toys[name]]
