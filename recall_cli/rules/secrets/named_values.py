"""Secrets after a name, in any syntax: assignments, markup, flags and sentences.

A naming word is found first. The syntax between it and the value decides how strongly the value itself must look like a
secret: `PASSWORD=` needs little, "the password X" needs a value that no word looks like.
"""

from recall_cli.language.patterns import compile_pattern
from recall_cli.language.tables import read_phrases
from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.naming_words import (
    CONNECTION,
    FAR_CONNECTION,
    connection_syntax,
    find_naming_words,
    is_public_name,
    starts_a_word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_LONG_VALUE = 200  # a longer value is read once, however many naming words it contains
_KIND_BY_FAMILY = {"password": "password", "short": "password", "secret": "secret", "token": "token", "key": "key"}


def find_named_values(text: str, lowercase: str) -> "list[tuple[int, int, str]]":
    """Every secret value after a naming word."""
    values = []
    read_to = 0
    verdicts: dict[tuple[str, str, str, bool], bool] = {}  # the same word after the same name is judged once
    for noun in find_naming_words(lowercase):
        family = noun.lastgroup or "key"
        start, end = noun.span()
        if start < read_to or (family in ("short", "key") and not starts_a_word(text, lowercase, start, family)):
            continue
        link = CONNECTION.match(lowercase, end)
        if link is None or (
            family in ("short", "token", "key") and noun.group() != "auth" and is_public_name(lowercase, start)
        ):
            continue
        value = read_value(text, link)
        if value and value[1] - value[0] > _LONG_VALUE:
            read_to = value[1]
        if not (value and _is_named_secret(text, noun, link, connection_syntax(link, text, start), value, verdicts)):
            distant = FAR_CONNECTION.match(lowercase, end) if family == "password" else None
            value = read_value(text, distant) if distant else None
            if not (distant and value and _is_named_secret(text, noun, distant, "far", value, verdicts)):
                continue
        values.append((*value[:2], _KIND_BY_FAMILY[family]))
    return values


def _is_named_secret(
    text: str,
    naming_word: "re.Match[str]",
    link: "re.Match[str]",
    syntax: str,
    value: "tuple[int, int, bool]",
    verdicts: "dict[tuple[str, str, str, bool], bool]",
) -> bool:
    """Whether the value after a naming word is the secret that it names."""
    begin, end, quoted = value
    word = text[begin:end]
    is_told = syntax == "set" and naming_word.lastgroup == "password" and "=" not in link.group() and not quoted
    if is_told and word.isalpha() and value_shape.is_any_state_word(word):
        return False  # the state of a password: "Password: unchanged"
    case = (word, naming_word.group(), syntax, quoted)
    if case not in verdicts:
        verdicts[case] = _may_be_secret(word, naming_word.lastgroup or "key", naming_word.group(), syntax, quoted)
    if naming_word.group() == "pw" and not quoted and word.isalpha() and word.islower() and syntax == "set":
        before = text[naming_word.start() - 1 : naming_word.start()]
        if not (before.isalnum() or before in ("_", "-", ".")) and text[begin - 3 : begin] == " = ":
            return False  # an import under a short name: pw = playwright
    if not verdicts[case] or (not quoted and word.isalpha() and not _stands_alone(text, syntax, value)):
        return False
    return not _is_sample_value(word, _surrounding_line(text, naming_word.start(), end))


def _stands_alone(text: str, syntax: str, value: "tuple[int, int, bool]") -> bool:
    """Whether a word of letters only is a whole value, and not the begin of an expression or of a sentence."""
    begin, end, _ = value
    if value_shape.is_generated_word(text[begin:end]):
        return True
    if syntax == "set" and text[begin - 1] == "=" and not text[begin - 2].isspace():
        return text[end : end + 1] not in "(.[" or end == len(text)  # NAME=value: a space ends the value
    return text[end : end + 1] not in _CONTINUATION_SIGNS or end == len(text)


def _may_be_secret(word: str, family: str, naming_word: str, syntax: str, quoted: bool) -> bool:
    """Whether a word is a secret, judged by the word itself, its name and the syntax between them."""
    if len(word) < 4 or (word.isalpha() and word.lower() in value_shape.NON_SECRET_WORDS):
        return False
    weight = 3 if quoted and syntax == "by" else max(_SYNTAX_WEIGHTS[syntax], 2 * quoted)
    if value_shape.is_placeholder(word):
        return False
    if value_shape.is_generated_word(word) and (family in ("password", "secret") or weight >= 2):
        return True
    if (weight < 2 and _DIGITS.isdisjoint(word)) or (weight < 3 and word.isalpha() and word.islower()):
        return False
    mixed = (
        family in ("password", "short")
        and all(value_shape.character_classes(word)[:3])
        and word.replace("_", "").isalnum()
    )
    if not quoted and syntax in _CODE_SYNTAXES and value_shape.is_code_expression(word) and not (mixed and weight == 3):
        return False
    if (
        not quoted
        and syntax == "key line"
        and not value_shape.looks_random(word, 12)
        and word.rstrip(":").isidentifier()
    ):
        return False
    return is_likely_secret(word, family, naming_word, weight)


_CODE_SYNTAXES = ("set", "key line", "said", "cell", "far")  # here an unquoted value may be source code
_DIGITS = frozenset("0123456789")
_CONTINUATION_SIGNS = " (.["  # after a bare word: a sentence or an expression continues

# How strongly a syntax itself shows a secret: 3 an assignment, 2 a sentence, 1 a neighbour.
_SYNTAX_WEIGHTS = {
    **dict.fromkeys(("set", "markup", "pair", "block", "flag"), 3),
    **dict.fromkeys(("key line", "said", "call", "given", "cell"), 2),
    "by": 1,
    "bare": 1,
    "far": 1.5,
}

_SAMPLE_WORDS = read_phrases("secrets", "samples")


def _is_sample_value(value: str, line: str) -> bool:
    """Whether a weak value is in a line about fixtures, samples or documentation."""
    if len(value) >= 12 and (value_shape.looks_random(value, 12) or all(value_shape.character_classes(value))):
        return False
    return any(word in line for word in _SAMPLE_WORDS)


def _surrounding_line(text: str, start: int, end: int) -> str:
    """The surroundings of a value on its own line, in lower case, at most 80 characters on each side."""
    left = value_shape.line_start(text, start, 80)
    right = text.find("\n", end, end + 80)
    return text[left : right if right >= 0 else end + 80].lower()


_QUOTED_VALUE = compile_pattern(
    r"\\?\"((?:[^\"\\\n\x00]|\\[^\"\n]){1,4000}?)\\?\"|\\?'((?:[^'\\\n\x00]|\\[^'\n]){1,4000}?)"
    r"\\?'|`([^`\n\x00]{1,4000})`"
    r"|[“«‘]([^\n”»’\x00]{1,4000})[”»’]"
)
_UNQUOTED_VALUE = compile_pattern(r"[^\s\"'`<\x00“”]{1,4000}")
_ASCII_VALUE = compile_pattern(r"[!-~]{5,4000}")
"""What can be a value after a Chinese or Japanese word; other letters there are the rest of the sentence."""
_VALUE_END = compile_pattern(r"&[\w-]+=|[;,](?=\w*[=:]|$)|\\[nrt\"]|(?<=\w)\)\s*$|[;,]+$")

_OPENING_QUOTES = frozenset("\\\"'`“«‘")
_FUNCTION_WORDS = frozenset(
    """the a an is are was be of to in on for and or not must at with your it this that from by""".split()
)


def read_value(text: str, connection: "re.Match[str]") -> "tuple[int, int, bool] | None":
    """The value after the connection: a quoted text or a word; None if there can be none."""
    at, syntax = connection.end(), connection.lastgroup
    quoted = _QUOTED_VALUE.match(text, at) if text[at : at + 1] in _OPENING_QUOTES else None
    if quoted:
        begin, end = quoted.span(quoted.lastindex or 1)
        return None if syntax == "call" and not connection["close"] else (begin, end, True)
    if syntax == "set" and "=" in connection["set"].partition("\n")[2]:
        return None  # the next statement, as in: def check(password):
    if syntax in ("call", "given") or (syntax == "bare" and connection["close"].strip("*_")):
        return None
    plain = (
        _ASCII_VALUE if syntax == "set" and connection["set"].strip()[-1:] in "是は为為" else _UNQUOTED_VALUE
    ).match(text, at)
    return (at, at + len(_trim_value(plain.group(), syntax == "set")), False) if plain else None


def _trim_value(value: str, is_set: bool) -> str:
    """The value without the text that follows it: the next parameter, a closing bracket, the end of the sentence."""
    if value.isalnum():
        return value
    cut = _VALUE_END.search(value, 1)
    if cut:
        value = value[: cut.start()]
    for opening, closing in ("()", "[]", "{}"):
        if opening not in value:
            value = value.rstrip(closing + ",;") if value.endswith(closing) else value
    return value.rstrip(".,;:>" if is_set else ".,;:?>")


def is_likely_secret(value: str, family: str, naming_word: str, weight: float) -> bool:
    """Whether the value is a secret, given the family of its name and the strength of the syntax."""
    bare = value.lower().strip("\"'`*_.,:;!?()")
    if "|" in value and all(part.partition(":")[0].isalpha() for part in value.split("|")):
        return False  # the rules of a form: required|min:8
    if (
        bare in value_shape.NON_SECRET_WORDS
        or value_shape.is_technical_term(value)
        or (value.startswith(("ssh-", "sha")) and family != "password")
    ):
        return False
    if family in ("password", "short") and naming_word not in ("pat", "cred"):
        return _is_likely_password(value, bare, naming_word, weight)
    if " " in value:
        return False
    least = 8 if family == "secret" else 10 if family == "token" else 16
    if weight < 2:
        words, _, digest = value.rpartition("-")
        numbered = "-" in words and value_shape.is_slug(words) and value_shape.is_hex(digest)
        regular = numbered or value_shape.is_uuid(value) or value_shape.is_slug(value) or _is_path(value)
        least = 14 if family == "token" and all(value_shape.character_classes(value)[:3]) else 20
        return value_shape.looks_random(value, least) and not regular
    if family == "key" and (value_shape.is_uuid(value) or (naming_word in ("sig", "salt") and weight < 3)):
        return False
    signs = value_shape.character_classes(value)
    if not signs[2] and len(value) < 16:
        return False
    strong = value_shape.looks_random(value, least) or (len(value) >= least and all(signs) and not _is_path(value))
    return strong and not value_shape.is_slug(value) and not _is_path(value)


def _is_likely_password(value: str, bare: str, naming_word: str, weight: float) -> bool:
    """Whether a value named password is one: a phrase, a word in an assignment, or a mixed word in a sentence."""
    if " " in value:
        return weight >= 2 and _is_passphrase(value)
    if _is_path(value) or len(value) < 4 or _is_reference(bare):
        return False
    small, capital, digit, sign = value_shape.character_classes(value)
    mixed = (small or capital) + digit + sign
    if weight < 2:
        solid = mixed == 3 and len(value) >= 8 and ((weight > 1 and capital) or not value_shape.is_slug(value))
        return solid or (value_shape.looks_random(value, 12) and not value_shape.is_slug(value))
    if value.isdigit():
        return 6 <= len(value) <= 16 or (weight == 3 and naming_word == "passcode")
    if not digit and not sign:
        whole = value.isascii() and (value.islower() or (value.istitle() and len(value) >= 8 and len(naming_word) > 4))
        chosen = value_shape.is_joined_words(value) or (weight == 3 and whole)
        return chosen and len(value) >= 6
    if weight == 2:
        odd = any(not (one.isalnum() or one in "-_./,:;'’!?()") for one in value)
        return len(value) >= 6 and ((digit and (small or capital)) or odd) and not value_shape.is_code_expression(value)
    return (
        len(value) >= 5
        and (digit or len(value) >= 8)
        and not (not digit and value_shape.is_slug(value) and value.count("-") < 2)
    )


def _is_reference(bare: str) -> bool:
    """Whether the value only refers to secrets, as db-password, secret-name or my_token do."""
    naming = any(word in bare for word in ("password", "passwd", "secret", "token", "credential", "keyring"))
    return naming and not value_shape.looks_random(bare, 16) and value_shape.is_slug(bare)


def _is_path(value: str) -> bool:
    """Whether the value is a path or an address: slashes between plain words, or after a plain word."""
    if value.count("\\") > 1:
        return True
    first, slash, _ = value.partition("/")
    if not slash:
        return False
    return (
        value_shape.is_slug(value.strip("/"))
        or "://" in value
        or (len(first) >= 3 and first.isalpha() and first.islower())
    )


def _is_passphrase(value: str) -> bool:
    """Whether the value is a passphrase, of plain words in lower case or with a number and a sign, not a sentence."""
    words = value.split()
    if _FUNCTION_WORDS.intersection(value.lower().split()) or len(words) > 12:
        return False
    if all(word.isalpha() and word.islower() for word in words):
        return len(words) >= 4
    return (
        len(words) <= 6 and all(value_shape.character_classes(value.replace(" ", ""))[::2]) and not value[-1].isalnum()
    )
