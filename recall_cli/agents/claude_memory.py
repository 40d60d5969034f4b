"""Claude Code's own memory folder, `~/.claude/projects/<slug>/memory`: which project it is about."""

import os

MAX_SESSION_FILES = 20
"""So many session files are asked for their folder, the newest first."""
MAX_FOLDER_ENTRIES = 5_000
"""So many entries of folders are compared with a slug."""


def project_slug(path: str) -> str:
    """A path as Claude Code names its folder: every other sign than ASCII letters and digits is a dash."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in path)


def projects_folder() -> str:
    """Where Claude Code keeps what belongs to projects."""
    own = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude")
    return os.path.realpath(os.path.join(own, "projects"))


def resolve_project_folder(folder: str) -> "tuple[str, str | None] | None":
    """Of a folder in there: the folder of the one project, and the project's own folder, if that can be told.

    None for any other folder.
    """
    root = projects_folder()
    if not folder.startswith(root + os.sep):
        return None
    slug = folder[len(root) + 1 :].split(os.sep, maxsplit=1)[0]
    kept = os.path.join(root, slug)
    return kept, _folder_from_sessions(kept, slug) or _folder_from_slug(slug)


def _folder_from_sessions(claude_folder: str, slug: str) -> "str | None":
    """The folder that a session of the project names."""
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
            folder = session_details(entry.path, "claude-code")[1]
        except (OSError, ValueError):
            continue
        if folder and os.path.isabs(folder) and project_slug(folder) == slug:
            return folder
    return None


def _folder_from_slug(slug: str) -> "str | None":
    """A folder that is there and has this slug; of several the first one."""
    waiting, left = [("/", slug[1:])] if slug.startswith("-") else [], MAX_FOLDER_ENTRIES
    while waiting and left > 0:
        folder, rest = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                names = sorted(entry.name for _, entry in zip(range(left), entries, strict=False) if entry.is_dir())
        except OSError:
            continue
        left -= len(names) + 1
        for name in reversed(names):
            there = project_slug(name)
            if rest == there:
                return os.path.join(folder, name)
            if rest.startswith(there + "-"):
                waiting.append((os.path.join(folder, name), rest[len(there) + 1 :]))
    return None
