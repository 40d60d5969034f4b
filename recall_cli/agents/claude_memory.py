"""Claude Code's own memory folder, `~/.claude/projects/<slug>/memory`, and the project that it belongs to."""

import os

MAX_SESSION_FILES = 20
"""Session files that are searched for their folder, the newest first."""
MAX_FOLDER_ENTRIES = 5_000
"""Folder entries that are compared with a slug."""


def project_slug(path: str) -> str:
    """The name of Claude Code's folder for a path: every character except ASCII letters and digits becomes a dash."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in path)


def projects_folder() -> str:
    """The folder in which Claude Code keeps its data about projects."""
    config_folder = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude")
    return os.path.realpath(os.path.join(config_folder, "projects"))


def resolve_project_folder(folder: str) -> "tuple[str, str | None] | None":
    """For a folder inside Claude Code's projects: that project's data folder, and the project's own folder if
    known.

    None for any other folder.
    """
    root = projects_folder()
    if not folder.startswith(root + os.sep):
        return None
    slug = folder[len(root) + 1 :].split(os.sep, maxsplit=1)[0]
    data_folder = os.path.join(root, slug)
    return data_folder, _folder_from_sessions(data_folder, slug) or _folder_from_slug(slug)


def _folder_from_sessions(claude_folder: str, slug: str) -> "str | None":
    """The project folder that one of its session files names."""
    from recall_cli.agents.transcripts.session_file import session_details

    try:
        with os.scandir(claude_folder) as entries:
            files = [
                entry for entry in entries if entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False)
            ]
        files.sort(key=lambda entry: -entry.stat(follow_symlinks=False).st_mtime)
    except OSError:
        return None
    for entry in files[:MAX_SESSION_FILES]:
        try:
            folder = session_details(entry.path, "claude-code").folder
        except (OSError, ValueError):
            continue
        if folder and os.path.isabs(folder) and project_slug(folder) == slug:
            return folder
    return None


def _folder_from_slug(slug: str) -> "str | None":
    """The first existing folder that has this slug."""
    waiting, entries_left = [("/", slug[1:])] if slug.startswith("-") else [], MAX_FOLDER_ENTRIES
    while waiting and entries_left > 0:
        folder, rest = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                names = sorted(
                    entry.name for _, entry in zip(range(entries_left), entries, strict=False) if entry.is_dir()
                )
        except OSError:
            continue
        entries_left -= len(names) + 1
        for name in reversed(names):
            part = project_slug(name)
            if rest == part:
                return os.path.join(folder, name)
            if rest.startswith(part + "-"):
                waiting.append((os.path.join(folder, name), rest[len(part) + 1 :]))
    return None
