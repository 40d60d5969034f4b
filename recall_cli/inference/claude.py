"""Claude, asked once: the one place that imports anthropic, and the one from which anything leaves the machine."""

import os
import time

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record
from recall_cli.import_finder import load_site
from recall_cli.settings import INSIDE_VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FOLDER = os.path.dirname(__file__)
MAX_RETRIES = 2
"""How often the SDK tries again what may pass: a rate limit, an overload, an error of the server, a lost connection."""
ADDRESS_VARIABLE = "ANTHROPIC_BASE_URL"
"""The variable from which the library takes another address of the API."""
MAX_ANSWER_TOKENS = 8_000
"""Five memories are about 1,000 tokens; the rest is room for a model that thinks first."""

_STATUS_REASONS = {
    400: "the request was not accepted (400)",
    401: "the key was not accepted (401)",
    402: "the account has no credit (402)",
    403: "the key may not do this (403)",
    404: "there is no such model (404)",
    413: "the text is too long (413)",
    429: "rate limit (429)",
    529: "overloaded (529)",
}


class ModelAnswer(Record):
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


def read_prompt(name: str) -> str:
    """A prompt, as it stands in its file."""
    with open(os.path.join(FOLDER, "prompts", name + ".md"), encoding="utf-8") as file:
        return file.read()


def find_api_key(environment: "Mapping[str, str]", command: str, deadline: Deadline) -> str:
    """The user's key: from the environment, else what his command prints. It is held in memory alone."""
    found = environment.get("ANTHROPIC_API_KEY", "").strip() or (_run_key_command(command, deadline) if command else "")
    if not found:
        raise ModelFailed("no key", "set ANTHROPIC_API_KEY, or claude.key_command to a command that prints it")
    if not (found.isascii() and found.isprintable() and " " not in found):
        raise ModelFailed("the key is malformed")
    return found


def _run_key_command(command: str, deadline: Deadline) -> str:
    import shlex
    import subprocess

    try:
        ran = subprocess.run(  # noqa: S603 — the user's own command, from his own settings, without a shell
            shlex.split(command), stdin=subprocess.DEVNULL, capture_output=True, timeout=deadline.left, check=False,
            env={**os.environ, INSIDE_VARIABLE: "1"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise ModelFailed("claude.key_command took too long") from None
    except (OSError, ValueError):
        raise ModelFailed("claude.key_command cannot be run") from None
    if ran.returncode:
        raise ModelFailed(f"claude.key_command ended with status {ran.returncode}")
    return ran.stdout.decode("utf-8", "replace").strip()


def send_request(*, key: str, base_url: str, deadline: Deadline, **request: "Any") -> ModelAnswer:
    """Put one request, and wait no longer than the deadline.

    The SDK bounds each read, not the whole; so it is asked in a thread that is left behind when the time is over.
    """
    check_address(base_url, "claude.base_url")
    if not base_url:  # the library would take it from there by itself, whatever it says
        base_url = os.environ.get(ADDRESS_VARIABLE, "").strip()
        check_address(base_url, ADDRESS_VARIABLE)
    load_site()
    try:
        import anthropic
    except ImportError:
        raise ModelFailed("the package anthropic is not installed", billed=False) from None
    import queue
    import threading

    client = anthropic.Anthropic(
        api_key=key, base_url=base_url or None, timeout=deadline.left, max_retries=MAX_RETRIES, open_telemetry=False
    )
    said: queue.SimpleQueue[ModelAnswer | ModelFailed] = queue.SimpleQueue()

    def put() -> None:
        try:
            said.put(_read_message(client.messages.create(**request)))
        except Exception as error:
            said.put(_describe_failure(error))

    threading.Thread(target=put, daemon=True).start()
    try:
        found = said.get(timeout=deadline.left)
    except queue.Empty:
        found = ModelFailed("timeout")
    finally:
        _close_client(client)
    if isinstance(found, ModelFailed):
        raise found
    return found


def check_address(address: str, setting: str) -> None:
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
        raise ModelFailed(f"{setting} is not https", "only for localhost may it be http", billed=False)


def _close_client(client: "Any") -> None:
    """Let go of the connection, so that a call that was given up does not go on."""
    from contextlib import suppress

    with suppress(Exception):  # there is nothing left to lose
        client.close()


def _read_message(message: "Any") -> ModelAnswer:
    usage = message.usage
    cached = (usage.cache_creation_input_tokens or 0) + (usage.cache_read_input_tokens or 0)
    return ModelAnswer(
        text="".join(block.text for block in message.content if block.type == "text"),
        stop=str(message.stop_reason),
        tokens_in=int(usage.input_tokens) + cached,
        tokens_out=int(usage.output_tokens),
    )


def _describe_failure(error: Exception) -> ModelFailed:
    """A failure in words of our own: what a server or a library says may repeat what it was sent."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if "APITimeoutError" in names:
        return ModelFailed("timeout")
    if "APIConnectionError" in names:
        unheard = type(error.__cause__).__name__ in ("ConnectError", "ConnectTimeout")
        return ModelFailed("no connection", billed=not unheard)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 300:
        return ModelFailed(_STATUS_REASONS.get(status, f"HTTP {status}"), billed=False)
    return ModelFailed("the answer is none of the API's")
