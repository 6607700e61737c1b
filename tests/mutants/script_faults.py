"""The faults of a browser script. No parser of JavaScript is needed: each changes one word of the text for another, and
words within comments, strings and regular expressions are stepped over."""

import re
from collections.abc import Generator, Iterator

from tests.mutants.fault import Fault

WORDS = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<=[(,=:?&|!\[])\s*/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\\\n])+/[a-z]*)
      |(?P<template>`)
      |(?P<call>^[ ]+(?:await\ )?[a-zA-Z_][\w.?]*\([^;\n]*\);$)
      |(?P<operator>===|!==|=>|>=|<=|&&|\|\||\?\?|\+\+|--|\+=|-=|\*\*|<|>|(?<=[\w)\]]\ )[-+*/%](?=\ )|!(?=[\w(]))
      |(?P<minus>(?<=[(,=:?\[]\ )-(?=[\w(])|(?<=[(\[])-(?=[\w(]))
      |(?P<number>(?<![\w.$#])\d+(?:\.\d+)?(?![\w.]))
      |(?P<word>(?<![\w.$])(?:true|false)(?![\w$:]))""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
OTHER = {
    "===": ("comparison", "!=="), "!==": ("comparison", "==="), ">=": ("comparison", ">"), "<=": ("comparison", "<"),
    "<": ("comparison", "<="), ">": ("comparison", ">="), "&&": ("boolean", "||"), "||": ("boolean", "&&"),
    "??": ("boolean", "&&"), "!": ("boolean", ""), "+": ("arithmetic", "-"), "-": ("arithmetic", "+"),
    "*": ("arithmetic", "/"), "/": ("arithmetic", "*"), "%": ("arithmetic", "*"), "++": ("arithmetic", "--"),
    "--": ("arithmetic", "++"), "+=": ("arithmetic", "-="), "-=": ("arithmetic", "+="), "**": ("arithmetic", "*"),
}  # fmt: skip


def faults(path: str, text: str) -> list[Fault]:
    return list(_found(path, text, 0, len(text)))


def _found(path: str, text: str, at: int, end: int) -> Iterator[Fault]:
    while at < end:
        found = WORDS.search(text, at, end)
        if found is None:
            return
        at = found.end()
        if found["template"]:
            at = yield from _template(path, text, at)
        elif found["call"]:
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            if found[0].count("(") == found[0].count(")"):
                yield _fault(path, text, "removed", start, found.end(), ";")
            at = start + found[0].lstrip().index("(") + 1
        elif found["operator"] in OTHER and not _arrow(text, found):
            kind, new = OTHER[found["operator"]]
            yield _fault(path, text, kind, *found.span(), new)
        elif found["minus"]:
            yield _fault(path, text, "sign", *found.span(), "")
        elif found["number"]:
            number = found["number"]
            new = str(float(number) + 1) if "." in number else str(int(number) + 1)
            yield _fault(path, text, "constant", *found.span(), new)
        elif found["word"]:
            yield _fault(path, text, "constant", *found.span(), "false" if found["word"] == "true" else "true")


def _arrow(text: str, found: re.Match[str]) -> bool:
    return found[0] == ">" and text[found.start() - 1] == "="


def _template(path: str, text: str, at: int) -> Generator[Fault, None, int]:
    """The faults within the `${}` of a template; gives the place after it."""
    while text[at] != "`":
        if text[at] == "\\":
            at += 2
        elif text.startswith("${", at):
            end, depth = at + 2, 1
            while depth:
                if text[end] == "`":  # a template within: taken as it is
                    end = text.index("`", end + 1)
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            yield from _found(path, text, at + 2, end - 1)
            at = end
        else:
            at += 1
    return at + 1


def _fault(path: str, text: str, kind: str, start: int, end: int, new: str) -> Fault:
    line_start = text.rfind("\n", 0, start) + 1
    return Fault(path, kind, start, end, new, text[start:end], text.count("\n", 0, start) + 1, "", line_start)
