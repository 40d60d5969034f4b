"""French words and phrases that show what a statement does, and French function words."""

FUNCTION_WORDS = frozenset(
    """a au aux avec avons c ce ces cette chaque d dans de depuis des du elle en entre est et hors il ils je l la le
    les leur leurs lors ma mes mon n ne nos notre nous on ont ou par pas plus pour que qui s sa sans se ses son sont
    sous sur tous tout toutes très un une vers y à été""".split()
)

CUES = {
    "now": (
        "maintenant|désormais|depuis|dorénavant|actuellement|à présent|aujourd'hui|dès maintenant|"
        "dès aujourd'hui|à partir de maintenant|à compter de|depuis hier"
    ),
    "change": (
        "porté|passé|passés|passée|passe|changé|déplacé|déplacées|déplacés|migré|monté|montée|baissé|augmenté|"
        "réduit|mis à jour|remplacé|renommé|repoussé|décalé|avancé|basculé|transféré|confié|repris|reprend|abaissé|"
        "relevé|allongé|doublé|passent|passons|migrée|bascule|change|changent|déménagé|rétrogradé|actualisé|raccourci|"
        "reporté|reportée|remplace|prend la suite|succède|prend le relais|nommé|transmis|élargi|divisé|relevée|nouveau|"
        "nouvelle|évolué"
    ),
    "gone": (
        "arrêté|supprimé|retiré|enlevé|abandonné|fermé|désactivé|coupé|viré|vide|terminé|annulé|fini|éteint|"
        "plus de|jeté|laissé tomber|laisse tomber|résilié|supprime|abandonne|décommissionné|obsolète|retirons|mort|"
        "n'existe plus|n'y a plus"
    ),
    "denial": "ne|n'|pas|jamais|aucun|aucune|sans|rien|personne|ni|plus",
    "no_longer": (
        "n'est plus|ne plus|plus le droit|n'a plus|arrêté de|plus besoin|ne sont plus|ne est plus|ne a plus|"
        "cessé de|arrête de|a cessé"
    ),
    "replacement": "remplacé|au lieu de|à la place|remplace|plutôt que|et non|en remplacement de|à la place de",
    "correction": (
        "me suis trompée|me suis trompé|trompé|trompée|erreur|correction|en fait|en réalité|faux|finalement|"
        "rectification|je rectifie|pardon|me suis mal exprimé|inexact|c'est faux|ce est faux|"
        "je me corrige|autant pour moi|au temps pour moi|désolé|désolée"
    ),
    "retraction": "oublie|oubliez|ignore|annule|retire|ne tient plus",
    "hedge": (
        "il me semble|semble|peut-être|probablement|je crois|je pense|à vérifier|sans doute|apparemment|paraît|"
        "il se peut|pas sûr|pas sûre|pourrait|serait"
    ),
    "hearsay": "on m'a dit|paraît|rumeur|quelqu'un|entendu|il paraît|selon",
    "plan": "à la rentrée|va|vont|prochain|prochaine|fermera|sera|seront|prévu|bientôt|demain|l'an prochain",
    "proposal": "propose|proposition|devrait|pourrait|on pourrait|suggère|il faudrait",
    "condition": "si|tiendrait|serait|supposons|au cas où|imaginons",
    "past": "à l'époque|était|étaient|avant|jusqu'en|autrefois|auparavant|jusqu'à|ancien|il y a",
    "addition": "également|aussi|en plus|en outre|par ailleurs",
    "report": "écrit|selon|cahier des charges|documentation|doc|readme|wiki|indique",
    "single_event": "hier|ce matin|cette nuit|exceptionnellement|une fois|aujourd'hui",
    "example": "exemple|par exemple",
    "permission": "autorisé|peut|peuvent|permis|droit|possible",
    "ban": "interdit|bloqué|plus le droit|pas autorisé",
    "duty": "doit|doivent|obligatoire|il faut|nécessaire|besoin",
    "no_duty": "facultatif|pas besoin|plus besoin",
    "still": "toujours|encore|reste",
    "before_old_value": "de|d'|plus|au lieu de|pas|ancien",
    "after_old_value": "plus|remplacé|supprimé|vide|arrêté",
    "exception": "sauf|excepté|uniquement",
    "preference": "préfère|veux|aime|plutôt",
    "on": "activé|actif",
    "off": "désactivé|inactif",
    "done": "terminé|terminée|fait|fini|prêt",
}
"""Classes of words, as in the English table."""

GUARDS = {
    "guard": (
        "si|à la rentrée|également|aussi|à l'époque|à le époque|autrefois|sera|fermera|serait|selon|proposition|"
        "propose|"
        "par exemple|sauf|prochain|prochaine|imaginons|supposons|de après"
    ),
}
"""Words that bar a statement from ending anything."""
