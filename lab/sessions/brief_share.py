"""How much of a session's first brief is memory text, counted by real tokenizers.

    python -m lab.sessions.brief_share FOLDER … [--tokenizers FOLDER]

Each session is imported into a fresh store, and the hook of the next session is asked for its brief. FOLDER holds
`.session` files or transcripts. With `--tokenizers` the tokens are counted by two tokenizers of GPT and the one that
Anthropic published (`npm i --prefix FOLDER js-tiktoken @anthropic-ai/tokenizer`); without it, by recall's estimate.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from lab.sessions.files import write_sessions
from lab.sessions.measure import Home
from recall_cli.rules.brief.budget import estimate_tokens

COUNTER = """
const { getEncoding } = require("js-tiktoken"), { countTokens } = require("@anthropic-ai/tokenizer")
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"))
const counters = ["cl100k_base", "o200k_base"].map(name => text => getEncoding(name).encode(text, "all").length)
console.log(JSON.stringify([...counters, countTokens].map(count => texts.map(count))))
"""


class SessionBrief(NamedTuple):
    """The brief that a session begins with, and the memories' own words in it."""

    name: str
    brief: str
    memory_text: str


def read_brief(transcript: Path) -> SessionBrief:
    """The brief of the session after this one, as the hook prints it."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(folder, transcript)
        home.run("import", "transcripts")
        lines = home.run("context", "--no-touch").get("told", [])
        message = {"session_id": "next", "hook_event_name": "SessionStart", "source": "startup", "cwd": folder}
        answer = home.answer_hook({**message, "cwd": f"{folder}/project"})
    brief = str(answer["hookSpecificOutput"]["additionalContext"]) if answer else ""
    return SessionBrief(transcript.stem, brief, "\n".join(str(line["text"]) for line in lines))


def count_tokens(texts: list[str], tokenizers: "Path | None") -> list[list[int]]:
    """The tokens of each text, by each tokenizer; by the estimate alone if there is none."""
    if tokenizers is None:
        return [[estimate_tokens(text) for text in texts]]
    ran = subprocess.run(
        ["node", "-e", COUNTER], cwd=tokenizers, input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    counts: list[list[int]] = json.loads(ran.stdout)
    return counts


def main() -> None:
    """Measure and print a line for each session."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--tokenizers", type=Path)
    options = parser.parse_args()
    briefs: list[SessionBrief] = []
    for folder in options.folders:
        with tempfile.TemporaryDirectory() as written:
            sources = sorted(folder.glob("*.jsonl")) or write_sessions(folder, Path(written))
            briefs += [read_brief(source) for source in sources]
    whole = count_tokens([one.brief for one in briefs], options.tokenizers)
    texts = count_tokens([one.memory_text for one in briefs], options.tokenizers)
    print("session\testimate\ttokens\tshare of memory text, by each tokenizer")
    for at, one in enumerate(briefs):
        shares = [f"{own[at] / total[at]:.2f}" for own, total in zip(texts, whole, strict=True) if total[at]]
        counted = max(total[at] for total in whole)
        print(one.name, estimate_tokens(one.brief), counted, " ".join(shares), sep="\t")
    print("all\t\t\t" + " ".join(f"{sum(own) / sum(total):.2f}" for own, total in zip(texts, whole, strict=True)))


if __name__ == "__main__":
    main()
