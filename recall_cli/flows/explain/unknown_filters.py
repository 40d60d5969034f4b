"""Filters that no memory can pass, since none has this topic, tag or agent; with the name that was probably meant."""

from recall_cli.domain.scope import Filters
from recall_cli.rules.text.spelling import closest_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction

ANY_STATE = frozenset({"superseded", "held", "expired", "deleted"})
MAX_LISTED = 5
"""If no name is similar and there are at most so many, all of them are listed."""


def unknown_filter_texts(tx: "Transaction", wanted: Filters) -> "list[str]":
    """One sentence for each filter with a name that nothing in the store has."""
    every = Filters(include=ANY_STATE)
    texts = []
    if wanted.topic is not None:
        topics = [label.name for label in tx.labels.topics(every)]
        texts += _unknown_name_texts("topic", wanted.topic, topics, "recall topics shows them")
    if wanted.tags:
        labels = tx.labels.tags(every)
        values: dict[str, list[str]] = {}
        for label in labels:
            values.setdefault(label.name, []).append(str(label.value))
        for key, value in wanted.tags:
            if key not in values:
                texts += _unknown_name_texts("tag", key, [*values], "recall tags shows them")
            elif value is not None:
                pairs = [f"{key}={used}" for used in values[key]]
                texts += _unknown_name_texts("tag", f"{key}={value}", pairs, "recall tags shows them")
    if wanted.agent is not None and tx.view.whole:
        texts += _unknown_name_texts("agent", wanted.agent, tx.search.agents(), "recall stats shows them")
    return texts


def _unknown_name_texts(kind: str, name: str, used: "list[str]", otherwise: str) -> "list[str]":
    """A sentence that says that a name is not in use, with the name that was probably meant; empty if it is in use."""
    if name in used:
        return []
    close = [known for known in used if known.casefold() == name.casefold()] or closest_words(name, used)
    if close:
        hint = f"did you mean {' or '.join(close)}?"
    elif 0 < len(used) <= MAX_LISTED:
        hint = f"there {'is' if len(used) == 1 else 'are'} {', '.join(used)}"
    else:
        article = "an" if kind == "agent" else "a"
        hint = otherwise if used else f"no memory has {article} {kind} yet"
    verb = "was stored by the agent" if kind == "agent" else f"has the {kind}"
    return [f"no memory {verb} {name!r} ({hint})"]
