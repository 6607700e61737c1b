"""Tables that people type at: one of their own, and one of a house somewhere else."""
