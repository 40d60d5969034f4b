"""Which rule says that a text is already known: its words (`rules/change/sameness.py`), or a published threshold.

In a measurement, every pair of sentences that differ in one number was closer than the usual threshold of 0.92, and so
was a third of the pairs that differ in a negation. So the words decide, unless a setting says otherwise.
"""

WORDS_RULE, THREE_BANDS_RULE, UPDATE_RULE = "words", "cosine-three-bands", "cosine-update"
"""The rule that decides: the words (the default), or one of two published rules that use only the cosine."""
SAME_COSINE, MERGE_COSINE, UPDATE_COSINE = 0.95, 0.85, 0.92
"""The published thresholds: for a duplicate and for a merge in the three-bands rule, and for the update rule."""
SIMILAR_COSINE = 0.85
"""From this cosine on, a new memory is reported as similar to an old one."""


def verdict_by_cosine(rule: str, cosine: float) -> str:
    """What a published rule says about two texts at this cosine: same (only counted), merged, or new."""
    if rule == THREE_BANDS_RULE:
        return "same" if cosine >= SAME_COSINE else "merged" if cosine >= MERGE_COSINE else "new"
    return "merged" if rule == UPDATE_RULE and cosine >= UPDATE_COSINE else "new"
