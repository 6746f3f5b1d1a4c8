"""What the recording page has to know of a rule sheet: a JSON document, made from the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from scoring.engine.customs import Custom, DoubledGames, RenonceCustom, TrischakenRenonce
from scoring.engine.loading.tables import TABLES
from scoring.engine.money import number_in_words
from scoring.engine.options import OPTIONS
from scoring.engine.rules import Contract, PremiumRule, Rules, Trischaken
from scoring.engine.texts import Text

Facts = dict[str, Any]


def form_facts(rules: Rules, *, language: str) -> Facts:
    """Return contracts, premiums and customs under these rules, with every word that the page shows."""
    return {
        **declared("sheet", rules, language),
        "points": rules.all_points,
        "writes_blatt": rules.writes_blatt,
        "contracts": [
            {**_row("contracts", contract, language), "cost": cost(contract, rules)}
            for contract in rules.contracts.values()
        ],
        "premiums": [_row("premiums", premium, language) for premium in rules.premiums.values()],
        "kontra": declared("kontra", rules.kontra, language)
        | {
            "levels": [
                {"key": key, "label": rules.kontra.label(key), "times": times}
                for key, times in rules.kontra.levels.items()
            ],
        },
        "trischaken": _trischaken(rules.trischaken, language),
        "renonce": rules.renonce is not RenonceCustom.OPEN,
        "reasons": reasons(rules, language),
        "schlussradl_known": rules.radl.schlussradl,
        "radl_known": rules.radl.played,
        "radl_only": (
            None
            if rules.radl.doubled_games is DoubledGames.ALL
            else rules.radl.doubled_games.label.in_language(language)
        ),
        "drawn": rules.radl.drawn,
        "drawn_known": "drawn" in rules.radl.triggers,
        "options": {key: rules.options[key] for key, option in OPTIONS.items() if option.on_phone},
        "usual": list(usual(rules)),
        "words": words(language),
    }


# What most tables play most; the others of a sheet follow in the order of their bidding.
_USUAL = ("rufer", "trischaken", "besserrufer", "pagatrufer", "solorufer", "dreier", "piccolo", "bettler")


def usual(rules: Rules, played: Mapping[str, int] = MappingProxyType({})) -> tuple[str, ...]:
    """Return the games of a sheet, those first that were played most often; then what is usual elsewhere."""
    order = [*(key for key in _USUAL if key in rules.contracts), *rules.contracts]
    return tuple(sorted(dict.fromkeys(order), key=lambda key: -played.get(key, 0)))


def declared(table: str, row: Any, language: str) -> Facts:
    """Return the keys of a table that are declared to matter on the phone, as JSON takes their values."""
    keys = [key for key, spec in TABLES[table].items() if spec.on_phone]
    return {key: _as_json(getattr(row, key), language) for key in keys}


def _row(table: str, row: Contract | PremiumRule, language: str) -> Facts:
    return {"key": row.key, **declared(table, row, language)}


def cost(contract: Contract, rules: Rules) -> str:
    """Return a game's value, with what the bird costs that is announced with it: "1 + 4", "1 + 2–8"."""
    value = number_in_words(contract.value)
    prices = [rules.premiums[bird].price_with(contract) for bird in contract.birds]
    if not prices:
        return value
    ends = dict.fromkeys([min(prices), max(prices)])
    return f"{value} + {'–'.join(number_in_words(price) for price in ends)}"


def _as_json(value: Any, language: str) -> Any:
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, Custom):
        return value.value
    if isinstance(value, Fraction):
        return number_in_words(value)
    return list(value) if isinstance(value, tuple) else value


def _trischaken(trischaken: Trischaken | None, language: str) -> Facts | None:
    if trischaken is None:
        return None
    return {
        **declared("trischaken", trischaken, language),
        "places_needed": trischaken.custom.places,
        "renonce": trischaken.renonce is not TrischakenRenonce.OPEN,
    }


def reasons(rules: Rules, language: str) -> dict[str, list[str]]:
    """Return the reasons of a void hand that can be tapped: dealt again as the sheet says, or misdealt."""
    own = [hand.in_language(language) for hand in rules.redeals.values()]
    with override(language):
        struck = [
            gettext("Cannot be settled any more"),
            gettext("Cards mixed up"),
            gettext("Broken off by agreement"),
        ]
        return {"redeal": [gettext("Misdealt"), *own, gettext("A card lay open")], "struck": struck}


OTHER_ACCOUNT = _("Somebody else is now signed in on this phone. Reload the page to go on.")
# Every text of the page that is not a name or a label of the sheet; {names} are put in by the page.
WORDS = {
    # What the page asks next, in the words of the table.
    "ask_seats": _("Who plays, and with whom?"),
    "ask_declarer": _("Who plays?"),
    "ask_contract": _("Which game?"),
    "ask_partner": _("Who is the partner?"),
    "ask_bird": _("Which bird?"),
    "ask_result": _("Won or lost?"),
    "ask_points": _("How many card points?"),
    "ask_blatt": _("And how many Blatt?"),
    "ask_most": _("Who has most?"),
    "ask_second": _("Who has second most?"),
    "ask_count": _("How many points does everybody have?"),
    "ask_made": _("{label}: made or missed?"),
    "ask_by": _("{label}: who?"),
    "ask_against": _("{label}: with whom?"),
    "ask_revoke": _("Who revoked?"),
    "ask_revokes": _("Who revoked? All who did."),
    "ask_reason": _("Why?"),
    "ask_beside": _("Who else plays?"),
    # The game.
    "hand": _("Hand {number}"),
    "hand_inserted": _("A forgotten hand"),
    "hand_corrected": _("Correct hand {number}"),
    "void_corrected": _("Correct a hand"),
    "doubled": _("doubled"),
    "doubled_left": _("doubled, {count} left"),
    "doubled_only": _("Doubled: {games}"),
    "times_left": _("times {times}, {count} left"),
    "deals": _("deals"),
    "vorhand": _("Vorhand"),
    "sits_out": _("sits out"),
    "vorhand_short": _("Vorh."),
    "out_short": _("out"),
    "only_vorhand": _("only Vorhand"),
    "never_vorhand": _("not Vorhand"),
    "more_games": _("more …"),
    "fewer_games": _("fewer"),
    "seek": _("Find a game"),
    "nothing_found": _("Nothing on this sheet is called that."),
    "found_premium": _("Premium: {what}"),
    "pot": _("Pagatkassa"),
    "like_last": _("As last: {what}"),
    "ends_otherwise": _("By points, or another ending"),
    "plays": _("plays"),
    "partner": _("partner"),
    "no_partner": _("No partner"),
    "talon": _("King in the talon"),
    "talon_of": _("{card} in the talon"),
    "self": _("Called themselves"),
    "won": _("won"),
    "lost": _("lost"),
    "drawn": _("35:35"),
    "conceded": _("conceded"),
    "blank": _("blank, paid at once"),
    "kontra": _("Kontra on the game"),
    "void": _("void (between partners)"),
    "kontras": _("Kontra by"),
    "tricks": _("Count the tricks"),
    "tricks_of": _("Tricks of {name}"),
    "beside": _("Somebody else is playing, too"),
    "beside_game": _("Beside it"),
    "not_beside": _("No, only one game"),
    "and": _(" + "),
    "side_open": _("{name} + partner"),
    "others_open": _("The opponents"),
    # Counting card points.
    "count_points": _("Enter card points"),
    "points_of": _("Card points of"),
    "points_of_one": _("Points of {name}"),
    "blatt": _("Blatt"),
    "rest": _("the others: {points}"),
    "rest_left": _("left: {points}"),
    "erase": _("Delete"),
    "cards": _("Count cards"),
    "king": _("King"),
    "queen": _("Queen"),
    "knight": _("Knight"),
    "jack": _("Jack"),
    "trull": _("Trull card"),
    "blank_card": _("blank card"),
    "card": _("{card}: {count}, count one more"),
    "less": _("{card}: one less"),
    "most": _("most"),
    "second": _("second"),
    "jungfrau": _("Jungfrau"),
    "buergermeister_is": _("{name} is Bürgermeister ({points} or more)"),
    "buergermeister_rounded": _("{name} is Bürgermeister ({points} or more, rounded)"),
    "all_tricks_is": _("{name} has all tricks."),
    "count_all": _("Count points"),
    "order_only": _("Only the order"),
    # Premiums.
    "bird": _("The bird"),
    "premiums_of": _("Premiums: {names}"),
    "silent": _("silent"),
    "made": _("announced, made"),
    "missed": _("announced, missed"),
    "announced": _("announced"),
    "announced_open": _("announced, still open"),
    "silent_missed": _("silent, missed"),
    "bird_made": _("made"),
    "bird_missed": _("missed"),
    "kontra_on": _("Kontra on {label}"),
    "proven": _("{points} reached"),
    "proven_off": _("{points} reached, not counted"),
    "not_here": _("not {label}"),
    "not_with": _("not with {what}"),
    "told_against": _("against {name}"),
    # What is out of the ordinary.
    "special": _("Renonce, void hand …"),
    "special_first": _("Void hand …"),
    "special_legend": _("Out of the ordinary"),
    "renonce": _("Renonce"),
    "claims": _("Points claimed freely"),
    "claim_of": _("Claim of {name}"),
    "claim_less": _("{name} claims one less"),
    "claim_more": _("{name} claims one more"),
    "redeal": _("Redeal"),
    "redeal_why": _("Redeal, with a reason"),
    "struck": _("Void the hand"),
    "schlussradl": _("Schlussradl from now on"),
    "hand_after_all": _("Record a hand after all"),
    "redeal_means": _("Nobody pays, and the same player deals again."),
    "struck_means": _("Nobody pays, and the deal moves on."),
    "schlussradl_means": _("Every hand from here on is doubled."),
    "reason": _("Reason"),
    # Sending.
    "settlement": _("Settlement"),
    "settlement_of": _("Settlement of hand {number}"),
    "settlement_waits": _("Shown here as soon as the game is known."),
    "no_preview": _("The server is not answering; the settlement will follow when you save."),
    "save": _("Save hand {number}"),
    "save_redeal": _("Save the redeal"),
    "save_struck": _("Void this hand"),
    "save_schlussradl": _("Start the Schlussradl"),
    "save_names": _("Save: {who}"),
    "review": _("Next: what changes"),
    "saving": _("Saving …"),
    "again": _("Send again"),
    "not_saved": _("Not saved yet: no answer. Send it again; it will not be saved twice."),
    "signed_out": _("Not saved: you are no longer signed in here. What you entered stays on this page."),
    "refused": _(
        "Not saved: this table can no longer be recorded here. What you entered stays on this page."
    ),
    "closed": _("The table is closed."),
    "look": _("Not saved: please check what is marked."),
    "refused_whole": _("This hand was not saved."),
    "conflict_keep": _("Nothing of yours is lost. Is it the same hand?"),
    "discard": _("Discard mine"),
    "keep": _("Mine is another hand"),
    "saved": _("Saved: {said}"),
    "undo": _("Undo"),
    "undo_last": _("Take back the last entry"),
    "seating": _("Seats and dealer"),
    "redo": _("Redo"),
    "undone": _("Taken back."),
    "redone": _("Restored."),
    "undoing": _("One moment …"),
    "meanwhile": _("Meanwhile, another phone has entered: {said}"),
    # Hands that are begun.
    "resumed": _("You are where you left off."),
    "left_out": _("No longer at this table, so left out: {what}."),
    "start_over": _("Start this hand over"),
    "thrown": _("Thrown away."),
    "kept_begun": _("The hand you started is kept, and can be finished when recording goes on."),
    "bring_back": _("Bring it back"),
    "really": _("{one} was really {other}."),
    "moved_on": _("Something else has been entered at this table since you started this hand."),
    "from_phone": _("No network: this page is the last version this phone has seen. Hands are kept here."),
    # Hands that are saved, and only on this phone so far.
    "kept_here": _("On this phone, not saved yet: {said}"),
    "waiting_one": _("On this phone, not saved yet: one hand"),
    "waiting_many": _("On this phone, not saved yet: {count} hands"),
    "waiting_hand": _("Hand {number}: {said}"),
    "waiting_undo": _("will be undone as soon as it has been sent: {said}"),
    "stands_at": _("The sheet stands at {count} hands; the totals are those."),
    "waiting_sending": _("Sending …"),
    "waiting_behind": _("Waits until the hand in the form is saved or left as it was."),
    "waiting_no_answer": _("No answer yet; it is sent again automatically."),
    "waiting_signed_out": _(
        "You are no longer signed in here. Everything is kept, and is sent once you are."
    ),
    "waiting_other_account": OTHER_ACCOUNT,
    "other_account": OTHER_ACCOUNT,
    "waiting_refused": _(
        "This phone may no longer record at this table; its link may have been renewed. Scan the new "
        "code and it will carry on by itself. Everything is kept, and can be copied from here to paper."
    ),
    "waiting_closed": _(
        "The table is closed. Everything is kept, and sending resumes when a director reopens it."
    ),
    "waiting_in_page": _(
        "This browser does not store anything: please leave this page open until everything is saved."
    ),
    "sign_in_again": _("Sign in again"),
    "try_now": _("Try now"),
    "show_picture": _("Show round"),
    "picture_how": _(
        "Scan this with the camera of any phone that has network, and tap “Deliver” there. The hands stay "
        "here, too, and are on the sheet only once, whoever sends them."
    ),
    "picture_of": _("Code {place} of {count}"),
    "picture_next": _("Next code"),
    "picture_away": _("Put the code away"),
    "change_it": _("Change"),
    "no_rules": _("The rules of this table are not on this phone: amounts will follow with the network."),
    "no_engine": _(
        "This phone cannot work out the amounts at the moment; they will follow with the network."
    ),
    "sheet_here": _("Sheet, course and settling up"),
    "seat_up": _("{name}: one seat up"),
    "seat_left": _("{name} leaves the table"),
    "seat_taken": _("{name} sits down"),
    "save_seats": _("Sit like this"),
    "seats_as_they_are": _("Leave it as it is"),
    "insert_before": _("Insert a hand before it"),
    "do_not_undo": _("Do not undo"),
    "settlement_later": _("Amounts and Radl will follow when the hands before this one have been sent."),
    "radl_later": _("Radl: not known yet."),
    "reckoned": _("Not saved yet; worked out here."),
    "who_deals": _("{dealer} deals, {vorhand} is Vorhand."),
    "who_is_out": _("Sitting out: {names}"),
    # A waiting hand that somebody has to decide about.
    "stopped_conflict": _("Is it the same hand? Nothing of yours is lost."),
    "stopped_news": _("Your hand comes after that. Nothing of it is lost."),
    "stopped_problems": _("It cannot be saved like this. Everything entered after it has to wait."),
    "stopped_opened": _("It is open for changes, and is not sent until that is done."),
    "stopped_other_account": _("Somebody else entered this on this phone. Send it in your name?"),
    "save_after": _("It is another hand: save it after that"),
    "send_all_the_same": _("Send it as it is"),
    "open_it": _("Open it in the form"),
    "throw_away": _("Throw it away"),
    "both_lists": _("Two phones have recorded at this table. Nothing is lost."),
    "theirs": _("On the sheet since then"),
    "mine": _("Only on this phone"),
    "same_hand": _("The same hand"),
    "both_meaning": _(
        "Hands that are marked are probably the same, and are not saved twice. The others follow."
    ),
    "put_together": _("Combine them like this"),
    "leave_it": _("Leave that hand as it was"),
    # With these the page tells a hand without the server.
    "told_points": _("{points} points"),
    "told_tricks": _("tricks: {count}"),
    "told_buergermeister": _("Bürgermeister"),
}


@cache
def words(language: str) -> dict[str, str]:
    """Return the texts of the page by the names that its script uses."""
    with override(language):
        return {key: str(text) for key, text in WORDS.items()}
