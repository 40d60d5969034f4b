"""The benchmark runs, and its table, its plot and its JSON have what they promise; nothing is timed here."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lab.speed import minilm, plot, report, vectors
from lab.speed.installations import CHECKOUT_FOLDER, error_line
from lab.speed.operations import MEANING_GOALS, Operation, list_operations
from lab.speed.peers import (
    MEMORI_CONTEXT_SCRIPT,
    MEMORI_FILL_SCRIPT,
    MEMORI_NEAREST_SCRIPT,
    PY_MEMORI,
    SZL_FILL_SCRIPT,
    SZL_RECALL,
    SZL_SCRIPT,
)
from lab.speed.rounds import BARE, RECALL, OperationTimes
from lab.speed.timing import TimedRun, TimeSummary, median_ratio
from tests.bench.corpus import Corpus
from tests.for_each import for_each

Run = tuple[str, dict[str, Any], Path]
OPERATION_NAMES = [operation.name for operation in list_operations(Corpus().questions(50), ["some"], {})]


@pytest.fixture(scope="module")
def bench_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The output and the files of a small run."""
    folder: Path = tmp_path_factory.mktemp("bench")
    argv = [sys.executable, "-m", "lab.speed", "--sizes", "50", "--rounds", "1", "--no-peers", "--here"]
    argv += ["--json", str(folder / "result.json"), "--plot", str(folder / "plot.svg")]
    said = subprocess.run(argv, capture_output=True, text=True, check=True, cwd=CHECKOUT_FOLDER)
    return said.stdout, json.loads((folder / "result.json").read_text(encoding="utf-8")), folder


def test_every_operation_has_its_line(bench_run: Run) -> None:
    """Each operation is a line of the table, with as many cells as the head."""
    table = [line for line in bench_run[0].partition("###")[2].splitlines() if line.startswith("|")]
    assert [line.split(" | ")[0].strip("| ") for line in table[2 : 2 + len(OPERATION_NAMES)]] == OPERATION_NAMES
    assert {line.count("|") for line in table[: 2 + len(OPERATION_NAMES)]} == {8}
    short = [
        line.split(" | ")[0].strip("| ")
        for line in bench_run[0].partition("###")[0].splitlines()
        if line.startswith("|")
    ]
    assert short[2:] == OPERATION_NAMES


def test_json_has_the_same_and_more(bench_run: Run) -> None:
    """The JSON names machine, seed and sizes, and gives every operation its spreads and its ratios."""
    result = bench_run[1]
    assert {"seed", "machine", "peers", "sizes", "bytes_each"} <= result.keys()
    [part] = result["sizes"]
    assert (part["size"], part["rounds"]) == (50, 1)
    assert [row["operation"] for row in part["operations"]] == OPERATION_NAMES
    for row in part["operations"]:
        assert row["spread"].keys() == row["times_bare"].keys() | {BARE} == {BARE, RECALL}
        assert row["spread"][BARE].keys() == {"median", "low", "high", "cpu", "peak_mb"}
        medians = row["spread"][RECALL]["median"] / row["spread"][BARE]["median"]
        assert row["times_bare"][RECALL] == pytest.approx(medians, rel=0.02)


def test_what_is_shown_can_be_shown_again(bench_run: Run) -> None:
    """An earlier run is shown from its JSON, without measuring."""
    argv = [sys.executable, "-m", "lab.speed", "--read", str(bench_run[2] / "result.json")]
    assert subprocess.run(argv, capture_output=True, text=True, check=True, cwd=CHECKOUT_FOLDER).stdout == bench_run[0]


def test_bulk_is_reported(bench_run: Run) -> None:
    """Import, export, peak memory and size on disk are measured for recall."""
    [part] = bench_run[1]["sizes"]
    assert part["bulk"].keys() == {"recall"}
    assert all(figure > 0 for figure in part["bulk"]["recall"].values())
    assert bench_run[1]["bytes_each"]["recall"] > 0


def test_the_inside_of_a_search_is_reported(bench_run: Run) -> None:
    """Every step of a search took some time, none longer than the whole; and of so few vectors bytes alone tell them nearly all apart."""
    stages, near = bench_run[1]["sizes"][0]["inside"].values()
    assert all(0 < ms <= stages["whole search"] for ms in stages.values())
    assert near["recall"] >= 0.95


def test_the_plot_is_drawn(bench_run: Run) -> None:
    """The plot is well-formed and has recall's three lines, with light and dark colours."""
    text = (bench_run[2] / "plot.svg").read_text(encoding="utf-8")
    titles = [text.text for text in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")]
    assert sum(str(title).startswith("recall ") for title in titles) == 3
    assert "prefers-color-scheme: dark" in text


def test_peers_stand_beside_recall() -> None:
    """A timed peer has its milliseconds and multiple; a failed one has its reason."""
    laps = OperationTimes(Operation("search", lambda _: [], goals=MEANING_GOALS), 10_000)
    laps.laps = {BARE: [_timed_run(10)], RECALL: [_timed_run(20)], PY_MEMORI: [_timed_run(300)]}
    laps.off = {SZL_RECALL: "fails: no key"}
    [_, _, line] = report._operations_table([laps.document()], [PY_MEMORI, SZL_RECALL])
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells == [
        "search",
        "10.0",
        "20.0",
        "2.00",
        "1.00",
        "≤ 2.2 met",
        "300.0",
        "15.0",
        "not scored: fails: no key",
        "",
        "",
    ]


def test_the_summary_names_missed_goals_and_the_peers() -> None:
    """A missed goal is shown next to the figure, a met one is not; a peer has its multiple."""
    laps = OperationTimes(Operation("search", lambda _: [], goals={10: 1.5, 1_000: 2.5}), 10)
    laps.laps = {BARE: [_timed_run(10)], RECALL: [_timed_run(20)], PY_MEMORI: [_timed_run(300)]}
    later = OperationTimes(laps.operation, 100, laps.laps)
    sizes = [{"size": one.size, "operations": [one.document()]} for one in (laps, later)]
    assert (
        report.summary_table({"sizes": sizes})[2] == "| search | 2.0 (goal 1.5); py-memori 15 × | 2.0; py-memori 15 × |"
    )


def test_labels_of_the_plot_do_not_hide_each_other() -> None:
    """Labels of lines that end at the same height do not overlap, keep their order and stay inside."""
    assert plot._separate_labels([100, 100, 300]) == [100, 119, 300]
    assert plot._separate_labels([plot.BOTTOM, plot.BOTTOM]) == [plot.BOTTOM - 19, plot.BOTTOM]


@for_each("script", [MEMORI_CONTEXT_SCRIPT, MEMORI_FILL_SCRIPT, MEMORI_NEAREST_SCRIPT, SZL_SCRIPT, SZL_FILL_SCRIPT])
def test_what_peers_are_run_with_is_python(script: str) -> None:
    """The scripts for the peers' libraries are valid Python."""
    compile(script, "script", "exec")


def test_the_goal_of_a_size_is_that_of_the_next_larger_one() -> None:
    """2.2 up to ten thousand, 3.5 up to a hundred thousand, 9 up to a million, beyond that none."""
    search = Operation("search", lambda _: [], goals=MEANING_GOALS)
    assert [search.goal(size) for size in (1_000, 10_000, 10_001, 1_000_000, 1_000_001)] == [2.2, 2.2, 3.5, 9.0, None]


def test_nearest_is_what_cosine_says() -> None:
    """The two nearest of four directions, for any lengths."""
    assert vectors.exact_nearest([[2.0, 1.0]], [[0, 5], [9, 0], [1, 1], [-1, 0]], 2) == [{1, 2}]


def test_vectors_are_as_models_make_them() -> None:
    """Most of a vector is the same for all (their mean is about 0.8 long), and another draw gives other vectors."""
    some = [[number / sum(n * n for n in one) ** 0.5 for number in one] for one in vectors.clustered_vectors(300, 1)]
    mean = [sum(column) / len(some) for column in zip(*some, strict=True)]
    assert 0.7 < sum(number * number for number in mean) ** 0.5 < 0.9
    assert next(vectors.clustered_vectors(1, 1, draw=1)) != next(vectors.clustered_vectors(1, 1))


def test_searches_find_something(bench_run: Run) -> None:
    """The questions are about memories in the store."""
    [part] = bench_run[1]["sizes"]
    found = {row["operation"]: row["found"][RECALL] for row in part["operations"] if row["found"]}
    assert len(found) == 5
    assert min(found.values()) > 0


def test_corpus_is_the_same_for_the_same_seed() -> None:
    """Runs of the same seed have the same corpus; another seed has another."""
    assert list(Corpus(1).memories(30)) == list(Corpus(1).memories(30))
    assert list(Corpus(1).memories(30)) != list(Corpus(2).memories(30))


def test_corpus_is_like_what_developers_write() -> None:
    """Texts have 25 to 60 words on average, and a few words are common while most are rare."""
    texts = [str(memory["text"]).split() for memory in Corpus().memories(400)]
    assert 25 <= sum(map(len, texts)) / len(texts) <= 60
    counts: dict[str, int] = {}
    for text in texts:
        for word in set(text):
            counts[word] = counts.get(word, 0) + 1
    assert sum(count == 1 for count in counts.values()) > len(counts) / 3
    assert sum(count > 100 for count in counts.values()) > 5


def test_ratios_are_taken_within_rounds() -> None:
    """A slow round counts like any other: 2×, 2× and 3× make 2×."""
    bare = [_timed_run(10), _timed_run(50), _timed_run(10)]
    assert median_ratio([_timed_run(20), _timed_run(100), _timed_run(30)], bare) == 2
    assert median_ratio([_timed_run(20)], [_timed_run(10)], cpu=True) == 1
    assert TimeSummary.of(bare) == TimeSummary(median=10, low=10, high=50, cpu=1, peak_mb=1)


def test_the_reason_is_taken_from_an_error() -> None:
    """Of a traceback the table shows the line that says what happened."""
    assert error_line("Traceback:\n  File x\nValueError: no such thing\n") == "ValueError: no such thing"
    assert error_line("") == "no reason given"


def _timed_run(ms: float) -> TimedRun:
    return TimedRun(ms=ms, cpu_ms=1, peak_mb=1, status=0)


def test_with_its_own_model_the_peer_is_given_no_vectors(tmp_path: Path) -> None:
    """With its own model, py-memori embeds by itself; without one it gets vectors."""
    for own in (False, True):
        listed = list_operations(Corpus().questions(50), ["some"], {}, own_model=own)
        given = [word for one in listed if PY_MEMORI in one.peers for word in one.peers[PY_MEMORI](3)]
        assert ("--vector" in given) is not own
        assert any(word.startswith("[") for word in given) is not own


def test_a_model_from_a_folder_looks_fetched(tmp_path: Path) -> None:
    """The model has the name and layout that py-memori looks for; it is copied only once."""
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "model.onnx").write_bytes(b"model")
    found = minilm.make_model_cache(tmp_path / "given", tmp_path / "fetched")
    [hub] = found.iterdir()
    assert hub.name == "models--Qdrant--all-MiniLM-L6-v2-onnx"
    at = (hub / "refs" / "main").read_text()
    assert (hub / "snapshots" / at / "model.onnx").read_bytes() == b"model"
    (tmp_path / "given" / "model.onnx").write_bytes(b"other")
    minilm.make_model_cache(tmp_path / "given", tmp_path / "fetched")
    assert (hub / "snapshots" / at / "model.onnx").read_bytes() == b"model"
