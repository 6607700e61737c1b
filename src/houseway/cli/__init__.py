"""The command line: parse, call one function, print. Heavy modules are imported by the command that needs them."""

from houseway.cli.entrance import app, main

__all__ = ["app", "main"]
