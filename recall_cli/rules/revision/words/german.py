"""German words and phrases that show what a statement does, and German function words."""

FUNCTION_WORDS = frozenset(
    """aber alle als am an ans auch auf aufs aus bei beim bis bitte da das dass dem den der des die doch dort durch ein
    eine einem einen einer eines er es für hab habe haben hat hier ich ihr im immer in ins ist ja jede jeden jeder
    jedes jetzt kein keine keinen man mehr mein meine mit nach nicht noch nur oder pro schon seit sich sie sind so
    um und uns unser unsere unter vom von vors war weil wenn werden wie wir wird wurde zu zum zur über""".split()
)

CUES = {
    "now": (
        "seit heute|ab heute|jetzt|inzwischen|mittlerweile|ab sofort|seit|seit gestern|nun|neuerdings|heute|"
        "dauerhaft|künftig|ab jetzt|nunmehr|seit montag|seit dieser woche|ab morgen nicht mehr"
    ),
    "change": (
        "geändert|umgestellt|umgezogen|gewechselt|erhöht|gesenkt|verschoben|verlegt|gehoben|hochgesetzt|"
        "herabgesetzt|migriert|aktualisiert|umbenannt|verlängert|verkürzt|gelegt|übergeben|übernommen|übernimmt|"
        "angehoben|heraufgesetzt|runtergesetzt|hochgezogen|portiert|ersetzt|abgelöst|vergeben|gesetzt|angepasst|"
        "wechseln|umgehängt|verdoppelt|halbiert|gekürzt|reduziert|upgegradet|gebumpt|umgebaut|umgeschrieben|gestiegen|"
        "gesunken|geschoben|vorgezogen|nach hinten geschoben|übernehmen|wechselt|zieht um|umgeschaltet|ausgetauscht|"
        "zusammengelegt|verkleinert|vergrößert|erweitert|angepasst worden|neu|neuer|neue|neues"
    ),
    "gone": (
        "raus|abgeschaltet|entfernt|gelöscht|abgeschafft|eingestellt|weg|beendet|gekündigt|aus|rausgeflogen|"
        "gestrichen|deaktiviert|tot|ausgebaut|aufgehoben|abgelöst|stillgelegt|abgestellt|abgesagt|entfällt|"
        "fällt weg|leer|verworfen|ausgeschaltet|rausgeworfen|fallen gelassen|verzichten auf|abgebaut|aufgegeben|"
        "gekickt|ausgemustert|obsolet|gibt es nicht mehr|gibt's nicht mehr|nicht länger|außer betrieb|gecancelt"
    ),
    "denial": "nicht|kein|keine|keinen|keiner|niemand|nie|nichts|ohne|nirgends|keinem",
    "no_longer": "nicht mehr|kein mehr|niemand mehr|nie mehr|keine mehr|nicht länger|nicht weiter",
    "replacement": (
        "statt|anstatt|anstelle|ersetzt|abgelöst|statt dessen|stattdessen|löst ab|ersetzen|ersetzt durch|sondern|"
        "anstelle von"
    ),
    "correction": (
        "sorry|vertan|falsch|korrektur|geirrt|doch|tatsächlich|stimmt nicht|irrtum|verwechselt|verlesen|eigentlich|"
        "fehler|falsch von mir|stimmt so nicht|nee|korrigiere|richtig ist|falsch gesagt|versprochen|vertippt|war falsch"
    ),
    "retraction": "vergiss|vergesst|ignorier|ignoriere|zurück|nehme zurück|hinfällig|gilt nicht|ungültig|zurückgezogen",
    "hedge": (
        "kann sein|vielleicht|vermutlich|wahrscheinlich|angeblich|möglicherweise|ich glaube|glaube|meine ich|"
        "anscheinend|scheinbar|wohl|könnte|müsste man|nachschauen|unsicher|nicht sicher|eventuell|soll|dürfte|"
        "scheint"
    ),
    "hearsay": "gehört|gerücht|angeblich|jemand|meinte|erzählt|heißt es|gerüchteweise|soll wohl",
    "plan": (
        "nächstes jahr|nächste woche|nächsten monat|wollen|wollen wir|geplant|planen|ab januar|demnächst|bald|"
        "künftig|wird|werden|soll|morgen|im herbst|im frühjahr|vorhaben|will"
    ),
    "proposal": "vorschlag|schlage vor|sollten|könnten wir|überlegen|idee|wäre|würde|diskutieren|lieber",
    "condition": "wenn|falls|würde|wäre|hätte|hätten|sofern|angenommen|gesetzt den fall",
    "past": ("war|früher|damals|hatte|hatten|ehemals|vorher|ursprünglich|anfangs|bis 2022|waren|vor jahren"),
    "addition": "auch|außerdem|zusätzlich|ebenfalls|zudem|weitere|noch ein",
    "report": "steht|laut|readme|doku|dokumentation|alten|pdf|wiki|handbuch|heißt es|folie|zitat",
    "single_event": "gestern|heute|einmalig|ausnahmsweise|kurz|letzte nacht|vorübergehend",
    "example": "beispiel|zum beispiel|z.b|etwa|beispielsweise",
    "permission": "erlaubt|darf|dürfen|kann|können|zulässig|möglich|gestattet",
    "ban": (
        "verboten|untersagt|gesperrt|darf niemand|nicht erlaubt|nicht mehr erlaubt|darf nicht|darf nicht mehr|"
        "blockiert|unzulässig"
    ),
    "duty": "muss|müssen|pflicht|verpflichtend|obligatorisch|nötig|erforderlich|braucht",
    "no_duty": (
        "optional|freiwillig|nicht nötig|nicht mehr nötig|muss nicht|muss nicht mehr|müssen nicht mehr|"
        "nicht mehr pflicht|keine pflicht|nicht erforderlich"
    ),
    "still": "immer noch|weiterhin|bleibt|nach wie vor|unverändert",
    "before_old_value": "von|vom|statt|nicht|kein|keine|anstatt|alten|alte|ohne",
    "after_old_value": "raus|weg|abgelöst|ersetzt|abgeschaltet|nicht mehr|tot|aus|hat|entfernt",
    "exception": "außer|nur für|ausnahme|ausgenommen",
    "preference": "mag|lieber|bitte|will|bevorzuge|bevorzugt|möchte|gern|gerne",
    "on": "aktiv|an|eingeschaltet|aktiviert",
    "off": "aus|deaktiviert|ausgeschaltet|inaktiv",
    "done": "fertig|erledigt|abgeschlossen|durch|live|angepasst",
}
"""Classes of words, as in the English table."""

GUARDS = {
    "guard": (
        "nächstes jahr|nächste woche|wollen wir|geplant|wenn|falls|würde|wäre|hätte|außerdem|ebenfalls|damals|"
        "früher|vorschlag|sollten|beispiel|laut|nur für|außer|zum beispiel|z.b|ich schlage vor|angenommen|überlegen"
    ),
}
"""Words that bar a statement from ending anything."""
