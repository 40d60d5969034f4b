"""The Python half of each table, written once for every engine."""
