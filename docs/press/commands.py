"""The command line, from the parser that reads it."""

from collections.abc import Iterator
from typing import Any

import typer.main

from docs.press.markdown import page, plain, table
from houseway.cli import app

HEAD = """
# Commands

Every command, as its parser has it; `--help` after any of them prints the same. Whatever cannot be done is said in one
sentence on the error stream, with exit code 2; a question whose answer is bad news (`audit verify`, `house check`,
`rng check`) exits with 1.
"""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with the words that call it, groups before their own."""
    yield from _under("houseway", typer.main.get_command(app))


def _under(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield words, command
    for name, each in getattr(command, "commands", {}).items():
        yield from _under(f"{words} {name}", each)


def commands_page() -> str:
    parts = [HEAD]
    for words, command in commands():
        depth = "###" if words.count(" ") > 1 else "##"
        parts += [f"{depth} {words}", plain(" ".join((command.help or "").split()))]
        if words == "houseway" or not getattr(command, "commands", None):
            parts += [f"```text\n{_usage(words, command)}\n```", _parameters(command)]
    return page(*parts)


def _usage(words: str, command: Any) -> str:
    asked = [_argument(each) for each in command.params if each.param_type_name == "argument"]
    options = any(each.param_type_name == "option" for each in command.params)
    then = ["COMMAND ..."] if getattr(command, "commands", None) else []
    return " ".join((words, *asked, *(["[OPTIONS]"] if options else []), *then))


def _argument(argument: Any) -> str:
    name = (argument.metavar or argument.name).strip("[]").upper()
    many = "..." if argument.nargs == -1 else ""
    return f"{name}{many}" if argument.required else f"[{name}{many}]"


def _parameters(command: Any) -> str:
    rows = []
    for each in command.params:
        if each.param_type_name == "argument":
            rows.append((f"`{_argument(each)}`", plain(each.help or ""), ""))
        else:
            names = [*each.opts, *each.secondary_opts]
            takes = "" if each.is_flag else f" {each.metavar or each.name.upper()}"
            shown = ", ".join(f"`{name}{takes}`" for name in names)
            rows.append((shown, plain(each.help or ""), _unless_said(each)))
    return table(("", "", "unless said"), rows)


def _unless_said(option: Any) -> str:
    if option.is_flag or option.default in (None, "", ()) or callable(option.default):
        return ""
    return f"`{getattr(option.default, 'value', option.default)}`"
