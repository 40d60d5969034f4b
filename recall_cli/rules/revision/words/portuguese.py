"""Portuguese words and phrases that show what a statement does, and Portuguese function words."""

FUNCTION_WORDS = frozenset(
    """a agora ao aos as até cada com como da das de desde do dos e ela ele em entre essa esse esta este está estão foi
    gente há isso já lo mais me meu minha muito na nas no nos num numa não o os ou para pela pelas pelo pelos por
    pra pro que se sem seu seus sobre sua suas são tem toda todo todos um uma umas uns à às é""".split()
)

CUES = {
    "now": (
        "agora|já|desde|a partir de agora|hoje|atualmente|finalmente|a partir de hoje|desde ontem|desde segunda|"
        "de agora em diante|daqui para frente"
    ),
    "change": (
        "aumentaram|aumentou|aumentamos|subiu|subimos|baixou|baixamos|mudou|mudamos|mudado|passou|passa|migrei|"
        "migramos|migrado|atualizado|atualizamos|renomeado|remarcado|adiado|trocamos|trocado|reduzido|ampliado|"
        "movido|transferido|substituído|dobrou|elevado|movemos|migrou|migraram|trocou|trocaram|trocado|passaram|"
        "passamos|muda|mudaram|"
        "reduzimos|ampliamos|atualizou|antecipado|reagendado|transferimos|assumiu|assume|substitui|substituímos|"
        "novo|nova|"
        "virou|foi para|renomeamos|postergado|aumentado|diminuído|diminuímos|concluímos"
    ),
    "gone": (
        "largamos|tiramos|removido|removemos|desligado|desativado|cancelado|apagado|fora|parou|encerrado|nada|"
        "suspenso|acabou|abandonamos|retirado|parar|paramos|aposentamos|aposentado|desativamos|desligamos|"
        "eliminado|eliminamos|"
        "descontinuado|extinto|excluído|saiu|cancelamos|não existe mais|largou"
    ),
    "denial": "não|nunca|ninguém|nenhum|nenhuma|nada|sem|nem|tampouco",
    "no_longer": (
        "já não|não mais|não usa mais|deixamos de|não tem mais|deixou de|deixaram de|parou de|paramos de|"
        "não é mais|não há mais|nunca mais"
    ),
    "replacement": (
        "em vez de|no lugar de|substituído|substitui|ao invés de|em lugar de|substituímos|e sim|mas sim|trocado por"
    ),
    "correction": (
        "falei errado|errado|correção|na verdade|me enganei|erro|desculpa|desculpe|enganei|corrigindo|está errado|"
        "não é isso|quis dizer|falei besteira|retifico"
    ),
    "retraction": "esquece|esqueça|ignore|desconsidere|retiro|não vale",
    "hedge": (
        "acho|talvez|parece|provavelmente|não conferi|não tenho certeza|pode ser|possivelmente|deve ser|"
        "aparentemente|creio"
    ),
    "hearsay": "ouvi|disseram|dizem|alguém|boato|me falaram|segundo",
    "plan": "a partir de|vai|vão|próximo|próxima|amanhã|planejamos|previsto|ano que vem|em breve|vamos",
    "proposal": "proposta|sugiro|deveríamos|poderíamos|que tal|seria bom",
    "condition": "rodasse|fosse|tivesse|travaria|supondo",
    "past": "era|eram|antes|antigamente|controlava|na época|foi|usava",
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
    "guard": ("ano que vem|também|antigamente|proposta|por exemplo|ex|exceto|sugiro|deveríamos|na época|além"),
}
"""Words that bar a statement from ending anything."""
