"""The lab: figures, what-if paytables, strategies, simulations and risk, each at an address of its own."""

from houseway.web.lab.routes import router

__all__ = ["router"]
