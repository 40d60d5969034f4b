"""Compares what recall decides today with what it decided before.

    python -m lab.golden                          compare with lab/golden.txt: which subjects and sets changed
    python -m lab.golden --out BEFORE             also write every case to BEFORE/SUBJECT.txt
    python -m lab.golden --against BEFORE         show the first cases that differ from those files
    python -m lab.golden endings dates            only these subjects
    python -m lab.golden --write                  make today's output the one that is compared with

Before a rewrite: `python -m lab.golden --out /tmp/before`. After it: `python -m lab.golden --against /tmp/before`. Each
difference is read and either mended or meant; then `--write`, in the same commit.

The subjects are: secrets (masking), orders (what is held), dates, endings (what a new statement ends or asks about),
ranking, briefs, exports, sessions (what is kept of them), and commands (a store that lives through most of them). The sets
are those of the repository, and, if RECALL_BENCH names a folder of more sets, also those; they are written and compared
with FOLDER, but are not in golden.txt. Clock and ids are fixed, and ids are hidden, so every run gives the same output.
"""

import argparse
import contextlib
import hashlib
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest import mock

from lab.golden_cases import Case
from lab.golden_stores import brief_cases, command_cases, ending_cases, export_cases, ranking_cases, session_cases
from lab.golden_texts import date_cases, order_cases, secret_cases
from recall_cli.app import App
from recall_cli.domain.ids import uuid7
from tests.copied_schema import copy_schema
from tests.reused_parser import reused_commands

SUBJECTS = {
    "secrets": secret_cases,
    "orders": order_cases,
    "dates": date_cases,
    "endings": ending_cases,
    "ranking": ranking_cases,
    "briefs": brief_cases,
    "exports": export_cases,
    "sessions": session_cases,
    "commands": command_cases,
}
COMMITTED = Path(__file__).with_name("golden.txt")
CASE_MARK = "=== "
MAX_SHOWN = 5
"""How many differing cases of a subject are shown."""
MEMORY_FOLDER = "/dev/shm"

Digests = dict[str, str]


@contextlib.contextmanager
def fixed_world() -> Iterator[Path]:
    """An empty folder in which recall gives the same ids in every run, and makes new stores quickly."""
    chance = random.Random(1)
    numbered: dict[int, int] = {}

    def fixed_id(app: App, at: "int | None" = None) -> str:
        ms = app.now() if at is None else at
        numbered[ms] = numbered.get(ms, 0) + 1
        return uuid7(ms + numbered[ms] // 4096, numbered[ms] % 4096, chance.randbytes(8))

    base = MEMORY_FOLDER if os.access(MEMORY_FOLDER, os.W_OK) else tempfile.gettempdir()
    folder = Path(base) / f"recall-golden-{os.getpid()}"
    folder.mkdir()
    zone = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    time.tzset()
    try:
        with (
            mock.patch.object(App, "new_id", fixed_id),
            mock.patch("recall_cli.engines.sqlite.migrate.migrate", copy_schema),
            reused_commands(),
        ):
            yield folder
    finally:
        shutil.rmtree(folder)
        os.environ.pop("TZ") if zone is None else os.environ.update(TZ=zone)
        time.tzset()


def bench_folder() -> "Path | None":
    """The folder with sets that are not in the repository, if there is one."""
    name = os.environ.get("RECALL_BENCH")
    return Path(name) if name else None


def cases_of(subject: str, folder: Path, outside: "Path | None") -> list[Case]:
    """Every case of a subject."""
    return list(SUBJECTS[subject](folder, outside))


def digests_of(subject: str, cases: Iterable[Case]) -> Digests:
    """For each set of the repository: how many cases it has, and the digest of their output."""
    sums: dict[str, tuple[int, "hashlib._Hash"]] = {}
    for case in cases:
        if not case.outside:
            count, digest = sums.get(case.set, (0, hashlib.sha256()))
            digest.update(case.text().encode())
            sums[case.set] = count + 1, digest
    return {f"{subject} {name}": f"{count} {digest.hexdigest()}" for name, (count, digest) in sums.items()}


def read_digests() -> Digests:
    """The committed digests."""
    lines = COMMITTED.read_text().splitlines() if COMMITTED.exists() else []
    return {" ".join(words[:2]): " ".join(words[2:]) for words in map(str.split, lines)}


def write_digests(digests: Digests) -> None:
    """Replace the committed digests of these subjects."""
    subjects = {name.split()[0] for name in digests}
    kept = {name: value for name, value in read_digests().items() if name.split()[0] not in subjects}
    lines = {**kept, **digests}.items()
    COMMITTED.write_text("".join(f"{name} {value}\n" for name, value in sorted(lines)))


def changed_sets(before: Digests, after: Digests) -> list[str]:
    """The sets whose output is another one now, of the subjects that were run."""
    subjects = {name.split()[0] for name in after}
    known = {name for name in before if name.split()[0] in subjects}
    return sorted(name for name in known | after.keys() if before.get(name) != after.get(name))


def read_cases(file: Path) -> dict[str, str]:
    """The cases of an earlier output, each under its name."""
    parts = file.read_text().split(f"\n{CASE_MARK}") if file.exists() else []
    named = (part.removeprefix(CASE_MARK).partition("\n") for part in parts)
    return {name: rest.rstrip("\n") for name, _, rest in named}


def differences(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """A few lines for each case that differs."""
    found = []
    for name in dict.fromkeys([*before, *after]):
        if before.get(name) != after.get(name):
            old, new = before.get(name, "").splitlines(), after.get(name, "").splitlines()
            lines = [f"  - {line}" for line in old if line not in new]
            lines += [f"  + {line}" for line in new if line not in old]
            found.append("\n".join([f"{CASE_MARK}{name}", *(lines or ["  the same lines in another order"])]))
    return found


def run_subject(subject: str, out: "Path | None", against: "Path | None") -> Digests:
    """Write, compare and count the cases of one subject; its digests."""
    began = time.process_time()
    with fixed_world() as folder:
        cases = cases_of(subject, folder, bench_folder())
    print(f"{subject}: {len(cases)} cases in {time.process_time() - began:.0f} s", file=sys.stderr)
    text = "".join(f"{CASE_MARK}{case.name}\n{case.text()}" for case in cases)
    if against is not None:
        after = {case.name: case.text() for case in cases}
        found = differences(read_cases(against / f"{subject}.txt"), {k: v.rstrip("\n") for k, v in after.items()})
        print(f"{subject}: {len(found)} of {len(cases)} cases differ")
        print("\n".join(found[:MAX_SHOWN]), end="\n" if found else "")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{subject}.txt").write_text(text)
    return digests_of(subject, cases)


def main() -> int:
    """Run the subjects, and say what changed; 1 if anything did."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.golden", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=" ".join(SUBJECTS))
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write every case there")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="show what differs from an earlier --out")
    parser.add_argument("--write", action="store_true", help="renew golden.txt")
    asked = parser.parse_args()
    if unknown := set(asked.subjects) - SUBJECTS.keys():
        parser.error(f"no such subject: {', '.join(sorted(unknown))}")
    digests: Digests = {}
    for subject in asked.subjects or SUBJECTS:
        digests |= run_subject(subject, asked.out, asked.against)
    changed = changed_sets(read_digests(), digests)
    if asked.write:
        write_digests(digests)
    print("\n".join(f"changed: {name}" for name in changed) or "nothing changed")
    return int(bool(changed) and not asked.write)


if __name__ == "__main__":
    sys.exit(main())
