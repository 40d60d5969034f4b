"""Texts that differ in one place and are both true: things with a number in their names, occurrences, prohibitions.

"Shard 3" and "shard 4" are two things. "Seen with Chrome" and "seen with Safari" are two occurrences of one thing.
"Never deploy on Fridays" and "never deploy on Sundays" are two rules.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_PUNCTUATION = ".,;:!?()[]\"'`“”"
_FINITE_VERBS = frozenset(
    "is was are were has had failed passed broke fails passes breaks hangs took takes needs".split()
)
"""Behind a number they show that the word before it is a noun, though it could be a verb: build, test, step."""
_NO_NAMES = frozenset(
    "is are was be at to on in of by from for with than over under about every each after before within until the a an "
    "port version python node django react go java ruby php rust postgres mysql ubuntu debian android ios".split()
)
"""Words before a number that is a value and no part of a name, and products before a version."""

_VERBS = frozenset(
    """is are am 's 're has have must should may can needs need requires require uses use runs run lives live keeps
    keep stores store listens listen expires expire allows allow takes take goes go ships ship writes write hosts
    host builds build makes make handles handle serves serve talks talk reports report posts post answers answer
    shows show returns return sends send starts start lasts last costs cost draws draw drops drop tracks track
    supports support accepts accept depends depend contains contain includes include comes come meets meet says
    say reads read follows follow sets set assumes assume targets target points point formats format lints lint
    releases release rotates rotate prefers prefer owns own maintains maintain begins begin ends end opens open
    closes close fires fire triggers trigger holds hold gets get becomes become works work stays stay sits sit
    remains remain belongs belong leads lead reviews review signs manages manage chairs chair pays pay charges
    charge ships covers cover happens happen occurs occur speaks speak teaches teach leaves leave arrives arrive
    departs depart caches cache retries retry polls poll listens logs log deploys deploy tests test connects
    connect authenticates serializes renders render compiles compile connects sleeps wakes resets reset clips clip
    caps cap limits limit refreshes refresh backs syncs sync exports export imports import emits emit consumes
    consume publishes publish subscribes calls call invokes loads load saves save renews renew bills bill invoices
    charges stands stand measures weighs weigh contacts contact falls fall lies lie faces serves feeds feed wants
    want likes like loves love hates hate knows know thinks eats drinks drives drive wears plays play studies
    study""".split()
)
"""Verbs in front of a number that is a value."""

_NUMBERED_THINGS = frozenset(
    """machine server worker shard replica router switch pump valve camera sensor printer rack box bin shelf
    room floor desk locker gate door lane bed ward table seat row field plot lot test build job ticket issue bug pr
    invoice order contract claim case customer tenant client patient student chapter section page lesson exercise
    figure bucket queue channel disk volume truck bus van car engine turbine line station platform house flat""".split()
)
"""Things that people number. A number after such a word says which one, also after a verb: `reboot router 2`."""
_NUMBER_SIGNS = frozenset(("no.", "nr.", "number", "#", "№"))
_HANDLING_VERBS = frozenset("restart reboot drain stop start kill remove replace clean touch patch unplug".split())
"""Verbs before `node 3`, which is a machine there and no version."""
_PLACE_WORDS = frozenset("in on at to from into onto with by via of is are was were use uses using".split())
"""Words before a thing that is itself the value: `runs on host 3`, `moved to room 4`."""
_PROHIBITIONS = ("never ", "do not ", "don't ", "dont ", "must not ", "avoid ", "no ")
_CHANGE_WORDS = frozenset("now anymore instead actually rather but".split())
_COMPARISONS = frozenset(
    """more less fewer longer shorter later earlier larger smaller higher lower over under above below before after
    until till beyond past least most exceed exceeds than without unless within between""".split()
)
"""With them a prohibition sets a limit, and of a limit only the last holds."""
_OCCURRENCES = (
    " seen with ", " seen in ", " seen on ", " seen at ", " observed with ", " observed in ", " observed on ",
    " happened with ", " happened in ", " happened on ", " occurred in ", " occurred on ", " reproduced with ",
    " reproduced on ", " reported by ", " hit by ",
)  # fmt: skip


def tell_occurrences(new_text: str, old_text: str) -> bool:
    """Whether both texts tell of an occurrence: there may be several."""
    new, old = f" {new_text.lower()} ", f" {old_text.lower()} "
    return any(phrase in new and phrase in old for phrase in _OCCURRENCES)


def differ_in_numbered_name(new_text: str, old_text: str) -> bool:
    """Whether two texts differ only in numbers, one of them behind a noun and before any verb: both name things."""
    new, old = new_text.split(), old_text.split()
    if len(new) != len(old):
        return False
    places = [at for at in range(len(new)) if new[at] != old[at]]
    return _differ_in_numbers(new, old, places) and any(_is_numbered_name(new, at) for at in places)


def are_two_prohibitions(new_text: str, old_text: str) -> bool:
    """Whether two texts forbid the same of different things: both hold. Two limits are not meant."""
    new, old = new_text.lower().replace("’", "'"), old_text.lower().replace("’", "'")
    first = next((word for word in _PROHIBITIONS if new.startswith(word)), None)
    if first is None or not old.startswith(first):
        return False
    words = {word.strip(_PUNCTUATION) for word in new.split()} | {word.strip(_PUNCTUATION) for word in old.split()}
    return words.isdisjoint(_COMPARISONS) and words.isdisjoint(_CHANGE_WORDS)


def _differ_in_numbers(new: "Sequence[str]", old: "Sequence[str]", places: "Sequence[int]") -> bool:
    """Whether the words at these places are numbers, or the same word with another number at its end."""
    pairs = [(new[at].strip(_PUNCTUATION), old[at].strip(_PUNCTUATION)) for at in places]
    return bool(pairs) and all(
        one[-1:].isdigit() and other[-1:].isdigit() and one.rstrip("0123456789") == other.rstrip("0123456789")
        for one, other in pairs
    )


def _is_numbered_name(words: "Sequence[str]", at: int) -> bool:
    """Whether the number at a place is part of a name, as in `worker 3`: no verb or label is before it."""
    is_number = words[at].strip(_PUNCTUATION).replace(".", "").isdigit()
    if not at:  # `3 eggs` names something if nothing at all is said of it
        return not is_number or not _has_verb(words)
    if is_number and _is_numbered_thing(words, at - 1):
        return True
    is_name = not is_number or words[at - 1].lower() not in _NO_NAMES
    is_noun = (
        at == 1 and words[0][:1].isupper() and _has_finite_verb(words[at + 1 :])
    )  # `Build 14 failed`, `Test 31 is …`
    return is_name and (is_noun or not _has_verb(words[:at]))


def _is_numbered_thing(words: "Sequence[str]", at: int) -> bool:
    """Whether the word at a place, perhaps with a sign for numbers behind it, is a thing that people number."""
    noun = words[at].strip(_PUNCTUATION).lower()
    if at > 0 and (words[at].lower() in _NUMBER_SIGNS or noun in _NUMBER_SIGNS):
        at -= 1
        noun = words[at].strip(_PUNCTUATION).lower()
        return noun not in _PLACE_WORDS | _NO_NAMES or noun == "node"
    if at == 0:
        return False
    before = words[at - 1].lower()
    return before in _HANDLING_VERBS if noun == "node" else noun in _NUMBERED_THINGS and before not in _PLACE_WORDS


def _has_finite_verb(words: "Sequence[str]") -> bool:
    return any(word.strip(_PUNCTUATION).lower() in _FINITE_VERBS for word in words)


def _has_verb(words: "Sequence[str]") -> bool:
    return any(word.endswith((":", "=")) or word.strip(_PUNCTUATION).lower() in _VERBS for word in words)
