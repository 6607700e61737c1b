"""The reference of the public names. Sphinx reads signatures and words; what fields mean stands in their comments."""

from dataclasses import fields, is_dataclass

from docs.press.fields import meanings
from docs.press.markdown import page, plain, table
from houseway import __all__ as names
from houseway.analysis.simulation import WagerFigures
from houseway.api.figures import ExactOutcome, ExactWager

HEAD = """
# The public names

`from houseway import ...` gives these and no others; everything else may change without notice. Nothing heavy is loaded
before it is used. [The tutorial for developers](../tutorials/developer.md) begins with them.
"""
RESULTS = """
## What results are made of

These come out of the names above; nobody needs to import them.
"""


def names_page() -> str:
    import houseway

    parts = [HEAD]
    for name in names:
        parts += _name(getattr(houseway, name), f"houseway.{name}", name)
    parts.append(RESULTS)
    for kind in (ExactWager, ExactOutcome, WagerFigures):
        parts += _name(kind, f"{kind.__module__}.{kind.__name__}", kind.__name__)
    return page(*parts)


def _name(what: object, path: str, title: str) -> list[str]:
    if not isinstance(what, type):
        return [f"## {title}", f"```{{eval-rst}}\n.. autofunction:: {path}\n```"]
    directive = "autoexception" if issubclass(what, Exception) else "autoclass"
    return [
        f"## {title}" if path.count(".") == 1 else f"### {title}",
        f"```{{eval-rst}}\n.. {directive}:: {path}\n   :members:\n```",
        _fields(what),
    ]


def _fields(kind: type) -> str:
    """Those whose names do not say all; types stand in the signature."""
    told = meanings(kind)
    known = [each.name for each in fields(kind) if each.name in told] if is_dataclass(kind) else []
    return table(("field", "meaning"), [(f"`{name}`", plain(told[name])) for name in known])
