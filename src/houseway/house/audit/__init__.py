"""What an auditor does with a ledger: verify it, replay and recall rounds, export it, hold its hold against theory."""
