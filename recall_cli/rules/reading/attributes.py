"""Normal forms of entity and attribute names, and the attributes that can have several values at once."""

_SYNONYMS = {
    "employer": """works_at work_at works_for company employed_by employed_at workplace job_at
        current_employer joined""",
    "location": """lives_in live_in moved_to based_in city home residence lives_at relocated_to
        home_town current_city""",
    "role": "job occupation profession job_title title position works_as is_a",
    "name": "called full_name first_name is_called nickname goes_by",
    "timezone": "time_zone tz",
    "email": "email_address e_mail mail mail_address",
    "team": "works_on_team squad",
    "uses": "tool tools uses_tool utilises utilizes uses_framework uses_library works_with tooling",
    "languages_spoken": "speaks spoken_languages speaks_language languages",
    "programming_language": "written_in language implemented_in coded_in preferred_language main_language",
    "database": "db datastore database_engine rdbms primary_database",
    "package_manager": "dependency_manager pkg_manager",
    "test_framework": "tested_with test_runner testing_framework tests_run_with tests",
    "formatter": "formatted_with code_formatter",
    "linter": "linted_with",
    "editor": "ide text_editor code_editor",
    "theme": "colour_scheme color_scheme colour_theme color_theme",
    "indentation": "indent indent_style tabs_or_spaces",
    "deploy_target": "deployed_to deployed_on deploys_to deployment_target deploy_to",
    "host": "hosted_on hosted_at hosted_in runs_on hosting",
    "port": "listens_on listen_port port_number listening_port",
    "default_branch": "main_branch trunk primary_branch base_branch",
    "version": "version_number pinned_to",
    "allergies": "allergic_to allergy",
    "diet": "eats",
    "operating_system": "os platform",
    "ci": "ci_system ci_provider continuous_integration build_server",
    "storage": "stored_in stored_at kept_in saved_in persisted_in",
    "repository": "repo repo_url",
    "framework": "web_framework built_with built_on",
    "owner": "owned_by maintained_by maintainer",
    "schedule": "scheduled_for runs_every runs_at",
    "deadline": "due due_date due_on",
    "education": "studied_at graduated_from alma_mater",
}
SYNONYMS = {other: name for name, others in _SYNONYMS.items() for other in others.split()}

MULTI_VALUE_ATTRIBUTES = frozenset(
    """uses languages_spoken allergies likes dislikes preference hobbies skills depends_on requires
    supports pets knows owns avoids interests trait programming_language includes contains consists_of
    exposes serves children certifications framework linter provides""".split()
)
"""Attributes that hold several values at once: a new value joins the old ones."""

_TOOLS = {
    "indentation": "tabs spaces tab",
    "theme": "dark_mode light_mode dark_theme light_theme solarized dracula gruvbox",
    "package_manager": "npm pnpm yarn poetry pipenv uv conda bundler pip",
    "test_framework": """pytest unittest jest vitest mocha rspec junit nose jasmine cypress playwright
        minitest phpunit""",
    "database": """postgresql postgres mysql mariadb sqlite mongodb cassandra dynamodb cockroachdb
        oracle couchdb duckdb clickhouse""",
    "editor": "vim neovim emacs vscode vs_code helix sublime intellij pycharm zed nano webstorm",
    "programming_language": """python rust go golang typescript javascript java kotlin ruby elixir
        haskell scala php c++ c# swift zig""",
    "formatter": "black prettier gofmt rustfmt clang-format",
    "linter": "ruff eslint flake8 pylint golangci-lint rubocop biome",
    "ci": "github_actions jenkins circleci gitlab_ci buildkite travis teamcity drone",
    "cloud": "aws gcp azure hetzner digitalocean fly.io heroku",
    "shell": "fish zsh bash nushell powershell",
    "operating_system": "macos linux windows ubuntu debian fedora arch nixos",
    "message_broker": "kafka rabbitmq nats sqs pulsar",
    "framework": "django flask fastapi rails react vue svelte angular nextjs next.js spring express laravel",
    "key_value_store": "redis valkey memcached keydb dragonfly",
    "api_style": "grpc rest graphql",
}
CATEGORY = {thing: name for name, things in _TOOLS.items() for thing in things.split()}
CATEGORIES = frozenset(_TOOLS)


def snake(text: str) -> str:
    """A name in lower case with underscores, without articles and possessives."""
    words = text.lower().replace("’", "'").replace("'s ", " ").replace("/", " ").split()
    while len(words) > 1 and words[0] in _FRONT:
        words.pop(0)
    return "_".join(word.strip(_MARKS).replace("-", "_") for word in words if word.strip(_MARKS))


_FRONT = frozenset("the a an my our your this that their his her its all every each new current no".split())
_MARKS = "\"'`“”‘*_.,;:!?()[]{}<>"


def attribute(name: str) -> str:
    """The normal form of an attribute's name."""
    plain = snake(name)
    return SYNONYMS.get(plain, plain)


def category(value: str) -> "str | None":
    """The category of a well-known tool, by its whole name, or by its first and last words."""
    plain = "_".join(value.lower().split())
    known = CATEGORY.get(plain)
    if known or "_" not in plain:
        return known
    parts = plain.split("_")
    return CATEGORY.get("_".join(parts[:2])) or CATEGORY.get(parts[0])


def holds_several_values(name: str) -> bool:
    """Whether an attribute can have several values at once."""
    return name in MULTI_VALUE_ATTRIBUTES
