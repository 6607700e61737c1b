"""What solvers of every family share: solutions, pays, settlements, mixes, and what computed a figure."""
