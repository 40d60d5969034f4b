"""A text as it is read for a comparison: its terms, its clauses, the cue words in it, its label and its subject."""

from recall_cli.rules.revision.lexicon import (
    CUE_BITS,
    GENERIC_STEMS,
    PRODUCT_SORTS,
    SYNONYM_GROUPS,
)
from recall_cli.rules.revision.terms.values import MAX_TEXT_LENGTH, NO_GROUPS, NO_SORTS, Term, read_values
from recall_cli.rules.revision.words.languages import ENGLISH, find_language
from recall_cli.rules.revision.words.ordinary_words import ORDINARY_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.rules.revision.words.languages import Language

_SENTENCE_ENDS = ".!?;\n"
_CLAUSE_MARKS = ",:()—|"
_CLAUSE_WORDS = frozenset(
    "which though although whereas but because since so while aber weil pero porque mais car mas".split()
)
_TITLES = frozenset("dr mr mrs ms prof st e.g i.e vs approx hr fr sr sra".split())
_ARTICLES_AND_PRONOUNS = frozenset("the a our we they it he she there".split())
_VERBS_AFTER_SUBJECT = frozenset(
    """is are was were has have had must should can may will need needs = ist sind es está est sont é isn't aren't
    doesn't don't no not cannot can't 's in on at to by with from hat wird läuft liegt""".split()
)
_QUESTION_STARTS = frozenset(
    """do does did is are was has have should could can shall didn't doesn't isn't aren't wasn't haven't hasn't who
    which why what where""".split()
)
_NO_QUESTION_AFTER = frozenset("been not now is = : matters counts".split())
_BRANCH_NAME = "main"
"""The name of a branch that is also a word for anything."""
_WORDS_BEFORE_BRANCH = frozenset("is = : now to called named".split())
_WORDS_AFTER_BRANCH = frozenset("now not since instead as because again these from".split())
_SUBJECT_LENGTH = 6
_LABEL_LENGTH = 45


class Reading:
    """A text read for a comparison."""

    __slots__ = (
        "asks",
        "by_figure",
        "by_group",
        "by_key",
        "by_start",
        "clause_count",
        "clause_cues",
        "content",
        "cue_places",
        "cues",
        "is_english",
        "label",
        "sentence_count",
        "subject",
        "terms",
        "text",
        "words",
    )

    def __init__(self, text: str) -> None:
        self.text = _without_markup(text)
        self.terms = read_values(self.text)
        language = find_language([term.low for term in self.terms])
        self.is_english = language.name == ENGLISH
        if not self.is_english:
            self._read_plain_form(language)
        self._name_terms(language)
        self._find_clauses()
        self._find_cues(language)
        if not self.is_english:
            self._find_parted_negations()
        self.content = [term for term in self.terms if term.content]
        self.words = frozenset(term.low for term in self.terms)
        self._index_terms()
        self.label = self._find_label()
        self.subject = self._find_subject()
        self.asks = self._is_question()

    def __iter__(self) -> "Iterator[Term]":
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    def _read_plain_form(self, language: "Language") -> None:
        """Read a text of another language again, with its compounds, articles and numbers in plain form."""
        from recall_cli.rules.revision.words.foreign_texts import plain_form

        plain = plain_form(self.text, language.name)
        if plain != self.text:
            self.terms = read_values(plain)

    def _name_terms(self, language: "Language") -> None:
        """Say of every word whether it is a function word, a name, a product, or a word that fits any subject."""
        before: Term | None = None
        for place, term in enumerate(self.terms):
            term.place = place
            if term.kind in ("word", "ident"):
                self._name_word(term, before, language)
                if term.low == _BRANCH_NAME and term.generic and self._is_branch(place):
                    term.generic, term.weight = False, 1.0
            elif term.kind == "code":
                term.sorts = _split(PRODUCT_SORTS.get(term.key))
            before = term

    def _is_branch(self, place: int) -> bool:
        """Whether `main` is the name of a branch: behind `branch is`, with no noun behind it."""
        before, following = self.terms[:place], self.terms[place + 1 : place + 2]
        if not before or before[-1].low not in _WORDS_BEFORE_BRANCH or all(term.low != "branch" for term in before):
            return False
        return not following or following[0].kind == "mark" or following[0].low in _WORDS_AFTER_BRANCH

    def _name_word(self, term: Term, before: "Term | None", language: "Language") -> None:
        low = term.low[:-2] if term.low.endswith("'s") else term.low
        text = term.text
        is_letter = len(text) == 1 and text in "ABCDEFGHJK" and before is not None and before.kind != "mark"
        if (low in language.function_words or low.endswith("n't")) and not is_letter:
            term.content, term.kind = False, "word"
            return
        groups = SYNONYM_GROUPS.get(term.key)
        term.groups = groups.split(",") if groups else NO_GROUPS
        term.generic = term.key in GENERIC_STEMS
        inner = text[1:] != text[1:].lower()
        first = before is None or (before.kind == "mark" and before.text in ".!?;:\n")
        is_name = inner or (text[0].isupper() and not first and language.name != "german")
        if low in PRODUCT_SORTS and (low not in ORDINARY_WORDS or text[0].isupper()):
            term.sorts, term.kind, term.generic = _split(PRODUCT_SORTS[low]), "product", False
        elif term.kind == "word" and is_name:
            term.kind = "proper"
        term.weight = 0.3 if term.generic else 1.2 if term.kind in ("product", "proper", "ident") else 1.0

    def _find_clauses(self) -> None:
        """Number sentences and clauses; a clause ends at a comma, and where a reason begins."""
        sentence = clause = 0
        terms = self.terms
        for place, term in enumerate(terms):
            if term.kind == "mark":
                term.sentence, term.clause = sentence, clause
                if term.text in _SENTENCE_ENDS and self._ends_sentence(place):
                    sentence += 1
                    clause += 1
                elif term.text in _CLAUSE_MARKS:
                    clause += 1
                continue
            if not term.content and place and self._begins_clause(place):
                clause += 1
            term.sentence, term.clause = sentence, clause
        self.sentence_count, self.clause_count = sentence + 1, clause + 1

    def _ends_sentence(self, place: int) -> bool:
        term = self.terms[place]
        if term.text in ";\n":
            return True
        if term.text == "." and place and self.terms[place - 1].low in _TITLES:
            return False
        return term.end >= len(self.text) or self.text[term.end] in ' \n"”)'

    def _begins_clause(self, place: int) -> bool:
        low, before = self.terms[place].low, self.terms[place - 1].low
        if low in _CLAUSE_WORDS:
            return True
        if low == "that":
            return before in ("now", "so")
        following = self.terms[place + 1].low if place + 1 < len(self.terms) else ""
        return low in ("as", "after") and following in _ARTICLES_AND_PRONOUNS

    def _find_cues(self, language: "Language") -> None:
        """Find cue words and guards; the longest phrase at a place counts."""
        self.cue_places: list[tuple[int, int, int]] = []
        self.cues = 0
        self.clause_cues = [0] * self.clause_count
        lows = [term.low for term in self.terms]
        at, phrases, count = 0, language.phrases, len(lows)
        while at < count:
            found, length = phrases.find(lows, at)
            last = at + length - 1
            if not found:
                if lows[at].endswith("n't"):
                    found = CUE_BITS["denial"]
                elif lows[at] == "→":
                    found = CUE_BITS["replacement"]
            if found:
                self._add_cue(at, last, found)
            at = last + 1

    def _find_parted_negations(self) -> None:
        """Find the negations that stand around other words: `ne … plus`, `não … mais`, `kein … mehr`."""
        from recall_cli.rules.revision.words.foreign_texts import closes_negation

        for place, term in enumerate(self.terms):
            if closes_negation([before.low for before in self.terms[max(0, place - 7) : place]], term.low):
                self._add_cue(place, place, CUE_BITS["no_longer"])

    def _add_cue(self, first: int, last: int, mask: int) -> None:
        self.cue_places.append((first, last, mask))
        self.cues |= mask
        self.clause_cues[self.terms[first].clause] |= mask
        for term in self.terms[first : last + 1]:
            term.cues |= mask

    def _index_terms(self) -> None:
        """Index the terms by key, by group of synonyms, by written figure and by the beginning of the stem."""
        self.by_key: dict[str, list[Term]] = {}
        self.by_group: dict[str, list[Term]] = {}
        self.by_figure: dict[float, list[Term]] = {}
        self.by_start: dict[str, list[Term]] = {}
        for term in self.content:
            self.by_key.setdefault(term.key, []).append(term)
            for group in term.groups:
                self.by_group.setdefault(group, []).append(term)
            if term.figure is not None:
                self.by_figure.setdefault(term.figure, []).append(term)
            elif len(term.key) >= 5 and term.kind in ("word", "proper"):
                self.by_start.setdefault(term.key[:5], []).append(term)

    def _find_label(self) -> "frozenset[str]":
        """The words of a label that the text begins with: `Port: 8080`, `DB host = x`; empty if there is none."""
        for place, term in enumerate(self.terms):
            if term.start > _LABEL_LENGTH:
                break
            if term.kind == "mark" and place:
                if term.text in ":=|→" and place + 1 < len(self.terms):
                    return frozenset(word.key for word in self.terms[:place] if word.content)
                if term.text not in "(),—":
                    break
        return frozenset()

    def _find_subject(self) -> "list[Term]":
        """The content words before the first verb."""
        subject: list[Term] = []
        for term in self.terms:
            if subject and (term.low in _VERBS_AFTER_SUBJECT or term.generic or (term.text in (":", "=", "|"))):
                break
            if term.content:
                subject.append(term)
            if len(subject) == _SUBJECT_LENGTH:
                break
        return subject

    def _is_question(self) -> bool:
        end = self.text.rstrip(" )\"'")
        if end.endswith("?") or "¿" in self.text or "??" in self.text:
            return True
        if len(self.terms) < 4 or self.terms[0].low not in _QUESTION_STARTS:
            return False
        if self.terms[0].low in ("what", "which", "where", "who", "why"):
            return "?" in self.text
        return self.terms[1].low not in _NO_QUESTION_AFTER


def _split(values: "str | None") -> "frozenset[str]":
    """Values between commas."""
    return frozenset(values.split(",")) if values else NO_SORTS


def _without_markup(text: str) -> str:
    """The first letters of a text, without bold signs and the mark of a list."""
    text = text[:MAX_TEXT_LENGTH].replace("**", "").strip()
    return text[2:].lstrip() if text[:2] in ("- ", "* ", "• ") else text
