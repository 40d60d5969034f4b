"""The relations between imported memories: supersession chains, contests, settlements and links."""

from recall_cli.domain.moment import parse_exact_iso
from recall_cli.engines.tables.links import (
    COMPATIBLE,
    CONTESTS,
    MAX_LINKS,
    MERGED,
    PATTERN,
    RELATED,
)
from recall_cli.engines.tables.questions import ANSWERS
from recall_cli.rules.beliefs.settled_facts import KEEP_ONE, KEEP_SEVERAL, PER_CONTEXT
from recall_cli.rules.secrets import mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.import_lines import MemoryLine

LINK_KINDS = (RELATED, MERGED, PATTERN, CONTESTS, COMPATIBLE)
PERSONAL_LINK_KINDS = (COMPATIBLE,)
"""What only a person says."""
BATCH_SIZE, SMALL_BATCH_SIZE = 2000, 200
"""Rows in one transaction, so that other processes never wait long."""
MAX_QUESTIONS = 8
"""More questions of one memory are ignored; recall asks two."""
MAX_LINK_WEIGHT = 1.01
"""Links of older stores have a weight of slightly more than 1."""
MAX_RELATED_MEMORIES = 2000
"""An import of more memories than this looks for no related ones; `recall why --related` finds them by similarity."""

MAX_REASON_LETTERS = 300
"""Letters of the reason why a fact is contested."""


class ImportedRelations:
    """The relations between the memories of one import."""

    def __init__(self) -> None:
        self.chains: list[tuple[str, str]] = []
        """The ids of superseded memories and of their successors."""
        self.contested: dict[tuple[str, int | None], tuple[str, int | None] | None] = {}
        """The contested facts, each with the reason and the time, if the line gives them."""
        self.settled: list[tuple[str, str]] = []
        """The ids of memories that settle a fact, each with the kind of settlement."""
        self.links: list[tuple[str, str, str, float]] = []
        self.questions: list[tuple[str, str, str, int, str | None]] = []
        """The ids of the newer and the older memory of each question, the reason, the time, and the answer."""
        self.new: list[str] = []
        """The ids of new memories, to look for related ones."""

    def note_line(self, id_: str, line: "MemoryLine", *, live: bool) -> None:
        """Note the valid relations of a line."""
        if line.superseded_by:
            self.chains.append((id_, line.superseded_by.lower()))
        values = line.more
        if live and len(self.new) <= MAX_RELATED_MEMORIES:
            self.new.append(id_)
        self.note_settlement(id_, line)
        self._note_questions(id_, values.get("questions"))
        links = values.get("links")
        for link in links[: 2 * MAX_LINKS] if isinstance(links, list) else ():
            if not isinstance(link, dict):
                continue
            other, kind, weight = link.get("id"), link.get("kind"), link.get("weight")
            if (
                isinstance(other, str)
                and kind in LINK_KINDS
                and isinstance(weight, (int, float))
                and 0 <= weight <= MAX_LINK_WEIGHT
            ):
                self.links.append((id_, other.lower(), str(kind), float(weight)))

    def note_settlement(self, id_: str, line: "MemoryLine") -> None:
        """Note how a line settles its fact."""
        settles = line.more.get("settles")
        if settles in (KEEP_ONE, PER_CONTEXT, KEEP_SEVERAL):
            self.settled.append((id_, str(settles)))

    def _note_questions(self, id_: str, given: object) -> None:
        """Note the valid questions of a line."""
        for asked in given[:MAX_QUESTIONS] if isinstance(given, list) else ():
            if not isinstance(asked, dict):
                continue
            older, why, at, answer = (asked.get(name) for name in ("older", "why", "asked_at", "answer"))
            moment = parse_exact_iso(at) if isinstance(at, str) else 0
            if not (
                isinstance(older, str) and isinstance(why, str) and moment and (answer is None or answer in ANSWERS)
            ):
                continue
            if why.isprintable() and len(why) <= MAX_REASON_LETTERS:
                self.questions.append((id_, older.lower(), mask(why).text, moment, answer))

    def contest(self, line: "MemoryLine", project: "int | None") -> None:
        """Note whether the fact of a line is contested in the store that it comes from."""
        fact, contest = line.fact, line.more.get("contest")
        if not line.contested or fact is None or line.held is not None or ("contest" in line.more and contest is None):
            return
        reason, at = (contest.get("reason"), contest.get("opened_at")) if isinstance(contest, dict) else (None, None)
        moment = parse_exact_iso(at) if isinstance(at, str) else 0
        if isinstance(reason, str) and reason.isprintable() and len(reason) <= MAX_REASON_LETTERS and moment:
            self.contested[fact, project] = (mask(reason).text, moment)
        else:
            self.contested.setdefault((fact, project), None)

    def join(self, app: "App", op: int, *, own: bool = False) -> None:
        """Write all relations, as part of the import. An export of recall (`own`) has its links; others may not."""
        self._restore_chains(app)
        self._open_contests(app, op)
        self._settle_facts(app, op)
        self._restore_links(app, op)
        self._restore_questions(app, op)
        if not own and not self.links and 0 < len(self.new) <= MAX_RELATED_MEMORIES:
            self._link_related(app, op)

    def _restore_chains(self, app: "App") -> None:
        """Restore which memory superseded which."""
        for start in range(0, len(self.chains), BATCH_SIZE):
            with app.write_transaction() as tx:
                for id_, successor in self.chains[start : start + BATCH_SIZE]:
                    memory = tx.memories.by_id(id_)
                    if memory is not None:
                        tx.memories.supersede(memory.n, successor)

    def _open_contests(self, app: "App", op: int) -> None:
        """Contest the facts that were contested in the store they come from."""
        if self.contested:
            with app.write_transaction() as tx:
                for (fact, project), contest in self.contested.items():
                    if not tx.contests.is_open(fact, project):
                        reason, at = contest or ("contested where it was exported", None)
                        tx.contests.add(fact, project, reason, op, at)

    def _settle_facts(self, app: "App", op: int) -> None:
        """Settle facts that the user settled there, if the answer is still the user's own: no agent settles facts."""
        if self.settled:
            with app.write_transaction() as tx:
                for id_, kind in self.settled:
                    answer = tx.memories.by_id(id_)
                    if answer is not None and answer.trust == "user" and answer.held is None:
                        project = tx.memories.project_of(answer.n)
                        fact = str(tx.memories.changeable_columns(answer.n)["fact"] or "")
                        if fact and _settles(tx, answer, fact, project, kind):
                            tx.contests.settle_fact(fact, project, kind, answer.n, op)

    def _restore_links(self, app: "App", op: int) -> None:
        """Restore the exported links; only the user's file can say that contested memories are all true."""
        if app.channel != "user":
            self.links = [link for link in self.links if link[2] not in PERSONAL_LINK_KINDS]
        for start in range(0, len(self.links), BATCH_SIZE):
            with app.write_transaction() as tx:
                tx.links.restore(op, self.links[start : start + BATCH_SIZE])

    def _restore_questions(self, app: "App", op: int) -> None:
        """Ask again what was asked there; only the user's file brings answers with it."""
        for start in range(0, len(self.questions), BATCH_SIZE):
            with app.write_transaction() as tx:
                for newer, older, why, at, answer in self.questions[start : start + BATCH_SIZE]:
                    answer = answer if app.channel == "user" else None
                    tx.questions.restore(op, newer, older, why, at, answer)

    def _link_related(self, app: "App", op: int) -> None:
        """Link related memories, if the file has no links: those of other programs have none."""
        from recall_cli.flows.write.think import draft_from_memory

        for start in range(0, len(self.new), SMALL_BATCH_SIZE):
            with app.write_transaction() as tx:
                for id_ in self.new[start : start + SMALL_BATCH_SIZE]:
                    memory = tx.memories.by_id(id_)
                    if memory is None:
                        continue
                    project = tx.memories.project_of(memory.n)
                    words = draft_from_memory(memory).lookup_words
                    numbers = tx.links.sharing_rare_word(memory.n, words, project)
                    near = tx.vectors.cosines_of(tx.embed(memory.text), numbers) if numbers else {}
                    tx.links.add_related(op, memory.n, near)


def _settles(tx: "Transaction", answer: "Memory", fact: str, project: "int | None", kind: str) -> bool:
    """Does an answer that arrives count? Of several the latest does, whichever arrives first."""
    known = tx.memories.by_number(tx.contests.settling_memories(fact, project))
    standing = [memory for memory in known if memory.deleted_at is None and memory.superseded_at is None]
    latest = max(((memory.created_at, memory.id) for memory in standing), default=(0, ""))
    if answer.superseded_at is not None and standing:
        return False
    ours = answer.created_at, answer.id
    return ours > latest or (ours == latest and tx.contests.settled_as(fact, project) != kind)
