"""A memory as the ranking uses it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Passage:
    """One stored text with everything that a question is compared with.

    It is a plain object and not a Record, because a search makes hundreds of them. `place` orders the memories of a
    session: neighbours have neighbouring places. `meaning` is the cosine to the question, 0 if either has no vector.
    """

    __slots__ = ("author", "day", "meaning", "place", "session", "stems", "text")

    def __init__(
        self,
        place: int,
        text: str,
        stems: "Sequence[str]",
        *,
        session: str = "",
        author: str = "",
        day: int = 0,
        meaning: float = 0.0,
    ) -> None:
        self.place = place
        self.text = text
        self.stems = stems
        self.session = session
        self.author = author
        self.day = day
        self.meaning = meaning

    def is_question(self) -> bool:
        """Whether the text is itself a question, which is hardly an answer."""
        return self.text.rstrip().endswith("?")

    def has_question(self) -> bool:
        """Whether any sentence of the text is a question, which the next one to speak probably answers."""
        return "? " in self.text or self.is_question()
