"""Tokens with a prefix or form that their vendor has documented, so that they are recognized anywhere.

The table (`language/secrets.txt`) has a kind, the minimum length of the tail, and the prefixes. One pattern splits the
text into words, and a dictionary of the first three characters finds the row. So a new vendor costs no time.
"""

from recall_cli.language.patterns import compile_pattern
from recall_cli.language.tables import read_lines
from recall_cli.rules.secrets import value_shape
from recall_cli.rules.secrets.forms import VENDOR_SHAPES, find_forms


def _build_rows_by_prefix() -> "dict[str, list[tuple[str, int, str, str]]]":
    """The table by the first three characters of a prefix. The longest prefixes are tried first."""
    rows: dict[str, list[tuple[str, int, str, str]]] = {}
    for line in read_lines("secrets", "vendors"):
        kind, min_length, *prefixes = line.split()
        for prefix in prefixes:
            row = (prefix, int(min_length.rstrip(".+")), min_length[-1], kind)
            rows.setdefault(prefix[:3], []).append(row)
    for same in rows.values():
        same.sort(key=lambda row: -len(row[0]))
    return rows


_ROWS_BY_PREFIX = _build_rows_by_prefix()

MIN_TOKEN_LENGTH = 15
"""The shortest token without a colon and a slash."""
_TOKEN_WORD = compile_pattern(r"[A-Za-z0-9][A-Za-z0-9_.~\-]{14,}")
_JOINT = compile_pattern(r"[_.~\-](?=[A-Za-z0-9])")
_MAX_TRIES = 16
"""Possible token starts that are tried within one word. With more, it is no name with a token after it."""
_BASE64_TAIL = compile_pattern(r"[A-Za-z0-9+/=_,\-]*")
_EMBEDDED_TOKEN = compile_pattern(
    r"(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk_live_|rk_live_|sk-ant-api|sk-proj-|npm_|dckr_pat_|hvs\.)[\w\-]{16,}"
    r"|access_token\$(?:production|sandbox)\$[0-9a-z]{10,20}\$[0-9a-f]{32}|(?<!\w)pk_\d{6,9}_[A-Z0-9]{32}(?!\w)"
    r"|AAAA[\w\-]{7}:APA91b[\w\-]{60,}|(?<![\w-])[0-9a-f]{36}NRAL(?!\w)"
)
"""Tokens with nothing between them and the word before, or with a sign that elsewhere separates words."""
_FILE_ENDINGS = tuple(".py .js .ts .go .rs .md .txt .json .yml .yaml .toml .com .io".split())


def find_vendor_tokens(text: str) -> "list[tuple[int, int, str]]":
    """The positions of known vendors' tokens, by prefix, by form, or by the address of a webhook."""
    tokens = []
    for match in _TOKEN_WORD.finditer(text):
        start = match.start()
        if start and text[start - 1] == "\\" and text[start] in "nrt":
            start += 1  # the letter belongs to an escaped line end
        token = _match_token(text[start : match.end()].rstrip(".~")) or _match_base64_token(text, start)
        if not token:
            start, token = _match_after_joint(text, start, match.end())
        if token:
            length, kind, run_on = token
            stop = start + length
            following = _BASE64_TAIL.match(text, stop) if run_on else None
            tokens.append((start, following.end() if following else stop, kind))
    for match in (
        _EMBEDDED_TOKEN.finditer(text) if any(sign in text for sign in ("_", "-", "hvs.", ":APA91b", "NRAL")) else ()
    ):
        token = _match_token(match.group()) or (len(match.group()), "token", False)
        if not value_shape.is_placeholder(match.group()) and (
            match.group()[:3] in ("pk_", "acc") or value_shape.looks_random(match.group()[8:], 12)
        ):
            tokens.append((match.start(), match.start() + token[0], token[1]))
    return [*tokens, *find_forms(VENDOR_SHAPES, text, text.lower())]


def _match_token(word: str) -> "tuple[int, str, bool] | None":
    """The length of the token with which a word starts, its kind, and whether base64 signs may follow."""
    for prefix, min_length, manner, kind in _ROWS_BY_PREFIX.get(word[:3], ()):
        if word.startswith(prefix):
            token = word if manner == "." or "." in prefix[:-1] else prefix + word[len(prefix) :].split(".")[0]
            if _is_token_tail(token[len(prefix) :], min_length, kind):
                return len(token), kind, manner == "+"
    return _match_shape(word)


def _match_after_joint(text: str, start: int, end: int) -> "tuple[int, tuple[int, str, bool] | None]":
    """The same for a token that a sign of its own alphabet joins to a name before it: `agent-…`, `old_…`."""
    tries = 0
    for joint in _JOINT.finditer(text, start, end):
        at = joint.end()
        if text[at : at + 3] in _ROWS_BY_PREFIX or text.startswith("eyJ", at):
            token = _match_token(text[at:end].rstrip(".~"))
            tries += 1
            if token or tries == _MAX_TRIES:
                return at, token
    return start, None


def _match_base64_token(text: str, start: int) -> "tuple[int, str, bool] | None":
    """The same for a token with early base64 signs, which end its first word too soon."""
    for prefix, min_length, manner, kind in _ROWS_BY_PREFIX.get(text[start : start + 3], ()):
        if manner == "+" and text.startswith(prefix, start):
            following = _BASE64_TAIL.match(text, start + len(prefix))
            tail = following.group() if following else ""
            if len(tail) >= min_length and value_shape.looks_random(tail, 12):
                return len(prefix) + len(tail), kind, False
    return None


def _is_token_tail(tail: str, min_length: int, kind: str) -> bool:
    """Whether the text after a prefix is generated, and not a placeholder or a word."""
    if kind == "aws-key-id":
        return len(tail) == min_length and tail.upper() == tail and tail.isalnum() and not tail.endswith("EXAMPLE")
    if len(tail) < min_length or value_shape.is_placeholder(tail) or tail.endswith(_FILE_ENDINGS):
        return False
    bare = tail.replace("-", "").replace("_", "").replace(".", "")
    return len(set(bare[:80])) >= min(9, min_length // 2) and (
        value_shape.looks_random(tail, min(min_length, 12)) or _is_single_case_token(tail)
    )


def _is_single_case_token(tail: str) -> bool:
    """Whether a tail in a single case has digits throughout, like hexadecimal and base32 tails."""
    sample = tail[:80].lower()
    digits, vowels = sum(map(str.isdigit, sample)), sum(map(sample.count, "aeiou"))
    return (
        tail.replace("-", "").replace("_", "").isalnum()
        and value_shape.word_share(sample) < 0.5
        and (digits >= 3 or (digits > 0 and vowels * 4 < len(sample)))
    )


def _match_shape(word: str) -> "tuple[int, str, bool] | None":
    """Tokens without a prefix, recognized by their parts: JWT, Discord, Twilio, Azure, Mailchimp."""
    if len(word) < 34 and word.replace("_", "").isalpha():
        return None
    parts = word.split(".")
    if word.startswith("eyJ") and len(parts) >= 2 and len(parts[0]) >= 12 and parts[1][:3] in ("eyJ", "e30", "eyA"):
        length = len(".".join(parts[: 5 if len(parts) >= 5 else 3]))
        return (length, "jwt", False) if len(word) >= 36 and "..." not in word else None
    if len(parts) == 3 and word[0] in "MNO" and 22 <= len(parts[0]) <= 30 and len(parts[1]) == 6:
        return (len(word), "discord-token", False) if len(parts[2]) >= 27 else None
    if (
        len(word) == 34
        and word.startswith("SK")
        and value_shape.is_hex(word[2:])
        and value_shape.looks_random(word[2:])
    ):
        return len(word), "twilio-key", False
    if len(word) >= 36 and word[4:6] == "Q~" and word[3].isdigit():
        return len(word), "azure-secret", False
    head, _, region = word.partition("-us")
    if len(head) == 32 and value_shape.is_hex(head) and region.isdigit():
        return len(word), "mailchimp-key", False
    if ".atlasv1." in word:
        return len(word), "terraform-token", False
    return (len(word), "onepassword-key", False) if _is_1password_key(word) else None


def _is_1password_key(word: str) -> bool:
    """Whether the word has the form of a 1Password account key: A3 and groups of capitals and digits."""
    groups = word.split("-")
    return word.startswith("A3-") and len(groups) >= 5 and word == word.upper() and any(map(str.isdigit, word[3:]))
