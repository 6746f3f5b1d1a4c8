"""Why a sheet is corrected."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.web.fields import PageForm, text_field


class CorrectionReasonForm(PageForm):
    """Why a sheet is corrected."""

    reason = text_field(
        _("Why?"),
        _("Please give the reason."),
        help_text=_("A few words are enough. They stand in the history of this hand."),
        maxlength="400",
    )
