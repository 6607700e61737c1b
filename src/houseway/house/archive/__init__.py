"""Old rows of a stream in files of their own: sealed into one, verified, taken out of the ledger, read from there."""
