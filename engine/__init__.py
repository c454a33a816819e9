"""The rules of Levée's games: pure state machines, records, the ledger and the shuffle.

Imports the standard library only, and of it no clock, no dice, no database, no network.
"""
