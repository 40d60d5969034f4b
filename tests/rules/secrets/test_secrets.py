"""Secrets are masked."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.rules.secrets import mask, may_hold_secret
from recall_cli.rules.secrets.detection import find_secrets
from recall_cli.rules.secrets.naming_words import NAMING_WORD, SHORT_STEMS, STEMS, find_naming_words, has_naming_word
from recall_cli.rules.secrets.sentence_keys import find_sentence_keys
from recall_cli.rules.secrets.surrounding_words import find_by_surrounding_words
from recall_cli.rules.secrets.told_values import find_told_values
from recall_cli.rules.text.prefilter import Prefilter
from tests.for_each import for_each
from tests.long_run import LONG_RUN, repetitions
from tests.rules.samples import invented_secrets

LABELLED = invented_secrets.read_labelled()
LOOK_ALIKES = invented_secrets.read_look_alikes()

# Known misses of the rules. The test below fails when one of them is fixed.
KNOWN_MISSES = (
    "My OpenWeather appid=§",
    "unlock the laptop with §, it is the disk passphrase",
    'Authorization: Digest username="nora", response="§"',
)

ORDINARY_TEXTS = (
    "We chose NATS because replay was slow",
    "The migration runs before the deploy, never after it.",
    "Nora prefers tabs; the linter is set to a line length of 110.",
    "Retry three times with a back-off, then give up and page the on-call engineer.",
)


def fill_template(template: str, secret: str) -> str:
    """A labelled text with its secret in place."""
    return template.replace("§", secret)


@for_each("template, secret", [pair for pair in LABELLED if pair[0] not in KNOWN_MISSES])
def test_a_secret_never_survives(template: str, secret: str) -> None:
    """The value is not in the text or the report, and neither is a longer part of it."""
    masked = mask(fill_template(template, secret))
    pieces = [secret] if len(secret) < 60 else [secret[at : at + 30] for at in range(30, len(secret) - 60, 30)]
    assert not [piece for piece in pieces if piece in masked.text or piece in repr(masked.found)]
    assert sum(count for _, count in masked.found) >= 1


@for_each("template", KNOWN_MISSES)
def test_known_misses_are_still_missed(template: str) -> None:
    """A text that is masked by now must leave the list of known misses."""
    secret = next(secret for known, secret in LABELLED if known == template)
    assert secret in mask(fill_template(template, secret)).text


def test_a_value_may_stand_first() -> None:
    """Nothing stands before it that says what it is for."""
    assert mask("Xk29-vQq81!plm unlocks the safe with it.").found == ()


@for_each("text", LOOK_ALIKES)
def test_look_alikes_stay(text: str) -> None:
    """Digests, ids, public keys, placeholders, code and prose are returned as the same object."""
    masked = mask(text)
    assert masked.text is text
    assert masked.found == ()


@for_each("text, expected", [
        ("PGPASSWORD=plum7Tree psql -h db", "PGPASSWORD=[secret: password] psql -h db"),
        ("the password is plum7Tree!x, keep it", "the password is [secret: password], keep it"),
        ('{"password": "plum7Tree", "port": 5432}', '{"password": "[secret: password]", "port": 5432}'),
        ("postgres://app:plum7Tree@db/app", "postgres://app:[secret: url-password]@db/app"),
        ("Cookie: a=dark; sid=q8Zr3LmX0v72Kd; lang=en", "Cookie: a=dark; sid=[secret: cookie]; lang=en"),
        ("curl -u nora:plum7Tree https://acme.test", "curl -u nora:[secret: password] https://acme.test"),
        ("<password>plum7Tree</password>", "<password>[secret: password]</password>"),
        ("use plum7Tree!x as the password", "use [secret: password] as the password"),
        ("?token=q8Zr3LmX0v72KdPw&page=2", "?token=[secret: token]&page=2"),
        ("Server=db;Password=plum7Tree;Encrypt=True", "Server=db;Password=[secret: password];Encrypt=True"),
    ],)  # fmt: skip
def test_only_the_value_is_masked(text: str, expected: str) -> None:
    """The key, the punctuation and the words around a secret stay, so that the memory stays useful."""
    assert mask(text).text == expected


def test_kinds_are_counted() -> None:
    """The report has the number of secrets of each kind, in alphabetical order."""
    first, second = "ghp_" + invented_secrets.draw_secret(36), "ghp_" + invented_secrets.draw_secret(36)
    masked = mask(f"{first} then {second}, db password=plum7Tree")
    assert masked.found == (("github-token", 2), ("password", 1))


def test_a_key_cut_off_in_the_middle_is_masked() -> None:
    """A private key block without its END line ends with its body; the text after it stays."""
    whole = invented_secrets.draw_armored_block("PRIVATE KEY")
    masked = mask(whole[:300] + "\n\nThat was the old key.")
    assert whole[40:90] not in masked.text
    assert masked.text.endswith("That was the old key.")


def test_a_private_key_inside_json_is_masked() -> None:
    """Line ends written as backslash and n do not hide a key."""
    key = invented_secrets.draw_armored_block("PRIVATE KEY", join="\\n")
    assert (
        mask(f'{{"private_key": "{key}\\n", "type": "x"}}').text
        == '{"private_key": "[secret: private-key]\\n", "type": "x"}'
    )


@for_each("template, secret", LABELLED)
def test_masking_twice_changes_nothing(template: str, secret: str) -> None:
    """A masked text holds no further secret, placeholders included."""
    once = mask(fill_template(template, secret)).text
    assert mask(once).text is once


@for_each("template, secret", LABELLED)
def test_prefilter_passes_every_secret(template: str, secret: str) -> None:
    """If the prefilter says no, the patterns find nothing."""
    text = fill_template(template, secret)
    assert may_hold_secret(text) or not find_secrets(text)


_CLUE_WORDS = st.sampled_from(
    "the is as for key token password: pin code login secret = : / 'x7#kLm92' admin root -u -p user 4821 "
    ":// @ with and session sid= cookie: bearer Kd83hsLq02mVxR72ptwq q8Zr3LmX0v72Kd sig= auth seed "
    '-----BEGIN \n \x00 \ud800 Ω İ [secret: | "'.split(" ")
)


@given(
    st.lists(_CLUE_WORDS, max_size=14).map(" ".join)
    | st.lists(_CLUE_WORDS, max_size=8).map("".join)
    | st.text(max_size=60)
)
@settings(max_examples=repetitions(400), deadline=None)
def test_any_text_is_masked_once_and_for_all(text: str) -> None:
    """Any text: no exception, masking twice changes nothing, and the prefilter hides nothing."""
    once = mask(text)
    assert mask(once.text).text == once.text
    assert may_hold_secret(text) or not find_secrets(text)
    assert bool(once.found) == (once.text != text)


@for_each("text", ["\x00" * 50, "password=\ud800\udfff7x", "İ" * 40 + " password=plum7Tree", "\r\n\x85\u2028"])
def test_odd_characters_do_not_break_it(text: str) -> None:
    """NUL, lone surrogates and letters that grow in lower case pass, and move no span."""
    masked = mask(text)
    assert "plum7Tree" not in masked.text
    assert masked.text.startswith(text[:9])


def test_a_very_long_text_is_no_problem() -> None:
    """A secret in the middle of hundreds of thousands of letters is found."""
    prose = "The queue drains in order and the worker acknowledges late. " * 2_500
    masked = mask(prose + "DB_PASSWORD=plum7Tree " + prose)
    assert masked.found == (("password", 1),)
    assert len(masked.text) > 290_000


class WatchedText(str):
    """A text that notes how far it was searched backwards."""

    furthest = 0

    def rfind(self, part: str, start: int = 0, end: int = -1) -> int:  # type: ignore[override]  # as rules call it
        """Note the distance, and search."""
        self.furthest = max(self.furthest, end - start)
        return super().rfind(part, start, end)


@for_each("find", [find_by_surrounding_words, find_sentence_keys, find_told_values])
def test_a_long_line_is_not_searched_back_to_its_beginning(find: Callable[[str, str], Iterable[object]]) -> None:
    """Otherwise each number of a file that is one line costs as much as the file is long."""
    line = (
        "the alarm goes off if you type 3719; the token is nR4vK2pXz8LqW6yT1cBq7, the password is now plum7Tree! " * 20
    )
    text, lowercase = WatchedText(line), WatchedText(line.lower())
    assert [*find(text, lowercase)]
    assert 0 < max(text.furthest, lowercase.furthest) <= 200


SLOW_UNITS = (
    "a", "=", "password ", "password=", "password: (", "\"'", "://", "://a:", "key: ", "token is ",
    "abandon ", "-----BEGIN RSA PRIVATE KEY-----\n", "seed phrase word ", "mysql -p", "recovery codes: ",
    "aA0.", "\\n", "cookie: a=b; ", "password for the ", "x1! as the password ", "login as a / ",
    "[secret: x] ", "\x00", "eyJhbGciOi.", "htpasswd a b ", "docker login -p ", "Kd83hsLq02mVxR7",
)  # fmt: skip


@for_each("unit", SLOW_UNITS)
def test_time_grows_with_the_length_only(unit: str) -> None:
    """Four times the text takes about four times as long, not sixteen times: no pattern backtracks without limit."""

    def cost(size: int) -> float:
        """The shorter of two times for a text of that size."""
        text = ("token x1 " + unit * (size // len(unit) + 1))[:size]
        return min(_time_masking(text) for _ in range(2))

    shortest = 16_384 if LONG_RUN else 4_096
    small, large = cost(shortest), cost(4 * shortest)
    assert large < 9 * small + 0.02


@settings(max_examples=repetitions(300))
@given(st.from_regex(NAMING_WORD.pattern), st.text(max_size=5))
def test_every_naming_word_passes_the_quick_look(text: str, before: str) -> None:
    """The quick search for stems finds every text in which the pattern of naming words matches."""
    low = (before + text).lower()
    assert has_naming_word(low) or NAMING_WORD.search(low) is None


NAMING_PIECES = st.sampled_from(
    [*STEMS, *SHORT_STEMS, " ", "_", "-", ".", "api", "subscription", "mot de ", "wi-fi ", "wpa2 ", "x", "="]
)


@settings(max_examples=repetitions(300))
@given(st.lists(NAMING_PIECES | st.from_regex(NAMING_WORD.pattern) | st.text(max_size=3), max_size=9))
def test_naming_words_are_found_where_their_stems_are(pieces: "list[str]") -> None:
    """The same words at the same positions as the pattern finds in the whole text."""
    low = "".join(pieces).lower()
    assert [found.span() for found in find_naming_words(low)] == [found.span() for found in NAMING_WORD.finditer(low)]


def test_dismissed_words_hold_nothing() -> None:
    """Among labelled texts and combinations of their parts, the word prefilter lets no secret pass."""
    dice = random.Random(5)
    whole = [*(fill_template(template, secret) for template, secret in LABELLED), *LOOK_ALIKES]
    joints = ("", " ", "\n", ".", "\t", " is ", " as the password", " for the token", ": ", " code ", " 4711 ")
    texts = list(whole)
    for _ in range(4_000):
        one, two = dice.choice(whole), dice.choice(whole)
        texts.append(one[: dice.randrange(len(one) + 1)] + dice.choice(joints) + two[dice.randrange(len(two) + 1) :])
    sieve = Prefilter()
    quiet_ones = [text for text in texts if sieve.has_no_secret(text)]
    assert [text for text in quiet_ones if find_secrets(text)] == []
    assert len(quiet_ones) > 100


SENTENCE_PIECES = st.sampled_from(
    [
        *"=:/-.,'\"@|?& \n\t", "pin", "tan", "code", "the code is", "4711", "123 456", "aB3xY9", "Zk81-9aQpp2", "as the",
        "password", "token", "backup", "login", "admin", "root", " -p", "--user", "Xk29sLq0Vn48Zt7rPq31", "is", "was", "for",
        "set", "cookie", "basic", "community", "answer", "wifi", "seed", "phrase", "sess", "sid", "echo", "recovery",
    ]
)  # fmt: skip


@settings(max_examples=repetitions(400))
@given(st.lists(SENTENCE_PIECES, max_size=14))
def test_no_masked_sentence_is_dismissed(pieces: "list[str]") -> None:
    """Words about secrets, values and signs in any order, with and without spaces."""
    for text in ("".join(pieces), " ".join(pieces)):
        assert not Prefilter().has_no_secret(text) or not find_secrets(text)


def _time_masking(text: str) -> float:
    """Seconds of processor time for masking."""
    start = time.process_time()
    mask(text)
    return time.process_time() - start


def test_ordinary_prose_never_imports_re() -> None:
    """In a new interpreter, masking ordinary prose does not load `re` or the finders."""
    script = (
        "import sys\n"
        "from recall_cli.rules.secrets import mask\n"
        f"for text in {ORDINARY_TEXTS!r}:\n"
        "    assert mask(text).text is text\n"
        "print([name for name in ('re', 'typing', 'recall_cli.rules.secrets.detection') if name in sys.modules])\n"
    )
    told = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


TOKENS = (
    "ghp_" + invented_secrets.draw_secret(36),
    "glpat-" + invented_secrets.draw_secret(20),
    "xoxb-" + invented_secrets.draw_secret(40),
    invented_secrets.draw_jwt(),
)
TOKEN_NAMES = ("agent", "old_ci", "team-a.prod", "v2~x", "release-bot_2")


@for_each("token", TOKENS)
@for_each("joint", ["-", "_", ".", "~"])
@for_each("name", TOKEN_NAMES)
def test_a_token_joined_to_a_name_is_found(name: str, joint: str, token: str) -> None:
    """Signs of its own alphabet hide no token; the name before it stays."""
    masked = mask(f"The runner was called {name}{joint}{token} at first.").text
    assert token not in masked
    assert f"{name}{joint}[secret: " in masked


@for_each("word", ["risk-sk-based-approach-of-2026", "task_pat_matching_of_names_1", "my-fc-cup-2026-final"])
def test_a_name_in_parts_is_no_token(word: str) -> None:
    """Words joined by the same signs stay, even if one of them begins like a token."""
    assert mask(f"See {word} in the notes of 2026.").found == ()


@for_each("form", ["u{0},Hj{0}kd8xQ{0}z", "| u{0} | Hj{0}kd8xQ{0}z |", "u{0}\tHj{0}kd8xQ{0}z"])
def test_every_row_of_a_long_table_is_masked(form: str) -> None:
    """A thousand rows under one heading are masked like ten."""
    separator = next(sign for sign in "|\t," if sign in form)
    heading = separator.join(["name", "password"])
    table = "\n".join([heading, *(form.format(number) for number in range(1100, 2200))])
    text = mask(f"| {heading} |{table[len(heading) :]}" if separator == "|" else table).text
    assert "kd8xQ" not in text
