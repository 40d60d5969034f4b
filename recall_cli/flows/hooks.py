"""Putting recall into agents and taking it out again: every other byte of their settings stays as it is."""

import os

from recall_cli import __version__
from recall_cli.agents import entries
from recall_cli.agents.agent import FILE
from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record
from recall_cli.flows import manifest
from recall_cli.flows.approval import missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

USER, PROJECT = "user", "project"
MARK = "recall hooks install"
"""What tells a plugin file of ours from anyone else's."""


class Edit(Record):
    """What installing or removing came to, or would."""

    agent: str
    level: str
    path: str
    action: str
    before: "str | None"
    """The file's text; None where there was none."""
    after: "str | None"
    """None where there will be none."""
    note: str = ""


def place(app: "App", agent: "Agent", level: str) -> str:
    """The settings file of an agent, of the user or of the repository that this runs in."""
    if level == PROJECT:
        from recall_cli.workplace import here

        return os.path.join(here().top or os.getcwd(), agent.project)
    variable, first = agent.home
    moved = app.environment.get(variable, "") if variable else ""
    if moved:
        return os.path.join(moved, agent.user.removeprefix(first + "/"))
    return os.path.join(os.path.expanduser("~"), agent.user)


def install(app: "App", agent: "Agent", level: str, *, dry_run: bool = False) -> Edit:
    """Put our entries into an agent's settings; twice is once, another version's are replaced."""
    path, program = place(app, agent, level), program_of(app)
    before = read(path)
    clean, created = _without(app, agent, path, before)
    text, edits = _with(app, agent, path, clean, program)
    note = agent.note if not agent.approvals or missing(app, agent, level, text) else ""
    if text == before:
        if not dry_run and not manifest.record(app, path):  # they came with the repository, and are the user's now
            manifest.remember(app, path, {"agent": agent.name, "level": level, "recall": __version__, "at": app.now()})
        return Edit(
            agent=agent.name, level=level, path=path, action="already installed", before=before, after=text, note=note
        )
    action = "installed" if clean == before else "brought up to date"
    edit = Edit(agent=agent.name, level=level, path=path, action=action, before=before, after=text, note=note)
    if dry_run:
        return edit.but(action=f"would be {action}")
    made = manifest.folders_to_make(path)
    replace(path, text, new=0o600 if level == USER else 0o644)
    manifest.remember(
        app,
        path,
        {
            "agent": agent.name, "level": level, "recall": __version__, "at": app.now(), "created": created,
            "folders": made or manifest.record(app, path).get("folders", []),
            "edits": [[at, new] for at, new in edits], "digest": manifest.digest(text),
        },
    )  # fmt: skip
    return edit


def _with(
    app: "App", agent: "Agent", path: str, clean: "str | None", program: str
) -> "tuple[str, list[tuple[int, str]]]":
    """The settings with our entries, and what was put in."""
    if agent.form == FILE:
        if clean is not None:
            raise RecallError(f"{path} is not a file of recall", "move it away, or keep it")
        text = own_file(agent, program)
        return text, [(0, text)]
    try:
        doc = entries.put_in(clean or "", agent, program, prompts=app.settings["hooks.prompts"])
    except ValueError as error:
        raise RecallError(f"cannot read {path}: {error}", "nothing was changed; mend the file first") from None
    return doc.text, doc.edits


def remove(app: "App", agent: "Agent", level: str, *, dry_run: bool = False) -> Edit:
    """Take our entries out: the file is as it was, or as its user has made it since, without them."""
    path = place(app, agent, level)
    before = read(path)
    after, _ = _without(app, agent, path, before)
    edit = Edit(agent=agent.name, level=level, path=path, action="removed", before=before, after=after)
    if before == after:
        edit = edit.but(action="not installed")
    elif dry_run:
        edit = edit.but(action="would be removed")
    if dry_run:
        return edit
    if before != after:
        if after is None:
            os.remove(os.path.realpath(path))
            manifest.remove_folders(manifest.record(app, path).get("folders", []))
        else:
            replace(path, after)
    manifest.forget(app, path)
    return edit


def _without(app: "App", agent: "Agent", path: str, text: "str | None") -> "tuple[str | None, bool]":
    """The settings as they would be without us (None: no file), and whether the file is ours altogether."""
    if text is None:
        return None, True
    known = manifest.record(app, path)
    created = bool(known.get("created"))
    if agent.form == FILE:
        try:
            ours = MARK in text if agent.shape == "plugin" else bool(entries.found(text, agent))
        except ValueError:  # not even JSON: somebody else's, or ours no more
            ours = False
        return (None, True) if ours else (text, False)
    try:
        there = entries.found(text, agent)
        if not there:
            return text, False
        left = manifest.taken_back(known, text)
        if left is None or entries.found(left, agent):
            left = entries.take_out(text, agent)
    except ValueError as error:
        raise RecallError(f"cannot read {path}: {error}", "nothing was changed; mend the file first") from None
    nothing = entries.nothing_left(left)
    return (None, True) if created and nothing else (left, created and nothing)


def own_file(agent: "Agent", program: str) -> str:
    """The whole file, for an agent that reads one of ours."""
    if agent.shape == "plugin":
        import json
        import shlex

        with open(os.path.join(os.path.dirname(entries.__file__), f"{agent.name}.js"), encoding="utf-8") as file:
            return file.read().replace('"recall"\n', json.dumps(shlex.split(program)[0]) + "\n", 1)
    return entries.laid_out(entries.document(agent, program, prompts=False))


def program_of(app: "App") -> str:
    """What agents shall run: `recall` where that is found as this very program, else its whole path."""
    import shlex
    import shutil
    import sys

    own = os.path.join(os.path.dirname(sys.executable), entries.USUAL)
    by_name = shutil.which(entries.USUAL, path=app.environment.get("PATH"))
    if not os.path.exists(own) or (by_name is not None and _is_ours(by_name, own)):
        return entries.USUAL
    return shlex.quote(own)


def _is_ours(path: str, own: str) -> bool:
    """Is a program that is called recall this one, or something that starts it? Others have the name too."""
    if os.path.realpath(path) == os.path.realpath(own):
        return True
    try:
        with open(path, "rb") as file:
            return b"recall_cli" in file.read(4096)
    except OSError:
        return False


def read(path: str) -> "str | None":
    """A settings file, letter by letter; None where there is none."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise RecallError(f"{path} is not UTF-8 text", "nothing was changed") from None
    except OSError as error:
        raise _failed("read", path, error) from None


def _failed(verb: str, path: str, error: OSError) -> RecallError:
    return RecallError(f"cannot {verb} {path}: {(error.strerror or str(error)).lower()}", "nothing was changed")


def replace(path: str, text: str, *, new: int = 0o600) -> None:
    """Put a file in place whole, where a link points to, with the rights that it had; a new one with those given."""
    path = os.path.realpath(path)
    try:
        _replace(path, text, new)
    except OSError as error:
        raise _failed("write", path, error) from None


def _replace(path: str, text: str, new: int) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else new
    draft = f"{path}.{os.getpid()}.new"
    try:
        with open(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8", newline=""
        ) as file:
            os.fchmod(file.fileno(), mode)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        if os.path.exists(draft):
            os.remove(draft)
        raise
