"""recall store: store a memory."""

import os
import sys

from recall_cli.cli.output.formatting import make_printable, memory_line, note_validity, settling_command
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import (
    ANCHOR_OPTION,
    FIELD_OPTIONS,
    NO_PROJECT_OPTION,
    SOURCE_OPTION,
    WRITE_PROJECT_OPTION,
)
from recall_cli.cli.reply import Reply
from recall_cli.domain.draft import StoreRequest
from recall_cli.domain.moment import format_day, format_iso
from recall_cli.workplace import client, current_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.receipt import Receipt, StoreOutcome
    from recall_cli.workplace import Workplace

PARAMS = (
    argument("text", "The text to remember; - or nothing reads standard input, up to 5 MB.", kind="words", default=""),
    *FIELD_OPTIONS,
    WRITE_PROJECT_OPTION,
    NO_PROJECT_OPTION,
    option("tag", "A tag, k=v; repeatable.", kind="many", metavar="K=V"),
    ANCHOR_OPTION,
    option("ends", "The memory that it replaces; repeatable.", kind="many", completes="id", metavar="ID"),
    SOURCE_OPTION,
    option("agent", "The agent that stores it.", rare=True),
    option("session", "The session it comes from.", rare=True),
    option("shared", "Visible to all agents, even if each sees only its own memories.", kind="flag", rare=True),
    option(
        "extractor",
        "auto and none keep the text whole, rules takes statements from it, claude and command ask a model.",
        choices=("auto", "claude", "command", "rules", "none"),
        rare=True,
    ),
    option("key", "Idempotency key: the same key stores only once within a month.", metavar="KEY", rare=True),
    option("defer", "Return at once and leave the work to recall worker.", kind="flag", rare=True),
    option("dry_run", "Show what would be stored without writing.", kind="flag"),
)
EXAMPLES = (
    ('recall store "We moved the queue from RabbitMQ to NATS because replay was too slow." --type decision', ""),
    ('recall store "Tabs, not spaces, in Go." --type preference --global', "visible in every project"),
    ('recall store "Retry only on 503." --anchor src/client.py:40-58', "warns you when those lines change"),
    ('recall store "The API listens on port 9090." --ends 7c1e', "takes the place of that memory"),
    ("git log -1 --format=%B | recall store --type finding --tag source=git", "from standard input"),
)

PROGRESS_BAR_LETTERS = 50_000
"""Length from which storing a text shows a progress bar."""
DEFER_WAIT_SECONDS = 0.5
"""A deferred text that the store does not take within this time waits in a file."""
MAX_INPUT_BYTES = 5_000_000
"""Maximum size of standard input."""


def store(
    app: "App",
    *,
    text: str,
    tag: "tuple[str, ...]",
    anchor: "tuple[str, ...]",
    ends: "tuple[str, ...]",
    project: "str | None",
    global_: bool,
    source: "str | None",
    agent: "str | None",
    session: "str | None",
    shared: bool,
    extractor: "str | None",
    key: "str | None",
    defer: bool,
    dry_run: bool,
    **fields: "Any",
) -> Reply:
    """Store a memory, and show the result."""
    from recall_cli.flows.agents.switches import named_session
    from recall_cli.flows.write.store import store as keep

    request = StoreRequest(
        **option_values.parse_fields(app, fields),
        text=text if text not in ("", "-") else read_standard_input(text),
        tags=option_values.parse_tags(tag),
        source=source,
        agent=agent,
        session=session or named_session(app),
        shared=shared,
        anchors=_parse_anchors(anchor, global_),
        ends_ids=_find_ended_ids(app, ends),
    )
    if (request.attribute or request.value) and not (request.entity and request.attribute and request.value):
        app.note("not stored as a fact: a fact needs --entity, --attribute and --value")
    _check_together(app, key, defer=defer, dry_run=dry_run)
    place = _find_place(app, project, global_)

    def run() -> "Receipt":
        return keep(app, request, place, extractor=extractor, dry_run=dry_run, defer=defer, spool=True, key=key)

    receipt = _run_with_progress_bar(app, run) if len(request.text) > PROGRESS_BAR_LETTERS else run()
    return _reply(app, receipt, project)


def _read_kept_texts(app: "App", receipt: "Receipt") -> None:
    """Start the worker if texts are kept in a file: now, or in a moment if this store was just not possible."""
    if not (receipt.dry_run or app.serves_agent) and any(map(os.path.exists, app.text_files[:2])):
        from recall_cli.serve.background import RETRY_SECONDS, start_reading

        start_reading(app, RETRY_SECONDS if receipt.job else 0)


def _check_together(app: "App", key: "str | None", *, defer: bool, dry_run: bool) -> None:
    """UsageError for options that make no sense; a deferred text hardly waits for the store."""
    if (key is not None and not key.strip()) or (defer and dry_run):
        from recall_cli.domain.errors import UsageError

        if defer and dry_run:
            raise UsageError("--defer and --dry-run exclude each other")
        raise UsageError("--key is empty", "leave it out, or give each text its own key")
    if defer:
        app.settings.override("busy_seconds", min(DEFER_WAIT_SECONDS, app.settings["busy_seconds"]))
        app.lock_options = {}


def _find_place(app: "App", project: "str | None", global_: bool) -> "Workplace | str | None":
    """The project to write to, or none; a note says so if the folder that the command was started in is gone."""
    from recall_cli.flows.projects import project_to_write

    place = project_to_write(app, project, only_global=global_)
    if place is None and not global_ and current_folder() is None:
        app.note("the current folder no longer exists: this is in no project and is found in all (--project NAME)")
    return place


HIDDEN_BY_CLEARANCE = ("restricted", "confidential")
"""Classifications that a person may expect to keep a memory from agents."""
OWN_PRONOUNS = "i i'm i'd i've me my ich mich mir mein meine je j'aime moi mon ma mes yo mi mis eu meu minha".split()
"""A statement in one of five languages with one of these among its first words is about the person who makes it."""
LASTING_TYPES = ("preference", "fact")
"""What holds for a person; what they chose or found is about the work."""


def _note_who_sees(app: "App", receipt: "Receipt") -> None:
    """Tell a person that agents see a private memory too, if no clearance was ever set."""
    private = any(outcome.memory.classification in HIDDEN_BY_CLEARANCE for outcome in receipt.memories)
    if not private or not app.at_terminal:
        return
    limited = app.settings["clearance"] != "confidential" or any("clearance" in str(key) for key in app.settings.file)
    if not limited:
        app.note("agents are shown it too, until you hide it: recall config view.claude-code.clearance internal")


def _note_about_person(app: "App", receipt: "Receipt") -> None:
    """Tell a person that what they state about themselves is known in one project only."""
    about_person = any(
        outcome.action == "created" and outcome.memory.project is not None and _is_about_person(outcome.memory)
        for outcome in receipt.memories
    )
    if about_person and app.at_terminal:
        app.note("in the first person, but known only in this project (recall store --global: in every project)")


def _is_about_person(memory: "Memory") -> bool:
    """Whether a memory is a lasting statement in the first person singular."""
    words = memory.text.lower().replace("\u2019", "'").split(maxsplit=3)[:3]
    return memory.type in LASTING_TYPES and any(word.strip(",;:") in OWN_PRONOUNS for word in words)


def _reply(app: "App", receipt: "Receipt", project: "str | None") -> Reply:
    _note_who_sees(app, receipt)
    if project is None:
        _note_about_person(app, receipt)
    note_validity(app, [outcome.memory for outcome in receipt.memories])
    return Reply(
        lambda: receipt_document(receipt),
        lambda: _receipt_lines(app, receipt),
        lambda out: _print_screen(out, app, receipt),
        status=3 if receipt.status in ("refused", "held") else 0,
        after=lambda: _read_kept_texts(app, receipt),
        after_screen=(lambda: _ask(app, receipt)) if _has_questions(app, receipt) else None,
    )


def _has_questions(app: "App", receipt: "Receipt") -> bool:
    """Whether a person at a terminal can answer questions about what they stored."""
    asked = any(outcome.questions for outcome in receipt.memories)
    return asked and not receipt.dry_run and app.at_terminal and sys.stdout.isatty()


def _ask(app: "App", receipt: "Receipt") -> None:
    """Let the person answer the questions by one key each."""
    from recall_cli.cli.output.questions import ask_about_stored

    ask_about_stored(app, receipt)


def _run_with_progress_bar(app: "App", work: "Callable[[], Receipt]") -> "Receipt":
    from recall_cli.cli.output.progress import ProgressBar

    with ProgressBar() as app.progress:
        return work()


def _find_ended_ids(app: "App", given: "tuple[str, ...]") -> "list[str] | None":
    """The full ids of the memories that the text replaces."""
    if not given:
        return None
    from recall_cli.flows.search.id_lookup import find_memory

    with app.read_transaction() as tx:
        return list(dict.fromkeys(find_memory(tx, prefix).id for ids in given for prefix in ids.split(",")))


def _parse_anchors(given: "tuple[str, ...]", global_: bool) -> "list[dict[str, object]] | None":
    if not given:
        return None
    if global_:
        from recall_cli.domain.errors import UsageError

        raise UsageError("--anchor and --global exclude each other", "an anchor is a file of a project")
    from recall_cli.flows.brief.anchors import make_anchors

    return make_anchors(given)


def read_standard_input(text: str) -> str:
    """All of standard input, for an empty text or `-`."""
    if (served := client()) is not None:
        return str(served.ask("standard input", None))
    if text == "" and os.isatty(0):
        from recall_cli.domain.errors import UsageError

        raise UsageError("there is nothing to store", 'give a text in quotes: recall store "…", or pipe it in')
    if text == "-" and os.isatty(0):
        from recall_cli.cli.parsing.standard_input import announce_input

        announce_input("the text to store")
    raw = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
    if len(raw) > MAX_INPUT_BYTES:
        from recall_cli.domain.errors import NotStored

        raise NotStored(
            "standard input is longer than 5 MB; nothing was stored",
            "split it, for example with split -C 4m FILE, or use recall import for JSON lines",
        )
    if raw.isascii() and b"\0" not in raw:
        return raw.decode("ascii")
    from recall_cli.cli.parsing.standard_input import decode_input

    return decode_input(raw)


def receipt_document(receipt: "Receipt") -> "dict[str, Any]":
    """The receipt as JSON."""
    from recall_cli.rules.text.memory_json import memory_as_json

    document: dict[str, Any] = {
        "status": receipt.status,
        "job_id": receipt.job,
        "memory_ids": [outcome.memory.id for outcome in receipt.memories] or [*receipt.cached_ids],
        "memories": [
            {
                **memory_as_json(outcome.memory),
                "action": outcome.action,
                "supersedes": [old.id for old in outcome.supersedes],
                "contests": [old.id for old in outcome.contests],
                "similar": [
                    {"id": old.id, "cosine": min(1.0, round(cosine, 3)), "text": old.text}
                    for old, cosine in outcome.similar
                ],
                "maybe_outdated": [_question_document(outcome, old, why) for old, why in outcome.outdated],
                "links": outcome.links,
                **({"echo": True} if outcome.is_echo else {}),
            }
            for outcome in receipt.memories
        ],
        "refused": [refusal.fields() for refusal in receipt.refused],
        "redacted": [{"kind": kind, "count": count} for kind, count in receipt.redacted],
        "operation": None if receipt.dry_run else receipt.op,
    }
    if receipt.dry_run:
        document["dry_run"] = True
        for memory, outcome in zip(document["memories"], receipt.memories, strict=True):
            memory["quality"] = _quality_score(outcome)
    return document


def _question_document(outcome: "StoreOutcome", old: "Memory", why: str) -> "dict[str, Any]":
    """Whether the new memory replaced an older one, as JSON."""
    number = outcome.questions.get(old.n)
    return {"question": number, "id": old.id, "text": old.text, "created_at": format_iso(old.created_at), "why": why}


def _quality_score(outcome: "StoreOutcome") -> float:
    """The quality gate's score of a memory; a dry run shows it for all memories."""
    from recall_cli.rules.intake.gate import judge_quality

    memory = outcome.memory
    return judge_quality(
        memory.text,
        memory.type,
        entity=memory.entity,
        attribute=memory.attribute,
        value=memory.value,
        on_purpose=not memory.extracted_by.startswith("rules"),
    ).score


def _receipt_lines(app: "App", receipt: "Receipt") -> "list[str]":
    lines = []
    if receipt.redacted:
        app.note("masked: " + ", ".join(f"{count} {kind}" for kind, count in receipt.redacted))
    if receipt.job is not None:
        lines.append("\t".join((receipt.status, receipt.job, *receipt.cached_ids)))
    for outcome in receipt.memories:
        word = {"created": "stored", "seen-again": "known", "merged": "known"}[outcome.action]
        if outcome.memory.held is not None:
            word = "held"
            app.note(make_printable(f"held for review: {outcome.memory.held} (recall review)"))
        lines.append(("would be " if receipt.dry_run else "") + word + "\t" + memory_line(outcome.memory))
        if receipt.dry_run:
            lines.append(f"quality\t{_quality_score(outcome):.2f}")
        begins = outcome.memory.valid_from or 0
        ends = "ended" if begins <= app.now() else f"ends {format_day(begins)}"
        lines += [f"{ends}\t{memory_line(old)}" for old in outcome.supersedes]
        lines += [f"contested\t{memory_line(old)}" for old in outcome.contests]
        for old, why in outcome.outdated:
            lines.append(f"perhaps replaced\t{memory_line(old)}\t{make_printable(why)}")
            if old.n in outcome.questions and not receipt.dry_run:
                lines.append(f"settle it\t{settling_command(outcome.questions[old.n])}")
        lines += [f"similar\t{memory_line(old)}" for old, _ in outcome.similar]
    _note_refusals(app, receipt)
    return lines


MAX_LISTED_REFUSALS = 5
"""Up to this many refusals are listed; more are counted by reason."""


def _note_refusals(app: "App", receipt: "Receipt") -> None:
    """Note what was not stored and why: a few refusals one by one, many by reason."""
    many = len(receipt.refused) > MAX_LISTED_REFUSALS and not receipt.dry_run
    reasons: dict[str, int] = {}
    for refusal in receipt.refused:
        reasons[refusal.reason] = reasons.get(refusal.reason, 0) + 1
        if not many:
            text = " ".join(refusal.text.split())
            text = text if len(text) <= 50 else text[:49] + "…"
            which = f" “{text}”" if len(receipt.refused) + len(receipt.memories) > 1 else ""
            hint = f" ({refusal.hint})" if refusal.hint else ""
            app.note(make_printable(f"not stored{which} ({refusal.gate}): {refusal.reason}{hint}"))
    if many:
        counts = ", ".join(
            f"{count:,} {reason}" for reason, count in sorted(reasons.items(), key=lambda pair: -pair[1])
        )
        hints = {refusal.hint for refusal in receipt.refused if refusal.reason.startswith("more than ")}
        more = "".join(f"; {hint}" for hint in hints)
        app.note(make_printable(f"not stored: {counts} (--dry-run shows each{more})"))


def _short_job_id(app: "App", id_: str) -> str:
    """The id of a job as a screen shows it; the whole one while the store cannot be read."""
    from recall_cli.domain.errors import StoreError

    try:
        with app.read_transaction() as tx:
            return tx.jobs.short_ids([id_])[id_]
    except StoreError:
        return id_


def _print_screen(out: "Screen", app: "App", receipt: "Receipt") -> None:
    if receipt.job is not None:
        then = f"recall get {out.short_id(receipt.cached_ids[0])}" if receipt.cached_ids else "recall worker --jobs"
        out.result(receipt.status, f"job {_short_job_id(app, receipt.job)}", then)
    for outcome in receipt.memories:
        out.stored(outcome, receipt.op, dry_run=receipt.dry_run)
        if receipt.dry_run:
            out.footer(f"        quality {_quality_score(outcome):.2f}")
    _receipt_lines(app, receipt)
