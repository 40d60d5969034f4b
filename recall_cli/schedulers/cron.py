"""cron: one marked block in the user's own crontab."""

from recall_cli.rules.places.crontab import InvalidMarks, crontab_entry, insert_block, remove_block, split_block
from recall_cli.schedulers.daily_command import (
    DailyCommand,
    ScheduleFailed,
    check_single_line,
    error_text,
    has_program,
    run_program,
)

NO_CRONTAB_MESSAGES = (b"no crontab for", b"can't open")
"""What `crontab -l` says where the user has none: Debian's and cronie's, and busybox's."""


class Cron:
    """The crontab of whoever runs this."""

    name = "cron"

    def __init__(self, environment: "dict[str, str]") -> None:
        self._environment = environment

    def is_available(self) -> bool:
        """Is there a crontab to write into?"""
        return has_program("crontab", self._environment)

    def installed(self) -> "str | None":
        """The line that is run, or None."""
        block = self._split_crontab(self._read())[1] if self.is_available() else None
        return None if block is None else block.decode("utf-8", "replace").strip()

    def install(self, errand: DailyCommand) -> bool:
        """Put the block in; False where it stands there already, word for word."""
        old = self._read()
        self._split_crontab(old)
        return self._write(old, insert_block(old, crontab_line(errand)))

    def remove(self) -> bool:
        """Take the block out, and leave every other byte as it is; False where there is none."""
        old = self._read()
        if self._split_crontab(old)[1] is None:
            return False
        left = remove_block(old)
        try:
            return self._write(old, left)
        except ScheduleFailed:
            if left.endswith(b"\n") or not left:
                raise
            return self._write(old, left + b"\n")  # it had no last line break, and crontab takes none such

    def _split_crontab(self, text: bytes) -> "tuple[bytes, bytes | None, bytes]":
        try:
            return split_block(text)
        except InvalidMarks as error:
            raise ScheduleFailed(f"the crontab is not changed: {error}", "mend its marks by hand: crontab -e") from None

    def _read(self) -> bytes:
        status, text, said = run_program(["crontab", "-l"], self._environment)
        if status == 0:
            return text
        if any(words in said for words in NO_CRONTAB_MESSAGES):
            return b""
        raise ScheduleFailed(f"crontab -l failed: {error_text(said)}", "nothing was changed")

    def _write(self, old: bytes, new: bytes) -> bool:
        """Whole or not at all: nothing is written over what changed meanwhile, and what was written is read again."""
        if new == old:
            return False
        if (
            b"\\r\n" in old
        ):  # Debian's crontab -l shows a carriage return as these two signs, and would be given them back
            raise ScheduleFailed(
                "the crontab has lines that end in a carriage return, or in \\r, and crontab -l shows both alike",
                "nothing was changed; take them out: crontab -e",
            )
        if self._read() != old:
            raise ScheduleFailed("the crontab was changed meanwhile", "nothing was changed; try again")
        if new:
            status, _, said = run_program(["crontab", "-"], self._environment, new)
        else:
            status, _, said = run_program(["crontab", "-r"], self._environment)
        if status != 0:
            raise ScheduleFailed(f"crontab refused it: {error_text(said)}", "the old one is kept")
        if self._read() != new:
            raise ScheduleFailed("crontab did not keep what it was given", "look at it: crontab -l")
        return True


def crontab_line(errand: DailyCommand) -> str:
    """An errand as a line of a crontab."""
    from shlex import quote

    check_single_line(errand)
    words = [f"{name}={quote(value)}" for name, value in errand.environment] + [quote(one) for one in errand.command]
    return crontab_entry(errand.hour, errand.minute, f"{' '.join(words)} >>{quote(errand.log)} 2>&1")
