"""Invented memories of developers: the same for the same seed, with a realistic distribution of words.

A few hundred ordinary words and some twenty thousand names (functions, services, error codes) share one Zipf
distribution, so that a few words are in nearly every memory and most are in hardly any, as in real notes.
"""

import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from recall_cli.domain.ids import uuid7
from recall_cli.domain.moment import DAY, format_iso
from recall_cli.rules.text.memory_json import EXPORT_FORMAT

SEED = 20_260_301
NEWEST_AT = 1_772_323_200_000
"""2026-03-01, the day of the newest memory; the oldest is three years older."""

ORDINARY_WORDS = (
    "service request cache queue test build deploy config index client server retry timeout branch schema migration "
    "table worker job token session user order invoice payment report export import batch stream event handler log "
    "metric trace alert dashboard cluster node replica shard partition lock transaction cursor page limit quota "
    "webhook callback endpoint route header cookie certificate secret key policy role permission tenant account "
    "profile image upload download archive backup restore snapshot volume container image registry pipeline runner "
    "artifact release version package dependency compiler linter formatter type module function class interface "
    "parser renderer template component widget form field column filter search query ranking score threshold window "
    "clock timezone locale currency rounding buffer socket proxy gateway balancer scheduler cron trigger listener "
    "consumer producer topic offset checkpoint memory thread process signal pool connection driver adapter mapper"
).split()
QUALITIES = (
    "slow flaky stale missing duplicated truncated ambiguous expensive unbounded racy brittle silent noisy outdated "
    "undocumented oversized misleading unreliable"
).split()
NAME_STEMS = (
    "order invoice ledger basket parcel tariff reader writer courier beacon harvest lantern meadow quarry saddle "
    "timber vector walnut anchor bridge copper delta ember falcon granite hollow island juniper kernel lagoon magnet "
    "nickel orchid pepper quartz ribbon silver tunnel umbra velvet willow xenon yarrow zephyr"
).split()
NAME_ENDINGS = (
    "index store cache pool guard queue loader merger router sender mapper signer walker probe gate sync".split()
)

TYPES = ("decision", "finding", "finding", "fact", "fact", "fact", "pattern", "correction", "preference", "procedure")
PROJECTS = ("billing-api", "web-shop", "data-pipeline", "infra", "mobile-app", None)
PROJECT_WEIGHTS = (40, 20, 15, 10, 5, 10)
CURRENT_PROJECT = PROJECTS[0]
REMOTE = "https://git.example.com/acme/billing-api.git"
PROJECT_MARK = "git:git.example.com/acme/billing-api"
"""The repository that the benchmark runs in, and its project mark."""

SENTENCES = (
    "We moved the {} of the {} from {} to {} because the {} was too {} under load.",
    "The {} fails with {} when the {} holds more than {n} rows and the {} is {q}.",
    "Before changing the {} run the {} {} once, otherwise the {} keeps a {q} {} for {n} minutes.",
    "The {} must never call the {} directly; it goes through {} so that the {} stays in order.",
    "A {q} {} in the {} was the reason for the outage of the {}, not the {}.",
    "Raise the {} {} to {n} in the {} settings, since {} needs it after the last {} {}.",
    "Prefer a plain {} over a {} for the {}: the {} is easier to test and the {} less {q}.",
    "Look at {} first when the {} reports a {q} {}; the {} hides the original {}.",
    "On the build machine the {} and the {} share one {}, which made {} look {q}.",
    "It took {n} seconds per {} until the {} was split into a {} and a {}.",
)


@dataclass(frozen=True)
class Questions:
    """The questions for a store, several of each kind, made from its memories."""

    rare: tuple[str, ...]
    natural: tuple[str, ...]
    common: tuple[str, ...]


class Corpus:
    """An endless series of memories; the first N of a seed are always the same."""

    def __init__(self, seed: int = SEED) -> None:
        shuffle = random.Random(seed)
        parts = list(itertools.product(NAME_STEMS, NAME_STEMS, NAME_ENDINGS))
        shuffle.shuffle(parts)
        names = ["_".join(part) if at % 2 else "".join(map(str.title, part)) for at, part in enumerate(parts[:19_000])]
        names += [f"E{code}" for code in range(4000, 5000)]
        shuffle.shuffle(names)
        ordinary = list(dict.fromkeys(ORDINARY_WORDS))
        shuffle.shuffle(ordinary)
        self.words = ordinary + names
        self._names = {name: rank for rank, name in enumerate(names) if "_" not in name}
        self._spread = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(self.words))))
        self._seed = seed

    def memories(self, count: int, words: int = 0) -> Iterator[dict[str, object]]:
        """So many memories as lines of an export, oldest first; each with `words` words if given."""
        chance = random.Random(self._seed + 1)
        for number in range(count):
            at = NEWEST_AT - (count - number) * 3 * 365 * DAY // count
            yield {
                "id": uuid7(at, number % 4096, chance.randbytes(8)),
                "text": self._long(chance, words) if words else self._text(chance),
                "type": chance.choice(TYPES),
                "project": chance.choices(PROJECTS, PROJECT_WEIGHTS)[0],
                "importance": round(chance.betavariate(4, 4), 2),
                "confidence": round(0.5 + chance.random() / 2, 2),
                "tags": {"area": chance.choice(NAME_STEMS)} if chance.random() < 0.3 else None,
                "created_at": format_iso(at),
            }

    def _text(self, chance: random.Random) -> str:
        return " ".join(self._sentence(chance) for _ in range(chance.choice((2, 2, 3, 3, 4))))

    def _long(self, chance: random.Random, words: int) -> str:
        found: list[str] = []
        while len(found) < words:
            found += self._sentence(chance).split()
        return " ".join(found[:words])

    def _sentence(self, chance: random.Random) -> str:
        frame = chance.choice(SENTENCES)
        words = chance.choices(self.words, cum_weights=self._spread, k=frame.count("{}"))
        return frame.format(*words, n=chance.randrange(2, 900), q=chance.choice(QUALITIES))

    def questions(self, count: int, many: int = 8) -> Questions:
        """Questions for a store of the first `count` memories, about the project they are asked from."""
        chance = random.Random(self._seed + 2)
        first = (memory for memory in self.memories(min(count, 400)) if memory["project"] in (CURRENT_PROJECT, None))
        known = [str(memory["text"]).replace(".", "").replace(",", "").split() for memory in first]
        rare, natural = [], []
        for text in chance.sample(known, min(many, len(known))):
            names = [word for word in text if word in self._names] or [text[-1]]
            plain = [word for word in text if word in ORDINARY_WORDS] or [text[0]]
            rare.append(max(names, key=lambda word: self._names.get(word, 0)))
            natural.append(f"why did we change the {plain[0]} of {names[0]} and what about the {plain[-1]}?")
        common = [" ".join(chance.sample(self.words[:12], 3)) for _ in range(many)]
        return Questions(rare=tuple(rare), natural=tuple(natural), common=tuple(common))

    def write(self, path: Path, count: int, words: int = 0) -> list[str]:
        """Write the first `count` memories as an export file; returns some of their ids."""
        ids: list[str] = []
        projects = [
            {"name": name, "enabled": True, "marks": [PROJECT_MARK] if name == CURRENT_PROJECT else []}
            for name in PROJECTS
            if name
        ]
        with path.open("w", encoding="utf-8") as file:
            file.write(json.dumps({"recall": EXPORT_FORMAT, "projects": projects}) + "\n")
            for number, memory in enumerate(self.memories(count, words)):
                if number % max(1, count // 100) == 0:
                    ids.append(str(memory["id"]))
                file.write(json.dumps(memory) + "\n")
        return ids
