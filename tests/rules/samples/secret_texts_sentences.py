"""Labelled texts, sixth part: passwords in sentences of sixteen languages, and other written forms."""

from tests.rules.samples.invented_secrets import ALNUM, HEX, PASSWORD_ALPHABET, draw_secret

SENTENCES = """
the password of the staging database is §
the wifi password? it's §
What's the root password again? §
use § when it asks for the sudo password
Use § as the password for the NAS
login is admin / §
you can log in with nora and §
The Grafana login: admin, §
my laptop passphrase: §
§ is the password for the guest network
§ — that's the admin password
Dana's password was reset to §
we changed the VPN password to § yesterday
if the box locks, the passcode is §
The password, by the way, is §
for the router type §, it's the password on the sticker
password for staging (ask Lee first): §
Just remember § for the printer's web password
staging creds are qa/§
credentials for the demo tenant: demo@acme.test and §
the db user is app with password §
sign in as root with §
Enter § at the password prompt
The old password § no longer works
please note the new wlan key §
His password? "§".
The password spelled out: §
So the password is now “§”, not the one on the wiki
the service account's password got rotated to §
It wants a password, give it §
ssh in as deploy, pass §
Das Passwort der Staging-Datenbank lautet §
Das WLAN-Passwort ist §
Passwort für den NAS: §
Das Kennwort vom Drucker heißt §
Nimm § als Passwort
mein Passwort für Jira ist jetzt §
Wenn er nach dem Passwort fragt, gib § ein
Die Zugangsdaten: admin / §
Der Login für Grafana ist admin mit §
Wie war das Root-Passwort? §
§ ist das Passwort fürs Gastnetz
Wir haben das VPN-Kennwort auf § geändert
Der WLAN-Schlüssel lautet §
Benutzer root, Passwort §
Le mot de passe de la base de staging est §
Le mot de passe du wifi, c'est §
mot de passe : §
le mdp du serveur c'est §
Utilise § comme mot de passe
Mot de passe root ? §
Les identifiants sont admin / §
§ est le mot de passe du NAS
On a changé le mot de passe en §
Mon mot de passe Jira vaut désormais §
Quand il demande le mot de passe, tape §
l'utilisateur est app et le mot de passe §
Le nouveau mot de passe du VPN sera §
la clé wifi est §
La contraseña de la base de datos de staging es §
La contraseña del wifi es §
contraseña: §
la clave del wifi es §
Usa § como contraseña
¿La contraseña de root? §
El usuario es admin y la contraseña §
§ es la contraseña del NAS
Cambiamos la contraseña a §
Cuando pida la contraseña, escribe §
Mi contraseña de Jira ahora es §
La contraseña que usamos para el VPN es §
Credenciales: admin / §
El password del servidor es §
A senha do banco é §
A senha do wifi é §
senha: §
a palavra-passe do servidor é §
Use § como senha
A senha do root? §
O usuário é admin e a senha §
§ é a senha do NAS
Mudamos a senha para §
Quando pedir a senha, digite §
Minha senha do Jira agora é §
a senha de acesso ao banco de homologação ficou §
Credenciais: admin / §
senha nova do VPN -> §
La password di root è §
La password del wifi è §
password: §
la parola d'ordine del server è §
Usa § come password
La password di root? §
L'utente è admin e la password §
§ è la password del NAS
Abbiamo cambiato la password in §
Quando chiede la password, scrivi §
La mia password di Jira ora è §
la password che usiamo per la VPN sarebbe §
Credenziali: admin / §
La chiave del wifi è §
Hasło do bazy to §
Hasło do wifi to §
hasło: §
hasło roota brzmi §
Użyj § jako hasła
Hasło do roota? §
Użytkownik admin, hasło §
§ to hasło do NAS-a
Zmieniliśmy hasło na §
Gdy zapyta o hasło, wpisz §
Moje hasło do Jiry to teraz §
hasłem do VPN jest §
Dane logowania: admin / §
Nowe hasło do stagingu jest §
Пароль от базы §
Пароль от вайфая §
пароль: §
пароль рута — §
Используй § как пароль
Пароль от рута? §
Логин admin, пароль §
§ — это пароль от NAS
Мы сменили пароль на §
Когда спросит пароль, введи §
Мой пароль от Jira теперь §
паролем от VPN является §
Данные для входа: admin / §
Новый пароль от стейджинга будет §
비밀번호는 §입니다
와이파이 비밀번호는 §예요
비밀번호: §
루트 비번은 §
§를 비밀번호로 쓰세요
루트 비밀번호? §
아이디는 admin, 비밀번호는 §
NAS 비밀번호는 §야
비밀번호를 §로 바꿨습니다
스테이징 DB의 비밀번호는 §이다
암호는 §입니다
비밀번호가 §인 계정을 쓰세요
ステージングDBのパスワードは§です
Wi-Fiのパスワードは§
パスワード：§
rootのパスワードは「§」です
§がパスワードです
ルートのパスワード？§
ユーザー名はadmin、パスワードは§
パスワードを§に変更しました
パスワードとして§を使ってください
新しいVPNのパスワードは § になりました
合言葉は§
数据库的密码是§
WiFi密码是§
密码：§
root密码为§
用§作为密码
root的密码？§
用户名admin，密码§
§是NAS的密码
我们把密码改成了§
口令是§
門的密碼是§
新的VPN密码现在是 §。
Veritabanının şifresi §
Wifi şifresi §
şifre: §
root parolası §
Parola olarak § kullan
Kullanıcı admin, şifre §
Şifreyi § olarak değiştirdik
VPN'in yeni parolası artık § oldu
Het wachtwoord van de database is §
Het wifi-wachtwoord is §
wachtwoord: §
Gebruik § als wachtwoord
Gebruiker admin, wachtwoord §
§ is het wachtwoord van de NAS
We hebben het wachtwoord veranderd in §
Als hij om het wachtwoord vraagt, typ §
Heslo k databázi je §
Heslo na wifi je §
heslo: §
Použij § jako heslo
Uživatel admin, heslo §
§ je heslo k NAS
Změnili jsme heslo na §
heslem k VPN je §
Lösenordet till databasen är §
Wifi-lösenordet är §
lösenord: §
Använd § som lösenord
Användare admin, lösenord §
§ är lösenordet till NAS
Vi bytte lösenordet till §
När den frågar efter lösenord, skriv §
كلمة المرور لقاعدة البيانات هي §
كلمة السر هي §
كلمة المرور: §
استخدم § ككلمة مرور
اسم المستخدم admin وكلمة المرور §
غيرنا كلمة المرور إلى §
§ هي كلمة مرور الخادم
the router's admin password: §
so the password for prod is §, don't lose it
I set my password to §
can you remember the password § for the lab machine
it is § (the NAS password)
password? §
the pw is §
root/§ works on the test box
the new wifi code is §
Ana told me the Jenkins password is §
das Passwort: §
Das Root-Passwort lautet jetzt §
Unser WLAN hat das Passwort §
Merk dir: Passwort vom Server ist §
le mot de passe root est §
voici le mot de passe : §
pour le wifi le mot de passe c'est §
la contraseña nueva es §
mi contraseña es §
te paso la contraseña: §
la clave de acceptance es §, y la contraseña §
a senha nova é §
minha senha: §
a senha do servidor de produção é §
la nuova password è §
la mia password: §
ecco la password del server: §
nowe hasło: §
hasło to §
hasło administratora to §
новый пароль §
пароль администратора: §
мой пароль это §
새 비밀번호는 § 입니다
서버 비밀번호: §
관리자 비밀번호는 §이에요
新しいパスワードは§です
サーバーのパスワード：§
管理者パスワードは § です
新密码是§
服务器密码：§
管理员的密码是 §
yeni şifre §
şifrem §
sunucu parolası: §
het nieuwe wachtwoord is §
mijn wachtwoord: §
nové heslo je §
moje heslo: §
det nya lösenordet är §
mitt lösenord: §
كلمة المرور الجديدة هي §
the sudo pw on that box = §
type § when prompted for the passphrase
vpn login nora password §
You'll need the passphrase (§) to decrypt it
Passphrase for the backup key was changed last week and is now §
The guest Wi-Fi password — § — is on the fridge
""".strip().split("\n")
"""Sentences with § in the place of the password."""


def _invent_password(number: int) -> str:
    """An invented password: generated, or a word and a number as people choose them."""
    return (
        draw_secret(10, PASSWORD_ALPHABET)
        if number % 3 == 0
        else draw_secret(13)
        if number % 3 == 1
        else f"Kestrel-{draw_secret(6)}!"
    )


ASSIGNMENTS = (
    "pass: §",
    "spring.mail.password: §",
    'MYSQL_ROOT_PASSWORD: "§"',
    "  adminPassword: '§'",
    '"pwd":"§"',
    "POSTGRES_PASSWORD=§ docker compose up -d",
    'dbPassword = "§";',
    'password => "§"',
    "$password = '§';",
    'my $pw = "§";',
    "conn = psycopg2.connect(host='db', user='app', password='§')",
    'create_engine("postgresql://app:§@db/app")',
    "new Client({ user: 'app', password: '§' })",
    "Password=§;Database=app",
    "ftp -u ftp://nora:§@ftp.test/x",
    "lftp -u nora,§ sftp://host",
    "rclone config create x sftp host h user u pass §",
    "restic -r x --password-command 'echo §'",
    "<Password>§</Password>",
    '<property name="hibernate.connection.password">§</property>',
    "wifi: SSID Acme, Passwort §",
    "WIFI:T:WPA;S:Acme;P:§;;",
    "user = nora, password = §",
    "- password: §",
    "DB_PASSWORD='§' # prod",
    "db: user app pass: §",
    "auth = ('nora', '§')",
    "ssh-key passphrase is §",
    "export DATABASE_URL=mysql://a:§@h/db",
    'mongo "mongodb://nora:§@m.test/x"',
    "redis-cli -a §",
    "ansible-vault view with §  (vault password)",
)
TOKEN_FORMS = [
    ("RunPod: §", "rpa_" + draw_secret(42, ALNUM.upper())),
    ("sonar.login=§", "squ_" + draw_secret(40, HEX)),
    ("Fernet(b'§')", draw_secret(43) + "="),
    ("snmpwalk -v2c -c § 10.0.0.9 system", draw_secret(12)),
    ("PHPSESSID=§; path=/", draw_secret(26)),
    ("export X=§  # the API token of Acme", draw_secret(40, HEX)),
    ("EXEC sp_addlogin 'app', '§'", draw_secret(14)),
    ("oracle: scott/§@//ora.acme.test:1521/ORCL", draw_secret(12)),
    ("MASTER_KEY%3D§", draw_secret(24)),
    ("| user | password |\n|---|---|\n| nora | § |", draw_secret(12, PASSWORD_ALPHABET)),
    ("host\tuser\tpassword\ndb1\troot\t§\n", draw_secret(12, PASSWORD_ALPHABET)),
    ("| usuario | contraseña |\n|---|---|\n| ana | § |", draw_secret(12, PASSWORD_ALPHABET)),
    ("<RSAKeyValue><Modulus>x</Modulus><D>§</D></RSAKeyValue>", draw_secret(80)),
    ("The cold wallet is §", "5Jwue9kBGSYkNDS3hjhMY2f1XkrfZdGCvJbRfGcYZm8ezjR3yPZ"),
    ("customer paid with § yesterday", "4220340153699240"),
    ("MasterCard §, valid until 10/29", "5425-3673-9512-4182"),
    ("amex § expires 01/30", "3772 483921 18667"),
]
_TOKEN = "ghp_" + draw_secret(36)
BROKEN_TOKENS = [
    (text, _TOKEN[:14] + joint + _TOKEN[14:])
    for text, joint in (
        ("export GITHUB_TOKEN=§", "\\\n    "),
        ("use § for the mirror", "\u200b"),
        ("the token §", "\u00ad"),
        ("token=3D§", "=\n"),
        ('TOKEN="§"', '" \\\n"'),
        ("t = '§'", "' + '"),
    )
]
SECRETS: "list[tuple[str, str]]" = [
    *((template, _invent_password(number)) for number, template in enumerate((*SENTENCES, *ASSIGNMENTS))),
    *TOKEN_FORMS,
    *BROKEN_TOKENS,
]

LOOK_ALIKES = (
    "NPM_TOKEN=<your token>",
    "token: xxxxx",
    "password: ********",
    "password=<redacted>",
    "password: [secret: password]",
    "PASSWORD=changeme",
    '"password": "string"',
    '"token": "your-token-here"',
    "DB_URL=postgres://user:pass@localhost/db",
    "redis://localhost:6379/0",
    "amqp://guest:guest@localhost:5672/",
    "https://example.test/path?page=2&sort=asc",
    "https://acme.test/docs#password-reset",
    "git@github.com:acme/api.git",
    "https://user@host.test/repo.git",
    "The password for the demo is shown on the login page.",
    "The password of the user is validated in UserService.checkPassword().",
    "TestPasswordReset_v2 is flaky",
    "see test_password_reset_2 in tests/",
    "the password prompt appears 2x on macOS14",
    "password rule: min 8 max 64",
    "Password: see vault",
    "password: none",
    "password: required|min:8",
    "pass: 12, fail: 3",
    "pass 1 of 2",
    "tests pass on node20",
    "3 pass, 2 fail, pw tests skipped",
    "psk31 is a radio mode",
    "PAT expires 2026-12-01",
    "The PAT has scopes repo and read:org.",
    "the otp library is pyotp 2.9.0",
    "OTP 26 is required for Elixir 1.16",
    "Erlang/OTP27",
    "2fa is required for all maintainers",
    "MFA rollout starts 2026-12-01",
    "TAN is short for transaction number",
    "seed phrase support is planned for v3",
    "The recovery phrase must have 12 or 24 words.",
)
