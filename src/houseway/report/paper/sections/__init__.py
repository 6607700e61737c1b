"""The sections of a report, a module each: words, tables and charts made from the figures."""
