"""Forms of evenings: opening one, seating people, closing and reopening."""

import datetime
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import clock
from scoring.clock import day_in_words
from scoring.engine.loading.tables import TABLES
from scoring.engine.options import CHOICES, OPTIONS
from scoring.engine.rules import USUAL_STAKE, PagatkassaTerms, Rules
from scoring.engine.sheet import BIGGEST_TABLE
from scoring.evenings.seals import stored_terms
from scoring.evenings.verbs import ASK_ANEW, KEEP_ANSWERS, MOST_CENTS, EveningTerms
from scoring.models import Club, Evening
from scoring.names import folded, tidy
from scoring.table.arrivals import Person
from scoring.table.pages.recording_form import words
from scoring.table.pages.seatings import SeatChoice, SeatValue
from scoring.web.fields import PageForm, cents_field, choice_field, day_field, labelled, offer, text_field
from scoring.web.language import current_language, spoken
from scoring.web.stored_forms import StoredForm

SEATS = range(1, BIGGEST_TABLE + 1)


class WhenAndWhere(PageForm):
    """The date of an evening, and its venue if known."""

    date = day_field(_("Date"), required=True)
    place = text_field(_("Place"), "", help_text=_("If you like: “Gasthaus Post”."))

    @property
    def when_and_where(self) -> list[forms.BoundField]:
        return [self["date"], self["place"]]


class WithConfirmation(PageForm):
    """Whether hands of an evening are confirmed, as the model words it."""

    confirmation = Evening._meta.get_field("confirmation").formfield()


class ChangeEvening(WithConfirmation, WhenAndWhere, StoredForm):
    """Changes an evening: a closed one only its date and venue, a planned one also its answers."""

    answers = choice_field(
        _("If it is on another day"),
        [
            (ASK_ANEW, _("everybody is asked again whether they are coming")),
            (KEEP_ANSWERS, _("the answers stay; everybody sees that the day has changed")),
        ],
        _("Please choose."),
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, evening: Evening, answered: bool, **kwargs: Any) -> None:
        kept_now = {"date": evening.date, "place": evening.venue, "confirmation": evening.confirmation}
        super().__init__(*args, initial=kept_now, **kwargs)
        if not evening.is_open:
            del self.fields["confirmation"]
        if not answered:
            del self.fields["answers"]

    @property
    def about_answers(self) -> forms.BoundField | None:
        return self["answers"] if "answers" in self.fields else None


def _cents_field(key: str, help_text: Any = None) -> forms.IntegerField:
    """Return the field for an amount of the Pagatkassa, like that of a rule sheet."""
    spec = TABLES["pagatkassa"][key]
    return cents_field(
        spoken(spec.question or spec.label),
        _("A whole number of cents from 0 to 100000: 50 for 50 cents, 200 for two euros."),
        most=MOST_CENTS,
        help_text=help_text or (spoken(spec.help) if spec.help else ""),
        required=False,
    )


OF_THE_POT = ("stake", "start", "start_again", "ceiling", "pot_ceiling")


class PagatkassaForm(StoredForm):
    """Whether there is a Pagatkassa, and what goes into it. Amounts are in cents."""

    pagatkassa = forms.BooleanField(label=_("We play with a Pagatkassa"), required=False)
    stake = _cents_field("stake")
    start = _cents_field("start", _("Leave it empty if nobody sits out."))
    start_again = forms.ChoiceField(
        label=_("When everybody pays in"),
        choices=[
            ("always", _("whenever the pot is empty")),
            ("once", _("only before the first hand")),
        ],
        required=False,
    )
    ceiling = _cents_field("ceiling")
    pot_ceiling = _cents_field("pot_ceiling")

    def __init__(self, *args: Any, terms: PagatkassaTerms | None = None, **kwargs: Any) -> None:
        initial: dict[str, Any] = {"stake": USUAL_STAKE, "start_again": "always"}
        if terms is not None:
            initial = {
                "pagatkassa": True,
                "stake": terms.stake,
                "start": terms.start or None,
                "start_again": "always" if terms.start_again else "once",
                "ceiling": terms.ceiling,
                "pot_ceiling": terms.pot_ceiling,
            }
        super().__init__(*args, initial={**initial, **kwargs.pop("initial", {})}, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Ask what would go into a pot only where there is one."""
        cleaned = super().clean() or {}
        if not cleaned.get("pagatkassa"):
            for name in OF_THE_POT:
                self.errors.pop(name, None)
        return cleaned

    @property
    def pot(self) -> list[forms.BoundField]:
        return [self[name] for name in OF_THE_POT]

    @property
    def terms(self) -> PagatkassaTerms | None:
        cleaned = self.cleaned_data
        if not cleaned["pagatkassa"]:
            return None
        return PagatkassaTerms(
            stake=cleaned["stake"] or 0,
            start=cleaned["start"] or 0,
            start_again=cleaned["start_again"] != "once",
            ceiling=cleaned["ceiling"],
            pot_ceiling=cleaned["pot_ceiling"],
        )


class OptionsForm(PageForm):
    """The options that a rule sheet leaves to the table; without an answer the sheet's own value holds."""

    def __init__(self, posted: Mapping[str, Any] | None, *, rules: Rules, prefix: str) -> None:
        language = current_language()
        keys = [note.key for note in rules.option_notes if note.is_offered]
        initial = {key: str(rules.options[key]) for key in keys}
        if posted is not None:
            usual = {f"{prefix}-{key}": value for key, value in initial.items()}
            posted = {name: posted.get(name, value) for name, value in usual.items()}
        super().__init__(posted, prefix=prefix, initial=initial)
        for key in keys:
            choices = [(str(value), label) for value, label in OPTIONS[key].choices(language)]
            label = OPTIONS[key].matter.in_language(language)
            self.fields[key] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def differs(self) -> bool:
        """Return whether any option differs from the sheet or has an error."""
        return any(field.errors or (field.value() or field.initial) != field.initial for field in self)

    @property
    def chosen(self) -> dict[str, str | int]:
        answers = self.cleaned_data
        return {key: value for key in answers for value in CHOICES[key] if str(value) == answers[key]}


class FormWithOptions(PageForm):
    """Questions followed by those of rule sheets, whose errors are its own."""

    below: Mapping[str, OptionsForm] = {}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for form in self.below.values():
            self.errors.update({form.add_prefix(name): messages for name, messages in form.errors.items()})
        return cleaned

    @property
    def in_error(self) -> list[forms.BoundField]:
        below = [field for form in self.below.values() for field in form.in_error]
        return super().in_error + below


class ReasonForm(PageForm):
    """Why something is done."""

    reason = text_field(_("Why?"), _("Please give the reason."))


class WhoSelect(forms.Select):
    """People to choose; those who sit at another table are marked."""

    def __init__(self, people: Mapping[str, SeatChoice]) -> None:
        super().__init__()
        self.people = people

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        person = self.people.get(str(value))
        if person is not None:
            option["attrs"] |= {"data-name": person.name, "data-at": person.at}
        return option


class Seats(PageForm):
    """Four to six people in order of play, chosen or typed, one of them marked."""

    players = forms.CharField(required=False, label=_("Who plays, in order of play"))
    marked = "high_card"
    mark_required: Any = _("Please say who drew the highest card.")

    def __init__(
        self,
        *args: Any,
        choices: Sequence[SeatChoice],
        seated: Sequence[SeatValue] = (),
        mark: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.choices = {choice.code: choice for choice in choices}
        shown = [
            (code, f"{choice.name} ({choice.at})" if choice.at else choice.name)
            for code, choice in self.choices.items()
        ]
        wrong_choice = gettext("This person can no longer be chosen. Please choose again.")
        marks = []
        for number in SEATS:
            seat = seated[number - 1] if number <= len(seated) else SeatValue()
            marks.append((str(number), gettext("Place %(number)d") % {"number": number}))
            self.fields[f"who_{number}"] = choice_field(
                *(marks[-1][1], [("", "–"), *shown], wrong_choice),
                initial=seat.code,
                required=False,
                widget=WhoSelect(self.choices),
            )
            guest = text_field(gettext("Place %(number)d: or a guest, by name") % {"number": number}, "")
            guest.required, guest.initial = False, seat.name
            self.fields[f"name_{number}"] = guest
        self.fields[self.marked] = choice_field(
            *(self.question, marks, self.mark_required),
            initial=str(mark + 1),
            required=False,
            widget=forms.RadioSelect,
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.seats: list[SeatValue] = []
        self.numbers: list[str] = []
        for number in SEATS:
            seat = SeatValue(cleaned.get(f"who_{number}", ""), tidy(cleaned.get(f"name_{number}", "")))
            if seat.code and seat.name:
                sentence = gettext("Place %(number)d: either choose somebody or type a name, not both.")
                self.add_error(f"name_{number}", sentence % {"number": number})
            elif seat != SeatValue():
                self.seats.append(seat)
                self.numbers.append(str(number))
        return cleaned

    @property
    def question(self) -> str:
        return gettext("Who drew the highest card?")

    @property
    def people(self) -> list[Person]:
        return [seat.person for seat in self.seats]

    @property
    def mark(self) -> int:
        """Return the index of the marked person; -1 if none is marked."""
        chosen = self.cleaned_data.get(self.marked)
        return self.numbers.index(chosen) if chosen in self.numbers else -1

    @property
    def codes(self) -> list[str]:
        """Return the code of each person, also where a choosable name was typed; empty for a guest."""
        by_name = {folded(choice.name): code for code, choice in self.choices.items()}
        return [seat.code or by_name.get(folded(seat.name), "") for seat in self.seats]

    @property
    def at_two_tables(self) -> list[str]:
        """Return a warning for each other table that still seats one of the chosen people."""
        names: dict[str, list[str]] = {}
        for person in (self.choices[code] for code in self.codes if code):
            if person.at:
                names.setdefault(person.at, []).append(person.name)
        return [
            ngettext(
                "%(name)s is still sitting at “%(table)s”.",
                "%(name)s are still sitting at “%(table)s”.",
                len(there),
            )
            % {"name": ", ".join(there), "table": table}
            for table, there in names.items()
        ]

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField, Any]]:
        """Return for each seat the people to choose, the field for a guest's name, and its radio button."""
        return [
            (self[f"who_{number}"], self[f"name_{number}"], radio)
            for number, radio in zip(SEATS, self.mark_field, strict=True)
        ]

    @property
    def mark_field(self) -> forms.BoundField:
        return self[self.marked]

    @property
    def mark_word(self) -> str:
        """Return the words beside the marked person."""
        return gettext("high card")


class JustPlay(Seats):
    """Opens a table now: its rules, and who sits there."""

    rules = choice_field(_("Rules"))
    members = forms.BooleanField(label=_("People typed in here become members of the club"), required=False)

    def __init__(
        self, *args: Any, rules: str, offered: Mapping[str, Rules], takes_in: bool = False, **kwargs: Any
    ) -> None:
        """Prepare the form; with `takes_in` it offers to make typed names members."""
        initial = {"rules": rules, "members": True}
        super().__init__(*args, initial=initial, **kwargs)
        self.offered = offered
        if not takes_in:
            del self.fields["members"]
        others = dict(labelled(offered))
        usual = [(rules, others.pop(rules))] if rules in others else []
        offer(self, rules=[*usual, (gettext("Other rules"), [*others.items()])] if others else usual)

    @property
    def mark(self) -> int:
        """Return the index of the seat that drew high; the first one, unless another is marked."""
        return max(super().mark, 0)

    @property
    def new_members(self) -> list[str]:
        """Return the typed names of people who become members."""
        is_wanted = self.cleaned_data.get("members", False)
        return [seat.name for seat in self.seats if seat.name] if is_wanted else []

    @property
    def words(self) -> str:
        """Return the words of the script."""
        return json.dumps(words(current_language(), "play"), ensure_ascii=False)

    @property
    def high_cards(self) -> str:
        """Return what the highest card means under each rule sheet, for the script."""
        return json.dumps({slug: sheet.high_card.value for slug, sheet in self.offered.items()})


class EveningSelect(forms.Select):
    """Evenings to choose, each with the rules that it is played under, by slug."""

    def __init__(self, slugs: Mapping[str, str]) -> None:
        super().__init__()
        self.slugs = slugs

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-plays"] = self.slugs[str(value)]
        return option


class PlayForm(JustPlay, WhenAndWhere, PagatkassaForm, WithConfirmation, FormWithOptions):
    """Opens a table as a director, at an open evening or a new one."""

    evening = choice_field(_("Evening"), required=False)
    name = text_field(_("Name of the table"), "")

    def __init__(
        self,
        *args: Any,
        club: Club,
        evenings: Sequence[Evening],
        rules: str,
        offered: Mapping[str, Rules],
        **kwargs: Any,
    ) -> None:
        """Prepare the form; the first of `evenings` is preset."""
        usual = offered.get(rules)
        terms = usual.pagatkassa if usual else None
        super().__init__(*args, rules=rules, offered=offered, terms=terms, **kwargs)
        self.fields["place"].help_text = ""
        date = self.fields["date"]
        date.label, date.initial, date.required = gettext("Day"), clock.today(), False
        self.named_evenings = {str(evening.pk): _when_and_where(evening) for evening in evenings}
        if evenings:
            slugs = {str(evening.pk): evening.ruleset.slug for evening in evenings}
            self.fields["evening"].widget = EveningSelect(slugs | {"": club.default_rules})
            offer(self, evening=[*self.named_evenings.items(), ("", gettext("New evening"))])
            self.fields["evening"].initial = str(evenings[0].pk)
        else:
            del self.fields["evening"]
        posted = self.data if self.is_bound else None
        self.below = {slug: OptionsForm(posted, rules=sheet, prefix=slug) for slug, sheet in offered.items()}

    @property
    def agreements(self) -> list[tuple[str, str, OptionsForm]]:
        """Return for each rule sheet its price of a point, if it has one, and what it leaves to the table."""
        return [
            (slug, "" if cents is None else gettext("Cents per point: %(cents)d") % {"cents": cents}, form)
            for slug, form in self.below.items()
            if (cents := self.offered[slug].cents_per_point) is not None or form.fields
        ]

    @property
    def terms(self) -> PagatkassaTerms | None:
        """Return the Pagatkassa of the rules where nothing was asked of one."""
        asked = "stake" in self.data
        return super().terms if asked else self.offered[self.cleaned_data["rules"]].pagatkassa

    @property
    def pots(self) -> str:
        """Return the Pagatkassa of each rule sheet, for the script."""
        return json.dumps({slug: stored_terms(rules.pagatkassa) for slug, rules in self.offered.items()})

    @property
    def today(self) -> str:
        return clock.today().isoformat()

    @property
    def where(self) -> str:
        """Return the day and the place of the evening that is chosen."""
        chosen = str(self["evening"].value() or "") if "evening" in self.fields else ""
        return self.named_evenings.get(chosen, gettext("Today"))

    @property
    def says_no_evening(self) -> bool:
        """Return whether the form did not ask for the table's evening."""
        return "evening" not in self.data

    @property
    def is_planned(self) -> bool:
        """Return whether the form plans a new evening: on a later day, or today without seats."""
        if self.cleaned_data.get("evening") or self._day < clock.today():
            return False
        if self._day > clock.today():
            return True
        is_asked = "plan" in self.data or bool(self.cleaned_data["place"])
        is_new = "evening" not in self.fields or not self.says_no_evening
        return is_asked and is_new and not self.seats

    @property
    def agreed(self) -> EveningTerms | None:
        """Return the agreements of a new evening; None if nothing was changed."""
        venue, rules = self.cleaned_data["place"], self.cleaned_data["rules"]
        options, confirmation = self.below[rules], self.cleaned_data["confirmation"]
        as_usual = self.terms == self.offered[rules].pagatkassa and not options.has_changed()
        today = self._day == clock.today() and not venue and not confirmation
        if today and as_usual and self.says_no_evening and not self.is_planned:
            return None
        return EveningTerms(self._day, venue, options.chosen, self.terms, confirmation)

    @property
    def _day(self) -> datetime.date:
        return self.cleaned_data["date"] or clock.today()


def _when_and_where(evening: Evening) -> str:
    """Return the day of an evening, as one says it, and its place."""
    day = gettext("Today") if evening.date == clock.today() else day_in_words(evening.date)
    return ", ".join(filter(None, (day, evening.venue)))


class SeatingForm(Seats):
    """Who sits from the next hand on."""

    marked = "dealer"
    mark_required = _("Please say who deals the next hand.")

    @property
    def question(self) -> str:
        return gettext("Who deals the next hand?")

    @property
    def mark_word(self) -> str:
        return gettext("deals")

    @property
    def mark(self) -> int:
        """Return the index of the dealer's seat; if the dealer leaves, of the next in turn."""
        chosen = self.cleaned_data.get(self.marked)
        if chosen != self.fields[self.marked].initial or not self.numbers:
            return super().mark
        later = [index for index, number in enumerate(self.numbers) if number >= chosen]
        return later[0] if later else 0

    @property
    def mark_help(self) -> str:
        return gettext("The others follow in order of play. What was played before stays as it is.")

    def is_unchanged(self, players: Sequence[str], dealer: str) -> bool:
        dealer_index = self.mark
        codes = self.codes
        return codes == [f"p{player}" for player in players] and codes[dealer_index : dealer_index + 1] == [
            f"p{dealer}"
        ]
