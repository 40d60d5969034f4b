"""Texts that were acknowledged and that no worker has read yet: a search finds them too, marked as such.

They are in jobs, and in the files where texts wait for the store. A text that will be held for review is not shown, nor
one that the view or the filters would leave out.
"""

from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.moment import format_day, format_iso
from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

    Place = Workplace | str | None

MAX_SEARCHED, MAX_FOUND = 200, 5
MAX_LETTERS, MAX_SHOWN_LETTERS = 20_000, 500
"""Of a long text only the beginning is searched, and less of it is shown."""
DEFAULT_CLASSIFICATION = "internal"
MARK = "not read yet"
"""How such a text is marked."""


class UnreadText(Record):
    """A text that was found before it was read."""

    job: str
    text: str
    since: int

    @property
    def shown(self) -> str:
        """The text on one line, cut if it is long."""
        line = " ".join(self.text.split())
        return line if len(line) <= MAX_SHOWN_LETTERS else line[: MAX_SHOWN_LETTERS - 1] + "…"

    def as_line(self) -> "dict[str, object]":
        """The text for a model, among memories."""
        return {"kind": MARK, "text": self.shown, "since": format_day(self.since)}

    def as_json(self) -> "dict[str, object]":
        """The text for a program."""
        return {"job": self.job, "text": self.text, "state": MARK, "since": format_iso(self.since)}


def texts_in_files(app: "App") -> "dict[str, tuple[str, dict[str, Any], int]]":
    """The texts that wait in files: user, payload and time by the id of the job.

    It is called before the transaction of a search begins: what leaves a file meanwhile is in the store then.
    """
    from recall_cli.engines.sqlite.text_inbox import read_inbox
    from recall_cli.flows.write.text_spool import spooled_texts

    found = {text.id: (text.user, text.payload, text.created_at) for text in spooled_texts(app)}
    return found | {text.id: (text.user, text.payload, text.created_at) for text in read_inbox(app.text_files[2])}


def find_unread_texts(
    tx: "Transaction",
    query: str,
    filters: "Filters",
    in_files: "dict[str, tuple[str, dict[str, Any], int]]",
    here: "Place",
) -> "list[UnreadText]":
    """The newest waiting texts that hold at least half of the words of a query. `here`: where the caller works."""
    if filters.as_of is not None:
        return []
    from recall_cli.domain.json_text import loads

    texts = [(id_, loads(payload), at) for id_, payload, at in tx.jobs.unread(MAX_SEARCHED)]
    known = tx.jobs.known_ids([*in_files]) if in_files else set()
    own = [(id_, payload, at) for id_, (user, payload, at) in in_files.items() if user == tx.view.user]
    texts += [one for one in own[-MAX_SEARCHED:] if one[0] not in known]
    words = [word for word in tx.engine.split_words(query) if word not in STOP_WORDS]
    wanted = {stem for word in words for stem in tx.engine.stems(word)}
    found = []
    for id_, payload, at in sorted(texts, key=lambda one: -one[2]):
        text = str(payload["said"]["text"])
        matching = wanted.intersection(tx.engine.stems(text[:MAX_LETTERS]))
        if matching and 2 * len(matching) >= len(wanted) and _may_be_shown(tx, payload, at, filters, here):
            found.append(UnreadText(job=id_, text=text, since=at))
    return found[:MAX_FOUND]


def _may_be_shown(tx: "Transaction", payload: "dict[str, Any]", at: int, filters: "Filters", here: "Place") -> bool:
    from recall_cli.rules.injection import hold_reason

    fields = payload["said"]
    return (
        _is_in_view(tx, fields)
        and _passes_filters(fields, at, filters)
        and not (fields.get("valid_until") or tx.now + 1) <= tx.now
        and _is_in_project(tx, payload["place"], filters, here)
        and hold_reason(fields) is None
    )


def _is_in_view(tx: "Transaction", fields: "dict[str, Any]") -> bool:
    view = tx.view
    level = CLASSIFICATIONS.index(fields.get("classification") or DEFAULT_CLASSIFICATION)
    is_own = view.agent is None or fields.get("shared") or fields.get("agent") in (None, view.agent)
    return bool(level <= view.clearance and is_own and (view.topics is None or fields.get("topic") in view.topics))


def _passes_filters(fields: "dict[str, Any]", at: int, filters: "Filters") -> bool:
    tags = fields.get("tags") or {}
    return (
        (not filters.types or fields.get("type") in filters.types)
        and filters.topic in (None, fields.get("topic"))
        and filters.agent in (None, fields.get("agent"))
        and filters.session in (None, fields.get("session"))
        and (not filters.sources or fields["source"] in filters.sources)
        and (not filters.trusts or fields["trust"] in filters.trusts)
        and all(key in tags and value in (None, tags[key]) for key, value in filters.tags)
        and (filters.since is None or at >= filters.since)
        and (filters.until is None or at <= filters.until)
    )


def _is_in_project(tx: "Transaction", packed: "Any", filters: "Filters", here: "Place") -> bool:
    """Is a place within the projects of the view and of the filters? A new project is one only for who works there."""
    from recall_cli.flows.projects import known_project
    from recall_cli.flows.write.jobs import unpack_place

    place = unpack_place(packed)
    if place is None:
        return filters.everywhere
    project = known_project(tx, place)
    if project is not None:
        is_granted = tx.view.projects is None or project.name in tx.view.projects
        return project.enabled and is_granted and (filters.projects is None or project.n in filters.projects)
    if tx.view.projects is not None:
        return isinstance(place, str) and place in tx.view.projects
    return filters.projects is None or _is_same_place(place, here)


def _is_same_place(place: "Place", here: "Place") -> bool:
    if place is None or here is None or isinstance(place, str) or isinstance(here, str):
        return place == here
    return not set(place.marks).isdisjoint(here.marks)
