"""Rounds on a GPU: the same rules, the same counts. Nothing in the core imports this room (an extra, `[gpu]`)."""
