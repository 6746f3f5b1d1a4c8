"""What the director says about the clock and about one table."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm


class AddTime(PageForm):
    """Minutes more, for everybody or one table."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        initial=5,
        error_messages={
            "required": _("Please say how many minutes."),
            "invalid": _("Please say how many minutes, as a number."),
        },
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "size": 4, "min": 1, "max": 240}),
    )


class ClockChange(AddTime):
    """Minutes to add or set for everybody, and the page's counter of changes of the clock."""

    known = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
