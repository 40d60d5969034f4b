"""Put the page together: one HTML document with its style, its script and its data, which loads nothing from anywhere.

The content security policy names the hashes of the one style and the one script, so nothing else on the page can run.
"""

import os

from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.json_text import dumps_utf8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCRIPTS = tuple(
    """text memories belief filters virtual_list timeline beliefs detail contested questions sessions log actions
    start""".split()
)
"""The parts of the script, in their order."""
_DATA_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""Signs that could end the data's element, or a line in it; inside JSON they only stand in texts."""


class PageText:
    """The page without its data: the document, and its content security policy."""

    def __init__(self, *, live: bool = False, signs_out: bool = False) -> None:
        parts = "\n".join(_read_part(f"{name}.js") for name in SCRIPTS)
        style, script = _read_part("page.css"), f'(() => {{\n"use strict";\n{parts}}})();\n'
        connect = "connect-src 'self'; " if live else ""
        forms = "'self'" if signs_out else "'none'"
        self.policy = (
            f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; {connect}"
            f"img-src data:; base-uri 'none'; form-action {forms}"
        )
        self._fixed = {"{{policy}}": self.policy, "{{style}}": style, "{{script}}": script}

    def with_data(self, data: "dict[str, Any]") -> bytes:
        """The whole document, as UTF-8."""
        pieces = []
        rest = _read_part("page.html")
        for mark in ("{{policy}}", "{{style}}", "{{data}}", "{{script}}"):
            before, _, rest = rest.partition(mark)
            pieces += [before, self._fixed[mark] if mark in self._fixed else safe_json(data)]
        return "".join([*pieces, rest]).encode("utf-8", "replace")


def sign_in_page(message: str) -> "tuple[bytes, str]":
    """The page that asks for a token, and its content security policy."""
    from html import escape

    style = _read_part("page.css")
    text = _read_part("sign_in.html").replace("{{style}}", style).replace("{{message}}", escape(message))
    policy = f"default-src 'none'; style-src '{_hash(style)}'; img-src data:; base-uri 'none'; form-action 'self'"
    return text.encode(), policy


def safe_json(document: "Any") -> str:
    """JSON that can stand inside a script element: no text in it can end the element."""
    text = dumps_utf8(document)
    for sign, escape in _DATA_ESCAPES.items():
        text = text.replace(sign, escape)
    return text


def check_target(path: str, *, force: bool) -> None:
    """UsageError if a file cannot be written at this path, or would be replaced."""
    if os.path.isdir(path):
        raise UsageError(f"{path} is a folder", f"name a file, e.g. {os.path.join(path, 'memories.html')}")
    if os.path.lexists(path) and not force:
        raise UsageError(f"{path} already exists", "--force replaces it")


def write_private_file(path: str, content: bytes, *, force: bool) -> None:
    """Write a file that only its owner can read; it appears when it is complete."""
    from recall_cli.atomic_file import replace_file

    check_target(path, force=force)
    try:
        replace_file(os.path.realpath(path), [content])
    except OSError as error:
        raise RecallError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error


def _read_part(name: str) -> str:
    import recall_cli

    path = os.path.join(os.path.dirname(str(recall_cli.__file__)), "page", name)
    with open(path, encoding="utf-8") as file:
        return file.read()


def _hash(text: str) -> str:
    """The hash of an inline script or style, as a policy names it."""
    from binascii import b2a_base64
    from hashlib import sha256

    return "sha256-" + b2a_base64(sha256(text.encode()).digest(), newline=False).decode()
