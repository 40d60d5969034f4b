"""The errors of a store. They are loaded only when one occurs, which saves a hundredth of a command's start."""

from recall_cli.domain.errors import StoreError


class StoreBusy(StoreError):
    """The store is busy."""

    code = "busy"


class StoreUnreachable(StoreError):
    """The server of the store does not answer."""


class TokenRefused(StoreError):
    """The server of the store does not take this machine's token."""


class StoreDamaged(StoreError):
    """The store is damaged."""

    code = "damaged"


class NotAStore(StoreError):
    """The file is not a recall store."""

    code = "not_a_store"


class NewerStore(StoreError):
    """The store is from a newer recall."""

    code = "newer_store"


class StoreReadOnly(StoreError):
    """The store cannot be written."""

    code = "read_only"


class EncryptionError(StoreError):
    """The store and its key do not go together."""

    code = "encrypted"


class DiskFull(StoreError):
    """There is no room left on the disk."""

    code = "disk_full"
