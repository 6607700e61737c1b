"""The fields of a class as its source has them: type, default, and the comment beside each, which is its meaning."""

import inspect
import io
import tokenize
import types
from collections.abc import Iterator, Mapping
from fractions import Fraction
from textwrap import dedent
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

NAMED = {
    Fraction: "rate as text, such as `15 %`",
    str: "text",
    int: "whole number",
    bool: "true or false",
    float: "number",
}


def meanings(kind: type) -> dict[str, str]:
    """The comment behind each field of a class, those of the classes it is made from included."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each.__module__.partition(".")[0] == "houseway":
            found |= _comments(each)
    return found


def _comments(kind: type) -> dict[str, str]:
    """`name: type = default  # meaning`, at the first level of the class."""
    found: dict[str, str] = {}
    field, depth = "", 0
    for token in tokenize.generate_tokens(io.StringIO(dedent(inspect.getsource(kind))).readline):
        depth += (token.type == tokenize.INDENT) - (token.type == tokenize.DEDENT)
        if depth == 1 and token.type == tokenize.NAME and token.line[: token.start[1]].strip() == "":
            field = token.string
        elif token.type == tokenize.COMMENT and depth == 1 and token.line.strip() != token.string:
            found[field] = token.string.lstrip("# ").strip()
    return found


def models_in(kind: Any) -> Iterator[type[BaseModel]]:
    """The models that a type speaks of."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    for part in get_args(kind):
        yield from models_in(part)


def said(kind: Any, linked: Mapping[type, str]) -> str:
    """A type in words; models are links."""
    if kind in linked:
        return f"[{kind.__name__}](#{linked[kind]})"
    origin, parts = get_origin(kind), get_args(kind)
    if origin is tuple and parts[-1] is Ellipsis:
        return f"list of {said(parts[0], linked)}"
    if origin is tuple:
        return f"list: {', '.join(said(part, linked) for part in parts)}"
    if origin is dict:
        return f"table of {said(parts[1], linked)}"
    if origin is Literal:
        return " or ".join(f"`{part}`" for part in parts)
    if origin in (Union, types.UnionType):
        return " or ".join(said(part, linked) for part in parts if part is not type(None))
    if origin is not None and hasattr(kind, "__metadata__"):
        return said(parts[0], linked)
    return NAMED[kind]


def limits(field: FieldInfo) -> str:
    """What else is asked of a setting."""
    bounds: dict[str, Any] = {}
    for each in field.metadata:
        for bound in ("ge", "le", "min_length", "max_length", "pattern"):
            if getattr(each, bound, None) is not None:
                bounds[bound] = getattr(each, bound)
    words = [
        f"from {bounds['ge']:,}" if "ge" in bounds else "",
        f"to {bounds['le']:,}" if "le" in bounds else "",
        f"at least {bounds['min_length']} long" if bounds.get("min_length", 0) > 1 else "",
        "not empty" if bounds.get("min_length") == 1 else "",
        f"at most {bounds['max_length']:,} long" if "max_length" in bounds else "",
        f"`{bounds['pattern']}`" if "pattern" in bounds else "",
    ]
    return ", ".join(filter(None, words))


def default(field: FieldInfo) -> str:
    if field.is_required():
        return "**needed**"
    found = field.get_default(call_default_factory=True)
    if found is None or found in ("", (), {}):
        return ""
    return f"`{str(found).lower() if isinstance(found, bool) else found}`"
