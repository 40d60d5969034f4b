"""Tables of cases that stand in files of their own beside a test: a line for each case, a tab between its columns."""

from pathlib import Path


def read_rows(test: str, name: str) -> list[tuple[str, ...]]:
    """The rows of NAME.tsv beside a test; lines that begin with "# " are remarks."""
    lines = Path(test).with_name(f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if not line.startswith("# ")]
