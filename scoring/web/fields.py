"""What every form here shares."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.deeds import Refused
from scoring.web.language import current_language
from scoring.web.passphrases import passphrase


class PageForm(forms.Form):
    """A form with labels without colons and messages of our own, instead of the browser's bubbles."""

    use_required_attribute = False

    def __init__(
        self, *args: Any, offered: Mapping[str, Iterable[tuple[Any, Any]]] | None = None, **kwargs: Any
    ) -> None:
        """Prepare the form with the choices `offered` by field; an optional choice has a dash."""
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        offer(self, **{name: (("", "–"), *choices) for name, choices in (offered or {}).items()})

    @property
    def in_error(self) -> list[forms.BoundField]:
        """Return the fields to look at again."""
        return [field for field in self.visible_fields() if field.errors]

    def show(self, refused: Refused) -> None:
        """Show a verb's refusal, each sentence at its field."""
        for field, sentences in refused.problems.items():
            for sentence in sentences:
                self.add_error(field if field in self.fields else None, sentence)

    def say_at(self, field: str, sentence: str) -> None:
        """Show a sentence at a field, instead of its other errors."""
        self.errors[field] = self.error_class([sentence], field_id=self[field].auto_id)


def text_field(label: Any, required: Any, *, help_text: Any = "", **attributes: Any) -> forms.CharField:
    """Return a field for a line of text, which is kept as typed.

    The verbs tidy names, and a password may begin with a space. Where nothing is said of it missing, it may.
    """
    return forms.CharField(
        label=label,
        required=not isinstance(required, str) or bool(required),
        help_text=help_text,
        strip=False,
        max_length=400,
        error_messages={"required": required, "max_length": _("This is far too long.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", **attributes}),
    )


def lines_field(
    label: Any, most: int, *, rows: int, required: Any = "", help_text: Any = "", **attributes: str
) -> forms.CharField:
    """Return a field for several lines, kept as typed; optional unless `required` has a message."""
    return forms.CharField(
        label=label,
        required=not isinstance(required, str) or bool(required),
        help_text=help_text,
        strip=False,
        max_length=most,
        error_messages={"required": required, "max_length": _("This is far too long.")},
        widget=forms.Textarea({"rows": rows, "autocomplete": "off", "spellcheck": "false", **attributes}),
    )


def number_field(
    label: Any,
    least: int | None = None,
    most: int | None = None,
    wrong: Any = None,
    *,
    required: bool = True,
    help_text: Any = "",
    **attributes: Any,
) -> forms.IntegerField:
    """Return a field for a whole number, with the same error message for every mistake."""
    in_between = _("A whole number from %(least)d to %(most)d, please.")
    wrong = wrong or lazy(lambda: in_between % {"least": least, "most": most}, str)()
    return forms.IntegerField(
        label=label,
        required=required,
        help_text=help_text,
        min_value=least,
        max_value=most,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", **attributes}),
    )


def choice_field(
    label: Any,
    choices: Iterable[tuple[Any, Any]] = (),
    wrong: Any = None,
    *,
    kind: type[forms.ChoiceField] = forms.ChoiceField,
    **options: Any,
) -> forms.ChoiceField:
    """Return a field to choose one value; `wrong` is the message for none, or an unknown one."""
    wrongs = {
        "required": wrong or _("Please choose."),
        "invalid_choice": wrong or _("Please choose one of these."),
    }
    return kind(label=label, choices=list(choices), error_messages=wrongs, **options)


def day_field(label: Any, *, required: bool = False) -> forms.DateField:
    """Return a field for a day, which may be missing."""
    return forms.DateField(
        label=label,
        required=required,
        input_formats=["%Y-%m-%d", "%d.%m.%Y"],
        error_messages=dict.fromkeys(("required", "invalid"), _("Please give the date, such as 24.12.2026.")),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )


def several_field(label: Any, wrong: Any = "", **options: Any) -> forms.MultipleChoiceField:
    """Return a field with boxes to tick, of which none need be."""
    return forms.MultipleChoiceField(
        label=label,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": wrong},
        **options,
    )


def spreadsheet_field(help_text: Any) -> forms.FileField:
    """Return the field for a list from elsewhere."""
    return forms.FileField(
        label=_("File"),
        help_text=help_text,
        error_messages=dict.fromkeys(
            ("required", "missing", "invalid", "empty"), _("Please choose a file with something in it.")
        ),
        widget=forms.FileInput({"accept": ".xlsx,.ods,.csv,.txt,text/csv,text/plain"}),
    )


def offer(form: forms.Form, **choices: Iterable[tuple[Any, Any]]) -> None:
    """Offer choices in the fields of a form, by name."""
    for name, offered in choices.items():
        field = form.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(offered)


def labelled(sheets: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return rule sheets, or whatever else has a label, as choices in the reader's language."""
    language = current_language()
    return [(slug, sheet.label.in_language(language)) for slug, sheet in sheets.items()]


def cents_field(label: Any, wrong: Any, *, most: int, **options: Any) -> forms.IntegerField:
    """Return a field for a number of cents; `wrong` is the error message for anything else."""
    return number_field(label, 0, most, wrong, size="8", **options)


def sign_in_name_field(**attributes: str) -> forms.CharField:
    """Return the field for a sign-in name."""
    return text_field(
        _("Sign-in name"),
        _("Please give your sign-in name."),
        **{"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", **attributes},
    )


SHOW, HIDE = pgettext_lazy("a password", "Show"), pgettext_lazy("a password", "Hide")


def password_field(label: Any, *, autocomplete: str, help_text: Any = "") -> forms.CharField:
    """Return the field for a password."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        strip=False,
        max_length=400,
        error_messages={"required": _("Please give the password."), "max_length": _("This is far too long.")},
        widget=forms.PasswordInput(
            attrs={"autocomplete": autocomplete, "data-show": SHOW, "data-hide": HIDE}
        ),
    )


def code_field(label: Any, *, help_text: Any = "") -> forms.CharField:
    """Return the field for digits from a phone, or a recovery code."""
    return text_field(
        label,
        _("Please give the code."),
        help_text=help_text,
        autocomplete="one-time-code",
        autocapitalize="none",
        spellcheck="false",
        size="24",
    )


class NewPassword(PageForm):
    """A password to be chosen: it can be shown, and a passphrase is offered."""

    password = password_field(
        _("Password"),
        autocomplete="new-password",
        help_text=_("At least 12 characters, such as four words; not only digits."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = passphrase(current_language())
        take = gettext("Take “%(words)s”") % {"words": offered}
        self.fields["password"].widget.attrs |= {"data-offered": offered, "data-take": take}
