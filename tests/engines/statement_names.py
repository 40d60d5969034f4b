"""The names of all SQL statements."""

from pathlib import Path


def statement_names(engine_folder: str) -> "list[tuple[str, str]]":
    """All statements of an engine, as (table, name)."""
    return [
        (path.stem, line[3:-3])
        for path in sorted(Path(engine_folder, "sql").glob("*.sql"))
        if path.stem != "fragments"
        for line in path.read_text(encoding="utf-8").split("\n")
        if line.startswith("-- ") and line.endswith(" --") and " " not in line[3:-3]
    ]
