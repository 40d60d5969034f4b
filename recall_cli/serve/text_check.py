"""The check of every text that a server sends to models, before it accepts anything (tool poisoning)."""

from recall_cli.domain.errors import RecallError
from recall_cli.rules.injection.tool_texts import poison_reason
from recall_cli.serve import catalogue, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any


_PROTOCOL_WORDS = frozenset(
    """name title description inputSchema annotations type properties required items object additionalProperties
    readOnlyHint destructiveHint idempotentHint openWorldHint text/plain mimeType arguments minLength maxLength
    minItems maxItems maxProperties minimum maximum""".split()
)
"""Words of the protocols, which are no text of ours."""


class PoisonedText(RecallError):
    """A text of the server is poisoned, and it does not start."""

    code = "poisoned_text"


def check_texts(extra: "Mapping[str, Any] | None" = None) -> int:
    """Check every text that is sent, and those of `extra` by name; returns how many. PoisonedText names the first."""
    names = [tool.name for tool in catalogue.TOOLS]
    checked: set[str] = set()
    for where, text in sent_texts(extra):
        if text in checked:
            continue
        reason = poison_reason(text, names)
        if reason is not None:
            raise PoisonedText(
                f"the text of {where} contains {reason}, and the server does not start", "reinstall recall"
            )
        checked.add(text)
    return len(checked)


def sent_texts(extra: "Mapping[str, Any] | None" = None) -> "Iterator[tuple[str, str]]":
    """Every text with its place, from the documents that are sent. Addresses of resources must be our own."""
    for tool in catalogue.TOOLS:
        yield from _texts_in(f"tool {tool.name}", tool.as_document())
    for prompt in texts.PROMPTS:
        yield from _texts_in(f"prompt {prompt['name']}", prompt)
    for resource in texts.RESOURCES:
        document = {**resource}
        address = document.pop("uriTemplate", None) or document.pop("uri")
        scheme, _, path = address.partition("://")
        if scheme != "recall" or not path.replace("/{id}", "").isalpha():
            raise PoisonedText(f"the address of resource {resource['name']} is foreign, and the server does not start")
        yield from _texts_in(f"resource {resource['name']}", document)
    yield "the instructions", texts.INSTRUCTIONS
    yield from _texts_in("the server", texts.SERVER)
    for name, value in (extra or {}).items():
        yield from _texts_in(name, value)


def _texts_in(where: str, value: "Any") -> "Iterator[tuple[str, str]]":
    """Every text in a value, names of fields included."""
    if isinstance(value, str):
        if value not in _PROTOCOL_WORDS:
            yield where, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name not in _PROTOCOL_WORDS:
                yield f"{where}, a name", str(name)
            yield from _texts_in(f"{where}, {name}", inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts_in(where, inner)
