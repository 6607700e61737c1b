"""Links: the meters that tables feed together, and what is done with them.

A link is a stream of its own in the ledger (`link`). What a table's round does to it (`feeding`) is written in the same
write as the table's own events: both stand, or neither.
"""
