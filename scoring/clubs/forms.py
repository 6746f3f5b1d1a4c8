"""The forms for accounts and passwords, for clubs and their members."""

from datetime import datetime, time
from typing import Any

from babel import Locale
from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.accounts.verbs import MOST_CENTS_PER_POINT, ClubTerms
from scoring.capability import verbs_by_subject
from scoring.models import Club, Deed, Role
from scoring.models.people import EURO, MemberQuerySet
from scoring.rules import published
from scoring.rules.versions.versions import offered
from scoring.web.fields import (
    NewPassword,
    PageForm,
    cents_field,
    code_field,
    day_field,
    labelled,
    lines_field,
    offer,
    password_field,
    sign_in_name_field,
    text_field,
)
from scoring.web.language import current_language
from scoring.web.stored_forms import StoredForm


class SignIn(PageForm):
    """Sign-in name and password."""

    name = sign_in_name_field()
    password = password_field(_("Password"), autocomplete="current-password")


class NewAccount(NewPassword):
    """Chosen by the invited person."""

    name = sign_in_name_field()
    field_order = ["name", "password"]


class ChangePassword(NewPassword):
    """The current password, a code where the account asks for one, and a new password."""

    old = password_field(_("Current password"), autocomplete="current-password")
    code = code_field(_("Code"), help_text=_("The one you sign in with."))
    field_order = ["old", "code", "password"]

    def __init__(self, *args: Any, has_code: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = _("New password")
        if not has_code:
            del self.fields["code"]


class SwitchOn(PageForm):
    """What the app shows, so that both know that it works."""

    typed = code_field(_("The six digits the app is showing now"))


class SignInCode(PageForm):
    """After the password."""

    typed = code_field(
        _("Code"),
        help_text=_("The six digits your app is showing now. Without the phone: one of your recovery codes."),
    )


DUTY = "second_factor"
YES_OR_NO = ("show_money", "phones_ready", DUTY)  # what a club switches on, in two sentences


class ClubForm(StoredForm):
    """The settings of a club; `initial` for a new club suggests the usual ones."""

    folded = ("currency", "cents_per_point", "language", *YES_OR_NO)  # most clubs leave them as they are

    club = text_field(_("Name of the club"), _("Please give a name."))
    currency = forms.ChoiceField(label=_("Currency"))
    cents_per_point = cents_field(
        _("Cents per point"),
        _("A whole number of cents from 0 to 1000000, such as 10."),
        most=MOST_CENTS_PER_POINT,
        help_text=_("10 turns 4 points into 40 cents. 0 if you play without money."),
    )
    language = forms.ChoiceField(
        label=_("Language of the club"),
        help_text=_("For everything that is printed. On screen, everybody chooses for themselves."),
        choices=[("de", "Deutsch"), ("en", "English")],
    )
    default_rules = forms.ChoiceField(
        label=_("Rules you usually play"), help_text=_("Any evening can be played under different rules.")
    )
    show_money = forms.ChoiceField(
        label=_("What the link to an evening shows"),
        help_text=_("Anybody with the link can read it."),
        choices=[("", _("Points only")), ("yes", _("Points, and who pays whom"))],
        required=False,
    )
    phones_ready = forms.ChoiceField(
        label=_("Offline evenings"),
        help_text=_("What a phone loads once, about 5 MB, to work out amounts without a network."),
        choices=[
            ("", _("Where somebody taps for it")),
            ("yes", _("Automatically after the first hand, unless the browser is saving data")),
        ],
        required=False,
    )

    second_factor = forms.ChoiceField(
        label=_("Two-step sign-in"),
        help_text=_("Owners and directors without it are only members until they switch it on."),
        choices=[("", _("For anybody who wants it")), ("yes", _("Required of owners and directors"))],
        required=False,
    )

    def __init__(self, *args: Any, club: Club | None = None, **kwargs: Any) -> None:
        language = current_language()
        suggested: dict[str, Any] = {
            "cents_per_point": 10,
            "language": language,
        }
        if club is not None:
            suggested = {field: getattr(club, field) for field in ClubTerms._fields} | {"club": club.name}
            suggested |= {field: "yes" if getattr(club, field) else "" for field in YES_OR_NO}
        super().__init__(*args, initial=suggested, **kwargs)
        if club is None:  # whoever founds it would be only a member of it
            del self.fields["second_factor"]
        names = Locale(language).currencies
        sheets = published() if club is None else offered(club)
        offer(self, default_rules=labelled(sheets))
        if club is None or club.currency == EURO:  # others stay where they were chosen
            del self.fields["currency"]
        else:
            offer(self, currency=[(code, f"{code} – {names[code]}") for code in (club.currency, EURO)])

    @property
    def first_fields(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name not in self.folded]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        """Return the fields that most clubs leave as they are, second factors only if they are required."""
        names = [name for name in self.folded if name in self.fields and name != DUTY]
        return [self[name] for name in names] + ([self[DUTY]] if self._is_a_duty else [])

    @property
    def _is_a_duty(self) -> bool:
        return DUTY in self.fields and bool(self[DUTY].value() or self[DUTY].errors)

    @property
    def facts(self) -> list[tuple[str, Any]]:
        """Return the settings in words, for people who only read them."""
        shown = []
        for field in self:
            value = field.value()
            choices = dict(getattr(field.field, "choices", ()))
            shown.append((str(field.label), choices.get(value, value)))
        return shown

    @property
    def terms(self) -> ClubTerms:
        cleaned = self.cleaned_data
        return ClubTerms(
            name=cleaned["club"],
            currency=cleaned.get("currency", EURO),
            cents_per_point=cleaned["cents_per_point"],
            language=cleaned["language"],
            default_rules=cleaned["default_rules"],
            **{field: cleaned.get(field) == "yes" for field in YES_OR_NO},
        )


class SetUp(ClubForm, NewAccount):
    """The first start: who you are, and your club."""

    called = text_field(
        _("Your name at the table"),
        "",
        help_text=_("Shown on sheets and public pages; if it is empty, your sign-in name is shown."),
        autocomplete="name",
    )
    demonstration = forms.BooleanField(
        label=_("Add a demonstration club to look around in"),
        required=False,
    )
    field_order = [
        *("name", "password"),
        *("club", "default_rules", "cents_per_point", "language", *YES_OR_NO),
    ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["club"] = gettext("Tarock club")
        self.fields["name"].widget.attrs["autofocus"] = True

    @property
    def you(self) -> list[forms.BoundField]:
        return [self[field] for field in NewAccount.field_order]

    @property
    def your_club(self) -> list[forms.BoundField]:
        others = (*NewAccount.field_order, "called", "demonstration")
        return [field for field in self.first_fields if field.name not in others]

    @property
    def is_as_usual(self) -> bool:
        """Return whether the folded fields have the suggested values and no errors."""
        return all(
            not field.errors and str(field.value() or "") == str(field.initial or "")
            for field in self.folded_fields
        )


class MemberFilter(PageForm):
    """Which members are listed: by name, by role, with an account or without."""

    q = forms.CharField(
        label=_("Search by name"), required=False, widget=forms.TextInput(attrs={"type": "search"})
    )
    role = forms.ChoiceField(label=_("Role"), required=False)
    account = forms.ChoiceField(label=_("Account"), required=False)

    def __init__(self, query: Any, *, club: Club) -> None:
        query = query.copy()
        query["q"] = query.get("q", "").replace("\0", "").strip()[:100]
        super().__init__(query)
        self.club = club
        everybody = ("", gettext("Everybody"))
        offer(
            self,
            role=[everybody, *Role.choices],
            account=[everybody, ("yes", gettext("has an account")), ("no", gettext("without an account"))],
        )
        if not club.is_directed:
            del self.fields["account"]

    @property
    def words(self) -> str:
        """Return the words to look for in names."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""

    @property
    def is_about_members(self) -> bool:
        """Return whether the filter excludes guests, who have no role and no account."""
        return not self.is_valid() or any(map(self.cleaned_data.get, ("role", "account")))

    def members(self) -> MemberQuerySet:
        """Return the members that the filter lets through; none if it is invalid."""
        members = self.club.members.listed()
        if not self.club.is_directed:
            members = members.filter(active=True)
        if not self.is_valid():
            return members.none()
        answers = self.cleaned_data
        if answers["q"]:
            members = members.named_like(answers["q"])
        if answers["role"]:
            members = members.filter(appointments__role=answers["role"])
        if answers.get("account"):
            members = members.filter(account__isnull=answers["account"] == "no")
        return members


class LogFilter(PageForm):
    """Which lines of the log are shown: by actor, subject and day."""

    who = forms.ChoiceField(label=_("Who"), required=False)
    about = forms.ChoiceField(label=_("About"), required=False)
    since = day_field(_("From"))
    until = day_field(_("To"))

    def __init__(self, query: Any, *, club: Club) -> None:
        super().__init__(query)
        self.club = club
        actors = club.deeds.order_by("actor").values_list("actor", flat=True).distinct()
        everybody, everything = ("", gettext("Everybody")), ("", gettext("Everything"))
        subjects = [(subject.key, subject.label) for subject in verbs_by_subject()]
        offer(self, who=[everybody, *((name, name) for name in actors)], about=[everything, *subjects])

    def deeds(self) -> QuerySet[Deed]:
        """Return the lines that were asked for; none where that is wrong."""
        if not self.is_valid():
            return self.club.deeds.none()
        answers = self.cleaned_data
        zone = timezone.get_current_timezone()
        deeds = self.club.deeds.all()
        if answers["who"]:
            deeds = deeds.filter(actor=answers["who"])
        if answers["about"]:
            verbs = {subject.key: verbs for subject, verbs in verbs_by_subject().items()}
            deeds = deeds.filter(verb__in=verbs[answers["about"]])
        if answers["since"]:
            deeds = deeds.filter(at__gte=datetime.combine(answers["since"], time.min, zone))
        if answers["until"]:
            deeds = deeds.filter(at__lte=datetime.combine(answers["until"], time.max, zone))
        return deeds


class NewMembers(PageForm):
    """The names of new members, one on each line."""

    names = lines_field(
        _("Names, one on each line"),
        20_000,
        rows=6,
        help_text=_("As they are called at the table: “Anna”, “Bert M.”. You can paste a whole list."),
    )


class MemberName(StoredForm):
    """The name of a member in the club."""

    name = text_field(_("Name in the club"), _("Please give a name."))
    also = forms.CharField(
        label=_("Also called"),
        help_text=_(
            "Nicknames, other spellings and former names, with commas between them. Old sheets and end "
            "tables find the member by them."
        ),
        required=False,
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "off", "form": "naming"}),  # it stands apart
    )

    def clean_also(self) -> list[str] | None:
        if "also" not in self.data:
            return None  # a form of before, which did not show them
        return [name.strip() for name in self.cleaned_data["also"].split(",") if name.strip()]
