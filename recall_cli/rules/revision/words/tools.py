"""Names of tools, languages and formats that people write in lower case."""

TOOL_NAMES = frozenset(
    """npm npx pnpm yarn deno webpack vite esbuild rollup turbopack rspack jest vitest mocha jasmine cypress
    playwright selenium pytest unittest tox nox ruff flake8 pylint mypy pyright isort autopep8 yapf eslint biome
    prettier stylelint rubocop golangci-lint clippy rustfmt gofmt pip pipenv poetry pdm uv conda mamba
    setuptools flit bazel gradle maven cmake ninja meson terraform pulumi ansible saltstack helm kustomize
    kubectl docker podman containerd nginx caddy traefik haproxy apache kong redis memcached valkey postgres
    mysql mariadb sqlite mongodb mongo cassandra dynamodb clickhouse duckdb bigquery snowflake redshift
    elasticsearch opensearch solr meilisearch typesense kafka rabbitmq nats pulsar sqs celery sidekiq rq bullmq
    dramatiq airflow dagster prefect luigi grafana prometheus datadog sentry glitchtip kibana loki jaeger zipkin
    honeycomb newrelic splunk github gitlab bitbucket gitea jenkins circleci travis buildkite teamcity argocd
    fluxcd heroku netlify vercel cloudflare fastly aws gcp azure hetzner digitalocean django flask fastapi rails
    laravel symfony nextjs nuxt svelte react vue angular redux zustand mobx jotai pinia tailwind bcrypt argon2
    scrypt pbkdf2 openssl gpg sops jwt paseto oauth saml ldap keycloak auth0 okta cognito stripe adyen paypal
    braintree twilio sendgrid mailgun postmark mailchimp slack zulip mattermost jira asana trello confluence
    figma vim neovim emacs vscode intellij pycharm bash zsh tmux homebrew apt alembic flyway liquibase
    sqlalchemy prisma typeorm sequelize peewee httpx aiohttp axios urllib3 pydantic marshmallow numpy pandas
    polars dask pytorch tensorflow jax keras lodash dayjs luxon log4j logback slf4j winston pino loguru
    structlog zap zerolog jemalloc tcmalloc ubuntu debian alpine fedora centos json yaml toml xml csv tsv
    parquet avro protobuf msgpack grpc graphql mqtt https http websocket websockets markdown asciidoc rst latex
    sphinx mkdocs docusaurus jekyll gatsby astro golang rust kotlin scala java javascript typescript python ruby
    php perl haskell elixir erlang clojure jquery gulp grunt browserify lerna nx turborepo gzip zstd brotli lz4
    launchdarkly consul etcd zookeeper vault minio ceph s3 r2 ec2 lambda fargate ecs eks gke aks nomad""".split()
)
"""Names of tools, languages and formats that people write in lower case."""
