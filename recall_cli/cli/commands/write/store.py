"""recall store: keep a memory."""

import os
import sys

from recall_cli.cli.doors import narrow
from recall_cli.cli.doors.options import ANCHOR, FIELDS, GLOBAL_ONLY, PROJECT, SOURCE
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.show import line, safe
from recall_cli.domain.errors import Refused, UsageError
from recall_cli.domain.moment import day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.receipt import Kept, Receipt

PARAMS = (
    argument("text", "What to remember; - or nothing: from standard input, up to 5 MB.", kind="words", default=""),
    *FIELDS,
    PROJECT,
    GLOBAL_ONLY,
    option("tag", "A tag, k=v; may be given again.", kind="many", metavar="K=V"),
    ANCHOR,
    SOURCE,
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

LONG = 50_000
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
    from recall_cli.flows.projects import to_write
    from recall_cli.flows.write.store import store as keep
    from recall_cli.flows.write.think import chosen

    said = {
        **narrow.fields(app, fields), "text": given(text), "tags": narrow.tags(tag), "source": source, "agent": agent,
        "session": session, "shared": shared, "extracted_by": "none", "anchors": _anchors(anchor, global_),
    }  # fmt: skip
    if (said.get("attribute") or said.get("value")) and not all(map(said.get, ("entity", "attribute", "value"))):
        app.note("no fact is made of it: a fact needs --entity, --attribute and --value")
    place = to_write(app, project, only_global=global_)
    if key is not None and not key.strip():
        raise UsageError("--key is empty", "leave it out, or give each text a key of its own")
    if defer and dry_run:
        raise UsageError("--defer and --dry-run exclude each other")

    def kept() -> "Receipt":
        return keep(app, said, place, extractor=chosen(app, extractor, said), dry_run=dry_run, defer=defer, key=key)

    return _answer(app, _watched(app, kept) if len(said["text"]) > LONG else kept())


def _answer(app: "App", receipt: "Receipt") -> Reply:
    return Reply(
        lambda: document(receipt),
        lambda: _lines(app, receipt),
        lambda console: _screen(app, console, receipt),
        status=3 if receipt.status in ("refused", "held") else 0,
    )


def _watched(app: "App", work: "Callable[[], Receipt]") -> "Receipt":
    """A long work, with a bar for a person who waits."""
    from recall_cli.cli.screens.progress import Bar

    with Bar() as app.progress:
        return work()


def _anchors(given: "tuple[str, ...]", global_: bool) -> "list[dict[str, object]] | None":
    if not given:
        return None
    if global_:
        raise UsageError("--anchor and --global exclude each other", "an anchor is a file of a project")
    from recall_cli.flows.brief.anchors import made

    return made(given)


def given(text: str) -> str:
    """The text of the command line, or all of standard input."""
    if text and text != "-":
        return text
    if text == "" and os.isatty(0):
        raise UsageError("there is nothing to store", 'say it in quotes: recall store "…", or pipe it in')
    raw = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
    if len(raw) > MAX_INPUT_BYTES:
        raise Refused(
            "standard input is longer than 5 MB, and nothing of it was stored",
            "split it and store the parts, for example split -C 4m FILE; recall import reads JSON lines of any number",
        )
    if raw.isascii() and b"\0" not in raw:
        return raw.decode("ascii")
    from recall_cli.cli.doors.standard_input import text_of

    return text_of(raw)


def document(receipt: "Receipt") -> "dict[str, Any]":
    """A receipt as programs read it."""
    from recall_cli.rules.text.records import as_json

    found: dict[str, Any] = {
        "status": receipt.status,
        "job_id": receipt.job,
        "memory_ids": [kept.memory.id for kept in receipt.memories] or [*receipt.remembered],
        "memories": [
            {
                **as_json(kept.memory),
                "action": kept.action,
                "supersedes": [old.id for old in kept.supersedes],
                "contests": [old.id for old in kept.contests],
                "similar": [
                    {"id": old.id, "cosine": min(1.0, round(cosine, 3)), "text": old.text}
                    for old, cosine in kept.similar
                ],
                "links": kept.links,
                **({"echo": True} if kept.echo else {}),
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
            memory["quality"] = _quality(kept)
    return found


def _quality(kept: "Kept") -> float:
    """The score that the quality gate gives a memory; a rehearsal shows it of those that pass as well."""
    from recall_cli.rules.intake.gate import judge

    memory = kept.memory
    return judge(
        memory.text, memory.type, entity=memory.entity, attribute=memory.attribute, value=memory.value
    ).score  # fmt: skip


def _lines(app: "App", receipt: "Receipt") -> "list[str]":
    found = []
    if receipt.redacted:
        app.note("masked: " + ", ".join(f"{count} {kind}" for kind, count in receipt.redacted))
    if receipt.job is not None:
        found.append("\t".join((receipt.status, receipt.job, *receipt.remembered)))
    for kept in receipt.memories:
        word = {"created": "stored", "seen-again": "known", "merged": "known"}[kept.action]
        if kept.memory.held is not None:
            word = "held"
            app.note(safe(f"held for review: {kept.memory.held} (recall review)"))
        found.append(("would be " if receipt.dry_run else "") + word + "\t" + line(kept.memory))
        if receipt.dry_run:
            found.append(f"quality\t{_quality(kept):.2f}")
        begins = kept.memory.valid_from or 0
        ends = "ended" if begins <= app.now() else f"ends {day(begins)}"
        found += [f"{ends}\t{line(old)}" for old in kept.supersedes]
        found += [f"contested\t{line(old)}" for old in kept.contests]
        found += [f"similar\t{line(old)}" for old, _ in kept.similar]
    _tell_refusals(app, receipt)
    return found


TOLD = 5
"""So many refusals are told one by one; more are counted by their reason."""


def _tell_refusals(app: "App", receipt: "Receipt") -> None:
    """What was not stored, and why: a few one by one, many by their reasons."""
    many = len(receipt.refused) > TOLD and not receipt.dry_run
    reasons: dict[str, int] = {}
    for refusal in receipt.refused:
        reasons[refusal.reason] = reasons.get(refusal.reason, 0) + 1
        if not many:
            which = f" “{_short(refusal.text)}”" if len(receipt.refused) + len(receipt.memories) > 1 else ""
            hint = f" ({refusal.hint})" if refusal.hint else ""
            app.note(safe(f"not stored{which} ({refusal.gate}): {refusal.reason}{hint}"))
    if many:
        told = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items(), key=lambda pair: -pair[1]))
        app.note(safe(f"not stored: {told} (--dry-run shows each)"))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 50 else text[:49] + "…"


def _screen(app: "App", console: "Any", receipt: "Receipt") -> None:
    from recall_cli.cli.screens import screen

    if receipt.job is not None:
        then = f"recall get {app.short_id(receipt.remembered[0])}" if receipt.remembered else "recall jobs"
        with app.reading() as tx:
            job = tx.jobs.short_id(receipt.job)
        screen.said(console, receipt.status, f"job {job}", then)
    for kept in receipt.memories:
        screen.stored(console, kept, receipt.op, app.now(), app.short_id, dry_run=receipt.dry_run)
        if receipt.dry_run:
            console.print(f"        quality {_quality(kept):.2f}", style="dim")
    _lines(app, receipt)
