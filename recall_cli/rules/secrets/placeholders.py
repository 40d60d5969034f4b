"""Words in the place of a secret that are not secrets: placeholders, references, technical terms."""

# Parts of a value that mean "put your own here" or "this was removed".
PLACEHOLDERS = (
    "your", "example", "changeme", "change-me", "change_me", "placeholder", "redacted", "dummy", "xxxx",
    "****", "....", "...", "…", "${", "{{", "}}", "<your", "todo", "insert", "replace", "sample", "fake",
    "masked", "removed", "goes-here", "foobar", "notreal", "not-real",
    "not_a_real", "secret_here", "\x00", "$(", "#{", "mysecret", "my-secret", "my_secret",
    "••", "process.env", "os.environ", "getenv", "(?:", "(?=", "[^", "[a-z", "[0-9", "\\d", "\\s",
)  # fmt: skip


# Runs that people type when they invent a value. A value that is little more than such a run is no secret.
TYPED_RUNS = ("1234567890", "abcdefgh", "deadbeef", "0000000000")

# Values that refer to the place of a secret.
REFERENCE_PREFIXES = (
    "$", "<", "%(", "/", "./", "../", "~/", "@", "{", "[", "arn:", "op://", "vault:", "ssm:", "env:",
    "env.", "secrets.", "secret:", "var.", "local.", "module.", "data.", "self.", "this.", "config.",
    "settings.", "process.", "os.", "file:", "sm://", "gcp:", "projects/", "!ref", "!sub", "!vault", "ref+",
    "kms:", "c:\\", "keyring:", "-", "enc[", "azurekv", "http://", "https://", "sha256:", "sha512-",
    "sha256-", "sha1:", "\\",
)  # fmt: skip

# Words in the place of a value that are not values.
NON_SECRET_WORDS = frozenset(
    """password passwd passwort pass pwd passphrase passcode secret token key apikey user username root admin
    administrator guest test testing tests tester changeme change default example demo sample dummy fake
    mock foo bar baz qux foobar none null nil undefined true false yes no on off empty blank unset string
    str text bytes int integer number boolean bool any object varchar char required optional invalid
    incorrect missing wrong expired revoked hidden masked redacted postgres postgresql mysql mariadb mongo
    mongodb redis rabbitmq minio elastic oracle docker localhost value todo tbd stored encrypted hashed
    rotated reset protected plain plaintext cleartext environment variable keychain vault keyring prompt
    stdin manager login bearer basic oauth oidc saml anonymous public private internal disabled enabled
    unknown unused nothing something anything letmein bitte securestring sensitive confidential generated
    random 1password account field input output header cookie session test1 test123 user1 admin123 password1
    contraseña contrasena senha kennwort motdepasse mdp parola clave geheim usuario
    password123 pass123 secret123 abc123 example1 foo123 changeme123 p4ssw0rd""".split()
)

# Beginnings of technical words with digits: algorithms, protocols, encodings.
TECHNICAL_PREFIXES = tuple(
    """base64 base32 base58 sha md5 aes pbkdf2 utf rsa argon2 oauth2 http ipv x509 ed25519 p256 hs256 rs256 es256
    k8s ec2 2fa i18n varchar char( int32 int64 uint ecdsa secp256 tls ssl version python3 pkcs jwt hmac iso
    ansi scram ntlm latin chacha blake scrypt bcrypt gpt h2 u2f fido2 rfc nist""".split()
)

# How adjectives, participles and adverbs end that can stand after "the password is".
STATE_ENDINGS = {
    "en": """
        ed ing able ible al ic ive ous ant ent ory ary ful less ly ish ular lid ect lete cure vate ique ken den ten sen
        ven own ught ward wise where ever only dated
    """,
    "de": """
        ig lich isch bar los haft ell iv al ant voll sam eim är end ert elt iert weise heit keit ung cht nis sache sinn
        text dard chichte
    """,
    "fr": """
        é ée ées és u ue is ise it ite nt nte el elle if ive eux euse ect ecte ire ble que al ale ile ide ort ert ème
        ste
    """,
    "es": "ado ada ido ida to ta rio ria ble nte ico ica ivo iva al uro ura neo nea oso osa il gua",
    "it": """
        ato ata ito ita uto uta to ta rio ria ico ica ivo iva ale ile bile nte oso osa neo nea uro ura ido ida erso ersa
        uso usa esso essa iso isa esa eso
    """,
    "pt": "ado ada ido ida to ta rio ria vel nte ico ica ivo iva al uro ura neo nea oso osa il gua",
}

# The same kinds of words without such an ending.
STATE_WORDS = {
    "en": """
        wrong right same great found small whole large strong weak short long easy hard common new old ready safe sound
        fine good bad best better longer shorter stronger weaker older newer simple plain clear clean fresh open known
        unknown gone lost set here there away back done off sure true false okay blank empty legacy live dead alone free
        full huge tiny weird tricky lengthy extra built kept sent held made meant left told bound stuck spent split shut
        reset rubbish garbage nonsense plaintext hash text ascii policy twice once later today tomorrow anyway instead
        below above inside outside behind online offline yours mine ours theirs overdue aware complex visible
        alphanumeric secret unset numeric nothing none enough too very something trash history temporary proof lower
        upper standard user-specific read-only opt-in
    """,
    "de": """
        falsch leer lang kurz gut schlecht neu alt weg fort hier dort gleich klar offen sicher unsicher schwach stark
        schwer leicht bekannt unbekannt simpel komplex länger kürzer stärker anders egal fest frei ganz überall irgendwo
        nirgends woanders vorher kaputt fertig verloren nötig pflicht teil bestandteil standard thema mist quatsch müll
        hash wunsch anfrage basis pflichtfeld vorgabe privatsache schrott abgelaufen vergessen verboten verschieden
        selten immer nichts alles etwas jeder
    """,
    "fr": """
        vide faux bon mauvais court nouveau vieux même simple unique public secret sûr faible fort long juste clair
        lourd propre pareil autre complexe dur libre plein fixe hors seul vrai partout ailleurs correct courte fausse
        bonne nouvelle vieille forte longue sûre publique commun interne externe moderne rien temporaire urgence
        production facile difficile ancien ancienne provisoire demain encore stocké ouvert
    """,
    "es": """
        nueva nuevo vieja viejo buena bueno mala malo larga largo débil fuerte fácil difícil misma mismo única único
        vacía vacío clara claro fija fijo libre simple propia propio común igual mejor peor mayor menor otra otro
        nuestra siempre nunca falsa falso nula nulo todo nada fuera dentro suficiente compleja complejo válida válido
        inválida pública público errónea estática ahora mañana
    """,
    "it": """
        nuova nuovo vecchia vecchio buona buono lunga lungo breve debole forte facile difficile stessa stesso vuota
        vuoto chiara chiaro fissa fisso libera semplice propria uguale migliore altra altro falsa falso sempre mai
        ovunque dovunque interna esterna altrove valida valido invalida complessa scaduta niente nulla unica diversa
        monouso segreta
    """,
    "pt": """
        nova novo velha velho longa longo fraca fraco forte fácil difícil mesma mesmo única vazia vazio clara fixa livre
        simples própria igual outra falsa certa errada aqui sempre nunca válida inválida pública complexa nada
    """,
}
