"""What is kept: tables, the journal of what was played, and the ledger, in one SQLite file.

``Database.open`` gives the database; ``tables``, ``journal`` and ``ledger`` are the functions that use it.
"""
