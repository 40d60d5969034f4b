"""Write drafts in one transaction: each is compared with known memories, then stored, merged or counted again."""

from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.moment import DAY
from recall_cli.domain.receipt import Receipt, Refusal, StoreOutcome, strongest_status
from recall_cli.flows.projects import ensure_project_and_note, new_project_text
from recall_cli.rules.beliefs import duplicates
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.think import DraftResult
    from recall_cli.workplace import Workplace

ECHO_WINDOW, MAX_ECHO_CANDIDATES = 3 * DAY, 50
"""A session may last for days; a repetition after that counts as a statement. So many shown memories are compared."""


def find_echo(tx: "Transaction", draft: "Draft", project: "Project | None") -> "StoreOutcome | None":
    """The memory that a draft repeats because recall showed it, or None. A live one is counted as used.

    The user's own words at a terminal are no echo. The user may state again what is no longer believed; an agent that
    was shown it may not.
    """
    if draft.trust == "user":
        return None
    if tx.batch_words is not None and not tx.batch_words.any_shown(draft.created_at - ECHO_WINDOW, draft.created_at):
        return None
    from recall_cli.rules.text.echo import EchoCheck, lookup_words, pack_word_hashes

    words = lookup_words(draft.words)
    shown = dict(
        tx.shown_memories.shown_between(words, draft.created_at - ECHO_WINDOW, draft.created_at, MAX_ECHO_CANDIDATES)
    )
    if not shown:
        return None
    check = EchoCheck(draft.words)
    for memory in tx.memories.by_number(list(shown)):
        if not check.is_echo_of(shown[memory.n] or pack_word_hashes(memory.text)):
            continue
        live = memory.deleted_at is None and memory.superseded_at is None and memory.held is None
        here = memory.project in (None, project.name if project else None)
        if here and _has_same_claim(draft, memory) and (live or draft.source != "user"):
            if live:
                tx.memories.touch([memory.n])
            return StoreOutcome(memory=memory, action="seen-again", is_echo=True)
    return None


def _has_same_claim(draft: "Draft", memory: "Memory") -> bool:
    """Does a draft claim nothing that the memory does not?"""
    if draft.extracted_by == "none" and draft.type != memory.type:
        return False  # the caller chose the type
    if draft.value is None:
        return True
    if memory.value is not None:
        return draft.value.casefold() == memory.value.casefold()
    return draft.extracted_by != "none"


MAX_MEMORIES_FOR_SIMILAR = 5
"""A text that gives more memories than this gets no list of similar memories."""
MIN_BATCH_DRAFTS = 16
"""From this many drafts on, words are counted beside the index; for fewer that would be slower."""
MAX_SIMILAR_SHOWN = 3
"""Similar memories listed for each new memory."""

DATE_WORDS = (" from ", " starting ", " beginning ", " effective ", " as of ", " until ", " till ")
"""Words before the day from which, or until which, a statement holds."""
MAX_DATED_TEXT = 300
"""A longer text is a document, and a day in it is not the day of all of it."""


def keep_drafts(
    app: "App",
    tx: "Transaction",
    result: "DraftResult",
    place: "Workplace | str | None",
    *,
    exact: bool,
    op: "int | None" = None,
    kind: str = "store",
) -> Receipt:
    """The receipt of drafts, written as one operation of the caller's transaction."""
    new = new_project_text(tx, place) if result.drafts else ""
    if new:
        app.note(new)
    project = ensure_project_and_note(app, tx, place) if result.drafts else None
    refused = result.refused
    if project is not None and not project.enabled:
        refused += tuple(project_off_refusal(draft.text, project) for draft in result.drafts)
    if not result.drafts or (project is not None and not project.enabled):
        return Receipt(status="refused", refused=refused, redacted=result.redacted)
    own = op is None
    if op is None:
        first = result.drafts[0]
        # the author's trust, not the trust of the process that runs the worker
        author_trust = min((draft.trust for draft in result.drafts), key=TRUST_LEVELS.index)
        op = tx.operations.add(kind, trust=author_trust, agent=first.agent, session=first.session)
    skip_similar = exact or len(result.drafts) > MAX_MEMORIES_FOR_SIMILAR
    outcomes = _DraftWriter(app, tx, op, project, exact=exact, skip_similar=skip_similar).write_all(result)
    written = sum(not outcome.is_echo for outcome in outcomes)
    tx.operations.add_touched(op, written)
    if own and not written:
        tx.operations.discard_if_empty(op)
        op = None
    return Receipt(
        status=strongest_status(outcomes), memories=outcomes, refused=refused, redacted=result.redacted, op=op
    )


def project_off_refusal(text: str, project: "Project") -> Refusal:
    """The refusal of a text in a project where memory is off."""
    from recall_cli.domain.shell_words import command_line

    return Refusal(
        text=text,
        gate="off",
        reason=f"memory is switched off for {project.name}",
        hint=command_line("recall", "projects", "enable", project.name),
    )


class _DraftWriter:
    """Writes the drafts of one operation: each is compared with what is known first."""

    def __init__(
        self, app: "App", tx: "Transaction", op: int, project: "Project | None", *, exact: bool, skip_similar: bool
    ) -> None:
        self.app, self.tx, self.op, self.project = app, tx, op, project
        self.project_number = project.n if project else None
        self.exact, self.skip_similar = exact, skip_similar
        self.batch_size = 0
        self._written: list[int] = []
        """The memories that this text has made; its statements do not end one another."""

    def write_all(self, result: "DraftResult") -> "tuple[StoreOutcome, ...]":
        """The outcome of every draft, in order; the words of many drafts are counted beside the index."""
        if len(result.drafts) >= MIN_BATCH_DRAFTS and self.tx.batch_words is None:
            from recall_cli.engines.tables.batch_word_counts import BatchWordCounts

            with BatchWordCounts(self.tx, [draft.text for draft in result.drafts]):
                return self.write_all(result)
        outcomes: list[StoreOutcome] = []
        self.batch_size = len(result.drafts)
        for draft in result.drafts:
            self.app.progress("keeping", len(outcomes), len(result.drafts))
            outcomes.append(self._write(draft))
        named_ids = result.drafts[-1].ends_ids
        if named_ids and outcomes[-1].memory.held is None:
            outcomes[-1] = self._end_named_memories(result.drafts[-1], outcomes[-1], named_ids)
        return tuple(outcomes)

    def _end_named_memories(self, draft: "Draft", outcome: StoreOutcome, ids: "list[str]") -> StoreOutcome:
        """The outcome of a draft whose author named the memories that it replaces."""
        from recall_cli.flows.write.beliefs import end_named_memories

        supersedes, contests = end_named_memories(self.tx, self.op, outcome.memory, draft, ids)
        named = {old.n for old in (*supersedes, *contests)}
        return outcome.but(
            memory=self.tx.memories.written_here([outcome.memory.n])[0],
            is_echo=False,
            supersedes=(*outcome.supersedes, *supersedes),
            contests=(*outcome.contests, *(old for old in contests if old not in outcome.contests)),
            outdated=tuple(pair for pair in outcome.outdated if pair[0].n not in named),
            similar=tuple(pair for pair in outcome.similar if pair[0].n not in named),
        )

    def _write(self, draft: "Draft") -> StoreOutcome:
        if draft.held is not None:  # a held memory neither repeats nor changes what is believed
            return self._create(draft)
        dated = _with_effective_dates(draft)
        undated, draft = draft if dated.valid_from != draft.valid_from else None, dated
        echo = find_echo(self.tx, draft, self.project)
        known = self._find_known(draft) if echo is None else None
        if echo is None and known is None:
            return self._create(draft, undated)
        from recall_cli.flows.write import restatement

        if echo is not None:
            return restatement.renew_anchors(self.tx, self.op, draft, echo)
        assert known is not None
        if restatement.adds_to_users_words(draft, known.memory):
            return self._create(draft)  # the user did not say what the agent added
        counted = restatement.count_again(self.app, self.tx, self.op, draft, known, self.project_number)
        if self.batch_size > 1:  # a document that is read again changes nothing
            return counted
        return restatement.end_what_it_contradicts(self.tx, self.op, draft, counted, self.project_number)

    def _create(self, draft: "Draft", undated: "Draft | None" = None) -> StoreOutcome:
        """The outcome of a new memory: contradictions are judged first, then it is written and linked.

        `undated` is the draft without the future day that was read from its text.
        """
        app, tx, op, project = self.app, self.tx, self.op, self.project_number
        held = draft.held is not None
        update = None
        if not held:
            from recall_cli.flows.write.beliefs import apply_update, judge_draft

            named = [old.n for old in map(tx.memories.by_id, draft.ends_ids or ()) if old is not None]
            update = judge_draft(tx, draft, project, without=(*self._written, *named))
            if undated is not None and not update.supersedes:  # a plan that ends nothing is known at once
                draft = undated
                update = judge_draft(tx, draft, project, without=(*self._written, *named))
            update = update.but(is_plan=undated is not None and draft is not undated)
            draft = draft.but(**update.ended) if update.ended else draft
        new_number = tx.memories.add(draft, id_=app.new_id(), project=project, op=op)
        self._written.append(new_number)
        if update is not None:
            apply_update(tx, op, new_number, project, update)
        near: dict[int, float] = {}  # memories that share a rare word with the new one, with their cosines
        numbers = [] if held else tx.links.sharing_rare_word(new_number, draft.lookup_words, project)
        if numbers:
            near = tx.vectors.cosines_of(draft.vector or tx.embed(draft.text), numbers)
        links = tx.links.add_related(op, new_number, near)
        kept = StoreOutcome(memory=tx.memories.written_here([new_number])[0], action="created", links=links)
        if update is not None:
            contests = (*update.contests, *update.disputes)
            kept = kept.but(supersedes=update.supersedes, contests=contests, outdated=update.outdated)
            kept = _with_questions(tx, kept) if update.outdated else kept
        return kept if self.skip_similar else kept.but(similar=_similar_memories(tx, kept, near))

    def _find_known(self, draft: "Draft") -> "StoreOutcome | None":
        """A live memory of the project that says the same. Its words stay as they are."""
        app, tx, project = self.app, self.tx, self.project_number
        same = [
            memory
            for memory in tx.memories.with_same_text(draft.hash, project)
            if normalize.fold_text(memory.text) == normalize.fold_text(draft.text)
            and memory.type == draft.type
            and draft.fits_fact(memory)
            and _has_same_names(memory.text, draft.text)
        ]
        live = [memory for memory in same if memory.deleted_at is None and not _is_not_believed(memory, tx.now)]
        if live:
            return StoreOutcome(memory=live[0], action="seen-again")
        rule = app.settings["duplicates.rule"]
        if rule != duplicates.WORDS_RULE:
            from recall_cli.flows.write import near_duplicates

            near = near_duplicates.find_known_by_meaning(tx, draft, project, rule)
            if near is not None:
                return StoreOutcome(memory=near[0], action="seen-again" if near[1] == "same" else "merged")
        elif candidates := tx.search.containing_all(draft.lookup_words, project):
            from recall_cli.flows.write import near_duplicates

            if len(candidates) >= tx.search.MAX_CONTAINING:  # too many have all its words: the nearest come first
                nearest = near_duplicates.nearest_memories(tx, draft, project)
                candidates = [*(memory for memory, _ in nearest), *candidates]
            known = near_duplicates.find_same(draft, candidates, exact=self.exact)
            if known is not None:
                return StoreOutcome(memory=known, action="seen-again")
        if same and same[-1].deleted_at is not None:
            app.note(f"the same text was deleted before ({tx.memories.short_id(same[-1].id)}); this is a new memory")
        return None


def _with_questions(tx: "Transaction", outcome: StoreOutcome) -> StoreOutcome:
    """The outcome with the numbers of its open questions, and without what was answered before."""
    asked = {q.older: q.n for q in tx.questions.open_questions([outcome.memory.n]) if q.newer == outcome.memory.n}
    outdated = tuple(pair for pair in outcome.outdated if pair[0].n in asked)
    return outcome.but(outdated=outdated, questions=asked)


def _similar_memories(
    tx: "Transaction", outcome: StoreOutcome, relatives: "dict[int, float]"
) -> "tuple[tuple[Memory, float], ...]":
    """Memories close to a new one, of the same type and project, but not those that it superseded or contests."""
    close = sorted((-cosine, -n) for n, cosine in relatives.items() if cosine >= duplicates.SIMILAR_COSINE)
    if not close:
        return ()
    mine = {old.n for old in (*outcome.supersedes, *outcome.contests, *(old for old, _ in outcome.outdated))}
    found = tx.memories.by_number([-n for _, n in close if -n not in mine])
    same = [old for old in found if (old.type, old.project) == (outcome.memory.type, outcome.memory.project)]
    return tuple((old, relatives[old.n]) for old in same[:MAX_SIMILAR_SHOWN])


def _is_not_believed(memory: Memory, now: int) -> bool:
    """Is it held for review, or is its time over?"""
    return memory.held is not None or (memory.valid_until is not None and memory.valid_until <= now)


def _has_same_names(text: str, other: str) -> bool:
    """Do two texts that are equal but for their capitals name the same things?"""
    if text == other:
        return True
    from recall_cli.rules.change.sameness import are_same

    return are_same(text, other)


def _with_effective_dates(draft: "Draft") -> "Draft":
    """A draft with the day from which it holds, or until which it held, if its text gives one and its author none."""
    words = f" {draft.text.lower()} "
    may_name_day = len(draft.text) <= MAX_DATED_TEXT and any(word in words for word in DATE_WORDS)
    if draft.valid_from is not None or draft.valid_until is not None or not may_name_day:
        return draft
    from recall_cli.rules.dates.effective_dates import read_effective_dates

    dates = read_effective_dates(draft.text, draft.created_at)
    if dates is None:
        return draft
    return draft.but(valid_from=dates.start) if dates.start is not None else draft.but(valid_until=dates.end)
