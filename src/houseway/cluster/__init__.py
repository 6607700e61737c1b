"""Work in units on other processes and machines, by dask.distributed: an extra that nothing loads unasked.

badge         which houseway this is, so that units go only to workers that count the same
assignment    one simulation in words, and what a worker does for a unit of it
kept_units    units that are done, in memory and in a journal on disk
pile          rounds that are still to be played, taken as units and given back where they were lost
library       whether dask.distributed is there, and how it is set up here
token         the secret that members of a cluster share
certificates  TLS from that secret
door          a scheduler found or started: `local:4`, or an address
spread        the loop that hands units out, whatever they are
simulating    rounds of a simulation as units
recounting    an exact count of a game that has it in units
shipping      the figures that ship, a unit each
membership    what `houseway cluster start` and `join` run
"""
