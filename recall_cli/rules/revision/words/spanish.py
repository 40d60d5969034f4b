"""Spanish words and phrases that show what a statement does, and Spanish function words."""

FUNCTION_WORDS = frozenset(
    """a ahora al cada como con de del desde el en es esta este estos está están fue ha han hasta hay hemos la las le
    lo los me mi muy más no nos o para por que se si sin sobre son su sus todo todos un una unas unos y ya""".split()
)

CUES = {
    "now": (
        "ahora|ya|desde|a partir de ahora|desde hoy|desde el lunes|actualmente|hoy|desde ayer|desde esta semana|"
        "a partir de hoy|últimamente|por fin"
    ),
    "change": (
        "subimos|subido|bajamos|bajado|cambiado|cambiamos|cambió|pasado|pasa|pasamos|movido|movimos|migrado|"
        "migramos|actualizado|actualizamos|renombrado|ampliado|reducido|aumentado|retrasado|adelantado|aplazado|"
        "dejado|lleva|se ha pasado|se han pasado|sustituido|reemplazado|trasladado|duplicado|mudamos|mudado|mudó|"
        "cambia|cambian|subió|bajó|sube|baja|migró|"
        "reprogramado|pospuesto|ampliamos|redujimos|reducimos|aumentamos|actualizó|traspasado|asume|asumido|pasó|"
        "pasaron|"
        "sustituye|reemplaza|reemplazamos|sustituimos|renombramos|mergeado|nuevo|nueva|toma el relevo|releva"
    ),
    "gone": (
        "quitamos|quitado|eliminado|eliminamos|borrado|apagado|retirado|cerrado|suspendido|cancelado|desactivado|"
        "dejamos|fuera|nada|se acabó|anulado|desinstalado|abandonamos|se fue|muerto|retiramos|apagamos|cerramos|"
        "cancelamos|prescindimos|jubilado|obsoleto|"
        "desactivamos|suprimido|descartado|ya no existe|ya no hay|hemos dejado|se dejó"
    ),
    "denial": "no|nunca|nadie|ningún|ninguna|nada|sin|tampoco|ni",
    "no_longer": "ya no|dejamos de|dejado de|no más|dejó de|deja de|dejan de|dejaron de|ya nadie|ya tampoco",
    "replacement": (
        "en lugar de|en vez de|sustituido|reemplazado|sustituye|en su lugar|reemplaza|por lo tanto sino|sino|"
        "reemplazamos|sustituimos"
    ),
    "correction": (
        "me equivoqué|equivoqué|error|corrección|en realidad|mal|perdón|me confundí|rectifico|lo dije mal|está mal|"
        "es incorrecto|incorrecto|no es así|equivocado|fe de erratas|quise decir"
    ),
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
        "si|próximo|próxima|también|además|según|por ejemplo|deberíamos|propongo|salvo|antiguamente|en su día|quizá"
    ),
}
"""Words that bar a statement from ending anything."""
