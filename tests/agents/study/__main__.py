"""Runs the study and prints its table: `python -m tests.agents.study [AGENT…]`, with RECALL_CLIENTS set."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

from tests.agents.real_agents import AGENT_PACKAGES
from tests.agents.study.cases import CASES
from tests.agents.study.session import CONDITIONS, run_session
from tests.command import Home


def main(names: list[str]) -> None:
    """Run each agent under each condition, and print how often it repeated its mistake."""
    os.environ.pop("CLAUDECODE", None)
    print("agent\tcondition\trepeated\tof which file, error, command")
    for name in names or [*AGENT_PACKAGES]:
        for condition in CONDITIONS:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                home = Home(Path(folder))
                home.more["RECALL_EXTRACTOR"] = "rules"
                try:
                    told = run_session(name, condition, home)
                except pytest.skip.Exception as error:
                    print(f"{name}\tskipped: {error}")
                    break
            repeated = [case.kind for case, known in zip(CASES, told, strict=False) if not known]
            kinds = ", ".join(str(repeated.count(kind)) for kind in ("file", "error", "command"))
            print(f"{name}\t{condition}\t{len(repeated)} of {len(told)}\t{kinds}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
