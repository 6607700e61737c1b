"""Exact mathematics that solvers share. A game's solve.py may import from here, and from nothing else below it."""
