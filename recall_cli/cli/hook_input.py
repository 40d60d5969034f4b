"""Reads an agent's message from standard input, and ends a hook at once if there is certainly nothing to say."""

import os
import sys

MAX_MESSAGE_BYTES = 4_000_000
"""A longer message cannot be about an event."""
MAX_INPUT_SILENCE_SECONDS = 1.0
"""Seconds without input after which a message counts as complete: some agents never close the pipe."""


def ends_at_once(argv: "list[str]") -> bool:
    """Whether this call is the hook of a tool, and no memory bears on what the tool does.

    If the store has to be asked, the message is put back, so that the hook can read it again.
    """
    options = dict(zip(argv[2::2], argv[3::2], strict=False))
    if len(argv) != 2 + 2 * len(options) or argv[0] != "hook" or not options.keys() <= {"--agent", "--db"}:
        return False
    agent, store = options.get("--agent"), options.get("--db")
    if not agent or store == "" or argv[1] not in GATED_EVENTS:
        return False
    if any(name in os.environ for name in SPECIAL_VARIABLES):
        return False
    if argv[1] == "prompt" and _runs_in_shared_process():
        return False  # the window may have closed by the end of the turn, so its switches are looked up now
    from recall_cli.flows.at_action import action_gate

    raw = read_standard_input()
    try:
        environment = os.environ if store is None else {**os.environ, "RECALL_DB": store}
        if action_gate.is_silent(raw, argv[1], agent, environment):
            return True
    except Exception:  # noqa: S110 — whatever is wrong with the message is reported by the hook itself
        pass
    import io

    sys.stdin = io.TextIOWrapper(io.BytesIO(raw))
    return False


def _runs_in_shared_process() -> bool:
    from recall_cli.agents.shared_process import is_shared_process_above

    return is_shared_process_above()


GATED_EVENTS = ("tool-start", "tool-end", "tool-failed", "prompt")
"""The events whose hooks mostly have nothing to say."""
SPECIAL_VARIABLES = ("RECALL_INSIDE", "RECALL_HOOK_CHECK", "RECALL_DEBUG")
"""With one of these, a hook does something else than answer."""


def read_standard_input() -> bytes:
    """All of standard input, which may be endless, silent or missing. At a terminal it is not read."""
    if sys.stdin is None:
        return b""
    try:
        file = sys.stdin.fileno()
    except (OSError, ValueError):  # not a real file
        return sys.stdin.buffer.read()
    if os.isatty(file):
        return b"{}"
    parts, size = [], 0
    while part := _read_part(file):
        size += len(part)
        if size <= MAX_MESSAGE_BYTES:
            parts.append(part)
        elif size - len(part) <= MAX_MESSAGE_BYTES:
            parts.append(part)  # more than the limit, so that the parser refuses it
        elif size > 64 * MAX_MESSAGE_BYTES:
            break
    return b"".join(parts)


def _read_part(file: int) -> bytes:
    """The next part of the input; empty at the end of input or after a silence."""
    try:
        os.set_blocking(file, False)
        try:
            return os.read(file, 1 << 16)  # usually the input and its end are there already: no need for select
        finally:
            os.set_blocking(file, True)
    except BlockingIOError:
        pass
    import select

    return os.read(file, 1 << 16) if select.select([file], [], [], MAX_INPUT_SILENCE_SECONDS)[0] else b""
