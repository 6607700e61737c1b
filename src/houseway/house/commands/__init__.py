"""What people and the house may do at a table."""

from houseway.house.commands.decide import MAY, decide, verify_role
from houseway.house.commands.said import NAME_MAX

__all__ = ["MAY", "NAME_MAX", "decide", "verify_role"]
