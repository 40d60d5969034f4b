"""Portuguese words and phrases that show what a statement does, and Portuguese function words."""

FUNCTION_WORDS = frozenset(
    (
        "a agora ao as até cada com como da das de desde do dos e ela ele em essa esse esta este está estão foi "
        "gente há isso já lo mais me meu minha muito na nas no nos não o os ou para pela pelo por pra pro que se "
        "sem seu seus sobre sua suas são tem toda todo todos um uma umas uns à é"
    ).split()
)

CUES = {
    "now": "agora|já|desde|a partir de agora|hoje|atualmente|finalmente",
    "change": (
        "aumentaram|aumentou|aumentamos|subiu|subimos|baixou|baixamos|mudou|mudamos|mudado|passou|passa|migrei|"
        "migramos|migrado|atualizado|atualizamos|renomeado|remarcado|adiado|trocamos|trocado|reduzido|ampliado|"
        "movido|transferido|substituído|dobrou|elevado"
    ),
    "gone": (
        "largamos|tiramos|removido|removemos|desligado|desativado|cancelado|apagado|fora|parou|encerrado|nada|"
        "suspenso|acabou|abandonamos|retirado|parar"
    ),
    "denial": "não|nunca|ninguém|nenhum|nenhuma|nada|sem|nem|tampouco",
    "no_longer": "já não|não mais|não usa mais|deixamos de|não tem mais",
    "replacement": "em vez de|no lugar de|substituído|substitui|ao invés de",
    "correction": "falei errado|errado|correção|na verdade|me enganei|erro|desculpa",
    "retraction": "esquece|esqueça|ignore|desconsidere|retiro|não vale",
    "hedge": (
        "acho|talvez|parece|provavelmente|não conferi|não tenho certeza|pode ser|possivelmente|deve ser|"
        "aparentemente|creio"
    ),
    "hearsay": "ouvi|disseram|dizem|alguém|boato|me falaram|segundo",
    "plan": "a partir de|vai|vão|próximo|próxima|amanhã|planejamos|previsto|ano que vem|em breve|vamos",
    "proposal": "proposta|sugiro|deveríamos|poderíamos|que tal|seria bom",
    "condition": "se|rodasse|fosse|tivesse|travaria|supondo",
    "past": "até|era|eram|antes|antigamente|controlava|na época|foi|usava",
    "addition": "também|além|outro|outra",
    "report": "manual|documentação|consta|diz|segundo|readme|wiki",
    "single_event": "ontem|hoje|excepcionalmente|uma vez|esta noite",
    "example": "exemplo|por exemplo",
    "permission": "pode|podem|permitido|liberado",
    "ban": "proibido|bloqueado|não pode|vedado",
    "duty": "deve|obrigatório|precisa|tem que|necessário",
    "no_duty": "opcional|não é preciso|não precisa|já não é preciso",
    "still": "ainda|continua|segue",
    "before_old_value": "de|do|da|não|sem|em vez de|velho",
    "after_old_value": "não|fora|mais|nada",
    "exception": "exceto|salvo|menos|só para",
    "preference": "prefiro|gosto|quero|pode",
    "on": "ativado|ligado|ativo",
    "off": "desativado|desligado|pausada",
    "done": "feito|pronto|concluído|terminado",
}
"""Classes of words, as in the English table."""

GUARDS = {
    "guard": (
        "se|a partir de|ano que vem|também|até|antigamente|manual|documentação|segundo|proposta|exemplo|exceto|vai|"
        "na época|além"
    ),
}
"""Words that bar a statement from ending anything."""
