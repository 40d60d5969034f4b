"""Words that ask and do not name anything: the answer to a question need not contain them."""

QUESTION_WORDS = frozenset(
    "ago another any anything average approximately between bit chat compared conversation couple"
    " currently day days describe difference different discuss discussed earlier else ever everything"
    " far few first follow found gave get getting give given go going got happen happened hour hours"
    " item kind know last lately later like list long look looking lot make made many mean mention"
    " mentioned minute minutes month months much name name's need new next number often old once order"
    " pass passed past please previous previously question recent recently recommend recommended related"
    " remember remind said say see several since someone something specific still suggest suggested"
    " suggestion suggestions take taken talk talked tell thing things think time times today told"
    " tonight took total try tried type used use using want wanted way week weekend weeks went wonder"
    " wondering year years yesterday yet one two three four five six seven eight nine ten".split()
)
