"""Public benchmarks: each is recognised by its files, and the same folder gives the same figures."""

import json
from pathlib import Path
from typing import Any

import pytest

from recall_cli.flows.measure.public_bench import score_answers
from recall_cli.flows.measure.public_cases import score_case, score_session
from tests.command import Home

TURNS = (
    ("s1", "2023/05/20 (Sat) 02:21", "I adopted a cat named Pixel from the shelter."),
    ("s2", "2023/05/21 (Sun) 09:00", "My flight to Lisbon leaves on Monday."),
    ("s3", "2023/05/22 (Mon) 11:30", "The new bike has a carbon frame."),
)


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))


def write_longmemeval(folder: Path) -> None:
    shared = {
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_session_ids": [id_ for id_, _, _ in TURNS],
        "haystack_dates": [date for _, date, _ in TURNS],
        "haystack_sessions": [
            [
                {"role": "user", "content": text, "has_answer": id_ == "s1"},
                {"role": "assistant", "content": "That is nice.", "has_answer": False},
            ]
            for id_, _, text in TURNS
        ],
    }
    asked = {"question_id": "q1", "question": "what is the name of my cat", "answer_session_ids": ["s1"]}
    unknown = {"question_id": "q2_abs", "question": "where did my uncle study medicine", "answer_session_ids": ["s1"]}
    write(folder / "longmemeval_s.json", [{**shared, **asked}, {**shared, **unknown}])


def write_locomo(folder: Path) -> None:
    talk = {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"dia_id": "D1:1", "speaker": "Ana", "text": "I painted a sunrise over the lake."},
            {"dia_id": "D1:2", "speaker": "Ben", "text": "My kiln broke on Tuesday."},
        ],
    }
    questions = [
        {"question": "What did Ana paint?", "evidence": ["D1:1"], "category": 4},
        {"question": "Which opera did Ben conduct?", "evidence": ["D1:2"], "category": 5},
    ]
    write(folder / "locomo10.json", [{"sample_id": "conv-1", "conversation": talk, "qa": questions}])


def write_precision(folder: Path) -> None:
    base = {"user_id": "me", "scope": ["domain:code"], "pinned": False, "superseded_by": None, "resolved_at": None,
            "created_at": "2026-09-01T00:00:00Z", "type": "entity", "aliases": []}  # fmt: skip
    beliefs = [
        {
            **base,
            "_id": "k8s",
            "canonical_name": "kubernetes",
            "aliases": ["k8s"],
            "content": "Deploys with Helm on EKS.",
        },
        {**base, "_id": "old", "canonical_name": "heroku", "content": "Deploys to Heroku.", "superseded_by": "k8s"},
        {**base, "_id": "react", "canonical_name": "react", "content": "Frontend is React 18."},
        {
            **base,
            "_id": "rel",
            "type": "relation",
            "canonical_name": "frontend depends on kubernetes",
            "aliases": ["rollouts"],
            "content": "A rollout restarts the pods of the frontend.",
            "participants": ["react"],
        },
        {**base, "_id": "pin", "canonical_name": "terraform", "content": "Terraform state is in S3.", "pinned": True},
        {
            **base,
            "_id": "all",
            "scope": ["user:universal"],
            "canonical_name": "tone",
            "content": "Wants short answers.",
        },
    ]
    cases = [
        {"userId": "me", "scope": ["domain:code"], "query": "k8s?",
         "expect": {"relevantBeliefs": {"shouldOnlyInclude": ["k8s"]}}},
        {"userId": "me", "scope": ["domain:code"], "query": "",
         "expect": {"relevantBeliefs": {"shouldOnlyInclude": []}}},
        {"userId": "me", "scope": ["domain:code"], "query": "rollouts",
         "expect": {"relevantBeliefs": {"shouldOnlyInclude": ["rel", "react"]}}},
        {"userId": "me", "scope": ["domain:code"], "query": "k8s?", "budget": {"maxBeliefs": 1},
         "expect": {"relevantBeliefs": {"shouldOnlyInclude": []}}},
        {"userId": "me", "scope": ["domain:code"], "query": "short answers",
         "expect": {"relevantBeliefs": {"shouldOnlyInclude": []}}},
    ]  # fmt: skip
    write(folder / "fixtures/beliefs.seed.json", beliefs)
    write(folder / "fixtures/retrieval.cases.json", cases)


def write_pairs(folder: Path) -> None:
    pairs = [
        {"a": "The API port is 8080.", "b": "The API port was changed from 8080 to 9090.", "verdict": "ends"},
        {"a": "We use Redis for sessions.", "b": "Invoices are kept in S3.", "verdict": "stays"},
    ]
    folder.mkdir(parents=True)
    (folder / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs))


def write_session(folder: Path) -> None:
    folder.mkdir(parents=True)
    shared = {"sessionId": "0b6f3c1e-8a41-4f0e-9a57-3d0c6c1f7a42", "cwd": "/work", "timestamp": "2026-09-01T10:00:00Z"}
    lines = [
        {**shared, "type": "user", "uuid": "1", "message": {"role": "user", "content": "From now on releases are cut on Tuesdays, because support is away on Fridays."}},
        {**shared, "type": "assistant", "uuid": "2", "message": {"role": "assistant", "content": [{"type": "text", "text": "Understood."}]}},
    ]  # fmt: skip
    (folder / "01.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    must = [{"id": "m1", "keys": [["tuesdays"]], "weight": 2}]
    write(folder / "01.gold.json", {"must": must, "may": [], "never": [], "questions": []})


def measures(home: Home, folder: Path) -> dict[str, float]:
    [exam] = home.json("bench", "--public", str(folder))["exams"]
    return {name: value["mean"] for name, value in exam["measures"].items()}


def test_longmemeval_is_recognised(recall: Home, tmp_path: Path) -> None:
    """Its questions are asked of their own sessions; a question that ends in _abs has no answer."""
    write_longmemeval(tmp_path / "lme")
    found = measures(recall, tmp_path / "lme")
    assert {name: found[name] for name in ("any@1", "all@5, results", "all@5, distinct sessions", "R@5", "MRR")} == {
        "any@1": 1, "all@5, results": 1, "all@5, distinct sessions": 1, "R@5": 1, "MRR": 1}  # fmt: skip
    assert found["silence"] == 1
    assert found.keys() >= {"NDCG@10", "precision", "told", "any@5", "R@10"}


def test_locomo_is_recognised(recall: Home, tmp_path: Path) -> None:
    """Turns are documents, category 5 has no answer."""
    write_locomo(tmp_path / "locomo")
    found = measures(recall, tmp_path / "locomo")
    assert (found["R@5"], found["any@1"], found["silence"]) == (1, 1, 1)


def test_precisionmembench_is_recognised(recall: Home, tmp_path: Path) -> None:
    """Another name of a subject finds it, what is superseded is not found, nothing answers an empty question.

    Participants of a relation come with it, pinned beliefs take their part of a budget, universal ones are not searched.
    """
    write_precision(tmp_path / "pmb")
    assert measures(recall, tmp_path / "pmb") == {"passed": 1, "active passed": 1, "recall": 1, "precision": 1}


def test_pairs_and_sessions_are_recognised(recall: Home, tmp_path: Path) -> None:
    """What should end ends, what should stay stays; a session leaves what it must."""
    write_pairs(tmp_path / "pairs")
    assert measures(recall, tmp_path / "pairs") == {"ended": 1, "ended or asked": 1, "false ends": 0}
    write_session(tmp_path / "sessions")
    assert measures(recall, tmp_path / "sessions") == {"recall": 1, "precision": 1, "never kept": 0}


def test_the_same_folder_gives_the_same_figures(recall: Home, tmp_path: Path) -> None:
    """Apart from the times, every byte; the user's own store is not touched."""
    write_longmemeval(tmp_path / "lme")
    write_locomo(tmp_path / "lme")
    runs = []
    for _ in range(2):
        out = recall.quick("bench", "--public", str(tmp_path / "lme")).out
        runs.append([line for line in out.splitlines() if "\tms\t" not in line])
    assert runs[0] == runs[1]
    assert {line.split("\t")[0] for line in runs[0]} == {"locomo10.json", "longmemeval_s.json"}
    assert not recall.db.exists()


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"notes.txt": "x"}, "contains no benchmark that recall knows"),
        ({"longmemeval_s.json": '[{"haystack_sessions": 3}]'}, "its fields are not as published"),
        ({"a.json": "{"}, "it must be JSON in UTF-8"),
    ],
)
def test_what_is_no_benchmark(recall: Home, tmp_path: Path, files: dict[str, str], reason: str) -> None:
    """One line that says what is wrong, and exit 2."""
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    answer = recall.quick("bench", "--public", str(tmp_path))
    assert answer.status == 2
    assert reason in answer.err
    assert recall.quick("bench", "--public").status == 2
    assert recall.quick("bench", "--public", str(tmp_path), "--ranking", "words").status == 2


def test_both_strict_measures_by_hand() -> None:
    """Two results of one session take two of five places, and one of five sessions."""
    documents = [{"id": str(n), "session": s} for n, s in enumerate("aabbbc")]
    scores = score_answers({"gold_sessions": ["a", "c"]}, documents, documents[:4])
    assert (scores["all@5, distinct sessions"], scores["all@5, results"]) == (1, 0)
    assert (scores["any@1"], scores["R@5"], scores["precision"]) == (1, 1, 0.5)
    counting = {"text": "How many cats do I have?", "gold_sessions": ["a", "c"]}
    assert score_answers(counting, documents, [])["all@10, results of count questions"] == 1
    assert "all@10, results of count questions" not in scores
    assert score_answers({}, documents, []) == {"silence": 1}
    assert score_answers({}, documents, documents) == {"silence": 0}


def test_a_case_fails_by_what_it_must_not_bring() -> None:
    """Noise is a failure, and so is a missing belief; pinned beliefs count where they are asked for."""
    assert score_case({"shouldOnlyInclude": ["a"]}, ["a", "b"], set()) == {
        "passed": 0, "active passed": 0, "recall": 1, "precision": 0.5}  # fmt: skip
    assert score_case({"mustInclude": ["p"]}, [], {"p"}) == {"passed": 1}
    assert score_case({"mustExclude": ["x"]}, ["x"], set()) == {"passed": 0, "precision": 0}
    assert score_case({"orderedBefore": [["a", "b"]]}, ["b", "a"], set())["passed"] == 0


def test_a_session_is_judged_by_hand() -> None:
    """Weight of what was kept, share of the kept that is wanted, number of what must never be kept."""
    gold = {
        "must": [{"keys": [["tuesday"], ["tue"]], "weight": 3}, {"keys": [["nats"]], "weight": 1}],
        "may": [{"keys": [["go"]]}],
        "never": [{"keys": ["rabbit"], "unless": []}],
    }
    assert score_session(gold, ["on tuesday ‖ ", "go ‖ ", "rabbit ‖ ", "noise ‖ "]) == {
        "recall": 0.75, "precision": 0.5, "never kept": 1}  # fmt: skip
