"""Words as a shell takes them."""

import shlex

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.shell_words import quote


@given(st.one_of(st.text(max_size=12), st.text("ab'_@%+=:,./- $;é\n", max_size=8)))
def test_a_word_is_quoted_as_the_standard_library_quotes_it(word: str) -> None:
    """The same text, made without loading `re`."""
    assert quote(word) == shlex.quote(word)
