"""Answers to what a server asks about the files of this machine. It gets a verdict and never the content of a file.

A server could ask for more than a command needs. So only files of the project that the command runs in are looked at,
and what only an option of the command names is answered from that option.
"""

import os

from recall_cli.domain.errors import StoreError
from recall_cli.domain.json_text import dumps
from recall_cli.workplace import current_workplace, has_commit, has_inode, known_root_commit, root_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.workplace import Workplace

MAX_ASKED = 5_000
"""A longer list in a question is refused."""


def question_key(kind: str, subject: "Any") -> str:
    """The name under which the answer to a question is sent."""
    return dumps([kind, subject])


def answer_question(app: "App", kind: str, subject: "Any", place: "Workplace | None" = None) -> "Any":
    """The answer to a question of the server; StoreError for one that no server has to ask."""
    place = current_workplace() if place is None else place
    if isinstance(subject, list) and len(subject) > MAX_ASKED:
        raise _strange(kind)
    if kind in ("root commit", "has commit", "known root commit"):
        return _answer_about_history(kind, subject, place)
    if kind == "has inode" and isinstance(subject, list) and [*map(type, subject)] == [str, str]:
        return has_inode(subject[0], subject[1])
    if kind == "is gone" and isinstance(subject, str) and app.at_terminal:
        return os.path.isabs(subject) and not os.path.lexists(subject)
    if kind == "anchor states" and isinstance(subject, list):
        return _anchor_states(subject, place)
    if kind == "said in files" and isinstance(subject, list):
        from recall_cli.flows.brief.instruction_files import find_files, texts_in_files

        return texts_in_files(find_files(place), [str(text) for text in subject])
    raise _strange(kind)


def _strange(kind: str) -> StoreError:
    shown = kind[:40] if kind.isprintable() else "something"
    return StoreError(f"the server asks {shown!r}, which this recall does not answer", "update recall on this machine")


def _answer_about_history(kind: str, subject: "Any", place: "Workplace") -> "Any":
    """The answer to a question about the repository of this place; None and no where there is none."""
    if place.git is None:
        return None
    if kind == "root commit":
        return root_commit(place.git, subject if type(subject) is int else 0)
    roots = [root for root in subject if isinstance(root, str)] if isinstance(subject, list) else []
    return has_commit(place.git, roots) if kind == "has commit" else known_root_commit(place.git, roots)


def _anchor_states(subject: "list[Any]", place: "Workplace") -> "list[Any]":
    """The state of anchors in the work tree of this place."""
    from recall_cli.flows.brief.anchors import GIT_TIMEOUT_SECONDS, pack_status, states_in_tree
    from recall_cli.rules.places.staleness import read_anchors

    top = place.top or place.folder
    if top is None:
        return []
    pairs = [pair for pair in subject if isinstance(pair, list) and len(pair) == 2 and type(pair[0]) is int]
    asked = {number: read_anchors(dumps(anchors)) for number, anchors in pairs}
    states = states_in_tree(os.path.realpath(top), asked, GIT_TIMEOUT_SECONDS)
    return [[number, [pack_status(status) for status in found]] for number, found in states.items()]


def answers_of_options(name: str, values: "dict[str, Any]") -> "dict[str, Any]":
    """What the options of a command name of this machine's files; standard input is not among it."""
    answers: dict[str, Any] = {}
    if values.get("anchor"):
        from recall_cli.flows.brief.anchors import make_anchors

        if not values.get("global_"):
            answers[question_key("anchors", [*values["anchor"]])] = make_anchors(values["anchor"])
    if name == "context" and values["file"]:
        from recall_cli.flows.at_action.lookup import project_path, top_folder

        for path in values["file"]:
            answers[question_key("path in project", path)] = project_path(path, top_folder())
    if name == "context" and values["diff"] and values["query"] != "-":
        from recall_cli.flows.at_action.lookup import work_tree_changes

        answers[question_key("changed lines", None)] = work_tree_changes()
    return answers
