"""The token budget of a brief."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.brief.budget import estimate_tokens
from tests.for_each import for_each


def test_tokens_by_hand() -> None:
    """A usual word is one token, a long one more; three digits two, punctuation one a run."""
    assert estimate_tokens("") == 1
    assert estimate_tokens("plain words") == 2
    assert estimate_tokens("internationalization") > 5
    assert estimate_tokens("2026") == 3
    assert estimate_tokens("a()") - estimate_tokens("a") <= 2
    assert estimate_tokens("国" * 10) < estimate_tokens("輾" * 10) <= 27


@given(st.text(), st.text())
def test_more_text_costs_no_less(one: str, other: str) -> None:
    """A longer text never costs less."""
    assert estimate_tokens(one + other) >= estimate_tokens(one)


COUNTED_TEXTS = {
    "prose": (
        "- I've been thinking about switching our deployment from the old Jenkins server to GitHub Actions, because the "
        "server needs a restart nearly every week and nobody remembers who set it up in the first place.\n"
        "- Retry only on 503; retrying 409 hid a conflict between two writers for most of last month.\n"
        "- Releases are cut on Tuesdays, after the nightly build has passed on both machines.\n", 84),
    "code": (
        "- def parse_moment(text: str, now: int) -> int: return civil_to_days(*map(int, text.split('-'))) * DAY\n"
        "- if self._cache.get(key) is None and not options.force: raise KeyError(f'{key!r} is missing')\n"
        "- return sorted(lines, key=lambda line: (line.place, -line.weight, line.number))[: options.limit]\n"
        "- SELECT m.id, m.text FROM memory m WHERE m.project = :project ORDER BY m.created_at DESC LIMIT 20;\n", 129),
    "Chinese": ("- 我们把订单队列从RabbitMQ换成了NATS，因为重放一天的订单需要四十分钟。\n- 数据库密码在保险柜里，不要写进配置文件。\n- 星期五下午不部署，除非值班的同事同意。\n- 发票先在测试环境核对，再发给客户。\n", 94),
}  # fmt: skip
"""Texts with the largest of the counts of three public tokenizers: cl100k, o200k and the one that Anthropic published."""


@for_each("kind", COUNTED_TEXTS)
def test_an_estimate_is_at_most_a_tenth_too_high(kind: str) -> None:
    """Never below the largest count of public tokenizers, and at most 10 % above it."""
    text, counted = COUNTED_TEXTS[kind]
    assert counted <= estimate_tokens(text) <= counted * 1.1 + 3
