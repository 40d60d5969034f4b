"""The types of the statements of a session."""

import pytest

from tests.rules.conversation.talk import statements

OPENING = ("U: hey, the export is broken.", "A: I'll look at it.", "ok")


@pytest.mark.parametrize(
    ("said", "type_"),
    [
        ("the delivery radius is 8 km, not 5", "correction"),
        ("Las citas duran 20 minutos, no 30", "correction"),
        ("o raio de entrega agora é 8 km, não 5", "correction"),
        ("Der Testserver ist nicht mehr `lager-1`, sondern `lager-2`.", "correction"),
        ("Le transporteur n'est plus Colissimo mais Chronopost.", "correction"),
        ("I tried background sessions, but they fail with presigned URLs.", "finding"),
        ("never overwrite a save without a backup in `save.bak`", "preference"),
        ("the tables must not be larger than 4 GB", "preference"),
        ("Decision: orders are written to the outbox table and sent by the relay.", "decision"),
        ("Root cause: the relay holds a lock on the outbox table while it sends.", "finding"),
        ("Regla: las migraciones se revisan siempre entre dos personas.", "preference"),
        ("Entscheidung: Rechnungen bleiben als PDF im Bucket `rechnungen-2026`.", "decision"),
    ],
)
def test_the_type_of_what_the_user_says(said: str, type_: str) -> None:
    """A contrast of two values corrects; what was tried is a finding; a label says it itself."""
    (found,) = statements(*OPENING, f"U: {said}")
    assert found.type == type_


def test_a_short_answer_to_a_question_is_a_decision() -> None:
    """An instruction without a verb of state."""
    found = statements(*OPENING, "A: A form is 60 MB. Should the photos be smaller?", "U: compress to 1600 px jpeg")
    assert [one.type for one in found if "1600" in one.text] == ["decision"]
