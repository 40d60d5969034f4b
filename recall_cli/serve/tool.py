"""A tool that a model can call, and its result."""

from recall_cli.domain.record import Record
from recall_cli.serve.grant import AUDIT, READ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.serve.session import Session

    Handler = Callable[[Session, dict[str, Any]], "ToolResult"]


class Tool(Record):
    """A tool as a client lists it; every field is plain data."""

    name: str
    title: str
    description: str
    input_schema: "dict[str, Any]"
    right: str
    """The right that a caller needs."""
    handler: str
    """The function behind it, as MODULE.FUNCTION in `recall_cli.serve.tools`; loaded at the first call."""
    takes_long: bool = False
    """Can it take longer than other calls should wait?"""
    destructive: bool = False
    """Can it remove or replace what is stored?"""
    idempotent: bool = False
    """Does a second call with the same arguments change nothing more?"""

    def as_document(self) -> "dict[str, Any]":
        """The tool as MCP lists it: exactly what is sent."""
        only_reads = self.right in (READ, AUDIT)
        hints = {
            "title": self.title,
            "readOnlyHint": only_reads,
            "destructiveHint": self.destructive,
            "idempotentHint": self.idempotent or only_reads,
            "openWorldHint": False,
        }
        fields = {"name": self.name, "title": self.title, "description": self.description}
        return {**fields, "inputSchema": self.input_schema, "annotations": hints}

    def load_handler(self) -> "Handler":
        """The function that runs the tool."""
        module, _, function = self.handler.partition(".")
        loaded = __import__(f"recall_cli.serve.tools.{module}", fromlist=[function])
        handler: Handler = getattr(loaded, function)
        return handler


class ToolResult(Record):
    """The result of a call: text for the model."""

    text: str
    is_error: bool = False
    error_code: str = ""
    log: str = ""
    """Details of an unexpected error, for the server's log alone."""
    after: "Callable[[], None] | None" = None
    """Runs when the answer has been sent, for example to count the uses of memories."""


class CallCancelled(Exception):
    """The caller has cancelled the call; its work was rolled back."""
