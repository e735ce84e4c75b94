"""The store: a database behind the dealer's ports ``Record``, ``Library``, ``Desk`` and ``Accounts``. The only room with SQL.

- ``database``: the ports, as transactions. ``runs``, ``reading``, ``writing``, ``orders``, ``holds``, ``accounts``: the statements.
- ``schema``: the tables. ``migrations``: how they came about. ``opening``: from a URL to an engine with these tables.
- ``urls``: what a person may type as a database. ``records``: hands as bytes. ``packing``: other small values in a column.

A match is stored whole, once, under (run, pairing, pass, attempt), in one transaction with its legs, hands, blocks and faults: whoever
reads sees all of it or none, and whoever dies while writing leaves none.
"""

from arena.store.database import Database
from arena.store.records import decode_hand, encode_hand
from arena.store.urls import database_url, without_password

__all__ = ["Database", "database_url", "decode_hand", "encode_hand", "without_password"]
