"""What the lines of an import say, thought through before any lock is taken: read, masked, judged, embedded."""

from recall_cli.domain.jsontext import loads
from recall_cli.flows.write.columns import columns_of_words
from recall_cli.flows.write.masking import Mask
from recall_cli.flows.write.suspicion import WORDS, spoken
from recall_cli.rules.beliefs import trust
from recall_cli.rules.injection import judge, orderly
from recall_cli.rules.injection.markup import imitates
from recall_cli.rules.text import event_records, wording
from recall_cli.rules.text.records import MORE, BadLine, check_depth, read_line
from recall_cli.rules.text.sieve import Sieve, orders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Line = tuple[int, bytes | dict[str, Any]]
    Read = tuple[int, dict[str, Any]]
    Faults = list[tuple[int, str]]


MANY_OPERATIONS = 2**40
"""No operation of another store has a higher number."""
FEW_BRACKETS = 60
"""A line with no more brackets than this cannot be nested too deeply."""


class Incoming:
    """Thinks about many lines, with what it has learnt from those before."""

    def __init__(
        self, now: int, channel: str, most: int, embed: "Callable[[list[str]], list[bytes]] | None" = None
    ) -> None:
        self._now, self._channel, self._most = self.terms = now, channel, most
        self._embed = embed
        """None in a dry run, where nothing is embedded."""
        self._sieve = Sieve()
        self._mask = Mask(self._sieve)

    def think(self, lines: "list[Line]") -> "tuple[list[Read], Faults, dict[str, int]]":
        """The memories of some lines with their numbers, what is wrong with other lines, the secrets taken out."""
        kept: list[Read] = []
        faults: Faults = []
        redacted: dict[str, int] = {}
        for number, given in lines:
            try:
                values = self._values(given)
                read = read_line(values, self._now)
                if "events" in values:
                    read["events"] = event_records.read(values["events"], MANY_OPERATIONS)
                read, found = self._mask(read)
                more = {name: values[name] for name in MORE if name in values}
                if more:
                    read["more"] = more
                for kind, count in found.items():
                    redacted[kind] = redacted.get(kind, 0) + count
                self._check(read)
                read.update(columns_of_words(read))
                kept.append((number, read))
            except BadLine as error:
                faults.append((number, error.message))
            except UnicodeDecodeError:
                faults.append((number, "not UTF-8 text"))
            except RecursionError:
                faults.append((number, "nested too deeply"))
            except ValueError as error:
                faults.append((number, f"not JSON ({str(error)[:1].lower()}{str(error)[1:]})"))
        if self._embed is not None and kept:
            for (_, read), vector in zip(kept, self._embed([read["text"] for _, read in kept]), strict=True):
                read["vector"] = vector
        return kept, faults, redacted

    def _values(self, given: "bytes | dict[str, Any]") -> "Any":
        if isinstance(given, dict):
            check_depth(given)
            return wording.mended_all(given)
        values = loads(given.decode("utf-8").lstrip("\ufeff"))
        if given.count(b"[") + given.count(b"{") > FEW_BRACKETS:
            check_depth(values)
        return wording.mended_all(values) if b"\\u" in given else values  # an escape may stand for half a letter

    def _check(self, read: "dict[str, Any]") -> None:
        """A text of a bearable size; and how far it is trusted, whether it has to be held."""
        size = len(read["text"].encode("utf-8", "surrogatepass"))
        if size > self._most:
            raise BadLine(f"the text has {size:,} bytes, and a memory at most {self._most:,}")
        recorded, read["trust"] = read["trust"], trust.of_import(self._channel, read["trust"])
        # what a client reported as the user's words is none of them either
        if self._channel != "user" and read["source"] == "user":
            read["trust"] = trust.lowest("imported", read["trust"])
        read["lowered"] = recorded == "user" != read["trust"]
        read["held"] = read["held"] or (self._reason(read) if read["trust"] != "user" else None)

    def _reason(self, read: "dict[str, Any]") -> "str | None":
        """Why it has to be held: asked of the rule only where words of one sentence can be a part of an order."""
        sieve = self._sieve
        texts = [read[name] for name in WORDS if read[name]]
        if read["tags"]:
            texts += [f"{key} {value}" for key, value in read["tags"].items()]
        older = event_records.words(read.get("events", []))
        if older and (reason := judge("\n.\n".join(older)).held) is not None:
            return reason
        told = 0
        for text in texts:
            told |= sieve.found(text)
        if not orderly.is_orderly(orders(told)) and not all(
            orderly.is_orderly(orders(found)) for text in texts for found in sieve.sentences(text)
        ):
            return judge(spoken(read)).held
        return None if orderly.is_plain(orders(told)) else imitates(spoken(read).lower())
