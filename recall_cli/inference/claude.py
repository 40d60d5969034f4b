"""One request to Claude. Only this module imports anthropic, and only from here does anything leave the machine."""

import os
import time

from recall_cli.child_process import INSIDE_VARIABLE
from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record
from recall_cli.import_finder import load_site

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FOLDER = os.path.dirname(__file__)
MAX_RETRIES = 2
"""Retries by the SDK after a rate limit, an overload, a server error or a lost connection."""
ADDRESS_VARIABLE = "ANTHROPIC_BASE_URL"
"""The variable from which the library reads another address of the API."""
FIRST_GENERATION_WITH_EFFORT = 5
"""The generation is the first number in the name of a model, such as claude-haiku-5-5."""
MAX_ANSWER_TOKENS = 8_000
"""Five memories take about 1,000 tokens; the rest is room for a model that thinks first."""

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
    """The model's answer, the reason why it stopped, and the tokens used."""

    text: str
    stop: str
    tokens_in: int
    tokens_out: int


class Deadline:
    """A time limit for everything that one request does."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def remaining(self) -> float:
        """The remaining seconds; ModelFailed if the time is over."""
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise ModelFailed("timeout", billed=False)
        return seconds


def read_prompt(name: str) -> str:
    """The text of a prompt file."""
    with open(os.path.join(FOLDER, "prompts", name + ".md"), encoding="utf-8") as file:
        return file.read()


def knows_effort(model: str) -> bool:
    """Can this model be told how much to think? Those before generation 5 cannot, and refuse the request."""
    import re

    generation = re.search(r"\d+", model)
    return generation is not None and int(generation[0]) >= FIRST_GENERATION_WITH_EFFORT


def find_api_key(environment: "Mapping[str, str]", command: str, deadline: Deadline) -> str:
    """The user's key: from the environment, or printed by the user's command. It is held in memory only."""
    key = environment.get("ANTHROPIC_API_KEY", "").strip() or (_run_key_command(command, deadline) if command else "")
    if not key:
        raise ModelFailed("no key", "set ANTHROPIC_API_KEY, or claude.key_command to a command that prints it")
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise ModelFailed("the key is malformed")
    return key


def _run_key_command(command: str, deadline: Deadline) -> str:
    import shlex
    import subprocess

    try:
        result = subprocess.run(  # noqa: S603 — the user's own command, from their own settings, without a shell
            shlex.split(command),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=deadline.remaining,
            check=False,
            env={**os.environ, INSIDE_VARIABLE: "1"},
        )
    except subprocess.TimeoutExpired:
        raise ModelFailed("claude.key_command took too long") from None
    except (OSError, ValueError):
        raise ModelFailed("claude.key_command cannot be run") from None
    if result.returncode:
        raise ModelFailed(f"claude.key_command ended with status {result.returncode}")
    return result.stdout.decode("utf-8", "replace").strip()


def send_request(*, key: str, base_url: str, deadline: Deadline, **request: "Any") -> ModelAnswer:
    """Send one request, and wait no longer than the deadline.

    The SDK limits each read but not the total time. So the request runs in a thread, which is abandoned when the time
    is over.
    """
    check_address(base_url, "claude.base_url")
    if not base_url:  # otherwise the library would read the variable itself, without this check
        base_url = os.environ.get(ADDRESS_VARIABLE, "").strip()
        check_address(base_url, ADDRESS_VARIABLE)
    load_site()
    try:
        import anthropic
    except ImportError:
        from recall_cli.optional_packages import missing_package

        raise ModelFailed(*missing_package("anthropic"), billed=False) from None
    import queue
    import threading

    client = anthropic.Anthropic(
        api_key=key,
        base_url=base_url or None,
        timeout=deadline.remaining,
        max_retries=MAX_RETRIES,
        open_telemetry=False,
    )
    results: queue.SimpleQueue[ModelAnswer | ModelFailed] = queue.SimpleQueue()

    def run_request() -> None:
        try:
            results.put(_read_message(client.messages.create(**request)))
        except Exception as error:
            results.put(_describe_failure(error))

    threading.Thread(target=run_request, daemon=True).start()
    try:
        result = results.get(timeout=deadline.remaining)
    except queue.Empty:
        result = ModelFailed("timeout")
    finally:
        _close_client(client)
    if isinstance(result, ModelFailed):
        raise result
    return result


def check_address(address: str, setting: str) -> None:
    """Raise ModelFailed unless an address is https. Only this machine itself may get a key unencrypted."""
    if not address:
        return
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        is_plain = parts.hostname is not None and address.isascii() and not set("\\#?@ \t\r\n").intersection(address)
        is_local = parts.hostname in ("localhost", "127.0.0.1", "::1")
        is_safe = is_plain and (parts.scheme == "https" or (parts.scheme == "http" and is_local)) and parts.port != 0
    except ValueError:  # not a valid address
        is_safe = False
    if not is_safe:
        raise ModelFailed(f"{setting} is not https", "http is allowed only for localhost", billed=False)


def _close_client(client: "Any") -> None:
    """Close the connection, so that an abandoned request does not go on."""
    from contextlib import suppress

    with suppress(Exception):  # the result no longer matters
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
    """The failure in recall's own words: messages of a server or library may repeat what was sent."""
    names = {kind.__name__ for kind in type(error).__mro__}
    if "APITimeoutError" in names:
        return ModelFailed("timeout")
    if "APIConnectionError" in names:
        never_sent = type(error.__cause__).__name__ in ("ConnectError", "ConnectTimeout")
        return ModelFailed("no connection", billed=not never_sent)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 300:
        return ModelFailed(_STATUS_REASONS.get(status, f"HTTP {status}"), billed=False)
    return ModelFailed("the answer is not from the API")
