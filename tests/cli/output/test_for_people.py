"""What a person sees at a terminal, beside what a program reads in a pipe."""

import re

import pytest

from recall_cli.domain.moment import format_near_day, format_when, parse_moment
from tests.command import Home, open_sqlite

TERMINAL_VARIABLES = {"FORCE_COLOR": "1", "COLUMNS": "100"}
TIMESTAMP = re.compile(r"\d\d\d\d-\d\d-\d\dT\d\d:")
LONG_TEXT = "The importer reads the ledger in blocks of ten thousand rows and " * 40

NOW = parse_moment("2026-11-22T08:30:00Z", 0)


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("2026-11-22T05:32:24.137Z", "today 05:32"), ("2026-11-21T14:02:00Z", "yesterday 14:02"),
        ("2026-11-23T09:00:00Z", "tomorrow 09:00"), ("2026-11-17T00:00:00Z", "5 days ago (2026-11-17)"),
        ("2026-11-01T00:00:00Z", "3 weeks ago (2026-11-01)"), ("2027-01-01T00:00:00Z", "2027-01-01"),
        ("0001-01-02T00:00:00Z", "2053 years ago (0001-01-02)"),
    ],
)  # fmt: skip
def test_a_moment_as_a_person_says_it(moment: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Today and yesterday have a time, what is older has its age and its date."""
    if moment.startswith("0001"):
        assert format_when(parse_moment(moment, 0), NOW).endswith("(0001-01-02)")
        return
    assert format_when(parse_moment(moment, 0), NOW) == said
    assert format_near_day(parse_moment(moment, 0), NOW) in said


@pytest.mark.parametrize("words", ["list", "get ID", "why ID", "history ID", "diff", "log", "search importer", "stats"])
def test_no_machine_time_on_a_screen(recall: Home, words: str) -> None:
    """No screen shows a time with seconds and a Z."""
    id_ = recall.store("The importer reads ten rows.", "--valid-until", "30d")
    recall.json("get", id_)
    shown = recall.quick(*words.replace("ID", id_).split(), env=TERMINAL_VARIABLES).out
    assert shown.strip()
    assert not TIMESTAMP.search(shown)


@pytest.mark.parametrize("words", ["list", "search importer", "diff", "list --project *"])
def test_a_long_text_is_shortened_on_a_screen_only(recall: Home, words: str) -> None:
    """A screen shows a few lines and the command for the rest, which works; a pipe has the whole text in one line."""
    id_ = recall.store(LONG_TEXT)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", recall.quick(*words.split(), env=TERMINAL_VARIABLES).out)
    assert shown.count("\n") <= 12
    [named] = re.findall(r"full text: recall get ([^)\s]+)\)", " ".join(shown.split()))
    assert id_.endswith(named)
    assert LONG_TEXT.strip() in recall.quick(*words.split()).out
    assert len(recall.quick(*words.split()).lines) == 1
    assert LONG_TEXT.rsplit(maxsplit=1)[-1] in recall.quick("get", named, env=TERMINAL_VARIABLES).out


@pytest.mark.parametrize("words", ["list", "search queue --min-score 0", "diff"])
def test_all_projects_are_told_apart(recall: Home, words: str) -> None:
    """With --project '*' every row names its project, on a screen and after the text in a pipe; else none does."""
    recall.store("The queue of one is NATS.", "--project", "alpha")
    recall.store("The queue of the other is Kafka.", "--project", "beta")
    shown = recall.quick(*words.split(), "--project", "*", env=TERMINAL_VARIABLES).out
    assert "alpha" in shown
    assert "beta" in shown
    assert {line.split("\t")[-1] for line in recall.quick(*words.split(), "--project", "*").lines} == {"alpha", "beta"}
    assert "alpha" not in recall.quick(*words.split(), "--project", "alpha").out


def test_a_score_is_explained_in_words_everywhere(recall: Home) -> None:
    """The same parts stand on a screen, at the end of a line in a pipe, and in JSON; the order's parts add up."""
    recall.store("We moved the queue from RabbitMQ to NATS because replay was too slow.")
    recall.store("The queue of invoices is emptied at night.")
    plain = recall.quick("search", "why did we leave rabbit", "--explain", "--no-touch").lines[0].split("\t")[-1]
    assert "(rabbit ×1)" in plain
    shown = recall.quick(
        "search", "why did we leave rabbit", "--explain", "--no-touch", env={**TERMINAL_VARIABLES, "COLUMNS": "400"}
    ).out
    assert plain in " ".join(re.sub(r"\x1b\[[0-9;]*m", "", shown).split())
    told = recall.json("search", "why did we leave rabbit", "--explain", "--no-touch")["results"][0]["explanation"]
    assert told["words"] == {"rabbit": 1}
    for name, value in {**told["known"], **told["order"]}.items():
        assert f"{name} {abs(value):.2f}" in plain
    assert sum(told["order"].values()) == pytest.approx(told["total"], abs=0.001)


def test_a_count_is_a_sentence_on_a_screen(recall: Home) -> None:
    """One memory, two memories; a pipe has the number alone."""
    recall.store("the queue is NATS")
    assert recall.quick("count", env=TERMINAL_VARIABLES).out.strip() == "1 memory"
    recall.store("the port is 8080")
    assert recall.quick("count", env=TERMINAL_VARIABLES).out.strip() == "2 memories"
    assert recall.quick("count").out == "2\n"


def narrow_lines(recall: Home, command: str, columns: int) -> list[str]:
    """The lines of a screen with so many columns, without colours."""
    shown = recall.quick(command, env={"FORCE_COLOR": "1", "COLUMNS": str(columns)}).out
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()]


@pytest.mark.parametrize("columns", [40, 60, 120])
def test_a_conflict_is_readable_at_every_width(recall: Home, columns: int) -> None:
    """On a narrow terminal the texts stand below the values in full width; no id and no value is cut."""
    fact = ("--extractor", "none", "--entity", "user", "--attribute", "meeting_time", "--value")
    recall.quick("store", "The user meets people in the morning, after the standup.", *fact, "morning", person=True)
    recall.quick("store", "The user meets people at noon.", *fact, "noon", "--agent", "codex")
    ids = [memory["id"][-4:] for memory in recall.json("conflicts")["conflicts"][0]["values"]]
    lines = narrow_lines(recall, "conflicts", columns)
    assert max(map(len, lines)) <= columns
    assert len(lines) < 16
    assert all(any(id_ in line for line in lines) for id_ in ids)
    assert any("--when" in line for line in lines)


def test_the_log_is_readable_on_a_narrow_terminal(recall: Home) -> None:
    """Below sixty columns the text of an operation has the full width."""
    recall.store("The user meets people in the morning, after the standup of the team.")
    lines = narrow_lines(recall, "log", 40)
    assert max(map(len, lines)) <= 40
    assert len(lines) < 7


CONTROL_LETTERS = (
    "red\x1b[31m bell\x07 back\x08 null\x00 c1\x9b2J bidi\u202eevil\u2066 "
    "zero\u200bwidth tag\U000e0041 line\u2028end\rstart"
)


@pytest.mark.parametrize("screen", [False, True], ids=["plain", "screen"])
def test_no_terminal_can_be_steered_by_a_memory(recall: Home, screen: bool) -> None:
    """Control and bidirectional characters are kept as data and never sent raw, in no field, by no command."""
    env = {"FORCE_COLOR": "1", "NO_COLOR": "1"} if screen else {}
    name = CONTROL_LETTERS.replace("\0", "")
    args = ("--topic", name, "--entity", name, "--attribute", "a", "--value", "v\x1b")
    id_ = recall.store("x", *args, "--session", "s\x9b", person=True)
    with open_sqlite(recall.db) as store:
        store.execute("UPDATE memory SET agent = 'agent' || char(27) || '[1m'")
    recall.quick("update", id_, "--text", CONTROL_LETTERS, person=True)
    recall.quick("tag", id_, "k\x1b=v\u202e", person=True)
    assert recall.json("get", id_)["text"] == CONTROL_LETTERS
    recall.quick("store", "by an agent " + CONTROL_LETTERS)
    plain = (
        f"list|search red|search red --explain|get {id_}|history {id_}|log|diff|stats|update {id_} --importance 0.9|"
        f"review|delete {id_}|undo|count||config|config project"
    )
    commands = [words.split() for words in plain.split("|")]
    commands += [["tag", id_, "z\x1b=\u202e"], ["store", CONTROL_LETTERS], ["store", "y", "--project", "p\x1b"]]
    commands += [["get", "\x1b[31m"], ["\x1b[31m"], ["search", "x", "--\x1b"], ["history", "\x1b", "\u202e"]]
    commands += [["search", "x", "--project", "p\u202e"]]
    for command in commands:
        answer = recall.quick(*command, env=env, person=True)
        said = answer.out + answer.err
        if screen:
            said = said.replace("\x1b[0m", "").replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[9m", "")
            said = said.replace("\x1b[2;9m", "")
        bad = {letter for letter in said if not letter.isprintable() and letter not in "\n\t\u00a0"}
        assert bad == set(), (command, bad)
