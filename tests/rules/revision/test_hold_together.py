"""Statements about one person, service or subject that hold together: none ends or disputes another."""

from itertools import permutations

import pytest

from recall_cli.app import App
from recall_cli.domain.draft import StoreRequest
from recall_cli.flows.write.store import store
from recall_cli.rules.revision.comparison import ASKS, ENDS, STAYS
from tests.bench.beliefs.likeness import judge_as_stored as judge
from tests.bench.developer_store.measure import HERE, SETS, read_lines
from tests.command import Home

HOLD_TOGETHER = [
    ("The shop is written in Go.", "The shop is hosted in Frankfurt."),
    ("The report is stored in S3.", "The report is written in LaTeX."),
    ("The invoice is due in May.", "The invoice is paid in euros."),
    ("The API is tested in CI.", "The API is documented in the wiki."),
    ("The service is deployed on Fridays.", "The service is monitored on Grafana."),
    ("Logs are kept in Loki.", "Logs are shipped in batches."),
    ("The site is built with Hugo.", "The site is tested with Playwright."),
    ("Data is encrypted with AES-256.", "Data is compressed with zstd."),
    ("The app is owned by Marta.", "The app is reviewed by Jonas."),
    ("The office is located in Munich.", "The office is painted in white."),
    ("Orders are exported every night.", "Orders are shipped from Leipzig."),
    ("Anna knows Terraform.", "Anna reports to Ben."),
    (
        "Priya prefers small pull requests and reviews them in the morning.",
        "Priya reviews database migrations with great care.",
    ),
    (
        "Tom enjoys writing integration tests for the ledger.",
        "Tom enjoys pairing on the ledger because it spreads knowledge.",
    ),
    ("The search service warms its cache at start.", "The search service exposes its metrics under /metrics."),
    (
        "Nina is responsible for releases and likes to announce them on Fridays.",
        "Nina likes to plan the releases of the whole quarter.",
    ),
    (
        "Deploys of the shop need an approval by the release manager.",
        "The release manager of the shop keeps a diary of all deploys.",
    ),
    ("Anna's favourite editor is Helix.", "Ben's favourite editor is Zed."),
    (
        "The outage in March was caused by a full disk of the log server.",
        "The log server keeps the logs of the shop for two weeks.",
    ),
    (
        "Customers upload invoices as PDF; the service never stores the originals.",
        "Uploads of invoices are limited to 20 MB for customers.",
    ),
    ("Lukas works on the compiler and supports the docs team.", "Lukas supports the compiler release with benchmarks."),
    (
        "The mobile team believes in feature flags for risky work.",
        "The mobile team believes that small releases reduce risk.",
    ),
    ("Marta encourages the team to write postmortems.", "Marta encourages the team not to give up on flaky tests."),
    (
        "The payments team learned a lot from the incident in June.",
        "The payments team found the incident review useful.",
    ),
    (
        "Our new intern Kofi wants to learn Rust and enjoys code reviews.",
        "Our intern Kofi is learning how code reviews work here.",
    ),
    ("The importer reads supplier files every night.", "The importer validates supplier files before it reads prices."),
    (
        "Support uses Zendesk to answer questions about invoices.",
        "Support started a weekly meeting about questions on invoices.",
    ),
    (
        "Carla is planning the migration of the billing database.",
        "Carla and the billing team finished the report about database costs.",
    ),
    ("Data engineers document each table in dbt.", "Data engineers review each dbt model before it is merged."),
    ("Mia mentioned that the staging cluster is noisy at night.", "The staging cluster has three nodes."),
    ("According to the vendor, the sensor drifts in the cold.", "The sensor is calibrated twice a year."),
    (
        "The audit by an outside firm is planned for September.",
        "Reports were wrong because their role owned the tables; the role was changed.",
    ),
    ("geo-api listens on port 8410.", "geo-tiles listens on port 8430."),
    ("The geo-api image is built with Docker.", "The geo-tiles image is built with Nix."),
    ("invoice_api keeps sessions for 30 minutes.", "invoice_web keeps sessions for 60 minutes."),
    ("The owner of geo-api is Marta.", "The owner of geo-tiles is Jonas."),
    ("geo-api is deployed to Frankfurt.", "geo-tiles is deployed to Dublin."),
    ("Der Dienst geo-api hört auf Port 8410.", "Der Dienst geo-tiles hört auf Port 8430."),
    ("Paula trifft sich jeden Dienstag mit dem Team für Suche.", "Paula schreibt das Protokoll für das Team."),
    (
        "El equipo de pagos revisa los despliegues por la tarde.",
        "El equipo de pagos documenta los despliegues en la wiki.",
    ),
    ("L'équipe mobile teste l'application sur trois téléphones.", "L'équipe mobile publie l'application chaque mardi."),
    ("A Sônia cuida do domínio e dos certificados.", "A Sônia cuida dos relatórios de custos."),
    ("The cat sleeps on the printer and is called Pixel.", "The cat is afraid of the vacuum cleaner."),
    ("The children play chess at school.", "The children started to play football with the neighbours."),
    ("My sister lives in Ghent and works as a nurse.", "My sister works night shifts in December."),
    ("The garden needs water twice a week in summer.", "The garden has a new bench near the pond."),
    ("Sam is running the half marathon in May.", "Sam is running for the parents' council."),
    ("The choir rehearses on Thursdays in the town hall.", "The choir found a new pianist for the summer concert."),
]
CHANGED = [
    ("The shop is written in Go.", "The shop is written in Rust."),
    ("Logs are kept in Loki.", "Logs are kept in Splunk."),
    ("The bot is hosted in Frankfurt.", "The bot is hosted in Dublin."),
    ("Phones are allowed in the school yard.", "Phones are banned in the school yard."),
    ("orders-api uses port 8080.", "orders-api now uses port 8090."),
    ("The instance type is db-small.", "The instance type is db-large."),
    ("The default branch is release-1.", "The default branch is release-2."),
    ("We deploy to eu-west-1.", "We deploy to eu-central-1."),
    ("The job runs on ubuntu-20.04.", "The job runs on ubuntu-24.04."),
    ("Anna's favourite editor is Helix.", "Anna's favourite editor is Zed now."),
]
"""What is close to the first list, but does end the older statement."""


@pytest.mark.parametrize(("old", "new"), [pair for both in HOLD_TOGETHER for pair in permutations(both)])
def test_statements_about_one_thing_hold_together(old: str, new: str) -> None:
    """Whichever of the two comes first."""
    assert judge(old, new).kind in (STAYS, ASKS)


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_a_change_still_ends(old: str, new: str) -> None:
    """A name of a family can be the value itself."""
    assert judge(old, new).kind == ENDS


@pytest.mark.parametrize("name", SETS)
def test_a_store_of_true_statements_stays_whole(recall: Home, name: str) -> None:
    """Each memory of a developer's store is compared with all before it; nothing is ended, contested or marked."""
    app = App({"db": str(recall.db)}, recall.environment())
    for row in read_lines(HERE / name / "memories.jsonl"):
        store(app, StoreRequest(text=row["text"], type=row["type"]), None, extractor=None)
    with app.read_transaction() as tx:
        memories = tx.memories.by_number(list(range(1, 201)))
        assert not [memory.text for memory in memories if memory.superseded_at is not None or memory.contested]
        assert len(memories) == len(read_lines(HERE / name / "memories.jsonl"))
    app.close()
