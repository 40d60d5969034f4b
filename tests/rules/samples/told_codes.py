"""Codes, keys of networks, answers and passwords as a person tells them in six languages, and texts that tell none.

Each value stands in brackets. While the rules were written, the texts called UNSEEN were only counted.
"""

TOLD = """
guest wifi in the lobby: network Birch-Guest, key [copperlanternfield]
the router's SSID is Attic-2G and the key is [velvetmushroomtrain]
Code for the side gate? It's [7719#], don't share it
the garage keypad code got changed, now it's [30*84]
the office safe opens with [551902]
you can disarm the alarm by entering [8842] on the panel
test phone unlocks with [402913]
security question for the registrar (first car) is answered with [Thimblewick]
the security answer we gave for first school is [Brackenmoor]
for password just type [marzipan] and hit enter
reset the admin account this morning, it's now [Gravel_Piano7]
when ssh asks for the password enter [tulipbasket42]
pw on the Mac mini got changed by Tom to [saffronkettle]
we replaced the password of the mail account with [Lantern_Moss]
WLAN im Keller: SSID Werkstatt, Schlüssel [himbeermarmelade]
der WLAN-Schlüssel lautet [kirschkernkissen]
Code für die Haustür ist jetzt [6620#]
zum Entschärfen der Alarmanlage [557130] eintippen
das Testhandy lässt sich mit [204816] entsperren
Auf die Sicherheitsfrage nach dem Geburtsort haben wir [Wolkenstein] angegeben
Sicherheitsfrage bei der Bank: Antwort ist [Knusperhexe]
Passwort vom Drucker wurde durch [Laternenfisch] ersetzt
bei Passwort einfach [Butterblume] eingeben
wir haben als Passwort [Zimtschnecke] genommen
den Root-Account hab ich zurückgesetzt, ist jetzt [Moos_Laterne]
wifi de l'atelier : réseau Grange, clé [chaussettesrayees]
la clé du wifi c'est [confiturefraise]
le code de la porte du garage est maintenant [4408#]
pour couper l'alarme, composez [662017] sur le clavier
le coffre s'ouvre avec [7741]
à la question de sécurité (ville de naissance) on a mis [Rocamadour]
on a remplacé le mot de passe du compte admin par [Lanterne_Grise]
le mot de passe du NAS est passé à [Moulin_Rouge7]
comme mot de passe on a mis [coquelicot]
wifi del taller: red Nave2, clave [zapatosdecolores]
el código del garaje es [9034*]
la caja fuerte se abre con [418273]
para apagar la alarma marca [5520] en el teclado
en la pregunta de seguridad respondimos [Cascabel]
hemos puesto de contraseña [amapola]
la contraseña del router pasó a [Farol_Azul]
cuando pida la contraseña escribe [mandarina]
wifi della sala: rete Soffitta, chiave [biscottialburro]
il codice del cancello ora è [7725#]
la cassaforte si apre con [338190]
per spegnere l'allarme digita [6041] sul tastierino
alla domanda di sicurezza abbiamo risposto [Filastrocca]
abbiamo messo come password [girasole]
la password di root è stata sostituita con [Lanterna_Blu]
quando chiede la password scrivi [mandarino]
wifi da oficina: rede Sótão, senha [bolachasdemanteiga]
o código do portão agora é [8830#]
o cofre abre com [729014]
para desarmar o alarme marque [4417] no teclado
na pergunta secreta respondemos [Pirilampo]
colocamos como senha [girassol]
a senha do roteador mudou para [Farol_Verde]
quando pedir a senha digita [tangerina]
"""

TOLD_UNSEEN = """
Wifi at the cabin: SSID PineHut, key [maplebuttertoast]
wifi key for the studio is [orangepillowfort]
front door code was switched to [9917*] on Monday
Back door? The code's [204466]
alarm code [77120], stay quiet about it
type [3391] on the keypad to open the garage
the burner phone's SIM PIN is now [2846]
we answered the secret question about the first pet with [Snickerfritz]
mother's maiden name on the account: [Oakenshaw]
the pw for the kiosk user was set by Ana to [dragonfruit]
We put [Walnut-Coffee] as password on the test laptop
the root login on box 7 was reset; it's now [Pepper_Grove]
if the installer prompts for the password use [plumpudding]
the combination of the safe is [18-42-07]
Gäste-WLAN: Netz Linde, Schlüssel [erdbeerkuchenzeit]
WLAN-Schlüssel im Lager ist [gummistiefelparade]
Der Code vom Tresor wurde auf [738291] geändert
Garagencode neu: [4410*]
Alarm geht aus, wenn man [9021] drückt
SIM-PIN vom Diensthandy ist jetzt [5561]
Bei der Geheimfrage haben wir [Rumpelwicht] eingetragen
Antwort auf die Sicherheitsfrage: [Mondkalb]
Das Kennwort vom Kassenrechner haben wir gestern auf [Pusteblume] gesetzt
als Kennwort nehmen wir überall [Haselmaus]
wenn er nach dem Passwort fragt, gib [Bernstein] ein
Wifi invités : réseau Tilleul, clé [parapluiebleu]
la clé wifi de la salle est [ratatouillechaude]
le code du portail est [5529#]
le coffre-fort s'ouvre avec le code [901244]
tapez [4471] sur le clavier pour ouvrir la porte
code PIN du téléphone de test : [7093]
à la question secrète on répond [Barbapoux]
le mot de passe a été changé en [Pissenlit]
on a mis [mirabelle] comme mot de passe
quand il demande le mot de passe, tape [nougatine]
Wifi de invitados: red Olivo, clave [paraguasverde]
la clave del wifi es [tortugasfelices]
el código del portal es ahora [6618#]
la alarma se apaga tecleando [330914]
desbloquea el móvil de pruebas con [118204]
el PIN de la tarjeta SIM es [4472]
a la pregunta secreta contestamos [Trompeta]
cambié la contraseña de root por [Piedra_Lunar]
pusimos como contraseña [hierbabuena]
si pide contraseña, escribe [membrillo]
Wifi ospiti: rete Tiglio, chiave [ombrellorosso]
la chiave del wifi è [tartarughefelici]
il codice della porta è [5538#]
l'allarme si disattiva digitando [902214]
sblocca il telefono di prova con [661208]
il PIN della scheda SIM è [3094]
alla domanda segreta abbiamo messo [Trombetta]
ho cambiato la password di root in [Pietra_Lunare]
abbiamo messo [rosmarino] come password
se chiede la password, digita [melograno]
Wifi de visitas: rede Figueira, chave [guardachuvaverde]
a chave do wifi é [tartarugasfelizes]
o código da porta é [7748#]
o alarme desliga com [552019]
desbloqueia o telemóvel de testes com [330917]
o PIN do cartão SIM é [6284]
na pergunta de segurança pusemos [Trombeta]
troquei a senha de root por [Pedra_Lunar]
colocamos [alecrim] como senha
se pedir a senha, digite [marmelo]
"""

WRITTEN = """
<add key="VersandGeheimnis" value="[tQ8vZr2LmXw91KdPb]" />
DATENBANK_PASSWORT=[Kupfer-Dach7]
API_SCHLUESSEL=[9fK2mQxT7LpWz4RvB]
Schluessel: [c2Vk8QmXz7TrLp0WvB3nYh]
CLE_API=[pX7kQ2mZ9LtRw4VnBc]
mot_de_passe: [Lampion-Vert3]
<param name="motDePasse" value="[Oseille_42x]"/>
--from-literal=cle_signature=[aB3dE5fG7hJ9kL1mN2pQ]
CLAVE_PAGOS=[zT4wQ8rXm2LkPv9Bn]
contraseña = "[Cereza-Luna8]"
secreto_webhook: [hY7tR2kLq9XvZ3wMb]
CHIAVE_API=[mK9pQ2xT7LrWz4Vb]
segreto_jwt = "[rT5yU8iO2pLkJ3hG]"
parola_chiave=[Girasole-91x]
CHAVE_PIX=[vB3nM7kLq2XzT9wR]
SENHA_BANCO=[Caju-Doce5]
palavra_passe: [Mar-Azul77]
segredo_app: [qW8eR2tYu5IoP9aS]
d'accord: sshpass -p [rT6!lemon] ssh host
mysql -uroot -p[Quartz88z] shop
"""

HARMLESS = """
the Wi-Fi key is in the vault
the alarm code changes monthly
security questions are disabled
PIN entry fails after 3 tries
the door code policy is reviewed in 2027
the job stops with exit code 137
error code 1042 is logged when the alarm fires
HTTP status code 4040 does not exist
country code 0049 is stripped from the number of the door company
zip code 90210 is used in the address test
the QR code on the door links to ticket 48120
source code of the alarm module moved to port 8443
code review of the lock manager is ticket 20415
the door sensor reports 5502 events per day
unlock the table with LOCK TIMEOUT 5000
the phone test runs on port 4723
press enter to open the door simulator
type 1 to open the menu and 2 to leave
the root account is now locked
the admin account was reset; it's now disabled
the account is called reporting
root login is now forbidden
when ssh prompts, enter your own password
when it asks for the password, press enter
security question answers are hashed with argon2
the secret question feature was removed in Version 4
The security question is whether Firefox sandboxes the frame
wifi key rotation is documented in Confluence
the network key exchange uses Diffie-Hellman
passphrase: at least five words
The passphrase is stored in the keychain, never on disk
The passphrase is different for each machine, ask Tom
the alarm threshold was set to 4500 requests
Alarm 30412 opened at 1530 with priority 2
the iPhone build opens with error 2104
the lock file has version 3000
the vault cluster opens with 8200 as its port
the safe mode flag is 0x4000
combination of flags 4096 and 8192 fails
pin the version to 20260112
pinned to commit 4812033
die Tür zum Serverraum hat einen Code, der wechselt monatlich
der Alarmcode hängt beim Hausmeister
Fehlercode 4711 kommt aus dem Alarmmodul
Postleitzahl 80331 gehört zur Tür-Firma
Sicherheitsfragen sind abgeschaltet
Die Sicherheitsfrage fällt weg, weil Keycloak sie nicht kennt
der WLAN-Schlüssel liegt im Tresor
das Passwort wird durch Vault ersetzt
Passwort wurde durch Passkeys ersetzt
bei Passwort und PIN wird geprüft
bei falschem Passwort kommt Fehler 4013
bei Passwort-Eingabe Enter drücken
wir haben als Passwort-Manager Bitwarden genommen
die PIN ist nach drei Versuchen gesperrt
das Konto ist jetzt gesperrt
das Handy ist unter Port 5555 erreichbar
Gib die Ticketnummer 48213 ein
Die Passphrase wird beim Start abgefragt, danach nie wieder
Primärschlüssel im Netzwerk-Modul ist id
Schlüssel im Netz-Cache laufen nach 3600 Sekunden ab
le code de la porte change chaque semaine
le code d'erreur 4012 vient du boîtier
le code postal 75011 est celui du local
la question secrète a été supprimée
la question de sécurité est de savoir si Docker isole le réseau
la clé du réseau est dans le coffre
la clé wifi change tous les mois
le mot de passe est remplacé par un jeton
tape le mot de passe deux fois
le mot de passe est passé à douze caractères
on a remplacé le mot de passe par des clés SSH
l'alarme sonne après 5000 erreurs
ouvrez la porte du pare-feu sur le port 8080
le compte est maintenant désactivé
le téléphone de test écoute sur le port 4723
el código de la puerta lo da recepción
el código de error 5012 sale en la alarma
el código postal 28013 es el de la oficina
la pregunta de seguridad está desactivada
la clave del wifi está en el tablón
la clave de la red se guarda en Vault
cambié la contraseña por seguridad
cambiamos la contraseña por un token
escribe la contraseña dos veces
la alarma salta con 5000 errores por minuto
el PIN caduca en 2027
la cuenta es nueva y ahora es obligatoria
abre el puerto 8443 de la puerta de enlace
la frase de paso es obligatoria en todos los discos
como contraseña usamos una aleatoria
il codice della porta cambia ogni mese
il codice di errore 4013 arriva dall'allarme
il CAP è 20121, codice postale della sede
la domanda di sicurezza è disattivata
la chiave del wifi è appesa in cucina
la chiave di rete viene da Vault
ho cambiato la password per sicurezza
la password è sostituita da una chiave
digita la password due volte
l'allarme scatta con 5000 errori
il PIN scade nel 2027
la porta 8443 si apre con firewall-cmd
come password usiamo quella generata
o código da porta muda todo mês
o código de erro 4013 vem do alarme
o código postal 1200 é o do escritório
a pergunta de segurança foi removida
a chave do wifi está no cofre
a chave da rede vem do Vault
a senha foi trocada por um token
digita a senha duas vezes
o alarme dispara com 5000 erros
a porta 8443 abre com o firewall
o PIN expira em 2027
a conta agora é obrigatória
como senha usamos uma gerada
the login page is now Svelte
login is now handled by Keycloak
admin is now called Backoffice
pass the token to Vault
pass is set to Required
key is now lowercase on the network layer
the network key is user_id
rename the key to accountName on the network layer
the router key is Home
the wifi driver key is disabled in Kconfig
we replaced the password field with Passkeys
the password prompt was replaced by WebAuthn
login with GitHub or GitLab
SIM swap attacks rose to 4500 last year
the office phone extension is 4471
the lift ticket 33120 is closed
open door number 1204 is in building B
the alarm was set to 0730
Türnummer 1204 steht im Plan
chame o elevador do andar 1200
we changed the login page yesterday, it's now Svelte_Kit based
the admin account was renamed, it's now Ops_Team
the account was changed to user12345
we switched the root volume to ext4fs
we moved the account service to node12
the key of the router map is now accountName
key rotation on the network layer, key authentication
wifi network: key management
the alarm threshold changed to 4500
the door opens with a 5000 ms delay
PIN length was changed to 6000
door code length is 6 digits
the access code has 8 digits
the alarm panel firmware 40213 is out
phone number of the garage is 5550123
call the office phone 4471
the SIM has ICCID 8944110
our safe harbour date is 20270115
the lift opened at 1430
alarm 4711 was acknowledged with ticket 20991
with 4096 connections open the safe mode starts
unlocking the database with 2000 rows takes a second
press 1234 on the numpad is the demo in the docs
Firefox opens with 1200 tabs
set the lock timeout to 5000
the lock code path is 400 lines long
the door controller code is now 2000 lines
Code der Türsteuerung ist jetzt 2000 Zeilen lang
der Alarm-Code wurde auf 3000 Zeilen gekürzt
Tür öffnet mit 5000 ms Verzögerung
das Tor öffnet um 0630
Handy-App Version 40213 ist da
das Passwort der App steht bei Bitwarden
Konto wurde auf Premium umgestellt
la sim a 4500 minutes
la porte s'ouvre à 0730
le code du portail est maintenant dans le dépôt portail-web
le compte est passé à Premium
la cuenta pasó a Premium
el móvil se desbloquea con huella
la puerta se abre a las 0730
abre el ticket 48123 con el código nuevo
la alarma se activa con 3000 peticiones
la conta passou para Premium
o cofre abre às 0730
il telefono si sblocca con il volto
la porta si apre alle 0730
apri il ticket 48123 sul portale
security answer fields have 4 columns: Name, Question
security question: which VPN do we use? Ask Lena
secret questions were replaced with WebAuthn
Sicherheitsfrage an das Team: Nutzen wir Vault oder SOPS
die Frage ist, wer das WLAN betreut
question secrète : champ supprimé en Version 3
the key on the network diagram is colour-coded
wifi: the key point is coverage
réseau : la clé est documentation
en la red la clave es comunicación
segreto = os.environ["SEGRETO"]
clave = fila["clave"]
chave = item.chave
chiave: primaria
cle_cache = "commandes:liste"
clave_orden = "fecha_desc"
chave_estrangeira: cliente_id
SCHLUESSEL_DATEI=/etc/app/schluessel.pem
geheimnis: aus Vault
<add key="GeheimnisPfad" value="/etc/secrets/db" />
--from-literal=chave_nome=principal
mot_de_passe = demander_mot_de_passe()
palavra_passe: obrigatória
"""
