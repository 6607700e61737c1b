"""Hold'em with four cards each, exactly: every deal of a deck counted, and the counts in files."""
