"""What is wrong with a record, in the scorer's words: one sentence a mistake, German and English."""

from __future__ import annotations

from scoring.engine.texts import Sentences, with_nearest

# code: (German, English). The placeholders are filled with labels and names, never with sentences.
_SENTENCES: Sentences = {
    # the shape of the document
    "not_json": ("Die Zeile ist kein gültiges JSON.", "The line is not valid JSON."),
    "not_utf8": ("Die Zeile ist kein gültiges UTF-8.", "The line is not valid UTF-8."),
    "empty_line": ("Die Zeile ist leer.", "The line is empty."),
    "line_too_long": ("Die Zeile ist länger als {limit}.", "The line is longer than {limit}."),
    "too_deep": ("Die Zeile ist zu tief verschachtelt.", "The line is nested too deeply."),
    "number_too_big": ("Eine Zahl in der Zeile ist zu groß.", "A number in the line is too big."),
    "key_twice": ("„{key}“ steht zweimal da.", '"{key}" is there twice.'),
    "not_an_object": (
        "{where}: erwartet wird ein Objekt mit Schlüsseln.",
        "{where}: an object with keys is expected.",
    ),
    "wrong_type": ("{where}: erwartet wird {expected}.", "{where}: {expected} is expected."),
    "unknown_key": ("„{key}“ ist hier nicht bekannt.", '"{key}" is not known here.'),
    "too_many_items": (
        "{where}: mehr als {most} Einträge sind zu viele.",
        "{where}: more than {most} entries are too many.",
    ),
    "key_missing": ("„{key}“ fehlt.", '"{key}" is missing.'),
    "name_empty": (
        "{where}: hier steht kein Name; bitte schreiben, wer es ist.",
        "{where}: there is no name here; please write who it is.",
    ),
    "name_unreadable": (
        "{where}: ein Name braucht sichtbare Zeichen, ohne Steuerzeichen und ohne Leerzeichen am Rand.",
        "{where}: a name needs visible characters, no control characters and no blanks at its ends.",
    ),
    "unknown_rules": ("Das Regelblatt „{key}“ gibt es nicht.", 'There is no rule sheet "{key}".'),
    # options
    "unknown_option": (
        "Die Option „{key}“ gibt es nicht; es gibt: {values}.",
        'There is no option "{key}"; there are: {values}.',
    ),
    "unknown_option_value": (
        "Die Option „{key}“ kennt nur: {values}.",
        'The option "{key}" knows only: {values}.',
    ),
    "option_not_on_this_sheet": (
        "Die Option „{key}“ gibt es auf diesem Regelblatt nicht.",
        'The option "{key}" does not exist on this sheet.',
    ),
    "option_fixed": (
        "{matter}: auf diesem Regelblatt gilt immer „{value}“.",
        '{matter}: on this sheet "{value}" always holds.',
    ),
    # who plays
    "four_play": ("Es spielen genau vier; genannt sind {count}.", "Exactly four play; {count} are named."),
    "player_twice": ("{name} sitzt zweimal am Tisch.", "{name} sits at the table twice."),
    "not_playing": ("{name} spielt hier nicht mit.", "{name} does not play here."),
    # the game
    "game_missing": ("Das Spiel fehlt.", "The game is missing."),
    "unknown_contract": (
        "Das Spiel „{key}“ kennt dieses Regelblatt nicht.",
        'This sheet does not know the game "{key}".',
    ),
    "contract_without_value": (
        "{label} hat auf diesem Regelblatt keinen Wert; der Klub muss ihn erst festlegen.",
        "{label} has no value on this sheet; the club has to fill it in first.",
    ),
    "only_vorhand": ("{label} spielt nur die Vorhand ({name}).", "Only the Vorhand ({name}) plays {label}."),
    "never_vorhand": ("{label} spielt nie die Vorhand.", "The Vorhand never plays {label}."),
    "partner_missing": (
        "{label}: der Partner fehlt, oder warum es keinen gibt.",
        "{label}: the partner is missing, or why there is none.",
    ),
    "partner_and_reason": (
        "{label}: entweder ein Partner oder ein Grund, warum es keinen gibt, nicht beides.",
        "{label}: either a partner or a reason why there is none, not both.",
    ),
    "partner_always": ("{label}: der Partner fehlt.", "{label}: the partner is missing."),
    "no_king_called": ("{label}: hier wird kein König gerufen.", "{label}: no king is called here."),
    "played_alone": ("{label} wird allein gespielt.", "{label} is played alone."),
    "own_partner": ("{name} kann nicht der eigene Partner sein.", "{name} cannot be their own partner."),
    "no_self_call": (
        "Sich selbst rufen gilt auf diesem Regelblatt nicht.",
        "Calling oneself is not allowed on this sheet.",
    ),
    "only_kings_self_called": (
        "{label}: sich selbst rufen kann nur, wer einen König ruft.",
        "{label}: only who calls a king can call themselves.",
    ),
    "only_negative_side_by_side": (
        "Nebeneinander gehen nur Negativspiele.",
        "Only negative games can be played side by side.",
    ),
    "no_side_by_side": (
        "Nebeneinander wird auf diesem Regelblatt nicht gespielt.",
        "No games are played side by side on this sheet.",
    ),
    "not_side_by_side": (
        "{label} geht nicht neben anderen Spielen.",
        "{label} cannot be played beside other games.",
    ),
    "unequal_side_by_side": (
        "Nebeneinander gehen nur gleichwertige Spiele.",
        "Only games of equal value can be played side by side.",
    ),
    "declarer_twice": ("{name} spielt zwei Spiele zugleich.", "{name} plays two games at once."),
    "only_beside": ("{label} gibt es nur neben {other}.", "{label} exists only beside {other}."),
    "result_missing": ("{label}: das Ergebnis fehlt.", "{label}: the result is missing."),
    "tricks_missing": ("{label}: die Stiche fehlen.", "{label}: the tricks are missing."),
    "points_decide_the_price": (
        "{label}: was es kostet, hängt hier von den Kartenpunkten ab; bitte eintragen.",
        "{label}: what it costs depends on the card points here; please enter them.",
    ),
    "result_contradicts_points": (
        "{label} „{how}“ und {has} Punkte schließen einander aus: Wer spielt, braucht {needs}.",
        '{label} "{how}" and {has} points exclude each other: the declarer needs {needs}.',
    ),
    "result_contradicts_tricks": (
        "{label} „{how}“ und {has} schließen einander aus: Gewonnen wird {needs}.",
        '{label} "{how}" and {has} exclude each other: it is won {needs}.',
    ),
    "won_at_a_draw": (
        "{label} „gewonnen“ und 35:35 schließen einander aus: Wer spielt, braucht {needs}.",
        '{label} "won" and 35:35 exclude each other: the declarer needs {needs}.',
    ),
    "blatt_needed": (
        "{label}: bei {points} entscheiden die Blatt. Wie viele sind es, wie in „{points}/1“?",
        '{label}: at {points} the Blatt decide. How many are there, as in "{points}/1"?',
    ),
    "points_out_of_range": (
        "{label}: die Punkte liegen zwischen 0 und {most}.",
        "{label}: the points lie between 0 and {most}.",
    ),
    "tricks_out_of_range": (
        "{label}: die Stiche liegen zwischen 0 und 12.",
        "{label}: the tricks lie between 0 and 12.",
    ),
    "too_many_tricks": (
        "Zusammen sind es höchstens {all} Stiche.",
        "Together there are at most {all} tricks.",
    ),
    "four_take_all_tricks": (
        "Zu viert nebeneinander sind es zusammen genau {all} Stiche, notiert sind {sum}.",
        "Four side by side take exactly {all} tricks together, {sum} are recorded.",
    ),
    "drawn_not_here": (
        "35:35 gilt auf diesem Regelblatt nicht als eigenes Ergebnis.",
        "35:35 is no result of its own on this sheet.",
    ),
    "drawn_beside_points": (
        "{label}: 35:35 steht nicht neben genauen Punkten.",
        "{label}: 35:35 does not stand beside exact points.",
    ),
    "not_in_this_game": ("{label}: {what} gehört nicht dazu.", "{label}: {what} does not belong to it."),
    "radl_times_not_here": (
        "Mit {times} multipliziert hier kein Radl; es gibt {known}.",
        "No Radl multiplies by {times} here; there are {known}.",
    ),
    "radl_not_here": (
        "Dieses Regelblatt kennt keine doppelten Runden.",
        "This sheet knows no double rounds.",
    ),
    # kontra
    "unknown_kontra": (
        "„{key}“ ist kein Kontra; es gibt {levels}.",
        '"{key}" is no kontra; there are {levels}.',
    ),
    "no_kontra_here": ("{label}: Kontra gibt es hier nicht.", "{label}: there is no kontra here."),
    "kontra_too_high": ("{label}: höchstens {limit}, {why}.", "{label}: {limit} at most, {why}."),
    "void_without_kontra": (
        "{label}: ungültig kann nur ein Kontra sein, das gesagt wurde.",
        "{label}: only a kontra that was said can be void.",
    ),
    "kontra_by_declarer": (
        "{name} kann das eigene Spiel nicht kontrieren.",
        "{name} cannot kontra their own game.",
    ),
    "no_negative_kontra": (
        "Negativspiele werden hier nicht kontriert.",
        "Negative games are not kontra'd here.",
    ),
    "declarers_do_not_kontra": (
        "{name} spielt selbst und kann hier nicht kontrieren.",
        "{name} is a declarer too and cannot kontra here.",
    ),
    "silent_kontra": (
        "{label}: ein Kontra gibt es nur auf Angesagtes.",
        "{label}: only what is announced can be kontra'd.",
    ),
    "no_premium_kontra": (
        "{label}: kontriert wird hier nur das Spiel.",
        "{label}: only the game is kontra'd here.",
    ),
    # schleifen, blank rufer
    "cannot_concede": (
        "{label}: Schleifen geht nur in einem Rufspiel mit Talon.",
        "{label}: only a calling game with the talon can be conceded.",
    ),
    "concede_needs_king_in_talon": (
        "{label}: Schleifen geht nur, wenn {called} im Talon liegt.",
        "{label}: a game can be conceded only when {called} lies in the talon.",
    ),
    "conceded_has_no_result": (
        "{label}: ein geschliffenes Spiel ist verloren und hat sonst kein Ergebnis.",
        "{label}: a conceded game is lost and has no other result.",
    ),
    "conceded_has_no_kontra": (
        "{label}: ein geschliffenes Spiel hat kein Kontra.",
        "{label}: a conceded game has no kontra.",
    ),
    "conceded_only_its_bird": (
        "{label}: zu einem geschliffenen Spiel gehört nur sein eigener Vogel.",
        "{label}: a conceded game has only its own bird.",
    ),
    "conceded_and_revoked": (
        "{label}: geschliffen oder Renonce, nicht beides.",
        "{label}: conceded or revoked, not both.",
    ),
    "blank_not_here": (
        "{label} wird auf diesem Regelblatt immer gespielt.",
        "{label} is always played on this sheet.",
    ),
    "blank_must_be_paid": (
        "Ein blanker {label} wird nicht gespielt, sondern sofort bezahlt.",
        "A blank {label} is not played but paid at once.",
    ),
    "not_blank": (
        "{label} ist nicht blank: dazu gehören ein Partner und weder Ansage noch Kontra.",
        "{label} is not blank: that takes a partner and neither announcement nor kontra.",
    ),
    "unplayed_has_no_premiums": (
        "{label}: nicht gespielt, also ohne Prämien.",
        "{label}: not played, so without premiums.",
    ),
    "unplayed_has_no_result": (
        "{label}: nicht gespielt, also ohne Punkte und nicht verloren.",
        "{label}: not played, so without points and not lost.",
    ),
    # premiums
    "unknown_premium": (
        "Die Prämie „{key}“ kennt dieses Regelblatt nicht.",
        'This sheet does not know the premium "{key}".',
    ),
    "premium_without_value": (
        "{label} hat auf diesem Regelblatt keinen Wert; der Klub muss ihn erst festlegen.",
        "{label} has no value on this sheet; the club has to fill it in first.",
    ),
    "no_premiums": ("{game}: hier gibt es keine Prämien.", "{game}: there are no premiums here."),
    "premium_not_in_game": ("{label} gibt es nicht im {game}.", "{label} does not exist in {game}."),
    "not_silent": ("{label} zählt nur angesagt.", "{label} counts only when announced."),
    "not_announced": ("{label} kann nicht angesagt werden.", "{label} cannot be announced."),
    "declarers_premium": (
        "{label} gehört immer der Seite des Spielers.",
        "{label} always belongs to the declarer's side.",
    ),
    "king_holders_premium": (
        "{label} sagt nur an, wer den gerufenen König hält: {name}.",
        "{label} is announced only by whoever holds the called king: {name}.",
    ),
    "opponents_premium": ("{label} gehört immer den Gegnern.", "{label} always belongs to the opponents."),
    "winners_premium": (
        "{label} gehört der Seite, die das Spiel gewinnt.",
        "{label} belongs to the side that wins the game.",
    ),
    "premium_twice": ("{label} steht zweimal da.", "{label} is there twice."),
    "premium_of_both": (
        "{label} steht für beide Seiten da; das gibt es nur, wenn beide angesagt haben.",
        "{label} is there for both sides; that is possible only where both announced it.",
    ),
    "contained_in_missed": (
        (
            "{label} ({by}) ist in der verfehlten Ansage ({said_by}) enthalten: "
            "Deren angesagter Wert geht schon an die andere Seite."
        ),
        (
            "{label} ({by}) is contained in the missed announcement ({said_by}): "
            "its announced value goes to the other side already."
        ),
    ),
    "made_missing": ("{label}: gewonnen oder verloren?", "{label}: made or missed?"),
    "made_contradicts_points": (
        "{label} ({by}): „{how}“ und {has} Punkte schließen einander aus, nötig sind {needs}.",
        '{label} ({by}): "{how}" and {has} points exclude each other, {needs} are needed.',
    ),
    "valat_contradicts_game": (
        "{label} ({by}) und „{game}: {outcome}“ schließen einander aus: Wer alle Stiche macht, gewinnt.",
        '{label} ({by}) and "{game}: {outcome}" exclude each other: whoever makes all tricks wins.',
    ),
    # card points against cards
    "cards_count_more": (
        "{cards} {are} mindestens {least}, notiert sind {has}.",
        "{cards} {are} at least {least}, {has} are recorded.",
    ),
    "cards_count_more_opponents": (
        "{cards} {are} mindestens {least}, die notierten {noted} lassen den Gegnern {has}.",
        "{cards} {are} at least {least}, the {noted} that are recorded leave the opponents {has}.",
    ),
    "valat_counts_more": (
        "{label} ({by}) ist mindestens {least}, notiert sind {has}: Die anderen haben {left}.",
        "{label} ({by}) is at least {least}, {has} are recorded: the others have {left}.",
    ),
    "valat_counts_more_opponents": (
        (
            "{label} ({by}) ist mindestens {least}, die notierten {noted} lassen den Gegnern {has}: "
            "Die anderen haben {left}."
        ),
        (
            "{label} ({by}) is at least {least}, the {noted} that are recorded leave the opponents {has}: "
            "the others have {left}."
        ),
    ),
    # what excludes each other
    "same_card": (
        "{label} ({by}) und {other} ({other_by}) schließen einander aus: Es geht um dieselbe Karte.",
        "{label} ({by}) and {other} ({other_by}) exclude each other: it is the same card.",
    ),
    "one_last_trick": (
        "{label} ({by}) und {other} ({other_by}) schließen einander aus: Es gibt nur einen letzten Stich.",
        "{label} ({by}) and {other} ({other_by}) exclude each other: there is only one last trick.",
    ),
    "made_by_one": (
        "{label} ({by}) und {other} ({other_by}) schließen einander aus: Höchstens einer Seite gelingt das.",
        "{label} ({by}) and {other} ({other_by}) exclude each other: one side at most makes it.",
    ),
    "all_tricks": (
        "{label} ({by}) und {other} ({other_by}) schließen einander aus: Die anderen machen alle Stiche.",
        "{label} ({by}) and {other} ({other_by}) exclude each other: the others make all tricks.",
    ),
    "more_than_the_game": (
        "{label} ({by}) und „{game}: {outcome}“ schließen einander aus: Wer so viel hat, gewinnt.",
        '{label} ({by}) and "{game}: {outcome}" exclude each other: whoever has so much wins.',
    ),
    "one_side_has_more": (
        "{label} ({by}) und {other} ({other_by}) schließen einander aus: So viel hat nur eine Seite.",
        "{label} ({by}) and {other} ({other_by}) exclude each other: only one side has so much.",
    ),
    "more_without_less": (
        "{label} ({by}) ohne {other} ({other_by}) schließt sich aus: Wer das eine hat, hat auch das andere.",
        "{label} ({by}) without {other} ({other_by}) is excluded: whoever has the one has the other too.",
    ),
    "own_card_caught": (
        (
            "{label} ({by}) und {other} angesagt ({other_by}) schließen einander aus: "
            "Die Karte liegt bei der Seite, die sie ansagt."
        ),
        (
            "{label} ({by}) and {other} announced ({other_by}) exclude each other: "
            "the side that announces it has the card."
        ),
    ),
    "king_in_closed_talon": (
        "{label} ({by}) und der König im Talon schließen einander aus: Beim {game} bleibt der Talon zu.",
        "{label} ({by}) and the king in the talon exclude each other: in {game} the talon stays closed.",
    ),
    "only_recorded_when_made": (
        "{label} wird nur eingetragen, wenn er gelungen ist.",
        "{label} is recorded only when it was made.",
    ),
    "not_between_two": (
        "{label} wird hier zwischen den Seiten verrechnet und nicht nur zwischen zweien.",
        "{label} is settled between the sides here, not between two only.",
    ),
    "between_whom": ("{label} ({by}): mit wem wird verrechnet?", "{label} ({by}): with whom is it settled?"),
    "between_one": (
        "{label}: {by} kann nicht mit sich selbst verrechnen.",
        "{label}: {by} cannot settle it with themselves.",
    ),
    "not_beside_missed_valat": (
        "{label} gibt es nicht neben einem verlorenen Valat.",
        "{label} does not exist beside a missed Valat.",
    ),
    "bird_missing": (
        "{label}: der angesagte Vogel fehlt ({birds}).",
        "{label}: the announced bird is missing ({birds}).",
    ),
    "needs_kontra_on_game": (
        "{label} der Gegner verlangt ein Kontra auf das Spiel.",
        "{label} by the opponents needs a kontra on the game.",
    ),
    # trischaken
    "count_missing": (
        "{label}: die Punkte aller vier oder die Reihenfolge fehlen.",
        "{label}: the points of all four or the order are missing.",
    ),
    "count_and_order": (
        "{label}: entweder Punkte oder Reihenfolge, nicht beides.",
        "{label}: either points or the order, not both.",
    ),
    "count_all_four": (
        "{label}: es fehlen die Punkte von {names}.",
        "{label}: the points of {names} are missing.",
    ),
    "count_adds_up": (
        "{label}: zusammen müssen es {most} Punkte sein, es sind {sum}.",
        "{label}: together there must be {most} points, there are {sum}.",
    ),
    "less_than_a_trick": (
        "{label}: {name} hat {has}, aber ein Stich zählt mindestens {least}; ohne Stich sind es 0.",
        "{label}: {name} has {has}, but a trick counts at least {least}; without one it is 0.",
    ),
    "order_twice": (
        "{label}: {name} steht zweimal in der Reihenfolge.",
        "{label}: {name} is in the order twice.",
    ),
    "order_empty_group": (
        "{label}: in der Reihenfolge steht ein leerer Platz.",
        "{label}: there is an empty place in the order.",
    ),
    "order_too_short": (
        "{label}: hier muss feststehen, wer auf Platz {places} liegt.",
        "{label}: who holds place {places} has to be known here.",
    ),
    "order_all_equal": (
        "{label}: alle vier können nicht gleich viel haben.",
        "{label}: all four cannot have the same.",
    ),
    "no_buergermeister": (
        "{label}: einen Bürgermeister kennt dieses Regelblatt nicht.",
        "{label}: this sheet knows no Bürgermeister.",
    ),
    "no_jungfrau": (
        "{label}: eine Jungfrau kennt dieses Regelblatt nicht.",
        "{label}: this sheet knows no Jungfrau.",
    ),
    "no_renonce": (
        "{label}: was eine Renonce kostet, steht auf diesem Regelblatt nicht. Der Klub kann es festlegen.",
        "{label}: this sheet does not say what a Renonce costs. The club can lay it down.",
    ),
    "buergermeister_is_one": (
        "{label}: Bürgermeister kann nur einer allein sein.",
        "{label}: only one player alone can be Bürgermeister.",
    ),
    "jungfrauen_last": (
        "{label}: eine Jungfrau hat keinen Stich und liegt ganz hinten.",
        "{label}: a Jungfrau has no trick and ranks last.",
    ),
    "three_jungfrauen": (
        "{label}: bei drei Jungfrauen ist der vierte Bürgermeister.",
        "{label}: with three Jungfrauen the fourth is Bürgermeister.",
    ),
    "only_with_order": (
        "„{key}“ gehört zur Reihenfolge und steht nicht ohne sie.",
        '"{key}" belongs to the order and does not stand without it.',
    ),
    # renonce
    "revoked_has_no_result": (
        "{label}: nach einer Renonce zählt kein Ergebnis.",
        "{label}: after a Renonce no result counts.",
    ),
    "revoked_no_silent": (
        "{label}: nach einer Renonce zählt nur Angesagtes.",
        "{label}: after a Renonce only what was announced counts.",
    ),
    "no_claims": (
        "Hier kann nach einer Renonce nichts zusätzlich gefordert werden.",
        "Nothing more can be claimed after a Renonce here.",
    ),
    "one_offender": (
        "Auf diesem Regelblatt renonciert nur einer; bitte nur einen nennen.",
        "On this sheet one player revokes; please name only one.",
    ),
    "offender_twice": (
        "{name} steht zweimal unter denen, die renonciert haben.",
        "{name} is named twice among those who revoked.",
    ),
    "everybody_revoked": (
        "Wenn alle vier renonciert haben, ist an niemanden zu zahlen; bitte höchstens drei nennen.",
        "If all four revoked there is nobody to pay; please name three at most.",
    ),
    "offender_claims": (
        "{name} hat renonciert und kann nichts fordern.",
        "{name} revoked and can claim nothing.",
    ),
    "claim_not_positive": (
        "{name}: eine Forderung ist eine ganze Zahl ab 1, höchstens {most}.",
        "{name}: a claim is a whole number from 1, {most} at most.",
    ),
    # the sheet of hands
    "table_size": (
        "An einem Tisch sitzen vier bis sechs; genannt sind {count}.",
        "Four to six sit at a table; {count} are named.",
    ),
    "dealer_not_seated": (
        "{name} sitzt nicht am Tisch und kann nicht geben.",
        "{name} does not sit at the table and cannot deal.",
    ),
    "derived_here": (
        "„{key}“ ergibt sich aus dem Spielzettel und steht nicht beim einzelnen Spiel.",
        '"{key}" follows from the sheet and is not written in a hand.',
    ),
    "unknown_void": (
        "„{key}“ gibt es nicht; ein Spiel ohne Wertung ist „redeal“ oder „struck“.",
        'There is no "{key}"; a hand that does not count is "redeal" or "struck".',
    ),
    "reason_missing": ("Der Grund fehlt.", "The reason is missing."),
    "unknown_event": (
        "„{key}“ ist kein Ereignis; es gibt „schlussradl“, „seating“ und „dealer“.",
        '"{key}" is no event; there are "schlussradl", "seating" and "dealer".',
    ),
}

SENTENCES = with_nearest(
    _SENTENCES, "unknown_key", "unknown_rules", "unknown_option", "unknown_contract", "unknown_premium"
)
