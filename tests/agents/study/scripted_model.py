"""A model that follows a script: it acts, and makes each mistake again unless the lesson stands in the request."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.agents.fake_model import SHELL_TOOLS, FakeModel, ToolCall
from tests.agents.study.cases import CASES, Case
from tests.local_server import serve_in_thread

READ_TOOLS = {"Read": "file_path", "read": "filePath", "read_file": "file_path", "view": "path"}


class ScriptedModel(FakeModel):
    """It goes through the cases, one after another, in one session."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = folder
        self.told: list[bool] = []
        """For each case, whether the lesson had reached the model when it decided."""
        self._begun = False

    def next_call(self, body: dict[str, Any]) -> ToolCall:
        """The next tool call; None for a request without tools, and at the end."""
        names = tool_names(body)
        if not any(name in SHELL_TOOLS for name in names):
            return None
        request = json.dumps(body, ensure_ascii=False)
        if len(self.told) == len(CASES):
            return None
        if not self._begun:
            self._begun = True
            return self._act(CASES[0], names)
        case = CASES[len(self.told)]
        self.told.append(case.seen in request)
        following = len(self.told)
        return self._act(CASES[following], names) if following < len(CASES) else None

    def _act(self, case: Case, names: list[str]) -> ToolCall:
        if case.kind == "file":
            reader = next((name for name in READ_TOOLS if name in names), None)
            if reader is not None:
                return reader, {READ_TOOLS[reader]: f"{self.folder}/{case.action}"}
        shell = next(name for name in SHELL_TOOLS if name in names)
        return shell, SHELL_TOOLS[shell](f"cat {case.action}" if case.kind == "file" else case.action)


def tool_names(body: dict[str, Any]) -> list[str]:
    """The names of the tools in a request of any protocol."""
    names: list[str] = []
    for tool in body.get("tools") or []:
        functions = tool.get("functionDeclarations") or [tool.get("function") or tool]
        names += [str(function.get("name")) for function in functions if isinstance(function, dict)]
    return names


@contextmanager
def run_scripted_model(folder: str) -> Iterator[ScriptedModel]:
    """A scripted model that listens until the end of the block."""
    model = ScriptedModel(folder)
    with serve_in_thread(model):
        yield model
