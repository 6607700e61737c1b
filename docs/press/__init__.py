"""The press: pages of the docs site that are made from the code and the data, so that they cannot say anything else."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from docs.press.commands import commands_page
from docs.press.files import game_files_page, house_file_page
from docs.press.games import game_page, games_page
from docs.press.names import names_page
from docs.press.vocabulary import vocabulary_page
from houseway.games import all_games

FOLDER = "made"  # within docs/, not kept in git
PAGES: dict[str, Callable[[], str]] = {
    "api.md": names_page,
    "commands.md": commands_page,
    "vocabulary.md": vocabulary_page,
    "game-files.md": game_files_page,
    "house-file.md": house_file_page,
    "games.md": games_page,
    **{f"{game.slug}.md": partial(game_page, game) for game in all_games()},
}


def print_pages(docs: Path) -> None:
    """Write every page; one that says what it said keeps its time, so that it is not built again."""
    folder = docs / FOLDER
    folder.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        path, text = folder / name, page()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in folder.glob("*.md"):
        if path.name not in PAGES:
            path.unlink()
