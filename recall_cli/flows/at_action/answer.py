"""What an agent is shown when it acts: the one or two memories that bear on this file, command or error, or nothing."""

import os

from recall_cli.agents.agent import ATTENDED_VARIABLE, TOOL_START
from recall_cli.domain.memory import PERHAPS_REPLACED
from recall_cli.domain.moment import format_short_day
from recall_cli.domain.record import Record
from recall_cli.flows.agents.hook_runs import HookResult
from recall_cli.flows.at_action import action_gate, shown_log
from recall_cli.flows.at_action.action_index_update import key_salt, note_silence, renew_stamp, update_index
from recall_cli.rules.actions.relevance import COMMAND, FORBIDDEN, Action, Relevance, find_relevance
from recall_cli.rules.beliefs.visibility import is_believed
from recall_cli.rules.places.circuit_breaker import BRIEF_SHOWN, NOTHING_RELEVANT
from recall_cli.rules.places.staleness import read_anchors
from recall_cli.workplace import client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.agents.agent import Agent
    from recall_cli.agents.tool_messages import ToolUse
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.at_action.action_index import ActionIndex
    from recall_cli.rules.actions.error_phrases import Word
    from recall_cli.workplace import Workplace

MAX_LINES = 2
"""More would be read as noise."""
MAX_CANDIDATES = 200
"""So many of the newest memories with a matching key are read."""
MAX_TEXT_LETTERS = 400
"""A longer text is cut; `recall get` shows all of it."""
MAX_REASON_LETTERS = 300
WITH_ENDED = frozenset(("superseded",))


class FoundMemory(Record):
    """A memory that bears on the action, and why."""

    memory: "Memory"
    relevance: Relevance


def answer_action(app: "App", agent: "Agent", event: str, use: "ToolUse", place: "Workplace") -> HookResult:
    """The answer to an event at which an agent acts; nothing unless a memory bears on exactly this."""
    if not app.settings["hooks.at_action"] or not app.settings.has_store():
        return HookResult(outcome=NOTHING_RELEVANT)
    with app.read_transaction(app.view(agent.name)) as tx:
        index = update_index(app, tx)
        parts = action_gate.ActionParts(use, event)
        keys = [key for key in action_gate.action_keys(parts, key_salt(tx, index)) if key in index]
        numbers = numbers_of_keys(index, keys)
        if not numbers:
            return HookResult(outcome=NOTHING_RELEVANT)
        shown = shown_log.shown_ids(app, use.session)
        result, is_all = answer_from_memories(app, tx, agent, event, use, place, numbers, shown)
    if is_all:
        note_silence(app, index, use.session, keys)
    return result


def numbers_of_keys(index: "ActionIndex", keys: "list[bytes]") -> "list[int]":
    """The row numbers of the newest memories that have one of these keys."""
    numbers = {number for key in keys for number in index.numbers(key)}
    return sorted(numbers, reverse=True)[:MAX_CANDIDATES]


def answer_from_memories(
    app: "App",
    tx: "Transaction",
    agent: "Agent",
    event: str,
    use: "ToolUse",
    place: "Workplace",
    numbers: "list[int]",
    shown: "set[str]",
) -> "tuple[HookResult, bool]":
    """The answer from memories that may bear on an action, and whether nothing is left for later in this session."""
    parts = action_gate.ActionParts(use, event)
    had_start = event in action_gate.AFTER_TOOL and any(hook.event == TOOL_START for hook in agent.hooks)
    action = describe_action(parts, use, place, is_done=had_start and bool(parts.error_lines))
    candidates, ended = _candidates(app, tx, place, numbers)
    ranked = rank_relevant(candidates, action, ended)
    rule = _rule_to_ask_about(app, agent, event, use, ranked)
    found = [one for one in ranked if one.memory.id not in shown]
    is_all = len(found) <= MAX_LINES and rule is None
    chosen = [one.memory for one in found[:MAX_LINES]]
    if chosen and tx.any_question:
        from recall_cli.flows.question_pairs import pair_memories

        chosen = pair_memories(tx, chosen)
    text = make_block(tx, chosen, place) if chosen else ""
    if not chosen and rule is None:
        return HookResult(outcome=NOTHING_RELEVANT), is_all
    result = HookResult(
        outcome=BRIEF_SHOWN,
        text=text,
        memories=tuple(chosen),
        question=_question(rule) if rule is not None else "",
        why=", ".join(one.relevance.reason for one in found[:MAX_LINES]) or "asked again",
    )
    return result, is_all


def describe_action(parts: action_gate.ActionParts, use: "ToolUse", place: "Workplace", *, is_done: bool) -> Action:
    """The action as the rules see it: files by their path in the project, commands, and the errors it met."""
    words: list[list[Word]] = []
    if parts.error_lines:
        from recall_cli.rules.actions.error_phrases import split_words

        words = [split_words(line) for line in parts.error_lines]
    folder = use.folder or os.getcwd()
    files = [(project_path(path, folder, place), use.lines if path in use.paths else None) for path in parts.paths]
    return Action(
        files=tuple((path, lines) for path, lines in files if path),
        only_files=only_files([path for path, _ in files if path], place),
        changed_files=tuple(path for one in parts.changed_paths if (path := project_path(one, folder, place))),
        commands=tuple(parts.commands),
        errors=tuple(parts.errors),
        error_lines=tuple(parts.error_lines),
        error_words=tuple(words),
        folder=folder,
        is_done=is_done,
    )


def project_path(path: str, folder: str, place: "Workplace") -> str:
    """A file's path in its project; empty if it is outside."""
    if (served := client()) is not None:
        paths = served.facts.get("paths")
        return str(paths.get(path, "")) if isinstance(paths, dict) else ""
    top = os.path.realpath(place.top or folder)
    whole = os.path.realpath(os.path.join(folder, os.path.expanduser(path) if path[:2] == "~/" else path))
    return os.path.relpath(whole, top) if whole.startswith(top + os.sep) else ""


def only_files(paths: "list[str]", place: "Workplace") -> "tuple[str, ...]":
    """The paths whose file name no other tracked file has, as far as git's index shows it."""
    if (served := client()) is not None:
        only = served.facts.get("only")
        return tuple(path for path in paths if isinstance(only, list) and path in only)
    from recall_cli.repository.index import count_names
    from recall_cli.repository.location import find_repository

    location = find_repository(os.path.realpath(place.top)) if paths and place.top else None
    if location is None:
        return ()
    counts = count_names(location.private, [path.rpartition("/")[2] for path in paths])
    return tuple(path for path, count in zip(paths, counts, strict=True) if count == ("/" in path))


def rank_relevant(
    candidates: "list[Memory]", action: Action, ended: "Iterable[tuple[Memory, Memory]]" = ()
) -> "list[FoundMemory]":
    """The memories that bear on an action: the most direct first, then the user's own, the important, the newest.

    `ended` are memories that no longer hold, each with what holds in its place. That bears on whatever the ended one
    did, but forbids nothing by it.
    """
    found: dict[int, FoundMemory] = {}
    for memory in candidates:
        relevance = find_relevance(memory, action)
        if relevance is not None:
            found[memory.n] = FoundMemory(memory=memory, relevance=relevance)
    for old, memory in ended:
        relevance = find_relevance(old, action) if memory.n not in found else None
        if relevance is not None:
            reason = COMMAND if relevance.reason == FORBIDDEN else relevance.reason
            found[memory.n] = FoundMemory(memory=memory, relevance=relevance.but(reason=reason))
    return sorted(
        found.values(),
        key=lambda one: (
            -one.relevance.weight,
            -one.relevance.score,
            one.memory.trust != "user",
            -one.memory.importance * one.memory.confidence,
            -one.memory.n,
        ),
    )


def _candidates(
    app: "App", tx: "Transaction", place: "Workplace", numbers: "list[int]"
) -> "tuple[list[Memory], list[tuple[Memory, Memory]]]":
    """The memories that are believed now, visible to the agent, sure enough, and of this project or of none; and those
    that such a one has ended, each with that one.
    """
    from recall_cli.flows.projects import project_of_workplace
    from recall_cli.flows.successors import find_successor

    project = project_of_workplace(tx, place, ask_git=True)
    if project is not None and not project.enabled:
        return [], []
    name = project.name if project is not None else None
    minimum = app.settings["min_confidence"]

    def is_shown(memory: "Memory", include: "frozenset[str]" = frozenset()) -> bool:
        is_near = memory.project in (None, name) and memory.confidence >= minimum
        return is_near and is_believed(memory, tx.now, include)

    every = tx.memories.by_number(numbers)
    replaced = (one for one in every if one.superseded_by is not None and is_shown(one, WITH_ENDED))
    ended = [(old, by) for old in replaced if (by := find_successor(tx, old)) is not None and is_shown(by)]
    return [memory for memory in every if is_shown(memory)], ended


def make_block(tx: "Transaction", memories: "list[Memory]", place: "Workplace") -> str:
    """The memories as a fenced block, one plain line each, with its id, who said it and since when."""
    from recall_cli.flows.projects import project_of_workplace
    from recall_cli.rules.beliefs.authorship import join_authors
    from recall_cli.rules.brief import fence

    project = project_of_workplace(tx, place, ask_git=True)
    name = project.name if project is not None else None
    ids = tx.memories.short_ids([memory.id for memory in memories])
    stale = _stale_notes(tx, place, memories)
    lines = []
    for memory in memories:
        text = " ".join(memory.text.split())
        text = text if len(text) <= MAX_TEXT_LETTERS else text[: MAX_TEXT_LETTERS - 1].rstrip() + "…"
        author = "said by the user" if memory.trust == "user" else f"from {join_authors((memory,))}"
        notes = [ids[memory.id], author, format_short_day(memory.created_at, tx.now)]
        notes += [PERHAPS_REPLACED] if memory.maybe_replaced_by else []
        lines.append(fence.memory_line(text, [*notes, stale[memory.n]] if stale.get(memory.n) else notes))
    return fence.fenced_block(lines, tx.store_secret, name)


def _stale_notes(tx: "Transaction", place: "Workplace", memories: "list[Memory]") -> "dict[int, str]":
    """What is different in the code that the memories depend on; without its history, which would take time."""
    if place.top is None or not any(memory.depends_on_code for memory in memories):
        return {}
    from recall_cli.flows.brief.anchors import states_without_history
    from recall_cli.flows.team.branches import unmerged_memories

    states = states_without_history(place.top, {memory.n: read_anchors(memory.anchors) for memory in memories})
    for n, status in unmerged_memories(tx, place.top, memories).items():
        states.setdefault(n, []).append(status)
    return {n: "; ".join(one.description for one in statuses if one.stale) for n, statuses in states.items()}


def _rule_to_ask_about(
    app: "App", agent: "Agent", event: str, use: "ToolUse", ranked: "list[FoundMemory]"
) -> "Memory | None":
    """The user's own rule that forbids this command, if they are to be asked. They are asked each time."""
    rule = next((one.memory for one in ranked if one.relevance.reason == FORBIDDEN), None)
    can_ask = event == TOOL_START and agent.can_ask
    return rule if rule is not None and can_ask and _may_ask(app, agent, use) else None


def _question(rule: "Memory") -> str:
    """The reason that the user is shown: their own words, on one line, without characters that a terminal obeys."""
    from recall_cli.rules.beliefs.authorship import author_for_person

    words = "".join(letter if letter.isprintable() else " " for letter in " ".join(rule.text.split()))
    author = author_for_person(rule.trust, rule.agent, rule.source)
    return f'recall: {author} said: "{words[:MAX_REASON_LETTERS]}"'


def _may_ask(app: "App", agent: "Agent", use: "ToolUse") -> bool:
    """Whether to have the user asked. Unless they want it always, only where the agent says that they are there."""
    wanted = app.settings["hooks.ask"]
    if wanted != "attended":
        return bool(wanted == "always")
    return (
        app.environment.get(ATTENDED_VARIABLE) == "1"
        and agent.name == "claude-code"
        and use.permission_mode != "bypassPermissions"
    )


def note_answer(app: "App", agent: "Agent", event: str, use: "ToolUse", result: HookResult, *, count: bool) -> None:
    """Log what was shown, and count it as a use; both may fail without harm."""
    shown_log.record_shown(app, agent.name, event, use.session, [memory.id for memory in result.memories])
    if not count:
        return
    from recall_cli.app import is_recall_error

    try:
        with app.best_effort_write() as tx:
            if result.memories and not app.at_terminal:
                numbers = [memory.n for memory in result.memories]
                tx.memories.touch(numbers)
                tx.shown_memories.record(numbers)
            index = update_index(app, tx)
    except Exception as error:
        if not is_recall_error(error):
            raise
        return
    renew_stamp(app, index)
