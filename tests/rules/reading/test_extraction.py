"""The extractor `rules`: what it keeps of a text, what it leaves, and what it says about each."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.domain.draft import SPEECH_KINDS, ExtractedStatement
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.reading.extraction import MAX_DRAFTS_PER_TURN, extract_drafts
from tests.long_run import repetitions

BANDS = {"plain": (0.7, 1.0), "hedged": (0.3, 0.65), "low": (0.0, 0.3), "any": (0.3, 1.0)}
ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "utterances.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def only_draft(text: str) -> ExtractedStatement:
    """The one draft of a text."""
    drafts = extract_drafts(text).drafts
    assert len(drafts) == 1, [draft.text for draft in drafts]
    return drafts[0]


def ratio(good: int, total: int) -> float:
    return good / max(1, total)


def test_what_is_worth_keeping_is_told_from_what_is_not() -> None:
    """On six hundred utterances, store or skip is right for nearly all (F1)."""
    stored = [bool(extract_drafts(text).drafts) for *_, text in ROWS]
    wanted = [verdict == "store" for verdict, *_ in ROWS]
    counted = [(s, w) for s, w, row in zip(stored, wanted, ROWS, strict=True) if row[0] != "low"]
    right = sum(s and w for s, w in counted)
    wrong = sum(s != w for s, w in counted)
    assert 2 * right / (2 * right + wrong) >= 0.98


def test_no_supposition_is_believed() -> None:
    """What is hypothetical, fictional or a joke never gets a confidence above 0.3."""
    for verdict, *_, text in ROWS:
        if verdict == "low":
            assert all(draft.confidence <= 0.3 for draft in extract_drafts(text).drafts), text


def test_confidence_follows_how_it_was_said() -> None:
    """Plain statements are sure, hedged ones less so: nearly always within their band."""
    judged = [
        all(BANDS[band][0] <= draft.confidence <= BANDS[band][1] for draft in extract_drafts(text).drafts)
        for verdict, _, band, _, text in ROWS
        if verdict == "store"
    ]
    assert ratio(sum(judged), len(judged)) >= 0.97


def test_types_and_values_are_found() -> None:
    """The type is right in nine of ten, a named value is found in four of five."""
    types, values = [], []
    for verdict, kinds, _, value, text in ROWS:
        drafts = extract_drafts(text).drafts
        if verdict != "store" or not drafts:
            continue
        if kinds != "any":
            types.append(drafts[0].type in kinds.split(","))
        if value != "-":
            values.append(any(value.lower() in (draft.value or "").lower() for draft in drafts))
    assert ratio(sum(types), len(types)) >= 0.9
    assert ratio(sum(values), len(values)) >= 0.8


@pytest.mark.parametrize(
    ("text", "entity", "attribute", "value"),
    [
        ("I prefer tabs over spaces.", "user", "indentation", "tabs"),
        ("I work at Fabrikam.", "user", "employer", "Fabrikam"),
        ("I moved to Ghent.", "user", "location", "Ghent"),
        ("My editor is Helix.", "user", "editor", "Helix"),
        ("We picked NATS over Kafka.", "project", "message_broker", "NATS"),
        ("The gateway runs on port 4000.", "gateway", "port", "4000"),
        ("The default branch is trunk.", "project", "default_branch", "trunk"),
        ("The docs are deployed to Netlify.", "docs", "deploy_target", "Netlify"),
        ("Bob: not needed\nDatabase: DuckDB", "project", "database", "DuckDB"),
    ],
)
def test_common_forms_give_a_fact(text: str, entity: str, attribute: str, value: str) -> None:
    """The forms that people use most give an entity, an attribute and a value."""
    draft = extract_drafts(text).drafts[-1]
    assert (draft.entity, draft.attribute, draft.value) == (entity, attribute, value)


def test_a_switch_names_what_it_ends() -> None:
    """A switch says what comes and what goes; the new value stands alone even where several were possible."""
    draft = only_draft("We switched from npm to pnpm.")
    assert (draft.attribute, draft.value, draft.ends, draft.many) == ("package_manager", "pnpm", "npm", False)


def test_what_is_over_is_not_said_to_hold() -> None:
    """A fact that is over never appears as if it held."""
    draft = only_draft("We no longer use Jenkins.")
    assert (draft.value, draft.ends) == ("not Jenkins", "Jenkins")
    assert only_draft("I used to work at Contoso.").value == "not Contoso"
    assert only_draft("I left Fabrikam and joined Contoso in May.").value == "Contoso"


def test_two_facts_in_a_sentence_are_two_drafts() -> None:
    """Where two clauses claim two things, each is a memory with its own words."""
    drafts = extract_drafts("My name is Ana and I live in Lisbon.").drafts
    assert [(draft.text, draft.value) for draft in drafts] == [
        ("My name is Ana", "Ana"),
        ("I live in Lisbon", "Lisbon"),
    ]


def test_the_context_of_a_value_is_kept() -> None:
    """What holds only somewhere says where."""
    assert only_draft("Grafana listens on port 3300 in production.").qualifier == "production"
    assert only_draft("For the consulting contract I use Windows.").qualifier == "the consulting contract"


def test_a_fiction_lasts_until_the_turn_ends_or_is_broken() -> None:
    """What is said inside a role stays in it, until the speaker steps out."""
    drafts = extract_drafts(
        "Let's pretend I'm a doctor. I work at a hospital in Boston. Seriously though, I use vim."
    ).drafts
    assert [draft.confidence <= 0.3 for draft in drafts] == [True, True, False]
    assert [draft.entity for draft in drafts] == [None, None, "user"]


def test_a_claim_made_to_get_an_answer_is_not_believed() -> None:
    """A part that is claimed only as a lever for the question is no fact."""
    assert only_draft("I'm actually a lawyer, so explain the clause in detail.").confidence <= 0.3


def test_a_statement_in_front_of_a_request_is_kept() -> None:
    """The request goes, the fact before it stays."""
    draft = only_draft("I'm on macOS, can you fix the path?")
    assert (draft.text, draft.value) == ("I'm on macOS", "macOS")


def test_an_explanation_joins_what_it_explains() -> None:
    """A sentence that points back makes the memory before it longer."""
    assert only_draft("We chose Kafka. It gives us replay.").text == "We chose Kafka. It gives us replay."


def test_turns_of_a_transcript() -> None:
    """Each speaker's words are theirs: the agent's are inferred, its own plans and the tools' output are left."""
    result = extract_drafts(
        "User: I prefer short answers.\nAssistant: Sure! I'll keep that in mind.\n"
        "Assistant: The parser fails because the feed has empty lines.\nTool: 12 files\nmore output\nUser: thanks!"
    )
    assert [(draft.speaker, draft.speech) for draft in result.drafts] == [
        ("user", "plain"),
        ("assistant", "inferred"),
    ]
    assert result.drafts[1].confidence <= 0.65
    assert "tool output" in {skip.reason for skip in result.skipped}


def test_names_of_a_dialogue_are_the_entities() -> None:
    """In a dialogue between people "I" is whoever speaks."""
    drafts = extract_drafts("Ana: I live in Porto.\nBen: I live in Graz.\nAna: Nice!\nBen: Yes!").drafts
    assert [(draft.entity, draft.value) for draft in drafts] == [("ana", "Porto"), ("ben", "Graz")]


def test_a_page_of_notes() -> None:
    """Headings and code go, every item of a list is read by itself, wrapped lines are joined."""
    notes = (
        "# Setup\n\n- Tabs, not spaces\n- The API listens on port 8080\n\n```\nmake build\n```\n"
        "We keep secrets in Vault because the old\nfile was readable by everyone.\n"
    )
    result = extract_drafts(notes)
    assert [draft.text[:9] for draft in result.drafts] == ["Tabs, not", "The API l", "We keep s"]
    assert {skip.reason for skip in result.skipped} == {"heading", "code"}


def test_one_turn_gives_at_most_five() -> None:
    """A verbose turn keeps its five weightiest statements, and the others are named as left."""
    turn = " ".join(f"The service number {n} listens on port 80{n}0." for n in range(1, 9)) + " Never log tokens."
    result = extract_drafts(turn)
    assert len(result.drafts) == MAX_DRAFTS_PER_TURN
    assert "Never log tokens." in [draft.text for draft in result.drafts]
    assert sum("more than" in skip.reason for skip in result.skipped) == 4


@pytest.mark.parametrize(
    "text",
    [
        "Ich arbeite seit zwei Jahren bei einer Bank in Wien.",
        "Usamos siempre la rama develop para integrar los cambios.",
        "このプロジェクトではタブではなくスペースを使います。",
        "Мы храним секреты в отдельном хранилище.",
    ],
)
def test_another_language_is_kept_whole(text: str) -> None:
    """What cannot be read is one fact of low importance, word for word."""
    draft = only_draft(text)
    assert (draft.text, draft.type, draft.importance, draft.speech) == (text, "fact", 0.3, "unread")


def test_stress_and_correction_raise_importance() -> None:
    """What is stressed or corrected matters more than the same thing said in passing."""
    assert only_draft("Never deploy on Fridays.").importance > only_draft("Avoid deploys on Fridays.").importance
    assert only_draft("No, we use Yarn, not npm.").importance > only_draft("We use Yarn.").importance


@settings(max_examples=repetitions(200), deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read(text: str) -> None:
    """No text is an error; drafts and skips lie inside the text, in order, with fields in their ranges."""
    result = extract_drafts(text)
    for draft in result.drafts:
        assert 0 <= draft.span[0] < draft.span[1] <= len(text)
        assert draft.type in MEMORY_TYPES and draft.speech in SPEECH_KINDS
        assert 0 <= draft.importance <= 1 and 0 <= draft.confidence <= 1
        assert (draft.entity is None) == (draft.attribute is None) == (draft.value is None)
    spans = [skip.span for skip in result.skipped]
    assert spans == sorted(spans)


@settings(max_examples=repetitions(60), deadline=None)
@given(
    st.lists(st.sampled_from([row[-1] for row in ROWS]), min_size=1, max_size=12),
    st.sampled_from(["\n\n", " ", "\n- "]),
)
def test_any_mixture_is_read(parts: list[str], between: str) -> None:
    """However statements are put together, what is kept stands in the text at its span."""
    text = between.join(parts)
    for draft in extract_drafts(text).drafts:
        source = " ".join(text[slice(*draft.span)].split())
        assert draft.text.split()[0] in source


@pytest.mark.parametrize(
    "line", ["We use Redis, and I like tea; ", "I think that if ", "word ", "a.b!? ", "User: ok\n", "- x\n"]
)
def test_time_grows_with_length_alone(line: str) -> None:
    """A text four times as long takes about four times as long: no input makes it quadratic."""
    small, large = line * 1500, line * 6000
    start = time.perf_counter()
    extract_drafts(small)
    middle = time.perf_counter()
    extract_drafts(large)
    assert time.perf_counter() - middle < 12 * (middle - start) + 0.2


def test_an_agent_that_thinks_aloud_claims_no_vague_fact() -> None:
    """What an agent infers is kept, but without a triple so general that it could end a belief by accident."""
    vague = "assistant: The staging mirror is the slowest part of the release.\nuser: go on"
    assert [(draft.attribute, draft.value) for draft in extract_drafts(vague).drafts] == [(None, None)]
    exact = "assistant: The API listens on port 8080.\nuser: go on"
    assert [(draft.attribute, draft.value) for draft in extract_drafts(exact).drafts] == [("port", "8080")]
