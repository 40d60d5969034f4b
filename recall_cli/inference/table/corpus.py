"""The texts that the table is fitted on: JSONL files given by hand, and Python's own documentation.

Only text whose licence allows it belongs here. The standard library's docstrings (PSF licence) come with
every interpreter and bring the vocabulary of developers; chat histories are given as JSONL files.
"""

import ast
import json
import sysconfig
from pathlib import Path

STDLIB = Path(sysconfig.get_paths()["stdlib"])
MIN_WORDS = 4
MAX_WORDS = 120


def build_corpus(files: "list[Path]", root: Path = STDLIB) -> "list[str]":
    """Every distinct passage of the given files and of the standard library, in a fixed order."""
    whole = [text for file in files for text in read_jsonl_texts(file)] + read_docstrings(root)
    return list(dict.fromkeys(passage for text in whole for passage in split_passages(text)))


def read_jsonl_texts(file: Path) -> "list[str]":
    """The field `text` of each line: the format of the retrieval sets' documents."""
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def read_docstrings(root: Path) -> "list[str]":
    """The paragraphs of all docstrings below a folder of Python files, tests and installed packages left out."""
    found: list[str] = []
    for file in sorted(root.rglob("*.py")):
        if {"site-packages", "test", "tests", "idle_test"} & set(file.parts):
            continue
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError):
            continue
        nodes = (n for n in ast.walk(tree) if isinstance(n, ast.Module | ast.ClassDef | ast.FunctionDef))
        found += [paragraph for node in nodes for paragraph in (ast.get_docstring(node) or "").split("\n\n")]
    return found


def split_passages(text: str) -> "list[str]":
    """The text itself, and its sentences where it has several: memories come in both lengths."""
    words = text.split()
    whole = " ".join(words[:MAX_WORDS])
    ends = [i + 1 for i, word in enumerate(words[:MAX_WORDS]) if word[-1] in ".!?"]
    bounds = [0, *ends, min(len(words), MAX_WORDS)]
    sentences = [" ".join(words[a:b]) for a, b in zip(bounds, bounds[1:], strict=False) if b - a >= MIN_WORDS]
    return [part for part in dict.fromkeys([whole, *sentences]) if len(part.split()) >= MIN_WORDS]
