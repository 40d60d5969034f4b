"""Sentences about passwords and codes that tell none, in five languages.

While the rules were written, the texts called UNSEEN were only counted.
"""

HARMLESS = """
The passphrase is optional and can be left out
the password is just a hash
the password was changed to comply with the policy
I changed the password to something longer
use environment variables as the password source
the access code is temporary, ask reception
type your password when the installer asks
the PIN is four digits
the password is stored nowhere
the password should be random
the password field is hidden now
The password is usually empty on a fresh install
set the password to a random value
We switched the password hashing to Argon2
changed password to passphrase in all labels
use the same password as on staging
enter the password twice
the token is always opaque
the password is now rotated
put the password in Vault
use --token to pass the token
the token expires on 2026-03-04
the password must be at least 12 characters
passwords are still plaintext in the old table
say nothing about the password
enter a PIN or use Face ID
The default password is documented in the README
the password policy is strict
the code for the password dialog is in LoginForm.tsx
the pin is on GPIO 17
pin numpy to 1.26
the access code goes to the customer by mail
our password manager is Bitwarden
the password comes from Keychain
the wifi password hangs on the fridge
the password is probably wrong
The login page says password incorrect
the password is too weak, choose another
treat the API key as a password
use the hostname as the default password salt
the user chooses the password, it is never logged
the password is required, it is checked twice
the token is a JWT
the key is a composite of tenant and region
exit code is 137
the error code was 4012
The password reset link is valid for 24 hours
password: string
the code is fine now
the access token is short-lived
renamed password to secret in config.yaml
the passphrase is case sensitive
the password prompt is gone
passphrase: none
use ssh keys instead of the password
log in with a magic link instead of a password
the password is Base64-encoded before transport
the password type is Secret
the password column is nullable
the combination of React and Redux is heavy
Die Passphrase ist optional und kann leer bleiben
das Passwort ist seit gestern abgelaufen
das Passwort wurde auf Wunsch geändert
gib das Passwort zweimal ein
das Passwort ist nur ein Hash
Das Passwort liegt im Tresor
Nimm als Passwort etwas Langes
nutze die Umgebungsvariable als Passwortquelle
Das Kennwort ist momentan leer
der Zugangscode ist noch gültig
die PIN hat vier Stellen
das Passwort ist jetzt Teil der Konfiguration
Das Passwort ist weiterhin Sache des Nutzers
Das Passwort ist ein Geheimnis
wir haben das Passwort auf Argon2 umgestellt
Das Passwort steht im Passwortmanager
Der Token ist eine Stunde lang gültig
Passwort: erforderlich
das Passwort ist immer noch unverändert
das Passwort kommt aus dem Schlüsselbund
das Passwort ist Teil der URL
Der Code für das Passwortfeld ist in Login.vue
Die Passwortlänge ist begrenzt
Ein Passwort ist Voraussetzung
Das Passwort ist Bestandteil der Sicherung
Das Passwort heißt in der API secret
das Passwort ist ab heute ungültig
Frag nach dem Passwort, sag aber nichts
das Passwort ist übrigens falsch
Der Zugangscode ist Pflichtfeld
Statt des Passworts nutzen wir Passkeys
La passphrase est facultative et peut rester vide
le mot de passe est juste un hash
on a changé le mot de passe en urgence
utilise une variable comme mot de passe
le mot de passe est toujours valable
le code d'accès est temporaire
le code PIN a quatre chiffres
le mot de passe, c'est personnel
tape le mot de passe deux fois
le mot de passe par défaut est documenté
Le mot de passe est désormais chiffré
le mot de passe sera demandé au démarrage
le jeton est valable une heure
mot de passe : requis
le mot de passe est dans le coffre
il faut saisir le mot de passe avant minuit
le mot de passe n'est jamais journalisé
le mot de passe est en clair
la clé est primaire
un mot de passe est nécessaire
le mot de passe reste secret
le mot de passe a été changé par Luc
le mot de passe est le même partout
mets le mot de passe dans Vault
la phrase de passe est trop courte
La frase de paso es opcional y puede omitirse
la contraseña es solo un hash
cambiamos la contraseña a petición del cliente
usa una variable como contraseña
la contraseña sigue siendo válida
el código de acceso es temporal
el PIN tiene cuatro cifras
la contraseña por defecto es insegura
escribe la contraseña dos veces
la contraseña es ahora obligatoria
la contraseña será pedida al iniciar
contraseña: requerida
la contraseña está en la bóveda
la clave es primaria
la clave es compuesta
la clave es entender el problema
la clave del éxito es paciencia
la contraseña es personal e intransferible
el token caduca a medianoche
se cambió la contraseña por seguridad
pon la contraseña en el archivo
la contraseña no se guarda
La passphrase è facoltativa per i test
la password è solo un hash
usa una variabile come password
la password è sempre valida
il codice di accesso è temporaneo
il PIN ha quattro cifre
la password predefinita è insicura
scrivi la password due volte
la password è ora obbligatoria
la password sarà richiesta all'avvio
password: obbligatoria
la password utente è scaduta
la password è conservata nel vault
il token scade a mezzanotte
ho cambiato la password in fretta
la password non è mai registrata
la chiave è primaria
metti la password nel file
la password è stata cambiata in produzione
a senha é opcional e pode ficar vazia
a senha é só um hash
mudamos a senha para cumprir a norma
a senha continua sendo válida
o código de acesso é temporário
digite a senha duas vezes
senha: obrigatória
a senha está no cofre
a chave é primária
use uma variável como senha
set a password to continue
change the default password to avoid the warning
The password is passed via stdin
the password works, it's fine
enter your PIN at the terminal
password rotation is monthly
we use Redis as the token cache
the secret is versioned
the door code is stored in 1Password
the password hint is visible
don't use names as passwords
log in with the password from Bitwarden
the master password is never sent
The password for the test account is in the wiki
the wifi password changes weekly
the password is part of the image
combination of both approaches is best
if the password is wrong, it's logged
das Passwort wird per Mail geschickt
das Passwort ist dasselbe wie auf Staging
Das Passwort war zu kurz
wir nutzen Keycloak als Passwortdienst
Der Zugangscode ist vierstellig
Die PIN wird nach drei Versuchen gesperrt
Das Passwort wird auf Länge geprüft
das Passwort läuft ab, es ist zeitlich begrenzt
définis un mot de passe pour continuer
le mot de passe a expiré, c'est normal
connecte-toi avec le mot de passe reçu
utilisateur et mot de passe obligatoires
le code est correct
le jeton est révoqué
define una contraseña para continuar
la contraseña caducó, es normal
usuario y contraseña obligatorios
la contraseña actual es necesaria
la clave es única
la contraseña no es correcta
la password viene inviata per posta
entra con la password ricevuta
la password deve essere lunga
la password non è corretta
defina uma senha para continuar
entre com a senha recebida
a senha não está correta
"""

HARMLESS_UNSEEN = """
reset your password to proceed
Old password must differ from the new one
the user is asked for a password, then it is hashed
the code word list lives in words.txt
Vault is our password store
use Keycloak as the identity provider
the passphrase prompt is Pinentry
say yes when it asks for the password
the password is read by Ansible
the alarm code is set by the landlord
the API token is scoped
Log in with the password you got by mail
it's a password, it's supposed to be private
the PIN must be numeric
we agreed the password is too short
the password was leaked, it's compromised
the password check is synchronous
Setze ein Passwort, um fortzufahren
mit dem Passwort aus dem Tresor anmelden
Melde dich mit dem Passwort an
stell das Passwort auf ein sicheres um
das Passwort bleibt geheim
Das Passwort ist Groß-/Kleinschreibung sensitiv
das Passwort wurde zurückgesetzt
Benutzer und Passwort sind Pflichtfelder
Das Kennwort ist frei wählbar
le mot de passe est envoyé par courriel
le mot de passe est haché avec bcrypt
le mot de passe est demandé deux fois
le mot de passe doit être long
le mot de passe n'est pas stocké
le mot de passe actuel est requis
la contraseña se envía por correo
entra con la contraseña recibida
la contraseña debe ser larga
la contraseña está cifrada
la clave está en tener paciencia
imposta una password per continuare
la password è scaduta, è normale
utente e password obbligatori
la password attuale è necessaria
la chiave è univoca
a senha é enviada por e-mail
a senha deve ser longa
"""
