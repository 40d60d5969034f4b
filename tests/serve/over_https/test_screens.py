"""What a person sees at a terminal: the server draws the same screen, as wide and as coloured as the client's."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import engine_choice
from tests.command import Home
from tests.serve.over_https.address import serve_tls

pytestmark = pytest.mark.skipif(engine_choice.is_postgres, reason="about the client; the store is the server's")

TEXTS = (
    ("The queue runs on RabbitMQ.", "--entity", "queue", "--attribute", "engine", "--value", "RabbitMQ"),
    ("Deploys happen on Mondays with helm, and never on Fridays because nobody is there to look after them then.",),
    ("Umlauts äöü and 日本語 are letters.", "--type", "finding"),
)
CALLS = (
    ("list",), ("search", "queue"), ("search", "zanzibar"), ("count",), ("context",), ("log",), ("tags",),
    ("store", "The queue runs on NATS.", "--entity", "queue", "--attribute", "engine", "--value", "NATS"),
    ("history", "queue", "engine"), ("conflicts",), ("delete", "ffffffff"), ("list", "--json"), (),
)  # fmt: skip
LOOKS: tuple[dict[str, str], ...] = (
    {"COLUMNS": "80"},
    {"COLUMNS": "43", "TERM": "xterm"},
    {"COLUMNS": "120", "COLORTERM": "truecolor"},
    {"COLUMNS": "80", "NO_COLOR": "1"},
)


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    local, behind = Home(tmp_path / "file"), Home(tmp_path / "behind")
    local.quick("token", "create", "laptop", "--allow", "commands", person=True)
    behind.quick("count")
    with serve_tls(behind, tmp_path / "tls") as served:
        yield local, served.client(tmp_path / "client", served.token("laptop"))


def as_drawn(text: str) -> str:
    """A screen without what differs from store to store: ids, sizes, the place of a file, the token's name."""
    text = re.sub(r"(?:(?<=\dm)|\b)[0-9a-f]{4,13}\b", "<id>", text)
    text = re.sub(
        r'"[0-9a-f-]{30,}"|\d+(\.\d+)? (ms|MB|KB|kB)|/[^ ]*recall\.db|"(bytes|took_ms|path)": [^,]*', "<x>", text
    )
    return re.sub(r", token laptop|recall\.db|jobs .*|\d+ tokens|\"session\": (null|\"token laptop\")", "", text)


def test_a_screen_is_drawn_the_same(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Width, colours, letters and lines of each screen, at terminals of several kinds."""
    folder = tmp_path / "work"
    folder.mkdir()
    for text in TEXTS:
        for home in homes:
            assert home.quick("store", *text, cwd=folder, person=True).status == 0
    drawn = 0
    for look in LOOKS:
        for call in CALLS if look is LOOKS[0] else (("list",), ("log",), ("tags",)):
            here, there = (home(*call, tty=True, env=look, cwd=folder) for home in homes)
            assert (here.status, here.err) == (there.status, there.err), (call, look)
            shown = [as_drawn(result.raw.decode()) for result in (here, there)]
            assert shown[0].split() == shown[1].split(), (call, look)
            drawn += "\x1b[" in there.out
    assert drawn > 10
