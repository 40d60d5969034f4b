"""The extractor `rules`: what it keeps of a text, what it leaves, and what it says about each."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.intake.extraction import MAX_STATEMENTS, extract_drafts
from tests.for_each import for_each

WORTH = [
    ("We decided to keep the monorepo because the release tooling depends on it.", "decision"),
    ("Never run migrations against production without a dump first.", "preference"),
    ("The importer hangs because the lock is never released.", "finding"),
    ("The search service listens on port 8443 in staging.", "fact"),
    ("When the build fails with 'ENOSPC', clear /var/lib/docker first.", "fact"),
    ("Actually, the region is spelled eu-central-1.", "fact"),
]


def texts_of(text: str) -> list[str]:
    """The kept statements of a text."""
    return [draft.text for draft in extract_drafts(text).drafts]


@for_each("text, type_", WORTH)
def test_a_statement_is_kept_with_a_type(text: str, type_: str) -> None:
    """In its own words, with its place in the text."""
    (draft,) = extract_drafts(text).drafts
    assert (draft.text, draft.type, draft.by_user) == (text, type_, True)
    assert (draft.importance, draft.confidence) == (0.7, 0.9)
    assert text[slice(*draft.span)] == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("done", "too little is said"),
        ("Which port does the search service use?", "it is a question"),
        ("Can you fix the typo on line 12?", "it asks for something now"),
        ("Please rename this variable to count.", "it asks for something now"),
        ("I want you to look at the stack trace again.", "it asks for something now"),
        ("Let me check that file.", "it tells what is done at the moment"),
        ("Running the tests of the importer now...", "it tells what is done at the moment"),
        ("I'm heading to lunch, back in 30.", "it tells what is done at the moment"),
        ("I've updated the file and the tests.", "it tells what is done at the moment"),
        ("If we had started with Rust, this bug would not exist.", "it only supposes something"),
        ("That is what the old importer does, too.", "it points back to something else"),
        ("Wow, a 3 GB node_modules, I feel so lucky.", "it only answers something"),
        ("What a wonderful day for a release of the importer!", "it only answers something"),
        ("We keep three reasons for this:", "it only introduces what follows"),
        ("word " * 80, "it is too long for one statement"),
    ],
)
def test_what_is_left_out_has_a_reason(text: str, reason: str) -> None:
    """Questions, orders and reports of the moment, answers, suppositions, and what cannot be understood alone."""
    found = extract_drafts(text)
    assert found.drafts == ()
    assert [skip.reason for skip in found.skipped] == [reason]


def test_a_guess_is_less_sure() -> None:
    """It says so itself."""
    (draft,) = extract_drafts("The timeouts are probably caused by the proxy because it buffers to disk.").drafts
    assert draft.confidence == 0.6


def test_each_speaker_of_a_transcript_has_their_own_words() -> None:
    """What the agent says is its own and less sure; what a tool prints is nobody's word."""
    text = (
        "User: Never deploy on Fridays, because nobody is there.\n\nAssistant: The lock was never released, so it hung.\n"
        "Tool: The API listens on port 8080 because of the config.\n**Human**: We use pnpm because npm was too slow.\n"
    )
    drafts = extract_drafts(text).drafts
    assert [(draft.text, draft.by_user) for draft in drafts] == [
        ("Never deploy on Fridays, because nobody is there.", True),
        ("The lock was never released, so it hung.", False),
        ("We use pnpm because npm was too slow.", True),
    ]
    assert [draft.confidence for draft in drafts] == [0.9, 0.75, 0.9]


def test_a_page_of_notes() -> None:
    """Headings and code go, an item has the head of its list, and lines that only the width broke are joined."""
    text = (
        "# Cache\n\nWe chose Garnet over Redis for the cache of the shop because it was cheaper\nto run on the old hosts."
        "\n\n```\nThe port is 6379 because of the default.\n```\n\nOn a laptop:\n- never start more than two workers\n"
    )
    assert texts_of(text) == [
        "We chose Garnet over Redis for the cache of the shop because it was cheaper to run on the old hosts.",
        "On a laptop: never start more than two workers",
    ]


def test_one_text_gives_at_most_five() -> None:
    """The best ones, in their order; nothing twice; the others are named."""
    plans = [f"We chose plan{n} for room{n} because neighbour{n} shouts{n}." for n in range(9)]
    found = extract_drafts(" ".join(plans))
    kept = [draft.text for draft in found.drafts]
    assert len(kept) == MAX_STATEMENTS
    assert kept == [plan for plan in plans if plan in kept]
    assert [skip.reason for skip in found.skipped] == ["more than 5 in one text"] * 4
    twice = extract_drafts(f"{plans[0]} {plans[0]}")
    assert (len(twice.drafts), [skip.reason for skip in twice.skipped]) == (1, ["it is said twice"])


@settings(deadline=None)
@given(
    st.text(max_size=400)
    | st.lists(st.sampled_from([text for text, _ in WORTH] + ["User:", "\n", "\n\n", "- ", "```", "so ", "x" * 70]))
    .map(" ".join)
)  # fmt: skip
def test_any_text_is_read(text: str) -> None:
    """No text is an error; what is kept has fields in their ranges, and its words stand in the text in that order."""
    result = extract_drafts(text)
    words = text.split()
    for draft in result.drafts:
        assert 0 <= draft.span[0] <= draft.span[1] <= len(text)
        assert draft.type in MEMORY_TYPES
        at = 0
        for word in draft.text.casefold().split():
            at = next(place for place in range(at, len(words)) if word in words[place].casefold())


@for_each(
    "line",
    ["We use Redis, and I like tea; ", "I think that if ", "word ", "a.b!? ", "User: ok\n", "- x\n", "(", '"a\n'],
)
def test_work_grows_with_length_alone(line: str) -> None:
    """A text four times as long takes about four times as many steps: no input makes them quadratic."""
    assert count_calls(line * 4_000) < 6 * count_calls(line * 1_000) + 1_000


def count_calls(text: str) -> int:
    """The calls of functions while a text is read."""
    calls = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        extract_drafts(text)
    finally:
        sys.setprofile(None)
    return calls
