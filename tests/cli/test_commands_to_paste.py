"""Commands that messages name: they can be pasted into a shell, whatever the names in them are."""

import json
import shlex

from tests.command import Home

NAME = "the $(shop) & co"


def test_names_are_quoted(recall: Home) -> None:
    """Without quotes a shell would run what is in the brackets, or take one name for several words."""
    recall.json("store", "Bills go out on Mondays.", "--project", NAME, person=True)
    recall.store("Tills close at six.", "--project", "tills")
    recall.json("projects", "disable", "tills", person=True)
    recall.json("projects", "rename", "tills", "the tills", person=True)
    fact = ("--entity", "media bucket", "--attribute", "region of it")
    recall.json("store", *fact, "--value", "eu-1", "The media bucket is in eu-1.", person=True)
    recall.store("The media bucket is in us-1.", *fact, "--value", "us-1")

    def remedy(*words: str, person: bool = False) -> list[str]:
        answer = recall.quick("--json", *words, person=person)
        hint = json.loads(answer.out)["refused"][0]["hint"] if answer.out else answer.error["hint"]
        return shlex.split(hint[hint.index("recall ") :].rstrip("?"))

    shown = {
        "disabled": remedy("projects", "disable", NAME),
        "renamed": remedy("projects", "rename", NAME, "co")[:5],
        "merged": remedy("projects", "merge", NAME, "the tills"),
        "taken": remedy("projects", "rename", "the tills", NAME, person=True)[:5],
        "settled": remedy("resolve", "media bucket", "region of it", "--keep", "eu-1"),
        "turned": remedy("resolve", "region of it", "media bucket", "--keep", "eu-1", person=True)[:4],
        "off": remedy("store", "Tills close at seven.", "--project", "the tills"),
    }
    assert shown == {
        "disabled": ["recall", "projects", "disable", NAME],
        "renamed": ["recall", "projects", "rename", NAME, "co"],
        "merged": ["recall", "projects", "merge", NAME, "the tills"],
        "taken": ["recall", "projects", "merge", "the tills", NAME],
        "settled": ["recall", "resolve", "media bucket", "region of it"],
        "turned": ["recall", "resolve", "media bucket", "region of it"],
        "off": ["recall", "projects", "enable", "the tills"],
    }
