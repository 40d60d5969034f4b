"""Armored key blocks, and long public material that must stay unmasked.

`find_private_keys` finds PEM, OpenSSH, PGP and PuTTY private keys, complete or truncated. `blank_public_material`
blanks certificates, public keys, images and integrity digests, so that no later finder sees them.
"""

from recall_cli.language.patterns import compile_pattern
from recall_cli.rules.secrets.forms import PRIVATE_KEYS, find_forms

BLANK = "\x00"
_PUBLISHABLE_PREFIXES = ("pk_live_", "pk_test_", "phc_", "pk.eyJ", "FLWPUBK", "sb_publishable_")
"""The prefixes of keys that their vendor asks to publish: they stand in every web page that uses the service."""
_BEGIN_MARK = "-----BEGIN "
_END_MARK = "-----END "
_MIN_BODY_LENGTH = 24  # with fewer characters after the BEGIN line, the header is only mentioned
_BLOCK_BODY = compile_pattern(r"(?:[A-Za-z0-9+/=\s>|*#-]|\\[nrt]|[A-Za-z0-9-]{2,24}: ?[^\n\\]{0,80})*")
_PUBLIC_MATERIAL = compile_pattern(
    r"data:(?:image|font|audio|video|application/(?:pdf|wasm|font))[\w/+.;=-]{0,60};base64,[A-Za-z0-9+/=%]+"
    r"|vault:v\d{1,3}:[A-Za-z0-9+/=]{16,}"
    r"|sha(?:1|256|384|512)[-:][A-Za-z0-9+/=]{20,}|(?:SHA256|h1|zh):[A-Za-z0-9+/=]{40,}"
    r"|(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-[a-z0-9-]{4,30}@openssh\.com)"
    r"\s{1,3}AAAA[A-Za-z0-9+/=]+"
    r"|arn:aws[\w-]{0,12}:[\w-]{0,30}:[\w-]{0,20}:\d{0,12}:[^\s\"'`<>]{1,200}"
    r"|\[secret: [a-z0-9-]{1,40}\]"
    r"|(?<=://)[0-9a-f]{32}(?=@[\w.-]{4,80}/\d{1,20}(?!\w))"  # the public key in the address of an error tracker
    rf"|(?<![\w-])(?:{'|'.join(_PUBLISHABLE_PREFIXES).replace('.', '[.]')})[\w.-]{{8,}}"
)
_PUBLIC_SIGNS = (*"base64, AAAA sha vault:v SHA256: h1: arn: ://".split(), "[secret: ", *_PUBLISHABLE_PREFIXES)


def find_private_keys(text: str) -> "list[tuple[int, int, str]]":
    """The positions of private key blocks, from the BEGIN line to the END line or to the end of a truncated body."""
    keys: list[tuple[int, int, str]] = []
    for start, end, label in _find_armored_blocks(text):
        if _is_private_label(label) and end - start > len(_BEGIN_MARK) + len(label) + _MIN_BODY_LENGTH:
            keys.append((start, end, "pgp-private-key" if "PGP" in label else "private-key"))
    return [*keys, *find_forms(PRIVATE_KEYS, text, text.lower())]


def _is_private_label(label: str) -> bool:
    """Whether a BEGIN line announces secret material."""
    return "PRIVATE" in label or "Static key" in label


def blank_public_material(text: str) -> str:
    """The text with public material and recall's own placeholders blanked. All other characters keep their
    positions.
    """
    spans = []
    if any(sign in text for sign in _PUBLIC_SIGNS):
        spans = [match.span() for match in _PUBLIC_MATERIAL.finditer(text)]
    spans += [(start, end) for start, end, label in _find_armored_blocks(text) if not _is_private_label(label)]
    return blank_spans(text, sorted(spans))


def blank_spans(text: str, spans: "list[tuple[int, int]]") -> str:
    """The text with some spans blanked. All other characters keep their positions."""
    pieces, at = [], 0
    for start, end in spans:
        if start >= at:
            pieces += [text[at:start], BLANK * (end - start)]
            at = end
    return "".join([*pieces, text[at:]]) if pieces else text


def _find_armored_blocks(text: str) -> "list[tuple[int, int, str]]":
    """Every armored block: start, end, and the label of its BEGIN line."""
    blocks, at = [], text.find(_BEGIN_MARK)
    while at >= 0:
        label_end = text.find("-----", at + len(_BEGIN_MARK), at + 80)
        if label_end < 0:
            at = text.find(_BEGIN_MARK, at + 1)
            continue
        label = text[at + len(_BEGIN_MARK) : label_end]
        end = _find_block_end(text, label_end + 5, label)
        blocks.append((at, end, label))
        at = text.find(_BEGIN_MARK, end)
    return blocks


def _find_block_end(text: str, at: int, label: str) -> int:
    """The end of a block: after its END line, or at the end of a truncated body."""
    following = text.find(_BEGIN_MARK, at)
    body = _BLOCK_BODY.match(text, at, following if following >= 0 else len(text))
    stop = body.end() if body else at
    footer = f"{_END_MARK}{label}-----"
    close = text.find(footer, at, stop + len(footer))
    return close + len(footer) if close >= 0 else _find_key_material_end(text, at, stop)


def _find_key_material_end(text: str, at: int, stop: int) -> int:
    """The end of the last line of a truncated body that still looks like key material."""
    end = at
    for line in text[at:stop].replace("\\n", "\n ").splitlines(keepends=True):
        bare = line.strip().strip(">|* ")
        if bare and " " in bare and ": " not in bare:
            words = bare.split()
            return end + line.find(words[0]) + len(words[0]) if len(words[0]) > 30 else end
        end += len(line)
    return at + len(text[at:end].rstrip())
