"""The second step: run every finder, sort the results and replace secrets by placeholders."""

from recall_cli.rules.secrets import (
    command_arguments,
    joined_text,
    key_blocks,
    named_values,
    sentence_keys,
    sentence_passwords,
    surrounding_words,
    table_columns,
    told_values,
    vendor_tokens,
    web_credentials,
)
from recall_cli.rules.secrets.forms import COMMANDS, NUMBERS, SEEDS, find_forms

_MAX_ROUNDS = 8  # a placeholder may change how its neighbours look; two rounds suffice for nearly every text


def mask_secrets(text: str) -> "tuple[str, tuple[tuple[str, int], ...]]":
    """The text with all secrets masked, and the number of each kind, in alphabetical order.

    The search is repeated until nothing is found, so that masking a masked text changes nothing.
    """
    counts: dict[str, int] = {}
    for _ in range(_MAX_ROUNDS):
        secrets = find_secrets(text)
        if not secrets:
            break
        pieces, at = [], 0
        for start, end, kind in secrets:
            pieces += [text[at:start], f"[secret: {kind}]"]
            counts[kind] = counts.get(kind, 0) + 1
            at = end
        text = "".join([*pieces, text[at:]])
    return text, tuple(sorted(counts.items()))


def find_secrets(text: str) -> "list[tuple[int, int, str]]":
    """The positions of secrets: start, end and kind, from left to right, without overlaps.

    The finders run in the order of their certainty. Where two results overlap, the more certain one counts.
    """
    joined = joined_text.join_broken_text(text)
    candidates = _run_finders(text if joined is None else joined.text)
    if joined is not None:
        candidates = [(*joined.original(start, end), kind) for start, end, kind in candidates]
    return _without_overlaps(candidates)


def _run_finders(text: str) -> "list[tuple[int, int, str]]":
    """The results of every finder, the more certain first. They may overlap."""
    private = key_blocks.find_private_keys(text)
    blanked = key_blocks.blank_spans(key_blocks.blank_public_material(text), sorted(span[:2] for span in private))
    low = _lowercase_same_length(blanked)
    return [
        *private,
        *vendor_tokens.find_vendor_tokens(blanked),
        *_find_escaped_tokens(blanked),
        *find_forms(SEEDS, blanked, low),
        *web_credentials.find_web_credentials(blanked, low),
        *command_arguments.find_command_passwords(blanked),
        *find_forms(COMMANDS, blanked, low),
        *named_values.find_named_values(blanked, low),
        *table_columns.find_in_tables(blanked, low),
        *surrounding_words.find_by_surrounding_words(blanked, low),
        *find_forms(NUMBERS, blanked, low),
        *sentence_passwords.find_sentence_passwords(blanked, low),
        *sentence_keys.find_sentence_keys(blanked, low),
        *told_values.find_told_values(blanked, low),
    ]


def _find_escaped_tokens(text: str) -> "list[tuple[int, int, str]]":
    """Vendor tokens that are written with escapes, or in two strings or lines."""
    joined = joined_text.join_escaped_text(text)
    if joined is None:
        return []
    tokens = vendor_tokens.find_vendor_tokens(joined.text)
    return [(*joined.original(start, end), kind) for start, end, kind in tokens]


def _without_overlaps(candidates: "list[tuple[int, int, str]]") -> "list[tuple[int, int, str]]":
    """The candidates without overlaps, sorted. Of two that overlap, the first in the list stays."""
    import bisect

    starts: list[int] = []
    spans: list[tuple[int, int, str]] = []
    for span in candidates:
        place = bisect.bisect_left(starts, span[0])
        before_ends = spans[place - 1][1] if place else 0
        after_starts = starts[place] if place < len(starts) else span[1]
        if span[0] < span[1] and before_ends <= span[0] and span[1] <= after_starts:
            starts.insert(place, span[0])
            spans.insert(place, span)
    return spans


def _lowercase_same_length(text: str) -> str:
    """The text in lower case with the same length: letters that would become longer are left as they are."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
