"""cron: one marked block in the user's crontab."""

from recall_cli.rules.places.crontab import InvalidMarks, crontab_entry, insert_block, remove_block, split_block
from recall_cli.schedulers.daily_command import (
    DailyCommand,
    PlannedFile,
    ScheduleFailed,
    check_single_line,
    error_text,
    has_program,
    run_program,
)

NO_CRONTAB_MESSAGES = (b"no crontab for", b"can't open")
"""The messages of `crontab -l` if the user has none: from Debian and cronie, and from busybox."""


class Cron:
    """The crontab of the current user."""

    name = "cron"

    def __init__(self, environment: "dict[str, str]") -> None:
        self._environment = environment

    def is_available(self) -> bool:
        """Whether this machine has a crontab to write to."""
        return has_program("crontab", self._environment)

    def read_entry(self) -> "str | None":
        """The scheduled line, or None."""
        block = self._split_crontab(self._read())[1] if self.is_available() else None
        return None if block is None else block.decode("utf-8", "replace").strip()

    def install(self, command: DailyCommand) -> bool:
        """Add the block; False if the same block is there already."""
        old = self._read()
        self._split_crontab(old)
        return self._write(old, insert_block(old, crontab_line(command)))

    def planned_files(self, command: "DailyCommand | None") -> "list[PlannedFile]":
        """The crontab now and afterwards."""
        old = self._read()
        self._split_crontab(old)
        new = remove_block(old) if command is None else insert_block(old, crontab_line(command))
        before, after = (text.decode("utf-8", "replace") for text in (old, new))
        return [PlannedFile(path="crontab", before=before, after=after)]

    def remove(self) -> bool:
        """Remove the block and leave every other byte as it is; False if there is none."""
        old = self._read()
        if self._split_crontab(old)[1] is None:
            return False
        remaining = remove_block(old)
        try:
            return self._write(old, remaining)
        except ScheduleFailed:
            if remaining.endswith(b"\n") or not remaining:
                raise
            return self._write(old, remaining + b"\n")  # crontab refuses a text without a line break at its end

    def _split_crontab(self, text: bytes) -> "tuple[bytes, bytes | None, bytes]":
        try:
            return split_block(text)
        except InvalidMarks as error:
            raise ScheduleFailed(f"the crontab is not changed: {error}", "fix its marks by hand: crontab -e") from None

    def _read(self) -> bytes:
        status, text, errors = run_program(["crontab", "-l"], self._environment)
        if status == 0:
            return text
        if any(words in errors for words in NO_CRONTAB_MESSAGES):
            return b""
        raise ScheduleFailed(f"crontab -l failed: {error_text(errors)}", "nothing was changed")

    def _write(self, old: bytes, new: bytes) -> bool:
        """Replace the crontab completely or not at all, unless it was changed meanwhile; then read it again to
        check.
        """
        if new == old:
            return False
        # Debian's crontab -l prints a carriage return as these two characters, and would store them as such
        if b"\\r\n" in old:
            raise ScheduleFailed(
                "the crontab has lines that end in a carriage return, or in \\r, and crontab -l shows both alike",
                "nothing was changed; remove them: crontab -e",
            )
        if self._read() != old:
            raise ScheduleFailed("the crontab was changed meanwhile", "nothing was changed; try again")
        if new:
            status, _, errors = run_program(["crontab", "-"], self._environment, new)
        else:
            status, _, errors = run_program(["crontab", "-r"], self._environment)
        if status != 0:
            raise ScheduleFailed(f"crontab refused the new text: {error_text(errors)}", "the old crontab is unchanged")
        if self._read() != new:
            raise ScheduleFailed("crontab did not store the new text", "check it: crontab -l")
        return True


def crontab_line(command: DailyCommand) -> str:
    """The command as a line of a crontab."""
    from recall_cli.domain.shell_words import quote

    check_single_line(command)
    words = [f"{name}={quote(value)}" for name, value in command.environment] + [
        quote(word) for word in command.command
    ]
    return crontab_entry(command.hour, command.minute, f"{' '.join(words)} >>{quote(command.log)} 2>&1")
