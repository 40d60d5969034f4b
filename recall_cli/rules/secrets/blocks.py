"""Key blocks in armour, and the long public material that is to be left alone.

`private_blocks` finds PEM, OpenSSH, PGP and PuTTY private keys, whole or cut off. `without_public`
blanks certificates, public keys, images and integrity digests, so that no later finder sees them.
"""

import re

FILLER = "\x00"
_BEGIN = "-----BEGIN "
_END = "-----END "
_LEAST_BODY = 24  # fewer characters behind the BEGIN line: the header is only being talked about
_SSH2 = r"(?<!-)---- BEGIN SSH2 [A-Z ]{0,20}PRIVATE KEY ----[^-]{24,}(?:---- END [A-Z0-9 ]{1,40} ----)?"
_XML_PART = r"<(?:D|P|Q|DP|DQ|InverseQ)>\s{0,20}([A-Za-z0-9+/=\s]{40,8000})</"
_PUTTY = r"Private-Lines: \d+(?:\r?\n|\\n)((?:[A-Za-z0-9+/=]{1,80}(?:\r?\n|\\n|$))+)"
_BODY = re.compile(r"(?:[A-Za-z0-9+/=\s>|*#-]|\\[nrt]|[A-Za-z0-9-]{2,24}: ?[^\n\\]{0,80})*")
_PUBLIC = (
    r"data:(?:image|font|audio|video|application/(?:pdf|wasm|font))[\w/+.;=-]{0,60};base64,[A-Za-z0-9+/=%]+"
    r"|vault:v\d{1,3}:[A-Za-z0-9+/=]{16,}"
    r"|sha(?:1|256|384|512)[-:][A-Za-z0-9+/=]{20,}|(?:SHA256|h1|zh):[A-Za-z0-9+/=]{40,}"
    r"|(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-[a-z0-9-]{4,30}@openssh\.com)"
    r"\s{1,3}AAAA[A-Za-z0-9+/=]+"
    r"|arn:aws[\w-]{0,12}:[\w-]{0,30}:[\w-]{0,20}:\d{0,12}:[^\s\"'`<>]{1,200}"
    r"|\[secret: [a-z0-9-]{1,40}\]"
)


def private_blocks(text: str) -> "list[tuple[int, int, str]]":
    """Where private key blocks stand, from the BEGIN line to the END line or to where the body breaks off."""
    found: list[tuple[int, int, str]] = []
    for start, end, label in _armoured(text):
        if _is_private(label) and end - start > len(_BEGIN) + len(label) + _LEAST_BODY:
            found.append((start, end, "pgp-private-key" if "PGP" in label else "private-key"))
    if "---- BEGIN SSH2" in text:
        found += [(*hit.span(), "private-key") for hit in re.finditer(_SSH2, text)]
    if "<RSAKeyValue" in text:
        found += [(*hit.span(1), "private-key") for hit in re.finditer(_XML_PART, text)]
    if "Private-Lines" in text:
        for hit in re.finditer(_PUTTY, text):
            body = hit.group(1).removesuffix("\\n").rstrip("\r\n")
            found.append((hit.start(1), hit.start(1) + len(body), "private-key"))
    return found


def _is_private(label: str) -> bool:
    """Whether a BEGIN line announces something that must stay secret."""
    return "PRIVATE" in label or "Static key" in label


def without_public(text: str) -> str:
    """The text with public material and our own placeholders blanked, every other character in its place."""
    spans = []
    if (
        "base64," in text
        or "AAAA" in text
        or "sha" in text
        or "vault:v" in text
        or "SHA256:" in text
        or "h1:" in text
        or "arn:" in text
        or "[secret: " in text
    ):
        spans = [hit.span() for hit in re.finditer(_PUBLIC, text)]
    spans += [(start, end) for start, end, label in _armoured(text) if not _is_private(label)]
    return blanked(text, sorted(spans))


def blanked(text: str, spans: "list[tuple[int, int]]") -> str:
    """The text with some spans blanked, from left to right, and every other character in its place."""
    pieces, at = [], 0
    for start, end in spans:
        if start >= at:
            pieces += [text[at:start], FILLER * (end - start)]
            at = end
    return "".join([*pieces, text[at:]]) if pieces else text


def _armoured(text: str) -> "list[tuple[int, int, str]]":
    """Every armoured block: start, end, and the label of its BEGIN line."""
    found, at = [], text.find(_BEGIN)
    while at >= 0:
        label_end = text.find("-----", at + len(_BEGIN), at + 80)
        if label_end < 0:
            at = text.find(_BEGIN, at + 1)
            continue
        label = text[at + len(_BEGIN) : label_end]
        end = _block_end(text, label_end + 5, label)
        found.append((at, end, label))
        at = text.find(_BEGIN, end)
    return found


def _block_end(text: str, at: int, label: str) -> int:
    """Where a block ends: behind its END line, or where the body of a truncated block stops."""
    following = text.find(_BEGIN, at)
    body = _BODY.match(text, at, following if following >= 0 else len(text))
    stop = body.end() if body else at
    footer = f"{_END}{label}-----"
    close = text.find(footer, at, stop + len(footer))
    return close + len(footer) if close >= 0 else _tight(text, at, stop)


def _tight(text: str, at: int, stop: int) -> int:
    """The end of the last line of a truncated body that still looks like key material."""
    end = at
    for line in text[at:stop].replace("\\n", "\n ").splitlines(keepends=True):
        bare = line.strip().strip(">|* ")
        if bare and " " in bare and ": " not in bare:
            words = bare.split()
            return end + line.find(words[0]) + len(words[0]) if len(words[0]) > 30 else end
        end += len(line)
    return at + len(text[at:end].rstrip())
