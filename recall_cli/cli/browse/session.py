"""One use of `recall list --browse`: reads memories, draws, and lets the usual commands do what a key asks for."""

from recall_cli.cli.browse import drawing
from recall_cli.cli.browse.browsing import APPROVE, ASKED_FIRST, CHOOSE, EDIT, PIN, QUIT, UNDO, Browsing, Line, Question
from recall_cli.cli.browse.keys import KeyReader
from recall_cli.cli.output.formatting import make_printable, state_marks
from recall_cli.cli.registry import command_function_name, command_module_name
from recall_cli.domain.errors import RecallError
from recall_cli.domain.scope import Filters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.browse.terminal import Terminal
    from recall_cli.cli.reply import Reply
    from recall_cli.domain.memory import Memory

PAGE_MEMORIES = 1_000
"""Memories that are read between two looks at the keyboard."""
MAX_SEARCHED_LETTERS = 2_000
"""Of a longer memory, typed words are looked for in this much."""
PREVIEW_LINE_WIDTH = 10_000
"""So that each entry of a preview is one line; the screen breaks it where it ends."""
LAST_WRITES = 100
"""The last write is among so many newest ones; the others are undone already, or are undos."""
IDLE_SECONDS = 0.05
"""How long no key has to come until the preview of a newly selected memory is made."""


class BrowseSession:
    """The memories of a view, browsed by a person."""

    def __init__(self, app: "App", wanted: Filters, query: str = "") -> None:
        self._app, self._wanted = app, wanted
        self.state = Browsing(query)
        self._previews: dict[int, list[str]] = {}
        self._oldest, self._read_of_oldest = 0, 0

    def run(self, terminal: "Terminal") -> "str | None":
        """Let the person browse; the id that was chosen, or None."""
        size, reader = terminal.size(), KeyReader()
        while True:
            if not self.state.is_complete:
                self.read_more()
            if terminal.size() != size:
                size = terminal.size()
                terminal.forget_drawn()
            terminal.draw(drawing.draw(self.state, self._known_preview(), *size, self._app.now()))
            typed = terminal.read(self._waiting_time())
            if typed is None:
                return None
            if not typed:
                self._make_preview()
            answered = self.state.question
            wanted = self.state.press_all(reader.read(typed), drawing.Layout(*size).list_height)
            if wanted == QUIT:
                return None
            if wanted == CHOOSE and self.state.current is not None:
                return self.state.current.id
            if wanted in ASKED_FIRST and answered is None:
                self.ask(wanted)
            elif wanted is not None:
                self.act(wanted, terminal, answered.operation if answered is not None else None)

    def _waiting_time(self) -> "float | None":
        """How long to wait for a key: not at all while memories are missing, for ever when all is drawn."""
        if not self.state.is_complete:
            return 0.0
        current = self.state.current
        return IDLE_SECONDS if current is not None and current.n not in self._previews else 1.0

    # Memories

    def read_more(self) -> None:
        """Read the next page of memories, newest first."""
        wanted = self._wanted.but(until=self._oldest) if self._oldest else self._wanted
        with self._app.read_transaction() as tx:
            memories = tx.memories.newest(wanted, PAGE_MEMORIES, self._read_of_oldest)
        if memories:
            oldest = memories[-1].created_at
            same = sum(memory.created_at == oldest for memory in memories)
            self._read_of_oldest = same + (self._read_of_oldest if oldest == self._oldest else 0)
            self._oldest = oldest
        self.state.add([self._line(memory) for memory in memories])
        self.state.is_complete = len(memories) < PAGE_MEMORIES

    def _line(self, memory: "Memory") -> Line:
        text = make_printable(" ".join(memory.text[:MAX_SEARCHED_LETTERS].split()))
        marks = state_marks(memory, self._app.now(), self._app.short_id)
        words = (text, memory.type, memory.topic or "", memory.project or "", *marks, memory.tags or "")
        return Line(
            n=memory.n,
            id=memory.id,
            at=memory.created_at,
            type=memory.type,
            text=text[:400],
            marks="".join(f"({mark}) " for mark in marks),
            held=memory.held is not None,
            searched=" ".join(words).lower(),
        )

    # The preview

    def _known_preview(self) -> "list[str]":
        current = self.state.current
        return [] if current is None else self._previews.get(current.n, [current.text])

    def _make_preview(self) -> None:
        """The whole text of the selected memory, where it comes from and how it changed."""
        current = self.state.current
        if current is None or current.n in self._previews:
            return
        try:
            with self._app.read_transaction() as tx:
                found = tx.memories.by_number([current.n])
            text = make_printable(found[0].text, keep_line_breaks=True).split("\n") if found else [current.text]
            why, history = self._details("why", current.id), self._details("history", current.id)
        except RecallError as error:
            text, why, history = [current.text], [make_printable(str(error))], []
        self._previews[current.n] = [*text, "", *why, "", "history", *history]

    def _details(self, name: str, id_: str) -> "list[str]":
        """What a command shows a person about a memory, without the line of the memory itself."""
        from io import StringIO

        from rich.console import Console

        from recall_cli.cli.output.terminal import Screen

        console = Console(file=StringIO(), width=PREVIEW_LINE_WIDTH, highlight=False, emoji=False, color_system=None)
        screen = self._run_command(name, id_).screen
        assert screen is not None, name
        with console.capture() as shown:
            screen(Screen(self._app, console))
        short = self._app.short_id(id_)
        lines = (" ".join(line.split()) for line in shown.get().split("\n"))
        return [line for line in lines if line and not line.startswith(short)]

    def _command_lines(self, name: str, *arguments: str) -> "list[str]":
        return [*self._run_command(name, *arguments).lines()]

    def _run_command(self, name: str, *arguments: str) -> "Reply":
        """The answer of a command, as if a person had typed it."""
        from recall_cli.cli.parsing.fast_parser import parse_arguments

        module = __import__(command_module_name(name), fromlist=[command_function_name(name)])
        values = parse_arguments(module.PARAMS, [*arguments])
        assert values is not None, (name, arguments)
        reply: Reply = getattr(module, command_function_name(name))(self._app, **values)
        return reply

    # Actions

    def ask(self, action: str) -> None:
        """Ask before something is deleted or undone, or say why it cannot be."""
        current = self.state.current
        try:
            if action == UNDO:
                self.state.question = self._undo_question()
            elif current is not None:
                self.state.question = Question(action=action, text=f"delete this memory? {current.text}")
        except RecallError as error:
            self.state.message, self.state.is_error = str(error), True

    def _undo_question(self) -> Question:
        """The question that names the last write: only that one is undone."""
        from recall_cli.domain.moment import format_near_day
        from recall_cli.engines.tables.operations import OperationFilter
        from recall_cli.flows.edit.undo import undo

        write = undo(self._app, dry_run=True).undoes
        with self._app.read_transaction() as tx:
            newest = tx.operations.newest_visible(LAST_WRITES, OperationFilter())
        about = next((operation.about for operation in newest if operation.n == write.n), None)
        text = f"undo {write.n}, {write.kind} {format_near_day(write.at, self._app.now())}? {about or ''}"
        return Question(action=UNDO, text=text, operation=write.n)

    def act(self, action: str, terminal: "Terminal | None" = None, operation: "int | None" = None) -> None:
        """Do what a key asks for with the selected memory, and say what was done or why not."""
        current = self.state.current
        notes = len(self._app.notes)
        try:
            if action == UNDO:
                numbers = [] if operation is None else [str(operation)]
                self.state.message = self._command_lines("undo", *numbers)[0].replace("\t", "  ")
                self._read_again()
                return
            if current is None:
                return
            self.state.message = self._change(action, current, terminal)
        except (RecallError, OSError) as error:
            self.state.message, self.state.is_error = str(error), True
        else:
            self._refresh(current)
        del self._app.notes[notes:]

    def _change(self, action: str, current: Line, terminal: "Terminal | None") -> str:
        """Change one memory; what was done."""
        if action == EDIT:
            if terminal is not None:
                terminal.give_back()
            try:
                lines = self._command_lines("edit", current.id)
            finally:
                if terminal is not None:
                    terminal.take()
        elif action == APPROVE:
            lines = self._command_lines("review", current.id, "--approve")
        elif action == PIN:
            with self._app.read_transaction() as tx:
                is_pinned = any(memory.pinned for memory in tx.memories.by_number([current.n]))
            lines = self._command_lines("unpin" if is_pinned else "pin", current.id)
        else:
            lines = self._command_lines(action, current.id)
        if not lines:
            return "nothing was changed"
        return lines[0].replace("\t", "  ").replace(current.id, self._app.short_id(current.id))

    def _refresh(self, current: Line) -> None:
        """Show a memory as it is now."""
        self._previews.pop(current.n, None)
        with self._app.read_transaction() as tx:
            memories = [
                memory
                for memory in tx.memories.by_number([current.n])
                if memory.deleted_at is None and memory.superseded_at is None
            ]
        self.state.replace(current.n, self._line(memories[0]) if memories else None)

    def _read_again(self) -> None:
        """Read all memories again: an undo may have changed any of them."""
        kept = self.state.query, self.state.message
        self.state = Browsing(kept[0])
        self.state.message = kept[1]
        self._previews.clear()
        self._oldest = self._read_of_oldest = 0
        self.read_more()
