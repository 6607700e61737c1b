"""The operator's books: what each table took, kept and should have kept, by day, week, month and shift."""
