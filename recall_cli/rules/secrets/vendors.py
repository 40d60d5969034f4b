"""Tokens that vendors give a public, documented prefix or shape, so that they can be recognised anywhere.

The table is data: a kind, the least length of the tail, the prefixes. One pattern cuts the text into
words and a dictionary on the first three characters finds the row, so a new vendor costs no time.
"""

import re

from recall_cli.rules.secrets import judge
from recall_cli.rules.secrets.vendor_table import TABLE


def _rows() -> "dict[str, list[tuple[str, int, str, str]]]":
    """The table by the first three characters of a prefix; the longest prefixes are tried first."""
    rows: dict[str, list[tuple[str, int, str, str]]] = {}
    for line in TABLE.split("\n"):
        if line:
            kind, least, *prefixes = line.split()
            for prefix in prefixes:
                row = (prefix, int(least.rstrip(".+")), least[-1], kind)
                rows.setdefault(prefix[:3], []).append(row)
    for same in rows.values():
        same.sort(key=lambda row: -len(row[0]))
    return rows


_ROWS = _rows()

SHORTEST = 15
"""No token is shorter that has neither a colon nor a slash in it."""
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.~\-]{14,}")
_JOINT = re.compile(r"[_.~\-](?=[A-Za-z0-9])")
_TRIES = 16
"""So many beginnings of tokens are looked at within one word; more are no name with a token behind it."""
_BASE64_ON = re.compile(r"[A-Za-z0-9+/=_,\-]*")
_SHAPED = (
    r"(?<![\w:])(?:bot)?(\d{8,10}:AA[A-Za-z0-9_\-]{33})(?![\w\-])"
    r"|(?<![\w/])(1//0[A-Za-z0-9_\-]{30,})"
    r"|(?:hooks\.slack\.com/(?:services|workflows|triggers)/|discord(?:app)?\.com/api/webhooks/\d{10,20}/"
    r"|[\w.\-]{0,40}webhook\.office\.com/webhookb2/|hooks\.zapier\.com/hooks/catch/|hook[\w.]{0,12}"
    r"\.make\.com/"
    r"|open\.(?:feishu|larksuite)\.c(?:n|om)/open-apis/bot/v2/hook/|maker\.ifttt\.com/[\w/]{1,60}/with/key/)"
    r"([A-Za-z0-9_\-/@.]{8,})"
)
_SHAPED_KINDS = ("telegram-token", "google-token", "webhook")
_INSIDE = re.compile(
    r"(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk_live_|rk_live_|sk-ant-api|sk-proj-|npm_|dckr_pat_|hvs\.)[\w\-]{16,}"
    r"|access_token\$(?:production|sandbox)\$[0-9a-z]{10,20}\$[0-9a-f]{32}|(?<!\w)pk_\d{6,9}_[A-Z0-9]{32}(?!\w)"
    r"|AAAA[\w\-]{7}:APA91b[\w\-]{60,}|(?<![\w-])[0-9a-f]{36}NRAL(?!\w)"
)
"""Tokens that nothing parts from the word before them, or that hold a sign which parts words elsewhere."""
_FILE_ENDINGS = (
    ".py",
    ".js",
    ".ts",
    ".go",
    ".rs",
    ".md",
    ".txt",
    ".json",
    ".yml",
    ".yaml",
    ".toml",
    ".com",
    ".io",
)


def vendor_tokens(text: str) -> "list[tuple[int, int, str]]":
    """Where tokens of known vendors stand, by prefix, by shape, or by the address of a webhook."""
    found = []
    for hit in _WORD.finditer(text):
        start = hit.start()
        if start and text[start - 1] == "\\" and text[start] in "nrt":
            start += 1  # the letter belongs to an escaped line end
        token = _known(text[start : hit.end()].rstrip(".~")) or _run_on(text, start)
        if not token:
            start, token = _joined_on(text, start, hit.end())
        if token:
            length, kind, run_on = token
            stop = start + length
            following = _BASE64_ON.match(text, stop) if run_on else None
            found.append((start, following.end() if following else stop, kind))
    for hit in _INSIDE.finditer(text) if any(sign in text for sign in ("_", "-", "hvs.", ":APA91b", "NRAL")) else ():
        token = _known(hit.group()) or (len(hit.group()), "token", False)
        if not judge.is_stand_in(hit.group()) and (
            hit.group()[:3] in ("pk_", "acc") or judge.looks_random(hit.group()[8:], 12)
        ):
            found.append((hit.start(), hit.start() + token[0], token[1]))
    gate = ":AA" in text or "1//0" in text or "hook" in text or "ifttt" in text
    for hit in re.finditer(_SHAPED, text) if gate else ():
        which = hit.lastindex or 1
        if not judge.is_stand_in(hit.group(which).replace("/", "")) and any(map(str.isdigit, hit.group(which))):
            found.append((*hit.span(which), _SHAPED_KINDS[which - 1]))
    return found


def _known(word: str) -> "tuple[int, str, bool] | None":
    """The length of the token a word starts with, its kind, and whether base64 signs may follow."""
    for prefix, least, manner, kind in _ROWS.get(word[:3], ()):
        if word.startswith(prefix):
            token = word if manner == "." or "." in prefix[:-1] else prefix + word[len(prefix) :].split(".")[0]
            if _tail_convinces(token[len(prefix) :], least, kind):
                return len(token), kind, manner == "+"
    return _shaped(word)


def _joined_on(text: str, start: int, end: int) -> "tuple[int, tuple[int, str, bool] | None]":
    """The same for a token that a sign of its own alphabet joins to a name before it: `agent-…`, `old_…`."""
    tries = 0
    for joint in _JOINT.finditer(text, start, end):
        at = joint.end()
        if text[at : at + 3] in _ROWS or text.startswith("eyJ", at):
            token = _known(text[at:end].rstrip(".~"))
            tries += 1
            if token or tries == _TRIES:
                return at, token
    return start, None


def _run_on(text: str, start: int) -> "tuple[int, str, bool] | None":
    """The same for a token that holds base64 signs from early on, which cut its first word short."""
    for prefix, least, manner, kind in _ROWS.get(text[start : start + 3], ()):
        if manner == "+" and text.startswith(prefix, start):
            following = _BASE64_ON.match(text, start + len(prefix))
            tail = following.group() if following else ""
            if len(tail) >= least and judge.looks_random(tail, 12):
                return len(prefix) + len(tail), kind, False
    return None


def _tail_convinces(tail: str, least: int, kind: str) -> bool:
    """Whether what follows a prefix is generated, and not a stand-in or a word."""
    if kind == "aws-key-id":
        return len(tail) == least and tail.upper() == tail and tail.isalnum() and not tail.endswith("EXAMPLE")
    if len(tail) < least or judge.is_stand_in(tail) or tail.endswith(_FILE_ENDINGS):
        return False
    bare = tail.replace("-", "").replace("_", "").replace(".", "")
    return len(set(bare[:80])) >= min(9, least // 2) and (judge.looks_random(tail, min(least, 12)) or _one_case(tail))


def _one_case(tail: str) -> bool:
    """Whether a tail in a single case carries digits all over, as hexadecimal and base32 tails do."""
    sample = tail[:80].lower()
    digits, vowels = sum(map(str.isdigit, sample)), sum(map(sample.count, "aeiou"))
    return (
        tail.replace("-", "").replace("_", "").isalnum()
        and judge.wordiness(sample) < 0.5
        and (digits >= 3 or (digits > 0 and vowels * 4 < len(sample)))
    )


def _shaped(word: str) -> "tuple[int, str, bool] | None":
    """Tokens without a prefix of their own, told by their parts: JWT, Discord, Twilio, Azure, Mailchimp."""
    if len(word) < 34 and word.replace("_", "").isalpha():
        return None
    parts = word.split(".")
    if word.startswith("eyJ") and len(parts) >= 2 and len(parts[0]) >= 12 and parts[1][:3] in ("eyJ", "e30", "eyA"):
        length = len(".".join(parts[: 5 if len(parts) >= 5 else 3]))
        return (length, "jwt", False) if len(word) >= 36 and "..." not in word else None
    if len(parts) == 3 and word[0] in "MNO" and 22 <= len(parts[0]) <= 30 and len(parts[1]) == 6:
        return (len(word), "discord-token", False) if len(parts[2]) >= 27 else None
    if len(word) == 34 and word.startswith("SK") and judge.is_hex(word[2:]) and judge.looks_random(word[2:]):
        return len(word), "twilio-key", False
    if len(word) >= 36 and word[4:6] == "Q~" and word[3].isdigit():
        return len(word), "azure-secret", False
    head, _, region = word.partition("-us")
    if len(head) == 32 and judge.is_hex(head) and region.isdigit():
        return len(word), "mailchimp-key", False
    if ".atlasv1." in word:
        return len(word), "terraform-token", False
    return (len(word), "onepassword-key", False) if _account_key(word) else None


def _account_key(word: str) -> bool:
    """Whether the word has the shape of a 1Password account key: A3 and groups of capitals and digits."""
    groups = word.split("-")
    return word.startswith("A3-") and len(groups) >= 5 and word == word.upper() and any(map(str.isdigit, word[3:]))
