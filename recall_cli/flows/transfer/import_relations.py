"""What an import holds beside its memories: supersession chains, contests, settlements, links and vectors."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.moment import parse_exact_iso
from recall_cli.engines.tables.links import COMPATIBLE, CONTESTS, MAX_LINKS, MERGED, PATTERN, RELATED
from recall_cli.rules.beliefs.settled_facts import KEEP_ONE, KEEP_SEVERAL, PER_CONTEXT
from recall_cli.rules.secrets import mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.transfer.import_lines import MemoryLine

LINK_KINDS = (RELATED, MERGED, PATTERN, CONTESTS, COMPATIBLE)
BATCH_SIZE, SMALL_BATCH_SIZE = 2000, 200
"""Rows in one transaction, so that other processes never wait long."""
MAX_LINK_WEIGHT = 1.01
"""Links of older stores have a weight of slightly more than 1."""
MAX_RELATED_MEMORIES = 2000
"""An import of more memories than this looks for no related ones; `recall related` finds them by similarity."""

MAX_REASON_LETTERS = 300
"""Letters of the reason why a fact is contested."""
MAX_VECTOR_BYTES = 65_536
"""Bytes of a vector."""
MAX_MODELS = 8
STATIC_MODEL_PREFIX = "static-"
"""The start of the names of built-in models; their vectors are always made here."""


def parse_vectors(vectors_by_model: "Any") -> "dict[str, bytes]":
    """The vectors of a line by model; invalid ones are left out."""
    if not isinstance(vectors_by_model, dict):
        return {}
    from binascii import Error, a2b_base64

    found: dict[str, bytes] = {}
    for model, text in list(vectors_by_model.items())[:MAX_MODELS]:
        if not isinstance(text, str) or not 0 < len(model) <= 100 or not model.isprintable():
            continue
        try:
            vector = a2b_base64(text, strict_mode=True)
        except (Error, ValueError):
            continue
        if 0 < len(vector) <= MAX_VECTOR_BYTES:
            found[model] = vector
    return found


class ImportedRelations:
    """The relations between the memories of one import."""

    def __init__(self) -> None:
        self.chains: list[tuple[str, str]] = []
        self.contested: dict[tuple[str, int | None], tuple[str, int | None] | None] = {}
        """The contested facts, each with the reason and the time, if the line gives them."""
        self.settled: list[tuple[str, str]] = []
        self.links: list[tuple[str, str, str, float]] = []
        self.vectors: list[tuple[str, dict[str, bytes]]] = []
        self.fresh: list[str] = []
        """The ids of new memories, to look for related ones."""

    def note_line(self, id_: str, line: "MemoryLine", *, live: bool) -> None:
        """Note the relations of a line; invalid ones are left out."""
        if line.superseded_by:
            self.chains.append((id_, line.superseded_by.lower()))
        values = line.more
        vectors = parse_vectors(values.get("vectors"))
        if vectors:
            self.vectors.append((id_, vectors))
        if live and len(self.fresh) <= MAX_RELATED_MEMORIES:
            self.fresh.append(id_)
        if values.get("settles") in (KEEP_ONE, PER_CONTEXT, KEEP_SEVERAL):
            self.settled.append((id_, values["settles"]))
        links = values.get("links")
        for link in links[: 2 * MAX_LINKS] if isinstance(links, list) else ():
            said = link if isinstance(link, dict) else {}
            other, kind, weight = said.get("id"), said.get("kind"), said.get("weight")
            if (
                isinstance(other, str)
                and kind in LINK_KINDS
                and isinstance(weight, (int, float))
                and 0 <= weight <= MAX_LINK_WEIGHT
            ):
                self.links.append((id_, other.lower(), str(kind), float(weight)))

    def contest(self, line: "MemoryLine", project: "int | None") -> None:
        """Note whether the fact of a line is contested in the store that it comes from."""
        fact, told = line.fact, line.more.get("contest")
        if not line.contested or fact is None or line.held is not None or ("contest" in line.more and told is None):
            return
        reason, at = (told.get("reason"), told.get("opened_at")) if isinstance(told, dict) else (None, None)
        moment = parse_exact_iso(at) if isinstance(at, str) else 0
        if isinstance(reason, str) and reason.isprintable() and len(reason) <= MAX_REASON_LETTERS and moment:
            self.contested[fact, project] = (mask(reason).text, moment)
        else:
            self.contested.setdefault((fact, project), None)

    def join(self, app: "App", op: int, *, own: bool = False) -> None:
        """Write all of it, as part of the import; `own` is an export of recall, which has its links."""
        self._restore_chains(app)
        self._contest(app, op)
        self._settle(app, op)
        self._restore(app, op)
        self._keep_vectors(app)
        if not own and not self.links and 0 < len(self.fresh) <= MAX_RELATED_MEMORIES:
            self._find_relations(app, op)

    def _restore_chains(self, app: "App") -> None:
        """Restore which memory superseded which."""
        for start in range(0, len(self.chains), BATCH_SIZE):
            with app.write_transaction() as tx:
                for memory, by in self.chains[start : start + BATCH_SIZE]:
                    found = tx.memories.by_id(memory)
                    if found is not None:
                        tx.memories.supersede(found.n, by)

    def _contest(self, app: "App", op: int) -> None:
        """Contest the facts that were contested in the store they come from."""
        if self.contested:
            with app.write_transaction() as tx:
                for (fact, project), told in self.contested.items():
                    if not tx.contests.is_open(fact, project):
                        reason, at = told or ("contested where it was exported", None)
                        tx.contests.add(fact, project, reason, op, at)

    def _settle(self, app: "App", op: int) -> None:
        """Settle facts that the user settled there, if the answer is still the user's own: no agent settles facts."""
        if self.settled:
            with app.write_transaction() as tx:
                for id_, kind in self.settled:
                    answer = tx.memories.by_id(id_)
                    if answer is not None and answer.trust == "user" and answer.held is None:
                        row = tx.memories.changeable_columns(answer.n)
                        if row["fact"] and tx.contests.settled_as(row["fact"], row["project"]) != kind:
                            tx.contests.settle_fact(row["fact"], row["project"], kind, answer.n, op)

    def _restore(self, app: "App", op: int) -> None:
        """Restore the exported links; only the user's file can say that contested memories are all true."""
        if app.channel != "user":
            self.links = [link for link in self.links if link[2] != COMPATIBLE]
        for start in range(0, len(self.links), BATCH_SIZE):
            with app.write_transaction() as tx:
                tx.links.restore(op, self.links[start : start + BATCH_SIZE])

    def _keep_vectors(self, app: "App") -> None:
        """Store the exported vectors of full models, so that nothing has to be embedded again.

        Vectors steer what is found, so only a person can bring them in; all of a model have the same size.
        """
        if app.channel != "user":
            return
        sizes: dict[str, int] = {}
        with app.read_transaction() as tx:
            for model in {model for _, made in self.vectors for model in made}:
                known = tx.imports.vector_size(model)
                if known:
                    sizes[model] = known
        for start in range(0, len(self.vectors), SMALL_BATCH_SIZE):
            with app.write_transaction() as tx:
                for id_, made in self.vectors[start : start + SMALL_BATCH_SIZE]:
                    found = tx.memories.by_id(id_)
                    if found is not None:
                        for model, vector in made.items():
                            if sizes.setdefault(model, len(vector)) != len(vector) or model.startswith(
                                STATIC_MODEL_PREFIX
                            ):
                                continue
                            tx.engine.vectors(tx, model).put(found.n, vector)
                            tx.run("embedding", "found", model=model, numbers=dumps([found.n]))

    def _find_relations(self, app: "App", op: int) -> None:
        """Link related memories, if the file has no links: those of other programs have none."""
        from recall_cli.flows.write.think import draft_from_memory

        threshold = app.settings["links.threshold"]
        for start in range(0, len(self.fresh) if threshold <= 1 else 0, SMALL_BATCH_SIZE):
            with app.write_transaction() as tx:
                for id_ in self.fresh[start : start + SMALL_BATCH_SIZE]:
                    found = tx.memories.by_id(id_)
                    if found is not None:
                        project = tx.memories.changeable_columns(found.n)["project"]
                        words = draft_from_memory(found).lookup_words
                        numbers = tx.links.sharing_rare_word(found.n, words, project)
                        near = tx.vectors.cosines_of(tx.embed(found.text), numbers) if numbers else {}
                        tx.links.add_related(
                            op, found.n, {n: cosine for n, cosine in near.items() if cosine >= threshold}
                        )
