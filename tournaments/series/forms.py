"""What is asked about a series."""

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.clock import day_in_words
from scoring.engine.result import Amount
from scoring.models import Club, Evening
from scoring.web.fields import (
    PageForm,
    choice_field,
    labelled,
    lines_field,
    number_field,
    offer,
    several_field,
    text_field,
)
from scoring.web.stored_forms import StoredForm
from tournaments.engine.ladders import LADDERS, Beyond, Equals, LooksAt, amount_from_words, in_one_word
from tournaments.engine.series import SeriesTerms, TeamsBy, WhatCounts, WhoCounts, series_terms_from
from tournaments.models import Counted, Round, Series, Tournament
from tournaments.series.standing import SeriesEvent, SeriesRow, key_of, shown
from tournaments.series.verbs import NO_FINAL, FinalTerms
from tournaments.series.words import TIES

MOST_RESULTS, MOST_PLACES, MOST_POINTS = 200, 300, 10_000
TIE_CHOICES = [("", gettext_lazy("the place is shared")), *TIES.items()]


def points_in(text: str) -> tuple[Amount, ...]:
    """Return the points in a text; refuse a word that says none."""
    amounts = []
    for word in text.replace(";", " ").split():
        points = amount_from_words(word)
        if points is None or points < 0:
            message = _(
                "“%(word)s” is not a number of points. Please write numbers with spaces between them."
            )
            raise forms.ValidationError(message % {"word": word[:20]})
        amounts.append(points)
    if any(points > MOST_POINTS for points in amounts):
        raise forms.ValidationError(_("%(number)d points at most.") % {"number": MOST_POINTS})
    if len(amounts) > MOST_PLACES:
        raise forms.ValidationError(_("%(number)d places at most.") % {"number": MOST_PLACES})
    return tuple(amounts)


class SeriesForm(StoredForm):
    """Everything about a series but what counts in it."""

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
    off = text_field(gettext_lazy("Taken off for each event missed"), "", inputmode="decimal")
    least = number_field(gettext_lazy("Starts needed to be ranked"), 1, MOST_RESULTS, required=False)
    first_tie = choice_field(gettext_lazy("If level on points"), TIE_CHOICES, required=False)
    second_tie = choice_field(gettext_lazy("And then"), TIE_CHOICES, required=False)
    who = choice_field(
        gettext_lazy("Who counts"),
        [
            (WhoCounts.EVERYBODY, gettext_lazy("everybody")),
            (WhoCounts.MEMBERS, gettext_lazy("members of the club, no guests")),
        ],
        required=False,
    )
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
        label=gettext_lazy("Places within the sections of a tournament"), required=False
    )
    final = choice_field(gettext_lazy("Tournament of the final"), required=False)
    finalists = number_field(gettext_lazy("How many play in it"), 1, 400, required=False)
    carried = number_field(
        gettext_lazy("The share, in percent"),
        0,
        100,
        required=False,
        help_text=gettext_lazy("Of the points that go along into the final: 0 none, 100 all."),
    )

    PARTS = (
        (gettext_lazy("Points"), ("ladder", "table", "beyond", "equals", "in_sections")),
        (gettext_lazy("Results"), ("counting", "best", "parts", "off")),
        (gettext_lazy("Ranks"), ("who", "least", "first_tie", "second_tie")),
    )
    RARE = (
        (gettext_lazy("Teams"), ("team_best", "teams_by")),
        (gettext_lazy("Final"), ("final", "finalists", "carried")),
    )

    def __init__(self, *args: Any, club: Club, series: Series | None = None, **kwargs: Any) -> None:
        """Begin with the terms of the series."""
        terms = series.terms if series else SeriesTerms()
        first, second, *_others = [*terms.ties, "", ""]
        initial = terms.as_json() | {
            "title": series.title if series else "",
            "table": " ".join(map(in_one_word, terms.table)),
            "off": in_one_word(terms.off) if terms.off else "",
            "first_tie": first,
            "second_tie": second,
            "final": str(series.final_id or "") if series else "",
            "finalists": series.finalists if series else NO_FINAL.finalists,
            "carried": series.carried if series else NO_FINAL.carried,
        }
        super().__init__(*args, initial=initial, **kwargs)
        finals = Tournament.objects.filter(club=club).select_related("evening").order_by("-evening__date")
        titles = [(str(each.pk), f"{each.title}, {day_in_words(each.evening.date)}") for each in finals]
        offer(self, ladder=labelled(LADDERS), final=[("", "–"), *titles])

    @property
    def parts_shown(self) -> list[tuple[Any, list[forms.BoundField]]]:
        return [(legend, [self[name] for name in names]) for legend, names in self.PARTS]

    @property
    def rare_parts(self) -> Iterator[tuple[Any, list[forms.BoundField], bool]]:
        """Yield rarely used parts of the form, each open if it has an error or a value."""
        usual = SeriesTerms().as_json() | {"final": "", **NO_FINAL._asdict()}
        for legend, names in self.RARE:
            fields = [self[name] for name in names]
            is_set = any(str(field.value()) != str(usual[field.name]) for field in fields)
            yield legend, fields, is_set or any(field.errors for field in fields)

    def clean_table(self) -> tuple[Amount, ...]:
        return points_in(self.cleaned_data["table"])

    def clean_off(self) -> Amount:
        points = amount_from_words(self.cleaned_data["off"] or "0")
        if points is None or not 0 <= points <= MOST_POINTS:
            raise forms.ValidationError(_("Please give a number of points, or leave this empty."))
        return points

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        counts = cleaned.get("counting") in (WhatCounts.BEST, WhatCounts.PARTS)
        if counts and "best" in cleaned and cleaned["best"] is None:
            self.add_error("best", _("Please say how many results count."))
        return cleaned

    @property
    def verb_arguments(self) -> dict[str, Any]:
        """Return the arguments of the verb; of a valid form."""
        answers, usual = self.cleaned_data, SeriesTerms().as_json()
        by_table = LADDERS[answers["ladder"]].looks_at in (LooksAt.PLACE, LooksAt.TABLES)
        values = {
            name: usual[name] if value in (None, "") else value
            for name, value in answers.items()
            if name in usual
        }
        values |= {
            "table": answers["table"] if by_table else (),
            "parts": int(answers["parts"]),
            "ties": dict.fromkeys(tie for tie in (answers["first_tie"], answers["second_tie"]) if tie),
        }
        final = FinalTerms(
            int(answers["final"]) if answers["final"] else None,
            answers["finalists"] or NO_FINAL.finalists,
            answers["carried"] or 0,
        )
        return {"title": answers["title"], "terms": series_terms_from(values), "final": final}


class CountedForm(StoredForm):
    """The events and lists of a year that count in a series, and as what."""

    def __init__(self, *args: Any, series: Series, year: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        uses: dict[str, list[str]] = {}
        for each in series.counted.all():
            uses.setdefault(key_of(each), []).append(each.use)
        self.among = choices_for(series, year)
        for event in self.among:
            chosen, label = uses.get(event.key, []), _in_words(event)
            if event.key[0] == "o":
                field: forms.Field = several_field(label, choices=Counted.Use.choices, initial=chosen)
            else:
                field = forms.BooleanField(label=label, required=False, initial=bool(chosen))
            self.fields[event.key] = field

    @property
    def boxes(self) -> list[forms.BoundField]:
        """Return the fields of tournaments, rounds and evenings, each of which counts or not."""
        return [self[event.key] for event in self.among if event.key[0] != "o"]

    @property
    def of_lists(self) -> list[forms.BoundField]:
        return [self[event.key] for event in self.among if event.key[0] == "o"]

    @property
    def verb_arguments(self) -> dict[str, Any]:
        answers = {key: answer for key, answer in self.cleaned_data.items() if answer}
        chosen = {key: [Counted.Use.EVENT] if answer is True else answer for key, answer in answers.items()}
        return {"among": [event.key for event in self.among], "chosen": chosen}


def _in_words(event: SeriesEvent) -> str:
    """Return an event with its day, and whether it is still open."""
    says_day = event.key[0] != "e" and event.date != datetime.date.min
    day = day_in_words(event.date) if says_day else ""
    title = ", ".join(filter(None, (event.title, day)))
    return title if event.held else f"{title} · {_('counts once it is closed')}"


def choices_for(series: Series, year: int) -> list[SeriesEvent]:
    """Return a club's events of a year, the newest first, and all lists without a day."""
    club = series.club
    of_year = {"evening__date__year": year}
    choices = [Counted(tournament=each) for each in Tournament.objects.filter(club=club, **of_year).whole()]
    rounds = Round.objects.filter(tournament__club=club, tournament__evening__date__year=year)
    choices += [
        Counted(round=each) for each in rounds.select_related("tournament__evening", "tournament__club")
    ]
    evenings = Evening.objects.of(club).filter(date__year=year).select_related("club")
    choices += [Counted(evening=each) for each in evenings]
    lists = [
        each for each in club.lists.select_related("club") if each.date is None or each.date.year == year
    ]
    choices += [Counted(list=each) for each in lists]
    return sorted(map(shown, choices), key=lambda event: (event.date, event.key), reverse=True)


def years_of(series: Series) -> list[int]:
    """Return the years in which the club has something, the newest first."""
    days: list[datetime.date] = [*Evening.objects.filter(club=series.club).dates("date", "year")]
    days += series.club.lists.exclude(date=None).dates("date", "year")
    return sorted({day.year for day in days}, reverse=True)


class FinalistsForm(PageForm):
    """Who of the first is registered."""

    people = several_field(gettext_lazy("Play in the final"))


def finalists_form(posted: QueryDict | None, offered: Sequence[SeriesRow]) -> FinalistsForm:
    """Return the form for finalists not yet on the tournament's list, all ticked."""
    form = FinalistsForm(posted, initial={"people": [row.place.person for row in offered]})
    offer(form, people=[(row.place.person, row.name) for row in offered])
    return form
