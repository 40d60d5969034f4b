"""The second step: every finder looks, the finds are put in order, and placeholders take their place."""

from recall_cli.rules.secrets import (
    cards_and_wallets,
    command_arguments,
    joined_text,
    key_blocks,
    named_values,
    sentence_keys,
    sentence_passwords,
    surrounding_words,
    table_columns,
    vendor_tokens,
    web_credentials,
)

_MAX_ROUNDS = 8  # a placeholder may change what its neighbours look like; two rounds settle nearly every text


def mask_secrets(text: str) -> "tuple[str, tuple[tuple[str, int], ...]]":
    """The text with all secrets covered, and how many of each kind, in alphabetical order.

    The hunt is repeated until nothing is found, so that covering a covered text changes nothing.
    """
    counts: dict[str, int] = {}
    for _ in range(_MAX_ROUNDS):
        found = find_secrets(text)
        if not found:
            break
        pieces, at = [], 0
        for start, end, kind in found:
            pieces += [text[at:start], f"[secret: {kind}]"]
            counts[kind] = counts.get(kind, 0) + 1
            at = end
        text = "".join([*pieces, text[at:]])
    return text, tuple(sorted(counts.items()))


def find_secrets(text: str) -> "list[tuple[int, int, str]]":
    """Where secrets stand: start, end and kind, from left to right, none overlapping.

    The finders come in the order of their certainty; where two overlap, the more certain one counts.
    """
    whole = joined_text.join_broken_text(text)
    candidates = _run_finders(text if whole is None else whole.text)
    if whole is not None:
        candidates = [(*whole.original(start, end), kind) for start, end, kind in candidates]
    return _without_overlaps(candidates)


def _run_finders(text: str) -> "list[tuple[int, int, str]]":
    """What every finder finds, the more certain first; the finds may overlap."""
    private = key_blocks.find_private_keys(text)
    plain = key_blocks.blank_spans(key_blocks.blank_public_material(text), sorted(span[:2] for span in private))
    low = _lowercase_same_length(plain)
    return [
        *private,
        *vendor_tokens.find_vendor_tokens(plain),
        *_find_escaped_tokens(plain),
        *surrounding_words.find_seeds(plain, low),
        *web_credentials.find_web_credentials(plain, low),
        *command_arguments.find_command_passwords(plain, low),
        *command_arguments.find_config_secrets(plain, low),
        *command_arguments.find_login_pairs(plain, low),
        *named_values.find_named_values(plain, low),
        *table_columns.find_in_tables(plain, low),
        *surrounding_words.find_by_surrounding_words(plain, low),
        *cards_and_wallets.find_cards_and_wallets(plain, low),
        *sentence_passwords.find_sentence_passwords(plain, low),
        *sentence_keys.find_sentence_keys(plain, low),
    ]


def _find_escaped_tokens(text: str) -> "list[tuple[int, int, str]]":
    """Tokens of vendors that are written with escapes, or in two strings or lines."""
    whole = joined_text.join_escaped_text(text)
    if whole is None:
        return []
    found = vendor_tokens.find_vendor_tokens(whole.text)
    return [(*whole.original(start, end), kind) for start, end, kind in found]


def _without_overlaps(candidates: "list[tuple[int, int, str]]") -> "list[tuple[int, int, str]]":
    """The candidates without overlaps, sorted; of two that overlap, the one found first stays."""
    import bisect

    starts: list[int] = []
    kept: list[tuple[int, int, str]] = []
    for span in candidates:
        place = bisect.bisect_left(starts, span[0])
        before_ends = kept[place - 1][1] if place else 0
        after_starts = starts[place] if place < len(starts) else span[1]
        if span[0] < span[1] and before_ends <= span[0] and span[1] <= after_starts:
            starts.insert(place, span[0])
            kept.insert(place, span)
    return kept


def _lowercase_same_length(text: str) -> str:
    """The text in small letters, character for character: no letter that grows when lowered."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
