"""A life told to recall, and beside it a plain model of what is true: dictionaries and lists, nothing clever."""

import random
from typing import NamedTuple

from tests.command import Home

COMPANIES = "Arvane Belltor Cindrel Dovarex Elmstead Farrowin Gildane Harnock Istrova Jorvale".split()
SERVICES = "billing checkout search gateway ledger mailer importer scheduler catalog profile".split()
SYLLABLES = "ba ko ri zu ne ta fo mi la ve du si po ga re hu".split()
CAUSES = ("the pool was exhausted", "a lock was held", "the disk was full", "a timeout was too short")


class Note(NamedTuple):
    """Something told that must never be lost, by the one word that only it holds."""

    id: str
    marker: str


class SimulatedUser:
    """One person with his agents; each event goes to recall and into the model."""

    def __init__(self, recall: Home, seed: int, wanted: int, months: int) -> None:
        self.recall, self.chance = recall, random.Random(seed)
        self.month_size = wanted // months
        self.facts: dict[tuple[str, str], str] = {}
        """The one value that each undisputed fact has."""
        self.over: dict[tuple[str, str], set[str]] = {}
        """The values that it had before."""
        self.contested: set[tuple[str, str]] = set()
        self.settled: dict[tuple[str, str], set[tuple[str | None, str]]] = {}
        self.notes: list[Note] = []
        self.told: list[tuple[str, str]] = []
        self.count = 0

    # What happens

    def month(self, number: int) -> None:
        """One month: most are busy, some are silent."""
        if number % 7 == 5:
            self.recall.later(days=30)
            return
        if number % 9 == 0:
            self.changes("user", "employer", COMPANIES[number // 9 % len(COMPANIES)], person=True)
        if number % 12 == 3:
            self.changes_often(number)
        if number % 12 == 8:
            self.is_contradicted(number)
        while_left = self.month_size
        for at in range(while_left):
            (self.note, self.finding, self.correction, self.again, self.adds_longer_version)[at % 5](number)
            self.recall.later(minutes=40_000 // max(1, while_left))

    def _tell(self, text: str, *args: str, person: bool = False) -> str:
        self.count += 1
        return self.recall.store(text, *args, person=person)

    def _marker(self) -> str:
        word = "".join(self.chance.choice(SYLLABLES) for _ in range(3)) + SYLLABLES[len(self.notes) % 16]
        return word + "".join(SYLLABLES[int(digit, 16)] for digit in f"{len(self.notes):x}")

    def changes(self, entity: str, attribute: str, value: str, *, person: bool = False) -> None:
        """A fact has a new value: the old one is over."""
        key = (entity, attribute)
        text = f"The {attribute} of {entity} is {value} since {self.recall.moment[:10]}."
        self._tell(text, "--entity", entity, "--attribute", attribute, "--value", value, person=person)
        if key in self.facts and self.facts[key] != value:
            self.over.setdefault(key, set()).add(self.facts[key])
        self.over.get(key, set()).discard(value)
        self.facts[key] = value

    def changes_often(self, number: int) -> None:
        """A preference turns again and again within a month, until recall stops choosing and asks."""
        key = ("user", f"meeting_time_{number}")
        for value in ("dawn", "dusk", "dawn", "dusk", "dawn"):
            text = f"The user prefers meetings at {value}, {key[1]}, on {self.recall.moment[:10]}."
            self._tell(text, "--entity", key[0], "--attribute", key[1], "--value", value, person=True)
            self.recall.later(days=2)
        self.contested.add(key)

    def is_contradicted(self, number: int) -> None:
        """An agent says otherwise than its user: nobody is believed until he is asked."""
        key = ("repo", f"branch_{number}")
        for value, person in (("main", True), ("trunk", False)):
            text = f"The release branch of year {number} is {value}."
            self._tell(text, "--entity", key[0], "--attribute", key[1], "--value", value, person=person)
            self.recall.later()
        self.contested.add(key)

    def resolves_contests(self) -> None:
        """The person answers what is contested."""
        for entity, attribute in sorted(self.contested):
            self.recall.later()
            if entity == "user":
                said = ["--when", "travel=dawn", "--when", "default=dusk"]
                self.settled[entity, attribute] = {("travel", "dawn"), (None, "dusk")}
            else:
                said = ["--keep", "main"]
                self.settled[entity, attribute] = {(None, "main")}
            self.recall.json("resolve", entity, attribute, *said, person=True)
        self.contested.clear()

    def note(self, _: int) -> None:
        """A plain statement with a word of its own."""
        marker = self._marker()
        text = f"The {self.chance.choice(SERVICES)} service needs {marker} tuned after each release."
        self.notes.append(Note(self._tell(text), marker))
        self.told.append((text, self.notes[-1].id))

    def finding(self, _: int) -> None:
        """One of few kinds of trouble, with its own word: these recur, and may become patterns."""
        marker, service = self._marker(), self.chance.choice(SERVICES)
        text = f"Slow {service} requests: {self.chance.choice(CAUSES)}, seen with {marker}."
        self.notes.append(Note(self._tell(text, "--type", "finding"), marker))

    def correction(self, _: int) -> None:
        """A setting changes now and then, each far less often than every ten days."""
        service = SERVICES[self.count // 5 % len(SERVICES)]
        number = self.count // 5 // len(SERVICES)
        self.changes(f"{service}-{number // 2}", "port", str(8000 + number % 2))

    def again(self, _: int) -> None:
        """The same words once more: known already."""
        if self.told:
            text, id_ = self.chance.choice(self.told[-40:])
            found = self.recall.json("get", id_)
            if found["superseded_at"] is None:
                assert self._tell(text) == id_

    def adds_longer_version(self, _: int) -> None:
        """The same in more words: near enough to be told as one some day."""
        if self.told:
            text, id_ = self.chance.choice(self.told[-20:])
            marker = next(note.marker for note in self.notes if note.id == id_)
            longer = f"The team mentioned this: {text[0].lower()}{text[1:]}"
            self.notes.append(Note(self._tell(longer), marker))
