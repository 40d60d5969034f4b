"""Names of programs, languages and services by what they are for: two of one sort can replace each other."""

PRODUCTS = {
    "ci": (
        "jenkins circleci travis github-actions gitlab-ci buildkite teamcity bamboo drone actions azure-pipelines "
        "tekton argo-workflows concourse woodpecker semaphore appveyor earthly dagger"
    ),
    "vcs": (
        "github gitlab bitbucket gitea gerrit forgejo sourcehut perforce svn subversion mercurial git azure-devops "
        "codeberg phabricator"
    ),
    "sql": (
        "postgres postgresql mysql mariadb sqlite oracle mssql sql-server cockroachdb yugabyte aurora rds tidb "
        "spanner planetscale neon supabase duckdb db2 firebird h2 percona realm vitess clickhouse"
    ),
    "nosql": (
        "mongodb mongo dynamodb cassandra couchdb couchbase scylladb scylla firestore firebase bigtable hbase "
        "rethinkdb ravendb faunadb neo4j dgraph arangodb redis"
    ),
    "cache": "redis memcached valkey dragonfly keydb hazelcast ehcache caffeine varnish ignite garnet",
    "queue": (
        "rabbitmq kafka nats sqs activemq pulsar redpanda zeromq celery sidekiq resque bullmq bull kinesis pubsub "
        "pub/sub mosquitto hivemq emqx eventbridge sns redis-streams rq dramatiq temporal servicebus beanstalkd "
        "mqtt"
    ),
    "search": (
        "elasticsearch opensearch solr meilisearch typesense algolia sphinx vespa lucene tantivy zinc quickwit "
        "weaviate qdrant pinecone milvus chroma pgvector faiss"
    ),
    "logs": (
        "splunk loki graylog elk kibana logstash papertrail logtail datadog cloudwatch fluentd fluentbit vector "
        "sumologic logz loggly betterstack seq"
    ),
    "monitor": (
        "prometheus datadog grafana newrelic new-relic zabbix nagios influxdb victoriametrics graphite statsd "
        "dynatrace appdynamics honeycomb jaeger zipkin tempo sentry bugsnag rollbar glitchtip uptimerobot pingdom "
        "icinga checkmk thanos mimir opentelemetry signoz raygun airbrake"
    ),
    "pager": "pagerduty opsgenie victorops grafana-oncall squadcast splunk-oncall incident.io rootly",
    "chat": (
        "slack teams discord mattermost zulip rocket.chat rocketchat irc telegram signal whatsapp skype hipchat "
        "element matrix threema viber webex google-chat"
    ),
    "video": "zoom meet teams jitsi webex whereby skype google-meet bigbluebutton facetime gather",
    "ticket": (
        "jira linear asana trello youtrack redmine bugzilla monday.com clickup basecamp shortcut pivotal "
        "github-issues zendesk freshdesk intercom jsm helpscout height plane otrs zammad servicenow front"
    ),
    "wiki": (
        "confluence notion outline mediawiki wiki.js bookstack dokuwiki gitbook docusaurus mkdocs sphinx "
        "readthedocs obsidian evernote onenote coda sharepoint slite xwiki nuclino roam logseq bear joplin quip "
        "antora mintlify asciidoc markdown rst"
    ),
    "cloud": (
        "aws gcp azure hetzner heroku fly.io fly render vercel netlify digitalocean linode ovh scaleway cloudflare "
        "railway ionos oracle-cloud vultr upcloud exoscale ibm-cloud openstack strato herokus amplify on-prem"
    ),
    "k8s": (
        "kubernetes k3s nomad ecs eks gke aks openshift swarm docker-swarm compose mesos rancher microk8s kops "
        "lambda fargate cloud-run beanstalk"
    ),
    "container": "docker podman containerd buildah kaniko cri-o lxc lxd rkt nerdctl colima orbstack",
    "registry": (
        "harbor ecr gcr dockerhub docker-hub artifactory nexus quay ghcr verdaccio acr artifact-registry pypi "
        "devpi cloudsmith testpypi"
    ),
    "iac": (
        "terraform opentofu pulumi ansible chef puppet saltstack cloudformation cdk bicep crossplane salt "
        "terragrunt nixops"
    ),
    "gitops": (
        "argocd argo-cd argo flux fluxcd spinnaker helm kustomize capistrano kamal octopus harness atlantis "
        "skaffold jsonnet helmfile ansible fabric"
    ),
    "secrets": (
        "vault secrets-manager ssm 1password lastpass bitwarden doppler sops keepass infisical keychain "
        "sealed-secrets dashlane keepassxc parameter-store passbolt"
    ),
    "jstest": "jest vitest mocha jasmine ava karma tape qunit bun:test node:test",
    "e2e": (
        "selenium cypress playwright puppeteer webdriverio testcafe nightwatch protractor detox appium maestro "
        "espresso xcuitest"
    ),
    "pytest": "pytest unittest nose nose2 ward doctest tox nox hypothesis",
    "jsbuild": (
        "webpack vite rollup parcel esbuild turbopack snowpack gulp grunt browserify rspack swc babel tsup bun "
        "rolldown tsc metro"
    ),
    "runtime": "node node.js nodejs bun deno jvm graalvm openjdk corretto temurin pypy cpython jruby",
    "jspkg": "npm yarn pnpm bun bower deno lerna nx turborepo turbo rush",
    "pypkg": (
        "pip poetry uv pipenv conda mamba pdm hatch setuptools pip-tools rye easy_install flit pixi virtualenv "
        "requirements.txt"
    ),
    "lint": (
        "eslint tslint biome prettier standard oxlint black ruff flake8 pylint yapf autopep8 isort pycodestyle "
        "mypy pyright rubocop standardrb golangci-lint clippy ktlint detekt checkstyle spotless stylelint dprint "
        "rustfmt gofmt pyre bandit semgrep sonarqube codeql snyk trivy dependabot renovate clamav"
    ),
    "jsfw": "react vue angular svelte solid ember preact backbone jquery lit alpine.js htmx elm qwik stencil knockout",
    "metafw": (
        "next.js nextjs nuxt remix gatsby astro sveltekit hugo jekyll eleventy 11ty docusaurus vuepress vitepress "
        "gridsome pelican zola hexo ghost wordpress drupal joomla typo3 contentful sanity strapi squarespace wix "
        "webflow directus payload storyblok prismic craft"
    ),
    "state": "redux zustand mobx recoil jotai pinia vuex ngrx xstate valtio effector context",
    "css": (
        "tailwind bootstrap sass less css-modules styled-components emotion bulma foundation material-ui mui "
        "chakra antd stitches vanilla-extract stylus postcss"
    ),
    "webfw": (
        "django flask fastapi rails sinatra express koa nestjs fastify hapi spring spring-boot quarkus micronaut "
        "laravel symfony phoenix gin echo fiber actix axum rocket asp.net ktor play starlette tornado aiohttp hono "
        "elysia litestar sanic warp chi dropwizard"
    ),
    "websrv": (
        "nginx apache caddy traefik haproxy envoy iis lighttpd kong istio linkerd tomcat jetty gunicorn uvicorn "
        "puma unicorn uwsgi hypercorn apisix ambassador squid zuul passenger granian waitress"
    ),
    "lang": (
        "python java kotlin go golang rust ruby php perl scala c# c++ typescript javascript swift objective-c "
        "elixir erlang haskell clojure lua zig dart f# ocaml julia r fortran cobol groovy elm bash zsh nim crystal "
        "powershell c"
    ),
    "orm": (
        "sqlalchemy prisma typeorm sequelize hibernate drizzle knex activerecord peewee tortoise gorm sqlx diesel "
        "jooq mikro-orm django-orm kysely mybatis doctrine eloquent ent dapper"
    ),
    "migr": "alembic flyway liquibase atlas goose dbmate sqitch golang-migrate rails-migrations yoyo umzug",
    "game": "unity unreal godot cryengine gamemaker bevy phaser defold pygame libgdx cocos",
    "audio": (
        "fmod wwise audacity reaper ableton logic-pro pro-tools ardour garageband fl-studio cubase hindenburg "
        "descript audition openal"
    ),
    "mail": (
        "mailchimp sendgrid mailgun postmark ses mailjet sparkpost resend brevo buttondown convertkit klaviyo "
        "substack sendinblue mailerlite listmonk postfix exim gmail outlook thunderbird protonmail fastmail"
    ),
    "pay": (
        "stripe paypal adyen braintree square mollie sumup klarna zettle worldpay checkout.com paddle chargebee "
        "recurly izettle stripe-billing bizum visa"
    ),
    "auth": (
        "auth0 keycloak okta cognito firebase-auth clerk authentik ory supertokens ldap saml oidc oauth jwt "
        "kerberos active-directory entra passkeys authelia fusionauth dex magic-link"
    ),
    "hash": (
        "bcrypt argon2 argon2id scrypt pbkdf2 md5 sha1 sha-1 sha256 sha-256 hmac-sha256 sha512 blake3 crc32 xxhash "
        "blake2b xxh64"
    ),
    "fmt": (
        "json xml yaml toml csv xlsx parquet avro protobuf msgpack cbor bson ods html pdf docx orc arrow jsonl "
        "ndjson ini markdown feather excel xls thrift flatbuffers"
    ),
    "api": (
        "rest graphql grpc soap websocket websockets trpc sse http/2 http/1.1 mqtt odata json-rpc long-polling "
        "xmlrpc quic http/3 webhooks webhook"
    ),
    "flow": (
        "airflow dagster prefect luigi oozie cron argo temporal kestra dbt spark flink emr databricks glue beam "
        "hadoop trino presto snowflake bigquery redshift synapse athena fivetran airbyte meltano stitch "
        "step-functions mage"
    ),
    "bi": (
        "tableau looker metabase superset powerbi power-bi redash grafana mode qlik lookerstudio amplitude "
        "mixpanel posthog matomo plausible google-analytics segment heap fathom umami"
    ),
    "flags": "launchdarkly unleash flagsmith growthbook split configcat posthog flipt optimizely statsig gofeatureflag",
    "store": (
        "s3 minio gcs azure-blob backblaze b2 r2 wasabi dropbox google-drive drive gdrive onedrive nextcloud box "
        "icloud sharepoint seafile owncloud ceph nfs sftp ftp syncthing glacier nas"
    ),
    "design": (
        "figma sketch adobe-xd zeplin invision penpot framer canva photoshop gimp affinity illustrator inkscape "
        "miro mural excalidraw lucidchart"
    ),
    "editor": (
        "vscode vim neovim emacs intellij pycharm sublime atom eclipse zed helix jetbrains webstorm cursor xcode "
        "android-studio visual-studio notepad nano goland rider"
    ),
    "ml": (
        "pytorch tensorflow jax keras mxnet scikit-learn xgboost lightgbm catboost onnx mlflow wandb "
        "weights-and-biases tensorboard neptune kubeflow sagemaker vertex comet clearml torch feast tecton "
        "tensorrt vllm triton ollama llama.cpp huggingface"
    ),
    "llm": (
        "gpt-4 gpt-4o gpt-3.5 claude gemini llama mistral openai anthropic cohere qwen deepseek haiku sonnet opus gpt-5"
    ),
    "log": (
        "logback log4j log4j2 slf4j winston pino bunyan loguru structlog zap zerolog logrus serilog nlog spdlog "
        "slog tinylog"
    ),
    "valid": "zod yup joi ajv pydantic marshmallow cerberus valibot io-ts superstruct voluptuous class-validator",
    "date": "moment dayjs date-fns luxon arrow pendulum day.js moment.js temporal",
    "http": "axios fetch requests httpx aiohttp got superagent urllib3 okhttp retrofit ky undici curl node-fetch wget",
    "embed": (
        "openocd probe-rs j-link jlink pyocd stlink freertos zephyr rtos threadx esp-idf platformio arduino nuttx "
        "riot mbed uboot u-boot yocto buildroot"
    ),
    "buildtool": (
        "make cmake bazel meson ninja gradle maven ant sbt buck just task rake invoke scons autotools xmake pants "
        "mage earthly msbuild waf"
    ),
    "plot": (
        "matplotlib plotly seaborn bokeh altair d3 d3.js chart.js echarts highcharts recharts vega gnuplot ggplot2 "
        "pandas polars numpy dask vaex"
    ),
    "shop": (
        "shopify woocommerce woo magento prestashop shopware bigcommerce sylius medusa saleor etsy ebay amazon "
        "odoo sap netsuite lexware datev xero quickbooks sage freshbooks"
    ),
    "crm": "salesforce hubspot pipedrive zoho crm dynamics attio sugarcrm copper",
    "lms": "moodle canvas blackboard google-classroom classroom teams ilias opal edmodo",
    "os": (
        "ubuntu debian alpine centos rhel fedora rocky almalinux arch windows macos linux freebsd nixos wolfi "
        "distroless amazon-linux opensuse sles android ios"
    ),
    "cert": "letsencrypt let's-encrypt sectigo digicert zerossl globalsign comodo acm buypass",
    "cdn": "cloudfront cloudflare fastly akamai bunny bunnycdn keycdn cachefly",
    "gfx": "vulkan opengl metal directx webgpu webgl direct3d",
    "pm": "waterfall scrum kanban agile trunk-based gitflow github-flow",
    "cal": "calendly doodle outlook google-calendar notion-calendar fantastical caldav cal.com",
    "social": "twitter x mastodon facebook instagram linkedin tiktok bluesky threads youtube vimeo twitch reddit",
    "fe-mobile": (
        "flutter react-native ionic xamarin swiftui uikit jetpack-compose kotlin-multiplatform cordova capacitor "
        "maui expo nativescript"
    ),
    "vpn": "wireguard openvpn tailscale zerotier ipsec anyconnect netbird twingate zscaler",
    "virt": "vmware proxmox hyper-v virtualbox kvm xen qemu parallels vagrant multipass lima",
}
"""Sorts of products, and their names."""
