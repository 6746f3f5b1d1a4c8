"""What is wrong or odd about a rule sheet, in a secretary's words: one sentence each, German and English."""

from __future__ import annotations

from scoring.engine.texts import Sentences, with_nearest

_MISTAKES: Sentences = {
    # the file
    "no_such_file": (
        "Die Datei {key}.toml gibt es nicht; es gibt {known}.",
        "There is no file {key}.toml; there are {known}.",
    ),
    "file_too_big": (
        "Die Datei ist {size} groß; ein Regelblatt hat höchstens {limit}.",
        "The file has {size}; a rule sheet has {limit} at most.",
    ),
    "file_empty": ("Die Datei ist leer.", "The file is empty."),
    "not_utf8": (
        "Zeile {line}: hier steht ein Zeichen, das kein UTF-8 ist. Bitte die Datei als UTF-8 speichern.",
        "Line {line}: there is a character that is not UTF-8. Please save the file as UTF-8.",
    ),
    "not_toml": ("Das ist kein gültiges TOML ({said}).", "This is no valid TOML ({said})."),
    "toml_syntax": (
        "Zeile {line}, Spalte {column}: hier ist die Datei kein gültiges TOML.",
        "Line {line}, column {column}: here the file is no valid TOML.",
    ),
    "toml_at_end": (
        "Am Ende der Datei fehlt etwas: ein Anführungszeichen, eine Klammer oder ein Wert.",
        "Something is missing at the end of the file: a quotation mark, a bracket or a value.",
    ),
    "toml_value": (
        "Zeile {line}, Spalte {column}: hier fehlt ein Wert, oder er ist nicht zu lesen. Texte stehen zwischen Anführungszeichen.",
        "Line {line}, column {column}: a value is missing here or cannot be read. Texts stand between quotation marks.",
    ),
    "toml_twice": (
        "Zeile {line}, Spalte {column}: das steht zum zweiten Mal da.",
        "Line {line}, column {column}: this is there for the second time.",
    ),
    "toml_character": (
        "Zeile {line}, Spalte {column}: hier steht ein unsichtbares oder verbotenes Zeichen.",
        "Line {line}, column {column}: there is an invisible or forbidden character here.",
    ),
    "toml_number": ("Eine Zahl in der Datei ist viel zu groß.", "A number in the file is far too big."),
    "too_deep": (
        "Zeile {line}: so tief ist kein Regelblatt verschachtelt.",
        "Line {line}: no rule sheet is nested that deeply.",
    ),
    # the shape
    "unknown_key": ("Den Eintrag „{key}“ gibt es hier nicht.", 'There is no entry "{key}" here.'),
    "more_unknown_keys": (
        "Und {count} weitere Einträge, die es hier nicht gibt.",
        "And {count} more entries that do not exist here.",
    ),
    "missing": ("Das fehlt.", "This is missing."),
    "table_expected": ("Hier gehört eine Tabelle mit Einträgen her.", "A table of entries is expected."),
    "list_expected": ("Hier gehört eine Liste her.", "A list is expected."),
    "text_expected": ("Hier gehört ein Text her.", "A text is expected."),
    "text_unreadable": (
        "Ein Text braucht sichtbare Zeichen, ohne Steuerzeichen, ohne Zeilenumbruch und ohne Leerzeichen am Rand.",
        "A text needs visible characters, no control characters, no line breaks and no blanks at its ends.",
    ),
    "text_too_long": (
        "Der Text ist zu lang: {length} Zeichen; höchstens {most} haben Platz.",
        "The text is too long: {length} characters; there is room for {most}.",
    ),
    "truth_expected": ("Hier gehört ja oder nein her (true, false).", "Yes or no is expected (true, false)."),
    "number_expected": (
        "Hier gehört eine ganze Zahl von {least} bis {most} her.",
        "A whole number from {least} to {most} is expected.",
    ),
    "worth_expected": (
        "Hier gehört eine Zahl von {least} bis {most} her, ganz oder mit einem halben: 2½.",
        "A number from {least} to {most} is expected, whole or with a half: 2½.",
    ),
    "blatt_expected": (
        "Hier gehören Punkte und Blatt her, etwa „35/2“.",
        'Points and Blatt are expected, such as "35/2".',
    ),
    "drawn_expected": (
        "Hier gehören zwei Punktezahlen her: von welcher bis zu welcher es 35:35 steht.",
        "Two numbers of points are expected: from which to which it is a draw.",
    ),
    "too_many_rows": (
        "Das sind {count} Einträge; höchstens {most} haben Platz.",
        "There are {count} entries; there is room for {most}.",
    ),
    "bad_key": (
        "Der Schlüssel „{key}“ taugt nicht: er besteht aus höchstens {most} kleinen Buchstaben, Ziffern und Unterstrichen und beginnt mit einem Buchstaben.",
        'The key "{key}" will not do: it has at most {most} small letters, digits and underscores and begins with a letter.',
    ),
    "key_reserved": (
        "Den Schlüssel „{key}“ braucht das Programm selbst.",
        'The program needs the key "{key}" for itself.',
    ),
    "key_of_both": (
        "So heißt im Programm schon ein Spiel; eine Prämie braucht einen anderen Schlüssel.",
        "A game has this key already; a premium needs another one.",
    ),
    "unknown_custom": (
        "„{key}“ gibt es hier nicht zur Auswahl; es gibt: {known}.",
        'There is no "{key}" to choose here; there are: {known}.',
    ),
    # sheets that extend others
    "unknown_sheet": ("Ein Regelblatt „{key}“ gibt es nicht.", 'There is no sheet "{key}".'),
    "extends_in_a_circle": ("Das läuft im Kreis: {line}.", "This runs in a circle: {line}."),
    "nothing_to_leave_out": (
        "Weglassen kann nur ein Blatt etwas, das ein anderes erweitert.",
        "Only a sheet that extends another leaves something out.",
    ),
    # what a row names
    "unknown_premium": ("Eine Prämie „{key}“ gibt es nicht.", 'There is no premium "{key}".'),
    "unknown_contract": ("Ein Spiel „{key}“ gibt es nicht.", 'There is no game "{key}".'),
    "unknown_kontra": ("Ein Kontra „{key}“ gibt es nicht.", 'There is no kontra "{key}".'),
    "unknown_trigger": ("Einen Auslöser „{key}“ gibt es nicht.", 'There is no trigger "{key}".'),
    "unknown_cards": (
        "Karten „{key}“, die eine Prämie braucht, gibt es nicht.",
        'There are no cards "{key}" that a premium needs.',
    ),
    "unknown_chapter": ("Ein Kapitel „{key}“ gibt es nicht.", 'There is no chapter "{key}".'),
    "unknown_option": ("Eine Option „{key}“ gibt es nicht.", 'There is no option "{key}".'),
    "unknown_path": (
        "„{key}“ gibt es dort nicht und kann nicht wegbleiben.",
        'There is no "{key}" there that could be left out.',
    ),
    "named_twice": ("„{key}“ steht zweimal da.", '"{key}" is there twice.'),
    # names that a scorer could not tell apart
    "label_twice": (
        "„{label}“ heißt schon etwas anderes; beim Schreiben wären die beiden nicht zu unterscheiden.",
        'Something else is called "{label}" already; a scorer could not tell the two apart.',
    ),
    "short_twice": (
        "„{label}“ ist schon die Abkürzung von {other}.",
        '"{label}" is the short form of {other} already.',
    ),
    # games
    "no_contracts": ("Ein Regelblatt braucht ein Spiel.", "A rule sheet needs a game."),
    "nothing_for_vorhand": (
        "Kein Spiel ist dabei, das die Vorhand spielen dürfte; passt alles, geht es nicht weiter.",
        "There is no game that the Vorhand may play; if everybody passes, nothing can be played.",
    ),
    "tricks_go_with_negative": (
        "Wie viele Stiche es sein müssen, sagt ein Negativspiel, und nur das.",
        "A negative game, and only that, says how many tricks it has to be.",
    ),
    "steps_go_together": (
        "Nach Kartenpunkten mehr: Es braucht beides, für je wie viele Punkte und um wie viel.",
        "More by card points: both are needed, for every how many points, and by how much.",
    ),
    "only_by_points": (
        "Das gibt es nur bei Spielen, in denen Kartenpunkte gezählt werden.",
        "This goes only with games in which card points are counted.",
    ),
    "not_in_trischaken": (
        "Ein Trischaken hat das nicht: dort wird nicht gewonnen, verloren oder kontriert.",
        "A Trischaken has no such thing: it is not won, lost or kontra'd.",
    ),
    "no_talon_taken": (
        "In diesem Spiel nimmt niemand Karten aus dem Talon.",
        "Nobody takes cards of the talon in this game.",
    ),
    "birds_only_calling": (
        "Einen Pflichtvogel gibt es nur in Spielen, in denen ein König gerufen wird.",
        "Only a game that calls a king has an obligatory bird.",
    ),
    "blank_only_calling": (
        "Blank bezahlt wird nur ein Spiel mit gerufenem König und ohne Pflichtvogel.",
        "Only a game that calls a king and has no obligatory bird is paid when blank.",
    ),
    "bird_not_announced": (
        "{bird} hat keinen Wert für angesagt und kann kein Pflichtvogel sein.",
        "{bird} has no announced value and cannot be an obligatory bird.",
    ),
    "bird_not_in_game": (
        "{bird} gibt es in {game} nicht: dieses Spiel wäre nie vollständig.",
        "{bird} does not exist in {game}: this game could never be complete.",
    ),
    "bird_not_declarers": (
        "{bird} kann der Spieler nicht selbst ansagen und ist daher kein Pflichtvogel.",
        "{bird} cannot be announced by the declarer and therefore is no obligatory bird.",
    ),
    "bird_between_two": (
        "{game}: {bird} wird nur zwischen zweien verrechnet und kann kein Pflichtvogel sein.",
        "{game}: {bird} is settled between two only and cannot be an obligatory bird.",
    ),
    "bird_has_no_line": (
        "{bird} hat keinen eigenen Betrag und ist daher kein Pflichtvogel.",
        "{bird} has no amount of its own and therefore is no obligatory bird.",
    ),
    "beside_only_negative": (
        "Nebeneinander gehen nur Negativspiele.",
        "Only negative games can be played side by side.",
    ),
    "beside_itself": (
        "{other} gibt es selbst nur neben einem anderen Spiel; so könnte keines beginnen.",
        "{other} itself exists only beside another game; so neither could begin.",
    ),
    "beside_one_player": (
        "Dieses Spiel und {other} spielt nur die Vorhand, und niemand spielt zwei Spiele zugleich.",
        "Only the Vorhand plays this game and {other}, and nobody plays two games at once.",
    ),
    "beside_unequal": (
        "Nebeneinander gehen nur gleichwertige Spiele; {other} zählt {value}.",
        "Only games of equal value can be played side by side; {other} counts {value}.",
    ),
    "beside_not_here": (
        "Nebeneinander wird hier nicht gespielt; dieses Spiel könnte niemand spielen.",
        "No games are played side by side here; nobody could play this game.",
    ),
    "beside_not_listed": (
        "Nebeneinander gehen hier nur die angekreuzten Spiele: dieses und {other} müssen angekreuzt sein.",
        "Only games that are ticked are played side by side here: this one and {other} have to be ticked.",
    ),
    "not_listed_here": (
        "Das gehört zur Regel, dass nur angekreuzte Spiele nebeneinander gehen, und nur zu Negativspielen.",
        "This goes with the custom that only ticked games are played side by side, and with negative games only.",
    ),
    "too_few_listed": (
        "Nebeneinander gehen hier nur angekreuzte Spiele: es braucht mindestens eines.",
        "Only games that are ticked are played side by side here: there has to be one at least.",
    ),
    "two_settle_a_line": (
        "Zwischen zweien geht nur, was ein eigener Betrag und nicht an Punkte gebunden ist; kein Valat.",
        "Only an amount of its own that needs no card points can be between two; a Valat cannot.",
    ),
    "silent_valat_contains": (
        "Ein stiller Valat kann nur enthalten, was es still gibt, und den Valat muss es auch still geben.",
        "A silent Valat contains only what can be made silently, and there has to be a silent Valat.",
    ),
    "no_silent_valat": ("Einen stillen Valat gibt es hier nicht.", "There is no silent Valat here."),
    "one_trischaken": (
        "Ein Regelblatt hat nur ein Trischaken, und das ist schon {other}.",
        "A rule sheet has only one Trischaken, and that is {other} already.",
    ),
    "trischaken_table": (
        "Wie das Trischaken bezahlt wird, steht genau dort, wo es ein Spiel dieser Art gibt.",
        "How a Trischaken is paid goes with a game of that kind, and only there.",
    ),
    "calls_only_calling": (
        "Ein Tarock wird nur in einem Spiel gerufen, das mit einem gerufenen Partner gespielt wird.",
        "A tarock is called only in a game that is played with a called partner.",
    ),
    "goes_with_calling": (
        "Das gehört zu Spielen, in denen ein König gerufen wird, und nur zu ihnen.",
        "This goes with games that call a king, and only there.",
    ),
    "goes_with_birds": (
        "Das gehört zu Spielen mit Pflichtvogel, und nur zu ihnen.",
        "This goes with games that have an obligatory bird, and only there.",
    ),
    # premiums
    "no_price": (
        "Eine Prämie braucht einen Wert, still oder angesagt.",
        "A premium needs a silent or an announced value.",
    ),
    "solo_prices": (
        "Eigene Preise im Solo stehen dort, und nur dort, wo das Blatt sie für Solospiele nennt.",
        "Prices of its own for solo games go with that custom, and only there.",
    ),
    "solo_price_without": (
        "Einen Preis im Solo braucht nur, was es außerhalb auch gibt, und umgekehrt.",
        "Only what exists outside of solo games has a price in them.",
    ),
    "beside_valat_flags": (
        "Das gilt nur, wo neben dem Valat bloß bestimmte Prämien zählen, und nie für den Valat selbst oder was das Spiel vervielfacht.",
        "This goes with the custom that only certain premiums count beside a Valat, never with the Valat itself or what multiplies the game.",
    ),
    "nothing_beside_valat": (
        "Keine Prämie ist dabei, die neben dem Valat zählt; dann gilt, dass keine zählt.",
        "No premium is said to count beside a Valat; choose the custom that none does.",
    ),
    "valat_by_tricks": (
        "Ein Valat geht nach Stichen, nicht nach Punkten oder einzelnen Karten.",
        "A Valat goes by tricks, not by points or certain cards.",
    ),
    "only_valat_replaces": (
        "An die Stelle des Spiels tritt nur ein Valat.",
        "Only a Valat takes the place of the game.",
    ),
    "multiplier_in_solo": (
        "Was das Spiel vervielfacht, bleibt im Solo gleich.",
        "What multiplies the game is the same in solo games.",
    ),
    "multiplier_whole": (
        "Vervielfacht wird das Spiel mit einer ganzen Zahl.",
        "A game is multiplied by a whole number.",
    ),
    "pack_with_blatt": (
        "Wo Blatt gezählt werden, sind es immer 70 Punkte.",
        "Where Blatt are counted, there are always 70 points.",
    ),
    "base_whole": (
        "Trischaken wird geteilt: sein Wert ist eine ganze Zahl.",
        "A Trischaken is shared out: its value is a whole number.",
    ),
    "multiplier_small": (
        "Vervielfacht wird das Spiel mindestens mit 2.",
        "A game is multiplied by 2 at least.",
    ),
    "multiplier_winners": (
        "Was das Spiel vervielfacht, gehört der Seite, die gewinnt, und ist still; das gilt für alles außer dem Valat.",
        "What multiplies the game belongs to the side that wins and is silent; that holds for everything but the Valat.",
    ),
    "winner_announced": (
        "Was nur der Gewinner haben kann, lässt sich nicht ansagen: verfehlt gehörte es niemandem.",
        "What only the winner can have cannot be announced: missed, it would be nobody's.",
    ),
    "opponents_announce_nothing": (
        "Das gilt nur für etwas, das die Gegner ansagen können.",
        "This goes only with what the opponents can announce.",
    ),
    # thresholds
    "needs_out_of_range": (
        "Es sind {all} Punkte im Spiel; hier geht es von {least} bis {most}.",
        "There are {all} points in the pack; this lies between {least} and {most}.",
    ),
    "needs_both_sides": (
        "Mit {points} könnten beide Seiten das haben; es braucht mehr als die Hälfte.",
        "With {points} both sides could have it; it takes more than half.",
    ),
    "needs_not_above_game": (
        "Dafür braucht es mehr Punkte als für das Spiel ({points}).",
        "This takes more points than the game does ({points}).",
    ),
    "needs_not_increasing": (
        "Dafür braucht es mehr Punkte als für {other} ({points}).",
        "This takes more points than {other} does ({points}).",
    ),
    "drawn_overlaps": (
        "35:35 ist ein verlorenes Spiel; mit {points} hat der Spieler aber schon gewonnen.",
        "A draw is a lost game; with {points} the declarer has won already.",
    ),
    "drawn_leaves_a_gap": (
        "Zwischen 35:35 (bis {last}) und gewonnen (ab {points}) bleibt eine Lücke.",
        "Between the draw (up to {last}) and a win (from {points}) there is a gap.",
    ),
    "drawn_needs_blatt": (
        "35:35 gibt es nur, wo in Blatt gezählt wird.",
        "There is a draw only where Blatt are counted.",
    ),
    "mayor_is_one": (
        "Bürgermeister kann nur einer sein: es braucht mehr als die Hälfte aller Punkte.",
        "Only one can be Bürgermeister: it takes more than half of all points.",
    ),
    # kontra
    "kontra_step_missing": ("Vor {level} fehlt {before}.", "Before {level}, {before} is missing."),
    "kontra_order": (
        "Die Kontras stehen nicht in ihrer Reihenfolge: {order}.",
        "The kontras do not stand in their order: {order}.",
    ),
    "name_without_step": (
        "{level} steht nicht auf der Leiter und braucht keinen Namen.",
        "{level} is not on the ladder and needs no name.",
    ),
    "kontra_not_rising": (
        "{level} zählt nicht mehr als {before} (×{times}); jede Stufe ist höher als die vorige.",
        "{level} does not count more than {before} (×{times}); every step is higher than the one before.",
    ),
    "kontra_too_small": ("Ein Kontra vervielfacht mindestens mit 2.", "A kontra multiplies by 2 at least."),
    "no_kontra_at_all": ("Auf diesem Blatt gibt es kein Kontra.", "There is no kontra on this sheet."),
    "kontra_above_ladder": (
        "Die Kontras gehen nur bis {last}; {level} kann keine Grenze sein.",
        "The kontras go only up to {last}; {level} can be no limit.",
    ),
    "kontra_without_valat": (
        "Diese Grenze gilt beim angesagten Valat, und den gibt es hier nicht.",
        "This limit holds with an announced Valat, and there is none here.",
    ),
    # Trischaken
    "jungfrau_price_goes_with": (
        "Was jeder einer Jungfrau zahlt, steht dort, und nur dort, wo sie einen festen Betrag von jedem bekommt.",
        "What each pays a Jungfrau goes with the custom that she gets a fixed amount from each, and only there.",
    ),
    "all_tricks_without_price": (
        "Doppelt zahlt die Vorhand nur, wo alle Stiche einen festen Preis haben.",
        "The Vorhand pays double only where all tricks have a fixed price.",
    ),
    "no_jungfrauen": (
        "Eine Jungfrau gibt es hier nicht; was sie bekommt, kann nicht dastehen.",
        "There is no Jungfrau here; what she gets cannot be said.",
    ),
    "renonce_times_go_with": (
        "Wie viel jeder bekommt, steht dort, und nur dort, wo eine Renonce jedem einen festen Betrag kostet.",
        "How much each gets goes with the custom that a Renonce costs a fixed amount to each, and only there.",
    ),
    # Radl
    "drawn_goes_with_trigger": (
        "Die Punkte des 35:35 stehen dort, und nur dort, wo 35:35 ein Radl auslöst.",
        "The points of a draw go with the trigger 35:35, and only there.",
    ),
    "no_trischaken_to_trigger": (
        "Ein Trischaken, das ein Radl auslösen könnte, gibt es hier nicht.",
        "There is no Trischaken here that could start a Radl.",
    ),
    "not_a_trigger_here": (
        "Das löst hier kein Radl aus; zuerst ist es unter den Auslösern anzukreuzen.",
        "That starts no Radl here; it has to be ticked among the triggers first.",
    ),
    "no_radl_to_limit": (
        "Doppelte Hände gibt es hier nicht; welche Spiele sie betreffen, kann nicht dastehen.",
        "There are no doubled hands here; which games they are about cannot be said.",
    ),
    "nothing_to_double": (
        "Auf diesem Blatt steht kein solches Spiel: das Radl würde nichts verdoppeln.",
        "There is no such game on this sheet: the Radl would double nothing.",
    ),
    "radl_waits_for_nothing": (
        "Warten kann ein Radl nur, wo es nicht jedes Spiel verdoppelt.",
        "A Radl can wait only where it does not double every game.",
    ),
    "length_without_triggers": (
        "Wie lang eine Runde ist, sagt nur ein Blatt, auf dem etwas ein Radl auslöst.",
        "Only a sheet on which something starts a Radl says how long a round is.",
    ),
    # options
    "option_changes_amounts": (
        "Diese Option ändert Beträge, nicht nur das Spielen.",
        "This option changes amounts, not only the play.",
    ),
    "fixed_with_the_game": (
        "Das legt schon das Spiel selbst fest: dann steht die Option nicht da.",
        "That is laid down with the game itself: then the option is left out.",
    ),
    "option_in_words": (
        "Das fehlt: was nur das Spielen ändert, wird in Worten gesagt (de, en).",
        "This is missing: what changes only the play is told in words (de, en).",
    ),
    "base_not_offered": (
        "Zur Wahl stehen 1 und 2; das Trischaken zählt aber {value}.",
        "The choice is between 1 and 2, but the Trischaken counts {value}.",
    ),
    "base_is_the_value": (
        "Der übliche Wert steht beim Spiel selbst ({value}).",
        "The usual value is given with the game itself ({value}).",
    ),
    "base_without_trischaken": (
        "Ein Trischaken gibt es auf diesem Blatt nicht.",
        "There is no Trischaken on this sheet.",
    ),
    # open rows, money
    "open_has_value": (
        "Das hat auf diesem Blatt schon einen Wert.",
        "This has a value on this sheet already.",
    ),
    "no_announced_pagat": (
        "Den Topf gewinnt ein angesagter Pagat, und den gibt es auf diesem Blatt nicht.",
        "An announced Pagat takes the pot, and there is none on this sheet.",
    ),
    "pot_always_empty": (
        "Irgendetwas muss eingezahlt werden, sonst bleibt der Topf immer leer.",
        "Something has to be paid in, or the pot would always be empty.",
    ),
}

MISTAKES = with_nearest(
    _MISTAKES,
    *("unknown_key", "unknown_custom", "unknown_sheet", "unknown_premium", "unknown_contract"),
    *("unknown_kontra", "unknown_trigger", "unknown_cards", "unknown_chapter", "unknown_option"),
    "unknown_path",
)

WARNINGS: Sentences = {
    "alone_cheaper": (
        "{label} wird allein gespielt und ist billiger als {other} ({value} statt {against}).",
        "{label} is played alone and cheaper than {other} ({value}, not {against}).",
    ),
    "solo_cheaper": (
        "{label} ist ein Solo und billiger als {other} ({value} statt {against}).",
        "{label} is a solo game and cheaper than {other} ({value}, not {against}).",
    ),
    "higher_but_cheaper": (
        "{label} geht über {other} und ist doch billiger ({value} statt {against}).",
        "{label} ranks above {other} and yet is cheaper ({value}, not {against}).",
    ),
    "lost_below_won": (
        "{label} kostet verloren weniger, als es gewonnen bringt ({lost} statt {value}).",
        "{label} costs less when lost than it brings when won ({lost}, not {value}).",
    ),
    "needs_only_half": (
        "{points} von {all} Punkten können beide Seiten haben. Bitte prüfen, ob das so gemeint ist.",
        "Both sides can have {points} of {all} points. Please check whether that is meant.",
    ),
    "needs_nearly_all": (
        "{points} von {all} Punkten hat fast nie jemand. Bitte prüfen, ob das so gemeint ist.",
        "Hardly anybody ever has {points} of {all} points. Please check whether that is meant.",
    ),
    "worth_nothing": ("{label} ist nichts wert (0).", "{label} is worth nothing (0)."),
    "announced_cheaper": (
        "{label} bringt angesagt weniger als still ({announced} statt {silent}).",
        "{label} brings less announced than silent ({announced}, not {silent}).",
    ),
    "nobody_can_make": (
        "{label} kann in keinem Spiel dieses Blatts vorkommen.",
        "{label} cannot happen in any game of this sheet.",
    ),
    "no_colour_game": (
        "Es gibt kein Farbenspiel; dass dort nicht jede Prämie zählt, hat keine Wirkung ({labels}).",
        "There is no colour game; that some premiums do not count there has no effect ({labels}).",
    ),
    "kontra_skips": (
        "{level} zählt ×{times}; nach ×{before} wäre ×{usual} üblich.",
        "{level} counts ×{times}; after ×{before}, ×{usual} would be usual.",
    ),
    "needs_more_after_kontra": (
        "Nach einem Kontra braucht {label} mehr Punkte als sonst ({points} statt {usual}).",
        "After a kontra {label} needs more points than usual ({points}, not {usual}).",
    ),
    "limits_not_whole": (
        "Eine Grenze ist keine ganze Zahl, etwa {points}: alle werden mit Blatt geschrieben.",
        "One limit is no whole number, such as {points}: all of them are written with Blatt.",
    ),
    "no_value_yet": (
        "{label} hat noch keinen Wert und wird beim Schreiben abgelehnt, bis der Klub einen festlegt.",
        "{label} has no value yet and is refused in a record until the club fills one in.",
    ),
}

SENTENCES = MISTAKES | WARNINGS
