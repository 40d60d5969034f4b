"""Settings: flag beats environment beats file beats default, and each value remembers where it came from.

Everything here is on the path of every command, so the platform's folders are worked out in a few lines where the rule
is simple; `platformdirs`, slower to import than a search is to run, answers elsewhere, and a test compares the two.
"""

import os
import sys

from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

APP = "recall"
INSIDE = "RECALL_INSIDE"
"""In the environment of everything that recall starts: hooks that fire in there are not about the user's work."""
CHECK = "RECALL_HOOK_CHECK"
"""In the environment of a hook that recall doctor runs: it only says which recall and which store it reached."""


class Setting(Record):
    """One setting: its dotted name, what it may be, what it is when nobody says."""

    name: str
    default: "Any"
    help: str
    choices: "tuple[str, ...]" = ()
    low: "float | None" = None

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return "RECALL_" + self.name.upper().replace(".", "_").replace("-", "_")


SETTINGS = (
    Setting(name="db", default="", help="The store's file; empty for the platform's own place."),
    Setting(name="user", default="owner", help="Whose memories these are; each user sees only his own."),
    Setting(name="agent", default="", help="The agent that calls, where it does not say so itself."),
    Setting(name="off", default=False, help="Keep nothing and tell agents nothing: store refuses, and says why."),
    Setting(name="private", default=False, help="Keep nothing of this session; what is known is still told."),
    Setting(name="clearance", default="confidential", choices=CLASSIFICATIONS, help="Nothing above this is seen."),
    Setting(name="agent_scoping", default=False, help="An agent sees only its own and shared memories."),
    Setting(name="topics", default="", help="Only these topics are seen, separated by commas; empty for all."),
    Setting(name="min_confidence", default=0.4, low=0.0, help="A search leaves out what is less sure than this."),
    Setting(
        name="extractor",
        default="auto",
        choices=("auto", "claude", "rules", "none"),
        help="Who makes memories of a text; claude sends it, masked, to Anthropic.",
    ),
    Setting(name="claude.model", default="claude-haiku-5-5", help="The model that reads for the extractor claude."),
    Setting(
        name="claude.effort",
        default="low",
        choices=("none", "low", "medium", "high"),
        help="How long it thinks; none for models that do not know the word (claude-haiku-4-5).",
    ),
    Setting(name="claude.key_command", default="", help="A command that prints the key; ANTHROPIC_API_KEY goes first."),
    Setting(name="claude.base_url", default="", help="Another address of the API, for proxies; https only."),
    Setting(name="claude.timeout_seconds", default=20.0, low=0.1, help="A store waits no longer for the model."),
    Setting(name="claude.monthly_usd", default=5.0, low=0.0, help="No call that could cost more than this in a month."),
    Setting(name="claude.usd_in", default=0.10, low=0.0, help="What a million tokens of text cost, in US dollars."),
    Setting(name="claude.usd_out", default=0.50, low=0.0, help="What a million tokens of answer cost, in US dollars."),
    Setting(
        name="duplicates.rule",
        default="words",
        choices=("words", "cosine-three-bands", "cosine-update"),
        help="What makes a memory known: its words; or, as published elsewhere, closeness of meaning alone.",
    ),
    Setting(name="queries", default=200, low=0, help="So many past questions are kept for recall shadow; 0 for none."),
    Setting(
        name="sessions.max_memories", default=40, low=1, help="No session brings more memories; the best are kept."
    ),
    Setting(name="hooks.off", default="", help="Agents whose hooks do nothing, a comma between; all for all."),
    Setting(name="hooks.tokens", default=800, low=50, help="What the brief at the beginning of a session may cost."),
    Setting(name="hooks.prompts", default=False, help="Also answer prompts from memory, where something answers them."),
    Setting(name="hooks.slow_ms", default=1000, low=1, help="Three hooks in a row that are slower, or fail, rest."),
    Setting(name="max_bytes", default=32_768, low=64, help="The longest memory, in bytes."),
    Setting(name="encryption.key_file", default="", help="A file with the store's key; yours alone (0600)."),
    Setting(name="encryption.key_command", default="", help="Or a command that prints it, run without a shell."),
    Setting(name="encryption.keyring", default=False, help="Or the system's keyring, through the package keyring."),
    Setting(name="backup.folder", default="", help="Where recall backup and maintain put copies; empty for none."),
    Setting(name="backup.keep", default=7, low=1, help="How many copies stay in that folder."),
    Setting(name="backup.hours", default=24.0, low=0.0, help="A copy younger than this is new enough for maintain."),
    Setting(name="busy_seconds", default=5.0, low=0.0, help="How long to wait while another process writes."),
    Setting(
        name="decay.curve",
        default="ebbinghaus",
        choices=("ebbinghaus", "staged", "access"),
        help="How memories fade that nobody asks for; recall maintain computes it.",
    ),
    Setting(name="decay.rate", default=0.02, low=0.0, help="ebbinghaus: the share lost in a day, at first."),
    Setting(name="decay.cap", default=10, low=1, help="ebbinghaus: after so many accesses nothing is lost any more."),
    Setting(name="decay.mild_days", default=30.0, low=0.0, help="staged: from this day on a day leaves mild_factor."),
    Setting(name="decay.mild_factor", default=0.98, low=0.0, help="staged: what a day leaves at first."),
    Setting(name="decay.strong_days", default=90.0, low=0.0, help="staged: from this day on it leaves strong_factor."),
    Setting(name="decay.strong_factor", default=0.95, low=0.0, help="staged: what a day leaves later."),
    Setting(name="decay.access_rate", default=0.01, low=0.0, help="access: the share lost in a day since last access."),
    Setting(name="decay.floor", default=0.1, low=0.0, help="So much is always left; 0 for the curves as published."),
    Setting(name="lifetime.decision", default=2.0, low=0.01, help="How many times as long as a fact one keeps."),
    Setting(name="lifetime.finding", default=1.0, low=0.01, help="The same for a finding."),
    Setting(name="lifetime.correction", default=2.0, low=0.01, help="The same for a correction."),
    Setting(name="lifetime.pattern", default=2.0, low=0.01, help="The same for a pattern."),
    Setting(name="lifetime.estimate", default=0.5, low=0.01, help="The same for an estimate: it fades soonest."),
    Setting(name="lifetime.preference", default=4.0, low=0.01, help="The same for a preference: it fades slowest."),
    Setting(name="lifetime.fact", default=1.0, low=0.01, help="The same for a fact; 2 halves the speed of all facts."),
    Setting(name="lifetime.procedure", default=2.0, low=0.01, help="The same for a procedure."),
    Setting(name="links.threshold", default=0.6, low=0.0, help="So near in meaning is linked; 2 for never."),
    Setting(name="consolidate.threshold", default=0.85, low=0.5, help="So near in meaning may be told as one."),
    Setting(name="consolidate.share", default=0.2, low=0.0, help="A round that would touch more of the store asks."),
    Setting(name="patterns.overlap", default=0.4, low=0.1, help="Findings that share so many keywords are a pattern."),
    Setting(name="patterns.least", default=3, low=2, help="Fewer findings than this are none."),
    Setting(name="maintain.purge_days", default=30, low=0, help="Deleted for so long is removed for good; 0 never."),
    Setting(name="maintain.jobs_days", default=30, low=0, help="Finished jobs and their keys stay so long; 0 always."),
    Setting(name="maintain.expired_days", default=0, low=0, help="Expired for so long is deleted, undoably; 0 never."),
)
HIGHEST = 1_000_000_000  # no number needs to be larger, and so many days still fit into a moment
VIEW = "view."
"""`view.AGENT.clearance` and `view.AGENT.topics` narrow for one agent what those settings narrow for all."""
NARROWED = ("clearance", "topics")
KEY_PLACES = ("encryption.key_file", "encryption.key_command", "encryption.keyring")
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
        setting = find(name)
        if name in self._flags:
            return checked(setting, self._flags[name], f"--{name}"), "flag"
        said = self._environment.get(setting.variable)
        if said:
            return checked(setting, said, setting.variable), "environment"
        if name in self.file:
            return checked(setting, self.file[name], f"{name} in {self.path}"), "file"
        return setting.default, "default"

    def insist(self, name: str, value: "Any") -> None:
        """A value for this run only, as if a flag had given it."""
        self._flags[name] = value

    @property
    def file(self) -> "dict[str, Any]":
        if self._file is None:
            path = self.path
            if os.path.exists(path):
                from recall_cli.configfile import read

                try:
                    self._file = read(path)
                except (ValueError, OSError) as error:
                    raise UsageError(
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


_BY_NAME = {setting.name: setting for setting in SETTINGS}


def find(name: str) -> Setting:
    """The setting of a name; a near miss is answered with the right one."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    own = name[len(VIEW) :].rpartition(".") if name.startswith(VIEW) else None
    if own and own[2] in NARROWED and is_name(own[0]):
        return _BY_NAME[own[2]].but(name=name)
    import difflib

    near = difflib.get_close_matches(name, [setting.name for setting in SETTINGS], 1)
    raise UsageError(
        f"there is no setting {name!r}", f"did you mean {near[0]}?" if near else "recall config shows them all"
    )


def is_name(text: str) -> bool:
    """May a table of the settings file be called so?"""
    return text.replace("-", "a").replace("_", "a").isalnum() and text.isascii()


def checked(setting: Setting, value: "Any", where: str) -> "Any":
    """A value in the setting's own kind, or an error that says what it may be."""
    kind = type(setting.default)
    try:
        if kind is bool:
            if str(value).lower() not in _TRUE + _FALSE:
                raise ValueError
            return str(value).lower() in _TRUE
        if isinstance(value, bool) or (kind is int and isinstance(value, float) and value % 1):
            raise ValueError
        found = kind(value)
    except (ValueError, TypeError):
        word = {bool: "true or false", int: "a whole number", float: "a number"}.get(kind, "text")
        raise UsageError(f"{where} must be {word}, not {str(value)!r}") from None
    if setting.choices and found not in setting.choices:
        raise UsageError(f"{where} must be one of {', '.join(setting.choices)}, not {found!r}")
    if setting.low is not None and not setting.low <= found <= HIGHEST:
        most = f", and {HIGHEST:,} or less" if found > HIGHEST else ""
        raise UsageError(f"{where} must be {setting.low:g} or more{most}, not {found}")
    return found


_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")


def data_folder(environment: "dict[str, str] | os._Environ[str]") -> str:
    """Where the platform keeps a program's data for one user."""
    return _folder("XDG_DATA_HOME", "~/.local/share", "user_data_dir", environment)


def config_folder(environment: "dict[str, str] | os._Environ[str]") -> str:
    """Where the platform keeps a program's settings for one user."""
    return _folder("XDG_CONFIG_HOME", "~/.config", "user_config_dir", environment)


def _folder(variable: str, usual: str, other: str, environment: "dict[str, str] | os._Environ[str]") -> str:
    if sys.platform == "linux" and "ANDROID_DATA" not in environment:
        named = environment.get(variable, "")
        return os.path.join(named if named.startswith("/") else os.path.expanduser(usual), APP)
    import platformdirs

    return str(getattr(platformdirs, other)(APP, appauthor=False))
