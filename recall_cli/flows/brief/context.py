"""Making a brief: the most relevant memories within a token budget, in a stable order, or nothing."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.domain.store_request import tokens_for_memories
from recall_cli.flows.brief.brief_lines import BriefLine, fit_marked_lines, layout_lines
from recall_cli.flows.brief.instruction_files import find_files, texts_in_files
from recall_cli.flows.brief.line_choice import LineChooser
from recall_cli.flows.brief.newer_neighbours import add_newer_neighbours
from recall_cli.flows.brief.question_lines import PairedLines, memories_of, pair_lines
from recall_cli.flows.projects import projects_to_read
from recall_cli.rules.beliefs.visibility import is_believed
from recall_cli.rules.brief import fence, sections
from recall_cli.rules.brief.budget import estimate_tokens
from recall_cli.rules.brief.choice import (
    MAX_LINES,
    MAX_PAIRS,
    MIN_LINES,
    MIN_OTHERS,
    RULE_TYPES,
    Recurrence,
    rank_for_brief,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.app import App
    from recall_cli.domain.memory import BriefCandidate
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.brief_lines import Group
    from recall_cli.flows.brief.instruction_files import FileState
    from recall_cli.workplace import Workplace

STANDING_LIMITS = {"preference": 20, "decision": 20, "correction": 12, "pattern": 8}
MAX_RECENT = 80
MAX_USER_MEMORIES = 40
"""This many of the user's own memories are candidates, however much others have stored."""
NEW_BLOCK_SIZE = 8
"""Row numbers are divided into blocks of this size; a memory in the last block counts as new."""
NEW_PART = 4
"""One in so many lines of others is kept for the new ones, and comes last. The lines before are chosen from the older
ones, so one new memory leaves most of a brief unchanged."""
MIN_OLDER = 8
"""A project with fewer older memories has a brief of one part."""
MAX_PINNED = 40
"""This many pinned memories are candidates, however old, faded or uncertain they are."""
MAX_ANSWERS = 12
"""Maximum number of memories that answer a question."""
USER_SHARE = 0.4
"""The share of the answers to a question that the user's words fill first."""
MAX_COMPARED_ANCHORED = 500
"""This many of the newest anchored memories of a project are compared with the files."""
MAX_ANCHORED = 6


class Brief(Record):
    """A brief: its lines, its text and its project."""

    lines: "tuple[BriefLine, ...]"
    block: str
    """The brief as an agent reads it: fenced, one line for each memory, in groups; empty without lines."""
    project: "str | None"
    too_long: bool = False
    """Whether there are memories to tell, and the budget is too small for any of them."""
    depends_on_files: bool = False
    """Whether a memory that was chosen for it depends on files or the branch: its line tells what is different here."""

    @property
    def memories(self) -> "list[Memory]":
        return [memory for line in self.lines for memory in memories_of(line)]

    @property
    def all_lines(self) -> "list[BriefLine]":
        """The lines, each followed by the older ones that it perhaps replaced, in its section."""
        return [one for line in self.lines for one in (line, *(old.but(section=line.section) for old in line.older))]

    def as_json(self, query: str) -> "dict[str, object]":
        """The fields of the JSON document, for the query of the brief."""
        return {
            "query": query or None,
            "project": self.project,
            "tokens": estimate_tokens(self.block) if self.lines else 0,
            "told": [line.as_json() for line in self.lines],
        }


def make_brief(
    app: "App",
    tx: "Transaction",
    query: str,
    budget: int,
    project: "str | None",
    *,
    only_global: bool = False,
    folder: "str | Workplace | None" = None,
) -> Brief:
    """The brief for a question, or for the start of a session; empty without evidence of an answer."""
    numbers = projects_to_read(app, tx, project, only_global=only_global, folder=folder)
    if query.strip():
        filters = Filters(projects=numbers, min_confidence=app.settings["min_confidence"])
        number = numbers[0] if numbers else None
        answers = find_answers(app, tx, query, filters)
        if number is not None and ("." in query or "/" in query):
            seen = {memory.n for memory in answers}
            anchored = _memories_anchored_to(tx, query, number, filters.min_confidence)
            answers += [memory for memory in anchored if memory.n not in seen]
        return brief_of_memories(tx, add_newer_neighbours(tx, answers, filters), filters, budget, number)
    files = () if project or only_global else find_files(folder)
    return brief_of_projects(app, tx, numbers, budget, files)


def find_answers(app: "App", tx: "Transaction", query: str, filters: "Filters") -> "list[Memory]":
    """The memories that answer a question, or the most important line of a pasted text; empty if none do."""
    from recall_cli.flows.search.certainty import answers_to_tell, questions_in
    from recall_cli.flows.search.search import search

    for question in questions_in(query):
        answers = answers_to_tell(app, tx, search(tx, question, filters, MAX_ANSWERS, explain=False), question)
        if answers:
            return [hit.memory for hit in answers]
    return []


def _memories_anchored_to(tx: "Transaction", text: str, project: "int | None", min_confidence: float) -> "list[Memory]":
    """The newest memories of a project that are anchored to a file that the text names."""
    from recall_cli.rules.places.staleness import read_anchors
    from recall_cli.rules.questions.pasted_text import find_paths, path_names_file

    paths = find_paths(text) if project is not None else []
    if not paths:
        return []
    files = {path.rpartition("/")[2] for path in paths} - {""}
    numbers = []
    for number, stored in tx.memories.anchored(project, MAX_COMPARED_ANCHORED):
        if any(file in stored for file in files) and any(
            path_names_file(path, anchor.path) for anchor in read_anchors(stored) for path in paths
        ):
            numbers.append(number)
    memories = tx.memories.by_number(numbers)
    return [memory for memory in memories if memory.confidence >= min_confidence][:MAX_ANCHORED]


def brief_of_projects(
    app: "App",
    tx: "Transaction",
    projects: "tuple[int, ...] | None",
    budget: int,
    files: "tuple[FileState, ...]" = (),
) -> Brief:
    """The brief of a project for the start of a session: few lines, and the user's rules all.

    What stands in the files that the agent reads itself comes last, and only into a short brief. It depends on nothing
    but the store, these arguments, the day and anchored files: stored_brief.py relies on that.
    """
    filters = Filters(projects=projects, min_confidence=app.settings["min_confidence"])
    number = projects[0] if projects else None
    candidates = [*_candidates(tx, number, filters.min_confidence).values()]
    user_pins = _user_pins(tx, candidates)
    recurrence = Recurrence(candidates)
    newest = max((memory.n for memory in candidates), default=0)
    border = newest - newest % NEW_BLOCK_SIZE
    older = [memory for memory in candidates if memory.n < border]
    today = tx.now - tx.now % DAY
    told = _told_by_files(candidates, user_pins, files)
    ranked = rank_for_brief(candidates, recurrence, user_pins, today)
    repeated = [memory for memory in ranked if memory.n in told]
    ranked = [memory for memory in ranked if memory.n not in told]
    older = [memory for memory in older if memory.n not in told]
    ranked_older = rank_for_brief(older, recurrence, user_pins, today) if len(older) >= MIN_OLDER else ranked

    name, room = _project_name(tx, number), tokens_for_memories(budget)
    room -= estimate_tokens(fence.fenced_block(["-"], tx.store_secret, name))
    chooser = LineChooser(tx, filters, user_pins, room, times=recurrence.times, max_pairs=MAX_PAIRS)
    chooser.choose_user_lines([memory for memory in ranked if memory.type in RULE_TYPES], len(ranked), room)
    chooser.choose_user_lines(ranked, MAX_LINES - MIN_OTHERS - len(chooser.chosen), room)
    others = max(MIN_OTHERS, MAX_LINES - len(chooser.chosen))
    end = len(chooser.chosen) + others
    chooser.choose_others(ranked_older, others - others // NEW_PART)
    chooser.choose_others(ranked, end - len(chooser.chosen))
    chooser.choose_user_lines(repeated, MIN_LINES - len(chooser.chosen), room)
    chooser.choose_others(repeated, MIN_LINES - len(chooser.chosen))
    return _finish(tx, chooser, filters, name, bool(ranked or repeated), border)


def _told_by_files(
    candidates: "list[BriefCandidate]", user_pins: "set[int]", files: "tuple[FileState, ...]"
) -> "set[int]":
    """The row numbers of what the agent reads in these files anyway; what the user pinned is told all the same."""
    asked = [memory for memory in candidates if memory.n not in user_pins] if files else []
    said = texts_in_files(files, [memory.text for memory in asked]) if asked else []
    return {memory.n for memory, is_said in zip(asked, said, strict=False) if is_said}


def _candidates(tx: "Transaction", number: "int | None", min_confidence: float) -> "dict[int, BriefCandidate]":
    """What may be in the brief of a project: lasting and recent memories, the user's words and pins."""
    found: dict[int, BriefCandidate] = {}
    for scope in (number, None) if number is not None else (None,):
        for standing in tx.memories.lasting_by_type(STANDING_LIMITS, scope, min_confidence).values():
            found.update((memory.n, memory) for memory in standing)
        stated = tx.memories.stated_by_user(scope, min_confidence, MAX_USER_MEMORIES)
        found.update((memory.n, memory) for memory in stated)
    found.update((memory.n, memory) for memory in tx.memories.pinned(number, MAX_PINNED))
    found.update((memory.n, memory) for memory in tx.memories.recent(number, min_confidence, MAX_RECENT))
    return found


def _project_name(tx: "Transaction", number: "int | None") -> "str | None":
    return tx.projects.name(number) if number is not None else None


def _user_pins(tx: "Transaction", memories: "Iterable[BriefCandidate | Memory]") -> "set[int]":
    """The row numbers of those that the user pinned."""
    return tx.memories.pinned_by_user([memory.n for memory in memories if memory.pinned])


def rebuild_brief(app: "App", tx: "Transaction", numbers: "list[int]", budget: int, folder: "str | None") -> Brief:
    """A brief of the memories with these row numbers, without those that are no longer believed."""
    memories = [m for m in tx.memories.by_number(numbers) if is_believed(m, tx.now, frozenset())]
    projects = projects_to_read(app, tx, None, folder=folder)
    return brief_of_memories(tx, memories, Filters(), budget, projects[0] if projects else None)


def brief_of_memories(
    tx: "Transaction", answers: "Sequence[Memory]", filters: "Filters", budget: int, number: "int | None"
) -> Brief:
    """A brief of as many of these memories as fit into the budget, in groups; `number` is that of its project."""
    project = _project_name(tx, number)
    room = budget - estimate_tokens(fence.fenced_block(["-"], tx.store_secret, project))
    chooser = LineChooser(tx, filters, _user_pins(tx, answers), room, times={}, max_pairs=len(answers))
    chooser.choose_user_lines(answers, len(answers), int(room * USER_SHARE))
    chooser.choose_others(answers, len(answers))
    chooser.choose_user_lines(answers, len(answers), room)
    return _finish(tx, chooser, filters, project, bool(answers))


def _finish(
    tx: "Transaction",
    chooser: LineChooser,
    filters: "Filters",
    project: "str | None",
    any_found: bool,
    border: "int | None" = None,
) -> Brief:
    """The brief of the chosen lines, with pairs and marks."""
    paired = pair_lines(tx, chooser)
    shown = tuple(_in_stable_order(_mark_lines(tx, paired, filters, chooser.room), chooser, border))
    return Brief(
        lines=shown,
        block=fence.fenced_block(layout_lines(shown), tx.store_secret, project),
        project=project,
        too_long=any_found and not shown,
        depends_on_files=any(memory.depends_on_code for line in paired.lines for memory in memories_of(line)),
    )


def _in_stable_order(lines: "list[BriefLine]", chooser: LineChooser, border: "int | None") -> "list[BriefLine]":
    """The lines in groups, the user's words first, in an order that a new memory changes as late as possible.

    The groups of others begin with the oldest memory, and those of answers to a question with the best one.
    Lines from the row number `border` on are new, and last in their group; before them the weightiest come first.
    """
    place = {name: at for at, name in enumerate(sections.GROUP_TITLES)}
    chosen_at = {line.memories[0].n: at for at, line in enumerate(chooser.chosen)}
    first_of: dict[Group, int] = {}
    for line in lines:
        number = line.memories[0].n
        first = chosen_at.get(number, len(chosen_at)) if border is None else number
        first_of[line.group] = min(first_of.get(line.group, first), first)

    def key(line: BriefLine) -> "tuple[int, bool, int, bool, int]":
        number = line.memories[0].n
        is_new = border is not None and number >= border
        first = 0 if line.is_of_user else first_of[line.group]
        order = number if is_new else chosen_at.get(number, len(chosen_at))
        return place[line.group[0]], not line.is_of_user, first, is_new, order

    return sorted(lines, key=key)


def _mark_lines(tx: "Transaction", paired: PairedLines, filters: Filters, budget: int) -> "list[BriefLine]":
    """The lines with marks on contradictions, questions and changed code, as far as they fit."""
    lines = paired.lines
    shown = [memory for line in lines for memory in line.memories]
    if not paired.marks and not any(memory.depends_on_code or memory.contested for memory in shown):
        return lines
    from recall_cli.flows.brief.anchors import code_states

    states = code_states(tx, shown)
    marked = []
    for line in lines:
        contested = [memory for memory in line.memories if memory.contested and line.section != "contested"]
        notes = [sections.contest_mark(memory, tx.memories.other_values(memory.n, filters)) for memory in contested]
        notes += [state.description for memory in line.memories for state in states.get(memory.n, []) if state.stale]
        if not any(notes[: len(contested)]):  # they say already that others disagree
            notes += [paired.marks[memory.n] for memory in line.memories if memory.n in paired.marks]
        marked.append((line, tuple(filter(None, notes))))
    return fit_marked_lines(marked, budget)
