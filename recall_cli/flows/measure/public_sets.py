"""Reading public benchmarks, each recognised by its files.

LongMemEval is a JSON file of questions with their own haystacks; LoCoMo is one of long conversations. Both become the
documents and questions of `flows.measure.bench`. PrecisionMemBench, pairs of beliefs and agents' sessions have runs of
their own in `flows.measure.public_cases`.
"""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.flows.measure.bench import Dataset, read_dataset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Line = dict[str, Any]

QUESTIONS, PRECISION, PAIRS, SESSIONS = "questions", "precision", "pairs", "sessions"
"""The kinds of benchmarks: questions over documents, PrecisionMemBench, pairs of beliefs, agents' sessions."""
MAX_FILE_BYTES = 400_000_000
KNOWN_FORMS = "docs.jsonl, LongMemEval, LoCoMo, PrecisionMemBench, pairs of beliefs, or sessions with NN.gold.json"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
UNANSWERABLE_SUFFIX = "_abs"
ADVERSARIAL_CATEGORY = "5"


class PublicSet(Record):
    """One benchmark that was found in a folder."""

    name: str
    kind: str
    dataset: "Dataset | None" = None
    paths: "tuple[str, ...]" = ()
    """The files of a benchmark that is not made of documents and questions."""


def find_public_sets(folder: str) -> "list[PublicSet]":
    """The benchmarks in a folder, in the order of their files' names."""
    if not os.path.isdir(folder):
        raise UsageError(f"{folder} is no folder", "name the folder of a benchmark")
    names = sorted(os.listdir(folder))
    if "docs.jsonl" in names:
        dataset = read_dataset(folder)
        return [PublicSet(name=dataset.name, kind=QUESTIONS, dataset=dataset)]
    fixtures = os.path.join(folder, "fixtures")
    for place in (folder, fixtures):
        files = tuple(os.path.join(place, name) for name in ("beliefs.seed.json", "retrieval.cases.json"))
        if all(map(os.path.isfile, files)):
            return [PublicSet(name="PrecisionMemBench", kind=PRECISION, paths=files)]
    golds = [name for name in names if name.endswith(".gold.json")]
    if golds:
        paths = tuple(os.path.join(folder, name.removesuffix(".gold.json")) for name in golds)
        return [PublicSet(name=os.path.basename(os.path.normpath(folder)), kind=SESSIONS, paths=paths)]
    found = [one for name in names for one in _read_file(os.path.join(folder, name))]
    if not found:
        raise UsageError(f"{folder} contains no benchmark that recall knows", f"it reads {KNOWN_FORMS}")
    return found


def read_json(path: str) -> "Any":
    """The document in a file; an error that names the file if it cannot be read."""
    try:
        if os.path.getsize(path) > MAX_FILE_BYTES:
            raise UsageError(f"{path} is larger than {MAX_FILE_BYTES // 1_000_000} MB", "give a smaller split")
        with open(path, encoding="utf-8") as file:
            return loads(file.read())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {(error.strerror or str(error)).lower()}", "check the file") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"cannot read {path}: {error!r:.200}", "it must be JSON in UTF-8") from None


def read_json_lines(path: str) -> "list[Line]":
    """The objects of a file, one a line."""
    try:
        with open(path, encoding="utf-8") as lines:
            return [loads(line) for line in lines if line.strip()]
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"cannot read {path}: {error!r:.200}", "it must be JSON lines in UTF-8") from None


def _read_file(path: str) -> "Iterator[PublicSet]":
    """The benchmark in a file, if it is one."""
    name = os.path.basename(path)
    if name.endswith(".jsonl"):
        first = _first_line(path)
        if {"a", "b", "verdict"} <= first.keys():
            yield PublicSet(name=name, kind=PAIRS, paths=(path,))
    elif name.endswith(".json"):
        rows = read_json(path)
        first = rows[0] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else {}
        try:
            if "haystack_sessions" in first:
                yield PublicSet(name=name, kind=QUESTIONS, dataset=_read_longmemeval(name, rows))
            elif {"conversation", "qa"} <= first.keys():
                yield PublicSet(name=name, kind=QUESTIONS, dataset=_read_locomo(name, rows))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise UsageError(f"cannot read {path}: {error!r:.200}", "its fields are not as published") from None


def _first_line(path: str) -> "Line":
    try:
        with open(path, encoding="utf-8") as lines:
            value = loads(next(lines, "{}"))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _read_longmemeval(name: str, rows: "list[Line]") -> Dataset:
    """Each question with the user's turns of its own sessions; a question that ends in `_abs` has no answer."""
    documents: dict[str, list[Line]] = {}
    questions: dict[str, list[Line]] = {}
    for row in rows:
        space = str(row["question_id"])
        has_answer = not space.endswith(UNANSWERABLE_SUFFIX)
        gold = []
        lines = documents.setdefault(space, [])
        sessions = zip(row["haystack_session_ids"], row["haystack_dates"], row["haystack_sessions"], strict=True)
        for session, date, turns in sorted(sessions, key=lambda one: _numeric_time(one[1])):
            for at, turn in enumerate(turns):
                if turn["role"] == "user" and turn["content"].strip():
                    id_ = f"{session}#{at}"
                    lines.append(_document(space, id_, turn["content"], "user", _numeric_time(date), session))
                    gold += [id_] if turn.get("has_answer") and has_answer else []
        wanted = [str(session) for session in row["answer_session_ids"]] if has_answer else []
        questions[space] = [_question(space, space, row["question"], _numeric_time(row["question_date"]), gold, wanted)]
    return Dataset(name=name, documents=documents, questions=questions)


def _read_locomo(name: str, rows: "list[Line]") -> Dataset:
    """Each conversation with its turns; questions of category 5 ask for what was never said."""
    documents: dict[str, list[Line]] = {}
    questions: dict[str, list[Line]] = {}
    for number, row in enumerate(rows):
        space = str(row.get("sample_id", number))
        talk, last = row["conversation"], ""
        lines = documents.setdefault(space, [])
        known = set()
        for session in sorted((key for key in talk if _is_session(key)), key=lambda key: int(key.split("_")[1])):
            last = _spoken_time(str(talk.get(f"{session}_date_time", ""))) or last
            for turn in talk[session]:
                known.add(str(turn["dia_id"]))
                lines.append(_document(space, str(turn["dia_id"]), turn["text"], turn["speaker"], last, session))
        asked = questions.setdefault(space, [])
        for at, one in enumerate(row["qa"]):
            answerable = str(one.get("category")) != ADVERSARIAL_CATEGORY
            gold = [str(id_) for id_ in one.get("evidence", []) if str(id_) in known] if answerable else []
            if gold or not answerable:
                wanted = list(dict.fromkeys("session_" + id_.partition(":")[0].lstrip("D") for id_ in gold))
                asked.append(_question(space, f"{space}-{at}", str(one["question"]), last, gold, wanted))
    return Dataset(name=name, documents=documents, questions=questions)


def _is_session(key: str) -> bool:
    return key.startswith("session_") and key.removeprefix("session_").isdigit()


def _document(space: str, id_: str, text: str, author: str, time: str, session: str) -> "Line":
    return {"space": space, "id": id_, "text": text, "author": author, "time": time, "session": session}


def _question(space: str, id_: str, text: str, time: str, gold: "list[str]", sessions: "list[str]") -> "Line":
    return {"space": space, "id": id_, "text": text, "time": time, "gold": gold, "gold_sessions": sessions}


def _numeric_time(text: str) -> str:
    """`2023/05/20 (Sat) 02:21` as `2023-05-20T02:21:00`."""
    day, _, rest = text.partition(" ")
    clock = rest.rpartition(" ")[2] if ":" in rest else "00:00"
    return f"{day.replace('/', '-')}T{clock}:00"


def _spoken_time(text: str) -> str:
    """`1:56 pm on 8 May, 2023` as `2023-05-08T13:56:00`; empty if it is not such a time."""
    clock, _, date = text.replace(",", "").partition(" on ")
    hour, _, rest = clock.partition(":")
    minute, _, half = rest.partition(" ")
    parts = date.split()
    if not (hour.isdigit() and minute.isdigit() and len(parts) == 3) or parts[1][:3].lower() not in _MONTHS:
        return ""
    hours = int(hour) % 12 + (12 if half.strip().lower() == "pm" else 0)
    month = _MONTHS.index(parts[1][:3].lower()) + 1
    return f"{int(parts[2]):04d}-{month:02d}-{int(parts[0]):02d}T{hours:02d}:{int(minute):02d}:00"
