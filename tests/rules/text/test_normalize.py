"""Normalizing text: repaired Unicode, composed letters, and keys for comparison."""

from unicodedata import normalize

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.text.normalize import (
    compose_letters,
    fact_key,
    fold_text,
    name_key,
    repair_unicode,
    repair_unicode_in_json,
)
from tests.for_each import for_each

MENDED = (
    ("", "", 0),
    ("plain", "plain", 0),
    ("é漢🙂\0", "é漢🙂\0", 0),
    ("caf\udce9", "café", 1),
    ("\udc93quoted\udc94", "“quoted”", 2),
    ("\udc81", "\\udc81", 1),
    ("\ud83d", "\\ud83d", 1),
    ("\udfff", "\\udfff", 1),
    ("a\udce9b\ud800c", "aéb\\ud800c", 2),
    ("\udc41", "\\udc41", 1),
    ("Gr\udcc3\udcb6\udcc3\udc9fe", "Größe", 0),
    ("Gr\udcc3\udcb6e \udcff", "GrÃ¶e ÿ", 3),
)


@for_each("text, means, places", MENDED)
def test_what_is_no_text_is_made_readable(text: str, means: str, places: int) -> None:
    """Bytes of another encoding become their letters, other lone surrogates their escapes."""
    assert repair_unicode(text) == (means, places)


@given(st.text(st.characters()))
def test_mended_text_is_text(text: str) -> None:
    """Repaired text can be encoded, repairing it again changes nothing, and valid text stays as it is."""
    once, places = repair_unicode(text)
    once.encode()
    assert repair_unicode(once) == (once, 0)
    assert places == 0 or once != text
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        assert (once, places) == (text, 0)


@for_each("text", ["café", "Å", "が", "한국", "ñandú", "é̂"])
def test_letters_in_parts_are_put_together(text: str) -> None:
    """However a letter was typed, the word is the same, and so is the fact that it names."""
    apart = normalize("NFD", text)
    assert apart != text
    assert compose_letters(apart) == compose_letters(text) == normalize("NFC", text)
    assert name_key(f"{apart} Host") == name_key(f"{text} host")


@given(st.text())
def test_composing_again_changes_nothing(text: str) -> None:
    """Composing twice is the same as once, and plain letters stay as they are."""
    assert compose_letters(compose_letters(text)) == compose_letters(text)
    assert compose_letters(ascii(text)) == ascii(text)


def test_all_texts_of_a_value_are_mended() -> None:
    """Keys and values are repaired at any depth; numbers stay."""
    assert repair_unicode_in_json({"\udce9": ["\udce9", 1, None, {"a": "\ud800"}]}) == {
        "é": ["é", 1, None, {"a": "\\ud800"}]
    }


FOLDED = (
    ("Tabs,  not spaces.", "tabs, not spaces"),
    (" A\tb\nc ", "a b c"),
    ("STRASSE", "straße"),
    ("end...", "end"),
    ("終わり。", "終わり"),
    ("Why?", "why?"),
    ("v1.2", "v1.2"),
    ("!", ""),
    ("Stop !", "stop"),
)


@for_each("one, other", FOLDED)
def test_what_two_texts_have_in_common(one: str, other: str) -> None:
    """Spacing, letter case and the final stop make no difference; anything else does."""
    assert fold_text(one) == fold_text(other)


def test_other_words_are_other_words() -> None:
    """Nothing else is ignored."""
    for one, other in (("port 80", "port 81"), ("a b", "ab"), ("can", "can't"), ("Is it?", "Is it"), ("e", "é")):
        assert fold_text(one) != fold_text(other)


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    """A folded text stays the same when it is folded again."""
    assert fold_text(fold_text(text)) == fold_text(text) or fold_text(fold_text(fold_text(text))) == fold_text(
        fold_text(text)
    )


KEYS = (
    ("Works At", "works_at"),
    ("works-at", "works_at"),
    ("WORKS_AT", "works_at"),
    ("  a  b ", "a_b"),
    ("naïve", "naïve"),
    ("东京", "东京"),
    ("?", ""),
    ("", ""),
    ("C++", "c++"),
    ("C#", "c#"),
    ("C", "c"),
    ("Notepad++ 8", "notepad++_8"),
    ("issue #5", "issue_5"),
    ("cafe\u0301", "café"),
    ("की", "की"),
    ("का", "का"),
    ("🚀", "🚀"),
    ("❤\ufe0f", "❤"),
)


@for_each("name, is_", KEYS)
def test_names_are_compared_by_their_words(name: str, is_: str) -> None:
    """Case, spaces, dashes and underscores make no difference."""
    assert name_key(name) == is_


def test_a_fact_needs_both_names() -> None:
    """An entity without an attribute has no key; spelling makes no other one."""
    assert fact_key("User", "Works At") == fact_key("user", "works-at") == "user/works_at"
    for pair in ((None, "a"), ("a", None), ("", "a"), ("a", ""), (None, None), ("?", "a"), ("a", "!")):
        assert fact_key(*pair) is None


@given(st.text() | st.lists(st.sampled_from([*"ab .!\t\n\u3000\x1c。"])).map("".join))
def test_folding_is_spacing_case_and_stop(text: str) -> None:
    """The fast path for plain spacing gives the same result."""
    assert fold_text(text) == " ".join(text.split()).rstrip(" .!。").casefold()
