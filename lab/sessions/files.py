"""Write the sessions of this folder as a client leaves them: a transcript, and what it should leave behind.

A `.session` file has three parts, separated by lines of `---`: its title, language and user; the conversation; the
judgements. In the conversation `U:` is the user, `A:` the agent, `T:` a command that succeeded with its output below,
`X:` one that failed, `P:` the prompt to a subagent and `S:` its answer.

A judgement is one of

    must WEIGHT SPEAKER TYPE: KEYS | KEYS      may: KEYS | KEYS
    never REASON: KEYS ! KEYS | KEYS           ask: QUESTION = KEYS | KEYS # KEYS

where the keys of one alternative are joined by ` & `; after `!` stands what excuses a text, after `#` what is outdated.
"""

import json
import pathlib
import sys
from typing import Any

MARKS = {"U": "user", "A": "assistant", "T": "ok", "X": "error", "P": "prompt", "S": "side"}


def read_keys(text: str) -> list[list[str]]:
    """The alternatives of a judgement, each a list of keys."""
    return [[key.strip() for key in part.split(" & ")] for part in text.split(" | ") if part.strip()]


def read_turns(text: str) -> list[tuple[str, str]]:
    """The turns of a conversation: who or what, and the text."""
    turns: list[tuple[str, str]] = []
    for line in text.strip("\n").split("\n"):
        mark, colon, rest = line.partition(":")
        if colon and mark in MARKS and rest[:1] in (" ", ""):
            turns.append((MARKS[mark], rest.strip()))
        else:
            speaker, before = turns[-1]
            turns[-1] = (speaker, f"{before}\n{line}")
    return [(speaker, text.rstrip("\n")) for speaker, text in turns]


def read_judgements(text: str) -> dict[str, list[dict[str, Any]]]:
    """The gold of a session: what must, may and must never be kept, and what will be asked."""
    gold: dict[str, list[dict[str, Any]]] = {"must": [], "may": [], "never": [], "questions": []}
    for line in filter(None, map(str.strip, text.split("\n"))):
        head, _, rest = line.partition(": ")
        kind, *details = head.split()
        if kind == "must":
            weight, speaker, type_ = details
            entry = {"id": f"m{len(gold['must']) + 1}", "statement": rest, "keys": read_keys(rest)}
            gold["must"].append({**entry, "weight": int(weight), "by": speaker, "type": type_})
        elif kind == "may":
            gold["may"].append({"keys": read_keys(rest)})
        elif kind == "never":
            keys, _, unless = rest.partition(" ! ")
            gold["never"].append({"why": " ".join(details), "keys": read_keys(keys)[0], "unless": read_keys(unless)})
        else:
            asked, _, answer = rest.partition(" = ")
            right, _, outdated = answer.partition(" # ")
            gold["questions"].append({"q": asked, "answer": read_keys(right), "outdated": read_keys(outdated)})
    return gold


class TranscriptWriter:
    """Collects the entries of a Claude Code transcript."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.entries: list[dict[str, Any]] = []
        self.tools = 0

    def add(self, kind: str, content: object, *, side: bool = False) -> None:
        """Add a message."""
        number = len(self.entries)
        entry = {
            "type": kind, "isSidechain": side, "sessionId": self.session, "cwd": "/home/dev/project",
            "uuid": f"{self.session}-{number:04}", "timestamp": f"2026-11-03T{9 + number // 60:02}:{number % 60:02}:00.000Z",
            "message": {"role": kind, "content": content}, "version": "2.1.329",
        }  # fmt: skip
        self.entries.append({**entry, "agentId": "a1"} if side else entry)

    def add_tool(self, text: str, *, failed: bool) -> None:
        """Add the call of a tool and its result."""
        command, _, output = text.partition("\n")
        self.tools += 1
        tool_id = f"toolu_{self.tools:04}"
        call = {"type": "tool_use", "id": tool_id, "name": "Bash", "input": {"command": command}}
        result = {"type": "tool_result", "tool_use_id": tool_id, "content": output, "is_error": failed}
        self.add("assistant", [call])
        self.add("user", [result])


def write_session(source: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Write the transcript of a session, and its gold beside it."""
    about, talk, judgements = source.read_text().split("\n---\n")
    header = dict(line.split(": ", 1) for line in about.strip().split("\n"))
    name = f"{source.parent.name}-{source.stem}"
    writer = TranscriptWriter(f"session-{name}")
    for speaker, text in read_turns(talk):
        if speaker in ("ok", "error"):
            writer.add_tool(text, failed=speaker == "error")
        elif speaker == "user":
            writer.add("user", text)
        elif speaker == "prompt":
            writer.add("user", text, side=True)
        else:
            writer.add("assistant", [{"type": "text", "text": text}], side=speaker == "side")
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in writer.entries))
    gold = {"session": name, "title": header["title"], "language": header["language"], **read_judgements(judgements)}
    path.with_name(f"{name}.gold.json").write_text(json.dumps(gold, ensure_ascii=False, indent=1))
    return path


def write_sessions(sources: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """Write every session of a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    return [write_session(source, folder) for source in sorted(sources.glob("*.session"))]


if __name__ == "__main__":
    write_sessions(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
