"""recall store: keep a memory."""

import os
import sys

from recall_cli.cli.output.formatting import make_printable, memory_line
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import (
    ANCHOR_OPTION,
    FIELD_OPTIONS,
    GLOBAL_ONLY_OPTION,
    PROJECT_OPTION,
    SOURCE_OPTION,
)
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import NotStored, UsageError
from recall_cli.domain.moment import format_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.receipt import Receipt, StoreOutcome

PARAMS = (
    argument("text", "What to remember; - or nothing: from standard input, up to 5 MB.", kind="words", default=""),
    *FIELD_OPTIONS,
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option("tag", "A tag, k=v; may be given again.", kind="many", metavar="K=V"),
    ANCHOR_OPTION,
    SOURCE_OPTION,
    option("agent", "The agent that stores it."),
    option("session", "The session that it comes from."),
    option("shared", "All agents see it, also where each sees only its own.", kind="flag"),
    option(
        "extractor",
        "Who makes memories of the text: none keeps it, rules reads statements out, claude sends it to Anthropic.",
        choices=("auto", "claude", "rules", "none"),
    ),
    option("key", "An idempotency key: the same key twice within a month stores once.", metavar="KEY"),
    option("defer", "Acknowledge at once and leave the work to recall worker.", kind="flag"),
    option("dry_run", "Show what would be stored, and write nothing.", kind="flag"),
)
EXAMPLES = (
    ('recall store "We moved the queue from RabbitMQ to NATS because replay was too slow." --type decision', ""),
    ('recall store "Tabs, not spaces, in Go." --type preference --global', "found from every project"),
    ('recall store "Retry only on 503." --anchor src/client.py:40-58', "tells you when those lines change"),
    ("git log -1 --format=%B | recall store --type finding --tag source=git", "from standard input"),
)

PROGRESS_BAR_LETTERS = 50_000
"""Letters from which reading a text takes long enough for a bar."""
MAX_INPUT_BYTES = 5_000_000
"""The longest text that is read from standard input."""


def store(
    app: "App",
    *,
    text: str,
    tag: "tuple[str, ...]",
    anchor: "tuple[str, ...]",
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
    """Keep a memory, and say what became of it."""
    from recall_cli.flows.projects import project_to_write
    from recall_cli.flows.write.store import store as keep
    from recall_cli.flows.write.think import choose_extractor

    said = {
        **option_values.parse_fields(app, fields),
        "text": read_text(text),
        "tags": option_values.parse_tags(tag),
        "source": source,
        "agent": agent,
        "session": session,
        "shared": shared,
        "extracted_by": "none",
        "anchors": _parse_anchors(anchor, global_),
    }
    if (said.get("attribute") or said.get("value")) and not all(map(said.get, ("entity", "attribute", "value"))):
        app.note("no fact is made of it: a fact needs --entity, --attribute and --value")
    place = project_to_write(app, project, only_global=global_)
    if key is not None and not key.strip():
        raise UsageError("--key is empty", "leave it out, or give each text a key of its own")
    if defer and dry_run:
        raise UsageError("--defer and --dry-run exclude each other")

    def kept() -> "Receipt":
        return keep(
            app, said, place, extractor=choose_extractor(app, extractor, said), dry_run=dry_run, defer=defer, key=key
        )

    return _reply(app, _run_with_progress_bar(app, kept) if len(said["text"]) > PROGRESS_BAR_LETTERS else kept())


def _reply(app: "App", receipt: "Receipt") -> Reply:
    return Reply(
        lambda: receipt_document(receipt),
        lambda: _receipt_lines(app, receipt),
        lambda console: _print_screen(app, console, receipt),
        status=3 if receipt.status in ("refused", "held") else 0,
    )


def _run_with_progress_bar(app: "App", work: "Callable[[], Receipt]") -> "Receipt":
    """A long work, with a bar for a person who waits."""
    from recall_cli.cli.output.progress import ProgressBar

    with ProgressBar() as app.progress:
        return work()


def _parse_anchors(given: "tuple[str, ...]", global_: bool) -> "list[dict[str, object]] | None":
    if not given:
        return None
    if global_:
        raise UsageError("--anchor and --global exclude each other", "an anchor is a file of a project")
    from recall_cli.flows.brief.anchors import make_anchors

    return make_anchors(given)


def read_text(text: str) -> str:
    """The text of the command line, or all of standard input."""
    if text and text != "-":
        return text
    if text == "" and os.isatty(0):
        raise UsageError("there is nothing to store", 'say it in quotes: recall store "…", or pipe it in')
    raw = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
    if len(raw) > MAX_INPUT_BYTES:
        raise NotStored(
            "standard input is longer than 5 MB, and nothing of it was stored",
            "split it and store the parts, for example split -C 4m FILE; recall import reads JSON lines of any number",
        )
    if raw.isascii() and b"\0" not in raw:
        return raw.decode("ascii")
    from recall_cli.cli.parsing.standard_input import decode_input

    return decode_input(raw)


def receipt_document(receipt: "Receipt") -> "dict[str, Any]":
    """A receipt as programs read it."""
    from recall_cli.rules.text.memory_json import memory_as_json

    found: dict[str, Any] = {
        "status": receipt.status,
        "job_id": receipt.job,
        "memory_ids": [kept.memory.id for kept in receipt.memories] or [*receipt.cached_ids],
        "memories": [
            {
                **memory_as_json(kept.memory),
                "action": kept.action,
                "supersedes": [old.id for old in kept.supersedes],
                "contests": [old.id for old in kept.contests],
                "similar": [
                    {"id": old.id, "cosine": min(1.0, round(cosine, 3)), "text": old.text}
                    for old, cosine in kept.similar
                ],
                "links": kept.links,
                **({"echo": True} if kept.is_echo else {}),
            }
            for kept in receipt.memories
        ],
        "refused": [refusal.fields() for refusal in receipt.refused],
        "redacted": [{"kind": kind, "count": count} for kind, count in receipt.redacted],
        "operation": None if receipt.dry_run else receipt.op,
    }
    if receipt.dry_run:
        found["dry_run"] = True
        for memory, kept in zip(found["memories"], receipt.memories, strict=True):
            memory["quality"] = _quality_score(kept)
    return found


def _quality_score(kept: "StoreOutcome") -> float:
    """The score that the quality gate gives a memory; a rehearsal shows it of those that pass as well."""
    from recall_cli.rules.intake.gate import judge_quality

    memory = kept.memory
    return judge_quality(
        memory.text, memory.type, entity=memory.entity, attribute=memory.attribute, value=memory.value
    ).score  # fmt: skip


def _receipt_lines(app: "App", receipt: "Receipt") -> "list[str]":
    found = []
    if receipt.redacted:
        app.note("masked: " + ", ".join(f"{count} {kind}" for kind, count in receipt.redacted))
    if receipt.job is not None:
        found.append("\t".join((receipt.status, receipt.job, *receipt.cached_ids)))
    for kept in receipt.memories:
        word = {"created": "stored", "seen-again": "known", "merged": "known"}[kept.action]
        if kept.memory.held is not None:
            word = "held"
            app.note(make_printable(f"held for review: {kept.memory.held} (recall review)"))
        found.append(("would be " if receipt.dry_run else "") + word + "\t" + memory_line(kept.memory))
        if receipt.dry_run:
            found.append(f"quality\t{_quality_score(kept):.2f}")
        begins = kept.memory.valid_from or 0
        ends = "ended" if begins <= app.now() else f"ends {format_day(begins)}"
        found += [f"{ends}\t{memory_line(old)}" for old in kept.supersedes]
        found += [f"contested\t{memory_line(old)}" for old in kept.contests]
        found += [f"similar\t{memory_line(old)}" for old, _ in kept.similar]
    _note_refusals(app, receipt)
    return found


MAX_LISTED_REFUSALS = 5
"""So many refusals are told one by one; more are counted by their reason."""


def _note_refusals(app: "App", receipt: "Receipt") -> None:
    """What was not stored, and why: a few one by one, many by their reasons."""
    many = len(receipt.refused) > MAX_LISTED_REFUSALS and not receipt.dry_run
    reasons: dict[str, int] = {}
    for refusal in receipt.refused:
        reasons[refusal.reason] = reasons.get(refusal.reason, 0) + 1
        if not many:
            which = f" “{_shorten(refusal.text)}”" if len(receipt.refused) + len(receipt.memories) > 1 else ""
            hint = f" ({refusal.hint})" if refusal.hint else ""
            app.note(make_printable(f"not stored{which} ({refusal.gate}): {refusal.reason}{hint}"))
    if many:
        told = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items(), key=lambda pair: -pair[1]))
        app.note(make_printable(f"not stored: {told} (--dry-run shows each)"))


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 50 else text[:49] + "…"


def _print_screen(app: "App", console: "Any", receipt: "Receipt") -> None:
    from recall_cli.cli.output.terminal import print_result, print_stored

    if receipt.job is not None:
        then = f"recall get {app.short_id(receipt.cached_ids[0])}" if receipt.cached_ids else "recall jobs"
        with app.read_transaction() as tx:
            job = tx.jobs.short_id(receipt.job)
        print_result(console, receipt.status, f"job {job}", then)
    for kept in receipt.memories:
        print_stored(console, kept, receipt.op, app.now(), app.short_id, dry_run=receipt.dry_run)
        if receipt.dry_run:
            console.print(f"        quality {_quality_score(kept):.2f}", style="dim")
    _receipt_lines(app, receipt)
