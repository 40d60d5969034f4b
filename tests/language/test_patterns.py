"""Patterns are compiled at their first use; their compiled form is kept and is the same as what `re` makes."""

import marshal
import re
import sys

import pytest

from recall_cli import start_file_writer, start_files
from recall_cli.language import patterns
from recall_cli.language.tables import read_patterns
from tests.for_each import for_each

SECTIONS = ("names of values", "passwords", "keys and codes", "told values", "surroundings", "headings")
OWN = (r"(?im)^(?P<key>\w+)\s*=\s*(?:\"(?P<quoted>[^\"]*)\"|(\S+))$", r"[ÄÖÜäöüß]{2,}(?<=ß)", r"(a)(?P<b>b)?\1", "")
TEXTS = [text for section in SECTIONS for text in read_patterns("sentences", section).values()] + [*OWN]


@for_each("text", TEXTS)
def test_the_kept_form_is_the_same_pattern(text: str) -> None:
    """The flags, the groups, their names, and every instruction."""
    part = start_file_writer.compiled_pattern(text)
    assert part is not None
    (name, *form), code = marshal.loads(marshal.dumps(part))
    assert name == text
    restored = patterns.restore_pattern(text, tuple(form), code)
    made = re.compile(text)
    assert restored == made
    assert restored.groupindex == made.groupindex


def test_a_pattern_is_compiled_when_it_is_used() -> None:
    """Each only once, however many places use it."""
    text = r"(?P<number>\d+) seldom used"
    first, second = patterns.compile_pattern(text), patterns.compile_pattern(text)
    assert text not in patterns.new_patterns
    found = first.search("17 seldom used")
    assert found is not None
    assert found["number"] == "17"
    assert second.fullmatch("no") is None
    assert patterns.new_patterns.count(text) == 1


def test_a_kept_form_that_is_damaged_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the pattern is compiled in the usual way."""

    class Damaged(start_files.StartFile):
        def code(self, group: int, place: int) -> bytes:
            return b"\xff" * 40

    text = r"never \w+ before"
    monkeypatch.setattr(patterns, "_stored", [(Damaged("patterns"), {text: (text, 0, 0, {}, (None,), 0, 0)})])
    assert patterns.compile_pattern(text).match("never seen before")


def test_escaping_is_that_of_re() -> None:
    """Every sign stands for itself."""
    signs = "".join(map(chr, range(0x250))) + "密«»–"
    assert re.fullmatch(patterns.escape(signs), signs)
    assert all(re.compile(patterns.escape(sign)).fullmatch(sign) for sign in signs)


def test_where_re_works_in_another_way_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """How it compiles is its own affair; a Python that changes it is only slower."""
    monkeypatch.delattr(sys.modules["re._compiler"], "_code")
    assert start_file_writer.compiled_pattern(r"\w+") is None
