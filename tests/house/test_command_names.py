"""Texts name each command as help does."""

import ast
import re
from pathlib import Path

from recall_cli.cli.registry import CALLED_AS
from tests.command import ROOT
from tests.house.syntax_trees import all_nodes

OLD_CALL = re.compile(rf"\brecall ({'|'.join(CALLED_AS)})\b(?!-)")
MARKS_OF_FILES = {"own_files.py", "completion.py"}
"""What recall wrote into files long ago, and still recognises by these words."""


def texts(path: Path) -> list[str]:
    """The texts in a module, without its docstrings."""
    notes = {id(node.value) for node in all_nodes(path) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in all_nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes
    ]


def test_messages_name_commands_as_help_does() -> None:
    """`recall embed` still works, but help shows `recall admin embed`, and only one of them has to be learned."""
    files = [path for path in (ROOT / "recall_cli").rglob("*.py") if path.name not in MARKS_OF_FILES]
    assert [text for path in files for text in texts(path) if OLD_CALL.search(text)] == []
