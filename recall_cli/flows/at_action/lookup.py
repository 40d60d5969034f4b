"""What is known about a file, an error or changed lines: `recall context --file`, `--error` and `--diff`."""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.domain.scope import Filters
from recall_cli.flows.brief.context import Brief, make_brief, rebuild_brief
from recall_cli.flows.projects import projects_to_read
from recall_cli.rules.actions.error_lines import find_errors
from recall_cli.rules.actions.error_phrases import split_words, telling_lines
from recall_cli.rules.actions.memory_keys import FIXED_ERRORS, read_fixed_errors
from recall_cli.rules.actions.relevance import ERROR_CODE, Action, find_relevance
from recall_cli.rules.places.staleness import Anchor, read_anchors
from recall_cli.workplace import client, current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.actions.changed_lines import LineRanges
    from recall_cli.rules.actions.fingerprint import Fingerprint

MAX_COMPARED = 2_000
"""So many of the newest memories with anchors or fixed errors are compared."""
MAX_ERROR_HITS = 24
MAX_FILE_HITS = 12
DIFF_SECONDS = 5.0
"""How long the work tree is compared with the last commit."""


def brief_for_error(app: "App", tx: "Transaction", text: str, budget: int, project: "str | None") -> Brief:
    """What fixed the errors of an output; without that, what answers its most telling lines as a question."""
    errors = find_errors(text)
    numbers = projects_to_read(app, tx, project)
    found = _memories_about_errors(app, tx, errors, tuple(telling_lines(text)), numbers)
    if not found:
        return make_brief(app, tx, text, budget, project)
    return rebuild_brief(app, tx, found, budget, None)


def _memories_about_errors(
    app: "App",
    tx: "Transaction",
    errors: "list[Fingerprint]",
    lines: "tuple[str, ...]",
    projects: "tuple[int, ...] | None",
) -> "list[int]":
    """The numbers of the memories that fixed one of these errors, or name one exactly: the most direct first."""
    from recall_cli.flows.search.search import search

    texts = {name for error in errors for name in error.names}
    filters = Filters(projects=projects, min_confidence=app.settings["min_confidence"])
    rows = tx.actions.with_metadata(FIXED_ERRORS, MAX_COMPARED) if errors else []
    numbers = [number for number, metadata in rows if texts.intersection(read_fixed_errors(metadata))]
    fixed = [memory for memory in tx.memories.by_number(numbers) if _is_of_project(tx, memory, projects)]
    candidates = {memory.n: memory for memory in fixed if memory.confidence >= filters.min_confidence}
    for error in errors[:3]:
        for hit in search(tx, error.text, filters, MAX_ERROR_HITS, explain=False).hits:
            candidates.setdefault(hit.memory.n, hit.memory)
    words = tuple(split_words(line) for line in lines)
    action = Action(errors=tuple(errors), error_lines=lines, error_words=words)
    relevance = {}
    for memory in candidates.values():
        found = find_relevance(memory, action)
        if found is not None:
            relevance[memory.n] = found
    exact = [n for n, found in relevance.items() if found.reason != ERROR_CODE]
    return sorted(exact or relevance, key=lambda n: (-relevance[n].weight, -n))


def _is_of_project(tx: "Transaction", memory: "Memory", projects: "tuple[int, ...] | None") -> bool:
    if memory.project is None or projects is None:
        return True
    return memory.project in {tx.projects.name(number) for number in projects}


def brief_for_files(
    app: "App", tx: "Transaction", paths: "tuple[str, ...]", budget: int, project: "str | None"
) -> Brief:
    """What is known about files: memories anchored to them first, then those that name them."""
    from recall_cli.flows.search.search import search

    top = "" if client() is not None else top_folder()
    names = [project_path(path, top) for path in paths]
    found = [number for number, _ in _anchored_memories(app, tx, project, {name: [] for name in names})]
    filters = Filters(projects=projects_to_read(app, tx, project), min_confidence=app.settings["min_confidence"])
    for name in names:
        base = name.rpartition("/")[2]
        for hit in search(tx, name.replace("/", " "), filters, MAX_FILE_HITS, explain=False).hits:
            if base in hit.memory.text and hit.memory.n not in found:
                found.append(hit.memory.n)
    return rebuild_brief(app, tx, found, budget, None)


def brief_for_diff(
    app: "App", tx: "Transaction", changes: "dict[str, LineRanges]", budget: int, project: "str | None"
) -> Brief:
    """What was learned about changed lines, and about the files that are changed."""
    found = _anchored_memories(app, tx, project, changes)
    return rebuild_brief(app, tx, [number for number, _ in found], budget, None)


def _anchored_memories(
    app: "App", tx: "Transaction", project: "str | None", changes: "dict[str, LineRanges]"
) -> "list[tuple[int, Anchor]]":
    """The memories anchored to these files and lines; those of single lines first, then the newest."""
    projects = projects_to_read(app, tx, project)
    found: dict[int, Anchor] = {}
    for scope in (*(projects or ()), None):
        for number, stored in tx.memories.anchored(scope, MAX_COMPARED):
            for anchor in read_anchors(stored):
                if anchor.path in changes and _touches(anchor, changes[anchor.path]):
                    found.setdefault(number, anchor)
    return sorted(found.items(), key=lambda pair: (pair[1].lines is None, -pair[0]))


def _touches(anchor: Anchor, ranges: "LineRanges") -> bool:
    if anchor.lines is None or not ranges:
        return True
    first, last = anchor.lines
    return any(start <= last and first <= end for start, end in ranges)


def work_tree_changes() -> "dict[str, LineRanges]":
    """The changed lines of the work tree that the command runs in, without running git."""
    if (served := client()) is not None:
        return parse_changes(served.ask("changed lines", None))
    from time import monotonic

    from recall_cli.repository.uncommitted import changed_files
    from recall_cli.rules.actions.changed_lines import compare_versions
    from recall_cli.worktree import read_text

    top = top_folder()
    deadline = monotonic() + DIFF_SECONDS
    files = changed_files(top, lambda path: read_text(top, path), lambda: monotonic() < deadline)
    return {path: compare_versions(before, after) for path, before, after in files}


def parse_changes(answer: "object") -> "dict[str, LineRanges]":
    """Changed lines as a client has sent them; what is malformed is left out."""
    changes: dict[str, LineRanges] = {}
    for path, ranges in answer.items() if isinstance(answer, dict) else ():
        pairs = [pair for pair in ranges if isinstance(pair, list) and [*map(type, pair)] == [int, int]]
        changes[str(path)] = [(first, last) for first, last in pairs]
    return changes


def top_folder() -> str:
    """The top folder of the project that the command runs in."""
    return os.path.realpath(current_workplace().top or os.getcwd())


def project_path(path: str, top: str) -> str:
    """The path of a file in the project; UsageError if it is outside. It need not exist any more."""
    if (served := client()) is not None:
        answer = served.ask("path in project", path)
        if not isinstance(answer, str) or not answer:
            raise UsageError(f"{path} is not in this project", "name a file of the project that you are in")
        return answer
    whole = os.path.realpath(os.path.expanduser(path))
    if not whole.startswith(top + os.sep):
        raise UsageError(f"{path} is not in this project", "name a file of the project that you are in")
    return os.path.relpath(whole, top)
