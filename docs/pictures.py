"""Draws the pictures of the README from the program itself: `python docs/pictures.py`."""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from houseway.games import find_game
from houseway.house.sitting import Sitting
from houseway.terminal.own_table import TerminalTable

HERE = Path(__file__).parent
# Our own frame: rich's names a font on a public server, and nothing here may ask one.
FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
<rect fill="#12261c" width="{width}" height="{height}" rx="8" />
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    game = find_game("dakota_stud")
    sitting = Sitting(game, game.settings(), 100_000, bots=1, seed=239)
    console = Console(record=True, width=92, file=StringIO(), force_terminal=True)

    def typed(prompt: str) -> str:
        if sitting.pending is None:
            word = ""
        else:
            word = game.sheet.acts[sitting.legal()[0]].key
        console.print(prompt + word)
        return word

    TerminalTable(sitting, console, typed).run(1)
    svg = console.export_svg(title="", theme=MONOKAI, code_format=FRAME, unique_id="table")
    (HERE / "table.svg").write_text(svg)


if __name__ == "__main__":
    main()
