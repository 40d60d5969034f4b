"""What a new statement does to an older one: plain cases of every class, which a reader can decide alone."""

import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as some

from recall_cli.rules.revision import weights
from recall_cli.rules.revision.comparison import ASKS, CONTESTS, ENDS, STAYS, compare, is_present_claim
from recall_cli.rules.revision.reading import Reading
from tests.bench.beliefs.likeness import judge_as_stored as judge
from tests.for_each import for_each

TTL = "The cache TTL is 60 seconds."


@for_each(
    "old, new",
    [
        ("The API listens on port 8080.", "We moved the API from port 8080 to 9090."),
        ("The API listens on port 8080.", "No, the API listens on 9090, not on 8080."),
        ("The API listens on port 8080.", "The API listens on port 9090."),
        ("Port: 8080", "Port: 9090"),
        ("DB host = pg-main.internal", "DB host = pg-aurora.internal"),
        ("Uploads are limited to 25 MB.", "The upload limit is 100 MB now."),
        ("We run Postgres 14.", "We upgraded to Postgres 16."),
        ("The project uses npm.", "We switched from npm to pnpm."),
        ("The project uses npm.", "We dropped npm for pnpm."),
        ("The web app is built with webpack.", "The web app is built with Vite now."),
        ("The runbook is in docs/runbook.md.", "The runbook moved to ops/runbook.md."),
        ("The billing service is owned by Ana.", "The billing service is owned by Ben now."),
        ("The release is on 5 May.", "The release was postponed to 12 May."),
        ("The meeting room is Oslo.", "The meeting room is Bergen."),
        ("We use Redis as a cache.", "We no longer use Redis as a cache."),
        ("The nightly backup is enabled.", "The nightly backup is disabled."),
        ("Force pushes are allowed.", "Force pushes are forbidden now."),
        ("Reviews are mandatory for hotfixes.", "Reviews are optional for hotfixes."),
        ("The migration to Kafka is in progress.", "The migration to Kafka is done."),
        (TTL, "Forget what I said about the cache TTL, it is not true."),
    ],
)
def test_ends(old: str, new: str) -> None:
    """Another value, an exchange, a denial, an opposite, the end of a task, and what is taken back."""
    assert judge(old, new).kind == ENDS


@for_each(
    "old, new, reason",
    [
        (TTL, "The cache TTL is one minute.", "it says the same"),
        (TTL, TTL, "it says the same"),
        ("Our CI is GitHub Actions.", "CI moved from Travis to GitHub Actions.", "it says the same"),
        ("The CMS is Sanity.", "Contentful was retired in favour of Sanity as the CMS.", "it says the same"),
        (
            "Sessions are kept in Valkey.",
            "Sessions are kept in Valkey, we no longer run Memcached.",
            "it says the same",
        ),
        (
            "The production cache TTL is 60 seconds.",
            "The staging cache TTL is 300 seconds.",
            "it speaks of another scope",
        ),
        (
            "React is on version 18.",
            "React Native is on version 0.74.",
            "it speaks of another thing with a similar name",
        ),
        (TTL, "The cache TTL was 30 seconds until March.", "it tells of the past"),
        (TTL, "We plan to raise the cache TTL to 300 seconds.", "it speaks of a plan"),
        (TTL, "If we raise the cache TTL to 300 seconds, pages go stale.", "it speaks of a condition"),
        (TTL, "Should we raise the cache TTL to 300 seconds?", "it asks a question"),
        (TTL, "The old wiki page says the cache TTL is 300 seconds.", "it reports what another source says"),
        (TTL, 'A ticket says "the cache TTL is 300 seconds".', "it reports what another source says"),
        ("The exporter supports CSV.", "The exporter supports JSON.", "both can hold"),
        ("The exporter supports CSV.", "The exporter also supports JSON.", "it adds something, and both can hold"),
        ("All services log JSON.", "For example, a service could log plain text.", "it gives an example"),
        ("Redis is our cache.", "Memcached is faster than Redis.", "it compares"),
        (TTL, "The database has 12 tables.", "it speaks of something else"),
    ],
)
def test_stays(old: str, new: str, reason: str) -> None:
    """The same value, another scope, the past, plans, conditions, questions, reports, additions, comparisons."""
    verdict = judge(old, new)
    assert (verdict.kind, verdict.reason) == (STAYS, reason)


@for_each(
    "new",
    [
        "Maybe the cache TTL is 300 seconds.",
        "I heard that the cache TTL is 300 seconds now.",
        "The cache TTL is 300 seconds, I think.",
        "Apparently the cache TTL is 300 seconds.",
    ],
)
def test_contests(new: str) -> None:
    """What is uncertain or second-hand ends nothing, but is named."""
    assert judge(TTL, new).kind == CONTESTS


@for_each(
    "old, new",
    [
        ("Das Upload-Limit liegt bei 25 MB.", "Das Upload-Limit liegt jetzt bei 100 MB."),
        ("El servidor está en 10.0.4.12.", "El servidor se ha movido a 10.0.7.30."),
        ("Le serveur tourne sur PostgreSQL 14.", "Le serveur tourne maintenant sur PostgreSQL 16."),
        ("O limite de upload é 25 MB.", "O limite de upload passou para 100 MB."),
    ],
)
def test_other_languages(old: str, new: str) -> None:
    """The common forms of a correction in German, Spanish, French and Portuguese."""
    assert judge(old, new).kind == ENDS


@for_each(
    "old, new",
    [
        ("Das Upload-Limit liegt bei 25 MB.", "Nächstes Jahr wird das Upload-Limit auf 100 MB erhöht."),
        ("El límite de subida es 25 MB.", "Deberíamos subir el límite de subida a 100 MB."),
        ("La limite est de 25 Mo.", "Si la limite était de 100 Mo, le disque serait plein."),
        ("O limite de upload é 25 MB.", "Talvez o limite de upload seja 100 MB."),
    ],
)
def test_other_languages_end_nothing_by_plans(old: str, new: str) -> None:
    """A plan, a proposal, a condition and a guess end nothing there either."""
    assert judge(old, new).kind != ENDS


def test_reasons_are_sentences() -> None:
    """A reason names both values."""
    verdict = judge("The API listens on port 8080.", "The API listens on port 9090.")
    assert verdict.reason == "it gives another value for the same: 8080 → 9090"


def test_present_claims() -> None:
    """A plan claims nothing about the present; a plain sentence does."""
    assert is_present_claim("The cache TTL is 300 seconds.", TTL)
    assert not is_present_claim("We plan to raise the cache TTL.", TTL)


def test_texts_are_read_once() -> None:
    """The same readings can be compared again, and give the same."""
    old, new = Reading(TTL), Reading("The cache TTL is 300 seconds now.")
    assert compare(old, TTL, new) == compare(old, TTL, new)


@settings(max_examples=200, deadline=None)
@given(some.text(max_size=80), some.text(max_size=80))
def test_any_two_texts(old: str, new: str) -> None:
    """Any two texts can be compared, and a text never ends itself."""
    assert judge(old, new).kind in (ENDS, CONTESTS, ASKS, STAYS)
    assert judge(old, old).kind == STAYS


def test_the_model_is_small() -> None:
    """Fewer than 150 features, each used once."""
    names = [name for name, *_ in weights.FEATURES]
    assert len(names) == len({*names}) < 150


def test_no_heavy_module_is_loaded() -> None:
    """The judge loads no regular expressions and no JSON, and the tables of other languages only for their texts."""
    code = (
        "import sys; sys.path[:0] = [sys.argv[1]]\n"
        "from recall_cli.rules.revision.comparison import judge\n"
        "judge('The port is 80.', 'The port is 81.')\n"
        "print(*sorted(name for name in sys.modules if name in ('re', 'json', 'enum') or '.words.' in name))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code, "."], capture_output=True, text=True, check=True)
    loaded = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert loaded == {"function_words", "languages", "ordinary_words", "packed_phrases", "packed_words", "units"}
