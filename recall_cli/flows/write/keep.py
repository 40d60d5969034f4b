"""Write drafts in one transaction: each is compared with known memories, then stored, merged or counted again."""

from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.moment import DAY
from recall_cli.domain.receipt import Receipt, Refusal, StoreOutcome, strongest_status
from recall_cli.flows.projects import ensure_project, new_project_text
from recall_cli.flows.write.implied_staleness import join_outdated
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

    words = lookup_words(draft.text)
    shown = dict(
        tx.shown_memories.shown_between(words, draft.created_at - ECHO_WINDOW, draft.created_at, MAX_ECHO_CANDIDATES)
    )
    if not shown:
        return None
    check = EchoCheck(draft.text)
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

MAX_SHORT_CORRECTION, CONTRAST_SIGNS = 90, (" not ", " instead of ", " rather than ")
"""A text of up to so many letters with one of these may be a correction without a subject ("no, 9090 not 8080")."""

NOTHING_TO_TAKE_BACK = "it takes something back, and no memory of this project speaks of it"
MAX_RETRACTION_LENGTH = 200
RETRACTION_STARTS = (
    "forget ",
    "please ",
    "ignore ",
    "scrap ",
    "scratch ",
    "strike ",
    "disregard ",
    "never",
    "drop the ",
)
"""How a text begins that may only take something back."""

MAX_RESTATED_BATCH = 64
"""Of more drafts than this at once, as an import has them, none is compared so; a session has at most 40."""
MAX_RESTATED_CANDIDATES, MAX_RESTATED_LENGTH = 8, 600
"""A text of up to so many letters is compared with this many memories that share most words with it."""


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
    correction = _correction_that_ends_something(tx, result, place)
    if correction is not None:
        result = result.but(drafts=(correction,), refused=(), correction=None)
    new = new_project_text(tx, place) if result.drafts else ""
    if new:
        app.note(new)
    project = ensure_project(tx, place) if result.drafts else None
    refused = result.refused
    useless = [draft for draft in result.drafts if _takes_back_nothing(tx, draft, project)]
    if useless:
        refused += tuple(Refusal(text=draft.text[:80], gate="belief", reason=NOTHING_TO_TAKE_BACK) for draft in useless)
        result = result.but(drafts=tuple(draft for draft in result.drafts if draft not in useless))
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


def _takes_back_nothing(tx: "Transaction", draft: "Draft", project: "Project | None") -> bool:
    """Whether a draft only takes something back, and no memory speaks of it: "forget that CI thing"."""
    if len(draft.text) > MAX_RETRACTION_LENGTH or draft.ends_ids:
        return False
    if not draft.text.lower().strip("*- ").startswith(RETRACTION_STARTS):
        return False
    from recall_cli.flows.write.beliefs import only_takes_back
    from recall_cli.flows.write.revision import revise

    if not only_takes_back(draft):
        return False
    revision = revise(tx, draft, project.n if project else None)
    return not (revision.supersedes or revision.asks or revision.contests)


def _correction_that_ends_something(
    tx: "Transaction", result: "DraftResult", place: "Workplace | str | None"
) -> "Draft | None":
    """A text that says too little by itself, if it ends a belief: then that belief shows what it is about."""
    draft = result.correction
    if draft is None or result.drafts:
        return None
    from recall_cli.flows.projects import known_project
    from recall_cli.flows.write.revision import revise

    project = known_project(tx, place)
    if place is not None and project is None:
        return None
    ends = draft.ends_ids or revise(tx, draft, project.n if project else None).supersedes
    return draft if ends else None


def project_off_refusal(text: str, project: "Project") -> Refusal:
    """The refusal of a text in a project where memory is off."""
    return Refusal(
        text=text,
        gate="off",
        reason=f"memory is switched off for {project.name}",
        hint=f"recall config project enable {project.name}",
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
            is_last_of_text = draft is result.drafts[-1] and draft.extracted_by.startswith(("none", "rules"))
            outcomes.append(self._write(draft, result.text if is_last_of_text else ""))
        named_ids = result.drafts[-1].ends_ids
        if named_ids and outcomes[-1].memory.held is None:
            outcomes[-1] = self._end_named_memories(result.drafts[-1], outcomes[-1], named_ids)
        return tuple(outcomes)

    def _end_named_memories(self, draft: "Draft", outcome: StoreOutcome, ids: "list[str]") -> StoreOutcome:
        """The outcome of a draft whose author named the memories that it replaces."""
        from recall_cli.flows.write.beliefs import end_named_memories

        supersedes, contests, marked = end_named_memories(self.tx, self.op, outcome.memory, draft, ids)
        named = {old.n for old in (*supersedes, *contests)}
        return outcome.but(
            memory=self.tx.memories.written_here([outcome.memory.n])[0],
            is_echo=False,
            supersedes=(*outcome.supersedes, *supersedes),
            contests=(*outcome.contests, *(old for old in contests if old not in outcome.contests)),
            outdated=join_outdated((pair for pair in outcome.outdated if pair[0].n not in named), marked),
            similar=tuple(pair for pair in outcome.similar if pair[0].n not in named),
        )

    def _write(self, draft: "Draft", whole_text: str) -> StoreOutcome:
        if draft.held is not None:  # a held memory neither repeats nor changes what is believed
            return self._create(draft, whole_text)
        dated = _with_effective_dates(draft)
        undated, draft = draft if dated.valid_from != draft.valid_from else None, dated
        if len(draft.text) <= MAX_SHORT_CORRECTION and any(sign in f" {draft.text.lower()}" for sign in CONTRAST_SIGNS):
            from recall_cli.flows.write.short_corrections import complete_correction

            completed = complete_correction(self.tx, draft, self.project_number)
            if completed is not None:
                outcome = self._create(completed[0], "")
                over = outcome.memory.superseded_at is not None or completed[1] in outcome.supersedes
                return outcome if over else self._end_named_memories(completed[0], outcome, [completed[1].id])
        echo = find_echo(self.tx, draft, self.project)
        known = self._find_known(draft) if echo is None else None
        if echo is None and known is None:
            return self._create(draft, whole_text, undated)
        from recall_cli.flows.write import restatement

        if echo is not None:
            return restatement.renew_anchors(self.tx, self.op, draft, echo)
        assert known is not None
        if restatement.adds_to_users_words(draft, known.memory):
            return self._create(draft, whole_text)  # the user did not say what the agent added
        counted = restatement.count_again(self.app, self.tx, self.op, draft, known, self.project_number)
        if self.batch_size > 1:  # a document that is read again changes nothing
            return counted
        return restatement.end_what_it_contradicts(self.tx, self.op, draft, counted, self.project_number)

    def _create(self, draft: "Draft", whole_text: str, undated: "Draft | None" = None) -> StoreOutcome:
        """The outcome of a new memory: contradictions are judged first, then it is written and linked.

        `undated` is the draft without the future day that was read from its text.
        """
        app, tx, op, project = self.app, self.tx, self.op, self.project_number
        held = draft.held is not None
        update = None
        if not held:
            from recall_cli.flows.write.beliefs import apply_update, judge_draft

            update = judge_draft(tx, draft, project, whole_text=whole_text, without=self._written)
            if undated is not None and not update.supersedes:  # a plan that ends nothing is known at once
                draft = undated
                update = judge_draft(tx, draft, project, whole_text=whole_text, without=self._written)
            update = update.but(is_plan=undated is not None and draft is not undated)
            draft = draft.but(**update.ended) if update.ended else draft
        new_number = tx.memories.add(draft, id_=app.new_id(), project=project, op=op)
        self._written.append(new_number)
        if update is not None:
            marked = apply_update(tx, op, new_number, project, update, draft.text)
            update = update.but(outdated=join_outdated(update.outdated, marked))
        threshold = app.settings["links.threshold"]
        near: dict[int, float] = {}  # memories that share a rare word with the new one, with their cosines
        unused = held or (self.skip_similar and threshold > 1)
        numbers = [] if unused else tx.links.sharing_rare_word(new_number, draft.lookup_words, project)
        if numbers:
            near = tx.vectors.cosines_of(draft.vector or tx.embed(draft.text), numbers)
        links = tx.links.add_related(op, new_number, {n: cosine for n, cosine in near.items() if cosine >= threshold})
        kept = StoreOutcome(memory=tx.memories.written_here([new_number])[0], action="created", links=links)
        if update is not None:
            contests = (*update.contests, *update.disputes)
            kept = kept.but(supersedes=update.supersedes, contests=contests, outdated=update.outdated)
        return kept if self.skip_similar else kept.but(similar=_similar_memories(tx, kept, near))

    def _find_known(self, draft: "Draft") -> "StoreOutcome | None":
        """A live memory of the project that says the same, or the same and more. Its words stay as they are."""
        app, tx, project = self.app, self.tx, self.project_number
        same = [
            memory
            for memory in tx.memories.with_same_text(draft.hash, project)
            if normalize.fold_text(memory.text) == normalize.fold_text(draft.text)
            and not duplicates.differ_in_capitals(memory.text, draft.text)
            and _has_same_fact(memory, draft, same_text=True)
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
        found: dict[str, Memory] = {}
        for memory in _known_candidates(tx, draft, project) if rule == duplicates.WORDS_RULE else ():
            if _has_same_fact(memory, draft):
                found.setdefault(duplicates.duplicate_verdict(draft.text, memory.text), memory)
        for said, action in (("same", "seen-again"), ("contained", "merged")):
            if said in found and not (self.exact and action == "merged"):
                return StoreOutcome(memory=found[said], action=action)
        restated = None if self.exact or rule != duplicates.WORDS_RULE else self._find_restated(draft)
        if restated is not None:
            return restated
        if same and same[-1].deleted_at is not None:
            app.note(f"the same text was deleted before ({tx.memories.short_id(same[-1].id)}); this is a new memory")
        return None

    def _find_restated(self, draft: "Draft") -> "StoreOutcome | None":
        """A live memory of the project that says the same in other words; not for one of many drafts at once."""
        tx = self.tx
        if self.batch_size > MAX_RESTATED_BATCH or len(draft.text) > MAX_RESTATED_LENGTH:
            return None
        numbers = tx.search.restated_candidates(draft.text, self.project_number, MAX_RESTATED_CANDIDATES)
        if not numbers:
            return None
        from recall_cli.flows.write.near_duplicates import find_restated

        memory = find_restated(tx, draft, numbers)
        return None if memory is None else StoreOutcome(memory=memory, action="seen-again", restated=True)


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


def _has_same_fact(memory: Memory, draft: "Draft", *, same_text: bool = False) -> bool:
    """Has a memory the type and fact of a draft? With `same_text`, a draft without a fact fits every fact."""
    fact = (draft.entity, draft.attribute, draft.value, draft.qualifier)
    same = (memory.entity, memory.attribute, memory.value, memory.qualifier) == fact
    return memory.type == draft.type and (same or (same_text and not any(fact)))


def _known_candidates(tx: "Transaction", draft: "Draft", project: "int | None") -> "list[Memory]":
    """Live memories that may say the same: those with all its words, and the nearest ones if there are too many."""
    found = tx.search.containing_all(draft.lookup_words, project, draft.type)
    if len(found) < tx.search.MAX_CONTAINING:
        return found
    from recall_cli.flows.write import near_duplicates

    return [memory for memory, _ in near_duplicates.nearest_memories(tx, draft, project)] + found


def _with_effective_dates(draft: "Draft") -> "Draft":
    """A draft with the day from which it holds, or until which it held, if its text gives one and its author none."""
    if draft.valid_from is not None or draft.valid_until is not None or not _may_name_day(draft.text):
        return draft
    from recall_cli.rules.dates.effective_dates import read_effective_dates

    dates = read_effective_dates(draft.text, draft.created_at)
    if dates is None:
        return draft
    return draft.but(valid_from=dates.start) if dates.start is not None else draft.but(valid_until=dates.end)


def _may_name_day(text: str) -> bool:
    """Whether a text may say from when or until when it holds."""
    words = f" {text.lower()} "
    return len(text) <= MAX_DATED_TEXT and any(word in words for word in DATE_WORDS)
