"""One plain word for each thing: words that were replaced return neither as names nor in what people read."""

import ast
import functools
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.command import ROOT
from tests.for_each import for_each
from tests.house.syntax_trees import all_nodes
from tests.rows import read_rows

PACKAGE = ROOT / "recall_cli"
PRODUCT = sorted(PACKAGE.rglob("*.py"))
GENERATED = ("commands.md", "settings.md")
"""Pages that are made from help and settings, which are checked where they are written."""
TEXTS = sorted(
    path
    for path in (
        ROOT / "README.md",
        ROOT / "CHANGELOG.md",
        *(ROOT / "hooks").glob("*.md"),
        *PACKAGE.rglob("docs/**/*.md"),
    )
    if path.name not in GENERATED
)

REPLACED_MODULES = dict(read_rows(__file__, "replaced_modules"))
"""A module's name that was replaced, and what stands in its place."""

REPLACED_NAMES = dict(read_rows(__file__, "replaced_names"))
"""The name of a function, class, constant, field or parameter that was replaced, and what stands in its place."""

REPLACED_PHRASES = dict(read_rows(__file__, "replaced_phrases"))
"""What people read no more, as a pattern, and what they read instead."""

ALLOWED = {
    ("recall_cli/domain/stopwords.py", "they"): "a list of English words",
    ("recall_cli/cli/commands/read/told.py", "shown_memories, sentence_keys"): "the command's name",
}
"""Where a replaced word may stand all the same: (path, what replaces it), and why."""

PRONOUNS = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)
LANGUAGE = PACKAGE / "rules"
"""Here English itself is data: words that rules look for. Only docstrings and comments speak to people."""


def names_of(path: Path) -> Iterator[str]:
    """Every name that a module gives to something: functions, classes, constants, fields, parameters."""
    for node in all_nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name.lstrip("_")
            body = node.body if isinstance(node, ast.ClassDef) else []
        else:
            body = node.body if isinstance(node, ast.Module) else []
        if isinstance(node, ast.arg):
            yield node.arg
        for line in body:
            for name in ast.walk(line) if isinstance(line, ast.Assign | ast.AnnAssign) else []:
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    yield name.id.lstrip("_")


def spoken_to_readers(path: Path) -> str:
    """The docstrings and comments of a module, without what stands in quotes or backticks."""
    source = path.read_text(encoding="utf-8")
    parts = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    for node in all_nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            parts.append(node.value.value)
    return re.sub(r"`[^`]*`|\"[^\"]*\"|“[^”]*”", "…", "\n".join(parts))


@functools.cache
def messages_of(path: Path) -> str:
    """The sentences that a module can show: its texts with a space in them, and docstrings of commands' modules."""
    nodes = all_nodes(path)
    is_command = "commands" in path.relative_to(ROOT).parts
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr) and not is_command}
    inside = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    parts = []
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts.append("".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside | silent:
            parts.append(node.value)
    return "\n".join(part for part in parts if " " in part)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def replaced_names(path: Path) -> dict[str, str]:
    """The replaced names in a module, each with its plain word."""
    module = path.parent.name if path.name == "__init__.py" else path.stem
    found = {name: REPLACED_NAMES[name] for name in names_of(path) if name in REPLACED_NAMES}
    return {**found, module: REPLACED_MODULES[module]} if module in REPLACED_MODULES else found


def replaced_phrases(path: Path) -> dict[str, str]:
    """The replaced phrases that a text, or what a module shows, holds, each with its plain words."""
    text = " ".join((path.read_text(encoding="utf-8") if path.suffix == ".md" else messages_of(path)).split())
    hits = ((re.search(pattern, text, re.IGNORECASE), plain) for pattern, plain in REPLACED_PHRASES.items())
    return {hit.group().lower(): plain for hit, plain in hits if hit}


def wrong_pronouns(path: Path) -> dict[str, str]:
    """The pronouns that make a reader, a user or an agent a man."""
    text = path.read_text(encoding="utf-8") if path.suffix == ".md" else spoken_to_readers(path)
    if path.suffix == ".py" and LANGUAGE not in path.parents:
        text += messages_of(path)
    return {word.lower(): "they" for word in PRONOUNS.findall(text)}


CHECKS: tuple[tuple[Callable[[Path], dict[str, str]], list[Path]], ...] = (
    (replaced_names, PRODUCT),
    (replaced_phrases, [*TEXTS, *(path for path in PRODUCT if LANGUAGE not in path.parents)]),
    (wrong_pronouns, [*TEXTS, *PRODUCT]),
)


def returned_words(check: Callable[[Path], dict[str, str]], path: Path) -> dict[str, str]:
    """What a check finds in a file, without what is allowed there."""
    return {word: plain for word, plain in check(path).items() if (named(path), plain) not in ALLOWED}


@for_each(
    "check, path",
    [(check, path) for check, paths in CHECKS for path in paths],
    ids=lambda part: named(part) if isinstance(part, Path) else part.__name__,
)
def test_a_replaced_word_does_not_return(check: Callable[[Path], dict[str, str]], path: Path) -> None:
    """Neither as a name, nor in help, messages and texts; and a person is they, in comments and docstrings too."""
    found = returned_words(check, path)
    assert not found, f"say instead: {found}"


def test_what_is_allowed_is_there() -> None:
    """An exception that is not needed any more is taken out."""
    for name, plain in ALLOWED:
        assert any(plain in check(ROOT / name).values() for check, paths in CHECKS if ROOT / name in paths), name
