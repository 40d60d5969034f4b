"""The one `import apsw`, and what marks a file as a recall store."""

import sys

if "collections" not in sys.modules:
    # apsw asks for `collections.abc`, whose package would cost half as much as apsw itself. The classes are loaded
    # already; their names are lent for this import and taken back. Nor are bytes counted, under a lock, for no limit.
    sys.modules["collections"] = sys.modules["collections.abc"] = sys.modules["_collections_abc"]
    import apsw

    del sys.modules["collections"], sys.modules["collections.abc"]
    if not hasattr(apsw, "mc_version"):  # its cipher would not come back
        apsw.shutdown()
        apsw.config(apsw.SQLITE_CONFIG_MEMSTATUS, False)
else:
    import apsw

__all__ = ["APPLICATION_ID", "SCHEMA_VERSION", "apsw"]

SCHEMA_VERSION = 5
"""The schema that this program reads and writes."""
APPLICATION_ID = 0x7265_636C
"""Written into the file's header, so that a recall store is known as one."""
