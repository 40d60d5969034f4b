"""The clauses of a prompt, and the words of each that can tell what it is about.

A prompt is mostly talk around one or two things that a memory bears on. So each sentence is looked up, and each part of
it between commas, without the folders of paths, which many files share. Pasted text that does not read like sentences
is left to what looks up errors and files.
"""

from recall_cli.domain.stopwords import STOP_WORDS

MAX_CLAUSES = 24
MIN_CLAUSE_WORDS = 3
MIN_PROMPT_WORDS, MIN_QUESTION_WORDS = 3, 2
"""A prompt of fewer content words asks nothing that a memory could answer; a question needs one less."""
MIN_PROSE_SHARE = 0.7
"""Of several lines, one with a smaller share of plain words was pasted."""
MAX_ENDING_LETTERS = 5
FIRST_SPACELESS = "\u0e00"
"""The first letter of the scripts without spaces between words, such as Thai and Chinese."""
_ENDS = (".", "!", "?", ";", ":")
_MARKS = ".,;:!?()[]{}<>\"'`“”‘’…"
_DASHES = frozenset(("-", "–", "—"))


def has_enough_words(prompt: str) -> bool:
    """Whether a prompt has enough content words to be looked up; a script without spaces always has."""
    needed = MIN_QUESTION_WORDS if "?" in prompt else MIN_PROMPT_WORDS
    for word in prompt.lower().split():
        bare = word.strip(_MARKS)
        if bare and bare.partition("'")[0] not in STOP_WORDS:
            needed -= len(bare) if max(bare) >= FIRST_SPACELESS else 1
            if needed <= 0:
                return True
    return False


def split_clauses(prompt: str) -> "list[str]":
    """The sentences of a prompt, each followed by its parts between commas if it has several."""
    clauses: list[str] = []
    for sentence in _sentences(prompt):
        parts = _parts(sentence)
        clauses += [" ".join(sentence)] + ([" ".join(part) for part in parts] if len(parts) > 1 else [])
    return [clause for clause in clauses if len(clause.split()) >= MIN_CLAUSE_WORDS][:MAX_CLAUSES]


def _sentences(prompt: str) -> "list[list[str]]":
    lines = [line for line in prompt.splitlines() if line.strip()]
    sentences: list[list[str]] = []
    for line in lines if len(lines) == 1 else filter(_is_prose, lines):
        sentences.append([])
        for word in line.split():
            sentences[-1].append(_without_path(word))
            if word.endswith(_ENDS):
                sentences.append([])
    return [sentence for sentence in sentences if sentence]


def _parts(sentence: "list[str]") -> "list[list[str]]":
    parts: list[list[str]] = [[]]
    for word in sentence:
        if word in _DASHES:
            parts.append([])
            continue
        parts[-1].append(word)
        if word.endswith(","):
            parts.append([])
    return [part for part in parts if part]


def _is_prose(line: str) -> bool:
    """Whether a line of several reads like a sentence: it is not indented, and most of it are plain words."""
    words = line.split()
    plain = sum(word.strip(_MARKS).replace("'", "").replace("-", "").isalpha() for word in words)
    return not line[:1].isspace() and plain >= MIN_PROSE_SHARE * len(words)


def _without_path(word: str) -> str:
    """A word; of a path only the name of the file, without its ending: folders and endings name no subject."""
    end = word[len(word.rstrip(_MARKS)) :]
    name = word.rstrip(_MARKS)
    if "://" in name:
        return word
    name = name.rpartition("/")[2] or name
    stem, dot, ending = name.rpartition(".")
    if dot and len(stem) > 1 and ending.isalpha() and ending.islower() and len(ending) <= MAX_ENDING_LETTERS:
        name = stem
    return name + end
