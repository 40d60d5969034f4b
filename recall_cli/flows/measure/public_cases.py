"""Benchmarks that are no questions over documents: PrecisionMemBench, pairs of beliefs, and agents' sessions."""

import os

from recall_cli.app import App
from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import dumps
from recall_cli.domain.scope import Filters
from recall_cli.flows.measure.bench import Tally
from recall_cli.flows.measure.public_sets import read_json, read_json_lines
from recall_cli.flows.search.certainty import answering_hits
from recall_cli.flows.search.search import search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Line = dict[str, Any]
    Scores = dict[str, float]

NOW = "2026-10-07T00:00:00Z"
"""When the cases are run: the day after the newest belief of PrecisionMemBench."""
MAX_ANSWERS, MAX_BELIEFS = 12, 20
"""Answers that are asked for, and beliefs that the benchmark takes if a case has no budget of its own."""
QUESTION_TYPE = "open_question"
MIN_TOLD_CONFIDENCE = 0.4
MAX_MEMORIES = 500


def run_precision(paths: "tuple[str, ...]", folder: str, progress: "Callable[[int], None]") -> Tally:
    """PrecisionMemBench: what a question must bring, and what it must not.

    As in the benchmark's own runner, pinned beliefs, open questions, the persona (all universal beliefs) and the
    participants of a relation that was found are given to every system. Judged is what is retrieved beside them, in the
    room that a budget leaves after the pinned beliefs.
    """
    beliefs, cases = (read_json(path) for path in paths)
    tally = Tally()
    stores: dict[tuple[str, str], tuple[App, dict[str, str]]] = {}
    try:
        for case in cases:
            user = str(case.get("userId") or "test-user")
            for key in ((user, scope) for scope in case["scope"]):
                if key not in stores:
                    stores[key] = _belief_store(beliefs, *key, os.path.join(folder, f"{len(stores)}.db"))
            with tally:
                found = [id_ for scope in case["scope"] for id_ in _find_beliefs(*stores[user, scope], case["query"])]
            pinned = {b["_id"] for b in beliefs if b["pinned"] and b["user_id"] == user and _applies(b, case["scope"])}
            questions = {b["_id"] for b in beliefs if b["type"] == QUESTION_TYPE}
            pinned -= questions
            found += [id_ for b in beliefs if b["_id"] in found for id_ in b.get("participants") or ()]
            found = list(dict.fromkeys(id_ for id_ in found if id_ not in pinned | questions))
            room = int((case.get("budget") or {}).get("maxBeliefs", MAX_BELIEFS)) - len(pinned)
            found = found[: max(0, room)]
            tally.add(score_case(case["expect"].get("relevantBeliefs") or {}, found, pinned))
            progress(1)
    except (KeyError, TypeError) as error:
        raise UsageError(f"cannot read {paths[1]}: {error!r:.200}", "its fields are not as published") from None
    finally:
        for app, _ in stores.values():
            app.close()
    return tally


def score_case(expected: "dict[str, Any]", found: "list[str]", pinned: "set[str]") -> "Scores":
    """One case: passed, passed although something had to be found, and the precision of what was found."""
    together = {*found} | pinned
    only = expected.get("shouldOnlyInclude")
    checks = [
        all(id_ in together for id_ in [*expected.get("mustInclude", []), *expected.get("shouldInclude", [])]),
        not any(id_ in together for id_ in expected.get("mustExclude", [])),
        only is None or {*only} == {*found},
        len(found) <= expected.get("maxCount", len(found)),
        len(found) >= expected.get("minCount", 0),
        all(
            a in found and b in found and found.index(a) < found.index(b) for a, b in expected.get("orderedBefore", [])
        ),
    ]
    wanted = {*only} if only is not None else {*expected.get("mustInclude", [])} - pinned
    scores = {"passed": float(all(checks))}
    if wanted:
        scores["active passed"] = scores["passed"]
        scores["recall"] = len(wanted & {*found}) / len(wanted)
    if wanted or found:
        scores["precision"] = len(wanted & {*found}) / len(found) if found else 0.0
    return scores


def _applies(belief: "Line", scopes: "list[str]") -> bool:
    """Whether a belief holds in one of these scopes, and holds still."""
    in_scope = any(scope in belief["scope"] for scope in scopes)
    return in_scope and not belief["superseded_by"] and not belief["resolved_at"]


def _belief_store(beliefs: "list[Line]", user: str, scope: str, path: str) -> "tuple[App, dict[str, str]]":
    """A store with a user's beliefs of one scope; the other names of a belief's subject are its tags."""
    from recall_cli.flows.transfer.importing import Importer
    from recall_cli.rules.text.memory_json import EXPORT_FORMAT

    app = _case_app(path)
    names: dict[str, str] = {}
    rows = []
    for belief in beliefs:
        if belief["user_id"] == user and _applies(belief, [scope]) and belief["type"] != QUESTION_TYPE:
            id_ = app.new_id()
            names[id_] = belief["_id"]
            subject = str(belief["canonical_name"]).replace("_", " ")
            tags = {f"alias{at}": alias for at, alias in enumerate(belief["aliases"])}
            row = {"id": id_, "text": belief["content"], "topic": subject, "tags": tags, "type": belief["type"]}
            row |= {"source": "user", "created_at": belief["created_at"]}
            rows.append(
                {key: value for key, value in row.items() if key != "type" or value in ("preference", "decision")}
            )
    lines = ((at, dumps(line).encode()) for at, line in enumerate([{"recall": EXPORT_FORMAT}, *rows]))
    Importer(app, None).run(lines, lambda: None)
    return app, names


def _find_beliefs(app: App, names: "dict[str, str]", query: str) -> "list[str]":
    """The beliefs that answer a question, best first."""
    with app.read_transaction() as tx:
        result = search(tx, query, Filters(), MAX_ANSWERS)
        return [names[hit.memory.id] for hit in answering_hits(result)]


def run_pairs(paths: "tuple[str, ...]", folder: str, progress: "Callable[[int], None]") -> Tally:
    """Pairs of statements, both stored as an agent does: does the second one end the first?"""
    from recall_cli.domain.draft import StoreRequest
    from recall_cli.flows.write.store import store

    tally = Tally()
    for number, pair in enumerate(read_json_lines(paths[0])):
        path = os.path.join(folder, f"pair{number}.db")
        app = _case_app(path)
        try:
            requests = [StoreRequest(text=pair[side], type=pair.get(f"{side}_type")) for side in ("a", "b")]
            with tally:
                older, newer = (store(app, request, None, extractor=None) for request in requests)
        finally:
            app.close()
        ids = {outcome.memory.id for outcome in older.memories}
        ended = any(old.id in ids for outcome in newer.memories for old in outcome.supersedes)
        asked = any(old.id in ids for outcome in newer.memories for old, _ in outcome.outdated)
        if pair["verdict"] == "ends":
            tally.add({"ended": float(ended), "ended or asked": float(ended or asked)})
        elif pair["verdict"] == "stays":
            tally.add({"false ends": float(ended)})
        else:  # whether it is contested depends on the user's own word, which only a person can give
            tally.add({"ended without a contest": float(ended)})
        progress(1)
        os.remove(path)
    return tally


def run_sessions(paths: "tuple[str, ...]", folder: str, progress: "Callable[[int], None]") -> Tally:
    """Agents' sessions: what must, may and must never be left of them."""
    from recall_cli.flows.agents.transcripts import backfill, find_past_sessions

    tally = Tally()
    for number, path in enumerate(paths):
        home = os.path.join(folder, f"session{number}")
        _lay_out_session(path + ".jsonl", home)
        app = _case_app(os.path.join(home, "recall.db"), home)
        try:
            with tally:
                backfill(app, find_past_sessions(app, ("claude-code",), None), lambda *_: None)
            with app.read_transaction() as tx:
                memories = tx.memories.newest(Filters(min_confidence=MIN_TOLD_CONFIDENCE), MAX_MEMORIES, 0)
        finally:
            app.close()
        facts = [" ".join(filter(None, (m.entity, m.attribute, m.value))) for m in memories]
        texts = [fold_words(m.text) + " ‖ " + fold_words(fact) for m, fact in zip(memories, facts, strict=True)]
        tally.add(score_session(read_json(path + ".gold.json"), texts))
        progress(1)
    return tally


def score_session(gold: "Line", texts: "list[str]") -> "Scores":
    """The weight of what was kept, the share of the kept that is wanted, and the number that must never be kept."""

    def meets(text: str, keys: "list[list[str]]") -> bool:
        return any(all(fold_words(key) in text for key in one) for one in keys)

    must, weight = gold["must"], sum(one["weight"] for one in gold["must"])
    kept = sum(one["weight"] for one in must if any(meets(text, one["keys"]) for text in texts))
    never = [
        text
        for text in texts
        if any(meets(text, [one["keys"]]) and not meets(text, one["unless"]) for one in gold["never"])
    ]
    fine = [text for text in texts if any(meets(text, one["keys"]) for one in [*must, *gold["may"]])]
    good = sum(text not in never for text in fine)
    return {
        "recall": kept / weight if weight else 1.0,
        "precision": good / len(texts) if texts else 0.0,
        "never kept": float(len(never)),
    }


def fold_words(text: str) -> str:
    """The text in lower case without marks of code, with single spaces."""
    for mark in ("`", "*"):
        text = text.replace(mark, "")
    return " ".join(text.lower().replace("’", "'").replace("“", '"').replace("”", '"').split())


def _lay_out_session(path: str, home: str) -> None:
    """Copy a session's file to where its client keeps it, as if it had been in a folder of this home."""
    project = os.path.join(home, "project")
    slug = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in project)
    client = os.path.join(home, ".claude", "projects", slug)
    os.makedirs(client)
    os.makedirs(project)
    main: list[Line] = []
    aside: dict[str, list[Line]] = {}
    session = ""
    for line in read_json_lines(path):
        session = session or str(line.get("sessionId") or "")
        line = {**line, "cwd": project} if "cwd" in line else line
        if line.get("isSidechain"):
            aside.setdefault(str(line.get("agentId") or "x"), []).append(line)
        else:
            main.append(line)
    session = session if session.replace("-", "").isalnum() else "session"
    files = {os.path.join(client, f"{session}.jsonl"): main}
    for agent, lines in aside.items():
        name = agent if agent.replace("-", "").isalnum() else "x"
        files[os.path.join(client, session, "subagents", f"agent-{name}.jsonl")] = lines
    for file_path, lines in files.items():
        os.makedirs(os.path.dirname(file_path), exist_ok=True)
        with open(file_path, "w", encoding="utf-8") as file:
            file.writelines(dumps(line) + "\n" for line in lines)


def _case_app(path: str, home: "str | None" = None) -> App:
    """recall with a store of its own, a fixed time and no settings of the user."""
    environment = {"HOME": home or os.path.dirname(path), "RECALL_CONFIG": os.devnull, "RECALL_NOW": NOW}
    return App({"db": path}, environment)
