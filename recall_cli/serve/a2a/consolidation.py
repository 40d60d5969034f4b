"""The work of a task: settle or leave contested facts, then merge near-duplicates. It can be cut off at any point."""

from recall_cli.domain.errors import NotStored, RecallError, UsageError
from recall_cli.engines.tables.access.tasks import COMPLETED, FAILED, INPUT_REQUIRED, WORKING, Task
from recall_cli.serve.a2a.documents import KEEP, LEAVE
from recall_cli.serve.http.token_app import PROJECT_NAMES
from recall_cli.serve.tool import CallCancelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction
    from recall_cli.serve.http.token_app import TokenApp, TokenGrant

SETTLE = "settle"
TEXT_NAMES = ("topic", *PROJECT_NAMES)
MAX_NAME_LETTERS = 200


def parse_request(parts: "list[Any]") -> "dict[str, Any] | None":
    """What the parts of a message ask for; None if it is not consolidation. UsageError says what is wrong."""
    data: dict[str, Any] = {}
    asked = False
    for part in parts:
        if isinstance(part.get("data"), dict):
            data |= part["data"]
            asked = True
        elif isinstance(part.get("text"), str):
            words = part["text"].lower()
            asked = asked or "consolidat" in words
            data.setdefault("dry_run", "dry run" in words or "dry-run" in words)
    if not asked:
        return None
    skill = data.pop("skill", "consolidate")
    if skill != "consolidate":
        raise UsageError(f"there is no skill {str(skill)[:60]!r}", "the only one is consolidate")
    unknown = sorted(set(data) - {*TEXT_NAMES, "dry_run"})
    if unknown:
        raise UsageError(f"there is no field {unknown[0][:60]!r}", "topic, project and dry_run are possible")
    for name in TEXT_NAMES:
        value = data.get(name)
        if value is not None and not (isinstance(value, str) and 0 < len(value.strip()) <= MAX_NAME_LETTERS):
            raise UsageError(f"{name} is a short text")
    if not isinstance(data.get("dry_run", False), bool):
        raise UsageError("dry_run is true or false")
    return {name: value for name, value in data.items() if value not in (None, False)}


def parse_answer(parts: "list[Any]") -> "dict[str, str]":
    """The choice in an answer to a question; UsageError if it is none."""
    for part in parts:
        data = part.get("data")
        if isinstance(data, dict) and data.get("choice") in (KEEP, LEAVE):
            return {"choice": data["choice"], "memory": str(data.get("memory", ""))[:64]}
        words = part["text"].lower().split() if isinstance(part.get("text"), str) else []
        if words and words[0].strip(".,!") in (KEEP, LEAVE):
            return {"choice": words[0].strip(".,!"), "memory": words[1][:64] if len(words) > 1 else ""}
    raise UsageError("this is none of the choices", 'for example {"choice": "leave"}')


class TaskWork:
    """One run of a task, in a thread of a lane."""

    def __init__(self, app: "TokenApp", grant: "TokenGrant", task: Task, is_cancelled: "Callable[[], bool]") -> None:
        self._app, self._grant, self._task, self._is_cancelled = app, grant, task, is_cancelled
        self.progress: dict[str, Any] = dict(task.progress)

    def run(self) -> str:
        """The state that the task has now, with what is new in `progress`. CallCancelled, if that was asked for."""
        try:
            self._take_answer()
            if self._ask_next_question():
                return INPUT_REQUIRED
            self._merge()
        except RecallError as error:
            self.progress["error"] = error.sentence
            return FAILED
        return COMPLETED

    def _check_cancelled(self) -> None:
        if self._is_cancelled():
            raise CallCancelled

    def _filters(self, tx: "Transaction") -> "Filters":
        wanted = self._task.request
        return self._app.session(self._grant).filters(tx, wanted.get("project"), wanted.get("topic"))

    # Contested facts

    def _take_answer(self) -> None:
        """Do what the answer to the last question says."""
        answer, question = self.progress.pop("answer", None), self.progress.pop("question", None)
        if answer is None or question is None:
            return
        if answer["choice"] == KEEP:
            try:
                self._settle(question, answer["memory"])
            except NotStored as refused:
                self.progress["question"] = {**question, "may_settle": False, "remark": refused.message}
                return
        self.progress.setdefault("left", []).append(question["sides"])

    def _settle(self, question: "dict[str, Any]", chosen: str) -> None:
        from recall_cli.flows.edit.resolve import resolve
        from recall_cli.flows.search.id_lookup import find_memory
        from recall_cli.rules.beliefs.settled_facts import KEEP_ONE, FactChoice

        if SETTLE not in self._grant.rights:
            raise NotStored("This token may not settle facts.")
        with self._app.read_transaction() as tx:
            side = find_memory(tx, chosen)
        if side.id not in question["sides"] or not (side.entity and side.attribute and side.value):
            raise UsageError("this memory is none of the sides", "the choices name them")
        result = resolve(
            self._app,
            side.entity,
            side.attribute,
            FactChoice(kind=KEEP_ONE, values=((None, side.value),)),
            side.project,
            only_global=side.project is None,
            may_settle=True,
        )
        settled = {"kept": side.id, "ended": [ended.id for ended in result.ended]}
        self.progress.setdefault("settled", []).append(settled)

    def _ask_next_question(self) -> bool:
        """Is there a contested fact that nobody was asked about yet? Then it is the question now."""
        from recall_cli.flows.explain.conflicts import open_conflicts

        if self.progress.get("question"):
            return True
        if self._task.request.get("dry_run"):
            return False
        left, topic = {frozenset(sides) for sides in self.progress.get("left", ())}, self._task.request.get("topic")
        with self._app.read_transaction() as tx:
            conflicts = open_conflicts(tx, self._filters(tx))
        for conflict in conflicts:
            newest = {str(side.value).casefold(): side.id for side in conflict.values}  # of each value
            sides = [*newest.values()]
            is_wanted = topic is None or any(side.topic == topic for side in conflict.values)
            if len(sides) > 1 and frozenset(sides) not in left and is_wanted:
                self.progress["question"] = {"sides": sides, "may_settle": SETTLE in self._grant.rights}
                return True
        return False

    # Near-duplicates

    def _merge(self) -> None:
        """Merge what can be merged. After a crash in between, what was merged before is found again."""
        from recall_cli.flows.edit import consolidate

        dry_run = bool(self._task.request.get("dry_run"))
        if self._find_earlier_merge():
            return
        with self._app.read_transaction() as tx:
            filters = self._filters(tx)
            latest = tx.operations.newest(1)
        self._check_cancelled()
        plan = consolidate.plan_merges(self._app, filters, include_user_words=False)
        self._check_cancelled()
        if not dry_run:
            self.progress["after_operation"] = latest[0].n if latest else 0
            with self._app.write_transaction() as tx:
                if not tx.tasks.move(self._task.n, WORKING, self.progress, allowed=(WORKING,)):
                    raise CallCancelled
        self.progress["op"] = consolidate.merge_unasked(self._app, plan, dry_run=dry_run, agent=self._grant.agent).op
        if dry_run:
            self.progress["planned"] = [[source.id for source in merge.sources] for merge in plan.merges]

    def _find_earlier_merge(self) -> bool:
        """Did this task merge already, before the server was stopped?"""
        after = self.progress.get("after_operation")
        if after is None:
            return False
        from recall_cli.engines.tables.operations import OperationFilter

        with self._app.read_transaction() as tx:
            done = [
                op
                for op in tx.operations.newest(100, OperationFilter(kind="consolidate"))
                if op.n > after and op.agent == self._grant.agent and op.at >= self._task.created_at
            ]
        if done:
            self.progress["op"] = done[-1].n
        return bool(done)
