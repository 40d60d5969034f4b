"""Facts that begin with a word which could be an order are kept, and orders are not."""

import pytest

from recall_cli.rules.intake import gate
from recall_cli.rules.reading import skips
from recall_cli.rules.reading.clause import read_clause
from recall_cli.rules.reading.words import Words
from recall_cli.rules.text.noise import noise_reason

FACTS = """Go version is 1.21.
Retry count is now 5, three was not enough.
Cache port: 6379
Format of dates is ISO 8601.
Test command: `npm test`
Release manager: Olu
Check interval: 30 s
Show page uses server-side rendering.
Verify step takes 3 minutes.
Close code 4001 means bad auth.
Set point of the thermostat is 21.5.
Fix for the race in the scheduler was merged on Monday.
Update policy: patch releases only
Push notifications use FCM.
Open issues are triaged on Mondays.
Copy constructor of Buffer was deleted."""
REPORTS = """Fixed the off-by-one in pagination: page starts at 0, not 1.
The build is failing on ARM because sharp has no prebuilt binary."""
RULES = """Never force-push.
Always squash.
Don't amend.
Never rebase."""
ORDERS = """Add button to the page.
Create file: src/a.py
Add new endpoint: GET /users
Verify login works.
Confirm Redis is up.
Check tests are passing.
Run the tests.
Update README so it says MIT.
Show users who are inactive.
Update dependency: react 19
Never mind.
Don't worry.
Use this: npm test
Explain why tests are failing."""
USELESS = """1 2 3 4 5 6 7
0.12 0.44 0.98 1.22
ㅋㅋㅋㅋㅋㅋㅋ
ああああああああ
фывапролдж йцукенгшщз
ㅁㄴㅇㄹ ㅁㄴㅇㄹ"""


def reason_to_skip(text: str) -> "str | None":
    """Why the rules skip a text of one statement."""
    words = Words(text)
    return skips.reason(words, read_clause(words))


@pytest.mark.parametrize("text", FACTS.splitlines())
def test_a_noun_that_looks_like_an_order_is_a_fact(text: str) -> None:
    """It is no request, and the gate lets it in."""
    assert reason_to_skip(text) is None
    assert gate.judge_quality(text, "fact").accepted


@pytest.mark.parametrize("text", REPORTS.splitlines())
def test_a_report_with_its_cause_is_kept(text: str) -> None:
    """A report that tells what is so now, or why something fails, is more than a status."""
    assert reason_to_skip(text) is None


@pytest.mark.parametrize("text", RULES.splitlines())
def test_a_bare_rule_is_kept(text: str) -> None:
    """A rule of two words says all that it needs to say."""
    assert reason_to_skip(text) is None
    assert gate.judge_quality(text, "preference").accepted


@pytest.mark.parametrize("text", ORDERS.splitlines())
def test_an_order_of_the_moment_is_skipped(text: str) -> None:
    """What one asks to have done once is no memory."""
    assert reason_to_skip(text) is not None


@pytest.mark.parametrize("text", USELESS.splitlines())
def test_what_is_no_language_is_refused(text: str) -> None:
    """Rows of numbers, one letter again and again, and keys in a row say nothing."""
    assert noise_reason(text) is not None
