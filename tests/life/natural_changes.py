"""Statements as people write them, and how they change: subjects with values, and many wordings of a correction."""

from typing import NamedTuple


class Subject(NamedTuple):
    """Something with one value at a time."""

    said: str
    """How the value is told, with {value}."""
    changes: tuple[str, ...]
    """How a new value is told, with {old} and {value}."""
    question: str
    values: tuple[str, ...]


SUBJECTS = (
    Subject(
        "The billing API listens on port {value}.",
        (
            "The billing API listens on port {value} now.",
            "We changed the billing API port from {old} to {value}.",
            "No, the billing API listens on port {value}, not {old}.",
            "The billing API moved from port {old} to port {value}.",
            "As of today the billing API listens on port {value}.",
            "That's wrong. The billing API listens on port {value}.",
            "The billing API no longer listens on port {old}, it is {value} now.",
            "billing API: port {old} -> {value}",
        ),
        "Which port does the billing API listen on?",
        ("8080", "9090", "7070", "6060", "5050"),
    ),
    Subject(
        "The staging database runs on {value}.",
        (
            "The staging database moved from {old} to {value}.",
            "The staging database now runs on {value}.",
            "Actually, the staging database runs on {value}.",
            "The staging database was migrated from {old} to {value}.",
            "The staging database runs on {value} instead of {old}.",
            "We moved the staging database to {value}.",
            "Since this week the staging database runs on {value}.",
            "The staging database no longer runs on {old} but on {value}.",
        ),
        "Where does the staging database run?",
        ("db1.corp.net", "db2.corp.net", "db7.corp.net", "pg-main.corp.net"),
    ),
    Subject(
        "{value} owns the checkout service.",
        (
            "{value} owns the checkout service now.",
            "The checkout service is owned by {value}, no longer by {old}.",
            "{value} took over the checkout service from {old}.",
            "{old} handed the checkout service over to {value}.",
            "{old} no longer owns the checkout service, {value} does.",
            "Correction: {value} owns the checkout service, not {old}.",
            "Ownership of the checkout service moved from {old} to {value}.",
            "As of today {value} owns the checkout service.",
        ),
        "Who owns the checkout service?",
        ("Marta", "Jens", "Olu", "Priya", "Tomas"),
    ),
    Subject(
        "We use {value} as the package manager of the web client.",
        (
            "We switched the web client from {old} to {value} as package manager.",
            "The web client uses {value} as package manager now.",
            "We replaced {old} with {value} as the package manager of the web client.",
            "The package manager of the web client is {value} now, not {old}.",
            "We dropped {old} for {value} as package manager of the web client.",
            "The web client moved from {old} to {value}.",
            "We no longer use {old} as the package manager of the web client, we use {value}.",
            "Use {value} instead of {old} as the package manager of the web client.",
        ),
        "Which package manager does the web client use?",
        ("npm", "yarn", "pnpm"),
    ),
    Subject(
        "Releases of the mobile app go out on {value}.",
        (
            "Releases of the mobile app go out on {value} now.",
            "Releases of the mobile app moved from {old} to {value}.",
            "Correction: releases of the mobile app go out on {value}, not on {old}.",
            "Releases of the mobile app no longer go out on {old} but on {value}.",
            "We moved releases of the mobile app to {value}.",
            "Actually, releases of the mobile app go out on {value}.",
            "Releases of the mobile app go out on {value} instead of {old}.",
            "From now on releases of the mobile app go out on {value}.",
        ),
        "When do releases of the mobile app go out?",
        ("Mondays", "Tuesdays", "Wednesdays", "Thursdays"),
    ),
    Subject(
        "The session timeout of the admin panel is {value} minutes.",
        (
            "The session timeout of the admin panel was raised from {old} to {value} minutes.",
            "The session timeout of the admin panel is {value} minutes now.",
            "The session timeout of the admin panel is {value} minutes, not {old}.",
            "We changed the session timeout of the admin panel to {value} minutes.",
            "Session timeout of the admin panel: {value} minutes instead of {old}.",
            "Sorry, I misread that: the session timeout of the admin panel is {value} minutes.",
            "The admin panel's session timeout went from {old} to {value} minutes.",
            "As of this release the session timeout of the admin panel is {value} minutes.",
        ),
        "How long is the session timeout of the admin panel?",
        ("15", "30", "45", "60", "90"),
    ),
    Subject(
        "The worker image is based on {value}.",
        (
            "The worker image is based on {value} now.",
            "We moved the worker image from {old} to {value}.",
            "The worker image is no longer based on {old}, it is based on {value}.",
            "We rebuilt the worker image on {value} instead of {old}.",
            "The base of the worker image changed from {old} to {value}.",
            "Actually, the worker image is based on {value}.",
            "The worker image was switched from {old} to {value}.",
            "Since today the worker image is based on {value}.",
        ),
        "What is the worker image based on?",
        ("Debian 11", "Debian 12", "Alpine 3.19", "Ubuntu 24.04"),
    ),
    Subject(
        "Nightly backups are written to {value}.",
        (
            "Nightly backups are written to {value} now.",
            "Nightly backups moved from {old} to {value}.",
            "Nightly backups go to {value} instead of {old}.",
            "We write nightly backups to {value} now, not to {old}.",
            "Nightly backups are no longer written to {old} but to {value}.",
            "The target of nightly backups changed from {old} to {value}.",
            "Correction: nightly backups are written to {value}.",
            "From today nightly backups are written to {value}.",
        ),
        "Where are nightly backups written to?",
        ("/mnt/backup", "s3://acme-backup", "/srv/dumps", "nas-2:/backups"),
    ),
)

BESIDE = (
    "Previously the billing API listened on port 4000.",
    "When a deploy of the search API fails, look at port 4001 by hand.",
    "Should we move the staging database to db9.corp.net?",
    "In production the database runs on db3.corp.net.",
    "The ledger worker listens on port 4002.",
    "Maybe the mobile app could be released on Saturdays.",
    "Lena reviewed the checkout service in spring.",
    "The desktop client uses cargo as package manager.",
    "The session timeout of the customer portal is 20 minutes.",
    "The build image is based on Fedora 40.",
    "Weekly backups are written to /mnt/weekly.",
    "The search API listens on port 4003.",
    "For example, a session timeout of 5 minutes would log most admins out.",
    "We almost moved nightly backups to Glacier.",
)
"""Statements that end nothing: history, conditions, questions, plans, other subjects, scopes, examples."""

GUESSES = frozenset(("Maybe the mobile app could be released on Saturdays.",))
"""The statements beside that claim nothing: a plain statement may take their place."""

PEOPLE = (("billing", "Marta"), ("checkout", "Olu"), ("search", "Jens"), ("catalog", "Priya"), ("ledger", "Tomas"))
CITIES = ("Lisbon", "Graz", "Turku", "Porto", "Leeds", "Gdansk", "Malmo", "Ghent")
"""For chains of two facts: a service is owned by a person, and a person lives in a city."""
