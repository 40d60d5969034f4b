"""The errors of recall: each has a code for programs, a sentence and a next step for people, and an exit status."""


class RecallError(Exception):
    """Something went wrong."""

    code = "failed"
    status = 1

    def __init__(self, message: str = "", hint: str = "") -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())
        self.hint = hint

    @property
    def message(self) -> str:
        return str(self.args[0])

    @property
    def sentence(self) -> str:
        """The message, with the next step in brackets if there is one."""
        return f"{self.message} ({self.hint})" if self.hint else self.message


class UsageError(RecallError):
    """The command was not understood."""

    code = "usage"
    status = 2


class NotStored(RecallError):
    """Not stored."""

    code = "refused"
    status = 3


class NotFound(RecallError):
    """There is no such memory."""

    code = "not_found"
    status = 4


class Ambiguous(RecallError):
    """The prefix fits more than one."""

    code = "ambiguous"
    status = 4


class HasDependents(RecallError):
    """Something later stands on this."""

    code = "dependent"
    status = 1


class StoreError(RecallError):
    """The store cannot be used."""

    code = "store"
    status = 5


class ModelFailed(RecallError):
    """The model gave no usable answer."""

    code = "model"

    def __init__(
        self,
        reason: str,
        hint: str = "",
        *,
        billed: bool = True,
        not_before: "int | None" = None,
        again: bool = True,
        model: str = "claude",
        pending: bool = False,
    ) -> None:
        super().__init__(reason, hint)
        self.model = model
        """The extractor that failed: claude, or command."""
        self.pending = pending
        """Did nothing fail, because only a worker asks the model?"""
        self.billed = billed
        """Can the call have cost something?"""
        self.not_before = not_before
        """When to try again, if that is known."""
        self.again = again
        """Can another attempt succeed?"""

    def of_model(self, model: str) -> "ModelFailed":
        """The same failure of another extractor."""
        self.model = model
        return self


class UnreadableFile(RecallError):
    """A file of another program cannot be read."""

    code = "unreadable"


class UnknownForm(UnreadableFile):
    """A file of another program is in a form that this version does not know: a further attempt changes nothing."""

    code = "unknown_form"
