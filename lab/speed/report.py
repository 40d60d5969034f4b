"""The result as Markdown."""

import os
import platform
import subprocess
from typing import Any

from lab.speed.installations import MAX_EXPORT_SECONDS
from lab.speed.peers import NOTES, OWN_MODEL, PY_MEMORI
from lab.speed.rounds import BARE, RECALL

Figures = dict[str, Any]


def describe_machine(python: str) -> "dict[str, Any]":
    """The machine of the measurement."""
    asked = "import apsw, sqlite3, sys; print(sys.version.split()[0], apsw.apsw_version(), apsw.sqlite_lib_version())"
    said = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    return {
        "system": platform.platform(terse=True), "machine": platform.machine(), "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2), "python": said[0], "apsw": said[1], "sqlite": said[2],
    }  # fmt: skip


def markdown(result: Figures) -> str:
    """The whole result as Markdown."""
    on, peers = result["machine"], result["peers"]
    lines = [
        f"{on['processors']} processors ({on['machine']}), Python {on['python']}, SQLite {on['sqlite']}; load "
        f"{on['load']}. Whole processes, page cache warm; medians of the rounds; ratios are medians of the ratios "
        "within each round.",
        "",
    ]
    for name, peer in peers.items():
        note = NOTES[OWN_MODEL if name == PY_MEMORI and result.get("own_model") else name]
        told = f"{peer['version']}: {note}" if "version" in peer else f"not measured: {peer['reason']}"
        lines.append(f"- {name} {told}.")
    scored = [name for name in peers if "version" in peers[name]]
    lines += ["", *summary_table(result)]
    for part in result["sizes"]:
        lines += ["", f"### {part['size']:,} memories, {part['rounds']} rounds", ""]
        lines += _operations_table(part["operations"], scored)
        lines += ["", *_bulk_table(part["bulk"]), "", *_in_process_lines(part["inside"])]
    if "bytes_each" in result:
        each = ", ".join(f"{name} {figure:,.0f}" for name, figure in result["bytes_each"].items())
        lines += ["", f"Bytes on disk for a memory of a hundred words, indexes included: {each}."]
    return "\n".join(lines) + "\n"


def summary_table(result: Figures) -> "list[str]":
    """A line for each operation: multiples of a bare interpreter for each size, and of recall for the peers."""
    sizes = result["sizes"]
    lines = [_table_row(["× a bare interpreter", *(f"{part['size']:,} memories" for part in sizes)])]
    lines.append(_table_row(["---", *["---:"] * len(sizes)]))
    names = list(dict.fromkeys(row["operation"] for part in sizes for row in part["operations"]))
    for name in names:
        rows = [next((row for row in part["operations"] if row["operation"] == name), None) for part in sizes]
        lines.append(_table_row([name, *("–" if row is None else _summary_cell(row) for row in rows)]))
    return lines


def _summary_cell(row: Figures) -> str:
    """Recall's multiple, its goal if missed, and the peers' times as multiples of recall's."""
    ours, goal = row["times_bare"][RECALL], row["goal"]
    missed = f" (goal {goal:g})" if goal is not None and ours > goal else ""
    peers = "".join(f"; {name} {times:.0f} ×" for name, times in sorted(row["times_recall"].items()))
    return f"{ours:.1f}{missed}{peers}"


def _operations_table(rows: "list[Figures]", peers: "list[str]") -> "list[str]":
    """One line for each operation."""
    head = ["operation", "bare ms", "recall ms", "× bare", "processor × bare", "goal"]
    for name in peers:
        head += [f"{name} ms", "÷ recall"]
    lines = [_table_row([*head, "found"]), _table_row(["---", *["---:"] * len(head)])]
    for row in rows:
        ours = row["times_bare"][RECALL]
        goal = "" if row["goal"] is None else f"≤ {row['goal']:g} {'met' if ours <= row['goal'] else 'missed'}"
        cells = [row["operation"], f"{row['spread'][BARE]['median']:.1f}", f"{row['spread'][RECALL]['median']:.1f}"]
        cells += [f"{ours:.2f}", f"{row['cpu_times_bare'][RECALL]:.2f}", goal]
        for name in peers:
            known = row["spread"].get(name)
            cells += (
                [f"{known['median']:.1f}", f"{row['times_recall'][name]:.1f}"]
                if known
                else [_missing_reason(row, name), ""]
            )
        cells.append(" / ".join(f"{figure:g}" for figure in row["found"].values()))
        lines.append(_table_row(cells))
    return lines


def _missing_reason(row: Figures, name: str) -> str:
    why = str(row["not_scored"].get(name, ""))
    return "–" if why == "has nothing like it" else f"not scored: {why}"


def _bulk_table(bulk: "dict[str, Figures]") -> "list[str]":
    """Import, export and size, a line for each program."""
    lines = [
        _table_row(["in bulk", "in a second", "in a second of processor", "peak MB", "out a second", "bytes a memory"])
    ]
    lines.append(_table_row(["---", *["---:"] * 5]))
    for who, figures in bulk.items():
        rates = [figures[name] for name in ("in_rate", "in_cpu_rate", "in_peak_mb", "out_rate", "bytes_each")]
        lines.append(_table_row([who, *("–" if rate is None else f"{rate:,.0f}" for rate in rates)]))
    return [*lines, "", f"(–: it has no export, or it was not done in {MAX_EXPORT_SECONDS} s.)"]


def _in_process_lines(inside: Figures) -> "list[str]":
    """The times within a process."""
    near = inside["nearest"]
    peer = f"; py-memori {near['peer_ms']:,.1f} ms, {near['peer_ms'] / near['ms']:.0f} ×" if "peer_ms" in near else ""
    steps = ", ".join(f"{name} {ms:.1f}" for name, ms in inside["stages"].items())
    return [
        f"Nearest 20 of that many vectors of 384 numbers, in one process: {near['ms']:.1f} ms, recall@20 "
        f"{near['recall']:.3f}{peer}. Vectors taken in: {near['in_rate']:,} a second.",
        f"Within one search, ms: {steps}.",
    ]


def _table_row(cells: "list[str]") -> str:
    return "| " + " | ".join(cells) + " |"
