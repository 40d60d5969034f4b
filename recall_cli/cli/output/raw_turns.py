"""How raw turns of a session are shown: one line each in a pipe, and with their line ends at a terminal."""

from recall_cli.cli.output.formatting import ACCENT, make_printable
from recall_cli.domain.moment import format_iso, format_when
from recall_cli.flows.agents.session_turns import UNTRUSTED_NOTE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.output.terminal import Screen
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


def print_turns(out: "Screen", source: "SourceTurn") -> None:
    """Print the turns for a person, the source marked."""
    out.line()
    if source.reason:
        out.line((f"   {source.reason}", "yellow"))
    if not source.turns:
        return
    out.footer(f"   {source.agent} session {source.session or ''} · {UNTRUSTED_NOTE}")
    for turn in source.turns:
        when = format_when(turn.at, out.now) if turn.at is not None else ""
        out.line((f" {'>' if turn.is_source else ' '} {turn.speaker}  {when}", ACCENT))
        for line in shown_text(turn).splitlines():
            out.line(f"   {line}")
        if turn.suspicious and turn.text:
            out.line((f"   careful: {turn.suspicious}", "yellow"))
    out.footer(f"file: {source.path or ''}")
