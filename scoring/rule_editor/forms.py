"""A club begins a rule sheet of its own, and compares sheets."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.engine.loading import Data, mistakes_in
from scoring.names import tidy
from scoring.rule_editor.pages import Groups
from scoring.rule_editor.verbs import shown_behind
from scoring.web.fields import PageForm, choice_field, offer, text_field

_CODE = re.compile(r"[0-9]+-[0-9a-f]{20}", re.ASCII)
_CHOOSE = _("Please choose a rule sheet.")


class SheetNameForm(PageForm):
    """What the new sheet is called."""

    label = text_field(
        _("Name of the sheet"),
        _("Please give the sheet a name."),
        help_text=_("As it appears on the Speiszettel: “Our Friday rules”."),
    )

    def clean_label(self) -> str:
        return tidy(self.cleaned_data["label"])

    def with_label(self, data: Data, language: str) -> Data | None:
        """Return the data under this name; None, with errors at the field, if the name is not allowed."""
        label = self.cleaned_data["label"]
        named = {**data, "label": label}
        wrong = [mistake for mistake in mistakes_in(named) if mistake.path.partition(".")[0] == "label"]
        for mistake in wrong:
            self.add_error("label", mistake.in_words(language))
        return None if wrong else named


class NewSheet(SheetNameForm):
    """Asks for a new sheet's name and its origin: a sheet from the list, or a link to one."""

    begin = choice_field(
        _("Start from"),
        wrong=_CHOOSE,
        help_text=_("You can change everything on it afterwards; the sheet you start from stays as it is."),
    )
    link = text_field(
        _("Or by a link"),
        "",
        help_text=_("Of a sheet that another club offers. Leave it empty if you have chosen above."),
        inputmode="url",
    )

    def clean_link(self) -> str:
        """Return the code in the link; empty where there is none."""
        given = self.cleaned_data["link"]
        code = _CODE.search(given)
        if given and (code is None or shown_behind(code[0]) is None):
            raise forms.ValidationError(
                _(
                    "This link opens no sheet on this server. Perhaps it was withdrawn. A link from "
                    "another server opens there, and its page has a file to start from."
                )
            )
        return code[0] if given and code else ""

    def __init__(self, *args: Any, groups: Groups, begin: str, **kwargs: Any) -> None:
        super().__init__(*args, initial={"begin": begin}, **kwargs)
        offer(self, begin=groups)


class SheetFile(PageForm):
    """A file to read."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A TOML file, as exported here. Nothing is changed until you have seen what it says."),
        error_messages={
            **dict.fromkeys(
                ("required", "missing", "invalid", "empty"), _("Please choose a file with something in it.")
            ),
            "max_length": _("This is far too long."),
        },
        widget=forms.FileInput(attrs={"accept": ".toml,application/toml,text/plain"}),
    )


class TwoSheets(PageForm):
    """Which two sheets stand beside each other."""

    a = choice_field(_("This sheet"), wrong=_CHOOSE)
    b = choice_field(_("beside this one"), wrong=_CHOOSE)

    def __init__(self, *args: Any, groups: Groups, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, a=groups, b=groups)
