"""The lab: figures, what-if paytables, strategies, simulations and risk, each at an address of its own."""

from houseway.web.lab.jobs import close_bench
from houseway.web.lab.routes import router

__all__ = ["close_bench", "router"]
