"""Forms in addresses: the evenings and hands that a page counts, whom it shows, certificates."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from django import forms
from django.db.models import Exists, Max, Min, OuterRef, Q, Value
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import clock
from scoring.clock import day_in_words
from scoring.engine.texts import Text
from scoring.models import Club, Evening, NamedPeriod, Sheet, TableScore
from scoring.models.seasons import calendar_year
from scoring.models.sharing import ALL, TWELVE_MONTHS, days_in
from scoring.names import folded, tidy
from scoring.season.pages.certificates import Certificate, TextLine
from scoring.season.pages.periods import SeasonCalendar, key_of
from scoring.season.pages.season import ListedPlayer, Period, Season
from scoring.season.pages.season_hands import HandFilter
from scoring.season.pages.statistics import SeasonPerson
from scoring.web.fields import (
    PageForm,
    choice_field,
    day_field,
    number_field,
    offer,
    several_field,
    text_field,
)

YEAR = re.compile("[12][0-9]{3}", re.ASCII)


class SeasonForm(PageForm):
    """The period in an address; the running season by default. Dates win over a named period."""

    period = forms.CharField(required=False, widget=forms.HiddenInput)
    q = forms.CharField(
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"placeholder": _("Search by name")}),  # at a desk in place of its label
    )
    since = day_field(_("From"))
    until = day_field(_("To"))
    guests = forms.BooleanField(label=_("Show guests"), required=False)
    tables = forms.BooleanField(label=_("Count tables without an evening"), required=False)

    def __init__(self, query: Any, *, club: Club, today: date) -> None:
        query = query.copy()
        query["q"] = query.get("q", "").replace("\0", "").strip()[:100]
        super().__init__(query)
        self.club, self.today = club, today

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last day is before the first one."))
        return cleaned

    @property
    def has_dates(self) -> bool:
        return bool(self.cleaned_data.get("since") or self.cleaned_data.get("until"))

    @cached_property
    def calendar(self) -> SeasonCalendar:
        return SeasonCalendar.of(self.club)

    @cached_property
    def chosen_season(self) -> NamedPeriod | None:
        """Return the chosen season or calendar year; None: another period."""
        if self.errors or self.has_dates or self.cleaned_data["period"] in (TWELVE_MONTHS, ALL):
            return None
        period: str = self.cleaned_data["period"]
        if YEAR.fullmatch(period):
            return calendar_year(int(period))
        if days := days_in(period):
            return self.calendar.called(*days)
        return self.calendar.running(self.today)

    @property
    def named(self) -> str:
        """Return the key of the period in addresses; empty where dates are given."""
        if self.errors or self.has_dates:
            return ""
        return key_of(self.chosen_season) if self.chosen_season else str(self.cleaned_data["period"])

    @property
    def season(self) -> Season:
        if self.has_dates:
            period = Period(self.cleaned_data["since"], self.cleaned_data["until"])
        elif self.chosen_season:
            period = Period(*self.chosen_season[1:])
        elif self.named == ALL:
            period = Period()
        else:
            period = Period.twelve_months(self.today)
        return Season(self.club, period, self.cleaned_data["tables"])

    @cached_property
    def days(self) -> dict[date, bool]:
        return days_played(self.club)

    @cached_property
    def years(self) -> dict[int, bool]:
        return years_of(self.days)

    @property
    def days_without_season(self) -> tuple[int, NamedPeriod] | None:
        """Return how many days with an evening lie between the season and the next one, and that one."""
        if not self.calendar.named or not self.chosen_season:
            return None
        until, coming = self.chosen_season.until, self.calendar.next_after(self.chosen_season)
        if coming is None or YEAR.fullmatch(self.named):
            return None
        number = sum(until < day < coming.since for day in self.days)
        return (number, coming) if number else None

    @property
    def has_old_sheets(self) -> bool:
        """Return whether there are old amounts in any year of the period."""
        since, until = self.season.period
        return any(
            is_old and (since is None or year >= since.year) and (until is None or year <= until.year)
            for year, is_old in self.years.items()
        )

    @property
    def shows_guests(self) -> bool:
        return bool(self.cleaned_data["guests"])

    @property
    def words(self) -> str:
        """Return the words to look for in names."""
        return str(self.cleaned_data["q"])

    def finds(self, player: ListedPlayer) -> bool:
        return folded(self.words) in folded(player.name)


PERIOD_NAMES = ("period", "since", "until", "tables")  # on the way from the standings to a member


def season_form(request: HttpRequest, club: Club) -> SeasonForm:
    """Return the form for a period, filled in from the address."""
    return SeasonForm(request.GET, club=club, today=clock.today())


def same_period_query(request: HttpRequest) -> str:
    """Return the query string that asks for the same period again."""
    query = request.GET.copy()
    for name in set(query) - set(PERIOD_NAMES):
        del query[name]
    return f"?{query.urlencode()}" if query else ""


def periods_of(form: SeasonForm, query: QueryDict) -> list[dict[str, Any]]:
    """Return links to other periods: named seasons, this year, two more, every year with an evening."""
    this, named = form.today.year, form.named
    seasons = seasons_in_words(form.calendar, form.days, form.today)
    words = {str(this): str(this), TWELVE_MONTHS: gettext("12 months"), ALL: gettext("All evenings")}
    words |= {str(year): str(year) for year in form.years}
    words = seasons | words | seasons
    return [
        {"address": _in_period(query, name), "words": message, "current": name == named}
        for name, message in words.items()
    ]


def seasons_in_words(calendar: SeasonCalendar, days: Iterable[date], today: date) -> dict[str, str]:
    """Return the names of seasons with an evening and of the running one, by their keys in addresses."""
    if not calendar.named:
        return {}
    seasons = {*calendar.by_day(days).values(), calendar.running(today)}
    newest_first = sorted(seasons, key=lambda season: season.since, reverse=True)
    return {key_of(season): season.name for season in newest_first}


def _in_period(query: QueryDict, period: str) -> str:
    query = query.copy()
    for name in ("since", "until", "page"):
        query.pop(name, None)
    query["period"] = period
    return f"?{query.urlencode()}"


def days_played(club: Club) -> dict[date, bool]:
    """Return the days of play, the newest first, each with whether it is from old sheets."""
    begun = Q(date__lte=clock.today()) | Exists(Sheet.objects.filter(evening=OuterRef("pk")))
    played = (Evening.objects.played_in(club).filter(begun), Season(club, Period()).old_sheets)
    days, old = (
        rows.order_by().annotate(old=Value(is_old)).values_list("date", "old")
        for is_old, rows in enumerate(played)
    )
    return dict(sorted(days.union(old), key=lambda row: (-row[0].toordinal(), row[1])))


def years_of(days: Mapping[date, bool]) -> dict[int, bool]:
    """Return the years of these days, the newest first, and whether there are old sheets of them."""
    years: dict[int, bool] = {}
    for day, is_old in days.items():
        years[day.year] = bool(is_old or years.get(day.year))
    return years


def period_in_words(form: SeasonForm) -> str:
    """Return the words behind “Season”: its name, a year, or two days."""
    if form.chosen_season:
        return form.chosen_season.name
    since, until = form.season.period
    if since and until:
        return f"{day_in_words(since)} – {day_in_words(until)}"
    if since:
        return gettext("from %(day)s") % {"day": day_in_words(since)}
    return gettext("until %(day)s") % {"day": day_in_words(until)} if until else ""


def days_of(form: SeasonForm) -> list[date]:
    """Return the first and the last day of play, where all periods are shown."""
    if form.named != ALL:
        return []
    played = TableScore.objects.played().filter(form.season.counts("sheet__evening__"))
    of_club = played.order_by().values_list("sheet__evening__club")
    ends = of_club.annotate(Min("sheet__evening__date"), Max("sheet__evening__date"))
    old = form.season.old_sheets.values_list("batch__club").annotate(Min("date"), Max("date"))
    days = sorted(day for _club, *both in ends.union(old) for day in both)
    return [days[0], days[-1]] if days else []


def lines_on_paper(form: SeasonForm, days: Sequence[date]) -> list[str]:
    """Return the club and the period for the head of a printed page."""
    lines = [form.club.name]
    if form.named == ALL and days:
        lines.append(f"{gettext('All evenings')}: {day_in_words(days[0])} – {day_in_words(days[-1])}")
    if form.season.tables:
        lines.append(gettext("Tables without an evening are counted."))
    return lines


RULES, WITH, SIDE = "rules", "with", "side"
AGAINST, TABLE = "against", "table"


def hand_filter_in(query: QueryDict) -> HandFilter:
    """Return the filter in the address; the form refuses unknown ones."""
    people = frozenset(key for key in query.getlist(WITH) if key)
    return HandFilter(query.get(RULES, ""), people, bool(people) and _side_in(query) == AGAINST)


def _side_in(query: QueryDict) -> str:
    """Return the side; links of earlier versions name people without one: at one table."""
    return query.get(SIDE) or (TABLE if any(query.getlist(WITH)) else AGAINST)


class ChoiceForm(PageForm):
    """Offers what was played in this time, and who was there."""

    rules = choice_field(
        _("Rule sheet"),
        wrong=_("Nothing was played under this rule sheet in this period. Please choose again."),
        required=False,
    )
    side = choice_field(
        _("These people were"),
        [
            (AGAINST, _("against: all of them on the other side")),
            (TABLE, _("at one table: on either side")),
        ],
        _("Please choose."),
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        query: QueryDict,
        *,
        rules: Mapping[str, Text],
        language: str,
        people: Iterable[SeasonPerson],
        of_member: bool = False,
    ) -> None:
        """Prepare the form; of a member's hands the chosen people were opponents or at the table."""
        query = query.copy()
        query[SIDE] = _side_in(query)
        super().__init__(query)
        label = _("Only hands that all of these people played")
        nobody = _("Somebody you chose did not play in this period. Please choose again.")
        if of_member:
            label = _("Only hands against these people, or with them")
            nobody = _("Somebody you chose was not at the same table in this period. Please choose again.")
        else:
            del self.fields[SIDE]
        labels = sorted((label.in_language(language), slug) for slug, label in rules.items())
        self.offers_rules = len(labels) > 1 or bool(query.get(RULES))
        chosen = set(query.getlist(WITH))
        offer(self, **{RULES: [("", _("All rule sheets")), *((slug, label) for label, slug in labels)]})
        # Whoever is chosen stands first: the box shows only a part of a big club.
        in_order = sorted(people, key=lambda other: other.key not in chosen)
        offered = [(person.key, person.name) for person in in_order]
        self.fields[WITH] = several_field(label, nobody, choices=offered)

    @property
    def people(self) -> forms.BoundField:
        return self[WITH]

    @property
    def sides(self) -> forms.BoundField | None:
        return self[SIDE] if SIDE in self.fields else None

    @property
    def chosen(self) -> bool:
        """Return whether the page is held back to some of the hands."""
        return any(self.cleaned_data.get(name) for name in (RULES, WITH))

    @property
    def sentences(self) -> list[str]:
        """Return the filter in sentences, for printed pages, which do not show the form."""
        sentences = []
        if slug := self.cleaned_data.get(RULES):
            label = self._labels(RULES)[slug]
            sentences.append(gettext("Only hands under this rule sheet: %(label)s.") % {"label": label})
        if chosen := self.cleaned_data.get(WITH):
            names = ", ".join(self._labels(WITH)[key] for key in chosen)
            sentence = gettext("Only hands that all of these people played: %(names)s.")
            if self.is_against:
                sentence = gettext("Only hands with all of these people on the other side: %(names)s.")
            elif self.sides:
                sentence = gettext("Only hands that all of these people played, too: %(names)s.")
            sentences.append(sentence % {"names": names})
        return sentences

    @property
    def is_against(self) -> bool:
        return bool(self.cleaned_data.get(WITH)) and self.cleaned_data.get(SIDE) == AGAINST

    def _labels(self, name: str) -> dict[str, str]:
        return {str(option.data["value"]): str(option.data["label"]) for option in self[name]}


FIRST, EVERYBODY = "first", "everybody"
USUAL, MOST = 3, 10
LONGEST_LINE = 80  # letters that fit on one line


class CertificatesForm(PageForm):
    """The first ones, everybody, or one person. From the address: it prints, it changes nothing."""

    whose = choice_field(_("Certificates for"))
    first = number_field(
        _("How many places"),
        1,
        MOST,
        help_text=_("Everybody who shares one of these places gets one, too."),
        size="4",
    )
    line = forms.CharField(
        label=_("A line of your own"),
        help_text=_("It is printed on each of them, for example thanks or the names of sponsors."),
        max_length=LONGEST_LINE,
        required=False,
        error_messages={"max_length": _("%(most)d characters at most, please.") % {"most": LONGEST_LINE}},
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": "40"}),
    )

    def __init__(self, query: Mapping[str, str], *, groups: Mapping[str, Sequence[Certificate]]) -> None:
        super().__init__({"whose": FIRST, "first": str(USUAL), **query})
        offered = [
            (FIRST, _("the first")),
            (EVERYBODY, _("everybody who is ranked")),
            *(
                (title, [(certificate.person, certificate.name) for certificate in people])
                for title, people in groups.items()
            ),
        ]
        offer(self, whose=offered)

    def clean(self) -> dict[str, Any]:
        """Ask for the number of places only where it is about the first."""
        cleaned = super().clean() or {}
        if cleaned.get("whose", FIRST) != FIRST:
            self.errors.pop("first", None)
        return cleaned

    @property
    def is_about_one(self) -> bool:
        return self.cleaned_data["whose"] not in (FIRST, EVERYBODY)

    @property
    def own_line(self) -> TextLine:
        return TextLine(tidy(self.cleaned_data["line"]))

    def chosen(self, certificates: Sequence[Certificate]) -> list[Certificate]:
        """Return the certificates that were asked for, in the order of the ranks."""
        whose = self.cleaned_data["whose"]
        if whose == FIRST:
            return [
                certificate for certificate in certificates if certificate.rank <= self.cleaned_data["first"]
            ]
        return [certificate for certificate in certificates if whose in (EVERYBODY, certificate.person)]


class SeasonNameForm(PageForm):
    """A season by its name and days; where none is named, it suggests the usual one, from October to May."""

    name = text_field(
        _("Name"),
        _("Please give a name."),
        help_text=_("With its year, such as 2025/26: so the next one is called 2026/27."),
    )
    since = day_field(_("First day"), required=True)
    until = day_field(_("Last day"), required=True)

    def __init__(self, *args: Any, club: Club, initial: Mapping[str, Any], **kwargs: Any) -> None:
        if not club.seasons:
            day = clock.today()
            first = day.year if day.month >= JULY else day.year - 1
            usual = {"since": date(first, 10, 1), "until": date(first + 1, 5, 31)}
            initial = {"name": f"{first}/{(first + 1) % 100:02}", **usual, **initial}
        super().__init__(*args, initial=dict(initial), **kwargs)
        self.has_something = bool(initial)


JULY = 7  # from then on people think of the season that comes
