"""A label and its value are a fact, also where the label begins with a verb; an order with a colon is none."""

import pytest

from recall_cli.rules.reading.extraction import extract_drafts

LABELLED = """
Delete endpoint: DELETE /v1/users/{id}
Test command: `npm test`
Test command: npm test
Release manager: Olu
Run target: make dev
Build command: cargo build --release
Deploy script: scripts/deploy.sh
Deploy target: eu-west-1
Deploy window: Tuesdays 9 to 11
Lint command: ruff check .
Format command: ruff format .
Start script: ./bin/start
Stop script: ./bin/stop
Update interval: 5 minutes
Update channel: stable
Create endpoint: POST /v1/users
Search endpoint: GET /v1/search?q=
Upload limit: 20 MB
Upload folder: /srv/uploads
Merge strategy: squash
Merge window: Monday to Wednesday
Review policy: two approvals
Review owner: Dana
Backup schedule: nightly at 02:00
Backup location: s3://acme-backups
Test database: postgres://localhost/test
Test runner: pytest
Test framework: vitest
Check interval: 30 s
Check script: tools/check.py
Export format: CSV
Import path: src/lib
Log level: debug
Log folder: /var/log/acme
Cache backend: Redis
Queue name: invoices
Call center: +49 30 1234567
Contact person: Priya
Support channel: #help-billing
Build image: ghcr.io/acme/build:3
Run configuration: dev.json
Install command: pnpm install
Install path: /opt/acme
Rename policy: never rename a released table
Release branch: main
Release day: Thursday
Fix version: 4.2.1
Watch command: npm run watch
Debug port: 9229
Read replica: db-ro.internal
Write timeout: 10 seconds
Reset token lifetime: 30 minutes
Delete policy: soft delete for 30 days
Delete job name: purge-users
Send queue: mail-out
Use case owner: Marta
Set command: redis-cli set
Generate command: make proto
Clean target: make clean
Publish command: uv publish
Delete endpoint: `DELETE /v1/users/{id}`
Cancel endpoint: POST /v1/x
Cancel command: `make x`
Cancel handler: src/handlers/x.ts
Cancel policy: owners only
Cancel hook: hooks/x.sh
Cancel key: Ctrl+Shift+X
Cancel webhook: https://hooks.acme.dev/x
Cancel queue: x-jobs
Cancel timeout: 30 s
Refund endpoint: POST /v1/x
Refund command: `make x`
Refund handler: src/handlers/x.ts
Refund policy: owners only
Refund hook: hooks/x.sh
Refund key: Ctrl+Shift+X
Refund webhook: https://hooks.acme.dev/x
Refund queue: x-jobs
Refund timeout: 30 s
Archive endpoint: POST /v1/x
Archive command: `make x`
Archive handler: src/handlers/x.ts
Archive policy: owners only
Archive hook: hooks/x.sh
Archive key: Ctrl+Shift+X
Archive webhook: https://hooks.acme.dev/x
Archive queue: x-jobs
Archive timeout: 30 s
""".strip().splitlines()
ORDERS = """
Delete the endpoint: DELETE /v1/users/{id}
Fix this bug: the login page crashes
Add a test: login with an empty password
Please delete: tmp.txt
Rename the file: a.py to b.py
Delete these files: a.txt, b.txt
Remove it: it is unused
Fix bug: the login page crashes
Delete file: tmp.txt
Remove bug: the page crashes
Update this endpoint: DELETE /x
Add test: empty password
Fix the following: typo in line 3
Show me: the last ten commits
""".strip().splitlines()


@pytest.mark.parametrize("text", LABELLED)
def test_a_label_with_its_value_is_kept(text: str) -> None:
    """What a thing is called, a colon, and what it is: worth remembering, whatever word it begins with."""
    assert extract_drafts(text).drafts


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_with_a_colon_is_no_label(text: str) -> None:
    """One thing to do now is not remembered because a colon stands in it."""
    assert not extract_drafts(text).drafts
