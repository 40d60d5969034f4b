"""One process of the load: it calls a tool as one user after the other, and prints how long each call took."""

import json
import os
import random
import sys
import time

from recall_cli.serve.calls import call_tool
from recall_cli.serve.grant import AGENT_RIGHTS
from recall_cli.serve.http.token_app import TokenApp, TokenGrant
from tests.bench.corpus import SEED, Corpus

READY = "ready"
STORE, SEARCH, CONTEXT = "store_memory", "search_memories", "memory_context"


def arguments_of(tool: str, number: int, questions: "tuple[str, ...]") -> "dict[str, object]":
    """The arguments of a call."""
    question = questions[number % len(questions)]
    if tool == STORE:
        text = f"Process {os.getpid()} decided in round {number} that {question.removesuffix('?')}."
        return {"text": text, "type": "decision", "wait": True}
    return {"query": question} if tool == SEARCH else {"query": question, "budget": 500}


def main(database: str, users: str, tool: str, seconds: str, seed: str) -> None:
    """Call a tool for so many seconds; the times in milliseconds as one JSON list.

    The first two calls load modules, and are not counted. Then the process says that it is ready, and waits for a line:
    all processes begin together, and none is measured while others are still loading.
    """
    names, chance, took, failed = users.split(","), random.Random(int(seed)), list[float](), list[str]()
    questions = Corpus(SEED).questions(400, 200).natural
    app = TokenApp(database)
    end, number = 0.0, -2
    while not end or time.perf_counter() < end:
        grant = TokenGrant(user=chance.choice(names), agent="bench", rights=AGENT_RIGHTS)
        began = time.perf_counter()
        answer = call_tool(app.session(grant), tool, arguments_of(tool, chance.randrange(10**6), questions))
        number += 1
        if number > 0:
            took.append((time.perf_counter() - began) * 1000)
        elif number == 0:
            sys.stdout.write(f"{READY}\n")
            sys.stdout.flush()
            sys.stdin.readline()
            end = time.perf_counter() + float(seconds)
        if answer.is_error:
            failed.append(answer.text)
    app.close()
    json.dump({"took": took, "failed": failed[:3], "failures": len(failed)}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
