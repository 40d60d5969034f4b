"""Five things that a user says to an agent in their own words, needed on the next day, and changed for the third."""

from typing import NamedTuple


class Story(NamedTuple):
    """One thing that is told on the first day, and the moment at which it is needed."""

    request: str
    """What the user asked for before."""
    agent_answer: str
    told: str
    """What the user then says; empty if it is the agent's answer that counts."""
    wanted: str
    """Words of it."""
    need: str
    """What the user asks, or the command that the agent runs."""
    is_command: bool
    change: str
    """What the user says on the second day."""
    changed: str
    """Words of it."""


STORIES = {
    "correction": Story(
        "how does the worker behave when the mail server is away?", "It gives up after 3 retries.",
        "actually the retry limit of the worker is 5, not 3, look at worker.toml", "worker is 5, not 3",
        "how many retries does the worker do before giving up?", False,
        "we raised the retry limit of the worker to 8 after the outage", "to 8 after the outage",
    ),
    "dead end": Story(
        "get the importer to run on this machine",
        "psycopg2 doesn't build here because pg_config is missing; psycopg2-binary installs fine.",
        "", "because pg_config is missing", "pip install psycopg2", True,
        "we no longer use psycopg2-binary, it's psycopg 3 everywhere now", "psycopg 3 everywhere",
    ),
    "decision": Story(
        "how should we toggle the new checkout?", "Either with variables or with a flag service.",
        "ok decided: feature flags live in unleash, not in env vars", "live in unleash",
        "add a feature flag for the new checkout", False,
        "we're moving the feature flags from unleash to launchdarkly", "launchdarkly",
    ),
    "environment": Story(
        "start the local services", "I may not talk to the daemon of docker.",
        "docker needs sudo on this box", "needs sudo on this box", "docker compose up -d", True,
        "docker works without sudo on this box since i joined the docker group", "since i joined",
    ),
    "preference": Story(
        "fix the totals and put it online", "I fixed the totals and pushed to main.",
        "never push to main, always open a PR", "ever push to main", "git push origin main", True,
        "pushing to main is fine now, i'm alone in this repo", "alone in this repo",
    ),
}  # fmt: skip
DAYS = ("2026-02-02T09:00:00Z", "2026-02-03T09:00:00Z", "2026-02-04T09:00:00Z")
