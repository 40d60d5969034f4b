"""JSON without the json module: the same text, the same values, the same refusals."""

import importlib
import json
import math
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain import json_text

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters())
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters()), inner, max_size=4),
    max_leaves=20,
)


@pytest.fixture(params=["by hand first", "C", "fall-back"])
def json_module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module as it starts, once the C half is loaded, and where there is none."""
    if request.param == "fall-back":
        monkeypatch.setitem(sys.modules, "_json", None)
    monkeypatch.setattr(json_text, "_encoders", None)
    monkeypatch.setattr(json_text, "_scanner", None)
    if request.param != "by hand first":
        json_text._encode(None, 0)
        json_text.loads("[]")
    return json_text


@given(value=values)
def test_it_writes_what_json_writes(json_module: Any, value: Any) -> None:
    """Letter by letter, in ASCII and in UTF-8."""
    known = json_module._encoders
    assert json_module.dumps(value) == json.dumps(value)
    json_module._encoders = known
    assert json_module.dumps_utf8(value) == json.dumps(value, ensure_ascii=False)
    json_module._encoders = known


@given(value=values)
def test_small_values_need_no_encoder(value: Any) -> None:
    """Ids, numbers and printable letters are written by hand, to the same letter; the rest is not guessed at."""
    for ascii_only in (True, False):
        assert json_text._dump_small(value, ascii_only=ascii_only) in (None, json.dumps(value, ensure_ascii=ascii_only))
    assert json_text._dump_small([7, {"id": 'say "aé\\"', "none": None}], ascii_only=False) is not None
    assert json_text._dump_small(["aé\n🦉"], ascii_only=True) == json.dumps(["aé\n🦉"])
    assert json_text._dump_small("\x00", ascii_only=False) is None is json_text._dump_small("\ud800", ascii_only=True)


@given(value=values)
def test_it_reads_what_json_reads(json_module: Any, value: Any) -> None:
    """And gives back what was written, however it is laid out."""
    for text in (
        json.dumps(value),
        json.dumps(value, ensure_ascii=False),
        json.dumps(value, indent=2),
        f" \n{json.dumps(value)}\t\r",
    ):
        assert json_module.loads(text) == value


@given(text=st.text(st.sampled_from('[]{}",:0123456789.eE+-truefalsnN \\u\n\x01aé'), max_size=14))
def test_it_refuses_what_json_refuses(json_module: Any, text: str) -> None:
    """What is no JSON is a ValueError, and what is, is the same value."""
    try:
        expected = json.loads(text, strict=False)
    except ValueError:
        with pytest.raises(ValueError):
            json_module.loads(text)
    else:
        if "NaN" not in text and "Infinity" not in text:
            assert json_module.loads(text) == expected


JSON_PIECES = st.lists(
    st.sampled_from(
        ['"', "{", "}", ":", ", ", ",", '"a"', '"b c"', '"a":"é"', "true", "null", "false", " ", "\n", "tr ue"]
    ),
    max_size=12,
)


@given(pieces=JSON_PIECES)
def test_flat_objects_are_read_by_hand(pieces: list[str]) -> None:
    """As json reads them, or not at all: what is no JSON is never taken for some."""
    for text in ("".join(pieces), "{" + "".join(pieces) + "}"):
        found = json_text._load_flat_object(text)
        assert found is None or found == json.loads(text)


def test_what_agents_send_needs_no_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts and truth values, the last of a name's values; what is escaped, nested or a number goes to the scanner."""
    told = {"session_id": "s-1", "cwd": "/home/é/a b", "resumed": False, "model": None, "": ""}
    assert json_text._load_flat_object(json.dumps(told, ensure_ascii=False) + "\n") == told
    assert json_text._load_flat_object('{"a": "1", "a": "2"}') == {"a": "2"}
    for more in ({"n": 1}, {"a": ["b"]}, {"a": {}}, {"a": "b\nc"}, {"a": "\\"}):
        assert json_text._load_flat_object(json.dumps(more)) is None
        monkeypatch.setattr(json_text, "_scanner", None)
        assert json_text.loads(json.dumps(more)) == more


@pytest.mark.parametrize("text", ["NaN", "[NaN]", "Infinity", "-Infinity", '{"a": NaN}'])
def test_numbers_that_are_none_are_refused(json_module: Any, text: str) -> None:
    """NaN and the infinities are not JSON, to read or to write."""
    with pytest.raises(ValueError, match="not JSON"):
        json_module.loads(text)
    for number in (math.nan, math.inf, -math.inf):
        with pytest.raises(ValueError):
            json_module.dumps([number])


@pytest.mark.parametrize(
    "text", ["", " ", "1 2", "{", '{"a":1', "[1,]", "'a'", "\ufeff1", "[" * 100_000, '{"a":' * 100_000, "9" * 5000]
)
def test_broken_texts_are_value_errors(json_module: Any, text: str) -> None:
    """However deep, however long: a ValueError and nothing else."""
    with pytest.raises(ValueError):
        json_module.loads(text)


def test_what_has_no_form_is_a_type_error(json_module: Any) -> None:
    """An object is not guessed at."""
    for value in (object(), {1, 2}, b"x"):
        with pytest.raises(TypeError):
            json_module.dumps(value)


def test_importing_it_afresh_changes_nothing() -> None:
    """The module can be loaded again, and is the same."""
    assert importlib.reload(json_text).loads("[1]") == [1]
