"""The session files of agents that still hold what was erased: recall has read them, and never changes them."""

import os

from recall_cli.domain.record import Record
from recall_cli.flows.edit import byte_scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

MIN_WORDS = 3
"""From so many long words on, a file with all those of a memory holds it; fewer stand in a file by chance."""
MAX_PHRASE_LETTERS = 120
"""Longer texts are searched for by their beginning, so that two chunks of a file cannot cut one in two."""
MAX_FILES = 1_000_000


class SessionFile(Record):
    """A session file of an agent."""

    path: str
    agent: str


def read_session_files(tx: "Transaction") -> "tuple[SessionFile, ...]":
    """The session files that recall has read, the newest first."""
    return tuple(SessionFile(path=row[0], agent=row[1]) for row in tx.transcripts.newest(0, MAX_FILES))


def files_that_hold(
    app: "App", files: "tuple[SessionFile, ...]", texts: "Collection[str]", query: "str | None"
) -> "tuple[SessionFile, ...]":
    """Those of these files that hold one of the texts, word for word or with all its long words, or the query."""
    present = [file for file in files if os.path.isfile(file.path)]
    word_sets = {frozenset(byte_scan.distinctive_words([text])) for text in texts}
    word_sets = {words for words in word_sets if len(words) >= MIN_WORDS}
    phrases = _written_forms([*texts, *([query] if query else ())])
    holding = []
    for number, file in enumerate(present):
        app.progress("searching session files", number, len(present))
        try:
            if _holds(file.path, word_sets, phrases):
                holding.append(file)
        except OSError as error:
            app.note(f"{file.path} could not be searched: {(error.strerror or str(error)).lower()}")
    return tuple(holding)


def _holds(path: str, word_sets: "set[frozenset[str]]", phrases: "set[str]") -> bool:
    words = frozenset().union(*word_sets) if word_sets else frozenset[str]()
    found = byte_scan.find_words(path, words, ()) if words else set()
    return any(words <= found for words in word_sets) or byte_scan.holds_phrase(path, phrases)


def _written_forms(texts: "Collection[str]") -> "set[str]":
    """The texts as they stand in plain text and in JSON with and without escaped letters, in lower case."""
    import json

    cases = {form for text in texts for form in (text, text.lower(), text.upper(), text.title())}
    forms = {form.lower() for text in cases for form in (text, json.dumps(text, ensure_ascii=False)[1:-1])}
    forms |= {json.dumps(text)[1:-1].lower() for text in cases}
    return {form[:MAX_PHRASE_LETTERS] for form in forms if len(form) >= byte_scan.MIN_WORD_LENGTH}
