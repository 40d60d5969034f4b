"""Texts that an agent stores inside a sandbox that lets it reach no server: one file each, sent by the next command
or hook outside of it.

Every program in the sandbox can write these files too, so nothing in them is believed: each is an agent's own call, its
secrets are masked again, and its project is that of its folder, as it is found outside.
"""

import os

from recall_cli.flows.agents.switches import is_private_session, named_session
from recall_cli.flows.over_https.machine import describe_machine, mask_values
from recall_cli.flows.write.sandbox_texts import MAX_AGE_MS, read_documents, write_document
from recall_cli.workplace import NO_WORKPLACE, Workplace, current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

KEPT_VALUES = tuple(
    """text type topic importance confidence entity attribute value qualifier classification valid_from valid_until
    project global_ tag ends source agent session shared""".split()
)
"""The options of recall store that count: no file of the machine, no program, and no key."""


def keep_in_sandbox(app: "App", values: "dict[str, Any]") -> None:
    """Keep an agent's text where its sandbox lets a program write. OSError if that is not possible."""
    kept = {name: values[name] for name in KEPT_VALUES if name in values}
    document = {"values": kept, "folder": os.getcwd(), "session": named_session(app), "at": app.now()}
    write_document(app, app.new_id(), document)


def sandbox_requests(app: "App") -> "dict[str, tuple[dict[str, Any], Workplace]]":
    """What waits, by the names of the files: each as the request of an agent, and where it was given."""
    found = {}
    for name, document in read_documents(app).items():
        values, folder, session = (document.get(part) for part in ("values", "folder", "session"))
        session = session if isinstance(session, str) else None
        folder = folder if isinstance(folder, str) and os.path.isabs(folder) and "\0" not in folder else None
        if isinstance(values, dict) and not is_private_session(app, session, folder):
            place = current_workplace(folder) if folder is not None and os.path.isdir(folder) else NO_WORKPLACE
            found[name] = _make_request(app, name, values, place, session, document.get("at")), place
    return found


def _make_request(
    app: "App", name: str, values: "dict[str, Any]", place: Workplace, session: "str | None", at: "Any"
) -> "dict[str, Any]":
    cleaned, counts = mask_values({option: values[option] for option in KEPT_VALUES if option in values})
    now = app.now()
    cleaned |= {
        "key": f"https {name}",
        "source": "tool" if cleaned.get("source") == "tool" else "agent",
        "session": cleaned.get("session") or session,
    }
    facts = describe_machine(app, "sandbox", place)
    facts |= {"terminal": False, "session": session, "off": None, "masked": counts}
    facts["at"] = min(max(at, now - MAX_AGE_MS), now) if type(at) is int else now
    return {"command": "store", "values": cleaned, "client": facts}
