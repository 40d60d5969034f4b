"""Units, numbers in words, days, months and rhythms, in five languages."""

_SPANS = {
    0.001: "ms msec millis millisecond milliseconds",
    1.0: "s sec secs second seconds sekunde sekunden segundo segundos seconde secondes",
    60.0: "min mins minute minutes minuten minuto minutos",
    3600.0: "h hr hrs hour hours stunde stunden hora horas heure heures std",
    86400.0: "d day days tag tage tagen día días dia dias jour jours",
    604800.0: "week weeks wk wks woche wochen semana semanas semaine semaines",
    2592000.0: "month months monat monate monaten mes meses mois",
    31536000.0: "year years yr yrs jahr jahre jahren año años ans an ano anos",
}
_DIMENSIONS: "dict[str, dict[float, str]]" = {
    "span": _SPANS,
    "size": {
        1.0: "byte bytes b",
        1024.0: "kb kib",
        1048576.0: "mb mib meg megs mo",
        1073741824.0: "gb gib gi gig gigs go",
        1099511627776.0: "tb tib",
    },
    "share": {1.0: "% percent pct prozent"},
    "money": {
        1.0: "€ euro euros eur $ dollar dollars usd bucks £ pound pounds gbp chf franc francs k€",
        0.01: "cent cents",
    },
    "heat": {1.0: "°c °f ° degree degrees celsius fahrenheit grad"},
    "frequency": {1.0: "hz", 1e3: "khz", 1e6: "mhz", 1e9: "ghz"},
    "frames": {1.0: "fps"},
    "voltage": {1.0: "v volt volts", 0.001: "mv"},
    "current": {0.001: "ma mah", 1.0: "a amp amps"},
    "power": {1.0: "w watt watts", 1e3: "kw"},
    "length": {0.001: "mm", 0.01: "cm", 1.0: "m meter meters metre metres", 1e3: "km kilometers kilometres"},
    "pixels": {1.0: "px pixel pixels"},
    "mass": {0.001: "mg", 1.0: "g gram grams", 1e3: "kg kilo kilos"},
    "volume": {0.001: "ml", 1.0: "l liter liters litre litres"},
    "rate": {1.0: "rps qps req/s", 1 / 60: "rpm req/min"},
    "bits": {1.0: "bit bits", 1e3: "kbps", 1e6: "mbps mbit", 1e9: "gbps gbit"},
}
UNITS = {
    word: (dimension, factor)
    for dimension, factors in _DIMENSIONS.items()
    for factor, words in factors.items()
    for word in words.split()
}
"""Units with their dimension and their factor to its base unit."""
GLUED_UNITS = frozenset("a an go mo grad".split())
"""Units that are also words: they count only directly behind a number, as in `5a`."""

NUMBER_WORDS = {
    word: float(number)
    for number, word in enumerate(
        (
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen twenty"
        ).split()
    )
} | {
    "thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0, "seventy": 70.0, "eighty": 80.0, "ninety": 90.0,
    "hundred": 100.0, "dozen": 12.0, "twice": 2.0, "half": 0.5,
    "dos": 2.0, "tres": 3.0, "cuatro": 4.0, "cinco": 5.0, "seis": 6.0, "diez": 10.0, "quinze": 15.0, "veinte": 20.0,
    "zwei": 2.0, "drei": 3.0, "vier": 4.0, "fünf": 5.0, "sechs": 6.0, "sieben": 7.0, "acht": 8.0, "zehn": 10.0,
    "zwölf": 12.0, "zwanzig": 20.0, "dreißig": 30.0, "deux": 2.0, "trois": 3.0, "cinq": 5.0, "dix": 10.0,
    "vingt": 20.0, "trente": 30.0, "dois": 2.0, "três": 3.0, "quatro": 4.0, "dez": 10.0, "vinte": 20.0,
}  # fmt: skip
"""Numbers in words."""

DAYS = {
    name: str(number)
    for number, names in enumerate(
        (
            "monday mondays montag montags lundi lunes segunda-feira|"
            "tuesday tuesdays tue tues dienstag dienstags mardi martes terça terça-feira|"
            "wednesday wednesdays wed weds mittwoch mittwochs mercredi miércoles quarta-feira|"
            "thursday thursdays thu thurs donnerstag donnerstags jeudi jueves quinta-feira|"
            "friday fridays fri freitag freitags vendredi viernes sexta sexta-feira|"
            "saturday saturdays samstag samstags samedi sábado sábados|"
            "sunday sundays sonntag sonntags dimanche domingo domingos"
        ).split("|")
    )
    for name in names.split()
}
"""Names of the days of the week, by their number."""
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar enero janvier janeiro|february feb februar febrero février fevereiro|"
            "march mar märz marzo mars março|april apr abril avril|may mai mayo maio|june jun juni junio juin junho|"
            "july jul juli julio juillet julho|august aug agosto août|september sep sept septiembre septembre setembro|"
            "october oct oktober okt octubre octobre outubro|november nov noviembre novembre novembro|"
            "december dec dezember dez diciembre décembre dezembro"
        ).split("|"),
        1,
    )
    for name in names.split()
}
"""Names of months, by their number."""
RHYTHMS = {
    "hourly": 3600.0, "stündlich": 3600.0, "daily": 86400.0, "nightly": 86400.0, "täglich": 86400.0,
    "weekly": 604800.0, "wöchentlich": 604800.0, "biweekly": 1209600.0, "fortnightly": 1209600.0,
    "monthly": 2592000.0, "monatlich": 2592000.0, "quarterly": 7776000.0, "yearly": 31536000.0, "annually": 31536000.0,
}  # fmt: skip
"""Words for how often something happens, in seconds."""
