"""Texts with secrets as people write and speak them in five languages, and look-alikes that must stay.

Each text names the form of its secret in braces; the value is drawn when the texts are built, so that none is in the
file. The texts with an odd number were not looked at while the rules were written: they measure new texts.
"""

import random
import re
import string

_DICE = random.Random(61)
_FORM = re.compile(r"\{(\w+)\}")
_SYLLABLES = "ka ro mi ten bul sar vo lin dak pre fum gor hel nix quo tam zel wib yor cap".split()
_WORDS = "kestrel marzipan pillow lantern walrus cobalt thistle bramble gondola pepper".split()


def _draw(alphabet: str, length: int) -> str:
    return "".join(_DICE.choice(alphabet) for _ in range(length))


def _draw_value(form: str) -> str:
    """A new value: random signs, or words as a person joins them to a password."""
    first, second, third = _DICE.sample(_WORDS, 3)
    made_up = "".join(_DICE.sample(_SYLLABLES, 3))
    draws = {
        "mixed": lambda: "q" + _draw(string.ascii_letters, 8) + "7" + _draw(string.ascii_letters + string.digits, 6),
        "letters": lambda: "rK" + _draw(string.ascii_letters, 12) + "zQ",
        "lower": lambda: "xk" + _draw("bcdfghjklmnpqrstvwxz", 10),
        "human": lambda: f"{made_up.title()}{_DICE.randrange(10, 99)}{_DICE.choice('!?#$')}",
        "year": lambda: f"{first.title()}-{_DICE.randrange(1950, 2090)}",
        "word": lambda: made_up,
        "joined": lambda: first.title() + second.title(),
        "dashed": lambda: f"{first}-{second}-{third}",
        "phrase": lambda: f"{first} {second} {third} {made_up}",
        "hex": lambda: _draw("0123456789abcdef", 31) + "7",
        "base64": lambda: (
            _draw(string.ascii_letters + string.digits, 20) + "+9/" + _draw(string.ascii_letters, 20) + "="
        ),
        "pin": lambda: _draw("123456789", 6),
    }
    return draws[form]()


def _fill(texts: str) -> "list[tuple[str, str]]":
    """Each line with a new value in the place of its braces, and that value."""
    filled = []
    for line in texts.strip().split("\n"):
        before, form, after = _FORM.split(line.replace("\\n", "\n"))
        value = _draw_value(form)
        filled.append((before + value + after, value))
    return filled


def _fill_public(line: str) -> str:
    """The line with a publishable value in the place of its braces, if it has any."""
    before, *form = _FORM.split(line, maxsplit=1)
    return before + _draw_value(form[0]) + form[1] if form and form[0] in ("mixed", "hex") else line


WRITTEN = _fill(r"""
PGPASSWORD={letters} psql -h db.internal -U app shop
run MYSQL_PWD={letters} mysql -u root < dump.sql
DB_PASSWORD={word} npm test
export SMTP_PASS={letters}
REDIS_PASSWORD={lower} docker compose up -d
RESTIC_PASSWORD={joined} restic -r /srv/backup snapshots
mysqldump --password={letters} -u root shop > dump.sql
rabbitmqctl add_user billing {letters}
influx setup --username admin --password {letters} --org acme
mariadb -u root -p{letters} -e 'show databases'
psql "host=db user=app password={letters} dbname=shop"
db.internal:5432:shop:app:{letters}
*:*:*:postgres:{word}
machine ftp.acme.test login deploy password {letters}
mc alias set backup https://minio.acme.test deploybot {letters}
mc alias set local http://127.0.0.1:9000 root {mixed}
curl -u deploy:{letters} https://artifacts.acme.test/api
sshpass -p {letters} ssh root@10.0.0.7
CEREBRAS_API_KEY=csk-{hex}
the Cerebras key csk-{hex} goes into the worker
bedrock uses ABSK{base64}
AWS_BEARER_TOKEN_BEDROCK=ABSK{base64}
spring.datasource.password={letters}
  password: {letters}
<password>{letters}</password>
"client_secret": "{letters}",
ansible-playbook site.yml -e db_password={letters}
echo '{letters}' | docker login -u ci --password-stdin registry.acme.test
az login --service-principal -u app -p {letters} --tenant acme
kubectl create secret generic db --from-literal=password={letters}
helm install pg bitnami/postgresql --set auth.postgresPassword={letters}
ALTER USER app WITH PASSWORD '{letters}';
CREATE USER 'app'@'%' IDENTIFIED BY '{joined}';
openssl pkcs12 -export -in c.pem -out c.p12 -passout pass:{letters}
gpg --batch --passphrase {letters} -c dump.sql
borg init with BORG_PASSPHRASE='{phrase}'
wpa_passphrase Nordlicht {word}
nmcli dev wifi connect Nordlicht password {lower}
requirepass {letters}
ldapsearch -x -D cn=admin -w {letters} -b dc=acme
sqlcmd -S db -U sa -P {letters} -Q 'select 1'
net use z: \\nas\share /user:acme {letters}
smbclient //nas/share -U nora%{letters}
redis-cli -h cache -a {lower} ping
mongodump --uri mongodb://app:{letters}@mongo:27017/shop
jdbc:postgresql://db/shop?user=app&password={letters}
ftp://deploy:{word}@ftp.acme.test/incoming
"auth": {"user": "mailer", "pass": "{letters}"}
X-Api-Key: {mixed}
http --auth deploy:{letters} GET api.acme.test
unzip -P {letters} backup.zip
7z x backup.7z -p{letters}
keytool -genkey -alias app -storepass {letters} -keypass changeit
twine upload -u __token__ -p {letters} dist/*
snowsql -a acme -u nora --password {joined}
export VAULT_TOKEN={letters}
git clone https://nora:{letters}@git.acme.test/shop.git
MINIO_ROOT_PASSWORD: {word}
GF_SECURITY_ADMIN_PASSWORD={dashed}
sudo mount -t cifs //nas/data /mnt -o username=nora,password={letters}
user = "nora"\npassword = "{phrase}"
SECRET_KEY_BASE={hex}
ENV ADMIN_PASSWORD {letters}
define('DB_PASSWORD', '{letters}');
$env:DB_PASSWORD = "{letters}"
set DB_PASSWORD={letters}
FLASK_SECRET={letters} flask run
dbPassword: "{word}"
""")

SPOKEN = _fill("""
the db password is {letters}
Das Passwort ist {letters}.
le mot de passe est {letters}
la contraseña de la base de datos es {letters}
a senha do banco é {letters}
log in with deploy and {human}
the staging box: sign in as nora with {mixed}
wifi Nordlicht, key {human}
the backup is encrypted with {mixed}
root on the pi is {human}
for grafana it's admin / {year}
the router login is admin, {human}
ssh into the nas as nora, {mixed} gets you in
you can get into jenkins with builder and {letters}
our office wifi is Nordlicht and the key is {joined}
the zip opens with {human}
guest wlan: {human}
the restic repo is locked with {letters}
postgres user app uses {human} as its password
my laptop password changed to {year} yesterday
the api secret for billing? {letters}
password for the test account: {word}
admin panel credentials are nora and {human}
please remember that the vpn password is "{joined}"
the passphrase of the deploy key is "{phrase}"
the alarm code is {pin}
the PIN of the build phone is {pin}
Das WLAN-Passwort lautet {human}
Melde dich mit deploy und {human} an
Das Kennwort für den Testserver ist {year}
Der root auf dem Pi hat das Passwort {letters}
Das Backup ist mit {mixed} verschlüsselt
WLAN Nordlicht, Schlüssel {human}
Zugang zum Grafana: admin / {human}
Einloggen geht mit nora und {mixed}
Der API-Schlüssel lautet {letters}
Datenbankpasswort: {word}
Das neue Passwort vom Staging ist „{joined}“
Der Türcode ist {pin}
Le mot de passe du wifi est {human}
connecte-toi avec deploy et {human}
la clé wifi c'est {letters}
le code de la porte est {pin}
la sauvegarde est chiffrée avec {mixed}
mdp du serveur de test : {human}
identifiants grafana : admin / {mixed}
le mot de passe root du pi, c'est {year}
la clé API est {letters}
l'archive s'ouvre avec {human}
La contraseña del wifi es {human}
entra con deploy y {human}
la clave del router es {letters}
el backup está cifrado con {mixed}
las credenciales de grafana son admin / {human}
inicia sesión como nora con {mixed}
el pin de la puerta es {pin}
la clave de la base de datos es {year}
usuario deploy, contraseña {human}
A senha do wifi é {human}
entre com deploy e {human}
o backup está criptografado com {mixed}
a chave da API é {letters}
login do grafana: admin / {mixed}
a senha do root no pi é {year}
usuário deploy, senha {human}
o código do alarme é {pin}
the token for the bot is {letters}
use {human} when it asks for a password
""")

HARMLESS = [
    _fill_public(line)
    for line in r"""
the password is stored in Vault
the token is refreshed every hour
password is required
the password is rotated by Terraform every Monday
The password is hashed with bcrypt before it is saved.
our db password is managed by Doppler
the secret is mounted as a file
the API key is read from the environment
the password is the same as in staging
passwords are at least twelve characters long
the token is valid for fifteen minutes
the password is empty in the dev container
The wifi password is on the whiteboard
log in with Google and GitHub
log in with email and password
sign in as admin and then open Settings
log in with your SSO account and choose Billing
users log in with OAuth and PKCE
the backup is encrypted with AES-256-GCM
the disk is encrypted with LUKS2
files are encrypted with age before upload
the archive is encrypted with GnuPG
root on the pi is disabled
root on the server is allowed only with keys
the router login is on the sticker
admin / user roles are stored in auth_roles
wifi Nordlicht, key rotation every month
the wifi key is printed on the router
the key is the customer's id
primary key is orderId
the cache key is userId:locale
the partition key is tenantId
set the password with `kubectl create secret`
mysql --password <PASSWORD> -h db
psql reads $PGPASSWORD from the environment
PGPASSWORD=$DB_PASSWORD psql -h db
export DB_PASSWORD=<your password>
DB_PASSWORD=changeme docker compose up
PGPASSWORD="$(op read op://infra/db/password)" psql
POSTGRES_PASSWORD=postgres in docker-compose.yml is for development
MYSQL_PWD is deprecated since MySQL 8
--password-stdin reads the password from the pipe
docker login -u ci --password-stdin
mysql -u root -p shop < dump.sql
mysqldump -p shop > dump.sql
pass the password with -p or --password
use --password PASSWORD to log in
curl -u user:password https://example.test
curl -u "$USER:$TOKEN" https://api.acme.test
mc alias set NAME URL ACCESS_KEY SECRET_KEY
mc alias set myminio https://minio.acme.test $ACCESS $SECRET
~/.pgpass has lines of the form host:port:db:user:password
localhost:5432:shop:app:$PGPASSWORD
machine api.acme.test login USER password PASSWORD
docker run -p 8080:80 nginx
mkdir -p src/components
ssh -p 2222 deploy@host
the stripe key pk_live_{mixed} is public
NEXT_PUBLIC_STRIPE_KEY=pk_test_{mixed}
NEXT_PUBLIC_POSTHOG_KEY=phc_{hex}
posthog.init('phc_{hex}', {api_host: '/ingest'})
SENTRY_DSN=https://{hex}@o41873.ingest.sentry.io/4501992
dsn: "https://{hex}@o41873.ingest.de.sentry.io/4501992"
VAPID public key: BNbxGYNMhEIi9zrneh7mqV4oUanjLUK3m-mYZBc62frMKrEoMk88r3Lk596T0ck9xlT-aok0fO1KXBLV4-XqxYM
the clerk publishable key is pk_live_Y2xlcmsuYWNtZS50ZXN0JA
RECAPTCHA_SITE_KEY=6Lc{mixed}
ALGOLIA_SEARCH_KEY is public, ALGOLIA_ADMIN_KEY is not
mapbox public token pk.eyJ1IjoiYWNtZSIsImEiOiJjbGFzcyJ9.{mixed}
the token is a JWT signed with RS256
the token is case-sensitive
token is auto-generated on first start
the password is base64-encoded in the manifest
the password must not contain the user's name
password reset links expire after an hour
the secret is shared between staging and preview
The secret is named billing/stripe in Vault
credentials are per-environment
the credentials are in 1Password
the credentials for staging are in the wiki
ask Nora for the password
the password field is called pwd
passwordHash: string
const password = await prompt('Password: ')
password = os.environ["DB_PASSWORD"]
def reset_password(user, token):
if (password.length < 12) throw new WeakPasswordError()
type Credentials = { username: string; password: string }
api_key: ${{ secrets.API_KEY }}
password: {{ vault_db_password }}
SECRET_KEY = env("SECRET_KEY")
spring.datasource.password=${DB_PASSWORD}
"password": "********"
password=[REDACTED]
auth: bearer
authentication is handled by Keycloak
the PIN is asked three times
the code is reviewed by two people
the code of the door module is in src/door
the access code is generated by the backend
the token bucket is refilled every second
the tokenizer is SentencePiece
the key is pressed twice
the login is slow on Mondays
the login page is rendered by Next.js
the passphrase is asked at boot
the seed is 42 for all tests
set seed=20240611 in the benchmark
Das Passwort ist in Vault gespeichert
Das Passwort ist abgelaufen
Das Passwort wird jede Woche geändert
Das Passwort ist Pflicht
Der Token ist eine Stunde gültig
Der Schlüssel ist die Kundennummer
Melde dich mit Google und GitHub an
Das Backup ist mit AES verschlüsselt
Das WLAN-Passwort steht auf dem Router
Zugangsdaten liegen in 1Password
Das Kennwort muss mindestens zwölf Zeichen haben
Der Login ist nur im VPN erreichbar
le mot de passe est obligatoire
le mot de passe est stocké dans Vault
le mot de passe est expiré
le jeton est renouvelé toutes les heures
connecte-toi avec Google et GitHub
la sauvegarde est chiffrée avec GPG
la clé est l'identifiant du client
les identifiants sont dans 1Password
le code de la porte est dans le wiki
mot de passe oublié : voir la page d'aide
la contraseña es obligatoria
la contraseña está guardada en Vault
la contraseña es incorrecta
el token se renueva cada hora
inicia sesión con Google y GitHub
el backup está cifrado con AES
la clave es el id del cliente
las credenciales están en el gestor
la contraseña debe tener doce caracteres
la clave primaria es order_id
a senha é obrigatória
a senha está guardada no Vault
a senha expirou ontem
o token é renovado a cada hora
entre com Google e GitHub
o backup está criptografado com GPG
a chave é o id do cliente
as credenciais ficam no cofre
a senha deve ter doze caracteres
a chave primária é pedido_id
git checkout -b fix/password-reset
feat(auth): rotate refresh tokens on login
the commit 4f9d1c7ab03e5520cc18de76f43ab9920e61d7b3 broke the login
request id req_7Hk20Zs81VtYw94Ba failed with invalid token
sha256:0b71ce20f3a94d6c8e15aa90b7d3f2640b71ce20f3a94d6c8e15aa90b7d3f264
password strength is measured with zxcvbn
the vault token policy is called ci-readonly
use passkeys instead of passwords
PasswordAuthentication no
auth_token_ttl = 3600
max_tokens: 4096
the auth header is named X-Acme-Auth
user admin has role superuser
the admin is Nora
the service account is billing-worker
the connection string is in appsettings.json
the api key is optional for public models
the basic plan is key to growth
""".strip().split("\n")
]
