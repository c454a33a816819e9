"""What is kept: tables, the journal of what was played, the ledger and the seasons, in one SQLite file.

``Database.open`` gives the database; ``tables``, ``journal``, ``ledger``, ``seasons``, ``standings`` and so
on are the functions that use it.
"""
