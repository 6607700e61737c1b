"""The docs are true: their code runs, their commands parse, every page is found and every link leads somewhere.

`make docs` builds the site with every warning an error; nothing here needs Sphinx.
"""

import inspect
import re
import shlex
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

import houseway
from docs.press import FOLDER, PAGES, print_pages
from docs.press.commands import commands
from docs.press.fields import meanings
from docs.press.files import GAME_FILES
from docs.press.games import game_page
from docs.press.strict import make_strict, strict
from houseway.api.played import Settled
from houseway.cli import app
from houseway.cli.entrance import games_first
from houseway.games import all_games
from houseway.games.outside import FOLDERS, game_in
from houseway.house.configuration import Room, TableConfig, read_room
from houseway.kit.new_game import new_game

DOCS = Path(__file__).parents[1] / "docs"
WRITTEN = sorted(path for path in DOCS.rglob("*.md") if not {"_build", FOLDER} & set(path.relative_to(DOCS).parts))
BLOCK = re.compile(r"^```(\S*)\n(.*?)^```", re.DOTALL | re.MULTILINE)


NAMES = (*(path.relative_to(DOCS).as_posix() for path in WRITTEN), *(f"{FOLDER}/{name}" for name in PAGES))


@cache
def text_of(name: str) -> str:
    """A page by its path under docs/; those of the press are printed when they are first asked for."""
    folder, _, page = name.partition("/")
    return PAGES[page]() if folder == FOLDER else (DOCS / name).read_text(encoding="utf-8")


def blocks(text: str, *languages: str) -> list[str]:
    return [body for language, body in BLOCK.findall(text) if language in languages]


with_code = [path for path in WRITTEN if blocks(path.read_text(encoding="utf-8"), "python")]


# --- what a reader types ---


@pytest.mark.parametrize("path", with_code, ids=lambda path: path.stem)
def test_the_code_of_a_page_runs_from_top_to_bottom(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    try:
        for block in blocks(path.read_text(encoding="utf-8"), "python"):
            exec(compile(block, path.name, "exec"), names)
    finally:
        forget_the_game_of_the_page()
    capsys.readouterr()


def forget_the_game_of_the_page() -> None:
    for made in [name for name in sys.modules if name.startswith("houseway.games.one_card")]:
        del sys.modules[made]


def test_every_page_with_code_is_among_those_run() -> None:
    assert {path.stem for path in with_code} >= {
        "developer",
        "mathematician",
        "own-game",
        "exact",
        "proof",
        "ledger",
        "commitment",
        "reinforcement",
    }


def test_the_chapter_has_every_file_of_its_game_to_the_letter(tmp_path: Path) -> None:
    """Whoever types them has what `houseway new` writes; test_kit and test_outside check, play and prove that."""
    chapter = (DOCS / "tutorials" / "own-game.md").read_text(encoding="utf-8")
    typed = dict(
        re.findall(r"^\*\*`one_card/(\S+)`\*\*\n\n```(?:py|toml)\n(.*?)^```$", chapter, re.DOTALL | re.MULTILINE)
    )
    assert typed == {path.name: path.read_text(encoding="utf-8") for path in new_game(tmp_path / "one_card")}


def test_the_house_file_of_the_operators_page_is_a_good_one(tmp_path: Path) -> None:
    (written,) = blocks((DOCS / "tutorials" / "operator.md").read_text(encoding="utf-8"), "toml")
    (tmp_path / "my.toml").write_text(written, encoding="utf-8")
    assert list(read_room(tmp_path / "my.toml").tables) == ["dakota", "lucky"]


def commands_of(text: str) -> list[str]:
    """Lines of shell blocks that call us, and such calls in the middle of a sentence."""
    shell = "\n".join(blocks(text, "", "sh", "console")).replace("\\\n", " ")
    lines = re.findall(r"^(?:\$ )?(houseway .*)", shell, re.MULTILINE)
    prose = BLOCK.sub("", text)
    return lines + [" ".join(call.split()) for call in re.findall(r"`(houseway [^`]*)`", prose)]


@cache
def every_command() -> Any:
    return typer.main.get_command(app)  # a third of a second each time


def parsed(line: str) -> str:
    """'' if the parser takes it, or what it says. `[TABLE]` and `...` are left out, a WORD may stand for a number."""
    written = re.sub(r"\[[^]]*\]|\.\.\.", "", line.partition(" #")[0].partition(" > ")[0])
    words = shlex.split(re.sub(r"(?<= )[A-Z]+\b(?!\S)", "7", written))
    command = every_command()
    name = words.pop(0)
    folder = ""
    if "--game" in words:
        _, folder, *words = games_first(words)  # the one option of every command
    while words and words[0] in getattr(command, "commands", {}):
        name = words.pop(0)
        command = command.commands[name]
    if not words:
        return ""  # a command that is only named
    if getattr(command, "commands", None) and words != ["--help"] and not words[0].startswith("--"):
        return f"there is no command {words[0]}"
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(FOLDERS, folder)
            command.make_context(name, list(words))
    except SystemExit:
        return ""  # --help
    except Exception as error:
        if str(error).endswith("requires an argument.") and words[-1].startswith("--"):
            return ""  # an option that is only named
        return str(error) or type(error).__name__
    return ""


def test_every_command_line_is_one_that_the_parser_takes() -> None:
    lines = {(name, line) for name in NAMES for line in commands_of(text_of(name))}
    assert len(lines) > 60
    wrong = {f"{name}: {line}: {said}" for name, line in sorted(lines) if (said := parsed(line))}
    assert wrong == set()


def test_a_command_line_that_is_wrong_is_found() -> None:
    assert parsed("houseway house sign my.toml lucky --paper a4") == ""
    assert "no command" in parsed("houseway house singn lucky")
    assert parsed("houseway play dakota_stud --botts 3")
    assert parsed("houseway simulate dakota_stud --rounds many")
    assert parsed("houseway simulat dakota_stud")
    assert parsed("houseway --game mine simulate mine --rounds 9") == ""
    assert parsed("houseway --game mine simulat mine")


# --- where a reader goes ---


def shown(name: str, entry: str) -> str:
    """A page that a toctree or a link of another page names."""
    return (Path("/") / name).parent.joinpath(entry).resolve().relative_to("/").as_posix()


def test_every_page_is_in_a_table_of_contents() -> None:
    reached, waiting = set(), ["index.md"]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        if name.startswith(FOLDER) and name != f"{FOLDER}/games.md":
            continue  # leads to no further page
        entries = [line for body in blocks(text_of(name), "{toctree}") for line in body.splitlines()]
        pages = [shown(name, f"{line.strip()}.md") for line in entries if line.strip() and not line.startswith(":")]
        waiting += [page for page in pages if page not in reached]
    assert reached == set(NAMES)


def anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.*)", BLOCK.sub("", text), re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}
    return slugs | set(re.findall(r"^\(([\w-]+)\)=$", text, re.MULTILINE))


def test_every_link_leads_somewhere() -> None:
    lost = []
    for name in NAMES:
        for target in re.findall(r"(?<!\\)\]\(([^)\s]+)\)", BLOCK.sub("", text_of(name))):
            page, _, anchor = target.partition("#")
            if page.startswith(("http://", "https://")):
                lost.append(f"{name}: {target} leads out of the site")
                continue
            where = shown(name, page) if page else name
            if where not in NAMES and not (DOCS / where).is_file():
                lost.append(f"{name}: {target}")
            elif anchor and anchor not in anchors(text_of(where)):
                lost.append(f"{name}: {target}: no such heading")
    assert lost == []


# --- what is looked up ---


def test_every_public_name_has_its_place_and_every_field_its_meaning() -> None:
    api = text_of(f"{FOLDER}/api.md")
    for name in houseway.__all__:
        assert f"\n## {name}\n" in api
        assert re.search(rf"auto\w+:: houseway\.{name}\n", api)
        assert inspect.getdoc(getattr(houseway, name))
    assert meanings(Settled)["cents"] == "won; negative: lost"
    assert "| `cents` | won; negative: lost |" in api


def test_every_command_and_every_option_of_it_is_told() -> None:
    page = text_of(f"{FOLDER}/commands.md")
    found = dict(commands())
    assert {"houseway play", "houseway house archive seal", "houseway rng dump"} <= set(found)
    for words, command in found.items():
        told = page.partition(f"# {words}\n")[2].partition("\n#")[0]
        assert told, words
        for each in [] if getattr(command, "commands", None) and words != "houseway" else command.params:
            for name in each.opts if each.param_type_name == "option" else [(each.metavar or each.name).upper()]:
                assert name in told, f"{words} {name}"


def test_every_key_of_every_data_file_is_told() -> None:
    pages: dict[str, list[Any]] = {
        "house-file.md": [Room],
        "game-files.md": [model for model, _ in GAME_FILES.values()],
    }
    for name, models in pages.items():
        page = text_of(f"{FOLDER}/{name}")
        for model in models:
            for key, field in model.model_fields.items():
                assert f"| `{field.alias or key}` |" in page, f"{model.__name__}.{key}"
    house = text_of(f"{FOLDER}/house-file.md")
    assert "| `seats` | whole number, from 1 | filled in |  |" in house
    assert "| `on_restart` | `go_on` or `void` | `go_on` | the round that was on when the server stopped |" in house
    assert all(f"| `{key}` |" in house for key in TableConfig.model_fields)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_a_games_page_has_its_rules_figures_strategy_and_verdicts(game: houseway.Game) -> None:
    page = text_of(f"{FOLDER}/{game.slug}.md")
    heads = re.findall(r"^## (.*)", page, re.MULTILINE)
    rest = ["Wagers", "What it pays", "Options", "Figures", "Strategy", "Verdicts", "The rules of play retold"]
    assert heads == ["How a round goes", *rest]
    exact = houseway.solve(game)
    for wager in exact:
        assert f"| `{wager}` | {float(exact[wager].edge):.6%}" in page
    told = " ".join(page.split()).replace("\\", "")
    assert all(" ".join(each.text.split()) in told for each in game.paragraphs.paragraphs)
    for each in houseway.verdicts(game):
        assert f"| {each.printed} | {each.ours} | {each.verdict} |" in told
    assert f"[{game.title}]({game.slug}.md)" in text_of(f"{FOLDER}/games.md")


def test_a_game_from_outside_that_has_no_more_than_it_must_gets_a_page_too(tmp_path: Path) -> None:
    new_game(tmp_path / "one_card")
    try:
        game = game_in(tmp_path / "one_card")
        page = game_page(game)
    finally:
        forget_the_game_of_the_page()
    assert "- Raise with a five or higher (76.92%)" in page, "its best play in words"
    assert "Each player raises by the amount of the Ante" in page


# --- how they are made ---


def test_pages_are_printed_once_and_those_that_are_gone_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docs.press.PAGES", {"a.md": lambda: "one\n", "b.md": lambda: "two\n"})
    print_pages(tmp_path)
    before = (tmp_path / FOLDER / "a.md").stat().st_mtime_ns
    monkeypatch.setattr("docs.press.PAGES", {"a.md": lambda: "one\n"})
    print_pages(tmp_path)
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == ["a.md"]
    assert (tmp_path / FOLDER / "a.md").stat().st_mtime_ns == before


def test_the_press_prints_the_same_twice() -> None:
    for name in ("api.md", "commands.md", "house-file.md", "lucky_lucky.md"):
        assert PAGES[name]() == text_of(f"{FOLDER}/{name}")


def test_no_page_keeps_what_the_policy_forbids(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<p class="a" style="opacity: 50%">x</p><script src="a.js"></script>', "utf-8")
    make_strict(tmp_path)
    assert (tmp_path / "page.html").read_text("utf-8") == '<p class="a">x</p><script src="a.js"></script>'
    for inline in ("<script>go()</script>", "<style>p {}</style>", '<a onclick="go()">', '<script type="a">'):
        with pytest.raises(ValueError, match="forbids"):
            strict(inline, "page.html")


KINDS_OF_FILES = (
    ("play.py",), ("plan.py", "strategy.toml"), ("rules.toml",), ("paragraphs.toml", "dealing.toml"),
    ("primer.toml", "sign.toml"), ("claims.toml",), ("why.py",), ("__init__.py", "shufflers.toml", "progressives.toml"),
)  # fmt: skip


def test_the_lines_that_a_game_took_are_those_of_all_its_files() -> None:
    folders = {game.title: game.folder for game in all_games()}
    rows = re.findall(r"^\| ([^|]+) " + r"\| (\d+) " * 10 + r"\|$", text_of("universal.md"), re.MULTILINE)
    assert len(rows) == 6
    for title, *told in rows:
        folder = folders[title]
        lines = {path.name: len(path.read_text().splitlines()) for path in folder.iterdir() if path.is_file()}
        kinds = [sum(lines.get(name, 0) for name in names) for names in KINDS_OF_FILES]
        tests = Path(__file__).parent / "games" / f"test_{folder.name}.py"
        assert [*map(int, told)] == [*kinds, sum(lines.values()), len(tests.read_text().splitlines())], title
        assert sum(kinds) == sum(lines.values()), f"{title} has a file of another kind"
        assert not list(folder.glob("solve*.py"))
