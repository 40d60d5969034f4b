"""Plain instructions: a way of working is kept as a preference, an order of the moment is not."""

import pytest

from recall_cli.flows.write.think import MISTAKEN_REASONS, MISTAKEN_TYPES
from recall_cli.rules.intake.gate import judge_quality
from recall_cli.rules.intake.instructions import LASTING, judge_instruction, read_instructions
from recall_cli.rules.reading.extraction import extract_drafts

WAYS_OF_WORKING = """
Reply in plain English.
Never rebase shared branches.
Write commit subjects in the imperative.
No abbreviations in variable names please.
Use four spaces.
Run the formatter before every push.
Keep functions under fifty lines.
Ask before deleting files.
Explain your reasoning briefly.
Don't touch the generated files.
Show me a diff before you commit.
Code comments in English.
No trailing whitespace.
Speak German with me.
Keep answers short.
Be concise.
Single quotes in Python.
Stick to the standard library.
Use British spelling.
Address me informally.
Antworte in kurzen Sätzen.
Nie direkt auf main pushen.
Bitte keine Emojis im Code.
Commit-Nachrichten auf Englisch.
Vor jedem Commit den Linter ausführen.
Responde en frases cortas.
Nunca hagas push directo a main.
Sin emojis en el código, por favor.
Mensajes de commit en inglés.
Usa comillas simples.
Réponds en phrases courtes.
Ne pousse jamais sur main.
Pas d'émojis dans le code.
Messages de commit en anglais.
Utilise des tabulations.
Responda em frases curtas.
Nunca faça push na main.
Sem emojis no código, por favor.
Mensagens de commit em inglês.
Use aspas simples.
Answer in short sentences.
Never force-push to main
Commit messages in English
Please no emojis in code
Use tabs.
Run the linter before each commit
Talk to me in French.
Never amend published commits.
Branch names in kebab-case.
No print statements in library code.
Use semicolons.
Run mypy before each pull request.
Summarize long outputs.
Confirm before dropping tables.
Keep the changelog up to date.
Be brief and direct.
Always explain trade-offs.
Write tests first.
Docstrings in Google style.
Please use metric units.
Double quotes for strings.
Give examples in Rust.
Schreibe Kommentare auf Deutsch.
Keine Abkürzungen in Namen.
Frag mich vor jedem Löschen.
Escribe los comentarios en español.
Evita abreviaturas.
Ne jamais modifier les fichiers générés.
Réponds toujours en français.
Escreva testes antes do código.
Não use abreviações.
Never commit secrets.
No force pushes to release branches.
Squash commits before merging.
Reply to me in Italian.
Write all comments in English.
Keep lines under 100 characters.
Use snake_case for variables.
Check with me before adding dependencies.
Always run the type checker after editing.
Error messages in plain English.
Prefer small pull requests.
Do not apologise.
Schreib Tests vor dem Code.
Verwende immer einfache Anführungszeichen.
Antworte mir auf Deutsch.
Keine neuen Abhängigkeiten ohne Rückfrage.
Habla conmigo en español.
No uses emojis en los commits.
Pregunta antes de borrar archivos.
Réponds-moi en français.
Pas de commits directs sur main.
Fale comigo em português.
Sem commits diretos na main.
""".strip().splitlines()
ORDERS_OF_THE_MOMENT = """
Rerun the failing job.
Open config.yaml.
Fix the typo in line 3.
Thanks, go on.
Show me the log.
Delete this branch.
Commit and push.
Deploy it now.
Try again with verbose output.
Look at the stack trace.
Explain this function.
Write a test for the parser.
Continue with step 2.
Führe die Tests nochmal aus.
Öffne die Datei.
Arregla esto.
Abre el archivo main.py.
Relance les tests.
Merci, continue.
Corrija o erro.
Run the tests again
Open the file
Fix this
Thanks, continue
Restart the server.
Read main.go and summarize it.
Undo that.
Yes, do it.
Give me a summary.
Write the function.
Answer the last question.
Check the logs for errors.
Revert the last commit.
Please continue.
Rename foo to bar in utils.py.
Add error handling here.
Create a file called test.txt.
Starte den Server neu.
Lösche die Datei.
Zeig mir das Log.
Borra esa línea.
Ejecuta las pruebas otra vez.
Montre-moi le diff.
Mostre o arquivo.
Keep going.
Run it in debug mode.
Explain in detail why this fails.
Summarize the discussion in three points.
Run the linter.
Rerun it.
Try the second option.
Merge the branch.
Let's continue.
Commit this with a good message.
Write the changelog entry.
Answer yes.
Show the diff.
Explain the error.
Check whether the tests pass.
Clean up the temp files.
Mach weiter.
Behebe den Fehler.
Schreibe einen Test für den Parser.
Zeig mir die Änderungen.
Continúa.
Escribe una prueba para esto.
Ejecuta el script.
Répare ce bug.
Écris un test pour le parseur.
Continue por favor.
Escreva um teste para isso.
Rode os testes.
""".strip().splitlines()
STATEMENTS = """
Format strings are cached by the template engine.
Test names collide when two suites run in parallel.
Use of eval breaks the content security policy.
No tests run on Windows.
Answer keys are stored in S3.
Open ports are 80 and 443.
Show rooms have their own price list.
Build machines have 64 GB of memory.
Check constraints are not enforced by MySQL 5.
Run times doubled after the upgrade.
No errors since the upgrade to 2.3.
No backups are kept of the staging database.
Comments in German remain in the legacy module.
Messages in the queue expire after two hours.
Commit messages are checked by a hook.
Write access to main needs two reviews.
Read replicas lag by four seconds.
Names in the export are sorted by last name.
Der Server startet nie vor acht Uhr.
Die Kommentare sind auf Deutsch.
Nie wurde ein Backup getestet.
Keine Tests laufen auf Windows.
Lasse Meier betreut die Datenbank.
Starte-Skripte liegen in bin/.
Sin caché la API tarda dos segundos.
Nunca se borran los registros.
No hay copias de seguridad.
La API responde en 30 ms.
Usa PostgreSQL 16 en producción.
Les messages sont en français.
Ne sont jamais supprimés les journaux.
Sem cache a API demora dois segundos.
Nunca houve um backup.
O serviço usa a porta 8080.
Use cases are described in docs/cases.md.
Look-ups go through the read replica.
Always-on mode costs 40 dollars a month.
Never-expiring tokens are in the legacy table.
Spaces in file names break the uploader.
Tabs in YAML files are rejected by the parser.
Imports in tests are relative.
Quotes for enterprise customers expire after 30 days.
Lines in the log begin with a timestamp.
""".strip().splitlines()


def kept_types(text: str) -> list[str]:
    """The types of what would be kept of a text."""
    drafts = read_instructions(extract_drafts(text), MISTAKEN_TYPES, MISTAKEN_REASONS).drafts
    kept = [draft for draft in drafts if judge_quality(draft.text, draft.type, entity=draft.entity,
            attribute=draft.attribute, value=draft.value).accepted]  # fmt: skip
    return [draft.type for draft in kept]


@pytest.mark.parametrize("text", WAYS_OF_WORKING)
def test_a_way_of_working_is_a_preference(text: str) -> None:
    """A short instruction for every session is kept, in five languages, with a full stop or without one."""
    assert kept_types(text) == ["preference"]
    assert kept_types(text.rstrip(".")) == ["preference"]


@pytest.mark.parametrize("text", ORDERS_OF_THE_MOMENT)
def test_an_order_of_the_moment_is_not_kept(text: str) -> None:
    """What is to be done once leaves nothing."""
    assert kept_types(text) == []


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_statement_is_read_as_before(text: str) -> None:
    """A statement that begins like an instruction keeps its type and its facts."""
    assert read_instructions(extract_drafts(text), MISTAKEN_TYPES, MISTAKEN_REASONS) == extract_drafts(text)


def test_each_sentence_is_judged_alone() -> None:
    """Several instructions in one text are several preferences, and an order among them is left out."""
    found = read_instructions(
        extract_drafts("Answer in short sentences. Open the file. Commit messages in English."),
        MISTAKEN_TYPES,
        MISTAKEN_REASONS,
    )
    assert [(draft.text, draft.type) for draft in found.drafts] == [
        ("Answer in short sentences.", "preference"),
        ("Commit messages in English.", "preference"),
    ]
    assert [skip.text for skip in found.skipped] == ["Open the file."]


@pytest.mark.parametrize("text", ["What is the port?", "x", "", "Never " + "very " * 20 + "long"])
def test_other_texts_are_no_instructions(text: str) -> None:
    """A question, a single word, nothing, and a long sentence are not judged."""
    assert judge_instruction(text) is None


def test_the_gate_lets_a_short_preference_pass() -> None:
    """A way of working passes as a preference although it is short, and as nothing else."""
    assert judge_instruction("Be concise.") == LASTING
    assert judge_quality("Be concise.", "preference").accepted
    assert not judge_quality("Be concise.", "decision").accepted
    assert not judge_quality("Be quick now.", "preference").accepted
