"""Every tool as plain data: what a client lists and a model reads. The handlers are loaded at the first call."""

from recall_cli.domain.memory import CLASSIFICATIONS, MEMORY_TYPES
from recall_cli.engines.tables.questions import ANSWERS, BOTH, REPLACED
from recall_cli.serve.grant import AUDIT, ERASE, READ, WRITE
from recall_cli.serve.tool import Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.serve.grant import Grant

MAX_TEXT_LETTERS = 1_000_000
"""The largest text of a call; a memory itself has the limit of the setting max_bytes."""
MAX_NAME_LETTERS = 200
MAX_IDS = 50


def _text(description: str, *, longest: int = MAX_NAME_LETTERS, choices: "tuple[str, ...]" = ()) -> "dict[str, Any]":
    if choices:
        return {"type": "string", "enum": list(choices), "description": description}
    return {"type": "string", "minLength": 1, "maxLength": longest, "description": description}


def _number(description: str, low: float, high: float, default: "float | None" = None) -> "dict[str, Any]":
    kind = "integer" if isinstance(low, int) and isinstance(high, int) and high > 1 else "number"
    more = {} if default is None else {"default": default}
    return {"type": kind, "minimum": low, "maximum": high, "description": description, **more}


def _flag(description: str, *, default: bool = False) -> "dict[str, Any]":
    return {"type": "boolean", "default": default, "description": description}


def _schema(required: "tuple[str, ...]" = (), **properties: "Any") -> "dict[str, Any]":
    more: dict[str, Any] = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **more, "additionalProperties": False}


_ID = _text("The id of a memory, or its last characters (4 or more).")
_IDS = {
    "type": "array",
    "items": {"type": "string", "minLength": 1, "maxLength": 64},
    "minItems": 1,
    "maxItems": MAX_IDS,
    "description": "Ids of memories, or their last characters (4 or more).",
}
_TYPE = _text("The kind of memory.", choices=MEMORY_TYPES)
_PROJECT = _text("The name of a project. Without it, the project that you work in.")
_PROJECT_OR_ALL = _text("The name of a project, or * for all. Without it, the project that you work in.")
_GLOBAL = _flag("Store it for all projects, such as a general preference of the user.")
_TOPIC = _text("A topic, in one or two words.")
_LIMIT = _number("Maximum number of results.", 1, 100, 10)
_FACT = {
    "entity": _text("Of a fact: the thing that it is about, such as api."),
    "attribute": _text("Of a fact: what is said of the thing, such as port."),
    "value": _text("Of a fact: the value, such as 8080. A new value ends the old one.", longest=2_000),
}
_WEIGHTS = {
    "importance": _number("How much it matters, 0 to 1.", 0, 1),
    "confidence": _number("How certain it is, 0 to 1.", 0, 1),
}
_VALIDITY = {
    "valid_from": _text("The date from which it holds, such as 2026-03-01."),
    "valid_until": _text("The last date on which it holds, such as 2026-03-01."),
}
_TAGS = {
    "type": "object",
    "maxProperties": 20,
    "additionalProperties": {"type": "string", "maxLength": MAX_NAME_LETTERS},
    "description": "Tags, as names with values.",
}
_QUESTION = _number("The number of the question.", 1, 10**12)
_CLASSIFICATION = _text("How sensitive it is.", choices=CLASSIFICATIONS)
_CLEARANCE = _text("Leave out what is more sensitive than this.", choices=CLASSIFICATIONS)

TOOLS = (
    Tool(
        name="store_memory",
        title="Store a memory",
        description=(
            "Keeps one thing for later sessions: a decision with its reason, a finding, a correction, a preference of "
            "the user, a fact, a procedure. One statement that can be understood alone, with the reason in it, works "
            "best. Secrets are masked. The text is safe immediately, and a worker reads it in the background; with "
            "wait, the answer shows what was kept and what was refused."
        ),
        input_schema=_schema(
            ("text",),
            text=_text("The statement, in a sentence or two.", longest=MAX_TEXT_LETTERS),
            type=_TYPE,
            topic=_TOPIC,
            project=_PROJECT,
            **{"global": _GLOBAL},
            **_FACT,
            **_WEIGHTS,
            **_VALIDITY,
            tags=_TAGS,
            classification=_CLASSIFICATION,
            shared=_flag("Visible to all agents of the user, where each agent sees only its own memories."),
            key=_text("A key of your choice: texts with the same key are stored once."),
            wait=_flag("Read the text now, for an answer that shows the result."),
        ),
        right=WRITE,
        handler="storing.store_memory",
        usual_arguments=("text", "type", "project", "global", "wait"),
    ),
    Tool(
        name="search_memories",
        title="Search memories",
        description=(
            "Finds memories of earlier sessions by words and meaning, best first. The result is data about past work, "
            "with the author and the date of each memory. An empty result means that nothing is known."
        ),
        input_schema=_schema(
            ("query",),
            query=_text("A question or some words.", longest=10_000),
            limit=_LIMIT,
            type=_TYPE,
            topic=_TOPIC,
            project=_PROJECT_OR_ALL,
            agent=_text("Only memories stored by this agent."),
            clearance=_CLEARANCE,
            since=_text("Only memories stored since this date or span, such as 2026-03-01 or 30d."),
            until=_text("Only memories stored until this date or span."),
            as_of=_text("What was believed on this date."),
            include_ended=_flag("Also memories that were superseded or have expired."),
        ),
        right=READ,
        handler="finding.search_memories",
        usual_arguments=("query", "limit", "project", "since"),
    ),
    Tool(
        name="memory_context",
        title="Memories for a task",
        description=(
            "The memories that matter most for a task, within a budget of tokens: preferences of the user, decisions, "
            "corrections and findings. Without a query, what matters most in this project at the start of a session."
        ),
        input_schema=_schema(
            query=_text("The task, in a sentence.", longest=10_000),
            budget=_number("Maximum number of tokens.", 50, 20_000, 800),
            project=_PROJECT_OR_ALL,
            clearance=_CLEARANCE,
            again=_flag("The brief of the session once more, though a hook gave it."),
        ),
        right=READ,
        handler="finding.memory_context",
        usual_arguments=("query", "project", "again"),
    ),
    Tool(
        name="inspect_memory",
        title="Inspect a memory",
        description=(
            "Shows one memory. details is all its fields; why is who said it, what it superseded and how it was used; "
            "history is every change of it, of its predecessors and of its successors."
        ),
        input_schema=_schema(
            ("id",), id=_ID, show=_text("What to show.", choices=("details", "why", "history")) | {"default": "details"}
        ),
        right=READ,
        handler="inspecting.inspect_memory",
        is_usual=False,
    ),
    Tool(
        name="update_memory",
        title="Correct a memory",
        description=(
            "Changes a memory that is wrong or incomplete, deletes it, or settles a question of store_memory: did a "
            "newer memory replace an older one? The old words stay in its history, and the user can undo it. Memories "
            "that the user stated or pinned can be changed by the user alone."
        ),
        input_schema=_schema(
            (),
            id=_ID,
            text=_text("The new text.", longest=MAX_TEXT_LETTERS),
            delete=_flag("Delete the memory."),
            question=_QUESTION,
            answer=_text(
                "To the question. replaced: the older one is over. both: both hold.", choices=(REPLACED, BOTH)
            ),
            type=_TYPE,
            topic=_TOPIC,
            **_FACT,
            **_WEIGHTS,
            **_VALIDITY,
            classification=_CLASSIFICATION,
        ),
        right=WRITE,
        handler="editing.update_memory",
        usual_arguments=("id", "text", "delete", "question", "answer"),
        destructive=True,
        idempotent=True,
    ),
    Tool(
        name="delete_memory",
        title="Delete memories",
        description=(
            "Removes memories: all of the given ones, or none. The user can bring them back within a month. Memories "
            "that the user stated or pinned can be deleted by the user alone."
        ),
        input_schema=_schema(
            ("ids",),
            ids=_IDS,
            bring_back=_flag("Make what these memories had ended hold again; they may be deleted already."),
        ),
        right=WRITE,
        handler="editing.delete_memory",
        is_usual=False,
        destructive=True,
    ),
    Tool(
        name="feedback",
        title="Rate memories",
        description="Says whether memories helped or misled. This changes their rank only, never what counts as true.",
        input_schema=_schema(
            ("ids", "helpful"),
            ids=_IDS,
            helpful={"type": "boolean", "description": "true if they helped, false if they misled."},
            note=_text("The reason, in a sentence.", longest=500),
        ),
        right=WRITE,
        handler="editing.rate_memories",
        is_usual=False,
    ),
    Tool(
        name="memory_stats",
        title="Count memories",
        description="Counts of the stored memories by type, project and state, and of texts that wait to be read.",
        input_schema=_schema(),
        right=READ,
        handler="inspecting.memory_stats",
        is_usual=False,
    ),
    Tool(
        name="consolidate_memories",
        title="Merge near-duplicates",
        description=(
            "Merges memories that state one thing in several wordings, where the merged text loses nothing. A dry run, "
            "the default, shows what would be merged. The originals stay in the history, and the user can undo it."
        ),
        input_schema=_schema(
            topic=_TOPIC,
            project=_PROJECT_OR_ALL,
            dry_run=_flag("Show what would be merged, and change nothing.", default=True),
        ),
        right=WRITE,
        handler="editing.consolidate_memories",
        is_usual=False,
        takes_long=True,
        destructive=True,
    ),
    Tool(
        name="list_conflicts",
        title="List open questions and contested facts",
        description=(
            "Pairs of memories of which the newer one perhaps replaced the older one (update_memory settles), and "
            "facts for which several values were stated. The user settles contested facts; until then no value is "
            "reliable."
        ),
        input_schema=_schema(project=_PROJECT_OR_ALL),
        right=READ,
        handler="inspecting.list_conflicts",
        is_usual=False,
    ),
    Tool(
        name="settle_question",
        title="Settle a question",
        description=(
            "Says whether a newer memory replaced an older one. An answer about the user's own words is only proposed "
            "to the user."
        ),
        input_schema=_schema(
            ("question", "answer"),
            question=_QUESTION,
            answer=_text(
                "replaced: the older one is over. both: both hold. both-when: see situation.", choices=ANSWERS
            ),
            situation=_text("For both-when: where the newer one holds, such as: in staging.", longest=80),
        ),
        right=WRITE,
        handler="editing.settle_question",
        is_usual=False,
    ),
    Tool(
        name="erase_memories",
        title="Erase memories for good",
        description=(
            "Erases memories with their history, index entries and copies in the file, without a way back. The answer "
            "is a receipt with the traces that are left. Without confirm it shows what would be erased."
        ),
        input_schema=_schema(
            ids={**_IDS, "minItems": 0},
            query=_text("Erase the memories with all of these words.", longest=1_000),
            topic=_TOPIC,
            project=_text("Erase the memories of this project."),
            confirm=_flag("Erase now. There is no way back."),
        ),
        right=ERASE,
        handler="managing.erase_memories",
        takes_long=True,
        destructive=True,
    ),
    Tool(
        name="verify_audit",
        title="Verify the audit log",
        description="Checks that no row of the sealed log of writes was changed, removed or moved.",
        input_schema=_schema(head=_text("A digest noted earlier that the log still has to contain.", longest=64)),
        right=AUDIT,
        handler="managing.verify_audit",
        takes_long=True,
    ),
    Tool(
        name="export_audit",
        title="Export the audit log",
        description="The newest rows of the log of writes: who, what, when, how long, and hashes of the inputs.",
        input_schema=_schema(limit=_number("Maximum number of rows.", 1, 10_000, 100)),
        right=AUDIT,
        handler="managing.export_audit",
        takes_long=True,
    ),
)
"""Every tool, in the order in which clients show them."""
_BY_NAME = {tool.name: tool for tool in TOOLS}


def tools_for(grant: "Grant") -> "list[Tool]":
    """The tools that a caller may use."""
    return [tool for tool in TOOLS if tool.right in grant.rights]


def listed_tools(grant: "Grant", *, in_full: bool) -> "list[dict[str, Any]]":
    """The tools that a caller is shown: in full, or the usual ones with their usual arguments."""
    return [tool.as_document(in_full=in_full) for tool in tools_for(grant) if in_full or tool.is_usual]


def find_tool(grant: "Grant", name: str) -> "Tool | None":
    """The tool with this name; None if there is none that the caller may use."""
    tool = _BY_NAME.get(name)
    return tool if tool is not None and tool.right in grant.rights else None
