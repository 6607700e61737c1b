"""What is handed in to a lab or a regulator: one zip with every document of a game, its figures, and a signed manifest.

    subject -> contents (name -> bytes) -> manifest, signature -> zip -> check: unzip, compute anew, compare

The same game, options and key give the same bytes. Who checks a pack trusts nothing in it: it is read in memory,
within bounds, and every document is built anew.
"""
