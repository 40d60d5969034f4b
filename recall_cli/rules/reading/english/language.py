"""Whether a statement is in English. A statement in another language is no error: it is kept whole."""

from recall_cli.rules.reading.english.words import Words

_ENGLISH = frozenset(
    """the and is are was were be have has had do does did not of to in on at for with from by that this
    these it we you they our your my i if when should would could can will must never always use using who
    what which how why because so but than then there their its as or an use run runs uses prefer like
    it's""".split()
)
_OTHERS = frozenset(
    """der die das und ist nicht ich wir ein eine einen auf mit für zu den dem von im sind wird immer nie
    kein keine sie mein meine unser unsere el la los las que de y en un una por con para mi nuestro
    nuestra siempre nunca es son del al se no lo su le les des du et est je nous vous une dans pour sur
    avec pas ne mon ma nos toujours jamais il di che per non sono uma um não nós os com em na não meu
    minha nosso sempre ik wij het een niet en met voor van zijn är och inte jag vi på med att det som ett
    för jeg ikke og av på til nie jest w z na się do ve bir bu için değil usamos usiamo arbeite arbeiten
    uso utilizo wir benutzen verwenden heißt habe haben vivo trabajo trabalho""".split()
)
_THANKS = frozenset(
    """danke gracias merci obrigado obrigada grazie tack takk dank ja nein oui non si sim não genau
    perfekt perfecto parfait vale gut bien super klar de nada beaucoup muchas mille vielen schön hola
    hallo bonjour ciao salut olá adiós tschüss ok okay spasibo спасибо да нет привет ありがとう はい 谢谢
    好的 你好
    감사합니다 네 привет здравствуйте большое огромное добрый доброе утро день вечер как дела пока хорошо ладно
    안녕하세요 안녕 고마워 고마워요 고맙습니다 수고하셨습니다 알겠습니다 좋아요 반갑습니다 こんにちは こんばんは
    おはよう おはようございます ありがとうございます ありがとうございました どうも すみません お疲れ様です
    了解です わかりました 你好啊 您好 早上好 晚上好 谢谢你 非常感谢 再见 好吧 dzień dobry dziękuję bardzo cześć
    bom dia boa tarde noite buongiorno buonasera mille salut coucou guten morgen abend moin hej""".split()
)


_ENGLISH_TOO = frozenset("per do no die met son men pour con on sono det".split())
"""Words of other languages that English has as well: alone, or told twice, they make nothing foreign."""


def is_foreign(words: Words) -> bool:
    """Whether a statement is clearly in a language other than English."""
    if words.text.isascii() and not (words.bag & _OTHERS) - _ENGLISH_TOO:
        return False
    letters = [mark for mark in words.text if mark.isalpha()]
    if sum(ord(mark) > 0x24F for mark in letters) * 3 > len(letters):
        return True
    english = sum(word in _ENGLISH for word in words.lower)
    other = sum(word in _OTHERS for word in words.lower)
    accented = any(ord(mark) > 0x7F for mark in letters)
    if not accented and not (words.bag & _OTHERS) - _ENGLISH_TOO:
        return False
    return other > english and other + accented > 1 and other * 6 >= len(words)


def is_foreign_courtesy(words: Words) -> bool:
    """Whether a foreign statement only greets, thanks or agrees."""
    return all(word in _THANKS for word in words.lower) or len("".join(words.lower)) < 4
