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
    is_usual: bool = True
    """Is it listed for a client that did not ask for all tools?"""
    usual_arguments: "tuple[str, ...]" = ()
    """The arguments that such a client is shown; empty for all. A call may always have the others."""
    takes_long: bool = False
    """Can it take longer than other calls should wait?"""
    destructive: bool = False
    """Can it remove or replace what is stored?"""
    idempotent: bool = False
    """Does a second call with the same arguments change nothing more?"""

    def as_document(self, *, in_full: bool = True) -> "dict[str, Any]":
        """The tool as MCP lists it: exactly what is sent. What is left out costs the model no tokens."""
        only_reads = self.right in (READ, AUDIT)
        hints = {
            "title": self.title,
            "readOnlyHint": only_reads,
            "destructiveHint": self.destructive,
            "idempotentHint": self.idempotent or only_reads,
            "openWorldHint": False,
        }
        fields = {"name": self.name, "title": self.title, "description": self.description}
        schema = self.input_schema if in_full or not self.usual_arguments else self._usual_schema()
        return {**fields, "inputSchema": schema, "annotations": hints}

    def _usual_schema(self) -> "dict[str, Any]":
        """The schema with the usual arguments, and without limits, which every call is checked against anyway."""
        limits = ("minLength", "maxLength", "minimum", "maximum", "default")
        properties = {
            name: {key: value for key, value in self.input_schema["properties"][name].items() if key not in limits}
            for name in self.usual_arguments
        }
        required = self.input_schema.get("required")
        return {"type": "object", "properties": properties, **({"required": required} if required else {})}

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
