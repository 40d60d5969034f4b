"""Small words that show the role of a statement, in English, German, Spanish, French and Portuguese.

Only closed classes are listed: words of agreement, refusal, duty, cause, doubt and time. Words of a domain are not.
"""

from recall_cli.rules.reading.words import phrases

YES = frozenset(
    """yes yeah yep yup ya sure ok okay k agreed exactly right correct please do go great good perfect fine
    sounds ja jo genau gern klar passt mach machen einverstanden gut super stimmt jawohl bitte si sí vale
    claro dale hazlo adelante perfecto bueno exacto correcto genial venga acuerdo perfe oui ouais d'accord
    parfait exact allez bien vas-y volontiers sim isso pode fechou certo beleza quero ótimo boa perfeito
    gute nice cool love excellent splendid""".split()
)
NO = frozenset(
    "no nope nah nein ne nee nö non não nao never niemals nunca jamais kein keine keinen pas don't leave".split()
)
REFUSALS = phrases(
    "no|nope|nah|nein|non|não|no way|not worth|leave it|forget it|let us not|not now|not my problem|lassen wir",
    "lass|ni de coña|deja|déjalo|laisse|laisse tomber|deixa|deixa quieto|just dreaming|pr welcome|ach nein",
    "lieber nicht|next quarter|next year|neuen jahr|year from now|otro día|un jour|para o ano",
)
LASTING = phrases(
    "always|never|must|must not|from now on|in future|in the future|for the future|only|every|everywhere|rule|whenever",
    "policy|ever|keep|required|mandatory|forbidden|may not|not allowed|at least|at most|no more than|max|maximum",
    "minimum|limit|convention|conventions|convention is|instead of|otherwise|without|except|do not|cannot|can not",
    "should|shall|has to|have to|immer|nie|niemals|nimmer|künftig|ab jetzt|ab sofort|nur|nur noch|muss|müssen",
    "darf|dürfen|soll|sollen|regel|höchstens|mindestens|statt|sonst|ohne|nicht mehr|kein|keine|bleiben|bleibt",
    "jede|jeder|jedes|grundsätzlich|darf nicht|verlangt|siempre|nunca|jamás|a partir de ahora|solo|sólo|debe",
    "deben|tiene que|hay que|norma|regla|máximo|mínimo|nada de|cada|todos|todas|en vez de|límite|limita|prohibido",
    "nos limita|toujours|jamais|désormais|dorénavant|seulement|uniquement|doit|doivent|il faut|faut|règle|chaque",
    "toutes|tous|ne doit|au lieu de|sans|obligatoire|interdit|ne pas|on reste|inutile|sempre|a partir de agora|só",
    "somente|apenas|deve|devem|tem que|regra|toda|ninguém|nada|não usa|não enviamos|obrigatória|obrigatório",
    "proibido",
)
DUTY_OR_DATE = phrases(
    "must|has to|have to|need|needs|deadline|by|before|until|due|freeze|release|ship|ships|opens|expects|target",
    "requires|muss|müssen|bis|vor|spätestens|termin|debe|antes de|hasta|doit|avant|jusqu'à|deve|até|antes",
    "target is|budget",
)
CAUSES = phrases(
    "because|because of|since|due to|root cause|the cause|caused by|reason|that is why|which is why|so that",
    "culprit|hence|thus|therefore|stems from|as a result|the problem is|the issue is|turned out|weil|ursache",
    "grund|deshalb|darum|daher|denn|deswegen|wegen|da|porque|causa|motivo|debido|por eso|ya que|puesto que|como",
    "parce que|car|cause|raison|puisque|donc|du coup|à cause|par conséquent|o motivo|pois|já que|por isso|devido",
    "uma vez que|so|falta|fehlt|por causa",
)
STRONG_CAUSES = phrases(
    "because|because of|due to|root cause|the cause|caused by|that is why|which is why|culprit|turned out|weil",
    "ursache|deshalb|darum|daher|deswegen|porque|motivo|por eso|debido|parce que|o motivo|por isso|devido|puisque",
    "falta|donc|the reason|needs|requires|in order to|so that|i found that|i also noticed|found that",
)
HEDGES = phrases(
    "maybe|perhaps|probably|possibly|might|may be|could be|presumably|i think|i guess|i suspect|my guess|not sure",
    "seems|looks like|it looks|i assume|i believe|vielleicht|vermutlich|wahrscheinlich|könnte sein|ich glaube",
    "ich vermute|anscheinend|quizá|quizás|tal vez|puede que|creo que|supongo|parece|probablemente|peut-être",
    "sans doute|je pense|je crois|on dirait|probablement|talvez|acho que|provavelmente|parece que|pode ser",
    "imagino",
)
OFFERS = phrases(
    "i would|we could|you could|we can|i could|would be|i suggest|i propose|i recommend|we would|i can",
    "alternatively|an alternative|one way out|two ways|option|options|one option|you would|it would|could also",
    "ideas|ich würde|wir könnten|man könnte|könnte|könnten|ich schlage vor|vorschlag|ich kann|besser wäre|wäre",
    "wären|möglich|propongo|podemos|podría|podríamos|puedo|sería|se puede|propuesta|je propose|on pourrait",
    "on peut|je peux|il faudrait|serait|c'est possible|proponho|podia|poderia|posso|seria|devia|sugiro|daria",
    "seria preciso|saldría|serían",
)
SELF_WORK = phrases(
    "i will|i am going to|let me|i am looking|i am running|i am starting|ich schaue|ich prüfe|ich sehe mir",
    "ich lese|ich füge|ich ergänze|ich trage|ich passe|ich starte|voy a|miro|vamos a ver|je regarde|je vais",
    "je lis|je change|je passe|vou|vou ver|vou criar|atualizo|je corrige|lo paro|preparo|añado|crio|ich werde",
    "je remplace|je prépare|espero",
)
PASSING = phrases(
    "right now|at the moment|at present|currently|meanwhile|in progress|so far|still running|is running|in about",
    "it is ready|back in|right back|im moment|gerade|derzeit|läuft noch|ahora mismo|de momento|en este momento",
    "en ce moment|pour le moment|no momento|por enquanto|agora mesmo|as we speak|for the moment|still waiting",
    "going down",
)
TODAY = phrases(
    "today|tonight|this morning|this afternoon|this evening|this weekend|heute|heut|dieses wochenende|hoy",
    "este finde|aujourd'hui|ce soir|hoje|this week|diese woche|esta semana|cette semaine",
)
WRONG = phrases(
    "wrong|not right|incorrect|outdated|is dead|is gone|no longer|not any more|anymore|isn't|is not|moved",
    "since the|belongs to|falsch|stimmt nicht|nicht mehr|nimmer|veraltet|belegt|sondern|sind jetzt|heißt jetzt",
    "está mal|incorrecto|ya no|c'est faux|faux|ancien|n'est plus|depuis|errado|está errado|mudou|já não",
    "lo quitamos|quitamos|is taken|taken by|out|desde la|desde o|since summer|has changed|agreed on|insists",
)
TOO_MUCH = phrases(
    "too much|too long|too many|too slow|too high|too low|too short|too big|zu viel|zu lang|zu langsam|zu hoch",
    "zu groß|demasiado|mucho|trop|demais|muito|is out|not acceptable|is no good",
)
OPEN_ENDS = phrases(
    "open|todo|to do|not done|not yet|remaining|remains|still open|pending|left|outstanding|next|not tested",
    "untested|missing|still|has to be|have to be|yet|needs to be|offen|noch offen|fehlt|fehlen|ausstehend",
    "pendiente|falta|faltan|por hacer|queda|reste à faire|à faire|reste|il reste|pendente|por fazer|em aberto",
    "not applied|still to|waiting",
)
OPEN_LABELS = (
    "open", "todo", "to do", "not done", "not yet", "remaining", "remains", "still open", "pending", "left",
    "outstanding", "next", "next steps", "offen", "noch offen", "pendiente", "falta", "por hacer",
    "queda pendiente", "reste à faire", "à faire", "reste", "pendente", "por fazer", "em aberto", "ausstehend",
    "missing", "not tested", "follow-ups", "later", "follow-up", "not applied", "untested",
)  # fmt: skip
PROBLEMS = phrases(
    "fails|failed|fail|failing|failure|broken|breaks|crash|crashes|crashed|stuck|frozen|wrong|slow|hangs|leak",
    "lose|loses|lost|missing|does not|do not|cannot|error|errors|flaky|duplicate|duplicates|bug|race|down|dies|dead",
    "stutters|off|again|twice|drops|stops|unable|timeout|blowing|complaining|freezes|unacceptable|panics",
    "not working|schlägt|fehl|fehlt|fehler|kaputt|langsam|hängt|bricht|verschwinden|geht nicht|nimmer|stürzt",
    "falla|fallan|roto|lento|tarda|no funciona|pierde|cae|dos veces|échoue|erreur|lent|lente|panne|plante|souci",
    "problème|perd|zéro|n'importe|met|falha|falhou|erro|lenta|não funciona|diferença|trava|perde|problema|zero",
    "reads 0|since",
)
FIXES = phrases(
    "fixed|fixing|fix|fixes|adding|moving|changing|replacing|removing|corrected|behoben|korrigiere|korrigiert",
    "ändere|arreglo|arreglado|corrijo|corrigé|corrige|corrigido|atualizo|passe à|paso a|hecho|rebuilding",
    "i will add|i will use|i will remove|i will move|retrying|has to be|should be|must be|richtig ist",
)
WHAT_IFS = phrases(
    "imagine|what if|suppose|some day|someday|one day|eines tages|was wäre wenn|was wäre|angenommen|imagina|y si",
    "qué pasaría|e se|et si|on pourrait|imagine que|un jour|could we|könnte man|nur spaß|just kidding|haha|lol",
    "should sell|devíamos|no judgement|just dreaming|thinking about|i wonder|i bet|ich frage mich|me pregunto",
    "je me demande|será que|fico pensando",
)
JOKES = ("😅", "😂", "🤣", "🙃", "💀", "🤦", " lol ", " haha", "jaja", " lmao ", "hahaha", "😄", " rofl ")
POLITE_REQUESTS = phrases(
    "can you|could you|would you|please have|kindly|please look|let us get|könnten sie|kannst du|können sie",
    "bitte noch|bitte erst|bitte erstmal|schaust|puedes|podrías|vous pouvez|tu peux|pouvez-vous|consegue|pode ver",
    "podes|do not change|don't change|without touching|no cambies|noch nichts|noch keine|i should like",
    "i would like to|just a report|dime qué|erst mal|primero dime|have a look|tell me|rerun|try again",
)
STRICT_RULES = phrases(
    "always|never|must|must not|from now on|only|rule|policy|no more|may not|not allowed|forbidden|immer|nie",
    "niemals|nur|muss|müssen|darf|dürfen|sollen|regel|siempre|nunca|jamás|solo|debe|hay que|norma|regla|toujours",
    "jamais|doit|faut|règle|sempre|deve|só|somente|regra|without",
)
"""The strictest of LASTING: what a joke or an aside has only where it is meant seriously as well."""
STATUSES = phrases(
    "pass|passes|passed|green|works|working|running|runs|done|finished|completed|installed|installs|built|builds",
    "live|up|deployed|applied|free|clean|ready|fine|back|gone|starting|encrypted|compiles|valid|restored|läuft",
    "laufen|funktioniert|gültig|fertig|wieder da|gelöscht|wieder|abgeschaltet|terminó|terminado|funciona|listo",
    "hecho|desplegado|pasan|aplicada|passent|terminé|corrigé|marche|tourne|fonctionne|passam|aplicado|pronto",
    "concluída|no failure|0 failures|corrects|all set|ok|successful|successfully|rolled back|in place|open again",
    "requeued|can start|durch|completa|completada",
)
CALENDAR = phrases(
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays",
    "saturdays|sundays|weekend|weekends|january|february|march|april|june|july|august|september|october|november",
    "december|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|montags|dienstags|mittwochs",
    "donnerstags|freitags|samstags|sonntags|januar|februar|märz|mai|juni|juli|oktober|dezember|lunes|martes",
    "miércoles|jueves|viernes|sábado|domingo|sábados|domingos|enero|febrero|marzo|abril|mayo|junio|julio|agosto",
    "septiembre|octubre|noviembre|diciembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février",
    "mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|segunda-feira|terça|quarta|quinta|sexta",
    "janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro",
)
"""Days and months."""
TESTS = phrases("test|tests|checks|suite|prueba|pruebas|teste|testes|essai|build|ci")
BUTS = phrases("but|however|aber|jedoch|pero|mais|mas|though|although")
QUESTION_STARTS = phrases(
    "what about|what would|what if|what happens|what is|what does|what do|what are|how|why|who|where|can we|can i",
    "can you|could|could we|should i|should we|is it|is there|are there|does it|do we|do you|did you|kann man",
    "können wir|kann ich|soll ich|wie|wieso|warum|wer|wo|was ist|was wäre|gibt es|qui|pourquoi|comment|combien",
    "est-ce|où|quién|por qué|cómo|cuánto|dónde|e se|como|quem|quanto|onde|por que|roll back or|shall we|und jetzt",
)
GOALS = phrases(
    "need to|we must|wir müssen|müssen wir|toca|tenemos que|hay que|il faut|on doit|temos que|precisamos",
    "we have to|we want to",
)
DECIDING = phrases(
    "let us|go with|use|then|make it|put|set|ship|release|drop|replace|pin|switch|is ok|is fine|is enough|take",
    "stay|stays|not before|nimm|wir nehmen|machen wir|usa|usad|vamos con|pon|ponlo|nos quedamos|dejamos|usamos",
    "mets|mets-le|on garde|on prend|fica|põe|deixa|it is|pool it|go|no longer|is out|next sprint|off in|on in",
    "keep|leave|require",
)
AFTER_ALL = phrases(
    "after all|on second thought|changed my mind|doch lieber|lieber doch|al final|mejor|finalement|afinal|wait no",
    "no wait|scratch that|my bad|i was wrong|no espera|moment nein|ach nein|actually",
)
NAMED_STATES = phrases(
    "is|are|ist|sind|es|está|son|est|sont|é|são|was|will|has|have|hat|haben|tiene|a|tem|needs|owns|coordinates",
)
STEP_DETAILS = phrases(
    "with|by|so|of|within|for|from|only|and|mit|für|von|damit|con|de|para|avec|pour|com|per|between|until|at",
)
FIRST_PERSON = frozenset(
    "i i'm i'll i've i'd me my ich mir mich mein meine yo mi je j'ai moi mon ma eu meu minha".split()
)
NO_PROBLEMS = phrases(
    "no error|no errors|no failure|no failures|0 failures|0 errors|no problem|not a problem|without errors",
    "aucune erreur|aucun problème|keine fehler|kein fehler|kein problem|ohne fehler|sin errores|ningún error",
    "sin problemas|sem erros|nenhum erro",
)
TRIED = phrases(
    "tried|attempted|we had|used to|versucht|hatten|ausprobiert|probamos|intentamos|on a essayé|essayé|tentamos",
    "já deu",
)
RULES = phrases(
    "always|never|must not|must|from now on|rule|policy|please|do not|keep|ever|forbidden|not allowed|no more",
    "has to have|should|we support|we only|respect|not acceptable|our target|target is|in the future|everywhere",
    "needs the|instead of|immer|nie|niemals|nimmer|darf|dürfen|sollen|soll|bitte|ab sofort|künftig|grundsätzlich",
    "keine|kein|nur noch|siempre|nunca|jamás|a partir de ahora|por favor|nada de|norma|regla|hay que|no uses",
    "no toques|pide|toujours|jamais|désormais|s'il te plaît|règle|toutes les|ne doit|sempre|regra|não usa",
    "não usar|ninguém|sexta",
)
LIMITS = phrases(
    "max|maximum|limit|limits|at most|up to|within|budget|capacity|may not|allows|allow|can call|calls a",
    "höchstens|maximal|grenze|máximo|límite|limita|permite|limite|au plus|no máximo|limits us|by friday|by monday",
    "deadline|on call|owns|belongs",
)
CORRECTING = phrases(
    "wrong|incorrect|outdated|moved|no longer|correction|is dead|falsch|stimmt nicht|veraltet|belegt|está mal",
    "incorrecto|ya no|c'est faux|faux|errado|está errado|mudou|já não|lo quitamos|heißt jetzt|sind jetzt",
    "since the summer|was wrong|my bad",
)
ONCE = frozenset(
    """look check list show find tell run try give explain read see rerun retry fix do pull requeue begin test
    watch schau schaust schauen zeig prüf such lies probier mira muestra busca revisa comprueba haz dime
    enséñame regarde montre essaie vérifie lis olha mostra vê procura testa verifica exclude investigate plot
    compare apply""".split()
)
LOOKING = phrases(
    "look|looking|compare|check|read|profile|run|test|see|investigate|review|capture|reproduce|grep|prüfe|schaue",
    "sehe|lese|miro|comparar|probar|regarde|lis|ver|confronter|start|try|wait|retry|begin|measure",
)
INQUIRING = phrases(
    "find out|figure out|look into|investigate|track down|understand why|understand where|understand what",
    "understand how|see why|herausfinden|rausfinden|verstehen warum|untersuchen|averiguar|entender por qué",
    "descubrir por qué|comprendre pourquoi|trouver pourquoi|savoir pourquoi|descobrir por|entender por que",
)
NEEDS = phrases(
    "need to|needs to|have to|must|should|want to|let's|let us|müssen|muss|sollten|wollen|tenemos que|hay que",
    "vamos|necesitamos|il faut|on doit|nous devons|precisamos|temos que",
)
EACH_TIME = phrases("always|never|every|each|immer|nie|jede|siempre|nunca|cada|toujours|jamais|chaque|sempre")
