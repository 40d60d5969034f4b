"""The result for people (Markdown) and for programs (JSON)."""

import os
import platform
import subprocess
from typing import Any

from tests.bench.subjects import EXPORT

HEAD = (
    "| operation | bare ms | recall ms (min–max) | × bare | goal | py-memori ms (min–max) | recall ÷ peer | found |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|"
)


def machine(python: str) -> dict[str, Any]:
    """What was measured on."""
    asked = "import apsw, sqlite3, sys; print(sys.version.split()[0], apsw.apsw_version(), apsw.sqlite_lib_version())"
    said = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    return {
        "system": platform.platform(terse=True), "machine": platform.machine(), "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2), "python": said[0], "apsw": said[1], "sqlite": said[2],
    }  # fmt: skip


def markdown(result: dict[str, Any]) -> str:
    """The whole result as Markdown."""
    on = result["machine"]
    peer = result["peer"]
    lines = [
        f"{on['processors']} processors ({on['machine']}), Python {on['python']}, SQLite {on['sqlite']}, "
        f"{'py-memori ' + peer['version'] if 'version' in peer else 'no peer: ' + peer['reason']}; load {on['load']}.",
        "Whole processes; medians over the rounds; ratios are medians of the ratios within each round.",
    ]
    for part in result["sizes"]:
        lines += ["", f"### {part['size']:,} memories, {part['rounds']} rounds", "", HEAD]
        lines += [_line(row) for row in part["operations"]]
        lines += ["", *_bulk(part["bulk"])]
    return "\n".join(lines) + "\n"


def _line(row: dict[str, Any]) -> str:
    found = " / ".join(f"{row['found'][who]:g}" for who in ("recall", "peer") if who in row["found"])
    goal = "" if row["goal"] is None else f"≤ {row['goal']:g}"
    if row["recall_to_bare"] is not None and goal:
        goal += " met" if row["recall_to_bare"] <= row["goal"] else " missed"
    peer = _spread(row["peer"]) if row["peer"] else f"not scored: {row['peer_not_scored']}"
    cells = [
        row["operation"], f"{row['bare']['median']:.1f}", _spread(row["recall"]), _times(row["recall_to_bare"]),
        goal, peer, _times(row["recall_to_peer"]), found,
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def _spread(spread: "dict[str, float] | None") -> str:
    return f"{spread['median']:.1f} ({spread['low']:.1f}–{spread['high']:.1f})" if spread else "–"


def _times(number: "float | None") -> str:
    return "–" if number is None else f"{number:.2f}"


def _bulk(bulk: "dict[str, dict[str, float | None]]") -> list[str]:
    """Import, export and size, a line for each of those measured."""
    lines = ["| in bulk | lines in a second | peak MB | lines out a second | peak MB | bytes a memory |"]
    lines.append("|---|---:|---:|---:|---:|---:|")
    for who, figures in bulk.items():
        rates = [figures[name] for name in ("in_rate", "in_peak_mb", "out_rate", "out_peak_mb", "bytes_each")]
        cells = [f"not done in {EXPORT} s" if rate is None else f"{rate:,.0f}" for rate in rates]
        lines.append(f"| {who} | {' | '.join(cells)} |")
    return lines
