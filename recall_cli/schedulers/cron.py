"""cron: one marked block in the user's own crontab."""

from recall_cli.rules.places.crontab import OddMarks, entry, parted, with_block, without
from recall_cli.schedulers.errand import Errand, NotScheduled, ask, complaint, found, on_one_line

NOBODYS = (b"no crontab for", b"can't open")
"""What `crontab -l` says where the user has none: Debian's and cronie's, and busybox's."""


class Cron:
    """The crontab of whoever runs this."""

    name = "cron"

    def __init__(self, environment: "dict[str, str]") -> None:
        self._environment = environment

    def available(self) -> bool:
        """Is there a crontab to write into?"""
        return found("crontab", self._environment)

    def installed(self) -> "str | None":
        """The line that is run, or None."""
        block = self._parted(self._read())[1] if self.available() else None
        return None if block is None else block.decode("utf-8", "replace").strip()

    def install(self, errand: Errand) -> bool:
        """Put the block in; False where it stands there already, word for word."""
        old = self._read()
        self._parted(old)
        return self._write(old, with_block(old, line(errand)))

    def remove(self) -> bool:
        """Take the block out, and leave every other byte as it is; False where there is none."""
        old = self._read()
        if self._parted(old)[1] is None:
            return False
        left = without(old)
        try:
            return self._write(old, left)
        except NotScheduled:
            if left.endswith(b"\n") or not left:
                raise
            return self._write(old, left + b"\n")  # it had no last line break, and crontab takes none such

    def _parted(self, text: bytes) -> "tuple[bytes, bytes | None, bytes]":
        try:
            return parted(text)
        except OddMarks as error:
            raise NotScheduled(f"the crontab is not changed: {error}", "mend its marks by hand: crontab -e") from None

    def _read(self) -> bytes:
        status, text, said = ask(["crontab", "-l"], self._environment)
        if status == 0:
            return text
        if any(words in said for words in NOBODYS):
            return b""
        raise NotScheduled(f"crontab -l failed: {complaint(said)}", "nothing was changed")

    def _write(self, old: bytes, new: bytes) -> bool:
        """Whole or not at all: nothing is written over what changed meanwhile, and what was written is read again."""
        if new == old:
            return False
        if (
            b"\\r\n" in old
        ):  # Debian's crontab -l shows a carriage return as these two signs, and would be given them back
            raise NotScheduled(
                "the crontab has lines that end in a carriage return, or in \\r, and crontab -l shows both alike",
                "nothing was changed; take them out: crontab -e",
            )
        if self._read() != old:
            raise NotScheduled("the crontab was changed meanwhile", "nothing was changed; try again")
        if new:
            status, _, said = ask(["crontab", "-"], self._environment, new)
        else:
            status, _, said = ask(["crontab", "-r"], self._environment)
        if status != 0:
            raise NotScheduled(f"crontab refused it: {complaint(said)}", "the old one is kept")
        if self._read() != new:
            raise NotScheduled("crontab did not keep what it was given", "look at it: crontab -l")
        return True


def line(errand: Errand) -> str:
    """An errand as a line of a crontab."""
    from shlex import quote

    on_one_line(errand)
    words = [f"{name}={quote(value)}" for name, value in errand.environment] + [quote(one) for one in errand.command]
    return entry(errand.hour, errand.minute, f"{' '.join(words)} >>{quote(errand.log)} 2>&1")
