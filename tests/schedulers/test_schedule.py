"""`recall schedule`: one marked block, installed once, and removed without a trace."""

import os
import plistlib
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.rules.places.crontab import BLOCK_BEGIN, BLOCK_END
from recall_cli.schedulers.daily_command import DailyCommand
from recall_cli.schedulers.launchd import agent_plist
from recall_cli.schedulers.systemd import service_unit, timer_unit
from tests.command import Home
from tests.schedulers.fake_crontab import write_fake_crontab

OTHER_ENTRIES = b"MAILTO=me@example.com\n# backups \xff\xfe\n0 4 * * * /usr/bin/backup --rate 50\\%\n\n"


@pytest.fixture
def cron(recall: Home) -> Home:
    """A home whose PATH has that crontab and no other scheduler."""
    recall.more["PATH"] = f"{write_fake_crontab(recall)}:/usr/bin:/bin"
    return recall


def read_crontab(recall: Home) -> bytes | None:
    file = recall.path / "crontab"
    return file.read_bytes() if file.exists() else None


@pytest.mark.parametrize("before", [None, OTHER_ENTRIES, b"* * * * * true\n"])
def test_twice_is_once_and_removing_leaves_no_trace(cron: Home, before: bytes | None) -> None:
    """One block after the existing lines, however often; then the crontab is byte for byte as before."""
    if before is not None:
        (cron.path / "crontab").write_bytes(before)
    first = cron.json("schedule", "install")
    assert (first["scheduler"], first["changed"]) == ("cron", True)
    text = read_crontab(cron)
    assert text is not None
    assert text.startswith((before or b"") + BLOCK_BEGIN + b"\n17 12 * * * ")
    assert text.count(BLOCK_BEGIN) == text.count(BLOCK_END) == 1
    again = cron.json("schedule", "install")
    assert (again["changed"], read_crontab(cron)) == (False, text)
    assert cron.json("schedule")["entry"] == first["entry"] == again["entry"]
    assert cron.json("schedule", "remove")["changed"]
    assert read_crontab(cron) == before
    assert not cron.json("schedule", "remove")["changed"]
    assert cron.json("schedule") == {"scheduler": None, "entry": None, "changed": False, "log": None}


def test_uninstall_leaves_the_schedule_of_another_store(cron: Home) -> None:
    """The block of another store is named as such, and only recall schedule replaces or removes it."""
    cron.store("The queue is NATS.")
    cron.json("schedule", "install", "--db", str(cron.path / "other.db"))
    before = read_crontab(cron)
    assert "for another store" in cron.quick("schedule").out
    assert "maintenance" not in str(cron.json("uninstall", "--dry-run")["parts"])
    assert read_crontab(cron) == before
    cron.json("schedule", "install")
    assert "for another store" not in cron.quick("schedule").out


def test_another_time_takes_the_place_of_the_first(cron: Home) -> None:
    """It replaces the block in its place and leaves the lines after it."""
    cron.json("schedule", "install")
    file = cron.path / "crontab"
    file.write_bytes(b"# mine\n" + file.read_bytes() + b"5 5 * * * mine\n")
    assert cron.json("schedule", "install", "--at", "3:05")["entry"].startswith("5 3 * * * ")
    text = read_crontab(cron)
    assert text is not None
    assert text.startswith(b"# mine\n" + BLOCK_BEGIN)
    assert text.endswith(BLOCK_END + b"\n5 5 * * * mine\n")
    cron.json("schedule", "remove")
    assert read_crontab(cron) == b"# mine\n5 5 * * * mine\n"


@pytest.mark.parametrize(
    "text", [BLOCK_BEGIN + b"\nx\n", BLOCK_END + b"\n", BLOCK_BEGIN + b"\n" + BLOCK_BEGIN + b"\n" + BLOCK_END + b"\n"]
)
@pytest.mark.parametrize("verb", ["install", "remove", "show"])
def test_odd_marks_are_left_to_their_owner(cron: Home, text: bytes, verb: str) -> None:
    """If somebody edited the marks, nothing is changed, and a message says so."""
    (cron.path / "crontab").write_bytes(text)
    answer = cron.quick("--json", "schedule", verb)
    assert answer.error["code"] == "schedule"
    assert "crontab -e" in answer.error["hint"]
    assert read_crontab(cron) == text


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo 'you are not allowed to use this program' >&2; exit 1", "not allowed"),
        ('[ "$1" = -l ] && exit 0; cat >/dev/null; echo "bad minute" >&2; exit 1', "bad minute"),
        ('[ "$1" = -l ] && exit 0; cat >/dev/null', "did not store"),
        ('[ "$1" = -l ] && { date +%N; exit 0; }', "changed meanwhile"),
    ],
)
def test_a_crontab_that_refuses_is_told(cron: Home, script: str, said: str) -> None:
    """Forbidden, refused, not stored, changed meanwhile: each has its own error."""
    (cron.path / "programs/crontab").write_text(f"#!/bin/sh\n{script}\n")
    answer = cron.quick("--json", "schedule", "install")
    assert answer.status == 1
    assert said in answer.error["message"]


def test_where_nothing_schedules_it_says_so(recall: Home) -> None:
    """Without crontab and systemd, an error says what to do instead."""
    empty = recall.path / "empty"
    empty.mkdir()
    answer = recall.quick("--json", "schedule", "install", env={"PATH": str(empty)})
    assert answer.status == 1
    assert "other means" in answer.error["hint"]
    for name in ("cron", "systemd", "launchd"):
        answer = recall.quick("schedule", "install", "--with", name, env={"PATH": str(empty)})
        assert (answer.status, f"there is no {name} here" in answer.err) == (1, True)
    assert recall.json("schedule", env={"PATH": str(empty)})["scheduler"] is None


@pytest.mark.parametrize("at", ["", "12", "24:00", "12:60", "-1:00", "1:2:3", "noon", "٣:15", "012:00"])
def test_a_time_of_day_is_one(cron: Home, at: str) -> None:
    """Anything else is a usage error, and nothing is scheduled."""
    answer = cron.quick("schedule", "install", f"--at={at}")
    assert answer.status == 2
    assert read_crontab(cron) is None


def test_the_entry_keeps_this_store_whatever_it_is_called(cron: Home) -> None:
    """Spaces, quotes and percent signs in paths survive cron and its shell. Another config and user are passed on."""
    odd = cron.path / "my 100% \"odd\" 'store'.db"
    cron.more.update(RECALL_DB=str(odd), RECALL_USER="ada o'neil", RECALL_CONFIG="conf 5%.toml")
    cron.store("The API listens on port 8080.")
    cron.later(days=40)
    entry = cron.json("schedule", "install")["entry"]
    assert entry.startswith("17 12 * * * ")
    words = shlex.split(entry.split(" ", 5)[5].replace("\\%", "%"))
    assert f"RECALL_CONFIG={cron.path / 'conf 5%.toml'}" in words
    assert "RECALL_USER=ada o'neil" in words
    command = entry.split(" ", 5)[5].replace("\\%", "%")
    plain = {"HOME": str(cron.path), "PATH": "/usr/bin:/bin", "RECALL_NOW": cron.moment, "PYTHONPATH": str(Path.cwd())}
    ran = subprocess.run(["/bin/sh", "-c", command], env=plain, cwd=cron.path, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert (cron.path / "maintain.log").read_text().startswith("maintained: strength of 1 updated")


def test_a_path_with_a_line_break_is_refused(cron: Home) -> None:
    """It would split one entry in two."""
    answer = cron.quick("schedule", "install", env={"RECALL_DB": str(cron.path / "a\n* * * * * evil.db")})
    assert (answer.status, "control characters" in answer.err) == (1, True)
    assert read_crontab(cron) is None


SYSTEMCTL_SCRIPT = """#!/bin/sh
echo "$@" >>"$HOME/asked"
[ ! -f "$HOME/fails" ] || { echo "no bus" >&2; exit 1; }
"""


@pytest.fixture
def systemd(cron: Home) -> Home:
    """The same home with a service manager of the user's."""
    (cron.path / "programs/systemctl").write_text(SYSTEMCTL_SCRIPT)
    (cron.path / "programs/systemctl").chmod(0o755)
    (cron.path / "run/systemd").mkdir(parents=True)
    (cron.path / "run/systemd/private").touch()
    cron.more["XDG_RUNTIME_DIR"] = str(cron.path / "run")
    return cron


def test_systemd_is_preferred_and_takes_over_from_cron(systemd: Home) -> None:
    """Two units and a started timer replace the block in the crontab; removing leaves nothing."""
    systemd.json("schedule", "install", "--with", "cron")
    found = systemd.json("schedule", "install")
    assert found["scheduler"] == "systemd"
    assert read_crontab(systemd) is None
    units = systemd.path / ".config/systemd/user"
    assert sorted(file.name for file in units.iterdir()) == ["recall-maintain.service", "recall-maintain.timer"]
    assert "OnCalendar=*-*-* 12:17:00" in found["entry"]
    asked = ["--user daemon-reload", "--user enable --now recall-maintain.timer"]
    assert (systemd.path / "asked").read_text().splitlines() == asked
    assert not systemd.json("schedule", "install")["changed"]
    assert systemd.json("schedule")["scheduler"] == "systemd"
    assert systemd.json("schedule", "remove")["changed"]
    assert [*units.iterdir()] == []


def test_somebody_elses_unit_is_left_alone(systemd: Home) -> None:
    """A file with that name that recall did not write is neither replaced nor removed."""
    unit = systemd.path / ".config/systemd/user/recall-maintain.timer"
    unit.parent.mkdir(parents=True)
    unit.write_text("[Timer]\n")
    answer = systemd.quick("schedule", "install")
    assert (answer.status, "not recall's own" in answer.err) == (1, True)
    assert not systemd.json("schedule", "remove")["changed"]
    assert unit.read_text() == "[Timer]\n"


def test_a_manager_that_refuses_is_told(systemd: Home) -> None:
    """The error has its own words. Once it works, the same command does the rest."""
    (systemd.path / "fails").touch()
    answer = systemd.quick("schedule", "install")
    assert (answer.status, "no bus" in answer.err) == (1, True)
    (systemd.path / "fails").unlink()
    assert systemd.json("schedule", "install")["scheduler"] == "systemd"
    assert "enable --now" in (systemd.path / "asked").read_text().splitlines()[-1]


ODD_COMMAND = DailyCommand(
    command=("/opt/my tools/recall", "--db", '/data/100%/$HOME "x".db', "maintain"),
    environment=(("RECALL_USER", 'ada "5%" o\'neil'),),
    hour=3,
    minute=5,
    log="/data/100%/maintain.log",
)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_the_units_are_what_systemd_reads(tmp_path: Path) -> None:
    """systemd's own checker finds no error in them."""
    odd = ODD_COMMAND.but(command=("/bin/true", *ODD_COMMAND.command[1:]))
    (tmp_path / "recall-maintain.service").write_text(service_unit(odd))
    (tmp_path / "recall-maintain.timer").write_text(timer_unit(odd))
    ran = subprocess.run(
        ["systemd-analyze", "--user", "verify", str(tmp_path / "recall-maintain.timer")],
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "recall-maintain" not in ran.stderr, ran.stderr
    assert ran.returncode == 0, ran.stderr


def test_systemd_words_are_quoted() -> None:
    """Specifiers and variables are doubled, quotes escaped."""
    text = service_unit(ODD_COMMAND)
    assert 'ExecStart="/opt/my tools/recall" "--db" "/data/100%%/$$HOME \\"x\\".db" "maintain"\n' in text
    assert 'Environment="RECALL_USER=ada \\"5%%\\" o\'neil"\n' in text
    assert "StandardOutput=append:/data/100%%/maintain.log\n" in text


def test_the_agent_is_what_launchd_reads() -> None:
    """A property list with the command, the time, the environment and the log."""
    read = plistlib.loads(agent_plist(ODD_COMMAND).encode())
    assert read["ProgramArguments"] == [*ODD_COMMAND.command]
    assert read["StartCalendarInterval"] == {"Hour": 3, "Minute": 5}
    assert read["EnvironmentVariables"] == dict(ODD_COMMAND.environment)
    assert read["StandardOutPath"] == read["StandardErrorPath"] == ODD_COMMAND.log


OWN_CRON = """
for folder in /run /var/spool/cron/crontabs; do mount -t tmpfs tmpfs $folder || exit 1; done
echo begins
exec cron -f
"""


@pytest.fixture
def real_cron(recall: Home) -> Iterator[Path]:
    """Debian's cron, and a `crontab` that writes for it alone: nobody else sees this crontab or changes it."""
    if os.geteuid() != 0 or None in map(shutil.which, ("cron", "crontab", "unshare", "nsenter")):
        pytest.skip("needs root and Debian's cron (apt-get install cron)")
    daemon = subprocess.Popen(["unshare", "--mount", "sh", "-c", OWN_CRON], stdout=subprocess.PIPE)
    try:
        assert daemon.stdout is not None
        if daemon.stdout.readline() != b"begins\n":
            pytest.skip("no folder can be mounted here")
        programs = write_fake_crontab(recall)
        (programs / "crontab").write_text(
            f'#!/bin/sh\nexec nsenter --target {daemon.pid} --mount {shutil.which("crontab")} "$@"\n'
        )
        yield programs
    finally:
        daemon.terminate()
        daemon.communicate()


@pytest.mark.slow
def test_real_cron_runs_the_command(recall: Home, real_cron: Path) -> None:
    """Scheduled for the next minute, the command runs in time. After removal, root's crontab is as before."""
    elsewhere = {"PATH": f"{real_cron}:{os.environ['PATH']}", "RECALL_NOW": ""}
    if recall.start("--version", env={"PYTHONPATH": ""}, cwd=Path("/"), stdout=subprocess.DEVNULL).wait() != 0:
        pytest.skip("recall is not installed for this Python: cron could not find it")
    subprocess.run([real_cron / "crontab", "-"], input=OTHER_ENTRIES, check=True)
    recall("store", "The API listens on port 8080.", env=elsewhere)
    time.sleep(1.1)  # cron compares whole seconds: it would not notice a second change in the one in which it began
    soon = time.localtime(time.time() + 65)
    found = recall(
        "schedule",
        "install",
        "--json",
        f"--at={soon.tm_hour}:{soon.tm_min}",
        "--with=cron",
        env={**elsewhere, "TZ": os.environ.get("TZ", "UTC")},
    )
    assert found.data["changed"], found
    assert sys.executable in found.data["entry"]
    log = recall.db.parent / "maintain.log"
    until = time.monotonic() + 150
    while not (log.exists() and log.read_text()) and time.monotonic() < until:
        time.sleep(1)
    assert log.read_text().startswith("maintained: ")
    assert log.read_text().count("\n") == 1
    assert recall("stats", "--json", env=elsewhere).data["maintained_at"] is not None
    assert recall("schedule", "remove", env=elsewhere).status == 0
    shown = subprocess.run([real_cron / "crontab", "-l"], capture_output=True, check=True)
    assert shown.stdout == OTHER_ENTRIES


def test_carriage_returns_that_crontab_shows_otherwise_are_not_written_back(cron: Home) -> None:
    """Debian's crontab -l shows them as two characters, so writing the line back would change it."""
    text = b"5 4 * * * /usr/bin/backup\\r\n"
    (cron.path / "crontab").write_bytes(text)
    assert "carriage return" in cron.quick("--json", "schedule", "install").error["message"]
    assert read_crontab(cron) == text
    assert cron.json("schedule")["scheduler"] is None


def test_a_block_behind_a_line_without_an_end_can_be_taken_out(cron: Home) -> None:
    """crontab refuses a text without a final line break: a line break is added, rather than keeping the block."""
    (cron.path / "crontab").write_bytes(b"5 4 * * * /bin/true")
    assert cron.json("schedule", "install")["changed"]
    assert cron.json("schedule", "remove")["changed"]
    assert read_crontab(cron) == b"5 4 * * * /bin/true\n"
