"""A hand that is stored only in its own link: written, read again, and moved to another sheet."""

import json
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from scoring.engine.answers import parsed, rules_of
from scoring.engine.explaining import ProblemWords
from scoring.engine.facts import Hand
from scoring.engine.naming import renamed_hand
from scoring.engine.options import OPTIONS
from scoring.engine.problems import IllegalHand, Problem, option_problems, problems_with
from scoring.engine.problems.problem import CARDS_EXCLUDE, LONGEST_NAMED
from scoring.engine.record import HandRecord, from_dict, to_dict
from scoring.engine.rules import Rules
from scoring.engine.texts import either
from scoring.engine.translating import loss_in_words, translated, without_points
from scoring.rules import published
from scoring.web.language import current_language

CalculatorRecord = dict[str, Any]

VERSION = "1"
LONGEST_HAND = 3900  # characters; the first line of a request has no room for more
SEATS = ("seat-1", "seat-2", "seat-3", "seat-4")


class UnreadableLink(ValueError):
    """Raised for a link without a readable hand; carries the reasons and, if known, the sheet."""

    def __init__(self, *problems: Problem | str, rules: Rules | None = None) -> None:
        language = current_language()
        self.problems = tuple(
            ProblemWords("", problem)
            if isinstance(problem, str)
            else ProblemWords(problem.path, problem.in_words(language))
            for problem in problems
        )
        self.rules = rules
        super().__init__("; ".join(problem.text for problem in self.problems))


class NoSheet(UnreadableLink):
    """Raised for a sheet that cannot settle anything as it is; carries the reason."""


class Begun(NamedTuple):
    """A statement that is only half entered, which a record cannot express."""

    declarer: str = ""  # plays, and nobody has said what
    revoked: bool = False  # by whom, nobody has said


@dataclass(frozen=True)
class Calculation:
    """A hand under a sheet, as far as it has been entered."""

    rules: Rules
    hand: Hand  # its games are those that have a name
    begun: Begun = field(default_factory=Begun)
    lost: tuple[str, ...] = ()  # what another sheet did not know, in words

    @property
    def is_empty(self) -> bool:
        return not self.hand.games and not self.begun.declarer

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return what keeps a hand with a named game from being settled."""
        is_complete = self.hand.games and not self.begun.revoked
        return problems_with(self.hand, self.rules) if is_complete else ()

    @property
    def can_be_settled(self) -> bool:
        return bool(self.hand.games) and not self.begun.revoked and not self.problems

    @property
    def record(self) -> CalculatorRecord:
        """Return the hand record, with what has only begun."""
        return _with(self.begun, to_dict(self.hand, self.rules))

    @property
    def link(self) -> str:
        return written(self.record)


# Into a link and out of it


def written(record: CalculatorRecord) -> str:
    """Return a hand record as the value of `?hand=`.

    >>> written({"rules": "cup"})
    '1.eyJydWxlcyI6ImN1cCJ9'
    """
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return f"{VERSION}.{urlsafe_b64encode(text.encode()).decode().rstrip('=')}"


def read(text: str, sheets: Mapping[str, Rules] | None = None) -> Calculation:
    """Return the hand of a link under one of these sheets, by default the published ones.

    The record itself is welcome too: it begins with a brace.
    """
    document = _document(text.strip())
    try:
        rules = rules_of(document, published() if sheets is None else sheets)
    except IllegalHand as illegal:
        raise UnreadableLink(*illegal.problems) from None
    if "hands" in document:
        raise UnreadableLink(_("That is a whole sheet of hands. The calculator settles one hand."))
    whole, begun = _whole(document)
    try:
        hand = from_dict(whole, rules)
    except IllegalHand as illegal:
        raise UnreadableLink(*illegal.problems, rules=rules) from None
    if begun.declarer not in hand.players:
        begun = begun._replace(declarer="")
    if seats := [problem for problem in problems_with(hand, rules) if problem.path == "players"]:
        raise UnreadableLink(*seats, rules=rules)
    return Calculation(rules, hand, begun)


def _document(text: str) -> CalculatorRecord:
    damaged = _("The link is damaged: part of it may be missing. Please ask for it again.")
    if len(text) > LONGEST_HAND:
        raise UnreadableLink(_("The link is too long to be a hand."))
    record = text.encode()
    if not text.startswith("{"):
        version, dot, packed = text.partition(".")
        if dot and version != VERSION and version.isascii() and version.isdecimal():
            raise UnreadableLink(_("The link was made by another version of this program."))
        try:
            record = b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
            json.loads(record)
        except (ValueError, RecursionError):  # what is not base64, not UTF-8 or not JSON: all of them are
            raise UnreadableLink(damaged) from None
        if version != VERSION:
            raise UnreadableLink(damaged)
    try:
        document = parsed(record)
        json.dumps(document, ensure_ascii=False).encode()  # half a letter can be read but not shown
    except IllegalHand as illegal:
        raise UnreadableLink(*illegal.problems) from None
    except (UnicodeEncodeError, RecursionError):
        raise UnreadableLink(damaged) from None
    if not isinstance(document, dict):
        raise UnreadableLink(damaged)
    return document


def _whole(document: CalculatorRecord) -> tuple[HandRecord, Begun]:
    """Return the record without what has only begun, and that."""
    whole: Any = {"games": [], **document}
    revoked = whole.get("revoke") == {}
    if revoked:
        del whole["revoke"]
    games = whole["games"]
    if not isinstance(games, list) or not games:
        return whole, Begun(revoked=revoked)
    last = games[-1]
    if not isinstance(last, dict) or set(last) - {"declarer"}:
        return whole, Begun(revoked=revoked)
    declarer = last.get("declarer", "")
    if not isinstance(declarer, str):
        return whole, Begun(revoked=revoked)
    whole["games"] = games[:-1]
    return whole, Begun(declarer, revoked)


def _with(begun: Begun, record: Any) -> CalculatorRecord:
    """Return the record with what has only begun."""
    if begun.declarer:
        record = {**record, "games": [*record["games"], {"declarer": begun.declarer}]}
    return {**record, "revoke": {}} if begun.revoked else record


# Players who have no names


def usual_names(language: str) -> tuple[str, ...]:
    """Return the default names of the four players; the first is the Vorhand."""
    player = either("Spieler", "Player", language)
    return tuple(f"{player} {number}" for number in (1, 2, 3, 4))


def own_names(players: tuple[str, ...]) -> list[str]:
    """Return the names that were entered.

    Empty where a player is called as usual, in whichever language.
    """
    usual = list(zip(*(usual_names(language) for language, _name in settings.LANGUAGES), strict=True))
    return ["" if name in usual[seat] else name for seat, name in enumerate(players)]


# What the form has to know


def in_seats(calculation: Calculation) -> CalculatorRecord | None:
    """Return the hand for the form, with seats instead of names and without what its sheet does not know."""
    if calculation.is_empty:
        return None
    known = _known(calculation.record, calculation.rules)
    seats = dict(zip(calculation.hand.players, SEATS, strict=True))
    whole, begun = _whole(known)
    hand = renamed_hand(from_dict(whole, calculation.rules), seats)
    declarer = seats.get(begun.declarer, "")
    record = _with(begun._replace(declarer=declarer), to_dict(hand, calculation.rules))
    return {key: value for key, value in record.items() if key not in ("rules", "players", "radl")}


# What can be wrong with a hand that the form shows as it was written. Whatever else is wrong, the form has no
# place for: opened, it would be left out.
_SHOWN = frozenset(
    (
        *("result_missing", "tricks_missing", "made_missing", "partner_missing", "partner_always"),
        *("bird_missing", "count_missing", "count_all_four", "count_adds_up", "counts_no_tricks"),
        *("blatt_needed", "points_out_of_range", "points_decide_the_price", "tricks_out_of_range"),
        *("too_many_tricks", "four_take_all_tricks", "order_too_short", "order_all_equal"),
        *("only_vorhand", "never_vorhand", "blank_must_be_paid", "only_recorded_when_made"),
        *("winners_premium", "needs_kontra_on_game", "declarers_premium", "opponents_premium"),
        *("silent_kontra", "between_whom", "between_one", "premium_of_both", "contained_in_missed"),
        *("not_beside_missed_valat", "everybody_revoked", "offender_twice", "radl_not_here"),
        *("announced_by_both", "void_without_partner", "radl_times_not_here"),
        *CARDS_EXCLUDE,
    )
)


def checked(calculation: Calculation) -> Calculation:
    """Return a calculation if the form can show all of it; UnreadableLink names what it cannot show."""
    hand, rules = calculation.hand, calculation.rules
    problems = problems_with(hand, rules) if hand.games else option_problems(hand.options, rules)
    unknown = [premium.premium for premium in hand.premiums if premium.premium not in rules.premiums]
    reasons: list[Problem | str] = [problem for problem in problems if problem.code not in _SHOWN]
    if unknown and not hand.games:
        named = {"names": ", ".join(dict.fromkeys(name[:LONGEST_NAMED] for name in unknown))}
        reasons.append(_("Not on this sheet: %(names)s.") % named)
    if reasons:
        first = _("The form cannot show the whole of this hand, so it is not opened.")
        raise UnreadableLink(first, *reasons, rules=rules)
    return calculation


def agreements(calculation: Calculation) -> list[CalculatorRecord]:
    """Return the options that the sheet leaves to the table or that the hand brings along."""
    rules, language = calculation.rules, current_language()
    offered = _offered(rules)
    brought = [key for key in calculation.hand.options if key not in offered and key in OPTIONS]
    return [
        {
            "key": key,
            "matter": OPTIONS[key].matter.in_language(language),
            "usual": rules.options[key],
            "choices": [{"value": value, "label": label} for value, label in OPTIONS[key].choices(language)],
        }
        for key in (*offered, *brought)
        if rules.options[key] is not None
    ]


def _known(record: CalculatorRecord, rules: Rules) -> CalculatorRecord:
    """Return the record without contracts, premiums and options that the sheet does not have."""
    hand = from_dict(_whole(record)[0], rules)
    wrong = {problem.path.partition(".")[2] for problem in option_problems(hand.options, rules)}
    games = [
        game if game.get("contract") in rules.contracts else {"declarer": game["declarer"]}
        for game in record["games"]
    ]
    if games and "contract" not in games[0]:
        games = games[:1]
    games = [game for index, game in enumerate(games) if "contract" in game or index == len(games) - 1]
    premiums = [row for row in record.get("premiums", ()) if row["premium"] in rules.premiums]
    options = {key: value for key, value in record.get("options", {}).items() if key not in wrong}
    other_facts = {key: value for key, value in record.items() if key not in ("premiums", "options")}
    lists = {"premiums": premiums, "options": options}
    return {**other_facts, "games": games, **{key: part for key, part in lists.items() if part}}


# To another sheet

# Of a hand that cannot be settled there: what the sheet has not got goes, and what is said about it is said.
# Everything else that is wrong there stays, for the scorer to mend.
_HAS_NOT = frozenset(
    (
        *("premium_not_in_game", "not_announced", "not_silent", "declarers_premium", "opponents_premium"),
        *("needs_kontra_on_game", "no_premiums", "premium_without_value", "contract_without_value"),
        *("no_premium_kontra", "kontra_too_high", "no_negative_kontra", "void_without_kontra"),
        *("no_self_call", "no_king_called", "played_alone", "not_in_this_game", "cannot_concede"),
        *("blank_not_here", "drawn_not_here", "no_claims", "radl_not_here", "option_not_on_this_sheet"),
        *("only_recorded_when_made", "one_offender", "not_between_two", "radl_times_not_here"),
    )
)
_OF_A_PREMIUM = ("kontra", "kontra_void", "against")  # goes without the premium
_UNSAID = ("void_without_kontra", "not_between_two")  # follows from what was said before, or costs nobody


def under(calculation: Calculation, rules: Rules) -> Calculation:
    """Return a calculation moved to another sheet, with the names of the facts that it loses."""
    if rules.slug == calculation.rules.slug:
        return calculation
    language = current_language()
    if (
        calculation.can_be_settled
        and (translation := translated(calculation.hand, calculation.rules, rules)).hand is not None
    ):
        losses = (loss_in_words(loss, language) for loss in translation.lost)
        return Calculation(rules, translation.hand, lost=tuple(dict.fromkeys(losses)))
    lost: list[str] = []
    hand = _with_results_that_last(calculation, rules, lost)
    record = replace(calculation, hand=hand).record | {"rules": rules.slug}
    lost = [*_not_on(rules, calculation, language), *lost]
    if "options" in record:
        offered = _offered(rules)
        record["options"] = {key: value for key, value in record["options"].items() if key in offered}
    record = _known(record, rules)
    while (problem := _first_to_go(record, rules)) is not None:
        if problem.code not in _UNSAID:
            lost.append(problem.in_words(language))
        record = _without(record, problem)
    whole, begun = _whole(record)
    return Calculation(rules, from_dict(whole, rules), begun, tuple(dict.fromkeys(lost)))


def _first_to_go(record: CalculatorRecord, rules: Rules) -> Problem | None:
    """Return the problem of a fact that the sheet or the form cannot hold; it is removed next.

    None where there is none without which there still is a hand.
    """
    hand = from_dict(_whole(record)[0], rules)
    for problem in problems_with(hand, rules) if hand.games else ():
        part, _, path = problem.path.partition(".")
        whole_game = part == "games" and path.rpartition(".")[2] in ("", "contract", "declarer")
        hidden = problem.code not in _SHOWN and not whole_game and part != "players"
        if (hidden or problem.code in _HAS_NOT) and _without(record, problem) != record:
            return problem
    return None


def _not_on(rules: Rules, calculation: Calculation, language: str) -> Iterator[str]:
    """Yield the names of games, premiums and agreements that only the hand's own sheet knows."""
    hand, old = calculation.hand, calculation.rules
    games = [game.contract for game in hand.games if game.contract not in rules.contracts]
    premiums = [row.premium for row in hand.premiums if row.premium not in rules.premiums]
    names = []
    for keys, code, without_value, labelled in (
        (games, "contract_without_value", rules.open_contracts, old.contracts),
        (premiums, "premium_without_value", rules.open_premiums, old.premiums),
    ):
        for key in dict.fromkeys(keys):
            if key in without_value:
                yield Problem(code, "", {"label": without_value[key]}).in_words(language)
            else:
                names.append(labelled[key].label.in_language(language) if key in labelled else key)
    offered = _offered(rules)
    names += [
        OPTIONS[key].matter.in_language(language) if key in OPTIONS else key
        for key in hand.options
        if key not in offered
    ]
    if names:
        yield _("Not on this sheet: %(names)s.") % {"names": ", ".join(names)}


def _offered(rules: Rules) -> list[str]:
    """Return the options that a sheet leaves to the table."""
    return [note.key for note in rules.option_notes if note.is_offered]


def _with_results_that_last(calculation: Calculation, rules: Rules, lost: list[str]) -> Hand:
    """Return the hand without card points where the sheets count differently; won or lost stays."""
    hand, old = calculation.hand, calculation.rules
    counted = [game for game in hand.games if game.points is not None or game.count is not None]
    if old.counts_like(rules) or not counted:
        return hand
    lost.append(_("Card points are counted differently there: only won or lost has been kept."))
    return replace(hand, games=tuple(without_points(game, old) for game in hand.games))


def _without(record: CalculatorRecord, problem: Problem) -> CalculatorRecord:
    """Return the record without the fact that a problem is about."""
    if problem.code == "one_offender":
        return {**record, "revoke": {**record["revoke"], "by": record["revoke"]["by"][0]}}
    part, *path = problem.path.split(".", 3)  # a name may have dots
    if part == "premiums" and path and path[-1] not in _OF_A_PREMIUM:
        path = path[:1]  # all of the premium
    less: CalculatorRecord = _taken_out(record, [part, *path])
    if problem.code == "drawn_not_here":  # a drawn game is lost, here as there
        less["games"][int(path[0])]["won"] = False
    return less


def _taken_out(record: Any, path: list[str]) -> Any:
    """Return a copy without the key or item at this path.

    >>> _taken_out({"games": [{"kontra": "re", "won": True}]}, ["games", "0", "kontra"])
    {'games': [{'won': True}]}
    """
    first, *remaining = path
    if isinstance(record, list):
        items = enumerate(record)
        if not remaining:
            return [item for index, item in items if index != int(first)]
        return [_taken_out(item, remaining) if index == int(first) else item for index, item in items]
    if not remaining:
        return {key: value for key, value in record.items() if key != first}
    return {key: _taken_out(value, remaining) if key == first else value for key, value in record.items()}
