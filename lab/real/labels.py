"""Labelled sessions, and how a set of kept lines is held against the labels."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from recall_cli.agents.transcripts.session_file import read_unread_parts
from recall_cli.domain.turn import SPOKEN, Turn
from recall_cli.rules.conversation.choose import statement_type
from recall_cli.rules.conversation.signs import Signs
from recall_cli.rules.conversation.statements import Statement, split_turns
from recall_cli.rules.text.inserted_blocks import remove_inserted_blocks

WORD = re.compile(r"[A-Za-z0-9_./:À-ɏЀ-ӿ-]*[A-Za-z0-9_À-ɏЀ-ӿ]|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}")
SMALL = set(
    "the a an of to in on at for and or is are was were be it this that we i you with as by from so but not no do does".split()
)
MIN_SHARE, MAX_MATCHES = 0.7, 3


class Session(NamedTuple):
    """A labelled session, as recall reads it."""

    name: str
    project: str
    language: str
    key: dict[str, Any]
    turns: list[Turn]
    statements: list[Statement]
    matches: list[list[int]]
    """For each statement the labelled statements that say the same, the best first."""

    def grade(self, at: int) -> int:
        """2: worth keeping, 1: acceptable, 0: neither."""
        grades = dict.fromkeys(self.key.get("also_ok") or [], 1)
        for note in self.key["notes"]:
            grades.update({number: max(grades.get(number, 0), note["grade"]) for number in note["from"]})
        return max((grades.get(number, 0) for number in self.matches[at][:2]), default=0)


def words_of(text: str) -> set[str]:
    """The words of a text without the small ones."""
    return {word.lower() for word in WORD.findall(text)} - SMALL


def match(text: str, labelled: list[tuple[int, set[str]]]) -> list[int]:
    """The labelled statements that have most words of a text, or the other way round."""
    words, found = words_of(text), []
    for number, others in labelled:
        smaller = min(len(words), len(others))
        if smaller:
            share = len(words & others) / smaller if smaller >= 3 else float(words == others)
            if share >= MIN_SHARE:
                found.append((share * smaller, number))
    return [number for _, number in sorted(found, reverse=True)[:MAX_MATCHES]]


def load_sessions(folder: Path) -> list[Session]:
    """Every labelled session of a folder."""
    index = {entry["name"]: entry for entry in json.loads((folder / "index.json").read_text())}
    keys = (json.loads(line) for line in (folder.parent / f"{folder.name}.keys.jsonl").read_text().splitlines() if line)
    return [_load_session(folder, key, index[key["session"]]) for key in keys]


def _load_session(folder: Path, key: dict[str, Any], entry: dict[str, Any]) -> Session:
    name, agent = key["session"], "codex" if entry.get("rollout") else "claude-code"
    turns = [turn for part in read_unread_parts(str(folder / f"{name}.jsonl"), agent) for turn in part.turns]
    turns = [turn.but(text=remove_inserted_blocks(turn.text)) if turn.speaker in SPOKEN else turn for turn in turns]
    listed = json.loads((folder / f"{name}.statements.json").read_text())
    labelled = [(statement["n"], words_of(statement["text"])) for statement in listed]
    statements = split_turns(turns)
    matches = [match(statement.text, labelled) for statement in statements]
    return Session(name, str(entry.get("repo")), entry.get("language", "English"), key, turns, statements, matches)


class Count:
    """What was kept of several sessions."""

    def __init__(self) -> None:
        self.sessions = self.kept = self.worth = self.acceptable = self.notes = self.found = self.annoying = (
            self.false
        ) = self.typed = self.typed_right = 0

    def add(self, session: Session, chosen: list[int]) -> None:
        """Count the statements that were kept of a session, by their places."""
        key = session.key
        self.sessions += 1
        self.kept += len(chosen)
        covered = {number for at in chosen for number in session.matches[at]}
        grades = [session.grade(at) for at in chosen]
        self.worth += grades.count(2)
        self.acceptable += len(grades) - grades.count(0)
        notes = [set(note["from"]) for note in key["notes"] if note["grade"] == 2]
        self.notes += len(notes)
        self.found += sum(bool(note & covered) for note in notes)
        self._count_types(session, chosen)
        best = [session.matches[at][:1] for at in chosen]
        self.annoying += sum(bool({*one} & {*(key.get("worst") or [])}) for one in best)
        self.false += sum(bool({*one} & {*(key.get("wrong_later") or [])}) for one in best)

    def _count_types(self, session: Session, chosen: list[int]) -> None:
        """Hold the type of the first line that says a note of grade 2 against the type of the note."""
        signs = Signs(session.turns, session.statements)
        waiting = [note for note in session.key["notes"] if note["grade"] == 2]
        for at in chosen:
            statement, said = session.statements[at], {*session.matches[at]}
            type_ = statement_type(statement, signs.read(statement))
            found = [note for note in waiting if said & {*note["from"]}]
            waiting = [note for note in waiting if note not in found]
            self.typed += len(found)
            self.typed_right += sum(note["type"] == type_ for note in found)

    def line(self) -> str:
        """The figures on one line."""
        kept, notes, sessions = max(1, self.kept), max(1, self.notes), max(1, self.sessions)
        return (
            f"{self.sessions} sessions · kept {self.kept / sessions:.1f} a session · worth {100 * self.worth / kept:.0f} % · "
            f"worth or acceptable {100 * self.acceptable / kept:.0f} % · notes found {100 * self.found / notes:.0f} % · "
            f"annoying {self.annoying} · found false later {self.false} · "
            f"types right {100 * self.typed_right / max(1, self.typed):.0f} %"
        )
