"""The units of a conversation: its statements, list items and table rows, each with its place."""

from recall_cli.domain.draft import ExtractedStatement
from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import USER, Conversation
from recall_cli.rules.reading.extraction import extract_drafts
from recall_cli.rules.reading.words import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.domain.draft import Extraction

ALL_DRAFTS = 10_000
"""The statements of one turn are not limited here: the best of the whole session are chosen later."""
MAX_HEADING_LETTERS, MAX_WORDS_BESIDE_VALUE = 60, 3
_NUMBER_MARKS = frozenset("0123456789.,:/")
_NAME_MARKS = "/_@=#"
NUMBER_WORDS = {
    word: str(number)
    for number, names in enumerate(
        (
            "zero null cero zéro",
            "one eins uno",
            "two zwei dos deux dois",
            "three drei tres trois três",
            "four vier cuatro quatre quatro",
            "five fünf cinco cinq",
            "six sechs seis",
            "seven sieben siete sept sete",
            "eight acht ocho huit oito",
            "nine neun nueve neuf nove",
            "ten zehn diez dix dez",
            "eleven elf once onze",
            "twelve zwölf doce douze doze",
        )
    )
    for word in names.split()
}


class Unit:
    """One statement of a conversation, and what the reading decided about it."""

    __slots__ = (
        "about",
        "draft",
        "end",
        "heading",
        "is_item",
        "is_report",
        "item_number",
        "kept",
        "lead",
        "names",
        "note",
        "numbers",
        "original",
        "place",
        "reason",
        "source",
        "speaker",
        "start",
        "text",
        "turn",
        "type",
        "values",
        "words",
        "worth",
    )

    def __init__(self, turn: int, speaker: str, text: str, start: int, end: int) -> None:
        self.turn, self.speaker, self.start, self.end = turn, speaker, start, end
        self.original = text
        self.place = 0
        self.draft: ExtractedStatement | None = None
        self.reason = ""
        """Why the grammar of single sentences refused it, if it did."""
        self.is_item, self.is_report, self.item_number = False, False, ""
        self.lead = self.heading = self.about = ""
        self.kept, self.note, self.type = False, "", "fact"
        self.source = "user" if speaker == USER else "agent"
        self.worth = 0.5
        self.say(text)

    def say(self, text: str) -> None:
        """Give it another text."""
        self.text = text
        self.words = Words(text)
        self.numbers = numbers_of(self.words)
        self.values = self.numbers | spoken_numbers(self.words)
        self.names = names_of(self.words, text)

    def drop(self, note: str) -> None:
        """Leave it out, and say why."""
        self.kept, self.note = False, note

    @property
    def is_bare_value(self) -> bool:
        """Whether it gives a name or a value and hardly says of what: "let us stay on MEDIUM"."""
        return len(self.content - self.names - self.values) <= MAX_WORDS_BESIDE_VALUE

    def has(self, table: "tuple[str, ...]") -> bool:
        """Whether one of these phrases occurs in it."""
        return self.words.has(table)

    @property
    def tells_problem(self) -> bool:
        """Whether it says that something does not work."""
        return self.has(cues.PROBLEMS) and not self.has(cues.NO_PROBLEMS)

    @property
    def is_question(self) -> bool:
        """Whether it ends with a question mark."""
        return self.text.rstrip("*_ )\"'😅🙂🙏").endswith(("?", "？")) or (
            not self.numbers and _opens_question(self.words)
        )

    @property
    def is_specific(self) -> bool:
        """Whether it names something that one can look up: a number, an identifier, a name."""
        return bool(self.numbers or self.names)

    @property
    def content(self) -> "frozenset[str]":
        """Its words that have a meaning of their own."""
        return content_words(self.words)


_OPENERS = frozenset("by the way btw ok okay and so but hm hmm also und aber y pero et mais e mas".split())


def _opens_question(words: Words) -> bool:
    """Whether a sentence begins like a question, although it does not end as one."""
    first = next((at for at, word in enumerate(words.lower[:5]) if word not in _OPENERS), 0)
    head = f" {' '.join(words.lower[first : first + 3])} "
    if not any(head.startswith(phrase) for phrase in cues.QUESTION_STARTS):
        return False
    return not any("," in after or ":" in after for after in words.after[:5])


def numbers_of(words: Words) -> "frozenset[str]":
    """The numbers in a text, written as digits or as a word up to twelve."""
    found = set()
    for word in words.lower:
        bare = word.strip("`*~≈<>=≥≤\"'()[]€$%")
        if bare and bare[0].isdigit():
            digits = bare.rstrip("abcdefghijklmnopqrstuvwxyzµ%°€$+")
            found.add(digits if digits and _NUMBER_MARKS.issuperset(digits) else bare)
    return frozenset(found)


def spoken_numbers(words: Words) -> "frozenset[str]":
    """The numbers that a text gives as words up to twelve, but not "the two" or "les deux"."""
    return frozenset(
        NUMBER_WORDS[word]
        for at, word in enumerate(words.lower)
        if word in NUMBER_WORDS and word not in _NO_NUMBERS and words.at(at - 1) not in _DETERMINERS
    )


_NO_NUMBERS = frozenset("one once uno null sept elf sete dos".split())
_DETERMINERS = frozenset(
    "the these those all both die beiden diese las los estas les ces as os these my your our".split()
)


_GERMAN = frozenset("der die das und ist nicht ich wir ein eine den dem für mit auf von zu sind wird im bei".split())


def names_of(words: Words, text: str) -> "frozenset[str]":
    """The identifiers, paths and proper names in a text. German writes all nouns with a capital."""
    nouns_are_capital = len(words.bag & _GERMAN) > 1 or text.isupper() or sum(map(str.isupper, text)) * 2 > len(text)
    found = {part.lower() for part in text.split("`")[1::2]}
    for at, word in enumerate(words.lower):
        written = words.original(at, at + 1)
        inner = word.strip(".,:;`*")
        if (
            any(mark in inner for mark in _NAME_MARKS)
            or ("." in inner.strip(".") and any(map(str.isalpha, inner)))
            or (
                "-" in inner.strip("-")
                and inner.replace("-", "").isalnum()
                and len(inner) > 5
                and not any(map(str.isdigit, inner))
            )
            or (
                any(map(str.isupper, written[1:]))
                and not sum(map(str.isupper, text)) * 2 > len(text)
                and any(map(str.isalpha, inner))
            )
            or (
                not nouns_are_capital
                and at
                and written[:1].isupper()
                and not words.after[at - 1].strip("*_\"'`)")
                and word != "i"
            )
        ):
            found.add(inner)
    return frozenset(found)


_EMPTY = frozenset(
    """a an the of to in on at for with from by and or but so it is are was were be been this that these those
    there here i we you he she they my your our their its as not no yes do does did done have has had will
    would can could should also too just only now then than if when all any up out off over into about der
    die das ein eine einen einem einer und oder aber ich wir du sie er es ist sind war waren hat haben wird
    werden mit für von vom zu zum zur im am auf aus bei dem den des nicht auch noch schon mal da el la los
    las un una unos y o pero de del en con por para que son ser se lo le su al si ya muy más les une et ou
    mais est sont dans sur avec pour par qui ne pas ce cette ça c'est il elle nous vous au aux os um uma e
    mas é são em na nos nas dos com não ok okay please bitte""".split()
)


def content_words(words: Words) -> "frozenset[str]":
    """The words of a text that have a meaning of their own."""
    return frozenset(word for word in words.bag if word not in _EMPTY and (len(word) > 1 or word.isdigit()))


def split_conversation(conversation: Conversation) -> "list[list[Unit]]":
    """The units of each turn, in order."""
    return [_split_turn(at, turn.speaker, turn.text) for at, turn in enumerate(conversation.turns)]


def _split_turn(at: int, speaker: str, text: str) -> "list[Unit]":
    grammar_speaker = "user" if speaker == USER else "assistant"
    units = [*_units_of(at, speaker, text, extract_drafts(text, limit=ALL_DRAFTS, speaker=grammar_speaker))]
    units.sort(key=lambda unit: (unit.start, unit.end))
    layout = _Layout(text)
    for place, unit in enumerate(units):
        unit.place = place
        layout.describe(unit)
    return units


def _units_of(at: int, speaker: str, text: str, extraction: "Extraction") -> "Iterator[Unit]":
    for draft in extraction.drafts:
        unit = Unit(at, speaker, draft.text, *draft.span)
        unit.draft, unit.kept, unit.type = draft, True, draft.type
        yield unit
    header: list[str] = []
    for skipped in extraction.skipped:
        start, end = skipped.span
        if skipped.reason == "table row":
            if is_table_rule(text[end:].lstrip().split("\n")[0]):
                header = table_cells(text[start:end].rsplit("\n", maxsplit=1)[-1])
            else:
                yield from _table_units(at, speaker, text, start, end, header)
            continue
        lines = text[start:end].split("\n") if skipped.reason == "in flight" else [text[start:end]]
        for line in lines:  # the boxes of a list of tasks come as one passage
            unit = Unit(at, speaker, without_marker(" ".join(line.split())[:1500]), start, start + len(line))
            unit.reason = skipped.reason
            start += len(line) + 1
            yield unit


def is_table_rule(line: str) -> bool:
    """Whether a line is the rule between the head of a table and its rows."""
    return "-" in line and "|" in line and not set(line) - set("|-: \r")


def table_cells(line: str) -> "list[str]":
    """The cells of a row of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _table_units(at: int, speaker: str, text: str, start: int, end: int, header: "list[str]") -> "Iterator[Unit]":
    """A unit for each row of a table: its first cell as the subject, then the others."""
    for line in text[start:end].split("\n"):
        cells = table_cells(line)
        rest = [cell for cell in cells[1:] if cell]
        if len(rest) > 1 and len(header) >= len(cells):
            rest = [f"{name} {cell}" for name, cell in zip(header[1:], cells[1:], strict=False) if cell]
        unit = Unit(at, speaker, f"{cells[0]}: {', '.join(rest)}", start, start + len(line))
        unit.is_item, unit.reason = True, "table row"
        start += len(line) + 1
        if rest and cells[0]:
            yield unit


def without_marker(line: str) -> str:
    """A list item without its marker and box."""
    marker = item_marker(line)
    rest = line[len(line.split(" ", 1)[0]) :].lstrip() if marker else line
    return rest[3:].lstrip() if marker and rest[:3] in ("[ ]", "[x]", "[X]") else rest


class _Layout:
    """The lines of a turn: which are items, and the heading and lead-in above each."""

    def __init__(self, text: str) -> None:
        self._rows: list[tuple[int, str, str, str]] = []
        heading = lead = ""
        at = 0
        for line in text.split("\n"):
            bare = line.strip()
            marker = item_marker(bare)
            if marker:
                self._rows.append((at, marker, lead, heading))
            elif is_heading(bare):
                heading, lead = bare.strip("#*: _"), ""
                self._rows.append((at, "", "", heading))
            elif bare:
                lead = bare if bare.endswith(":") else ""
                self._rows.append((at, "", "", heading if not lead else ""))
                heading = heading if not lead else ""
            at += len(line) + 1

    def describe(self, unit: Unit) -> None:
        """Note the place of a unit in its turn."""
        row = None
        for candidate in self._rows:
            if candidate[0] > unit.start:
                break
            row = candidate
        if row is not None:
            unit.item_number = row[1].rstrip(".)") if row[1][:1].isdigit() else ""
            unit.is_item = unit.is_item or bool(row[1])
            unit.lead, unit.heading = row[2].rstrip(": *_"), row[3]
            if row[1] in ("⬜", "☐"):
                unit.lead = "still open"


def item_marker(line: str) -> str:
    """The mark of a list item at the head of a line; empty if the line is none."""
    first, _, rest = line.partition(" ")
    if not rest:
        return ""
    if first in ("-", "*", "+", "•", "–", "▪", "◦", "✅", "⬜", "☑", "✔", "❌", "☐"):
        return "☐" if rest.startswith("[ ]") else first
    return first if 1 < len(first) < 4 and first[-1] in ".)" and first[:-1].isdigit() else ""


def is_heading(line: str) -> bool:
    """Whether a line is a heading: marked as one, or all of it in bold."""
    if line.startswith("#"):
        return line.lstrip("#").startswith(" ")
    bold = line.startswith("**") and line.rstrip(":").endswith("**") and line.count("**") == 2
    return bold and len(line) <= MAX_HEADING_LETTERS


def is_open_label(text: str) -> bool:
    """Whether a heading or label says that something is still to be done."""
    return text.strip("*_#: ").lower() in cues.OPEN_LABELS


def proposes(lead: str) -> bool:
    """Whether the line above a list announces proposals."""
    low = lead.lower()
    return any(
        word in low
        for word in (
            "idea",
            "option",
            "plan",
            "propos",
            "vorschl",
            "suggest",
            "could",
            "would",
            "möglich",
            "opcion",
            "podr",
        )
    )
