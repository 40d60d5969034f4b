"""Whole outputs: each command as a program, a pipe and a person see it, compared letter by letter.

One file per command in `screens/`: the lines that begin with `$ recall` are typed one after another (`you$ recall`: by a
person), and what is below them was written by `python -m tests.docs.generate screens`. Read the diff. `SCREENS=write`
writes those of the tests that you name.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.cli.registry import COMMANDS
from recall_cli.domain.ids import uuid7
from tests.command import CommandResult, FolderContent, Home, read_files, write_files
from tests.docs.generate import how_to_write
from tests.for_each import for_each
from tests.schedulers.fake_crontab import write_fake_crontab

SCREENS = Path(__file__).parent / "screens"
OUTPUT_FORMS = {
    "plain": {},
    "json": {},
    "80": {"FORCE_COLOR": "1", "COLUMNS": "80"},
    "44": {"FORCE_COLOR": "1", "COLUMNS": "44", "NO_COLOR": "1"},
    "200": {"FORCE_COLOR": "1", "COLUMNS": "200", "NO_COLOR": "1"},
}
"""Into a pipe, as JSON, and on terminals of 80 columns in colour, of 44 and of 200 without."""
EXPORT_TO_PIPE = "$ recall export --project '*'"
"""The call that writes memories where others write their one document."""
FIRST_ID = 1000
"""What a call of a file makes gets other ids than the history before it."""
MAX_JSON_COLUMNS = 118
TYPED_LINE = re.compile(r"^(you)?\$ recall\b(.*)$", re.MULTILINE)


class CountedIds:
    """Ids that are the same in every run: they count in the place of chance."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, ms: int, _fraction: int, _random: bytes) -> str:
        self.made += 1
        return uuid7(ms, self.made, hashlib.sha256(str(self.made).encode()).digest()[:8])


@pytest.fixture(scope="module", autouse=True)
def counted_ids() -> Iterator[CountedIds]:
    """Makes all ids of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        ids = CountedIds()
        patch.setattr("recall_cli.app.uuid7", ids)
        yield ids


@pytest.fixture(scope="module")
def written_history(
    tmp_path_factory: pytest.TempPathFactory, counted_ids: CountedIds
) -> tuple[Home, dict[str, str], FolderContent]:
    """A small history: five memories in two projects, corrected, tagged, deleted, over two weeks; and its files."""
    folder = tmp_path_factory.mktemp("test_history")
    recall = Home(folder / "home")
    recall.more.update(RECALL_DB="memories.db", RECALL_CONFIG="config.toml")
    others = [folder for folder in os.environ["PATH"].split(":") if not (Path(folder) / "recall").exists()]
    program = recall.path / "bin/recall"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexec python -m recall_cli\n")
    program.chmod(0o755)
    editor = recall.path / "bin/editor"
    editor.write_text('#!/bin/sh\nsed -i "s/9090/9091/; s/^- importance: 0.8/- importance: 0.9/" "$1"\n')
    editor.chmod(0o755)
    recall.more["EDITOR"] = "editor"
    recall.more["PATH"] = f"{program.parent}:{write_fake_crontab(recall)}:{':'.join(others)}"
    recall.now -= 14 * 86_400_000
    names = {}
    names["port"] = recall.store(
        "The API listens on port 8080.", "--type", "fact", "--topic", "api", "--agent", "codex"
    )
    recall.later(days=3)
    recall.quick("store", "Tabs, not spaces, in Go.", "--type", "preference", "--tag", "lang=go", person=True)
    names["tabs"] = recall.json("list")["memories"][0]["id"]
    recall.later(days=1)
    names["queue"] = recall.store(
        "We left RabbitMQ for the API's queue because replaying one day of orders took forty minutes, and nobody "
        "wanted to wait that long in an incident; NATS did it in three.",
        "--type",
        "decision",
        "--project",
        "api",
        "--entity",
        "queue",
        "--attribute",
        "engine",
        "--value",
        "NATS",
    )
    recall.later(days=2)
    names["long"] = recall.store(
        "東京の倉庫は月曜日に閉まる 🚀\nSecond line with [bold]markup[/bold].", "--valid-until", "2026-02-25"
    )
    recall.later(days=1)
    recall.quick("update", names["port"], "--text", "The API listens on port 9090, not 8080.", "--importance", "0.8")
    recall.later(days=2)
    recall.quick("tag", names["queue"], "area=ops")
    recall.later()
    recall.quick("delete", recall.store("A mistake."))
    recall.later(days=4)
    (recall.path / "notes.jsonl").write_text('{"text": "One."}\n{"text": "Two.", "type": "finding", "topic": "t"}\n')
    (recall.path / "RULES.md").write_text("# Style\n- Always use tabs, never spaces, in Go files.\n- ok\n")
    os.utime(recall.path / "RULES.md", (1_772_000_000, 1_772_000_000))
    (recall.path / "broken.jsonl").write_text('{"text": "Fine."}\nnot json\n{"type": "fact"}\n')
    exam = recall.path / "exam"
    exam.mkdir()
    (exam / "docs.jsonl").write_text(BENCH_DOCUMENTS)
    (exam / "queries.jsonl").write_text(BENCH_QUESTIONS)
    names["huge"] = "x" * 40_000
    return recall, names, read_files(recall.path)


def restore_history(written_history: tuple[Home, dict[str, str], FolderContent]) -> tuple[Home, dict[str, str]]:
    """The history as it was written, at the same place and moment each time."""
    written, names, files = written_history
    shutil.rmtree(written.path)
    recall = Home(written.path)
    write_files(written.path, files)
    recall.now, recall.more = written.now, {**written.more}
    return recall, names


@pytest.fixture
def filled(written_history: tuple[Home, dict[str, str], FolderContent]) -> tuple[Home, dict[str, str]]:
    """The history as it was written."""
    return restore_history(written_history)


BENCH_DOCUMENTS = """\
{"space": "a", "id": "1", "text": "The ferry to the island leaves at nine.", "author": "ana", "time": "2026-01-05T10:00:00", "session": "s1"}
{"space": "a", "id": "2", "text": "I painted the fence green.", "author": "ben", "time": "2026-01-06T10:00:00", "session": "s2"}
{"space": "b", "id": "1", "text": "The linter runs before every push.", "author": "user", "time": "2026-01-05T10:00:00", "session": ""}
"""
BENCH_QUESTIONS = """\
{"space": "a", "id": "q1", "text": "When does the boat leave?", "time": "2026-02-01T10:00:00", "gold": ["1"], "gold_sessions": ["s1"]}
{"space": "a", "id": "q2", "text": "What colour has the fence?", "time": "2026-02-01T10:00:00", "gold": ["2"], "gold_sessions": ["s2"]}
{"space": "b", "id": "q3", "text": "Who won the chess tournament in Reykjavik?", "time": "2026-02-01T10:00:00", "gold": [], "gold_sessions": []}
"""


def normalize(text: str) -> str:
    """Without what differs from run to run: the home, the random half of ids, how long a search took, sizes of files."""
    text = re.sub(r"/[^\s\"(]*/test_[^/]+/home/", "/home/me/", text)
    text = re.sub(r"the program itself: [^\n\x1b␛]*", "the program itself: COMMAND", text)
    text = re.sub(r'"ms": ?[0-9.]+', '"ms": 1.0', re.sub(r"\b[0-9a-f]{64}\b", "f" * 12, text))
    text = re.sub(r'"text:[0-9a-f]{30,32}"', '"text:' + "d" * 12 + '"', text)
    text = re.sub(r'("salt": ?")[0-9a-f]{32}', r"\1" + "e" * 12, text)
    text = re.sub(r'"ms": [0-9.]+', '"ms": 1.0', text)
    text = re.sub(r"\d+\.\d ms", "1.0 ms", re.sub(r"\tms\t[0-9.]+", "\tms\t1.00", text))
    for tag in re.findall(r'recalled_memories id="([b-z]{3,})"', text):
        text = re.sub(rf"\b{tag}\b", "TAG", text)
    text = re.sub(r"in \d+ ms", "in 1 ms", re.sub(r'"took_ms": [0-9.]+', '"took_ms": 1.0', text))
    text = re.sub(r"(in 1 ms · --\w+) (?=[\x1b␛])", r"\1", text)  # the digits of a time decide where a line breaks
    text = re.sub(r"the WAL has [\d,]+ bytes", "the WAL has 9,999 bytes", text)
    text = re.sub(r"\d[\d,]* MB are free", "99 MB are free", text)
    text = re.sub(r'"tokens": ?\d+', '"tokens": 99', re.sub(r"\d+ tokens ·", "99 tokens ·", text))
    text = re.sub(r"recall_[a-z2-9]{10}_[\w-]{43}", "recall_abcdefghij_" + "x" * 43, text)
    text = re.sub(r"\d+ texts are sent", "99 texts are sent", re.sub(r'"checked": [1-9]\d\d', '"checked": 99', text))
    text = re.sub(r"\d+\.\d s\b", "0.1 s", re.sub(r'ms": \d+\.?\d*', 'ms": 1.0', text))
    return re.sub(r"\d+\.\d(\s+)[KM]B", r"99.9\1KB", re.sub(r"(?<!_)bytes(\t|\": )\d+", r"bytes\g<1>99999", text))


def shown_output(answer: CommandResult, form: str) -> str:
    """What a command wrote, as a picture shows it; JSON is one ASCII document, indented here."""
    out, err = answer.out.rstrip(), answer.err.rstrip()
    parts = [out, f"2> {err}" if err else "", f"= {answer.status}" if answer.status else ""]
    text = normalize("\n".join(part for part in parts if part)).replace("\x1b", "␛")
    if form == "json":
        text = re.sub(
            r"^(2> )?([{\[].*)$", lambda line: f"{line[1] or ''}{indent_json(json.loads(line[2]))}", text, flags=re.M
        )
    return text


def check_json(answer: CommandResult) -> None:
    """With --json there is one document on standard output, pure ASCII, or an error of the known form."""
    assert answer.out.isascii()
    assert answer.out.count("\n") <= 1
    if not answer.out:
        assert set(json.loads(answer.err)["error"]) == {"code", "message", "hint"}


def indent_json(value: object, indent: int = 0) -> str:
    """A document with as many fields on a line as fit."""
    whole = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(whole) + indent <= MAX_JSON_COLUMNS:
        return whole
    if isinstance(value, dict):
        items = [f"{json.dumps(name)}: {indent_json(part, indent + 1)}" for name, part in value.items()]
    else:
        items = [indent_json(part, indent + 1) for part in value]
    lines = [""]
    for item in items:
        longer = f"{lines[-1]} {item},"
        fits = "\n" not in longer and len(longer) + indent <= MAX_JSON_COLUMNS
        lines[-1:] = [longer] if fits else [lines[-1], f" {item},"]
    inside = "\n".join(" " * indent + line for line in lines if line).removesuffix(",")
    first, last = ("{", "}") if isinstance(value, dict) else ("[", "]")
    return f"{first}\n{inside}\n{' ' * indent}{last}"


def without_colors(picture: str) -> str:
    return re.sub(r"␛\[[0-9;]*m", "", picture)


def letters(picture: str) -> Counter[str]:
    """The letters of a picture: where lines break changes none of them."""
    return Counter("".join(without_colors(picture).split()))


def join_pictures(pictures: dict[str, str], *, show_narrow: bool) -> str:
    """The pictures of one call: equal ones once, other widths only where more changes than the breaks of lines."""
    screen = pictures["80"]
    differ = {columns: letters(pictures[columns]) != letters(screen) for columns in ("44", "200")}
    differ["44"] |= show_narrow
    forms: dict[str, list[str]] = {}
    for form, picture in pictures.items():
        if differ.get(form, True):
            forms.setdefault(picture, []).append(form)
    return "\n".join(f"━━ {', '.join(names)}\n{picture}".rstrip() for picture, names in forms.items())


@pytest.fixture(autouse=True)
def one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hooks and schedules call the same program on every machine."""
    monkeypatch.setattr("recall_cli.flows.maintain.schedule.recall_program", lambda: ("/usr/bin/recall",))
    monkeypatch.setattr("recall_cli.flows.agents.hooks.find_own_program", lambda _app: "/opt/recall/bin/recall")
    monkeypatch.setattr("recall_cli.flows.agents.hook_health.can_run", lambda _path: True)


def typed_lines(name: str) -> list[str]:
    """The calls in a command's file."""
    file = SCREENS / f"{name}.txt"
    return [match[0] for match in TYPED_LINE.finditer(file.read_text(encoding="utf-8"))] if file.exists() else []


def run_typed(recall: Home, line: str, names: dict[str, str], *more: str, env: dict[str, str]) -> CommandResult:
    """Run one call of a file; {port} and others stand for ids."""
    person, _, words = line.partition("$ recall")
    args = [word.format(**names) if word.startswith("{") else word for word in shlex.split(words)]
    return recall.quick(*args, *more, env=env, person=bool(person))


@pytest.mark.parametrize("name", sorted(path.stem for path in SCREENS.iterdir()))
def test_a_command_looks_as_it_did(
    written_history: tuple[Home, dict[str, str], FolderContent], counted_ids: CountedIds, name: str
) -> None:
    """The whole of what it says, in each of its forms, is what was read and approved."""
    typed = typed_lines(name)
    pictures: list[dict[str, str]] = [{} for _ in typed]
    for form, env in OUTPUT_FORMS.items():
        recall, names = restore_history(written_history)
        counted_ids.made = FIRST_ID
        for line, forms in zip(typed, pictures, strict=True):
            answer = run_typed(recall, line, names, *(["--json"] if form == "json" else []), env=env)
            if form == "json" and line != EXPORT_TO_PIPE:
                check_json(answer)
            forms[form] = shown_output(answer, form)
            recall.later()
    first_wrapped = next((at for at, forms in enumerate(pictures) if forms["44"] != without_colors(forms["80"])), None)
    shown = "\n\n".join(
        f"{line}\n{join_pictures(forms, show_narrow=at == first_wrapped)}"
        for at, (line, forms) in enumerate(zip(typed, pictures, strict=True))
    )
    file = SCREENS / f"{name}.txt"
    if os.environ.get("SCREENS") == "write":
        file.write_text(f"{shown}\n", encoding="utf-8", newline="")
    with file.open(encoding="utf-8", newline="") as opened:
        assert opened.read() == f"{shown}\n", how_to_write("screens")


@for_each("name", COMMANDS)
def test_every_command_is_shown(name: str) -> None:
    """No command of the registry is left out of the pictures."""
    assert typed_lines(name), f"write lines for {name} to {SCREENS.name}/{name}.txt; {how_to_write('screens')}"


@pytest.mark.parametrize("columns", ["80", "200"])
@pytest.mark.parametrize("name", ["list", "search", "get", "history", "log", "stats", "config", "greeting"])
def test_a_real_terminal_shows_the_same(filled: tuple[Home, dict[str, str]], name: str, columns: str) -> None:
    """Through a terminal of 80 and of 200 columns a person sees what FORCE_COLOR shows; no line is too long."""
    recall, names = filled
    words = [word.format(**names) for word in shlex.split(typed_lines(name)[0])[2:]]
    real = recall(*words, env={"COLUMNS": columns}, tty=True)
    pretended = recall.quick(*words, env={"COLUMNS": columns, "FORCE_COLOR": "1"}, person=True)
    assert (real.status, real.err) == (0, "")
    assert normalize(real.out) == normalize(pretended.out)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", real.out)
    assert max(len(line) for line in plain.splitlines()) <= int(columns)


def test_no_color_and_a_dumb_terminal_are_honoured(filled: tuple[Home, dict[str, str]]) -> None:
    """NO_COLOR leaves no colour, TERM=dumb not even a layout; a pipe gets neither."""
    recall, _ = filled
    quiet = recall("list", env={"NO_COLOR": "1"}, tty=True)
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", quiet.out)
    assert "\x1b" not in recall("list", env={"TERM": "dumb"}, tty=True).out
    assert "\x1b" not in recall("list").out
