"""Claude, asked once: the one place that imports anthropic, and the one from which anything leaves the machine."""

import os
import time

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record
from recall_cli.finder import whole
from recall_cli.settings import INSIDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

HERE = os.path.dirname(__file__)
RETRIES = 2
"""How often the SDK tries again what may pass: a rate limit, an overload, an error of the server, a lost connection."""
ADDRESS = "ANTHROPIC_BASE_URL"
"""The variable from which the library takes another address of the API."""
MAX_TOKENS = 8_000
"""Five memories are about 1,000 tokens; the rest is room for a model that thinks first."""

_SHORT = {
    400: "the request was not accepted (400)",
    401: "the key was not accepted (401)",
    402: "the account has no credit (402)",
    403: "the key may not do this (403)",
    404: "there is no such model (404)",
    413: "the text is too long (413)",
    429: "rate limit (429)",
    529: "overloaded (529)",
}


class Answer(Record):
    """What the model said, why it stopped, and what that took."""

    text: str
    stop: str
    tokens_in: int
    tokens_out: int


class Deadline:
    """A moment that nothing here waits beyond."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left; where there are none, the model has failed."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise ModelFailed("timeout", billed=False)
        return left


def prompt(name: str) -> str:
    """A prompt, as it stands in its file."""
    with open(os.path.join(HERE, "prompts", name + ".md"), encoding="utf-8") as file:
        return file.read()


def key(environment: "Mapping[str, str]", command: str, deadline: Deadline) -> str:
    """The user's key: from the environment, else what his command prints. It is held in memory alone."""
    found = environment.get("ANTHROPIC_API_KEY", "").strip() or (_printed(command, deadline) if command else "")
    if not found:
        raise ModelFailed("no key", "set ANTHROPIC_API_KEY, or claude.key_command to a command that prints it")
    if not (found.isascii() and found.isprintable() and " " not in found):
        raise ModelFailed("the key is malformed")
    return found


def _printed(command: str, deadline: Deadline) -> str:
    import shlex
    import subprocess

    try:
        ran = subprocess.run(  # noqa: S603 — the user's own command, from his own settings, without a shell
            shlex.split(command), stdin=subprocess.DEVNULL, capture_output=True, timeout=deadline.left, check=False,
            env={**os.environ, INSIDE: "1"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise ModelFailed("claude.key_command took too long") from None
    except (OSError, ValueError):
        raise ModelFailed("claude.key_command cannot be run") from None
    if ran.returncode:
        raise ModelFailed(f"claude.key_command ended with status {ran.returncode}")
    return ran.stdout.decode("utf-8", "replace").strip()


def ask(*, key: str, base_url: str, deadline: Deadline, **request: "Any") -> Answer:
    """Put one request, and wait no longer than the deadline.

    The SDK bounds each read, not the whole; so it is asked in a thread that is left behind when the time is over.
    """
    check_address(base_url, "claude.base_url")
    if not base_url:  # the library would take it from there by itself, whatever it says
        base_url = os.environ.get(ADDRESS, "").strip()
        check_address(base_url, ADDRESS)
    whole()
    try:
        import anthropic
    except ImportError:
        raise ModelFailed("the package anthropic is not installed", billed=False) from None
    import queue
    import threading

    client = anthropic.Anthropic(
        api_key=key, base_url=base_url or None, timeout=deadline.left, max_retries=RETRIES, open_telemetry=False
    )
    said: queue.SimpleQueue[Answer | ModelFailed] = queue.SimpleQueue()

    def put() -> None:
        try:
            said.put(_read(client.messages.create(**request)))
        except Exception as error:
            said.put(_failure(error))

    threading.Thread(target=put, daemon=True).start()
    try:
        found = said.get(timeout=deadline.left)
    except queue.Empty:
        found = ModelFailed("timeout")
    finally:
        _close(client)
    if isinstance(found, ModelFailed):
        raise found
    return found


def check_address(address: str, what: str) -> None:
    """Raise ModelFailed unless an address is https: only to this machine itself is a key sent unencrypted."""
    if not address:
        return
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        plain = parts.hostname is not None and address.isascii() and not set("\\#?@ \t\r\n").intersection(address)
        near = parts.hostname in ("localhost", "127.0.0.1", "::1")
        sound = plain and (parts.scheme == "https" or (parts.scheme == "http" and near)) and parts.port != 0
    except ValueError:  # no address at all
        sound = False
    if not sound:
        raise ModelFailed(f"{what} is not https", "only for localhost may it be http", billed=False)


def _close(client: "Any") -> None:
    """Let go of the connection, so that a call that was given up does not go on."""
    from contextlib import suppress

    with suppress(Exception):  # there is nothing left to lose
        client.close()


def _read(message: "Any") -> Answer:
    usage = message.usage
    cached = (usage.cache_creation_input_tokens or 0) + (usage.cache_read_input_tokens or 0)
    return Answer(
        text="".join(block.text for block in message.content if block.type == "text"),
        stop=str(message.stop_reason),
        tokens_in=int(usage.input_tokens) + cached,
        tokens_out=int(usage.output_tokens),
    )


def _failure(error: Exception) -> ModelFailed:
    """A failure in words of our own: what a server or a library says may repeat what it was sent."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if "APITimeoutError" in names:
        return ModelFailed("timeout")
    if "APIConnectionError" in names:
        unheard = type(error.__cause__).__name__ in ("ConnectError", "ConnectTimeout")
        return ModelFailed("no connection", billed=not unheard)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 300:
        return ModelFailed(_SHORT.get(status, f"HTTP {status}"), billed=False)
    return ModelFailed("the answer is none of the API's")
