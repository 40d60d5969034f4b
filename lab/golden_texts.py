"""The golden cases of rules that judge one text: secrets, orders and dates."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from lab.golden_cases import LAB, REPOSITORY, Case, pair_files, prose, read_rows
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import DAY, format_iso, parse_moment
from recall_cli.rules.dates.effective_dates import read_effective_dates
from recall_cli.rules.dates.event_dates import named_event
from recall_cli.rules.dates.question_dates import named_spans
from recall_cli.rules.dates.typed_dates import parse_typed_date
from recall_cli.rules.injection import injection_reason
from recall_cli.rules.secrets import mask
from tests.rules.samples import fresh_secrets, invented_secrets, read_texts

SAMPLES = REPOSITORY / "tests" / "rules" / "samples"
DATES = Path(__file__).with_name("golden_dates.txt")
TODAY = parse_moment("2026-11-22T08:30:00Z", 0)


def secret_cases(_: Path, outside: "Path | None") -> Iterator[Case]:
    """Each text of the sets as it is stored, with the kinds of secrets that were masked."""

    def judge(text: str) -> list[str]:
        masked = mask(text)
        return [
            text,
            masked.text if masked.found else "unchanged",
            *(f"{kind} {count}" for kind, count in masked.found),
        ]

    yield from _judged_texts(outside, judge)


def order_cases(_: Path, outside: "Path | None") -> Iterator[Case]:
    """Each text of the sets, and why it would be held."""
    yield from _judged_texts(outside, lambda text: [text, injection_reason(text) or "not held"])


def _judged_texts(outside: "Path | None", judge: Callable[[str], list[str]]) -> Iterator[Case]:
    sets = [*_sample_texts(), *prose(outside), *_outside_secrets(outside)]
    for name, is_outside, texts in sets:
        for number, text in enumerate(texts, 1):
            yield Case(name, str(number), tuple("\n".join(judge(text)).splitlines()), is_outside)


def _sample_texts() -> Iterator[tuple[str, bool, list[str]]]:
    """The labelled texts of the tests; those with random parts have the same in every run."""
    for name in ("orders", "told"):
        sections = re.findall(r"^\[(.+)\]$", (SAMPLES / f"{name}.txt").read_text(encoding="utf-8"), re.MULTILINE)
        texts = [text for section in sections for text in read_texts(name, section)]
        yield f"sample-{name}", False, [*texts, *(text.replace("[", "").replace("]", "") for text in texts)]
    labelled = [*invented_secrets.read_labelled(), *fresh_secrets.WRITTEN, *fresh_secrets.SPOKEN]
    texts = [template.replace("§", secret) for template, secret in labelled]
    yield "sample-secrets", False, [*texts, *invented_secrets.read_look_alikes(), *fresh_secrets.HARMLESS]


def _outside_secrets(outside: "Path | None") -> Iterator[tuple[str, bool, list[str]]]:
    if outside is None:
        return
    ran = subprocess.run([sys.executable, outside / "secrets_dev.py"], capture_output=True, text=True, check=True)
    yield "secrets-dev", True, ran.stdout.splitlines()


def date_cases(_: Path, outside: "Path | None") -> Iterator[Case]:
    """The days that questions, statements and people at a terminal name."""
    sets = [("phrases", False, DATES.read_text().splitlines())]
    for file, is_outside in pair_files(outside):
        sets.append(
            (file.stem, is_outside, [row[key] for row in read_rows(file) for key in ("b", "question") if key in row])
        )
    for name in ("first", "second"):
        rows = read_rows(LAB / "developer_store" / name / "questions.jsonl")
        sets.append((f"developer-{name}", False, [row["question"] for row in rows]))
    if outside:
        for file in sorted((outside / "retrieval").glob("*/queries.jsonl")):
            sets.append((file.parent.name, True, [row["text"] for row in read_rows(file)]))
    for name, is_outside, texts in sets:
        for number, text in enumerate(texts, 1):
            yield Case(name, str(number), tuple(_dates_in(text)), is_outside)


def _dates_in(text: str) -> Iterator[str]:
    yield " ".join(text.split())
    spans = [f"{_day(first)} to {_day(last)}" for first, last in named_spans(text, TODAY // DAY)]
    yield f"spans: {', '.join(spans)}"
    yield f"event: {' '.join(named_event(text))}"
    effective = read_effective_dates(text, TODAY)
    if effective is not None:
        moments = [format_iso(moment) if moment is not None else "-" for moment in (effective.start, effective.end)]
        yield f"holds: {' to '.join(moments)}: {effective.rest}"
    for label, options in (("first", {}), ("last", {"whole_day": True}), ("ahead", {"ahead": True})):
        try:
            yield f"typed, {label}: {format_iso(parse_typed_date(text, TODAY, **options))}"
        except UsageError:
            continue


def _day(day: int) -> str:
    return format_iso(day * DAY)[:10] if 0 <= day < 100_000 else str(day)
