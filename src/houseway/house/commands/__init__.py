"""What people and the house may do at a table."""

from houseway.house.commands.decide import MAY, decide, verify_role

__all__ = ["MAY", "decide", "verify_role"]
