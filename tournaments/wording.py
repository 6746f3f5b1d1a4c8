"""What tournaments say in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scoring.engine.amounts import noted
from scoring.engine.money import money_in_words, number_in_words
from scoring.engine.result import Amount
from scoring.web.language import current_language
from tournaments.engine.adjusting import Adjustment, AdjustmentKind
from tournaments.engine.criteria import CRITERIA, ListFault, ListProblem
from tournaments.engine.seating import Method
from tournaments.engine.terms import (
    AtTheBell,
    Double,
    Format,
    Overall,
    SchriftKontra,
    Scope,
    Showing,
    Terms,
    UnworkableTerm,
)
from tournaments.models import State, Tournament

_UNWORKABLE: dict[str, Callable[[UnworkableTerm], str]] = {
    "too_small": lambda problem: _("At least %(least)d, please.") % {"least": problem.most},
    "too_big": lambda problem: _("At most %(most)d, please.") % {"most": problem.most},
    "nothing": lambda problem: _("More than 0, please, such as 1, 0,5 or 1/2."),
    "too_much_money": lambda problem: _("From 0 to %(most)d, please.") % {"most": (problem.most or 0) // 100},
    "never_ends": lambda problem: _("Please say how many minutes or how many hands a round takes."),
}


def unworkable_in_words(problem: UnworkableTerm) -> str:
    """Return in words what does not work in the terms."""
    return _UNWORKABLE[problem.code](problem)


def _named(name: str) -> dict[str, str]:
    label = CRITERIA[name].label.in_language(current_language()) if name in CRITERIA else name
    return {"name": label}


_LIST_FAULTS: dict[ListFault, Callable[[str], str]] = {
    ListFault.EMPTY: lambda name: _("Please choose at least one criterion: without any, everybody is level."),
    ListFault.UNKNOWN: lambda name: (
        _("There is no criterion “%(name)s”. Please remove it and choose from the list.") % _named(name)
    ),
    ListFault.TWICE: lambda name: _("“%(name)s” is here twice. Please remove one of them.") % _named(name),
    ListFault.HOLDS_ANYWAY: lambda name: (
        _("“%(name)s” always comes first and needs no place here. Please take it out.") % _named(name)
    ),
    ListFault.UNSUITED: lambda name: (
        _("“%(name)s” means nothing in this ranking. Please take it out.") % _named(name)
    ),
    ListFault.AFTER_LOT: lambda name: (
        _("“%(name)s” comes after the lot, which leaves nothing to decide. Please move it up.") % _named(name)
    ),
    ListFault.NOT_FIRST: lambda name: (
        _("“%(name)s” puts everybody concerned in last place. Please move it to the front.") % _named(name)
    ),
}


def list_problem_in_words(problem: ListProblem) -> str:
    """Return what is wrong with a list of criteria."""
    return _LIST_FAULTS[problem.fault](problem.name)


# Terms in words: what each matter is called, and what was chosen

MATTERS = {
    "title": pgettext_lazy("terms", "title"),
    "date": pgettext_lazy("terms", "date"),
    "place": pgettext_lazy("terms", "place"),
    "rules": pgettext_lazy("terms", "rules"),
    "format": pgettext_lazy("terms", "what ranks"),
    "rounds": pgettext_lazy("terms", "rounds"),
    "minutes": pgettext_lazy("terms", "minutes a round"),
    "hands": pgettext_lazy("terms", "hands a round"),
    "fee": pgettext_lazy("terms", "entry fee"),
    "ticket": pgettext_lazy("terms", "day ticket"),
    "capital": pgettext_lazy("terms", "capital"),
    "stake": pgettext_lazy("terms", "stake"),
    "replacement": pgettext_lazy("terms", "replacement capital"),
    "schrift_kontra": pgettext_lazy("terms", "kontra in the Schrift"),
    "scope": pgettext_lazy("terms", "a round is ranked"),
    "overall": pgettext_lazy("terms", "overall standings"),
    "overall_rounds": pgettext_lazy("terms", "rounds needed for the overall standings"),
    "overall_best": pgettext_lazy("terms", "best rounds that count"),
    "round_criteria": pgettext_lazy("terms", "order in a round"),
    "overall_criteria": pgettext_lazy("terms", "order overall"),
    "choosers": pgettext_lazy("terms", "who choose their prizes"),
    "prizes": pgettext_lazy("terms", "prizes of a round"),
    "barred": pgettext_lazy("terms", "tournaments barred for walking out"),
    "bell": pgettext_lazy("terms", "at the bell"),
    "double": pgettext_lazy("terms", "doubled hands"),
    "method": pgettext_lazy("terms", "draw"),
    "gives_back": pgettext_lazy("terms", "time lost to a dispute"),
    "showing": pgettext_lazy("terms", "standings"),
    "sections": pgettext_lazy("terms", "sections"),
    "together": pgettext_lazy("terms", "sections are ranked"),
}

HOW_DRAWN = gettext_lazy(
    "Without repeats, people meet again as rarely as possible. By standing, the best sit at table 1, "
    "the next at table 2, and so on."
)
CHOICES: dict[str, dict[str, Any]] = {
    "format": {
        Format.MONEY: pgettext_lazy("terms", "play money"),
        Format.CUP: pgettext_lazy("terms", "Schrift (cup)"),
    },
    "schrift_kontra": {
        SchriftKontra.AS_SHEET: pgettext_lazy("terms", "as on the rule sheet"),
        SchriftKontra.SIMPLE: pgettext_lazy("terms", "twice at most"),
        SchriftKontra.NONE: pgettext_lazy("terms", "does not count"),
    },
    "scope": {
        Scope.ALL: pgettext_lazy("terms", "over all tables"),
        Scope.TABLE: pgettext_lazy("terms", "at each table separately"),
    },
    "overall": {
        Overall.OFF: pgettext_lazy("terms", "none, each round stands alone"),
        Overall.BEST: pgettext_lazy("terms", "by the best round"),
        Overall.BEST_OF: pgettext_lazy("terms", "by the sum of the best rounds"),
        Overall.AVERAGE: pgettext_lazy("terms", "by the average of the rounds"),
        Overall.SUM: pgettext_lazy("terms", "by the sum of all rounds"),
    },
    "bell": {
        AtTheBell.FINISH: pgettext_lazy("terms", "a hand that is dealt is finished"),
        AtTheBell.CUT: pgettext_lazy("terms", "the hand being played does not count"),
    },
    "double": {
        Double.OFF: pgettext_lazy("terms", "none"),
        Double.TRIGGER: pgettext_lazy("terms", "as the rule sheet says"),
        Double.CALLED: pgettext_lazy("terms", "once a round, called by the director"),
    },
    "method": {
        Method.AVOID_REPEATS: gettext_lazy("without repeats"),
        Method.RANDOM: gettext_lazy("by lot alone"),
        Method.BY_STANDING: gettext_lazy("by standing"),
    },
    "showing": {
        Showing.LIVE: pgettext_lazy("terms", "shown while it is played"),
        Showing.AT_THE_END: pgettext_lazy("terms", "shown at the end"),
    },
}

ONLY_IN = {  # says nothing in the other format
    **dict.fromkeys(("capital", "stake", "replacement"), Format.MONEY),
    "schrift_kontra": Format.CUP,
}


class TermInWords(NamedTuple):
    """A term of a tournament in words: its subject, and its value."""

    matter: str
    choice: str


def terms_in_words(terms: Terms, currency: str) -> tuple[TermInWords, ...]:
    """Return all that counts in these terms, in words."""
    stored = terms.as_json()
    names = [name for name in stored if _counts(name, terms)]
    return tuple([TermInWords(matter(name), chosen(name, stored[name], currency)) for name in names])


FOR_PLAYERS = (
    *("rounds", "minutes", "hands", "fee", "ticket", "capital", "stake", "replacement", "schrift_kontra"),
    *("double", "bell", "scope", "sections", "together", "round_criteria", "overall", "overall_best"),
    *("overall_rounds", "overall_criteria", "choosers", "prizes", "barred"),
)


def terms_for_players(terms: Terms, currency: str) -> tuple[TermInWords, ...]:
    """Return the terms that players have to know, with the ranking in whole sentences."""
    stored = terms.as_json()
    shown = [name for name in FOR_PLAYERS if stored[name] not in ([], {}, 0) or name == "together"]
    names = [name for name in shown if _counts(name, terms)]
    return tuple([TermInWords(matter(name), _in_full(name, stored[name], currency)) for name in names])


def _in_full(name: str, value: Any, currency: str) -> str:
    if name in ("round_criteria", "overall_criteria"):
        return " ".join(
            CRITERIA[name].sentence.in_language(current_language()) for name in value if name in CRITERIA
        )
    text = chosen(name, value, currency)
    if name == "ticket":
        return _("%(fee)s for all rounds of the day") % {"fee": text}
    return _("%(fee)s for each round") % {"fee": text} if name == "fee" else text


def _counts(name: str, terms: Terms) -> bool:
    if name in ONLY_IN:
        return terms.format is ONLY_IN[name]
    if name in ("overall_rounds", "overall_criteria"):
        return terms.overall is not Overall.OFF
    if name == "overall_best":
        return terms.overall is Overall.BEST_OF
    if name in ("bell", "gives_back"):
        return terms.is_timed
    if name in ("ticket", "barred"):
        return bool(getattr(terms, name))
    if name in ("sections", "together"):
        return bool(terms.sections)
    return True


def matter(name: str) -> str:
    """Return the name of a term, to begin a sentence."""
    words = str(MATTERS[name])
    return words[:1].upper() + words[1:]


def chosen(name: str, value: Any, currency: str) -> str:
    """Return one choice as `Terms.as_json` keeps it, in words.

    >>> chosen("hands", {"4": 16, "5": 20}, "EUR"), chosen("capital", 50, "EUR"), chosen("prizes", [], "EUR")
    ('16 / 20', '50', '–')
    """
    if name in _VALUE_WORDS:
        return _VALUE_WORDS[name](value, currency)
    return str(CHOICES[name][value]) if name in CHOICES else str(value)


def _criteria(value: Sequence[str], currency: str) -> str:
    return " › ".join(_named(name)["name"] for name in value) or "–"


def _listed(value: Sequence[str], currency: str) -> str:
    return ", ".join(value) or "–"


def _money(value: int, currency: str) -> str:
    return money_in_words(value, currency, current_language())


_VALUE_WORDS: dict[str, Callable[[Any, str], str]] = {
    "minutes": lambda value, currency: pgettext("terms", "no clock") if value is None else str(value),
    "hands": lambda value, currency: (
        " / ".join(str(value[people]) for people in sorted(value, key=int)) or "–"  # at four, five and six
    ),
    "overall_rounds": lambda value, currency: (
        pgettext("terms", "as many as more than half have played") if value is None else str(value)
    ),
    "fee": _money,
    "ticket": _money,
    "round_criteria": _criteria,
    "overall_criteria": _criteria,
    "prizes": _listed,
    "sections": _listed,
    "together": lambda value, currency: (
        _("all together, and each by itself") if value else _("each by itself")
    ),
    "gives_back": lambda value, currency: (
        _("given back to the table") if value else _("not given back to the table")
    ),
}


def differences(old: Terms, new: Terms) -> Iterator[tuple[str, Any, Any]]:
    """Return the changes between two sets of terms: the subject, the old value, the new one."""
    now = new.as_json()
    for name, value in old.as_json().items():
        if value != now[name]:
            yield name, value, now[name]


STATES = {
    State.PLANNED: pgettext_lazy("tournament", "planned"),
    State.RUNNING: pgettext_lazy("tournament", "running"),
    State.FINISHED: pgettext_lazy("tournament", "finished"),
}


@lru_cache(maxsize=4000)  # a page shows the same few hundred amounts again and again
def play_money(amount: Amount | None) -> str:
    """Return a balance: without a plus, and with a real minus.

    >>> from fractions import Fraction
    >>> play_money(41), play_money(-9), play_money(Fraction(101, 2)), play_money(None)
    ('41', '−9', '50½', '')
    """
    return "" if amount is None else number_in_words(amount)


def round_title(number: int | None) -> str:
    """Return the title of a round; None: of all rounds."""
    return _("Overall") if number is None else _("Round %(number)d") % {"number": number}


def missing_in_words(missing: Mapping[int, Sequence[int]], *, briefly: bool = False) -> str:
    """Return that standings are provisional, and the tables without a result; empty if none."""
    count = sum(map(len, missing.values()))
    if not count:
        return ""
    if briefly:
        words = ngettext(
            "Provisional: %(count)d table is missing.", "Provisional: %(count)d tables are missing.", count
        )
        return words % {"count": count}
    words = ngettext(
        "Provisional: %(count)d table is missing (%(tables)s). Its players are not ranked.",
        "Provisional: %(count)d tables are missing (%(tables)s). Their players are not ranked.",
        count,
    )
    return words % {"count": count, "tables": missing_tables(missing)}


def missing_tables(missing: Mapping[int, Sequence[int]]) -> str:
    """Return the tables without a result: "round 1, table 3, 7; round 2, table 1"."""
    of_round = _("round %(round)d, table %(tables)s")
    return "; ".join(
        of_round % {"round": number, "tables": ", ".join(map(str, tables))}
        for number, tables in missing.items()
    )


# What was ruled on results

ADJUSTMENTS: dict[str, Any] = {
    AdjustmentKind.NOT_PLAYED: pgettext_lazy("ruling", "not played: the round does not count"),
    AdjustmentKind.AS_IT_STOOD: pgettext_lazy("ruling", "as it stood: the hands that are there count"),
    AdjustmentKind.AVERAGE: pgettext_lazy("ruling", "the average of the other rounds"),
    AdjustmentKind.NO_SHOW: pgettext_lazy("ruling", "did not turn up: no result"),
    AdjustmentKind.POINTS: pgettext_lazy("ruling", "points added or taken off"),
    AdjustmentKind.NONE: pgettext_lazy("ruling", "taken back"),
}


def points_in_words(points: Amount) -> str:
    """Return points that are added or taken off.

    >>> points_in_words(5), points_in_words(-10)
    ('+5', '−10')
    """
    return noted(points)


def adjustment_in_words(ruled: Adjustment) -> str:
    """Return briefly what holds for a result, as it stands beside it."""
    words = {
        AdjustmentKind.NOT_PLAYED: _("ruled: not played"),
        AdjustmentKind.AS_IT_STOOD: _("ruled: as it stood"),
        AdjustmentKind.AVERAGE: _("ruled: average of the other rounds"),
        AdjustmentKind.NO_SHOW: _("ruled: did not turn up"),
        AdjustmentKind.POINTS: _("ruled: %(points)s points"),
        AdjustmentKind.NONE: _("ruling taken back"),
    }
    return words[ruled.kind] % {"points": points_in_words(ruled.points)}


def bell_rule(tournament: Tournament) -> str:
    """Return the sentence that says what the bell does to the hand being played."""
    if tournament.terms.bell is AtTheBell.FINISH:
        return _("At the bell, a hand whose cards have been dealt is played to its end.")
    return _("At the bell, the hand being played no longer counts.")


def no_schlussradl() -> str:
    """Return the sentence that says why a tournament knows no Schlussradl."""
    return _("There is no Schlussradl at a tournament: the tournament says what is doubled.")
