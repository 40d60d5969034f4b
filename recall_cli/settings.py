"""Settings. A flag wins over the environment, the environment over the file, the file over the default.

Every command imports it. On Linux a few lines compute the folders, since importing `platformdirs` takes long."""

import os
import sys

from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypedDict

    from recall_cli.settings_file import Value

    class Limits(TypedDict, total=False):
        """The optional fields of a Setting, as a row gives them."""

        choices: tuple[str, ...]
        low: float
        high: float
        lasts: str
        own_file: bool


APP_NAME = "recall"

FILE_VALUE, LARGER_VALUE, LARGER_VALUE_OR_0 = "own", "larger", "larger or 0"

STORE, SWITCHES, VIEWS, FINDING = "store", "on and off", "who sees what", "finding"
READING, MERGING, HOOKS, FADING = "reading texts", "merging and linking", "hooks", "fading"
UPKEEP, BACKUPS, ENCRYPTION = "upkeep", "backups", "encryption"
GROUPS = (STORE, SWITCHES, VIEWS, FINDING, READING, MERGING, HOOKS, FADING, UPKEEP, BACKUPS, ENCRYPTION)
"""The headings, in display order."""


class Setting(Record):
    """One setting: its dotted name, its allowed values and its default."""

    name: str
    default: "Value"
    help: str
    choices: "tuple[str, ...]" = ()
    low: "float | None" = None
    high: "float | None" = None
    group: str
    """The heading it is shown under."""
    lasts: str = ""
    """Set if a run with this value can change the store permanently. It says which value such a run uses: the one in
    the settings file (FILE_VALUE), or the larger of file and process (LARGER_VALUE; with LARGER_VALUE_OR_0, 0 wins).
    """

    own_file: bool = False
    """Only the user's own settings file sets it: no flag, no variable, and no file that a variable names."""

    @property
    def variable(self) -> str:
        """Its environment variable; empty if it has none."""
        return "" if self.own_file else "RECALL_" + self.name.upper().replace(".", "_").replace("-", "_")


_SETTING_ROWS: "dict[str, tuple[str, Value, Limits, str]]" = {
    # name: (group, default, limits, help)
    "db": (STORE, "", {}, "Path of the store, or address of a server; empty: the platform's data folder."),
    "user": (STORE, "owner", {}, "Whose memories these are; each user sees only their own."),
    "agent": (VIEWS, "", {}, "The calling agent, if it does not name itself."),
    "off": (SWITCHES, False, {}, "Store nothing and give agents nothing; store refuses and says why."),
    "private": (SWITCHES, False, {}, "Store nothing from this session; stored memories stay readable."),
    "clearance": (VIEWS, "confidential", {"choices": CLASSIFICATIONS}, "Hide memories classified above this."),
    "agent_scoping": (VIEWS, False, {}, "An agent sees only its own and shared memories."),
    "topics": (VIEWS, "", {}, "Show only these topics (comma-separated); empty: all."),
    "min_confidence": (FINDING, 0.4, {"low": 0, "high": 1},
        "Searches leave out memories less certain than this."),
    "search.gate": (FINDING, "", {}, "Folder of a model that must confirm answers (recall admin embed --gate)."),
    "context.certainty": (FINDING, "maybe", {"choices": ("maybe", "sure")}, "How sure an answer must be."),
    "context.max_false": (FINDING, 0.1, {"low": 0.01, "high": 0.9},
        "Highest share of questions without an answer that may get a sure one."),
    "extractor": (READING, "auto", {"choices": ("auto", "claude", "command", "rules", "none")},
        "What turns text into memories; claude sends masked text to Anthropic, command to a program of yours."),
    "quality": (READING, "advice", {"choices": ("advice", "strict")}, "strict refuses texts that score low."),
    "extractor.command": (READING, "", {"own_file": True},
        "Program of the extractor command; no hook and no store runs it."),
    "extractor.environment": (READING, "", {"own_file": True},
        "Further variables that this program gets, such as the name of an API key (comma-separated)."),
    "extractor.input": (READING, "prompt", {"choices": ("prompt", "text")},
        "What this program reads: instructions and the text, or the text alone."),
    "extractor.timeout_seconds": (READING, 120.0, {"low": 0.1, "high": 3600},
        "Time limit of one call of this program; claude has 20 seconds at most."),
    "extractor.calls_per_day": (READING, 100, {"low": 0, "high": 100_000},
        "Maximum calls of this program a day (UTC)."),
    "claude.model": (READING, "claude-haiku-5-5", {}, "Model that the claude extractor uses."),
    "claude.key_command": (READING, "", {},
        "Command that prints the API key, unless ANTHROPIC_API_KEY is set."),
    "claude.base_url": (READING, "", {}, "Another address of the API, such as a proxy; https only."),
    "claude.monthly_usd": (READING, 5.0, {"low": 0, "high": 100_000},
        "Spending limit for a month, in US dollars."),
    "claude.usd_per_million": (READING, "0.1/0.5", {},
        "Price of a million input and output tokens, in US dollars."),
    "duplicates.rule": (MERGING, "words", {"choices": ("words", "cosine-three-bands", "cosine-update")},
        "What counts as a duplicate: the same words, or a published similarity rule."),
    "queries": (STORE, 200, {"low": 0, "high": 100_000},
        "Number of past queries kept for recall admin shadow; 0 keeps none."),
    "sessions.index": (FINDING, False, {}, "Keep an index of your sessions, for recall search --sessions."),
    "hooks.off": (SWITCHES, "", {}, "Agents whose hooks do nothing (comma-separated); all for every agent."),
    "hooks.tokens": (HOOKS, 800, {"low": 50, "high": 100_000}, "Token budget of a session's first brief."),
    "hooks.prompts": (HOOKS, True, {}, "Give an agent up to three memories that bear on its user's prompt."),
    "hooks.at_action": (HOOKS, True, {}, "When an agent acts, tell it what is known about that action."),
    "hooks.end_question": (HOOKS, False, {}, "Ask the agent once a session what the next one should know."),
    "hooks.ask": (HOOKS, "attended", {"choices": ("attended", "always", "never")},
        "When you are asked before a command that you forbade."),
    "hooks.allow": (HOOKS, True, {}, "Install rules that let agents store and search without asking you."),
    "max_bytes": (STORE, 32_768, {"low": 64, "high": 16_777_216}, "Maximum length of a memory, in bytes."),
    "encryption.key_file": (ENCRYPTION, "", {}, "File with the store's key, readable only by you (0600)."),
    "encryption.key_command": (ENCRYPTION, "", {}, "Command that prints the store's key, run without a shell."),
    "encryption.keyring": (ENCRYPTION, False, {}, "Take the key from the system's keyring (package keyring)."),
    "backup.folder": (BACKUPS, "", {}, "Folder for backups by recall backup and maintain; empty for none."),
    "backup.keep": (BACKUPS, 7, {"low": 1, "high": 100_000, "lasts": LARGER_VALUE},
        "Number of backups kept in backup.folder."),
    "busy_seconds": (STORE, 5.0, {"low": 0, "high": 3600}, "Seconds to wait while another process writes."),
    "decay.curve": (FADING, "ebbinghaus", {"choices": ("ebbinghaus", "staged", "access"), "lasts": FILE_VALUE},
        "How unused memories fade; recall maintain computes it."),
    "lifetimes": (FADING, "", {"lasts": FILE_VALUE},
        "Lifetimes of types, as multiples of a fact's, such as preference=8,estimate=0.2."),
    "maintain.purge_days": (UPKEEP, 30, {"low": 0, "high": 36_500, "lasts": LARGER_VALUE_OR_0},
        "Erase memories deleted this many days ago; 0 never."),
    "sync.maintain": (UPKEEP, False, {},
        "recall maintain also synchronises, over the network, what recall sync was begun for."),
}  # fmt: skip
"""Every setting, as a row. `find_setting` makes a Setting from a row only when a command needs it."""
SERVER_PREFIXES = ("postgresql://", "postgres://")
"""A store with such an address is on a PostgreSQL server."""
WEB_PREFIXES = ("https://", "http://")
"""A store with such an address is behind a `recall serve`: most commands run there."""
VIEW_PREFIX = "view."
"""`view.AGENT.clearance` and `view.AGENT.topics` restrict one agent; `clearance` and `topics` restrict all."""
VIEW_SETTINGS = ("clearance", "topics")
NUMBER_LISTS = ("lifetimes", "claude.usd_per_million")
"""Settings whose text holds several numbers."""
KEY_SETTINGS = ("encryption.key_file", "encryption.key_command", "encryption.keyring")
"""One of these settings says where the key of an encrypted store is."""


class Settings:
    """The settings of one run."""

    def __init__(self, flags: "dict[str, object]", environment: "dict[str, str] | os._Environ[str]") -> None:
        self._flags = {name: value for name, value in flags.items() if value is not None}
        self._environment = environment
        self._file: dict[str, Value] | None = None

    def __getitem__(self, name: str) -> "Any":
        return self.origin(name)[0]

    def origin(self, name: str) -> "tuple[Any, str]":
        """A setting's value and its origin: flag, environment, file or default."""
        setting = find_setting(name)
        if setting.own_file:
            own = self.usual_settings
            if name not in own.file:
                return setting.default, "default"
            return check_value(setting, own.file[name], f"{name} in {own.path}"), "file"
        if name in self._flags:
            return check_value(setting, self._flags[name], f"--{name}"), "flag"
        text = self._environment.get(setting.variable)
        if text:
            return check_value(setting, text, setting.variable), "environment"
        if name in self.file:
            if name == "off" and len(str(self.file[name])) > len("false"):
                from recall_cli.off_period import off_until

                return off_until(self.file, self._environment) > 0, "file"
            return check_value(setting, self.file[name], f"{name} in {self.path}"), "file"
        return setting.default, "default"

    @property
    def is_usual_store(self) -> bool:
        """Is this the store that the user's other commands use, without flags and variables?"""
        usual = self.usual_settings
        if usual.is_on_server or self.is_on_server:
            return usual.database == self.database
        from recall_cli.store_address import is_same_file

        return is_same_file(usual.database, self.database)

    @property
    def store_environment(self) -> "Mapping[str, str]":
        """The environment in which the same store is used without --db."""
        named = self._flags.get("db")
        return self._environment if named is None else {**self._environment, "RECALL_DB": str(named)}

    @property
    def usual_settings(self) -> "Settings":
        """The settings without this process's flags and variables."""
        return Settings({}, {name: value for name, value in self._environment.items() if name[:7] != "RECALL_"})

    def override(self, name: str, value: "Value") -> None:
        """Set a value for this run, as a flag would."""
        self._flags[name] = value

    @property
    def file(self) -> "dict[str, Value]":
        if self._file is None:
            path = self.path
            if os.path.exists(path):
                from recall_cli.settings_file import read_settings

                try:
                    self._file = read_settings(path)
                except (ValueError, OSError) as error:
                    from recall_cli import setting_errors

                    raise setting_errors.unreadable_file(path, error) from None
            else:
                self._file = {}
        return self._file

    @property
    def path(self) -> str:
        """The settings file."""
        return self._environment.get("RECALL_CONFIG") or os.path.join(config_folder(self._environment), "config.toml")

    @property
    def database(self) -> str:
        """The store's file, or the address of its server."""
        named = str(self["db"])
        return os.path.expanduser(named) if named else os.path.join(data_folder(self._environment), "recall.db")

    @property
    def is_on_server(self) -> bool:
        """Is the store on a server, and not a file?"""
        return str(self["db"]).startswith(SERVER_PREFIXES + WEB_PREFIXES)

    @property
    def is_over_https(self) -> bool:
        """Is the store reached through a `recall serve`?"""
        return str(self["db"]).startswith(WEB_PREFIXES)

    @property
    def store_place(self) -> str:
        """What identifies the store from any folder: the file's whole path, or the address of the server."""
        return self.database if self.is_on_server else os.path.abspath(self.database)

    @property
    def files_beside(self) -> str:
        """How the names of the small files beside the store begin; those of a store on a server are on this machine."""
        if not self.is_on_server:
            return os.path.abspath(self.database)
        from recall_cli.domain.digest import blake2b

        mark = blake2b(self.database.encode("utf-8", "replace"), digest_size=8).hexdigest()
        return os.path.join(data_folder(self._environment), "servers", mark)

    @property
    def hooks_folder(self) -> str:
        """The folder of everything that belongs to hooks."""
        return os.path.join(data_folder(self._environment), "hooks")

    def has_store(self) -> bool:
        """Whether there may be a store: a file that exists, or a server."""
        return self.is_on_server or os.path.exists(self.database)

    @property
    def models(self) -> str:
        """The folder of downloaded or converted embedding models."""
        return os.path.join(data_folder(self._environment), "models")


_setting_cache: "dict[str, Setting]" = {}


def find_setting(name: str) -> Setting:
    """The setting with this name; UsageError with a suggestion if there is none."""
    if name in _setting_cache:
        return _setting_cache[name]
    if name in _SETTING_ROWS:
        group, default, limits, help_ = _SETTING_ROWS[name]
        _setting_cache[name] = Setting(name=name, group=group, default=default, help=help_, **limits)
        return _setting_cache[name]
    own = name[len(VIEW_PREFIX) :].rpartition(".") if name.startswith(VIEW_PREFIX) else None
    if own and own[2] in VIEW_SETTINGS and is_table_name(own[0]):
        return find_setting(own[2]).but(name=name)
    from recall_cli import setting_errors

    raise setting_errors.unknown_setting(name, [*_SETTING_ROWS])


def all_settings() -> "tuple[Setting, ...]":
    """All settings, in the order of the table."""
    return tuple(map(find_setting, _SETTING_ROWS))


def is_table_name(text: str) -> bool:
    """Is this a valid table name in the settings file?"""
    return text.replace("-", "a").replace("_", "a").isalnum() and text.isascii()


def check_value(setting: Setting, value: object, where: str) -> "Any":
    """The value converted to the setting's type; UsageError with the allowed values if it does not fit."""
    kind = type(setting.default)
    low, high = setting.low, setting.high
    try:
        converted = _convert_value(kind, value)
    except (ValueError, TypeError):
        from recall_cli import setting_errors

        raise setting_errors.wrong_type(where, kind, value) from None
    if setting.choices and converted not in setting.choices:
        from recall_cli import setting_errors

        raise setting_errors.wrong_choice(where, setting.choices, converted)
    if isinstance(converted, str) and "\0" in converted:
        from recall_cli import setting_errors

        raise setting_errors.has_nul(where)
    if not isinstance(converted, str) and low is not None and high is not None and not low <= converted <= high:
        from recall_cli import setting_errors

        raise setting_errors.out_of_range(where, low, high, converted)
    if setting.name in NUMBER_LISTS:
        from recall_cli import number_lists

        number_lists.READERS[setting.name](str(converted), where)
    if setting.name == "db" and isinstance(converted, str) and not converted.startswith(("/", "./", "~")):
        from recall_cli import store_address

        return store_address.check_place(converted, where)
    return converted


def _convert_value(kind: "type[Value]", value: object) -> "Value":
    """The value as text, a number or a boolean; ValueError or TypeError if it is none."""
    if kind is bool:
        if str(value).lower() not in _TRUE_WORDS + _FALSE_WORDS:
            raise ValueError
        return str(value).lower() in _TRUE_WORDS
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError
    if kind is int and isinstance(value, float) and value % 1:
        raise ValueError
    return kind(value)


_TRUE_WORDS, _FALSE_WORDS = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")


def data_folder(environment: "dict[str, str] | os._Environ[str]") -> str:
    """The platform's folder for a user's program data."""
    return _platform_folder("XDG_DATA_HOME", "~/.local/share", "user_data_dir", environment)


def config_folder(environment: "dict[str, str] | os._Environ[str]") -> str:
    """The platform's folder for a user's program settings."""
    return _platform_folder("XDG_CONFIG_HOME", "~/.config", "user_config_dir", environment)


def _platform_folder(
    variable: str, linux_folder: str, platformdirs_name: str, environment: "dict[str, str] | os._Environ[str]"
) -> str:
    if sys.platform == "linux" and "ANDROID_DATA" not in environment:
        named = environment.get(variable, "")
        return os.path.join(named if named.startswith("/") else os.path.expanduser(linux_folder), APP_NAME)
    import platformdirs

    return str(getattr(platformdirs, platformdirs_name)(APP_NAME, appauthor=False))
