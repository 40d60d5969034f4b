"""Sentences that tell a password or a code, in five languages.

Each value stands in brackets. While the rules were written, the texts called UNSEEN were only counted.
"""

TOLD = """
btw the staging db password is just [hollyhock] for now
I changed the Grafana password to [Tamarind] this morning
for the printer use [saltwater] as the password
if it asks for the access code, say [Periwinkle]
the door code PIN for the lab, it's [8052]
the garage keypad wants [4417], same PIN as always
password's [brambleberry], don't share it
we had to reset the jenkins password; it's [Vx9!teal-otter] now
put [GreenKettle] in as the admin password
you'll need a password, it is [wombat-parade]
type [nectarine] when the router asks for its password
the passphrase on the backup drive is [violet anchor seven pickles]
the new wifi password will be [Dandelion] from Monday
log in to Metabase as reporter with password [qazplmwsx]
the root password should now be [Limestone]
password for sftp account partner2 = [nimbus_owl]
hey can you save this: vpn pin [770312]
My GitLab login: tomasz / [Bq7fPlum]
their shared mailbox password used to be [snowdrift], now it's [Avalanche]
unlock the vault with the code [91-22-47]
the keyholder's code word is [Gorgonzola]
the combination of the server room safe is [38-04-71]
the password we agreed on was [marmalade]
tell nobody, but the password is still [Sycamore]
the admin account's password is probably [artichoke]
password = [papaya], user = kiosk
the sudo password on the build box is [hunterGreen]
set the db password to [quicksilver] when you recreate the container
The login for the test shop is shopper@acme.test with the password [Bubblegum]
the password is '[teapot]'
I use [cranberry42] for the postgres password locally
enter [ZK-4471-PP] as access code at the gate
Das Datenbankpasswort ist seit gestern [Kirschbaum]
gib [Nebelhorn] als Passwort ein
Ich habe das Passwort auf [Wintermantel] geändert
als Kennwort nimmst du [Apfelkuchen]
das WLAN-Passwort heißt [Giraffenhals]
PIN fürs Alarmpanel: [5519]
Die Passphrase vom Backup ist einfach [Regenschirm]
das Passwort ist übrigens [Leuchtturm], aber nicht weitersagen
Wenn du nach dem Zugangscode gefragt wirst, sag [Pusteblume]
der Zugangscode lautet neuerdings [Seepferdchen]
der PIN-Code der Tür, das ist [4821]
Passwort fürs NAS bleibt [Hagelkorn]
Das root-Passwort wurde auf [fliederduft] gesetzt
Passwort für den Drucker: [tannenzapfen]
melde dich als praktikant mit dem Passwort [Sommerregen] an
Am Router tippst du [Butterblume] als Kennwort ein
Das Passwort war früher [Feldweg], jetzt ist es [Bachlauf]
mein Jira-Passwort lautet momentan [Pfefferminz]
das Admin-Kennwort ist immer noch [Zuckerwatte]
Das Geheimwort für den Server ist [Schneeglöckchen]
Der Code für den Tresor ist [771204]
Nutze [Kw7-Falke] als WLAN-Schlüssel
Das Kennwort lautet „[Mondschein]“
der API-Key von Mailjet ist [9fkq27ddlw0zmv31]
Für die Zip-Datei haben wir [Ofenkartoffel] als Passwort genommen
die PIN der SIM-Karte ist jetzt [3390]
Kennwort: [Sternschnuppe]
das Passwort für alle Testnutzer ist [Wollmaus]
vergiss nicht: Passwort [rotkehlchen7]
Das neue Passwort ist ab heute [Ziegenkäse]
Le mot de passe de la base est juste [tournesol] pour l'instant
On a mis [Parapluie] comme mot de passe
j'ai changé le mot de passe en [Citronnelle]
utilise [grenouille] comme mot de passe pour l'imprimante
le code d'accès du portail est [Coquillage]
code PIN de la porte, c'est [6043]
si on te demande le code d'accès, dis [Framboise]
le mot de passe, c'est [mirabelle]
le mdp du wifi est toujours [Marguerite]
mot de passe admin : [champignon]
Le nouveau mot de passe est désormais [Escargot]
tape [pamplemousse] quand il demande le mot de passe
la phrase de passe est [tigre violet sur le toit]
le mot de passe root a été changé pour [Bicyclette]
connecte-toi en admin avec le mot de passe [Libellule]
la clé du wifi est [Xq8-lavande]
le mot de passe du NAS reste [Cerfeuil]
mets [noisette22] comme mdp
le mot de passe était [pivoine] avant
le code de l'alarme est le [2580]
pour le coffre le code c'est [904417]
notre mot de passe jenkins, c'est tout simplement [Coccinelle]
identifiants de démo : visiteur / [Pistache9]
le mot de passe sera [Hérisson] à partir de lundi
Le mot de passe de l'archive est « [aubergine] »
le mot de passe pour le compte stagiaire : [Marronnier]
il faut saisir [Rosée-du-matin] comme phrase secrète
le mot de passe par défaut est [Ratatouille]
La contraseña de la base es simplemente [girasol]
Pusimos [Relámpago] como contraseña
cambié la contraseña a [Mandarina]
usa [luciérnaga] como contraseña de la impresora
el código de acceso es [Tormenta]
el código PIN de la puerta, es [7316]
si te piden el código de acceso, di [Aguacate]
la contraseña sigue siendo [caracol]
contraseña del router: [berenjena]
la clave del wifi es [Murciélago]
La nueva contraseña es ahora [Sandalia]
escribe [trompeta] cuando pida la contraseña
la contraseña de root se cambió por [Carretera]
entra como soporte con la contraseña [Alcachofa]
la frase de paso es [gato azul bajo la mesa]
mi contraseña de Jira es actualmente [Zanahoria]
pon [Canela#19] como clave
la contraseña era [tortuga] antes
el pin de la alarma es el [8462]
datos de acceso: invitado / [Maracuya5]
a partir del lunes la contraseña será [Cascabel]
la contraseña del zip es «[paloma]»
como contraseña hemos puesto [Lavadora]
la contraseña por defecto es [Chorizo]
teclea [5528] como PIN
la palabra clave del servidor es [Golondrina]
Come password abbiamo messo [limoncello]
la password è semplicemente [girasole]
ho cambiato la password in [Tartaruga]
usa [pipistrello] come password della stampante
il codice di accesso è [Temporale]
codice di accesso in [49KX7P]
il PIN della porta, è [6180]
se ti chiedono il codice di accesso, di' [Zafferano]
la password del wifi è sempre [lucertola]
password di amministratore: [melanzana]
La nuova password è ora [Conchiglia]
scrivi [trombone] quando chiede la password
la password di root è stata cambiata in [Cipresso]
entra come ospite con la password [Carciofo]
la parola d'ordine è [Ghirlanda]
la password era [Formica] fino a ieri
il pin dell'allarme è [3097]
metti [Basilico#7] come password
la password dello zip è «[fragola]»
da lunedì la password sarà [Campanile]
il codice della cassaforte è [552810]
a senha do banco é só [girassol]
mudei a senha para [Tangerina]
usa [borboleta] como senha da impressora
o código de acesso é [Trovoada]
a senha continua sendo [caracol]
senha do roteador: [berinjela]
digite [pipoca] quando pedir a senha
colocamos [Abacaxi] como senha
a senha do wifi agora é [Cachoeira]
entre como visitante com a senha [Jabuticaba]
o PIN do alarme é [7024]
a palavra-passe é [Andorinha]
Reminder: the Wi-Fi at the cabin uses the password [Thimbleful]
our Postgres replica password got changed to [Bq-lantern-88] yesterday
ops told me the break-glass password is [Quarrystone]
the sticky note says password: [meringue]
When prompted for a passphrase, enter [brass monkey weather again]
Jenkins password → [Foxglove]
password for the shared drive, in case you need it, is [Saffron]
the PIN to the meeting is [482913]
I'd rather you used [Birchwood] as password
Der Kollege meint, das Passwort wäre [Erdbeerfeld]
Login ist tester, Passwort [Lakritze]
stell das Passwort bitte auf [Heidelbeere] um
Zugang zum NAS: Benutzer jan, Passwort [Kastanie7]
an der Tür die [7740] eingeben, das ist der Code
Die PIN lautet [2046]
als Passphrase haben wir „[drei müde Esel im Schnee]“
Le mot de passe du partage réseau : [Brioche]
le mot de passe a changé, maintenant c'est [Girouette]
le digicode est [74B19]
Comme mot de passe, mets [Trottinette]
le mot de passe provisoire est [Artichaut]
Pour ouvrir le portail, tapez [8261]
le mot de passe choisi est [boulangerie]
La contraseña del NAS ha cambiado, ahora es [Cigarra]
entramos con la contraseña [Remolino]
el PIN de la tarjeta es [6620]
como clave usa [Peonza#33]
la contraseña maestra es [Frambuesa]
la contraseña que pusimos es [Naranjo]
mi contraseña siempre ha sido [Cucurucho]
il file è protetto con la password [Coriandolo]
utente marta e password [Albicocca]
la password provvisoria è [Granchio]
entriamo con la password [Vortice]
la password scelta è [Tramonto]
o arquivo está protegido com a senha [Jacaranda]
a senha mudou, agora é [Pitanga]
usuário rita e senha [Damasco77]
"""

TOLD_UNSEEN = """
Anyone can get in with the password [toffeeapple]
The passcode for the tablet is [190274]
you get past the login screen with [mulberry-9]
old password was [tinfoil], new one is [cardigan]
his username is bruno and his password is [chestnut]
the alarm is disarmed with [60914]
give him [lemongrass] as a temporary password
my master password has always been [Honeycomb]
the admin password is literally [asparagus]
Passwort vom Admin-Konto: [Lokomotive]
wir haben uns auf das Passwort [Mauersegler] geeinigt
Das Passwort muss ich mir merken: [Dachziegel]
Unser Gäste-WLAN hat das Passwort [Gummistiefel]
das alte Passwort war [Fahrradklingel]
Die Datei ist mit dem Passwort [Bernstein] geschützt
Das Standardpasswort ist [Kuckucksuhr]
on se connecte avec le mot de passe [cornichon]
son mot de passe est resté [Papillon]
Le code PIN de la tablette est [5093]
le wifi invité a pour mot de passe [Myrtille]
le fichier zip est protégé par le mot de passe [Nénuphar]
utilisateur claire, mot de passe [Dauphin44]
mon mot de passe maître, c'est [Saperlipopette]
Le mot de passe de test : « [Mandoline] »
el wifi de invitados tiene la contraseña [Merengue]
usuario lola y contraseña [Albaricoque]
La contraseña provisional es [Cangrejo]
el archivo está protegido con la contraseña [Jirafa]
El código de la puerta es [9135]
La clave de acceso al servidor es [Tiburon2]
La password del NAS è cambiata, adesso è [Cicala]
il wifi ospiti ha come password [Mirtillo]
Il PIN della carta è [7713]
imposta la password su [Lampione]
il codice del cancello è [3381]
a senha provisória é [Caranguejo]
o PIN do cartão é [8841]
a senha escolhida é [Cataventos]
"""
