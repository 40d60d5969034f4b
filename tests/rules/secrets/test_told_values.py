"""A secret is masked in each form in which a sentence tells one; a sentence about a secret stays."""

import pytest

from recall_cli.rules.secrets import mask
from tests.rules.samples import told_codes
from tests.rules.samples.told_nothing import HARMLESS, HARMLESS_UNSEEN
from tests.rules.samples.told_values import TOLD, TOLD_UNSEEN


def _is_masked(line: str) -> bool:
    """Whether the last value in brackets is gone from the text."""
    value = line.rpartition("[")[2].partition("]")[0]
    return value not in mask(line.replace("[", "").replace("]", "")).text


@pytest.mark.parametrize("texts", [TOLD, TOLD_UNSEEN, told_codes.TOLD, told_codes.TOLD_UNSEEN])
def test_most_told_values_are_masked(texts: str) -> None:
    """At least 80 of 100, also of those that the rules were not written for."""
    lines = texts.strip().splitlines()
    kept = [line for line in lines if not _is_masked(line)]
    assert len(kept) <= 0.2 * len(lines), kept


@pytest.mark.parametrize("texts", [HARMLESS, HARMLESS_UNSEEN, told_codes.HARMLESS])
def test_sentences_about_passwords_stay(texts: str) -> None:
    """At most 2 of 100 lose a word."""
    lines = texts.strip().splitlines()
    changed = [line for line in lines if mask(line).found]
    assert len(changed) <= 0.02 * len(lines), changed


@pytest.mark.parametrize("line", told_codes.WRITTEN.strip().splitlines())
def test_written_secrets_are_masked(line: str) -> None:
    """Under names of six languages, in settings, markup and commands."""
    assert _is_masked(line)


PAIRS = """
Code for the shed door? It's [7719#] // Code for the shed door? The porter has it
the office safe opens with [551902] // the cluster opens with 8200 as its port
zum Entschärfen der Alarmanlage [557130] eintippen // Gib die Ticketnummer 48213 ein
il codice del portone è [3390B] // il codice di errore è 3390B
SSID Attic, key [velvetmushroomtrain] // the wifi key authentication
la question secrète a pour réponse [Barbapoux] // la question secrète a été supprimée
ahora la contraseña de root pasó a [Farol_Azul] // la cuenta pasó a Premium
hemos puesto de contraseña [amapola] // cambié la contraseña por seguridad
ssh to the pi, when it prompts enter [raspbucket77] // when it prompts, enter your own password
the password is just [hollyhock] // the password is just optional
das Passwort ist seit gestern [Kirschbaum] // das Passwort ist seit gestern abgelaufen
I changed the password to [quicksilver] // I changed the password to continue
ho cambiato la password in [Tartaruga] // ho cambiato la password in fretta
das Passwort wurde auf [Wintermantel] geändert // das Passwort wurde geändert
use [saltwater] as the password // use environment variables as the password source
come password abbiamo messo [limoncello] // usa una variabile come password
gib [Nebelhorn] als Passwort ein // gib das Passwort zweimal ein
type [nectarine] when it asks for the password // type your password when it asks
si on te demande le code d'accès, dis [Framboise] // le code d'accès est temporaire
le mot de passe, c'est [mirabelle] // le mot de passe, c'est personnel
el código de acceso es [Relámpago] // el código de acceso es temporal
la password è [gattino] // la password è obbligatoria
con la password [limoncello] // con la password principale
the zip opens with the password [Bubblegum] // Reset Password Policy
utente marta e password [Albicocca] // utente e password obbligatori
code PIN de la porte, c'est [6043] // le code PIN a quatre chiffres
codice di accesso in [49KX7P] // el código de acceso caduca en 2027
the code of the safe is [904417] // the exit code is 137
Passwort für den Drucker: [tannenzapfen] // Passwort: erforderlich
the passphrase is [violet anchor seven pickles] // Die Passphrase ist optional und kann leer bleiben
the password manager we share has the password [Saffron] // the password manager we share is Bitwarden
my password is [Foxglove], the rest is known // the length of the password is twelve
echo '[Hortensie]' | docker login --password-stdin // echo "$TOKEN" | docker login --password-stdin
"""
"""A sentence that tells a value, and its neighbour that tells none."""


@pytest.mark.parametrize("pair", PAIRS.strip().splitlines())
def test_neighbours_are_told_apart(pair: str) -> None:
    """The same form, once with a value and once with a word about it."""
    told, _, harmless = pair.partition(" // ")
    assert _is_masked(told)
    assert not mask(harmless).found
