"""What is asked about a series."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.result import Amount, exact
from scoring.models import Club
from scoring.web.fields import (
    choice_field,
    labelled,
    lines_field,
    number_field,
    offer,
    several_field,
    text_field,
)
from scoring.web.language import current_language
from scoring.web.stored_forms import StoredForm
from tournaments.engine.ladders import LADDERS, Beyond, Equals, LooksAt
from tournaments.engine.series import SeriesTerms, TeamsBy, TieBreak, WhatCounts, WhoCounts, series_terms_from
from tournaments.models import Series, SeriesGroup
from tournaments.series.lines import ListKind, PersonLine
from tournaments.series.pages import TIES, ShownEvent

MOST_LINES = 10_000
MOST_LETTERS = 1_000_000
MOST_PLACES = 300
MOST_POINTS = 10_000
MOST_RESULTS = 200
NUMBER = re.compile(r"\d{1,5}(?:[.,]\d{1,2})?")

DRAWN = {TieBreak.LOT: gettext_lazy("the lot, drawn by the organiser")}
TIE_CHOICES = [("", gettext_lazy("the place is shared")), *(TIES | DRAWN).items()]


WHO_CHOICES = [
    (str(WhoCounts.EVERYBODY), gettext_lazy("everybody")),
    (str(WhoCounts.MEMBERS), gettext_lazy("members of the club, no guests")),
]


def points_in(text: str, read: Callable[[str], Amount | None]) -> tuple[Amount, ...]:
    """Return the points in a text; refuse a word that says none."""
    amounts = []
    for word in text.replace(";", " ").split():
        if (points := read(word)) is None:
            message = _(
                "“%(word)s” is not a number of points. Please write numbers with spaces between them."
            )
            raise forms.ValidationError(message % {"word": word[:20]})
        amounts.append(points)
    return tuple(amounts)


class SeriesForm(StoredForm):
    """Everything about a series but its events."""

    title = text_field(gettext_lazy("Title"), gettext_lazy("Please give a title."))
    ladder = choice_field(gettext_lazy("What an event gives"))
    table = lines_field(
        gettext_lazy("Points by place"),
        3000,
        rows=3,
        help_text=gettext_lazy("From the first place on, with spaces between them. Empty: as chosen above."),
    )
    beyond = choice_field(
        gettext_lazy("Beyond the last of these places"),
        [
            (Beyond.NOTHING, gettext_lazy("nothing is given")),
            (Beyond.LAST, gettext_lazy("the last value is given")),
        ],
    )
    equals = choice_field(
        gettext_lazy("Those who share places get"),
        [
            (Equals.MEAN, gettext_lazy("the mean of their places")),
            (Equals.BETTER, gettext_lazy("each what the shared place gives")),
        ],
    )
    counting = choice_field(
        gettext_lazy("What counts"),
        [
            (WhatCounts.ALL, gettext_lazy("all results")),
            (WhatCounts.BEST, gettext_lazy("the best results")),
            (WhatCounts.HALF, gettext_lazy("the better half of the events")),
            (WhatCounts.PARTS, gettext_lazy("the best results in each part of the year")),
        ],
    )
    best = number_field(gettext_lazy("How many best results"), 1, MOST_RESULTS, required=False)
    parts = choice_field(
        gettext_lazy("Parts of the year"),
        [
            ("2", gettext_lazy("2 halves")),
            ("3", gettext_lazy("3 times four months")),
            ("4", gettext_lazy("4 quarters")),
            ("12", gettext_lazy("12 months")),
        ],
    )
    least = number_field(gettext_lazy("Starts needed to be ranked"), 1, MOST_RESULTS, required=False)
    off = text_field(gettext_lazy("Taken off for each event missed"), "", inputmode="decimal")
    first_tie = choice_field(gettext_lazy("If level on points"), TIE_CHOICES, required=False)
    second_tie = choice_field(gettext_lazy("And then"), TIE_CHOICES, required=False)

    who = choice_field(
        gettext_lazy("Who counts"),
        help_text=gettext_lazy("Places in an event stay as they were among everybody who played there."),
        required=False,
    )
    ranked = several_field(gettext_lazy("Also ranked by themselves"))
    teams = several_field(gettext_lazy("Who is a team"))
    team_best = number_field(
        gettext_lazy("How many members of a team count"), 1, MOST_RESULTS, required=False
    )
    teams_by = choice_field(
        gettext_lazy("What a team has is added up"),
        [
            (TeamsBy.SERIES, gettext_lazy("over the series: the points of its best members")),
            (TeamsBy.EVENT, gettext_lazy("in each event: the points of its best members there")),
        ],
        required=False,
    )

    in_sections = forms.BooleanField(
        label=gettext_lazy("Places within the sections of a tournament"),
        help_text=gettext_lazy(
            "Otherwise those among all players, where a tournament ranks everybody together."
        ),
        required=False,
    )

    def __init__(self, *args: Any, club: Club, series: Series | None = None, **kwargs: Any) -> None:
        """Begin with the terms of the series, and with what the groups of the club are in it."""
        terms, title, uses = SeriesTerms(), "", list[SeriesGroup]()
        if series is not None:
            terms, title, uses = series.terms, series.title, list(series.groups.all())
        initial = {"title": title, **_initial(terms), **_initial_groups(terms, uses)}
        super().__init__(*args, initial=initial, **kwargs)
        if not terms.in_sections and not club.tournaments.in_sections().exists():
            del self.fields["in_sections"]
        of_groups = [(str(group.pk), group.name) for group in club.groups.all()]
        offer(
            self,
            who=[*WHO_CHOICES, *((pk, _("the group “%s”") % group) for pk, group in of_groups)],
            ranked=of_groups,
            teams=of_groups,
            ladder=labelled(LADDERS),
        )

    def clean_table(self) -> tuple[Amount, ...]:
        points = points_in(
            self.cleaned_data["table"], lambda word: _amount(word) if NUMBER.fullmatch(word) else None
        )
        if len(points) > MOST_PLACES:
            raise forms.ValidationError(_("%(number)d places at most.") % {"number": MOST_PLACES})
        if any(point > MOST_POINTS for point in points):
            raise forms.ValidationError(_("%(number)d points at most.") % {"number": MOST_POINTS})
        return points

    def clean_off(self) -> Amount:
        text = self.cleaned_data["off"].strip()
        if text and not NUMBER.fullmatch(text):
            raise forms.ValidationError(_("Please give a number of points, or leave this empty."))
        return _amount(text) if text else 0

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        counts = cleaned.get("counting") in (WhatCounts.BEST, WhatCounts.PARTS)
        if counts and "best" in cleaned and cleaned["best"] is None:
            self.add_error("best", _("Please say how many results count."))
        return cleaned

    @property
    def groups(self) -> dict[str, list[int]]:
        """Return what groups are for; of a valid form."""
        who = self.cleaned_data["who"]
        return {
            SeriesGroup.Use.COUNTS: [int(who)] if who.isdigit() else [],
            SeriesGroup.Use.RANKED: sorted(map(int, self.cleaned_data["ranked"])),
            SeriesGroup.Use.TEAM: sorted(map(int, self.cleaned_data["teams"])),
        }

    @property
    def verb_arguments(self) -> dict[str, Any]:
        """Return the arguments of the verb; of a valid form."""
        return {"title": self.cleaned_data["title"], "terms": self.terms, "groups": self.groups}

    @property
    def terms(self) -> SeriesTerms:
        """Return the chosen terms; of a valid form."""
        answers = self.cleaned_data
        usual = SeriesTerms()
        by_table = LADDERS[answers["ladder"]].looks_at in (LooksAt.PLACE, LooksAt.TABLES)
        ties = dict.fromkeys(tie for tie in (answers["first_tie"], answers["second_tie"]) if tie)
        values = {
            **answers,
            "table": answers["table"] if by_table else (),
            "best": answers["best"] or usual.best,
            "parts": int(answers["parts"]),
            "least": answers["least"] or usual.least,
            "who": WhoCounts.GROUP if answers["who"].isdigit() else answers["who"] or WhoCounts.EVERYBODY,
            "ties": ties,
            "team_best": answers["team_best"] or usual.team_best,
            "teams_by": answers["teams_by"] or usual.teams_by,
        }
        return series_terms_from(values)


def _initial_groups(terms: SeriesTerms, uses: Iterable[SeriesGroup]) -> dict[str, Any]:
    by_use: dict[str, list[str]] = {}
    for group in uses:
        by_use.setdefault(group.use, []).append(str(group.group_id))
    [who] = by_use.get(SeriesGroup.Use.COUNTS, [str(terms.who)])
    ranked, teams = (by_use.get(use, []) for use in (SeriesGroup.Use.RANKED, SeriesGroup.Use.TEAM))
    return {"who": who, "ranked": ranked, "teams": teams}


def _amount(text: str) -> Amount:
    return exact(Fraction(text.replace(",", ".")))


def _initial(terms: SeriesTerms) -> dict[str, Any]:
    first, second, *_others = [*terms.ties, "", ""]
    return {
        **terms.as_json(),
        "table": " ".join(map(_number, terms.table)),
        "off": _number(terms.off) if terms.off else "",
        "first_tie": first,
        "second_tie": second,
    }


def _number(amount: Amount) -> str:
    """Return an amount as it may be typed."""
    if isinstance(amount, int):
        return str(amount)
    text = f"{float(amount):.2f}".rstrip("0")
    return text if current_language() == "en" else text.replace(".", ",")


class EventsForm(StoredForm):
    """Which of the events that are asked about count."""

    event = several_field(
        gettext_lazy("What counts"), gettext_lazy("This has been changed in the meantime. Please look again.")
    )

    def __init__(
        self, *args: Any, among: Sequence[ShownEvent], chosen: Collection[str], **kwargs: Any
    ) -> None:
        keys = [event.key for event in among]
        super().__init__(*args, initial={"event": [key for key in keys if key in chosen]}, **kwargs)
        offer(self, event=[(event.key, event.title) for event in among])

    @property
    def problems(self) -> list[str]:
        """Return what is wrong; each event has a box of its own, and none of them is to blame."""
        return [str(sentence) for sentences in self.errors.values() for sentence in sentences]

    @property
    def ticked(self) -> list[str]:
        """Return the events that are ticked on the page."""
        return [str(key) for key in self["event"].value() or ()]


class PeopleForm(StoredForm):
    """The lines of a list of people."""

    def __init__(self, *args: Any, kind: ListKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.fields["lines"] = lines_field(kind.title, MOST_LETTERS, rows=kind.rows, help_text=kind.help_text)

    def clean_lines(self) -> list[PersonLine]:
        rows = self.kind.rows_of(self.cleaned_data["lines"])
        if len(rows) > MOST_LINES:
            template = _("The list has more than %(most)d rows. Please send it in parts.")
            raise forms.ValidationError(template % {"most": MOST_LINES})
        parsed = [(row, self.kind.line_in(row.cells)) for row in rows]
        message = _("Line %(number)d cannot be read: “%(line)s”.")
        if wrong := [row for row, line in parsed if line is None]:
            raise forms.ValidationError(
                [message % {"number": row.number, "line": row.line.strip()[:60]} for row in wrong[:5]]
            )
        return [line for _row, line in parsed if line is not None]
