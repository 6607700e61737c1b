"""Exact mathematics that solvers share: a room a family, and what they share. A solve.py may import from here only."""
