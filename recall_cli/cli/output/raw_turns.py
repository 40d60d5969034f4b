"""How raw turns of a session are shown: one line each in a pipe, and with their line ends at a terminal."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.domain.moment import format_iso, format_when
from recall_cli.flows.agents.session_turns import UNTRUSTED_NOTE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

    from recall_cli.flows.agents.session_turns import ShownTurn
    from recall_cli.flows.explain.source_turn import SourceTurn


def shown_text(turn: "ShownTurn") -> str:
    """The text of a turn, or why it is not shown."""
    if turn.text:
        return turn.text
    return f"(withheld: {turn.suspicious}; a person sees it at a terminal)" if turn.suspicious else ""


def turn_lines(source: "SourceTurn") -> "list[str]":
    """Where the turn is, then one line per turn: the word turn, a mark of the source, time, speaker and text."""
    head = ["conversation", source.status]
    if source.agent and source.session:
        head += [make_printable(f"{source.agent} session {source.session}"), UNTRUSTED_NOTE]
    lines = ["\t".join(head)]
    if source.reason:
        lines.append(f"missing\t{make_printable(source.reason)}")
    if source.path:
        lines.append(f"file\t{make_printable(source.path)}")
    for turn in source.turns:
        fields = ("turn", ">" if turn.is_source else "", format_iso(turn.at) or "", turn.speaker)
        lines.append("\t".join((*fields, make_printable(" ".join(shown_text(turn).split())))))
    return lines


def print_turns(out: "Console", source: "SourceTurn", now: int) -> None:
    """Print the turns for a person, the source marked."""
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, print_footer

    out.print()
    if source.reason:
        out.print(Text(f"   {make_printable(source.reason)}", style="yellow"))
    if not source.turns:
        return
    out.print(Text(f"   {source.agent} session {make_printable(source.session or '')} · {UNTRUSTED_NOTE}", style=DIM))
    for turn in source.turns:
        when = format_when(turn.at, now) if turn.at is not None else ""
        out.print(Text(f" {'>' if turn.is_source else ' '} {turn.speaker}  {when}", style=ACCENT))
        for line in shown_text(turn).splitlines():
            out.print(Text(f"   {make_printable(line)}", overflow="fold"))
        if turn.suspicious and turn.text:
            out.print(Text(f"   careful: {turn.suspicious}", style="yellow"))
    print_footer(out, f"file: {make_printable(source.path or '')}")
