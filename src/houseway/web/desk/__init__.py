"""The desk: questions that take work, answered by clerks in processes of their own, so that no table waits for them."""

from houseway.web.desk.desk import Desk, DeskLimits, Desks

__all__ = ["Desk", "DeskLimits", "Desks"]
