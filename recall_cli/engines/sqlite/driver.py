"""The one `import apsw`, and the numbers that mark a file as a recall store."""

import sys

if "collections" not in sys.modules:
    # apsw imports `collections.abc`. Loading the package `collections` for it takes half as long as apsw itself, and
    # Python has loaded the classes already. So `collections` is an alias of them during this import.
    sys.modules["collections"] = sys.modules["collections.abc"] = sys.modules["_collections_abc"]
    import apsw

    del sys.modules["collections"], sys.modules["collections.abc"]
    if not hasattr(apsw, "mc_version"):  # the cipher would not survive the shutdown
        # SQLite would count its memory under a lock; recall sets no memory limit.
        apsw.shutdown()
        apsw.config(apsw.SQLITE_CONFIG_MEMSTATUS, False)
else:
    import apsw

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "apsw"]

SCHEMA_VERSION = 9
"""The schema that this program reads and writes."""
APPLICATION_ID = 0x7265_636C
"""Stands in the file's header and marks it as a recall store."""
