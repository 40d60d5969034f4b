"""One case of a golden comparison, and what its parts share: output without ids, and the texts of the sets."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.command import CommandResult, Home

REPOSITORY = Path(__file__).resolve().parent.parent
LAB = REPOSITORY / "lab"
NOW = "2027-01-01T00:00:00.000Z"
"""When every store begins: after all sessions and questions of the sets."""
FULL_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
FENCE = re.compile(r'<recalled_memories id="(\w+)"')
SHORT_ID = re.compile(r"(?<=, `)[0-9a-f]{4,12}(?=`\))|(?<=\(version )[0-9a-f]+")
"""A short id in a brief as Markdown, and the version of a memory on a page, which depends on its id."""
VOLATILE_KEYS = frozenset({"took_ms", "ms", "by", "bytes"})
"""Keys of JSON that tell the speed or the version."""
CHANGES = frozenset({"before", "after"})
"""Keys of the columns that an operation changed, which it may change in any order."""


class Case(NamedTuple):
    """What recall made of one input."""

    set: str
    id: str
    lines: tuple[str, ...]
    outside: bool = False
    """Whether its set is not in the repository."""

    @property
    def name(self) -> str:
        return f"{self.set} {self.id}"

    def text(self) -> str:
        """The case as it is written and compared."""
        return "".join(f"{line}\n" for line in self.lines)


class Ids:
    """Hides the ids of a store: each gets a number, by its first appearance."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def hide(self, text: str) -> str:
        """A text without ids, and without the word that fences a brief."""
        for word in dict.fromkeys(FENCE.findall(text)):
            text = re.sub(rf"\b{word}\[[0-9a-f]{{4,12}}\b", "FENCE[id", text)
            text = re.sub(rf"\b{word}\b", "FENCE", text)
        text = FULL_ID.sub(lambda found: f"<{self._numbers.setdefault(found[0], len(self._numbers) + 1)}>", text)
        endings = {id_[-4:] for id_ in self._numbers}
        text = re.sub(
            r"^[0-9a-f]{4}(?=\t)|\b(?!\d{4})[0-9a-f]{4}\b",
            lambda found: "id" if found[0] in endings else found[0],
            text,
            flags=re.M,
        )
        return SHORT_ID.sub("id", text)


def short_json(value: Any) -> Any:
    """A JSON value without what is empty, false or volatile; numbers are rounded."""
    if isinstance(value, dict):
        short = {key: short_json(one) for key, one in value.items() if key not in VOLATILE_KEYS}
        short = {key: one for key, one in short.items() if one not in (None, False, "", [], {})}
        for key in CHANGES & short.keys():
            short[key] = dict(sorted(short[key].items())) if isinstance(short[key], dict) else short[key]
        return short
    if isinstance(value, list):
        return [short_json(one) for one in value]
    return round(value, 3) if isinstance(value, float) else value


class Store:
    """A store in a home of its own; what its commands print comes without ids and paths."""

    def __init__(self, folder: Path, now: str = NOW) -> None:
        self.home = Home(folder, now)
        self.ids = Ids()

    def run(self, *args: str, person: bool = False, **more: Any) -> list[str]:
        """The lines that a command prints, two minutes after the last one."""
        result = self.home.quick(*args, person=person, **more)
        self.home.later()
        return self.clean(result)

    def clean(self, result: CommandResult) -> list[str]:
        """The lines of a result without ids and paths; JSON without what is empty."""
        lines = self.ids.hide(result.out + result.err).replace(str(self.home.path), "~").splitlines()
        lines = [_short_line(line) for line in lines]
        return lines if result.status == 0 else [*lines, f"exit {result.status}"]

    def read(self, *args: str, **more: Any) -> Any:
        """The JSON document that a command answers with."""
        answer = self.home.quick("--json", *args, **more)
        self.home.later()
        return json.loads(answer.out) if answer.out else {"failed": answer.err}


def _short_line(line: str) -> str:
    """A line as it is, or shorter if it is JSON."""
    try:
        value = json.loads(line) if line[:1] in ("{", "[") else None
    except ValueError:
        return line
    return line if value is None else json.dumps(short_json(value), ensure_ascii=False)


def read_rows(file: Path) -> list[dict[str, Any]]:
    """The objects of a file, one a line."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def pair_files(outside: "Path | None") -> Iterator[tuple[Path, bool]]:
    """The files with pairs of statements."""
    folders = [(LAB / "beliefs", False)] + ([(outside / "beliefs", True)] if outside else [])
    for folder, is_outside in folders:
        for file in sorted(folder.glob("*.jsonl")):
            if not file.stem.endswith(("-store", "-updates")):
                yield file, is_outside


def session_folders(outside: "Path | None") -> Iterator[tuple[Path, bool]]:
    """The folders with real sessions and their numbered statements."""
    yield LAB / "real" / "own", False
    for name in ("dev", "diverse") if outside else ():
        yield outside / "real" / name, True


def prose(outside: "Path | None") -> Iterator[tuple[str, bool, list[str]]]:
    """What people and agents say in the sets: the name of the set, and its texts."""
    for file, is_outside in pair_files(outside):
        yield file.stem, is_outside, [row[key] for row in read_rows(file) for key in ("a", "b")]
    for name in ("first", "second"):
        yield (
            f"developer-{name}",
            False,
            [row["text"] for row in read_rows(LAB / "developer_store" / name / "memories.jsonl")],
        )
    for folder in sorted({file.parent for file in (LAB / "sessions").glob("*/*.session")}):
        talks = [file.read_text().split("\n---\n")[1] for file in sorted(folder.glob("*.session"))]
        yield folder.name, False, [line for talk in talks for line in talk.splitlines() if line.strip()]
    for folder, is_outside in session_folders(outside):
        texts = []
        for file in sorted(folder.glob("*.statements.json")):
            texts += [statement["text"] for statement in json.loads(file.read_text())]
        yield f"real-{folder.name}", is_outside, texts
