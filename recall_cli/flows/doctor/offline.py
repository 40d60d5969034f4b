"""Proves that nothing leaves the machine: runs the main commands with sockets and other programs forbidden."""

import os
import sys

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.record import Record

PROBE_SCRIPT = """
import io, json, sys
sys.path[:] = json.loads(sys.argv[1])
real, tried = sys.stdout, []
WATCHED = ("socket.", "subprocess.", "os.posix_spawn", "os.system", "os.exec", "os.fork", "pty.", "ftplib.", "urllib.")
def watch(event, arguments):
    if event.startswith(WATCHED):
        tried.append(event)
        raise PermissionError("forbidden: " + event)
sys.addaudithook(watch)
from recall_cli.__main__ import run
ran, ids = [], []
for words in json.loads(sys.argv[2]):
    words = [ids[0] if word == "ID" else word for word in words]
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(b"{}")), io.StringIO(), io.StringIO()
    before = len(tried)
    status = run(["--json", *words])
    output = sys.stdout.getvalue()
    if words[0] == "store" and not ids:
        ids.append(json.loads(output)["memories"][0]["id"])
    ran.append([words[0], status, tried[before:], sys.stderr.getvalue()[:200]])
real.write(json.dumps(ran))
"""
PROBE_COMMANDS = (
    ("store", "We chose NATS because replay was too slow.", "--type", "decision"),
    ("store", "The port of the API is 8080. We always deploy from main.", "--extractor", "rules"),
    ("store", "A deferred text.", "--defer"),
    ("worker",),
    ("search", "why did we choose NATS"),
    ("context",),
    ("context", "which port has the API"),
    ("get", "ID"),
    ("list",),
    ("count",),
    ("update", "ID", "--importance", "0.9"),
    ("tag", "ID", "area=queue"),
    ("history", "ID"),
    ("diff",),
    ("conflicts",),
    ("log",),
    ("audit",),
    ("undo",),
    ("stats",),
    ("export", "all.jsonl"),
    ("import", "all.jsonl"),
    ("scan",),
    ("backup", "copy.db"),
    ("delete", "ID"),
    ("erase", "ID", "--copies", "--confirm"),
    ("config",),
    ("hook", "session-start", "--agent", "claude-code", "--strict"),
    ("hook", "prompt", "--agent", "codex", "--strict"),
    ("hook", "session-end", "--agent", "gemini", "--strict"),
    ("hooks", "install", "claude-code"),
    ("hooks",),
    ("hooks", "remove", "claude-code"),
    ("import", "transcripts"),
    ("maintain",),
)
"""The commands that are run, in this order, in an empty folder."""


class ProbeResult(Record):
    """The result of a command that was run without network."""

    command: str
    status: int
    tried: "tuple[str, ...]"
    error_text: str
    """The start of what it wrote to standard error."""

    @property
    def passed(self) -> bool:
        """True if the command worked and tried nothing forbidden."""
        return self.status == 0 and not self.tried

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        return {"command": self.command, "status": self.status, "tried": [*self.tried], "said": self.error_text}


def prove_offline() -> "list[ProbeResult]":
    """The results of all commands, run in a process that can neither open a socket nor start a program."""
    import subprocess
    import tempfile

    from recall_cli.child_process import module_paths

    with tempfile.TemporaryDirectory(prefix="recall-") as folder:
        names = ("PATH", "LANG", "SYSTEMROOT")
        environment = {name: os.environ[name] for name in names if name in os.environ}
        environment |= {"HOME": folder, "RECALL_DB": f"{folder}/s.db", "RECALL_CONFIG": f"{folder}/c.toml"}
        commands = dumps([[*words] for words in PROBE_COMMANDS])
        ran = subprocess.run(  # noqa: S603 — this interpreter, with arguments of our own
            [sys.executable, "-I", "-c", PROBE_SCRIPT, dumps(module_paths()), commands],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    if ran.returncode:
        return [ProbeResult(command="python", status=ran.returncode, tried=(), error_text=ran.stderr.strip()[-300:])]
    return [
        ProbeResult(command=row[0], status=row[1], tried=tuple(row[2]), error_text=row[3]) for row in loads(ran.stdout)
    ]
