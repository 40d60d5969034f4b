"""Very many memories for an import: two years of several projects, with facts that changed, in a file of lines."""

import json
import random
from pathlib import Path

from recall_cli.domain.moment import DAY, format_iso

PROJECTS = ("shop", "billing-api", "handbook", "search", "warehouse", "mobile-app", "website", "reports")
SUBJECTS = ("queue", "cache", "database", "scheduler", "gateway", "index", "mailer", "importer", "logger", "router")
VERBS = ("retries", "drops", "keeps", "locks", "sorts", "reads", "writes", "copies", "renames", "closes")
OBJECTS = ("orders", "invoices", "sessions", "files", "tokens", "pages", "rows", "events", "reports", "prices")
REASONS = ("because the old way was slow", "since the last release", "only in the night", "after three attempts",
           "as the audit asked for it", "because two customers complained", "until the new office opens")  # fmt: skip
TYPES = ("decision", "finding", "correction", "pattern", "preference", "fact", "procedure")
YEARS_DAYS = 730
MAX_ENDED_SHARE = 0.1


def write_lines(path: Path, count: int, now: int) -> None:
    """Write so many memories; every tenth was ended by a later one."""
    chance = random.Random(7)
    lines = []
    for at in range(count):
        created = now - YEARS_DAYS * DAY + at * (YEARS_DAYS * DAY // count)
        words = (chance.choice(SUBJECTS), chance.choice(VERBS), chance.choice(OBJECTS), chance.choice(REASONS))
        line = {
            "id": f"{created:012x}"[:8] + f"-{at >> 12 & 0xFFFF:04x}-7{at & 0xFFF:03x}-8000-{at:012x}",
            "text": "Number {}: the {} {} {} {}.".format(at, *words),
            "type": chance.choice(TYPES), "project": chance.choice(PROJECTS), "created_at": format_iso(created),
            "trust": chance.choice(("agent", "imported", "tool")), "agent": chance.choice(("claude-code", "codex")),
            "session": f"session-{at // 25}", "importance": round(chance.random(), 2),
            "access_count": chance.randrange(9), "accessed_at": format_iso(created + DAY),
        }  # fmt: skip
        if chance.random() < MAX_ENDED_SHARE and at + 50 < count:
            later = created + 40 * (YEARS_DAYS * DAY // count)
            line["superseded_at"] = format_iso(later)
        lines.append(json.dumps(line))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines), encoding="utf-8")
