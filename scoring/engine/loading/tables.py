"""The tables of a rule sheet: which keys a row knows, and what goes together within one row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from scoring.engine import customs
from scoring.engine.cards import NEEDED_CARDS
from scoring.engine.customs import Custom, DoubledGames, InSolo, Jungfrauen, Kind, TrischakenRenonce
from scoring.engine.loading.mistakes import shown, unknown
from scoring.engine.loading.reading import (
    BIGGEST_VALUE,
    LONGEST_ABOUT,
    LONGEST_ALSO,
    LONGEST_LABEL,
    LONGEST_NOTE,
    LONGEST_REMARK,
    LONGEST_SHORT,
    LONGEST_STEP,
    MOST_CENTS,
    MOST_ROWS,
    BothTexts,
    Data,
    ForEach,
    Key,
    Loader,
    ManyOf,
    OneCustom,
    OneOf,
    PlainText,
    WholeNumber,
    Worth,
    named,
    points,
    tables,
    truth,
)
from scoring.engine.options import CHOICES, OPTIONS, Options
from scoring.engine.rules import (
    CHAPTERS,
    KONTRA_LABELS,
    Contract,
    Kontra,
    OptionNote,
    PagatkassaTerms,
    PremiumRule,
    Radl,
    Remark,
    Rules,
    Trischaken,
)
from scoring.engine.texts import Text
from scoring.engine.triggers import TRIGGERS

_LABEL = BothTexts(LONGEST_LABEL)
_VALUE = WholeNumber(0, BIGGEST_VALUE)
_WORTH = Worth(0, BIGGEST_VALUE)
_CENTS = WholeNumber(0, MOST_CENTS)
_MOST_TRICKS = 12
_WHOLE_TALON = 6
_MOST_TIMES = 100
OTHERWISE = "table"  # the chapter of words that name none
_BY_POINTS = (Kind.CALLING, Kind.PAIRED, Kind.ALONE)
_PAID = (*_BY_POINTS, Kind.NEGATIVE)  # by one side to the other
_STEPS = (tuple(KONTRA_LABELS), "unknown_kontra")
_CAUSES = (tuple(TRIGGERS), "unknown_trigger")


_NO_PRICE_HELP = Text(
    "Leer lassen, wenn es das so nicht gibt.", "Leave it empty if it does not exist that way."
)

# Every key of every table, in the order in which a sheet is written.

_NAMES = {  # of a game or premium
    "label": Key(Text("Name", "name"), _LABEL, required=True, on_phone=True),
    "short": Key(
        Text("Abkürzung", "short form"),
        PlainText(LONGEST_SHORT),
        required=True,
        help=Text(
            "Ein paar Buchstaben für die Liste der Hände, etwa SR für Solorufer.",
            "A few letters for the list of hands, such as SR for Solorufer.",
        ),
        on_phone=True,
        asked_with="label",
    ),
    "also": Key(
        Text("Auch genannt", "also called"),
        BothTexts(LONGEST_ALSO),
        help=Text(
            "Andere Namen, mit Beistrichen getrennt, etwa Eigener, Auf. "
            "Wer sucht, findet es auch unter ihnen.",
            "Other names, separated by commas, such as Eigener, Auf. A search finds it by these as well.",
        ),
        on_phone=True,
        asked_with="note",
    ),
}
_NOTE = {
    "note": Key(
        Text("Hinweis", "note"),
        BothTexts(LONGEST_NOTE),
        help=Text(
            "Ein paar Worte daneben auf dem Speiszettel. Sie ändern keinen Betrag.",
            "A few words beside it on the Speiszettel. They change no amount.",
        ),
    )
}
_CONTRACT = {
    **_NAMES,
    "value": Key(
        Text("Wert", "value"),
        _WORTH,
        required=True,
        help=Text(
            "So viel zahlt jeder Gegner; so viel bekommt er, wenn es verloren geht.",
            "What each opponent pays, or gets if it is lost.",
        ),
        on_phone=True,
    ),
    "lost": Key(
        Text("Wert verloren", "value when lost"),
        _WORTH,
        help=Text("Leer lassen, wenn verloren dasselbe kostet.", "Leave it empty if losing costs the same."),
        asked_with="value",
        kinds=_PAID,
    ),
    "kind": Key(Text("Spielart", "way of playing"), OneCustom(customs.Kind), required=True, on_phone=True),
    "who": Key(Text("Wer es spielen darf", "who may play it"), OneCustom(customs.Who), on_phone=True),
    "solo": Key(
        Text("Solo", "solo"),
        truth,
        question=Text("Es ist ein Solo", "It is a solo game"),
        help=Text(
            "Gespielt ohne Talon. Viele Prämien zählen darin doppelt.",
            "Played without the talon. Many premiums count double in it.",
        ),
        on_phone=True,
        kinds=_BY_POINTS,
    ),
    "colour": Key(
        Text("Farbenspiel", "colour game"),
        truth,
        question=Text("Es ist ein Farbenspiel", "It is a colour game"),
        help=Text(
            "Tarock sticht nicht. Es zählen nur Prämien, die im Farbenspiel gelten.",
            "Tarocks are no trumps. Only the premiums ticked for colour games count.",
        ),
        on_phone=True,
        asked_with="solo",
        kinds=_BY_POINTS,
    ),
    "talon": Key(
        Text("Karten aus dem Talon", "cards of the talon"),
        WholeNumber(0, _WHOLE_TALON),
        question=Text(
            "So viele Karten des Talons zählen zu den Stichen des Spielers",
            "So many cards of the talon count with the tricks of the declarer",
        ),
        help=Text(
            "Die er aufnimmt oder dafür ablegt: 3 ist eine Hälfte, 6 der ganze Talon. "
            "Leer lassen, wenn es nicht feststeht.",
            "Those taken up, or laid away for them: 3 is one half, 6 the whole talon. "
            "Leave it empty if it is not laid down.",
        ),
        asked_with="solo",
        kinds=(Kind.CALLING, Kind.ALONE),
    ),
    "calls": Key(
        Text("Gerufenes Tarock", "called tarock"),
        BothTexts(LONGEST_STEP),
        question=Text("Gerufen wird kein König, sondern", "Not a king is called, but"),
        help=Text(
            "Wie XIX im Neunzehnerrufen. Leer lassen, wenn ein König gerufen wird.",
            "Such as XIX in Neunzehnerrufen. Leave it empty if a king is called.",
        ),
        on_phone=True,
        kinds=(Kind.CALLING,),
    ),
    "birds": Key(
        Text("Pflichtvögel", "obligatory birds"),
        ManyOf(named),
        question=Text("Einer davon wird mit dem Spiel angesagt", "One of these is announced with the game"),
        help=Text(
            "Wie beim Besserrufer. Nichts ankreuzen, wenn das Spiel keinen Pflichtvogel hat.",
            "As in a Besserrufer. Tick nothing if the game has no obligatory bird.",
        ),
        on_phone=True,
        kinds=(Kind.CALLING,),
    ),
    "tricks": Key(
        Text("Stiche", "tricks"),
        WholeNumber(0, _MOST_TRICKS),
        question=Text("Genau so viele Stiche", "Exactly so many tricks"),
        help=Text(
            "0 beim Bettler, 1 beim Piccolo, 2 beim Zwiccolo.",
            "0 for a Bettler, 1 for a Piccolo, 2 for a Zwiccolo.",
        ),
        on_phone=True,
        kinds=(Kind.NEGATIVE,),
    ),
    "beside": Key(
        Text("Nur neben", "only beside"),
        named,
        question=Text("Nur neben einem anderen Spiel", "Only beside another game"),
        help=Text(
            "Wie ein Zwiccolo, den es nur neben einem Piccolo gibt. Beide brauchen denselben Wert.",
            "Such as a Zwiccolo that exists only beside a Piccolo. Both need the same value.",
        ),
        on_phone=True,
        asked_with="goes_beside",
        kinds=(Kind.NEGATIVE,),
    ),
    "goes_beside": Key(
        Text("Nebeneinander erlaubt", "allowed side by side"),
        truth,
        question=Text("Es darf neben anderen gespielt werden", "It may be played beside others"),
        help=Text(
            "Neben jedem anderen Negativspiel, das auch so angekreuzt ist.",
            "Beside any other negative game that is ticked so.",
        ),
        on_phone=True,
        asked_with="tricks",
        kinds=(Kind.NEGATIVE,),
    ),
    "blank": Key(
        Text("Blank sofort bezahlt", "paid at once when blank"),
        truth,
        question=Text("Blank sofort bezahlt", "Paid at once when blank"),
        help=Text(
            "Ohne Ansage und ohne Kontra wird es nicht gespielt, sondern gleich bezahlt.",
            "Without an announcement and without a kontra it is not played, but paid at once.",
        ),
        on_phone=True,
        asked_with="birds",
        kinds=(Kind.CALLING,),
    ),
    "needs_after_kontra": Key(
        Text("Punkte nach einem Kontra", "points after a kontra"),
        points,
        group="thresholds",
        question=Text("Punkte, die nach einem Kontra gewinnen", "Card points that win after a kontra"),
        help=Text(
            "Leer lassen, wenn es dieselben sind wie immer.", "Leave it empty if they are the same as always."
        ),
        on_phone=True,
        asked_with="kontra_up_to",
        kinds=_BY_POINTS,
    ),
    "step_points": Key(
        Text("Mehr je so viele Punkte", "more for every so many points"),
        WholeNumber(1, 99),
        question=Text(
            "Für je so viele Kartenpunkte der Gewinner mehr",
            "More for every so many card points of the winners",
        ),
        help=Text(
            "Volle Punkte über denen, mit denen ihre Seite gerade gewinnt. Leer: immer gleich viel.",
            "Whole points above those with which their side just wins. Empty: always the same.",
        ),
        on_phone=True,
        kinds=_BY_POINTS,
    ),
    "step_value": Key(
        Text("So viel mehr", "so much more"),
        _WORTH,
        question=Text("Um so viel mehr jedes Mal", "By so much each time"),
        help=Text("Meistens 1.", "Mostly 1."),
        asked_with="step_points",
        kinds=_BY_POINTS,
    ),
    "step_from": Key(
        Text("Mehr ab", "more from"),
        points,
        group="thresholds",
        question=Text("Gezählt ab so vielen Punkten", "Counted from so many points"),
        help=Text(
            "Leer lassen, wenn es die sind, mit denen ihre Seite gerade gewinnt.",
            "Leave it empty if it is from those with which their side just wins.",
        ),
        asked_with="step_points",
        kinds=_BY_POINTS,
    ),
    "kontra_up_to": Key(
        Text("Kontra bis", "kontra up to"), named, group="kontra", on_phone=True, kinds=_PAID
    ),
    **_NOTE,
}
_PREMIUM = {
    **_NAMES,
    "silent": Key(Text("Wert still", "silent value"), _WORTH, help=_NO_PRICE_HELP, on_phone=True),
    "announced": Key(
        Text("Wert angesagt", "announced value"),
        _WORTH,
        help=_NO_PRICE_HELP,
        on_phone=True,
        asked_with="silent",
    ),
    "solo_silent": Key(
        Text("Wert still im Solo", "silent value in solo games"),
        _WORTH,
        help=_NO_PRICE_HELP,
        on_phone=True,
        when="listed",
    ),
    "solo_announced": Key(
        Text("Wert angesagt im Solo", "announced value in solo games"),
        _WORTH,
        help=_NO_PRICE_HELP,
        on_phone=True,
        asked_with="solo_silent",
    ),
    "in_solo": Key(
        Text("Im Solo", "in solo games"),
        OneCustom(customs.InSolo),
        required=True,
        question=Text("Im Solo zählt sie", "In solo games it is worth"),
        on_phone=True,
    ),
    "in_colour": Key(
        Text("Im Farbenspiel", "in colour games"),
        truth,
        question=Text("Zählt im Farbenspiel", "It counts in colour games"),
        help=Text("Also etwa im Farbendreier und im Farbensolo.", "Such as Farbendreier and Farbensolo."),
        on_phone=True,
        asked_with="whose",
    ),
    "calling_only": Key(
        Text("Nur in Rufspielen", "only in calling games"),
        truth,
        question=Text("Nur in Spielen mit gerufenem König", "Only in games that call a king"),
        help=Text("Wie König ultimo und Königfang.", "Such as König ultimo and Königfang."),
        on_phone=True,
        asked_with="whose",
    ),
    "between_two": Key(
        Text("Nur zwischen zweien", "between two only"),
        truth,
        question=Text("Sie wird nur zwischen zweien verrechnet", "It is settled between two only"),
        help=Text(
            "Wie ein Mondfang: Wer den Mond verliert, zahlt dem, der ihn fängt, und sonst zahlt niemand.",
            "As a Mondfang can be: whoever loses the Mond pays whoever takes it, and nobody else pays.",
        ),
        on_phone=True,
        asked_with="whose",
    ),
    "whose": Key(Text("Wer sie haben kann", "whose it can be"), OneCustom(customs.Whose), on_phone=True),
    "effect": Key(Text("Wirkung", "effect"), OneCustom(customs.Effect), on_phone=True, asked_with="silent"),
    "counts_beside_valat": Key(
        Text("Zählt neben einem Valat", "counts beside a Valat"),
        truth,
        group="valat",
        question=Text("Zählt neben einem gewonnenen Valat", "It counts beside a made Valat"),
        help=Text(
            "Alle Prämien ohne dieses Kreuz werden dann 0.", "All premiums that are not ticked so become 0."
        ),
        asked_with="whose",
    ),
    "in_silent_valat": Key(
        Text("Im stillen Valat enthalten", "contained in a silent Valat"),
        truth,
        group="valat",
        question=Text("Ein stiller Valat enthält sie", "A silent Valat contains it"),
        help=Text(
            "Still gemacht wird sie neben einem stillen Valat nicht eigens bezahlt.",
            "Made silently, it is not paid in addition to a silent Valat.",
        ),
        asked_with="whose",
    ),
    "needs": Key(
        Text("Nötige Punkte", "points needed"),
        points,
        group="thresholds",
        question=Text("Punkte, die sie beweisen", "Card points that prove it"),
        help=Text(
            "Etwa 46 für den 1. Sack. Leer lassen, wenn es nicht nach Kartenpunkten geht.",
            "Such as 46 for the first Sack. Leave it empty if it does not go by card points.",
        ),
        on_phone=True,
    ),
    "cards": Key(
        Text("Nötige Karten", "cards needed"),
        ManyOf(OneOf(tuple(NEEDED_CARDS), "unknown_cards")),
        question=Text("Wer sie macht, hat auch", "Whoever makes it also has"),
        help=Text(
            "Wie Uhu mit Kakadu. Sie schließt dann aus, was diese Karten ausschließen.",
            "Such as Uhu with Kakadu. It then excludes what these cards exclude.",
        ),
        on_phone=True,
        asked_with="needs",
    ),
    "opponents_need_kontra": Key(
        Text("Gegner nur mit Kontra", "opponents only with a kontra"),
        truth,
        question=Text(
            "Die Gegner sagen sie nur mit einem Kontra auf das Spiel an",
            "The opponents announce it only with a kontra on the game",
        ),
        help=Text("Wie das Absolut beim Zwanzigerrufen.", "As the Absolut in Zwanzigerrufen."),
        on_phone=True,
        asked_with="needs",
    ),
    **_NOTE,
}
_KONTRA = {
    "on_premiums": Key(
        Text("Auch auf Prämien", "on premiums too"),
        truth,
        required=True,
        group="kontra",
        question=Text("Auch Angesagtes kann kontriert werden", "What was announced can be kontra'd as well"),
        help=Text("Sonst nur das Spiel selbst.", "Otherwise only the game itself can be kontra'd."),
        on_phone=True,
    ),
    "levels": Key(
        Text("Stufen", "steps"),
        ForEach(*_STEPS, _VALUE),
        required=True,
        question=Text("Die Stufen", "The steps"),
    ),
    "names": Key(
        Text("Namen der Stufen", "names of the steps"),
        ForEach(*_STEPS, PlainText(LONGEST_STEP)),
        group="kontra",
        question=Text("Wie ihr die Stufen nennt", "What you call the steps"),
        help=Text("Leer: wie üblich.", "Empty: as usual."),
    ),
    "with_announced_valat": Key(
        Text("Beim angesagten Valat bis", "with an announced Valat up to"),
        named,
        group="kontra",
        question=Text(
            "Beim angesagten Valat geht das Kontra bis", "With an announced Valat the kontras go up to"
        ),
        on_phone=True,
        asked_with="on_premiums",
    ),
    "void_up_to": Key(
        Text("Mit dem König im Talon ungültig bis", "void with the king in the talon up to"),
        named,
        group="kontra",
        question=Text(
            "Im Solo mit dem König im Talon ist ungültig", "In a solo with the king in the talon this is void"
        ),
        help=Text(
            "Wo ein Kontra dann überhaupt ungültig ist: jede Stufe, oder nur die unteren.",
            "Where a kontra is void then at all: every step, or only the lower ones.",
        ),
        asked_with="on_premiums",
    ),
}
_TRISCHAKEN = {
    "custom": Key(
        Text("Wer zahlt", "who pays"), OneCustom(customs.TrischakenCustom), required=True, on_phone=True
    ),
    "buergermeister": Key(
        Text("Bürgermeister ab", "Bürgermeister from"),
        points,
        question=Text("Bürgermeister ab so vielen Punkten", "Bürgermeister from so many card points"),
        help=Text(
            "Mehr als die Hälfte von allen. Leer: es gibt keinen Bürgermeister.",
            "More than half of all. Empty: there is no Bürgermeister.",
        ),
        on_phone=True,
        asked_with="custom",
    ),
    "jungfrau": Key(
        Text("Jungfrau", "Jungfrau"),
        truth,
        question=Text("Es gibt eine Jungfrau", "There is a Jungfrau"),
        help=Text(
            "Wer keinen Stich macht, bekommt, was die anderen zahlen.",
            "Whoever takes no trick gets what the others pay.",
        ),
        on_phone=True,
        asked_with="custom",
    ),
    "jungfrauen": Key(
        Text("Jungfrauen bekommen", "Jungfrauen get"),
        OneCustom(customs.Jungfrauen),
        question=Text("Was Jungfrauen bekommen", "What Jungfrauen get"),
        when="jungfrau",
    ),
    "jungfrau_price": Key(
        Text("Von jedem an eine Jungfrau", "from each to a Jungfrau"),
        _VALUE,
        question=Text("So viel zahlt ihr jeder andere", "Each of the others pays her so much"),
        when="jungfrau_price",
    ),
    "vorhand_pays": Key(
        Text("Vorhand mit den meisten zahlt allein", "Vorhand with most pays alone"),
        _VALUE,
        question=Text(
            "Die Vorhand zahlt mit den meisten Punkten allein", "With most card points the Vorhand pays alone"
        ),
        help=Text(
            "Im Ganzen, und weniger als ein Bürgermeister hat. Leer: sie zahlt, wie oben gesagt ist.",
            "In all, with less than a Bürgermeister has. Empty: the Vorhand pays as is said above.",
        ),
    ),
    "splits": Key(
        Text("Was sich nicht teilen lässt", "what cannot be split"),
        OneCustom(customs.Splits),
        question=Text("Was sich nicht in ganze Punkte teilen lässt", "What does not split into whole points"),
        asked_with="vorhand_pays",
    ),
    "all_tricks": Key(
        Text("Alle Stiche kosten", "all tricks cost"),
        _VALUE,
        question=Text(
            "Wer alle Stiche macht, zahlt jedem anderen",
            "Whoever takes all tricks pays to each of the others",
        ),
        help=Text(
            "Leer: dafür wird bezahlt wie ein Bürgermeister.", "Empty: it is paid like a Bürgermeister."
        ),
        asked_with="vorhand_pays",
    ),
    "all_tricks_doubled": Key(
        Text("Alle Stiche der Vorhand doppelt", "all tricks doubled for the Vorhand"),
        truth,
        question=Text("Die Vorhand zahlt für alle Stiche doppelt", "For all tricks the Vorhand pays double"),
        help=Text(
            "Wie jeden anderen Preis von ihr. Nur wo alle Stiche einen festen Preis haben.",
            "As every other price of hers. Only where all tricks have a fixed price.",
        ),
        asked_with="all_tricks",
    ),
    "renonce": Key(
        Text("Renonce", "Renonce"),
        OneCustom(customs.TrischakenRenonce),
        required=True,
        question=Text("Renonce im Trischaken", "A revoke in Trischaken"),
    ),
    "renonce_times": Key(
        Text("Renonce: so viel an jeden", "Renonce: so much to each"),
        _VALUE,
        question=Text(
            "So viel, oder so viele Male den Wert, an jeden", "So much, or so many times the value, to each"
        ),
        when="renonce_times",
    ),
}
_RADL = {
    "triggers": Key(
        Text("Auslöser", "triggers"),
        ManyOf(OneOf(*_CAUSES)),
        required=True,
        question=Text("Was ein Radl auslöst", "What starts a Radl"),
    ),
    "schlussradl": Key(
        Text("Schlussradl", "Schlussradl"),
        truth,
        required=True,
        group="radl",
        question=Text("Es gibt ein Schlussradl", "There is a Schlussradl"),
        help=Text(
            "Am Ende des Abends eigens begonnen: von da an zählt jede Hand doppelt.",
            "Started by hand at the end of the evening: from there on every hand is doubled.",
        ),
        asked_with="length",
    ),
    "drawn": Key(
        Text("35:35", "35:35"), ManyOf(points), question=Text("Punkte", "Card points"), when="drawn"
    ),
    "length": Key(
        Text("Länge", "length"),
        WholeNumber(1, MOST_ROWS),
        group="radl",
        question=Text("So viele Hände dauert ein Radl", "How many hands a Radl lasts"),
        help=Text(
            "Leer: so viele, wie am Tisch sitzen, also eine Runde.",
            "Empty: as many as sit at the table, one round.",
        ),
    ),
    "doubled_games": Key(
        Text("Welche Spiele", "which games"),
        OneCustom(customs.DoubledGames),
        group="radl",
        question=Text("Welche Spiele im Radl doppelt zählen", "Which games count double in a Radl"),
    ),
    "waits": Key(
        Text("Wartet auf solche Spiele", "waits for such games"),
        truth,
        group="radl",
        question=Text(
            "Das Radl wartet, bis so ein Spiel gespielt wird", "The Radl waits until such a game is played"
        ),
        help=Text(
            "Sonst verbraucht jede Hand eine des Radls, auch eine, die einfach zählt.",
            "Otherwise every hand uses up one of the Radl, also one that counts once.",
        ),
        when="some_games",
    ),
    "lengths": Key(
        Text("Eigene Länge", "length of its own"),
        ForEach(*_CAUSES, WholeNumber(1, MOST_ROWS)),
        group="radl",
        question=Text(
            "Wie viele Hände es nach einem dieser Auslöser sind", "How many hands it is after one of these"
        ),
        help=Text("Leer: so viele wie sonst.", "Empty: as many as otherwise."),
    ),
    "times": Key(
        Text("Eigener Faktor", "factor of its own"),
        ForEach(*_CAUSES, WholeNumber(2, _MOST_TIMES)),
        group="radl",
        question=Text("Womit sie multipliziert werden", "What they are multiplied by"),
        help=Text(
            "Leer: mit 2. Löst eine Hand mehrere aus, gilt der höchste Faktor.",
            "Empty: by 2. If one hand triggers several, the highest factor holds.",
        ),
        asked_with="lengths",
    ),
}


def _place(loader: Loader, value: Any, where: str) -> str:
    """Return a place that words belong to.

    Its row need not be there; its keys have to be some that there are.
    """
    name = named(loader, value, where)
    table, *steps = name.partition("=")[0].split(".")
    loader.known(table, where, SHEET, "unknown_key")
    keys = None if table in _WITHOUT_STEPS else TABLES.get(table)
    for step in steps[1:2] if table in _OF_ROWS else steps[:1]:
        if keys is not None:
            loader.known(step, where, keys, "unknown_key")
    return name


_CHAPTER = Key(Text("Kapitel", "chapter"), OneOf(tuple(CHAPTERS), "unknown_chapter"))
_BELONGS_TO = Key(Text("Gehört zu", "belongs to"), ManyOf(_place))
_GERMAN = Key(Text("deutsch", "German"), PlainText(LONGEST_REMARK))
_ENGLISH = Key(Text("englisch", "English"), PlainText(LONGEST_REMARK))
_REMARK = {
    "chapter": _CHAPTER,
    "belongs_to": _BELONGS_TO,
    "de": _GERMAN._replace(required=True),
    "en": _ENGLISH._replace(required=True),
}
_OPTION = {
    "value": Key(Text("Wert", "value"), lambda loader, value, where: value),
    "fixed": Key(Text("Gilt immer", "always holds"), truth),
    "changes": Key(Text("Ändert", "changes"), OneOf(("amounts", "play"), "unknown_custom"), required=True),
    "chapter": _CHAPTER,
    "belongs_to": _BELONGS_TO,
    "de": _GERMAN,
    "en": _ENGLISH,
}
_MONEY = {
    "cents_per_point": Key(
        Text("Cent je Punkt", "cents per point"),
        _CENTS,
        required=True,
        question=Text("Cent pro Punkt", "Cents per point"),
        help=Text(
            "Bei 10 werden 4 Punkte zu 40 Cent. Leer: wie in den Einstellungen des Klubs.",
            "10 turns 4 points into 40 cents. Empty: as in the settings of the club.",
        ),
    )
}
_PAGATKASSA = {
    "stake": Key(
        Text("Einsatz des Gebers (Cent)", "the dealer's stake (cents)"),
        _CENTS,
        required=True,
        question=Text(
            "Jeder Geber zahlt vor seiner Hand ein (Cent)", "Each dealer pays in before the hand (cents)"
        ),
        help=Text("50 sind 50 Cent, 100 sind ein Euro.", "50 are 50 cents, 100 are one euro."),
        when="pagatkassa",
    ),
    "start": Key(
        Text("Alle, wenn der Topf leer ist (Cent)", "all, when the pot is empty (cents)"),
        _CENTS,
        question=Text(
            "Ist der Topf leer, zahlen alle am Tisch ein (Cent)",
            "When the pot is empty, all at the table pay in (cents)",
        ),
        help=Text("0, wenn das niemand tut.", "0 if nobody does."),
        asked_with="stake",
    ),
    "start_again": Key(
        Text("Immer, wenn der Topf leer ist", "whenever the pot is empty"),
        truth,
        question=Text("Sie zahlen ein, sooft der Topf leer ist", "They pay in whenever the pot is empty"),
        help=Text("Sonst nur vor der ersten Hand.", "Otherwise only before the first hand."),
        asked_with="stake",
    ),
    "ceiling": Key(
        Text("Höchstens für einen verlorenen Pagat (Cent)", "most for a missed Pagat (cents)"),
        _CENTS,
        question=Text(
            "Ein verlorener Pagat kostet höchstens (Cent)", "Most that a missed Pagat costs (cents)"
        ),
        help=Text(
            "Leer lassen, wenn es keine Obergrenze gibt: noch einmal so viel, wie im Topf ist.",
            "Leave it empty if there is no limit: as much again as is in the pot.",
        ),
        asked_with="stake",
    ),
}


_OF_ROWS = ("contracts", "premiums", "options")
_WITHOUT_STEPS = ("kontra", "open")  # what words belong to is not looked for in there


def _contract(loader: Loader, key: str, value: Any, where: str) -> Contract | None:
    row = loader.whole_table(value, where, _CONTRACT)
    if row is None:
        return None
    if (row["kind"] is Kind.NEGATIVE) != ("tricks" in row):
        loader.wrong("tricks_go_with_negative", f"{where}.tricks")
    return Contract(key=key, **row)


def _premium(loader: Loader, key: str, value: Any, where: str) -> PremiumRule | None:
    row = loader.whole_table(value, where, _PREMIUM)
    if row is None:
        return None
    if not row.keys() & {"silent", "announced"}:
        loader.wrong("no_price", f"{where}.silent")
    listed = row["in_solo"] is InSolo.LISTED
    if listed != bool(row.keys() & {"solo_silent", "solo_announced"}):
        loader.wrong("solo_prices", f"{where}.solo_silent")
    return PremiumRule(key=key, **row)


def _kontra(loader: Loader, value: Any, where: str) -> Kontra | None:
    row = loader.table(value, where, _KONTRA)
    if "levels" not in row:
        return None
    row.setdefault("on_premiums", True)
    return Kontra(**row)


def _trischaken(loader: Loader, value: Any, where: str) -> Trischaken | None:
    row = loader.whole_table(value, where, _TRISCHAKEN)
    if row is None:
        return None
    if (row.get("jungfrauen") is Jungfrauen.FROM_EACH) != ("jungfrau_price" in row):
        loader.wrong("jungfrau_price_goes_with", f"{where}.jungfrau_price")
    if "jungfrauen" in row and not row.get("jungfrau", True):
        loader.wrong("no_jungfrauen", f"{where}.jungfrauen")
    if row.get("all_tricks_doubled") and "all_tricks" not in row:
        loader.wrong("all_tricks_without_price", f"{where}.all_tricks_doubled")
    if (row["renonce"] in (TrischakenRenonce.EACH, TrischakenRenonce.BASES)) != ("renonce_times" in row):
        loader.wrong("renonce_times_go_with", f"{where}.renonce_times")
    return Trischaken(**row)


def _radl(loader: Loader, value: Any, where: str) -> Radl:
    row = loader.table(value, where, _RADL)
    if "triggers" in row:  # their order means nothing
        order = [*TRIGGERS, *row["triggers"]]
        row["triggers"] = tuple(sorted(row["triggers"], key=order.index))
    drawn = row.get("drawn")
    if ("drawn" in row.get("triggers", ())) != (drawn is not None):
        loader.wrong("drawn_goes_with_trigger", f"{where}.drawn")
    if row.get("waits") and row.get("doubled_games", DoubledGames.ALL) is DoubledGames.ALL:
        loader.wrong("radl_waits_for_nothing", f"{where}.waits")
    if drawn is not None and (len(drawn) != 2 or drawn[0] > drawn[1]):
        loader.wrong("drawn_expected", f"{where}.drawn")
        row["drawn"] = None
    return Radl(**row)


def _options(loader: Loader, value: Any, where: str) -> tuple[Options, tuple[OptionNote, ...]]:
    """Read the options: those that change amounts have a value, all others only words."""
    chosen: dict[str, Any] = {}
    notes: list[OptionNote] = []
    rows = tables(lambda loader, key, row, where: loader.table(row, where, _OPTION))(loader, value, where)
    for key, row in rows.items():
        place = f"{where}.{shown(key)}"
        if row.get("changes") == "amounts":
            notes.append(OptionNote(key, fixed=row.get("fixed", False)))
            if notes[-1].fixed and key in OPTIONS and OPTIONS[key].of_the_sheet is not None:
                loader.wrong("fixed_with_the_game", f"{place}.fixed")
            _choose(loader, key, row, place, chosen)
        elif key in CHOICES:
            loader.wrong("option_changes_amounts", f"{place}.changes")
        elif not row.keys() >= {"de", "en"}:
            loader.wrong("option_in_words", f"{place}.de")
        else:
            notes.append(OptionNote(key, Text(row["de"], row["en"]), row.get("chapter", OTHERWISE)))
    return (Options(**chosen) if not loader.mistakes else Options()), tuple(notes)


def _choose(loader: Loader, key: str, row: Data, place: str, chosen: dict[str, Any]) -> None:
    loader.known(key, place, CHOICES, "unknown_option")
    allowed = CHOICES.get(key, ())
    if "value" not in row and key in OPTIONS and OPTIONS[key].of_the_sheet is not None:
        return
    if "value" not in row:
        loader.wrong("missing", f"{place}.value")
    elif type(row["value"]) not in (int, str) or row["value"] not in allowed:
        known = map(str, allowed)
        loader.mistakes.append(unknown("unknown_custom", f"{place}.value", shown(row["value"]), known))
    else:
        chosen[key] = row["value"]


def _cents_per_point(loader: Loader, value: Any, where: str) -> int | None:
    cents: int | None = loader.table(value, where, _MONEY).get("cents_per_point")
    return cents


def _pagatkassa(loader: Loader, value: Any, where: str) -> PagatkassaTerms | None:
    row = loader.table(value, where, _PAGATKASSA)
    return PagatkassaTerms(**row) if "stake" in row else None


def _remark(loader: Loader, key: str, value: Any, where: str) -> Remark:
    if not isinstance(value, dict):
        return Remark(BothTexts(LONGEST_REMARK)(loader, value, where))
    row = loader.table(value, where, _REMARK)
    return Remark(Text(row.get("de", "?"), row.get("en", "?")), row.get("chapter", OTHERWISE))


_labels = tables(lambda loader, key, value, where: _LABEL(loader, value, where))
_OPEN = {
    "contracts": Key(Text("Spiele", "games"), _labels),
    "premiums": Key(Text("Prämien", "premiums"), _labels),
}
SHEET = {
    "label": Key(Text("Name", "name"), _LABEL, required=True, group="remarks", page="names"),
    "about": Key(
        Text("Beschreibung", "description"),
        BothTexts(LONGEST_ABOUT),
        required=True,
        group="remarks",
        page="names",
    ),
    "counting": Key(
        Text("Zählweise", "counting"),
        OneCustom(customs.Counting),
        required=True,
        group="thresholds",
        page="points",
        on_phone=True,
    ),
    "pack": Key(
        Text("Punkte im Ganzen", "points in all"),
        WholeNumber(20, 99),
        group="thresholds",
        page="points",
        question=Text("So viele Punkte haben alle Karten zusammen", "So many points all cards have together"),
        help=Text(
            "Nur wo ganze Punkte gezählt werden. Leer lassen, wenn es 88 sind.",
            "Only where whole points are counted. Leave it empty if there are 88.",
        ),
        when="plain",
    ),
    "needs": Key(
        Text("Nötige Punkte", "points needed"),
        points,
        required=True,
        group="thresholds",
        page="points",
        question=Text("Mit so vielen Punkten ist das Spiel gewonnen", "So many card points win the game"),
        help=Text(
            "36 beginnt bei 35 Punkten und 2 Blatt; das lässt sich auch 35/2 schreiben.",
            "36 begins at 35 points and 2 Blatt, which can be written 35/2.",
        ),
        on_phone=True,
    ),
    "limits": Key(
        Text("Grenzen", "limits"),
        OneCustom(customs.LimitNotation),
        group="thresholds",
        page="points",
        question=Text("Wie Grenzen geschrieben werden", "How limits are written"),
        when="blatt",
    ),
    "renonce": Key(
        Text("Renonce", "Renonce"),
        OneCustom(customs.RenonceCustom),
        required=True,
        group="renonce",
        page="renonce",
        question=Text("Was eine Renonce kostet", "What a revoke costs"),
    ),
    "claims": Key(
        Text("Forderungen nach einer Renonce", "claims after a Renonce"),
        truth,
        required=True,
        group="renonce",
        page="renonce",
        question=Text("Die anderen dürfen mehr fordern", "The others may claim more"),
        help=Text(
            "Wem durch die Renonce eine Prämie entgangen ist, der kann sie fordern; sie wird dazugezahlt.",
            "Whoever lost a premium by the revoke may ask for it; it is paid in addition.",
        ),
        on_phone=True,
        asked_with="renonce",
    ),
    "shared_renonce": Key(
        Text("Mehrere teilen sich eine Renonce", "several share a Renonce"),
        truth,
        group="renonce",
        page="renonce",
        question=Text("Mehrere können in einer Hand renoncieren", "Several can revoke in one hand"),
        help=Text(
            "Was den anderen zu zahlen ist, teilen sie sich zu gleichen Teilen.",
            "They share equally what is to be paid to the others.",
        ),
        on_phone=True,
        asked_with="renonce",
    ),
    "beside_valat": Key(
        Text("Neben einem Valat", "beside a Valat"),
        OneCustom(customs.BesideValat),
        required=True,
        group="valat",
        page="valat",
        question=Text("Was neben einem gewonnenen Valat zählt", "What counts beside a made Valat"),
    ),
    "silent_valat_voids_kontra": Key(
        Text("Stiller Valat macht das Kontra ungültig", "a silent Valat makes the kontra void"),
        truth,
        group="valat",
        page="valat",
        question=Text(
            "Ein stiller Valat macht ein Kontra auf das Spiel ungültig",
            "A silent Valat makes a kontra on the game void",
        ),
        asked_with="beside_valat",
    ),
    "side_by_side": Key(
        Text("Spiele nebeneinander", "games side by side"),
        OneCustom(customs.SideBySide),
        group="customs",
        page="negative",
        question=Text(
            "Welche Negativspiele nebeneinander gespielt werden",
            "Which negative games can be played side by side",
        ),
        on_phone=True,
    ),
    "self_call": Key(
        Text("Sich selbst rufen", "calling oneself"),
        truth,
        always_said=True,
        group="customs",
        page="calling",
        question=Text(
            "Wer alle vier Könige hat, darf sich selbst rufen",
            "Whoever has all four kings may call themselves",
        ),
        help=Text("Man spielt dann allein gegen drei.", "The game is then played alone against three."),
        on_phone=True,
    ),
    "schleifen": Key(
        Text("Schleifen", "conceding"),
        truth,
        always_said=True,
        group="customs",
        page="calling",
        question=Text(
            "Mit dem König im Talon darf man schleifen", "With the king in the talon one may concede"
        ),
        help=Text(
            "Der Spieler legt die Karten hin und zahlt jedem das Spiel; im Solo nicht.",
            "The declarer lays down the cards and pays the game to each; not in solo games.",
        ),
        on_phone=True,
        asked_with="self_call",
    ),
    "bird_by": Key(
        Text("Pflichtvogel sagt an", "obligatory bird announced by"),
        OneCustom(customs.BirdBy),
        always_said=True,
        group="customs",
        page="calling",
        question=Text("Wer den Pflichtvogel ansagt", "Who announces the obligatory bird"),
        on_phone=True,
    ),
    "high_card": Key(
        Text("Wer hoch zieht", "whoever draws the high card"),
        OneCustom(customs.HighCard),
        group="customs",
        page="calling",
        question=Text("Die höchste Karte", "The highest card"),
    ),
    "contracts": Key(Text("Spiele", "games"), tables(_contract), required=True),
    "premiums": Key(Text("Prämien", "premiums"), tables(_premium), required=True),
    "open": Key(
        Text("Noch ohne Wert", "without a value yet"),
        lambda loader, value, where: loader.table(value, where, _OPEN),
    ),
    "kontra": Key(Text("Kontra", "kontra"), _kontra, required=True, page="kontra"),
    "trischaken": Key(Text("Trischaken", "Trischaken"), _trischaken, page="trischaken"),
    "radl": Key(Text("Radl", "Radl"), _radl, required=True, page="radl"),
    "money": Key(Text("Geld", "money"), _cents_per_point, page="money"),
    "pagatkassa": Key(
        Text("Pagatkassa", "Pagatkassa"),
        _pagatkassa,
        page="money",
        question=Text("Üblicherweise mit Pagatkassa", "Usually with a Pagatkassa"),
        help=Text(
            "Jeder Geber zahlt in einen Topf ein; wer einen angesagten Pagat macht, bekommt ihn.",
            "Each dealer pays into a pot; whoever makes an announced Pagat takes it.",
        ),
    ),
    "options": Key(Text("Optionen", "options"), _options, required=True, page="options"),
    "remarks": Key(Text("Anmerkungen", "remarks"), tables(_remark)),
    "reminders": Key(Text("Erinnerungen", "reminders"), tables(_remark)),
    "redeals": Key(Text("Neu gegeben wird", "dealt again"), _labels),
    "book": Key(Text("Regelbuch", "rule book"), tables(_remark)),
}

# The tables of a sheet by their names; where rows have keys of their own, what stands in a row.
TABLES: Mapping[str, Mapping[str, Key]] = {
    "sheet": SHEET,
    "contracts": _CONTRACT,
    "premiums": _PREMIUM,
    "open": _OPEN,
    "kontra": _KONTRA,
    "trischaken": _TRISCHAKEN,
    "radl": _RADL,
    "money": _MONEY,
    "pagatkassa": _PAGATKASSA,
    "options": _OPTION,
    "words": _REMARK,
}
# Only in a sheet that extends another, before it is resolved: they stand in front.
EXTENDING: Mapping[str, Mapping[str, Text]] = {
    "sheet": {"extends": Text("Erweitert", "extends"), "without": Text("Ohne", "without")},
    "contracts": {"after": Text("Nach", "after")},
}
_HELD_IN: Mapping[str, type] = {
    "sheet": Rules,
    "contracts": Contract,
    "premiums": PremiumRule,
    "trischaken": Trischaken,
    "radl": Radl,
    "pagatkassa": PagatkassaTerms,
}


def _usual(table: str, held_in: type) -> Data:
    """Return what holds where a row says nothing: what its class begins with, as a sheet would write it."""
    begins = {field.name: field.default for field in fields(held_in)}
    return {
        name: _written(begins[name])
        for name, key in TABLES[table].items()
        if not key.required and not key.always_said and begins.get(name, MISSING) not in (None, MISSING)
    }


def _written(value: Any) -> Any:
    if isinstance(value, Custom):
        return value.value
    return list(value) if isinstance(value, tuple) else value


USUAL: Mapping[str, Data] = {table: _usual(table, held_in) for table, held_in in _HELD_IN.items()}
