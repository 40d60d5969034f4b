"""`recall help`: the everyday commands, all commands, and pages about topics."""

import pytest

from recall_cli.cli.commands.machine import help as help_command
from recall_cli.cli.commands.machine.help import OTHER_WORDS, PARTS, TOPICS
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS
from recall_cli.cli.registry import (
    ADMIN_COMMANDS,
    CALLED_AS,
    COMMANDS,
    COMMANDS_WITH_PAGE,
    EVERYDAY,
    TOP_LEVEL,
    command_module_name,
)
from tests.command import ROOT, Home
from tests.for_each import for_each

DOCS = ROOT / "recall_cli/docs"
MAX_HELP_LINES, MAX_TOP_LEVEL = 30, 40


def test_every_page_is_a_topic() -> None:
    """What is in recall_cli/docs can be shown, and a topic has a page; a command of its name says so."""
    assert {path.stem for path in DOCS.glob("*.md")} == {*TOPICS}
    assert {*TOPICS, help_command.LIST} & {*COMMANDS} == COMMANDS_WITH_PAGE
    assert {*OTHER_WORDS} == {*TOPICS}
    assert {*PARTS.values()} <= {*TOPICS}
    assert not {*PARTS} & {*TOPICS, *COMMANDS}


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_plain_markdown_in_a_pipe(recall: Home, topic: str) -> None:
    """It begins with its title, has no colour, and no picture or link that leads nowhere here."""
    answer = recall.quick("help", topic)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith(f"# {topic.capitalize()}: ")
    assert "\x1b" not in answer.out
    assert "](" not in answer.out
    assert not recall.db.exists()


@pytest.mark.parametrize(("part", "topic"), PARTS.items())
def test_a_part_of_a_page_opens_the_page(recall: Home, part: str, topic: str) -> None:
    """`recall help encryption` shows the page security, also in capitals."""
    answer = recall.quick("help", part.capitalize())
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == recall.quick("help", topic).out
    assert recall.json("help", part)["topic"] == topic


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_as_json(recall: Home, topic: str) -> None:
    """The answer has the topic and the same text."""
    plain = recall.quick("help", topic).out
    assert recall.json("help", topic) == {"topic": topic, "text": plain}


@for_each("name", [name for name in COMMANDS if name not in COMMANDS_WITH_PAGE])
def test_the_help_of_a_command_as_json(recall: Home, name: str) -> None:
    """It has the same usage, arguments, options and examples as the text."""
    text = " ".join(recall.quick("help", name, "--all").out.split())
    document = recall.json("help", name)
    assert f"Usage: {document['usage']} " in text
    assert (document["name"], document["summary"]) == (name, COMMANDS[name][1])
    for param in (*document["arguments"], *document["options"]):
        assert " ".join(param["help"].split()) in text
    for flag in (flag for option in document["options"] for flag in option["flags"]):
        assert flag in text
    for example in document["examples"]:
        assert " ".join(example["command"].split()) in text


@pytest.mark.parametrize("columns", ["50", "200"])
@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_at_a_terminal_is_rendered(recall: Home, topic: str, columns: str) -> None:
    """The marks of Markdown are gone, and no line is wider than the terminal."""
    answer = recall.quick("help", topic, env={"FORCE_COLOR": "1", "NO_COLOR": "1", "COLUMNS": columns}, person=True)
    assert (answer.status, answer.err) == (0, "")
    assert "\n## " not in answer.out
    assert "```" not in answer.out
    lines = answer.out.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "").splitlines()
    assert max(map(len, lines)) <= int(columns)


def test_a_long_topic_opens_in_the_pager(recall: Home) -> None:
    """RECALL_PAGER gets the whole page if it does not fit on the screen."""
    answer = recall("help", "trust", tty=True, env={"RECALL_PAGER": "sed -n $="})
    assert int(answer.out.strip()) > 40


@pytest.mark.parametrize("pager", ["no-such-pager", "false"])
def test_a_pager_that_fails_hides_nothing_and_breaks_nothing(recall: Home, pager: str) -> None:
    """Without the pager's program the page is printed; a pager that ends early ends the command with 0."""
    answer = recall("help", "trust", tty=True, env={"RECALL_PAGER": pager})
    assert (answer.status, answer.err) == (0, "")
    assert ("Trust: who said it" in answer.out) == (pager == "no-such-pager")


def test_a_short_answer_needs_no_pager(recall: Home) -> None:
    """The list of topics is printed as it is."""
    answer = recall("help", "topics", tty=True, env={"RECALL_PAGER": "false"})
    assert "troubleshooting" in answer.out


def test_the_list_of_topics(recall: Home) -> None:
    """Each topic has one line that says what it is about."""
    rows = [line.split("\t") for line in recall.quick("help", "topics").out.splitlines()]
    assert [name for name, _ in rows] == [*TOPICS]
    assert all(about for _, about in rows)
    assert recall.json("help", "topics") == {"topics": [{"topic": name, "about": about} for name, about in rows]}


@pytest.mark.parametrize("name", sorted(CALLED_AS))
def test_the_help_of_a_command_as_help_names_it(recall: Home, name: str) -> None:
    """`recall help admin embed` and `recall help pin --off` show what `--help` behind the same words shows."""
    words = CALLED_AS[name].split()
    assert recall.quick("help", *words).out == recall.quick(*words, "--help").out
    assert name == "topics" or recall.json("help", *words)["name"] == name


@pytest.mark.parametrize("args", [["help"], ["--json", "help"], ["help", "--all"]])
def test_help_as_json_has_all_commands_and_topics(recall: Home, args: list[str]) -> None:
    """One document, for programs that want to know what there is."""
    document = recall.quick(*args, "--json").data
    assert [row["command"] for row in document["commands"]] == [*COMMANDS]
    assert {row["command"] for row in document["commands"] if row["everyday"]} == {*EVERYDAY}
    assert [row["topic"] for row in document["topics"]] == [*TOPICS]


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("trst", "did you mean recall help trust?"),
        ("Finding", ""),
        ("encrypton", "did you mean recall help encryption?"),
        ("benchmarks", "did you mean recall help figures?"),
        ("privacy", "did you mean recall help security?"),
        ("add", "did you mean recall help store?"),
        ("serch", "did you mean recall help search?"),
        ("xyzzy", "recall help topics lists the topics"),
        ("../../etc/passwd", "recall help topics lists the topics"),
        ("", "recall help topics lists the topics"),
    ],
)
def test_an_unknown_topic_suggests_near_ones(recall: Home, word: str, hint: str) -> None:
    """A slip, a word of the same meaning, or a command's other name leads on; capitals do not matter."""
    answer = recall.quick("help", word)
    if hint:
        assert (answer.status, answer.out) == (2, "")
        assert answer.err == f"recall: there is no command or topic {word!r} ({hint})\n"
    else:
        assert answer.status == 0


def test_other_commands_do_not_load_it(recall: Home) -> None:
    """The page and its renderer are loaded by `recall help` alone."""
    code = (
        "import sys; from recall_cli.__main__ import run; run(['count']);"
        "assert not [name for name in sys.modules if name.endswith(('.help', '.help_page', 'rich.markdown'))]"
    )
    running = recall.start(code=code)
    assert running.wait(timeout=60) == 0


@for_each("name", COMMANDS)
def test_help_shows_all_of_it(recall: Home, name: str) -> None:
    """`--help --all` shows every flag and all examples; `--help` the usual ones, on one screen."""
    usual = recall.quick(name, "--help", env={"COLUMNS": "80"})
    assert (usual.status, usual.err) == (0, "")
    assert usual.out.count("\n") <= MAX_HELP_LINES
    assert "Examples:" in usual.out
    assert (recall.quick(name, "--help").out == recall.quick("help", name).out) is (name not in COMMANDS_WITH_PAGE)
    answer = recall.quick(name, "--help", "--all")
    assert (answer.status, answer.err) == (0, "")
    module = __import__(command_module_name(name), fromlist=["PARAMS"])
    assert all(command in answer.out for command, _ in module.EXAMPLES)
    for param in (*module.PARAMS, *GLOBAL_OPTIONS):
        for flag in param.flags:
            assert flag in answer.out
    assert "Examples:" in answer.out


def test_the_help_of_recall_names_the_everyday_commands(recall: Home) -> None:
    """It has a dozen commands, and says where all commands and the topics are."""
    for args in (["--help"], ["-h"], ["help"]):
        shown = recall(*args).out
        places = [shown.index(f"\n  {name} ") for name in EVERYDAY]
        assert places == sorted(places)
        assert len(places) == 12
        assert not [name for name in COMMANDS if name not in EVERYDAY and f"\n  {name} " in shown]
        assert "recall help --all" in shown
        assert "recall help topics" in shown


def test_help_all_names_every_command(recall: Home) -> None:
    """The top level in its sections, in the order of the registry; the rest is named by the command that leads there."""
    shown = recall("help", "--all").out
    places = [shown.index(f"\n  {name} ") for name in TOP_LEVEL]
    assert places == sorted(places)
    assert len(TOP_LEVEL) <= MAX_TOP_LEVEL
    assert not [name for name in CALLED_AS if f"\n  {name} " in shown]
    admin = recall("admin").out
    assert [name for name in ADMIN_COMMANDS if f"recall admin {name}\t" not in admin] == []
    for name, call in CALLED_AS.items():
        if name not in ADMIN_COMMANDS:
            assert f"recall {call} " in recall.quick(*call.split()[:-1], "--help").out
    sections = [shown.index(f"\n{section}:") for section in dict.fromkeys(section for section, _ in COMMANDS.values())]
    assert sections == sorted(sections)
