"""Of which time a link shows the standings, or a player's page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.models.sharing import ALL, RUNNING, TWELVE_MONTHS, period_told
from scoring.web.fields import PageForm


class PeriodForm(PageForm):
    """A year that has ended, or a time that goes along."""

    period = forms.ChoiceField(
        label=gettext_lazy("Which time?"),
        required=False,
        help_text=gettext_lazy("The current year changes on 1 January; a particular year stays."),
        error_messages={"invalid_choice": gettext_lazy("Please choose a period from the list.")},
    )

    def __init__(self, *args: Any, years: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        periods = [RUNNING, TWELVE_MONTHS, ALL, *map(str, years)]
        self.fields["period"].choices = [(period, period_told(period)) for period in periods]  # type: ignore[attr-defined]
