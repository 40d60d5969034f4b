"""Settings: flag beats environment beats file beats default, and each value remembers where it came from.

Everything here is on the path of every command, so the platform's folders are worked out in a few lines where the rule
is simple; `platformdirs`, slower to import than a search is to run, answers elsewhere, and a test compares the two.
"""

import os
import sys

from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.errors import UsageError

APP_NAME = "recall"
INSIDE_VARIABLE = "RECALL_INSIDE"
"""In the environment of everything that recall starts: hooks that fire in there are not about the user's work."""
HOOK_CHECK_VARIABLE = "RECALL_HOOK_CHECK"
"""In the environment of a hook that recall doctor runs: it only says which recall and which store it reached."""

PERSON, ANYBODY = "person", "anybody"
"""Who may change a setting. PERSON stands for what widens access, hides memories, switches memory off, costs money or
removes something; ANYBODY, agents too, for what does none of that. Every setting has to decide."""

FILE_VALUE, LARGER_VALUE, LARGER_VALUE_OR_0 = "own", "larger", "larger or 0"

STORE, SWITCHES, VIEWS, FINDING = "store", "on and off", "who sees what", "finding"
READING, MERGING, HOOKS, FADING = "reading texts", "merging and linking", "hooks", "fading"
UPKEEP, BACKUPS, ENCRYPTION = "upkeep", "backups", "encryption"
GROUPS = (STORE, SWITCHES, VIEWS, FINDING, READING, MERGING, HOOKS, FADING, UPKEEP, BACKUPS, ENCRYPTION)
"""The headings, in the order in which they are shown."""


class Setting(Record):
    """One setting: its dotted name, what it may be, what it is when nobody says."""

    name: str
    default: "Any"
    help: str
    choices: "tuple[str, ...]" = ()
    low: "float | None" = None
    high: "float | None" = None
    group: str
    """What it is about: under this heading it is shown."""
    changed_by: str
    """PERSON, or ANYBODY: who may change it in the settings file."""
    lasts: str = ""
    """Does a run under it change for good what others find? Then what of a value that a process has for itself counts
    there: none of it (OWN), or only a more careful one (LARGER, or 0 for never)."""

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return "RECALL_" + self.name.upper().replace(".", "_").replace("-", "_")


_SETTING_ROWS: "dict[str, tuple[str, str, Any, dict[str, Any], str]]" = {
    # name: (group, changed_by, default, what else limits it, help)
    "db": (STORE, PERSON, "", {}, "The store's file; empty for the platform's own place."),
    "user": (STORE, PERSON, "owner", {}, "Whose memories these are; each user sees only his own."),
    "agent": (VIEWS, PERSON, "", {}, "The agent that calls, where it does not say so itself."),
    "off": (SWITCHES, PERSON, False, {}, "Keep nothing and tell agents nothing: store refuses, and says why."),
    "private": (SWITCHES, PERSON, False, {}, "Keep nothing of this session; what is known is still told."),
    "clearance": (VIEWS, PERSON, "confidential", {"choices": CLASSIFICATIONS}, "Nothing above this is seen."),
    "agent_scoping": (VIEWS, PERSON, False, {}, "An agent sees only its own and shared memories."),
    "topics": (VIEWS, PERSON, "", {}, "Only these topics are seen, separated by commas; empty for all."),
    "min_confidence": (FINDING, PERSON, 0.4, {"low": 0, "high": 1}, "A search leaves out what is less sure than this."),
    "extractor": (READING, PERSON, "auto", {"choices": ("auto", "claude", "rules", "none")},
        "Who makes memories of a text; claude sends it, masked, to Anthropic."),
    "claude.model": (READING, PERSON, "claude-haiku-5-5", {}, "The model that reads for the extractor claude."),
    "claude.effort": (READING, PERSON, "low", {"choices": ("none", "low", "medium", "high")},
        "How long it thinks; none for models that do not know the word (claude-haiku-4-5)."),
    "claude.key_command": (READING, PERSON, "", {}, "A command that prints the key; ANTHROPIC_API_KEY goes first."),
    "claude.base_url": (READING, PERSON, "", {}, "Another address of the API, for proxies; https only."),
    "claude.timeout_seconds": (READING, ANYBODY, 20.0, {"low": 0.1, "high": 600},
        "A store waits no longer for the model."),
    "claude.monthly_usd": (READING, PERSON, 5.0, {"low": 0, "high": 100_000},
        "No call that could cost more than this in a month."),
    "claude.usd_in": (READING, PERSON, 0.1, {"low": 0, "high": 10_000},
        "What a million tokens of text cost, in US dollars."),
    "claude.usd_out": (READING, PERSON, 0.5, {"low": 0, "high": 10_000},
        "What a million tokens of answer cost, in US dollars."),
    "duplicates.rule": (MERGING, PERSON, "words", {"choices": ("words", "cosine-three-bands", "cosine-update")},
        "What makes a memory known: its words; or, as published elsewhere, closeness of meaning alone."),
    "queries": (STORE, PERSON, 200, {"low": 0, "high": 100_000},
        "So many past questions are kept for recall shadow; 0 for none."),
    "sessions.max_memories": (READING, PERSON, 40, {"low": 1, "high": 100_000},
        "No session brings more memories; the best are kept."),
    "hooks.off": (SWITCHES, PERSON, "", {}, "Agents whose hooks do nothing, a comma between; all for all."),
    "hooks.tokens": (HOOKS, PERSON, 800, {"low": 50, "high": 100_000},
        "What the brief at the beginning of a session may cost."),
    "hooks.prompts": (HOOKS, PERSON, False, {}, "Also answer prompts from memory, where something answers them."),
    "hooks.slow_ms": (HOOKS, PERSON, 1000, {"low": 1, "high": 600_000},
        "Three hooks in a row that are slower, or fail, rest."),
    "max_bytes": (STORE, PERSON, 32_768, {"low": 64, "high": 16_777_216}, "The longest memory, in bytes."),
    "encryption.key_file": (ENCRYPTION, PERSON, "", {}, "A file with the store's key; yours alone (0600)."),
    "encryption.key_command": (ENCRYPTION, PERSON, "", {}, "Or a command that prints it, run without a shell."),
    "encryption.keyring": (ENCRYPTION, PERSON, False, {}, "Or the system's keyring, through the package keyring."),
    "backup.folder": (BACKUPS, PERSON, "", {}, "Where recall backup and maintain put copies; empty for none."),
    "backup.keep": (BACKUPS, PERSON, 7, {"low": 1, "high": 100_000, "lasts": LARGER_VALUE},
        "How many copies stay in that folder."),
    "backup.hours": (BACKUPS, PERSON, 24.0, {"low": 0, "high": 87_600, "lasts": LARGER_VALUE},
        "A copy younger than this is new enough for maintain."),
    "busy_seconds": (STORE, PERSON, 5.0, {"low": 0, "high": 3600}, "How long to wait while another process writes."),
    "decay.curve": (FADING, PERSON, "ebbinghaus", {"choices": ("ebbinghaus", "staged", "access"), "lasts": FILE_VALUE},
        "How memories fade that nobody asks for; recall maintain computes it."),
    "decay.rate": (FADING, PERSON, 0.02, {"low": 0, "high": 1, "lasts": FILE_VALUE},
        "ebbinghaus: the share lost in a day, at first."),
    "decay.cap": (FADING, PERSON, 10, {"low": 1, "high": 1_000_000, "lasts": FILE_VALUE},
        "ebbinghaus: after so many accesses nothing is lost any more."),
    "decay.mild_days": (FADING, PERSON, 30.0, {"low": 0, "high": 36_500, "lasts": FILE_VALUE},
        "staged: from this day on a day leaves mild_factor."),
    "decay.mild_factor": (FADING, PERSON, 0.98, {"low": 0, "high": 1, "lasts": FILE_VALUE},
        "staged: what a day leaves at first."),
    "decay.strong_days": (FADING, PERSON, 90.0, {"low": 0, "high": 36_500, "lasts": FILE_VALUE},
        "staged: from this day on it leaves strong_factor."),
    "decay.strong_factor": (FADING, PERSON, 0.95, {"low": 0, "high": 1, "lasts": FILE_VALUE},
        "staged: what a day leaves later."),
    "decay.access_rate": (FADING, PERSON, 0.01, {"low": 0, "high": 1, "lasts": FILE_VALUE},
        "access: the share lost in a day since last access."),
    "decay.floor": (FADING, PERSON, 0.1, {"low": 0, "high": 1, "lasts": FILE_VALUE},
        "So much is always left; 0 for the curves as published."),
    "lifetime.decision": (FADING, PERSON, 2.0, {"low": 0.01, "high": 1000, "lasts": FILE_VALUE},
        "How many times as long as a fact one keeps."),
    "lifetime.finding": (FADING, PERSON, 1.0, {"low": 0.01, "high": 1000, "lasts": FILE_VALUE}, "The same for a finding."),
    "lifetime.correction": (FADING, PERSON, 2.0, {"low": 0.01, "high": 1000, "lasts": FILE_VALUE},
        "The same for a correction."),
    "lifetime.pattern": (FADING, PERSON, 2.0, {"low": 0.01, "high": 1000, "lasts": FILE_VALUE}, "The same for a pattern."),
    "lifetime.estimate": (FADING, PERSON, 0.5, {"low": 0.01, "high": 1000, "lasts": FILE_VALUE},
        "The same for an estimate: it fades soonest."),
    "lifetime.preference": (FADING, PERSON, 4.0, {"low": 0.01, "high": 1000, "lasts": FILE_VALUE},
        "The same for a preference: it fades slowest."),
    "lifetime.fact": (FADING, PERSON, 1.0, {"low": 0.01, "high": 1000, "lasts": FILE_VALUE},
        "The same for a fact; 2 halves the speed of all facts."),
    "lifetime.procedure": (FADING, PERSON, 2.0, {"low": 0.01, "high": 1000, "lasts": FILE_VALUE}, "The same for a procedure."),
    "links.threshold": (MERGING, ANYBODY, 0.6, {"low": 0, "high": 2}, "So near in meaning is linked; 2 for never."),
    "consolidate.threshold": (MERGING, PERSON, 0.85, {"low": 0.5, "high": 1}, "So near in meaning may be told as one."),
    "consolidate.share": (MERGING, PERSON, 0.2, {"low": 0, "high": 1},
        "A round that would touch more of the store asks."),
    "patterns.overlap": (MERGING, ANYBODY, 0.4, {"low": 0.1, "high": 1},
        "Findings that share so many keywords are a pattern."),
    "patterns.least": (MERGING, ANYBODY, 3, {"low": 2, "high": 1000}, "Fewer findings than this are none."),
    "maintain.purge_days": (UPKEEP, PERSON, 30, {"low": 0, "high": 36_500, "lasts": LARGER_VALUE_OR_0},
        "Deleted for so long is removed for good; 0 never."),
    "maintain.jobs_days": (UPKEEP, PERSON, 30, {"low": 0, "high": 36_500, "lasts": LARGER_VALUE_OR_0},
        "Finished jobs and their keys stay so long; 0 always."),
    "maintain.expired_days": (UPKEEP, PERSON, 0, {"low": 0, "high": 36_500, "lasts": LARGER_VALUE_OR_0},
        "Expired for so long is deleted, undoably; 0 never."),
}  # fmt: skip
"""Every setting. A command needs a few of them, so none is more than a row until it is asked for."""
VIEW_PREFIX = "view."
"""`view.AGENT.clearance` and `view.AGENT.topics` narrow for one agent what those settings narrow for all."""
VIEW_SETTINGS = ("clearance", "topics")
KEY_SETTINGS = ("encryption.key_file", "encryption.key_command", "encryption.keyring")
"""The settings of which one says where the key of an encrypted store is."""


class Settings:
    """The settings of one run."""

    def __init__(self, flags: "dict[str, Any]", environment: "dict[str, str] | os._Environ[str]") -> None:
        self._flags = {name: value for name, value in flags.items() if value is not None}
        self._environment = environment
        self._file: dict[str, Any] | None = None

    def __getitem__(self, name: str) -> "Any":
        return self.origin(name)[0]

    def origin(self, name: str) -> "tuple[Any, str]":
        """A setting's value, and where it came from: flag, environment, file or default."""
        setting = find_setting(name)
        if name in self._flags:
            return check_value(setting, self._flags[name], f"--{name}"), "flag"
        said = self._environment.get(setting.variable)
        if said:
            return check_value(setting, said, setting.variable), "environment"
        if name in self.file:
            return check_value(setting, self.file[name], f"{name} in {self.path}"), "file"
        return setting.default, "default"

    @property
    def is_usual_store(self) -> bool:
        """Is the store the one that this user's other commands use, whatever this process was told?"""
        return _is_same_file(self._usual_settings.database, self.database)

    @property
    def _usual_settings(self) -> "Settings":
        """The settings without what this process was told besides."""
        environment = self._environment.items()
        return Settings({}, {name: value for name, value in environment if not name.startswith("RECALL_")})

    @property
    def file_mark(self) -> str:
        """By what the user's own settings file is known again, without its path."""
        from hashlib import blake2b

        return blake2b(os.fsencode(os.path.realpath(self._usual_settings.path)), digest_size=16).hexdigest()

    def all_lasting(self) -> "dict[str, Any]":
        """What the user's own settings file says of every setting whose effect may outlive a run."""
        own = self._usual_settings
        return {setting.name: own[setting.name] for setting in all_settings() if setting.lasts}

    def persistent_value(self, name: str, remembered: "dict[str, Any] | None" = None) -> "Any":
        """A setting as far as its effect may outlive the run: as the user's own settings file says it.

        What this process was told besides can only make it more careful. A store of its own is its own affair. What
        the store remembers goes before a settings file that is not its own.
        """
        told, rule = self[name], find_setting(name).lasts
        if remembered is None and not self.is_usual_store:
            return told
        own = self._usual_settings[name] if remembered is None else remembered.get(name, find_setting(name).default)
        if rule == LARGER_VALUE_OR_0:
            return max(told, own, key=lambda days: days or float("inf"))
        return max(told, own) if rule == LARGER_VALUE else own

    def override(self, name: str, value: "Any") -> None:
        """A value for this run only, as if a flag had given it."""
        self._flags[name] = value

    @property
    def file(self) -> "dict[str, Any]":
        if self._file is None:
            path = self.path
            if os.path.exists(path):
                from recall_cli.settings_file import read_settings

                try:
                    self._file = read_settings(path)
                except (ValueError, OSError) as error:
                    raise _usage_error(
                        f"cannot read the settings in {path}: {error}", "mend the file or remove it"
                    ) from None
            else:
                self._file = {}
        return self._file

    @property
    def path(self) -> str:
        """The settings file."""
        return self._environment.get("RECALL_CONFIG") or os.path.join(config_folder(self._environment), "config.toml")

    @property
    def database(self) -> str:
        """The store's file."""
        named = str(self["db"])
        return os.path.expanduser(named) if named else os.path.join(data_folder(self._environment), "recall.db")

    @property
    def models(self) -> str:
        """Where embedding models are kept that were fetched or made ready."""
        return os.path.join(data_folder(self._environment), "models")


def _is_same_file(first: str, second: str) -> bool:
    both = os.path.exists(first) and os.path.exists(second)
    return os.path.samefile(first, second) if both else os.path.realpath(first) == os.path.realpath(second)


_setting_cache: "dict[str, Setting]" = {}


def find_setting(name: str) -> Setting:
    """The setting of a name; a near miss is answered with the right one."""
    if name in _setting_cache:
        return _setting_cache[name]
    if name in _SETTING_ROWS:
        group, changed_by, default, more, help_ = _SETTING_ROWS[name]
        _setting_cache[name] = Setting(
            name=name, group=group, changed_by=changed_by, default=default, help=help_, **more
        )
        return _setting_cache[name]
    own = name[len(VIEW_PREFIX) :].rpartition(".") if name.startswith(VIEW_PREFIX) else None
    if own and own[2] in VIEW_SETTINGS and is_table_name(own[0]):
        return find_setting(own[2]).but(name=name)
    import difflib

    near = difflib.get_close_matches(name, _SETTING_ROWS, 1)
    raise _usage_error(
        f"there is no setting {name!r}", f"did you mean {near[0]}?" if near else "recall config shows them all"
    )


def all_settings() -> "tuple[Setting, ...]":
    """All settings, in the order of their table."""
    return tuple(map(find_setting, _SETTING_ROWS))


def is_table_name(text: str) -> bool:
    """May a table of the settings file be called so?"""
    return text.replace("-", "a").replace("_", "a").isalnum() and text.isascii()


def check_value(setting: Setting, value: "Any", where: str) -> "Any":
    """A value in the setting's own kind, or an error that says what it may be."""
    kind = type(setting.default)
    try:
        if kind is bool:
            if str(value).lower() not in _TRUE_WORDS + _FALSE_WORDS:
                raise ValueError
            return str(value).lower() in _TRUE_WORDS
        if isinstance(value, bool) or (kind is int and isinstance(value, float) and value % 1):
            raise ValueError
        found = kind(value)
    except (ValueError, TypeError):
        word = {bool: "true or false", int: "a whole number", float: "a number"}.get(kind, "text")
        raise _usage_error(f"{where} must be {word}, not {str(value)!r}") from None
    if setting.choices and found not in setting.choices:
        raise _usage_error(f"{where} must be one of {', '.join(setting.choices)}, not {found!r}")
    low, high = setting.low, setting.high
    if low is not None and high is not None and not low <= found <= high:
        if not found >= low:  # neither is what is no number
            raise _usage_error(f"{where} must be {low:g} or more, not {found}")
        raise _usage_error(f"{where} must be {high:,g} or less, not {found:g}")
    if kind is str and "\0" in found:
        raise _usage_error(f"{where} must be text without a NUL character")
    return found


def _usage_error(message: str, hint: str = "") -> "UsageError":
    from recall_cli.domain.errors import UsageError

    return UsageError(message, hint)


_TRUE_WORDS, _FALSE_WORDS = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")


def data_folder(environment: "dict[str, str] | os._Environ[str]") -> str:
    """Where the platform keeps a program's data for one user."""
    return _platform_folder("XDG_DATA_HOME", "~/.local/share", "user_data_dir", environment)


def config_folder(environment: "dict[str, str] | os._Environ[str]") -> str:
    """Where the platform keeps a program's settings for one user."""
    return _platform_folder("XDG_CONFIG_HOME", "~/.config", "user_config_dir", environment)


def _platform_folder(
    variable: str, linux_folder: str, platformdirs_name: str, environment: "dict[str, str] | os._Environ[str]"
) -> str:
    if sys.platform == "linux" and "ANDROID_DATA" not in environment:
        named = environment.get(variable, "")
        return os.path.join(named if named.startswith("/") else os.path.expanduser(linux_folder), APP_NAME)
    import platformdirs

    return str(getattr(platformdirs, platformdirs_name)(APP_NAME, appauthor=False))
