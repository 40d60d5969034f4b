"""One session of the study: a real agent, a project with lessons and much else, and a scripted model."""

import random
from pathlib import Path

from tests.agents.real_agents import RealAgent
from tests.agents.study.cases import CASES, OTHER_MEMORIES
from tests.agents.study.scripted_model import run_scripted_model
from tests.command import Home

CONDITIONS = ("nothing", "at the start", "at the action")
ARGUMENTS = {
    "claude-code": ["--allowedTools", "Bash", "Read"],
    "codex": ["--dangerously-bypass-approvals-and-sandbox"],
    "gemini": ["--yolo"],
}


def run_session(agent: str, condition: str, home: Home) -> list[bool]:
    """For each case, whether the lesson had reached the model when it decided."""
    folder = home.path / "work"
    with run_scripted_model(str(folder)) as model:
        program = RealAgent(agent, home, model)
        write_project(folder)
        program.more = ARGUMENTS.get(agent, [])
        store_memories(program)
        if condition != "nothing":
            if condition == "at the start":
                program.recall("config", "hooks.at_action", "false")
            program.recall("hooks", "install", agent)
        program.say("Please work through the list.")
        return list(model.told)


def write_project(folder: Path) -> None:
    """A repository in which every action of the cases does something harmless."""
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    (folder / "src").mkdir(exist_ok=True)
    (folder / "bin").mkdir(exist_ok=True)
    for case in CASES:
        if case.kind == "file":
            (folder / case.action).write_text(f"# {Path(case.action).stem}\nvalue = 1\n")
        elif case.kind == "error":
            name = case.action.split()[-1]
            quoted = case.output.replace("'", "'\\''")
            text = f"printf '%s\\n' '{quoted}' >&2\nexit 1\n"
            if name.endswith(".py"):
                text = f"import sys\nsys.stderr.write({case.output!r} + '\\n')\nsys.exit(1)\n"
            (folder / name).write_text(text)


def store_memories(program: RealAgent) -> None:
    """The lessons, in any order among everything else that was learned."""
    texts = [*OTHER_MEMORIES, *(case.lesson for case in CASES)]
    random.Random(7).shuffle(texts)
    files = {case.lesson: case.action for case in CASES if case.kind == "file"}
    for text in texts:
        anchor = ["--anchor", files[text]] if text in files else []
        program.home.store(text, "--type", "finding", "--extractor", "none", *anchor, cwd=program.folder)
