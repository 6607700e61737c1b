"""Small faults put into the code on purpose, and whether a test says so: `make mutants` (docs/testing.md)."""
