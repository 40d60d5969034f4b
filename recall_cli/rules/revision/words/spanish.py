"""Spanish words and phrases that show what a statement does, and Spanish function words."""

FUNCTION_WORDS = frozenset(
    (
        "a ahora al cada como con de del desde el en es esta este estos está están fue ha han hasta hay hemos la "
        "las le lo los me mi muy más no nos o para por que se si sin sobre son su sus todo todos un una unas unos "
        "y ya"
    ).split()
)

CUES = {
    "now": "ahora|ya|desde|a partir de ahora|desde hoy|desde el lunes|actualmente|hoy|últimamente|por fin",
    "change": (
        "subimos|subido|bajamos|bajado|cambiado|cambiamos|cambió|pasado|pasa|pasamos|movido|movimos|migrado|"
        "migramos|actualizado|actualizamos|renombrado|ampliado|reducido|aumentado|retrasado|adelantado|aplazado|"
        "dejado|lleva|se ha pasado|se han pasado|sustituido|reemplazado|trasladado|duplicado"
    ),
    "gone": (
        "quitamos|quitado|eliminado|eliminamos|borrado|apagado|retirado|cerrado|suspendido|cancelado|desactivado|"
        "dejamos|fuera|nada|se acabó|anulado|desinstalado|abandonamos|se fue|muerto"
    ),
    "denial": "no|nunca|nadie|ningún|ninguna|nada|sin|tampoco|ni",
    "no_longer": "ya no|dejamos de|dejado de|no más",
    "replacement": "en lugar de|en vez de|sustituido|reemplazado|sustituye|en su lugar",
    "correction": "me equivoqué|equivoqué|error|corrección|en realidad|mal|perdón|me confundí",
    "retraction": "olvida|olvidad|ignora|retiro|anula|no vale",
    "hedge": (
        "creo|quizás|quizá|tal vez|puede que|parece|probablemente|no estoy segura|no estoy seguro|supongo|"
        "a lo mejor|podría|posiblemente|diría"
    ),
    "hearsay": "dicen|he oído|me han dicho|rumor|según|alguien|me comentaron|comentó",
    "plan": "vamos a|a partir de|próximo|próxima|mañana|previsto|planeamos|pensamos|va a|van a|queremos|pronto",
    "proposal": "propongo|propuesta|deberíamos|podríamos|estaría bien|habría que|sugiero",
    "condition": "si|procesara|fuera|tuviera|suponiendo|supongamos|en caso de",
    "past": "antes|era|eran|estaba|hasta|fue|anteriormente|hace|en su día|antiguamente|servía",
    "addition": "también|además|asimismo|tampoco|otro|otra",
    "report": "según|readme|documentación|manual|dice|wiki|pone",
    "single_event": "ayer|anoche|hoy|puntualmente|por una vez|esta mañana",
    "example": "ejemplo|por ejemplo",
    "permission": "puede|pueden|permitido|se puede|permite|autorizado",
    "ban": "prohibido|bloqueado|no se puede|prohíbe",
    "duty": "debe|deben|obligatorio|necesita|hay que|requiere|hace falta|necesario",
    "no_duty": "no hace falta|opcional|no es necesario",
    "still": "sigue|siguen|todavía|aún|sigue siendo",
    "before_old_value": "de|desde|no|sin|en lugar de|en vez de",
    "after_old_value": "ya no|se fue|fuera|no|nada",
    "exception": "salvo|excepto|solo para",
    "preference": "prefiero|mejor|quiero|me gusta",
    "on": "activado|activa|encendido",
    "off": "desactivado|apagado",
    "done": "hecho|terminado|listo|ya está",
}
"""Classes of words, as in the English table."""

GUARDS = {
    "guard": (
        "si|vamos a|próximo|próxima|a partir de|también|además|antes|según|ejemplo|deberíamos|propongo|salvo|va a|van a"
    ),
}
"""Words that bar a statement from ending anything."""
