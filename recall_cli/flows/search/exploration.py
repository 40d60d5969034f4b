"""Give memories that were hardly ever used a chance in a search: their usefulness is drawn (Thompson sampling)."""

from random import Random

from recall_cli.rules.beliefs.usefulness import MIN_TRIED_USES, count_uniforms, draw_usefulness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.flows.search.candidates import Candidates


def draw_untried(candidates: "Candidates", seed: int) -> None:
    """Draw the usefulness of each candidate with fewer than five uses from its verdicts.

    The same seed gives the same numbers for the same memory, whatever else is in the store.
    """
    untried = [n for n, candidate in candidates.passages.items() if candidate.accesses < MIN_TRIED_USES]
    for n, id_, helpful, unhelpful in candidates.tx.search.verdicts(untried):
        random = Random(f"{seed} {id_}")  # noqa: S311 — an order of results, and no secret
        uniforms = [random.random() for _ in range(count_uniforms(helpful, unhelpful))]
        candidates.passages[n].usefulness = draw_usefulness(helpful, unhelpful, uniforms)
