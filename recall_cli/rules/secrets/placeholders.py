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
    password123 pass123 secret123 abc123 example1 foo123 changeme123 p4ssw0rd""".split()
)

# Beginnings of technical words with digits: algorithms, protocols, encodings.
TECHNICAL_PREFIXES = tuple(
    """base64 base32 base58 sha md5 aes pbkdf2 utf rsa argon2 oauth2 http ipv x509 ed25519 p256 hs256 rs256 es256
    k8s ec2 2fa i18n varchar char( int32 int64 uint ecdsa secp256 tls ssl version python3 pkcs jwt hmac iso
    ansi scram ntlm latin chacha blake scrypt bcrypt gpt h2 u2f fido2 rfc nist""".split()
)
