"""The syntax of every file, read once for all rules about code."""

import ast
import functools
from pathlib import Path


@functools.cache
def parse_file(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def all_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module: walking through the tree takes longer than parsing it."""
    return tuple(ast.walk(parse_file(path)))
