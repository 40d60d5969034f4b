"""The texts to which the table is fitted: given JSONL files, and the documentation of Python's standard library.

Use only texts whose licence allows it. The standard library's docstrings (PSF licence) come with every interpreter and
have the vocabulary of developers. Chat histories are given as JSONL files.
"""

import ast
import json
import sysconfig
from hashlib import sha256
from pathlib import Path

STDLIB = Path(sysconfig.get_paths()["stdlib"])
MIN_WORDS = 4
MAX_WORDS = 120


def build_corpus(files: "list[Path]", root: Path = STDLIB, limit: "int | None" = None) -> "list[str]":
    """The distinct passages of the given files and of the standard library, in a fixed order.

    With a limit, each source gives at most that many, so that no kind of text decides alone what words mean.
    """
    sources = [read_jsonl_texts(file) for file in files] + [read_docstrings(root)]
    chosen = [sample_passages([part for text in texts for part in split_passages(text)], limit) for texts in sources]
    return list(dict.fromkeys(passage for passages in chosen for passage in passages))


def sample_passages(passages: "list[str]", limit: "int | None") -> "list[str]":
    """The distinct passages; of more than the limit, those with the lowest digests, which is the same choice always."""
    distinct = list(dict.fromkeys(passages))
    if limit is None or len(distinct) <= limit:
        return distinct
    return sorted(distinct, key=lambda passage: sha256(passage.encode()).digest())[:limit]


def read_jsonl_texts(file: Path) -> "list[str]":
    """The field `text` of each line: the format of documents in retrieval data sets."""
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def read_docstrings(root: Path) -> "list[str]":
    """The paragraphs of all docstrings below a folder of Python files, without tests and installed packages."""
    paragraphs: list[str] = []
    for file in sorted(root.rglob("*.py")):
        if {"site-packages", "test", "tests", "idle_test"} & set(file.parts):
            continue
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError):
            continue
        nodes = (n for n in ast.walk(tree) if isinstance(n, ast.Module | ast.ClassDef | ast.FunctionDef))
        paragraphs += [paragraph for node in nodes for paragraph in (ast.get_docstring(node) or "").split("\n\n")]
    return paragraphs


def split_passages(text: str) -> "list[str]":
    """The text itself, and its sentences if it has several: memories come in both lengths."""
    words = text.split()
    beginning = " ".join(words[:MAX_WORDS])
    ends = [i + 1 for i, word in enumerate(words[:MAX_WORDS]) if word[-1] in ".!?"]
    bounds = [0, *ends, min(len(words), MAX_WORDS)]
    sentences = [" ".join(words[a:b]) for a, b in zip(bounds, bounds[1:], strict=False) if b - a >= MIN_WORDS]
    return [part for part in dict.fromkeys([beginning, *sentences]) if len(part.split()) >= MIN_WORDS]
