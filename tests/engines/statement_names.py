"""The names of all SQL statements."""

from pathlib import Path

from recall_cli.engines.alike_statements import made_statements


def statement_names(engine_folder: str) -> "list[tuple[str, str]]":
    """All statements of an engine, those that both engines share and its own, as (table, name)."""
    folder = Path(engine_folder)
    return sorted(
        {
            *names_in(folder.parent / "sql"),
            *names_in(folder / "sql"),
            *made_statements(in_lists=folder.name == "postgres"),
        }
    )


def names_in(folder: Path) -> "list[tuple[str, str]]":
    """The statements in the files of a folder, as (table, name)."""
    return [
        (path.stem, line[3:-3])
        for path in sorted(folder.glob("*.sql"))
        if path.stem != "fragments"
        for line in path.read_text(encoding="utf-8").split("\n")
        if line.startswith("-- ") and line.endswith(" --") and " " not in line[3:-3]
    ]
