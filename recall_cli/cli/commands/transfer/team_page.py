"""A readable page of what a team shares, for pull requests. It is a copy: nothing is ever read from it."""

import os

from recall_cli.cli.output.formatting import memory_count_text
from recall_cli.cli.output.markdown import escape_markdown
from recall_cli.cli.reply import Reply, result_reply
from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.moment import format_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.team.place import TeamPlace

PAGE_MARK = "<!-- written by recall team --write: a copy, which recall never reads -->"
"""The first line of the page. A file that begins otherwise is never replaced."""
FOLDER, PAGE_NAME = ".recall", "team.md"


def write_page(app: "App", place: "TeamPlace", *, dry_run: bool) -> Reply:
    """Write the page into the repository, or with a dry run only show it."""
    from recall_cli.atomic_file import replace_file
    from recall_cli.workplace import current_workplace

    top = current_workplace().top
    if top is None:
        raise UsageError("you are in no repository", "go to the clone that the page is for")
    by_author = _memories_by_author(app, place)
    lines = page_lines(place.project_name, by_author)
    path = os.path.join(top, FOLDER, PAGE_NAME)
    count = sum(map(len, by_author.values()))
    document = {"page": path, "memories": count, "dry_run": dry_run}
    if dry_run:
        return Reply(lambda: document | {"text": "\n".join(lines)}, lambda: lines)
    try:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        _check_replaceable(path)
        replace_file(path, [("\n".join(lines) + "\n").encode("utf-8", "backslashreplace")])
    except OSError as error:
        raise RecallError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error
    return result_reply(document, f"written\t{path}\t{count}", "written", f"{path}: {memory_count_text(count)}")


def page_lines(project: str, by_author: "dict[str, list[Memory]]") -> "list[str]":
    """The page: a heading for each author, and a line for each memory."""
    lines = [PAGE_MARK, "", f"# What the team of {escape_markdown(project)} remembers"]
    for author, memories in sorted(by_author.items()):
        lines += ["", f"## {escape_markdown(author)}", ""]
        for memory in sorted(memories, key=lambda memory: (memory.type, memory.created_at, memory.id)):
            lines.append(f"- {escape_markdown(memory.text)} ({memory.type}, {format_day(memory.created_at)})")
    return lines


def _memories_by_author(app: "App", place: "TeamPlace") -> "dict[str, list[Memory]]":
    """What is shared and believed: the person's own under their name, and that of each colleague."""
    from recall_cli.flows.team.here import memories_of_colleagues
    from recall_cli.flows.team.offers import find_problem

    with app.read_transaction() as tx:
        own = [memory for id_ in tx.tombstones.memories_of(place.shared) if (memory := tx.memories.by_id(id_))]
        everybody = memories_of_colleagues(tx, place.project)
    everybody.setdefault(place.name, []).extend(memory for memory in own if not find_problem(memory))
    now = app.now()
    believed = {
        author: [
            memory
            for memory in memories
            if memory.held is None
            and memory.superseded_at is None
            and (memory.valid_until is None or memory.valid_until > now)
        ]
        for author, memories in everybody.items()
    }
    return {author: memories for author, memories in believed.items() if memories}


def _check_replaceable(path: str) -> None:
    """UsageError for a file that is not a page of recall, and for a link."""
    if os.path.islink(path) or os.path.islink(os.path.dirname(path)):
        raise UsageError(f"{path} is a link", "remove it first")
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            if file.readline().rstrip("\n") != PAGE_MARK:
                raise UsageError(f"{path} is not a page of recall", "move it away first")
