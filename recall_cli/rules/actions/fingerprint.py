"""Fingerprints of errors: two reports of one error have the same fingerprint, and different errors have different ones.

What differs between two runs is replaced by `#`: numbers, times, addresses, ids, and the folders of a path. What names
the error stays: names in quotes, error codes, exit codes, well-known ports, the last part of a path.
"""

from recall_cli.domain.record import Record
from recall_cli.language.tables import read_words

MAX_WORDS = 40
"""Further words of an error message are ignored."""
MAX_LETTERS = 240
LOCAL_HOST = "localhost"
MAX_KNOWN_PORT = 9_999
"""A higher port was probably chosen by chance."""
CODE_WORDS = read_words("words", "words before a code")
"""A short number after one of these words names the error."""
COUNTED_NAMES = read_words("words", "counted names")
"""Names before a number that differs from run to run, as in worker-12."""
HTTP_SIGNS = ("http", "HTTP", "status", "Client Error", "Server Error")
"""In a message with one of these, 403 and 500 are two errors."""
OPENING, CLOSING = "\"'`([{<‘“«", "\"'`)]}>’”».,;:!?"
HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
MIN_HEX_LETTERS = 7
"""A shorter hexadecimal word can be an ordinary one."""


class Fingerprint(Record):
    """One error: its type, if it has one, and its message without what changes from run to run."""

    kind: str
    message: str

    @property
    def text(self) -> str:
        """The fingerprint as one line, as it is stored: `KeyError: 'user_id'`."""
        return f"{self.kind}: {self.message}" if self.kind and self.message else self.kind or self.message

    @property
    def names(self) -> "list[str]":
        """The texts by which a memory can name it: the whole, and the whole without the details at its end."""
        names = [self.text]
        for mark in NAME_ENDS:
            head = self.text
            while mark in head:
                head = head.rpartition(mark)[0].rstrip(" .,;:")
                if sum(map(str.isalpha, head)) < MIN_NAME_LETTERS or len(head) <= len(self.kind) + 1:
                    break
                names.append(head)
        return names

    @property
    def is_specific(self) -> bool:
        """Whether it says more than that something failed."""
        letters = sum(map(str.isalpha, self.message))
        return letters >= MIN_MESSAGE_LETTERS or (bool(self.kind) and letters > 0)


NAME_ENDS = (": ", ", ", " (")
"""What stands between an error and its details."""
MIN_NAME_LETTERS = 20
"""A shorter beginning of a message is that of many errors."""
MIN_MESSAGE_LETTERS = 8
"""A message with fewer letters and no type says too little to recognize an error by."""


def make_fingerprint(kind: str, message: str) -> Fingerprint:
    """The fingerprint of an error with this type and message."""
    return Fingerprint(kind=short_kind(kind), message=normalize_message(message))


def short_kind(kind: str) -> str:
    """The last part of a type's name: TimeoutError for sqlalchemy.exc.TimeoutError."""
    return kind.strip().replace("::", ".").replace("\\", ".").rpartition(".")[2]


def normalize_message(message: str) -> str:
    """A message without what changes from run to run."""
    words = message.split(None, MAX_WORDS)[:MAX_WORDS]
    about_http = any(sign in message for sign in HTTP_SIGNS)
    result: list[str] = []
    before = ""
    for word in words:
        is_status = about_http and len(word) == 3 and word[0] in "45" and word.isdigit()
        plain = word if is_status else _normalize_word(word, before)
        if plain == "#" and result and result[-1] == "#":
            continue
        result.append(plain)
        before = word.strip(OPENING + CLOSING + "=").lower()
    return " ".join(result)[:MAX_LETTERS].rstrip()


def _normalize_word(word: str, before: str) -> str:
    """One word without what changes from run to run; the word before it can say that its number matters."""
    start, end = 0, len(word)
    while start < end and word[start] in OPENING:
        start += 1
    while end > start and word[end - 1] in CLOSING:
        end -= 1
    core = word[start:end]
    if not core:
        return word
    name, equals, value = core.partition("=")
    if equals and name.replace("_", "").replace("-", "").isalnum() and value and value[0] != "=":
        quote = value[0] if value[0] in "\"'" else ""
        core = f"{name}={quote}{_normalize_core(value[len(quote) :], name.lower())}"
    else:
        core = _normalize_core(core, before)
    return word[:start] + core + word[end:]


def _normalize_core(core: str, before: str) -> str:
    scheme, mark, rest = core.partition("://")
    if mark and scheme.isalnum():
        return _normalize_host(rest.partition("/")[0].rpartition("@")[2].partition("?")[0])
    if _is_path(core):
        return _normalize_file(core)
    if not any(map(str.isdigit, core)):
        return core
    if core[-1:] == ")" or "(" in core:
        head, bracket, tail = core.partition("(")
        return f"{_normalize_part(head, before)}{bracket}{normalize_message(tail)}" if bracket else core
    if ":" in core and "." in core.rpartition(":")[0] and not core.replace(".", "").replace(":", "").isdigit():
        return _normalize_file(core) if _file_ending(core.partition(":")[0]) else _normalize_host(core)
    if core.replace(".", "").replace(":", "").isdigit() and core.count(".") == 3:
        return _normalize_host(core)
    if core.startswith((f"{LOCAL_HOST}:", "::")):
        return _normalize_host(core)
    return _normalize_part(core, before)


def _is_path(core: str) -> bool:
    """Whether a word is a path: it has a slash between names, and is no fraction and no choice such as read/write."""
    if "\\" in core and (core[1:3] == ":\\" or core.count("\\") > 1):
        return True
    if "/" not in core:
        return False
    if core[0] in "/~." or core.count("/") > 1:
        return any(map(str.isalpha, core))
    return bool(_file_ending(core.rpartition("/")[2].partition(":")[0]))


def _file_ending(name: str) -> str:
    """The ending of a file's name, such as py; empty if there is none."""
    stem, dot, ending = name.rpartition(".")
    return ending if dot and stem and ending.isalnum() and 0 < len(ending) <= 5 and not ending.isdigit() else ""


def _normalize_file(path: str) -> str:
    """The last part of a path, without its line numbers."""
    path, marks, test = path.replace("\\", "/").partition("::")
    while ":" in path and path.rpartition(":")[2].isdigit():
        path = path.rpartition(":")[0]
    folder, _, name = path.rstrip("/").rpartition("/")
    head, bracket, _ = name.partition("(")  # a.ts(3,5)
    name = head if bracket else name
    if "/tmp" in f"/{folder}" and not _file_ending(name):  # noqa: S108 — a word in a message, no file is opened
        name = "#"
    return _normalize_part(name, "") + (marks + test.partition("[")[0] if marks else "")


def _normalize_host(host: str) -> str:
    """A host with its port, if that is well known; addresses become `#`."""
    name, colon, port = host.rpartition(":")
    if not colon or not port.isdigit():
        name, port = host, ""
    known = f":{port}" if port and 0 < int(port[:6]) <= MAX_KNOWN_PORT else ""
    is_address = name.replace(".", "").replace(":", "").strip("[]").isdigit() or not name.strip(":[]")
    return ("#" if is_address or name in (LOCAL_HOST, "::1", "[::1]") else _normalize_part(name, "")) + known


def _normalize_part(part: str, before: str) -> str:
    """A word that is no path and no address."""
    if part.isdigit():
        return part if before in CODE_WORDS and len(part) <= 3 else "#"
    if _is_error_code(part):
        return part
    lower = part.lower()
    if lower.startswith("0x") or _is_hex_id(part):
        return "#"
    letters = part.rstrip("0123456789")
    digits = len(part) - len(letters)
    stem = letters.rstrip("-")
    if digits and stem.isalpha() and digits <= 3 and stem.lower() not in COUNTED_NAMES:
        return part  # utf-8, int32, psycopg2
    pieces: list[str] = []
    at = 0
    while at < len(part):
        start = at
        while at < len(part) and (part[at].isalnum() or part[at] in "_$"):
            at += 1
        if at > start:
            pieces.append(_normalize_name(part[start:at]))
        else:
            pieces.append(part[at])
            at += 1
    text = "".join(pieces)
    for joined in ("#.#", "#:#", "#-#", "#,#", "#T#", "#/#", "-#", "+#"):
        while joined in text:
            text = text.replace(joined, "#")
    return text


def _normalize_name(name: str) -> str:
    """A name without numbers that change; a name such as utf8 or x1 keeps its number."""
    if name.isdigit() or _is_hex_id(name) or name.lower().startswith("0x"):
        return "#"
    letters = name.rstrip("0123456789")
    digits = len(name) - len(letters)
    if digits and letters.isidentifier() and digits <= 3 and letters.rstrip("_").lower() not in COUNTED_NAMES:
        return name
    result, inside = [], False
    for letter in name:
        if letter.isdigit():
            if not inside:
                result.append("#")
            inside = True
        else:
            result.append(letter)
            inside = False
    return "".join(result)


def _is_error_code(part: str) -> bool:
    """Whether a word is the code of an error: E0502, TS2345, ORA-00942, 42P01."""
    letters = part.rstrip("0123456789")
    digits = len(part) - len(letters)
    stem = letters.rstrip("-_")
    if 2 <= digits <= 5 and stem.isalpha() and stem.isupper() and len(stem) <= 8:
        return True
    return len(part) == 5 and part[:2].isdigit() and part[2].isupper() and part[3:].isdigit()


def _is_hex_id(part: str) -> bool:
    """Whether a word is an id in hexadecimal digits, such as a commit, a UUID or an address."""
    plain = part.replace("-", "")
    return len(plain) >= MIN_HEX_LETTERS and HEX_DIGITS.issuperset(plain) and any(map(str.isdigit, plain))
