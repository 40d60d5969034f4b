"""The measurement of sessions: its files, its figures, and one session read through the commands."""

from pathlib import Path
from typing import Any

import pytest

from lab.sessions.brief_share import count_tokens, read_brief
from lab.sessions.files import read_judgements, read_turns, write_session
from lab.sessions.measure import FOLDERS, Figures, is_fragment, judge_memories, judge_session
from recall_cli.domain.store_request import REQUEST_TOKENS
from tests.for_each import for_each

SOURCES = sorted(path for folder in FOLDERS for path in folder.glob("*.session"))


def test_both_halves_are_there() -> None:
    """As many sessions to tune on as to count on, in five languages each."""
    languages = [{path.read_text().partition("language: ")[2][:2] for path in folder.glob("*")} for folder in FOLDERS]
    assert [len([*folder.glob("*.session")]) for folder in FOLDERS] == [12, 12, 10, 10]
    assert languages == [{"en", "de", "es", "fr", "pt"}] * 4


@for_each("source", SOURCES)
def test_what_must_be_left_was_said(source: Path) -> None:
    """Each key of a judgement stands in the conversation; else nothing could meet it."""
    _, talk, judgements = source.read_text().split("\n---\n")
    spoken = " ".join(" ".join(text for _, text in read_turns(talk)).replace("`", "").replace("*", "").lower().split())
    gold = read_judgements(judgements)
    is_short = source.parent.name.startswith("later") and "language: en" not in source.read_text()
    assert len(gold["must"]) >= (5 if is_short else 8)
    assert len(gold["never"]) >= (4 if is_short else 7)
    assert len(gold["questions"]) >= (4 if is_short else 6)
    for must in gold["must"]:
        assert any(all(key in spoken for key in keys) for keys in must["keys"]), must
        assert 1 <= must["weight"] <= 3


GOLD: dict[str, Any] = {
    "must": [
        {"id": "m1", "keys": [["port 8080"]], "weight": 3, "type": "fact", "statement": ""},
        {"id": "m2", "keys": [["never", "friday"], ["no deploy"]], "weight": 2, "type": "preference", "statement": ""},
        {"id": "m3", "keys": [["root cause"]], "weight": 1, "type": "finding", "statement": ""},
    ],
    "may": [{"keys": [["cache"]]}],
    "never": [{"keys": ["port 80"], "unless": [["8080"]], "why": "outdated"}],
}


def test_the_figures_count_what_they_say() -> None:
    """Found and typed, a copy, a fragment, something allowed, something else, and a violation."""
    texts = (
        ("The API listens on port 8080.", "fact"), ("api: port 8080", "decision"), ("Never deploy on Fridays.", "fact"),
        ("The cache is small and cold.", "fact"), ("Lunch is at noon today.", "fact"), ("The API has port 80 now.", "fact"),
    )  # fmt: skip
    found = judge_memories(GOLD, [{"text": text, "type": type_} for text, type_ in texts])
    assert found == Figures(
        weight=6, weight_found=5, weight_alone=5, memories=6, fine=4, never=1, fragments=1, copies=1, found=2, typed=1
    )


@for_each("text", ["it works on Linux now", "ok so 5 ms", "port `80", "that's why it failed on arm"])
def test_a_fragment_is_recognized(text: str) -> None:
    """Too short, cut, or pointing elsewhere."""
    assert is_fragment(text)
    assert not is_fragment("The API listens on port 8080.")


@pytest.mark.parametrize(("half", "number"), [(0, "01"), (0, "06"), (1, "07"), (1, "05")])
def test_a_written_session_leaves_few_lines(half: int, number: str, tmp_path: Path) -> None:
    """Few lines by rules, whatever the session: these written sessions only check that nothing unsafe is stored."""
    figures, lines = judge_session(write_session(FOLDERS[half] / f"{number}.session", tmp_path))
    assert figures.memories <= 3, "\n".join(lines)


@pytest.mark.parametrize("source", [SOURCES[0], SOURCES[20]], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_short_brief_has_a_small_frame(source: Path, tmp_path: Path) -> None:
    """What the hook prints beside the memories' own words is a small frame, and the request to store."""
    shown = read_brief(write_session(source, tmp_path))
    ((brief, own),) = count_tokens([shown.brief, shown.memory_text], None)
    assert brief <= 800
    assert brief - own <= 100 + REQUEST_TOKENS
    assert all(line.replace("<", "\\u003c") in shown.brief for line in shown.memory_text.splitlines())
