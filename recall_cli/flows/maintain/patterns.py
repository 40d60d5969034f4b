"""Patterns: findings and corrections that keep coming back to the same matter are told as one pattern.

The pattern holds each fragment word for word, so nothing has to be proved; what says the opposite of another, or of a
negation, is no fragment of the same pattern.
"""

from recall_cli.domain.scope import Filters
from recall_cli.engines.tables.links import PATTERN
from recall_cli.flows.edit import unite
from recall_cli.flows.edit.consolidate import Consolidated, Plan, carried_out
from recall_cli.flows.edit.unite import Refused, Union
from recall_cli.flows.maintain.upkeep_round import Done
from recall_cli.rules.beliefs import clustering, merging
from recall_cli.rules.beliefs.claims import claims, opposed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.maintain.upkeep_round import Round

TYPES = ("finding", "correction")
NAMED = 4
"""So many of the words that its fragments share name a pattern."""


def planned(app: "App", wanted: Filters, *, own: bool) -> Plan:
    """Which fragments would become a pattern, and which would not, and why."""
    unions: list[Union] = []
    refused: list[Refused] = []
    overlap, least = app.settings["patterns.overlap"], app.settings["patterns.least"]
    with app.reading() as tx:
        for project, group in unite.groups(tx, wanted.but(types=TYPES), own=own):
            members = [memory for memory in group if memory.entity is None and memory.attribute is None]
            words = [clustering.keywords(memory.text) for memory in members]
            for places in clustering.united(words, overlap, least, _fitting([memory.text for memory in members])):
                sources = tuple(members[at] for at in places)
                text = told_as_one(sources)
                if len(sources) > clustering.MOST or len(text) > 2 * merging.LONGEST:
                    refused.append(Refused(sources=sources, reason="they are too many to be one pattern"))
                else:
                    unions.append(Union(sources=sources, text=text, type="pattern", by="patterns", project=project))
        return Plan(unions=unions, refused=refused, share=unite.share(unite.believed(tx), unions))


def _fitting(texts: "list[str]") -> "Callable[[int, int], bool]":
    """May two of these texts, by their places, be fragments of one pattern?"""
    told = [claims(text) for text in texts]
    return lambda one, other: told[one].negated == told[other].negated and not opposed(told[one], told[other])


def told_as_one(sources: "tuple[Memory, ...]") -> str:
    """The pattern's words: what its fragments have in common, then each of them as it was told."""
    common = [clustering.keywords(source.text) for source in sources]
    counts: dict[str, int] = {}
    whole: dict[str, str] = {}
    for word in (raw.strip("\"'`.,;:!?()[]{}").casefold() for source in sources for raw in source.text.split()):
        if word[:6] in clustering.keywords(word) and all(word[:6] in some for some in common):
            counts[word[:6]] = counts.get(word[:6], 0) + 1
            whole.setdefault(word[:6], word)
    about = ", ".join(whole[stem] for stem in sorted(counts, key=lambda stem: (-counts[stem], stem))[:NAMED])
    parts = [" ".join(source.text.split()) for source in sources]
    said = " ".join(part if part[-1] in ".!?" else part + "." for part in dict.fromkeys(parts))
    return f"Seen {len(sources)} times{f' ({about})' if about else ''}: {said}"


def run(round_: "Round") -> Done:
    """One whole round of its own accord: never what its user said, never more than the settings allow."""
    app = round_.app
    plan = planned(app, Filters(), own=False)
    found = carried_out(app, plan, kind="pattern", link=PATTERN, agreed=False, dry_run=round_.dry_run)
    if round_.dry_run and not found.stopped:
        round_.ended.extend(source.n for union in plan.unions for source in union.sources)
    return Done(touched=unite.touched(plan.unions if round_.dry_run else found.unions), said=_said(found), op=found.op)


def _said(found: Consolidated) -> str:
    many = len(found.plan.unions)
    if found.stopped:
        return f"{many:,} pattern{' waits' if many == 1 else 's wait'} for recall consolidate --patterns"
    made = many if found.dry_run else len(found.unions)
    return f"{made:,} pattern{'' if made == 1 else 's'}" if made else ""
